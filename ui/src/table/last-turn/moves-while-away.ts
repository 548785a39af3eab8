// Load what happened since this player acted last, so that it can be replayed on a reloaded page as well. Moves that
// the player has not seen happened while they were away.
import type { GameEvent, ViewInWords, Prompt, StateFrame } from "../../contract/messages";
import type { TableController } from "../state/table-controller.svelte";
import type { EventBatch } from "./last-turn-replay.svelte";
import { ownAddress } from "../../shared/own-address";

interface AwayMoment {
  number: number;
  acting: number[];
  prompt: Prompt;
  view: StateFrame["view"];
  words: ViewInWords | null;
  events: GameEvent[];
}

/**
 * Return how far this browser has seen the match. A reloaded page asks before the server knows that the old one is
 * gone.
 */
function lastSeenNumber(table: TableController): number {
  const kept = `seen:${table.frame!.table.id}`,
    opened = table.frame!.number;
  try {
    addEventListener("pagehide", () => {
      const number = Math.max(opened, table.frame!.number); // during a replay the table shows an older frame
      sessionStorage.setItem(kept, String(number));
    });
    return Number(sessionStorage.getItem(kept)) || 0;
  } catch {
    return 0; // the browser stores nothing
  }
}

/** Load the moves once, when the page is opened. */
export async function loadMovesWhileAway(table: TableController): Promise<void> {
  const { frame, ui } = table;
  if (frame?.table.phase !== "playing" || frame.seat === null) return;
  const seen = lastSeenNumber(table);
  const answer = await fetch(ownAddress(`/t/${frame.table.id}/away.json?again${ui.needsWords ? "&words" : ""}`)).catch(
    () => null,
  );
  if (!answer?.ok) return;
  const { moments, new: since } = (await answer.json()) as { moments: AwayMoment[]; new: number | null },
    now = table.frame!;
  if (moments.at(-1)?.number !== now.number) return; // something was played meanwhile: its events are animated anyway
  const batches = moments.slice(1).map(({ events }, i): EventBatch => {
    const { number, acting, prompt, view, words } = moments[i]!;
    const before = { ...now, number, acting, prompt, view, words, options: [], events: [], undo: false, hint: null };
    return { before, events };
  });
  const visible = batches.filter(({ events }) => events.length);
  table.lastTurnReplay.loadBatches(
    visible,
    visible.filter(({ before }) => since !== null && before.number >= Math.max(since, seen)),
  );
}
