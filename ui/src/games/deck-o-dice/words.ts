// The six DieMinions as the page names and draws them.
import type { Cell, TypeId, View } from "./types";

export interface Kind {
  id: TypeId;
  name: string;
  faces: number;
  /** what it can do, in a few words */
  does: string;
  /** the same in a sentence */
  power: string;
  /** the power's name, for those that were invented */
  house: string | null;
  /** outline and inner edges of its die, on 48 x 48 */
  outline: string;
  edges: string;
  /** where the number stands */
  y: number;
}

export const KINDS: readonly Kind[] = [
  {
    id: "quad",
    name: "Quad",
    faces: 4,
    does: "3 or 4 fells a giant",
    power: "If it defends with a 3 or 4, a d12 or d20 counts 0.",
    house: "Giant-killer",
    outline: "M24 3 45 41H3Z",
    edges: "M24 3 28 41",
    y: 30,
  },
  {
    id: "cubera",
    name: "Cubera",
    faces: 6,
    does: "may re-roll once",
    power: "May put its card to the bottom and draw another, which stands.",
    house: null,
    outline: "M8 6h32a3 3 0 0 1 3 3v31a3 3 0 0 1-3 3H8a3 3 0 0 1-3-3V9a3 3 0 0 1 3-3Z",
    edges: "",
    y: 25,
  },
  {
    id: "diante",
    name: "Diante",
    faces: 8,
    does: "sees two, takes one",
    power: "May look at the top two cards alone and take one; the other goes back on top.",
    house: null,
    outline: "M24 1.500 46 24 24 46.500 2 24Z",
    edges: "M2 24 24 33 46 24M24 33v13.500",
    y: 22.5,
  },
  {
    id: "sparten",
    name: "Sparten",
    faces: 10,
    does: "giants lose 2",
    power: "When it defends against a d12 or d20, that giant’s number is lowered by 2.",
    house: "Shield",
    outline: "M24 1.500 46 20.500v7L24 46.500 2 27.500v-7Z",
    edges: "M24 1.500 37 27 24 35 11 27ZM2 23.500 11 27M46 23.500 37 27M24 35v11.500",
    y: 23,
  },
  {
    id: "dwelve",
    name: "Dwelve",
    faces: 12,
    does: "wins every tie",
    power: "Wins when the numbers are equal, except against another Dwelve.",
    house: "Stubborn",
    outline: "M24 1.500 37.500 5.800 45.500 17v14L37.500 42.200 24 46.500 10.500 42.200 2.500 31V17L10.500 5.800Z",
    edges:
      "M24 9.500 38 19.600 32.700 36H15.300L10 19.600ZM24 1.500v8M45.500 17 38 19.600M37.500 42.200 32.700 36M10.500 42.200 15.300 36M2.500 17 10 19.600",
    y: 24,
  },
  {
    id: "twent",
    name: "Twent",
    faces: 20,
    does: "no power needed",
    power: "The biggest numbers, and no power.",
    house: null,
    outline: "M24 1.500 44 12.800v22.400L24 46.500 4 35.200V12.800Z",
    edges:
      "M24 9.500 38 33.500H10ZM24 1.500v8M44 12.800 24 9.500 4 12.800M44 12.800 38 33.500 44 35.200M4 12.800 10 33.500 4 35.200M10 33.500 24 46.500 38 33.500",
    y: 25.5,
  },
];

const AT = new Map(KINDS.map((kind, i) => [kind.id, i]));
export const rank = (id: TypeId): number => AT.get(id) ?? 0;
export const kindOf = (id: TypeId): Kind => KINDS[rank(id)]!;

/** what a minion can do under the rules of this table */
export const doesHere = (kind: Kind, view: View): string =>
  kind.house && view.abilities === "attested" ? "no power here" : kind.does;
export const isHouse = (kind: Kind, view: View): boolean => !!kind.house && view.abilities === "proposed";

export const printed = (cell: Cell | null | undefined): string =>
  cell === "R" ? "R*" : cell === null || cell === undefined ? "" : String(cell);
/** 6 and 9 are underlined where they could be taken for each other */
export const turned = (cell: Cell): boolean => cell === 6 || cell === 9;

/** the card that settles a 12 to 12 */
export const isCrown = (cells: readonly Cell[] | undefined): boolean => cells?.[5] === 20;

/** a card, read out */
export const cardWords = (cells: readonly Cell[] | undefined, counts?: TypeId | null): string =>
  cells
    ? `${KINDS.map((kind, i) => `d${kind.faces} ${cells[i] === "R" ? "R star" : cells[i]}`).join(", ")}${counts ? `. The d${kindOf(counts).faces} counts` : ""}`
    : "a card face down";
