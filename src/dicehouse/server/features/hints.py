"""Show hints: who may have them, and which hint a seat was given for the decision it has now.

A player who is alone with bots may always ask. Where several people play, all of them have to agree first, and the chat
says when a player asked. A hint belongs to one seat and one decision: it is shown there only, and only until then.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from dicehouse.bots.hint_search import Hint
from dicehouse.match.match import Match

from ...i18n import Text, _
from ..commands import AgreeToHints
from ..internal_commands import ShowHint
from ..seats import Refused
from ..storage import table_records
from ..table.change import Change, Context, Handlers
from ..table.state import TableState

NAME = "hints"
IN_LESSON = _("The lesson already tells you what to do.")
NOT_ALLOWED = _("Hints are off at this table. All players have to agree to them in the menu.")
NOT_ASKED = _("It isn't your turn, so there is no hint.")
OVER = _("The game is over, so hints can't be changed any more.")
TOO_LATE = _("The game moved on before your hint was ready. Ask again.")
Decision = tuple[int, bytes]  # the position since which a seat is asked: its number and its bytes


@dataclass(frozen=True, slots=True)
class GivenHints:
    """Hold the last hint of each seat, and the decision that it was for. This is not stored."""

    by_seat: Mapping[int, tuple[Decision, Hint]] = field(default_factory=dict)


def plays_alone(state: TableState) -> bool:
    """Return True if one person plays here, with bots only."""
    return sum(seat.kind != "bot" for seat in state.seats) == 1


def are_on(state: TableState) -> bool:
    """Return True if people here may ask for hints."""
    return plays_alone(state) or all(seat.hints for seat in state.seats if seat.kind != "bot")


def agreed_seats(state: TableState) -> list[int]:
    """Return the seats whose people would allow hints."""
    return [seat.number for seat in state.seats if seat.kind == "person" and seat.hints]


def agree_to_hints(state: TableState, command: AgreeToHints, context: Context) -> Change:
    """Allow hints to all, as far as this guest has a say, or allow them no longer."""
    change, on, own = Change(state), command.on, state.seats_of(context.guest)
    if not own:
        raise Refused(_("Only the players at this table can decide about hints."))
    if state.lesson is not None:
        raise Refused(IN_LESSON)
    if state.phase == "over":
        raise Refused(OVER)
    if plays_alone(state) or all(state.seats[seat].hints == on for seat in own):
        return change
    before = are_on(state)
    change.put_seats(*(replace(state.seats[seat], hints=on) for seat in own))
    after = all(seat.hints for seat in change.state.seats if seat.kind != "bot")
    if state.match is not None and (before or after):  # before: those of a rematch are on when it begins
        change.rows.append(table_records.set_hinted(state.id))
    words = _notice(state.name_of(own[0]), on, before, after), _own_notice(on, before, after)
    change.notice(words[0], context.now, dict.fromkeys(own, words[1]))
    return change


def hint_of(state: TableState, seat: int | None) -> Hint | None:
    """Return the hint that a seat was given for the decision it has now."""
    given: GivenHints = state.parts[NAME]
    match = state.match
    if seat is None or match is None or seat not in given.by_seat or seat not in match.acting():
        return None
    decision, hint = given.by_seat[seat]
    return hint if are_on(state) and decision == decision_of(match, seat) else None


def check_may_ask(state: TableState, guest: str | None, seat: int) -> Match:
    """Return the match if a guest may ask for a hint for a seat. Raise Refused if not."""
    state.own_seat(guest, seat)
    if state.lesson is not None:
        raise Refused(IN_LESSON)
    match = state.playing()
    if seat not in match.acting() or state.seats[seat].played_by is not None:
        raise Refused(NOT_ASKED)
    if not are_on(state):
        raise Refused(NOT_ALLOWED)
    return match


def show_hint(state: TableState, command: ShowHint, context: Context) -> Change:
    """Show a hint to the seat that asked, and tell the others that it did."""
    change, match, seat = Change(state), state.match, command.seat
    if match is None or seat not in match.acting() or command.decision != decision_of(match, seat):
        raise Refused(TOO_LATE)
    check_may_ask(state, context.guest, seat)
    if not plays_alone(state):
        notice = _("{player} asked for a hint.", player=state.name_of(seat))
        change.notice(notice, context.now, {seat: _("You asked for a hint.")})
    given: GivenHints = state.parts[NAME]
    change.set_part(NAME, GivenHints({**given.by_seat, seat: (command.decision, command.hint)}))
    return change


def decision_of(match: Match, seat: int) -> Decision:
    """Return the decision that a seat has now."""
    since = match.decision_start(seat)
    return since, match.position(since)


def _notice(name: str, on: bool, before: bool, after: bool) -> Text:
    if after and not before:
        return _("{player} agrees to hints. Hints are on now.", player=name)
    if on:
        return _("{player} agrees to hints. They are on when all players agree.", player=name)
    if before:
        return _("{player} no longer agrees to hints. Hints are off now.", player=name)
    return _("{player} no longer agrees to hints.", player=name)


def _own_notice(on: bool, before: bool, after: bool) -> Text:
    if after and not before:
        return _("You agree to hints. Hints are on now.")
    if on:
        return _("You agree to hints. They are on when all players agree.")
    if before:
        return _("You no longer agree to hints. Hints are off now.")
    return _("You no longer agree to hints.")


COMMANDS: Handlers = {AgreeToHints: agree_to_hints, ShowHint: show_hint}
