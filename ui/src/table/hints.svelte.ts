// A hint: asked for, never offered. The house works it out and sends it with the table, to the seat that asked; it stands until that
// seat has decided, whatever is reloaded meanwhile.
import type { Board } from "../game";
import { randomText, sentence } from "../kit/words";
import type { Hint, Outgoing, StateFrame } from "../types";

/** the table, as far as a hint needs it */
interface Asker {
  readonly frame: StateFrame | null;
  readonly mine: boolean;
  readonly busy: boolean;
  readonly names: readonly string[];
  readonly spared: readonly unknown[];
  readonly board: Board;
  open: string | null;
  spoken: string;
  send(message: Outgoing): boolean;
}

export class Hints {
  /** the id of the question that is on its way */
  asking = $state("");
  /** the option of the list that is looked at, instead of the one to play */
  looked = $state("");
  private told = "";

  constructor(private readonly table: Asker) {}

  /** whether this seat may ask now */
  readonly ready = $derived.by<boolean>(() => {
    const { table } = this,
      { frame } = table;
    if (!frame || table.busy || !table.mine || frame.table.phase !== "playing" || frame.cover !== null) return false;
    return !!frame.table.hints?.on && !frame.lesson && !table.spared.length && frame.options.length > 0;
  });
  readonly hint = $derived.by<Hint | null>(() => (this.ready ? (this.table.frame?.hint ?? null) : null));

  ask(): void {
    const { table } = this,
      seat = table.frame?.seat;
    if (!this.ready || seat === null || seat === undefined) return;
    if (this.hint || this.asking) {
      table.open = table.open === "hint" ? null : "hint";
      return;
    }
    const id = randomText();
    if (!table.send({ t: "hint", id, seat })) return;
    this.asking = id;
    table.open = "hint";
  }
  /** the house has answered: the hint came with the frame before, or it said why there is none */
  answered(id: string | null, refused: boolean): void {
    if (!this.asking || id !== this.asking) return;
    this.asking = "";
    if (refused && this.table.open === "hint") this.table.open = null;
  }
  /** a frame was taken over */
  settle(): void {
    const { table, hint } = this;
    if (hint) this.asking = "";
    else if (table.open === "hint" && !this.asking) table.open = null;
    const told = hint ? `${table.frame!.table.id} ${hint.number} ${hint.option}` : "";
    if (told === this.told) return;
    this.told = told;
    this.looked = "";
    if (!hint) return;
    table.board.advised?.(hint);
    table.spoken = sentence(`Hint: ${hint.label}. ${hint.reason} ${hint.chance}`, table.names);
  }
  /** whether the line is lost: what was asked has to be asked again */
  lost(): void {
    this.asking = "";
  }
  agree(on: boolean): void {
    this.table.send({ t: "hints", on });
  }
}
