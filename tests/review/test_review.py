"""Check a review of luck and skill: its sums, and how they are found."""

from __future__ import annotations

import random
from statistics import mean, stdev
from typing import Any

import pytest

import dicehouse
from dicehouse import bots
from dicehouse.engine.position_rollouts import Rollouts
from dicehouse.errors import BadMatch
from dicehouse.match.match import Match
from dicehouse.review import CHANCE, DECISION, EXACT, MODEL, REVIEW_VERSION, SEARCH, Review, read_review, review
from dicehouse.review.physics_values import ThrowTrials
from dicehouse.review.reviewed_match import collect_moves, copy_position
from dicehouse.solver import best_option, exact_value

RACE = {"special_cards": False}
SCRIPT = (
    "twent quad dwelve sparten cubera twent keep diante cubera look first reroll quad diante look "
    "first sparten dwelve sparten sparten quad quad diante dwelve look first twent twent dwelve "
    "diante look first cubera cubera keep"
)  # a duel in which Ben takes the lower of two cards
MINIONS = {"quad", "cubera", "diante", "sparten", "dwelve", "twent"}


def played(game: str, *names: str, seed: int = 1, **settings: Any) -> Match:
    """Play a match between bots to its end."""
    match = dicehouse.new(game, players=len(names), seed=seed, options=settings)
    seated = [bots.make(name, seed=f"{seed}|{seat}") for seat, name in enumerate(names)]
    while not match.over:
        seat = match.acting()[0]
        match.play(seat, seated[seat].choose(match, seat))
    return match


def check_sums(found: Review) -> None:
    """Check that every row begins where the one before it ended, and that start + luck + skill = outcome for every
    seat.
    """
    now = found.start
    luck, skill = [0.0] * len(now), [0.0] * len(now)
    for row in found.rows:
        assert row.before == now
        now = row.after
        change = [after - before for before, after in zip(row.before, row.after, strict=True)]
        assert all(0.0 <= share <= 1.0 for share in row.after)
        sums = luck if row.kind == CHANCE else skill
        for seat, part in enumerate(change):
            sums[seat] += part
        assert "{" not in row.says + row.reason + row.text, "names, not their marks"
        if row.kind == DECISION:
            assert row.seat is not None and row.cost >= 0.0 and (row.cost == 0.0 or row.best is not None)
            assert found.method != EXACT or row.cost == pytest.approx(-change[row.seat], abs=1e-12)
        else:
            assert row.luck == pytest.approx(change, abs=1e-12)
    assert now == pytest.approx(found.outcome, abs=1e-12)
    assert found.luck == pytest.approx(luck, abs=1e-9) and found.skill == pytest.approx(skill, abs=1e-9)
    for seat, outcome in enumerate(found.outcome):
        assert found.start[seat] + found.luck[seat] + found.skill[seat] == pytest.approx(outcome, abs=1e-9)


def test_a_solved_race_is_reviewed_without_error() -> None:
    match = played("dice-ocalypse", "sensible", "pip", **RACE)
    found = review(match)
    check_sums(found)
    assert found.method == EXACT and found.simulations == 0 and found.error == [0.0, 0.0]
    assert found.skill[0] > 0.05 and found.looks, "Pip gives a lot away, and Otto nothing"
    assert all(row.cost < 1e-9 for row in found.rows if row.kind == DECISION and row.seat == 0)
    costs = [found.rows[i].cost for i in found.looks]
    assert costs == sorted(costs, reverse=True) and len(costs) <= 3
    assert max(row.cost for row in found.rows) == costs[0]


def test_exact_rows_agree_with_the_solution() -> None:
    match = played("dice-ocalypse", "sensible", "greedy", seed=4, **RACE)
    found = review(match)
    again = dicehouse.new("dice-ocalypse", seed=4, options=RACE)
    after_chance = {row.number: row.after[0] for row in found.rows if row.kind == CHANCE}
    for number, action in enumerate(match.actions, 1):
        again.play(action.seat, action.option)
        if number in after_chance and not again.over:
            exact = exact_value(again, 0)
            assert exact is not None and after_chance[number] == pytest.approx(exact, abs=2e-6)


