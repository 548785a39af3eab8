"""Positions of an older layout, and what says how they are read."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from dicehouse import games
from dicehouse.engine import Position
from dicehouse.errors import BadMatch
from dicehouse.match.layout_migration import LayoutMigration, describe_layout, hash_layout, layout_hash, unchanged
from dicehouse.records.record import Array, array, i8, i16, i32, record

from .other import GAMES, with_rules

KNOWN: dict[str, list[str]] = json.loads((Path(__file__).parent / "layouts.json").read_text())


@pytest.mark.parametrize("game", GAMES)
def test_every_layout_that_a_house_may_keep_is_known(game: str) -> None:
    """After a change of a record: add its new layout to layouts.json, and a function for the one before to OLDER."""
    *older, last = KNOWN[game]
    found = games.find(game)
    assert layout_hash(found) == last
    assert set(older) <= set(getattr(found.rules, "OLDER", {}))


@record
class Coin:
    face: i8
    owner: i8


@record
class Before:
    turn: i8
    coins: Array[Coin] = array(3)
    row: Array[i16] = array(4)
    lost: i32


@record
class Purse:
    owner: i8
    worth: i32
    face: i8


@record
class After:
    round: i16
    coins: Array[Purse] = array(3)
    row: Array[i16] = array(4)
    turn: i8


def test_what_has_the_same_name_and_form_is_taken_over_and_the_function_does_the_rest() -> None:
    pig = games.find("dice-ocalypse")
    older, newer = with_rules(pig, State=Before), with_rules(pig, State=After)
    position = Position(older)
    state = position.state
    state.turn, state.lost = 5, 99
    for at in range(3):
        state.coins[at].face, state.coins[at].owner = at, 2 - at
    for at in range(4):
        state.row[at] = 100 * at

    def step(old: Any, new: Any) -> None:
        new.round = old["turn"] // 2 + old["lost"]

    fields = describe_layout(older)
    assert hash_layout(fields) == layout_hash(older) != layout_hash(newer)
    with pytest.raises(BadMatch, match="older rules"):
        LayoutMigration(newer, fields)
    moved = Position(newer)
    moved.restore(
        LayoutMigration(with_rules(newer, OLDER={layout_hash(older): step}), fields).migrate(position.tobytes())
    )
    found = moved.state
    assert (found.round, found.turn) == (101, 5)
    assert [(found.coins[at].face, found.coins[at].owner, found.coins[at].worth) for at in range(3)] == [
        (0, 2, 0), (1, 1, 0), (2, 0, 0),
    ]  # fmt: skip
    assert np.all(np.array(list(found.row)) == [0, 100, 200, 300])
    same = LayoutMigration(with_rules(newer, OLDER={layout_hash(older): unchanged}), fields)
    moved.restore(same.migrate(position.tobytes()))
    assert (moved.state.round, moved.state.turn) == (0, 5)
    assert LayoutMigration(older, fields).migrate(position.tobytes()) == position.tobytes()
