// The connection of the shell to its worker, and what the pages use instead of a server: requests and sockets.
import type { FromWorker, PageAnswer, ToWorker } from "./worker-messages";

type Listener = (message: FromWorker) => void;

export class TabConnection {
  /** Done when Python runs and can answer; fails with the reason if it can't start. */
  readonly ready: Promise<void>;
  private readonly answers = new Map<number, (answer: PageAnswer) => void>();
  readonly sockets = new Map<number, TabSocket>();
  private ids = 0;

  constructor(
    private readonly worker: Worker,
    private readonly headers: () => Record<string, string>,
    listener: Listener,
  ) {
    this.ready = new Promise((resolve, reject) => {
      worker.onerror = (event) => reject(new Error(event.message));
      worker.onmessage = ({ data }: MessageEvent<FromWorker>) => {
        if (data.t === "ready") resolve();
        else if (data.t === "failed") reject(new Error(data.why));
        else if (data.t === "answer") {
          this.answers.get(data.id)?.(data);
          this.answers.delete(data.id);
        } else if (data.t === "message") this.sockets.get(data.id)?.receive(data.text);
        else if (data.t === "closed") this.sockets.get(data.id)?.ended();
        listener(data);
      };
    });
  }

  newId = (): number => ++this.ids;
  send = (message: ToWorker): void => this.worker.postMessage(message);

  /** Ask the application in the worker; the answer is not redirected. */
  async request(method: string, address: string, body = "", headers: Record<string, string> = {}): Promise<PageAnswer> {
    await this.ready;
    const id = this.newId();
    return new Promise((resolve) => {
      this.answers.set(id, resolve);
      this.send({ t: "request", id, method, address, headers: { ...this.headers(), ...headers }, body });
    });
  }

  openSocket(id: number, address: string): void {
    this.send({ t: "open", id, address, headers: this.headers() });
  }
}

/** Be what a page uses of a WebSocket. */
export class TabSocket {
  static readonly OPEN = 1;
  readyState = 0;
  onopen: (() => void) | null = null;
  onmessage: ((event: { data: string }) => void) | null = null;
  onclose: (() => void) | null = null;
  private readonly id: number;

  constructor(
    private readonly connection: TabConnection,
    url: URL | string,
  ) {
    this.id = connection.newId();
    const { pathname, search } = new URL(url);
    void connection.ready.then(() => {
      if (this.readyState) return;
      connection.sockets.set(this.id, this);
      connection.openSocket(this.id, pathname + search);
      this.readyState = TabSocket.OPEN;
      this.onopen?.();
    });
  }

  send(text: string): void {
    this.connection.send({ t: "send", id: this.id, text });
  }
  receive(data: string): void {
    this.onmessage?.({ data });
  }
  ended(): void {
    if (this.readyState === 3) return;
    this.readyState = 3;
    this.connection.sockets.delete(this.id);
    this.onclose?.();
  }
  close(): void {
    const open = this.readyState === TabSocket.OPEN;
    this.readyState = 3;
    if (open) this.connection.send({ t: "close", id: this.id });
    this.connection.sockets.delete(this.id);
  }
}
