"""What operators do, in either database: tables end, people are muted, names go, and all of it is written down."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from dicehouse.server import audit, operators
from dicehouse.server.accounts.guest_deletion import leave
from dicehouse.server.accounts.guest_export import read_mine
from dicehouse.server.accounts.guest_merging import merge
from dicehouse.server.commands import Chat
from dicehouse.server.execute_command import execute_command
from dicehouse.server.live_table import Table
from dicehouse.server.seats import Keyring, NotFound, Refused
from dicehouse.server.table_registry import TableRegistry

from .finished import played
from .give import say, stand_in
from .room import ANA, BEN, KEY, open_house, run_apart, two_on_a_couch
from .test_clubs import club_of, now
from .test_clubs import start as start_contest
from .test_guest_deletion import CEM, kept, played_out, take_away, three

OLGA = "0" * 32


async def told(house: TableRegistry) -> list[tuple[str, str]]:
    """What operators did, the first act first."""
    acts = await house.store.read(operators.read_acts)
    assert {act.operator for act in acts} <= {operators.number_of(house.keyring, OLGA)}
    return [(act.what, act.about) for act in reversed(acts)]


async def faults(house: TableRegistry) -> list[str]:
    found = await house.store.read(lambda db: list(audit.audit(db)))
    return [fault for finding in found for fault in finding.faults]


def test_a_table_that_is_not_over_is_ended(tmp_path: Path) -> None:
    async def story() -> None:
        async with open_house(tmp_path) as house:
            over, running = await played(house, ANA), await two_on_a_couch(house)
            await operators.end_table(house, running.id, OLGA)
            with pytest.raises(NotFound):
                await house.find(running.id)
            with pytest.raises(Refused, match="already gone"):
                await operators.end_table(house, running.id, OLGA)
            with pytest.raises(Refused, match="game is over"):
                await operators.end_table(house, over.id, OLGA)
            assert (await house.find(over.id)).state.phase == "over"
            assert await told(house) == [("end table", "dice-ocalypse: Ana 0, Ana 1")]
            assert await faults(house) == []

    run_apart(story())


def test_a_table_of_a_tournament_stays(tmp_path: Path) -> None:
    async def story() -> None:
        async with open_house(tmp_path) as house:
            club = await club_of(house, 2)
            await start_contest(house, club, "everybody")
            (pairing,) = [one for one in (await now(house, club)).pairings if one.table]
            with pytest.raises(Refused, match="belongs to a tournament"):
                await operators.end_table(house, pairing.table or "", OLGA)
            assert await told(house) == []

    run_apart(story())


async def chat(house: TableRegistry, table: Table, guest: str) -> None:
    await execute_command(house, table, guest, Chat("hello"))


def test_who_is_muted_stays_so_as_somebody_else(tmp_path: Path) -> None:
    """After a restart, and when two guests become one; deleting one's data ends it."""

    async def story() -> None:
        async with open_house(tmp_path) as house:
            table = await three(house)
            await operators.set_muted(house, BEN, True, OLGA)
            await operators.set_muted(house, BEN, True, OLGA)
            assert await told(house) == [("mute", "Benedikta")], "twice is once"
            with pytest.raises(Refused, match="has muted you"):
                await chat(house, table, BEN)
            await chat(house, table, CEM)
        async with open_house(tmp_path) as house:
            table = await house.find(table.id)
            await merge(house, BEN, CEM)
            table = await house.find(table.id)
            with pytest.raises(Refused, match="has muted you"):
                await chat(house, table, CEM)
            assert list(await house.store.read(operators.read_silenced)) == [CEM]
            mine = await house.store.read(lambda db: read_mine(db, CEM))
            assert mine["muted by an operator"] is not None, "one's own data says so"
            await operators.set_muted(house, CEM, False, OLGA)
            await chat(house, table, CEM)
            await operators.set_muted(house, CEM, True, OLGA)
            await leave(house, CEM)
            assert await house.store.read(operators.read_silenced) == {}

    run_apart(story())


@pytest.mark.parametrize("when", ["playing", "over"])
def test_a_name_goes_from_all_that_is_kept_and_the_games_stay_right(tmp_path: Path, when: str) -> None:
    async def story() -> None:
        async with open_house(tmp_path) as house:
            await house.set_name(BEN, "Benedikta")
            table, away = await three(house), await three(house)
            await say(table, BEN, "Benedikta", "hello")
            await say(away, BEN, "Benedikta", "hello")
            await stand_in(away, BEN, 1, "first")
            await take_away(house, away, BEN)
            aside = await two_on_a_couch(house)
            await say(aside, BEN, "Benedikta", "a spectator")
            if when == "over":
                await played_out(table)
            assert "Benedikta" in await kept(house)
            await operators.remove_name(house, BEN, OLGA)
            assert "Benedikta" not in await kept(house)
            assert await house.name_of(BEN) is None
            table, away = await house.find(table.id), await house.find(away.id)
            assert [seat.name for seat in table.state.seats] == ["Ana", "Guest", "Cem"]
            assert table.state.seats_of(BEN) == [1], "the seat is still theirs"
            assert "The host removed Guest. A bot takes over." in [line.text for line in away.state.chat]
            assert "hello" in [line.text for line in table.state.chat], "what they said stays"
            assert await told(house) == [("remove name", "Benedikta")]
            await house.set_name(CEM, "Cemal")
            await operators.set_muted(house, CEM, True, OLGA)
            assert (await told(house))[1] == ("mute", "Cemal, Cem"), "by all names"
            assert await faults(house) == []
            await house.set_name(BEN, "Bo")
            for each in (table, away):
                await asyncio.wait_for(played_out(each), 600)
            assert await faults(house) == []
            await leave(house, BEN)
            assert "hello" not in await kept(house)

    run_apart(story())


def test_nobody_is_mistaken_for_another_guest_without_a_name(tmp_path: Path) -> None:
    async def story() -> None:
        async with open_house(tmp_path) as house:
            table = await three(house)
            await operators.remove_name(house, BEN, OLGA)
            await operators.remove_name(house, CEM, OLGA)
            await operators.remove_name(house, CEM, OLGA)
            table = await house.find(table.id)
            assert [seat.name for seat in table.state.seats] == ["Ana", "Guest", "Guest 2"]

    run_apart(story())


def test_old_acts_go(tmp_path: Path) -> None:
    async def story() -> None:
        async with open_house(tmp_path) as house:
            await operators.note_sign_in(house, OLGA)
            (act,) = await house.store.read(operators.read_acts)
            await house.store.write(operators.forget_before(act.at))
            assert await told(house) == [("sign in", "")]
            await house.store.write(operators.forget_before(act.at + 0.001))
            assert await told(house) == []

    run_apart(story())


def test_a_number_belongs_to_one_guest_of_one_server() -> None:
    keyring, other = Keyring(KEY), Keyring(b"x" * 32)
    numbers = {operators.number_of(ring, guest) for ring in (keyring, other) for guest in (ANA, BEN, CEM)}
    assert len(numbers) == 6 and all(operators.read_number(number) == number for number in numbers)
    own = operators.number_of(keyring, ANA)
    assert operators.is_operator(keyring, ANA, [own]) and not operators.is_operator(keyring, BEN, [own])
    assert not operators.is_operator(keyring, ANA, []) and not operators.is_operator(other, ANA, [own])
