// Names of things, and where a space lies.
import type { Colour, DieName, Face, LoaColour, PowerName, Space, StepId } from "./types";

export const COLOURS: readonly Colour[] = ["Y", "T", "R", "P", "W"];
export const FACES: readonly Face[] = ["O", "V", "F", "G", "S", "X"];
export const FILES = "abcdefg";

export const COLOUR: Record<Colour, string> = { Y: "yellow", T: "turquoise", R: "red", P: "purple", W: "white" };
export const FACE: Record<Face, { name: string; does: string }> = {
  O: { name: "Offering", does: "take one offering" },
  V: { name: "Victory", does: "score 1 point" },
  F: { name: "Face", does: "turn a captured die to another face" },
  G: { name: "Guard", does: "protect your colour until your next turn" },
  S: { name: "Steal", does: "take a die from another Spirit World" },
  X: { name: "Exchange", does: "swap dice of two capture zones" },
};

export interface Loa {
  colour: LoaColour;
  id: string;
  power: PowerName;
  name: string;
  /** what the power is called on a key */
  verb: string;
  text: string;
}
export const LOAS: readonly Loa[] = [
  {
    colour: "Y",
    id: "mamy-wata",
    power: "wata",
    name: "Mamy Wata",
    verb: "Push a line",
    text: "Slide every stack of one row or file together against one edge.",
  },
  {
    colour: "T",
    id: "gran-bwa",
    power: "bwa",
    name: "Gran Bwa",
    verb: "Spread a stack",
    text: "Lift the upper dice of a stack and lay them on other dice.",
  },
  {
    colour: "R",
    id: "papa-legba",
    power: "legba",
    name: "Papa Legba",
    verb: "Move a die",
    text: "Move one die along its row or file to an empty space.",
  },
  {
    colour: "P",
    id: "erzulie-freda",
    power: "erzulie",
    name: "Erzulie Freda",
    verb: "Swap two dice",
    text: "Let two single dice change places, wherever they stand.",
  },
];
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
export const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

/** column and row of a space, counted from the upper left */
export const at = (space: Space): [number, number] => [FILES.indexOf(space[0]!), 7 - Number(space[1])];
export const spaceAt = (column: number, row: number): Space => `${FILES[column]}${7 - row}`;
/** the spaces of a line as it is written: "row 3" from left to right, "file c" from the top down */
export const lineSpaces = (line: string, [first, last]: readonly [number, number]): Space[] => {
  const name = line.split(" ")[1]!,
    steps = Array.from({ length: last - first + 1 }, (_, i) => first + i);
  return line.startsWith("row")
    ? steps.map((column) => `${FILES[column]}${name}`)
    : steps.map((row) => `${name}${7 - row}`);
};

/** a stack as a sentence, the top die first */
export function stackWords(stack: readonly DieName[]): string {
  if (!stack.length) return "empty";
  const [top, ...lower] = [...stack].reverse().map(dieWords);
  return lower.length ? `stack of ${stack.length}, ${top} on ${lower.join(" on ")}` : top!;
}
