import type { KeysHelp } from "../../game";

export default [
  ["1 – 6", "keep or leave a die; or choose a card"],
  ["T", "throw"],
  ["B", "bank"],
  ["D", "Double or Nothing on or off"],
] satisfies KeysHelp;
