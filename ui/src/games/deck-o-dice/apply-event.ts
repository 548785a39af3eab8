// Compute the view after one event, to show it while a batch of events is animated. The next frame replaces it.
import type { GameEvent } from "../../contract/messages";
import type { Side, SideAt, EventFacts, TypeId, View } from "./view";
import { KINDS } from "./texts";

/** Return the side of an event; Dicey has no seat. */
export function sideOfEvent(event: GameEvent, view: View): SideAt {
  const told = (event.facts as Partial<EventFacts>).side;
  if (told === 0 || told === 1) return told;
  const at = view.sides.findIndex((side) => side.seat === event.seat);
  return at === 1 ? 1 : 0;
}

const CLEARED: Partial<Side> = { chosen: false, minion: null, card: null, value: null, printed: null };

export function applyEvent(view: View, event: GameEvent): View {
  const facts = event.facts as Partial<EventFacts>,
    at = sideOfEvent(event, view);
  const each = (change: (side: Side, i: number) => Partial<Side>): Side[] =>
    view.sides.map((side, i) => ({ ...side, ...change(side, i) }));
  const one = (change: Partial<Side>, where: number = at): Side[] => each((_, i) => (i === where ? change : {}));
  const here = view.sides[at]!;
  switch (event.kind) {
    case "half":
      return {
        ...view,
        half: facts.half ?? view.half,
        sides: each((side) => ({
          ...CLEARED,
          left: side.left && KINDS.map((kind) => kind.id),
          n_left: KINDS.length,
          used: 0,
        })),
      };
    case "combat":
      return {
        ...view,
        combat: facts.combat ?? view.combat,
        attacker: null,
        acting_side: null,
        flip: null,
        looked: null,
        sides: each(() => CLEARED),
      };
    case "chosen":
      return { ...view, sides: one({ chosen: true }) };
    case "pick":
      return facts.minion ? { ...view, sides: one(sendMinion(here, facts.minion)) } : view;
    case "reveal":
      return facts.minions ? { ...view, sides: each((side, i) => sendMinion(side, facts.minions![i]!)) } : view;
    case "dicey-flip":
      return facts.card ? { ...view, deck: view.deck - 1, sides: one({ card: facts.card }, 1) } : view;
    case "dicey-picks":
      return facts.minion ? { ...view, sides: one(sendMinion(view.sides[1]!, facts.minion), 1) } : view;
    case "roles":
      return { ...view, sides: each((_, i) => ({ parity: i === (facts.odd ?? 0) ? "odd" : "even" })) };
    case "attack":
      return { ...view, attacker: at, acting_side: at };
    case "draw":
    case "no-number":
    case "take": {
      if (!facts.card) return view;
      const value = event.kind === "no-number" ? 0 : (facts.value ?? null);
      return {
        ...view,
        acting_side: at,
        looked: null,
        deck: view.deck + (event.kind === "take" ? 1 : here.card === null ? -1 : 0),
        sides: one({
          card: facts.card,
          value,
          printed: view.cards[facts.card]?.[KINDS.findIndex((kind) => kind.id === here.minion)] ?? value,
        }),
      };
    }
    case "redraw":
    case "reroll":
      return {
        ...view,
        deck: view.deck + (here.card === null ? 0 : 1),
        sides: one({ card: null, value: null, printed: null }),
      };
    case "look": // the cards lie before their owner, not on the deck
      return { ...view, deck: view.deck - (here.card === null ? 2 : 1) };
    case "looked":
      return { ...view, looked: facts.cards ?? null };
    case "giant-killer":
      return { ...view, sides: one({ value: 0 }, 1 - at) };
    case "shield":
      return {
        ...view,
        sides: one({ value: facts.value ?? view.sides[1 - at]!.value ?? 0 }, 1 - at),
      };
    case "compare":
      return facts.values ? { ...view, sides: each((_, i) => ({ value: facts.values![i]! })) } : view;
    case "won":
      return {
        ...view,
        results: [...view.results, { combat: view.combat, winner: at }],
        sides: each((side, i) => ({
          card: null,
          ...(i === at ? collectCards(side, facts.cards ?? playedCards(view), 2) : {}),
        })),
      };
    case "tie":
      return {
        ...view,
        results: [...view.results, { combat: view.combat, winner: null }],
        sides: each((side) => ({ ...collectCards(side, side.card === null ? [] : [side.card], 1), card: null })),
      };
    default:
      return view;
  }
}

const playedCards = (view: View): number[] => view.sides.flatMap((side) => side.card ?? []);
const collectCards = (side: Side, cards: readonly number[], points: number): Partial<Side> => ({
  points: side.points + points,
  pile: side.pile && [...side.pile, ...cards],
});

/** Send a minion from the hand into the combat. */
function sendMinion(side: Side, minion: TypeId): Partial<Side> {
  return {
    minion,
    chosen: true,
    left: side.left && side.left.filter((each) => each !== minion),
    n_left: side.n_left - 1,
    used: side.used + 1,
  };
}
