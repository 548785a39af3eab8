"""Laying a position on a running table, so that a test starts where something is about to happen."""

from __future__ import annotations

import asyncio
import random
import time
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import httpx

from dicehouse.core import Seeded, Tape
from dicehouse.match.match import Match
from dicehouse.server.table.change import Change
from dicehouse.server.table.moves import play_option
from dicehouse.server.table.state import TableState

from ..web.server import PATIENCE, Server


def lay(server: Server, table: str, dice: str | Seeded, **position: Any) -> None:
    """Let a table go on from this position with these results of dice, or any; everybody who looks sees it."""

    def laid(state: TableState) -> TableState:
        old = state.playing()
        source = Tape(dice.replace(" ", "")) if isinstance(dice, str) else dice
        match = Match.set_up(
            old.game.id, players=old.players, options=old.settings, names=old.names, dice=source, **position
        )
        history = replace(state.history, undone_to=(*state.history.undone_to, 0))  # all events are sent once more
        return replace(state, match=match, history=history)

    _put(server, table, laid)


def play_ahead(server: Server, table: str, enough: Callable[[Match], bool], seed: int = 1) -> None:
    """Let everybody at a table choose at random until it is enough; those who look see where that led."""
    chance = random.Random(seed)

    def played(state: TableState) -> TableState:
        change = Change(state)
        while not (match := change.state.playing()).over and not enough(match):
            seat = chance.choice(match.acting())
            play_option(change, seat, chance.choice(match.options(seat)).id, time.time())
        return change.state

    _put(server, table, played)


def _put(server: Server, table: str, change: Callable[[TableState], TableState]) -> None:
    house = server.server.config.app.state.site.registry
    live = house._tables[table.removeprefix("/t/")]
    loop = server.server.servers[0].get_loop()

    async def put() -> None:
        while live.state.match is None:  # who sat down shows a text for the dice first
            await asyncio.sleep(0.01)
        async with live.lock:
            live.replace(change(live.state))

    asyncio.run_coroutine_threadsafe(put(), loop).result(timeout=PATIENCE)
    httpx.get(f"{server.url}{table}/plain", timeout=PATIENCE).raise_for_status()
