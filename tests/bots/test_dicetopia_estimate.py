"""Shortcuts by which the sensible player of Dicetopia counts less: they must not change what it finds."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest

import dicehouse
from dicehouse.games import find
from dicehouse.games.dicetopia.bot import action_values, mission_chances, worth
from dicehouse.games.dicetopia.bot.estimate import ESTIMATE, blank
from dicehouse.games.dicetopia.rules.board import on_board
from dicehouse.games.dicetopia.rules.state import MAGMACORIUM, MAX_PLAYERS, NOBODY, Area
from dicehouse.kit.engine import Position

GAME = find("dicetopia")


def positions(players: int) -> Iterator[tuple[Any, int]]:
    """Positions in the middle of a random game, and who is asked there."""
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
                estimate = blank(ESTIMATE)
                worth.survey(state, seat, False, estimate)
                action_values.forget(estimate)
                with monkeypatch.context() as patched:
                    quick += shortcut and not mission_chances.looks_beside(estimate)
                    if not shortcut:
                        patched.setattr(action_values, "looks_beside", lambda estimate: True)
                    action_values.try_area(state, seat, area, NOBODY, estimate)
                left = worth.worth(state, estimate)
                found.append((estimate.best, estimate.first, estimate.second, left))
            assert found[0] == found[1]
    assert quick


def test_a_board_that_is_known_is_worth_what_it_is_counted_to_be() -> None:
    rng, changed = random.Random(1), 0
    for state, seat in positions(3):
        estimate = blank(ESTIMATE)
        worth.survey(state, seat, False, estimate)
        for other in range(3):
            for slot in range(state.players[other].n_dice):
                before = worth.worth(state, estimate)
                worth.lay(on_board(other, slot), rng.randrange(1, MAGMACORIUM), estimate)
                worth.set_price(rng.randrange(3), float(rng.randrange(4)), estimate)
                kept = worth.worth(state, estimate)
                estimate.board_known = [False] * MAX_PLAYERS
                assert worth.worth(state, estimate) == kept
                changed += kept != before
    assert changed
