"""Shortcuts by which the sensible player of Baron Voodoo looks less far: they must not change what it sees."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest

import dicehouse
from dicehouse.games import find
from dicehouse.games.baron_voodoo.bot import moves, worth
from dicehouse.games.baron_voodoo.bot.moves import TOPS
from dicehouse.games.baron_voodoo.rules import baron
from dicehouse.games.baron_voodoo.rules.board import DIE
from dicehouse.games.baron_voodoo.rules.codes import JUMP
from dicehouse.games.baron_voodoo.rules.state import BARON, KINDS, NOBODY
from dicehouse.kit.engine import Position

GAME = find("baron-voodoo")
look, best_take, future, appraise = moves.look, moves.best_take, moves.future, worth.appraise


def positions(players: int, **options: Any) -> Iterator[Any]:
    """Positions of a few random games, each with a memo in which captures are worth anything."""
    rng = random.Random(7)
    for seed in range(3):
        match = dicehouse.new(GAME.id, players=players, seed=seed, options={"loas": "random", **options})
        while not match.over:
            if rng.random() < 0.2:
                state = Position(GAME, np.frombuffer(match.position(), np.uint8).copy()).state
                memo = [0.0] * worth.MEMO
                for seat in range(state.n_players):
                    gains = [round(rng.uniform(0, 6), 1) for _ in range(KINDS)]
                    start = worth.GAIN.of(seat, 0)
                    memo[start : start + KINDS] = gains
                    memo[worth.MOST.of(seat)] = max(gains)
                yield state, memo, rng
            seat = match.acting()[0]
            match.play(seat, rng.choice(match.options(seat)).id)


@pytest.mark.parametrize(("players", "options"), [(2, {}), (4, {}), (4, {"pairing": "yt-rp"}), (1, {})])
def test_what_is_not_looked_at_to_the_end_could_not_have_been_more(players: int, options: dict[str, Any]) -> None:
    shortened = 0
    for state, memo, rng in positions(players, **options):
        seat = state.player if state.player >= 0 else 0
        whole = future(state, seat, -worth.MUCH, memo)
        least = whole + rng.uniform(-4, 4)
        found = future(state, seat, least, memo)
        assert found == whole or whole <= found <= least
        shortened += found != whole
    assert shortened or players == 1


def test_what_the_baron_takes_next_is_what_he_takes() -> None:
    seen = 0
    for state, memo, _ in positions(1, solo_level=2, directions=8):
        tops = [0] * TOPS
        look(state, tops)
        jump, wanted = baron.best_jump(state), 0.0
        if jump != NOBODY:
            over = baron.beyond(state, JUMP.space(jump), JUMP.direction(jump), 1)
            wanted = memo[worth.GAIN.of(BARON, state.board[over] & DIE)]
        assert best_take(state, BARON, tops, memo) == wanted
        seen += jump != NOBODY
    assert seen


def test_nothing_that_may_be_captured_is_worth_more_than_the_most() -> None:
    for state, memo, _ in positions(4, pairing="yr-tp"):
        for seat in range(4):
            appraise(state, seat, 0, False, memo)
            start = worth.GAIN.of(seat, 0)
            assert max(0.0, *memo[start + 1 : start + KINDS]) == memo[worth.MOST.of(seat)]
