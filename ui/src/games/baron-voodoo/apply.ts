// The picture after one event: what is shown while a batch is told. The frame that follows says the same, and has the last word.
import type { GameEvent } from "../../types";
import type { Colour, DieName, Side, Space, Stacks, StepId, View } from "./types";
import { colourOf, lineSpaces } from "./words";

interface EventFacts {
  from: Space;
  to: Space;
  over: Space;
  die: DieName;
  jumper: DieName;
  a: Space & number;
  b: Space & number;
  die_a: DieName;
  die_b: DieName;
  line: string;
  end: string;
  under: boolean;
  was: DieName;
  side: number | null;
  dice: DieName[];
  points: number;
  total: number;
  offerings: number;
  loa: string;
  price: number;
  space: Space;
  baron: boolean;
}

/** the side an event is about */
export function sideOf(event: GameEvent, view: View): number {
  return event.seat === null ? 1 : (view.seats[event.seat]?.side ?? event.seat);
}

export function after(view: View, event: GameEvent): View {
  const facts = event.facts as unknown as EventFacts,
    mine = sideOf(event, view);
  const board = (next: Stacks): View => ({ ...view, board: next });
  const side = (change: (before: Side) => Partial<Side>, at = mine): View => ({
    ...view,
    sides: view.sides.map((each, i) => (i === at ? { ...each, ...change(each) } : each)),
  });
  switch (event.kind) {
    case "place":
      return {
        ...board({ ...view.board, [facts.space]: [facts.die] }),
        pool: { ...view.pool, [facts.die]: (view.pool[facts.die] ?? 1) - 1 },
      };
    case "capture":
      return {
        ...withZone(lift(put(lift(view, facts.from), facts.to, facts.jumper), facts.over), mine, facts.die),
        captured: facts.die,
        last: {
          seat: event.seat,
          from: facts.from,
          over: facts.over,
          to: facts.to,
          die: facts.die,
          jumper: facts.jumper,
        },
      };
    case "spread":
      return facts.under
        ? under(lift(view, facts.from, facts.die), facts.to, facts.die)
        : put(lift(view, facts.from, facts.die), facts.to, facts.die);
    case "move":
      return put(lift(view, facts.from), facts.to, facts.die);
    case "swap":
      return board({ ...view.board, [facts.a]: [facts.die_b], [facts.b]: [facts.die_a] });
    case "wata":
      return board(slid(view.board, lineSpaces(facts.line, view.area), facts.end));
    case "power":
      return facts.price ? side((before) => ({ offerings: before.offerings - facts.price })) : view;
    case "offering":
    case "buy":
      return side(() => ({ offerings: facts.offerings }));
    case "turn-die":
      return {
        ...side((before) => ({ zone: swapped(before.zone, facts.was, facts.die), offerings: facts.offerings })),
        captured: facts.die,
      };
    case "face":
      return side((before) => ({ zone: swapped(before.zone, facts.was, facts.die) }));
    case "victory":
      return side(() => ({ vp: facts.total }));
    case "guard":
    case "guard-ends": {
      const guarded = event.kind === "guard";
      if (event.seat === null) return view.baron ? { ...view, baron: { ...view.baron, guarded } } : view;
      return { ...view, seats: view.seats.map((each, i) => (i === event.seat ? { ...each, guarded } : each)) };
    }
    case "steal":
      return withZone(
        side((before) => robbed(before, facts.die), facts.side ?? 0),
        mine,
        facts.die,
      );
    case "exchange":
      return {
        ...view,
        sides: view.sides.map((each, i) =>
          i === facts.a
            ? { ...each, zone: swapped(each.zone, facts.die_a, facts.die_b) }
            : i === facts.b
              ? { ...each, zone: swapped(each.zone, facts.die_b, facts.die_a) }
              : each,
        ),
      };
    case "combo":
      return side((before) => banked(before, facts.dice, facts.points, facts.total));
    case "spirit":
      return side((before) => banked(before, [facts.die], 0, before.vp));
    case "samedi":
      return { ...view, samedi: facts.side };
    case "turn":
      return {
        ...view,
        player: event.seat,
        captured: null,
        steps: view.steps.map((step) => ({ ...step, state: "closed", note: "" })),
      };
    default:
      return view;
  }
}

