// Compute the view after one event, to show it while a batch of events is animated. The next frame replaces it.
import type { GameEvent } from "../../contract/messages";
import { RecordedThrow } from "./recorded-throw";
import type { Body, Colour, Id, SeatView, EventFacts, View } from "./view";
import { colourOf, isDie } from "./texts";

export const recordedThrowOf = (event: GameEvent): RecordedThrow | null => {
  const { flight } = event.facts as Partial<EventFacts>;
  return flight?.frames ? new RecordedThrow(flight) : null;
};

export function applyEvent(view: View, event: GameEvent): View {
  const facts = event.facts as Partial<EventFacts>,
    seat = event.seat ?? facts.seat ?? 0;
  switch (event.kind) {
    case "round":
      return {
        ...view,
        round: facts.round ?? view.round,
        seats: view.seats.map((each) => ({ ...each, points: 0, taken: 0 })),
      };
    case "pick":
      return facts.die
        ? changeSeat(
            { ...view, pool: takeFromPool(view.pool, facts.colour ?? colourOf(facts.die)) },
            seat,
            ({ hand }) => ({
              hand: [...hand, facts.die!],
            }),
          )
        : view;
    case "throw":
      return applyThrow(view, event, seat);
    case "burnt":
    case "off":
      return facts.die ? removeBody(view, facts.die) : view;
    case "taken":
      return changeSeat(facts.barrel ? removeBody(view, facts.barrel) : view, seat, ({ taken }) => ({
        taken: taken + 1,
      }));
    case "blue":
      return changeSeat(view, seat, ({ hand }) => ({ hand: hand.filter((die) => die !== facts.die) }));
    case "again":
      return changeSeat(facts.die ? removeBody(view, facts.die) : view, seat, ({ hand }) => ({
        hand: hand.filter((die) => die !== facts.pink),
      }));
    case "stand":
      return changeSeat(view, seat, ({ barrels }) => ({ barrels: barrels - 1 }));
    case "build":
    case "place":
    case "remove":
      return recordedThrowOf(event) ? applyThrow(view, event, seat) : view;
    case "board-points":
      return changeSeat(view, seat, () => ({ points: facts.points ?? 0 }));
    default:
      return view;
  }
}

/** Put everything where the recorded throw ends. */
function applyThrow(view: View, event: GameEvent, seat: number): View {
  const recorded = recordedThrowOf(event),
    { die } = event.facts as Partial<EventFacts>;
  if (!recorded) return view;
  const bodies: Record<Id, Body> = { ...view.bodies };
  for (const id of recorded.ids) {
    const pose = recorded.poseAt(id, recorded.ms);
    if (pose && !recorded.record.lost.includes(id))
      bodies[id] = {
        ...(bodies[id] ?? { kind: kindOf(id), ...(isDie(id) ? { colour: colourOf(id) } : {}) }),
        at: pose.at,
        quat: pose.quat,
      };
    else delete bodies[id];
  }
  return changeSeat({ ...view, bodies, die: die ?? null, judged: {} }, seat, ({ hand }) => ({
    hand: hand.filter((each) => each !== die),
  }));
}
const kindOf = (id: Id): Body["kind"] => (isDie(id) ? "die" : id[0] === "x" ? "barrel" : "board");
function removeBody(view: View, id: Id): View {
  const { [id]: _, ...bodies } = view.bodies;
  return { ...view, bodies };
}
const takeFromPool = (pool: View["pool"], colour: Colour): View["pool"] => ({
  ...pool,
  [colour]: Math.max(0, (pool[colour] ?? 1) - 1),
});
const changeSeat = (view: View, at: number, change: (seat: SeatView) => Partial<SeatView>): View => ({
  ...view,
  seats: view.seats.map((seat, i) => (i === at ? { ...seat, ...change(seat) } : seat)),
});
