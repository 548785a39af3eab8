"""How a table is laid: who is to sit where, and the seats that come of it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from .levels import level_of
from .people.names import clean_name, distinct, numbered
from .seats import contribution
from .storage.records import Seat, TableRecord


@dataclass(frozen=True, slots=True)
class Chair:
    """A seat as requested when a table is opened."""

    kind: str  # "person" (on the host's device), "bot" or "open"
    name: str = ""
    bot: str | None = None


def sit_down(record: TableRecord, chairs: Sequence[Chair], guest: str, text: str | None) -> list[Seat]:
    """The seats of a new table: the host's own people first come with the browser's part in the dice."""
    seats: list[Seat] = []
    sealing = any(chair.kind == "open" for chair in chairs)
    for chair in chairs:
        taken = [s.name for s in seats if s.kind != "open"]
        number = len(seats)
        if chair.kind == "open":
            seats.append(Seat(number, "open", "Open seat"))
            continue
        own = text if chair.kind == "person" else None
        hexes, drawn_by = contribution(record.secret, record.id, number, own, sealing=sealing)
        text = None if chair.kind == "person" else text
        if chair.kind == "bot":
            name = numbered(level_of(chair.bot or "").name, [*taken, *(c.name for c in chairs)])
            seats.append(Seat(number, "bot", name, None, chair.bot, hexes, drawn_by))
        else:
            name = distinct(clean_name(chair.name), taken)
            seats.append(Seat(number, "person", name, guest, None, hexes, drawn_by))
    return seats


def bot_again(record: TableRecord, seat: Seat, taken: Iterable[str]) -> str:
    """What a bot at a table is called in the next match: in place of a person it had their name in this one."""
    sat = (record.header or {}).get("sat")  # None in matches from before it was kept
    return numbered(level_of(seat.bot or "").name, taken) if sat and sat[seat.number] == "person" else seat.name
