"""A room may compile entry points of its own with a game's rules."""

from __future__ import annotations

from collections import namedtuple
from typing import Any

import numpy as np
import pytest

import dicehouse
from dicehouse.compiler import program
from dicehouse.compiler.game_type import game_type_of
from dicehouse.compiler.memory_intrinsics import record_in
from dicehouse.compiler.program import BYTE_ARRAY, INT_ARRAY, EntryPoints, Program, entry_point, get_program, tuple_type
from dicehouse.engine.entry_points import MatchProgram
from dicehouse.games import find

OURS: EntryPoints = {}
EDITED: EntryPoints = {}


@entry_point(OURS, BYTE_ARRAY)
def askers(game: Any, memory: Any) -> int:
    """How many seats may act."""
    mask, count = game.acting(record_in(memory, game.STATE)), 0
    while mask:
        mask &= mask - 1
        count += 1
    return count


@entry_point(EDITED, BYTE_ARRAY)
def askers_mask(game: Any, memory: Any) -> int:
    """The mask of the seats that may act."""
    mask: int = game.acting(record_in(memory, game.STATE))
    return mask


class Ours(Program):
    cache_name = "ours"
    entry_points = OURS

    askers: Any


class Edited(Program):
    cache_name = "ours"
    entry_points = EDITED


@pytest.mark.parametrize("name", ["dice-ocalypse", "deck-o-dice"])
def test_an_own_program_knows_the_rules_of_the_game_that_it_is_called_with(name: str) -> None:
    match = dicehouse.new(name, players=2, seed=1)
    for _ in range(3):
        memory = np.frombuffer(match.position(), np.uint8).copy()
        assert get_program(Ours, match.game).askers(match.game, memory) == len(match.acting())
        seat = match.acting()[0]
        match.play(seat, match.options(seat)[0].id)


def test_an_entry_with_arguments_of_other_types_is_another_program() -> None:
    game, askers = find("dice-ocalypse"), OURS["askers"][0]
    swapped = [tuple_type(namedtuple("Pair", names), BYTE_ARRAY, BYTE_ARRAY) for names in ("one other", "other one")]
    typed: list[Any] = [
        type("Typed", (Program,), {"cache_name": "ours", "entry_points": {"askers": (askers, (kind,))}})
        for kind in (BYTE_ARRAY, INT_ARRAY, *swapped)
    ]
    assert len({each.cache_path(game) for each in typed}) == len(typed)
    assert len({program._rule_key(askers, (None, kind), game_type_of(game)) for kind in swapped}) == len(swapped)


def test_an_edited_entry_is_another_program() -> None:
    game = find("dice-ocalypse")
    assert len({Ours.cache_path(game), Edited.cache_path(game), MatchProgram.cache_path(game)}) == 3
    get_program(Ours, game)
    assert Ours.cache_path(game).exists()
    assert not Edited.cache_path(game).exists()
