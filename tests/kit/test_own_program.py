"""A room may compile entry points of its own with a game's rules."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import dicehouse
from dicehouse.games import find
from dicehouse.kit.entries import BYTES, Entries, entry_in
from dicehouse.kit.memory import record_in
from dicehouse.kit.program import Program, Tables, ready

OURS: Entries = {}
EDITED: Entries = {}


@entry_in(OURS, BYTES)
def askers(game: Any, memory: Any) -> int:
    """How many seats may act."""
    mask, count = game.acting(record_in(memory, game.STATE)), 0
    while mask:
        mask &= mask - 1
        count += 1
    return count


@entry_in(EDITED, BYTES)
def askers_mask(game: Any, memory: Any) -> int:
    """The mask of the seats that may act."""
    mask: int = game.acting(record_in(memory, game.STATE))
    return mask


class Ours(Program):
    kept_as = "ours"
    functions = OURS

    askers: Any


class Edited(Program):
    kept_as = "ours"
    functions = EDITED


@pytest.mark.parametrize("name", ["dice-ocalypse", "deck-o-dice"])
def test_an_own_program_knows_the_rules_of_the_game_that_it_is_called_with(name: str) -> None:
    match = dicehouse.new(name, players=2, seed=1)
    for _ in range(3):
        memory = np.frombuffer(match.position(), np.uint8).copy()
        assert ready(Ours, match.game).askers(match.game, memory) == len(match.acting())
        seat = match.acting()[0]
        match.play(seat, match.options(seat)[0].id)


def test_an_edited_entry_is_another_program() -> None:
    game = find("dice-ocalypse")
    assert len({Ours.file(game), Edited.file(game), Tables.file(game)}) == 3
    ready(Ours, game)
    assert Ours.file(game).exists()
    assert not Edited.file(game).exists()
