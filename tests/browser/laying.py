"""Laying a position on a running table, so that a test starts where something is about to happen."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from typing import Any

import httpx

from dicehouse.core import Seeded, Tape
from dicehouse.match.match import Match

from ..web.server import PATIENCE, Server


def lay(server: Server, table: str, dice: str | Seeded, **position: Any) -> None:
    """Let a table go on from this position with these results of dice, or any; everybody who looks sees it."""
    house = server.server.config.app.state.site.registry
    live = house._tables[table.removeprefix("/t/")]
    loop = server.server.servers[0].get_loop()

    async def put() -> None:
        while live.state.match is None:  # who sat down shows a text for the dice first
            await asyncio.sleep(0.01)
        async with live.lock:
            state, old = live.state, live.state.playing()
            source = Tape(dice.replace(" ", "")) if isinstance(dice, str) else dice
            match = Match.set_up(
                old.game.id, players=old.players, options=old.settings, names=old.names, dice=source, **position
            )
            history = replace(state.history, undone_to=(*state.history.undone_to, 0))  # all events are sent once more
            live.replace(replace(state, match=match, history=history))

    asyncio.run_coroutine_threadsafe(put(), loop).result(timeout=PATIENCE)
    httpx.get(f"{server.url}{table}/plain", timeout=PATIENCE).raise_for_status()