def test_luck_adds_up_to_nothing_over_many_throws() -> None:
    luck = [
        row.luck[0]
        for seed in range(4)
        for row in review(played("dice-ocalypse", "sensible", "greedy", seed=seed, **RACE)).rows
        if row.kind == CHANCE
    ]
    bound = 4.0 * stdev(luck) / len(luck) ** 0.5  # four standard errors, of seeds that are always the same
    assert len(luck) > 250 and abs(mean(luck)) < bound < 0.01


def test_luck_adds_up_to_nothing_where_games_are_played_on() -> None:
    """Check the same invariant where values are estimates: their errors must be unbiased."""
    matches = [played("dice-ocalypse", "sensible", "greedy", seed=seed, target=2000) for seed in range(8)]
    found = [review(match, simulations=3_000, seed=seed) for seed, match in enumerate(matches)]
    luck = [row.luck[0] for each in found for row in each.rows if row.kind == CHANCE]
    bound = 4.0 * stdev(luck) / len(luck) ** 0.5  # of seeds and simulations that are always the same
    assert all(each.method == SEARCH for each in found)
    assert len(luck) > 200 and abs(mean(luck)) < bound < 0.05


def blundered() -> tuple[Match, int, float]:
    """Return a race in which seat 0 once plays the worst of its options, although it nearly surely wins; the number of
    that action, and what it costs.
    """
    match = dicehouse.new("dice-ocalypse", seed=13, options=RACE)
    number, cost = 0, 0.0
    while not match.over:
        seat = match.acting()[0]
        wins = {option.id: option.facts["wins"] for option in match.options(seat) if "wins" in option.facts}
        best = best_option(match, seat)
        assert best is not None or not wins
        if wins and seat == 0 and not number and max(wins.values()) > 0.9 and min(wins.values()) < 0.4:
            best = min(wins, key=lambda option: wins[option])
            number, cost = match.number + 1, max(wins.values()) - wins[best]
        match.play(seat, best or match.options(seat)[0].id)
    assert number
    return match, number, cost


def test_a_sure_win_thrown_away_is_found() -> None:
    match, number, cost = blundered()
    found = review(match)
    first = found.rows[found.looks[0]]
    assert (first.number, first.seat) == (number, 0) and first.cost == pytest.approx(cost, abs=1e-5)
    assert first.best and first.best.value == pytest.approx(first.before[0]) and str(first.best.text) in first.says
    assert found.skill[0] == pytest.approx(-cost, abs=1e-5)  # all others played by the solution
    assert found.rows.index(first) in found.turning


def test_the_search_finds_a_blunder() -> None:
    match = dicehouse.new("deck-o-dice", seed=1, names=["Ana", "Ben"])
    for option in SCRIPT.split():
        match.play(match.acting()[0], option)
    found = review(match, simulations=4_000, seed=1)
    check_sums(found)
    row = found.rows[found.looks[0]]
    assert (row.number, row.seat, row.text) == (16, 1, "Take the 1")
    assert row.best and row.best.text == "Take the 8" and 0.1 < row.cost < 0.35 and row.error < 0.06
    assert found.skill[1] < -0.1 < 0.1 < found.skill[0]


def test_a_lucky_throw_is_luck_and_no_skill() -> None:
    match = played("dice-ocalypse", "sensible", "sensible", seed=9, **RACE)
    found = review(match)
    luckiest = max((row for row in found.rows if row.kind == CHANCE and row.seat == 0), key=lambda row: row.luck[0])
    assert luckiest.luck[0] > 0.05 and "1 time in" in luckiest.says
    assert max(abs(share) for share in found.skill) < 1e-6
    assert found.luck[0] == pytest.approx(found.outcome[0] - 0.5, abs=1e-6)


SHORT = {"dicetopia": 60, "baron-voodoo": 30, "deck-o-dice": 200, "dice-ocalypse": 200}


@pytest.mark.parametrize(
    ("game", "players"),
    [
        ("dice-ocalypse", 2),
        ("dice-ocalypse", 4),
        ("deck-o-dice", 2),
        ("dicetopia", 3),
        ("baron-voodoo", 2),
        ("baron-voodoo", 3),
    ],
)
def test_the_sums_hold_and_repeat(game: str, players: int) -> None:
    match = played(game, *["greedy"] * players)
    found = review(match, simulations=SHORT[game], seed=5)
    check_sums(found)
    assert found.method == SEARCH and found.version == REVIEW_VERSION and len(found.says) == players
    again = review(match.save(), simulations=SHORT[game], seed=5)
    assert again.rows == found.rows and again.looks == found.looks and again.simulations == found.simulations


