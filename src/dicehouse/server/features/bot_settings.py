"""Set how the bots of a table behave: how long they wait, and whether they say why they act."""

from __future__ import annotations

from ..commands import SetBotPace, SetBotReasons
from ..internal_commands import GiveReason
from ..seats import Refused
from ..storage import table_records
from ..storage.table_records import Said
from ..table.change import Change, Context, Handlers
from ..table.state import TableState

NORMAL = "normal"
PACES = {"slow": 2.0, NORMAL: 1.0, "fast": 0.4, "at once": 0.0}  # times the usual wait of a bot


def pace_of(state: TableState) -> str:
    """Return how long bots wait: the host's choice."""
    return state.record.pace if state.record.pace in PACES else NORMAL


def gives_reasons(state: TableState) -> bool:
    """Return True if bots say why they act. Where one person plays alone they do unless the host chose otherwise."""
    chosen = state.record.reasons
    return sum(seat.kind != "bot" for seat in state.seats) == 1 if chosen is None else chosen


def set_pace(state: TableState, command: SetBotPace, context: Context) -> Change:
    """Set how long the bots of this table wait before they act, for the host."""
    change = Change(state)
    state.check_host(context.guest)
    if command.pace not in PACES:
        raise Refused(f"The pace of bots must be one of these: {', '.join(PACES)}.")
    change.set_record(table_records.set_bots(state.id, command.pace, state.record.reasons), pace=command.pace)
    return change


def set_reasons(state: TableState, command: SetBotReasons, context: Context) -> Change:
    """Set if the bots of this table say why they act, for the host."""
    change = Change(state)
    state.check_host(context.guest)
    change.set_record(table_records.set_bots(state.id, state.record.pace, command.on), reasons=command.on)
    return change


def give_reason(state: TableState, command: GiveReason, context: Context) -> Change:
    """Say why a bot is about to play an option, if that can be told."""
    change, match, seat = Change(state), state.match, command.seat
    if match is None or state.is_paused or seat not in match.acting() or match.position() != command.position:
        return change
    if state.seats[seat].played_by == command.bot and (reason := match.reason(seat, command.option)):
        change.say(Said(seat, state.seats[seat].name, reason, context.now))
    return change


COMMANDS: Handlers = {SetBotPace: set_pace, SetBotReasons: set_reasons, GiveReason: give_reason}
