"""Plan the seats of a table: turn what was requested for each seat into the seats of a new table."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from .accounts.names import OPEN, clean_name, distinct
from .bot_names import bot_name
from .seats import contribution
from .storage.table_records import Seat, TableRecord


@dataclass(frozen=True, slots=True)
class Chair:
    """Hold what was requested for a seat when a table is opened."""

    kind: str  # "person" (on the host's device), "bot" or "open"
    name: str = ""
    bot: str | None = None


def sit_down(record: TableRecord, chairs: Sequence[Chair], guest: str, text: str | None) -> list[Seat]:
    """Return the seats of a new table.

    The first person on the host's device gets `text`, the client seed of the browser.
    """
    seats: list[Seat] = []
    sealing = any(chair.kind == "open" for chair in chairs)
    for chair in chairs:
        taken = [s.name for s in seats if s.kind != "open"]
        number = len(seats)
        if chair.kind == "open":
            seats.append(Seat(number, "open", OPEN))
            continue
        own = text if chair.kind == "person" else None
        hexes, drawn_by = contribution(record.secret, record.id, number, own, sealing=sealing)
        text = None if chair.kind == "person" else text
        if chair.kind == "bot":
            name = bot_name(chair.bot or "", [*taken, *(c.name for c in chairs)])
            seats.append(Seat(number, "bot", name, None, chair.bot, hexes, drawn_by))
        else:
            name = distinct(clean_name(chair.name), taken)
            seats.append(Seat(number, "person", name, guest, None, hexes, drawn_by))
    return seats


def bot_again(record: TableRecord, seat: Seat, taken: Iterable[str]) -> str:
    """Return what the bot in `seat` is called in the next match; names in `taken` are avoided.

    A bot that replaced a person had that person's name in this match, so it now gets a name of its own.
    """
    sat = (record.header or {}).get("sat")  # None in matches from before this was stored
    return bot_name(seat.bot or "", [*taken]) if sat and sat[seat.number] == "person" else seat.name
