// Ask for a hint and hold the answer. The server computes it and sends it with the frame to the seat that asked; it
// stays until that seat has chosen, also after a reload.
import type { Board } from "../../games/game-ui";
import { t } from "../../shared/i18n";
import { randomHex, fillInNames } from "../../shared/text-format";
import type { Hint, ClientMessage, StateFrame } from "../../contract/messages";

/** The part of the table that hints need. */
interface HintTable {
  readonly frame: StateFrame | null;
  readonly myTurn: boolean;
  readonly busy: boolean;
  readonly names: readonly string[];
  readonly substitutedSeats: readonly unknown[];
  readonly board: Board;
  openSheet: string | null;
  say(text: string): void;
  send(message: ClientMessage): boolean;
}

export class Hints {
  /** The id of the request that has no answer yet. */
  pendingRequest = $state("");
  /** The listed option that the player looks at instead of the recommended one. */
  viewedOption = $state("");
  private lastHint = "";

  constructor(private readonly table: HintTable) {}

  /** True if this seat may ask now. */
  readonly mayAsk = $derived.by<boolean>(() => {
    const { table } = this,
      { frame } = table;
    if (!frame || table.busy || !table.myTurn || frame.table.phase !== "playing" || frame.cover !== null) return false;
    return !!frame.table.hints?.on && !frame.lesson && !table.substitutedSeats.length && frame.options.length > 0;
  });
  readonly hint = $derived.by<Hint | null>(() => (this.mayAsk ? (this.table.frame?.hint ?? null) : null));

  ask(): void {
    const { table } = this,
      seat = table.frame?.seat;
    if (!this.mayAsk || seat === null || seat === undefined) return;
    if (this.hint || this.pendingRequest) {
      table.openSheet = table.openSheet === "hint" ? null : "hint";
      return;
    }
    const id = randomHex();
    if (!table.send({ t: "hint", id, seat })) return;
    this.pendingRequest = id;
    table.openSheet = "hint";
  }
  /** Called when the server has answered: the hint came with the frame before, or it was refused. */
  requestAnswered(id: string | null, refused: boolean): void {
    if (!this.pendingRequest || id !== this.pendingRequest) return;
    this.pendingRequest = "";
    if (refused && this.table.openSheet === "hint") this.table.openSheet = null;
  }
  /** Called for every new frame. */
  frameShown(): void {
    const { table, hint } = this;
    if (hint) this.pendingRequest = "";
    else if (table.openSheet === "hint" && !this.pendingRequest) table.openSheet = null;
    const shownHint = hint ? `${table.frame!.table.id} ${hint.number} ${hint.option}` : "";
    if (shownHint === this.lastHint) return;
    this.lastHint = shownHint;
    this.viewedOption = "";
    if (!hint) return;
    table.board.applyHint?.(hint);
    const said = [t("Hint: {move}.", { move: hint.label }), hint.reason, hint.chance].filter(Boolean).join(" ");
    table.say(fillInNames(said, table.names));
  }
  /** Forget the request: it must be sent again. */
  connectionLost(): void {
    this.pendingRequest = "";
  }
  setAgreed(on: boolean): void {
    this.table.send({ t: "hints", on });
  }
}
