"""Live tables: seats, stale and repeated actions, undo, standing orders, bots, restarts, faults."""

from __future__ import annotations

import asyncio
import json
import random
import sqlite3
from collections.abc import Awaitable, Callable
from contextlib import closing
from pathlib import Path

import pytest

from dicehouse import games
from dicehouse.errors import CannotUndo, DicehouseError, IllegalOption, NotYourTurn
from dicehouse.server.features import standing_orders
from dicehouse.server.live_table import Table
from dicehouse.server.seat_plan import Chair
from dicehouse.server.seats import NotFound, Refused
from dicehouse.server.storage.sqlite_store import SQLite
from dicehouse.server.table.change import SERVER_NAME
from dicehouse.server.table_registry import TableRegistry

from .give import act, say, set_order, undo
from .room import ANA, BEN, GAME, Watcher, ask_always, open_house, run_apart, step, try_step, two_on_a_couch

Story = Callable[[TableRegistry], Awaitable[None]]


def tell(folder: Path, story: Story, **more: object) -> None:
    async def run() -> None:
        async with open_house(folder, **more) as house:  # type: ignore[arg-type]
            await story(house)

    run_apart(run())


def test_an_action_is_played_once_and_its_repetition_gets_the_same_answer(tmp_path: Path) -> None:
    async def story(house: TableRegistry) -> None:
        table = await two_on_a_couch(house)
        match = table.state.match
        seat, number = match.acting()[0], match.number
        option = match.options(seat)[0].id
        first = await act(table, ANA, seat, number, option, "once")
        dice = table.state.match.actions[-1].draws
        assert await act(table, ANA, seat, number, option, "once") == first == number + 1
        assert table.state.match.number == 1
        assert table.state.match.actions[-1].draws == dice

    tell(tmp_path, story)


def test_any_sign_may_come_from_outside(tmp_path: Path) -> None:
    async def story(house: TableRegistry) -> None:
        table = await two_on_a_couch(house)
        (seat, *_) = table.state.playing().acting()
        option = table.state.playing().options(seat)[0].id
        assert await act(table, ANA, seat, 0, option, "\0") == await act(table, ANA, seat, 0, option, "\0")
        assert not table.broken
        with pytest.raises(NotFound):
            await house.find("\0")

    tell(tmp_path, story)


def test_a_repetition_is_known_after_a_restart(tmp_path: Path) -> None:
    asked: list[object] = []

    async def before(house: TableRegistry) -> None:
        table = await two_on_a_couch(house)
        seat = table.state.match.acting()[0]
        option = table.state.match.options(seat)[0].id
        asked[:] = [table.id, seat, option]
        await act(table, ANA, seat, 0, option, "once")

    async def after(house: TableRegistry) -> None:
        table_id, seat, option = asked
        table = await house.find(table_id)
        assert await act(table, ANA, seat, 0, option, "once") == 1
        assert table.state.match.number == 1

    tell(tmp_path, before)
    tell(tmp_path, after)


def test_a_late_action_is_refused_and_changes_nothing(tmp_path: Path) -> None:
    async def story(house: TableRegistry) -> None:
        table = await two_on_a_couch(house)
        await ask_always(table)
        chance = random.Random(1)
        for _ in range(3):
            await step(table, chance)
        before = table.state.match.position()
        seat = table.state.match.acting()[0]
        for number in (0, 2, 4, 10**9):
            with pytest.raises(Refused) as refused:
                await act(table, ANA, seat, number, table.state.match.options(seat)[0].id)
            assert refused.value.stale
        assert table.state.match.position() == before

    tell(tmp_path, story)


