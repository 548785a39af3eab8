"""Check the solver against published values, against dice, and against whole games."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Mapping
from functools import cache
from math import sqrt
from typing import Any

import numpy as np
import pytest

import dicehouse
from dicehouse.arena.regret import measure_regret
from dicehouse.engine import DiceBox, Position, engine_of
from dicehouse.errors import BadSetting
from dicehouse.games import find
from dicehouse.games.dice_ocalypse.ai import race_answers, race_solver, solo_race
from dicehouse.games.dice_ocalypse.presentation import exact_chances, race_model, race_solutions
from dicehouse.match.match import Match
from dicehouse.solver import best_option, exact_value

GAME = find("dice-ocalypse")
PLAIN = {"special_cards": False}
SHORT = {**PLAIN, "target": 1_000, "opening": 300}
PRESETS = ("plurality", "printed", "classic")
pytestmark = pytest.mark.xdist_group("race")  # one worker compiles the solver
SIGMAS = 5  # a right solver fails once in two million seeds, and the seeds are fixed


def dealt(settings: Mapping[str, Any]) -> Any:
    position = Position(GAME)
    engine_of(GAME).deal(position, 2, GAME.settings_for(2, settings), DiceBox(written=False))
    return position.state


def race_with(settings: Mapping[str, Any]) -> race_model.Race:
    key = race_model.race_key(dealt(settings))
    assert key is not None
    return race_model.race_of(key)


@cache
def short() -> race_solutions.RaceSolution:
    """Solve the race that most tests play once, and store it where `exact` finds it."""
    found = dicehouse.solve("dice-ocalypse", options=SHORT, again=True)  # what is kept may be older than the solver
    assert isinstance(found, race_answers.RaceAnswers)
    return found.solution


def pig(goal: int) -> race_model.Race:
    return race_model.build_race({1: [(1 / 6, {0: face}) for face in range(2, 7)]}, crossing=goal, last_turn=False)


# --- what is known from elsewhere


def test_pig_is_worth_to_the_first_player_what_was_published() -> None:
    """Neller and Presser (2004): the first of two perfect players wins Pig to 100 with 0.530593."""
    solution = race_solver.solve_race(pig(100))
    assert solution.first == pytest.approx(0.530593, abs=1e-6)
    assert solution.residual < 1e-9


def test_piglet_is_solved_by_hand() -> None:
    """One point wins, and a die brings it five times of six: p = 5/6 + (1 - p) / 6."""
    assert race_solver.solve_race(pig(1)).first == pytest.approx(6 / 7, abs=1e-12)


def test_the_fewest_turns_of_one_point_are_known() -> None:
    assert solo_race.fewest_turns(pig(1))[0] == pytest.approx(6 / 5, abs=1e-12)
    assert solo_race.chances_within(pig(1))[:4] == pytest.approx([0, 5 / 6, 35 / 36, 215 / 216], abs=1e-12)


PLAYED_FIRST = """
import dicehouse
from dicehouse.games.dice_ocalypse.ai import race_solver

kept = dicehouse.solve("dice-ocalypse", options={"special_cards": False, "target": 1_000, "opening": 300})
assert kept.kept and kept.play(2_000, 1)["inside"]
print(race_solver.solve_race(kept.solution.race).first - kept.first)
"""


def test_what_was_kept_can_be_played_before_another_is_solved() -> None:
    """The compiler once left arguments out of the turn that both of them call: this ended the process."""
    short()
    done = subprocess.run([sys.executable, "-c", PLAYED_FIRST], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, "")
    assert abs(float(done.stdout)) < 1e-6  # what is kept is rounded


# --- the equations, worked out a second time


def check(solution: race_solutions.RaceSolution, own: int, other: int) -> float:
    """Return how far a chance is from the value of the turn that it belongs to, by the other of the two walks."""
    it = solution.race
    bank = race_model.own_bank(
        it, own, race_model.bank_values(it, own, other, solution.value, solution.chase, solution.unopened)
    )
    lost = 1 - float(solution.value[other, own])
    turn = race_model.work_out_turn(it, bank, lost, race_model.banking_level(it, bank, lost, it.crossing - own))
    return abs(turn.thrown(0, it.dice) - float(solution.value[own, other]))


@pytest.mark.parametrize("preset", PRESETS)
def test_the_races_that_come_with_the_house_are_solved(preset: str) -> None:
    state = dealt({**PLAIN, "scoring": preset})
    solution = exact_chances.solution_at(state, shipped_only=True)
    assert solution is not None and solution.residual < 1e-9
    totals = [0, 20, 57, 120, 171, 199, 200]
    assert max(check(solution, own, other) for own in totals for other in totals[::2]) < 2e-6


def test_a_wrong_chance_is_seen() -> None:
    solution = short()
    assert check(solution, 7, 9) < 1e-6
    spoilt = solution.value.copy()
    spoilt[9, 14] += 0.001
    wrong = race_solutions.RaceSolution(solution.race, spoilt, solution.chase, solution.unopened, 0.0, 0, 0.0)
    assert check(wrong, 7, 9) > 1e-6


@pytest.mark.parametrize(
    "settings",
    [
        {"hot_dice": "must"},
        {"keep_rule": "all_scoring", "exact_target": True},
        {"no_score_bonus": 500},
        {"opening": 0},
        {"opening": 1_500},
    ],
    ids=lambda settings: " ".join(settings),
)
def test_every_rule_of_the_race_can_be_solved(settings: dict[str, Any]) -> None:
    """A bust that can't happen, hot dice that must be thrown, an opening above the target: each its own turn."""
    it = race_with({**SHORT, **settings})
    solution = race_solver.solve_race(it)
    assert solution.residual < 1e-9
    assert max(check(solution, own, other) for own in (0, 6, 19) for other in (0, 13, 19)) < 1e-9
    assert solution.first != pytest.approx(short().first, abs=1e-6)


