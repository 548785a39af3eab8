// Animate past events once more, step by step, and then restore the table.
import { Pace } from "../../shared/animation-pace";
import type { GameEvent, StateFrame } from "../../contract/messages";
import type { EventBatch, LastTurnReplay, ReplayTable } from "./last-turn-replay.svelte";

/** Animate the batches and stop after every event of `shown`. The table must be lent meanwhile. */
export async function replayEvents(
  replay: LastTurnReplay,
  table: ReplayTable,
  batches: readonly EventBatch[],
  shown: ReadonlySet<GameEvent>,
): Promise<void> {
  const { frame, lastEventText, lastEventSeat } = table,
    restoreState = table.board.saveState?.();
  replay.steps = shown.size;
  for (const batch of batches) await replayBatch(replay, table, batch, shown, frame!);
  replay.step = 0;
  table.frame = frame;
  table.setLastEvent({ text: lastEventText, seat: lastEventSeat });
  table.board.showFrame(frame!, true);
  restoreState?.();
}

async function replayBatch(
  replay: LastTurnReplay,
  table: ReplayTable,
  { before, events }: EventBatch,
  shown: ReadonlySet<GameEvent>,
  now: StateFrame,
): Promise<void> {
  if (replay.stopped) return;
  table.frame = {
    ...before,
    table: now.table,
    time: now.time,
    receivedAt: now.receivedAt,
    options: [],
    undo: false,
    takeback: null,
  };
  table.board.showFrame(table.frame, true); // the selection stays
  for (const [i, event] of events.entries()) {
    if (replay.stopped) return;
    const seen = shown.has(event);
    replay.pace = new Pace();
    if (seen) replay.step++;
    else replay.pace.skipEverything();
    await table.animateEvent(event, events.slice(i + 1), replay.pace, seen ? () => table.setLastEvent(event) : null);
    if (seen && !replay.stopped) await replay.waitForNext();
  }
}
