// What this browser does with the running hash that comes with every state: it keeps it, so that no record can become another match. The
// first holds what all have sealed for the dice; only when that is kept it shows its own text.
import { partsOf } from "../parts";
import type { Mark, TableInfo, Wire } from "../types";
import { witness } from "./witness";

export function keep(table: TableInfo, mark: Mark, line: Wire): void {
  witness.saw(table.id, mark);
  if (table.phase !== "waiting") return;
  for (const [seal, text] of partsOf(table.id))
    if (table.texts.some((each) => each.text === seal)) line.send({ t: "part", text });
}
