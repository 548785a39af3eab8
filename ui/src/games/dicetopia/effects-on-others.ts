// Describe what an option would mean for the other seats.
import { t } from "../../shared/i18n";
import { starTexts, dominationChanges } from "./option-effects";
import type { Act, View } from "./view";
import { SHORT } from "./texts";

export interface EffectOnOther {
  seat: number;
  words: string;
  points: number;
}
/** Return who gains or loses a place, and how many stars in all. */
export function effectsOnOthers(act: Act, view: View, me: number, name: (seat: number) => string): EffectOnOther[] {
  const { gains, parts } = act.facts;
  return view.seats.flatMap((_, seat): EffectOnOther[] => {
    const points = gains?.[seat] ?? 0;
    if (seat === me || !points) return [];
    const [lost, won] = dominationChanges(act, view, seat),
      areas = [...new Set(parts.filter((part) => part.seat === seat && part.area).map((part) => SHORT[part.area!]))];
    const player = name(seat),
      values = { player, lost: lost.join(", "), won: won.join(", ") };
    const rest = areas.length ? areas : starTexts(parts, seat).map((bit) => bit.slice(0, bit.lastIndexOf(" ")));
    const words =
      lost.length && won.length
        ? t("{player} loses {lost} and gains {won}", values)
        : lost.length
          ? t("{player} loses {lost}", values)
          : won.length
            ? t("{player} gains {won}", values)
            : `${player}: ${rest.join(", ")}`;
    return [{ seat, words, points }];
  });
}
