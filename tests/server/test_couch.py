"""Several people at one device, in a game with secrets: each is shown their own things only after saying "I am ..."."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from dicehouse import games
from dicehouse.server.live_table import Table
from dicehouse.server.seat_plan import Chair
from dicehouse.server.snapshot import Snapshot
from dicehouse.server.table_registry import TableRegistry

from ..web.liars import GAME, at_home
from .give import act
from .room import ANA, BEN, Watcher, open_house, run_apart

__all__ = ["at_home"]


async def couch(house: TableRegistry, *chairs: Chair) -> Table:
    game = games.find(GAME)
    return await house.open(game, game.modes[0].id, {}, list(chairs), ANA, house.keyring.dice_secret(), None)


TWO = (Chair("person", "Ana"), Chair("person", "Ben"))


def cups(sight: Snapshot) -> list[bool]:
    """Whether this sight shows what lies under each cup."""
    assert sight.view is not None
    return [0 not in seat["dice"] for seat in sight.view["seats"]]


def heard(sight: Snapshot) -> list[int | None]:
    """Whose secrets are in the log that is shown."""
    return [event.seat for event in sight.log[: sight.log_end] if event.readers is not None]


def on_a_couch(folder: Path, play: Any) -> None:
    async def evening() -> None:
        async with open_house(folder) as house:
            table = await couch(house, *TWO)
            assert table.state.match is not None
            first = table.state.match.acting()[0]
            await play(table, first, 1 - first)

    run_apart(evening())


def test_nothing_of_anybody_is_shown_before_the_device_is_in_hand(tmp_path: Path) -> None:
    async def play(table: Table, first: int, second: int) -> None:
        sight = table.shown(ANA)
        assert (sight.seat, sight.cover, sight.options) == (None, first, ())
        assert cups(sight) == [False, False]
        assert heard(sight) == []
        assert sight.prompt == table.snapshots.of_seat(table.state, None).prompt

    on_a_couch(tmp_path, play)


def test_who_has_it_in_hand_sees_their_own(tmp_path: Path) -> None:
    async def play(table: Table, first: int, second: int) -> None:
        sight = table.shown(ANA, first)
        assert (sight.seat, sight.cover, len(sight.options)) == (first, None, 60)
        assert cups(sight) == [first == 0, first == 1]
        assert heard(sight) == [first]

    on_a_couch(tmp_path, play)


def test_it_is_passed_when_another_one_is_asked(tmp_path: Path) -> None:
    async def play(table: Table, first: int, second: int) -> None:
        watcher = Watcher(ANA)
        table.join(watcher)
        watcher.holder = first
        await act(table, ANA, first, 0, "2 fives")
        last = watcher.sights[-1]
        assert (last.seat, last.cover, cups(last), heard(last)) == (None, second, [False, False], [])
        assert table.shown(ANA, second).cover is None

    on_a_couch(tmp_path, play)


def test_nobody_gets_it_who_is_not_asked(tmp_path: Path) -> None:
    async def play(table: Table, first: int, second: int) -> None:
        assert table.shown(ANA, second).cover == first

    on_a_couch(tmp_path, play)


def test_what_all_may_see_needs_no_cover(tmp_path: Path) -> None:
    """The cups are lifted: whoever throws next sees what all see, and still nothing of the log that was theirs."""

    async def play(table: Table, first: int, second: int) -> None:
        await act(table, ANA, first, 0, "10 sixes")
        await act(table, ANA, second, 1, "liar")
        sight = table.shown(ANA)
        assert (sight.cover, [option.id for option in sight.options], cups(sight)) == (None, ["throw"], [True, True])
        assert heard(sight) == []

    on_a_couch(tmp_path, play)


def test_while_bots_play_it_stays_in_the_hand_that_has_it(tmp_path: Path) -> None:
    async def evening() -> None:
        async with open_house(tmp_path) as house:
            table = await couch(house, Chair("person", "Ana"), Chair("person", "Ben"), Chair("bot", "", "first"))
            assert table.state.match is not None
            while table.state.match.acting() != (2,):
                seat = table.state.match.acting()[0]
                table.state.match.play(seat, table.state.match.options(seat)[-1].id)
            assert (table.shown(ANA).seat, table.shown(ANA).cover) == (None, None)
            assert table.shown(ANA, 1).seat == 1

    run_apart(evening())


def test_one_person_at_a_device_of_their_own_is_never_covered(tmp_path: Path) -> None:
    async def evening() -> None:
        async with open_house(tmp_path) as house:
            table = await couch(house, Chair("person", "Ana"), Chair("bot", "", "first"))
            assert table.shown(ANA).cover is None
            assert (table.shown(BEN).seat, table.shown(BEN).cover) == (None, None), "who only watches"

    run_apart(evening())


@pytest.mark.parametrize("game_id", ["dice-ocalypse", "baron-voodoo", "indicesion"])
def test_games_without_secrets_know_no_cover(tmp_path: Path, game_id: str) -> None:
    async def evening() -> None:
        async with open_house(tmp_path) as house:
            game = games.find(game_id)
            table = await house.open(game, game.modes[0].id, {}, list(TWO), ANA, house.keyring.dice_secret(), None)
            assert table.shown(ANA).cover is None
            assert table.shown(ANA).options

    run_apart(evening())
