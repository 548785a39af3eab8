// Signal nudges of this player by sound, vibration and text; the first touch answers them.
import type { StateFrame } from "../../contract/messages";
import type { SoundName } from "../state/sounds";

/** The part of the table that nudges need. */
interface NudgedTable {
  readonly frame: StateFrame | null;
  nudge(seat: number): void;
  playSound(sound: SoundName): void;
}

export class Nudges {
  /** The own seats that were nudged and have not answered. */
  readonly seats = $derived.by<number[]>(
    () => this.table.frame?.table.seats.filter((seat) => seat.you && seat.nudges > 0).map(({ seat }) => seat) ?? [],
  );
  /** Other seats that were nudged or asked, and for which the table still waits. */
  readonly others = $derived.by<number[]>(
    () =>
      this.table.frame?.table.seats
        .filter(
          ({ seat, you, nudges, asked }) => !you && (nudges > 0 || asked) && this.table.frame!.acting.includes(seat),
        )
        .map(({ seat }) => seat) ?? [],
  );
  readonly botAsked = $derived(this.others.some((seat) => this.table.frame!.table.seats[seat]!.asked));
  private nudgesSeen = 0;

  constructor(private readonly table: NudgedTable) {}

  /** Signal a nudge that has just arrived. */
  signalNewNudge(): void {
    const nudges = this.table.frame?.table.seats.reduce((sum, seat) => sum + (seat.you ? seat.nudges : 0), 0) ?? 0;
    if (nudges > this.nudgesSeen) {
      this.table.playSound("turn");
      navigator.vibrate?.(180);
    }
    this.nudgesSeen = nudges;
  }
  /** Answer all nudges, after any touch. */
  answerNudges(): void {
    for (const seat of this.seats) this.table.nudge(seat);
  }
}
