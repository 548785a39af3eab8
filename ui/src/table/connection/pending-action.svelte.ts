// The one action of this browser that has no answer yet. It is sent again until it is answered; the server recognises
// it by its id, so that it counts once. A player who clicks while the connection is lost learns at once what happens to
// the click.
import { t } from "../../shared/i18n";
import type { ClientMessage } from "../../contract/messages";

export type Action = Extract<ClientMessage, { t: "act" | "undo" }>;
const RESEND_MS = 2500;
const unsentText = (): string =>
  t("No connection to the table. Your move is saved here and sent when the connection is back.");
const unansweredText = (): string => t("The table hasn't answered yet. Your move is sent again but counts only once.");

export class PendingAction {
  /** True while an action waits for its answer. */
  waiting = $state(false);
  /** What happens to the action while it can't reach the table. */
  warning = $state("");
  /** True if it has not left this browser yet, so it can still be cancelled. */
  unsent = $state(false);
  private pending: { message: Action; sent: number } | null = null;

  constructor(private readonly send: (message: ClientMessage) => boolean) {
    setInterval(() => this.resend(), RESEND_MS);
  }

  start(message: Action): void {
    this.waiting = true;
    const sent = this.send(message);
    this.pending = { message, sent: sent ? Date.now() : 0 };
    this.unsent = !sent;
    this.warning = sent && navigator.onLine ? "" : unsentText();
  }
  /** Resend the action when the connection is back. */
  connectionChanged(open: boolean): void {
    if (!this.pending) return;
    if (open) this.resend(true);
    else this.warning = this.unsent ? unsentText() : unansweredText();
  }
  private resend(now = false): void {
    const { pending } = this;
    if (!pending || (!now && Date.now() - pending.sent < RESEND_MS)) return;
    const first = !pending.sent;
    if (this.send(pending.message)) {
      pending.sent = Date.now();
      this.unsent = false;
      this.warning = first || now ? "" : unansweredText();
    }
  }
  /** Take the answer to a message; return true if the message was this action. */
  acknowledge(id: string | null): boolean {
    if (id !== this.pending?.message.id) return false;
    this.pending = null;
    this.unsent = false;
    this.warning = "";
    return true;
  }
  /** Called when the position after the action is shown. */
  resultShown(): void {
    if (!this.pending) this.waiting = false;
  }
  cancel(): void {
    if (!this.unsent) return;
    this.pending = null;
    this.unsent = this.waiting = false;
    this.warning = "";
  }
}
