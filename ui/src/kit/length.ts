// How long a finished match was: its rounds, and the time at the table.
import { count } from "./words";
import type { StateFrame } from "../types";

export const PAUSES = "Pauses of more than five minutes are not counted.";

export function lengthOf({ story, table }: StateFrame): string {
  const laps = story?.curve.points.filter(({ label }) => /^[1-9]/.test(label)).length ?? 0;
  return [laps ? count(laps, story!.curve.per) : "", table.length ?? ""].filter(Boolean).join(", ");
}
