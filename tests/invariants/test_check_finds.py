"""`dicehouse check` finds what is planted: faults of many kinds, in copies of the games, with five seeds.

The quick ones are tried always, and `make test-long` tries every game with every fault. `python -m
tests.invariants.test_check_finds GAME ...` prints which invariant finds each, and in how much processor time.
"""

from __future__ import annotations

import sys
import time

import pytest

from dicehouse.core import Game
from dicehouse.games.house_rules.invariants import find_violation
from dicehouse.match.match_invariants import _differs_by_more_than_order, find_broken_match_invariant

from .planted import ERRORS, FAULTS, LEAKS
from .playing import GAMES

SEEDS = 5
IN_ANOTHER_PROCESS = {"remembers_between_games"}  # only the command finds it: test_check_copies.py
# The option that is dropped names a seat's own board or die, or is too rare for five seeds to say that a seat lacks it.
OUT_OF_REACH = {(game_id, "an_option_is_dropped") for game_id in ("dice-ocalypse", "dicetopia", "indicesion")}
OUT_OF_REACH.add(("deck-o-dice", "a_die_never_shows_a_six"))  # its faces are printed on cards, and no die shows them
EXAMPLES = ("pig", "liars-dice")
QUICK = [("pig", name) for name in ERRORS if name not in IN_ANOTHER_PROCESS]
SLOW = [("liars-dice", name) for name in ("told_to_a_neighbour", "spectator_sees", "resampling_skips_a_seat")]
LONG = [
    (game_id, name)
    for game_id in GAMES
    for name in FAULTS
    if name not in IN_ANOTHER_PROCESS and (game_id, name) not in [*QUICK, *SLOW, *OUT_OF_REACH]
]
PLANTED = [
    pytest.param(game_id, name, id=f"{game_id}-{name}", marks=marks)
    for pairs, marks in ((QUICK, ()), (SLOW, (pytest.mark.slow,)), (LONG, (pytest.mark.long,)))
    for game_id, name in pairs
]


def check(game: Game, seeds: int = SEEDS) -> str:
    """Return what `dicehouse check` says of a game without compiling it; "" if it finds nothing."""
    return find_violation(game, range(seeds), compiled=False) or find_broken_match_invariant(game, seeds)


@pytest.mark.parametrize(("game_id", "name"), PLANTED)
def test_a_planted_fault_is_found(game_id: str, name: str) -> None:
    faulty = FAULTS[name](GAMES[game_id])
    if faulty is None:
        pytest.skip(f"{game_id} has nothing that this could break")
    assert check(faulty)


@pytest.mark.parametrize("game_id", EXAMPLES)
def test_an_untouched_game_gives_no_alarm(game_id: str) -> None:
    assert check(GAMES[game_id]) == ""


def test_a_symbol_counts_and_the_order_of_dice_does_not() -> None:
    assert _differs_by_more_than_order("{0} throws ⚃.", "{0} throws ⚄.")
    assert _differs_by_more_than_order("{0} draws a card.", "{0} draws a card!")
    assert not _differs_by_more_than_order("{0} throws ⚃ and ⚄.", "{0} throws ⚄ and ⚃.")


def test_there_are_faults_of_many_kinds_for_every_game() -> None:
    assert len(LEAKS) >= 10 and len(ERRORS) >= 10
    for game_id in EXAMPLES:
        assert sum(fault(GAMES[game_id]) is not None for fault in FAULTS.values()) >= 10


def main(game_ids: list[str]) -> None:
    for game_id in game_ids or [*GAMES]:
        for name in ("", *FAULTS):
            game = FAULTS[name](GAMES[game_id]) if name else GAMES[game_id]
            began = time.process_time()
            if game is not None:
                found = check(game) or ("MISSED" if name else "nothing")
                print(f"{game_id} {name or 'untouched'} {time.process_time() - began:.1f} s: {found[:120]}", flush=True)


if __name__ == "__main__":
    main(sys.argv[1:])
