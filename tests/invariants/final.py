"""What an option says of being taken back, tried on any game.

`kept` and `meant` are functions of a game that raise AssertionError with what is wrong. An option that is not final can
be taken back by its seat alone, whatever the dice and the hidden are; and of every kind of option that is final, some
can't. That it tells nothing hidden is a law of `hidden.py`: options of a redealt position are the same, and say the
same.
"""

from __future__ import annotations

import random
import re
from collections import Counter
from collections.abc import Iterator

from dicehouse.core import Game
from dicehouse.errors import DicehouseError
from dicehouse.match.match import Match
from dicehouse.match.match_invariants import can_take_back, matches, undoing_restores_the_match

COUNT = 12  # matches
EVERY = 4  # moments
SAMPLE = 3  # options that are tried at a moment
OFTEN = 8  # a kind of option that was tried more rarely says nothing


def tried(game: Game, final: bool, seed: int) -> Iterator[tuple[Match, int, str]]:
    """Some options that say this of themselves: where, whose, and which."""
    rng = random.Random(seed)
    for match in matches(game, COUNT, 150):
        if match.number % EVERY == 0 or game.engine is not None:
            for seat in match.acting():
                found = [option.id for option in match.options(seat) if option.final is final]
                for option in rng.sample(found, min(SAMPLE, len(found))):
                    yield match, seat, option


def kept(game: Game) -> None:
    """What is not final can be taken back: here, and wherever the seat could be as far as it knows."""
    undoing_restores_the_match(game, COUNT)


def meant(game: Game) -> None:
    """Of every kind of final option that is often met, some can't undo it: nobody is asked twice for nothing."""
    met: Counter[str] = Counter()
    lost: set[str] = set()
    for match, seat, option in tried(game, True, 4):
        kind = kind_of(option)
        met[kind] += 1
        try:
            if kind not in lost and not can_take_back(match, seat, option, match.position(), 5):
                lost.add(kind)
        except DicehouseError:
            continue  # a throw that goes nowhere
    idle = sorted(kind for kind, count in met.items() if count >= OFTEN and kind not in lost)
    assert not idle, f"said to be final, and can always be taken back: {', '.join(idle)}"


def kind_of(option: str) -> str:
    """What an option does, without on what: its first word that has letters only."""
    return next((word for word in option.split() if re.fullmatch("[a-z-]+", word)), "-")


LAWS = {"kept": kept, "meant": meant}