def test_what_is_not_legal_or_not_yours_is_refused(tmp_path: Path) -> None:
    async def story(house: TableRegistry) -> None:
        table = await two_on_a_couch(house)
        seat = table.state.match.acting()[0]
        with pytest.raises(IllegalOption):
            await act(table, ANA, seat, 0, "keep 666666 bank")
        with pytest.raises(NotYourTurn):
            await act(table, ANA, 1 - seat, 0, table.state.match.options(seat)[0].id)
        for stranger in (BEN, None, ""):
            with pytest.raises(Refused, match="isn't your seat"):
                await act(table, stranger, seat, 0, table.state.match.options(seat)[0].id)
            with pytest.raises(Refused, match="isn't your seat"):
                await undo(table, stranger, seat, 0)
            with pytest.raises(Refused, match="isn't your seat"):
                await set_order(table, stranger, seat, "ask", 0)
        assert table.state.match.number == 0

    tell(tmp_path, story)


async def _until_undo(table: Table, chance: random.Random) -> int:
    """Play until a seat can take something back; which."""
    while True:
        assert not table.state.match.over
        seat, _ = await step(table, chance)
        if table.state.match.can_undo(seat):
            return seat


def test_undo_takes_back_to_the_same_bytes_and_is_written_down(tmp_path: Path) -> None:
    kept: list[object] = []

    async def story(house: TableRegistry) -> None:
        table = await two_on_a_couch(house, people=3)
        await ask_always(table)
        chance = random.Random(4)
        watcher = Watcher(ANA)
        table.join(watcher)
        for _ in range(4):
            seat = await _until_undo(table, chance)
            number, before = table.state.match.number, table.state.match._history[-1].data
            assert await undo(table, ANA, seat, number, f"undo {number}") == number - 1
            assert table.state.match.position() == before
            assert await undo(table, ANA, seat, number, f"undo {number}") == number - 1
            assert watcher.sights[-1].generation > 0
            assert table.state.chat[-1].name == SERVER_NAME
            await step(table, chance)
        with pytest.raises(DicehouseError):
            await undo(table, ANA, 0, 0)
        kept[:] = [table.id, table.state.match.position(), [e.text for e in table.state.match.log()]]

    async def after(house: TableRegistry) -> None:
        table = await house.find(kept[0])
        assert table.state.match.position() == kept[1]
        assert [e.text for e in table.state.match.log()] == kept[2]
        history = await house.store.read(
            lambda db: db.execute("SELECT kind FROM entry WHERE table_id = ?", (kept[0],)).fetchall()
        )
        assert sum(row["kind"] == "undo" for row in history) == 4

    tell(tmp_path, story)
    tell(tmp_path, after)


def test_a_throw_cannot_be_taken_back(tmp_path: Path) -> None:
    async def story(house: TableRegistry) -> None:
        table = await two_on_a_couch(house)
        seat = table.state.match.acting()[0]
        await act(table, ANA, seat, 0, "roll")
        with pytest.raises(CannotUndo):
            await undo(table, ANA, seat, 1)
        assert table.state.match.number == 1

    tell(tmp_path, story)


def test_sights_are_only_of_committed_positions(tmp_path: Path) -> None:
    """Every number that was shown can be read back from the database at that moment."""

    async def story(house: TableRegistry) -> None:
        table = await two_on_a_couch(house)
        await ask_always(table)

        class Checker(Watcher):
            def changed(self, sight: object) -> None:
                import sqlite3

                with sqlite3.connect(house.store.path) as db:
                    kept = db.execute("SELECT max(number_after) FROM entry").fetchone()[0] or 0
                assert kept >= sight.number
                super().changed(sight)

        checker = Checker(ANA)
        table.join(checker)
        chance = random.Random(2)
        for _ in range(30):
            await step(table, chance)
        assert checker.sights[-1].number >= 30  # a step may bring a pass that nobody was asked for

    tell(tmp_path, story)


def _empty(folder: Path) -> int:
    """The pages of a house before anybody plays."""
    SQLite(folder / "empty.db").close()
    with closing(sqlite3.connect(folder / "empty.db")) as db:
        return int(db.execute("PRAGMA page_count").fetchone()[0])


async def _play_on(table: Table, chance: random.Random) -> None:
    while not table.state.match.over:
        await say(table, ANA, "Ana", "filling the disk " * 17)
        await step(table, chance)
    raise AssertionError("the game ended before the disk was full")


