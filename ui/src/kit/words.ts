// Numbers and names in sentences.
import type { SeatInfo } from "../types";

const whole = new Intl.NumberFormat("en");
export const num = (value: number): string => whole.format(value);
export const percent = (share: number): string => `${Math.round(share * 100)} %`;
export const count = (n: number, one: string, many = `${one}s`): string => `${num(n)} ${n === 1 ? one : many}`;
/** a score with what it counts */
export const counted = (n: number, unit: readonly [string, string]): string => count(n, ...unit);

/** Splits a sentence at its {seat} marks, so that names can be set apart: even places are text, odd ones seat numbers. */
export function pieces(text: string): (string | number)[] {
  return text.split(/\{(\d)\}/).map((part, i) => (i % 2 ? Number(part) : part));
}

export function sentence(text: string, names: readonly string[]): string {
  return pieces(text)
    .map((part) => (typeof part === "number" ? (names[part] ?? `seat ${part + 1}`) : part))
    .join("");
}

/** ends the turns of who has lost them, where a bot would stand in */
export const NOBODY = "nobody";
/** Who plays a seat, as far as the name does not say it. */
export function who(info: SeatInfo): string {
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
    ? [info.you ? "you" : "", info.stand_in === NOBODY ? "turn lost" : "a bot plays"].filter(Boolean).join(", ")
    : player;
}

/** 32 hex digits that nobody can guess. crypto.randomUUID exists on secure pages only; a table on the home network is not one. */
export const randomText = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, "0")).join("");

export const listed = (words: readonly string[]): string =>
  words.length < 2 ? words.join("") : `${words.slice(0, -1).join(", ")} and ${words[words.length - 1]}`;
