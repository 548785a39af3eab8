"""Rooms for clubs and their evenings: everything that a house does by itself, without pages."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Sequence
from pathlib import Path

import pytest

from dicehouse import games
from dicehouse.server.accounts.guest_deletion import GONE, leave
from dicehouse.server.accounts.guest_export import read_mine
from dicehouse.server.accounts.guest_merging import merge
from dicehouse.server.clubs import club_records, clubs, tournaments
from dicehouse.server.clubs.club_records import ClubDetails, Contest
from dicehouse.server.clubs.standings import EVERYBODY, SWISS
from dicehouse.server.clubs.tournaments import Plan
from dicehouse.server.live_table import Table
from dicehouse.server.retention import DAY, Keep, step
from dicehouse.server.seats import NotFound, Refused
from dicehouse.server.table_registry import TableRegistry

from .finished import SHORT
from .give import act
from .room import GAME, Banker, open_house, run_apart

GUESTS = {name: letter * 32 for name, letter in zip(("Ana", "Ben", "Cem", "Dora", "Eli"), "abcde", strict=True)}
ANA, BEN, CEM, DORA, ELI = GUESTS.values()


async def club_of(house: TableRegistry, people: int) -> str:
    """A room of Ana's with so many people."""
    club = await clubs.open_club(house, ANA, "Thursday club", "Ana")
    for name, guest in list(GUESTS.items())[1:people]:
        await clubs.join(house, await room_of(house, club), guest, name)
    return club


async def room_of(house: TableRegistry, club: str) -> ClubDetails:
    room = await house.store.read(lambda db: club_records.read_club(db, club))
    assert room is not None
    return room


async def start(house: TableRegistry, club: str, kind: str, rounds: int = 0, players: Sequence[int] = ()) -> None:
    game = games.find(GAME)
    chosen = players or [member.number for member in (await room_of(house, club)).here]
    plan = Plan(game, game.modes[0].id, SHORT, None, kind, rounds, chosen)
    await tournaments.start(house, club, ANA, plan)


async def now(house: TableRegistry, club: str) -> Contest:
    contest = await house.store.read(lambda db: club_records.read_contest(db, club))
    assert contest is not None
    return contest


async def play(table: Table) -> None:
    """Both people play to the end, or bots for them."""
    while not (match := table.state.playing()).over:
        (seat, *_) = match.acting()
        if table.state.seats[seat].kind == "bot":  # its person left the house
            await asyncio.sleep(0.005)
            continue
        await act(table, table.state.seats[seat].guest or "", seat, match.number, Banker().choose(match, seat))


async def play_round(house: TableRegistry, club: str) -> None:
    """Play what is open, and let the house look."""
    for pairing in (await now(house, club)).open:
        await play(await house.find(pairing.table or ""))
    await tournaments.advance(house, club)


def test_everybody_meets_everybody_and_the_table_counts_it(tmp_path: Path) -> None:
    async def story() -> None:
        async with open_house(tmp_path) as house:
            club = await club_of(house, 3)
            await start(house, club, EVERYBODY)
            first = await now(house, club)
            assert (first.round, first.rounds, len(first.open)) == (1, 3, 1)
            table = await house.find(first.open[0].table or "")
            assert {seat.guest for seat in table.state.seats} <= {ANA, BEN, CEM}
            assert "Round 1 of 3" in table.state.chat[0].text and len(table.state.chat) == 1
            assert not any(table.state.is_host(guest) for guest in GUESTS.values()), "nobody may take the other away"
            assert [one.id for one in await house.tables_of(table.state.seats[1].guest or "")] == [table.id]
            for _ in range(3):
                await play_round(house, club)
            done = await now(house, club)
            assert done.ended is not None and not done.open
            pairs = [{one.first, one.second} for one in done.pairings if one.second is not None]
            assert sorted(map(sorted, pairs)) == [[0, 1], [0, 2], [1, 2]]
            lines = tournaments.table_of(done)
            assert sum(line.points for line in lines) == 3
            assert [line.played for line in lines] == [2, 2, 2]
            for one in done.pairings:
                if one.table is not None:
                    shares = (await house.find(one.table)).state.playing().returns()
                    assert one.points == tuple(float(share) for share in shares)

    run_apart(story())


