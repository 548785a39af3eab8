"""How much room there is above `sensible`: what is tried, and what it comes to."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from bench import room
from dicehouse.core import Tape
from dicehouse.engine import Position, engine_of
from dicehouse.engine.position_rollouts import Rollouts
from dicehouse.games import find
from dicehouse.match.match import Match

GAME = find("dice-ocalypse")
BARE: dict[str, Any] = {"hands": [[], []], "immunity": [False, False], "battle_zone_done": [True, True]}


def test_it_finds_what_a_bad_choice_gives_away(monkeypatch: pytest.MonkeyPatch) -> None:
    """In a last turn that is 2,000 behind a bank loses at once, so all that throwing on wins is to gain."""
    match = Match.set_up(
        GAME.id, players=2, dice=Tape([1, 1, 1, 1, 3, 5]), totals=[9_000, 10_900], bar_set_by=1, to_play=[0], **BARE
    )
    match.play(0, "roll")
    futures = Rollouts(match.game, match.players, match.settings, 1)
    most, sure = room.tried(GAME, match, futures, 0, 0, 400)
    assert most is not None
    assert 0 <= most < 0.02
    assert sure < 0.02
    here = Position(GAME, np.frombuffer(match.position(), np.uint8).copy())
    ids = {GAME.hooks.describe_action(here.state, 0, action).id: action for action in engine_of(GAME).legal(here, 0)}
    bank = ids["keep 1 bank"]
    usual = futures.play_until_turn

    def badly(position: bytes, number: int, n: int, first: list[tuple[int, int]], *rest: Any, **more: Any) -> Any:
        return usual(position, number, n, first or [(0, bank)], *rest, **more)

    monkeypatch.setattr(futures, "play_until_turn", badly)
    most, sure = room.tried(GAME, match, futures, 0, 0, 400)
    assert most is not None
    assert most > 0.2
    assert sure == pytest.approx(most, abs=0.1)


def test_a_game_is_played_and_its_choices_are_counted() -> None:
    found = room.played(GAME, "test", 4)
    assert found.choices > 20
    assert all(0 <= most < 5 for most in found.most)
    assert set(found.kinds) >= {"keep", "pass", "roll"}
