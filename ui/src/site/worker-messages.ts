// What the shell of the static site and its worker send each other. The worker runs the server's application.

/** A request of a page; an answer has the same `id`. */
export interface PageRequest {
  t: "request";
  id: number;
  method: string;
  address: string;
  headers: Record<string, string>;
  body: string;
}
export interface PageAnswer {
  t: "answer";
  id: number;
  status: number;
  /** Where the answer redirects to, or empty. */
  place: string;
  media: string;
  body: Uint8Array<ArrayBuffer>;
}
export type ToWorker =
  | { t: "start"; base: string; files: Record<string, number> }
  | PageRequest
  | { t: "open"; id: number; address: string; headers: Record<string, string> }
  | { t: "send"; id: number; text: string }
  | { t: "close"; id: number };
export type FromWorker =
  | { t: "progress"; done: number; total: number }
  | { t: "ready" }
  | { t: "failed"; why: string }
  | { t: "unsaved"; why: string }
  | PageAnswer
  | { t: "message"; id: number; text: string }
  | { t: "closed"; id: number; code: number };
