// Somebody nudged whoever sits here: it is heard, felt and read, and the first touch says that one is here.
import type { StateFrame } from "../types";
import type { Sound } from "./sound";

/** the table, as far as a nudge concerns it */
interface Sitting {
  readonly frame: StateFrame | null;
  nudge(seat: number): void;
  sound(sound: Sound): void;
}

export class Nudged {
  /** own seats that were nudged and have not answered */
  readonly seats = $derived.by<number[]>(
    () => this.table.frame?.table.seats.filter((seat) => seat.you && seat.nudges > 0).map(({ seat }) => seat) ?? [],
  );
  /** others who were nudged or asked, and for whom the table still waits */
  readonly others = $derived.by<number[]>(
    () =>
      this.table.frame?.table.seats
        .filter(
          ({ seat, you, nudges, asked }) => !you && (nudges > 0 || asked) && this.table.frame!.acting.includes(seat),
        )
        .map(({ seat }) => seat) ?? [],
  );
  readonly asked = $derived(this.others.some((seat) => this.table.frame!.table.seats[seat]!.asked));
  private heard = 0;

  constructor(private readonly table: Sitting) {}

  /** whoever sits at the table just came to know how often they were nudged */
  hear(): void {
    const nudges = this.table.frame?.table.seats.reduce((sum, seat) => sum + (seat.you ? seat.nudges : 0), 0) ?? 0;
    if (nudges > this.heard) {
      this.table.sound("turn");
      navigator.vibrate?.(180);
    }
    this.heard = nudges;
  }
  /** any touch */
  answer(): void {
    for (const seat of this.seats) this.table.nudge(seat);
  }
}
