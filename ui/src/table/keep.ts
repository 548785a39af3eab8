// What this browser does with the running hash that comes with every state: it keeps it, so that no record can become another match. The
// first holds what all have sealed for the dice; only when that is kept it shows its own text.
import { keepPart, partsOf, sealedFor } from "../parts";
import type { Mark, TableInfo, Wire } from "../types";
import { witness } from "./witness";

export function keep(table: TableInfo, mark: Mark, line: Wire): void {
  witness.saw(table.id, mark);
  if (table.phase !== "waiting") return;
  const settled = ([seal]: readonly [string, string]): boolean => table.texts.some(({ text }) => text === seal);
  for (const part of sealedFor(table.id).filter(settled)) keepPart(table.id, part); // it counts: the record has to have it
  for (const [, text] of partsOf(table.id).filter(settled)) line.send({ t: "part", text });
}
