"""Several servers share the tables of a house: each may serve each, and nobody can tell which one it was."""

from __future__ import annotations

import asyncio
import datetime
import hashlib
import random
from collections import Counter
from collections.abc import Callable
from contextlib import AsyncExitStack, suppress
from pathlib import Path
from typing import ClassVar

import pytest

from dicehouse import games
from dicehouse.match.match import Match
from dicehouse.server.accounts import guest_deletion, guest_merging
from dicehouse.server.accounts.quiet_hours import Hours
from dicehouse.server.archive.forks import open_what_if
from dicehouse.server.changes import Overtaken
from dicehouse.server.clocks.clock_watcher import GRACE
from dicehouse.server.clocks.time_terms import DAY, Terms
from dicehouse.server.commit_reveal import SHOWN_WITHIN
from dicehouse.server.commit_reveal_records import read_showing
from dicehouse.server.live import Table
from dicehouse.server.presence import Grace
from dicehouse.server.seat_plan import Chair
from dicehouse.server.seats import Refused
from dicehouse.server.storage import table_records
from dicehouse.server.storage.database import Statement
from dicehouse.server.table_registry import TableRegistry

from ..cluster import Cluster
from ..place import keep_in
from .beside import SOON, Story, same, server, until
from .finished import played
from .room import ANA, BEN, GAME, Banker, Watcher, ask_always, run_apart, step, two_on_a_couch
from .test_clocks import NOON, two_friends

pytestmark = pytest.mark.xdist_group("postgres")
DICE = "2" * 32  # from which all dice of a match follow
TEXTS = "5" * 32, "6" * 32  # for the dice, one from each browser


@pytest.fixture
def tell(tmp_path: Path, postgres: Cluster) -> Callable[..., None]:
    """A story of two servers."""
    keep_in(tmp_path, postgres.fresh())

    def run(story: Story, **options: object) -> None:
        async def both() -> None:
            async with AsyncExitStack() as stack:
                here = await stack.enter_async_context(server(tmp_path, **options))  # type: ignore[arg-type]
                there = await stack.enter_async_context(server(tmp_path, **options))  # type: ignore[arg-type]
                await story(here, there)

        run_apart(both())

    return run


async def two_people(here: TableRegistry, there: TableRegistry, **settings: object) -> tuple[Table, Table]:
    """Ana's table, as she has it at one server and Ben at the other."""
    game = games.find(GAME)
    chairs = [Chair("person", "Ana"), Chair("open")]
    mine = await here.open(game, "", settings, chairs, ANA, here.keyring.promise(DICE), None)
    theirs = await there.invitations.accept(there.keyring.invite(mine.id, 1), BEN, "Ben", None)
    await until(lambda: mine.match is not None)
    return mine, theirs


