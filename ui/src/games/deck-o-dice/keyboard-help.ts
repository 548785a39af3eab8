// The keys of Deck-O-Dice, for the keyboard help.
import { t } from "../../shared/i18n";
import type { KeyMeanings } from "../game-ui";

export default [
  ["1 – 6", t("choose a minion, Quad to Twent")],
  [t("1 or 2"), t("take one of Diante's cards")],
  [t("Y or N"), t("use the ability, or not")],
  ["C", t("show all cards")],
] satisfies KeyMeanings;
