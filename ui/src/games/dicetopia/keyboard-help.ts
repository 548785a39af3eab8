// The keys of Dicetopia, for the keyboard help.
import type { KeyMeanings } from "../game-ui";

export default [
  ["Arrows", "move over the plan, or over a board"],
  ["A G W C B N", "a Neighbourhood; K D V J a Location; then a digit"],
  ["O or F", "your dice, or the others’"],
  ["1 – 9", "choose from the list"],
  ["X", "Stock Exchange"],
  ["T", "break out your Thug"],
  ["Q", "your faction’s power"],
  ["Z", "move a protection"],
  ["P or E", "pass, or end the turn"],
  ["E", "after the end: the city, or the count"],
] satisfies KeyMeanings;