def test_points_and_the_turn_are_worth_having() -> None:
    chances = short().value
    assert (np.diff(chances[1:], axis=0) > -1e-9).all() and (np.diff(chances[:, 1:], axis=1) < 1e-9).all()
    assert (np.diagonal(chances) > 0.5).all()
    assert (np.diff(short().chase) < 0).all()


# --- against dice


@pytest.mark.parametrize(
    "settings", [SHORT, {**SHORT, "hot_dice": "must", "scoring": "printed"}], ids=["usual", "must"]
)
def test_games_played_by_the_solution_are_won_as_often_as_it_says(settings: dict[str, Any]) -> None:
    found = dicehouse.solve("dice-ocalypse", options=settings, again=True)
    games = 100_000
    played = found.play(games, seed=11)
    first = found.report()["first"]
    assert abs(played["share"] - first) < SIGMAS * sqrt(first * (1 - first) / games)


def test_matches_by_the_rules_go_as_it_says() -> None:
    """Whole games as a table plays them, with last turns and ties, and nothing of the solver but its choices. The first
    player wins as often as it says, and no chance rises or falls on average: each is a fair price of the next.
    """
    short()
    games, won, rises = 120, 0.0, []
    for seed in range(games):
        match = dicehouse.new("dice-ocalypse", options=SHORT, seed=f"exact {seed}")
        first = match.acting()[0]
        before = exact_value(match, first)
        assert before == pytest.approx(short().first, abs=1e-6)
        while not match.over:
            seat = match.acting()[0]
            option = best_option(match, seat)
            assert option is not None and before is not None
            match.play(seat, option)
            after = exact_value(match, first)
            assert after is not None
            rises.append(after - before)
            before = after
        won += match.returns()[first]
    assert abs(won / games - short().first) < SIGMAS * 0.5 / sqrt(games)
    assert abs(np.mean(rises)) < SIGMAS * np.std(rises) / sqrt(len(rises))


# --- at a position


def at(totals: tuple[int, int], settings: Mapping[str, Any] = SHORT, **words: Any) -> Match:
    short()
    return Match.set_up("dice-ocalypse", players=2, options=dict(settings), totals=list(totals), player=0, **words)


def test_both_chances_make_one() -> None:
    match = at((500, 700))
    assert exact_value(match, 0) == pytest.approx(short().value[10, 14], abs=1e-6)
    assert exact_value(match, 0) + exact_value(match, 1) == pytest.approx(1)  # type: ignore[operator]  # both are known
    assert best_option(match, 0) == "roll" and best_option(match, 1) is None


def test_the_last_turn_goes_for_the_bar() -> None:
    """Behind by 300, a turn of 350 wins: no bank below, and 5s are enough for a tie that dice decide."""
    match = at((750, 1_050), bar_set_by=1)
    assert exact_value(match, 0) == pytest.approx(short().chase[6], abs=1e-6)
    state = dealt(SHORT)
    assert race_solver.last_turns(race_with(SHORT))[0][6] == pytest.approx(short().chase[6])
    assert exact_chances.race_chance(state, 0) == pytest.approx(
        short().first if state.player == 0 else 1 - short().first, abs=1e-6
    )


