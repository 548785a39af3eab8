"""Check that a value comes from its position alone: it is the same whatever was played later."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from dicehouse import bots
from dicehouse.core import Seeded
from dicehouse.engine.engine import use_compiled
from dicehouse.games import find
from dicehouse.match.match import Match
from dicehouse.review.review_match import value_positions
from dicehouse.review.win_curve import WinChange

# Settings that make games short, moves that all matches of a game share, and simulations.
GAMES: dict[str, tuple[str, int, dict[str, Any], int, int]] = {
    "race": ("dice-ocalypse", 2, {"special_cards": False}, 30, 1),
    "dice-ocalypse": ("dice-ocalypse", 2, {"target": 2000}, 20, 600),
    "dice-ocalypse for three": ("dice-ocalypse", 3, {"target": 2000}, 20, 600),
    "deck-o-dice": ("deck-o-dice", 2, {}, 12, 300),
    "dicetopia": ("dicetopia", 2, {}, 17, 300),
    "baron-voodoo": ("baron-voodoo", 2, {}, 30, 600),
    "indicesion": ("indicesion", 2, {"rounds": 1}, 5, 100),
}


class BranchingDice:
    """Roll as other matches do in the first moves, and otherwise later."""

    def __init__(self, shared: int, later: str) -> None:
        self._shared, self._first, self._later = shared, Seeded(3), Seeded(later)

    def prepare(self, dice: Any, number: int) -> None:
        (self._first if number <= self._shared else self._later).prepare(dice, number)

    def finished(self, dice: Any) -> None:
        pass

    def describe(self, secret: bool) -> dict[str, Any]:
        return self._first.describe(False)


def played_on(name: str, bot: str, later: str, until: int | None = None) -> Match:
    """Play a match to its end, or `until` a number of moves; what comes after the shared moves depends on `later`."""
    game, players, options, shared, _ = GAMES[name]
    match = Match(find(game), players, options, BranchingDice(shared, later))
    use_compiled(match.game)
    first = [bots.make("greedy", match.game, f"first|{seat}") for seat in range(players)]
    then = [bots.make(bot, match.game, f"{later}|{seat}") for seat in range(players)]
    while not match.over and (until is None or match.number < until):
        seat = match.acting()[0]
        match.play(seat, (first if match.number < shared else then)[seat].choose(match, seat))
    return match


def beginning(entries: list[WinChange], shared: int) -> list[tuple[int, bool, list[float], list[float]]]:
    """Return what a win curve says of the shared moves."""
    return [
        (number, entry.chance, entry.before.tolist(), entry.after.tolist())
        for entry in entries
        if (number := entry.move.number if entry.move else 0) <= shared
    ]


@pytest.mark.parametrize("name", GAMES)
def test_a_beginning_has_the_same_values_whatever_follows(name: str) -> None:
    shared, simulations = GAMES[name][3:]
    matches = [played_on(name, bot, later) for bot, later in (("greedy", "a"), ("pip", "b"), ("random", "c"))]
    running = played_on(name, "greedy", "a", until=shared)
    assert not running.over and all(match.over and match.number > shared for match in matches)
    assert len({tuple(action.option for action in match.actions) for match in matches}) == len(matches)
    expected = beginning(value_positions(running, simulations=simulations, seed=1), shared)
    assert len({tuple(after) for _, _, _, after in expected}) > 2, "something happened"
    for match in matches:
        entries = value_positions(match, simulations=simulations, seed=1)
        assert beginning(entries, shared) == expected
        assert entries[-1].after == pytest.approx(np.array(match.returns()[: match.players]), abs=1e-12)
        assert all(0.0 < chance < 1.0 for _, _, _, after in expected for chance in after), "nothing is decided yet"


@pytest.mark.parametrize("name", ["dice-ocalypse", "deck-o-dice", "baron-voodoo"])
def test_each_part_of_a_running_match_has_the_values_of_the_whole(name: str) -> None:
    shared, simulations = GAMES[name][3:]
    match = played_on(name, "greedy", "a")
    entries = value_positions(match, simulations=simulations, seed=1)
    for until in (1, shared // 2, shared + 1, shared + 2):
        running = value_positions(played_on(name, "greedy", "a", until=until), simulations=simulations, seed=1)
        assert beginning(running, until) == beginning(entries, until)
