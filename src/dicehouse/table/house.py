"""All live tables of a server: opening, finding, inviting, playing again, and letting go of those nobody looks at."""

from __future__ import annotations

import asyncio
import logging
import sqlite3
import time
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from functools import partial
from typing import Any

from dicehouse import games
from dicehouse.errors import DicehouseError
from dicehouse.kit.game import Game
from dicehouse.match import Match

from . import codes, onward, records, results, teaching, thrown
from .driver import Bot, Driver, Thinkers
from .levels import level_of, rival_among, stronger, usual_bot
from .live import Table
from .looked import Looked, read_looked
from .names import bot_name, clean_name, distinct
from .presence import Grace
from .records import Kept, Seat, TableRecord, saved_form
from .results import Finished
from .reviewing import Reviewer, Reviews
from .seats import (
    Damaged,
    Keyring,
    NoSuchCode,
    NotFound,
    Promise,
    Refused,
    contribution,
    deal,
    token_hash,
)
from .store import Store
from .thrown import Ledger, Totals

log = logging.getLogger("dicehouse.table")

IDLE_SECONDS = 600.0
CODE_SPARE = 300.0  # a code with fewer seconds left than this is no good to somebody who reads it out now
NO_TABLE = "There is no such table; perhaps the address was cut short."
DAMAGED = "What the house kept of this table is damaged, so it can't be opened; other tables are not affected."
NO_CODE = "No free chair has that code now. Perhaps it was used or is too old: ask the host for the one on their table."
NO_INVITE = "That invitation is not one of this house's; ask for the link again."
USED_INVITE = "That invitation was used already; ask the host for another seat."


@dataclass(frozen=True, slots=True)
class Chair:
    """A seat as requested when a table is opened."""

    kind: str  # "person" (on the host's device), "bot" or "open"
    name: str = ""
    bot: str | None = None


