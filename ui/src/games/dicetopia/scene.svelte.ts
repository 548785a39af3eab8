// What is seen on the table while a batch is told: pieces and dice fly and change places, rerolled dice tumble, cubes move. Then it rests.
import { type Pace, still } from "../../kit/pace";
import type { Sound } from "../../table/sound";
import type { GameEvent } from "../../types";
import { after, cardIndex } from "./apply";
import type { DieName, Place, Thing, Told, View } from "./types";
import { pieceOf } from "./words";

interface Spot {
  x: number;
  y: number;
  size: number;
}
export interface Flight {
  thing: Thing;
  from: Spot;
  to: Spot;
  arc: number;
}
const PAUSES: Record<string, number> = {
  round: 700,
  turn: 350,
  missions: 200,
  faction: 500,
  hypnosis: 1100,
  cancel: 1100,
  draw: 500,
  return: 350,
  flag: 800,
  protect: 600,
  unprotect: 800,
  transcend: 700,
  exterminate: 900,
  intervention: 500,
  "home-turf": 500,
  connections: 700,
  skip: 800,
  match: 1000,
  card: 500,
  "no-action": 500,
  over: 700,
  "stock-stars": 2200,
  "dice-stars": 1800,
  blockade: 1200,
  domination: 850,
  leave: 700,
  mission: 1100,
  final: 450,
  win: 900,
};
/** events that are told on the sheet of the end */
const COUNTED = new Set(["stock-stars", "dice-stars", "blockade", "domination", "mission", "final", "win"]);
const TUMBLE_MS = 620;

export class Scene {
  shown = $state.raw<View | null>(null);
  flights = $state.raw<readonly Flight[]>([]);
  time = $state(0);
  /** places whose things are in the air */
  lifted = $state.raw<readonly string[]>([]);
  /** dice that tumble: what they show at the moment */
  tumbling = $state.raw<Readonly<Record<string, DieName>>>({});
  /** places that the last turn changed */
  fresh = $state.raw<readonly Place[]>([]);
  /** the end is being counted */
  counting = $state(false);
  private stale = true;

  constructor(private readonly sound: (sound: Sound) => void) {}

  settle(view: View): void {
    this.shown = view;
    this.flights = [];
    this.lifted = [];
    this.tumbling = {};
    this.counting = false;
  }

  async tell(event: GameEvent, pace: Pace): Promise<void> {
    const view = this.shown;
    if (!view) return;
    const next = after(view, event),
      facts = event.facts as Partial<Told>;
    if (event.kind === "turn") this.stale = true;
    if (COUNTED.has(event.kind)) this.counting = true;
    if (!event.kind.endsWith("reroll")) pace.seen(); // what was chosen may be named at once
    switch (event.kind) {
      case "send":
        return this.send(view, next, event.seat ?? 0, facts, pace);
      case "move":
      case "slip":
        return this.cross(
          next,
          [facts.from!, facts.to as Place, facts.piece!],
          [facts.to as Place, facts.from!, facts.die!],
          pace,
        );
      case "swap":
        return this.cross(next, [facts.a!, facts.b!, facts.die_a!], [facts.b!, facts.a!, facts.die_b!], pace);
      case "reroll":
        return this.tumble(next, facts.place!, facts.die!, pace);
      case "card-reroll":
        return this.tumble(next, `card-${cardIndex(facts) + 1}`, facts.die!, pace);
      case "sacrifice":
        return this.travel(
          next,
          [["tile-springs", `p${(event.seat ?? 0) + 1}-${view.seats[event.seat ?? 0]!.dice.length + 1}`, facts.die!]],
          [facts.from!],
          pace,
        );
      case "draft":
        return this.travel(
          next,
          [
            [
              `cell-${facts.cell ?? 1}`,
              `p${(event.seat ?? 0) + 1}-${view.seats[event.seat ?? 0]!.dice.length + 1}`,
              facts.die!,
            ],
          ],
          [],
          pace,
        );
      case "change":
      case "robin":
      case "adapt":
      case "clone":
        return this.shift(next, [facts.place!], 700, pace);
      case "stock":
        return this.shift(next, [], 800, pace);
      case "exterminate":
        return this.shift(next, [facts.place!], PAUSES.exterminate!, pace);
      default:
        this.shown = next;
        if (event.kind === "protect" || event.kind === "match" || event.kind === "mission") this.sound("keep");
        await pace.wait(PAUSES[event.kind] ?? 120);
    }
  }

