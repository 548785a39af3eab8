"""Write down the result when a match is over."""

from __future__ import annotations

from collections.abc import Sequence

from ..archive.dice_counts import count_match
from ..archive.match_results import set_over
from ..storage import table_records
from ..storage.database import Statement
from ..table.change import Change, Context, MatchEnded, TableEvent
from ..table.state import TableState


def finish_match(state: TableState, events: Sequence[TableEvent], context: Context) -> Change | None:
    """Store the result of a match that is over, and make its table one that is over."""
    if state.phase != "playing" or state.match is None or not state.match.over:
        return None
    change, record = Change(state), state.record
    change.rows.append(set_over(state.id, context.now, state.match, state.history.play_time.minutes))
    change.rows += _beaten_rival(state)
    if record.lesson is None and record.what_if is None:
        change.rows += count_match(state.id, context.now, state.match)
    change.set_record(phase="over")
    change.events.append(MatchEnded())
    return change


def _beaten_rival(state: TableState) -> list[Statement]:
    """Return the statement that counts a win of one person against bots of one kind."""
    people = [seat for seat in state.seats if seat.kind == "person"]
    bots = {seat.bot for seat in state.seats if seat.kind == "bot"}
    if len(people) != 1 or len(bots) != 1 or people[0].stand_in or state.record.lesson or state.record.what_if:
        return []
    won = state.playing().returns()[people[0].number] > 0.5
    return [table_records.beat_rival(people[0].guest or "", state.game.id, bots.pop() or "")] if won else []
