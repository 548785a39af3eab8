"""Who is here is not away: a page without a script, a line that was lost, a table that just came back."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from pathlib import Path

import pytest

from dicehouse.server.features import substitutes
from dicehouse.server.live_table import Table
from dicehouse.server.seats import Refused
from dicehouse.server.table.change import SERVER_NAME, Grace
from dicehouse.server.table_registry import TableRegistry

from .give import act, say, stand_in
from .room import ANA, BEN, open_house, run_apart
from .test_standing_in import come, noted, three_friends

LONG = 1000.0
SOON = 0.05


def tell(folder: Path, grace: Grace, story: Callable[[TableRegistry], Awaitable[None]]) -> None:
    async def run() -> None:
        async with open_house(folder, grace=grace, delay=60) as house:
            await story(house)

    run_apart(run())


async def look_in(table: Table, guest: str) -> None:
    table.look_in(guest)
    await noted(table, guest)


async def taken_over(table: Table, seat: int) -> None:
    for _ in range(6000):
        if table.state.seats[seat].stand_in:
            return
        await asyncio.sleep(0.01)
    raise AssertionError("no bot came")


async def longer_than_soon() -> None:
    await asyncio.sleep(4 * SOON)


def notices(table: Table) -> list[str]:
    return [line.text for line in table.state.chat if line.name == SERVER_NAME]


def test_who_reads_the_plain_page_is_here(tmp_path: Path) -> None:
    """Nobody sees that person away, and no bot plays while they think."""

    async def story(house: TableRegistry) -> None:
        table = await three_friends(house)
        await come(table, ANA)
        await look_in(table, BEN)
        assert BEN in table.readers.online()
        await stand_in(table, ANA, 1, "first")
        assert table.state.seats[1].stand_in is None
        assert "Ben, are you still here?" in notices(table)[-1]
        await longer_than_soon()
        assert table.state.seats[1].stand_in is None
        with pytest.raises(Refused, match="asked already"):
            await stand_in(table, ANA, 1, "first")
        await stand_in(table, ANA, 1, None)  # who asked thinks better of it
        assert not substitutes.is_asked(table.state, BEN)
        await stand_in(table, BEN, 1, "first")  # oneself need not be asked
        assert table.state.seats[1].stand_in == "first"

    tell(tmp_path, Grace(page=LONG, line=SOON, asked=SOON), story)


@pytest.mark.parametrize("sign", ["a look", "an action", "a word", "a line"])
def test_a_sign_of_life_keeps_the_seat(tmp_path: Path, sign: str) -> None:
    async def story(house: TableRegistry) -> None:
        table = await three_friends(house)
        await come(table, ANA)
        await stand_in(table, ANA, 1, "first")
        assert substitutes.is_asked(table.state, BEN)
        if sign == "a look":
            await look_in(table, BEN)
        elif sign == "a line":
            await come(table, BEN)
        elif sign == "a word":
            await say(table, BEN, None, "I am here")
        else:
            with pytest.raises(Refused):
                await act(table, BEN, 1, 77, "roll")
            await noted(table, BEN)
        assert not substitutes.is_asked(table.state, BEN)
        assert table.state.seats[1].stand_in is None
        assert len(notices(table)) == 1

    tell(tmp_path, Grace(page=LONG, line=LONG, asked=LONG), story)


def test_who_acts_without_an_open_page_is_here(tmp_path: Path) -> None:
    """A program, or a form of the plain page: it is as if they had looked at that page."""

    async def story(house: TableRegistry) -> None:
        table = await three_friends(house)
        await come(table, ANA)
        await say(table, BEN, None, "I am here")
        assert table.readers.online() == {ANA, BEN}
        await stand_in(table, ANA, 1, "first")
        await longer_than_soon()
        assert table.state.seats[1].stand_in is None

    tell(tmp_path, Grace(page=LONG, line=SOON, asked=SOON), story)


def test_a_bot_comes_for_who_is_not_heard_of(tmp_path: Path) -> None:
    async def story(house: TableRegistry) -> None:
        table = await three_friends(house)
        _, ben = await come(table, ANA, BEN)
        with pytest.raises(Refused, match="Ben is here"):
            await stand_in(table, ANA, 1, "first")
        table.leave(ben)
        await stand_in(table, ANA, 1, "first")
        await taken_over(table, 1)
        assert notices(table)[1:] == ["The bot First plays for Ben."]

    tell(tmp_path, Grace(page=SOON, line=SOON, asked=SOON), story)


def test_a_lost_line_and_a_restart_have_their_time(tmp_path: Path) -> None:
    """A phone between two cells, or a server that was started anew, costs nobody the seat."""

    async def story(house: TableRegistry) -> None:
        table = await three_friends(house)
        _, ben = await come(table, ANA, BEN)
        table.leave(ben)
        for seat in (1, 2):  # Cleo was not seen since the table came into memory
            await stand_in(table, ANA, seat, "first")
        await longer_than_soon()
        assert [seat.stand_in for seat in table.state.seats] == [None] * 3

    tell(tmp_path, Grace(page=SOON, line=LONG, asked=SOON), story)


def test_a_table_that_is_closed_waits_for_nobody(tmp_path: Path) -> None:
    async def story(house: TableRegistry) -> None:
        table = await three_friends(house)
        await stand_in(table, ANA, 1, "first")
        assert substitutes.is_asked(table.state, BEN)
        table.close("closed")
        await longer_than_soon()
        assert table.state.seats[1].stand_in is None
        again = await house.find(table.id)
        assert not substitutes.is_asked(again.state, BEN)
        await longer_than_soon()
        assert again.state.seats[1].stand_in is None

    tell(tmp_path, Grace(page=SOON, line=SOON, asked=SOON), story)


@pytest.mark.parametrize("then", ["the house looks round", "somebody speaks"])
def test_the_others_learn_when_a_plain_page_falls_silent(tmp_path: Path, then: str) -> None:
    async def story(house: TableRegistry) -> None:
        table = await three_friends(house)
        (ana,) = await come(table, ANA)
        await look_in(table, BEN)
        shown, version = len(ana.sights), table.readers.version
        table.readers._looked[BEN] -= 2 * LONG  # it was so long ago
        if then == "somebody speaks":
            await say(table, ANA, None, "Hello?")
        house.look_round()
        assert BEN not in table.readers.online()
        assert len(ana.sights) > shown and table.readers.version > version

    tell(tmp_path, Grace(page=LONG, line=SOON, asked=SOON), story)
