// Format numbers, names and lists for sentences.
import type { SeatInfo } from "../contract/messages";

import { formatNumber, formatPercent, t } from "./i18n";

export { formatNumber, formatPercent };
/** Return a number with an English noun. Sentences that are translated use `tn` instead. */
export const pluralize = (n: number, one: string, many = `${one}s`): string =>
  `${formatNumber(n)} ${n === 1 ? one : many}`;
/** Return a score with its unit, which the server names in the reader's language. */
export const pluralizeUnit = (n: number, unit: readonly [string, string]): string => pluralize(n, ...unit);
/** Return the name of a seat that has no other. */
export const seatName = (seat: number): string => t("Seat {number}", { number: seat + 1 });

/** Split a sentence at its {seat} marks: even places are text, odd ones seat numbers. */
export function splitAtSeats(text: string): (string | number)[] {
  return text.split(/\{(\d)\}/).map((part, i) => (i % 2 ? Number(part) : part));
}

export function fillInNames(text: string, names: readonly string[]): string {
  return splitAtSeats(text)
    .map((part) => (typeof part === "number" ? (names[part] ?? seatName(part)) : part))
    .join("");
}

/** In place of a substitute bot's id: the absent player's turns are skipped. */
export const SKIP_TURNS = "nobody";
/** Describe who plays a seat, as far as the name does not say it. */
export function describePlayer({ you, stand_in: substitute, kind, word, online }: SeatInfo): string {
  if (substitute === SKIP_TURNS) return you ? t("you, turn skipped") : t("turn skipped");
  if (substitute) return you ? t("you: a bot plays") : t("a bot plays");
  if (you) return t("you");
  if (kind === "bot") return word ? t("bot, {level}", { level: word }) : t("bot");
  if (kind === "open") return t("free seat");
  return online ? "" : t("away");
}

/**
 * Return 32 unpredictable hex digits. crypto.randomUUID exists on secure pages only, and a table on the home network is
 * not one.
 */
export const randomHex = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, "0")).join("");

/** Return a list in a sentence: "Ana", "Ana and Ben", "Ana, Ben and Cid". */
export const joinWithAnd = (words: readonly string[]): string =>
  words.length < 2
    ? words.join("")
    : t("{items} and {last}", { items: words.slice(0, -1).join(", "), last: words[words.length - 1]! });
export const capitalize = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);
