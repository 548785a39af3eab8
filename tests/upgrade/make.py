"""Writes a house as the Dicehouse of its own commit leaves it: of each game a match that goes on and one that is over.

    git worktree add --detach ../older COMMIT
    cd ../older && PYTHONPATH=src python -m tests.upgrade.make house.db && xz -9e house.db

Each commit writes its house by its own copy of this file. The bots take the first option, so nothing takes long.
"""

from __future__ import annotations

import asyncio
import random
import sys
from pathlib import Path

from dicehouse import games
from dicehouse.server.live_table import Table
from dicehouse.server.seat_plan import Chair
from dicehouse.server.seats import Keyring
from dicehouse.server.storage.sqlite_store import SQLite
from dicehouse.server.table_registry import TableRegistry

from ..server.give import act, set_order

KEY, GUEST = b"k" * 32, "a" * 32
GAMES = {
    "dice-ocalypse": {"target": 2000},
    "baron-voodoo": {},
    "deck-o-dice": {},
    "dicetopia": {},
    "indicesion": {},
}
PLAYED = 12  # actions of a match that goes on


async def play(house: TableRegistry, game_id: str, settings: dict[str, object], most: int, seed: int) -> Table:
    """A match between two people on one device, with so many random actions."""
    game = games.all_games()[game_id]
    chairs = [Chair("person", "Ana"), Chair("person", "Berta")]
    mode = next((mode.id for mode in game.modes if mode.players is None or mode.players[1] > 1), game.modes[0].id)
    dice_secret = house.keyring.dice_secret(f"{game_id.replace('-', ''):0<26.26}{most:06d}")
    table = await house.open(game, mode, settings, chairs, GUEST, dice_secret, None)
    chance = random.Random(seed)
    for seat in (0, 1):
        await set_order(table, GUEST, seat, "ask", 0)
    while not (match := table.state.playing()).over and match.number < most:
        seat = chance.choice(match.acting())
        await act(table, GUEST, seat, match.number, chance.choice(match.options(seat)).id)
    return table


async def make(path: Path) -> None:
    """The whole house."""
    house = TableRegistry(SQLite(path), Keyring(KEY), lambda name: None, lambda: ["first"], 0)  # type: ignore[arg-type, return-value]
    for game_id, settings in GAMES.items():
        for most in (PLAYED, 2000):
            table = await play(house, game_id, dict(settings), most, 7)
            print(game_id, table.id, table.state.phase, table.state.playing().number)
    house.close("made")


if __name__ == "__main__":
    asyncio.run(make(Path(sys.argv[1])))  # noqa: TID251 - a program of its own
