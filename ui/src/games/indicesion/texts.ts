// Names and sentences for dice, boards and rulings.
import { term } from "../../shared/rule-texts";
import { capitalize, pluralize, joinWithAnd } from "../../shared/text-format";
import { upFace } from "./geometry";
import type { Colour, Id, DieRuling, View } from "./view";

export const COLOURS: readonly Colour[] = ["red", "orange", "yellow", "green", "blue", "pink"];
const LETTER: Record<string, Colour> = { r: "red", o: "orange", y: "yellow", g: "green", b: "blue", k: "pink" };
export const colourOf = (die: Id): Colour => LETTER[die[0]!] ?? "red";
export const isDie = (id: Id): boolean => id[0]! in LETTER;
export const isBoard = (id: Id): boolean => id[0] === "p" || id[0] === "c";

/** What each colour does in the drafting mode. */
const power = (colour: Colour): readonly [name: string, does: string] => {
  const { title, short } = term(`pool:${colour}`);
  return [title, short];
};
export const POWERS: Record<Colour, readonly [name: string, does: string]> = {
  red: power("red"),
  orange: power("orange"),
  yellow: power("yellow"),
  green: power("green"),
  blue: power("blue"),
  pink: power("pink"),
};
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
export const signedPoints = (points: number): string => (points < 0 ? `−${-points}` : String(points));

/** Return the referee's ruling on a die. */
export function rulingText(view: View, die: Id, names: readonly string[]): string {
  const judged = view.judged[die],
    on = (judged?.boards ?? []).map((board) => boardWords(view, board, names));
  if (!judged || !on.length)
    return judged?.rests_on.some(isDie) ? "leans on a die, on no board: nothing" : "on the cloth: nothing";
  const where = `on ${joinWithAnd(on)}`;
  if (judged.crooked || judged.face === null)
    return `${judged.face === null ? "no clear face up" : `crooked ${judged.face}`}, ${where}: nothing`;
  if (judged.covered) return `${judged.face}, ${where}, under another die: nothing`;
  return `${judged.face}, ${where}${judged.level > 1 ? `, top of a tower of ${judged.level}` : ""}: ${signedPoints(judged.points)}`;
}
export function whyWorthless(judged: DieRuling): string {
  return judged.crooked ? "crooked" : judged.covered ? "covered" : judged.face === null ? "no face" : "";
}

const positionText = ({ covered, level }: DieRuling): string =>
  covered ? " under another die" : level > 1 ? ` on top of a tower of ${level}` : "";

/** Return all positions in words, for screen readers. */
export function tableInWords(view: View, names: readonly string[]): string[] {
  const dice = Object.keys(view.bodies).filter(isDie),
    boards = Object.keys(view.bodies).filter(isBoard);
  const lines = boards.map((board) => {
    const here = dice.filter((die) => view.judged[die]?.boards.includes(board));
    const barrels = Object.entries(view.bodies).filter(
      ([, body]) => body.kind === "barrel" && isNearBoard(view, board, body.at),
    ).length;
    const what = [
      ...here.map(
        (die) =>
          `${dieWords(view, die)} ${rulingText(view, die, names).split(", on ")[0]!.split(" on ")[0]!}${positionText(view.judged[die]!)}, ${signedPoints(view.judged[die]!.points)}`,
      ),
      ...(barrels ? [pluralize(barrels, "barrel")] : []),
    ];
    return `${capitalize(boardWords(view, board, names))}${boards.length > view.seats.length || board[0] === "c" ? ` (${board})` : ""}: ${what.length ? what.join("; ") : "empty"}.`;
  });
  const off = dice.filter((die) => !view.judged[die]?.boards.length);
  return off.length
    ? [
        ...lines,
        `On the cloth: ${joinWithAnd(off.map((die) => `${dieWords(view, die)} showing ${upFace(view.bodies[die]!.quat)}`))}.`,
      ]
    : lines;
}
function isNearBoard(view: View, board: Id, at: readonly [number, number, number]): boolean {
  const middle = view.bodies[board]!.at;
  return Math.hypot(at[0] - middle[0], at[1] - middle[1]) < view.sizes.board[0] / 2;
}
