// Animate the events of a batch: dice jump, slide, swap places and fly to the zones.
import { t } from "../../shared/i18n";
import { type Pace, prefersReducedMotion } from "../../shared/animation-pace";
import type { SoundName } from "../../table/state/sounds";
import type { GameEvent } from "../../contract/messages";
import { applyEvent, sideOfEvent, advanceSteps, removeDice } from "./apply-event";
import type { Colour, DieName, Group, Space, View } from "./view";
import { lineSpaces } from "./texts";

/** A position on the screen: the upper left of a space, its width, and the height above it in space widths. */
interface ScreenSpot {
  x: number;
  y: number;
  size: number;
  lift: number;
}
export interface Flight {
  stack: DieName[];
  from: ScreenSpot;
  to: ScreenSpot;
  /** The height of the arc, in space widths. */
  arc: number;
}
/** The parts of the final count that were shown so far. */
export interface EndCount {
  combos: (Group | null)[];
  majorities: { colour: Colour; counts: number[]; points: number[] }[];
  totals: number[];
}
type Facts = Record<string, unknown>;

const STACK_STEP = 0.145; // a die's thickness in space widths, as in the style sheet
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

export class EventAnimation {
  shownView = $state.raw<View | null>(null);
  flights = $state.raw<readonly Flight[]>([]);
  time = $state(0);
  /** The spaces that the last turn changed. */
  changed = $state.raw<readonly Space[]>([]);
  /** The side of the current event, null if there is none. */
  sideInEvent = $state<number | null>(null);
  endCount = $state.raw<EndCount | null>(null);
  /** A short word over the board. */
  stamp = $state("");
  private newTurn = true;

  constructor(private readonly playSound: (playSound: SoundName) => void) {}

  showView(view: View): void {
    this.shownView = view;
    this.flights = [];
    this.sideInEvent = null;
    this.stamp = "";
    if (view.phase !== "over") this.endCount = null;
  }

