import type { ClientMessage, ServerMessage } from "./messages";

/** Carry the messages of a table: the socket, a replay, or a recording during development. */
export interface Connection {
  send(message: ClientMessage): boolean;
  close(): void;
}
export interface ConnectionEvents {
  receive(message: ServerMessage): void;
  stateChanged(state: "open" | "lost"): void;
  /** Return how many events the page has; after a reconnect the server sends only the rest. */
  eventsHeld(): number;
}
export type Connect = (events: ConnectionEvents) => Connection;

declare module "./messages" {
  interface StateFrame<View = Record<string, unknown>> {
    /** When this browser received it, by `performance.now()`. The page sets it. */
    receivedAt?: number;
  }
}
