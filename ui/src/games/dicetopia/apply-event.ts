// Compute the view after one event, to show it while a batch of events is animated. The next frame replaces it; who
// dominates changes only with the frame.
import type { GameEvent } from "../../contract/messages";
import type { AreaId, EventFacts, FlagFacts, Place, Seat, Thing, View } from "./view";
import { pieceOf, slotOf, spaceOf } from "./texts";

/** Return what is on a place; a faction board has its dice first, then the waiting pieces. */
export function thingAt(view: View, place: Place): Thing {
  const slot = slotOf(place),
    space = spaceOf(place);
  if (slot) return boardOf(view, slot.seat)[slot.slot] ?? null;
  return space ? (view.areas.find((area) => area.id === space.area)?.spaces[space.at] ?? null) : null;
}

export function boardOf(view: View, seat: number): Thing[] {
  const own = view.seats[seat];
  if (!own) return [];
  return [
    ...own.dice,
    ...Array.from({ length: own.agents }, () => `agent:${seat}`),
    ...(own.tentacle ? [`tentacle:${seat}`] : []),
  ];
}

export function putThing(view: View, place: Place, thing: Thing): View {
  const slot = slotOf(place),
    space = spaceOf(place);
  if (slot)
    return thing === null
      ? view
      : changeSeat(view, slot.seat, (seat) => ({
          dice: slot.slot < seat.dice.length ? seat.dice.with(slot.slot, thing) : [...seat.dice, thing],
        }));
  if (!space) return view;
  return {
    ...view,
    areas: view.areas.map((area) =>
      area.id === space.area ? { ...area, spaces: area.spaces.with(space.at, thing) } : area,
    ),
  };
}
const putThings = (view: View, ...pairs: [Place, Thing][]): View =>
  pairs.reduce((now, [place, thing]) => putThing(now, place, thing), view);

export function changeSeat(view: View, at: number, change: (seat: Seat) => Partial<Seat>): View {
  return { ...view, seats: view.seats.map((seat, i) => (i === at ? { ...seat, ...change(seat) } : seat)) };
}

function sendPiece(view: View, seat: number, facts: Partial<EventFacts>): View {
  const piece = pieceOf(facts.piece),
    next = putThing(view, facts.place!, facts.piece ?? null);
  if (piece?.kind === "thug")
    return {
      ...next,
      entered: facts.area ?? null,
      prison: { thugs: next.prison.thugs.filter((each) => each !== seat), dice: [...next.prison.dice, facts.die!] },
      seats: next.seats.map((each, i) => (i === seat ? { ...each, thug: false } : each)),
    };
  return {
    ...changeSeat(next, seat, (each) => ({
      dice: [...each.dice, facts.die!],
      agents: each.agents - (piece?.kind === "agent" ? 1 : 0),
      tentacle: each.tentacle && piece?.kind !== "tentacle",
    })),
    entered: facts.area ?? null,
  };
}

export function applyEvent(view: View, event: GameEvent): View {
  const facts = event.facts as Partial<EventFacts>,
    seat = event.seat ?? 0;
  switch (event.kind) {
    case "faction":
      return changeSeat(view, seat, () => ({ faction: facts.faction ?? null }));
    case "round":
      return { ...view, round: facts.round ?? view.round };
    case "turn":
      return { ...view, player: event.seat, turn: facts.turn ?? view.turn, entered: null, hypnosis: null, held: null };
    case "missions":
      return changeSeat(view, seat, () => ({ gave: true }));
    case "hypnosis":
      return { ...view, hypnosis: facts.area ?? null };
    case "send":
      return sendPiece(view, seat, facts);
    case "reroll":
    case "change":
    case "adapt":
    case "clone":
      return putThing(view, facts.place!, facts.die!);
    case "move":
    case "slip":
      return putThings(view, [facts.from!, facts.die!], [facts.to!, facts.piece!]);
    case "swap":
      return putThings(view, [facts.a!, facts.die_b!], [facts.b!, facts.die_a!]);
    case "robin":
      return putThing(view, facts.place!, facts.die!);
    case "token":
      return moveProtection(view, facts.from ?? null, facts.to!);
    case "exterminate":
      return putThing(view, facts.place!, "x");
    case "sacrifice":
      return {
        ...changeSeat(putThing(view, facts.from!, null), seat, (each) => ({ dice: [...each.dice, facts.die!] })),
        magmacorium: view.magmacorium - 1,
      };
    case "card-reroll":
      return {
        ...view,
        dome: { ...view.dome, card: view.dome.card.map((die, i) => (i === cardIndex(facts) ? facts.die! : die)) },
      };
    case "card":
      return { ...view, dome: { ...view.dome, card: facts.dice ?? view.dome.card, rerolled: [false, false, false] } };
    case "flag":
      return { ...view, marker: (event.facts as Partial<FlagFacts>).to ?? view.marker };
    case "protect":
    case "unprotect":
      return setProtection(view, facts.place!, event.kind === "protect");
    case "stock":
      return facts.colour
        ? {
            ...view,
            stock: {
              ...view.stock,
              at: { ...view.stock.at, [facts.colour]: facts.at ?? 0 },
              value: { ...view.stock.value, [facts.colour]: facts.value ?? 0 },
            },
          }
        : view;
    case "draft":
      return {
        ...changeSeat(view, seat, (each) => ({ dice: [...each.dice, facts.die!] })),
        prison: { ...view.prison, dice: view.prison.dice.filter((_, i) => i !== (facts.cell ?? 1) - 1) },
      };
    default:
      return view;
  }
}

/** Return the index of a die on the card; options and events count from 1. */
export const cardIndex = (facts: Partial<EventFacts>): number => (facts.card ?? 1) - 1;

function setProtection(view: View, place: Place, on: boolean): View {
  const slot = slotOf(place);
  if (!slot) return view;
  const next = changeSeat(view, slot.seat, (seat) => ({
    protected: on ? [...seat.protected, slot.slot + 1] : seat.protected.filter((each) => each !== slot.slot + 1),
  }));
  return { ...next, tokens: view.tokens + (on ? -1 : 1) };
}
/** Move a protection from one die to another, or from the board to its first die. */
function moveProtection(view: View, from: Place | null, to: Place): View {
  const slot = slotOf(to);
  if (!slot) return view;
  const was = from ? slotOf(from)!.slot + 1 : null;
  return changeSeat(view, slot.seat, (seat) => ({
    protected: [...seat.protected.filter((each) => each !== was), slot.slot + 1],
    tokens: seat.tokens - (was === null ? 1 : 0),
  }));
}
export const areaOf = (view: View, id: AreaId): View["areas"][number] | undefined =>
  view.areas.find((area) => area.id === id);
