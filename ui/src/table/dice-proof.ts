// The dice of a table, worked out again as the house works them out (scheme dicehouse-dice/1, table/verify.py): HMAC-SHA256 under the
// secret starts the generator sfc32 for every action, and Lemire's method makes dice of its numbers.
export type Draw = [result: number, sides: number];
export interface Dice {
  kind: string;
  scheme: string;
  match: string;
  commitment: string;
  secret: string;
  contributions: string[];
  /** of a what-if: the dice up to the action that it goes on from, and what was dealt anew there */
  before?: { number: number; dice: Dice; anew?: Draw[] };
}
/** what the house gives out: all that was settled at the start, and every link, as the texts that are hashed */
export interface Running {
  header: string;
  /** of the names; of one that was taken out its hash */
  salts: string[] | null;
  links: string[];
  hash: string;
}
export interface DiceRecord {
  id: string;
  dice: Dice;
  deal: Draw[];
  actions: { draws: Draw[] }[];
  /** actions that threw anything, the deal included */
  throws: number;
  /** what the house found when it checked */
  faults: string[];
  running?: Running;
}

export const SCHEME = "dicehouse-dice/1";
export const LETTERS = "abcdefghjkmnpqrstuvwxyz23456789";
const WORD = 2 ** 32;
const utf8 = new TextEncoder();

export const hex = (bytes: ArrayBuffer): string =>
  Array.from(new Uint8Array(bytes), (byte) => byte.toString(16).padStart(2, "0")).join("");
const bytesOf = (text: string): Uint8Array<ArrayBuffer> =>
  new Uint8Array((text.match(/../g) ?? []).map((pair) => parseInt(pair, 16)));
export const sha256 = (text: string | Uint8Array<ArrayBuffer>): Promise<ArrayBuffer> =>
  crypto.subtle.digest("SHA-256", typeof text === "string" ? utf8.encode(text) : text);

/** 32-bit numbers without end, from three words of a digest */
function stream(digest: ArrayBuffer): () => number {
  const words = new DataView(digest);
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

/** a result from 1 to `sides`, each equally likely */
function die(next: () => number, sides: number): number {
  let product = next() * sides;
  while (product % WORD < WORD % sides) product = next() * sides;
  return 1 + Math.floor(product / WORD);
}

async function tableId(commitment: string): Promise<string> {
  const digest = new Uint8Array(await sha256(`${SCHEME}|table|${commitment}`));
  return Array.from(digest.subarray(0, 12), (byte) => LETTERS[byte % LETTERS.length]).join("");
}

/** Everything that does not fit, as sentences; `promised` is what this page was told before the first throw. */
export async function faultsOf(
  record: DiceRecord,
  promised: { id: string; commitment: string; texts: { text: string | null }[] },
): Promise<string[]> {
  const { dice } = record,
    found: string[] = [],
    parts: Dice[] = [dice];
  for (let part = dice; part.before; part = part.before.dice) parts.push(part.before.dice);
  for (const part of parts) {
    if (part.kind !== "keyed" || part.scheme !== SCHEME) return [`The dice were not drawn by the scheme ${SCHEME}.`];
    if (hex(await sha256(bytesOf(part.secret))) !== part.commitment)
      found.push("The secret is not the one that the table promised.");
    if ((await tableId(part.commitment)) !== part.match)
      found.push("The name of the table does not follow from the promise.");
  }
  if (dice.commitment !== promised.commitment) found.push("The secret is not the one that the table promised.");
  if (dice.match !== promised.id || record.id !== promised.id)
    found.push("The name of the table does not follow from the promise.");
  if (dice.contributions.join() !== promised.texts.map(({ text }) => text ?? "").join())
    found.push("The texts that the browsers added are not those of this table.");
  const drawn = await Promise.all(parts.map(drawsOf));
  const wrong = async (part: number, number: number, draws: Draw[], what: string): Promise<void> => {
    const next = await drawn[part]!(number);
    const should = draws.map(([, sides]) => die(next, sides));
    if (draws.some(([result], i) => result !== should[i]))
      found.push(
        `${what}: the record has ${draws.map(([result]) => result).join(" ")}, the secret gives ${should.join(" ")}.`,
      );
  };
  for (const [number, draws] of [record.deal, ...record.actions.map((action) => action.draws)].entries()) {
    let part = 0; // a what-if has its own dice only after the action that it goes on from
    while (parts[part]!.before && number <= parts[part]!.before!.number) part++;
    await wrong(part, number, draws, `Action ${number}`);
  }
  for (const [part, { before }] of parts.entries())
    if (before?.anew) await wrong(part, 0, before.anew, "What was dealt anew");
  return found;
}

/** HMAC-SHA256 under a secret */
export async function hmacOf(secret: string): Promise<(text: string) => Promise<ArrayBuffer>> {
  const hmac = { name: "HMAC", hash: "SHA-256" };
  const key = await crypto.subtle.importKey("raw", bytesOf(secret), hmac, false, ["sign"]);
  return (text) => crypto.subtle.sign("HMAC", key, utf8.encode(text));
}

/** The numbers of any action of these dice: HMAC-SHA256 of match, texts and action under the secret. */
async function drawsOf(dice: Dice): Promise<(number: number) => Promise<() => number>> {
  const sign = await hmacOf(dice.secret);
  const texts = hex(await sha256(dice.contributions.join("\n")));
  return async (number) => stream(await sign(`${SCHEME}|${dice.match}|${texts}|${number}`));
}
