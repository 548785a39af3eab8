"""A match that goes on in a continuation stays what it was, and so does everything that was taken from it."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any

import pytest

import dicehouse
from dicehouse import games
from dicehouse.match.match import Match


def shown(match: Match) -> tuple[Any, ...]:
    """Everything that can be read of a match."""
    readers = (None, *range(match.players))
    options = [[option.id for option in match.options(seat)] for seat in range(match.players)]
    logs = [match.log(reader) for reader in readers]
    return match.number, match.n_events, list(match.actions), match.position(), match.acting(), options, logs


def play_one(match: Match, chance: random.Random) -> None:
    seat = chance.choice(match.acting())
    match.play(seat, chance.choice(match.options(seat)).id)


@pytest.mark.parametrize("game", [game for game in games.all_games() if game != "indicesion"])
@pytest.mark.parametrize("go_on", [Match.copy, Match.continuation])
def test_the_match_before_stays_as_it_was(game: str, go_on: Callable[[Match], Match]) -> None:
    chance, match = random.Random(7), dicehouse.new(game, seed=7)
    kept: list[tuple[Match, tuple[Any, ...]]] = []
    for _ in range(25):
        if match.over:
            break
        kept.append((match, shown(match)))
        lost = go_on(match)  # a commit that failed
        play_one(lost, random.Random(1))
        seen = match.without_dice()
        match = go_on(match)
        play_one(match, chance)
        assert shown(seen) == kept[-1][1]
    assert all(shown(earlier) == before for earlier, before in kept)
    assert shown(Match.load(match.save())) == shown(match)


def test_undoing_in_a_continuation_leaves_the_match_before_alone() -> None:
    chance, match = random.Random(3), dicehouse.new("dice-ocalypse", players=2, seed=3)
    while not (match.actions and match.can_undo(match.actions[-1].seat)):
        play_one(match, chance)
    before, other = shown(match), match.continuation()
    other.undo(other.actions[-1].seat)
    assert other.number == match.number - 1
    assert shown(match) == before


def test_a_state_that_was_changed_from_outside_is_asked_anew() -> None:
    """What the rules said of a position is kept, but not when somebody may have written into it."""
    match = dicehouse.new("dice-ocalypse", players=2, seed=1)
    (seat,) = match.acting()
    match._position.state.player = 1 - seat
    assert match.acting() == (1 - seat,) and match.options(1 - seat) and not match.options(seat)
