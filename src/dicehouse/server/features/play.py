"""Play an action of a guest or a bot, once and only at the position that it was made for."""

from __future__ import annotations

import logging

from dicehouse.errors import DicehouseError

from ..commands import Act
from ..internal_commands import PlayForSeat
from ..seats import Refused
from ..table.change import Acted, Change, Context, Handlers
from ..table.moves import known_answer, play_option
from ..table.state import TableState

log = logging.getLogger("dicehouse.server")


def act(state: TableState, command: Act, context: Context) -> Change:
    """Play an option of a guest; answer with the number of the new position. The same id acts only once."""
    change = Change(state)
    state.own_seat(context.guest, command.seat)
    earliest = state.playing().decision_start(command.seat)  # others may have sealed their choices since
    change.answer = known_answer(state, context.guest, command, earliest)
    if change.answer is None:
        play_option(change, command.seat, command.option, context.now, command.id)
        change.answer = change.state.playing().number
        change.events.append(Acted(command.seat))
    return change


def play_for_seat(state: TableState, command: PlayForSeat, context: Context) -> Change:
    """Play what a bot chose; its first option if that is not legal, so that a faulty bot does not hold up a table.

    Answer None, and change nothing, if the bot was asked for something that is decided by now.
    """
    change, match, seat = Change(state), state.match, command.seat
    if match is None or state.is_paused or seat not in match.acting() or match.position() != command.position:
        return change
    if state.seats[seat].played_by != command.bot:
        return change
    try:
        play_option(change, seat, command.option, context.now)
    except Refused:
        raise
    except DicehouseError as error:
        log.error("table %s: the bot in seat %d chose an illegal option (%s)", state.id, seat, type(error).__name__)
        play_option(change, seat, match.options(seat)[0].id, context.now)
    change.answer = change.state.playing().number
    return change


COMMANDS: Handlers = {Act: act, PlayForSeat: play_for_seat}
