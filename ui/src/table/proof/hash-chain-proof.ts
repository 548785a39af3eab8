// Recompute the hash chain of a finished match link by link as the server does (scheme dicehouse-course/2, the server's
// verify.py), and compare it with the chain heads and commitments of this browser.
import { t } from "../../shared/i18n";
import type { Mark, TableInfo } from "../../contract/messages";
import { hex, hmacSha256, sha256 } from "../../shared/sha256";
import { bytesOf, type DiceRecord, type DiceSecrets, type HashChain, LETTERS, SCHEME } from "./dice-proof";

/**
 * `same`: the record is the match that this browser saw; `late`: the browser came after the end; `other`: it saw
 * another match.
 */
export interface ChainCheck {
  state: "same" | "late" | "other";
  hash: string;
  links: number;
  /** How many of the hashes this browser saw. */
  seen: number;
  /** The last link up to which record and browser agree. */
  agreedUntil: number;
}
type Link = [kind: string, seat: number, number: number, after: number, what: string, draws: unknown[], digest: string];

interface ChainHeader {
  id: string;
  names: string[];
  commitment: string;
  /** Only in old records, before seeds were committed. */
  contributions?: string[];
  /** For each seat the commitment of its text for the dice, or the text itself if it was not committed. */
  texts?: string[];
}

const CHAIN_SCHEME = "dicehouse-course/1";
const SEEDED_CHAIN_SCHEME = "dicehouse-course/2";

/** Return a hash as it is read aloud: 12 letters in three groups of four. */
export const readableHash = (hash: string): string =>
  [0, 8, 16].map((at) => [0, 2, 4, 6].map((i) => letter(hash.slice(at + i, at + i + 2))).join("")).join(" ");
const letter = (byte: string): string => LETTERS[parseInt(byte, 16) % LETTERS.length]!;

/** Return every hash of the chain: before the first link, and after each. */
function recomputeHashes({ header, links }: HashChain, secret: string): string[] {
  const key = bytesOf(secret),
    { texts } = JSON.parse(header) as ChainHeader,
    hashes = [sha256(`${texts ? SEEDED_CHAIN_SCHEME : CHAIN_SCHEME}|${header}`)];
  for (const link of links) hashes.push(hex(hmacSha256(key, `${CHAIN_SCHEME}|${hashes[hashes.length - 1]!}|${link}`)));
  return hashes;
}

/**
 * Return the faults of the chain and how it compares with what this browser saw. It hashes only if `canHash` is true.
 */
export function checkHashChain(
  record: DiceRecord,
  info: TableInfo,
  { marks: seen, other, commitments }: { marks: readonly Mark[]; other: number | null; commitments: readonly string[] },
  canHash: boolean,
): { faults: string[]; check: ChainCheck | null } {
  const { running: chain, dice } = record;
  if (!chain) return { faults: [], check: null };
  const hashes = canHash ? recomputeHashes(chain, dice.secret) : [];
  if (!canHash) hashes[chain.links.length] = chain.hash;
  const faults = canHash ? chainFaults(record, chain, info, hashes, commitments) : [];
  const wrong = seen.find(([links, hash]) => (canHash || links >= chain.links.length) && hashes[links] !== hash);
  const first = Math.min(wrong?.[0] ?? Infinity, other ?? Infinity); // or the server did not always show the same chain
  const agreedUntil = Math.max(0, ...seen.map(([links]) => links).filter((links) => links < first));
  const was = seen.some(([links]) => links < chain.links.length);
  const state = first < Infinity ? "other" : was ? "same" : "late";
  return { faults, check: { state, hash: chain.hash, links: chain.links.length, seen: seen.length, agreedUntil } };
}

/** Return a name as it is hashed; of a removed name only its hash is left. */
const hashedName = (name: string, salt: string | undefined): string =>
  salt === undefined ? name : salt.length === 64 ? salt : sha256(`${CHAIN_SCHEME}|${salt}|${name}`);

function chainFaults(
  record: DiceRecord,
  chain: HashChain,
  info: TableInfo,
  hashes: string[],
  commitments: readonly string[],
): string[] {
  const faults: string[] = [];
  if (hashes[hashes.length - 1] !== chain.hash)
    faults.push(t("The names, seats, settings or actions don't match the checksums."));
  const { id, names, commitment, contributions, texts } = JSON.parse(chain.header) as ChainHeader;
  const settled = [id, names, commitment, texts ? record.dice.contributions : contributions];
  const named = info.seats.map(({ name }, seat) => hashedName(name, chain.salts?.[seat]));
  const shown = [info.id, named, info.commitment, info.texts.map(({ text }) => text)];
  if (JSON.stringify(settled) !== JSON.stringify(shown))
    faults.push(t("The players or the committed secret are not those that this page shows."));
  if (texts) faults.push(...seedFaults(record.dice, texts));
  if (commitments.length && !commitments.some((each) => texts?.includes(each)))
    faults.push(t("This browser committed a text for the dice, but the record doesn't have it."));
  const stands: Link[] = [];
  for (const link of chain.links.map((text) => JSON.parse(text) as Link)) {
    if (link[0] === "act") stands.push(link);
    else if (link[0] === "undo") stands.length = link[3];
  }
  if (JSON.stringify(stands.map((link) => link[5])) !== JSON.stringify(record.actions.map(({ draws }) => draws)))
    faults.push(t("The rolls don't match the checksums."));
  return faults;
}

/** Return faults of the texts: those that don't match their commitment, and those that were open too early. */
function seedFaults({ secret, match, contributions }: DiceSecrets, settled: string[]): string[] {
  const key = bytesOf(secret),
    open: number[] = [],
    wrong: number[] = [];
  for (const [seat, before] of settled.entries()) {
    const text = contributions[seat] ?? "",
      follows = text === hex(hmacSha256(key, `${SCHEME}|${match}|seat ${seat}`)).slice(0, 32);
    if (before.length === 64 ? !follows && sha256(text) !== before : text !== before) wrong.push(seat);
    else if (before.length < 64 && !follows) open.push(seat);
  }
  const late = settled.some((before) => before.length === 64) ? open : open.slice(1);
  return [
    ...wrong.map((seat) => t("The text of seat {number} is not the one it committed to.", { number: seat + 1 })),
    ...late.map((seat) =>
      t("The text of seat {number} was shown before all others were committed.", { number: seat + 1 }),
    ),
  ];
}