  async animate(event: GameEvent, pace: Pace): Promise<void> {
    const view = this.shownView;
    if (!view) return;
    const next = advanceSteps(applyEvent(view, event), event),
      facts = event.facts as Facts;
    if (event.seat !== null || facts.baron) this.sideInEvent = sideOfEvent(event, view);
    if (event.kind === "turn") this.newTurn = true;
    this.markChanged(view, next);
    pace.resultShown(); // no event of this game is random, so everything may be named at once
    switch (event.kind) {
      case "capture":
        return this.captureDie(view, next, facts, pace);
      case "spread":
      case "move":
        return this.moveDice(view, next, [[facts.from as Space, facts.to as Space, [facts.die as DieName]]], 0.6, pace);
      case "swap":
        return this.moveDice(
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
        return this.slideLine(view, next, facts, pace);
      case "place":
        this.shownView = next;
        this.playSound("keep");
        return pace.wait(120);
      case "steal":
      case "exchange":
      case "combo":
      case "spirit":
        return this.moveBetweenZones(next, event, pace);
      case "final-combo":
      case "majority":
      case "final":
        return this.countEnd(event.kind, view, facts, pace);
      default:
        this.shownView = next;
        if (event.kind === "offering" || event.kind === "victory") this.playSound("keep");
        this.stamp = { victory: "+1", blocked: t("Blocked"), trigger: t("Final round") }[event.kind] ?? "";
        await pace.wait(PAUSES[event.kind] ?? 200);
        this.stamp = "";
    }
  }

  private markChanged(before: View, next: View): void {
    const spaces = Object.keys(next.board).filter(
      (space) => (before.board[space] ?? []).join() !== next.board[space]!.join(),
    );
    if (!spaces.length) return;
    this.changed = this.newTurn ? spaces : [...new Set([...this.changed, ...spaces])];
    this.newTurn = false;
  }

  private async captureDie(view: View, next: View, facts: Facts, pace: Pace): Promise<void> {
    const [from, over, to] = [facts.from, facts.over, facts.to] as Space[],
      side = this.sideInEvent ?? 0;
    const jumped: View = { ...next, board: { ...next.board, [over!]: view.board[over!] ?? [] }, sides: view.sides };
    await this.moveDice(view, jumped, [[from!, to!, [facts.jumper as DieName]]], 0.75, pace);
    const taken = this.spaceSpot(over!, (view.board[over!]?.length ?? 1) - 1),
      home = this.zoneSpot(side);
    this.shownView = { ...jumped, board: next.board };
    if (taken && home)
      await this.flyDice([{ stack: [facts.die as DieName], from: taken, to: home, arc: 0.5 }], 460, pace);
    this.shownView = next;
    this.playSound("keep");
    await pace.wait(160);
  }

  /** Move dice from space to space, all at once. */
  private async moveDice(
    view: View,
    next: View,
    ways: [Space, Space, DieName[]][],
    arc: number,
    pace: Pace,
  ): Promise<void> {
    const board = { ...view.board };
    for (const [from, , stack] of ways) board[from] = removeDice(board[from] ?? [], stack);
    const flights = ways.flatMap(([from, to, stack]): Flight[] => {
      const a = this.spaceSpot(from, (view.board[from]?.length ?? 1) - stack.length),
        b = this.spaceSpot(to, (next.board[to]?.length ?? 1) - stack.length);
      return a && b ? [{ stack, from: a, to: b, arc }] : [];
    });
    this.shownView = { ...view, board };
    await this.flyDice(flights, 430, pace);
    this.shownView = next;
    this.playSound("keep");
    await pace.wait(120);
  }

  private async slideLine(view: View, next: View, facts: Facts, pace: Pace): Promise<void> {
    const spaces = lineSpaces(facts.line as string, view.area),
      full = (of: View): Space[] => spaces.filter((space) => of.board[space]?.length);
    const before = full(view),
      later = full(next);
    await this.moveDice(
      view,
      next,
      before
        .map((space, i): [Space, Space, DieName[]] => [space, later[i] ?? space, view.board[space]!])
        .filter(([from, to]) => from !== to),
      0,
      pace,
    );
  }

  /** Move dice to another owner or zone. */
  private async moveBetweenZones(next: View, event: GameEvent, pace: Pace): Promise<void> {
    const facts = event.facts as Facts,
      mine = this.sideInEvent ?? 0;
    const ways: [ScreenSpot | null, ScreenSpot | null, DieName][] =
      event.kind === "steal"
        ? [[this.zoneSpot((facts.side as number | null) ?? 1, "spirit"), this.zoneSpot(mine), facts.die as DieName]]
        : event.kind === "exchange"
          ? [
              [this.zoneSpot(facts.a as number), this.zoneSpot(facts.b as number), facts.die_a as DieName],
              [this.zoneSpot(facts.b as number), this.zoneSpot(facts.a as number), facts.die_b as DieName],
            ]
          : ((facts.dice as DieName[] | undefined) ?? [facts.die as DieName]).map((die) => [
              this.zoneSpot(mine),
              this.zoneSpot(mine, "spirit"),
              die,
            ]);
    const flights = ways.flatMap(([from, to, die], i): Flight[] =>
      from && to
        ? [{ stack: [die], from: { ...from, x: from.x + i * 12 }, to: { ...to, x: to.x + i * 12 }, arc: 0.4 }]
        : [],
    );
    await this.flyDice(flights, 480, pace);
    this.shownView = next;
    this.stamp = event.kind === "combo" && facts.points ? `+${facts.points as number}` : "";
    this.playSound("keep");
    await pace.wait(event.kind === "combo" ? 800 : 420);
    this.stamp = "";
  }

  private async countEnd(kind: string, view: View, facts: Facts, pace: Pace): Promise<void> {
    const before = this.endCount ?? {
      combos: view.sides.map(() => null),
      majorities: [],
      totals: view.sides.map((side) => side.vp),
    };
    if (kind === "final-combo") {
      const group = { dice: facts.dice as DieName[], points: facts.points as number };
      this.endCount = {
        ...before,
        combos: before.combos.map((each, i) => (i === facts.side ? group : each)),
        totals: before.totals.map((each, i) => (i === facts.side ? (facts.total as number) : each)),
      };
    } else if (kind === "majority") {
      const points = facts.points as number[];
      this.endCount = {
        ...before,
        majorities: [
          ...before.majorities,
          { colour: facts.colour as Colour, counts: facts.counts as number[], points },
        ],
        totals: before.totals.map((each, i) => each + (points[i] ?? 0)),
      };
    } else this.endCount = { ...before, totals: facts.totals as number[] };
    this.playSound("keep");
    await pace.wait(kind === "final" ? 1500 : 1250);
  }

  private async flyDice(flights: Flight[], ms: number, pace: Pace): Promise<void> {
    if (!flights.length || pace.finished) return;
    if (prefersReducedMotion()) return pace.wait(120);
    this.flights = flights;
    await pace.run(ms, (t) => (this.time = 1 - (1 - t) ** 2.4));
    this.flights = [];
  }

  private spaceSpot(space: Space, lift: number): ScreenSpot | null {
    const box = document.querySelector(`[data-space="${space}"]`)?.getBoundingClientRect();
    return box ? { x: box.left, y: box.top, size: box.width, lift: Math.max(0, lift) * STACK_STEP } : null;
  }
  /** Return where a zone is; on a phone the other zones are hidden, so their seat stands for them. */
  private zoneSpot(side: number, kind: "zone" | "spirit" = "zone"): ScreenSpot | null {
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

/** Return where a flight is at time `t`. */
export function flightPosition(flight: Flight, t: number): ScreenSpot {
  const mix = (a: number, b: number): number => a + (b - a) * t;
  return {
    x: mix(flight.from.x, flight.to.x),
    y: mix(flight.from.y, flight.to.y),
    size: mix(flight.from.size, flight.to.size),
    lift: mix(flight.from.lift, flight.to.lift) + Math.sin(Math.PI * t) * flight.arc,
  };
}
