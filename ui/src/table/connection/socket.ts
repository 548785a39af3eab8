// The connection to the server: a web socket that reconnects by itself. It does not look into the messages.
import type { Connection, ConnectionEvents } from "../../contract/connection";
import type { ServerMessage, ClientMessage } from "../../contract/messages";

const PING_MS = 2500;
const SILENCE_MS = 8000;
/** How long the server may take to answer after the device may have slept. */
const AFTER_SLEEP_MS = 1500;
const RETRY_MS = [300, 5000] as const;

export class ReconnectingSocket implements Connection {
  private socket: WebSocket | null = null;
  private attempts = 0;
  /** When an unanswered ping was sent or the connection was opened; 0 if there is none. */
  private waitingSince = 0;
  /** Since when the page is hidden. */
  private hiddenSince = 0;
  private retryTimer: ReturnType<typeof setTimeout> | undefined;
  private readonly pingTimer: ReturnType<typeof setInterval>;
  private closed = false;

  constructor(
    private readonly url: URL,
    private readonly events: ConnectionEvents,
  ) {
    this.pingTimer = setInterval(() => this.ping(), PING_MS);
    addEventListener("online", this.checkNow);
    addEventListener("pageshow", this.shownAgain);
    document.addEventListener("visibilitychange", this.checkNow);
    this.open();
  }

  send(message: ClientMessage): boolean {
    if (this.socket?.readyState !== WebSocket.OPEN) return false;
    this.socket.send(JSON.stringify(message));
    return true;
  }

  close(): void {
    this.closed = true;
    clearInterval(this.pingTimer);
    clearTimeout(this.retryTimer);
    removeEventListener("online", this.checkNow);
    removeEventListener("pageshow", this.shownAgain);
    document.removeEventListener("visibilitychange", this.checkNow);
    this.socket?.close();
  }

  /** Reconnect or ping at once when the network or the page comes back, instead of waiting. */
  private checkNow = (): void => {
    const now = Date.now(),
      { hiddenSince } = this;
    this.hiddenSince = document.hidden ? hiddenSince || now : 0;
    if (this.hiddenSince || this.closed) return;
    if (this.socket?.readyState !== WebSocket.OPEN) return this.open();
    this.ping();
    if (hiddenSince && now - hiddenSince > SILENCE_MS) setTimeout(() => this.ping(AFTER_SLEEP_MS / 2), AFTER_SLEEP_MS); // the device may have slept
  };

  /** Safari may show the page again as the reader left it, without loading it. */
  private shownAgain = ({ persisted }: PageTransitionEvent): void => void (persisted && this.checkNow());

  private open(): void {
    clearTimeout(this.retryTimer);
    this.dropSocket();
    const held = this.events.eventsHeld();
    if (held) this.url.searchParams.set("since", String(held));
    const socket = new WebSocket(this.url);
    this.socket = socket;
    this.waitingSince = Date.now();
    socket.onopen = () => {
      this.attempts = this.waitingSince = 0;
      this.events.stateChanged("open");
    };
    socket.onmessage = ({ data }) => {
      this.waitingSince = 0;
      if (typeof data !== "string") return;
      const message = JSON.parse(data) as ServerMessage;
      if (message.t !== "pong") this.events.receive(message);
    };
    socket.onclose = () => this.connectionLost(socket);
  }

  private connectionLost(socket: WebSocket): void {
    if (socket !== this.socket || this.closed) return;
    this.socket = null;
    this.events.stateChanged("lost");
    const [first, most] = RETRY_MS;
    const pause = Math.min(most, first * 2 ** this.attempts++);
    this.retryTimer = setTimeout(() => this.open(), pause * (0.7 + Math.random() * 0.6));
  }

  private ping(most = SILENCE_MS): void {
    const now = Date.now(), // in a hidden tab timers may run once a minute: such a gap is not the server's silence
      { socket } = this;
    if (socket && this.waitingSince && now - this.waitingSince > most) {
      socket.close();
      this.connectionLost(socket); // a dead connection may take minutes to close by itself
    } else if (this.send({ t: "ping" })) this.waitingSince ||= now;
  }

  private dropSocket(): void {
    const old = this.socket;
    this.socket = null;
    old?.close();
  }
}
