// The end of a scripted game of Dicetopia, counted as the engine tells it.
import { after, area, AREAS, type City, isDie, partsOf } from "./city-model";
import type { Story } from "./shapes";

interface Final {
  blood: number;
  stock: number;
  dice: number;
  domination: number;
  missions: number;
  total: number;
}
interface Shown {
  id: string;
  stars: number;
  from: "drawn" | "copied" | null;
  of: number | null;
  as: string | null;
  left: boolean;
}
export interface Ending {
  /** with the dice that came out of the prison */
  city: City;
  story: Story[];
  final: Final[];
  revealed: Shown[][];
  place: number[];
  winner: number[];
}

const card = (id: string, stars: number, more: Partial<Shown> = {}): Shown => ({
  id,
  stars,
  from: null,
  of: null,
  as: null,
  left: false,
  ...more,
});
const HELD: Shown[][] = [
  [card("armory", 12), card("infiltration", 8)],
  [card("copycat", 12, { from: "copied", of: 0, as: "armory" }), card("discretion", 0)],
  [card("high-stakes-gambling", 16, { from: "drawn", as: "contaminated-goods" }), card("interest", 6)],
  [card("six-and-the-city", 15), card("low-key", 0), card("slacker", 0, { left: true })],
  [card("ignorance-is-bliss", 12), card("spies", 4)],
  [card("threes-a-charm", 8), card("crowd-control", 16)],
];
const CELLS = ["p4", "w3", "t6", "m2", "p1", "w2"];

export function ending(start: City): Ending {
  const seats = start.boards.map((_, seat) => seat),
    story: Story[] = [];
  const say = (kind: string, seat: number | null, text: string, facts: object): void =>
    void story.push([kind, seat, text, facts as Record<string, unknown>]);
  say("over", null, "All pieces are placed. The city is counted.", {});
  let city = start;
  const cells: (string | null)[] = CELLS.slice(0, seats.length),
    order = seats.map((seat) => (seat + seats.length - 1) % seats.length);
  for (const seat of order) {
    const cell = cells.findIndex(isDie),
      slot = city.boards[seat]!.length + 1;
    say("draft", seat, `{${seat}} takes ${cells[cell]} from the prison.`, { die: cells[cell], slot, cell: cell + 1 });
    city = after(city, { [`p${seat + 1}-${slot}`]: cells[cell]! });
    cells[cell] = null;
  }
  const parts = seats.map((seat) => partsOf(city, seat));
  const colours = seats.map((seat) =>
    ["t", "p", "w"].map((colour) => city.boards[seat]!.filter((die) => die[0] === colour || die[0] === "m").length),
  );
  say("stock-stars", null, "The Stock Exchange pays.", { by: parts.map((each) => each["stock"]), colours });
  say("dice-stars", null, "Everybody’s dice.", { by: parts.map((each) => each["dice"]) });
  for (const id of AREAS) {
    const here = area(city, id),
      by = seats.map((seat) => (here.leaders.includes(seat) ? here.stars : 0));
    say(
      "domination",
      null,
      here.leaders.length
        ? `${id}: ${here.stars} for ${here.leaders.map((seat) => `{${seat}}`).join(" and ")}.`
        : `${id}: nobody.`,
      { area: id, leaders: here.leaders, stars: here.stars, by },
    );
  }
  const revealed = seats.map((seat) => HELD[seat]!);
  for (const late of [false, true])
    for (const seat of order)
      for (const each of revealed[seat]!) {
        if ((each.from === "copied") !== late) continue;
        if (each.left) say("leave", seat, `{${seat}} leaves one Mission out.`, { mission: each.id });
        else
          say("mission", seat, `{${seat}}: ${each.id}, +${each.stars}.`, {
            mission: each.id,
            stars: each.stars,
            from: each.from,
            of: each.of,
            as: each.as,
          });
      }
  const final = seats.map((seat): Final => {
    const { blood, stock, dice, domination } = parts[seat] as unknown as Final,
      missions = revealed[seat]!.reduce((total, each) => total + each.stars, 0);
    return { blood, stock, dice, domination, missions, total: blood + stock + dice + domination + missions };
  });
  const totals = final.map((each) => each.total),
    most = Math.max(...totals),
    winner = seats.filter((seat) => totals[seat] === most);
  say("final", null, `The totals: ${totals.join(", ")}.`, { totals });
  say("win", winner[0]!, winner.map((seat) => `{${seat}}`).join(" and ") + " wins.", { seats: winner });
  return {
    city,
    story,
    final,
    revealed,
    place: totals.map((total) => 1 + totals.filter((each) => each > total).length),
    winner,
  };
}