def test_throws_of_foam_dice_are_tried_again() -> None:
    match = played("indicesion", "greedy", "greedy", rounds=1)
    found = review(match, simulations=2 * 4 * match.number)
    check_sums(found)
    assert found.method == MODEL
    thrown = [row for row in found.rows if row.kind == CHANCE and row.seat is not None]
    assert len(thrown) >= 12 and any(row.luck[0] for row in thrown)


def test_a_throw_is_held_against_an_aim_that_was_thought_about() -> None:
    match = played("indicesion", "greedy", "greedy", rounds=1)
    course = collect_moves(match)
    trials, throws = ThrowTrials(course, 1), [move for move in course.moves if move.option.startswith("throw")][:6]
    found = []
    for move in throws:
        trials.simulate_throw(move)
        here = copy_position(match.game, move.position)
        plain = match.game.hooks.choose(here.state, move.seat, "greedy", random.Random(1))
        assert trials.aims[move.number].startswith("throw")
        found.append(trials.aims[move.number] != plain)
    assert sum(found) >= 3


@pytest.mark.parametrize("game", ["baron-voodoo", "dicetopia"])
def test_who_plays_on_where_dice_decide_little_has_habits(game: str) -> None:
    """Without them all futures of a position, a few moves into the game, would be the same."""
    match = played(game, "sensible", "sensible")
    for diced, different in ((False, True), (True, False)):
        shares = Rollouts(match.game, match.players, match.settings, 1, diced).play_rollouts(
            match.position(16), 0, 60, []
        )
        assert (len({tuple(row) for row in shares}) > 1) == different


def test_no_choice_of_a_mixed_strategy_costs_anything() -> None:
    match = played("deck-o-dice", "sensible", "sensible", seed=2)
    found = review(match, simulations=400)
    at_once = [row for row in found.rows if row.kind == DECISION and row.option in MINIONS]
    assert len(at_once) > 10 and not any(row.cost for row in at_once)


def test_the_json_form_reads_back() -> None:
    found = review(played("dice-ocalypse", "greedy", "greedy", **RACE))
    assert read_review(found.as_json()) == found
    assert found.as_dict()["rows"][0]["number"] == 0
    for wrong in ("", "[]", "{}", found.as_json().replace(f'"version":{REVIEW_VERSION}', '"version":0')):
        with pytest.raises(BadMatch):
            read_review(wrong)


def test_the_room_can_be_called() -> None:
    match = played("dice-ocalypse", "greedy", "greedy", **RACE)
    table = dicehouse.review(match).table()
    assert len(table) == len(review(match).rows)


def test_an_unfinished_match_is_refused() -> None:
    with pytest.raises(BadMatch, match="not finished"):
        review(dicehouse.new("dice-ocalypse", seed=1))


def test_progress_is_told_and_can_stop_it() -> None:
    told: list[int] = []
    match = played("deck-o-dice", "greedy", "greedy")
    review(match, simulations=200, progress=lambda done, total: told.append(100 * done // total))
    assert told == sorted(set(told)) and told[-1] == 100 and len(told) > 3
    assert min(told) < 10, "also while a model is taught"

    class Enough(Exception):
        pass

    def stop(done: int, total: int) -> None:
        raise Enough

    with pytest.raises(Enough):
        review(match, simulations=200, progress=stop)


def test_skill_is_measured_against_who_plays_on() -> None:
    """Random play loses by it, even where no choice is clear; the policy's own play has no effect."""
    match = played("dice-ocalypse", "random", "sensible", seed=1, target=4000)
    found = review(match, simulations=24_000, seed=1)
    assert found.skill[0] < -0.3 and found.skill[0] < -2.0 * found.error[0]
    own = [row for row in found.rows if row.kind == DECISION and row.seat == 1]
    assert len(own) > 10 and all(row.before == row.after for row in own)
