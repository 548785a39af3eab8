"""Play games by bots from seeds and tell all that happened, in the tab's Python and in ours: it must be the same.

This module uses nothing that the tab's Python lacks.
"""

from __future__ import annotations

import hashlib
import json
from typing import Any

import dicehouse
from dicehouse import bots, games
from dicehouse.core import dtype
from dicehouse.match.layout_migration import describe_layout

GAMES = ("baron-voodoo", "deck-o-dice", "dicetopia")
BOTS = {"random": 5, "sensible": 1}  # games of each


def play(game: str, bot: str, seed: int) -> dict[str, Any]:
    """Return the actions, dice, results and a hash of all positions of one game."""
    match = dicehouse.new(game, seed=seed)
    players = [bots.make(bot, seed=f"{seed}|{seat}") for seat in range(match.players)]
    positions = hashlib.sha256(match.position())
    while not match.over:
        seat = match.acting()[0]
        match.play(seat, players[seat].choose(match, seat))
        positions.update(match.position())
    told = match.save()
    del told["id"]  # new in each match
    return {
        "match": told,
        "log": [str(entry.text) for entry in match.log()],
        "points": match.points(),
        "returns": match.returns(),
        "positions": positions.hexdigest(),
    }


def layout(game: str) -> list[Any]:
    """Return what NumPy, or what stands in for it, makes of a game's record."""
    kind = dtype(games.find(game).rules.State)
    return [describe_layout(games.find(game)), str(kind.descr), kind.itemsize, kind.alignment]


def tell() -> str:
    """Return the layouts of all games and what happened in all matches, as JSON."""
    played = {
        f"{game} {bot} {seed}": play(game, bot, seed)
        for game in GAMES
        for bot, matches in BOTS.items()
        for seed in range(matches)
    }
    return json.dumps({"layouts": {game: layout(game) for game in games.BUILT_IN}, "matches": played})
