"""What is one guest's: found, given to another, and taken out of the house, in either database."""

from __future__ import annotations

import asyncio
import sqlite3
import time
from dataclasses import replace
from pathlib import Path

import pytest

from dicehouse import games
from dicehouse.server.accounts import recovery_phrases
from dicehouse.server.accounts.guest_deletion import GONE, PARTS, REMOVED, leave, rows_for
from dicehouse.server.accounts.guest_export import read_mine
from dicehouse.server.accounts.guest_merging import merge, read_joined
from dicehouse.server.archive.forks import open_what_if
from dicehouse.server.commands import ModeratePerson
from dicehouse.server.execute_command import execute_command
from dicehouse.server.features import moderation
from dicehouse.server.live_table import Table
from dicehouse.server.seat_plan import Chair
from dicehouse.server.seats import NotFound
from dicehouse.server.storage import table_records
from dicehouse.server.storage.database import Statement
from dicehouse.server.storage.table_records import put_seat
from dicehouse.server.table_registry import TableRegistry

from .finished import SHORT, played
from .give import act, announce, say, stand_in
from .room import ANA, BEN, GAME, Banker, open_house, run_apart, two_on_a_couch

CEM = "c" * 32


@pytest.mark.parametrize("error", [sqlite3.OperationalError("database is locked"), ValueError("damaged")])
def test_only_damaged_rows_are_removed_without_reading_them(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, error: Exception
) -> None:
    """A database that fails says nothing about a table, whose match may be whole."""

    def fail(*_: object) -> None:
        raise error

    async def story() -> None:
        async with open_house(tmp_path) as house:
            table = await two_on_a_couch(house)
            monkeypatch.setattr(table_records, "read_table", fail)
            asked = house.store.read(lambda db: rows_for(db, table.id, ANA, GONE, lambda _: []))
            if isinstance(error, ValueError):
                assert (await asked)[1]
            else:
                with pytest.raises(sqlite3.OperationalError):
                    await asked
            monkeypatch.undo()

    run_apart(story())


def test_a_fault_of_our_own_is_not_taken_for_damage(tmp_path: Path) -> None:
    """The table is whole, so its rows are not removed unread."""

    def fail(_: object) -> list[Statement]:
        raise AttributeError("a fault of our own")

    async def story() -> None:
        async with open_house(tmp_path) as house:
            table = await two_on_a_couch(house)
            with pytest.raises(AttributeError, match="our own"):
                await house.store.read(lambda db: rows_for(db, table.id, ANA, GONE, fail))
            await house.store.write(("UPDATE game_table SET settings = '{' WHERE id = ?", (table.id,)))
            assert (await house.store.read(lambda db: rows_for(db, table.id, ANA, GONE, fail)))[1]

    run_apart(story())


def test_all_of_a_guest_is_found_moves_on_and_goes(tmp_path: Path) -> None:
    async def story() -> None:
        async with open_house(tmp_path) as house:
            over, running = await played(house, ANA), await two_on_a_couch(house)
            for table in (over, running):
                await say(table, ANA, None, "hello")
            await house.set_name(ANA, "Ana")
            await house.store.write(recovery_phrases.put_phrase(ANA, "hash", time.time()))
            found = await house.store.read(lambda db: read_mine(db, ANA))
            assert (found["name"], len(found["tables"]), len(found["games"]), len(found["said"])) == ("Ana", 2, 1, 2)
            await merge(house, ANA, BEN)
            assert await house.store.read(read_joined) == {ANA: BEN}
            moved = await house.store.read(lambda db: read_mine(db, BEN))
            assert moved | {"named": None} == found | {"named": None, "recovery phrase made": None}
            assert (await house.store.read(lambda db: read_mine(db, ANA)))["tables"] == []
            assert (await house.find(running.id)).state.seats_of(BEN) == [0, 1]
            await leave(house, BEN)
            left = await house.store.read(lambda db: read_mine(db, BEN))
            assert [left[what] for what in ("name", "tables", "games", "said")] == [None, [], [], []]
            with pytest.raises(NotFound):
                await house.find(running.id)
            assert [seat.name for seat in (await house.find(over.id)).state.seats] == [GONE, f"{GONE} 2"]
            assert await house.store.read(read_joined) == {}

    run_apart(story())


