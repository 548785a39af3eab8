"""A pause by consent: everybody agrees, nobody acts, no clock runs, and one is enough to go on."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from dicehouse import games
from dicehouse.server.clocks.time_terms import Terms
from dicehouse.server.commands import AnswerTakeback, SetPause
from dicehouse.server.features.clocks import clocks_of, time_left
from dicehouse.server.features.pause import NOT_HERE, NOT_PLAYING, PAUSED, pause_of
from dicehouse.server.internal_commands import EndLateTurns, GiveReason, PlayForSeat, SitDown
from dicehouse.server.live_table import Table
from dicehouse.server.seat_plan import Chair
from dicehouse.server.seats import Refused
from dicehouse.server.table.change import BotPlayer, Guest, Server
from dicehouse.server.table_registry import TableRegistry

from .give import act, stand_in
from .room import ANA, BEN, open_house, run_apart, two_on_a_couch

CLEO = "c" * 32


async def of_two(house: TableRegistry, *bots: str, terms: Terms | None = None) -> Table:
    """Ana, Ben and perhaps bots."""
    game = games.find("dice-ocalypse")
    chairs = [Chair("person", "Ana"), Chair("open"), *(Chair("bot", bot=bot) for bot in bots)]
    table = await house.open(game, game.modes[0].id, {}, chairs, ANA, house.keyring.dice_secret(), None, terms)
    await table.execute(Guest(BEN), SitDown(1, house.keyring.invite(table.id, 1), "Ben", None))
    return table


async def pause(table: Table, guest: str, on: bool = True) -> None:
    await table.execute(Guest(guest), SetPause(on))


def test_it_needs_everybody_who_plays_and_one_to_go_on(tmp_path: Path) -> None:
    async def story() -> None:
        async with open_house(tmp_path) as house:
            table = await of_two(house)
            await pause(table, ANA)
            assert not table.state.is_paused and pause_of(table.state).agreed == {0}
            assert table.state.chat[-1].text == "Ana wants to pause the game. It pauses when all players agree."
            await pause(table, ANA, on=False)
            assert pause_of(table.state).agreed == frozenset()
            await pause(table, ANA)
            await pause(table, BEN)
            assert table.state.is_paused and table.state.chat[-1].text == "Everyone agrees: the game is paused."
            match = table.state.playing()
            seat = match.acting()[0]
            owner = table.state.seats[seat].guest
            with pytest.raises(Refused, match=PAUSED):
                await act(table, owner, seat, match.number, match.options(seat)[0].id)
            shown = table.shown(owner)
            assert shown.prompt.title == "The game is paused" and not shown.options
            await pause(table, BEN, on=False)
            assert table.state.chat[-1].text == "Ben resumes the game."
            assert await act(table, owner, seat, match.number, match.options(seat)[0].id) == 1

    run_apart(story())


def test_who_agreed_may_ask_again_when_a_bot_plays_for_the_other(tmp_path: Path) -> None:
    async def story() -> None:
        async with open_house(tmp_path, delay=60) as house:
            table = await of_two(house)
            await pause(table, ANA)
            await pause(table, ANA)
            assert len(table.state.chat) == 1, "nothing new was said"
            await stand_in(table, BEN, 1, "first")
            await pause(table, ANA)
            assert table.state.is_paused

    run_apart(story())


def test_who_plays_alone_asks_nobody_and_the_bots_wait(tmp_path: Path) -> None:
    async def story() -> str:
        async with open_house(tmp_path, delay=0) as house:
            game = games.find("dice-ocalypse")
            chairs = [Chair("person", "Ana"), Chair("bot", bot="first")]
            table = await house.open(game, game.modes[0].id, {}, chairs, ANA, house.keyring.dice_secret(), None)
            await pause(table, ANA)
            assert table.state.chat[-1].text == "Ana pauses the game."
            number = table.state.playing().number
            house.wake(table.id)
            await asyncio.sleep(0.1)
            assert table.state.playing().number == number
            return table.id

    async def later(table_id: str) -> None:
        async with open_house(tmp_path, delay=0) as house:
            table = await house.find(table_id)
            assert table.state.is_paused, "it is kept"
            await pause(table, ANA, on=False)
            await stand_in(table, ANA, 0, "first")
            async with asyncio.timeout(60):
                while table.state.playing().number < 5:
                    await asyncio.sleep(0.01)

    run_apart(later(run_apart(story())))


def test_no_clock_runs_meanwhile(tmp_path: Path) -> None:
    async def story() -> None:
        async with open_house(tmp_path) as house:
            now = [1_000_000.0]
            house.wall = lambda: now[0]
            table = await of_two(house, terms=Terms(60, None))
            (left,) = time_left(table.state, now[0])
            now[0] += 20
            await pause(table, ANA)
            await pause(table, BEN)
            assert time_left(table.state, now[0]) == []
            now[0] += 3600
            await table.execute(Server(), EndLateTurns())
            assert not clocks_of(table.state).running[left.seat].late
            await pause(table, ANA, on=False)
            (after,) = time_left(table.state, now[0])
            assert (after.seat, round(after.left)) == (left.seat, 40)

    run_apart(story())


def test_nobody_moves_meanwhile_not_even_a_bot_that_had_begun_to_think(tmp_path: Path) -> None:
    async def story() -> None:
        async with open_house(tmp_path, delay=60) as house:
            table = await of_two(house)
            match = table.state.playing()
            seat = match.acting()[0]
            owner = table.state.seats[seat].guest or ""
            await stand_in(table, owner, seat, "first")
            other = BEN if owner == ANA else ANA
            await pause(table, other)
            assert table.state.is_paused, "a bot stands in for the other one"
            before, option = table.state.playing(), match.options(seat)[0].id
            for command in (PlayForSeat, GiveReason):
                await table.execute(BotPlayer(seat), command(seat, "first", match.position(), option))
            assert table.state.playing() is before
            with pytest.raises(Refused, match=PAUSED):
                await table.execute(Guest(other), AnswerTakeback("yes"))

    run_apart(story())


def test_people_who_share_a_device_do_not_see_each_others_cards(tmp_path: Path) -> None:
    async def story() -> None:
        async with open_house(tmp_path) as house:
            game, chairs = games.find("deck-o-dice"), [Chair("person", "Ana"), Chair("person", "Anna")]
            table = await house.open(game, game.modes[0].id, {}, chairs, ANA, house.keyring.dice_secret(), None)
            assert table.shown(ANA).cover is not None
            await pause(table, ANA)
            assert table.shown(ANA).seat is None and table.shown(ANA).view == table.state.playing().view(None)
            assert table.shown(ANA, 1).seat == 1, "who has the device in hand sees their own"

    run_apart(story())


def test_a_clock_that_is_asked_beside_others_goes_on_with_what_was_left(tmp_path: Path) -> None:
    async def story() -> None:
        async with open_house(tmp_path) as house:
            now = [1_000_000.0]
            house.wall = lambda: now[0]
            game, chairs = games.find("deck-o-dice"), [Chair("person", "Ana"), Chair("open")]
            table = await house.open(
                game, game.modes[0].id, {}, chairs, ANA, house.keyring.dice_secret(), None, Terms(300, None)
            )
            await table.execute(Guest(BEN), SitDown(1, house.keyring.invite(table.id, 1), "Ben", None))
            match = table.state.playing()
            assert match.acting() == (0, 1)
            now[0] += 100
            await act(table, BEN, 1, match.number, match.options(1)[0].id)
            await pause(table, ANA)
            await pause(table, BEN)
            now[0] += 1000
            await pause(table, BEN, on=False)
            (left,) = time_left(table.state, now[0])
            assert (left.seat, round(left.left)) == (0, 200)

    run_apart(story())


def test_a_paused_table_waits_for_nobody(tmp_path: Path) -> None:
    async def story() -> None:
        async with open_house(tmp_path) as house:
            table = await two_on_a_couch(house)
            assert await house.waits.of(ANA) == [table.id]
            await pause(table, ANA)
            assert await house.waits.of(ANA) == []
            await pause(table, ANA, on=False)
            assert await house.waits.of(ANA) == [table.id]

    run_apart(story())


def test_who_may_not(tmp_path: Path) -> None:
    async def story() -> None:
        async with open_house(tmp_path) as house:
            table = await two_on_a_couch(house)
            with pytest.raises(Refused, match=NOT_HERE):
                await pause(table, CLEO)
            game = games.find("dice-ocalypse")
            chairs = [Chair("person", "Ana"), Chair("open")]
            waiting = await house.open(game, game.modes[0].id, {}, chairs, ANA, house.keyring.dice_secret(), None)
            with pytest.raises(Refused, match=NOT_PLAYING):
                await pause(waiting, ANA)
            lesson = await house.learn(game, game.hooks.LESSONS[0].name, ANA, "Ana")
            with pytest.raises(Refused, match="needs no pause"):
                await pause(lesson, ANA)

    run_apart(story())