def seal(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()


def test_two_people_at_two_servers_play_a_whole_game(tell: Callable[[Story], None]) -> None:
    """With talk, and with steps that are taken back: what one does the other sees, event by event."""

    async def story(here: TableRegistry, there: TableRegistry) -> None:
        mine, theirs = await two_people(here, there, target=2000)
        watchers = Watcher(ANA), Watcher(BEN)
        async with mine.reading():
            mine.join(watchers[0])
        async with theirs.reading():
            theirs.join(watchers[1])
        chance, tables = random.Random(5), {0: (mine, ANA), 1: (theirs, BEN)}
        undone = 0
        while mine.phase == "playing":
            assert mine.match is not None
            seat = chance.choice(mine.match.acting())
            table, guest = tables[seat]
            await until(lambda: same(mine, theirs))
            if (undone < 3 or chance.random() < 0.2) and table.playing().can_undo(seat):
                await table.undo(guest, seat, table.playing().number)
                undone += 1
            else:
                option = chance.choice(table.playing().options(seat)).id
                await table.act(guest, seat, table.playing().number, option, f"{table.written[0]}")
            if chance.random() < 0.1:
                await table.say(guest, None, "Well!")
            await until(lambda: mine.known == theirs.known)
        await until(lambda: same(mine, theirs))
        assert undone
        assert theirs.phase == "over"
        assert [w.sights[-1].view for w in watchers] == [mine.playing().view(0), mine.playing().view(1)]
        assert theirs.playing().save() == mine.playing().save()
        assert theirs.playing().log(1) == mine.playing().log(1)
        assert (await there.chronicle.dice()).all.matches == 1

    tell(story)


def test_of_two_who_act_at_once_one_is_told_that_the_table_moved_on(tell: Callable[[Story], None]) -> None:
    """One couch, open at two servers; each time both press a key at the same moment."""

    async def story(here: TableRegistry, there: TableRegistry) -> None:
        mine = await two_on_a_couch(here, 2, special_cards=False)
        theirs = await there.find(mine.id)
        await ask_always(mine)
        chance = random.Random(2)
        for _ in range(30):
            await until(lambda: mine.known == theirs.known)
            number, seat = mine.playing().number, chance.choice(mine.playing().acting())
            option = chance.choice(mine.playing().options(seat)).id
            said = await asyncio.gather(
                mine.act(ANA, seat, number, option), theirs.act(ANA, seat, number, option), return_exceptions=True
            )
            refused = [one for one in said if isinstance(one, Refused)]
            assert len(refused) == 1 and refused[0].stale
            await until(lambda number=number: mine.playing().number == theirs.playing().number > number)
            assert same(mine, theirs)

    tell(story)


def test_the_same_action_sent_to_both_is_played_once_and_answered_alike(tell: Callable[[Story], None]) -> None:
    async def story(here: TableRegistry, there: TableRegistry) -> None:
        mine = await two_on_a_couch(here, 2, special_cards=False)
        theirs = await there.find(mine.id)
        for action in range(10):
            await until(lambda: mine.known == theirs.known)
            number, seat = mine.playing().number, mine.playing().acting()[0]
            option = mine.playing().options(seat)[0].id
            said = await asyncio.gather(*(t.act(ANA, seat, number, option, f"a{action}") for t in (mine, theirs)))
            assert said[0] == said[1] > number
        await until(lambda: same(mine, theirs))
        assert mine.written[0] == 10

    tell(story)


class Slow(Banker):
    """Counts who is asked to choose for which position."""

    asked: ClassVar[Counter[int]] = Counter()

    def choose(self, match: Match, seat: int) -> str:
        self.asked[match.number] += 1
        return super().choose(match, seat)


def test_one_server_plays_for_the_bots_and_the_other_takes_over_when_it_ends(tmp_path: Path, postgres: Cluster) -> None:
    keep_in(tmp_path, postgres.fresh())
    Slow.asked.clear()

    async def story() -> None:
        async with server(tmp_path, Slow) as there:
            async with server(tmp_path, Slow) as here:
                game, chairs = games.find(GAME), [Chair("person", "Ana"), Chair("bot", bot="first")]
                settings = {"target": 20_000, "special_cards": False}
                table = await here.open(game, "", settings, chairs, ANA, here.keyring.promise(), None)
                other = await there.find(table.id)
                for _ in range(20):
                    await until(lambda: 0 in other.playing().acting() and other.known == table.known)
                    await step(other, random.Random(1))
                await until(lambda: 0 in table.playing().acting() and other.known == table.known)
                assert Slow.asked and max(Slow.asked.values()) == 1
            for _ in range(10):  # the first one is gone
                await until(lambda: 0 in other.playing().acting())
                await step(other, random.Random(1))

    run_apart(story())


def test_what_could_not_be_claimed_is_claimed_later(tmp_path: Path, postgres: Cluster) -> None:
    """The database refuses for a moment: no other server has the bots of the table then, and they play on."""
    keep_in(tmp_path, postgres.fresh())

    async def story() -> None:
        async with server(tmp_path, Slow) as here:
            asked, claim = list[str](), here.store.claim

            async def told(what: str) -> bool | None:
                got = await claim(what)
                asked.append(what)
                return got

            here.store.claim = told  # type: ignore[method-assign]
            await here.store.write(("ALTER TABLE claim RENAME TO away", ()))
            game, chairs = games.find(GAME), [Chair("person", "Ana"), Chair("bot", bot="first")]
            table = await here.open(game, "", {}, chairs, ANA, here.keyring.promise(), None)
            if 0 in table.playing().acting():
                await table.absence.stand_in(ANA, 0, "first")
            await until(lambda: len(asked) == 1)
            here.look_round()
            await until(lambda: len(asked) == 2)
            assert table.playing().number == 0
            await here.store.write(("ALTER TABLE away RENAME TO claim", ()))
            here.look_round()
            await until(lambda: table.playing().number > 0)

    run_apart(story())


def test_people_are_present_by_way_of_any_server(tell: Callable[..., None]) -> None:
    async def story(here: TableRegistry, there: TableRegistry) -> None:
        mine, theirs = await two_people(here, there)
        ana, ben = Watcher(ANA), Watcher(BEN)
        mine.join(ana)
        theirs.join(ben)
        await until(lambda: mine.connected() == theirs.connected() == {ANA, BEN})
        seat = mine.playing().acting()[0]
        (asks, asked), owner = ((theirs, mine), ANA) if seat == 0 else ((mine, theirs), BEN)
        assert not asks.absence.may_replace(BEN if owner == ANA else ANA, seat)
        await asks.absence.nudge(BEN if owner == ANA else ANA, seat)
        await until(lambda: asked.presence.nudges(owner) == 1)
        await asked.absence.nudge(owner, seat)  # I am here
        await until(lambda: asks.presence.nudges(owner) == 0)
        theirs.leave(ben)
        await until(lambda: BEN not in mine.connected())

    tell(story, grace=Grace())


def test_what_is_sent_to_both_at_once_is_done_once(tell: Callable[[Story], None]) -> None:
    """A form, an invitation, a lesson, the wish to play again, a review."""

    async def story(here: TableRegistry, there: TableRegistry) -> None:
        game, promise = games.find(GAME), here.keyring.promise()
        chairs = [Chair("person", "Ana"), Chair("open")]
        opened = await asyncio.gather(
            *(house.open(game, "", {}, chairs, ANA, promise, None) for house in (here, there)), return_exceptions=True
        )
        assert {getattr(table, "id", table) for table in opened} == {promise.table_id}
        token = here.keyring.invite(promise.table_id, 1)
        sat = await asyncio.gather(
            *(house.invitations.accept(token, guest, "Ben", None) for house, guest in ((here, BEN), (there, "c" * 32))),
            return_exceptions=True,
        )
        assert sum(isinstance(one, Refused) for one in sat) == 1
        tables = [await house.find(promise.table_id) for house in (here, there)]
        assert same(*tables)
        for lesson in game.hooks.LESSONS:
            wishes = (house.learn(game, lesson.name, ANA, "Ana") for house in (here, there))
            first, second = await asyncio.gather(*wishes)
            assert first.id == second.id and second.record.lesson == lesson.name
        done = [await played(here, ANA)]
        done.append(await there.find(done[0].id))
        following = await asyncio.gather(here.again(done[0], ANA), there.again(done[1], ANA))
        assert following[0] == following[1]
        assert same(await here.find(following[0]), await there.find(following[0]))
        judges = [house.reviews._reviewer for house in (here, there)]
        await asyncio.gather(here.reviews.look(done[0], ANA), there.reviews.look(done[1], BEN))
        async with asyncio.timeout(SOON):
            while not all([(await h.reviews.look(t, ANA)).settled for h, t in zip((here, there), done, strict=True)]):
                await asyncio.sleep(0.01)
        assert sum(len(judge.asked) for judge in judges) == 1

    tell(story)


def test_a_server_that_missed_something_has_it_when_it_is_asked(tell: Callable[[Story], None]) -> None:
    """News may be late: whoever asks for the table sees what is written."""

    async def story(here: TableRegistry, there: TableRegistry) -> None:
        mine = await two_on_a_couch(here, 2, special_cards=False)
        theirs = await there.find(mine.id)
        there._neighbours.heard = lambda said: None  # type: ignore[method-assign]  # it hears nothing
        chance = random.Random(3)
        for _ in range(5):
            await step(mine, chance)
        assert not theirs.written[0]
        assert await there.find(mine.id) is theirs
        assert same(mine, theirs)
        await step(mine, chance)
        number, seat = theirs.playing().number, theirs.playing().acting()[0]
        with pytest.raises(Refused) as told:
            await theirs.act(ANA, seat, number, theirs.playing().options(seat)[0].id)
        assert told.value.stale
        assert same(mine, theirs)

    tell(story)


def test_a_question_for_a_take_back_is_the_same_at_all_servers(tell: Callable[[Story], None]) -> None:
    """Ana asks at one; Ben, who has the table at the other, is shown it there and agrees there."""

    async def story(here: TableRegistry, there: TableRegistry) -> None:
        mine, theirs = await two_people(here, there, special_cards=False)
        tables = {0: (mine, ANA, theirs, BEN), 1: (theirs, BEN, mine, ANA)}
        while True:  # until somebody's step asks the other, and can be taken back
            await until(lambda: mine.known == theirs.known)
            seat = mine.playing().acting()[0]
            asks, guest, other, friend = tables[seat]
            options = [option.id for option in asks.playing().options(seat)]
            played = next((option for option in options if option.endswith("bank")), options[0])
            await asks.act(guest, seat, asks.playing().number, played)
            offer = asks.takeback.offer([seat])
            if offer is not None and offer[2]:
                break
        number = asks.playing().number
        await asks.undo(guest, seat, number)
        await until(lambda: mine.known == theirs.known)
        assert asks.takeback.asking is not None
        assert other.takeback.asking == asks.takeback.asking
        assert other.takeback.facts((), None, number) == asks.takeback.facts((), None, number)
        await other.takeback.answer(friend, "yes")
        await until(lambda: mine.known == theirs.known)
        assert mine.playing().number == theirs.playing().number == number - 1
        assert same(mine, theirs)
        assert mine.takeback.asking is theirs.takeback.asking is None

    tell(story)


def test_a_server_that_keeps_no_time_waits_though_a_clock_runs_out_soon(tell: Callable[[Story], None]) -> None:
    """It hears of clocks, too; once it answered nobody any more, since it looked again and again."""

    async def story(here: TableRegistry, there: TableRegistry) -> None:
        asked: list[str] = []

        async def mine(what: str) -> bool:
            asked.append(what)
            assert len(asked) < 50, "it never waits"
            return False

        there.claims.mine = mine  # type: ignore[method-assign]
        there.timekeeper.hear(there.wall())
        running = asyncio.create_task(there.timekeeper.run())
        await until(lambda: asked)
        there.timekeeper.hear(there.wall())
        await asyncio.sleep(0.1)
        assert not running.done()
        running.cancel()

    tell(story)


def test_days_away_hold_at_all_servers(tell: Callable[[Story], None]) -> None:
    """They are set where the table is not open, for a turn that another server begins."""

    async def story(here: TableRegistry, there: TableRegistry) -> None:
        here.wall = there.wall = lambda: NOON
        table = await two_friends(there, Terms(DAY, "first"), opening=0, special_cards=False)
        asked = table.playing().acting()[0]
        other = table.seats[1 - asked].guest or ""
        away = Hours("Europe/Vienna", None, (datetime.date(2026, 11, 23), datetime.date(2026, 12, 2)))
        await here.set_hours(other, away)
        while table.playing().acting() == (asked,):
            number = table.playing().number
            await table.act(table.seats[asked].guest, asked, number, Banker().choose(table.playing(), asked))
        clock = table.time.of(1 - asked)
        assert clock is not None
        assert clock.due == datetime.datetime(2026, 12, 3, 23, tzinfo=datetime.UTC).timestamp()

    tell(story)


def test_what_is_done_while_a_table_is_loaded_is_known_when_it_is(tell: Callable[[Story], None]) -> None:
    async def story(here: TableRegistry, there: TableRegistry) -> None:
        mine, opened, chance = await two_on_a_couch(here, 2, special_cards=False), there._opened, random.Random(3)
        heard: list[object] = []
        hear = there._neighbours.heard
        there._neighbours.heard = lambda said: (hear(said), heard.append(said))[0]  # type: ignore[method-assign]

        async def slowly(table: str) -> object:
            found = await opened(table)
            heard.clear()
            await step(mine, chance)
            await until(lambda: heard)
            return found

        there._opened = slowly  # type: ignore[method-assign, assignment]
        theirs = await there.find(mine.id)
        await until(lambda: same(mine, theirs))

    tell(story)


def test_what_was_agreed_of_hints_is_the_same_at_all_servers(tell: Callable[[Story], None]) -> None:
    async def story(here: TableRegistry, there: TableRegistry) -> None:
        mine, theirs = await two_people(here, there)
        await mine.hints.agree(ANA, True)
        await until(lambda: theirs.hints.agreed() == [0])
        assert not mine.hints.on and not theirs.hints.on
        await theirs.hints.agree(BEN, True)
        await until(lambda: mine.hints.on and theirs.hints.on)
        await mine.hints.agree(ANA, False)
        await until(lambda: not theirs.hints.on)

    tell(story)


def test_a_what_if_of_a_match_that_was_played_elsewhere_is_the_same_at_all_servers(
    tell: Callable[[Story], None],
) -> None:
    """It begins as any new table does: nothing of the old one's is changed, asked or chosen there yet."""

    async def story(here: TableRegistry, there: TableRegistry) -> None:
        over = await played(here, ANA)
        await over.set_pace(ANA, "slow")
        old = await there.find(over.id)
        assert old.known > 0 and old.record.pace == "slow"
        hers = next(number for number, each in enumerate(old.playing().actions) if each.seat == 0)
        mine = await open_what_if(there, old, hers, 0, ANA, "Ana", there.keyring.promise(), None)
        assert mine.known == await there.store.read(lambda db: table_records.read_revision(db, mine.id))
        theirs = await here.find(mine.id)
        await theirs.say(ANA, None, "here")
        await until(lambda: [line.text for line in mine.chat] == ["here"])
        await mine.say(ANA, None, "there")
        await until(lambda: same(mine, theirs))
        assert (mine.record.pace, mine.record.asking, mine.record.again) == ("normal", None, None)

    tell(story)


def test_who_is_ignored_and_who_became_whom_is_known_at_all_servers(tell: Callable[[Story], None]) -> None:
    async def story(here: TableRegistry, there: TableRegistry) -> None:
        looked: list[str] = []

        async def look() -> None:
            looked.append("there")

        there.look_who.append(look)
        assert await there.ignoring.of(BEN) == {}
        await here.ignoring.ignore(BEN, ANA, "Ana")
        await until(lambda: there.ignoring.known(BEN) == {ANA: "Ana"})
        other = "c" * 32
        await guest_merging.merge(here, ANA, other)
        await until(lambda: there.ignoring.known(BEN) == {other: "Ana"})
        await until(lambda: looked)
        await here.ignoring.hear(BEN, other)
        await until(lambda: there.ignoring.known(BEN) == {})

    tell(story)


@pytest.mark.parametrize("what", ["joined", "left"])
def test_nobody_writes_on_a_table_as_it_was_before_a_guest_went(tell: Callable[[Story], None], what: str) -> None:
    """The other server has heard nothing yet when it writes: that is refused, and it looks again."""

    async def story(here: TableRegistry, there: TableRegistry) -> None:
        mine, theirs = await two_people(here, there)
        there._neighbours.heard = lambda said: None  # type: ignore[method-assign]  # it hears nothing
        before = theirs.known
        await (guest_merging.merge(here, BEN, "c" * 32) if what == "joined" else guest_deletion.leave(here, BEN))
        assert theirs.known == before and theirs.seats[1].guest == BEN
        with pytest.raises(Overtaken):
            async with theirs.changing():
                await theirs.write([theirs.keeps(theirs.seats[1])], None, theirs.notice("too late"))
        assert theirs.seats[1].guest == ("c" * 32 if what == "joined" else None)
        found = await there.store.read(lambda db: table_records.read_table(db, mine.id))
        assert found is not None and found.seats[1] == theirs.seats[1]
        assert "too late" not in [line.text for line in found.chat]

    tell(story)


def test_who_leaves_while_another_server_writes_leaves_the_table_as_it_is_then(tell: Callable[[Story], None]) -> None:
    async def story(here: TableRegistry, there: TableRegistry) -> None:
        mine, theirs = await two_people(here, there)
        change, between = here.store.change, [True]

        def faster(table: str, number: int, *rows: Statement) -> asyncio.Future[None]:
            async def first() -> None:
                await theirs.say(ANA, None, "Bye!")
                await change(table, number, *rows)

            return asyncio.ensure_future(first() if between and between.pop() else change(table, number, *rows))

        here.store.change = faster  # type: ignore[method-assign]  # another is faster
        await guest_deletion.leave(here, BEN)
        assert not between
        found = await there.store.read(lambda db: table_records.read_table(db, mine.id))
        assert found is not None
        assert found.seats[1].guest is None
        assert found.chat[0].text == "Bye!", "her line stands, and the house speaks after it"
        assert "left the house for good" in found.chat[1].text

    tell(story)


def test_a_line_that_was_cut_is_mended_and_what_was_missed_is_made_up_for(
    tell: Callable[[Story], None], postgres: Cluster
) -> None:
    async def story(here: TableRegistry, there: TableRegistry) -> None:
        mine = await two_on_a_couch(here, 2, special_cards=False)
        theirs = await there.find(mine.id)
        before = there.store.line.number  # type: ignore[attr-defined]
        forgot: list[None] = []
        there.chronicle.forgot_dice = lambda: forgot.append(None)  # type: ignore[method-assign]
        postgres.tell("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE query LIKE 'LISTEN%'"
                      " OR query LIKE '%pg_locks%' AND pid <> pg_backend_pid()")  # fmt: skip
        chance = random.Random(3)
        for _ in range(5):
            await step(mine, chance)
        await until(lambda: there.store.line.number != before)  # type: ignore[attr-defined]
        await until(lambda: same(mine, theirs))
        for _ in range(5):
            await step(mine, chance)
        await until(lambda: same(mine, theirs))
        assert forgot, "games may have been removed meanwhile: all dice are added up anew"

    tell(story)


def test_whom_the_host_stopped_is_stopped_at_all_servers(tell: Callable[[Story], None]) -> None:
    async def story(here: TableRegistry, there: TableRegistry) -> None:
        mine, theirs = await two_people(here, there)
        (who,) = [person.who for person in mine.manners.people(ANA, {})]
        await mine.manners.stop(ANA, who, True)
        await until(lambda: mine.known == theirs.known)
        assert theirs.manners.stopped(BEN)
        await mine.manners.stop(ANA, who, False)
        await until(lambda: mine.known == theirs.known)
        assert not theirs.manners.stopped(BEN)

    tell(story)


async def two_who_sealed(here: TableRegistry, there: TableRegistry) -> tuple[Table, Table]:
    """The same, where both browsers have sealed a text for the dice, and the table waits for the texts."""
    game = games.find(GAME)
    chairs = [Chair("person", "Ana"), Chair("open")]
    mine = await here.open(game, "", {}, chairs, ANA, here.keyring.promise(DICE), seal(TEXTS[0]))
    theirs = await there.invitations.accept(there.keyring.invite(mine.id, 1), BEN, "Ben", seal(TEXTS[1]))
    await until(lambda: mine.parts.mark is not None)
    assert mine.parts.mark == theirs.parts.mark
    return mine, theirs


def test_texts_that_come_to_two_servers_at_once_begin_one_match(tell: Callable[[Story], None]) -> None:
    async def story(here: TableRegistry, there: TableRegistry) -> None:
        mine, theirs = await two_who_sealed(here, there)
        first = mine.parts.mark
        await asyncio.gather(mine.parts.show(ANA, TEXTS[0]), theirs.parts.show(BEN, TEXTS[1]))
        await until(lambda: mine.match is not None and theirs.match is not None and same(mine, theirs))
        assert [seat.contribution for seat in mine.seats] == list(TEXTS)
        assert mine.running is not None and mine.running.mark == first

    tell(story)


def test_any_server_begins_a_match_whose_browsers_never_show_their_texts(tell: Callable[[Story], None]) -> None:
    """Also when the one where the last sat down is gone."""

    async def story(here: TableRegistry, there: TableRegistry) -> None:
        mine, _ = await two_who_sealed(here, there)
        there.close("it is gone")
        now = here.wall
        here.wall = mine.time.wall = lambda: now() + SHOWN_WITHIN + 2 * GRACE
        here.timekeeper._looked = here.wall(), here.timekeeper._steady()
        await here.timekeeper.look()
        assert mine.phase == "playing" and [seat.drawn_by for seat in mine.seats] == ["silent", "silent"]
        assert await here.store.read(lambda db: read_showing(db, mine.id)) is None

    tell(story)


def test_of_two_servers_that_wait_no_longer_one_begins_the_match(tell: Callable[[Story], None]) -> None:
    async def story(here: TableRegistry, there: TableRegistry) -> None:
        mine, theirs = await two_who_sealed(here, there)
        await mine.parts.show(ANA, TEXTS[0])

        async def go_on(table: Table) -> None:
            with suppress(Overtaken):
                async with table.changing():
                    await table.parts.expire(at_once=True)

        await asyncio.gather(go_on(mine), go_on(theirs))
        await until(lambda: mine.match is not None and theirs.match is not None and same(mine, theirs))
        assert [seat.drawn_by for seat in theirs.seats] == ["shown", "silent"]

    tell(story)
