// Store the texts for the dice (client seeds) whose hashes this browser has committed: until the table asks for them,
// and so that the proof can check that the record has them. Seeds for a rematch that may never be played are stored
// separately.
const TABLE_KEY = "dicehouse.part.";
const NEXT_TABLE_KEY = "dicehouse.next.";
const MAX_TABLES = 24;
const MAX_SEEDS = 4; // a form may be sent more than once

type ClientSeed = [commitment: string, text: string];
interface StoredSeeds {
  at: number;
  parts: ClientSeed[];
}

/** Return the seeds that were committed for a table. */
export const seedsForTable = (table: string): ClientSeed[] => readStored(TABLE_KEY + table).parts;

/** Return the seeds that were committed for a table before it was opened. */
export const seedsForNextTable = (table: string): ClientSeed[] => readStored(NEXT_TABLE_KEY + table).parts;

/** Store a seed; return false if the browser can't store it. */
export const storeSeed = (table: string, seed: ClientSeed): boolean => store(TABLE_KEY, table, seed);
export const storeNextSeed = (table: string, seed: ClientSeed): boolean => store(NEXT_TABLE_KEY, table, seed);

function store(kind: string, table: string, seed: ClientSeed): boolean {
  const parts = [seed, ...readStored(kind + table).parts.filter(([commitment]) => commitment !== seed[0])].slice(
    0,
    MAX_SEEDS,
  );
  try {
    localStorage.setItem(kind + table, JSON.stringify({ at: Date.now(), parts } satisfies StoredSeeds));
    const places = Object.keys(localStorage).filter((key) => key.startsWith(kind));
    const old = places.sort((a, b) => readStored(b).at - readStored(a).at).slice(MAX_TABLES);
    for (const key of old) localStorage.removeItem(key);
    return true;
  } catch {
    return false;
  }
}

function readStored(key: string): StoredSeeds {
  try {
    const { at, parts } = JSON.parse(localStorage.getItem(key) ?? "{}") as Partial<StoredSeeds>;
    if (Array.isArray(parts) && parts.every((seed) => Array.isArray(seed))) return { at: Number(at), parts };
  } catch {
    // unreadable data
  }
  return { at: 0, parts: [] };
}
