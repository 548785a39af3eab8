// Describe what an option would mean for the other seats.
import { joinWithAnd } from "../../shared/text-format";
import { starTexts, dominationChanges } from "./option-effects";
import type { Act, View } from "./view";
import { SHORT } from "./texts";

export interface EffectOnOther {
  seat: number;
  words: string;
  points: number;
}
/** Return who gains or loses a place, and how many stars in all. */
export function effectsOnOthers(act: Act, view: View, me: number): EffectOnOther[] {
  const { gains, parts } = act.facts;
  return view.seats.flatMap((_, seat): EffectOnOther[] => {
    const points = gains?.[seat] ?? 0;
    if (seat === me || !points) return [];
    const [lost, won] = dominationChanges(act, view, seat),
      areas = [...new Set(parts.filter((part) => part.seat === seat && part.area).map((part) => SHORT[part.area!]))];
    const held = [lost.length && `loses ${joinWithAnd(lost)}`, won.length && `gains ${joinWithAnd(won)}`].filter(
      Boolean,
    );
    const words = held.length
      ? held.join(", ")
      : areas.length
        ? `in ${joinWithAnd(areas)}`
        : starTexts(parts, seat)
            .map((bit) => bit.split(" ")[0])
            .join(", ");
    return [{ seat, words, points }];
  });
}