def test_a_failing_commit_closes_the_table_and_loses_nothing(tmp_path: Path) -> None:
    async def story(house: TableRegistry) -> None:
        table = await two_on_a_couch(house)
        await ask_always(table)
        watcher = Watcher(ANA)
        table.join(watcher)
        with pytest.raises(Refused, match="couldn't save"):
            await _play_on(table, random.Random(3))
        assert table.broken
        assert "Nothing was lost" in watcher.last_words[-1]
        shown = watcher.sights[-1].number
        with pytest.raises(Refused):
            await act(table, ANA, 0, shown, "roll")
        again = await house.find(table.id)
        assert again is not table
        assert again.state.match.number == shown

    tell(tmp_path, story, most_pages=_empty(tmp_path) + 6)


def test_bots_play_on_and_people_are_waited_for(tmp_path: Path) -> None:
    async def story(house: TableRegistry) -> None:
        game = games.find(GAME)
        chairs = [Chair("bot", "", "first"), Chair("person", "Ana"), Chair("bot", "", "first")]
        table = await house.open(game, "", {}, chairs, ANA, house.keyring.dice_secret(), None)
        await set_order(table, ANA, 1, "never", 0)
        for _ in range(6000):
            await asyncio.sleep(0.01)
            if table.state.match.acting() == (1,):
                break
        assert table.state.match.acting() == (1,)
        number = table.state.match.number
        await asyncio.sleep(0.1)
        assert table.state.match.number == number

    tell(tmp_path, story)


def test_a_bot_that_is_wrong_does_not_hold_up_the_table(tmp_path: Path) -> None:
    class Confused:
        def __init__(self, name: str) -> None:
            self.calls = 0

        def choose(self, match: object, seat: int) -> str:
            self.calls += 1
            if self.calls % 2:
                raise RuntimeError("no idea")
            return "keep 666666 bank"

    async def story(house: TableRegistry) -> None:
        house.thinkers.make = Confused
        game = games.find(GAME)
        chairs = [Chair("bot", "", "x"), Chair("bot", "", "x")]
        table = await house.open(game, "", {}, chairs, ANA, house.keyring.dice_secret(), None)
        for _ in range(6000):
            await asyncio.sleep(0.01)
            if table.state.match.number > 10:
                break
        assert table.state.match.number > 10

    tell(tmp_path, story)


def test_standing_orders(tmp_path: Path) -> None:
    """With `ask` a seat is asked during the others' turns; with `end` nobody is even shown that question."""

    async def windows(house: TableRegistry, mode: str, seed: int) -> int:
        game, chairs = games.find(GAME), [Chair("person", f"Ana {n}") for n in range(3)]
        dice_secret = house.keyring.dice_secret(
            f"{mode}{seed}".zfill(32)
        )  # by chance nobody could answer in three games
        table = await house.open(game, "", {"opening": 0}, chairs, ANA, dice_secret, None)
        for seat in range(3):
            await set_order(table, ANA, seat, mode, 1_000_000)
        watcher, chance = Watcher(ANA), random.Random(seed)
        table.join(watcher)
        asked = 0
        for _ in range(60):
            acting = table.state.match.acting()
            asked += any((r := table.state.match.reaction(s)) is not None and r.moment == "during" for s in acting)
            if acting:
                await step(table, chance)
        assert [s.number for s in watcher.sights] == sorted(s.number for s in watcher.sights)
        return asked

    async def story(house: TableRegistry) -> None:
        assert sum([await windows(house, "ask", seed) for seed in range(3)]) > 0
        assert sum([await windows(house, "end", seed) for seed in range(3)]) == 0

    tell(tmp_path, story)


def test_what_orders_do_is_written_with_the_act_that_led_to_it(tmp_path: Path) -> None:
    """As one change: no crash can come between. The answer is the position after the act itself."""

    async def story(house: TableRegistry) -> None:
        table = await two_on_a_couch(house, people=3, opening=0)
        chance, passed = random.Random(1), 0
        while not passed:  # the match draws its own dice
            known, number = table.state.revision, table.state.match.number
            seat = chance.choice(table.state.match.acting())
            option = chance.choice(table.state.match.options(seat)).id
            assert await act(table, ANA, seat, number, option) == number + 1
            assert table.state.revision == known + 1
            passed = table.state.match.number - number - 1

    tell(tmp_path, story)


