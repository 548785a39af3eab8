// Whether a finished match is the one that was promised and seen: this browser works out the dice and the running hash again from the
// published secret, and lays them beside what it saw. Where the browser can't (WebCrypto needs a secure page, and a table on the home
// network is none) the house answers, and it is said who did.
import type { TableInfo } from "../types";
import { type Course, courseOf } from "./course-proof";
import { faultsOf, type DiceRecord } from "./dice-proof";
import { partsOf } from "../parts";
import { witness } from "./witness";

export type Checked =
  | { state: "asking" }
  | { state: "failed" }
  | {
      state: "done";
      by: "browser" | "house";
      throws: number;
      faults: readonly string[];
      course: Course | null;
      /** flights were measured, which nothing but measuring again can check */
      measured: boolean;
    };

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
      const can = !!record.dice && !!globalThis.crypto?.subtle;
      const { faults, course } = await courseOf(record, info, { ...witness.of(info.id), seals: sealsOf(info) }, can);
      this.result = {
        state: "done",
        by: can ? "browser" : "house",
        throws: record.throws,
        faults: can ? [...faults, ...(await faultsOf(record, info))] : record.faults,
        course,
        measured: !!record.running?.links.some((link) => !link.endsWith(",null]")),
      };
    } catch {
      this.result = { state: "failed" };
    }
  }
}
export const proof = new Proof();

/** What this browser had sealed when it sat down. */
const sealsOf = ({ id, seats }: TableInfo): string[] =>
  seats.some(({ you }) => you) ? partsOf(id).map(([seal]) => seal) : [];
