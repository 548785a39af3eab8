"""Bots that stand in for people who are away, and invitations that are taken back."""

from __future__ import annotations

import asyncio
import random
import sqlite3
from collections.abc import Awaitable, Callable
from pathlib import Path

import pytest

from dicehouse import games
from dicehouse.server.features import substitutes
from dicehouse.server.live_table import Table
from dicehouse.server.seat_plan import Chair
from dicehouse.server.seats import NotFound, Refused
from dicehouse.server.storage.schema import MIGRATIONS, migrate
from dicehouse.server.table.change import SERVER_NAME, Grace, Server
from dicehouse.server.table_registry import TableRegistry

from .give import act, nudge, stand_in, undo
from .room import ANA, AT_ONCE, BEN, GAME, Watcher, open_house, run_apart

Story = Callable[[TableRegistry], Awaitable[None]]
CLEO = "c" * 32


def tell(folder: Path, story: Story, delay: float = 0, grace: Grace = AT_ONCE) -> None:
    async def run() -> None:
        async with open_house(folder, delay=delay, grace=grace) as house:
            await story(house)

    run_apart(run())


async def three_friends(house: TableRegistry) -> Table:
    """Ana, who is the host, Ben and Cleo, each on a device of their own; none of them looks at the table yet."""
    game = games.find(GAME)
    chairs = [Chair("person", "Ana"), Chair("open"), Chair("open")]
    dice_secret = house.keyring.dice_secret()
    table = await house.open(game, game.modes[0].id, {"opening": 0}, chairs, ANA, dice_secret, None)
    for seat, (guest, name) in enumerate(((BEN, "Ben"), (CLEO, "Cleo")), 1):
        await house.invitations.accept(house.keyring.invite(table.id, seat), guest, name, None)
    return table


async def come(table: Table, *guests: str) -> list[Watcher]:
    watchers = [Watcher(guest) for guest in guests]
    for watcher in watchers:
        table.join(watcher)
    await noted(table, *guests)
    return watchers


async def noted(table: Table, *guests: str) -> None:
    """Wait until the table knows that these guests are here."""
    async with asyncio.timeout(60):  # seconds that anything may take on a busy machine
        while any(substitutes.missed_of(table.state).misses(guest) for guest in guests):
            await asyncio.sleep(0)


async def plays(table: Table, seat: int) -> None:
    """Wait until something was played by this seat."""
    for _ in range(6000):
        if any(action.seat == seat for action in table.state.match.actions):
            return
        await asyncio.sleep(0.01)
    raise AssertionError(f"nobody plays for seat {seat}")


async def until_undo(table: Table) -> int:
    """Play until a seat can take something back; which."""
    chance = random.Random(1)
    while True:
        seat = chance.choice(table.state.match.acting())
        option = chance.choice(table.state.match.options(seat)).id
        await act(table, table.state.seats[seat].guest, seat, table.state.match.number, option)
        if table.state.match.can_undo(seat):
            return seat


def said(table: Table) -> list[str]:
    return [line.text for line in table.state.chat if line.name == SERVER_NAME]


def test_a_bot_plays_for_who_is_away_until_that_one_plays_again(tmp_path: Path) -> None:
    async def story(house: TableRegistry) -> None:
        table = await three_friends(house)
        seat = table.state.match.acting()[0]
        guest, other = table.state.seats[seat].guest, table.state.seats[(seat + 1) % 3].guest
        await stand_in(table, guest, seat, "first")
        await plays(table, seat)
        while table.state.match.acting() == (seat,):
            await asyncio.sleep(0.01)
        with pytest.raises(Refused):  # the others still decide for themselves
            await stand_in(table, "d" * 32, table.state.match.acting()[0], "first")
        assert table.state.seats[seat].stand_in == "first"
        await stand_in(table, guest, seat, None)
        assert said(table) == [
            f"The bot First plays for {table.state.seats[seat].name}.",
            f"{table.state.seats[seat].name} is back.",
        ]
        assert other != guest

    tell(tmp_path, story)


