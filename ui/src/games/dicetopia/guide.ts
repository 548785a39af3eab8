// Whether the first turn is still to be explained: once for each browser, unless somebody asks not to.
import type { View } from "./types";

const KEY = "dicehouse.dicetopia.hints";

/** they lead through one first turn: that of the table where it began */
export function guideOpen(table: string): boolean {
  try {
    return [null, table].includes(localStorage.getItem(KEY));
  } catch {
    return true;
  }
}
/** `table`: its first turn is explained; "off": nothing more is to be explained */
export function guideSeen(table: string): void {
  try {
    localStorage.setItem(KEY, table);
  } catch {
    // holds for this page only
  }
}
/** a seat's first turn, from before it until it is over */
export const firstTurn = (view: View | null, seat: number | null): boolean =>
  !!view && (view.first_turn || (seat !== null && view.round === 1 && view.player === seat));
