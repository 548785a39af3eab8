// Compute the view after one event, to show it while a batch of events is animated. The next frame replaces it.
import type { GameEvent } from "../../contract/messages";
import type { Colour, DieName, Side, Space, Stacks, StepId, View } from "./view";
import { colourOf, lineSpaces } from "./texts";

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

/** Return the side of an event. */
export function sideOfEvent(event: GameEvent, view: View): number {
  return event.seat === null ? 1 : (view.seats[event.seat]?.side ?? event.seat);
}

export function applyEvent(view: View, event: GameEvent): View {
  const facts = event.facts as unknown as EventFacts,
    mine = sideOfEvent(event, view);
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
        ...addToZone(liftDie(putDie(liftDie(view, facts.from), facts.to, facts.jumper), facts.over), mine, facts.die),
        captured: facts.die,
        last: { seat: event.seat, ...facts },
      };
    case "spread":
      return facts.under
        ? putDieUnder(liftDie(view, facts.from, facts.die), facts.to, facts.die)
        : putDie(liftDie(view, facts.from, facts.die), facts.to, facts.die);
    case "move":
      return putDie(liftDie(view, facts.from), facts.to, facts.die);
    case "swap":
      return board({ ...view.board, [facts.a]: [facts.die_b], [facts.b]: [facts.die_a] });
    case "wata":
      return board(slideLine(view.board, lineSpaces(facts.line, view.area), facts.end));
    case "power":
      return facts.price ? side((before) => ({ offerings: before.offerings - facts.price })) : view;
    case "offering":
    case "buy":
      return side(() => ({ offerings: facts.offerings }));
    case "turn-die":
      return {
        ...side((before) => ({ zone: replaceDie(before.zone, facts.was, facts.die), offerings: facts.offerings })),
        captured: facts.die,
      };
    case "face":
      return side((before) => ({ zone: replaceDie(before.zone, facts.was, facts.die) }));
    case "victory":
      return side(() => ({ vp: facts.total }));
    case "guard":
    case "guard-ends": {
      const guarded = event.kind === "guard";
      if (event.seat === null) return view.baron ? { ...view, baron: { ...view.baron, guarded } } : view;
      return { ...view, seats: view.seats.map((each, i) => (i === event.seat ? { ...each, guarded } : each)) };
    }
    case "steal":
      return addToZone(
        side((before) => removeFromSpirit(before, facts.die), facts.side ?? 0),
        mine,
        facts.die,
      );
    case "exchange":
      return {
        ...view,
        sides: view.sides.map((each, i) =>
          i === facts.a
            ? { ...each, zone: replaceDie(each.zone, facts.die_a, facts.die_b) }
            : i === facts.b
              ? { ...each, zone: replaceDie(each.zone, facts.die_b, facts.die_a) }
              : each,
        ),
      };
    case "combo":
      return side((before) => bankDice(before, facts.dice, facts.points, facts.total));
    case "spirit":
      return side((before) => bankDice(before, [facts.die], 0, before.vp));
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

/** Advance the steps of the turn with an event. */
export function advanceSteps(view: View, event: GameEvent): View {
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

export function slideLine(board: Stacks, spaces: readonly Space[], end: string): Stacks {
  const stacks = spaces.map((space) => board[space] ?? []).filter((stack) => stack.length);
  const ordered =
    end === "left" || end === "up"
      ? stacks
      : [...Array.from({ length: spaces.length - stacks.length }, () => []), ...stacks];
  return { ...board, ...Object.fromEntries(spaces.map((space, i) => [space, ordered[i] ?? []])) };
}

function liftDie(view: View, space: Space, die?: DieName): View {
  const stack = view.board[space] ?? [],
    at = die === undefined ? stack.length - 1 : stack.lastIndexOf(die);
  return { ...view, board: { ...view.board, [space]: stack.filter((_, i) => i !== at) } };
}
const putDie = (view: View, space: Space, die: DieName): View => ({
  ...view,
  board: { ...view.board, [space]: [...(view.board[space] ?? []), die] },
});
function putDieUnder(view: View, space: Space, die: DieName): View {
  const stack = view.board[space] ?? [];
  return { ...view, board: { ...view.board, [space]: [...stack.slice(0, -1), die, ...stack.slice(-1)] } };
}

const addToZone = (view: View, side: number, die: DieName): View => ({
  ...view,
  sides: view.sides.map((each, i) => (i === side ? { ...each, zone: [...each.zone, die] } : each)),
});
function replaceDie(dice: readonly DieName[], was: DieName, die: DieName): DieName[] {
  const place = dice.lastIndexOf(was);
  return place < 0 ? [...dice, die] : dice.with(place, die);
}
function removeFromSpirit(side: Side, die: DieName): Partial<Side> {
  const at = side.spirit.findIndex((group) => group.dice.includes(die));
  const spirit = side.spirit
    .map((group, i) => (i === at ? { ...group, dice: removeDice(group.dice, [die]) } : group))
    .filter((group) => group.dice.length);
  return { spirit, counts: changeCounts(side.counts, [die], -1) };
}
function bankDice(side: Side, dice: DieName[], points: number, vp: number): Partial<Side> {
  return {
    zone: removeDice(side.zone, dice),
    spirit: [...side.spirit, { dice, points }],
    vp,
    counts: changeCounts(side.counts, dice, 1),
  };
}
function changeCounts(counts: Record<Colour, number>, dice: readonly DieName[], by: number): Record<Colour, number> {
  const next = { ...counts };
  for (const die of dice) next[colourOf(die)] += by;
  return next;
}
/** Remove each die of `taken` once from `dice`. */
export function removeDice(dice: readonly DieName[], taken: readonly DieName[]): DieName[] {
  const left = [...dice];
  for (const die of taken) {
    const place = left.indexOf(die);
    if (place >= 0) left.splice(place, 1);
  }
  return left;
}
