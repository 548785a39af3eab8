// The keys of Dicetopia, for the keyboard help.
import { t } from "../../shared/i18n";
import type { KeyMeanings } from "../game-ui";

export default [
  [t("Arrows"), t("browse the city or a Faction Board")],
  ["A G W C B N", t("choose a Neighbourhood, then press a digit")],
  ["K D V J", t("choose a Location, then press a digit")],
  [t("O or F"), t("your dice or other players' dice")],
  ["1 – 9", t("choose from the list")],
  ["X", t("Stock Exchange")],
  ["T", t("break out your Thug")],
  ["Q", t("use your faction's ability")],
  ["Z", t("move a Protection Token")],
  [t("P or E"), t("pass, or end the turn")],
  ["E", t("after the game: show the city or the scoring")],
] satisfies KeyMeanings;
