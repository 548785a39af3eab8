// The course of a finished match, hashed again link by link as the house hashes it (scheme dicehouse-course/2, table/verify.py), and
// laid beside what this browser saw while it was played, and had sealed before.
import type { Mark, TableInfo } from "../types";
import { type Dice, type DiceRecord, hex, hmacOf, LETTERS, type Running, SCHEME, sha256 } from "./dice-proof";

/** `same`: the record is the match that was seen; `late`: this browser came when it was over; `other`: it saw another one. */
export interface Course {
  state: "same" | "late" | "other";
  hash: string;
  links: number;
  /** how many of its hashes were seen */
  seen: number;
  /** the last link up to which record and browser agree */
  until: number;
}
type Link = [kind: string, seat: number, number: number, after: number, what: string, draws: unknown[], digest: string];

interface Settled {
  id: string;
  names: string[];
  commitment: string;
  /** before there were seals */
  contributions?: string[];
  /** of each seat the seal of its text for the dice, or the text where it was not sealed */
  texts?: string[];
}

const COURSE = "dicehouse-course/1";
const SEALED = "dicehouse-course/2";

/** A running hash as it is read aloud: 12 letters in threes of four. */
export const aloud = (hash: string): string =>
  [0, 8, 16].map((at) => [0, 2, 4, 6].map((i) => letter(hash.slice(at + i, at + i + 2))).join("")).join(" ");
const letter = (byte: string): string => LETTERS[parseInt(byte, 16) % LETTERS.length]!;

/** Every hash of the course: before the first link, and after each. */
async function hashes({ header, links }: Running, secret: string): Promise<string[]> {
  const next = await hmacOf(secret),
    { texts } = JSON.parse(header) as Settled,
    found = [hex(await sha256(`${texts ? SEALED : COURSE}|${header}`))];
  for (const link of links) found.push(hex(await next(`${COURSE}|${found[found.length - 1]!}|${link}`)));
  return found;
}

/** What does not fit, and what this browser can say of the course; it hashes only where it `can`. */
export async function courseOf(
  record: DiceRecord,
  info: TableInfo,
  { marks: seen, other, seals }: { marks: readonly Mark[]; other: number | null; seals: readonly string[] },
  can: boolean,
): Promise<{ faults: string[]; course: Course | null }> {
  const { running, dice } = record;
  if (!running) return { faults: [], course: null };
  const found = can ? await hashes(running, dice.secret) : [];
  if (!can) found[running.links.length] = running.hash;
  const faults = can ? await faultsOf(record, running, info, found, seals) : [];
  const wrong = seen.find(([links, hash]) => (can || links >= running.links.length) && found[links] !== hash);
  const first = Math.min(wrong?.[0] ?? Infinity, other ?? Infinity); // or what the house showed was not always the same
  const until = Math.max(0, ...seen.map(([links]) => links).filter((links) => links < first));
  const was = seen.some(([links]) => links < running.links.length);
  const state = first < Infinity ? "other" : was ? "same" : "late";
  return { faults, course: { state, hash: running.hash, links: running.links.length, seen: seen.length, until } };
}

/** A name as it is hashed; one that was taken out has nothing but its hash. */
const nameOf = async (name: string, salt: string | undefined): Promise<string> =>
  salt === undefined ? name : salt.length === 64 ? salt : hex(await sha256(`${COURSE}|${salt}|${name}`));

async function faultsOf(
  record: DiceRecord,
  running: Running,
  info: TableInfo,
  found: string[],
  seals: readonly string[],
): Promise<string[]> {
  const faults: string[] = [];
  if (found[found.length - 1] !== running.hash)
    faults.push("Names, seats, settings or actions are not those that the running hash covers.");
  const { id, names, commitment, contributions, texts } = JSON.parse(running.header) as Settled;
  const settled = [id, names, commitment, texts ? record.dice.contributions : contributions];
  const named = info.seats.map(({ name }, seat) => nameOf(name, running.salts?.[seat]));
  const shown = [info.id, await Promise.all(named), info.commitment, info.texts.map(({ text }) => text)];
  if (JSON.stringify(settled) !== JSON.stringify(shown))
    faults.push("Who sat where, or what was promised, is not what this page shows.");
  if (texts) faults.push(...(await textFaults(record.dice, texts)));
  if (seals.length && !seals.some((seal) => texts?.includes(seal)))
    faults.push("This browser sealed a text for the dice when it sat down, and the record has none of it.");
  const stands: Link[] = [];
  for (const link of running.links.map((text) => JSON.parse(text) as Link)) {
    if (link[0] === "act") stands.push(link);
    else if (link[0] === "undo") stands.length = link[3];
  }
  if (JSON.stringify(stands.map((link) => link[5])) !== JSON.stringify(record.actions.map(({ draws }) => draws)))
    faults.push("The throws are not those of the actions that the running hash covers.");
  return faults;
}

/** Texts that are not those which were settled before any was shown, or that lay open meanwhile. */
async function textFaults({ secret, match, contributions }: Dice, settled: string[]): Promise<string[]> {
  const sign = await hmacOf(secret),
    open: number[] = [],
    wrong: number[] = [];
  for (const [seat, before] of settled.entries()) {
    const text = contributions[seat] ?? "",
      follows = text === hex(await sign(`${SCHEME}|${match}|seat ${seat}`)).slice(0, 32);
    if (before.length === 64 ? !follows && hex(await sha256(text)) !== before : text !== before) wrong.push(seat);
    else if (before.length < 64 && !follows) open.push(seat);
  }
  const late = settled.some((before) => before.length === 64) ? open : open.slice(1);
  return [
    ...wrong.map(
      (seat) => `The text of seat ${seat + 1} in the dice is not the one that was settled before any was shown.`,
    ),
    ...late.map((seat) => `The text of seat ${seat + 1} lay open before those of others were settled.`),
  ];
}
