// Names and sentences for dice, boards and rulings.
import { t, tn } from "../../shared/i18n";
import { term } from "../../shared/rule-texts";
import { joinWithAnd } from "../../shared/text-format";
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
export const COLOUR_WORDS: Record<Colour, string> = {
  red: t("Red"),
  orange: t("Orange"),
  yellow: t("Yellow"),
  green: t("Green"),
  blue: t("Blue"),
  pink: t("Pink"),
};
const DIE_WORDS: Record<Colour, string> = {
  red: t("Red die"),
  orange: t("Orange die"),
  yellow: t("Yellow die"),
  green: t("Green die"),
  blue: t("Blue die"),
  pink: t("Pink die"),
};
export const THROW_WORDS: Record<Colour, string> = {
  red: t("Throw red"),
  orange: t("Throw orange"),
  yellow: t("Throw yellow"),
  green: t("Throw green"),
  blue: t("Throw blue"),
  pink: t("Throw pink"),
};
/** A die as a label: by its colour, or by its power where dice have one. */
export const dieWords = (view: View, die: Id): string =>
  view.mode === "drafting" ? t("{power} die", { power: POWERS[colourOf(die)][0] }) : DIE_WORDS[colourOf(die)];

const ownerOf = (view: View, board: Id): number => view.seats.findIndex((each) => each.board === board);
const nameOf = (seat: number, names: readonly string[]): string => names[seat] ?? String(seat + 1);
/** A board as a label. */
export function boardWords(view: View, board: Id, names: readonly string[], me: number | null = null): string {
  const seat = ownerOf(view, board);
  if (seat < 0) return t("The target");
  return seat === me ? t("Your board") : t("{player}'s board", { player: nameOf(seat, names) });
}
export function onBoard(view: View, board: Id, names: readonly string[], me: number | null = null): string {
  const seat = ownerOf(view, board);
  if (seat < 0) return t("on the target");
  return seat === me ? t("on your board") : t("on {player}'s board", { player: nameOf(seat, names) });
}
export function atBoard(view: View, board: Id | null, names: readonly string[], me: number | null = null): string {
  if (!board) return t("beside the boards");
  const seat = ownerOf(view, board);
  if (seat < 0) return t("at the target");
  return seat === me ? t("at your board") : t("at {player}'s board", { player: nameOf(seat, names) });
}
export const signedPoints = (points: number): string => (points < 0 ? `−${-points}` : String(points));
const pointsWords = (points: number): string =>
  points === -1 ? t("\u22121 point") : tn("{n} point", "{n} points", points);

/** Return the referee's ruling on a die, in a sentence. */
export function rulingText(view: View, die: Id, names: readonly string[], me: number | null = null): string {
  const judged = view.judged[die];
  if (!judged?.boards.length) return t("It is on no board and scores nothing.");
  if (judged.crooked) return t("It is crooked and scores nothing.");
  if (judged.face === null) return t("It shows no clear face and scores nothing.");
  if (judged.covered) return t("It is under another die and scores nothing.");
  const said = {
    face: String(judged.face),
    levels: judged.level,
    points: pointsWords(judged.points),
    where: joinWithAnd(judged.boards.map((board) => onBoard(view, board, names, me)).filter(isFirst)),
  };
  return judged.level > 1
    ? t("It shows a {face}, tops a tower of {levels} and scores {points} {where}.", said)
    : t("It shows a {face} and scores {points} {where}.", said);
}
const isFirst = (word: string, at: number, all: readonly string[]): boolean => all.indexOf(word) === at;
export function whyWorthless(judged: DieRuling): string {
  return judged.crooked ? t("crooked") : judged.covered ? t("covered") : judged.face === null ? t("no face") : "";
}
/** Name a part of the table where trial throws ended, by the word that the server has for it. */
export function partWords(part: string): string {
  const storey = /^(\d)\w+ storey$/.exec(part);
  if (storey) return t("storey {n}", { n: Number(storey[1]) });
  return (
    {
      gone: t("off the table"),
      cloth: t("on no board"),
      "another board": t("on another board"),
      tower: t("on a tower"),
      board: t("on the board itself"),
    }[part] ?? part
  );
}

/** Name a place on a board for a barrel. */
export const placeName = (place: string): string =>
  ({ middle: t("Middle"), left: t("Left"), right: t("Right"), near: t("Near"), far: t("Far") })[place] ?? place;

/** Return all positions in words, for screen readers: each board with its dice and barrels, then the other dice. */
export function tableInWords(view: View, names: readonly string[]): string[] {
  const dice = Object.keys(view.bodies).filter(isDie),
    boards = Object.keys(view.bodies).filter(isBoard);
  const said = (die: Id): string => `${dieWords(view, die)}: ${rulingText(view, die, names)}`;
  const lines = boards.map((board) => {
    const here = dice.filter((die) => view.judged[die]?.boards.includes(board));
    const barrels = Object.entries(view.bodies).filter(
      ([, body]) => body.kind === "barrel" && isNearBoard(view, board, body.at),
    ).length;
    const what = [...here.map(said), ...(barrels ? [tn("{n} barrel", "{n} barrels", barrels)] : [])];
    const which = boards.length > view.seats.length || board[0] === "c" ? ` (${board})` : "";
    return `${boardWords(view, board, names)}${which}: ${what.join(" ") || t("empty")}`;
  });
  return [...lines, ...dice.filter((die) => !view.judged[die]?.boards.length).map(said)];
}
function isNearBoard(view: View, board: Id, at: readonly [number, number, number]): boolean {
  const middle = view.bodies[board]!.at;
  return Math.hypot(at[0] - middle[0], at[1] - middle[1]) < view.sizes.board[0] / 2;
}
