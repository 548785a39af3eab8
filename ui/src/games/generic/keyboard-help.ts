// The keys of the generic board, for the keyboard help.
import type { KeyMeanings } from "../game-ui";

export default [
  ["1 – 9", "open a heading, choose an option"],
  ["Arrows", "go from one to the next"],
] satisfies KeyMeanings;
