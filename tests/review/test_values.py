"""Check what values of a review mean: choices that are none, one figure for each decision, and the target."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
import pytest

from dicehouse.core import Seeded
from dicehouse.core.dice_sources import set_stream
from dicehouse.engine import DiceBox, engine_of
from dicehouse.engine.engine import use_compiled
from dicehouse.engine.position_rollouts import NO_OBSERVER
from dicehouse.games import find
from dicehouse.match.match import Match
from dicehouse.review import DECISION, Review, review
from dicehouse.review.position_values import PositionValues, skip_forced_moves
from dicehouse.review.review_budget import ReviewBudget
from dicehouse.review.review_rollouts import ReviewRollouts, can_use_estimate
from dicehouse.review.reviewed_match import collect_moves, copy_position, lead_to_the_same
from dicehouse.review.valuation import apply_change
from dicehouse.text_format import format_chance

from .test_review import RACE, check_sums, played

MATCHES: dict[str, tuple[str, tuple[str, ...], dict[str, Any], int]] = {
    "race": ("dice-ocalypse", ("greedy", "pip"), RACE, 1),
    "dice-ocalypse": ("dice-ocalypse", ("greedy", "dot"), {"target": 2000}, 8_000),
    "dice-ocalypse for three": ("dice-ocalypse", ("greedy", "dot", "pip"), {"target": 2000}, 8_000),
    "deck-o-dice": ("deck-o-dice", ("greedy", "pip"), {}, 2_000),
    "dicetopia": ("dicetopia", ("greedy", "pip"), {}, 2_000),
    "baron-voodoo": ("baron-voodoo", ("greedy", "pip"), {}, 2_000),
    "indicesion": ("indicesion", ("greedy", "pip"), {"rounds": 1}, 400),
}


@pytest.fixture(scope="module")
def reviews() -> dict[str, tuple[Match, Review]]:
    """Return reviews that are made when they are first needed."""
    return {}


def reviewed(reviews: dict[str, tuple[Match, Review]], name: str) -> tuple[Match, Review]:
    if name not in reviews:
        game, names, options, simulations = MATCHES[name]
        match = played(game, *names, seed=2, **options)
        reviews[name] = match, review(match, simulations=simulations, seed=2)
    return reviews[name]


@pytest.mark.parametrize("name", MATCHES)
def test_there_is_one_figure_for_each_decision(name: str, reviews: dict[str, tuple[Match, Review]]) -> None:
    _, found = reviewed(reviews, name)
    check_sums(found)
    named = [row for row in found.rows if row.best is not None]
    assert named or name in ("dicetopia", "baron-voodoo"), "somebody made a clear mistake"
    for row in named:
        assert row.kind == DECISION and row.seat is not None and row.best is not None
        change = row.after[row.seat] - row.before[row.seat]
        assert row.cost == pytest.approx(-change, abs=1e-12) and row.best.value == row.before[row.seat]
        assert row.best.text != row.text


@pytest.mark.parametrize("name", MATCHES)
def test_only_the_end_is_certain(name: str, reviews: dict[str, tuple[Match, Review]]) -> None:
    match, found = reviewed(reviews, name)
    for row in found.rows:
        if any(format_chance(share) in ("0%", "100%") for share in row.after):
            end = skip_forced_moves(match.game, match.position(row.number))
            assert engine_of(match.game).over(copy_position(match.game, end)), "the rules leave one outcome"


@pytest.mark.parametrize("name", MATCHES)
def test_a_choice_that_is_none_changes_nothing(name: str, reviews: dict[str, tuple[Match, Review]]) -> None:
    match, found = reviewed(reviews, name)
    decided = {row.number for row in found.rows if row.kind == DECISION}
    rows = {row.number: row for row in found.rows if row.kind == DECISION}
    for move in collect_moves(match).moves:
        if len(move.options) == 1 and move.action in move.options:
            assert move.forced and move.number not in decided
        elif not move.forced and match.game.engine is None:
            assert rows[move.number].options == len(move.options)
            assert not (move.action in move.options and same_position(match, move.position, move.seat, move.options))


def same_position(match: Match, position: bytes, seat: int, actions: Sequence[int]) -> bool:
    """Return True if all actions lead to the same position, with dice of the test's own."""
    found = set()
    for action in actions:
        here, box = copy_position(match.game, position), DiceBox(written=False)
        Seeded("test").prepare(box.dice, 1)
        engine_of(match.game).apply(here, seat, action, box)
        found.add(here.tobytes())
    return len(found) == 1


