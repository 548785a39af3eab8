"""Who sits down at a table, and by which invitation: the part of `live.Table` from before the match."""

from __future__ import annotations

import time
from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping, Sequence
from contextlib import AbstractAsyncContextManager
from dataclasses import replace
from typing import TYPE_CHECKING

from dicehouse.match.match import Match

from . import match_restore
from .accounts.names import clean_name, distinct, numbered, refuse_rude
from .changes import Changes, insist
from .commit_reveal import Parts, gather
from .hash_chain import Running, begun, running_of
from .opponents import level_of
from .seats import Refused, contribution, deal, token_hash
from .storage import table_records
from .storage.database import Statement
from .storage.table_records import Seat, TableRecord

if TYPE_CHECKING:
    from .clocks.table_clocks import Timing
    from .cluster.remote_changes import Following
    from .manners import Manners

NOT_YOURS = "That seat is not yours."
HOSTS = "Only the host of the table can do that."


class Seating(ABC):
    """The seats of a table. Methods that change them are coroutines; after a DicehouseError nothing has changed."""

    record: TableRecord
    seats: list[Seat]
    match: Match | None
    running: Running | None  # the running hash of the match
    opened: set[int]  # open seats whose invitation somebody has looked at
    roster: int
    manners: Manners
    parts: Parts  # the texts that are awaited before the match begins
    time: Timing
    following: Following
    _store: Changes

    @property
    def id(self) -> str:
        return self.record.id

    def seats_of(self, guest: str | None) -> list[int]:
        """The seats that a guest holds (several on one couch)."""
        return [] if guest is None else [s.number for s in self.seats if s.guest == guest]

    def is_host(self, guest: str | None) -> bool:
        return guest is not None and guest == self.record.host

    @abstractmethod
    def changing(self) -> AbstractAsyncContextManager[None]: ...

    @abstractmethod
    def publish(self) -> None: ...

    @insist
    async def sit(self, token: str, seat: int, guest: str, name: str, text: str | None) -> None:
        """A guest takes an open seat with its invitation, which this uses up; `text` is its part in the dice."""
        async with self.changing():
            if self.seats[seat].kind != "open":
                raise Refused("That invitation was used already; ask for another one.")
            self.manners.may_sit(guest)
            hexes, drawn_by = contribution(self.record.secret, self.id, seat, text, sealing=True)
            own_name = distinct(self._fit(name), (s.name for s in self.seats if s.kind != "open"))
            taken = Seat(seat, "person", own_name, guest, None, hexes, drawn_by)
            rows = [
                table_records.put_guest(guest, clean_name(name), time.time()),
                table_records.put_seat(self.id, taken),
                table_records.use_invites(self.id, seat, token_hash(token)),
            ]
            await self.seat_down([taken], rows)

    def _fit(self, name: str) -> str:
        """A name as it is shown here; Refused if there can't be such a one, or strangers should not have to read it."""
        clean = clean_name(name)
        if self.record.listed:
            refuse_rude(clean)
        return clean

    @insist
    async def fill(self, guest: str | None, seat: int, bot: str) -> None:
        """The host seats a bot where nobody has sat down yet."""
        async with self.changing():
            self._free(guest, seat)
            await self._fill([seat], bot)

    @insist
    async def start(self, guest: str | None, bot: str) -> None:
        """The host waits for nobody any more: bots take all free chairs, and the game begins."""
        async with self.changing():
            free = [s.number for s in self.seats if s.kind == "open"]
            self._free(guest, free[0] if free else -1)
            await self._fill(free, bot)

    def _free(self, guest: str | None, seat: int) -> Seat:
        """A seat that the host may do something about; else Refused."""
        if not self.is_host(guest):
            raise Refused(HOSTS)
        if not 0 <= seat < len(self.seats) or self.seats[seat].kind != "open":
            raise Refused("That seat is not open.")
        return self.seats[seat]

    async def _fill(self, free: Sequence[int], bot: str) -> None:
        taken, rows = [], []
        names = [s.name for s in self.seats if s.kind != "open"]
        for seat in free:
            hexes, drawn_by = contribution(self.record.secret, self.id, seat, None)
            names.append(numbered(level_of(bot).name, names))
            taken.append(Seat(seat, "bot", names[-1], None, bot, hexes, drawn_by))
            rows += [table_records.put_seat(self.id, taken[-1]), table_records.use_invites(self.id, seat, "bot")]
        await self.seat_down(taken, rows)

    @insist
    async def renew(self, guest: str | None, seat: int, token: Callable[[int], str], code: str, until: float) -> None:
        """The host takes back an invitation that went astray; `token` makes one from how many it replaces."""
        async with self.changing():
            seated = self._free(guest, seat)
            renewed = replace(seated, renewed=seated.renewed + 1, code=code, code_until=until)
            await self._store.write(
                table_records.put_seat(self.id, renewed),
                table_records.delete_invites(self.id, seat),
                table_records.insert_invite(token_hash(token(renewed.renewed)), self.id, seat),
            )
            self.seats[seat] = renewed
            self.opened.discard(seat)
            self.roster += 1

    @insist
    async def recode(self, codes: Mapping[int, str], until: float) -> None:
        """New codes for open seats whose own have died; the links stay as they are."""
        async with self.changing():
            fresh = [replace(self.seats[s], code=c, code_until=until) for s, c in codes.items() if self._is_free(s)]
            await self._store.write(*(table_records.put_seat(self.id, seat) for seat in fresh))
            for seat in fresh:
                self.seats[seat.number] = seat
            self.roster += 1

    def _is_free(self, seat: int) -> bool:
        return self.seats[seat].kind == "open"

    def looked_at(self, seat: int) -> None:
        """Somebody has opened the invitation to a seat. Call it with the lock held."""
        if self._is_free(seat) and seat not in self.opened:
            self.opened.add(seat)
            self.roster += 1
            self.publish()

    async def seat_down(self, taken: Sequence[Seat], rows: list[Statement]) -> None:
        """Commit seats; when all sit the match begins, or first the browsers show their texts for its dice. Only inside
        `changing`.
        """
        seats = list(self.seats)
        for seat in taken:
            seats[seat.number] = seat
        match, record, gathered, carried = None, self.record, None, False
        if all(s.kind != "open" for s in seats):
            gathered = gather(record, seats, self.parts.showing, self.time.wall())
            record, seats, rows = gathered.record, gathered.seats, rows + gathered.rows
        if gathered is not None and gathered.showing is None:
            match = deal(record, seats)
            header = begun(match, gathered.settled) | {"settings": dict(record.settings)}
            record = replace(record, phase="playing", header=header)
            rows += [table_records.set_started(record), *match_restore.noted(self.id, match, header["version"])]
            carried = header["version"] != match.game.version or header["settings"] != match.settings
        await self._store.write(*rows)
        if carried:  # the rules changed after the running hash was shown: it begins as promised, and goes on by today's
            await self.following.look_again()
            return
        self.record, self.seats = record, seats
        self.roster += 1
        if match is not None:
            self.match, self.running = match, running_of(record, ())
        self.parts.take(None if gathered is None else gathered.showing)

    @insist
    async def rename(self, guest: str | None, name: str) -> None:
        """A guest's first seat takes another name; a game that has started keeps the names it started with."""
        async with self.changing():
            if self.match is not None or self.parts.showing is not None:
                raise Refused("Names stay as they are once the game has started.")
            own = self.seats_of(guest)
            if not own:
                raise Refused(NOT_YOURS)
            clean = self._fit(name)
            others = (s.name for s in self.seats if s.number != own[0] and s.kind != "open")
            renamed = replace(self.seats[own[0]], name=distinct(clean, others))
            await self._store.write(table_records.put_seat(self.id, renamed))
            self.seats[own[0]] = renamed
            self.roster += 1
