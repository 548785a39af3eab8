// The one action of this browser that has no answer yet. It is sent again until it is answered; the server knows it by its id, so
// that it counts once. Whoever clicks while the line is lost is told at once what becomes of it.
import type { Outgoing } from "../types";

export type Action = Extract<Outgoing, { t: "act" | "undo" }>;
const RESEND_MS = 2500;
const KEPT = "No line to the table. Your move is kept here and goes out when it is back.";
const UNANSWERED = "The table has not answered yet. Your move is sent again, and counts once.";

export class Errand {
  /** an action of yours is on its way */
  waiting = $state(false);
  /** what becomes of it, while it can't reach the table */
  says = $state("");
  /** it has not left this browser yet, so it may still be taken back */
  kept = $state(false);
  private pending: { message: Action; sent: number } | null = null;

  constructor(private readonly send: (message: Outgoing) => boolean) {
    setInterval(() => this.again(), RESEND_MS);
  }

  ask(message: Action): void {
    this.waiting = true;
    const sent = this.send(message);
    this.pending = { message, sent: sent ? Date.now() : 0 };
    this.kept = !sent;
    this.says = sent && navigator.onLine ? "" : KEPT;
  }
  /** the line was lost, or is there again: then it goes out at once */
  line(open: boolean): void {
    if (!this.pending) return;
    if (open) this.again(true);
    else this.says = this.kept ? KEPT : UNANSWERED;
  }
  private again(now = false): void {
    const { pending } = this;
    if (!pending || (!now && Date.now() - pending.sent < RESEND_MS)) return;
    const first = !pending.sent;
    if (this.send(pending.message)) {
      pending.sent = Date.now();
      this.kept = false;
      this.says = first || now ? "" : UNANSWERED;
    }
  }
  /** an answer came; true if it was to this */
  answered(id: string | null): boolean {
    if (id !== this.pending?.message.id) return false;
    this.pending = null;
    this.kept = false;
    this.says = "";
    return true;
  }
  /** the position that is shown is the one after it */
  settled(): void {
    if (!this.pending) this.waiting = false;
  }
  takeBack(): void {
    if (!this.kept) return;
    this.pending = null;
    this.kept = this.waiting = false;
    this.says = "";
  }
}
