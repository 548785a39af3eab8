import type { KeysHelp } from "../../game";

export default [
  ["1 – 9", "open a heading, choose an option"],
  ["Arrows", "go from one to the next"],
] satisfies KeysHelp;