def test_all_who_are_here_have_to_agree_and_only_for_who_is_away(tmp_path: Path) -> None:
    async def story(house: TableRegistry) -> None:
        table = await three_friends(house)
        ana, ben = await come(table, ANA, BEN)
        with pytest.raises(Refused, match="Ben is here"):
            await stand_in(table, ANA, 1, "first")
        await stand_in(table, BEN, 2, "first")
        assert (table.state.seats[2].stand_in, substitutes.agreed_seats(table.state, 2)) == (None, [1])
        await stand_in(table, BEN, 2, "first")  # saying it twice makes no difference
        assert table.state.seats[2].stand_in is None
        await stand_in(table, ANA, 2, "first")
        assert table.state.seats[2].stand_in == "first"
        await stand_in(table, BEN, 1, "first")
        table.leave(ana)
        await stand_in(table, BEN, 0, "first")  # nobody else is here
        for stranger in ("d" * 32, None):
            with pytest.raises(Refused):
                await stand_in(table, stranger, 0, None)
        assert ben.last_words == []

    tell(tmp_path, story, delay=60)


def test_who_comes_back_has_to_be_agreed_about_anew(tmp_path: Path) -> None:
    async def story(house: TableRegistry) -> None:
        table = await three_friends(house)
        await come(table, ANA, BEN)
        await stand_in(table, ANA, 2, "first")
        (cleo,) = await come(table, CLEO)
        table.leave(cleo)
        await stand_in(table, BEN, 2, "first")
        assert (table.state.seats[2].stand_in, substitutes.agreed_seats(table.state, 2)) == (None, [1])
        await stand_in(table, ANA, 2, None)  # Ana is against it now
        assert substitutes.agreed_seats(table.state, 2) == []

    tell(tmp_path, story, delay=60)


def test_a_nudge_is_told_and_answered_by_any_action(tmp_path: Path) -> None:
    async def story(house: TableRegistry) -> None:
        table = await three_friends(house)
        await come(table, ANA, BEN, CLEO)
        seat = table.state.match.acting()[0]
        guest = table.state.seats[seat].guest
        others = [each for each in (ANA, BEN, CLEO) if each != guest]
        await nudge(table, others[0], seat)
        assert (substitutes.n_nudges(table.state, guest), "nudges" in said(table)[-1]) == (1, True)
        with pytest.raises(Refused, match="was just nudged"):
            await nudge(table, others[1], seat)
        with pytest.raises(Refused, match="isn't waiting"):
            await nudge(table, guest, table.state.seats_of(others[0])[0])
        with pytest.raises(Refused, match="Only players here"):
            await nudge(table, "d" * 32, seat)
        for nobody in (-1, 3, 63):
            with pytest.raises(Refused, match="No person"):
                await nudge(table, others[0], nobody)
        await nudge(table, guest, seat)  # one's own seat: I am here
        assert substitutes.n_nudges(table.state, guest) == 0

    tell(tmp_path, story, delay=60, grace=Grace(0, 0, 0, nudge=1000))


def test_for_who_does_not_answer_to_nudges_a_bot_may_play_even_if_their_page_is_open(tmp_path: Path) -> None:
    async def story(house: TableRegistry) -> None:
        table = await three_friends(house)
        await come(table, ANA, BEN, CLEO)
        seat = table.state.match.acting()[0]
        first, second = (each for each in range(3) if each != seat)
        with pytest.raises(Refused, match="is here"):
            await stand_in(table, table.state.seats[first].guest, seat, "first")
        await nudge(table, table.state.seats[first].guest, seat)
        assert substitutes.may_replace(table.state, table.state.seats[second].guest, seat, table.context(Server()))
        await stand_in(table, table.state.seats[first].guest, seat, "first")
        await stand_in(table, table.state.seats[second].guest, seat, "first")
        assert table.state.seats[seat].stand_in == "first"
        match = table.state.playing()
        await act(table, table.state.seats[seat].guest, seat, match.number, match.options(seat)[0].id)
        assert table.state.seats[seat].stand_in is None

    tell(tmp_path, story, delay=60, grace=Grace(0, 0, 0, silent=0))


def test_bots_are_asked_for_by_name_and_for_people_only(tmp_path: Path) -> None:
    async def story(house: TableRegistry) -> None:
        game = games.find(GAME)
        chairs = [Chair("person", "Ana"), Chair("bot", bot="first"), Chair("open")]
        table = await house.open(game, game.modes[0].id, {}, chairs, ANA, house.keyring.dice_secret(), None)
        with pytest.raises(Refused, match="hasn't started"):
            await stand_in(table, ANA, 0, "first")
        for seat in (1, 2, 3, -1, 63):
            with pytest.raises(Refused, match="only for a person"):
                await stand_in(table, ANA, seat, "first")
        with pytest.raises(Refused, match="Choose one of these: first"):
            await stand_in(table, ANA, 0, "skynet")
        assert said(table) == []

    tell(tmp_path, story)


