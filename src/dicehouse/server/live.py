"""A live table: who sits there, the match being played, and the one way in which either changes.

Every change takes the table's lock, is worked out on the match, committed to the store, and only then shown. If the
commit fails, the table is closed: what is in memory is thrown away, and the next visitor finds what the store has.
"""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import AsyncIterator, Iterable, Iterator, Mapping, Sequence
from contextlib import asynccontextmanager
from copy import copy
from dataclasses import replace
from typing import Any

from dicehouse.core import Game
from dicehouse.core.lesson_progress import LessonProgress
from dicehouse.errors import DicehouseError
from dicehouse.match.match import Event, Match
from dicehouse.match.snapshots import SnapshotWriter, take_snapshot

from .absence import Absence
from .accounts.names import SPECTATOR, clean_chat, clean_name, refuse_alike
from .archive.dice_counts import count_match
from .archive.match_results import set_over
from .audience import Audience, Seen
from .changes import Changes, Overtaken, insist
from .clocks.play_time import Clock
from .clocks.table_clocks import Timing
from .cluster.remote_changes import Following, Restore
from .cluster.server_messages import HEARD
from .commit_reveal import Parts
from .hash_chain import running_of
from .hints import Hints
from .manners import Manners
from .opponents import level_of
from .presence import Grace, Presence
from .rematch import Seals
from .seats import Refused
from .sight import Listener, Sight
from .soon import Soon
from .storage import table_records
from .storage.database import Statement
from .storage.store import Conflict, Store, StoreFailed
from .storage.table_records import Entry, Kept, Said, Seat, TableRecord, standing
from .takeback import Takeback
from .teaching import NO_UNDO, allow, course_of, kept_at

log = logging.getLogger("dicehouse.server")

HOUSE_NAME = ""  # of a notice: no person's name is empty, so nobody can speak like the house
BROKEN = (
    "The table is closed for a moment: the house could not write down what happened. Nothing was lost; open it again."
)
MOVED_ON = "The table has moved on since then; these are the options now."
MOST_ID = 64


