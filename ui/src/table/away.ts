// The house tells what happened since this player acted last, and the page shows it as it shows what others did: after a page was
// loaded anew as well as before. What they have not seen yet happened while they were away.
import type { GameEvent, PlainWords, Prompt, StateFrame } from "../types";
import type { Table } from "./ctrl.svelte";
import type { Batch } from "./rerun.svelte";

interface Moment {
  number: number;
  acting: number[];
  prompt: Prompt;
  view: StateFrame["view"];
  words: PlainWords | null;
  events: GameEvent[];
}

/** How far this page has seen the match: loaded anew it asks before the house has heard that the old one is gone. */
function hereBefore(table: Table): number {
  const kept = `seen:${table.frame!.table.id}`,
    opened = table.frame!.number;
  try {
    addEventListener("pagehide", () => {
      const number = Math.max(opened, table.frame!.number); // while it is shown again the table is lent to what was
      sessionStorage.setItem(kept, String(number));
    });
    return Number(sessionStorage.getItem(kept)) || 0;
  } catch {
    return 0; // nothing is kept in this browser
  }
}

/** Asks once, when the page has been opened. */
export async function whileAway(table: Table): Promise<void> {
  const { frame, ui } = table;
  if (frame?.table.phase !== "playing" || frame.seat === null) return;
  const seen = hereBefore(table);
  const answer = await fetch(`/t/${frame.table.id}/away.json?again${ui.words ? "&words" : ""}`).catch(() => null);
  if (!answer?.ok) return;
  const { moments, new: since } = (await answer.json()) as { moments: Moment[]; new: number | null },
    now = table.frame!;
  if (moments.at(-1)?.number !== now.number) return; // something was done meanwhile: it is told, and so is what led to it
  const batches = moments.slice(1).map(({ events }, i): Batch => {
    const { number, acting, prompt, view, words } = moments[i]!;
    const before = { ...now, number, acting, prompt, view, words, options: [], events: [], undo: false, hint: null };
    return { before, events };
  });
  const told = batches.filter(({ events }) => events.length);
  table.rerun.load(
    told,
    told.filter(({ before }) => since !== null && before.number >= Math.max(since, seen)),
  );
}
