"""A club's evening is saved while it is played, put back elsewhere and played on: it ends there as it does here."""

from __future__ import annotations

import asyncio
import shutil
import sqlite3
import subprocess
import time
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest

from dicehouse import games
from dicehouse.cli import main
from dicehouse.server.clubs import clubs, tournaments
from dicehouse.server.clubs.club_records import Contest
from dicehouse.server.clubs.ratings import guest_ratings, put_wanted
from dicehouse.server.clubs.standings import SWISS
from dicehouse.server.clubs.tournaments import Plan
from dicehouse.server.seats import Keyring
from dicehouse.server.storage import table_records
from dicehouse.server.storage.database_address import Address, Place
from dicehouse.server.storage.store_factory import open_store
from dicehouse.server.table_registry import TableRegistry

from ..cluster import Cluster, programs
from .finished import SHORT
from .give import act
from .room import AT_ONCE, GAME, Banker, run_apart
from .test_clubs import ANA, GUESTS, club_of, now, play, room_of

Copy = Callable[[Place], Place]  # saves the tables of a house where they are, and puts them somewhere else


@asynccontextmanager
async def house_in(place: Place) -> AsyncIterator[TableRegistry]:
    """A house with the key that is kept with its tables."""
    store, key = open_store(place)
    house = TableRegistry(store, Keyring(key), lambda name: Banker(), lambda: ["first"], 0, AT_ONCE)
    try:
        yield house
    finally:
        house.close("the test is over")


async def half_an_evening(house: TableRegistry) -> str:
    """Five people, three rounds: the first is over, with a match that the host counted, the second under way."""
    for guest in GUESTS.values():
        await house.store.write(put_wanted(guest, time.time()))
    club, game = await club_of(house, len(GUESTS)), games.find(GAME)
    plan = Plan(game, game.modes[0].id, {**SHORT, "target": 2000}, None, SWISS, 3, range(len(GUESTS)))
    await tournaments.start(house, club, ANA, plan)
    one, two = (await now(house, club)).open
    await step(house, one.table)
    await tournaments.decide(house, club, ANA, 0, (one.round, one.board), "draw")
    await play(await house.find(two.table or ""))
    await tournaments.advance(house, club)
    assert (await now(house, club)).round == 2
    return club


async def step(house: TableRegistry, table: str | None) -> None:
    """One action, unless dice have ended the game sooner."""
    found = await house.find(table or "")
    if found.state.playing().over:
        return
    seat = found.state.playing().acting()[0]
    option = Banker().choose(found.state.playing(), seat)
    await act(found, found.state.seats[seat].guest, seat, found.state.playing().number, option)


async def play_on(house: TableRegistry, club: str) -> None:
    """To the end of the evening."""
    while (await now(house, club)).ended is None:
        for pairing in (await now(house, club)).open:
            await play(await house.find(pairing.table or ""))
        await tournaments.advance(house, club)


async def lines_at(house: TableRegistry, contest: Contest) -> dict[str, Sequence[Any]]:
    """Of each table of a contest, what is written of its match."""
    tables = [pairing.table for pairing in contest.pairings if pairing.table]
    found = [await house.store.read(lambda db, table=table: table_records.read_table(db, table)) for table in tables]  # type: ignore[misc]
    return {kept.table.id: kept.entries for kept in found if kept is not None}


async def outcome(house: TableRegistry, club: str) -> list[object]:
    """All that an evening leaves behind."""
    contest, room = await now(house, club), await room_of(house, club)
    played = [
        (pairing, (await house.find(pairing.table)).state.playing().save())
        for pairing in contest.pairings
        if pairing.table
    ]
    rated = await house.store.read(lambda db: guest_ratings(db, GAME, 0.0))
    assert set(rated) == set(GUESTS.values())
    link = clubs.token_of(house.keyring, room.club)
    assert (await clubs.invited(house, link)).club.id == club
    return [tournaments.table_of(contest), played, rated, room, link]


def audited(place: Place, capsys: pytest.CaptureFixture[str]) -> tuple[int, str]:
    capsys.readouterr()
    return main(["audit", "--database", str(getattr(place, "uri", place))]), capsys.readouterr().out


