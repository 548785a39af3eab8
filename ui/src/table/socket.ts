// The line to the server: one web socket that is always there again. It knows nothing of what it carries.
import type { Incoming, Outgoing, Wire, WireEvents } from "../types";

const PING_MS = 2500;
const SILENCE_MS = 8000;
/** how long a line that was not looked at for longer than that has to answer */
const BACK_MS = 1500;
const RETRY_MS = [300, 5000] as const;

export class Socket implements Wire {
  private socket: WebSocket | null = null;
  private tries = 0;
  /** when the house was asked for something that it has not answered: a ping, or the line itself */
  private asked = 0;
  /** since when nobody sees the page */
  private hidden = 0;
  private retry: ReturnType<typeof setTimeout> | undefined;
  private readonly pulse: ReturnType<typeof setInterval>;
  private ended = false;

  constructor(
    private readonly url: URL,
    private readonly events: WireEvents,
  ) {
    this.pulse = setInterval(() => this.beat(), PING_MS);
    addEventListener("online", this.now);
    document.addEventListener("visibilitychange", this.now);
    this.open();
  }

  send(message: Outgoing): boolean {
    if (this.socket?.readyState !== WebSocket.OPEN) return false;
    this.socket.send(JSON.stringify(message));
    return true;
  }

  close(): void {
    this.ended = true;
    clearInterval(this.pulse);
    clearTimeout(this.retry);
    removeEventListener("online", this.now);
    document.removeEventListener("visibilitychange", this.now);
    this.socket?.close();
  }

  /** Back on line or back in sight: try at once instead of waiting out the pause. */
  private now = (): void => {
    const now = Date.now(),
      { hidden } = this;
    this.hidden = document.hidden ? hidden || now : 0;
    if (this.hidden || this.ended) return;
    if (this.socket?.readyState !== WebSocket.OPEN) return this.open();
    this.beat();
    if (hidden && now - hidden > SILENCE_MS) setTimeout(() => this.beat(BACK_MS / 2), BACK_MS); // the device may have slept
  };

  private open(): void {
    clearTimeout(this.retry);
    this.drop();
    const held = this.events.held();
    if (held) this.url.searchParams.set("since", String(held));
    const socket = new WebSocket(this.url);
    this.socket = socket;
    this.asked = Date.now();
    socket.onopen = () => {
      this.tries = this.asked = 0;
      this.events.line("open");
    };
    socket.onmessage = ({ data }) => {
      this.asked = 0;
      if (typeof data !== "string") return;
      const message = JSON.parse(data) as Incoming;
      if (message.t !== "pong") this.events.frame(message);
    };
    socket.onclose = () => this.lost(socket);
  }

  private lost(socket: WebSocket): void {
    if (socket !== this.socket || this.ended) return;
    this.socket = null;
    this.events.line("lost");
    const [first, most] = RETRY_MS;
    const pause = Math.min(most, first * 2 ** this.tries++);
    this.retry = setTimeout(() => this.open(), pause * (0.7 + Math.random() * 0.6));
  }

  private beat(most = SILENCE_MS): void {
    const now = Date.now(), // in a tab that nobody sees it may be a minute since the last beat: that is no silence
      { socket } = this;
    if (socket && this.asked && now - this.asked > most) {
      socket.close();
      this.lost(socket); // a dead line may take minutes to close by itself
    } else if (this.send({ t: "ping" })) this.asked ||= now;
  }

  private drop(): void {
    const old = this.socket;
    this.socket = null;
    old?.close();
  }
}
