"""Ratings: the worked example of the paper, whether the truth lies where they say, and which matches count."""

from __future__ import annotations

import random
from collections.abc import Sequence
from pathlib import Path

import pytest

from dicehouse import games
from dicehouse.server.accounts.guest_deletion import leave
from dicehouse.server.accounts.guest_export import read_mine
from dicehouse.server.accounts.guest_merging import merge
from dicehouse.server.clubs import ratings
from dicehouse.server.clubs.glicko import UNKNOWN, Rating, Result, idle, rated
from dicehouse.server.clubs.ratings import FEWEST, PERIOD, SURE, GuestRating, Played, Ratings, rate
from dicehouse.server.features import hints
from dicehouse.server.live_table import Table
from dicehouse.server.seat_plan import Chair
from dicehouse.server.seats import Refused
from dicehouse.server.table_registry import TableRegistry

from .finished import SHORT, played
from .give import act, agree_to_hints
from .room import ANA, BEN, GAME, Banker, open_house, run_apart

CEM = "c" * 32
NAMES = {ANA: "Ana", BEN: "Ben", CEM: "Cem"}


def test_the_worked_example_of_the_paper() -> None:
    """Glickman, Example of the Glicko-2 system: 1464.06, 151.52 and 0.05999 (tau 0.5)."""
    results = [Result(Rating(1400, 30), 1), Result(Rating(1550, 100), 0), Result(Rating(1700, 300), 0)]
    found = rated(Rating(1500, 200, 0.06), results)
    assert found.value == pytest.approx(1464.06, abs=0.01)
    assert found.deviation == pytest.approx(151.52, abs=0.01)
    assert found.volatility == pytest.approx(0.05999, abs=0.00001)


def test_who_does_not_play_is_known_less_surely() -> None:
    once = idle(Rating(1600, 50, 0.06))
    assert once.value == 1600 and once.deviation == pytest.approx((50**2 + (0.06 * 173.7178) ** 2) ** 0.5)
    assert idle(idle(Rating(1600, 50)), 3).deviation == pytest.approx(idle(Rating(1600, 50), 4).deviation)
    assert idle(Rating(1500, UNKNOWN)).deviation == UNKNOWN
    assert rated(Rating(1600, 50), []) == idle(Rating(1600, 50))


def test_the_truth_lies_in_the_interval_about_as_often_as_it_says() -> None:
    """Twenty people of known strength play for ten weeks, by the model's own law."""
    chance, inside, told = random.Random(17), 0, 0
    for _ in range(10):
        truth = {str(n): chance.gauss(1500, 150) for n in range(20)}
        matches = []
        for match in range(600):
            one, other = chance.sample(sorted(truth), 2)
            won = chance.random() < 1 / (1 + 10 ** ((truth[other] - truth[one]) / 400))
            matches.append(Played(match * PERIOD / 60, ((one, float(won)), (other, float(not won)))))
        mean = sum(truth.values()) / len(truth)
        found = rate(matches, matches[-1].ended)
        middle = sum(one.rating.value for one in found.values()) / len(found)
        for guest, one in found.items():
            told += 1
            inside += abs((one.rating.value - middle) - (truth[guest] - mean)) < SURE * one.rating.deviation
    assert told == 200
    assert 0.9 <= inside / told <= 0.995, inside / told


def test_a_match_of_three_counts_as_one_by_shares() -> None:
    three = rate([Played(0, (("a", 1.0), ("b", 0.0), ("c", 0.0)))], 0)
    two = rate([Played(0, (("a", 1.0), ("b", 0.0)))], 0)
    assert three["a"].rating == two["a"].rating
    assert three["b"] == three["c"] and 1500 > three["b"].rating.value > two["b"].rating.value
    shared = rate([Played(0, (("a", 0.5), ("b", 0.5)))], 0)
    assert shared["a"].rating.value == pytest.approx(1500)


def test_figures_are_never_single_and_never_exact() -> None:
    assert GuestRating(Rating(1543.2, 46.0), 12).words == "1,540 ± 90"
    assert GuestRating(Rating(987.0, 1.0), 400).words == "990 ± 10"
    assert GuestRating(Rating(), FEWEST - 2).words == "2 more matches needed"
    assert GuestRating(Rating(), FEWEST - 1).words == "1 more match needed"


# which matches count ---------------------------------------------------------------------------------------------


async def table_of(house: TableRegistry, guests: Sequence[str], bots: int = 0) -> Table:
    game = games.find(GAME)
    chairs = [Chair("person", "Ana"), *(Chair("open") for _ in guests[1:]), *(Chair("bot", bot="first"),) * bots]
    table = await house.open(game, game.modes[0].id, SHORT, chairs, guests[0], house.keyring.dice_secret(), None)
    for seat, guest in enumerate(guests[1:], 1):
        await house.invitations.accept(house.keyring.invite(table.id, seat), guest, NAMES[guest], None)
    return table


async def played_by(house: TableRegistry, *guests: str, hints: bool = False) -> Table:
    table = await table_of(house, guests)
    for guest in guests if hints else ():
        await agree_to_hints(table, guest, True)
    return await to_the_end(table)


async def to_the_end(table: Table) -> Table:
    while not (match := table.state.playing()).over:
        (seat, *_) = match.acting()
        await act(table, table.state.seats[seat].guest, seat, match.number, Banker().choose(match, seat))
    return table


async def counted(house: TableRegistry, *guests: str) -> list[int]:
    """How many matches count for each."""
    found = await Ratings(house.store).of(GAME)
    return [found[guest].matches if guest in found else 0 for guest in guests]


