// The keys of Baron Voodoo, for the keyboard help.
import type { KeyMeanings } from "../game-ui";

export default [
  ["Arrows", "move over the board"],
  ["Space", "pick a die, aim at a space"],
  ["1 – 9", "choose from the list; after a capture, the steps"],
  ["A or D", "powers"],
  ["O T F B", "offering, turn the die, use its face, buy a turn"],
  ["C", "capture zone to Spirit World"],
  ["E", "end the turn"],
] satisfies KeyMeanings;
