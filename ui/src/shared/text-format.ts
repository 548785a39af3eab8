// Format numbers, names and lists for sentences.
import type { SeatInfo } from "../contract/messages";

import { formatNumber, formatPercent } from "./i18n";

export { formatNumber, formatPercent };
export const pluralize = (n: number, one: string, many = `${one}s`): string =>
  `${formatNumber(n)} ${n === 1 ? one : many}`;
/** Return a score with its unit. */
export const pluralizeUnit = (n: number, unit: readonly [string, string]): string => pluralize(n, ...unit);

/** Split a sentence at its {seat} marks: even places are text, odd ones seat numbers. */
export function splitAtSeats(text: string): (string | number)[] {
  return text.split(/\{(\d)\}/).map((part, i) => (i % 2 ? Number(part) : part));
}

export function fillInNames(text: string, names: readonly string[]): string {
  return splitAtSeats(text)
    .map((part) => (typeof part === "number" ? (names[part] ?? `seat ${part + 1}`) : part))
    .join("");
}

/** In place of a substitute bot's id: the absent player's turns are skipped. */
export const SKIP_TURNS = "nobody";
/** Describe who plays a seat, as far as the name does not say it. */
export function describePlayer(info: SeatInfo): string {
  const player = info.you
    ? "you"
    : info.kind === "bot"
      ? `bot${info.word ? `, ${info.word}` : ""}`
      : info.kind === "open"
        ? "free seat"
        : info.online
          ? ""
          : "away";
  return info.stand_in
    ? [info.you ? "you" : "", info.stand_in === SKIP_TURNS ? "turn lost" : "a bot plays"].filter(Boolean).join(", ")
    : player;
}

/**
 * Return 32 unpredictable hex digits. crypto.randomUUID exists on secure pages only, and a table on the home network is
 * not one.
 */
export const randomHex = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, "0")).join("");

export const joinWithAnd = (words: readonly string[]): string =>
  words.length < 2 ? words.join("") : `${words.slice(0, -1).join(", ")} and ${words[words.length - 1]}`;
export const capitalize = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);