def test_a_swiss_goes_on_by_itself_and_after_a_restart(tmp_path: Path) -> None:
    async def begun() -> str:
        async with open_house(tmp_path) as house:
            club = await club_of(house, 5)
            await start(house, club, SWISS, 3)
            for pairing in (await now(house, club)).open:
                await play(await house.find(pairing.table or ""))
            return club

    async def gone_on(club: str) -> None:
        async with open_house(tmp_path) as house:
            for number in (2, 3):
                await tournaments.advance(house, club)
                await tournaments.advance(house, club)  # looking twice opens nothing twice
                contest = await now(house, club)
                assert (contest.round, len(contest.open)) == (number, 2)
                assert len({one.table for one in contest.pairings if one.table}) == 2 * number
                await play_round(house, club)
            done = await now(house, club)
            assert done.ended is not None
            byes = [one.first for one in done.pairings if one.second is None]
            assert len(set(byes)) == len(byes) == 3
            met = [frozenset((one.first, one.second)) for one in done.pairings if one.second is not None]
            assert len(set(met)) == len(met) == 6
            assert sum(line.points for line in tournaments.table_of(done)) == 9

    gone_to = run_apart(begun())
    run_apart(gone_on(gone_to))


def test_the_host_counts_what_does_not_end_and_it_is_told(tmp_path: Path) -> None:
    async def story() -> None:
        async with open_house(tmp_path) as house:
            club = await club_of(house, 4)
            await start(house, club, SWISS, 2)
            one, two = (await now(house, club)).open
            await tournaments.decide(house, club, ANA, 0, (one.round, one.board), "second")
            found = (await now(house, club)).pairings[0]
            assert (found.points, found.decided, found.decided_by) == ((0.0, 1.0), "second", 0)
            table = await house.find(one.table or "")
            name = table.state.seats[1].name
            assert table.state.chat[-1].text == f"The host of the club counts this match as a win for {name}."
            await play(table)
            await tournaments.advance(house, club)
            assert (await now(house, club)).pairings[0].points == (0.0, 1.0), "what it brings later changes nothing"
            await tournaments.decide(house, club, ANA, 0, (one.round, one.board), "undo")
            await tournaments.advance(house, club)
            assert (await now(house, club)).pairings[0].decided is None
            assert (await now(house, club)).pairings[0].points == table_points(table)
            with pytest.raises(Refused, match="is over"):
                await tournaments.decide(house, club, ANA, 0, (one.round, one.board), "draw")
            with pytest.raises(Refused, match="Only the host"):
                await tournaments.decide(house, club, BEN, 0, (two.round, two.board), "draw")
            for wrong in ((7, 0), (1, 9)):
                with pytest.raises(Refused, match="no such match"):
                    await tournaments.decide(house, club, ANA, 0, wrong, "draw")
            await tournaments.decide(house, club, ANA, 0, (two.round, two.board), "draw")
            assert (await now(house, club)).round == 2
            with pytest.raises(Refused, match="was paired from that result"):
                await tournaments.decide(house, club, ANA, 0, (two.round, two.board), "undo")

    run_apart(story())


def table_points(table: Table) -> tuple[float, ...]:
    return tuple(float(share) for share in table.state.playing().returns())


def test_the_host_goes_on_and_ends_it(tmp_path: Path) -> None:
    async def story() -> None:
        async with open_house(tmp_path) as house:
            club = await club_of(house, 4)
            await start(house, club, EVERYBODY)
            with pytest.raises(Refused, match="is already running in this club"):
                await start(house, club, EVERYBODY)
            await tournaments.go_on(house, club, ANA, 0, 1)
            contest = await now(house, club)
            assert (contest.round, len(contest.open)) == (2, 4)
            await play(await house.find(contest.pairings[0].table or ""))
            await tournaments.end(house, club, ANA, 0)
            done = await now(house, club)
            assert done.ended is not None and done.pairings[0].points is not None
            assert sum(line.points for line in tournaments.table_of(done)) == 1
            with pytest.raises(Refused, match="No tournament"):
                await tournaments.end(house, club, ANA, 0)
            await start(house, club, SWISS, 1)
            assert (await now(house, club)).number == 1

    run_apart(story())


