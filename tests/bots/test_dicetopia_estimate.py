"""Check that the shortcuts of the sensible player of Dicetopia don't change its results."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest

import dicehouse
from dicehouse.engine import Position
from dicehouse.games import find
from dicehouse.games.dicetopia.ai import action_values, mission_chances, position_value
from dicehouse.games.dicetopia.ai.position_features import FEATURES, blank_features
from dicehouse.games.dicetopia.rules.board import on_board
from dicehouse.games.dicetopia.rules.state import MAGMACORIUM, MAX_PLAYERS, NO_SEAT, Area

GAME = find("dicetopia")


def positions(players: int) -> Iterator[tuple[Any, int]]:
    """Yield positions in the middle of a random game, and the seat that is asked there."""
    rng = random.Random(players)
    match = dicehouse.new(GAME.id, players=players, seed=players)
    while not match.over:
        seat = match.acting()[0]
        if match.number > 10 and rng.random() < 0.25:
            yield Position(GAME, np.frombuffer(match.position(), np.uint8).copy()).state, seat
        match.play(seat, rng.choice(match.options(seat)).id)


@pytest.mark.parametrize("players", [2, 4])
def test_what_changes_places_is_worth_as_much_as_if_all_were_counted_anew(
    players: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    quick = 0
    for state, seat in positions(players):
        for area in (Area.WASTE, Area.CONGRESS):
            found = []
            for shortcut in (True, False):
                estimate = blank_features(FEATURES)
                position_value.survey_position(state, seat, False, estimate)
                action_values.forget_best(estimate)
                with monkeypatch.context() as patched:
                    quick += shortcut and not mission_chances.looks_beside(estimate)
                    if not shortcut:
                        patched.setattr(action_values, "looks_beside", lambda estimate: True)
                    action_values.try_area(state, seat, area, NO_SEAT, estimate)
                left = position_value.position_value(state, estimate)
                found.append((estimate.best, estimate.first, estimate.second, left))
            assert found[0] == found[1]
    assert quick


def test_a_board_that_is_known_is_worth_what_it_is_counted_to_be() -> None:
    rng, changed = random.Random(1), 0
    for state, seat in positions(3):
        estimate = blank_features(FEATURES)
        position_value.survey_position(state, seat, False, estimate)
        for other in range(3):
            for slot in range(state.players[other].n_dice):
                before = position_value.position_value(state, estimate)
                position_value.lay_thing(on_board(other, slot), rng.randrange(1, MAGMACORIUM), estimate)
                position_value.set_price(rng.randrange(3), float(rng.randrange(4)), estimate)
                kept = position_value.position_value(state, estimate)
                estimate.board_known = [False] * MAX_PLAYERS
                assert position_value.position_value(state, estimate) == kept
                changed += kept != before
    assert changed
