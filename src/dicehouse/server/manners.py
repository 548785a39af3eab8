"""How people get along at a table: quiet tables, and a host who may stop somebody's words or take them from a chair.

Everybody at the table sees all of it. Whom a guest ignores is known only to that guest: see `ignored_people`.
"""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from .accounts.guest_deletion import bot_in, freed_chair, put_called
from .commit_reveal import BEGINS
from .seating import HOSTS
from .seats import Refused
from .storage.database import Statement

if TYPE_CHECKING:
    from .live import Table
    from .table_registry import TableRegistry

# What is said most, without typing: all there is to say at a quiet table.
PHRASES = ("Hello!", "Well played!", "Lucky!", "Ouch.", "One moment, please.", "Your turn!", "Again?", "Thank you!")
WORDS, CHAIR = "words", "chair"  # what the host took from somebody
QUIET = "This is a quiet table: there are ready-made phrases, and nothing else is said here."
STOPPED = "The host of this table has stopped your words here; you can go on playing."
SENT_OFF = "The host took you from this table, so there is no chair for you here."
NOBODY = "Nobody like that is at this table now."
OWN = "That is you."
OVER = "The game is over; nobody has to leave it any more."


@dataclass(frozen=True, slots=True)
class Person:
    """Somebody who sits at a table or has spoken there, as another reader may name them."""

    who: str  # a name for them at this table alone
    name: str
    seat: int | None
    ignored: bool  # by the reader
    stopped: bool


class Manners:
    """The manners of one table. Coroutines change it; if they raise, nothing changed."""

    def __init__(self, table: Table) -> None:
        self._table = table
        self.take(frozenset())

    def take(self, off: frozenset[tuple[str, str]]) -> None:
        """Stand as it is kept."""
        self._off = off  # guests, and what the host took from them

    def people(self, guest: str | None, ignored: Mapping[str, str]) -> list[Person]:
        """All other people here, those in the seats first."""
        return [
            Person(self._who(other), name, seat, other in ignored, (other, WORDS) in self._off)
            for other, (name, seat) in self._others(guest).items()
        ]

    def _others(self, guest: str | None) -> dict[str, tuple[str, int | None]]:
        """The other guests by seats, then those who spoke from beside: names, and seats if they have one."""
        found: dict[str, tuple[str, int | None]] = {}
        for seat in self._table.seats:
            if seat.kind == "person" and seat.guest is not None:
                found.setdefault(seat.guest, (seat.name, seat.number))
        for said in self._table.chat:
            if said.guest is not None:
                found.setdefault(said.guest, (said.name, None))
        return {other: known for other, known in found.items() if other != guest}

    def _who(self, guest: str) -> str:
        return hashlib.sha256(f"{self._table.id}|{guest}".encode()).hexdigest()[:16]

    def named(self, guest: str | None, who: str) -> tuple[str, str]:
        """The guest behind a name that was given to a reader, and what they are called; Refused if there is none."""
        for other, (name, _) in self._others(guest).items():
            if self._who(other) == who:
                return other, name
        raise Refused(OWN if guest is not None and self._who(guest) == who else NOBODY)

    def knows(self, guest: str) -> bool:
        """Whether a guest has spoken here, or the host has done something about them."""
        return any(said.guest == guest for said in self._table.chat) or any(other == guest for other, _ in self._off)

    def stopped(self, guest: str | None) -> bool:
        """Whether the host has stopped a guest's words."""
        return (guest or "", WORDS) in self._off

    def may_say(self, guest: str | None, line: str) -> None:
        """Refused where somebody has no word, or not this one."""
        if self.stopped(guest):
            raise Refused(STOPPED)
        if self._table.record.quiet and line not in PHRASES:
            raise Refused(QUIET)

    def sent_off(self, guest: str | None) -> bool:
        """Whether the host has taken a guest from a chair here."""
        return (guest or "", CHAIR) in self._off

    def may_sit(self, guest: str) -> None:
        """Refused where the host has taken somebody from a chair before."""
        if self.sent_off(guest):
            raise Refused(SENT_OFF)

    # the host ---------------------------------------------------------------------------------------------------

    async def set_quiet(self, guest: str | None, on: bool) -> None:
        """Whether only ready-made phrases are said here."""
        table = self._table
        async with table.changing():
            self._host(guest)
            if table.record.quiet == on:
                return
            told = "The host makes this a quiet table: ready-made phrases only." if on else "One may talk freely again."
            row = ("UPDATE game_table SET quiet = ? WHERE id = ?", (int(on), table.id))
            await table.write([row], None, table.notice(told))
            table.record = replace(table.record, quiet=on)
            table.roster += 1

    async def stop(self, guest: str | None, who: str, on: bool) -> None:
        """Somebody's words are stopped at this table, or may be heard again."""
        table = self._table
        async with table.changing():
            self._host(guest)
            other, name = self.named(guest, who)
            if on == self.stopped(other):
                return
            told = f"The host stops the words of {name} at this table." if on else f"{name} may speak here again."
            row = put_off(table.id, other, WORDS) if on else _delete_off(table.id, other, WORDS)
            await table.write([row, put_called(table.id, other, name)], None, table.notice(told))
            self._off = self._off | {(other, WORDS)} if on else self._off - {(other, WORDS)}
            table.roster += 1

    async def remove(self, house: TableRegistry, guest: str | None, who: str) -> None:
        """Somebody loses their chairs here for good: a bot plays on, or before the game the chair is free again."""
        table = self._table
        async with table.changing():
            self._host(guest)
            other, name = self.named(guest, who)
            if table.phase == "over":
                raise Refused(OVER)
            own = [seat for seat in table.seats if seat.guest == other]
            if table.parts.showing is not None:
                raise Refused(BEGINS)
            if not own:
                raise Refused(f"{name} sits in no chair here; you can stop their words.")
            rows, after = [put_off(table.id, other, CHAIR)], "A bot plays on."
            changed = [bot_in(seat, house) for seat in own]
            if table.phase == "waiting":
                after = "The chair is free again."
                freed = [freed_chair(house, table.id, seat) for seat in own]
                changed = [seat for seat, _ in freed]
                rows += [row for _, more in freed for row in more]
            rows += [table.keeps(seat) for seat in changed]
            rows += [put_called(table.id, other, seat.name, seat.number if table.match else None) for seat in own]
            names = " and ".join(seat.name for seat in own)
            await table.write(rows, None, table.notice(f"The host takes {names} from the table. {after}"))
            for seat in changed:
                table.seats[seat.number] = seat
            self._off = self._off | {(other, CHAIR)}
            table.roster += 1
        if table.phase == "waiting":
            await house.invitations.keep_codes(table)

    def _host(self, guest: str | None) -> None:
        if not self._table.is_host(guest):
            raise Refused(HOSTS)


def put_off(table: str, guest: str, what: str) -> Statement:
    """The host takes something from a guest."""
    return (
        "INSERT INTO sent_off (table_id, guest, what) VALUES (?, ?, ?) ON CONFLICT DO NOTHING",
        (table, guest, what),
    )


def _delete_off(table: str, guest: str, what: str) -> Statement:
    return ("DELETE FROM sent_off WHERE table_id = ? AND guest = ? AND what = ?", (table, guest, what))
