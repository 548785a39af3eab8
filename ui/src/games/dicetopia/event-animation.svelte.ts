// Animate the events of a batch: pieces and dice fly and swap places, rerolled dice tumble, cubes move.
import { type Pace, prefersReducedMotion } from "../../shared/animation-pace";
import type { SoundName } from "../../table/state/sounds";
import type { GameEvent } from "../../contract/messages";
import { applyEvent, cardIndex } from "./apply-event";
import type { DieName, Place, Thing, EventFacts, View } from "./view";
import { pieceOf } from "./texts";

interface ScreenSpot {
  x: number;
  y: number;
  size: number;
}
export interface Flight {
  thing: Thing;
  from: ScreenSpot;
  to: ScreenSpot;
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
/** Events that are shown on the sheet of the final count. */
const COUNTED = new Set(["stock-stars", "dice-stars", "blockade", "domination", "mission", "final", "win"]);
const TUMBLE_MS = 620;

export class EventAnimation {
  shownView = $state.raw<View | null>(null);
  flights = $state.raw<readonly Flight[]>([]);
  time = $state(0);
  /** The places whose things are flying. */
  liftedPlaces = $state.raw<readonly string[]>([]);
  /** What tumbling dice show at the moment. */
  tumblingDice = $state.raw<Readonly<Record<string, DieName>>>({});
  /** The places that the last turn changed. */
  changedPlaces = $state.raw<readonly Place[]>([]);
  /** True while the final count is shown. */
  counting = $state(false);
  private newTurn = true;

  constructor(private readonly playSound: (playSound: SoundName) => void) {}

  showView(view: View): void {
    this.shownView = view;
    this.flights = [];
    this.liftedPlaces = [];
    this.tumblingDice = {};
    this.counting = false;
  }

  async animate(event: GameEvent, pace: Pace): Promise<void> {
    const view = this.shownView;
    if (!view) return;
    const next = applyEvent(view, event),
      facts = event.facts as Partial<EventFacts>;
    if (event.kind === "turn") this.newTurn = true;
    if (COUNTED.has(event.kind)) this.counting = true;
    if (!event.kind.endsWith("reroll")) pace.resultShown(); // what was chosen may be named at once
    switch (event.kind) {
      case "send":
        return this.sendPiece(view, next, event.seat ?? 0, facts, pace);
      case "move":
      case "slip":
        return this.swapThings(
          next,
          [facts.from!, facts.to!, facts.piece!],
          [facts.to!, facts.from!, facts.die!],
          pace,
        );
      case "swap":
        return this.swapThings(next, [facts.a!, facts.b!, facts.die_a!], [facts.b!, facts.a!, facts.die_b!], pace);
      case "reroll":
        return this.tumbleDie(next, facts.place!, facts.die!, pace);
      case "card-reroll":
        return this.tumbleDie(next, `card-${cardIndex(facts) + 1}`, facts.die!, pace);
      case "sacrifice":
        return this.moveThings(
          next,
          [["tile-springs", `p${(event.seat ?? 0) + 1}-${view.seats[event.seat ?? 0]!.dice.length + 1}`, facts.die!]],
          [facts.from!],
          pace,
        );
      case "draft":
        return this.moveThings(
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
        return this.changeInPlace(next, [facts.place!], 700, pace);
      case "stock":
        return this.changeInPlace(next, [], 800, pace);
      case "exterminate":
        return this.changeInPlace(next, [facts.place!], PAUSES.exterminate!, pace);
      default:
        this.shownView = next;
        if (event.kind === "protect" || event.kind === "match" || event.kind === "mission") this.playSound("keep");
        await pace.wait(PAUSES[event.kind] ?? 120);
    }
  }

  private markChanged(places: readonly Place[]): void {
    this.changedPlaces = this.newTurn ? places : [...new Set([...this.changedPlaces, ...places])];
    this.newTurn = false;
  }

  /** Send a piece out and bring the die home; from the prison the die takes the piece's cell. */
  private async sendPiece(view: View, next: View, seat: number, facts: Partial<EventFacts>, pace: Pace): Promise<void> {
    const own = view.seats[seat]!,
      piece = pieceOf(facts.piece),
      first = own.dice.length + 1;
    const from =
      piece?.kind === "thug"
        ? `thug-${seat}`
        : `p${seat + 1}-${piece?.kind === "tentacle" ? first + own.agents : first}`;
    const home = piece?.kind === "thug" ? `thug-${seat}` : `p${seat + 1}-${first}`;
    await this.moveThings(
      next,
      [
        [from, facts.place!, facts.piece ?? null],
        [facts.place!, home, facts.die!],
      ],
      [facts.place!],
      pace,
    );
  }

  private async swapThings(
    next: View,
    one: [Place, Place, Thing],
    other: [Place, Place, Thing],
    pace: Pace,
  ): Promise<void> {
    await this.moveThings(next, [one, other], [one[0], one[1]], pace);
  }

  private async moveThings(
    next: View,
    ways: [string, string, Thing][],
    places: readonly Place[],
    pace: Pace,
  ): Promise<void> {
    const flights = ways.flatMap(([from, to, thing], i): Flight[] => {
      const a = screenSpot(from),
        b = screenSpot(to);
      return a && b && thing ? [{ thing, from: a, to: b, arc: i ? 0.5 : 1 }] : [];
    });
    if (flights.length && !pace.finished && !prefersReducedMotion()) {
      this.flights = flights;
      this.liftedPlaces = ways.map(([from]) => from);
      this.time = 0;
      await pace.run(560, (t) => (this.time = t));
      this.flights = [];
      this.liftedPlaces = [];
    } else await pace.wait(160);
    this.markChanged(places);
    this.shownView = next;
    this.playSound("keep");
    await pace.wait(260);
  }

  /** Show one face after another and stop at the result. */
  private async tumbleDie(next: View, place: string, die: DieName, pace: Pace): Promise<void> {
    this.markChanged([place]);
    if (!prefersReducedMotion() && !pace.finished) {
      let step = -1;
      await pace.run(TUMBLE_MS, (t) => {
        const now = Math.floor(t * 9);
        if (now === step || t >= 1) return;
        step = now;
        this.tumblingDice = { [place]: `${die[0]}${1 + ((step * 2 + Number(die[1])) % 6)}` };
      });
    }
    this.tumblingDice = {};
    this.shownView = next;
    this.playSound("keep");
    pace.resultShown();
    await pace.wait(520);
  }

  private async changeInPlace(next: View, places: readonly Place[], ms: number, pace: Pace): Promise<void> {
    await pace.wait(160);
    if (places.length) this.markChanged(places);
    this.shownView = next;
    this.playSound("keep");
    await pace.wait(ms);
  }
}

/** Return where a place is on the screen; on a phone a seat stands for its small dice. */
function screenSpot(name: string): ScreenSpot | null {
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

/** Return where a flight is at time `t`. */
export function flightPosition(flight: Flight, t: number): ScreenSpot {
  const way = t < 0.5 ? 2 * t * t : 1 - (2 - 2 * t) ** 2 / 2,
    lift = Math.sin(Math.PI * t) * 34 * flight.arc;
  const mix = (a: number, b: number): number => a + (b - a) * way;
  return {
    x: mix(flight.from.x, flight.to.x),
    y: mix(flight.from.y, flight.to.y) - lift,
    size: mix(flight.from.size, flight.to.size) * (1 + Math.sin(Math.PI * t) * 0.18),
  };
}
