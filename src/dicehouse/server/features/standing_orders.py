"""Let reactions pass where a player's standing order says so, before the question is shown."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from dicehouse.core.option import Reaction

from ..commands import SetReactionOrder
from ..seats import Refused
from ..storage.table_records import ASK, AT_END, NEVER, ORDERS, Order
from ..table.change import Change, Context, Handlers, OrderChanged, TableEvent
from ..table.moves import play_option
from ..table.state import TableState

NAME = "standing-orders"
MAX_POINTS = 1_000_000


@dataclass(frozen=True, slots=True)
class SilentSeats:
    """Hold the seats that want no questions in one turn, by seat; only the server where that was said knows it."""

    turns: Mapping[int, Any] = field(default_factory=dict)


def is_silent(state: TableState, seat: int) -> bool:
    """Return True if a seat wants no questions this turn."""
    silent: SilentSeats = state.parts[NAME]
    return seat in silent.turns and silent.turns[seat] == _turn(state)


def any_silent(state: TableState) -> bool:
    """Return True if any seat may want no questions this turn."""
    silent: SilentSeats = state.parts[NAME]
    return bool(silent.turns)


def order_of(state: TableState, seat: int) -> Order:
    """Return the standing order of a seat that holds now."""
    order = state.seats[seat].order
    return replace(order, mode=NEVER) if is_silent(state, seat) else order


def passing(state: TableState) -> tuple[int, str] | None:
    """Return a seat whose standing order lets a reaction pass now, and the option for that; None if there is none."""
    match = state.match
    if match is None or state.is_paused or state.lesson is not None:
        return None  # what a lesson asks, it asks on purpose
    for seat in match.acting():
        if state.seats[seat].played_by is None:
            reaction = match.reaction(seat)
            if reaction is not None and passes(order_of(state, seat), reaction):
                return seat, reaction.pass_option
    return None


def is_asked(state: TableState, seat: int | None) -> bool:
    """Return True if `seat` is asked for a reaction now; a lesson asks on purpose, so it doesn't count."""
    if seat is None or state.match is None or state.lesson is not None:
        return False
    return state.match.reaction(seat) is not None


def passes(order: Order, reaction: Reaction) -> bool:
    """Return True if a standing order lets this reaction pass; one that can change nothing always passes."""
    if reaction.idle:
        return True
    if order.mode == ASK:
        return False
    if order.mode == AT_END:
        return reaction.moment != "end"
    if order.mode == NEVER:
        return True
    return not (reaction.lead or reaction.stake >= order.points)


def pass_reactions(state: TableState, events: Sequence[TableEvent], context: Context) -> Change | None:
    """Pass for all seats whose standing orders say so."""
    found = passing(state)
    if found is None:
        return None
    change = Change(state)
    while found is not None:
        play_option(change, found[0], found[1], context.now, ordered=True)
        found = passing(change.state)
    return change


def set_reaction_order(state: TableState, command: SetReactionOrder, context: Context) -> Change:
    """Set when a seat wants to be asked for reactions."""
    change, seat = Change(state), state.own_seat(context.guest, command.seat)
    if command.mode not in ORDERS:
        raise Refused(f"A standing order must be one of {', '.join(ORDERS)}.")
    if not 0 <= command.points <= MAX_POINTS:
        raise Refused(f"The points of a standing order must be from 0 to {MAX_POINTS:,}.")
    silent: SilentSeats = state.parts[NAME]
    if command.mode == NEVER:
        change.set_part(NAME, SilentSeats({**silent.turns, seat: _turn(state)}))
    else:
        change.put_seats(replace(state.seats[seat], order=Order(command.mode, command.points)))
        change.set_part(NAME, SilentSeats({one: turn for one, turn in silent.turns.items() if one != seat}))
    change.events.append(OrderChanged(seat))
    return change


def _turn(state: TableState) -> Any:
    """Return which turn it is, by the public view; games without turns have one long one."""
    return None if state.match is None else state.match.view(None).get("turn")


COMMANDS: Handlers = {SetReactionOrder: set_reaction_order}
