"""All live tables of a server: opening, finding, playing again, and letting go of those nobody looks at."""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import AsyncIterator, Awaitable, Callable, Collection, Mapping, Sequence
from contextlib import AsyncExitStack, asynccontextmanager, suppress
from dataclasses import replace

from dicehouse.errors import BadMatch, DicehouseError
from dicehouse.kit.game import Game
from dicehouse.match import Match

from . import carrying, teaching
from .carrying import Opened
from .chairs import Chair, sit_down
from .clocks.terms import Terms
from .clocks.timed import insert_terms, put_hours, read_clocked, read_hours
from .clocks.timekeeper import Timekeeper
from .driver import Bot, Driver, Thinkers
from .invitations import Invitations
from .levels import rival_among, stronger, usual_bot
from .live import Table
from .nets import Nets
from .parts import gather
from .past import onward
from .past.away import put_seen
from .past.chronicle import Chronicle
from .past.reviewing import Reviewer, Reviews
from .people.caller import Caller
from .people.hours import ALWAYS, Hours
from .people.ignoring import Ignoring
from .people.names import clean_name, distinct
from .presence import Grace
from .rematch import open_again
from .running import begun
from .seats import (
    Keyring,
    Promise,
    Refused,
    deal,
    token_hash,
)
from .servers.neighbours import Claims, Neighbours
from .servers.news import WHO, News
from .storage import records
from .storage.database import Database
from .storage.recorded import Recorded, read_recorded
from .storage.records import Kept, Seat, TableRecord
from .storage.restoring import restored
from .storage.store import Conflict, Store, StoreFailed
from .waits import Waits

log = logging.getLogger("dicehouse.table")

