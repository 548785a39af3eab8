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
from dicehouse.engine.thought import Parts, parts_of
from dicehouse.match.layout_migration import describe_layout
from dicehouse.server.driver import Elsewhere, here, in_parts
from dicehouse.site.tab_rules import load_rules
from dicehouse.solver import exact_value

GAMES = ("baron-voodoo", "deck-o-dice", "dice-ocalypse", "dicetopia")
BOTS = {"random": 5, "sensible": 1}  # games of each
RACE = "a solved race"  # two players of Dice-ocalypse! without cards
SEARCHES = 3  # decisions of each game that are searched, by two seats
SIMULATIONS = 24


def play(game: str, bot: str, seed: int, **options: object) -> dict[str, Any]:
    """Return the actions, dice, results, solved chances and a hash of all positions of one game."""
    match = dicehouse.new(game, seed=seed, players=2 if options else None, options=options)
    players = [bots.make(bot, seed=f"{seed}|{seat}") for seat in range(match.players)]
    positions, chances = hashlib.sha256(match.position()), list[float | None]()
    while not match.over:
        seat = match.acting()[0]
        if options:
            chances.append(exact_value(match, seat))
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
        "chances": chances,
    }


def search(game: str) -> Parts[list[Any]]:
    """Return, in parts, what searches by compiled rules choose, and a hash of their trees; the second seat races its
    options where the game can be estimated.
    """
    match = dicehouse.new(game, seed=7)
    players = [
        SearchBot(f"search:{SIMULATIONS}", seat, SearchParameters(sequential_halving=seat == 1))
        for seat in range(match.players)
    ]
    thread_tree.memory.data[:] = bytes(len(thread_tree.memory))  # other tests may have searched before
    found, searched = list[Any](), list[int]()  # seats that had a choice
    while len(searched) < SEARCHES or len({*searched}) < 2:
        seat = match.acting()[0]
        players[seat].simulations = 0
        chosen = yield from parts_of(players[seat].consider(match, seat), 1.0)
        searched += [seat] * (players[seat].simulations > 0)
        found.append([str(chosen), players[seat].simulations, hashlib.sha256(thread_tree.memory.data).hexdigest()])
        match.play(seat, chosen)
    return [*found, match.position().hex()]


def layout(game: str) -> list[Any]:
    """Return what NumPy, or what stands in for it, makes of a game's record."""
    kind = dtype(games.find(game).rules.State)
    return [describe_layout(games.find(game)), str(kind.descr), kind.itemsize, kind.alignment]


def tell_matches(game: str, bot: str, first_seed: int, end: int) -> str:
    """Return what happened in the matches of these seeds, as JSON."""
    if sys.platform == "emscripten":
        load_rules()
    thread_tree.memory.data[:] = bytes(len(thread_tree.memory))
    return json.dumps({f"{game} {bot} {seed}": play(game, bot, seed) for seed in range(first_seed, end)})


async def tell(elsewhere: Elsewhere = here) -> str:
    """Return the layouts of all games and what happened in all matches, as JSON; `elsewhere` does the work of searches,
    and of futures.
    """
    if sys.platform == "emscripten":
        load_rules()  # as a tab does
    played = {
        f"{game} {bot} {seed}": play(game, bot, seed)
        for game in GAMES
        for bot, matches in BOTS.items()
        for seed in range(matches)
    }
    played[RACE] = play("dice-ocalypse", "sensible", 0, special_cards=False)
    layouts = {game: layout(game) for game in games.BUILT_IN}
    searches = {game: await in_parts(search(game), elsewhere) for game in GAMES}
    return json.dumps({"layouts": layouts, "matches": played, "searches": searches})
