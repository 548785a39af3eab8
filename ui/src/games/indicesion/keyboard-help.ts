// The keys of inDICEsion, for the keyboard help.
import { t } from "../../shared/i18n";
import type { KeyMeanings } from "../game-ui";

export default [
  ["1 – 6", t("take a die")],
  ["T", t("aim at the next board")],
  ["G", t("quick throws: drop, lob, knock")],
  ["← → ↑ ↓", t("aim and power")],
  ["W Z, Q E", t("throw higher or flatter; spin")],
  ["A D, N J", t("walk around the table; step closer or back")],
  ["X C, F", t("hand lower or higher; face up")],
  ["V B", t("view from above; flat view")],
  ["O", t("slow replay of the last throw")],
  ["P", t("practice throw")],
  ["H", t("save or forget this throw")],
  ["Y K", t("use the power, or don't")],
] satisfies KeyMeanings;
