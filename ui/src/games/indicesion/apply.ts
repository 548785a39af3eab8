// The picture after one event: what is shown while a batch is told. The frame that follows says the same, and has the last word.
import type { GameEvent } from "../../types";
import { Film } from "./playback";
import type { Body, Colour, Id, SeatView, Told, View } from "./types";
import { colourOf, isDie } from "./words";

export const filmOf = (event: GameEvent): Film | null => {
  const { flight } = event.facts as Partial<Told>;
  return flight?.frames ? new Film(flight) : null;
};

export function after(view: View, event: GameEvent): View {
  const facts = event.facts as Partial<Told>,
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
        ? withSeat({ ...view, pool: fewer(view.pool, facts.colour ?? colourOf(facts.die)) }, seat, ({ hand }) => ({
            hand: [...hand, facts.die!],
          }))
        : view;
    case "throw":
      return thrown(view, event, seat);
    case "burnt":
    case "off":
      return facts.die ? without(view, facts.die) : view;
    case "taken":
      return withSeat(facts.barrel ? without(view, facts.barrel) : view, seat, ({ taken }) => ({ taken: taken + 1 }));
    case "blue":
      return withSeat(view, seat, ({ hand }) => ({ hand: hand.filter((die) => die !== facts.die) }));
    case "again":
      return withSeat(facts.die ? without(view, facts.die) : view, seat, ({ hand }) => ({
        hand: hand.filter((die) => die !== facts.pink),
      }));
    case "stand":
      return withSeat(view, seat, ({ barrels }) => ({ barrels: barrels - 1 }));
    case "build":
    case "place":
    case "remove":
      return filmOf(event) ? thrown(view, event, seat) : view;
    case "board-points":
      return withSeat(view, seat, () => ({ points: facts.points ?? 0 }));
    default:
      return view;
  }
}

/** everything lies where the film ends */
function thrown(view: View, event: GameEvent, seat: number): View {
  const film = filmOf(event),
    { die } = event.facts as Partial<Told>;
  if (!film) return view;
  const bodies: Record<Id, Body> = { ...view.bodies };
  for (const id of film.ids) {
    const pose = film.pose(id, film.ms);
    if (pose && !film.flown.lost.includes(id))
      bodies[id] = {
        ...(bodies[id] ?? { kind: kindOf(id), ...(isDie(id) ? { colour: colourOf(id) } : {}) }),
        at: pose.at,
        quat: pose.quat,
      };
    else delete bodies[id];
  }
  return withSeat({ ...view, bodies, die: die ?? null, judged: {} }, seat, ({ hand }) => ({
    hand: hand.filter((each) => each !== die),
  }));
}
const kindOf = (id: Id): Body["kind"] => (isDie(id) ? "die" : id[0] === "x" ? "barrel" : "board");
function without(view: View, id: Id): View {
  const { [id]: _, ...bodies } = view.bodies;
  return { ...view, bodies };
}
const fewer = (pool: View["pool"], colour: Colour): View["pool"] => ({
  ...pool,
  [colour]: Math.max(0, (pool[colour] ?? 1) - 1),
});
const withSeat = (view: View, at: number, change: (seat: SeatView) => Partial<SeatView>): View => ({
  ...view,
  seats: view.seats.map((seat, i) => (i === at ? { ...seat, ...change(seat) } : seat)),
});
