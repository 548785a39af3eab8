// Whether the dice of a finished match are those that were promised: this browser works them out again from the published secret.
// Where the browser can't (WebCrypto needs a secure page, and a table on the home network is none) the house answers, and it is said who did.
import type { TableInfo } from "../types";
import { faultsOf, type DiceRecord } from "./dice-proof";

export type Checked =
  | { state: "asking" }
  | { state: "failed" }
  | { state: "done"; by: "browser" | "house"; throws: number; faults: readonly string[] };

class Proof {
  result = $state.raw<Checked>({ state: "asking" });
  private asked = "";

  /** Checks once; `anew` once more. */
  async check(info: TableInfo, anew = false): Promise<void> {
    if (this.asked === info.id && !anew) return;
    this.asked = info.id;
    this.result = { state: "asking" };
    try {
      const answer = await fetch(`/t/${info.id}/dice.json`);
      if (!answer.ok) throw new Error(answer.statusText);
      const record = (await answer.json()) as DiceRecord;
      const own = record.dice && globalThis.crypto?.subtle ? await faultsOf(record, info) : null;
      this.result = {
        state: "done",
        by: own ? "browser" : "house",
        throws: record.throws,
        faults: own ?? record.faults,
      };
    } catch {
      this.result = { state: "failed" };
    }
  }
}
export const proof = new Proof();
