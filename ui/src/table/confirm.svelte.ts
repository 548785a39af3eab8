// Whoever wants it is asked once more before something is played. Fetched by those alone: see `Prefs.confirm`.
import type { Key } from "../game";
import type { Option, StateFrame } from "../types";
import type { Confirming } from "./prefs.svelte";

/** the table as far as this asks it */
interface Asked {
  readonly frame: StateFrame | null;
  readonly prefs: { readonly confirm: Confirming };
  readonly coach: { readonly lesson: unknown; readonly keys: Key[] };
  /** the sentence for those who listen */
  spoken: string;
}

const NO_UNDO = "maybe no undo";

export class Confirm {
  /** what was pressed once, and where; `loose`: on the board, and no key of the dock stands for it */
  private first = $state.raw<{ option: Option; number: number; seat: number | null; loose: boolean } | null>(null);

  constructor(private readonly table: Asked) {}

  /** what waits for its second press, as long as a key says so: it is forgotten when the game goes on or the choice is changed */
  readonly held = $derived.by<Option | null>(() => {
    const { frame, coach } = this.table,
      { first } = this;
    return first &&
      frame?.number === first.number &&
      frame.seat === first.seat &&
      (first.loose || isKey(first.option, coach.keys))
      ? first.option
      : null;
  });

  /** whether an option has to be pressed once more before it is played */
  holds(option: Option): boolean {
    const { frame, prefs, coach } = this.table;
    if (coach.lesson || (prefs.confirm === "final" && option.final === false)) return false;
    if (this.held?.id === option.id) {
      this.first = null;
      return false;
    }
    const loose = !isKey(option, coach.keys);
    this.first = { option, number: frame!.number, seat: frame!.seat, loose };
    this.table.spoken = `Press again: ${this.words(option.label, option)}. Escape leaves it.`;
    return true;
  }

  /** it is not played; false if nothing waited for a second press */
  drop(): boolean {
    if (!this.held) return false;
    this.first = null;
    this.table.spoken = "Not played.";
    return true;
  }

  /** the keys of the dock: the one that was pressed says what it waits for, and is the one for now */
  keys(own: Key[]): Key[] {
    const { held } = this,
      loose = this.first?.loose;
    if (!held) return own;
    const again = (key: Key): Key => ({ ...key, label: "Press again", note: this.words(key.label, held), go: true });
    const keys = own.map((key) => (key.option?.id === held.id ? again(key) : { ...key, go: false }));
    return loose ? [...keys, again({ label: held.label, note: "", option: held, go: true })] : keys;
  }

  private words(label: string, option: Option): string {
    return option.final === false ? label : `${label}: ${NO_UNDO}`;
  }
}

const isKey = (option: Option, keys: readonly Key[]): boolean => keys.some((key) => key.option?.id === option.id);
