"""Bots at a table say why they chose where one person plays, or where the host wants it."""

from __future__ import annotations

import asyncio
from contextlib import suppress
from itertools import pairwise
from pathlib import Path
from time import monotonic
from typing import Any

import pytest

from dicehouse import games
from dicehouse.server.features.bot_settings import gives_reasons
from dicehouse.server.live_table import Table
from dicehouse.server.seat_plan import Chair
from dicehouse.server.seats import Refused
from dicehouse.server.snapshot import chat_lines
from dicehouse.server.table_registry import TableRegistry

from .give import act, set_reasons
from .room import ANA, BEN, GAME, Watcher, open_house, run_apart

PATIENCE = 60  # seconds that anything may take on a machine that is busy with other tests


async def table_of(house: TableRegistry, people: int, bots: int, game_id: str = GAME) -> Table:
    game = games.find(game_id)
    chairs = [Chair("person", f"Ana {n}") for n in range(people)] + [Chair("bot", "", "first")] * bots
    mode = next((mode for mode in game.modes if mode.id == "plain"), game.modes[0])
    return await house.open(game, mode.id, dict(mode.settings), chairs, ANA, house.keyring.dice_secret(), None)


async def until_bots_played(table: Table, times: int) -> None:
    """People take what comes first until the bots have had their say for some while."""
    known, until = -1, 0.0
    while True:
        match = table.state.match
        assert match is not None
        if match.over or sum(not table.state.seats[a.seat].guest for a in match.actions) >= times:
            return
        number, seats = match.number, [s for s in match.acting() if table.state.seats[s].guest == ANA]
        option = match.options(seats[0])[-1].id if seats else ""
        if number != known:
            known, until = number, monotonic() + PATIENCE
        assert monotonic() < until, "the bots did not play"
        if seats:
            with suppress(Refused):  # a bot was faster
                await act(table, ANA, seats[0], number, option)
        await asyncio.sleep(0.001)


def spoken(table: Table) -> list[str]:
    return [line.text for line in table.state.chat if line.seat is not None]


def test_a_bot_says_why_to_one_who_plays_alone(tmp_path: Path) -> None:
    async def story() -> None:
        async with open_house(tmp_path) as house:
            table = await table_of(house, 1, 1)
            for times in (30, 60, 120, 240):  # the dice may leave a bot nothing to choose for a while
                await until_bots_played(table, times)
            said = [line for line in table.state.chat if line.seat == 1]
            assert said
            assert all(line.text.endswith(".") for line in said)
            assert {line.seat for line in table.state.chat} <= {None, 1}, "nobody speaks for people"

    run_apart(story())


def test_a_reason_is_heard_before_what_comes_of_it(tmp_path: Path) -> None:
    async def story() -> None:
        async with open_house(tmp_path) as house:
            table = await table_of(house, 1, 1)
            watcher = Watcher(ANA)
            async with table.lock:
                table.join(watcher)
            told: list[tuple[Any, Any]] = []
            for times in (30, 60, 120, 240):  # the dice may leave a bot nothing to choose for a while
                await until_bots_played(table, times)
                told = told or [(old, new) for old, new in pairwise(watcher.sights) if new.said > old.said]
            assert told
            assert all(old.number == new.number for old, new in told), "spoken first, played after"

    run_apart(story())


def test_with_others_the_host_decides(tmp_path: Path) -> None:
    async def story() -> None:
        async with open_house(tmp_path) as house:
            table = await table_of(house, 2, 1)
            assert not gives_reasons(table.state)
            await until_bots_played(table, 20)
            assert spoken(table) == []
            with pytest.raises(Refused, match="host"):
                await set_reasons(table, BEN, True)
            await set_reasons(table, ANA, True)
            played = 20
            while not spoken(table) and played < 240:  # the dice may leave a bot nothing to choose for a while
                played += 40
                await until_bots_played(table, played)
            assert spoken(table)
            before = len(spoken(table))
            await set_reasons(table, ANA, False)
            await until_bots_played(table, played + 30)
            assert len(spoken(table)) <= before + 1, "one may have been under way"

    run_apart(story())


def test_a_reason_fades_with_its_combat(tmp_path: Path) -> None:
    """In a game of memory it named what is forgotten; when all is over it may be read again."""

    def told(table: Table) -> list[int]:
        return [at for at, said in enumerate(chat_lines(table.state, 0, len(table.state.chat))) if said and said.reason]

    async def duel(house: TableRegistry, looked: int) -> int:
        table, watcher = await table_of(house, 1, 1, "deck-o-dice"), Watcher(ANA)
        async with table.lock:
            table.join(watcher)
        kept, over = -1, False
        while not over:
            match = table.state.playing()
            await until_bots_played(table, sum(not table.state.seats[a.seat].guest for a in match.actions) + 1)
            match = table.state.playing()
            over = match.over
            said_at = {new.said - 1: new.number for old, new in pairwise(watcher.sights) if new.said > old.said}
            began = max(event.number for event in match.log(None) if event.kind == "combat")
            if over:
                assert told(table) == sorted(said_at)
            elif match.number > began > 0:
                assert told(table) == [at for at, number in said_at.items() if number >= began]
                looked, kept = looked + (len(told(table)) < len(said_at)), began
            if kept > 0 and looked == 5:  # so much for what is in memory; the same from the store
                async with table.lock:  # no bot plays meanwhile
                    looked, before = looked + 1, told(table)
                    await table.reload()
                    assert told(table) == before
        return looked

    async def story() -> None:
        async with open_house(tmp_path) as house:
            looked, duels = 0, 0
            while looked <= 5:  # dice may leave a bot little to explain in one duel
                looked, duels = await duel(house, looked), duels + 1
                assert duels < 20

    run_apart(story())
