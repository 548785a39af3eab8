"""What comes at the same moment, or twice: the table stays one table, and nobody else notices."""

from __future__ import annotations

import asyncio
import gc
import random
import weakref
from collections.abc import Awaitable, Callable
from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from dicehouse import games
from dicehouse.core import Tape
from dicehouse.match.match import Match
from dicehouse.server import driver
from dicehouse.server.debounce import MOMENT
from dicehouse.server.live_table import Table
from dicehouse.server.seat_plan import Chair
from dicehouse.server.seats import Refused
from dicehouse.server.table_registry import TableRegistry

from .give import act, fill, stand_in, undo
from .room import ANA, BEN, GAME, Banker, Watcher, ask_always, open_house, run_apart, step, two_on_a_couch

Story = Callable[[TableRegistry], Awaitable[None]]


def tell(folder: Path, story: Story, delay: float = 0) -> None:
    async def run() -> None:
        async with open_house(folder, delay=delay) as house:
            await story(house)

    run_apart(run())


async def open_table(house: TableRegistry, *chairs: Chair) -> Table:
    game = games.find(GAME)
    return await house.open(game, "", {"opening": 0}, chairs, ANA, house.keyring.dice_secret(), None)


def counted(house: TableRegistry) -> list[Any]:
    """What is committed from now on, transaction by transaction."""
    written: list[Any] = []
    write = house.store.write

    def noted(*statements: Any) -> Any:
        written.append(statements)
        return write(*statements)

    house.store.write = noted  # type: ignore[method-assign]
    return written


async def until_undo(table: Table) -> int:
    """Play until somebody can take something back; whose seat that is."""
    await ask_always(table)
    chance = random.Random(4)
    while True:
        seat = chance.choice(table.state.match.acting())
        await act(table, ANA, seat, table.state.match.number, chance.choice(table.state.match.options(seat)).id)
        if table.state.match.can_undo(seat):
            return seat


def test_a_form_sent_twice_at_once_opens_one_table(tmp_path: Path) -> None:
    async def story(house: TableRegistry) -> None:
        game, dice_secret = games.find(GAME), house.keyring.dice_secret()
        chairs = [Chair("person", "Ana"), Chair("bot", "", "first")]
        one, other = await asyncio.gather(*(house.open(game, "", {}, chairs, ANA, dice_secret, None) for _ in range(2)))
        assert one is other

    tell(tmp_path, story, delay=60)


def test_bots_that_sit_down_at_once_have_names_of_their_own(tmp_path: Path) -> None:
    async def story(house: TableRegistry) -> None:
        table = await open_table(house, Chair("person", "Ana"), *[Chair("open")] * 3)
        await asyncio.gather(*(fill(table, ANA, seat, "first") for seat in (1, 2, 3)))
        assert len({seat.name for seat in table.state.seats}) == 4

    tell(tmp_path, story, delay=60)


def test_that_somebody_went_is_told_also_if_something_was_under_way(tmp_path: Path) -> None:
    async def story(house: TableRegistry) -> None:
        table = await two_on_a_couch(house)
        ana, ben = Watcher(ANA), Watcher(BEN)
        table.join(ana)
        table.join(ben)
        async with table.lock:  # a change is under way
            shown = len(ana.sights)
            table.leave(ben)
            await asyncio.sleep(3 * MOMENT)
            assert len(ana.sights) == shown  # between changes only
        while len(ana.sights) == shown:
            await asyncio.sleep(MOMENT / 4)
        await asyncio.sleep(3 * MOMENT)
        assert len(ana.sights) == shown + 1  # once

    tell(tmp_path, story)


def test_those_who_come_and_go_within_a_moment_are_told_of_together(tmp_path: Path) -> None:
    async def story(house: TableRegistry) -> None:
        table = await two_on_a_couch(house)
        ana, crowd = Watcher(ANA), [Watcher(None) for _ in range(50)]
        table.join(ana)
        for each in crowd:
            table.join(each)
        assert [len(each.sights) for each in crowd] == [1] * 50, "each sees the table at once"
        assert len(ana.sights) == 1
        while len(ana.sights) == 1:
            await asyncio.sleep(MOMENT / 4)
        await asyncio.sleep(3 * MOMENT)
        assert len(ana.sights) == 2, "the others are told once"

    tell(tmp_path, story)


