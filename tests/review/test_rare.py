"""Check the rarity of luck: what is counted, what is reported, and that rollouts count the same."""

from __future__ import annotations

import pytest

from dicehouse.engine.position_rollouts import Rollouts
from dicehouse.engine.thought import finish
from dicehouse.review import CHANCE, review
from dicehouse.review.luck_rarity import ChanceResampling, RarityCount, chance_moves, rarity_when_solved
from dicehouse.review.reviewed_match import collect_moves
from dicehouse.review.solved_values import solved_chances

from .test_review import RACE, played


@pytest.mark.parametrize(
    ("count", "words"),
    [
        (RarityCount(20, 20, 240), "Luck that good comes about 1 time in 12."),
        (RarityCount(40, 40, 240), "Luck that good comes about 1 time in 6."),
        (RarityCount(16, 24, 240), "Luck that good comes about 1 time in 12."),
        (RarityCount(5, 60, 240), ""),  # too much is unsure
        (RarityCount(1, 1, 20), ""),  # too few were counted
        (RarityCount(0, 0, 400), "Luck that good comes less than 1 time in 100."),
        (RarityCount(0, 0, 10), ""),
        (RarityCount(0, 240, 240), ""),
        (RarityCount(200, 200, 240), ""),  # nothing rare
    ],
)
def test_what_is_told_is_no_surer_than_what_was_counted(count: RarityCount, words: str) -> None:
    assert count.words(True) == words
    assert count.words(False) == words.replace("good", "bad")


def test_a_die_counts_the_same_when_games_are_played_on_as_in_the_solution() -> None:
    match = played("dice-ocalypse", "sensible", "greedy", seed=9, **RACE)
    course, found = collect_moves(match), review(match)
    chances = solved_chances(course)
    assert chances is not None
    late = next(row for row in reversed(found.rows) if row.kind == CHANCE and row.seat == 0 and row.luck[0] > 0.1)
    move = course.moves[late.number - 1]
    exact = finish(rarity_when_solved(course, move, chances[move.number], late.luck[0]))
    again = ChanceResampling(
        course,
        chance_moves(course, move),
        Rollouts(match.game, match.players, match.settings, 1),
        0,
        late.luck[0],
    )
    for _ in range(100):
        finish(again.play_rollouts())
    (low, high), (least, most) = again.count.interval, exact.interval
    assert exact.share is not None and 0.0 < low < most and least < high < 0.5, "each within what the other leaves open"


def test_great_luck_is_told_with_its_odds_where_games_are_played_on() -> None:
    found = review(played("dice-ocalypse", "sensible", "greedy", seed=3, target=3000), simulations=24_000, seed=1)
    told = [row for row in found.rows if row.odds]
    assert told and all("comes about 1 time in" in row.says for row in told)
    assert {found.rows.index(row) for row in told} <= set(found.turning)
