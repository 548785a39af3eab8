// The server's options sorted for a hand: what may be touched on the table, what lies in the list, which key does what.
import type { Act, Place, Thing } from "./types";
import { capital, dieWords, isDie, LONG, pieceOf, SHORT, signed, type TileId } from "./words";

export type Where = "place" | "list" | "mission" | "else" | "key" | "stock" | "token";

const KEYS = new Set(["pass", "enough", "end", "no-action", "draw", "fight", "play-on", "cancel", "last-resort"]);
/** these lead on to what follows: they are done at once, undo takes them back */
const LEADS = new Set([
  "move",
  "swap",
  "break-out",
  "tentacle",
  "change",
  "exterminate",
  "intervention",
  "slip-away",
  "leave",
  "home-turf",
  "robin-hood",
  "lower",
  "alpha",
  "first",
  "transcendence",
  "perform",
  "sacrifice",
]);

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
  const what = tail(act),
    own = (slot: string): Place => `p${me + 1}-${slot}`;
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
/** the name by which lessons and explanations know a place; of the form of an option's path */
export function thingAt(place: Place): string {
  const [kind, name] = place.split("-");
  if (kind === "card" || kind === "cell") return `${kind}:${name}`;
  return `${/^p\d$/.test(kind!) ? "die" : "space"}:${place}`;
}
export const leadsOn = (act: Act): boolean => LEADS.has(act.facts.kind) && head(act) !== "mission";

/** what a player would press if nothing else is wished */
export function natural(acts: readonly Act[]): Act | null {
  const of = (kind: string): Act | undefined => acts.find((act) => act.facts.kind === kind || tail(act) === kind);
  const free = of("draw") ?? of("fight") ?? of("play-on") ?? of("pass") ?? of("enough") ?? of("end") ?? of("no-action");
  if (free) return free;
  const pieces = acts.filter((act) => ["break-out", "tentacle"].includes(tail(act)));
  return acts.length === 1
    ? acts[0]!
    : pieces.length === 1 && !acts.some((act) => whereOf(act) === "place")
      ? pieces[0]!
      : null;
}

export interface Words {
  label: string;
  note: string;
}
/** what the words of an option need to know of the table */
export interface Around {
  me: number;
  names: readonly string[];
  thing(place: Place): Thing;
  /** the first half of a choice of two */
  held: Place | null;
  mission(id: string): string;
  /** the Mission that this seat knows to lie on top of the deck */
  top: string | null;
}

export function keyWords(act: Act, around: Around, gain: number | null, consequence: string): Words {
  const label = keyLabel(act, around),
    sum = gain === null ? "" : `${signed(gain)} for you`;
  const note =
    act.facts.kind === "draw" && around.top
      ? `${around.mission(around.top)} lies on top`
      : act.facts.kind === "reroll"
        ? "1 to 6, all alike"
        : act.facts.kind === "reroll-card"
          ? "once each"
          : act.facts.more;
  return {
    label: label ?? act.label,
    note: [sum, consequence || (sum && act.facts.kind !== "fight" ? "" : note)].filter(Boolean).join(", "),
  };
}
function keyLabel(act: Act, around: Around): string | null {
  const { kind, area, die, mission } = act.facts,
    there = act.facts.place ? around.thing(act.facts.place) : null,
    held = around.held ? pieceOf(around.thing(around.held)) : null;
  const what = die ? dieWords(die) : isDie(there) ? dieWords(there) : "it",
    who = (seat: number): string => (seat === around.me ? "your" : `${around.names[seat]}’s`);
  switch (kind) {
    case "agent":
      return `Take ${what}`;
    case "at":
      return `To ${area ? LONG[area] : "it"}`;
    case "with":
      return held ? `Move ${who(held.seat)} Agent` : `Swap with ${what}`;
    case "to":
      return `Slip away to ${area ? SHORT[area] : "it"}`;
    case "reroll":
    case "reroll-card":
      return `Reroll ${what}`;
    case "value":
      return `Set it to ${tail(act)}`;
    case "destroy":
      return `Destroy ${what}`;
    case "token":
      return `Protect ${what}`;
    case "stock":
      return itemWords(act, around).label;
    case "hypnosis":
    case "perform":
    case "blockade":
      return area ? LONG[area] : null;
    default:
      return mission
        ? `${MISSION[head(act) === "mission" ? kind : head(act)] ?? ""} ${around.mission(mission)}`.trim()
        : null;
  }
}
const MISSION: Record<string, string> = {
  give: "Give back",
  return: "Under the deck:",
  leave: "Leave out",
  top: "On top:",
  bottom: "Under the deck:",
};

/** the line of an item in the list */
export function itemWords(act: Act, around: Around): Words {
  const area = act.facts.area,
    note = act.facts.more;
  if (head(act) === "area" && area) return { label: LONG[area], note };
  if (head(act) === "stock") {
    const [colour, way] = tail(act).split("-");
    return { label: `${capital(colour!)} ${way}`, note };
  }
  if (head(act) === "seat")
    return { label: Number(tail(act)) === around.me ? "You" : around.names[Number(tail(act))]!, note: "" };
  return { label: act.label, note };
}

/** letters that lead to a place; digits then choose in it */
export const LETTERS: Record<string, TileId | "own" | "others"> = {
  a: "agency",
  g: "gugu",
  w: "waste",
  c: "congress",
  b: "bank",
  n: "nethal",
  k: "market",
  d: "dome",
  v: "ravin",
  j: "springs",
  x: "stock",
  t: "prison",
  o: "own",
  f: "others",
};
