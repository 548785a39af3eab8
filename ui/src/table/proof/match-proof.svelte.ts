// Check whether a finished match is the one that was committed and seen: recompute dice and hash chain from the
// published secret and compare them with what this browser saw. If the server can't read its record, its answer is used.
import type { TableInfo } from "../../contract/messages";
import { type ChainCheck, checkHashChain } from "./hash-chain-proof";
import { diceFaults, type DiceRecord } from "./dice-proof";
import { seedsForTable } from "../../shared/client-seeds";
import { ownAddress } from "../../shared/own-address";
import { chainHeads } from "./chain-heads";

export type ProofResult =
  | { state: "asking" }
  | { state: "failed" }
  | {
      state: "done";
      by: "browser" | "house";
      throws: number;
      faults: readonly string[];
      chain: ChainCheck | null;
      /** True if physics was measured, which only another measurement can check. */
      measured: boolean;
    };

class MatchProof {
  result = $state.raw<ProofResult>({ state: "asking" });
  private asked = "";

  /** Check once, or again if `again` is true. */
  async check(info: TableInfo, again = false): Promise<void> {
    if (this.asked === info.id && !again) return;
    this.asked = info.id;
    this.result = { state: "asking" };
    try {
      const answer = await fetch(ownAddress(`/t/${info.id}/dice.json`));
      if (!answer.ok) throw new Error(answer.statusText);
      const record = (await answer.json()) as DiceRecord;
      const canHash = !!record.dice;
      const { faults, check } = checkHashChain(
        record,
        info,
        { ...chainHeads.seenAt(info.id), commitments: ownCommitments(info) },
        canHash,
      );
      this.result = {
        state: "done",
        by: canHash ? "browser" : "house",
        throws: record.throws,
        faults: canHash ? [...faults, ...diceFaults(record, info)] : record.faults,
        chain: check,
        measured: !!record.running?.links.some((link) => !link.endsWith(",null]")),
      };
    } catch {
      this.result = { state: "failed" };
    }
  }
}
export const matchProof = new MatchProof();

/** Return what this browser committed when it sat down. */
const ownCommitments = ({ id, seats }: TableInfo): string[] =>
  seats.some(({ you }) => you) ? seedsForTable(id).map(([commitment]) => commitment) : [];
