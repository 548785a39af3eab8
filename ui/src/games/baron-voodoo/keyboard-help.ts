// The keys of Baron Voodoo, for the keyboard help.
import { t } from "../../shared/i18n";
import type { KeyMeanings } from "../game-ui";

export default [
  [t("Arrows"), t("browse the board")],
  [t("Space"), t("pick a die, or aim at a space")],
  ["1 – 9", t("choose from the list, or take a step")],
  [t("A or D"), t("use a power")],
  ["O T F B", t("take an offering, turn the die, use its face, buy a turn")],
  ["C", t("move dice to the Spirit World")],
  ["E", t("end your turn")],
] satisfies KeyMeanings;