def test_only_those_count_who_all_wanted_it_before(tmp_path: Path) -> None:
    async def story() -> None:
        async with open_house(tmp_path) as house:
            known = Ratings(house.store)
            await played_by(house, ANA, BEN)
            await known.want(ANA, True)
            early = await table_of(house, (ANA, BEN))
            await known.want(BEN, True)
            while not (match := early.state.playing()).over:
                (seat, *_) = match.acting()
                await act(early, (ANA, BEN)[seat], seat, match.number, Banker().choose(match, seat))
            assert await known.of(GAME) == {}, "who joins in late has not chosen by how it stands"
            await played_by(house, ANA, BEN)
            await played_by(house, ANA, CEM)
            await played_by(house, ANA, BEN, CEM)
            await played(house, ANA)  # on a couch
            await played_by(house, ANA, BEN, hints=True)
            found = await known.of(GAME)
            assert {guest: one.matches for guest, one in found.items()} == {ANA: 1, BEN: 1}
            assert sorted(one.rating.value > 1500 for one in found.values()) == [False, True]
            await known.want(CEM, True)
            await played_by(house, ANA, BEN, CEM)
            assert await counted(house, ANA, BEN, CEM) == [2, 2, 1]
            (mine,) = (await house.store.read(lambda db: read_mine(db, ANA)))["ratings"]["games"]
            assert (mine["game"], mine["matches"]) == (GAME, 2)
            await known.want(CEM, False)
            assert {guest: one.matches for guest, one in (await known.of(GAME)).items()} == {ANA: 1, BEN: 1}
            await known.want(CEM, True)
            assert await counted(house, CEM) == [0], "what was forgotten does not come back"

    run_apart(story())


def test_hints_that_were_on_take_a_match_out_whatever_is_agreed_later(tmp_path: Path) -> None:
    async def story() -> None:
        async with open_house(tmp_path) as house:
            for guest in (ANA, BEN):
                await Ratings(house.store).want(guest, True)
            with_hints = await table_of(house, (ANA, BEN))
            for guest in (ANA, BEN):
                await agree_to_hints(with_hints, guest, True)
            again = await house.find(await house.again(await to_the_end(with_hints), ANA))
            assert hints.are_on(again.state)
            for table in (again, await table_of(house, (ANA, BEN))):
                for guest in (ANA, BEN):
                    await agree_to_hints(table, guest, True)
                await agree_to_hints(table, BEN, False)
                await to_the_end(table)
            assert await counted(house, ANA, BEN) == [0, 0], "they were on for a while"
            without = await table_of(house, (ANA, BEN))
            await agree_to_hints(without, ANA, True)
            await to_the_end(without)
            assert await counted(house, ANA, BEN) == [1, 1]

    run_apart(story())


def test_nobody_decides_on_hints_when_it_is_known_who_won(tmp_path: Path) -> None:
    async def story() -> None:
        async with open_house(tmp_path) as house:
            for guest in (ANA, BEN):
                await Ratings(house.store).want(guest, True)
            table = await table_of(house, (ANA, BEN))
            await agree_to_hints(table, ANA, True)
            await to_the_end(table)
            with pytest.raises(Refused, match="The game is over"):
                await agree_to_hints(table, BEN, True)
            assert await counted(house, ANA, BEN) == [1, 1]
            table = await played_by(house, ANA, BEN, hints=True)
            with pytest.raises(Refused, match="The game is over"):
                await agree_to_hints(table, BEN, False)
            assert await counted(house, ANA, BEN) == [1, 1]

    run_apart(story())


def test_a_take_back_by_consent_takes_a_match_out(tmp_path: Path) -> None:
    async def story() -> None:
        async with open_house(tmp_path) as house:
            for guest in (ANA, BEN):
                await Ratings(house.store).want(guest, True)
            table = await played_by(house, ANA, BEN)
            assert await counted(house, ANA, BEN) == [1, 1]
            await house.store.write(("UPDATE game_table SET taken_back = 1 WHERE id = ?", (table.id,)))
            assert await counted(house, ANA, BEN) == [0, 0]

    run_apart(story())


def test_leaving_and_becoming_one_stay_true(tmp_path: Path) -> None:
    async def story() -> None:
        async with open_house(tmp_path) as house:
            known = Ratings(house.store)
            for guest in (ANA, BEN):
                await known.want(guest, True)
            await played_by(house, ANA, BEN)
            await known.of(GAME)
            await merge(house, CEM, ANA)
            assert (await known.of(GAME))[ANA].matches == 1
            await merge(house, ANA, CEM)
            assert await known.wanted(CEM) is None and await known.of(GAME) == {}, "who stays said nothing of ratings"
            await known.want(CEM, True)
            await played_by(house, CEM, BEN)
            assert await counted(house, CEM, BEN) == [1, 1]
            await leave(house, BEN)
            assert await known.of(GAME) == {}

    run_apart(story())


def test_a_damaged_result_costs_its_own_match(tmp_path: Path) -> None:
    async def story() -> None:
        async with open_house(tmp_path) as house:
            for guest in (ANA, BEN):
                await Ratings(house.store).want(guest, True)
            one, _ = await played_by(house, ANA, BEN), await played_by(house, ANA, BEN)
            for broken in ("", "{", '{"places": [2, 2]}', '{"places": 7}', '{"places": [1]}'):
                await house.store.write(("UPDATE game_table SET result = ? WHERE id = ?", (broken, one.id)))
                found = await house.store.read(lambda db: ratings.read_played(db, GAME))
                assert len(found) == 1

    run_apart(story())
