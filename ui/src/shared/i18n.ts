// The page's own texts in the reader's language. Messages are English and literals, so that they can be extracted; each
// {name} in one is an argument. docs/translating.md explains how to work on the translations.

type Forms = string | readonly [one: string, several: string];
type Argument = string | number;

/** Translations, and the four characters of each one's message, all in one string. */
export type PageMessages = { keys: string; texts: readonly Forms[] };

const KEY_DIGITS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
const utf8 = new TextEncoder();
const messages = new Map<string, Forms>();

/** The language of the page, for numbers and dates. */
export const language = (): string => document.documentElement.lang || "en";

/** Add translations; without any, the page speaks English. */
export const addMessages = ({ keys, texts }: PageMessages): void =>
  texts.forEach((text, i) => void messages.set(keys.slice(4 * i, 4 * i + 4), text));

/** Add the translations that a page of the server brings with it. */
export function readMessages(): void {
  const found = document.getElementById("messages")?.textContent;
  if (found) addMessages(JSON.parse(found) as PageMessages);
}

/** Return the four characters that stand for a message: an FNV-1a hash, which is much shorter than the message. */
export function messageKey(message: string): string {
  let found = 0x811c9dc5;
  for (const byte of utf8.encode(message)) found = Math.imul(found ^ byte, 0x01000193);
  found ^= found >>> 16;
  return [0, 6, 12, 18].map((shift) => KEY_DIGITS[(found >>> shift) & 63]).join("");
}

/** Return a message in the reader's language. */
export const t = (message: string, values: Readonly<Record<string, Argument>> = {}): string =>
  fillIn(formOf(message, message, "", 1), values);

/** Return a message about a number of things; {n} is the number. */
export const tn = (one: string, several: string, n: number, values: Readonly<Record<string, Argument>> = {}): string =>
  fillIn(formOf(one, several, "", n), { n, ...values });

/** Return a message whose English is ambiguous; `context` tells translators what is meant. */
export const tp = (context: string, message: string, values: Readonly<Record<string, Argument>> = {}): string =>
  fillIn(formOf(message, message, context, 1), values);

function formOf(one: string, several: string, context: string, n: number): string {
  const found = messages.size ? messages.get(messageKey(context ? `${context}|${one}` : one)) : undefined;
  if (found === undefined) return n === 1 ? one : several;
  return typeof found === "string" ? found : found[n === 1 ? 0 : 1];
}

function fillIn(form: string, values: Readonly<Record<string, Argument>>): string {
  return form.replace(/\{([A-Za-z_]\w*)\}/g, (mark, name: string) => {
    const value = Object.hasOwn(values, name) ? values[name] : undefined;
    return value === undefined ? mark : typeof value === "number" ? formatNumber(value) : value;
  });
}

let format: Intl.NumberFormat | undefined;
/** Return a number as the reader's language writes it. */
export const formatNumber = (value: number): string =>
  (format ??= new Intl.NumberFormat(language())).format(value).replace("-", "\u2212");
/** Return a share in per cent, without decimals: 53%, in German 53 %. */
export const formatPercent = (share: number): string =>
  new Intl.NumberFormat(language(), { style: "percent" }).format(share);
