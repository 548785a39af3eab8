// What is seen on the table while a batch is told: dice jump, slide, change places and fly to the zones. Then it rests.
import { type Pace, still } from "../../kit/pace";
import type { Sound } from "../../table/sound";
import type { GameEvent } from "../../types";
import { after, sideOf, stepped, without } from "./apply";
import type { Colour, DieName, Group, Space, View } from "./types";
import { lineSpaces } from "./words";

/** a place for a flying stack: the upper left of a well, its width, and how high above it the stack stands */
interface Spot {
  x: number;
  y: number;
  size: number;
  lift: number;
}
export interface Flight {
  stack: DieName[];
  from: Spot;
  to: Spot;
  /** height of the arc, in wells */
  arc: number;
}
/** the end, counted out: what has been told of it */
export interface Count {
  combos: (Group | null)[];
  majorities: { colour: Colour; counts: number[]; points: number[] }[];
  totals: number[];
}
type Facts = Record<string, unknown>;

const STACK_STEP = 0.145; // as in the stylesheet: a die's thickness, in wells
const DIE = 0.64;
const PAUSES: Record<string, number> = {
  turn: 420,
  power: 700,
  offering: 420,
  "turn-die": 620,
  victory: 700,
  face: 700,
  guard: 700,
  buy: 600,
  samedi: 900,
  blocked: 1200,
  trigger: 1300,
  laid: 600,
  loa: 700,
  first: 600,
  line: 700,
  win: 900,
  lost: 900,
};

export class Scene {
  shown = $state.raw<View | null>(null);
  flights = $state.raw<readonly Flight[]>([]);
  time = $state(0);
  /** spaces that the last turn changed */
  changed = $state.raw<readonly Space[]>([]);
  /** the side that is being told about, null when nothing is */
  telling = $state<number | null>(null);
  count = $state.raw<Count | null>(null);
  /** a short word over the board */
  stamp = $state("");
  private stale = true;

  constructor(private readonly sound: (sound: Sound) => void) {}

  settle(view: View): void {
    this.shown = view;
    this.flights = [];
    this.telling = null;
    this.stamp = "";
    if (view.phase !== "over") this.count = null;
  }

  async tell(event: GameEvent, pace: Pace): Promise<void> {
    const view = this.shown;
    if (!view) return;
    const next = stepped(after(view, event), event),
      facts = event.facts as Facts;
    if (event.seat !== null || facts.baron) this.telling = sideOf(event, view);
    if (event.kind === "turn") this.stale = true;
    this.mark(view, next);
    pace.seen(); // all of it was chosen: nothing is thrown in the course of this game
    switch (event.kind) {
      case "capture":
        return this.capture(view, next, facts, pace);
      case "spread":
      case "move":
        return this.travel(view, next, [[facts.from as Space, facts.to as Space, [facts.die as DieName]]], 0.6, pace);
      case "swap":
        return this.travel(
          view,
          next,
          [
            [facts.a as Space, facts.b as Space, [facts.die_a as DieName]],
            [facts.b as Space, facts.a as Space, [facts.die_b as DieName]],
          ],
          0.5,
          pace,
        );
      case "wata":
        return this.slide(view, next, facts, pace);
      case "place":
        this.shown = next;
        this.sound("keep");
        return pace.wait(120);
      case "steal":
      case "exchange":
      case "combo":
      case "spirit":
        return this.between(next, event, pace);
      case "final-combo":
      case "majority":
      case "final":
        return this.counting(event.kind, view, facts, pace);
      default:
        this.shown = next;
        if (event.kind === "offering" || event.kind === "victory") this.sound("keep");
        this.stamp = { victory: "+1", blocked: "Blocked", trigger: "The last round" }[event.kind] ?? "";
        await pace.wait(PAUSES[event.kind] ?? 200);
        this.stamp = "";
    }
  }

  private mark(before: View, next: View): void {
    const spaces = Object.keys(next.board).filter(
      (space) => (before.board[space] ?? []).join() !== next.board[space]!.join(),
    );
    if (!spaces.length) return;
    this.changed = this.stale ? spaces : [...new Set([...this.changed, ...spaces])];
    this.stale = false;
  }

  private async capture(view: View, next: View, facts: Facts, pace: Pace): Promise<void> {
    const [from, over, to] = [facts.from, facts.over, facts.to] as Space[],
      side = this.telling ?? 0;
    const jumped: View = { ...next, board: { ...next.board, [over!]: view.board[over!] ?? [] }, sides: view.sides };
    await this.travel(view, jumped, [[from!, to!, [facts.jumper as DieName]]], 0.75, pace);
    const taken = this.spot(over!, (view.board[over!]?.length ?? 1) - 1),
      home = this.zone(side);
    this.shown = { ...jumped, board: next.board };
    if (taken && home) await this.fly([{ stack: [facts.die as DieName], from: taken, to: home, arc: 0.5 }], 460, pace);
    this.shown = next;
    this.sound("keep");
    await pace.wait(160);
  }

  /** dice go from space to space, all at once */
  private async travel(
    view: View,
    next: View,
    ways: [Space, Space, DieName[]][],
    arc: number,
    pace: Pace,
  ): Promise<void> {
    const board = { ...view.board };
    for (const [from, , stack] of ways) board[from] = without(board[from] ?? [], stack);
    const flights = ways.flatMap(([from, to, stack]): Flight[] => {
      const a = this.spot(from, (view.board[from]?.length ?? 1) - stack.length),
        b = this.spot(to, (next.board[to]?.length ?? 1) - stack.length);
      return a && b ? [{ stack, from: a, to: b, arc }] : [];
    });
    this.shown = { ...view, board };
    await this.fly(flights, 430, pace);
    this.shown = next;
    this.sound("keep");
    await pace.wait(120);
  }

