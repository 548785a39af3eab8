"""Several servers share the tables of a house: each may serve each, and nobody can tell which one it was."""

from __future__ import annotations

import asyncio
import datetime
import hashlib
import random
from collections import Counter
from collections.abc import Callable
from contextlib import AsyncExitStack
from pathlib import Path
from typing import ClassVar

import pytest

from dicehouse import games
from dicehouse.match.match import Match
from dicehouse.server.accounts import guest_deletion, guest_merging
from dicehouse.server.accounts.quiet_hours import Hours
from dicehouse.server.archive.forks import open_what_if
from dicehouse.server.clocks.clock_watcher import GRACE
from dicehouse.server.clocks.time_terms import DAY, Terms
from dicehouse.server.commands import ModeratePerson
from dicehouse.server.commit_reveal_records import read_showing
from dicehouse.server.features import hints, substitutes
from dicehouse.server.features.commit_reveal import REVEAL_WITHIN, first_mark
from dicehouse.server.features.moderation import MUTE, UNMUTE, is_muted, other_people
from dicehouse.server.features.undo import offer_of, open_request, takeback_facts
from dicehouse.server.internal_commands import ReplaceSeeds
from dicehouse.server.live_table import Table
from dicehouse.server.seat_plan import Chair
from dicehouse.server.seats import Refused
from dicehouse.server.storage import table_records
from dicehouse.server.storage.database import Statement
from dicehouse.server.table.change import Grace, Guest, Server
from dicehouse.server.table_registry import TableRegistry

from ..cluster import Cluster
from ..place import keep_in
from .beside import SOON, Story, same, server, until
from .finished import played
from .give import act, agree_to_hints, answer, nudge, reveal, say, set_pace, stand_in, undo
from .room import ANA, BEN, GAME, Banker, Watcher, ask_always, run_apart, step, two_on_a_couch
from .test_clocks import NOON, clock_of, two_friends

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
    mine = await here.open(game, "", settings, chairs, ANA, here.keyring.dice_secret(DICE), None)
    theirs = await there.invitations.accept(there.keyring.invite(mine.id, 1), BEN, "Ben", None)
    await until(lambda: mine.state.match is not None)
    return mine, theirs


