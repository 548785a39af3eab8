// Join equal events of several players in a row to one line of the log.
import type { Board, LogEntry } from "../../games/game-ui";
import { t } from "../../shared/i18n";
import { joinWithAnd } from "../../shared/text-format";

export function groupLogEntries(lines: readonly LogEntry[], board: Board): LogEntry[] {
  const out: LogEntry[] = [];
  let seats: number[] = [];
  for (const line of lines) {
    const last = out.at(-1);
    if (!last || !("event" in last) || !("event" in line) || !canJoin(last, line, seats, board)) {
      out.push(line);
      seats = "event" in line && line.event.seat !== null ? [line.event.seat] : [];
      continue;
    }
    seats = [...seats, line.event.seat!];
    out[out.length - 1] = {
      id: last.id,
      event: { ...line.event, seat: seats[0]!, text: joinedText(line.event.text, seats) },
    };
  }
  return out;
}
type EventEntry = Extract<LogEntry, { event: unknown }>;

function canJoin(last: EventEntry, { event }: EventEntry, seats: readonly number[], board: Board): boolean {
  if (event.seat === null || event.kind !== last.event.kind || !board.groupsInLog?.(event)) return false;
  const first =
    seats.length > 1 ? joinedText(event.text, seats) : event.text.replaceAll(`{${event.seat}}`, `{${seats[0]}}`);
  return last.event.text === first;
}

/** For example "Ben is skipped; Cleo and Ana, too." */
function joinedText(text: string, seats: readonly number[]): string {
  const own = /\{\d\}/.exec(text)![0],
    [first, ...others] = seats.map((seat) => `{${seat}}`);
  const sentence = text.replaceAll(own, first!).replace(/\.$/, "");
  return t("{sentence}; {players}, too.", { sentence, players: joinWithAnd(others) });
}
