// The server's options sorted for a hand: what may be touched on the table, what lies in the list, which key does what.
import type { Act, Place } from "./types";
import { capital, dieWords, isDie, LONG, SHORT, signed, type TileId } from "./words";

export type Where = "place" | "list" | "mission" | "else" | "key" | "stock" | "token";

const KEYS = new Set(["pass", "enough", "end", "no-action", "draw", "fight", "play-on", "cancel", "last-resort"]);
/** these lead on to what follows: they are done at once, undo takes them back */
const LEADS = new Set(["move", "swap", "break-out", "tentacle", "change", "exterminate", "intervention", "slip-away", "leave", "home-turf", "robin-hood", "lower", "alpha", "first", "transcendence", "perform", "sacrifice"]);

export const head = (act: Act): string => act.path[0]?.split(":")[0] ?? "";
export const tail = (act: Act): string => act.path[0]?.split(":").slice(1).join(":") ?? "";

export function whereOf(act: Act): Where {
  switch (head(act)) {
    case "space":
    case "die":
    case "unprotect":
      return "place";
    case "mission":
    case "top":
    case "bottom":
      return "mission";
    case "stock":
      return "stock";
    case "token":
      return "token";
    case "key":
      return KEYS.has(tail(act)) ? "key" : "else";
    default:
      return "list";
  }
}

/** the places a hand may touch for an option; `me` is the seat that chooses */
export function placesOf(act: Act, me: number): Place[] {
  const what = tail(act), own = (slot: string): Place => `p${me + 1}-${slot}`;
  switch (head(act)) {
    case "space":
    case "die":
    case "unprotect":
      return [what];
    case "adapt":
    case "clone":
      return [own(what.split("-")[0]!)];
    case "token": {
      const [from, to] = what.split("-");
      return [own(to ?? from!)];
    }
    case "card":
      return [`card-${what}`];
    case "cell":
      return [`cell-${what}`];
    default:
      return [];
  }
}
/** two of one kind of die that a hand would not tell apart lead on to different things: a list has to ask */
export const leadsOn = (act: Act): boolean => LEADS.has(act.facts.kind) && !act.facts.changes && act.facts.gain == null;

/** what a player would press if nothing else is wished */
export function natural(acts: readonly Act[]): Act | null {
  const of = (kind: string): Act | undefined => acts.find((act) => act.facts.kind === kind || tail(act) === kind);
  const free = of("draw") ?? of("fight") ?? of("play-on") ?? of("pass") ?? of("enough") ?? of("end") ?? of("no-action");
  if (free) return free;
  const only = acts.filter((act) => !["stock", "token"].includes(whereOf(act)) && !of("agent"));
  return acts.length === 1 ? acts[0]! : only.length === 1 && whereOf(only[0]!) === "else" && tail(only[0]!) === "break-out" ? only[0]! : null;
}

export interface Words {
  label: string;
  note: string;
}
/** what a key says, where the board knows more than the option's own words */
export function keyWords(act: Act, thing: string | null, gain: number | null, consequence: string): Words {
  const { kind, area, die } = act.facts, sum = gain === null ? "" : `${signed(gain)} for you`;
  const say = (label: string, ...notes: string[]): Words => ({ label, note: notes.filter(Boolean).join(", ") });
  switch (kind) {
    case "agent":
      return say(`Take ${die ? dieWords(die) : "it"}`, sum, consequence);
    case "at":
      return say(`Break out to ${area ? SHORT[area] : "it"}`, sum || act.note, consequence);
    case "reroll":
      return say(`Reroll ${die ? dieWords(die) : isDie(thing) ? dieWords(thing) : "it"}`, sum || "1 to 6, all alike");
    case "hypnosis":
    case "perform":
    case "blockade":
      return say(area ? LONG[area] : act.label, act.note);
    default:
      return say(act.label, sum || act.note, consequence);
  }
}

/** the line of an item in the list */
export function itemWords(act: Act): Words {
  const area = act.facts.area;
  if (head(act) === "area" && area) return { label: LONG[area], note: act.note };
  if (head(act) === "stock") {
    const [colour, way] = tail(act).split("-");
    return { label: `${capital(colour!)} ${way}`, note: act.note };
  }
  return { label: act.label, note: act.note };
}

/** letters that lead to a place; digits then choose in it */
export const LETTERS: Record<string, TileId | "own" | "others"> = { a: "agency", g: "gugu", w: "waste", c: "congress", b: "bank", n: "nethal", k: "market", d: "dome", v: "ravin", j: "springs", x: "stock", t: "prison", o: "own", f: "others" };
