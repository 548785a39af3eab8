// The six DieMinions: names, powers and drawings, and texts for cards.
import { t } from "../../shared/i18n";
import { term } from "../../shared/rule-texts";
import type { Cell, TypeId, View } from "./view";

export interface MinionKind {
  id: TypeId;
  name: string;
  faces: number;
  /** What it can do, in a few words. */
  shortPower: string;
  /** The same in a sentence. */
  power: string;
  /** The name of the power, if we invented it. */
  inventedPower: string | null;
  /** The outline and inner edges of its die, on 48 x 48. */
  outline: string;
  edges: string;
  /** The height of the number. */
  y: number;
}

const SHAPES: readonly Omit<MinionKind, "shortPower" | "power">[] = [
  {
    id: "quad",
    name: "Quad",
    faces: 4,
    inventedPower: "Giant-killer",
    outline: "M24 3 45 41H3Z",
    edges: "M24 3 28 41",
    y: 30,
  },
  {
    id: "cubera",
    name: "Cubera",
    faces: 6,
    inventedPower: null,
    outline: "M8 6h32a3 3 0 0 1 3 3v31a3 3 0 0 1-3 3H8a3 3 0 0 1-3-3V9a3 3 0 0 1 3-3Z",
    edges: "",
    y: 25,
  },
  {
    id: "diante",
    name: "Diante",
    faces: 8,
    inventedPower: null,
    outline: "M24 1.500 46 24 24 46.500 2 24Z",
    edges: "M2 24 24 33 46 24M24 33v13.500",
    y: 22.5,
  },
  {
    id: "sparten",
    name: "Sparten",
    faces: 10,
    inventedPower: "Shield",
    outline: "M24 1.500 46 20.500v7L24 46.500 2 27.500v-7Z",
    edges: "M24 1.500 37 27 24 35 11 27ZM2 23.500 11 27M46 23.500 37 27M24 35v11.500",
    y: 23,
  },
  {
    id: "dwelve",
    name: "Dwelve",
    faces: 12,
    inventedPower: "Stubborn",
    outline: "M24 1.500 37.500 5.800 45.500 17v14L37.500 42.200 24 46.500 10.500 42.200 2.500 31V17L10.500 5.800Z",
    edges:
      "M24 9.500 38 19.600 32.700 36H15.300L10 19.600ZM24 1.500v8M45.500 17 38 19.600M37.500 42.200 32.700 36M10.500 42.200 15.300 36M2.500 17 10 19.600",
    y: 24,
  },
  {
    id: "twent",
    name: "Twent",
    faces: 20,
    inventedPower: null,
    outline: "M24 1.500 44 12.800v22.400L24 46.500 4 35.200V12.800Z",
    edges:
      "M24 9.500 38 33.500H10ZM24 1.500v8M44 12.800 24 9.500 4 12.800M44 12.800 38 33.500 44 35.200M4 12.800 10 33.500 4 35.200M10 33.500 24 46.500 38 33.500",
    y: 25.5,
  },
];

export const KINDS: readonly MinionKind[] = SHAPES.map((shape) => {
  const { short, text } = term(`minion:${shape.id}`);
  return { ...shape, shortPower: short, power: text };
});

const TYPE_INDEX = new Map(KINDS.map((kind, i) => [kind.id, i]));
export const typeIndex = (id: TypeId): number => TYPE_INDEX.get(id) ?? 0;
export const kindOf = (id: TypeId): MinionKind => KINDS[typeIndex(id)]!;

export const isInvented = (kind: MinionKind, view: View): boolean =>
  !!kind.inventedPower && view.abilities === "proposed";

export const printedText = (cell: Cell | null | undefined): string =>
  cell === "R" ? "R*" : cell === null || cell === undefined ? "" : String(cell);
/** Return true for 6 and 9, which are underlined because they could be confused. */
export const needsUnderline = (cell: Cell): boolean => cell === 6 || cell === 9;

/** The number on the card that decides a draw: the highest of the largest die. */
export const CROWN = KINDS.at(-1)!.faces;
/** Return true for the card that decides a draw. */
export const isCrown = (cells: readonly Cell[] | undefined): boolean => cells?.at(-1) === CROWN;
/** Return each side's cards at a draw: half of them. */
export const halfOfCards = (view: View): number => Object.keys(view.cards).length / 2;

/** Return how people call a die of so many faces: "d20". */
export const dieName = (faces: number): string => t("d{faces}", { faces });

/** Describe a card in words. */
export const cardWords = (cells: readonly Cell[] | undefined, counts?: TypeId | null): string =>
  !cells
    ? t("a face-down card")
    : counts
      ? t("{numbers}. The d{faces} counts", { numbers: numbersOf(cells), faces: kindOf(counts).faces })
      : numbersOf(cells);
const numbersOf = (cells: readonly Cell[]): string =>
  KINDS.map((kind, i) => `${dieName(kind.faces)} ${printedText(cells[i])}`).join(", ");
