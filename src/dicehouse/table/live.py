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

from dicehouse.errors import DicehouseError
from dicehouse.kit import Game
from dicehouse.kit.lesson import Course
from dicehouse.match import Event, Match

from . import records
from .absence import Absence
from .clock import Clock
from .hints import Hints
from .levels import level_of
from .names import SPECTATOR, clean_chat, clean_name, refuse_alike
from .presence import Grace, Presence
from .records import NEVER, ORDERS, Entry, Kept, Order, Said, Seat, TableRecord, standing
from .results import set_over
from .seating import HOSTS, NOT_YOURS, Seating
from .seats import Refused
from .sight import Listener, Sight, before_start, look, passes, share
from .store import Statement, Store, StoreFailed
from .teaching import NO_UNDO, allow, course_of, kept_at, shown
from .thrown import count_match

log = logging.getLogger("dicehouse.table")

HOUSE_NAME = ""  # of a notice: no person's name is empty, so nobody can speak like the house
BROKEN = (
    "The table is closed for a moment: the house could not write down what happened. Nothing was lost; open it again."
)
MOVED_ON = "The table has moved on since then; these are the options now."
BY_ORDER = "The last choice was made by a standing order; there is nothing to take back."
MOST_ID = 64
NORMAL = "normal"
PACES = {"slow": 2.0, NORMAL: 1.0, "fast": 0.4, "at once": 0.0}  # times the usual wait of a bot