def test_a_page_that_is_older_than_a_round_opens_no_other(tmp_path: Path) -> None:
    """The host presses twice, and once more when the house has opened the last round by itself."""

    async def story() -> None:
        async with open_house(tmp_path) as house:
            club = await club_of(house, 4)
            await start(house, club, EVERYBODY)
            await asyncio.gather(*(tournaments.go_on(house, club, ANA, 0, 1) for _ in range(2)))
            await tournaments.go_on(house, club, ANA, 0, 1)
            assert (await now(house, club)).round == 2
            await play_round(house, club)
            await tournaments.go_on(house, club, ANA, 0, 2)
            contest = await now(house, club)
            assert (contest.round, len(contest.open), contest.ended) == (3, 2, None)
            with pytest.raises(Refused, match="This is the last round"):
                await tournaments.go_on(house, club, ANA, 0, 3)

    run_apart(story())


@pytest.mark.parametrize(
    ("kind", "players", "rounds", "says"),
    [
        (EVERYBODY, 1, 0, "two players"),
        ("knockout", 4, 0, "or a Swiss"),
        (SWISS, 4, 4, "1 to 3 rounds"),
        (SWISS, 5, 0, "1 to 5 rounds"),
        (EVERYBODY, 17, 0, "up to 16 players"),
    ],
)
def test_what_can_be_no_contest(kind: str, players: int, rounds: int, says: str) -> None:
    with pytest.raises(Refused, match=says):
        tournaments.rounds_of(kind, players, rounds)


def test_who_goes_is_paired_no_more(tmp_path: Path) -> None:
    async def story() -> None:
        async with open_house(tmp_path) as house:
            club = await club_of(house, 4)
            await start(house, club, EVERYBODY)
            await clubs.remove(house, club, ANA, 3)
            await play_round(house, club)
            await tournaments.advance(house, club)
            contest = await now(house, club)
            assert contest.round == 2
            (gone,) = [one for one in contest.pairings if one.round == 2 and 3 in (one.first, one.second)]
            assert (gone.table, gone.decided) == (None, "gone")
            assert gone.points == ((0.0, 1.0) if gone.first == 3 else (1.0, 0.0))
            room = await room_of(house, club)
            with pytest.raises(Refused, match="removed you from this club"):
                await clubs.join(house, room, DORA, "Dora")
            with pytest.raises(NotFound):
                await clubs.joined_club(house, club, DORA)
            with pytest.raises(Refused, match="no longer in this club"):
                await start(house, await club_of(house, 2), EVERYBODY, players=(0, 1, 7))

    run_apart(story())


def test_many_come_in_at_once_and_each_once(tmp_path: Path) -> None:
    async def story() -> None:
        async with open_house(tmp_path) as house:
            room = await room_of(house, await club_of(house, 1))
            people = [(guest, name) for name, guest in GUESTS.items()] * 2
            await asyncio.gather(*(clubs.join(house, room, guest, name) for guest, name in people))
            now = await room_of(house, room.club.id)
            assert sorted(member.name for member in now.here) == sorted(GUESTS)
            assert [member.number for member in now.members] == list(range(5))

    run_apart(story())


def test_the_house_looks_only_where_something_is_due(tmp_path: Path) -> None:
    async def story() -> None:
        async with open_house(tmp_path) as house:
            club, due = await club_of(house, 4), club_records.read_due
            assert await house.store.read(due) == []
            await start(house, club, SWISS, 2)
            assert await house.store.read(due) == [], "all play"
            first, second = (await now(house, club)).open
            await play(await house.find(first.table or ""))
            assert await house.store.read(due) == [club]
            await tournaments.advance(house, club)
            assert await house.store.read(due) == []
            await play(await house.find(second.table or ""))
            looking = asyncio.create_task(tournaments.keep_contests(house))
            while (await now(house, club)).round < 2:
                await asyncio.sleep(0.01)
            looking.cancel()
            assert len((await now(house, club)).open) == 2

    run_apart(story())