def test_words_from_beside_a_table_go_at_once(tmp_path: Path) -> None:
    """Also where the table is open: nobody who comes later is shown them."""

    async def story() -> None:
        async with open_house(tmp_path) as house:
            table = await two_on_a_couch(house)
            await say(table, BEN, "Ben", "hello")
            await leave(house, BEN)
            assert [line.text for line in (await house.find(table.id)).state.chat] == [REMOVED]
            assert (await house.find(table.id)).state.seats_of(ANA) == [0, 1]

    run_apart(story())


def test_nobody_stops_others_from_leaving_by_a_name(tmp_path: Path) -> None:
    """Names are kept from before this one was the house's own."""

    async def story() -> None:
        async with open_house(tmp_path) as house:
            table = await two_on_a_couch(house)
            other = replace(table.state.seats[1], guest=BEN, name="A-guest-who-left")
            await house.store.write(put_seat(table.id, other))
            house.sweep(-1)
            await leave(house, ANA)
            left = (await house.find(table.id)).state.seats
            assert [(seat.name, seat.guest) for seat in left] == [(f"{GONE} 2", None), ("A-guest-who-left", BEN)]

    run_apart(story())


def test_a_table_that_is_gone_keeps_nothing_from_being_swept(tmp_path: Path) -> None:
    """Somebody comes back to a table that left the house with its last player."""

    async def story() -> None:
        async with open_house(tmp_path) as house:
            gone, stays = await two_on_a_couch(house), await played(house, BEN)
            await leave(house, ANA)
            with pytest.raises(NotFound):
                await house.find(gone.id)
            assert house.sweep() == 1
            assert [table.id for table in house.loaded()] == [stays.id]

    run_apart(story())


async def three(house: TableRegistry, chairs: int = 3) -> Table:
    """A table of Ana's with Benedikta and Cem, in that order."""
    game = games.find(GAME)
    free = (Chair("open"),) * (chairs - 1)
    table = await house.open(
        game, game.modes[0].id, SHORT, [Chair("person", "Ana"), *free], ANA, house.keyring.dice_secret(), None
    )
    for seat, (guest, name) in enumerate(((BEN, "Benedikta"), (CEM, "Cem")), 1):
        await house.invitations.accept(house.keyring.invite(table.id, seat), guest, name, None)
    return table


async def take_away(house: TableRegistry, table: Table, guest: str) -> None:
    own = moderation._id_of(table.state, guest)
    (who,) = [one.who for one in moderation.other_people(table.state, ANA, {}) if one.who == own]
    await execute_command(house, table, ANA, ModeratePerson(who, "remove"))


async def played_out(table: Table) -> None:
    while not (match := table.state.playing()).over:
        (seat, *_) = match.acting()
        if table.state.seats[seat].kind == "bot":
            await asyncio.sleep(0.005)
        else:
            await act(table, table.state.seats[seat].guest, seat, match.number, Banker().choose(match, seat))


async def kept(house: TableRegistry) -> str:
    """Everything that is written of the tables of a house."""
    asked = [f"SELECT * FROM {part}" for part in (*PARTS, "game_table")]  # noqa: S608  # our own names
    return await house.store.read(lambda db: str([[*row] for sql in asked for row in db.execute(sql).fetchall()]))


@pytest.mark.parametrize("when", ["playing", "over"])
def test_who_was_taken_from_a_chair_is_named_no_more(tmp_path: Path, when: str) -> None:
    """A bot plays on under their name: that goes, from the match's record, too, and from what comes of the match."""

    async def story() -> None:
        async with open_house(tmp_path) as house:
            table = await three(house)
            assert table.state.history.chain is not None
            await stand_in(table, BEN, 1, "first")
            await take_away(house, table, BEN)
            assert table.state.chat[-1].text == "The host removed Benedikta. A bot takes over."
            assert table.state.seats[1].name == "Benedikta" and table.state.seats[1].kind == "bot"
            if when == "over":
                await played_out(table)
                hers = next(number for number, each in enumerate(table.state.playing().actions) if each.seat == 0)
                onward = await open_what_if(house, table, hers, 0, ANA, "Ana", house.keyring.dice_secret(), None)
                assert onward.state.seats[1].name == "First", "the bot goes by its own name where another match begins"
                again = await house.find(await house.again(table, ANA))
                assert [seat.name for seat in again.state.seats] == ["Ana", "First", "Cem"]
            begun = table.state.history.chain.header
            assert "Benedikta" in await kept(house)
            await leave(house, BEN)
            assert "Benedikta" not in await kept(house)
            table = await house.find(table.id)
            assert [seat.name for seat in table.state.seats] == ["Ana", GONE, "Cem"]
            assert f"The host removed {GONE}. A bot takes over." in [line.text for line in table.state.chat]
            chain = table.state.history.chain
            assert chain is not None and chain.header == begun, "what it proves stays"
            await played_out(table)

    run_apart(story())


