// Record the chain head that comes with every frame. The first one contains all commitments for the dice; only after it
// is recorded the browser reveals its own text.
import { storeSeed, seedsForTable, seedsForNextTable } from "../../shared/client-seeds";
import type { Connection } from "../../contract/connection";
import type { Mark, TableInfo } from "../../contract/messages";
import { chainHeads } from "./chain-heads";

export function recordChainHead(table: TableInfo, mark: Mark, connection: Connection): void {
  chainHeads.record(table.id, mark);
  if (table.phase !== "waiting") return;
  const settled = ([commitment]: readonly [string, string]): boolean =>
    table.texts.some(({ text }) => text === commitment);
  for (const seed of seedsForNextTable(table.id).filter(settled)) storeSeed(table.id, seed); // it is part of the dice: the record must contain it
  for (const [, text] of seedsForTable(table.id).filter(settled)) connection.send({ t: "part", text });
}
