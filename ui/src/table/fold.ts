// What happened to several players in a row, in the same words, is one line of the log.
import type { Board, Line } from "../game";

export function folded(lines: readonly Line[], board: Board): Line[] {
  const out: Line[] = [];
  let seats: number[] = [];
  for (const line of lines) {
    const last = out.at(-1);
    if (!last || !("event" in last) || !("event" in line) || !same(last, line, seats, board)) {
      out.push(line);
      seats = "event" in line && line.event.seat !== null ? [line.event.seat] : [];
      continue;
    }
    seats = [...seats, line.event.seat!];
    out[out.length - 1] = {
      id: last.id,
      event: { ...line.event, seat: seats[0]!, text: together(line.event.text, seats) },
    };
  }
  return out;
}
type Told = Extract<Line, { event: unknown }>;

function same(last: Told, { event }: Told, seats: readonly number[], board: Board): boolean {
  if (event.seat === null || event.kind !== last.event.kind || !board.folds?.(event)) return false;
  const first =
    seats.length > 1 ? together(event.text, seats) : event.text.replaceAll(`{${event.seat}}`, `{${seats[0]}}`);
  return last.event.text === first;
}

/** "Ben is skipped; Cleo and Ana, too." */
function together(text: string, seats: readonly number[]): string {
  const own = /\{\d\}/.exec(text)![0],
    [first, ...others] = seats.map((seat) => `{${seat}}`);
  const named = others.length < 2 ? others.join("") : `${others.slice(0, -1).join(", ")} and ${others.at(-1)}`;
  return `${text.replaceAll(own, first!).replace(/\.$/, "")}; ${named}, too.`;
}