  private touch(places: readonly Place[]): void {
    this.fresh = this.stale ? places : [...new Set([...this.fresh, ...places])];
    this.stale = false;
  }

  /** a piece goes out, the die that lay there comes home; out of the prison it takes the piece's cell */
  private async send(view: View, next: View, seat: number, facts: Partial<Told>, pace: Pace): Promise<void> {
    const own = view.seats[seat]!,
      piece = pieceOf(facts.piece),
      first = own.dice.length + 1;
    const from =
      piece?.kind === "thug"
        ? `thug-${seat}`
        : `p${seat + 1}-${piece?.kind === "tentacle" ? first + own.agents : first}`;
    const home = piece?.kind === "thug" ? `thug-${seat}` : `p${seat + 1}-${first}`;
    await this.travel(
      next,
      [
        [from, facts.place!, facts.piece ?? null],
        [facts.place!, home, facts.die!],
      ],
      [facts.place!],
      pace,
    );
  }

  private async cross(next: View, one: [Place, Place, Thing], other: [Place, Place, Thing], pace: Pace): Promise<void> {
    await this.travel(next, [one, other], [one[0], one[1]], pace);
  }

  private async travel(
    next: View,
    ways: [string, string, Thing][],
    places: readonly Place[],
    pace: Pace,
  ): Promise<void> {
    const flights = ways.flatMap(([from, to, thing], i): Flight[] => {
      const a = spot(from),
        b = spot(to);
      return a && b && thing ? [{ thing, from: a, to: b, arc: i ? 0.5 : 1 }] : [];
    });
    if (flights.length && !pace.finished && !still()) {
      this.flights = flights;
      this.lifted = ways.map(([from]) => from);
      this.time = 0;
      await pace.run(560, (t) => (this.time = t));
      this.flights = [];
      this.lifted = [];
    } else await pace.wait(160);
    this.touch(places);
    this.shown = next;
    this.sound("keep");
    await pace.wait(260);
  }

  /** a die shows one face after another, and stops at what it will be */
  private async tumble(next: View, place: string, die: DieName, pace: Pace): Promise<void> {
    this.touch([place]);
    if (!still() && !pace.finished) {
      let step = -1;
      await pace.run(TUMBLE_MS, (t) => {
        const now = Math.floor(t * 9);
        if (now === step || t >= 1) return;
        step = now;
        this.tumbling = { [place]: `${die[0]}${1 + ((step * 2 + Number(die[1])) % 6)}` };
      });
    }
    this.tumbling = {};
    this.shown = next;
    this.sound("keep");
    pace.seen();
    await pace.wait(520);
  }

  private async shift(next: View, places: readonly Place[], ms: number, pace: Pace): Promise<void> {
    await pace.wait(160);
    if (places.length) this.touch(places);
    this.shown = next;
    this.sound("keep");
    await pace.wait(ms);
  }
}

/** where a place lies now; on a phone a seat's dice are small, or it is the seat as a whole */
function spot(name: string): Spot | null {
  const slot = /^p(\d)-/.exec(name);
  for (const query of [`[data-place="${name}"]`, slot ? `[data-board="${slot[1]}"]` : ""]) {
    const nodes = query ? [...document.querySelectorAll(query)].filter((node) => !node.closest(".lens")) : [];
    const box = nodes.map((node) => node.getBoundingClientRect()).find((each) => each.width > 0);
    if (box)
      return {
        x: box.left + box.width / 2,
        y: box.top + box.height / 2,
        size: Math.min(box.width, box.height, 60) * 0.8,
      };
  }
  return null;
}

/** where a flight is at a moment */
export function along(flight: Flight, t: number): Spot {
  const way = t < 0.5 ? 2 * t * t : 1 - (2 - 2 * t) ** 2 / 2,
    lift = Math.sin(Math.PI * t) * 34 * flight.arc;
  const mix = (a: number, b: number): number => a + (b - a) * way;
  return {
    x: mix(flight.from.x, flight.to.x),
    y: mix(flight.from.y, flight.to.y) - lift,
    size: mix(flight.from.size, flight.to.size) * (1 + Math.sin(Math.PI * t) * 0.18),
  };
}