def test_options_that_lead_to_the_same_position_are_found() -> None:
    """Check it with real positions: one option twice is the same, two options usually are not."""
    match = played("deck-o-dice", "greedy", "greedy")
    different = 0
    for move in collect_moves(match).moves:
        assert lead_to_the_same(match.game, move.position, move.seat, [move.options[0]] * 2)
        different += not lead_to_the_same(match.game, move.position, move.seat, move.options)
    assert different > 10


def test_the_choice_of_the_policy_changes_nothing() -> None:
    """Passing, too: a player who has a card and does not play it, as the policy would not."""
    match = played("dice-ocalypse", "sensible", "sensible", seed=5, target=3000)
    found = review(match, simulations=2_000)
    rows = [row for row in found.rows if row.kind == DECISION]
    passed = [row for row in rows if "pass" in row.option]
    assert len(rows) > 20 and all(row.before == row.after and row.error == 0.0 for row in rows)
    assert passed, "a reaction was possible"
    assert found.skill == [0.0, 0.0] and found.error == [0.0, 0.0]


# --- the target


KEPT, BANKED = "keep 1222", 600  # what the throw of the following function allows, and the points for it


def after_throw(total: int, other: int) -> tuple[bytes, dict[str, int], dict[str, Any]]:
    """Return a position of a game with cards in which seat 0, with this total, has thrown a one and three twos; the
    numbers of its options by id; and the settings.
    """
    game = find("dice-ocalypse")
    use_compiled(game)
    match, box = Match(game, 2, {}, Seeded(1)), DiceBox(written=False)
    here = copy_position(game, match.position())
    for seat, points in enumerate((total, other)):
        here.state.players[seat].total, here.state.players[seat].opened = points, True
    set_stream(box.dice, bytes(12))
    engine_of(game).apply(here, 0, engine_of(game).legal(here, 0)[0], box)
    options: dict[str, int] = {}
    while not any(option.endswith("bank") for option in options):  # nobody plays a card on this throw
        seat = engine_of(game).acting(here)[0]
        if options:
            engine_of(game).apply(here, seat, options["pass"], box)
            seat = engine_of(game).acting(here)[0]
        legal = engine_of(game).legal(here, seat)
        options = {game.hooks.describe_action(here.state, seat, action).id: action for action in legal}
    return here.tobytes(), options, match.settings


@pytest.mark.parametrize("total", [9_350, 9_400, 9_450])
@pytest.mark.parametrize("other", [7_500, 9_300])
def test_at_the_target_values_are_those_of_games_played_to_the_end(total: int, other: int) -> None:
    """A player banks 600 to stand just below the target, exactly on it, or above it, or rolls on.

    Nothing is won by standing exactly on the target: the last round begins above it.
    """
    position, options, settings = after_throw(total, other)
    futures = ReviewRollouts(find("dice-ocalypse"), 2, settings, 1)
    futures.uses_estimate = True
    found = []
    for option in (f"{KEPT} bank", f"{KEPT} roll"):
        near, ends = (
            futures.play_rollouts(position, 0, 1_000, [(0, options[option])], to_the_end=to_the_end)[:, 0]
            for to_the_end in (False, True)
        )
        error = float(np.hypot(near.std(), ends.std())) / len(ends) ** 0.5
        assert abs(near.mean() - ends.mean()) < 3.0 * error + 0.01
        found.append(float(near.mean()))
    assert 0.1 < min(found) < max(found) < 0.995
    assert total_after(position, options[f"{KEPT} bank"]) == total + BANKED


