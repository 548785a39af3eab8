// Ask for a second press before an option is played. Loaded only for players who want it (`Preferences.confirm`).
import type { ActionButton } from "../../games/game-ui";
import { t } from "../../shared/i18n";
import type { Option, StateFrame } from "../../contract/messages";
import type { ConfirmMode } from "../state/preferences.svelte";

/** The part of the table that this needs. */
interface ConfirmingTable {
  readonly frame: StateFrame | null;
  readonly preferences: { readonly confirm: ConfirmMode };
  readonly coach: { readonly lesson: unknown; readonly buttons: ActionButton[] };
  say(text: string): void;
}

export class ActionConfirmation {
  /** The option that was pressed once, and where; `loose` if it is on the board and has no button. */
  private firstPress = $state.raw<{ option: Option; number: number; seat: number | null; loose: boolean } | null>(null);

  constructor(private readonly table: ConfirmingTable) {}

  /** The option that waits for its second press. It is forgotten when the game continues or another choice is made. */
  readonly waitingOption = $derived.by<Option | null>(() => {
    const { frame, coach } = this.table,
      { firstPress } = this;
    return firstPress &&
      frame?.number === firstPress.number &&
      frame.seat === firstPress.seat &&
      (firstPress.loose || isButton(firstPress.option, coach.buttons))
      ? firstPress.option
      : null;
  });

  /** Return true if an option must be pressed once more before it is played. */
  needsSecondPress(option: Option): boolean {
    const { frame, preferences, coach } = this.table;
    if (coach.lesson || (preferences.confirm === "final" && option.final === false)) return false;
    if (this.waitingOption?.id === option.id) {
      this.firstPress = null;
      return false;
    }
    const loose = !isButton(option, coach.buttons);
    this.firstPress = { option, number: frame!.number, seat: frame!.seat, loose };
    this.table.say(t("Press again: {move}. Escape cancels.", { move: this.labelWithWarning(option.label, option) }));
    return true;
  }

  /** Cancel the first press; return false if nothing waited for a second one. */
  cancel(): boolean {
    if (!this.waitingOption) return false;
    this.firstPress = null;
    this.table.say(t("Cancelled."));
    return true;
  }

  /** Return the buttons with "Press again" on the one that was pressed; it becomes the primary button. */
  markButtons(own: ActionButton[]): ActionButton[] {
    const { waitingOption } = this,
      loose = this.firstPress?.loose;
    if (!waitingOption) return own;
    const pressAgain = (key: ActionButton): ActionButton => ({
      ...key,
      label: t("Press again"),
      note: this.labelWithWarning(key.label, waitingOption),
      primary: true,
    });
    const keys = own.map((key) => (key.option?.id === waitingOption.id ? pressAgain(key) : { ...key, primary: false }));
    return loose
      ? [...keys, pressAgain({ label: waitingOption.label, note: "", option: waitingOption, primary: true })]
      : keys;
  }

  private labelWithWarning(label: string, option: Option): string {
    return option.final === false ? label : t("{move}: may be final", { move: label });
  }
}

const isButton = (option: Option, keys: readonly ActionButton[]): boolean =>
  keys.some((key) => key.option?.id === option.id);
