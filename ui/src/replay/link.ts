// The address of a moment, as the server forms it (web/moments.py): a seat from 0, "watcher", or "all" open, which needs no word.
export type Eyes = number | "watcher" | "all";

export function momentLink(table: string, at?: number, eyes: Eyes = "all"): string {
  const asked = new URLSearchParams();
  if (at !== undefined) asked.set("at", String(at));
  if (eyes !== "all") asked.set("as", String(eyes));
  return `/t/${table}/replay${asked.size ? `?${asked}` : ""}`;
}

/** what such an address asks for; what can't be read is the beginning, all open */
export function asked(search: string): { at: number; eyes: Eyes } {
  const found = new URLSearchParams(search),
    eyes = found.get("as") ?? "all";
  return {
    at: /^\d{1,6}$/.test(found.get("at") ?? "") ? Number(found.get("at")) : 0,
    eyes: /^\d$/.test(eyes) ? Number(eyes) : eyes === "watcher" ? eyes : "all",
  };
}
