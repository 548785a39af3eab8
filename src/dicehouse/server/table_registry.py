"""Keep all live tables of a server: open and find them, open rematches, and drop tables that nobody uses."""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import AsyncIterator, Awaitable, Callable, Collection, Mapping, Sequence
from contextlib import AsyncExitStack, asynccontextmanager, suppress
from dataclasses import replace

from dicehouse.bots.guided_lesson import find_lesson
from dicehouse.core.game import Game
from dicehouse.errors import BadMatch, DicehouseError
from dicehouse.games import all_games
from dicehouse.match.match import Match

from ..i18n import _, listing
from . import match_restore
from .accounts.ignored_people import Ignoring
from .accounts.names import clean_name, distinct
from .accounts.quiet_hours import ALWAYS, Hours
from .accounts.turn_notifier import Caller
from .archive import forks
from .archive.game_history import Chronicle
from .archive.match_results import set_over
from .archive.missed_moves import put_seen
from .archive.review_worker import Reviewer, Reviews
from .clocks.clock_records import insert_terms, put_hours, read_clocked, read_hours
from .clocks.clock_watcher import Timekeeper
from .clocks.time_terms import Terms
from .cluster.claims import Claims
from .cluster.peer_servers import Neighbours
from .cluster.remote_changes import keep_abreast
from .cluster.server_messages import WHO, News
from .driver import Bot, Driver, Thinkers
from .feature_table import state_of
from .features.commit_reveal import gather
from .hash_chain import begun
from .hint_requests import HintRequests
from .internal_commands import ApplyHours, CatchUp, PlayScript
from .invitations import Invitations
from .live_table import Services, Table
from .match_restore import Opened
from .net_opponents import Nets
from .open_rematch import open_again
from .opponents import rival_among, stronger, usual_bot
from .seat_plan import Chair, sit_down
from .seats import DiceSecret, Keyring, Refused, deal, token_hash
from .storage import table_records
from .storage.database import Database
from .storage.recorded_match import Recorded, read_recorded
from .storage.store import Conflict, Store, StoreFailed
from .storage.table_records import Kept, Seat, TableRecord
from .storage.table_restore import restored
from .table.change import Grace, Server
from .table.state import TableState
from .waiting_tables import Waits

log = logging.getLogger("dicehouse.server")

IDLE_SECONDS = 600.0
CODE_SPARE = 300.0  # a code with fewer seconds left than this would expire before it is used
NO_CODE = _("That code isn't valid. It may have been used, or expired. Ask the host for a new one.")
NO_INVITE = _("That invitation isn't valid here. Ask for the link again.")
USED = _("This form was already used. Reload the page.")
USED_INVITE = _("This invitation has been used. Ask the host for another seat.")