def test_an_order_given_while_asked_answers_at_once(tmp_path: Path) -> None:
    async def story(house: TableRegistry) -> None:
        table = await two_on_a_couch(house, people=3, opening=0)
        await ask_always(table)
        chance = random.Random(1)
        while not (asked := [s for s in table.state.match.acting() if table.state.match.reaction(s)]):
            await step(table, chance)
        number = table.state.match.number
        await set_order(table, ANA, asked[0], "never", 0)
        assert table.state.match.number == number + 1
        assert table.state.match.actions[-1].option == "pass"

    tell(tmp_path, story)


def test_what_an_order_did_is_not_offered_to_be_undone(tmp_path: Path) -> None:
    """Neither at once nor after a restart; what a hand did before is."""

    async def play(house: TableRegistry) -> str:
        table = await two_on_a_couch(house, people=3, opening=0)
        await ask_always(table)
        chance = random.Random(1)
        asked = await until_asked(table, chance)
        await act(table, ANA, asked, table.state.match.number, "pass")
        assert await undo_by(table) == asked
        await set_order(table, ANA, await until_asked(table, chance), "never", 0)
        await refused(table)
        return table.id

    async def until_asked(table: Table, chance: random.Random) -> int:
        while not (asked := [s for s in table.state.match.acting() if table.state.match.reaction(s)]):
            await step(table, chance)
        return asked[0]

    async def undo_by(table: Table) -> int | None:
        return table.shown(ANA).undo_by

    async def refused(table: Table) -> None:
        last = table.state.match.actions[-1]
        assert last.option == "pass" and table.state.match.can_undo(last.seat)
        assert await undo_by(table) is None
        with pytest.raises(Refused, match="made automatically"):
            await undo(table, ANA, last.seat, table.state.match.number)

    async def story() -> None:
        async with open_house(tmp_path) as house:
            table = await play(house)
        async with open_house(tmp_path) as house:
            await refused(await house.find(table))

    run_apart(story())


def test_never_holds_for_this_turn_only(tmp_path: Path) -> None:
    async def story(house: TableRegistry) -> None:
        table = await two_on_a_couch(house)
        await ask_always(table)
        await set_order(table, ANA, 0, "never", 0)
        assert standing_orders.order_of(table.state, 0).mode == "never"
        turn, chance = table.state.match.view(None)["turn"], random.Random(6)
        while table.state.match.view(None)["turn"] == turn:
            assert standing_orders.order_of(table.state, 0).mode == "never"
            await try_step(table, chance)
            await asyncio.sleep(0.002)
        assert standing_orders.order_of(table.state, 0).mode == "ask"
        for mode, points in (("often", 0), ("big", -1), ("big", 10**7)):
            with pytest.raises(Refused):
                await set_order(table, ANA, 0, mode, points)

    tell(tmp_path, story)


def test_an_invitation_seats_one_person(tmp_path: Path) -> None:
    async def story(house: TableRegistry) -> None:
        game = games.find(GAME)
        chairs = [Chair("person", "Ana"), Chair("open")]
        table = await house.open(game, "", {}, chairs, ANA, house.keyring.dice_secret(), None)
        token = house.keyring.invite(table.id, 1)
        assert (await house.invitations.find(token))[1] == 1
        assert table.state.match is None
        stored = await house.store.read(lambda db: [tuple(r) for r in db.execute("SELECT * FROM invite")])
        assert token not in json.dumps(stored)
        await house.invitations.accept(token, BEN, "Ana", None)
        assert [s.name for s in table.state.seats] == ["Ana", "Ana 2"]
        assert table.state.match is not None
        for again in (BEN, ANA, "c" * 32):
            with pytest.raises(Refused, match=r"has been used|already used"):
                await house.invitations.accept(token, again, "Mallory", None)
        with pytest.raises(NotFound):
            await house.invitations.accept("0" * 32, BEN, "Mallory", None)

    tell(tmp_path, story)


