"""Short matches, played to their end and kept."""

from __future__ import annotations

import random
from pathlib import Path

from dicehouse import games
from dicehouse.server.live_table import Table
from dicehouse.server.seat_plan import Chair
from dicehouse.server.table_registry import TableRegistry

from .give import act
from .room import Banker, open_house, two_on_a_couch

SHORT = {"target": 1000, "opening": 0, "special_cards": False}


async def played(house: TableRegistry, guest: str, people: int = 2) -> Table:
    """A short match of a guest, to its end."""
    table = await two_on_a_couch(house, people, guest, **SHORT)
    while not (match := table.state.playing()).over:
        (seat, *_) = match.acting()
        await act(table, guest, seat, match.number, Banker().choose(match, seat))
    return table


async def fill(folder: Path, *guests: str) -> list[str]:
    """Finished matches of these guests, one after the other; their tables."""
    async with open_house(folder) as house:
        return [(await played(house, guest)).id for guest in guests]


async def played_at_random(house: TableRegistry, game_id: str, guest: str, seed: int = 1) -> Table:
    """A match of any game between two people on a couch, to its end."""
    game = games.find(game_id)
    chairs = [Chair("person", "Ana"), Chair("person", "Berta")]
    table = await house.open(game, game.modes[0].id, {}, chairs, guest, house.keyring.dice_secret(), None)
    chance = random.Random(seed)
    while not (match := table.state.playing()).over:
        seat = chance.choice(match.acting())
        await act(table, guest, seat, match.number, chance.choice(match.options(seat)).id)
    return table
