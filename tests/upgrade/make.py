"""Writes a house as an older Dicehouse leaves it: of each game a match that goes on and one that is over.

    git worktree add --detach ../older COMMIT
    PYTHONPATH=../older/src python tests/upgrade/make.py house.db && xz -9e house.db

Uses nothing but what every Dicehouse so far has had. The bots take the first option, so nothing here takes long.
"""

from __future__ import annotations

import asyncio
import contextlib
import random
import sys
from importlib import import_module
from pathlib import Path
from typing import Any

from dicehouse import games
from dicehouse.server.seat_plan import Chair
from dicehouse.server.seats import Keyring
from dicehouse.server.table_registry import TableRegistry

KEY, GUEST = b"k" * 32, "a" * 32
GAMES = {
    "dice-ocalypse": {"target": 2000},
    "baron-voodoo": {},
    "deck-o-dice": {},
    "dicetopia": {},
    "indicesion": {},
}
PLAYED = 12  # actions of a match that goes on


def store_at(path: Path) -> Any:
    """The embedded store, whatever it is called and wherever it lies."""
    for name in ("storage.sqlite", "sqlite", "store"):
        with contextlib.suppress(ImportError):
            module = import_module(f"dicehouse.server.{name}")
            return (getattr(module, "SQLite", None) or module.Store)(path)
    raise ImportError("this house keeps its tables in a way that is not known here")


async def play(house: TableRegistry, game_id: str, settings: dict[str, object], most: int, seed: int) -> Any:
    """A match between two people on one device, with so many random actions."""
    game = games.all_games()[game_id]
    chairs = [Chair("person", "Ana"), Chair("person", "Berta")]
    mode = next((mode.id for mode in game.modes if mode.players is None or mode.players[1] > 1), game.modes[0].id)
    promise = house.keyring.promise(f"{game_id.replace('-', ''):0<26.26}{most:06d}")
    table = await house.open(game, mode, settings, chairs, GUEST, promise, None)
    chance, match = random.Random(seed), table.match
    for seat in (0, 1):
        await table.set_order(GUEST, seat, "ask", 0)
    while not match.over and match.number < most:
        seat = chance.choice(match.acting())
        await table.act(GUEST, seat, match.number, chance.choice(match.options(seat)).id)
    return table


async def make(path: Path) -> None:
    """The whole house."""
    house = TableRegistry(store_at(path), Keyring(KEY), lambda name: None, lambda: ["first"], 0)  # type: ignore[arg-type, return-value]
    for game_id, settings in GAMES.items():
        for most in (PLAYED, 2000):
            table = await play(house, game_id, dict(settings), most, 7)
            print(game_id, table.id, table.phase, table.match.number)
    house.close("made")


if __name__ == "__main__":
    asyncio.run(make(Path(sys.argv[1])))  # noqa: TID251 - a program of its own