def test_who_was_taken_from_a_chair_before_the_game_is_named_no_more(tmp_path: Path) -> None:
    """Also who never sat there, and whose words were stopped; whoever is called the same by now keeps their name."""

    async def story() -> None:
        async with open_house(tmp_path) as house:
            table = await three(house, chairs=4)
            await take_away(house, table, BEN)
            await say(table, "d" * 32, "Dorothea", "boo")
            (who,) = [one.who for one in moderation.other_people(table.state, ANA, {}) if one.name == "Dorothea"]
            await execute_command(house, table, ANA, ModeratePerson(who, "stop"))
            for guest in (BEN, "d" * 32):
                await leave(house, guest)
            left = await kept(house)
            assert "Benedikta" not in left and "Dorothea" not in left
            table = await house.find(table.id)
            assert [line.text for line in table.state.chat] == [
                f"The host removed {GONE}. The seat is open again.",
                REMOVED,
                f"The host muted {GONE} at this table.",
            ]
            assert [seat.kind for seat in table.state.seats] == ["person", "open", "person", "open"]
            await take_away(house, table, CEM)
            await house.invitations.accept(house.keyring.invite(table.id, 3), "e" * 32, "Cem", None)
            await leave(house, CEM)
            table = await house.find(table.id)
            assert table.state.seats[3].name == "Cem" and table.state.seats[3].guest == "e" * 32

    run_apart(story())


def test_a_name_that_is_part_of_another_stays_there(tmp_path: Path) -> None:
    async def story() -> None:
        async with open_house(tmp_path) as house:
            game = games.find(GAME)
            chairs = [Chair("person", "Ana"), Chair("open"), Chair("open")]
            table = await house.open(game, game.modes[0].id, SHORT, chairs, ANA, house.keyring.dice_secret(), None)
            for seat, guest in ((2, BEN), (1, CEM)):
                await house.invitations.accept(house.keyring.invite(table.id, seat), guest, "Ben", None)
            await leave(house, ANA)
            await leave(house, BEN)
            told = [line.text for line in (await house.find(table.id)).state.chat]
            assert "Ben 2 is the host now." in told
            assert not any("Ben deleted" in line for line in told)

    run_apart(story())


def test_a_name_is_gone_though_a_longer_one_begins_like_what_is_said(tmp_path: Path) -> None:
    """“Ana plays again” tells of Ana, also where somebody calls himself “Ana plays”; “Ben 2” has stood up."""

    async def story() -> None:
        async with open_house(tmp_path) as house:
            game = games.find(GAME)
            chairs = [Chair("person", "Ana"), *[Chair("open")] * 4]
            table = await house.open(game, game.modes[0].id, SHORT, chairs, ANA, house.keyring.dice_secret(), None)
            for seat, guest, name in ((1, BEN, "Ben"), (2, CEM, "Ben"), (3, "e" * 32, "Ana plays")):
                await house.invitations.accept(house.keyring.invite(table.id, seat), guest, name, None)
            await announce(table, "Ana plays again.")
            await announce(table, "Ben 2 is away.")
            await take_away(house, table, CEM)
            await leave(house, ANA)
            await leave(house, BEN)
            told = [line.text for line in (await house.find(table.id)).state.chat]
            assert "A guest who left plays again." in told and "Ben 2 is away." in told

    run_apart(story())


def test_two_who_become_one_were_taken_away_as_one(tmp_path: Path) -> None:
    async def story() -> None:
        async with open_house(tmp_path) as house:
            table = await three(house)
            await take_away(house, table, BEN)
            await merge(house, BEN, "d" * 32)
            await leave(house, "d" * 32)
            assert "Benedikta" not in await kept(house)

    run_apart(story())
