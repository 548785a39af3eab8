"""Open forks of finished matches, which guests know as what-ifs: play on from one of the decisions, against bots.

A fork is a match of its own, with new dice from there on, and is left out of all statistics. Its history begins with
the earlier actions as they were played, so its log, undo, replay and record are those of any match.
"""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from dicehouse.core import Keyed
from dicehouse.match.match import Match
from dicehouse.match.snapshots import take_snapshot, write_snapshots

from ...i18n import _
from ..accounts.names import clean_name, numbered
from ..opponents import level_of, usual_bot
from ..registry import Registry
from ..seat_plan import bot_again
from ..seats import DiceSecret, Refused, contribution, renewed
from ..storage.table_records import ASK, Entry, Order, Seat, TableRecord, WhatIf

if TYPE_CHECKING:
    from ..live_table import Table

NOT_OVER = _("The game is still running. When it is over, you can play on from any of its decisions.")
CHOSEN = _("A lesson has no what-if, because its dice are chosen. Take the lesson again instead.")


async def open_what_if(
    registry: Registry,
    table: Table,
    number: int,
    seat: int,
    guest: str,
    name: str,
    dice_secret: DiceSecret,
    text: str | None,
) -> Table:
    """Open a table that forks a finished match where `seat` had to decide after `number` actions.

    The seat goes to `guest`. `name` is their name unless they had that seat before, `dice_secret` fixes the dice of the
    new table, and `text` the client seed. Raise Refused, or BadMatch from the rules, with the reason if the match can't
    be forked there.
    """
    past = _finished(table)
    if not 0 <= seat < len(table.state.seats):
        raise Refused(
            _("There is no seat {seat}. This game had seats 0 to {last}.", seat=seat, last=len(table.state.seats) - 1)
        )
    record = replace(
        renewed(table.state.record, dice_secret, guest),
        settings=table.game.recorded(table.state.record.settings),
        terms=None,
        what_if=WhatIf(table.id, number, seat),
    )
    own = table.state.seats[seat].name if table.state.seats[seat].guest == guest else clean_name(name)
    seats = _seats(record, table, seat, guest, own, registry.bots_at(table.game, len(table.state.seats)), text)
    match = await begun(record, seats, past)
    # The fork may begin earlier than `number`, because choices that were not revealed by then are made again.
    record = replace(record, what_if=WhatIf(table.id, match.number, seat))
    return await registry.open_dealt(record, table.game, seats, match, dice_secret)


async def begun(record: TableRecord, seats: Sequence[Seat], past: Match) -> Match:
    """Return the match of a fork at its beginning. `past` is the finished match."""
    asked = record.what_if
    assert asked is not None
    dice = Keyed(bytes.fromhex(record.secret), record.id, [s.contribution or "" for s in seats])
    names = [s.name for s in seats]
    return await asyncio.to_thread(past.fork, asked.number, asked.seat, dice=dice, names=names, match_id=record.id)


def entries(match: Match, at: float) -> tuple[Entry, ...]:
    """Return the actions before the fork as entries of the new table's history, all with the time `at`."""
    moments = write_snapshots([take_snapshot(match, number) for number in range(match.number + 1)])
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
    if table.state.record.lesson is not None:
        raise Refused(CHOSEN)
    if table.state.match is None or not table.state.match.over:
        raise Refused(NOT_OVER)
    return table.state.match


def _seats(
    record: TableRecord, table: Table, own: int, guest: str, name: str, bots: Sequence[str], text: str | None
) -> list[Seat]:
    """Return the seats of a fork: `guest` in the seat `own`, and bots in the others.

    Each of those gets the bot that last played there, or the usual bot if none did.
    """
    found, taken = [], [name]
    for seat in table.state.seats:
        mine = seat.number == own
        hexes, drawn_by = contribution(record.secret, record.id, seat.number, text if mine else None)
        if mine:
            # the decision may be a reaction, which a standing order would answer without asking
            found.append(Seat(own, "person", name, guest, None, hexes, drawn_by, Order(ASK)))
            continue
        bot = seat.played_by if seat.played_by in bots else usual_bot(bots)
        known = bot_again(table.state.record, seat, ()) if seat.kind == "bot" else level_of(bot or "").name
        taken.append(numbered(known, taken))
        found.append(Seat(seat.number, "bot", taken[-1], None, bot, hexes, drawn_by))
    return found