def test_two_who_use_an_invitation_at_once_get_one_seat(tmp_path: Path) -> None:
    async def story(house: TableRegistry) -> None:
        game = games.find(GAME)
        chairs = [Chair("person", "Ana"), Chair("open"), Chair("open")]
        table = await house.open(game, "", {}, chairs, ANA, house.keyring.dice_secret(), None)
        token = house.keyring.invite(table.id, 1)
        guests = [f"{n:032}" for n in range(8)]
        results = await asyncio.gather(
            *(house.invitations.accept(token, g, "Guest", None) for g in guests), return_exceptions=True
        )
        assert sum(isinstance(r, Table) for r in results) == 1
        assert table.state.match is None

    tell(tmp_path, story)


def test_a_form_sent_twice_opens_one_table(tmp_path: Path) -> None:
    async def story(house: TableRegistry) -> None:
        game, dice_secret = games.find(GAME), house.keyring.dice_secret()
        chairs = [Chair("person", "Ana"), Chair("bot", "", "x")]
        first = await house.open(game, "", {}, chairs, ANA, dice_secret, None)
        assert await house.open(game, "", {}, chairs, ANA, dice_secret, None) is first
        with pytest.raises(Refused, match=r"has been used|already used"):
            await house.open(game, "", {}, chairs, BEN, dice_secret, None)

    tell(tmp_path, story)


def test_playing_again_leads_everybody_to_one_new_table(tmp_path: Path) -> None:
    async def story(house: TableRegistry) -> None:
        table = await two_on_a_couch(house)
        with pytest.raises(Refused, match="The game isn"):
            await house.again(table, ANA)
        chance = random.Random(7)
        while not table.state.match.over:
            await try_step(table, chance)
        with pytest.raises(Refused):
            await house.again(table, BEN)
        ids = await asyncio.gather(*(house.again(table, ANA) for _ in range(5)))
        assert len(set(ids)) == 1
        fresh = await house.find(ids[0])
        assert [s.name for s in fresh.state.seats] == [s.name for s in table.state.seats]
        assert fresh.state.record.settings == table.state.record.settings
        assert fresh.state.record.secret != table.state.record.secret
        assert fresh.state.match.number == 0

    tell(tmp_path, story)


def test_idle_tables_leave_memory_and_come_back(tmp_path: Path) -> None:
    async def story(house: TableRegistry) -> None:
        table = await two_on_a_couch(house)
        await step(table, random.Random(8))
        watcher = Watcher(None)
        table.join(watcher)
        assert house.sweep(idle=0) == 1
        stood = table.state.playing().position()
        table.leave(watcher)
        await asyncio.sleep(0.01)
        assert house.sweep(idle=0) == 0
        again = await house.find(table.id)
        assert again is not table
        assert again.state.match.position() == stood
        assert table.state.match is None and table.broken, "what was let go holds nothing"

    tell(tmp_path, story)


def test_a_reply_in_a_window_is_not_late_because_another_was_sealed_first(tmp_path: Path) -> None:
    async def story(house: TableRegistry) -> None:
        table = await two_on_a_couch(house, 3, opening=0)
        await ask_always(table)
        while len((match := table.state.playing()).acting()) < 2:
            seat = match.acting()[0]
            options = [option.id for option in match.options(seat)]
            wanted = next((o for o in options if o.endswith("bank") or o == "pass"), options[0])
            await act(table, ANA, seat, match.number, wanted)
        number, (first, second) = match.number, match.acting()
        await act(table, ANA, first, number, "pass")
        with pytest.raises(Refused, match="moved on"):  # whoever undoes says what: this seat saw nothing to undo
            await undo(table, ANA, second, number)
        assert table.state.match.number == number + 1
        await act(table, ANA, second, number, "pass")
        with pytest.raises(Refused, match="moved on"):
            await act(table, ANA, second, number, "pass")

    tell(tmp_path, story)
