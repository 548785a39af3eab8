// What was told is told again, one step after the other; then the table is shown as it was before.
import { Pace } from "../kit/pace";
import type { GameEvent, StateFrame } from "../types";
import type { Batch, Rerun, Teller } from "./rerun.svelte";

/** Stops after every event of `shown`. The table must be lent meanwhile. */
export async function retell(
  rerun: Rerun,
  table: Teller,
  batches: readonly Batch[],
  shown: ReadonlySet<GameEvent>,
): Promise<void> {
  const { frame, told, actor } = table,
    giveBack = table.board.keep?.();
  rerun.steps = shown.size;
  for (const batch of batches) await tell(rerun, table, batch, shown, frame!);
  rerun.step = 0;
  table.frame = frame;
  table.retell({ text: told, seat: actor });
  table.board.settle(frame!, true);
  giveBack?.();
}

async function tell(
  rerun: Rerun,
  table: Teller,
  { before, events }: Batch,
  shown: ReadonlySet<GameEvent>,
  now: StateFrame,
): Promise<void> {
  if (rerun.left) return;
  table.frame = {
    ...before,
    table: now.table,
    time: now.time,
    came: now.came,
    options: [],
    undo: false,
    takeback: null,
  };
  table.board.settle(table.frame, true); // what is in hand stays there
  for (const [i, event] of events.entries()) {
    if (rerun.left) return;
    const seen = shown.has(event);
    rerun.pace = new Pace();
    if (seen) rerun.step++;
    else rerun.pace.drop();
    await table.one(event, events.slice(i + 1), rerun.pace, seen ? () => table.retell(event) : null);
    if (seen && !rerun.left) await rerun.wait();
  }
}
