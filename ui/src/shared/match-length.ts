// Format the length of a finished match: its rounds and the time at the table.
import { formatNumber, t, tn } from "./i18n";
import type { StateFrame } from "../contract/messages";

export const pausesNote = (): string => t("Breaks of more than five minutes don't count.");

export function formatMatchLength({ story, table }: StateFrame): string {
  const rounds = story?.curve.points.filter(({ label }) => /^[1-9]/.test(label)).length ?? 0;
  return [rounds ? countOf(rounds, story!.curve.per) : "", table.length ?? ""].filter(Boolean).join(", ");
}

/** Return a number of rounds, or of what the game counts instead of them: `per`, in the reader's language. */
function countOf(n: number, per: string): string {
  if (per === t("round")) return tn("{n} round", "{n} rounds", n);
  if (per === t("combat")) return tn("{n} combat", "{n} combats", n);
  if (per === t("change")) return tn("{n} change", "{n} changes", n);
  return `${per}: ${formatNumber(n)}`;
}
