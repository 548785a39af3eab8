// Format the length of a finished match: its rounds and the time at the table.
import { pluralize } from "./text-format";
import type { StateFrame } from "../contract/messages";

export const PAUSES_NOTE = "Pauses of more than five minutes are not counted.";

export function formatMatchLength({ story, table }: StateFrame): string {
  const rounds = story?.curve.points.filter(({ label }) => /^[1-9]/.test(label)).length ?? 0;
  return [rounds ? pluralize(rounds, story!.curve.per) : "", table.length ?? ""].filter(Boolean).join(", ");
}