IDLE_SECONDS = 600.0
CODE_SPARE = 300.0  # a code with fewer seconds left than this is no good to somebody who reads it out now
NO_CODE = "No free chair has that code now. Perhaps it was used or is too old: ask the host for the one on their table."
NO_INVITE = "That invitation is not one of this house's; ask for the link again."
USED = "This form was used already; load the page again."
USED_INVITE = "That invitation was used already; ask the host for another seat."


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
        nets: Nets | None = None,
    ) -> None:
        self.store = store
        self.keyring = keyring
        self.bot_names = bot_names
        self.nets = nets or Nets()
        self._grace = grace
        self.ignoring = Ignoring(store)
        self.thinkers = Thinkers(self.nets.maker(make_bot), bot_delay)
        self.reviews = Reviews(store, self.find, self.thinkers, reviewer)
        self._tables: dict[str, Table] = {}
        self._drivers: dict[str, Driver] = {}
        self._loading: dict[str, asyncio.Task[Table]] = {}
        self._closed: dict[str, bool] = {}  # tables that could not be opened; whether today's rules are why
        self.wall = time.time
        self.timekeeper = Timekeeper(self)
        self.chronicle = Chronicle(self)
        self.caller = Caller(())
        self.claims = Claims(store)
        self.waits = Waits(self)
        self._neighbours = Neighbours(self)
        store.listen(self._neighbours)
        self.look_who: list[Callable[[], Awaitable[None]]] = []  # whoever reads cookies knows anew who became whom
        self._opening = asyncio.Lock()  # the same wish sent twice, or by two, opens one table
        self.invitations = Invitations(self, self._opening)

    # finding ----------------------------------------------------------------------------------------------------

    async def find(self, table_id: str) -> Table:
        """The live table of this id, from memory or from the store; Refused if there is none."""
        table = self._tables.get(table_id)
        if table is not None and not table.broken:
            table.last_used = time.monotonic()  # whoever asked has it in hand now: it must not be swept away
            await table.following.abreast()
            return table
        task = self._loading.get(table_id)
        if task is None:
            task = self._loading[table_id] = asyncio.create_task(self._load(table_id))
            task.add_done_callback(lambda _: self._loading.pop(table_id, None))
        return await asyncio.shield(task)

    async def _load(self, table_id: str) -> Table:
        self._forget(table_id)  # what broke; it may be gone from the store as well
        found = await self._opened(table_id)
        table = await self._adopt(Table(found.kept, found.game, found.match, self.store, self._grace, self._opened))
        await table.following.abreast()  # of what was done while it was read: nobody heard that
        self.store.tell(News(WHO, table=table_id))
        if found.match is not None and found.match.over and table.phase == "playing":
            await table.end()  # by the rules of today it is over where it stands
        return table

    async def _opened(self, table_id: str) -> Opened:
        """A table out of the store; if its match goes on by other rules, that is written down."""
        for last in (False, True):
            found = await self.store.read(lambda db: restored(db, table_id))
            try:
                if found.rows:
                    await self.store.write(*found.rows)
            except StoreFailed:  # another process may have opened it at the same moment: look again
                if last:
                    raise
            else:
                break
        return found

    async def _adopt(self, table: Table) -> Table:
        table.time.wall, table.time.hear = self.wall, self.timekeeper.hear
        self._tables[table.id] = table
        driver = self._drivers[table.id] = Driver(table, self.thinkers, self.claims)
        driver.wake()
        if table.time.runs:
            async with table.changing():
                pass  # its clocks start, or follow what was played last
        self.caller.watch(table, self.claims.mine)
        return table

    @asynccontextmanager
    async def rewriting(self, tables: Collection[str], why: str) -> AsyncIterator[None]:
        """Hold these tables still while their rows are changed in the store.

        Whoever writes them counts that as a change, in the same transaction, so that no other server writes on what
        it knew before. What is in memory of them is thrown away then, and whoever looks at one is shown it anew.
        """
        async with AsyncExitStack() as held:
            await self._settle(tables)
            for table in sorted((one for one in self.loaded() if one.id in tables), key=lambda one: one.id):
                await held.enter_async_context(table.lock)
            try:
                yield
            finally:
                await self._settle(tables)
                for table in [one for one in self.loaded() if one.id in tables]:
                    table.close(why)
                self._neighbours.rewritten(tables, why)

    async def _settle(self, tables: Collection[str]) -> None:
        """Wait for those that are on their way from the store."""
        for task in [task for table_id, task in self._loading.items() if table_id in tables]:
            with suppress(DicehouseError):
                await asyncio.shield(task)

    def at_hand(self, table_id: str) -> Table | None:
        """A table that is in memory."""
        table = self._tables.get(table_id)
        return None if table is None or table.broken else table

    def wake(self, table_id: str) -> None:
        """Another server may have left the bots of a table to us."""
        if self.at_hand(table_id):
            self._drivers[table_id].wake()

    async def tables_of(self, guest: str, most: int = 6) -> list[Table]:
        """The unfinished tables of a guest: those that wait for them, then the latest."""
        waiting = (await self.waits.of(guest))[:most]
        others = await self.store.read(lambda db: records.read_tables_of(db, guest, most))
        ids = list(dict.fromkeys([*waiting, *others]))[:most]
        return [table for table in [await self.if_it_opens(table_id) for table_id in ids] if table]

    async def if_it_opens(self, table_id: str) -> Table | None:
        """A table; None if it can't be opened, which is said once in the log."""
        try:
            return await self.find(table_id)
        except DicehouseError as error:
            if table_id not in self._closed:
                log.error("table %s can't be opened: %s", table_id, error)
            self._closed[table_id] = isinstance(error, BadMatch)
            return None

    async def stuck_of(self, guest: str, most: int = 6) -> list[Recorded]:
        """The unfinished tables of a guest with which the rules of today can do nothing."""
        ids = await self.store.read(lambda db: records.read_tables_of(db, guest, most))
        return await self.store.read(
            lambda db: [found for one in ids if self._closed.get(one) and (found := read_recorded(db, one))]
        )

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
        terms: Terms | None = None,
        *,
        quiet: bool = False,
        listed: bool = False,
    ) -> Table:
        """Open a table and sit its host down; the same form sent twice opens one table.

        `text` is the browser's part in the dice.
        """
        complete = game.agree(len(chairs), settings)
        for chair in chairs:
            self.nets.check(chair.bot, game, len(chairs))
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
            terms=terms,
            quiet=quiet,
            listed=listed,
        )
        seats = sit_down(record, chairs, guest, text)
        return await self.open_dealt(record, game, seats, None, promise)

    async def open_dealt(
        self, record: TableRecord, game: Game, seats: list[Seat], match: Match | None, promise: Promise
    ) -> Table:
        """Open a table for which all is chosen, and perhaps dealt already; the same form sent twice opens one."""
        async with self._opening:
            if await self.store.read(lambda db: records.read_spent(db, promise.commitment)):
                raise Refused(USED)
            earlier = await self.store.read(lambda db: records.read_commitment(db, promise.commitment))
            if earlier is None:
                try:
                    return await self.open_full(record, game, seats, match)
                except Conflict:  # the same form came to another server
                    earlier = await self.store.read(lambda db: records.read_commitment(db, promise.commitment))
        if earlier is None or earlier[1] != record.host:
            raise Refused(USED)
        return await self.find(earlier[0])

    async def learn(
        self, game: Game, name: str, guest: str, own: str, may_open: Callable[[], None] = lambda: None
    ) -> Table:
        """The table at which a guest takes a lesson: where they are at it already, else a new one, if they may.

        `own` is what they are called. BadSetting if the game has no such lesson.
        """
        lesson, bot = game.lesson(name), usual_bot(self.bot_names())
        async with self._opening:
            going, promise = await self.store.read(lambda db: self._lesson(db, guest, game.id, name))
            if going is not None:
                return await self.find(going)
            may_open()
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
            seats = sit_down(record, chairs, guest, None)
            taken = [seats[0].name]
            for at, rival in enumerate(lesson.rivals, 1):
                seats[at] = replace(seats[at], name=distinct(rival, taken))
                taken.append(seats[at].name)
            try:
                table = await self.open_full(record, game, seats)
            except Conflict:  # the same wish came to another server
                return await self.find(promise.table_id)
        await teaching.begin(table)
        return table

    def _lesson(self, db: Database, guest: str, game: str, name: str) -> tuple[str | None, Promise]:
        """The table at which a guest takes a lesson, and what another one would be opened with: at all servers the
        same, so that a wish that is sent twice opens one table. Looked up at once, lest another server act between.
        """
        before = records.read_lesson_before(db, guest, game, name)
        promise = self.keyring.promise_lesson(guest, game, name, before)
        if records.read_spent(db, promise.commitment) or records.read_commitment(db, promise.commitment):
            promise = self.keyring.promise()
        return records.read_lesson(db, guest, game, name), promise

    async def known(self, guest: str) -> set[str]:
        """The games that a guest has sat down to, lessons included."""
        return await self.store.read(lambda db: records.read_known(db, guest))

    async def open_full(self, record: TableRecord, game: Game, seats: list[Seat], match: Match | None = None) -> Table:
        """Open a table for which all is chosen; where all sit the match begins, or first browsers show their texts."""
        fresh, until = await self.invitations.codes([s.number for s in seats if s.kind == "open"])
        seats = [replace(s, code=fresh[s.number], code_until=until) if s.number in fresh else s for s in seats]
        rows = [records.insert_table(record), *(records.put_seat(record.id, s) for s in seats)]
        if record.terms is not None:
            rows.append(insert_terms(record.id, record.terms))
        for seat in seats:
            if seat.kind == "open":
                hashed = token_hash(self.keyring.invite(record.id, seat.number))
                rows.append(records.insert_invite(hashed, record.id, seat.number))
        gathered = None
        if all(s.kind != "open" for s in seats):
            gathered = gather(record, seats, None, self.wall())
            record, seats, rows = gathered.record, gathered.seats, rows + gathered.rows
        if gathered is not None and gathered.showing is None:
            match = match or deal(record, seats)
            record = replace(record, phase="playing", header=begun(match, gathered.settled))
            rows += [records.set_started(record), *carrying.noted(record.id, match)]
        past = () if match is None else onward.entries(match, record.created)
        await self.store.write(*rows, *(records.insert_entry(record.id, entry) for entry in past))
        kept = Kept(record, tuple(seats), past, (), showing=gathered.showing if gathered else None)
        return await self._adopt(Table(kept, game, match, self.store, self._grace, self._opened))

    async def again(self, table: Table, guest: str | None, text: str | None = None) -> str:
        """Open the same table once more for the same people; returns its id, the same for everybody who asks."""
        if not table.seats_of(guest):
            raise Refused("Only people who played can start the next game.")
        if table.phase != "over":
            raise Refused("The game is not over yet.")
        async with self._opening:
            return table.record.again or await open_again(self, table, guest or "", text)

    # who plays --------------------------------------------------------------------------------------------------

    async def fill(self, table: Table, guest: str | None, seat: int, bot: str) -> None:
        """The host gives an open seat to a bot."""
        await table.fill(guest, seat, self._seated(bot, table))

    async def start(self, table: Table, guest: str | None, bot: str) -> None:
        """The host gives all open seats to bots of one kind, and the game begins."""
        await table.start(guest, self._seated(bot, table))

    async def stand_in(self, table: Table, guest: str | None, seat: int, bot: str | None) -> None:
        """A bot plays for a person who is away, until they play again (None)."""
        await table.absence.stand_in(guest, seat, None if bot is None else self._seated(bot, table))

    def bots_at(self, game: Game, players: int | None = None) -> tuple[str, ...]:
        """The bots that may sit down to a game, and that with so many: those of every house, then its nets."""
        return (*self.bot_names(), *self.nets.at(game, players))

    def _seated(self, bot: str, table: Table) -> str:
        return _among(bot, self.bots_at(table.game, len(table.seats)))

    async def hint(self, table: Table, guest: str | None, seat: int) -> None:
        """Advise a guest what to play now; only they see it."""
        await table.hints.ask(guest, seat, self.thinkers)

    # whom a guest plays -----------------------------------------------------------------------------------------

    async def rival(self, guest: str | None, game: Game) -> str:
        """The bot that a guest meets in a game: the one they play there; the weakest, to begin with."""
        known = await self.store.read(lambda db: records.read_rival(db, guest, game.id)) if guest else None
        return rival_among(self.bot_names(), known[0] if known else None)

    async def meet(self, guest: str, game: Game, bot: str) -> None:
        """Remember whom a guest plays in a game."""
        await self.store.write(records.meet_rival(guest, game.id, _among(bot, self.bot_names())))

    async def challenges(self, guest: str | None) -> dict[str, tuple[str, str]]:
        """For the games in which a guest has won often enough: whom they have beaten, and who is a little stronger."""
        met = await self.store.read(lambda db: records.read_rivals(db, guest)) if guest else {}
        found = ((game, bot, stronger(bot, wins, self.bot_names())) for game, (bot, wins) in met.items())
        return {game: (bot, better) for game, bot, better in found if better}

    def saw(self, table: Table, guest: str | None) -> None:
        """A player leaves the page of a table and has seen what happened so far: remember it."""
        if guest is None or table.phase == "over" or len(table.seats_of(guest)) != 1:
            return
        number = 0 if table.match is None else table.match.number
        kept = self.store.write(put_seen(guest, table.id, number, self.wall()))
        kept.add_done_callback(lambda done: done.cancelled() or done.exception())  # it costs nobody anything

    # when people play -------------------------------------------------------------------------------------------

    async def hours(self, guest: str | None) -> Hours:
        """A guest's quiet hours and days away."""
        return ALWAYS if guest is None else await self.store.read(lambda db: read_hours(db, guest))

    async def set_hours(self, guest: str, hours: Hours) -> None:
        """Keep a guest's hours; from now on they hold for every clock of theirs."""
        await self.store.write(put_hours(guest, hours))
        clocked = await self.store.read(lambda db: read_clocked(db, guest))
        here = [table.id for table in self.loaded() if table.seats_of(guest) and table.time.runs]
        for table_id in {*clocked, *here}:
            with suppress(DicehouseError):  # it can't be opened: nobody plays there
                table = await self.find(table_id)
                async with table.changing():
                    await table.time.live_by(guest, hours)

    # keeping house ----------------------------------------------------------------------------------------------

    def loaded(self) -> tuple[Table, ...]:
        """The tables that are in memory."""
        return tuple(self._tables.values())

    def look_round(self) -> None:
        """Tell everybody who has not been heard from for so long that others may decide for them, and make up for
        what other servers did without being heard.
        """
        for table in self.loaded():
            table.look_round()
        self._neighbours.look_round()

    def sweep(self, idle: float = IDLE_SECONDS) -> int:
        """Let go of tables that nobody looks at and where nothing plays by itself; returns how many stay."""
        limit = time.monotonic() - idle
        for table in self.loaded():
            quiet = not table.listeners and not table.lock.locked() and not self._drivers[table.id].busy
            if table.broken or (quiet and table.last_used < limit):
                self._forget(table.id)
                table.let_go()
                self._neighbours.let_go(table.id)
        return len(self._tables)

    def _forget(self, table_id: str) -> None:
        if self._tables.pop(table_id, None):
            self._drivers.pop(table_id).stop()

    async def probe(self) -> None:
        """Write to the database; raises StoreFailed if that can't be done."""
        await self.store.write(records.put_probe(time.time()))

    def close(self, why: str) -> None:
        """Stop all tables, also those that are on their way, then write what waits."""
        for task in self._loading.values():
            task.cancel()
        for driver in self._drivers.values():
            driver.stop()
        for table in self._tables.values():
            table.close(why)
        self._neighbours.close()
        self.reviews.close()
        self.thinkers.close()
        self.store.close()


def _among(bot: str, bots: Sequence[str]) -> str:
    if bot not in bots:
        raise Refused(f"There is no bot of that name; there are: {', '.join(bots)}.")
    return bot
