// Recompute the dice of a table as the server does (scheme dicehouse-dice/1, the server's verify.py): HMAC-SHA256 under
// the secret seeds the generator sfc32 for every action, and Lemire's method turns its numbers into dice.
import { t } from "../../shared/i18n";
import { hex, hmacSha256, sha256, sha256Bytes } from "../../shared/sha256";

export type Draw = [result: number, sides: number];
export interface DiceSecrets {
  kind: string;
  scheme: string;
  match: string;
  commitment: string;
  secret: string;
  contributions: string[];
  /** For a what-if: the dice up to the action where it branches off, and what was dealt again there. */
  before?: { number: number; dice: DiceSecrets; anew?: Draw[] };
}
/** The hash chain as the server publishes it: the header and every link, as the texts that are hashed. */
export interface HashChain {
  header: string;
  /** The salts of the names; of a removed name its hash. */
  salts: string[] | null;
  links: string[];
  hash: string;
}
export interface DiceRecord {
  id: string;
  dice: DiceSecrets;
  deal: Draw[];
  actions: { draws: Draw[] }[];
  /** The number of actions that drew anything, with the deal. */
  throws: number;
  /** The faults that the server found. */
  faults: string[];
  running?: HashChain;
}

export const SCHEME = "dicehouse-dice/1";
export const LETTERS = "abcdefghjkmnpqrstuvwxyz23456789";
const WORD = 2 ** 32;

/** Return the bytes that hexadecimal digits stand for. */
export const bytesOf = (digits: string): Uint8Array =>
  Uint8Array.from(digits.match(/../g) ?? [], (pair) => parseInt(pair, 16));

/** Return an endless generator of 32-bit numbers, seeded with three words of a digest. */
function randomWords(digest: Uint8Array): () => number {
  const words = new DataView(digest.buffer);
  let [a, b, c] = [words.getUint32(0), words.getUint32(4), words.getUint32(8)],
    counter = 1;
  const next = (): number => {
    const out = (a + b + counter) >>> 0;
    counter = (counter + 1) >>> 0;
    a = (b ^ (b >>> 9)) >>> 0;
    b = (c + (c << 3)) >>> 0;
    c = (((c << 21) | (c >>> 11)) + out) >>> 0;
    return out;
  };
  for (let i = 0; i < 12; i++) next();
  return next;
}

/** Return a result from 1 to `sides`, each equally likely. */
function drawDie(next: () => number, sides: number): number {
  let product = next() * sides;
  while (product % WORD < WORD % sides) product = next() * sides;
  return 1 + Math.floor(product / WORD);
}

function tableId(commitment: string): string {
  const digest = bytesOf(sha256(`${SCHEME}|table|${commitment}`));
  return Array.from(digest.subarray(0, 12), (byte) => LETTERS[byte % LETTERS.length]).join("");
}

/** Return everything that is wrong, as sentences; `announced` is what this page was told before the first throw. */
export function diceFaults(
  record: DiceRecord,
  announced: { id: string; commitment: string; texts: { text: string | null }[] },
): string[] {
  const { dice } = record,
    found: string[] = [],
    parts: DiceSecrets[] = [dice];
  for (let part = dice; part.before; part = part.before.dice) parts.push(part.before.dice);
  for (const part of parts) {
    if (part.kind !== "keyed" || part.scheme !== SCHEME)
      return [t("The dice were not drawn by the scheme {scheme}.", { scheme: SCHEME })];
    if (hex(sha256Bytes(bytesOf(part.secret))) !== part.commitment) found.push(wrongSecret());
    if (tableId(part.commitment) !== part.match) found.push(wrongTable());
  }
  if (dice.commitment !== announced.commitment) found.push(wrongSecret());
  if (dice.match !== announced.id || record.id !== announced.id) found.push(wrongTable());
  if (dice.contributions.join() !== announced.texts.map(({ text }) => text ?? "").join())
    found.push(t("The texts that the browsers added are not those of this table."));
  const drawn = parts.map(wordsForActions);
  const wrong = (part: number, number: number, draws: Draw[], what: string): void => {
    const next = drawn[part]!(number);
    const should = draws.map(([, sides]) => drawDie(next, sides));
    if (draws.some(([result], i) => result !== should[i]))
      found.push(
        t("{action}: the record has {recorded}, the secret gives {expected}.", {
          action: what,
          recorded: draws.map(([result]) => result).join(" "),
          expected: should.join(" "),
        }),
      );
  };
  for (const [number, draws] of [record.deal, ...record.actions.map((action) => action.draws)].entries()) {
    let part = 0; // a what-if has its own dice only after the action where it branches off
    while (parts[part]!.before && number <= parts[part]!.before!.number) part++;
    wrong(part, number, draws, t("Action {number}", { number }));
  }
  for (const [part, { before }] of parts.entries()) if (before?.anew) wrong(part, 0, before.anew, t("New deal"));
  return found;
}

const wrongSecret = (): string => t("The secret is not the one that the table committed to.");
const wrongTable = (): string => t("The table's ID doesn't follow from the committed secret.");

/**
 * Return a function that seeds the generator of an action: HMAC-SHA256 of match, texts and action number under the
 * secret.
 */
function wordsForActions(dice: DiceSecrets): (number: number) => () => number {
  const secret = bytesOf(dice.secret),
    texts = sha256(dice.contributions.join("\n"));
  return (number) => randomWords(hmacSha256(secret, `${SCHEME}|${dice.match}|${texts}|${number}`));
}
