// The keys of the generic board, for the keyboard help.
import { t } from "../../shared/i18n";
import type { KeyMeanings } from "../game-ui";

export default [
  ["1 – 9", t("open a heading, choose an option")],
  [t("Arrows"), t("move to the next option")],
] satisfies KeyMeanings;
