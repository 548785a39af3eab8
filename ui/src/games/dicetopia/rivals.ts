// What an option would mean for the others.
import { listed } from "../../kit/words";
import { bitsOf, turned } from "./steps";
import type { Act, View } from "./types";
import { SHORT } from "./words";

export interface Rival {
  seat: number;
  words: string;
  points: number;
}
/** what it means for the others: who gains or loses a place, and how much in all */
export function rivalsOf(act: Act, view: View, me: number): Rival[] {
  const { gains, parts = [] } = act.facts;
  return view.seats.flatMap((_, seat): Rival[] => {
    const points = gains?.[seat] ?? 0;
    if (seat === me || !points) return [];
    const [lost, won] = turned(act, view, seat),
      areas = [...new Set(parts.filter((part) => part.seat === seat && part.area).map((part) => SHORT[part.area!]))];
    const held = [lost.length && `loses ${listed(lost)}`, won.length && `gains ${listed(won)}`].filter(Boolean);
    const words = held.length
      ? held.join(", ")
      : areas.length
        ? `in ${listed(areas)}`
        : bitsOf(parts, seat)
            .map((bit) => bit.split(" ")[0])
            .join(", ");
    return [{ seat, words, points }];
  });
}
