// Names and sentences for what lies on the table.
import { count, listed } from "../../kit/words";
import { upFace } from "./space";
import type { Colour, Id, Judged, View } from "./types";

export const COLOURS: readonly Colour[] = ["red", "orange", "yellow", "green", "blue", "pink"];
const LETTER: Record<string, Colour> = { r: "red", o: "orange", y: "yellow", g: "green", b: "blue", k: "pink" };
export const colourOf = (die: Id): Colour => LETTER[die[0]!] ?? "red";
export const isDie = (id: Id): boolean => id[0]! in LETTER;
export const isBoard = (id: Id): boolean => id[0] === "p" || id[0] === "c";

/** what a colour does where dice are drafted */
export const POWERS: Record<Colour, readonly [name: string, does: string]> = {
  red: ["Burn", "what touches it is out"],
  orange: ["Odds", "2 to 5 give 4, else none"],
  yellow: ["Lightning", "+1 to all dice of its board"],
  green: ["Poison", "its board loses the pips"],
  blue: ["Respawn", "unused: replaces a lost die"],
  pink: ["Re-roll", "unused: throw once more"],
};
export const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);
export const dieWords = (view: View, die: Id): string =>
  `${view.mode === "drafting" ? POWERS[colourOf(die)][0].toLowerCase() : colourOf(die)} die`;
export const boardWords = (
  view: View,
  board: Id | null,
  names: readonly string[],
  me: number | null = null,
): string => {
  if (!board) return "the cloth";
  const seat = view.seats.findIndex((each) => each.board === board);
  if (seat < 0) return "the target";
  return seat === me ? "your board" : `${names[seat] ?? `seat ${seat + 1}`}’s board`;
};
export const signed = (points: number): string => (points < 0 ? `−${-points}` : String(points));

/** the referee's word on a die as it lies */
export function ruling(view: View, die: Id, names: readonly string[]): string {
  const judged = view.judged[die],
    on = (judged?.boards ?? []).map((board) => boardWords(view, board, names));
  if (!judged || !on.length)
    return judged?.rests_on.some(isDie) ? "leans on a die, on no board: nothing" : "on the cloth: nothing";
  const where = `on ${listed(on)}`;
  if (judged.crooked || judged.face === null)
    return `${judged.face === null ? "no clear face up" : `crooked ${judged.face}`}, ${where}: nothing`;
  if (judged.covered) return `${judged.face}, ${where}, under another die: nothing`;
  return `${judged.face}, ${where}${judged.level > 1 ? `, top of a tower of ${judged.level}` : ""}: ${signed(judged.points)}`;
}
export function whyNot(judged: Judged): string {
  return judged.crooked ? "crooked" : judged.covered ? "covered" : judged.face === null ? "no face" : "";
}

const standing = ({ covered, level }: Judged): string =>
  covered ? " under another die" : level > 1 ? ` on top of a tower of ${level}` : "";

/** all positions in words, for who hears the table */
export function inWords(view: View, names: readonly string[]): string[] {
  const dice = Object.keys(view.bodies).filter(isDie),
    boards = Object.keys(view.bodies).filter(isBoard);
  const lines = boards.map((board) => {
    const here = dice.filter((die) => view.judged[die]?.boards.includes(board));
    const barrels = Object.entries(view.bodies).filter(
      ([, body]) => body.kind === "barrel" && near(view, board, body.at),
    ).length;
    const what = [
      ...here.map(
        (die) =>
          `${dieWords(view, die)} ${ruling(view, die, names).split(", on ")[0]!.split(" on ")[0]!}${standing(view.judged[die]!)}, ${signed(view.judged[die]!.points)}`,
      ),
      ...(barrels ? [count(barrels, "barrel")] : []),
    ];
    return `${capital(boardWords(view, board, names))}${boards.length > view.seats.length || board[0] === "c" ? ` (${board})` : ""}: ${what.length ? what.join("; ") : "empty"}.`;
  });
  const off = dice.filter((die) => !view.judged[die]?.boards.length);
  return off.length
    ? [
        ...lines,
        `On the cloth: ${listed(off.map((die) => `${dieWords(view, die)} showing ${upFace(view.bodies[die]!.quat)}`))}.`,
      ]
    : lines;
}
function near(view: View, board: Id, at: readonly [number, number, number]): boolean {
  const middle = view.bodies[board]!.at;
  return Math.hypot(at[0] - middle[0], at[1] - middle[1]) < view.sizes.board[0] / 2;
}
