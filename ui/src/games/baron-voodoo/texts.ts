// The names of colours, faces, Loas and steps, and the coordinates of the board.
import { term } from "../../shared/rule-texts";
import type { Colour, DieName, Face, LoaColour, PowerName, Space, StepId } from "./view";

export const COLOURS: readonly Colour[] = ["Y", "T", "R", "P", "W"];
export const FACES: readonly Face[] = ["O", "V", "F", "G", "S", "X"];
export const FILES = "abcdefg";

export const COLOUR: Record<Colour, string> = { Y: "yellow", T: "turquoise", R: "red", P: "purple", W: "white" };
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
    verb: "Push a line",
  },
  {
    colour: "T",
    id: "gran-bwa",
    power: "bwa",
    verb: "Spread a stack",
  },
  {
    colour: "R",
    id: "papa-legba",
    power: "legba",
    verb: "Move a die",
  },
  {
    colour: "P",
    id: "erzulie-freda",
    power: "erzulie",
    verb: "Swap two dice",
  },
];
export const LOAS: readonly Loa[] = POWERS.map((power) => {
  const { title, short } = term(`loa:${power.id}`);
  return { ...power, name: title, text: short };
});
export const loaOf = (colour: LoaColour): Loa => LOAS.find((each) => each.colour === colour)!;
export const loaWith = (power: PowerName): Loa => LOAS.find((each) => each.power === power)!;

export const STEPS: Record<StepId, { sign: string; name: string }> = {
  A: { sign: "A", name: "Power" },
  B: { sign: "B", name: "Capture" },
  C1: { sign: "1", name: "Offering" },
  C2: { sign: "2", name: "Turn the die" },
  C3: { sign: "3", name: "Use its face" },
  C4: { sign: "4", name: "Buy a turn" },
  C5: { sign: "5", name: "Spirit World" },
  D: { sign: "D", name: "Power" },
};
export const ORDER = Object.keys(STEPS) as StepId[];

export const colourOf = (die: DieName): Colour => die[0] as Colour;
export const faceOf = (die: DieName): Face => die[1] as Face;
export const dieWords = (die: DieName): string => `${COLOUR[colourOf(die)]} ${FACE[faceOf(die)].name}`;

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
  if (!stack.length) return "empty";
  const [top, ...lower] = [...stack].reverse().map(dieWords);
  return lower.length ? `stack of ${stack.length}, ${top} on ${lower.join(" on ")}` : top!;
}