def total_after(position: bytes, action: int) -> int:
    """Return the total of seat 0 after it has banked, if nobody plays a card."""
    game, box = find("dice-ocalypse"), DiceBox(written=False)
    engine, here = engine_of(game), copy_position(game, position)
    before = here.state.players[0].total
    engine.apply(here, 0, action, box)
    while here.state.players[0].total == before:
        seat = engine.acting(here)[0]
        options = {game.hooks.describe_action(here.state, seat, each).id: each for each in engine.legal(here, seat)}
        engine.apply(here, seat, options["pass"], box)
    return int(here.state.players[0].total)


def test_a_rollout_is_never_certain_of_what_the_rules_leave_open() -> None:
    """However many rollouts are won, the next one may be lost."""
    position, _, settings = after_throw(9_750, 0)
    values = PositionValues(find("dice-ocalypse"), ReviewRollouts(find("dice-ocalypse"), 2, settings, 1))
    question = values.ask(position, None, NO_OBSERVER, 0)
    values.play_rollouts(40, ReviewBudget(None, 1, ReviewRollouts(find("dice-ocalypse"), 2, settings, 1), None))
    value = values.value(question)
    assert 0.9 < value.returns[0] < 1.0 and value.returns.sum() == pytest.approx(1.0)
    assert format_chance(value.returns[0]) in ("99%", ">99%", "98%", "97%") and value.error[0] > 0.0


def test_the_estimate_is_used_only_where_games_bear_it_out() -> None:
    game = find("dice-ocalypse")
    use_compiled(game)
    assert can_use_estimate(game, 2, game.settings_for(2, {}))
    assert not can_use_estimate(find("deck-o-dice"), 2, find("deck-o-dice").settings_for(2, {}))


# --- how a change is applied


def test_a_change_keeps_shares_between_0_and_1_without_bounds() -> None:
    luck = np.random.default_rng(1)
    for _ in range(2_000):
        seats = int(luck.integers(2, 5))
        now, usual, chosen = luck.dirichlet(np.full(seats, 0.3), 3)
        after = apply_change(now, usual, chosen)
        assert after.min() >= 0.0 and after.sum() == pytest.approx(1.0)
        assert (apply_change(usual, usual, chosen) == chosen).all()
        assert (apply_change(now, usual, usual) == now).all()
        lost = chosen < usual
        assert after[lost] == pytest.approx(now[lost] * chosen[lost] / usual[lost])
        assert (after[~lost] >= now[~lost] - 1e-12).all()


def test_a_change_is_right_on_average_over_what_was_hidden() -> None:
    """Two hidden cards are equally likely; the seat knows neither, and its choice changes 40% to 30%, or to 70%."""
    for chosen in (0.3, 0.7):
        after = [
            apply_change(np.array([now, 1.0 - now]), np.array([0.4, 0.6]), np.array([chosen, 1.0 - chosen]))[0]
            for now in (0.1, 0.7)
        ]
        assert np.mean(after) == pytest.approx(chosen)


def test_chances_near_the_ends_are_not_rounded_to_certainty() -> None:
    assert [format_chance(chance) for chance in (0.0, 1e-9, 0.0099, 0.01, 0.5, 0.99, 0.9901, 1.0 - 1e-9, 1.0)] == [
        *("0%", "<1%", "<1%", "1%", "50%", "99%", ">99%", ">99%", "100%")
    ]


def test_a_rounding_error_changes_nothing() -> None:
    now, usual = np.array([0.3, 0.7]), np.array([0.5, 0.5])
    after = apply_change(now, usual, usual - np.array([1e-17 + 5.6e-17, 0.0]))
    assert after.tolist() == now.tolist()
