// The names of colours, faces, Loas and steps, and the coordinates of the board.
import { t, tp } from "../../shared/i18n";
import { term } from "../../shared/rule-texts";
import type { Colour, DieName, Face, LoaColour, PowerName, Space, StepId } from "./view";

export const COLOURS: readonly Colour[] = ["Y", "T", "R", "P", "W"];
export const FACES: readonly Face[] = ["O", "V", "F", "G", "S", "X"];
export const FILES = "abcdefg";

export const COLOUR: Record<Colour, string> = {
  Y: tp("colour", "yellow"),
  T: tp("colour", "turquoise"),
  R: tp("colour", "red"),
  P: tp("colour", "purple"),
  W: tp("colour", "white"),
};
const face = (name: Face): { name: string; does: string } => {
  const { title, short } = term(`die:*${name.toLowerCase()}`);
  return { name: title, does: short };
};
export const FACE: Record<Face, { name: string; does: string }> = {
  O: face("O"),
  V: face("V"),
  F: face("F"),
  G: face("G"),
  S: face("S"),
  X: face("X"),
};

export interface Loa {
  colour: LoaColour;
  id: string;
  power: PowerName;
  name: string;
  /** The power's name on a button. */
  verb: string;
  text: string;
}
const POWERS: readonly Omit<Loa, "name" | "text">[] = [
  {
    colour: "Y",
    id: "mamy-wata",
    power: "wata",
    verb: t("Push a line"),
  },
  {
    colour: "T",
    id: "gran-bwa",
    power: "bwa",
    verb: t("Spread a stack"),
  },
  {
    colour: "R",
    id: "papa-legba",
    power: "legba",
    verb: t("Move a die"),
  },
  {
    colour: "P",
    id: "erzulie-freda",
    power: "erzulie",
    verb: t("Swap two dice"),
  },
];
export const LOAS: readonly Loa[] = POWERS.map((power) => {
  const { title, short } = term(`loa:${power.id}`);
  return { ...power, name: title, text: short };
});
export const loaOf = (colour: LoaColour): Loa => LOAS.find((each) => each.colour === colour)!;
export const loaWith = (power: PowerName): Loa => LOAS.find((each) => each.power === power)!;

export const ORDER: readonly StepId[] = ["A", "B", "C1", "C2", "C3", "C4", "C5", "D"];
/** Return the letter or digit of a step on its button. */
export const stepSign = (step: StepId): string => step.replace("C", "");

export const colourOf = (die: DieName): Colour => die[0] as Colour;
export const faceOf = (die: DieName): Face => die[1] as Face;
export function dieWords(die: DieName): string {
  const face = FACE[faceOf(die)].name;
  switch (colourOf(die)) {
    case "Y":
      return t("yellow {face}", { face });
    case "T":
      return t("turquoise {face}", { face });
    case "R":
      return t("red {face}", { face });
    case "P":
      return t("purple {face}", { face });
    default:
      return t("white {face}", { face });
  }
}

/** Return column and row of a space, counted from the upper left. */
export const spacePosition = (space: Space): [number, number] => [FILES.indexOf(space[0]!), 7 - Number(space[1])];
export const spaceAt = (column: number, row: number): Space => `${FILES[column]}${7 - row}`;
/** Return the spaces of a line: "row 3" from left to right, "file c" from the top down. */
export const lineSpaces = (line: string, [first, last]: readonly [number, number]): Space[] => {
  const name = line.split(" ")[1]!,
    steps = Array.from({ length: last - first + 1 }, (_, i) => first + i);
  return line.startsWith("row")
    ? steps.map((column) => `${FILES[column]}${name}`)
    : steps.map((row) => `${name}${7 - row}`);
};

/** Describe a stack in a sentence, top die first. */
export function stackWords(stack: readonly DieName[]): string {
  const [die = "", die2 = "", die3 = ""] = [...stack].reverse().map(dieWords);
  if (!stack.length) return t("empty");
  if (stack.length === 1) return die;
  return stack.length === 2
    ? t("stack: {die} on {die2}", { die, die2 })
    : t("stack: {die} on {die2} on {die3}", { die, die2, die3 });
}
