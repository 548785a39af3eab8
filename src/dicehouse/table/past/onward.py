"""What-ifs at the table: a finished match played on from one of its decisions, by whoever asks, against bots.

It is a match of its own, with dice of its own from there on, and counts nowhere. What came before stands in its history
as it was played, so that log, undo, replay and record are those of any match.
"""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from dicehouse.kit import Keyed
from dicehouse.match import Match
from dicehouse.moments import written
from dicehouse.resumed import moment_of
from dicehouse.what_if import what_if

from ..chairs import bot_again
from ..levels import level_of, usual_bot
from ..people.names import clean_name, numbered
from ..seats import Promise, Refused, contribution, renewed
from ..storage.records import ASK, Entry, Order, Seat, TableRecord, WhatIf

if TYPE_CHECKING:
    from ..house import House
    from ..live import Table

NOT_OVER = "The game is still on; it can be played on from any of its decisions when it is over."
CHOSEN = "The dice of a lesson were chosen, so there is no what-if of it; take the lesson again instead."


async def open_what_if(
    house: House, table: Table, number: int, seat: int, guest: str, name: str, promise: Promise, text: str | None
) -> Table:
    """A new table that goes on where `seat` had to decide after `number` actions, with the guest in that seat.

    `text` is the browser's part in the dice. Refused, or the rules' own BadMatch, says why it can't be.
    """
    past = _finished(table)
    if not 0 <= seat < len(table.seats):
        raise Refused(f"There is no seat {seat}; this game had seats 0 to {len(table.seats) - 1}.")
    record = replace(
        renewed(table.record, promise, guest),
        terms=None,
        what_if=WhatIf(table.id, number, seat),
    )
    own = table.seats[seat].name if table.seats[seat].guest == guest else clean_name(name)
    seats = _seats(record, table, seat, guest, own, house.bots_at(table.game, len(table.seats)), text)
    match = await begun(record, seats, past)
    record = replace(record, what_if=WhatIf(table.id, match.number, seat))  # before others sealed what they chose
    return await house.open_dealt(record, table.game, seats, match, promise)


async def begun(record: TableRecord, seats: Sequence[Seat], past: Match) -> Match:
    """The match of a what-if at its beginning."""
    asked = record.what_if
    assert asked is not None
    dice = Keyed(bytes.fromhex(record.secret), record.id, [s.contribution or "" for s in seats])
    names = [s.name for s in seats]
    return await asyncio.to_thread(
        what_if, past, asked.number, asked.seat, dice=dice, names=names, match_id=record.id
    )  # fmt: skip


def entries(match: Match, at: float) -> tuple[Entry, ...]:
    """What was played before, as lines of the new table's history."""
    moments = written([moment_of(match, number) for number in range(match.number + 1)])
    return tuple(
        Entry(
            number,
            "act",
            action.seat,
            number,
            number + 1,
            action.option,
            tuple(zip(action.draws, action.sides, strict=True)),
            None,
            at,
            action.outcome,
            moment=moments[number + 1],
        )
        for number, action in enumerate(match.actions)
    )


def _finished(table: Table) -> Match:
    if table.record.lesson is not None:
        raise Refused(CHOSEN)
    if table.match is None or not table.match.over:
        raise Refused(NOT_OVER)
    return table.match


def _seats(
    record: TableRecord, table: Table, own: int, guest: str, name: str, bots: Sequence[str], text: str | None
) -> list[Seat]:
    """Whoever asks in their seat; in the others the bots that sat there, and the usual one for people."""
    found, taken = [], [name]
    for seat in table.seats:
        mine = seat.number == own
        hexes, drawn_by = contribution(record.secret, record.id, seat.number, text if mine else None)
        if mine:
            # asked always: the decision played on from may be a reply, which a standing order would give at once
            found.append(Seat(own, "person", name, guest, None, hexes, drawn_by, Order(ASK)))
            continue
        bot = seat.played_by if seat.played_by in bots else usual_bot(bots)
        known = bot_again(table.record, seat, ()) if seat.kind == "bot" else level_of(bot or "").name
        taken.append(numbered(known, taken))
        found.append(Seat(seat.number, "bot", taken[-1], None, bot, hexes, drawn_by))
    return found
