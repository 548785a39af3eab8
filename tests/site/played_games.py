"""Play games by bots from seeds and tell all that happened, in the tab's Python and in ours: it must be the same.

This module uses nothing that the tab's Python lacks.
"""

from __future__ import annotations

import hashlib
import json
import sys
from typing import Any

import dicehouse
from dicehouse import bots, games
from dicehouse.bots.search_bot import SearchBot
from dicehouse.bots.tree_driver import SearchParameters, thread_tree
from dicehouse.core import dtype
from dicehouse.match.layout_migration import describe_layout
from dicehouse.site.tab_rules import load_rules

GAMES = ("baron-voodoo", "deck-o-dice", "dicetopia")
BOTS = {"random": 5, "sensible": 1}  # games of each
SEARCHES = 4  # decisions of each game that are searched
SIMULATIONS = 24


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


def search(game: str) -> list[Any]:
    """Return what searches by compiled rules choose, and a hash of their trees; the second seat races its options
    where the game can be estimated.
    """
    match = dicehouse.new(game, seed=7)
    players = [
        SearchBot(f"search:{SIMULATIONS}", seat, SearchParameters(sequential_halving=seat == 1))
        for seat in range(match.players)
    ]
    thread_tree.memory.data[:] = bytes(len(thread_tree.memory))  # other tests may have searched before
    found: list[Any] = []
    for _ in range(SEARCHES):
        seat = match.acting()[0]
        chosen = players[seat].choose(match, seat)
        found.append([str(chosen), players[seat].simulations, hashlib.sha256(thread_tree.memory.data).hexdigest()])
        match.play(seat, chosen)
    return [*found, match.position().hex()]


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
    layouts = {game: layout(game) for game in games.BUILT_IN}
    if sys.platform == "emscripten":
        load_rules()  # from here on, the tab's rules are compiled
    return json.dumps({"layouts": layouts, "matches": played, "searches": {game: search(game) for game in GAMES}})