const STEP_OF: Record<string, StepId> = {
  capture: "B",
  "turn-die": "C2",
  victory: "C3",
  face: "C3",
  guard: "C3",
  steal: "C3",
  exchange: "C3",
  buy: "C4",
  combo: "C5",
  spirit: "C5",
};

/** the bar of steps goes along with what is told */
export function stepped(view: View, event: GameEvent): View {
  const captured = view.steps.some((step) => step.id === "B" && step.state !== "closed");
  const id =
    event.kind === "power"
      ? captured
        ? "D"
        : "A"
      : event.kind === "offering"
        ? event.facts.why === "face"
          ? "C3"
          : "C1"
        : STEP_OF[event.kind];
  if (!id) return view;
  return {
    ...view,
    steps: view.steps.map((step) =>
      step.id === id ? { ...step, state: "now" } : step.state === "now" ? { ...step, state: "done" } : step,
    ),
  };
}

export function slid(board: Stacks, spaces: readonly Space[], end: string): Stacks {
  const stacks = spaces.map((space) => board[space] ?? []).filter((stack) => stack.length);
  const ordered =
    end === "left" || end === "up"
      ? stacks
      : [...Array.from({ length: spaces.length - stacks.length }, () => []), ...stacks];
  return { ...board, ...Object.fromEntries(spaces.map((space, i) => [space, ordered[i] ?? []])) };
}

function lift(view: View, space: Space, die?: DieName): View {
  const stack = view.board[space] ?? [],
    at = die === undefined ? stack.length - 1 : stack.lastIndexOf(die);
  return { ...view, board: { ...view.board, [space]: stack.filter((_, i) => i !== at) } };
}
const put = (view: View, space: Space, die: DieName): View => ({
  ...view,
  board: { ...view.board, [space]: [...(view.board[space] ?? []), die] },
});
function under(view: View, space: Space, die: DieName): View {
  const stack = view.board[space] ?? [];
  return { ...view, board: { ...view.board, [space]: [...stack.slice(0, -1), die, ...stack.slice(-1)] } };
}

const withZone = (view: View, side: number, die: DieName): View => ({
  ...view,
  sides: view.sides.map((each, i) => (i === side ? { ...each, zone: [...each.zone, die] } : each)),
});
function swapped(dice: readonly DieName[], was: DieName, die: DieName): DieName[] {
  const place = dice.lastIndexOf(was);
  return place < 0 ? [...dice, die] : dice.with(place, die);
}
function robbed(side: Side, die: DieName): Partial<Side> {
  const at = side.spirit.findIndex((group) => group.dice.includes(die));
  const spirit = side.spirit
    .map((group, i) => (i === at ? { ...group, dice: without(group.dice, [die]) } : group))
    .filter((group) => group.dice.length);
  return { spirit, counts: counted(side.counts, [die], -1) };
}
function banked(side: Side, dice: DieName[], points: number, vp: number): Partial<Side> {
  return {
    zone: without(side.zone, dice),
    spirit: [...side.spirit, { dice, points }],
    vp,
    counts: counted(side.counts, dice, 1),
  };
}
function counted(counts: Record<Colour, number>, dice: readonly DieName[], by: number): Record<Colour, number> {
  const next = { ...counts };
  for (const die of dice) next[colourOf(die)] += by;
  return next;
}
/** each die of the second list taken once from the first */
export function without(dice: readonly DieName[], taken: readonly DieName[]): DieName[] {
  const left = [...dice];
  for (const die of taken) {
    const place = left.indexOf(die);
    if (place >= 0) left.splice(place, 1);
  }
  return left;
}
