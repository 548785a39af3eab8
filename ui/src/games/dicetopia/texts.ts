// The names of places, dice and pieces, and how the server writes them.
import { term } from "../../shared/rule-texts";
import type { AreaId, Colour, DieName, Place, Thing } from "./view";

export const COLOURS: readonly Colour[] = ["teal", "purple", "white"];
const HUE: Record<string, string> = { t: "teal", p: "purple", w: "white", m: "orange" };
const COLOUR = { ...HUE, m: "Magmacorium" } as Record<string, string>;
const GOODS: Record<string, string> = { t: "Information", p: "Weapons", w: "Money", m: "Magmacorium, any colour" };

export type TileId = AreaId | "stock" | "prison";
/** The places of the city, row by row. */
export const CITY_PLAN: readonly TileId[] = [
  "stock",
  "agency",
  "gugu",
  "dome",
  "market",
  "waste",
  "congress",
  "ravin",
  "prison",
  "bank",
  "nethal",
  "springs",
];
export const SHORT: Record<TileId, string> = {
  stock: "Stock",
  agency: "Agency",
  gugu: "Gugu",
  dome: "Dome",
  market: "Market",
  waste: "Waste",
  congress: "Congress",
  ravin: "Ravin",
  prison: "Prison",
  bank: "Bank",
  nethal: "Nethal",
  springs: "Springs",
};
/** The full names, which are too long for a small tile. */
export const LONG: Record<TileId, string> = {
  stock: "Stock Exchange",
  agency: "The Agency",
  gugu: "Gugu Airforce",
  dome: "Blood Dome",
  market: "Molotov Market",
  waste: "Waste Management",
  congress: "Twilight Congress",
  ravin: "Ravin Sanctuary",
  prison: "Cutthroat Prison",
  bank: "Observatory Bank",
  nethal: "Nethal Syndicate",
  springs: "Nuclear Springs",
};

export const isDie = (thing: Thing | undefined): thing is DieName => !!thing && /^[tpwm]\d$/.test(thing);
export const hueOf = (die: DieName): string => HUE[die[0]!] ?? "white";
export const goodsOf = (die: DieName): string => GOODS[die[0]!] ?? "";
export const dieWords = (die: DieName): string => `${COLOUR[die[0]!]} ${die[1]}`;

export interface Piece {
  kind: "agent" | "thug" | "tentacle";
  seat: number;
}
export function pieceOf(thing: Thing | undefined): Piece | null {
  const [kind, seat] = thing?.split(":") ?? [];
  return seat === undefined ? null : { kind: kind as Piece["kind"], seat: Number(seat) };
}
/** How many Agents a Thug counts for: "1½". */
export const THUG = term("thug:*").short;
const PIECE = { agent: "Agent", thug: `Thug, ${THUG}`, tentacle: `Thug, ${THUG}` } as const;
export function thingWords(thing: Thing | undefined, names: readonly string[]): string {
  if (!thing) return "empty";
  if (thing === "x") return "destroyed";
  if (isDie(thing)) return dieWords(thing);
  const piece = pieceOf(thing);
  return piece ? `${names[piece.seat] ?? "?"}’s ${PIECE[piece.kind]}` : thing;
}

/** Split a place such as "agency-3" into area and index, from 0. */
export function spaceOf(place: Place): { area: AreaId; at: number } | null {
  const [area, at] = place.split("-");
  return area! in SHORT && at ? { area: area as AreaId, at: Number(at) - 1 } : null;
}
/** Split a place such as "p2-4" into seat and slot, both from 0. */
export function slotOf(place: Place): { seat: number; slot: number } | null {
  const found = /^p(\d)-(\d+)$/.exec(place);
  return found ? { seat: Number(found[1]) - 1, slot: Number(found[2]) - 1 } : null;
}

/** Format 1.5 as 1½. */
export function formatHalves(n: number): string {
  const whole = Math.floor(n);
  return n === whole ? String(n) : `${whole || ""}½`;
}
export const signed = (n: number): string => `${n > 0 ? "+" : n < 0 ? "−" : "±"}${formatHalves(Math.abs(n))}`;
/** Turn "SLOW & STEADY" into "Slow & Steady". */
export const titleCase = (name: string): string =>
  name === name.toUpperCase()
    ? name
        .toLowerCase()
        .replace(/(^|[\s-])(\p{L})/gu, (_, before: string, letter: string) => before + letter.toUpperCase())
    : name;
