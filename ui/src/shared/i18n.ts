// The page's own texts in the reader's language. Messages are English and literals, so that they can be extracted; each
// {name} in one is an argument. docs/translating.md explains how to work on the translations.

type Forms = string | readonly [one: string, several: string];
type Argument = string | number;

let messages: Readonly<Record<string, Forms>> = {};

/** The language of the page, for numbers and dates. */
export const language = (): string => document.documentElement.lang || "en";

/** Take the translations that came with the texts of the rules; without any, the page speaks English. */
export const useMessages = (found: Readonly<Record<string, Forms>> = {}): void => void (messages = found);

/** Take the translations that a page of the server brings with it. */
export function readMessages(): void {
  const found = document.getElementById("messages")?.textContent;
  if (found) useMessages(JSON.parse(found) as Parameters<typeof useMessages>[0]);
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
  const found = messages[context ? `${context}|${one}` : one];
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