def seal(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()


def test_two_people_at_two_servers_play_a_whole_game(tell: Callable[[Story], None]) -> None:
    """With talk, and with steps that are taken back: what one does the other sees, event by event."""

    async def story(here: TableRegistry, there: TableRegistry) -> None:
        mine, theirs = await two_people(here, there, target=2000)
        watchers = Watcher(ANA), Watcher(BEN)
        mine.join(watchers[0])
        theirs.join(watchers[1])
        chance, tables = random.Random(5), {0: (mine, ANA), 1: (theirs, BEN)}
        undone = 0
        while mine.state.phase == "playing":
            assert mine.state.match is not None
            seat = chance.choice(mine.state.match.acting())
            table, guest = tables[seat]
            await until(lambda: same(mine, theirs))
            if (undone < 3 or chance.random() < 0.2) and table.state.playing().can_undo(seat):
                await undo(table, guest, seat, table.state.playing().number)
                undone += 1
            else:
                option = chance.choice(table.state.playing().options(seat)).id
                await act(table, guest, seat, table.state.playing().number, option, f"{table.state.history.n_entries}")
            if chance.random() < 0.1:
                await say(table, guest, None, "Well!")
            await until(lambda: mine.state.revision == theirs.state.revision)
        await until(lambda: same(mine, theirs))
        assert undone
        assert theirs.state.phase == "over"
        assert [w.sights[-1].view for w in watchers] == [mine.state.playing().view(0), mine.state.playing().view(1)]
        assert theirs.state.playing().save() == mine.state.playing().save()
        assert theirs.state.playing().log(1) == mine.state.playing().log(1)
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
            await until(lambda: mine.state.revision == theirs.state.revision)
            number, seat = mine.state.playing().number, chance.choice(mine.state.playing().acting())
            option = chance.choice(mine.state.playing().options(seat)).id
            said = await asyncio.gather(
                act(mine, ANA, seat, number, option), act(theirs, ANA, seat, number, option), return_exceptions=True
            )
            refused = [one for one in said if isinstance(one, Refused)]
            assert len(refused) == 1 and refused[0].stale
            await until(lambda number=number: mine.state.playing().number == theirs.state.playing().number > number)
            assert same(mine, theirs)

    tell(story)


def test_the_same_action_sent_to_both_is_played_once_and_answered_alike(tell: Callable[[Story], None]) -> None:
    async def story(here: TableRegistry, there: TableRegistry) -> None:
        mine = await two_on_a_couch(here, 2, special_cards=False)
        theirs = await there.find(mine.id)
        for action in range(10):
            await until(lambda: mine.state.revision == theirs.state.revision)
            number, seat = mine.state.playing().number, mine.state.playing().acting()[0]
            option = mine.state.playing().options(seat)[0].id
            said = await asyncio.gather(*(act(t, ANA, seat, number, option, f"a{action}") for t in (mine, theirs)))
            assert said[0] == said[1] > number
        await until(lambda: same(mine, theirs))
        assert mine.state.history.n_entries == 10

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
                mine, other_line = here.store.line.number, there.store.line  # type: ignore[attr-defined]
                await until(lambda: mine in other_line._alive)  # it notices only that somebody went whom it has seen
                game, chairs = games.find(GAME), [Chair("person", "Ana"), Chair("bot", bot="first")]
                settings = {"target": 20_000, "special_cards": False}
                table = await here.open(game, "", settings, chairs, ANA, here.keyring.dice_secret(), None)
                other = await there.find(table.id)

                def asked() -> bool:
                    known = other.state.revision == table.state.revision
                    return known and 0 in other.state.playing().acting()

                for _ in range(20):
                    await until(asked)
                    await step(other, random.Random(1))
                await until(asked)
                assert Slow.asked and max(Slow.asked.values()) == 1
            for _ in range(10):  # the first one is gone
                await until(lambda: 0 in other.state.playing().acting())
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
            table = await here.open(game, "", {}, chairs, ANA, here.keyring.dice_secret(), None)
            if 0 in table.state.playing().acting():
                await stand_in(table, ANA, 0, "first")
            await until(lambda: len(asked) == 1)
            here.look_round()
            await until(lambda: len(asked) == 2)
            assert table.state.playing().number == 0
            await here.store.write(("ALTER TABLE away RENAME TO claim", ()))
            here.look_round()
            await until(lambda: table.state.playing().number > 0)

    run_apart(story())


def test_people_are_present_by_way_of_any_server(tell: Callable[..., None]) -> None:
    async def story(here: TableRegistry, there: TableRegistry) -> None:
        mine, theirs = await two_people(here, there)
        ana, ben = Watcher(ANA), Watcher(BEN)
        mine.join(ana)
        theirs.join(ben)
        await until(lambda: mine.readers.connected() == theirs.readers.connected() == {ANA, BEN})
        seat = mine.state.playing().acting()[0]
        (asks, asked), owner = ((theirs, mine), ANA) if seat == 0 else ((mine, theirs), BEN)
        friend = BEN if owner == ANA else ANA
        assert not substitutes.may_replace(asks.state, friend, seat, asks.context(Server()))
        await nudge(asks, friend, seat)
        await until(lambda: substitutes.n_nudges(asked.state, owner) == 1)
        await nudge(asked, owner, seat)  # I am here
        await until(lambda: substitutes.n_nudges(asks.state, owner) == 0)
        theirs.leave(ben)
        await until(lambda: BEN not in mine.readers.connected())

    tell(story, grace=Grace())


def test_who_does_something_that_is_refused_is_heard_at_all_servers(tell: Callable[..., None]) -> None:
    async def story(here: TableRegistry, there: TableRegistry) -> None:
        mine, theirs = await two_people(here, there)
        seat = mine.state.playing().acting()[0]
        (asks, asked), (owner, friend) = ((theirs, mine), (ANA, BEN)) if seat == 0 else ((mine, theirs), (BEN, ANA))
        await nudge(asks, friend, seat)
        await until(lambda: substitutes.n_nudges(asked.state, owner) == 1)
        with pytest.raises(Refused):
            await act(asked, owner, seat, 77, "roll")
        await until(lambda: substitutes.n_nudges(asks.state, owner) == 0)
        assert substitutes.n_nudges(asked.state, owner) == 0

    tell(story, grace=Grace())


def test_a_question_that_another_server_asked_is_over_when_its_time_is_up(tell: Callable[..., None]) -> None:
    """Also if that server forgot it before; then the question can be asked again."""

    async def story(here: TableRegistry, there: TableRegistry) -> None:
        mine, theirs = await two_people(here, there)
        mine.join(Watcher(ANA))
        await stand_in(mine, ANA, 1, "first")
        await until(lambda: substitutes.is_asked(theirs.state, BEN))
        await stand_in(mine, ANA, 1, None)  # she thinks better of it
        await until(lambda: not substitutes.is_asked(theirs.state, BEN))
        await stand_in(theirs, ANA, 1, "first")
        assert theirs.state.seats[1].stand_in is None and substitutes.is_asked(theirs.state, BEN)

    tell(story, grace=Grace(page=0, line=0, asked=2))


def test_what_is_sent_to_both_at_once_is_done_once(tell: Callable[[Story], None]) -> None:
    """A form, an invitation, a lesson, the wish to play again, a review."""

    async def story(here: TableRegistry, there: TableRegistry) -> None:
        game, dice_secret = games.find(GAME), here.keyring.dice_secret()
        chairs = [Chair("person", "Ana"), Chair("open")]
        opened = await asyncio.gather(
            *(house.open(game, "", {}, chairs, ANA, dice_secret, None) for house in (here, there)),
            return_exceptions=True,
        )
        assert {getattr(table, "id", table) for table in opened} == {dice_secret.table_id}
        token = here.keyring.invite(dice_secret.table_id, 1)
        sat = await asyncio.gather(
            *(house.invitations.accept(token, guest, "Ben", None) for house, guest in ((here, BEN), (there, "c" * 32))),
            return_exceptions=True,
        )
        assert sum(isinstance(one, Refused) for one in sat) == 1
        tables = [await house.find(dice_secret.table_id) for house in (here, there)]
        assert same(*tables)
        for lesson in game.hooks.LESSONS:
            wishes = (house.learn(game, lesson.name, ANA, "Ana") for house in (here, there))
            first, second = await asyncio.gather(*wishes)
            assert first.id == second.id and second.state.record.lesson == lesson.name
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
        assert not theirs.state.history.n_entries
        assert await there.find(mine.id) is theirs
        assert same(mine, theirs)
        await step(mine, chance)
        number, seat = theirs.state.playing().number, theirs.state.playing().acting()[0]
        with pytest.raises(Refused) as told:
            await act(theirs, ANA, seat, number, theirs.state.playing().options(seat)[0].id)
        assert told.value.stale
        assert same(mine, theirs)

    tell(story)


def test_a_question_for_a_take_back_is_the_same_at_all_servers(tell: Callable[[Story], None]) -> None:
    """Ana asks at one; Ben, who has the table at the other, is shown it there and agrees there."""

    async def story(here: TableRegistry, there: TableRegistry) -> None:
        mine, theirs = await two_people(here, there, special_cards=False)
        tables = {0: (mine, ANA, theirs, BEN), 1: (theirs, BEN, mine, ANA)}
        while True:  # until somebody's step asks the other, and can be taken back
            await until(lambda: mine.state.revision == theirs.state.revision)
            seat = mine.state.playing().acting()[0]
            asks, guest, other, friend = tables[seat]
            options = [option.id for option in asks.state.playing().options(seat)]
            played = next((option for option in options if option.endswith("bank")), options[0])
            await act(asks, guest, seat, asks.state.playing().number, played)
            offer = offer_of(asks.state, [seat])
            if offer is not None and offer.others:
                break
        number = asks.state.playing().number
        await undo(asks, guest, seat, number)
        await until(lambda: mine.state.revision == theirs.state.revision)
        assert open_request(asks.state) is not None
        assert open_request(other.state) == open_request(asks.state)
        assert takeback_facts(other.state, (), None) == takeback_facts(asks.state, (), None)
        await answer(other, friend, "yes")
        await until(lambda: mine.state.revision == theirs.state.revision)
        assert mine.state.playing().number == theirs.state.playing().number == number - 1
        assert same(mine, theirs)
        assert open_request(mine.state) is open_request(theirs.state) is None

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
        asked = table.state.playing().acting()[0]
        other = table.state.seats[1 - asked].guest or ""
        away = Hours("Europe/Vienna", None, (datetime.date(2026, 11, 23), datetime.date(2026, 12, 2)))
        await here.set_hours(other, away)
        while table.state.playing().acting() == (asked,):
            number = table.state.playing().number
            option = Banker().choose(table.state.playing(), asked)
            await act(table, table.state.seats[asked].guest, asked, number, option)
        clock = clock_of(table, 1 - asked)
        assert clock is not None
        assert clock.due == datetime.datetime(2026, 12, 3, 23, tzinfo=datetime.UTC).timestamp()

    tell(story)


def test_what_is_done_while_a_table_is_loaded_is_known_when_it_is(tell: Callable[[Story], None]) -> None:
    async def story(here: TableRegistry, there: TableRegistry) -> None:
        mine, load, chance = await two_on_a_couch(here, 2, special_cards=False), there.load, random.Random(3)
        heard: list[object] = []
        hear = there._neighbours.heard
        there._neighbours.heard = lambda said: (hear(said), heard.append(said))[0]  # type: ignore[method-assign]

        async def slowly(table: str) -> object:
            found = await load(table)
            heard.clear()
            await step(mine, chance)
            await until(lambda: heard)
            return found

        there.load = slowly  # type: ignore[method-assign, assignment]
        theirs = await there.find(mine.id)
        await until(lambda: same(mine, theirs))

    tell(story)


def test_what_was_agreed_of_hints_is_the_same_at_all_servers(tell: Callable[[Story], None]) -> None:
    async def story(here: TableRegistry, there: TableRegistry) -> None:
        mine, theirs = await two_people(here, there)
        await agree_to_hints(mine, ANA, True)
        await until(lambda: hints.agreed_seats(theirs.state) == [0])
        assert not hints.are_on(mine.state) and not hints.are_on(theirs.state)
        await agree_to_hints(theirs, BEN, True)
        await until(lambda: hints.are_on(mine.state) and hints.are_on(theirs.state))
        await agree_to_hints(mine, ANA, False)
        await until(lambda: not hints.are_on(theirs.state))

    tell(story)


def test_a_what_if_of_a_match_that_was_played_elsewhere_is_the_same_at_all_servers(
    tell: Callable[[Story], None],
) -> None:
    """It begins as any new table does: nothing of the old one's is changed, asked or chosen there yet."""

    async def story(here: TableRegistry, there: TableRegistry) -> None:
        over = await played(here, ANA)
        await set_pace(over, ANA, "slow")
        old = await there.find(over.id)
        assert old.state.revision > 0 and old.state.record.pace == "slow"
        hers = next(number for number, each in enumerate(old.state.playing().actions) if each.seat == 0)
        mine = await open_what_if(there, old, hers, 0, ANA, "Ana", there.keyring.dice_secret(), None)
        assert mine.state.revision == await there.store.read(lambda db: table_records.read_revision(db, mine.id))
        theirs = await here.find(mine.id)
        await say(theirs, ANA, None, "here")
        await until(lambda: [line.text for line in mine.state.chat] == ["here"])
        await say(mine, ANA, None, "there")
        await until(lambda: same(mine, theirs))
        assert (mine.state.record.pace, mine.state.record.asking, mine.state.record.again) == ("normal", None, None)

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
        before = theirs.state.revision
        await (guest_merging.merge(here, BEN, "c" * 32) if what == "joined" else guest_deletion.leave(here, BEN))
        assert theirs.state.revision == before and theirs.state.seats[1].guest == BEN
        with pytest.raises(Refused, match="Only the players at this table"):
            await agree_to_hints(theirs, BEN, True)
        assert theirs.state.seats[1].guest == ("c" * 32 if what == "joined" else None)
        found = await there.store.read(lambda db: table_records.read_table(db, mine.id))
        assert found is not None and found.seats[1] == theirs.state.seats[1]
        assert not any("hints" in line.text for line in found.chat)

    tell(story)


def test_who_leaves_while_another_server_writes_leaves_the_table_as_it_is_then(tell: Callable[[Story], None]) -> None:
    async def story(here: TableRegistry, there: TableRegistry) -> None:
        mine, theirs = await two_people(here, there)
        change, between = here.store.change, [True]

        def faster(table: str, number: int, *rows: Statement) -> asyncio.Future[None]:
            async def first() -> None:
                await say(theirs, ANA, None, "Bye!")
                await change(table, number, *rows)

            return asyncio.ensure_future(first() if between and between.pop() else change(table, number, *rows))

        here.store.change = faster  # type: ignore[method-assign]  # another is faster
        await guest_deletion.leave(here, BEN)
        assert not between
        found = await there.store.read(lambda db: table_records.read_table(db, mine.id))
        assert found is not None
        assert found.seats[1].guest is None
        assert found.chat[0].text == "Bye!", "her line stands, and the house speaks after it"
        assert "deleted their data and left" in found.chat[1].text

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
        (who,) = [person.who for person in other_people(mine.state, ANA, {})]
        await mine.execute(Guest(ANA), ModeratePerson(who, MUTE))
        await until(lambda: mine.state.revision == theirs.state.revision)
        assert is_muted(theirs.state, BEN)
        await mine.execute(Guest(ANA), ModeratePerson(who, UNMUTE))
        await until(lambda: mine.state.revision == theirs.state.revision)
        assert not is_muted(theirs.state, BEN)

    tell(story)


async def two_who_sealed(here: TableRegistry, there: TableRegistry) -> tuple[Table, Table]:
    """The same, where both browsers have sealed a text for the dice, and the table waits for the texts."""
    game = games.find(GAME)
    chairs = [Chair("person", "Ana"), Chair("open")]
    mine = await here.open(game, "", {}, chairs, ANA, here.keyring.dice_secret(DICE), seal(TEXTS[0]))
    theirs = await there.invitations.accept(there.keyring.invite(mine.id, 1), BEN, "Ben", seal(TEXTS[1]))
    await until(lambda: first_mark(mine.state) is not None)
    assert first_mark(mine.state) == first_mark(theirs.state)
    return mine, theirs


def test_texts_that_come_to_two_servers_at_once_begin_one_match(tell: Callable[[Story], None]) -> None:
    async def story(here: TableRegistry, there: TableRegistry) -> None:
        mine, theirs = await two_who_sealed(here, there)
        first = first_mark(mine.state)
        await asyncio.gather(reveal(mine, ANA, TEXTS[0]), reveal(theirs, BEN, TEXTS[1]))
        await until(lambda: mine.state.match is not None and theirs.state.match is not None and same(mine, theirs))
        assert [seat.contribution for seat in mine.state.seats] == list(TEXTS)
        assert mine.state.history.chain is not None and mine.state.history.chain.mark == first

    tell(story)


def test_any_server_begins_a_match_whose_browsers_never_show_their_texts(tell: Callable[[Story], None]) -> None:
    """Also when the one where the last sat down is gone."""

    async def story(here: TableRegistry, there: TableRegistry) -> None:
        mine, _ = await two_who_sealed(here, there)
        there.close("it is gone")
        now = here.wall
        here.wall = lambda: now() + REVEAL_WITHIN + 2 * GRACE
        here.timekeeper._looked = here.wall(), here.timekeeper._steady()
        await here.timekeeper.look()
        assert mine.state.phase == "playing" and [seat.drawn_by for seat in mine.state.seats] == ["silent", "silent"]
        assert await here.store.read(lambda db: read_showing(db, mine.id)) is None

    tell(story)


def test_of_two_servers_that_wait_no_longer_one_begins_the_match(tell: Callable[[Story], None]) -> None:
    async def story(here: TableRegistry, there: TableRegistry) -> None:
        mine, theirs = await two_who_sealed(here, there)
        await reveal(mine, ANA, TEXTS[0])

        await asyncio.gather(*(table.execute(Server(), ReplaceSeeds(at_once=True)) for table in (mine, theirs)))
        await until(lambda: mine.state.match is not None and theirs.state.match is not None and same(mine, theirs))
        assert [seat.drawn_by for seat in theirs.state.seats] == ["shown", "silent"]

    tell(story)