def test_a_host_who_leaves_the_room_gives_it_to_somebody_who_stays(tmp_path: Path) -> None:
    async def story() -> None:
        async with open_house(tmp_path) as house:
            club = await club_of(house, 2)
            await clubs.leave_club(house, club, ANA)
            assert (await room_of(house, club)).is_host(BEN)
            await clubs.join(house, await room_of(house, club), ANA, "Ana again")
            assert [one.name for one in (await room_of(house, club)).here] == ["Ana again", "Ben"]
            await clubs.leave_club(house, club, ANA)
            await clubs.leave_club(house, club, BEN)
            assert (await room_of(house, club)).club.closed is not None

    run_apart(story())


def test_links_are_replaced_and_names_told_apart(tmp_path: Path) -> None:
    async def story() -> None:
        async with open_house(tmp_path) as house:
            club = await club_of(house, 2)
            old = clubs.token_of(house.keyring, (await room_of(house, club)).club)
            assert (await clubs.invited(house, old)).club.id == club
            await clubs.renew(house, club, ANA)
            with pytest.raises(NotFound):
                await clubs.invited(house, old)
            room = await clubs.invited(house, clubs.token_of(house.keyring, (await room_of(house, club)).club))
            with pytest.raises(Refused, match="looks like Ben, who is in this club"):
                await clubs.join(house, room, CEM, "B3n")
            await clubs.join(house, room, CEM, "Ben")
            assert [one.name for one in (await room_of(house, club)).here] == ["Ana", "Ben", "Ben 2"]
            await clubs.set_listed(house, club, ANA, True)
            with pytest.raises(Refused, match="Strangers"):
                await clubs.join(house, await clubs.listed(house, club), DORA, "Shit")
            await clubs.close(house, club, ANA)
            for way in (clubs.listed(house, club), clubs.invited(house, clubs.token_of(house.keyring, room.club))):
                with pytest.raises(NotFound):
                    await way

    run_apart(story())


