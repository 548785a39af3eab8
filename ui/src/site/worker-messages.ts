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
/** A call of a game's compiled rules, for a worker that thinks; its answer has the result and the same arrays. */
export interface RulesCall {
  game: string;
  name: string;
  module: WebAssembly.Module;
  /** What `exp` needs. */
  table: Float64Array;
  /** The arguments as 64-bit words, of which some are `addresses`: each of one of the arrays. */
  words: Uint8Array<ArrayBuffer>;
  addresses: number[];
  arrays: Uint8Array<ArrayBuffer>[];
  /** For how long the call is repeated, with another number in the word `counted`; 0: it is made once. */
  seconds: number;
  counted: number;
}
export interface RulesAnswer {
  result: bigint;
  arrays: Uint8Array<ArrayBuffer>[];
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