@pytest.mark.parametrize("how", ["act", "undo"])
def test_who_acts_has_come_back(tmp_path: Path, how: str) -> None:
    async def story(house: TableRegistry) -> None:
        table = await three_friends(house)
        seat = await until_undo(table) if how == "undo" else table.state.match.acting()[0]
        guest = table.state.seats[seat].guest
        await stand_in(table, guest, seat, "first")  # who thinks for a minute
        if how == "undo":
            await undo(table, guest, seat, table.state.match.number)
        else:
            await act(table, guest, seat, table.state.match.number, table.state.match.options(seat)[0].id)
        assert table.state.seats[seat].stand_in is None
        assert "is back" in said(table)[-1]

    tell(tmp_path, story, delay=60)


def test_a_bot_stands_in_also_after_a_restart(tmp_path: Path) -> None:
    kept: list[str] = []

    async def before(house: TableRegistry) -> None:
        table = await three_friends(house)
        kept.append(table.id)
        for seat, guest in enumerate((ANA, BEN, CLEO)):
            await stand_in(table, guest, seat, "first")

    async def after(house: TableRegistry) -> None:
        table = await house.find(kept[0])
        while table.state.phase != "over":
            await asyncio.sleep(0.01)
        with pytest.raises(Refused, match="over"):
            await stand_in(table, ANA, 0, None)

    tell(tmp_path, before, delay=60)
    tell(tmp_path, after)


def test_playing_again_a_bot_stands_in_for_those_who_are_still_away(tmp_path: Path) -> None:
    async def story(house: TableRegistry) -> None:
        table = await three_friends(house)
        await come(table, CLEO)
        for seat, guest in enumerate((ANA, BEN, CLEO)):
            await stand_in(table, guest, seat, "first")
        while table.state.phase != "over":
            await asyncio.sleep(0.01)
        again = await house.find(await house.again(table, ANA))
        assert [seat.stand_in for seat in again.state.seats] == [None, "first", None]

    tell(tmp_path, story)


def test_a_renewed_invitation_replaces_the_old_one(tmp_path: Path) -> None:
    tokens: list[str] = []

    async def before(house: TableRegistry) -> None:
        game = games.find(GAME)
        chairs = [Chair("person", "Ana"), Chair("open")]
        table = await house.open(game, game.modes[0].id, {}, chairs, ANA, house.keyring.dice_secret(), None)
        with pytest.raises(Refused, match="Only the host"):
            await house.invitations.renew(table, BEN, 1)
        for seat in (0, 2, -1):
            with pytest.raises(Refused, match="isn't open"):
                await house.invitations.renew(table, ANA, seat)
        for _ in range(2):
            tokens.append(house.keyring.invite(table.id, 1, table.state.seats[1].renewed))
            await house.invitations.renew(table, ANA, 1)
        tokens.append(house.keyring.invite(table.id, 1, table.state.seats[1].renewed))

    async def after(house: TableRegistry) -> None:
        assert len(set(tokens)) == 3
        for old in tokens[:2]:
            with pytest.raises(NotFound):
                await house.invitations.accept(old, BEN, "Ben", None)
        table = await house.invitations.accept(tokens[2], BEN, "Ben", None)
        assert table.state.phase == "playing"

    tell(tmp_path, before)
    tell(tmp_path, after)


def test_the_seats_of_an_older_database_are_played_by_their_people(tmp_path: Path) -> None:
    old = sqlite3.connect(tmp_path / "house.db", isolation_level=None)
    for number, step in enumerate(MIGRATIONS[:2], 1):
        old.executescript(f"{step} PRAGMA user_version = {number};")
    seat = ("t", 0, "person", "Ana", ANA, None, "0" * 32, "house", "end", 1000)
    old.execute("INSERT INTO game_table VALUES ('t', ?, 'm', '{}', ?, 'c', 's', 'waiting', 0, NULL, NULL)", (GAME, ANA))
    old.execute("INSERT INTO seat VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)", seat)
    migrate(old)
    old.close()

    async def story(house: TableRegistry) -> None:
        table = await house.find("t")
        assert [(each.name, each.played_by, each.renewed) for each in table.state.seats] == [("Ana", None, 0)]

    tell(tmp_path, story)
