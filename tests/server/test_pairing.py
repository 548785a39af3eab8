"""The laws of pairing, and the tables of results on examples worked by hand."""

from __future__ import annotations

import itertools
import random
from collections import Counter

import pytest

from dicehouse.server.clubs.pairing import Pair, everybody, swiss
from dicehouse.server.clubs.standings import EVERYBODY, SWISS, Result, standings


@pytest.mark.parametrize("players", range(2, 18))
def test_everybody_meets_everybody_exactly_once(players: int) -> None:
    rounds = everybody(range(players))
    met = [frozenset((pair.first, pair.second)) for pairs in rounds for pair in pairs if pair.second is not None]
    assert sorted(map(sorted, met)) == sorted(map(list, itertools.combinations(range(players), 2)))
    for pairs in rounds:
        busy = [player for pair in pairs for player in (pair.first, pair.second) if player is not None]
        assert sorted(busy) == list(range(players)), "everybody is in each round, once"
    byes = Counter(pair.first for pairs in rounds for pair in pairs if pair.second is None)
    assert byes == (Counter(range(players)) if players % 2 else Counter())
    balances = Counter(dict.fromkeys(range(players), 0))
    for pair in itertools.chain(*rounds):
        if pair.second is not None:
            balances.update({pair.first: 1, pair.second: -1})
    assert all(abs(balance) <= 1 for balance in balances.values())


def tournament(players: int, rounds: int, seed: int) -> list[list[Pair]]:
    """A Swiss tournament that chance decides."""
    chance, results, past = random.Random(seed), list[Result](), list[list[Pair]]()
    for _ in range(rounds):
        lines = standings(SWISS, range(players), results)
        points = {line.player: line.points for line in lines}
        order = [line.player for line in lines]
        past.append(swiss(order, points, [pair for one in past for pair in one]))
        for pair in past[-1]:
            got = chance.choice(((1.0, 0.0), (0.0, 1.0), (0.5, 0.5))) if pair.second is not None else (1.0, 0.0)
            results.append(Result(pair.first, pair.second, got))
    return past


@pytest.mark.parametrize("seed", range(6))
@pytest.mark.parametrize("players", [2, 3, 4, 5, 6, 7, 8, 11, 16, 33])
def test_swiss_pairs_everybody_and_nobody_twice(players: int, seed: int) -> None:
    rounds = min(6, max(1, players // 2))
    past = tournament(players, rounds, seed)
    for pairs in past:
        busy = [player for pair in pairs for player in (pair.first, pair.second) if player is not None]
        assert sorted(busy) == list(range(players))
        assert [pair.second is None for pair in pairs].count(True) == players % 2
    met = Counter(frozenset((pair.first, pair.second)) for pair in itertools.chain(*past) if pair.second is not None)
    assert not met or max(met.values()) == 1
    byes = Counter(pair.first for pair in itertools.chain(*past) if pair.second is None)
    assert max(byes.values(), default=0) <= 1
    for player in range(players):
        seats = [pair.first == player for pair in itertools.chain(*past) if pair.second is not None
                 and player in (pair.first, pair.second)]  # fmt: skip
        assert abs(2 * sum(seats) - len(seats)) <= 2, "who sits first is shared"


def test_byes_go_round_before_anybody_has_a_second_one() -> None:
    past = list(itertools.chain(*tournament(3, 6, 1)))
    byes = [pair.first for pair in past if pair.second is None]
    assert sorted(byes[:3]) == sorted(byes[3:]) == [0, 1, 2]


def test_where_all_have_met_they_meet_again_and_the_fewest_times() -> None:
    past = list(itertools.chain(*tournament(4, 6, 3)))
    met = Counter(frozenset((pair.first, pair.second)) for pair in past)
    assert len(met) == 6 and set(met.values()) == {2}


def test_equals_meet_the_upper_half_the_lower() -> None:
    pairs = swiss(range(8), dict.fromkeys(range(8), 0.0), [])
    assert [{pair.first, pair.second} for pair in pairs] == [{0, 4}, {1, 5}, {2, 6}, {3, 7}]
    points = {0: 1.0, 1: 1.0, 2: 0.0, 3: 0.0}
    assert [{p.first, p.second} for p in swiss(range(4), points, [Pair(0, 2), Pair(1, 3)])] == [{0, 1}, {2, 3}]


def lines(kind: str, players: int, *results: Result) -> list[tuple[int, int, float, float]]:
    return [(line.place, line.player, line.points, line.tie) for line in standings(kind, range(players), results)]


def test_buchholz() -> None:
    """0 beat 2 and shared with 1, who beat 3; 2 beat 3."""
    half = (0.5, 0.5)
    games = (Result(0, 2, (1, 0)), Result(1, 3, (1, 0)), Result(0, 1, half), Result(3, 2, (0, 1)))
    assert lines(SWISS, 4, *games) == [(1, 0, 1.5, 2.5), (2, 1, 1.5, 1.5), (3, 2, 1.0, 1.5), (4, 3, 0.0, 2.5)]


def test_a_bye_is_a_win_in_swiss_and_a_rest_elsewhere() -> None:
    games = (Result(0, 1, (0, 1)), Result(2, None, (1, 0)))
    assert lines(SWISS, 3, *games) == [(1, 2, 1.0, 1.0), (2, 1, 1.0, 0.0), (3, 0, 0.0, 1.0)]
    assert [line[:3] for line in lines(EVERYBODY, 3, *games)] == [(1, 1, 1.0), (2, 0, 0.0), (2, 2, 0.0)]


def test_direct_comparison_goes_before_sonneborn_berger() -> None:
    """0 and 1 have two points each; 1 beat 0, though 0 beat the stronger ones."""
    games = (
        Result(1, 0, (1, 0)), Result(0, 2, (1, 0)), Result(0, 3, (1, 0)), Result(4, 0, (1, 0)), Result(1, 4, (1, 0)),
        Result(3, 4, (0.5, 0.5)), Result(2, 1, (1, 0)), Result(3, 1, (1, 0)), Result(2, 3, (1, 0)),
        Result(2, 4, (1, 0)),
    )  # fmt: skip
    assert lines(EVERYBODY, 5, *games) == [
        (1, 2, 3.0, 5.0), (2, 1, 2.0, 3.5), (3, 0, 2.0, 4.5), (4, 3, 1.5, 2.75), (4, 4, 1.5, 2.75),
    ]  # fmt: skip


def test_what_nobody_knows_yet_does_not_count() -> None:
    assert lines(SWISS, 2, Result(0, 1, None)) == [(1, 0, 0.0, 0.0), (1, 1, 0.0, 0.0)]
