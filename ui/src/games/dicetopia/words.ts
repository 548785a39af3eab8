// Names of things, and how places and things are written.
import type { AreaId, Colour, DieName, Place, Thing } from "./types";

export const COLOURS: readonly Colour[] = ["teal", "purple", "white"];
const HUE: Record<string, string> = { t: "teal", p: "purple", w: "white", m: "orange" };
const COLOUR = { ...HUE, m: "Magmacorium" } as Record<string, string>;
const GOODS: Record<string, string> = { t: "Information", p: "Weapons", w: "Money", m: "Magmacorium, any colour" };

export type TileId = AreaId | "stock" | "prison";
/** the plan, row by row */
export const PLAN: readonly TileId[] = [
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
/** names that are too long for the head of a tile */
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
export const goods = (die: DieName): string => GOODS[die[0]!] ?? "";
export const dieWords = (die: DieName): string => `${COLOUR[die[0]!]} ${die[1]}`;
export const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

export interface Piece {
  kind: "agent" | "thug" | "tentacle";
  seat: number;
}
export function pieceOf(thing: Thing | undefined): Piece | null {
  const [kind, seat] = thing?.split(":") ?? [];
  return seat === undefined ? null : { kind: kind as Piece["kind"], seat: Number(seat) };
}
const PIECE = { agent: "Agent", thug: "Thug, 1½", tentacle: "Thug, 1½" } as const;
export function thingWords(thing: Thing | undefined, names: readonly string[]): string {
  if (!thing) return "empty";
  if (thing === "x") return "destroyed";
  if (isDie(thing)) return dieWords(thing);
  const piece = pieceOf(thing);
  return piece ? `${names[piece.seat] ?? "?"}’s ${PIECE[piece.kind]}` : thing;
}

/** "agency-3" as an area and a place in it, from 0 */
export function spaceOf(place: Place): { area: AreaId; at: number } | null {
  const [area, at] = place.split("-");
  return area! in SHORT && at ? { area: area as AreaId, at: Number(at) - 1 } : null;
}
/** "p2-4" as a seat and a slot, both from 0 */
export function slotOf(place: Place): { seat: number; slot: number } | null {
  const found = /^p(\d)-(\d+)$/.exec(place);
  return found ? { seat: Number(found[1]) - 1, slot: Number(found[2]) - 1 } : null;
}

/** 1.5 as it is written on a table */
export function half(n: number): string {
  const whole = Math.floor(n);
  return n === whole ? String(n) : `${whole || ""}½`;
}
export const signed = (n: number): string => `${n > 0 ? "+" : n < 0 ? "−" : "±"}${half(Math.abs(n))}`;
/** "SLOW & STEADY" as it is read: "Slow & Steady" */
export const proper = (name: string): string =>
  name === name.toUpperCase()
    ? name
        .toLowerCase()
        .replace(/(^|[\s-])(\p{L})/gu, (_, before: string, letter: string) => before + letter.toUpperCase())
    : name;