def test_a_table_that_is_let_go_leaves_nothing_large_to_the_collector(tmp_path: Path) -> None:
    async def story(house: TableRegistry) -> None:
        table, chance = await two_on_a_couch(house), random.Random(1)
        for _ in range(30):
            await step(table, chance)
        match, number, name = weakref.ref(table.state.playing()), table.state.playing().number, table.id
        gc.collect()
        gc.disable()
        try:
            del table
            assert house.sweep(idle=-1) == 0
            await asyncio.sleep(0)
            assert match() is None
        finally:
            gc.enable()
        assert (await house.find(name)).state.playing().number == number, "the store has it all"

    tell(tmp_path, story)


def test_a_table_that_somebody_has_in_hand_is_not_swept_away(tmp_path: Path) -> None:
    async def story(house: TableRegistry) -> None:
        table = await two_on_a_couch(house)
        table.last_used -= 1000
        assert await house.find(table.id) is table
        assert house.sweep() == 1

    tell(tmp_path, story)


@pytest.mark.parametrize("how", ["act", "undo"])
def test_who_acts_has_the_seat_back_in_the_same_breath(tmp_path: Path, how: str) -> None:
    """A crash between the two would leave a bot playing for somebody who is there."""

    async def story(house: TableRegistry) -> None:
        table = await two_on_a_couch(house)
        seat = await until_undo(table) if how == "undo" else table.state.match.acting()[0]
        await stand_in(table, ANA, seat, "first")
        written = counted(house)
        if how == "undo":
            await undo(table, ANA, seat, table.state.match.number)
        else:
            await act(table, ANA, seat, table.state.match.number, table.state.match.options(seat)[0].id)
        assert len(written) == 1
        assert table.state.seats[seat].stand_in is None

    tell(tmp_path, story, delay=60)


def test_no_id_of_an_action_closes_the_table(tmp_path: Path) -> None:
    async def story(house: TableRegistry) -> None:
        table = await two_on_a_couch(house)
        seat = await until_undo(table)
        other, number = 1 - seat, table.state.match.number
        for strange in ("", "x" * 65):
            with pytest.raises(Refused, match="1 to 64"):
                await undo(table, ANA, seat, number, strange)
        assert await undo(table, ANA, other, number, "mine") == number - 1  # on a couch: whoever acted last
        assert await undo(table, ANA, other, number, "mine") == number - 1  # told again, not done again
        option = table.state.match.options(seat)[0].id
        assert await act(table, ANA, seat, number - 1, option, "mine") == number - 1  # that name is taken
        assert await act(table, ANA, seat, number - 1, option, "another") == number
        assert not table.broken

    tell(tmp_path, story)


def test_a_bot_plays_only_what_it_chose_for_this_very_position(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """While it waits somebody takes an act back and does something else: the number of the position is the same."""
    asked: list[bytes] = []

    class Noting(Banker):
        def choose(self, match: Match, seat: int) -> str:
            asked.append(match.position())
            return super().choose(match, seat)

    async def story(house: TableRegistry) -> None:
        waited = asyncio.Event()
        monkeypatch.setattr(driver, "asyncio", SimpleNamespace(**vars(asyncio) | {"sleep": lambda _: waited.wait()}))
        house.thinkers.make = lambda name: Noting()
        table = await open_table(house, Chair("person", "Ana"), Chair("bot", bot="first"))
        async with table.lock:
            options = table.state.match.settings | {"special_cards": False}
            dice = Tape("112346 234466 234466")
            match = Match.set_up(GAME, players=2, options=options, dice=dice, totals=[2000, 2000])
            table.replace(replace(table.state, match=match))
        await act(table, ANA, 0, 0, "roll")
        await act(table, ANA, 0, 1, "keep 1 bank")
        while not asked:
            await asyncio.sleep(0.001)
        await undo(table, ANA, 0, 2)
        await act(table, ANA, 0, 1, "keep 11 bank")
        waited.set()
        while table.state.match.number < 3:
            await asyncio.sleep(0.001)
        assert table.state.match._history[2].data in asked

    tell(tmp_path, story, delay=60)
