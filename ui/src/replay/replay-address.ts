// The address of a moment in a replay, as the server writes it, too. The viewpoint is a seat from 0, "watcher", or
// "all", which is left out.
import { ownAddress } from "../shared/own-address";
export type Viewpoint = number | "watcher" | "all";

export function replayAddress(table: string, at?: number, eyes: Viewpoint = "all"): string {
  const asked = new URLSearchParams();
  if (at !== undefined) asked.set("at", String(at));
  if (eyes !== "all") asked.set("as", String(eyes));
  return ownAddress(`/t/${table}/replay${asked.size ? `?${asked}` : ""}`);
}

/** Parse such an address. The default is the first moment with everything open. */
export function parseReplayAddress(search: string): { at: number; viewpoint: Viewpoint } {
  const found = new URLSearchParams(search),
    viewpoint = found.get("as") ?? "all";
  return {
    at: /^\d{1,6}$/.test(found.get("at") ?? "") ? Number(found.get("at")) : 0,
    viewpoint: /^\d$/.test(viewpoint) ? Number(viewpoint) : viewpoint === "watcher" ? viewpoint : "all",
  };
}