class Table(Seating):
    """One table. Methods that change it are coroutines; if they raise a DicehouseError, nothing changed."""

    def __init__(self, kept: Kept, game: Game, match: Match | None, store: Store, grace: Grace | None = None) -> None:
        self.record: TableRecord = kept.table
        self.game = game
        self.seats: list[Seat] = list(kept.seats)
        self.match = match
        self.course = course_of(game, kept.table, match)  # how far the learner is, where a lesson is taken
        self.chat: list[Said] = list(kept.chat)
        self.listeners: set[Listener] = set()
        self.opened: set[int] = set()
        self.presence = Presence(grace or Grace())
        self.absence = Absence(self)
        self.hints = Hints(self)
        self.reasons: bool | None = None  # whether bots say why, if the host chose; else where one person is alone
        self.pace = NORMAL  # how long bots wait; the host's choice, for as long as the table is open
        self.broken = False
        self.last_used = time.monotonic()
        self.lock = asyncio.Lock()
        self.after_change: list[Any] = []  # callables of the house: bots and standing orders
        self._store = store
        self.roster = 0  # grows when something changes that does not belong to the match
        self._serial = len(kept.entries)
        self._answered = {(e.seat, e.client): e.number_after for e in kept.entries if e.client}
        self.clock = Clock(e.at for e in kept.entries)
        self._ordered = {e.number_after for e in standing(kept.entries) if e.ordered}  # positions that orders led to
        self._never: dict[int, Any] = {}  # seat -> the turn for which it wants no questions
        self._epoch = 0
        self._told_here: tuple[set[str], set[str]] = (set(), set())
        self._later: asyncio.Task[None] | None = None  # tells that somebody went while something was under way
        self._logs: dict[int | None, list[Event]] = {}
        self._sights: dict[int | None, Sight] = {}
        self._same_for_all: dict[str, Any] | None = None  # the view, in games where all readers have the same

    # who is who -------------------------------------------------------------------------------------------------

    @property
    def phase(self) -> str:
        return self.record.phase

    def is_shared(self, guest: str | None) -> bool:
        """Whether people who share a device must not see each other's things."""
        return len(self.seats_of(guest)) > 1 and self.match is not None and self.match.secretive

    def own_seat(self, guest: str | None, seat: int) -> int:
        """This seat, if the guest holds it; else Refused."""
        if seat not in self.seats_of(guest):
            raise Refused(NOT_YOURS)
        return seat

    def online(self) -> set[str]:
        """The guests who look at the table now, or looked at its plain page lately."""
        return self.connected() | self.presence.reads()

    def _who_is_here(self) -> tuple[set[str], set[str]]:
        return self.online(), {guest for guest in self.connected() if self.presence.silent(guest)}

    def connected(self) -> set[str]:
        """The guests who have the page with the board open."""
        return {listener.guest for listener in self.listeners if listener.guest is not None}

    def shown_seat(self, guest: str | None) -> int | None:
        """Which of their own seats to show a guest: the one that has to decide, else the first."""
        own = self.seats_of(guest)
        if len(own) > 1 and self.match is not None:
            acting = self.match.acting()
            return next((s for s in own if s in acting), own[0])
        return own[0] if own else None

    def order_of(self, seat: int) -> Order:
        """The standing order that holds now."""
        kept = self.seats[seat].order
        return replace(kept, mode=NEVER) if seat in self._never else kept

    # looking ----------------------------------------------------------------------------------------------------

    def sight(self, seat: int | None) -> Sight:
        """The table as a seat sees it. Call it with the lock held: between changes, never within one."""
        known = self._sights.get(seat)
        if known is None:
            known = self._sights[seat] = self._look(seat)
        return known

    def shown(self, guest: str | None, holder: int | None = None) -> Sight:
        """The table as a guest is shown it; where several people share a device, as the `holder` or as everybody may
        see it. Lock held.
        """
        if self.match is None or self.match.over or not self.is_shared(guest):
            return self.sight(self.shown_seat(guest))
        own, match = self.seats_of(guest), self.match
        asked = [seat for seat in match.acting() if seat in own and self.seats[seat].played_by is None]
        found = share(match, self.sight(None), holder, own, asked)
        return self.sight(found) if isinstance(found, int) else found

    def _look(self, seat: int | None) -> Sight:
        if self.match is None:
            missing = sum(s.kind == "open" for s in self.seats)
            return before_start(seat, missing, len(self.chat))
        view, told = self._view(self.match, seat), self._log(self.match, seat)
        lesson = None if self.course is None else shown(self.course, self.match)
        seen = look(self.match, seat, view, told, self._epoch, len(self.chat))
        found = self.hints.of(seat)
        return replace(
            seen,
            lesson=lesson,
            hint=None if found is None else found.to_dict(),
            undo_by=None if self.match.number in self._ordered else seen.undo_by,
        )

    def _view(self, match: Match, seat: int | None) -> dict[str, Any]:
        if not self.game.hooks.SAME_FOR_ALL:
            return match.view(seat)
        if self._same_for_all is None:
            self._same_for_all = match.view(None)
        return self._same_for_all

    def _log(self, match: Match, seat: int | None) -> list[Event]:
        """The reader's own log; a new list where it does more than grow, so that older sights stay true."""
        reader = seat if match.secretive else None
        if reader not in self._logs:
            self._logs[reader] = match.log(reader, places=True)
        return self._logs[reader]

    @asynccontextmanager
    async def reading(self) -> AsyncIterator[Table]:
        """Look at the table between changes: what is seen there is committed."""
        async with self.lock:
            self.last_used = time.monotonic()
            yield self

    def join(self, listener: Listener) -> None:
        """A reader comes; everybody sees who is there. Call it with the lock held."""
        self.listeners.add(listener)
        if listener.guest is not None:
            self.presence.came(listener.guest)
        self.roster += 1
        self.publish()

    def look_in(self, guest: str | None) -> None:
        """Somebody who sits here looks at the plain page. Call it with the lock held."""
        if guest is None or not self.seats_of(guest):
            return
        new = guest not in self.online() or self.presence.missed(guest)
        self.presence.looked(guest)
        if new:
            self.roster += 1
            self.publish()

    def leave(self, listener: Listener) -> None:
        """A reader goes; the others learn of it at once, or as soon as what is under way has ended."""
        self.listeners.discard(listener)
        if listener.guest is not None and listener.guest not in self.connected():
            self.presence.left(listener.guest)
        self.roster += 1
        self.last_used = time.monotonic()
        if not self.lock.locked():
            self.publish()
        elif self._later is None or self._later.done():
            self._later = asyncio.get_running_loop().create_task(self._publish_later())

    def look_round(self) -> None:
        """Tell everybody when somebody's plain page has been quiet for so long that they may be away."""
        if self.listeners and not self.lock.locked() and self._who_is_here() != self._told_here:
            self.roster += 1
            self.publish()

    async def _publish_later(self) -> None:
        async with self.lock:
            if not self.broken:
                self.publish()

    def publish(self) -> None:
        """Show everybody what is committed."""
        self._sights.clear()
        self._same_for_all = None
        self._told_here = self._who_is_here()
        for listener in tuple(self.listeners):
            listener.changed(self.shown(listener.guest, listener.holder))
        for callback in self.after_change:
            callback()

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
                await self._let_pass()
            except DicehouseError:
                raise
            except StoreFailed as error:
                log.error("table %s: a commit failed: %s", self.id, error)
                self.close(BROKEN)
                raise Refused(BROKEN) from None
            except BaseException:
                self.close(BROKEN)
                raise
            self.publish()

    def close(self, why: str) -> None:
        """Throw away what is in memory; the store has the truth."""
        self.broken = True
        self.presence.close()
        for listener in tuple(self.listeners):
            listener.closed(why)
        self.listeners.clear()

    # playing ----------------------------------------------------------------------------------------------------

    async def act(self, guest: str | None, seat: int, number: int, option: str, client: str | None = None) -> int:
        """A guest plays an option at position `number`; returns the new number. The same client id twice acts once."""
        async with self.changing():
            self._own(guest, seat)
            answered = self._answer(guest, number, self._unchanged_since(seat), client)
            if answered is not None:
                return answered
            further = allow(self.course, self.playing(), option)
            await self._keep([self._played(seat, option, client)], self.handed(seat, None), further)
            return self.playing().number

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
        return self.playing().asked_since(seat)

    async def practise(self, guest: str | None, seat: int, option: str) -> Mapping[str, Any]:
        """What would come of an option, in games where one may practise before it counts; nothing changes."""
        async with self.reading():
            match = self._own(guest, seat)
            return match.practise(seat, option)

    async def likely(self, guest: str | None, seat: int, option: str) -> Iterator[Mapping[str, Any]]:
        """What an option would probably bring: to be tried out on a copy, when the table is free for others again."""
        async with self.reading():
            return self._own(guest, seat).likely(seat, option)

    async def play(self, seat: int, option: str, further: Course | None = None) -> None:
        """Play and commit, with how far a lesson is then. Only inside `changing`."""
        await self._keep([self._played(seat, option)], None, further)

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
        return self._entry("act", seat, number, played.option, draws, client, played.outcome), before

    async def _keep(
        self,
        played: Sequence[tuple[Entry, int]],
        handed: tuple[Seat, Said] | None = None,
        further: Course | None = None,
    ) -> None:
        """Commit acts that were played in memory, the place that came into other hands by them, and how far a lesson
        is then; then they count.
        """
        over = self.playing().over
        rows = [records.insert_entry(self.id, entry) for entry, _ in played]
        rows += [records.set_lesson(self.id, kept_at(further))] if further else []
        await self.write([*rows, *(self._ended(entry for entry, _ in played) if over else [])], handed)
        self.course = further or self.course
        for entry, _ in played:
            self._remember(entry)
        for reader, told in self._logs.items():
            told += self.playing().log(reader, since=played[0][1], places=True)
        if over or self.playing().fading:
            self._logs.clear()
        if over:
            self.record = replace(self.record, phase="over")
            self.roster += 1

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
        won = self.playing().shares()[people[0].number] > 0.5
        return [records.beat_rival(people[0].guest or "", self.game.id, bots.pop() or "")] if won else []

    async def _let_pass(self) -> None:
        """Pass where people's standing orders say so, before anybody is shown the question."""
        played = []
        try:
            while (passing := self.passing()) is not None:
                entry, before = self._played(*passing)
                played.append((replace(entry, ordered=True), before))
        except DicehouseError as error:  # the match has moved in memory only: that must not pass as "nothing changed"
            raise RuntimeError("a standing order could not be carried out") from error
        if played:
            await self._keep(played)

    def passing(self) -> tuple[int, str] | None:
        """A seat whose standing order lets a reaction pass now, and the option for that."""
        if self.match is None or self.course is not None:
            return None  # what a lesson asks, it asks on purpose
        if self._never:
            self._forget_orders()
        for seat in self.match.acting():
            if self.seats[seat].played_by is None:
                reaction = self.match.reaction(seat)
                if reaction is not None and passes(self.order_of(seat), reaction):
                    return seat, reaction.pass_option
        return None

    async def undo(self, guest: str | None, seat: int, number: int, client: str | None = None) -> int:
        """A guest takes back what the seat did last, as far as the engine allows; returns the new number."""
        async with self.changing():
            match = self._own(guest, seat)
            if self.course is not None:
                raise Refused(NO_UNDO)
            answered = self._answer(guest, number, match.number, client)
            if answered is not None:
                return answered
            if match.number in self._ordered:
                raise Refused(BY_ORDER)
            last = match.actions[-1].seat if match.actions else seat
            seat = last if last in self.seats_of(guest) else seat  # on a couch: whoever of them acted last
            match.undo(seat)
            entry = self._entry("undo", seat, number, None, (), client)
            said = self.notice(f"{self.seats[seat].name} takes the last action back.")
            await self.write([records.insert_entry(self.id, entry)], self.handed(seat, None), said)
            self._remember(entry)
            self._epoch += 1
            self._logs.clear()
            return match.number

    def _entry(
        self,
        kind: str,
        seat: int,
        number: int,
        option: str | None,
        draws: records.Draws,
        client: str | None,
        outcome: Mapping[str, Any] | None = None,
    ) -> Entry:
        after, serial = self.playing().number, self._serial
        self._serial += 1
        return Entry(serial, kind, seat, number, after, option, draws, client, time.time(), outcome)

    def _remember(self, entry: Entry) -> None:
        if entry.client:
            self._answered[entry.seat, entry.client] = entry.number_after
        self.clock.heard(entry.at)
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
        self.roster += self.presence.missed(guest)
        if guest in self.connected():
            self.presence.answered(guest)
        else:
            self.presence.looked(guest)

    async def take_lesson(self, course: Course | None) -> None:
        """How far a lesson is now; None: it was left, and the match goes on without it. Only inside `changing`."""
        await self._store.write(records.set_lesson(self.id, kept_at(course)))
        self.course = course
        self.roster += 1

    # standing orders --------------------------------------------------------------------------------------------

    async def set_order(self, guest: str | None, seat: int, mode: str, points: int) -> None:
        """When a seat wants to be asked for reactions."""
        async with self.changing():
            if seat not in self.seats_of(guest):
                raise Refused(NOT_YOURS)
            if mode not in ORDERS:
                raise Refused(f"A standing order is one of {', '.join(ORDERS)}.")
            if not 0 <= points <= 1_000_000:
                raise Refused("The points of a standing order go from 0 to 1,000,000.")
            if mode == NEVER:
                self._never[seat] = self._turn()
                self.roster += 1
                return
            changed = replace(self.seats[seat], order=Order(mode, points))
            await self._store.write(records.put_seat(self.id, changed))
            self.seats[seat] = changed
            self._never.pop(seat, None)
            self.roster += 1

    def _turn(self) -> Any:
        """Which turn it is, by the public view; games without turns have one long one."""
        return None if self.match is None else self.match.view(None).get("turn")

    def _forget_orders(self) -> None:
        turn = self._turn()
        self._never = {seat: kept for seat, kept in self._never.items() if kept == turn}
        self.roster += 1

    async def set_pace(self, guest: str | None, pace: str) -> None:
        """How long the bots of this table wait before they play: the host's choice."""
        async with self.changing():
            if not self.is_host(guest):
                raise Refused(HOSTS)
            if pace not in PACES:
                raise Refused(f"Bots play at one of these paces: {', '.join(PACES)}.")
            self.pace = pace
            self.roster += 1

    async def set_reasons(self, guest: str | None, on: bool) -> None:
        """Whether the bots of this table say why they chose: the host's choice."""
        async with self.changing():
            if not self.is_host(guest):
                raise Refused(HOSTS)
            self.reasons = on
            self.roster += 1

    @property
    def says_why(self) -> bool:
        """Whether bots say why. Where one person plays alone nobody is disturbed by it."""
        return sum(s.kind != "bot" for s in self.seats) == 1 if self.reasons is None else self.reasons

    # standing in ------------------------------------------------------------------------------------------------

    def handed(self, seat: int, bot: str | None) -> tuple[Seat, Said] | None:
        """A person's place in the hands of a bot, or back in their own, and how it is told; None if nothing changes."""
        before = self.seats[seat]
        if before.stand_in == bot:
            return None
        told = f"A bot ({level_of(bot).name}) plays for {before.name}." if bot else f"{before.name} plays again."
        return replace(before, stand_in=bot), self.notice(told)

    def notice(self, text: str) -> Said:
        return Said(None, HOUSE_NAME, text, time.time())

    async def write(self, rows: list[Statement], handed: tuple[Seat, Said] | None, *lines: Said) -> None:
        """Commit rows, a place in other hands and lines of chat as one; then they count. Only inside `changing`."""
        said = [*lines, *([handed[1]] if handed else [])]
        rows = rows + [records.insert_chat(self.id, serial, line) for serial, line in enumerate(said, len(self.chat))]
        if handed:
            rows.append(records.put_seat(self.id, handed[0]))
        if rows:
            await self._store.write(*rows)
        self.chat += said
        if handed:
            self.seats[handed[0].number] = handed[0]
            self.roster += 1

    # talking ----------------------------------------------------------------------------------------------------

    async def say(self, guest: str | None, name: str | None, text: str) -> None:
        """A line of chat from somebody at the table, or beside it under the name they gave."""
        async with self.changing():
            line = clean_chat(text)
            own = self.seats_of(guest)
            if own:
                self.heard(guest)
                said = Said(own[0], self.seats[own[0]].name, line, time.time())
            else:
                said = Said(None, clean_name(name) if name else SPECTATOR, line, time.time())
                refuse_alike(said.name, (s.name for s in self.seats if s.kind != "open"))
            await self.write([], None, said)

    async def led_to(self, again: str) -> None:
        """The same people play again at another table: everybody here is shown the way."""
        async with self.changing():
            await self._store.write(records.set_again(self.id, again))
            self.record = replace(self.record, again=again)