def test_rooms_have_limits(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(clubs, "MOST_HERE", 2)
    monkeypatch.setattr(clubs, "MOST_JOINED", 7)

    async def story() -> None:
        async with open_house(tmp_path) as house:
            club = await club_of(house, 2)
            with pytest.raises(Refused, match="This club is full"):
                await clubs.join(house, await room_of(house, club), CEM, "Cem")
            for _ in range(clubs.MOST_HOSTED - 1):
                await clubs.open_club(house, ANA, "Another", "Ana")
            with pytest.raises(Refused, match="Close one of them"):
                await clubs.open_club(house, ANA, "One too many", "Ana")
            other = await clubs.open_club(house, CEM, "x" * 99, "Cem")
            assert len((await room_of(house, other)).club.name) == clubs.NAME_LENGTH
            await clubs.join(house, await room_of(house, other), ANA, "Ana")
            third = await clubs.open_club(house, DORA, "Third", "Dora")
            with pytest.raises(Refused, match="Leave one of them"):
                await clubs.join(house, await room_of(house, third), ANA, "Ana")
            for name in ("", "   ", "...", "\u202e"):
                with pytest.raises(Refused, match="needs a name"):
                    await clubs.open_club(house, DORA, name, "Dora")

    run_apart(story())


def test_whoever_leaves_the_house_leaves_its_rooms(tmp_path: Path) -> None:
    async def story() -> None:
        async with open_house(tmp_path) as house:
            club, alone = await club_of(house, 3), await clubs.open_club(house, ANA, "Alone", "Ana")
            await start(house, club, EVERYBODY)
            await play_round(house, club)
            (mine,) = [
                one for one in (await house.store.read(lambda db: read_mine(db, ANA)))["rooms"] if one["evenings"]
            ]
            assert (mine["room"], mine["as"], mine["host"]) == ("Thursday club", "Ana", True)
            await leave(house, ANA)
            room = await room_of(house, club)
            assert [one.name for one in room.members] == [GONE, "Ben", "Cem"]
            assert room.is_host(BEN) and [one.name for one in room.here] == ["Ben", "Cem"]
            assert await house.store.read(lambda db: club_records.read_club(db, alone)) is None
            while (await now(house, club)).ended is None:
                await play_round(house, club)
            assert len(tournaments.table_of(await now(house, club))) == 3
            for guest in (BEN, CEM):
                await leave(house, guest)
            for table in (*club_records.PARTS, "club"):
                assert not await house.store.read(lambda db, t=table: db.execute(f"SELECT 1 FROM {t}").fetchall())  # type: ignore[misc]  # noqa: S608  # our own names

    run_apart(story())


def test_two_guests_that_become_one_are_in_a_room_once(tmp_path: Path) -> None:
    async def story() -> None:
        async with open_house(tmp_path) as house:
            club = await club_of(house, 3)
            other = await clubs.open_club(house, CEM, "Of Cem", "Cem")
            await start(house, club, SWISS, 1)
            await merge(house, ANA, BEN)
            room = await room_of(house, club)
            assert room.is_host(BEN) and [one.number for one in room.here] == [1, 2]
            await merge(house, CEM, DORA)
            assert [(one.guest, one.name) for one in (await room_of(house, club)).here] == [(BEN, "Ben"), (DORA, "Cem")]
            assert (await room_of(house, other)).is_host(DORA)

    run_apart(story())


def test_a_host_who_took_herself_away_stays_host(tmp_path: Path) -> None:
    """She came in on her telephone, too, took that guest from the room, and then says that she is both."""

    async def story() -> None:
        for gone, into in ((CEM, ANA), (ANA, CEM)):
            async with open_house(tmp_path) as house:
                club = await club_of(house, 3)
                await clubs.remove(house, club, ANA, 2)
                await merge(house, gone, into)
                room = await clubs.joined_club(house, club, into)
                assert room.is_host(into) and len(room.here) == 2

    run_apart(story())


def test_what_is_too_old_goes(tmp_path: Path) -> None:
    async def story() -> None:
        async with open_house(tmp_path) as house:
            club, closed = await club_of(house, 2), await clubs.open_club(house, BEN, "Closed", "Ben")
            await start(house, club, SWISS, 1)
            await play_round(house, club)
            await start(house, club, SWISS, 1)
            await clubs.close(house, closed, BEN)
            keep, at = Keep(games=30), time.time()
            await step(house, keep, at + 29 * DAY)
            assert len(await house.store.read(lambda db: club_records.read_contests(db, club))) == 2
            await step(house, keep, at + 31 * DAY)
            left = await house.store.read(lambda db: club_records.read_contests(db, club))
            assert [one.number for one in left] == [1], "one that goes on stays"
            assert len((await now(house, club)).open) == 1
            assert await house.store.read(lambda db: club_records.read_club(db, closed)) is None
            assert len((await room_of(house, club)).here) == 2

    run_apart(story())


def test_an_evening_whose_number_comes_again_has_dice_of_its_own(tmp_path: Path) -> None:
    """The secret of the first was published when it was over, and both seats have texts of the house's."""

    async def story() -> None:
        async with open_house(tmp_path) as house:
            club, found = await club_of(house, 2), list[Table]()
            for _ in range(2):
                await start(house, club, SWISS, 1)
                contest = await now(house, club)
                assert contest.number == 0
                table = await house.find(contest.pairings[0].table or "")
                assert table.state.phase == "playing", "nobody is shown the match of the other evening"
                found.append(table)
                await play_round(house, club)
                await house.store.write(*club_records.delete_older(time.time() + DAY))
            one, other = (table.state.record for table in found)
            assert one.secret != other.secret and one.id != other.id
            added = [[seat.contribution for seat in table.state.seats] for table in found]
            assert added[0] != added[1]

    run_apart(story())


def test_an_evening_that_is_under_way_while_the_house_is_updated_keeps_its_tables(tmp_path: Path) -> None:
    """An older Dicehouse opened them by the evening's number; of one it could not write down any more whose it is."""

    async def story() -> None:
        async with open_house(tmp_path) as house:
            older = house.keyring.derive
            club = await club_of(house, 4)

            def derive(purpose: str, text: str) -> bytes:
                parts = text.split("|")
                return older(purpose, "|".join([*parts[:2], *parts[-2:]]) if purpose == "pairing" else text)

            with pytest.MonkeyPatch.context() as patch:
                patch.setattr(house.keyring, "derive", derive)
                await start(house, club, EVERYBODY)
            opened = [one.table for one in (await now(house, club)).open]
            await house.store.write(("UPDATE pairing SET played_at = NULL WHERE board = 1", ()))
        async with open_house(tmp_path) as house:
            await tournaments.advance(house, club)
            assert [one.table for one in (await now(house, club)).open] == opened

    run_apart(story())
