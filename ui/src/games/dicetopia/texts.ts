// The names of places, dice and pieces, and how the server writes them.
import { t } from "../../shared/i18n";
import { term } from "../../shared/rule-texts";
import type { AreaId, Colour, DieName, Place, Thing } from "./view";

export const COLOURS: readonly Colour[] = ["teal", "purple", "white"];
const HUE: Record<string, string> = { t: "teal", p: "purple", w: "white", m: "orange" };
const GOODS: Record<string, string> = {
  t: t("Information"),
  p: t("Weapons"),
  w: t("Money"),
  m: t("counts as any colour"),
};
export const COLOUR_WORDS: Record<Colour, string> = { teal: t("teal"), purple: t("purple"), white: t("white") };

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
  stock: t("Stock"),
  agency: "Agency",
  gugu: "Gugu",
  dome: "Dome",
  market: "Market",
  waste: "Waste",
  congress: "Congress",
  ravin: "Ravin",
  prison: t("Prison"),
  bank: "Bank",
  nethal: "Nethal",
  springs: "Springs",
};
/** The full names, which are too long for a small tile. */
export const LONG: Record<TileId, string> = {
  stock: t("Stock Exchange"),
  agency: "The Agency",
  gugu: "Gugu Airforce",
  dome: "Blood Dome",
  market: "Molotov Market",
  waste: "Waste Management",
  congress: "Twilight Congress",
  ravin: "Ravin Sanctuary",
  prison: t("Cutthroat Prison"),
  bank: "Observatory Bank",
  nethal: "Nethal Syndicate",
  springs: "Nuclear Springs",
};

export const isDie = (thing: Thing | undefined): thing is DieName => !!thing && /^[tpwm]\d$/.test(thing);
export const hueOf = (die: DieName): string => HUE[die[0]!] ?? "white";
export const goodsOf = (die: DieName): string => GOODS[die[0]!] ?? "";
export function dieWords(die: DieName): string {
  const value = die[1]!;
  if (die[0] === "t") return t("teal {value}", { value });
  if (die[0] === "p") return t("purple {value}", { value });
  return die[0] === "w" ? t("white {value}", { value }) : t("Magmacorium {value}", { value });
}

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
/** Name a thing for the reader in seat `me`. */
export function thingWords(thing: Thing | undefined, names: readonly string[], me: number | null): string {
  if (!thing) return t("empty");
  if (thing === "x") return t("destroyed");
  if (isDie(thing)) return dieWords(thing);
  const piece = pieceOf(thing);
  if (!piece) return thing;
  const mine = piece.seat === me,
    player = names[piece.seat] ?? "?";
  if (piece.kind === "agent") return mine ? t("your Agent") : t("{player}'s Agent", { player });
  return mine
    ? t("your Thug ({strength})", { strength: THUG })
    : t("{player}'s Thug ({strength})", { player, strength: THUG });
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
