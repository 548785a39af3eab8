// The keys of Dice-ocalypse!, for the keyboard help.
import { t, tp } from "../../shared/i18n";
import type { KeyMeanings } from "../game-ui";

export default [
  ["1 – 6", t("keep a die or put it back; or choose a card")],
  ["T", tp("verb", "roll")],
  ["B", t("bank")],
  ["D", t("Double or Nothing on or off")],
] satisfies KeyMeanings;
