// The keys of Dice-ocalypse!, for the keyboard help.
import type { KeyMeanings } from "../game-ui";

export default [
  ["1 – 6", "keep or leave a die; or choose a card"],
  ["T", "throw"],
  ["B", "bank"],
  ["D", "Double or Nothing on or off"],
] satisfies KeyMeanings;
