"""Release the seats of a guest who leaves a table: to a bot, or to the next guest who is invited."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from ..opponents import usual_bot
from ..seats import Keyring, token_hash
from ..storage import table_records
from ..storage.database import Statement
from ..storage.table_records import Seat
from .names import OPEN


def put_called(table: str, guest: str, name: str, seat: int | None = None) -> Statement:
    """Return the statement that stores that notices at `table` call `guest` by `name`, so that it can be removed later.

    `seat` is the seat in which a bot plays on under that name; None keeps a seat that was stored before.
    """
    return (
        "INSERT INTO called (table_id, guest, name, seat) VALUES (?, ?, ?, ?)"
        " ON CONFLICT (table_id, guest, name) DO UPDATE SET seat = coalesce(excluded.seat, called.seat)",
        (table, guest, name, seat),
    )


def bot_in(seat: Seat, bots: Sequence[str]) -> Seat:
    """Return a person's `seat` as the seat of a bot: the substitute that plays there now, or the usual bot."""
    bot = seat.stand_in or usual_bot(bots)
    return replace(seat, kind="bot", guest=None, bot=bot, stand_in=None, hints=False)


def freed_chair(keyring: Keyring, table: str, seat: Seat) -> tuple[Seat, list[Statement]]:
    """Return `seat` of `table` as an open seat, and the statements that replace its invitation by a new one."""
    number, renewed = seat.number, seat.renewed + 1
    free = Seat(number, "open", OPEN, renewed=renewed)  # it gets a code when the host opens the table
    return free, [
        ("DELETE FROM invite WHERE table_id = ? AND seat = ?", (table, number)),
        table_records.insert_invite(token_hash(keyring.invite(table, number, renewed)), table, number),
    ]