def by_command(folder: Path) -> Copy:
    def copy(place: Place) -> Place:
        file, other = folder / "tonight.backup", folder / "elsewhere" / "house.db"
        assert main(["backup", str(file), "--database", str(place)]) == 0
        assert main(["restore", str(file), "--database", str(other)]) == 0
        return other

    return copy


def by_dump(folder: Path, postgres: Cluster) -> Copy:
    def copy(place: Place) -> Place:
        assert isinstance(place, Address)
        bin, file, other = programs(), folder / "tonight.dump", postgres.fresh()
        assert bin is not None
        subprocess.run([bin / "pg_dump", "--format=custom", f"--file={file}", place.uri], check=True)
        subprocess.run([bin / "pg_restore", f"--dbname={other.uri}", file], check=True)
        return other

    return copy


@pytest.mark.parametrize("kind", ["a file", pytest.param("PostgreSQL", marks=pytest.mark.xdist_group("postgres"))])
def test_an_evening_ends_as_it_would_have(
    kind: str,
    tmp_path: Path,
    request: pytest.FixtureRequest,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("dicehouse.server.clubs.ratings.PERIOD", 1e12)  # no week of ratings ends between the two
    if kind == "a file":
        place, copy = tmp_path / "house.db", by_command(tmp_path)
    else:
        postgres: Cluster = request.getfixturevalue("postgres")
        place, copy = postgres.fresh(), by_dump(tmp_path, postgres)

    async def story() -> None:
        async with house_in(place) as house:
            club = await half_an_evening(house)
            table = (await now(house, club)).open[0].table
            sure = await lines_at(house, await now(house, club))
            copying = asyncio.create_task(asyncio.to_thread(copy, place))
            for _ in range(10):  # while it is copied
                await step(house, table)
            other = await copying
            still_open = len((await now(house, club)).open)  # one fewer where dice have ended the match
            await play_on(house, club)
            async with house_in(other) as again:
                before = await now(again, club)
                assert before.round == 2
                assert still_open <= len(before.open) <= 2
                kept = await lines_at(again, before)
                assert all(kept[at][: len(lines)] == lines for at, lines in sure.items())
                assert audited(other, capsys) == (0, "4 tables replayed, 1 club checked: no faults.\n")
                await play_on(again, club)
                assert await outcome(again, club) == await outcome(house, club)
            assert audited(other, capsys) == audited(place, capsys)
            assert audited(other, capsys)[0] == 0

    run_apart(story())


DAMAGE = {
    "UPDATE club SET host = 'somebody'": "Its host isn't a member.",
    "DELETE FROM club_member WHERE number = 3": "Tournament 1: a player was never a member of the club.",
    "DELETE FROM pairing WHERE round = 1": "Tournament 1: it should have the rounds 1 to 3, but has the rounds [2, 3].",
    "UPDATE pairing SET first_member = second_member WHERE round = 2 AND board = 0": "a player is paired twice.",
    "DELETE FROM contest_player WHERE member = 3": "a paired player isn't in the tournament.",
    "UPDATE pairing SET played_at = (SELECT max(played_at) FROM pairing)": "two pairings have the same table.",
    "UPDATE contest SET game = 'dicetopia'": "Tournament 1, round 1, board 2: another game was played at table",
    "UPDATE pairing SET first_points = 7 WHERE round = 1 AND board = 1": "board 2: it counts as 7 to",
    "UPDATE pairing SET first_points = 0 WHERE second_member IS NULL": "board 3: it counts as 0 to 0, but a bye",
    "UPDATE contest SET settings = '{'": "Its data is damaged: JSONDecodeError",
}


def test_audit_says_what_does_not_fit_of_a_room(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    place = tmp_path / "house.db"

    async def story() -> None:
        async with house_in(place) as house:
            await play_on(house, await half_an_evening(house))

    run_apart(story())
    for number, (damage, said) in enumerate(DAMAGE.items()):
        copy = tmp_path / f"{number}.db"
        shutil.copy(place, copy)
        with sqlite3.connect(copy) as db:
            db.execute(damage)
        db.close()
        code, text = audited(copy, capsys)
        assert (code, said in text) == (1, True), (damage, text)