class Table(Audience):
    """One table. Methods that change it are coroutines; if they raise a DicehouseError, nothing changed."""

    def __init__(
        self,
        kept: Kept,
        game: Game,
        match: Match | None,
        store: Store,
        grace: Grace | None = None,
        restore: Restore | None = None,
    ) -> None:
        self.game = game
        self.listeners: set[Listener] = set()
        self.opened: set[int] = set()
        self.presence = Presence(grace or Grace())
        self.absence = Absence(self)
        self.hints = Hints(self)
        self.time = Timing(self, (), store.read)
        self.manners = Manners(self)
        self.takeback = Takeback(self)
        self.broken = False
        self.last_used = time.monotonic()
        self.lock = asyncio.Lock()
        self.after_change: list[Any] = []  # callables of the house: bots and standing orders
        self.following = Following(self, store, restore)
        self._store = Changes(store, kept.table.id)
        self.roster = 0  # grows when something changes that does not belong to the match
        self._moments = SnapshotWriter()
        self._never: dict[int, Any] = {}  # seat -> the turn for which it wants no questions
        self.epoch = 0
        self._told_here: tuple[set[str], set[str]] = (set(), set())
        self._soon = Soon(self.publish, self.lock.locked)
        self._logs: dict[int | None, list[Event]] = {}
        self._sights: dict[int | None, Sight] = {}
        self._same_for_all: Seen | None = None  # the view, in games where all readers have the same
        self.parts = Parts(self, None)
        self.rematch = Seals(self)
        self.take(kept, match)

    # what is kept -----------------------------------------------------------------------------------------------

    def take(self, kept: Kept, match: Match | None) -> None:
        """Be what is kept of the table."""
        self.record: TableRecord = kept.table
        self.seats: list[Seat] = list(kept.seats)
        self.match = match
        self.running = running_of(kept.table, kept.entries)
        self.course = course_of(self.game, kept.table, match)  # how far the learner is, where a lesson is taken
        self.chat: list[Said] = list(kept.chat)
        self._serial = len(kept.entries)
        undone = (n for n, entry in enumerate(kept.entries, 1) if entry.kind == "undo")
        self.rewound = max(undone, default=0)  # so many lines were there when last something was taken back
        self._answered = {(e.seat, e.client): e.number_after for e in kept.entries if e.client}
        self.clock = Clock(e.at for e in kept.entries)
        acts = standing(kept.entries)
        self._acted = [entry.at for entry in acts]  # when the actions that stand were done
        self._ordered = {e.number_after for e in acts if e.ordered}  # positions that orders led to
        self._store.number = kept.table.revision
        self._moments.restart()
        self.time.take(kept.clocks)
        self.parts.take(kept.showing)
        self.manners.take(kept.off)

    def add(self, found: Kept) -> None:
        """Know of what was written by another server, and is played on the match already. Lock held."""
        undone = any(entry.kind == "undo" for entry in found.entries)
        self.record, self.seats = found.table, list(found.seats)
        self.chat += found.chat
        self._serial += len(found.entries)
        for entry in found.entries:
            self._remember(entry)
        self._store.number = found.table.revision
        self.course = course_of(self.game, self.record, self.match)
        self.roster += 1
        self._logs.clear()
        self._moments.restart()
        self.time.take(found.clocks)
        self.parts.take(found.showing)
        self.manners.take(found.off)
        self.epoch += undone

    def begin_anew(self) -> None:
        """Readers are shown everything once more."""
        self.epoch += 1
        self.roster += 1
        self._logs.clear()

    @property
    def known(self) -> int:
        """How many changes of the table are known here."""
        return self._store.number

    @property
    def written(self) -> tuple[int, int]:
        """How many lines of history and of chat are known here."""
        return self._serial, len(self.chat)

    # changing: the one way --------------------------------------------------------------------------------------

    @asynccontextmanager
    async def changing(self) -> AsyncIterator[None]:
        """Hold the table for one change; show it once it is committed, close the table if that can't be known."""
        async with self.lock:
            if self.broken:
                raise Refused(BROKEN)
            self.last_used = time.monotonic()
            try:
                yield
                await self._follow_up()
            except DicehouseError:
                raise
            except Conflict:
                await self._look_again()
                raise Overtaken(MOVED_ON, stale=True) from None
            except StoreFailed as error:
                log.error("table %s: a commit failed: %s", self.id, error)
                self.close(BROKEN)
                raise Refused(BROKEN) from None
            except BaseException:
                self.close(BROKEN)
                raise
            self.publish()

    async def _look_again(self) -> None:
        """Another server was faster: know what it did."""
        try:
            await self.following.look_again()
        except (StoreFailed, DicehouseError):
            self.close(BROKEN)
            raise Refused(BROKEN) from None
        self.publish()

    def close(self, why: str) -> None:
        """Throw away what is in memory; the store has the truth."""
        self.broken = True
        self._soon.drop()
        self.presence.close()
        for listener in tuple(self.listeners):
            listener.closed(why)
        self.listeners.clear()

    def let_go(self) -> None:
        """Nobody looks at it: what is large goes at once; the collector comes by once in thousands of tables."""
        self.close(BROKEN)
        self.match = self.running = self.course = self._same_for_all = None
        self._logs, self._sights, self.chat = {}, {}, []

    # playing ----------------------------------------------------------------------------------------------------

    @insist
    async def act(self, guest: str | None, seat: int, number: int, option: str, client: str | None = None) -> int:
        """A guest plays an option at position `number`; returns the new number. The same client id twice acts once."""
        async with self.changing():
            self._own(guest, seat)
            answered = self._answer(guest, number, self._unchanged_since(seat), client)
            if answered is not None:
                return answered
            further = allow(self.course, self.playing(), option)
            played = self._played(seat, option, client)
            await self._keep([played, *self._passed()], self.handed(seat, None), further)
            return played[0].number_after

    def _answer(self, guest: str | None, number: int, earliest: int, client: str | None) -> int | None:
        """What was answered when this came the first time; Refused if it was made for a position before `earliest`."""
        if client is not None and not 1 <= len(client) <= MOST_ID:
            raise Refused(f"The id of an action has 1 to {MOST_ID} characters.")
        known = (self._answered.get((own, client)) for own in self.seats_of(guest) if client)
        answered = next((number for number in known if number is not None), None)
        if answered is None and not earliest <= number <= self.playing().number:
            raise Refused(MOVED_ON, stale=True)
        return answered

    def _unchanged_since(self, seat: int) -> int:
        """The first position that looked to a seat as it does now: others may have sealed their choices since."""
        return self.playing().decision_start(seat)

    async def practise(self, guest: str | None, seat: int, option: str) -> Mapping[str, Any]:
        """What would come of an option, in games where one may practise before it counts; nothing changes."""
        async with self.reading():
            match = self._own(guest, seat)
            return match.practise(seat, option)

    async def likely(self, guest: str | None, seat: int, option: str) -> Iterator[Mapping[str, Any]]:
        """What an option would probably bring: to be tried out on a copy, when the table is free for others again."""
        async with self.reading():
            return self._own(guest, seat).sample_outcomes(seat, option)

    async def play(self, seat: int, option: str, further: LessonProgress | None = None) -> None:
        """Play and commit, with how far a lesson is then. Only inside `changing`."""
        await self._keep([self._played(seat, option), *self._passed()], None, further)

    async def say_why(self, seat: int, option: str) -> None:
        """A bot says why it is about to play this, if that can be told. Only inside `changing`."""
        if reason := self.playing().reason(seat, option):
            await self.write([], None, Said(seat, self.seats[seat].name, reason, time.time()))

    def _played(self, seat: int, option: str, client: str | None = None) -> tuple[Entry, int]:
        """Play on the match in memory; what is to be written down, and how many events there were before."""
        match = self.playing()
        number, before = match.number, match.n_events
        match.play(seat, option)
        played = match.actions[-1]
        draws = tuple(zip(played.draws, played.sides, strict=True))
        moment = self._moments.write(take_snapshot(match, match.number))
        return self._entry("act", seat, number, played.option, draws, client, played.outcome, moment), before

    async def _keep(
        self,
        played: Sequence[tuple[Entry, int]],
        handed: tuple[Seat, Said] | None = None,
        further: LessonProgress | None = None,
    ) -> None:
        """Commit acts that were played in memory, the place that came into other hands by them, and how far a lesson
        is then; then they count.
        """
        over = self.playing().over
        rows = [table_records.insert_entry(self.id, entry) for entry, _ in played]
        rows += [table_records.set_lesson(self.id, kept_at(further))] if further else []
        await self.write([*rows, *(self._ended(entry for entry, _ in played) if over else [])], handed)
        self.course = further or self.course
        for entry, _ in played:
            self._remember(entry)
        for reader, told in self._logs.items():
            told += self.playing().log(reader, since=played[0][1], keep_places=True) if played else []
        if over or self.playing().n_past_actions:
            self._logs.clear()
        if over:
            self.record = replace(self.record, phase="over")
            self.roster += 1

    async def end(self) -> None:
        """The game is over by the rules of today, though nobody has played: see `match_restore`."""
        async with self.changing():
            await self._keep([])

    def _ended(self, last: Iterable[Entry]) -> list[Statement]:
        """All that is written down of a game that is over by the `last` entries."""
        match, now, clock = self.playing(), time.time(), copy(self.clock)
        for entry in last:
            clock.heard(entry.at)
        counts = self.record.lesson is None and self.record.what_if is None
        dice = count_match(self.id, now, match) if counts else []
        return [set_over(self.id, now, match, clock.minutes), *self._beaten(), *dice]

    def _beaten(self) -> list[Statement]:
        """What is remembered of a game that one person has won against bots of one kind."""
        people, bots = [s for s in self.seats if s.kind == "person"], {s.bot for s in self.seats if s.kind == "bot"}
        if len(people) != 1 or len(bots) != 1 or people[0].stand_in or self.record.lesson or self.record.what_if:
            return []
        won = self.playing().returns()[people[0].number] > 0.5
        return [table_records.beat_rival(people[0].guest or "", self.game.id, bots.pop() or "")] if won else []

    async def _follow_up(self) -> None:
        """What comes of a change. That stands, whether or not another server was faster to do what comes of it."""
        try:
            await self._let_pass()
            await self.time.keep()
        except Conflict:
            await self._look_again()

    async def _let_pass(self) -> None:
        """Pass where an order that is new, or that a crash cut off, says so."""
        if played := self._passed():
            await self._keep(played)

    def _passed(self) -> list[tuple[Entry, int]]:
        """Pass in memory where people's standing orders say so, before anybody is shown the question: to be written
        down with the act that led to it.
        """
        played = []
        try:
            while (passing := self.passing()) is not None:
                entry, before = self._played(*passing)
                played.append((replace(entry, ordered=True), before))
        except DicehouseError as error:  # the match has moved in memory only: that must not pass as "nothing changed"
            raise RuntimeError("a standing order could not be carried out") from error
        return played

    @insist
    async def undo(self, guest: str | None, seat: int, number: int, client: str | None = None) -> int:
        """A guest takes back what the seat did last, as far as the engine allows; returns the new number."""
        async with self.changing():
            match = self._own(guest, seat)
            if self.course is not None:
                raise Refused(NO_UNDO)
            answered = self._answer(guest, number, match.number, client)
            if answered is not None:
                return answered
            seat, to = self.takeback.reach(guest, seat)
            if guest is not None and self.takeback.concerns(guest, to):
                await self.takeback.ask(guest, seat, to)
            else:
                told = f"{self.seats[seat].name} takes back: {self.takeback.move(to)}."
                await self.takeback.go_back(seat, to, client, told)
            return match.number

    def _entry(
        self,
        kind: str,
        seat: int,
        number: int,
        option: str | None,
        draws: table_records.Draws,
        client: str | None,
        outcome: Mapping[str, Any] | None = None,
        moment: bytes | None = None,
    ) -> Entry:
        after, serial = self.playing().number, self._serial
        self._serial += 1
        return Entry(serial, kind, seat, number, after, option, draws, client, time.time(), outcome, moment=moment)

    def _remember(self, entry: Entry) -> None:
        if entry.client:
            self._answered[entry.seat, entry.client] = entry.number_after
        self.clock.heard(entry.at)
        if self.running is not None:
            self.running.add(entry)
        del self._acted[min(entry.number, entry.number_after) :]
        if entry.kind == "undo":
            self.rewound = self._serial
        else:
            self._acted.append(entry.at)
        self._ordered = {position for position in self._ordered if position < entry.number_after}
        if entry.ordered:
            self._ordered.add(entry.number_after)

    def playing(self) -> Match:
        """The match; Refused before it has started."""
        if self.match is None:
            raise Refused("The game has not started: a place at the table is still open.")
        return self.match

    def _own(self, guest: str | None, seat: int) -> Match:
        self.own_seat(guest, seat)
        self.heard(guest)
        return self.playing()

    def heard(self, guest: str | None) -> None:
        """Somebody who sits here does something, by whatever page."""
        if guest is None:
            return
        if self.presence.missed(guest):
            self.roster += 1
            self.following.tell_of(HEARD, guest)
        if guest in self.connected():
            self.presence.answered(guest)
        else:
            self.presence.looked(guest)

    async def take_lesson(self, course: LessonProgress | None) -> None:
        """How far a lesson is now; None: it was left, and the match goes on without it. Only inside `changing`."""
        await self._store.write(table_records.set_lesson(self.id, kept_at(course)))
        self.course = course
        self.roster += 1

    # standing in ------------------------------------------------------------------------------------------------

    def handed(self, seat: int, bot: str | None) -> tuple[Seat, Said] | None:
        """A person's place in the hands of a bot, or back in their own, and how it is told; None if nothing changes."""
        before = self.seats[seat]
        if before.stand_in == bot:
            return None
        told = f"A bot ({level_of(bot).name}) plays for {before.name}." if bot else f"{before.name} plays again."
        return replace(before, stand_in=bot), self.notice(told)

    def keeps(self, seat: Seat) -> Statement:
        """What writes a seat of this table down."""
        return table_records.put_seat(self.id, seat)

    def notice(self, text: str) -> Said:
        return Said(None, HOUSE_NAME, text, time.time())

    async def write(self, rows: list[Statement], handed: tuple[Seat, Said] | None, *lines: Said) -> None:
        """Commit rows, a place in other hands and lines of chat as one; then they count. Only inside `changing`."""
        said = [*lines, *([handed[1]] if handed else [])]
        rows = rows + [
            table_records.insert_chat(self.id, serial, line) for serial, line in enumerate(said, len(self.chat))
        ]
        if handed:
            rows.append(table_records.put_seat(self.id, handed[0]))
        if rows:
            await self._store.write(*rows)
        self.chat += said
        if handed:
            self.seats[handed[0].number] = handed[0]
            self.roster += 1

    # talking ----------------------------------------------------------------------------------------------------

    @insist
    async def say(self, guest: str | None, name: str | None, text: str) -> None:
        """A line of chat from somebody at the table, or beside it under the name they gave."""
        async with self.changing():
            line = clean_chat(text)
            self.manners.may_say(guest, line)
            own = self.seats_of(guest)
            if own:
                self.heard(guest)
                said = Said(own[0], self.seats[own[0]].name, line, time.time(), guest)
            else:
                said = Said(None, clean_name(name) if name else SPECTATOR, line, time.time(), guest)
                refuse_alike(said.name, (s.name for s in self.seats if s.kind != "open"))
            await self.write([], None, said)

    @insist
    async def led_to(self, again: str) -> None:
        """The same people play again at another table: everybody here is shown the way."""
        async with self.changing():
            await self._store.write(table_records.set_again(self.id, again))
            self.record = replace(self.record, again=again)