class House:
    """The tables of one server process."""

    def __init__(
        self,
        store: Store,
        keyring: Keyring,
        make_bot: Callable[[str], Bot],
        bot_names: Callable[[], Sequence[str]],
        bot_delay: float,
        grace: Grace | None = None,
        reviewer: Reviewer | None = None,
    ) -> None:
        self.store = store
        self.keyring = keyring
        self.bot_names = bot_names
        self._grace = grace
        self.thinkers = Thinkers(make_bot, bot_delay)
        self.reviews = Reviews(store, self.find, self.thinkers, reviewer)
        self._tables: dict[str, Table] = {}
        self._drivers: dict[str, Driver] = {}
        self._loading: dict[str, asyncio.Task[Table]] = {}
        self._ledger = Ledger()
        self._opening = asyncio.Lock()  # the same wish sent twice, or by two, opens one table

    # finding ----------------------------------------------------------------------------------------------------

    async def find(self, table_id: str) -> Table:
        """The live table of this id, from memory or from the store; Refused if there is none."""
        table = self._tables.get(table_id)
        if table is not None and not table.broken:
            table.last_used = time.monotonic()  # whoever asked has it in hand now: it must not be swept away
            return table
        task = self._loading.get(table_id)
        if task is None:
            task = self._loading[table_id] = asyncio.create_task(self._load(table_id))
            task.add_done_callback(lambda _: self._loading.pop(table_id, None))
        return await asyncio.shield(task)

    async def _load(self, table_id: str) -> Table:
        if table_id in self._drivers:
            self._drivers.pop(table_id).stop()
        kept, game, match = await self.store.read(lambda db: _restore(db, table_id))
        return self._adopt(Table(kept, game, match, self.store, self._grace))

    def _adopt(self, table: Table) -> Table:
        self._tables[table.id] = table
        driver = self._drivers[table.id] = Driver(table, self.thinkers)
        driver.wake()
        return table

    async def tables_of(self, guest: str, most: int = 6) -> list[Table]:
        """The unfinished tables of a guest, the latest first."""
        ids = await self.store.read(lambda db: records.read_tables_of(db, guest, most))
        found = []
        for table_id in ids:
            try:
                found.append(await self.find(table_id))
            except DicehouseError as error:
                log.error("table %s can't be opened: %s", table_id, error)
        return found

    async def played(self, guest: str) -> list[Finished]:
        """All games of a guest that are over, the latest first."""
        found = await self.store.read(lambda db: results.read_finished(db, guest))
        missing = [each.table for each in found if each.result is None][: results.PAGE]
        for table_id in missing:  # the others are found in the background
            await self.find_result(table_id)
        return await self.store.read(lambda db: results.read_finished(db, guest)) if missing else found

    async def looked(self, guest: str) -> dict[str, Looked]:
        """What kept reviews say of a guest's games, by their tables."""
        return await self.store.read(lambda db: read_looked(db, guest))

    async def dice(self) -> Totals:
        """All dice of the games that are over here."""
        return await self.store.read(self._ledger.read)

    async def dice_after(self, number: int, most: int) -> list[dict[str, Any]]:
        """The dice of so many games after the one of this number, one a row."""
        return await self.store.read(lambda db: thrown.details(db, number, most))

    async def finished_of(self, guest: str, most: int, skip: int = 0) -> tuple[int, list[Finished]]:
        """How many games of a guest are over, and some of them, the latest first."""
        count, found = await self.store.read(
            lambda db: (results.count_finished(db, guest), results.read_finished(db, guest, most, skip))
        )
        missing = [each.table for each in found if each.result is None]
        for table_id in missing:
            await self.find_result(table_id)
        if missing:
            found = await self.store.read(lambda db: results.read_finished(db, guest, most, skip))
        return count, found

    async def find_result(self, table_id: str) -> None:
        """Look once how a game ended that was over before results were kept."""
        try:
            table = await self.find(table_id)
            if table.match is not None and table.match.over:
                await self.store.write(results.set_result(table_id, table.match, table.clock.minutes))
        except DicehouseError as error:
            log.error("table %s can't be opened: %s", table_id, error)

    async def name_of(self, guest: str) -> str | None:
        return await self.store.read(lambda db: records.read_guest(db, guest))

    async def set_name(self, guest: str, name: str) -> str:
        """Remember what a guest is called."""
        clean = clean_name(name)
        await self.store.write(records.put_guest(guest, clean, time.time()))
        return clean

    # opening ----------------------------------------------------------------------------------------------------

    async def open(
        self,
        game: Game,
        mode: str,
        settings: Mapping[str, object],
        chairs: Sequence[Chair],
        guest: str,
        promise: Promise,
        text: str | None,
    ) -> Table:
        """Open a table and sit its host down; the same form sent twice opens one table.

        `text` is the browser's part in the dice.
        """
        complete = game.agree(len(chairs), settings)
        record = TableRecord(
            id=promise.table_id,
            game=game.id,
            mode=mode,
            settings=complete,
            host=guest,
            commitment=promise.commitment,
            secret=promise.secret.hex(),
            phase="waiting",
            created=time.time(),
        )
        seats = _sit(record, chairs, guest, text)
        return await self.open_dealt(record, game, seats, None, promise)

    async def open_dealt(
        self, record: TableRecord, game: Game, seats: list[Seat], match: Match | None, promise: Promise
    ) -> Table:
        """Open a table for which all is chosen, and perhaps dealt already; the same form sent twice opens one."""
        async with self._opening:
            earlier = await self.store.read(lambda db: records.read_commitment(db, promise.commitment))
            if earlier is None:
                return await self._open(record, game, seats, match)
        if earlier[1] != record.host:
            raise Refused("This form was used already; load the page again.")
        return await self.find(earlier[0])

    async def learn(
        self, game: Game, name: str, guest: str, own: str, may_open: Callable[[], None] = lambda: None
    ) -> Table:
        """The table at which a guest takes a lesson: where they are at it already, else a new one, if they may.

        `own` is what they are called. BadSetting if the game has no such lesson.
        """
        lesson, bot = game.lesson(name), usual_bot(self.bot_names())
        async with self._opening:
            going = await self.store.read(lambda db: records.read_lesson(db, guest, game.id, name))
            if going is not None:
                return await self.find(going)
            may_open()
            promise = self.keyring.promise()
            record = TableRecord(
                id=promise.table_id,
                game=game.id,
                mode=game.modes[0].id,
                settings=game.agree(lesson.players, lesson.settings),
                host=guest,
                commitment=promise.commitment,
                secret=promise.secret.hex(),
                phase="waiting",
                created=time.time(),
                lesson=name,
            )
            chairs = [Chair("person", own), *(Chair("bot", bot=bot) for _ in lesson.rivals)]
            seats = _sit(record, chairs, guest, None)
            taken = [seats[0].name]
            for at, rival in enumerate(lesson.rivals, 1):
                seats[at] = replace(seats[at], name=distinct(rival, taken))
                taken.append(seats[at].name)
            table = await self._open(record, game, seats)
        await teaching.begin(table)
        return table

    async def known(self, guest: str) -> set[str]:
        """The games that a guest has sat down to, lessons included."""
        return await self.store.read(lambda db: records.read_known(db, guest))

    async def _open(self, record: TableRecord, game: Game, seats: list[Seat], match: Match | None = None) -> Table:
        fresh, until = await self._codes([s.number for s in seats if s.kind == "open"])
        seats = [replace(s, code=fresh[s.number], code_until=until) if s.number in fresh else s for s in seats]
        rows = [records.insert_table(record), *(records.put_seat(record.id, s) for s in seats)]
        for seat in seats:
            if seat.kind == "open":
                hashed = token_hash(self.keyring.invite(record.id, seat.number))
                rows.append(records.insert_invite(hashed, record.id, seat.number))
        if all(s.kind != "open" for s in seats):
            match = match or deal(record, seats)
            rows.append(records.set_started(record.id, {**match.save(secret=True), "actions": []}))
        past = () if match is None else onward.entries(match, record.created)
        await self.store.write(*rows, *(records.insert_entry(record.id, entry) for entry in past))
        if match is not None:
            record = replace(record, phase="playing")
        return self._adopt(Table(Kept(record, tuple(seats), past, ()), game, match, self.store, self._grace))

    async def again(self, table: Table, guest: str | None, text: str | None = None) -> str:
        """Open the same table once more for the same people; returns its id, the same for everybody who asks."""
        if not table.seats_of(guest):
            raise Refused("Only people who played can start the next game.")
        if table.phase != "over":
            raise Refused("The game is not over yet.")
        async with self._opening:
            return table.record.again or await self._open_again(table, guest or "", text)

    async def _open_again(self, table: Table, host: str, text: str | None) -> str:
        promise = self.keyring.promise_again(table.id)
        if await self.store.read(lambda db: records.read_commitment(db, promise.commitment)):
            await table.led_to(promise.table_id)  # it was opened just before the house broke down
            return promise.table_id
        record = replace(
            table.record,
            id=promise.table_id,
            host=host,
            commitment=promise.commitment,
            secret=promise.secret.hex(),
            phase="waiting",
            created=time.time(),
            header=None,
            lesson=None,
            lesson_at=0,
        )
        seats = []
        for seat in table.seats:
            asks = seat.number == table.seats_of(host)[0]
            hexes, drawn_by = contribution(record.secret, record.id, seat.number, text if asks else None)
            here = seat.guest == host or seat.guest in table.online()
            stand_in = None if here else seat.stand_in
            seats.append(replace(seat, contribution=hexes, drawn_by=drawn_by, stand_in=stand_in))
        same = await onward.begun(record, seats, table.playing()) if record.what_if else None
        opened = await self._open(record, table.game, seats, same)
        await table.led_to(opened.id)
        return opened.id

    # inviting ---------------------------------------------------------------------------------------------------

    async def invited(self, token: str) -> tuple[Table, int]:
        """The table and seat of an invitation that was not used yet: of its link, or of its code."""
        code = codes.read(token)
        if code is not None:
            return await self._coded(code)
        found = await self.store.read(lambda db: records.read_invite(db, token_hash(token)))
        if found is None:
            raise NotFound(NO_INVITE)
        table = await self.find(found[0])
        if found[2] is not None or table.seats[found[1]].kind != "open":
            raise Refused(USED_INVITE)
        return table, found[1]

    async def _coded(self, code: str) -> tuple[Table, int]:
        found = await self.store.read(lambda db: records.read_code(db, code, time.time()))
        if found is None:
            raise NoSuchCode(NO_CODE)
        table = await self.find(found[0])
        if table.seats[found[1]].code != code or table.phase != "waiting":
            raise NoSuchCode(NO_CODE)
        return table, found[1]

    async def _codes(self, seats: Sequence[int]) -> tuple[dict[int, str], float]:
        """A code for each of these seats that no other chair of the house has now, and when they die."""
        now, found = time.time(), dict[int, str]()
        while len(found) < len(seats):
            code = codes.draw()
            taken = await self.store.read(partial(records.read_code, code=code, now=now))
            if taken is None and code not in found.values():
                found[seats[len(found)]] = code
        return found, now + codes.LIFE

    async def keep_codes(self, table: Table) -> None:
        """While a table waits and its host looks on, every open seat has a code that lives."""
        soon = time.time() + CODE_SPARE
        dead = [s.number for s in table.seats if s.kind == "open" and s.code_until < soon]
        if dead and not table.broken:
            async with self._opening:
                await table.recode(*await self._codes(dead))

    async def accept(self, token: str, guest: str, name: str, text: str | None) -> Table:
        """Sit down with an invitation; it works once."""
        table, seat = await self.invited(token)
        await table.sit(token, seat, guest, name, text)
        return table

    async def fill(self, table: Table, guest: str | None, seat: int, bot: str) -> None:
        """The host gives an open seat to a bot."""
        await table.fill(guest, seat, self._known(bot))

    async def start(self, table: Table, guest: str | None, bot: str) -> None:
        """The host gives all open seats to bots of one kind, and the game begins."""
        await table.start(guest, self._known(bot))

    async def stand_in(self, table: Table, guest: str | None, seat: int, bot: str | None) -> None:
        """A bot plays for a person who is away, until they play again (None)."""
        await table.absence.stand_in(guest, seat, None if bot is None else self._known(bot))

    def _known(self, bot: str) -> str:
        if bot not in self.bot_names():
            raise Refused(f"There is no bot of that name; there are: {', '.join(self.bot_names())}.")
        return bot

    async def hint(self, table: Table, guest: str | None, seat: int) -> None:
        """Advise a guest what to play now; only they see it."""
        await table.hints.ask(guest, seat, self.thinkers)

    async def renew(self, table: Table, guest: str | None, seat: int) -> None:
        """The host replaces the invitation to an open seat; the old link stops working."""
        async with self._opening:
            fresh, until = await self._codes([seat])
            token = partial(self.keyring.invite, table.id, seat)
            await table.renew(guest, seat, token, fresh[seat], until)

    # whom a guest plays -----------------------------------------------------------------------------------------

    async def rival(self, guest: str | None, game: Game) -> str:
        """The bot that a guest meets in a game: the one they play there; the weakest, to begin with."""
        known = await self.store.read(lambda db: records.read_rival(db, guest, game.id)) if guest else None
        return rival_among(self.bot_names(), known[0] if known else None)

    async def meet(self, guest: str, game: Game, bot: str) -> None:
        """Remember whom a guest plays in a game."""
        await self.store.write(records.meet_rival(guest, game.id, self._known(bot)))

    async def challenges(self, guest: str | None) -> dict[str, tuple[str, str]]:
        """For the games in which a guest has won often enough: whom they have beaten, and who is a little stronger."""
        met = await self.store.read(lambda db: records.read_rivals(db, guest)) if guest else {}
        found = ((game, bot, stronger(bot, wins, self.bot_names())) for game, (bot, wins) in met.items())
        return {game: (bot, better) for game, bot, better in found if better}

    # keeping house ----------------------------------------------------------------------------------------------

    def look_round(self) -> None:
        """Tell everybody who has not been heard from for so long that others may decide for them."""
        for table in tuple(self._tables.values()):
            table.look_round()

    def sweep(self, idle: float = IDLE_SECONDS) -> int:
        """Let go of tables that nobody looks at and where nothing plays by itself; returns how many stay."""
        limit = time.monotonic() - idle
        for table in tuple(self._tables.values()):
            quiet = not table.listeners and not table.lock.locked() and not self._drivers[table.id].busy
            if table.broken or (quiet and table.last_used < limit):
                self._tables.pop(table.id)
                self._drivers.pop(table.id).stop()
        return len(self._tables)

    async def sweep_codes(self) -> None:
        """New codes for tables whose hosts are there."""
        for table in tuple(self._tables.values()):
            if table.phase == "waiting" and table.record.host in table.online():
                with suppress(DicehouseError):  # it was closed meanwhile
                    await self.keep_codes(table)

    async def probe(self) -> None:
        """Write to the database; raises StoreFailed if that can't be done."""
        await self.store.write(records.put_probe(time.time()))

    def close(self, why: str) -> None:
        """Stop all tables, then write what waits."""
        for driver in self._drivers.values():
            driver.stop()
        for table in self._tables.values():
            table.close(why)
        self.reviews.close()
        self.thinkers.close()
        self.store.close()