  private async slide(view: View, next: View, facts: Facts, pace: Pace): Promise<void> {
    const spaces = lineSpaces(facts.line as string, view.area),
      full = (of: View): Space[] => spaces.filter((space) => of.board[space]?.length);
    const before = full(view),
      later = full(next);
    await this.travel(
      view,
      next,
      before
        .map((space, i): [Space, Space, DieName[]] => [space, later[i] ?? space, view.board[space]!])
        .filter(([from, to]) => from !== to),
      0,
      pace,
    );
  }

  /** dice that change their owner or their zone */
  private async between(next: View, event: GameEvent, pace: Pace): Promise<void> {
    const facts = event.facts as Facts,
      mine = this.telling ?? 0;
    const ways: [Spot | null, Spot | null, DieName][] =
      event.kind === "steal"
        ? [[this.zone((facts.side as number | null) ?? 1, "spirit"), this.zone(mine), facts.die as DieName]]
        : event.kind === "exchange"
          ? [
              [this.zone(facts.a as number), this.zone(facts.b as number), facts.die_a as DieName],
              [this.zone(facts.b as number), this.zone(facts.a as number), facts.die_b as DieName],
            ]
          : ((facts.dice as DieName[] | undefined) ?? [facts.die as DieName]).map((die) => [
              this.zone(mine),
              this.zone(mine, "spirit"),
              die,
            ]);
    const flights = ways.flatMap(([from, to, die], i): Flight[] =>
      from && to
        ? [{ stack: [die], from: { ...from, x: from.x + i * 12 }, to: { ...to, x: to.x + i * 12 }, arc: 0.4 }]
        : [],
    );
    await this.fly(flights, 480, pace);
    this.shown = next;
    this.stamp = event.kind === "combo" && facts.points ? `+${facts.points as number}` : "";
    this.sound("keep");
    await pace.wait(event.kind === "combo" ? 800 : 420);
    this.stamp = "";
  }

  private async counting(kind: string, view: View, facts: Facts, pace: Pace): Promise<void> {
    const before = this.count ?? {
      combos: view.sides.map(() => null),
      majorities: [],
      totals: view.sides.map((side) => side.vp),
    };
    if (kind === "final-combo") {
      const group = { dice: facts.dice as DieName[], points: facts.points as number };
      this.count = {
        ...before,
        combos: before.combos.map((each, i) => (i === facts.side ? group : each)),
        totals: before.totals.map((each, i) => (i === facts.side ? (facts.total as number) : each)),
      };
    } else if (kind === "majority") {
      const points = facts.points as number[];
      this.count = {
        ...before,
        majorities: [
          ...before.majorities,
          { colour: facts.colour as Colour, counts: facts.counts as number[], points },
        ],
        totals: before.totals.map((each, i) => each + (points[i] ?? 0)),
      };
    } else this.count = { ...before, totals: facts.totals as number[] };
    this.sound("keep");
    await pace.wait(kind === "final" ? 1500 : 1250);
  }

  private async fly(flights: Flight[], ms: number, pace: Pace): Promise<void> {
    if (!flights.length || pace.finished) return;
    if (still()) return pace.wait(120);
    this.flights = flights;
    await pace.run(ms, (t) => (this.time = 1 - (1 - t) ** 2.4));
    this.flights = [];
  }

  private spot(space: Space, lift: number): Spot | null {
    const box = document.querySelector(`[data-space="${space}"]`)?.getBoundingClientRect();
    return box ? { x: box.left, y: box.top, size: box.width, lift: Math.max(0, lift) * STACK_STEP } : null;
  }
  /** where a zone lies; on a phone the zones of the others are not in sight, so their seat stands for them */
  private zone(side: number, kind: "zone" | "spirit" = "zone"): Spot | null {
    const places = [...document.querySelectorAll(`[data-${kind}="${side}"], [data-side="${side}"]`)];
    const box = places
      .map((each) => each.getBoundingClientRect())
      .filter((each) => each.width > 0)
      .sort((a, b) => a.width * a.height - b.width * b.height)[0];
    if (!box) return null;
    const last = [
      ...(places
        .find((each) => each.matches(`[data-${kind}]`) && each.getBoundingClientRect().width > 0)
        ?.querySelectorAll(".soul") ?? []),
    ]
      .at(-1)
      ?.getBoundingClientRect();
    const size = (last?.width ?? 30) / DIE,
      x = last ? Math.min(last.right + 4, box.right - size * DIE) : box.left + 12;
    return {
      x: x - (size * (1 - DIE)) / 2,
      y: (last?.top ?? box.top + box.height / 2 - 12) - size * (1 - DIE) * 0.6,
      size,
      lift: 0,
    };
  }
}

/** where a flight is at a moment: position, width of a well, height in wells */
export function along(flight: Flight, t: number): Spot {
  const mix = (a: number, b: number): number => a + (b - a) * t;
  return {
    x: mix(flight.from.x, flight.to.x),
    y: mix(flight.from.y, flight.to.y),
    size: mix(flight.from.size, flight.to.size),
    lift: mix(flight.from.lift, flight.to.lift) + Math.sin(Math.PI * t) * flight.arc,
  };
}