def test_each_choice_tells_its_chance_and_the_best_is_played() -> None:
    match = at((600, 800))
    while True:
        match.play(0, "roll")
        if match.acting() == (0,):
            break
        match = at((600, 800))
    options = match.options(0)
    wins = {option.id: option.facts["wins"] for option in options}
    best = best_option(match, 0)
    assert best is not None and wins[best] == max(wins.values())
    assert exact_value(match, 0) == pytest.approx(wins[best], abs=1e-6)
    assert len(set(wins.values())) > 1
    assert options[0].note.endswith(f"; exact winning chance {100 * wins[options[0].id]:.1f}%")


@pytest.mark.parametrize(
    "settings",
    [{}, {**PLAIN, "piggyback": True}, {**PLAIN, "target": 1_500, "opening": 50}],
    ids=["cards", "piggyback", "not solved"],
)
def test_where_nothing_is_known_nothing_is_told(settings: dict[str, Any]) -> None:
    match = dicehouse.new("dice-ocalypse", players=2, options=settings, dice=dicehouse.Tape("52 114626"))
    match.play(0, "roll")
    assert exact_value(match, 0) is None and best_option(match, 0) is None
    assert "wins" not in match.options(0)[0].facts


def test_three_players_and_impossible_totals_are_not_the_race() -> None:
    assert exact_value(dicehouse.new("dice-ocalypse", players=3, options=SHORT, seed=1), 0) is None
    assert exact_value(at((0, 0), opened=[True, False]), 0) is None


# --- bots


def test_sensible_plays_the_race_perfectly_and_greedy_does_not() -> None:
    perfect = measure_regret("dice-ocalypse", "sensible", 2, seed=1)
    assert perfect.high < 1e-4
    assert measure_regret("dice-ocalypse", "greedy", 2, seed=1).mean > 0.05


def test_a_loss_needs_a_solution() -> None:
    with pytest.raises(BadSetting, match="wasn't solved"):
        measure_regret("dice-ocalypse", "greedy", 2, options={"target": 1_500, "opening": 50})
    with pytest.raises(BadSetting, match="no bot 'clever'"):
        measure_regret("dice-ocalypse", "clever", 2)


# --- what is kept


def test_what_is_solved_is_kept_and_a_spoilt_file_is_as_good_as_none(
    tmp_path: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("DICEHOUSE_CACHE", str(tmp_path))
    options = {"target": 1_000, "opening": 600}
    first = dicehouse.solve("dice-ocalypse", options=options)
    again = dicehouse.solve("dice-ocalypse", options=options)
    assert (first.report()["kept"], again.report()["kept"]) == (False, True)
    assert again.report()["first"] == pytest.approx(first.report()["first"], abs=1e-7)
    (file,) = tmp_path.glob("dice-ocalypse-*.npz")
    for data in (file.read_bytes()[:500], b"", b"nonsense"):
        file.write_bytes(data)
        assert not dicehouse.solve("dice-ocalypse", options=options).report()["kept"]
    assert not list(tmp_path.glob("*.part"))


def test_another_race_has_another_fingerprint() -> None:
    found = [race_with({**SHORT, **more}).fingerprint() for more in ({}, {"target": 1_500}, {"opening": 250})]
    found += [race_with({**SHORT, "scoring": preset}).fingerprint() for preset in PRESETS[1:]]
    assert len(set(found)) == 5
    assert race_with(SHORT).fingerprint() == found[0]


def test_what_comes_with_the_house_is_light() -> None:
    files = list(race_solutions.SHIPPED.glob("*.npz"))
    assert sorted(file.stem for file in files) == sorted(PRESETS)
    assert max(file.stat().st_size for file in files) <= 300_000


# --- what is refused


@pytest.mark.parametrize(
    ("game", "options", "why"),
    [
        ("dicetopia", {}, "can't be solved"),
        ("dice-ocalypse", {"special_cards": True}, "special_cards and piggyback off"),
        ("dice-ocalypse", {"piggyback": True}, "special_cards and piggyback off"),
        ("dice-ocalypse", {"target": 30_000}, "targets up to 20,000"),
    ],
)
def test_what_can_not_be_solved_is_refused_with_the_reason(game: str, options: dict[str, Any], why: str) -> None:
    with pytest.raises(BadSetting, match=why):
        dicehouse.solve(game, options=options)


def test_a_chance_is_asked_for_by_totals_of_the_race() -> None:
    found = dicehouse.solve("dice-ocalypse", options=SHORT)
    assert isinstance(found, race_answers.RaceAnswers)
    assert found.chance(0, 0) == found.first
    assert found.chance(1_000, 1_000) > 0.5
    for totals in ((25, 0), (1_050, 0), (0, -50)):
        with pytest.raises(BadSetting, match="multiple of 50 from 0 to 1,000"):
            found.chance(*totals)
