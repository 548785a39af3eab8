"""Check the players of a review's rollouts, and what their levels change."""

from __future__ import annotations

import json

import numpy as np
import pytest

from dicehouse.core.policy import SENSIBLE_KIND
from dicehouse.engine.engine import use_compiled
from dicehouse.games import all_games, find
from dicehouse.review import ordinary_players, review
from dicehouse.review.forecast import Forecaster, Table
from dicehouse.review.ordinary_players import (
    LEVELS,
    PEOPLE,
    OrdinaryPlayer,
    joint_sharpness,
    ordinary_player,
    sharpen,
    sharpening_slope,
)
from dicehouse.review.review_budget import ROLLOUTS_SHARE
from dicehouse.review.review_match import value_positions
from dicehouse.review.review_rollouts import ReviewRollouts
from dicehouse.review.rollout_values import MIN_ROLLOUTS

from .test_review import check_sums, played


def test_every_fitted_game_has_all_levels() -> None:
    """The file names games that exist, holds each level, and the command that found the numbers."""
    for game, fitted in ordinary_players.read_data()["games"].items():
        assert game in all_games() and set(fitted) == {*LEVELS, "attention", "command"}
        assert fitted["command"].startswith(f"python -m bench.calibration_fit {game} ")
        for level in LEVELS:
            player = ordinary_player(find(game), level, dice_decide=True)
            assert 0.2 < player.sharpness < 2.0


def test_a_level_that_is_not_known_counts_as_people(monkeypatch: pytest.MonkeyPatch) -> None:
    fitted = {PEOPLE: {"traits": None, "sharpness": 0.7}, "pip": {"traits": {"looks": 2, "fancy": 9}, "sharpness": 0.5}}
    monkeypatch.setattr(ordinary_players, "read_data", lambda: {"games": {"dicetopia": fitted}})
    game = find("dicetopia")
    assert ordinary_player(game, PEOPLE, True) == ordinary_player(game, "net:x", True) == OrdinaryPlayer(None, 0.7)
    pip = ordinary_player(game, "pip", True)
    assert pip.traits is not None and (pip.traits.looks, pip.traits.fancy, pip.sharpness) == (2, 9, 0.5)
    assert pip.code("a") != pip.code("b") and OrdinaryPlayer(None).code("a") == SENSIBLE_KIND
    assert joint_sharpness([pip, OrdinaryPlayer(None, 0.7)]) == pytest.approx(0.6)
    missing = ordinary_player(find("deck-o-dice"), PEOPLE, True), ordinary_player(find("deck-o-dice"), PEOPLE, False)
    assert missing[0] == OrdinaryPlayer(None) and missing[1].traits is not None


def test_sharpening_keeps_the_order_and_the_sum() -> None:
    luck = np.random.default_rng(1)
    for _ in range(300):
        chances = luck.dirichlet(np.full(int(luck.integers(2, 6)), 0.7))
        for sharpness in (0.5, 1.0, 1.3):
            after = sharpen(chances, sharpness)
            assert after.sum() == pytest.approx(1.0) and (np.argsort(after) == np.argsort(chances)).all()
            leader, before = after.max(), chances.max()
            assert leader <= before + 1e-12 if sharpness <= 1.0 else leader >= before - 1e-12
    for certain in ([1.0, 0.0], [0.0, 0.0, 1.0]):
        assert sharpen(np.array(certain), 0.6).tolist() == certain
    assert sharpen(np.array([0.5, 0.5, 0.0]), 0.6) == pytest.approx([0.5, 0.5, 0.0])
    together = np.array([0.9, 0.9])
    assert sharpen(together, 0.5) is together, "they win or lose together"


@pytest.mark.parametrize("sharpness", [0.6, 1.4])
def test_the_slope_is_that_of_the_change(sharpness: float) -> None:
    for chance in (0.03, 0.3, 0.5, 0.9):
        pair, moved = np.array([chance, 1.0 - chance]), np.array([chance + 1e-6, 1.0 - chance - 1e-6])
        change = (sharpen(moved, sharpness) - sharpen(pair, sharpness)) / (moved - pair)
        assert sharpening_slope(pair, sharpness) == pytest.approx(change, rel=1e-3)


def test_seats_of_other_levels_are_played_on_by_other_bots() -> None:
    game = find("dicetopia")
    use_compiled(game)
    settings = game.settings_for(2, {})
    seated = [OrdinaryPlayer(None), ordinary_player(find("baron-voodoo"), "pip", False)]
    codes = ReviewRollouts(game, 2, settings, 1, False, seated)._policy_codes(5, 6)
    assert (codes[:, 0] == SENSIBLE_KIND).all() and len(set(codes[:, 1])) == 6
    assert (codes == ReviewRollouts(game, 2, settings, 1, False, seated)._policy_codes(5, 6)).all()
    assert (codes[1:] == ReviewRollouts(game, 2, settings, 1, False, seated)._policy_codes(6, 5)).all()


@pytest.mark.parametrize("game_id", ["dice-ocalypse", "dicetopia", "indicesion"])
def test_less_sharp_players_are_less_surely_decided(game_id: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """With levels of which one is half as sharp, all values of a review lie nearer to even, and still add up."""
    usual = {"traits": None, "sharpness": 1.0}
    data = {"games": {game_id: dict.fromkeys(LEVELS, usual) | {"pip": {"traits": None, "sharpness": 0.5}}}}
    monkeypatch.setattr(ordinary_players, "read_data", lambda: json.loads(json.dumps(data)))
    options = {"rounds": 1} if game_id == "indicesion" else {"target": 2000} if game_id == "dice-ocalypse" else {}
    match = played(game_id, "greedy", "pip", seed=3, **options)
    sharp, plain = (review(match, simulations=300, seed=1, levels=levels) for levels in ([], ["pip", "pip"]))
    check_sums(sharp)
    check_sums(plain)
    pairs = [
        (abs(row.after[0] - 0.5), abs(other.after[0] - 0.5))
        for row, other in zip(sharp.rows, plain.rows, strict=True)
        if row.kind == "chance"
    ]
    assert len(pairs) > 5 and all(near <= far + 1e-9 for far, near in pairs)
    assert np.mean([near for _, near in pairs]) < 0.85 * np.mean([far for far, _ in pairs])


@pytest.mark.parametrize("game_id", ["dice-ocalypse", "deck-o-dice", "baron-voodoo"])
def test_a_forecast_is_the_value_that_a_review_gives(game_id: str) -> None:
    game = find(game_id)
    match = played(game_id, "greedy", "greedy", seed=2, **({"target": 2000} if game_id == "dice-ocalypse" else {}))
    table = Table(game, 2, match.settings)
    typical, simulations = table.typical_game(), 2_000
    each = round(ROLLOUTS_SHARE * simulations / (typical.decisions + typical.chance_moves + 1))
    entries = value_positions(match, simulations=simulations, seed=4)
    dealt = entries[0].after if entries[0].move is None else entries[0].before
    assert each > MIN_ROLLOUTS
    assert Forecaster(table, 4).value(match.position(0), each).returns.tolist() == dealt.tolist()
