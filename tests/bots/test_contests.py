"""Check that contests between bots are repeatable, fair, finite, and won by better players."""

from __future__ import annotations

import json

import numpy as np
import pytest

import dicehouse
from dicehouse import bots
from dicehouse.arena.intervals import wilson_interval
from dicehouse.arena.pairing_schedule import rotate_bots
from dicehouse.errors import BadSetting
from dicehouse.games import find

GAME = find("dice-ocalypse")


def record(winner: str, loser: str, games: int, players: int = 2, **settings: object) -> bots.Tally:
    """Return what the first of two bots won; every game must end."""
    contest = bots.contest(GAME, (winner, loser), games, players=players, settings=settings, seed=2026)
    assert (contest.returns.sum(1) == 1).all(), "a game did not end"
    return contest.tallies()[0]


def test_a_seed_may_be_numpy_s_and_is_told_as_a_number() -> None:
    game, seed, names = find("deck-o-dice"), np.int64(3), ["random", "greedy"]
    told = [
        bots.contest(game, names, 4, seed=seed).report(),
        bots.arena(game, names, games=4, seed=seed).report(),
        dicehouse.Study(game.id, games=4, seed=seed).run().as_dict(),
    ]
    assert [json.loads(json.dumps(each))["seed"] for each in told] == [3, 3, 3]


@pytest.mark.parametrize(("rival", "least"), [("random", 0.95), ("greedy", 0.65)])
def test_sensible_beats_the_others_as_often_as_promised(rival: str, least: float) -> None:
    assert record("sensible", rival, 1000).low >= least


def test_greedy_beats_random() -> None:
    assert record("greedy", "random", 500).low > 0.8


@pytest.mark.parametrize("players", [3, 4, 5, 6])
def test_sensible_holds_up_at_larger_tables(players: int) -> None:
    fair = 0.5 if players % 2 == 0 else (players + 1) / 2 / players  # its share of the seats, at the most
    assert record("sensible", "greedy", 150, players).low > fair + 0.1


@pytest.mark.parametrize(
    "settings",
    [
        {"scoring": "printed"},
        {"scoring": "classic"},
        {"special_cards": False},
        {"piggyback": True},
        {"keep_rule": "all_scoring", "hot_dice": "must"},
        {"target": 1_000, "opening": 5_000},
        {"target": 5_000, "opening": 500, "reaction_windows": "end_only"},
        {"negative_scores": True, "battle_zone_again": True, "exact_target": True, "simultaneous": "roll"},
        {"no_score_bonus": 500, "battle_zone_in_final": False},
    ],
    ids=lambda settings: ",".join(f"{key}={value}" for key, value in settings.items()),
)
def test_sensible_knows_what_to_do_under_every_setting(settings: dict[str, object]) -> None:
    assert record("sensible", "random", 200, **settings).low > 0.7


def test_sensible_brings_games_among_its_like_to_an_end() -> None:
    for players in (2, 4, 6):
        contest = bots.contest(GAME, ["sensible"], 40, players=players, seed=5)
        assert (contest.returns.sum(1) == 1).all()
        assert contest.decisions.max() < 10_000


def test_the_same_contest_is_the_same_games_whatever_the_jobs() -> None:
    one = bots.contest(GAME, ("sensible", "random", "greedy"), 150, players=3, seed=9)
    two = bots.contest(GAME, ("sensible", "random", "greedy"), 150, players=3, seed=9, jobs=2)
    other = bots.contest(GAME, ("sensible", "random", "greedy"), 150, players=3, seed=10)
    assert (one.points == two.points).all() and (one.decisions == two.decisions).all()
    assert (one.points != other.points).any()


def test_more_games_of_a_seed_begin_with_the_same_ones() -> None:
    few, many = (bots.contest(GAME, ("greedy", "random"), games, seed=3) for games in (20, 40))
    assert (many.points[:20] == few.points).all()


@pytest.mark.parametrize(("players", "count"), [(2, 1), (2, 2), (4, 2), (6, 3), (3, 3), (5, 2)])
def test_every_bot_sits_everywhere_equally_often(players: int, count: int) -> None:
    seats = rotate_bots(players, count, players * count)
    for seat in range(players):
        assert np.bincount(seats[:, seat], minlength=count).tolist() == [players] * count
    assert (rotate_bots(players, count, 2, first=3) == rotate_bots(players, count, 5)[3:]).all()
    assert rotate_bots(players, count, 2, first=10**9).base is None  # no more than what is asked for


def test_a_game_stops_at_the_cap() -> None:
    contest = bots.contest(GAME, ["random"], 4, cap=7, seed=1)
    assert contest.decisions.tolist() == [7] * 4
    assert contest.report()["unfinished"] == 4


def test_wilsons_interval() -> None:
    low, high = wilson_interval(8, 10)  # as in Wilson's own formula, worked by hand
    assert (round(low, 3), round(high, 3)) == (0.490, 0.943)
    assert wilson_interval(0, 50)[0] == 0 and wilson_interval(50, 50)[1] == pytest.approx(1)
    assert wilson_interval(0, 0) == (0.0, 1.0)


@pytest.mark.parametrize(
    ("names", "players", "games"),
    [(("sensible", "clever"), 2, 1), ((), 2, 1), (("random",) * 3, 2, 1), (("random",), 7, 1), (("random",), 2, 0)],
)
def test_an_impossible_contest_is_refused(names: tuple[str, ...], players: int, games: int) -> None:
    with pytest.raises(BadSetting):
        bots.contest(GAME, names, games, players=players)


def test_the_report_adds_up() -> None:
    report = bots.contest(GAME, ("sensible", "greedy"), 40, players=2, seed=4).report()
    assert sum(report["wins"]) == 40
    assert sum(row["wins"] for row in report["by_bot"]) == 40
    assert report["mean_decisions"] == pytest.approx(report["decisions"] / 40, abs=0.01)
    assert all(row["low"] <= row["share"] <= row["high"] for row in report["by_bot"])
