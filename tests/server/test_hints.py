"""Hints at a table: for whoever plays alone, or where all who play agree; never for another seat, never out of turn."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from dicehouse import games
from dicehouse.server.features import hints
from dicehouse.server.live_table import Table
from dicehouse.server.seat_plan import Chair
from dicehouse.server.seats import Refused
from dicehouse.server.table_registry import TableRegistry

from .give import act, agree_to_hints, sit, stand_in
from .room import ANA, BEN, Watcher, open_house, run_apart

GAME = "deck-o-dice"


async def table_of(house: TableRegistry, *chairs: Chair, game: str = GAME) -> Table:
    house.thinkers.hints = "search:20"
    found = games.find(game)
    mode = found.modes[0]
    opened = await house.open(found, mode.id, dict(mode.settings), chairs, ANA, house.keyring.dice_secret(), None)
    for seat in opened.state.seats:
        if seat.kind == "open":
            await sit(opened, "a token", seat.number, BEN, "Ben", None)
    return opened


ALONE = (Chair("person", "Ana"), Chair("bot", "", "first"))
TWO = (Chair("person", "Ana"), Chair("open"))


def lines(table: Table) -> list[str]:
    return [line.text for line in table.state.chat if line.seat is None]


def test_who_plays_alone_gets_a_hint_when_asked_and_never_unasked(tmp_path: Path) -> None:
    async def story() -> None:
        async with open_house(tmp_path) as house:
            table, watcher = await table_of(house, *ALONE), Watcher(ANA)
            table.join(watcher)
            assert watcher.sights[-1].hint is None
            await house.hints.give(table, ANA, 0)
            hint = watcher.sights[-1].hint
            assert hint["option"] in [option.id for option in table.snapshots.of_seat(table.state, 0).options]
            assert hint["chance"]
            assert lines(table) == [], "alone, nobody has to be told"
            await house.hints.give(table, ANA, 0)
            assert watcher.sights[-1].hint == hint, "asked twice, it is the same"

    run_apart(story())


def test_of_several_people_all_have_to_agree(tmp_path: Path) -> None:
    async def story() -> None:
        async with open_house(tmp_path) as house:
            table = await table_of(house, *TWO)
            with pytest.raises(Refused, match="agree"):
                await house.hints.give(table, ANA, 0)
            await agree_to_hints(table, ANA, True)
            assert not hints.are_on(table.state)
            with pytest.raises(Refused, match="agree"):
                await house.hints.give(table, ANA, 0)
            await agree_to_hints(table, BEN, True)
            assert hints.are_on(table.state)
            await house.hints.give(table, ANA, 0)
            assert lines(table) == [
                "Ana agrees to hints. They are on when all players agree.",
                "Ben agrees to hints. Hints are on now.",
                "Ana asked for a hint.",
            ]
            with pytest.raises(Refused, match="players at this table"):
                await agree_to_hints(table, "c" * 32, True)
            await agree_to_hints(table, BEN, False)
            assert not hints.are_on(table.state)
            assert table.snapshots.of_seat(table.state, 0).hint is None, "and what was told is taken away"
            assert lines(table)[-1] == "Ben no longer agrees to hints. Hints are off now."

    run_apart(story())


def test_who_agreed_is_remembered_when_the_house_opens_again(tmp_path: Path) -> None:
    async def story() -> None:
        async with open_house(tmp_path) as house:
            table = await table_of(house, *TWO)
            await agree_to_hints(table, ANA, True)
            await agree_to_hints(table, BEN, True)
        async with open_house(tmp_path) as house:
            again = await house.find(table.id)
            assert hints.are_on(again.state)
            assert hints.agreed_seats(again.state) == [0, 1]

    run_apart(story())


def test_a_hint_is_shown_to_its_seat_alone_and_for_one_decision(tmp_path: Path) -> None:
    async def story() -> None:
        async with open_house(tmp_path) as house:
            table = await table_of(house, *TWO)
            watchers = [Watcher(ANA), Watcher(BEN), Watcher(None)]
            for watcher in watchers:
                table.join(watcher)
            for guest in (ANA, BEN):
                await agree_to_hints(table, guest, True)
            await house.hints.give(table, ANA, 0)
            assert [bool(watcher.sights[-1].hint) for watcher in watchers] == [True, False, False]
            with pytest.raises(Refused):
                await house.hints.give(table, ANA, 1)
            await act(table, BEN, 1, 0, table.snapshots.of_seat(table.state, 1).options[0].id)
            assert watchers[0].sights[-1].hint, "that somebody else has sealed a choice changes nothing"
            await act(table, ANA, 0, 1, table.snapshots.of_seat(table.state, 0).options[0].id)
            assert not any(watcher.sights[-1].hint for watcher in watchers)

    run_apart(story())


def test_nobody_is_advised_out_of_turn_or_where_a_bot_plays(tmp_path: Path) -> None:
    async def story() -> None:
        async with open_house(tmp_path) as house:
            table = await table_of(house, *TWO, game="dice-ocalypse")
            for guest in (ANA, BEN):
                await agree_to_hints(table, guest, True)
            first = table.state.playing().acting()[0]
            with pytest.raises(Refused, match="your turn"):
                await house.hints.give(table, (ANA, BEN)[1 - first], 1 - first)
            await stand_in(table, (ANA, BEN)[first], first, "first")
            with pytest.raises(Refused, match="your turn"):
                await house.hints.give(table, (ANA, BEN)[first], first)

    run_apart(story())


def test_a_hint_that_comes_too_late_is_not_told(tmp_path: Path) -> None:
    async def story() -> None:
        async with open_house(tmp_path) as house:
            table = await table_of(house, *TWO, game="dice-ocalypse")
            for guest in (ANA, BEN):
                await agree_to_hints(table, guest, True)
            first = table.state.playing().acting()[0]
            think = house.thinkers.work

            async def slowly(thought):  # type: ignore[no-untyped-def]
                found = await think(thought)
                await act(table, (ANA, BEN)[first], first, 0, table.snapshots.of_seat(table.state, first).options[0].id)
                return found

            house.thinkers.work = slowly  # type: ignore[method-assign]
            with pytest.raises(Refused, match="moved on"):
                await house.hints.give(table, (ANA, BEN)[first], first)
            assert "asked for a hint" not in json.dumps(lines(table))

    run_apart(story())


def test_a_crowded_house_gives_no_hints(tmp_path: Path) -> None:
    async def story() -> None:
        async with open_house(tmp_path) as house:
            table = await table_of(house, *ALONE)
            house.thinkers._thinking = 100
            with pytest.raises(Refused, match="in a moment"):
                await house.hints.give(table, ANA, 0)

    run_apart(story())
