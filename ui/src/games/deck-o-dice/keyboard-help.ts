// The keys of Deck-O-Dice, for the keyboard help.
import type { KeyMeanings } from "../game-ui";

export default [
  ["1 – 6", "choose a minion, Quad to Twent"],
  ["1 or 2", "choose a card of Diante’s"],
  ["Y or N", "use the power, or not"],
  ["C", "the table of cards"],
] satisfies KeyMeanings;
