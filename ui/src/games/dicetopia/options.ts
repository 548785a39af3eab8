// Sort the server's options: what can be touched on the table, what is in the list, and which button does what.
import { t } from "../../shared/i18n";
import type { Act, Place, Thing } from "./view";
import { dieWords, isDie, LONG, pieceOf, SHORT, signed, type TileId } from "./texts";

export type OptionPlacement = "place" | "list" | "mission" | "else" | "key" | "stock" | "token";

const BUTTON_NAMES = new Set([
  "pass",
  "enough",
  "end",
  "no-action",
  "draw",
  "fight",
  "play-on",
  "cancel",
  "last-resort",
]);
/** Options that only lead to a further choice: they are played at once, and undo takes them back. */
const IMMEDIATE_KINDS = new Set([
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

export const pathKind = (act: Act): string => act.path[0]?.split(":")[0] ?? "";
export const pathName = (act: Act): string => act.path[0]?.split(":").slice(1).join(":") ?? "";

export function optionPlacement(act: Act): OptionPlacement {
  switch (pathKind(act)) {
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
      return BUTTON_NAMES.has(pathName(act)) ? "key" : "else";
    default:
      return "list";
  }
}

/** Return the places that stand for an option; `me` is the seat that chooses. */
export function touchablePlaces(act: Act, me: number): Place[] {
  const what = pathName(act),
    own = (slot: string): Place => `p${me + 1}-${slot}`;
  switch (pathKind(act)) {
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
/** Return the name by which lessons and explanations know a place, in the form of an option's path. */
export function thingNameAt(place: Place): string {
  const [kind, name] = place.split("-");
  if (kind === "card" || kind === "cell") return `${kind}:${name}`;
  return `${/^p\d$/.test(kind!) ? "die" : "space"}:${place}`;
}
/** Return what an option leaves on a place, or undefined if that is not certain. */
export function thingAfter(act: Act, place: Place): Thing | undefined {
  const after = act.facts.changes[place];
  return typeof after === "number" ? undefined : after; // numbers are the steps of cubes, which lie on no place
}
export const leadsOn = (act: Act): boolean => IMMEDIATE_KINDS.has(act.facts.kind) && pathKind(act) !== "mission";

/** Return the option that most players would choose. */
export function defaultOption(acts: readonly Act[]): Act | null {
  const of = (kind: string): Act | undefined => acts.find((act) => act.facts.kind === kind || pathName(act) === kind);
  const free = of("draw") ?? of("fight") ?? of("play-on") ?? of("pass") ?? of("enough") ?? of("end") ?? of("no-action");
  if (free) return free;
  const pieces = acts.filter((act) => ["break-out", "tentacle"].includes(pathName(act)));
  return acts.length === 1
    ? acts[0]!
    : pieces.length === 1 && !acts.some((act) => optionPlacement(act) === "place")
      ? pieces[0]!
      : null;
}

export interface LabelAndNote {
  label: string;
  note: string;
}
/** What the texts of an option need to know of the table. */
export interface LabelContext {
  me: number;
  names: readonly string[];
  thingAt(place: Place): Thing;
  /** The first half of a choice of two. */
  held: Place | null;
  missionName(id: string): string;
  /** The Mission that this seat knows to be on top of the deck. */
  top: string | null;
}

export function buttonText(act: Act, context: LabelContext, gain: number | null, consequence: string): LabelAndNote {
  const label = buttonLabel(act, context),
    sum = gain === null ? "" : t("{gain} for you", { gain: signed(gain) });
  const note =
    act.facts.kind === "draw" && context.top
      ? t("{mission} is on top", { mission: context.missionName(context.top) })
      : act.facts.kind === "reroll"
        ? t("each value is equally likely")
        : act.facts.kind === "reroll-card"
          ? t("each die once")
          : act.facts.more;
  return {
    label: label ?? act.label,
    note: [sum, consequence || note].filter(Boolean).join(", "),
  };
}
function buttonLabel(act: Act, context: LabelContext): string | null {
  const { kind, area, die, mission } = act.facts,
    there = act.facts.place ? context.thingAt(act.facts.place) : null,
    held = context.held ? pieceOf(context.thingAt(context.held)) : null;
  const what = die ? dieWords(die) : isDie(there) ? dieWords(there) : null;
  switch (kind) {
    case "agent":
      return what && t("Take {die}", { die: what });
    case "at":
      return area ? t("To {area}", { area: SHORT[area] }) : null;
    case "with":
      if (!held) return what && t("Swap with {die}", { die: what });
      return held.seat === context.me
        ? t("Move your Agent")
        : t("Move {player}'s Agent", { player: context.names[held.seat]! });
    case "to":
      return area ? t("Slip away to {area}", { area: SHORT[area] }) : null;
    case "reroll":
    case "reroll-card":
      return what && t("Reroll {die}", { die: what });
    case "destroy":
      return what && t("Destroy {die}", { die: what });
    case "token":
      return what && t("Protect {die}", { die: what });
    case "stock":
      return itemText(act, context).label;
    case "hypnosis":
    case "perform":
    case "blockade":
      return area ? LONG[area] : null;
    default:
      return mission
        ? missionLabel(pathKind(act) === "mission" ? kind : pathKind(act), context.missionName(mission))
        : null;
  }
}
function missionLabel(what: string, mission: string): string {
  if (what === "give") return t("Give back {mission}", { mission });
  if (what === "leave") return t("Leave out {mission}", { mission });
  if (what === "top") return t("On top: {mission}", { mission });
  return t("Under the deck: {mission}", { mission });
}
const CUBES: Record<string, string> = {
  "teal-up": t("Move teal up"),
  "teal-down": t("Move teal down"),
  "purple-up": t("Move purple up"),
  "purple-down": t("Move purple down"),
  "white-up": t("Move white up"),
  "white-down": t("Move white down"),
};

/** Return the text of an option in the list. */
export function itemText(act: Act, context: LabelContext): LabelAndNote {
  const area = act.facts.area,
    note = act.facts.more;
  if (pathKind(act) === "area" && area) return { label: LONG[area], note };
  if (pathKind(act) === "stock") return { label: CUBES[pathName(act)] ?? act.label, note };
  if (pathKind(act) === "seat")
    return { label: Number(pathName(act)) === context.me ? t("You") : context.names[Number(pathName(act))]!, note: "" };
  return { label: act.label, note };
}

/** The letters that lead to a place; digits then choose in it. */
export const PLACE_LETTERS: Record<string, TileId | "own" | "others"> = {
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
