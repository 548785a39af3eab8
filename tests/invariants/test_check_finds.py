"""`dicehouse check` finds what is planted: faults of many kinds, in copies of the games, with five seeds.

The quick ones are tried always. `make test-long` tries Liar's Dice and Deck-o-Dice with every fault, and `python -m
tests.invariants.test_check_finds GAME ...` any game; it prints how long the untouched game takes, too.
"""

from __future__ import annotations

import sys
import time

import pytest

from dicehouse.core import Game
from dicehouse.games.house_rules.invariants import find_violation
from dicehouse.match.match_invariants import find_broken_match_invariant

from .planted import ERRORS, FAULTS, LEAKS
from .playing import GAMES

SEEDS = 5
EXAMPLES = ("pig", "liars-dice")
QUICK = [("pig", name) for name in ERRORS]
SLOW = [("liars-dice", name) for name in ("told_to_a_neighbour", "spectator_sees", "resampling_skips_a_seat")]
LONG = [("liars-dice", name) for name in FAULTS if ("liars-dice", name) not in SLOW] + [
    ("deck-o-dice", name) for name in FAULTS
]
PLANTED = [
    pytest.param(game_id, name, id=f"{game_id}-{name}", marks=marks)
    for pairs, marks in ((QUICK, ()), (SLOW, (pytest.mark.slow,)), (LONG, (pytest.mark.long,)))
    for game_id, name in pairs
]
OUT_OF_REACH = {"remembers_between_games"}  # an option that keeps its first words for good: nothing says what is right


def check(game: Game, seeds: int = SEEDS) -> str:
    """Return what `dicehouse check` says of a game without compiling it; "" if it finds nothing."""
    return find_violation(game, range(seeds), compiled=False) or find_broken_match_invariant(game, seeds)


@pytest.mark.parametrize(("game_id", "name"), PLANTED)
def test_a_planted_fault_is_found(game_id: str, name: str) -> None:
    faulty = FAULTS[name](GAMES[game_id])
    if faulty is None:
        pytest.skip(f"{game_id} has nothing that this could break")
    if name in OUT_OF_REACH:
        pytest.xfail("no invariant can tell")
    assert check(faulty)


@pytest.mark.parametrize("game_id", EXAMPLES)
def test_an_untouched_game_gives_no_alarm(game_id: str) -> None:
    assert check(GAMES[game_id]) == ""


def test_there_are_faults_of_many_kinds_for_every_game() -> None:
    assert len(LEAKS) >= 10 and len(ERRORS) >= 10
    for game_id in EXAMPLES:
        assert sum(fault(GAMES[game_id]) is not None for fault in FAULTS.values()) >= 10


def main(game_ids: list[str]) -> None:
    for game_id in game_ids or [*GAMES]:
        for name in ("", *FAULTS):
            began, game = time.monotonic(), FAULTS[name](GAMES[game_id]) if name else GAMES[game_id]
            if game is not None:
                found = check(game) or ("MISSED" if name else "nothing")
                print(f"{game_id} {name or 'untouched'} {time.monotonic() - began:.0f} s: {found[:120]}", flush=True)


if __name__ == "__main__":
    main(sys.argv[1:])
