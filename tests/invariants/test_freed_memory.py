"""Compiled code owns what it uses: a process in which all freed memory is overwritten plays the same games."""

from __future__ import annotations

import hashlib
import os
import subprocess
import sys
from pathlib import Path

import pytest

from dicehouse.arena import contest
from dicehouse.bots import make
from dicehouse.core import Seeded
from dicehouse.engine.engine import use_compiled
from dicehouse.engine.playouts import play_games
from dicehouse.match.match import Match

from .playing import COMPILED, GAMES

ROOT = Path(__file__).parents[2]
PLAYED = f"import sys; from {__name__} import played; print(played(sys.argv[1]))"


def played(game_id: str) -> str:
    """A hash of random games, of a contest of bots, and of what a bot chose at a table."""
    game = GAMES[game_id]
    use_compiled(game)
    batch = play_games(game, 200, seed=3)
    bots = contest(game, ("sensible", "random"), 12, seed=5, jobs=2)
    match, player = Match(game, game.usual, {}, Seeded(9)), make("sensible", seed=7)
    while not match.over and match.number < 20:
        seat = match.acting()[0]
        match.play(seat, player.choose(match, seat))
    parts = (batch.memory, batch.decisions, bots.decisions, bots.points, bots.returns)
    taken = repr([action.option for action in match.actions]).encode()
    return hashlib.sha256(b"".join(part.tobytes() for part in parts) + taken).hexdigest()


@pytest.mark.parametrize("game_id", COMPILED)
def test_nothing_is_read_that_was_freed(game_id: str) -> None:
    """glibc overwrites what is freed if MALLOC_PERTURB_ is set; elsewhere the two runs are alike anyhow."""
    environment = {**os.environ, "MALLOC_PERTURB_": "165"}
    command = [sys.executable, "-c", PLAYED, game_id]
    done = subprocess.run(command, env=environment, cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    assert done.stdout.strip() == played(game_id)
