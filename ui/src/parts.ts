// The texts for the dice that this browser has sealed: kept from the form in which it sat down until the table asks for them, and so that
// it can say at the end whether the record has them. Those for a next match that may never be played lie apart.
const PLACE = "dicehouse.part.";
const NEXT = "dicehouse.next.";
const TABLES = 24;
const EACH = 4; // a form may be sent more than once

type Part = [seal: string, text: string];
interface Kept {
  at: number;
  parts: Part[];
}

/** What was sealed for a table. */
export const partsOf = (table: string): Part[] => read(PLACE + table).parts;

/** What was sealed for a table before it was opened. */
export const sealedFor = (table: string): Part[] => read(NEXT + table).parts;

/** Keeps a text; false where that can't be. */
export const keepPart = (table: string, part: Part): boolean => keep(PLACE, table, part);
export const keepSealed = (table: string, part: Part): boolean => keep(NEXT, table, part);

function keep(kind: string, table: string, part: Part): boolean {
  const parts = [part, ...read(kind + table).parts.filter(([seal]) => seal !== part[0])].slice(0, EACH);
  try {
    localStorage.setItem(kind + table, JSON.stringify({ at: Date.now(), parts } satisfies Kept));
    const places = Object.keys(localStorage).filter((key) => key.startsWith(kind));
    const old = places.sort((a, b) => read(b).at - read(a).at).slice(TABLES);
    for (const place of old) localStorage.removeItem(place);
    return true;
  } catch {
    return false;
  }
}

function read(place: string): Kept {
  try {
    const { at, parts } = JSON.parse(localStorage.getItem(place) ?? "{}") as Partial<Kept>;
    if (Array.isArray(parts) && parts.every((part) => Array.isArray(part))) return { at: Number(at), parts };
  } catch {
    // nothing that can be read
  }
  return { at: 0, parts: [] };
}