class TableRegistry:
    """Hold the tables of one server process."""

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
        self.services = Services(
            store,
            keyring,
            self.bots_at,
            self.load,
            lambda: self.wall(),
            self._call_at,
            grace or Grace(),
        )
        self.ignoring = Ignoring(store)
        self.thinkers = Thinkers(self.nets.maker(make_bot), bot_delay)
        self.hints = HintRequests(self.thinkers)
        self.reviews = Reviews(store, self.find, self.thinkers, reviewer)
        self._tables: dict[str, Table] = {}
        self._drivers: dict[str, Driver] = {}
        self._loading: dict[str, asyncio.Task[Table]] = {}
        self._closed: dict[str, bool] = {}  # tables that can't be opened; True if the rules of today are the reason
        self.wall = time.time
        self.local = False  # True if the only reader of the tables is the browser in which they run
        self.can_play: Callable[[str, Game], bool] = lambda bot, game: True  # whether a bot plays a game here
        self.timekeeper = Timekeeper(self)
        self.chronicle = Chronicle(self)
        self.caller = Caller(())
        self.claims = Claims(store)
        self.waits = Waits(self)
        self._neighbours = Neighbours(self)
        store.listen(self._neighbours)
        self.look_who: list[Callable[[], Awaitable[None]]] = []  # called when guests merged or left, to read that again
        self._opening = asyncio.Lock()  # so that a request that comes twice opens one table
        self.invitations = Invitations(self, self._opening)

    def _call_at(self, due: float) -> None:
        self.timekeeper.hear(due)

    # finding ----------------------------------------------------------------------------------------------------

    async def find(self, table_id: str) -> Table:
        """Return the live table with this id, from memory or the store. Raise Refused if there is none."""
        table = self._tables.get(table_id)
        if table is not None and not table.broken:
            table.last_used = time.monotonic()  # the caller uses it now, so `sweep` must not drop it
            await keep_abreast(table, self.store)
            return table
        task = self._loading.get(table_id)
        if task is None:
            task = self._loading[table_id] = asyncio.create_task(self._load(table_id))
            task.add_done_callback(lambda _: self._loading.pop(table_id, None))
        return await asyncio.shield(task)

    async def _load(self, table_id: str) -> Table:
        self._forget(table_id)  # a broken table may be gone from the store as well
        table = await self._adopt(await self.load(table_id))
        await keep_abreast(table, self.store)  # with changes during the read, of which no message came
        self.store.tell(News(WHO, table=table_id))
        return table

    async def load(self, table_id: str) -> TableState:
        """Read a table from the store. If its match is migrated to other rules, that is written down first."""
        for last in (False, True):
            found = await self.store.read(lambda db: restored(db, table_id))
            try:
                if found.rows:
                    await self.store.write(*found.rows)
            except StoreFailed:  # another server may have opened it at the same moment: read again
                if last:
                    raise
            else:
                break
        return state_of(found)

    async def _adopt(self, state: TableState) -> Table:
        table = self._tables[state.id] = Table(state, self.services)
        driver = self._drivers[table.id] = Driver(table, self.thinkers, self.claims)
        driver.wake()
        table.set_timers()
        ended = state.match is not None and state.match.over
        if state.phase == "playing" and (state.terms is not None or ended):
            await table.execute(Server(), CatchUp())  # start its clocks, or end it by the rules of today
        self.caller.watch(table, self.claims.mine)
        return table

    @asynccontextmanager
    async def rewriting(self, tables: Collection[str], why: str) -> AsyncIterator[None]:
        """Hold `tables` still while their rows are changed in the store; `why` is shown to their readers.

        The caller counts each rewrite as a change of its table, in the same transaction, so that no other server writes
        on what it knew before. Tables in memory are then closed, and their readers get them from the store again.
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
        """Wait for those of `tables` that are being read from the store."""
        for task in [task for table_id, task in self._loading.items() if table_id in tables]:
            with suppress(DicehouseError):
                await asyncio.shield(task)

    def at_hand(self, table_id: str) -> Table | None:
        """Return a table that is in memory; None if it is not."""
        table = self._tables.get(table_id)
        return None if table is None or table.broken else table

    def wake(self, table_id: str) -> None:
        """Play for the bots of a table if another server left them to us."""
        if self.at_hand(table_id):
            self._drivers[table_id].wake()

    async def tables_of(self, guest: str, most: int = 6) -> list[Table]:
        """Return up to `most` unfinished tables of `guest`: first those that wait for them, then the latest."""
        waiting = (await self.waits.of(guest))[:most]
        others = await self.store.read(lambda db: table_records.read_tables_of(db, guest, most))
        ids = list(dict.fromkeys([*waiting, *others]))[:most]
        return [table for table in [await self.if_it_opens(table_id) for table_id in ids] if table]

    async def if_it_opens(self, table_id: str) -> Table | None:
        """Return a table; None if it can't be opened, which is logged once."""
        try:
            return await self.find(table_id)
        except DicehouseError as error:
            if table_id not in self._closed:
                log.error("table %s can't be opened: %s", table_id, error)
            self._closed[table_id] = isinstance(error, BadMatch)
            return None

    async def stuck_of(self, guest: str, most: int = 6) -> list[Recorded]:
        """Return the unfinished tables of `guest` that the rules of today can't restore."""
        ids = await self.store.read(lambda db: table_records.read_tables_of(db, guest, most))
        return await self.store.read(
            lambda db: [found for one in ids if self._closed.get(one) and (found := read_recorded(db, one))]
        )

    async def name_of(self, guest: str) -> str | None:
        return await self.store.read(lambda db: table_records.read_guest(db, guest))

    async def set_name(self, guest: str, name: str) -> str:
        """Store the name of `guest` and return it, cleaned up."""
        clean = clean_name(name)
        await self.store.write(table_records.put_guest(guest, clean, time.time()))
        return clean

    # opening ----------------------------------------------------------------------------------------------------

    async def open(
        self,
        game: Game,
        mode: str,
        settings: Mapping[str, object],
        chairs: Sequence[Chair],
        guest: str,
        dice_secret: DiceSecret,
        text: str | None,
        terms: Terms | None = None,
        *,
        quiet: bool = False,
        listed: bool = False,
    ) -> Table:
        """Open a table with its host in a seat; the same form sent twice opens one table.

        `text` is what the host's browser adds to the dice. Raise Refused if the form was used already.
        """
        complete = game.settings_for(len(chairs), settings)
        for chair in chairs:
            self.nets.check(chair.bot, game, len(chairs))
        record = TableRecord(
            id=dice_secret.table_id,
            game=game.id,
            mode=mode,
            settings=complete,
            host=guest,
            commitment=dice_secret.commitment,
            secret=dice_secret.secret.hex(),
            phase="waiting",
            created=time.time(),
            terms=terms,
            quiet=quiet,
            listed=listed,
        )
        seats = sit_down(record, chairs, guest, text)
        return await self.open_dealt(record, game, seats, None, dice_secret)

    async def open_dealt(
        self, record: TableRecord, game: Game, seats: list[Seat], match: Match | None, dice_secret: DiceSecret
    ) -> Table:
        """Open a table with everything chosen, and dealt already if there is a `match`; a form sent twice opens one.

        Raise Refused if the dice secret `dice_secret` was used for another table.
        """
        async with self._opening:
            if await self.store.read(lambda db: table_records.read_spent(db, dice_secret.commitment)):
                raise Refused(USED)
            earlier = await self.store.read(lambda db: table_records.read_commitment(db, dice_secret.commitment))
            if earlier is None:
                try:
                    return await self.open_full(record, game, seats, match)
                except Conflict:  # another server got the same form
                    earlier = await self.store.read(
                        lambda db: table_records.read_commitment(db, dice_secret.commitment)
                    )
        if earlier is None or earlier[1] != record.host:
            raise Refused(USED)
        return await self.find(earlier[0])

    async def learn(
        self, game: Game, name: str, guest: str, own: str, may_open: Callable[[], None] = lambda: None
    ) -> Table:
        """Return the table at which `guest` takes the lesson `name`: the one they are at, or a new one.

        `own` is the name of the guest. `may_open` is called before a new table is opened, and may raise. Raise
        BadSetting if the game has no such lesson.
        """
        lesson, bot = find_lesson(game, name), usual_bot(self.bots_of(game))
        async with self._opening:
            going, dice_secret = await self.store.read(lambda db: self._lesson(db, guest, game.id, name))
            if going is not None and (begun := await self.find(going)).state.lesson is not None:
                return begun  # otherwise the lesson has changed since then, and begins again
            may_open()
            record = TableRecord(
                id=dice_secret.table_id,
                game=game.id,
                mode=game.modes[0].id,
                settings=game.settings_for(lesson.players, lesson.settings),
                host=guest,
                commitment=dice_secret.commitment,
                secret=dice_secret.secret.hex(),
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
            except Conflict:  # another server got the same request
                return await self.find(dice_secret.table_id)
        await table.execute(Server(), PlayScript())
        return table

    def _lesson(self, db: Database, guest: str, game: str, name: str) -> tuple[str | None, DiceSecret]:
        """Return the table where `guest` takes the lesson `name`, or None, and the dice secret for a new one.

        The secret is the same at all servers, so that several requests open one table. Both are read in one call, so
        that no other server can act in between.
        """
        before = table_records.read_lesson_before(db, guest, game, name)
        dice_secret = self.keyring.lesson_dice_secret(guest, game, name, before)
        if table_records.read_spent(db, dice_secret.commitment) or table_records.read_commitment(
            db, dice_secret.commitment
        ):
            dice_secret = self.keyring.dice_secret()
        return table_records.read_lesson(db, guest, game, name), dice_secret

    async def known(self, guest: str) -> set[str]:
        """Return the games that `guest` has sat down to, lessons included."""
        return await self.store.read(lambda db: table_records.read_known(db, guest))

    async def open_full(self, record: TableRecord, game: Game, seats: list[Seat], match: Match | None = None) -> Table:
        """Open a table with everything chosen. If it is full, the match begins, or first browsers reveal seeds."""
        fresh, until = await self.invitations.codes([s.number for s in seats if s.kind == "open"])
        seats = [replace(s, code=fresh[s.number], code_until=until) if s.number in fresh else s for s in seats]
        rows = [table_records.insert_table(record), *(table_records.put_seat(record.id, s) for s in seats)]
        if record.terms is not None:
            rows.append(insert_terms(record.id, record.terms))
        for seat in seats:
            if seat.kind == "open":
                hashed = token_hash(self.keyring.invite(record.id, seat.number))
                rows.append(table_records.insert_invite(hashed, record.id, seat.number))
        gathered = None
        if all(s.kind != "open" for s in seats):
            gathered = gather(record, seats, None, self.wall())
            record, seats, rows = gathered.record, gathered.seats, rows + gathered.rows
        if gathered is not None and gathered.showing is None:
            match = match or deal(record, seats)
            record = replace(record, phase="playing", header=begun(match, gathered.settled))
            rows += [table_records.set_started(record), *match_restore.noted(record.id, match)]
            if match.over:
                record = replace(record, phase="over")
                rows.append(set_over(record.id, self.wall(), match, minutes=0))
        past = () if match is None else forks.entries(match, record.created)
        await self.store.write(*rows, *(table_records.insert_entry(record.id, entry) for entry in past))
        kept = Kept(record, tuple(seats), past, (), showing=gathered.showing if gathered else None)
        return await self._adopt(state_of(Opened(kept, game, match)))

    async def again(self, table: Table, guest: str | None, text: str | None = None) -> str:
        """Open the same table once more for the same people, and return its id; every later call returns the same id.

        `text` is the client seed of the guest's browser. Raise Refused if the guest did not play or the match goes on.
        """
        if not table.state.seats_of(guest):
            raise Refused(_("Only the players can start the next game."))
        if table.state.phase != "over":
            raise Refused(_("The game isn't over yet."))
        async with self._opening:
            return table.state.record.again or await open_again(self, table, guest or "", text)

    # who plays --------------------------------------------------------------------------------------------------

    def bots_at(self, game: Game, players: int | None = None) -> tuple[str, ...]:
        """Return the bots that may play `game` with that many `players`: the built-in ones, then neural nets."""
        return (*self.bots_of(game), *self.nets.at(game, players))

    def bots_of(self, game: Game) -> tuple[str, ...]:
        """Return the built-in bots that may play `game`."""
        return tuple(bot for bot in self.bot_names() if self.can_play(bot, game))

    # opponents of a guest ---------------------------------------------------------------------------------------

    async def rival(self, guest: str | None, game: Game) -> str:
        """Return the bot that `guest` plays in `game`; the weakest, if they have not played it yet."""
        known = await self.store.read(lambda db: table_records.read_rival(db, guest, game.id)) if guest else None
        return rival_among(self.bots_of(game), known[0] if known else None)

    async def meet(self, guest: str, game: Game, bot: str) -> None:
        """Store which bot `guest` plays in `game`."""
        await self.store.write(table_records.meet_rival(guest, game.id, _among(bot, self.bots_of(game))))

    async def challenges(self, guest: str | None) -> dict[str, tuple[str, str]]:
        """Return, by game id, the bot that `guest` has beaten often enough and a slightly stronger one."""
        met = await self.store.read(lambda db: table_records.read_rivals(db, guest)) if guest else {}
        found = dict[str, tuple[str, str]]()
        for name, (bot, wins) in met.items():
            if name in all_games() and (better := stronger(bot, wins, self.bots_of(all_games()[name]))):
                found[name] = bot, better
        return found

    def saw(self, table: Table, guest: str | None) -> None:
        """Remember that `guest` has seen everything so far when they leave the page of a table."""
        state = table.state
        if guest is None or state.phase == "over" or len(state.seats_of(guest)) != 1:
            return
        number = 0 if state.match is None else state.match.number
        kept = self.store.write(put_seen(guest, table.id, number, self.wall()))
        kept.add_done_callback(lambda done: done.cancelled() or done.exception())  # losing it does no harm

    # when people play -------------------------------------------------------------------------------------------

    async def hours(self, guest: str | None) -> Hours:
        """Return the quiet hours and days away of `guest`."""
        return ALWAYS if guest is None else await self.store.read(lambda db: read_hours(db, guest))

    async def set_hours(self, guest: str, hours: Hours) -> None:
        """Store the quiet hours of `guest`; from now on they hold for all clocks of theirs."""
        before = await self.hours(guest)
        await self.store.write(put_hours(guest, hours))
        clocked = await self.store.read(lambda db: read_clocked(db, guest))
        here = [table.id for table in self.loaded() if table.state.seats_of(guest) and _has_clocks(table.state)]
        for table_id in {*clocked, *here}:
            with suppress(DicehouseError):  # a table that can't be opened has no players
                table = await self.find(table_id)
                await table.execute(Server(), ApplyHours(guest, before, hours))

    # housekeeping -----------------------------------------------------------------------------------------------

    def loaded(self) -> tuple[Table, ...]:
        """Return the tables that are in memory."""
        return tuple(self._tables.values())

    def look_round(self) -> None:
        """Tell players who has been silent for so long that others may decide for them, and follow other servers.

        The latter catches up with changes that no message reported.
        """
        for table in self.loaded():
            table.look_round()
        self._neighbours.look_round()

    def sweep(self, idle: float = IDLE_SECONDS) -> int:
        """Drop broken tables, and tables that nobody has used for `idle` seconds and where no bot plays.

        Return how many tables stay.
        """
        limit = time.monotonic() - idle
        for table in self.loaded():
            quiet = not table.readers.listeners and not table.lock.locked() and not self._drivers[table.id].busy
            if table.broken or (quiet and table.last_used < limit):
                self._forget(table.id)
                table.let_go()
                self._neighbours.let_go(table.id)
        return len(self._tables)

    def _forget(self, table_id: str) -> None:
        if self._tables.pop(table_id, None):
            self._drivers.pop(table_id).stop()

    async def probe(self) -> None:
        """Write to the database. Raise StoreFailed if that fails."""
        await self.store.write(table_records.put_probe(time.time()))

    def close(self, why: str) -> None:
        """Stop all tables, also those that are being read, then write what is queued; `why` is shown to readers."""
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


def _has_clocks(state: TableState) -> bool:
    return state.terms is not None and state.phase == "playing"


def _among(bot: str, bots: Sequence[str]) -> str:
    if bot not in bots:
        raise Refused(_("There is no bot with that name. Choose one of these: {bots}.", bots=listing(bots)))
    return bot
