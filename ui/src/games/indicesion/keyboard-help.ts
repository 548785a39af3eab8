// The keys of inDICEsion, for the keyboard help.
import type { KeyMeanings } from "../game-ui";

export default [
  ["1 – 6", "take a die"],
  ["T", "the next board to aim at"],
  ["G", "ready throws: drop, lob, knock"],
  ["← → ↑ ↓", "aim and power"],
  ["W Z, Q E", "higher or flatter; spin"],
  ["A D, N J", "walk round the table, nearer or farther"],
  ["X C, F", "hand lower or higher; face up"],
  ["V or B", "view from above; drawn flat"],
  ["O", "see the throw again, slowly"],
  ["P", "a practice throw: it does not count"],
  ["H", "while you throw: hold on to it, or forget it"],
  ["Y or K", "use the power, or not"],
] satisfies KeyMeanings;