def _sit(record: TableRecord, chairs: Sequence[Chair], guest: str, text: str | None) -> list[Seat]:
    """The seats of a new table: the host's own people first come with the browser's part in the dice."""
    seats: list[Seat] = []
    for chair in chairs:
        taken = [s.name for s in seats if s.kind != "open"]
        number = len(seats)
        if chair.kind == "open":
            seats.append(Seat(number, "open", "Open seat"))
            continue
        own = text if chair.kind == "person" else None
        hexes, drawn_by = contribution(record.secret, record.id, number, own)
        text = None if chair.kind == "person" else text
        if chair.kind == "bot":
            name = bot_name(level_of(chair.bot or "").name, [*taken, *(c.name for c in chairs)])
            seats.append(Seat(number, "bot", name, None, chair.bot, hexes, drawn_by))
        else:
            name = distinct(clean_name(chair.name), taken)
            seats.append(Seat(number, "person", name, guest, None, hexes, drawn_by))
    return seats


def _restore(db: sqlite3.Connection, table_id: str) -> tuple[Kept, Game, Match | None]:
    """A table out of the store, its match replayed from the acts that stand."""
    try:
        kept = records.read_table(db, table_id)
        if kept is None:
            raise NotFound(NO_TABLE)
        game = games.find(kept.table.game)
        match = None if kept.table.header is None else Match.load(saved_form(kept))
        if [seat.number for seat in kept.seats] != list(range(match.players if match else len(kept.seats))):
            raise ValueError("seats are missing")
    except DicehouseError:
        raise
    except Exception as error:  # a damaged row can be wrong in any way; it costs this table, and no other
        log.error("table %s is damaged: %s: %s", table_id, type(error).__name__, error)
        raise Damaged(DAMAGED) from None
    return kept, game, match
