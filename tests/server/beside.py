"""Servers of one house beside each other, in one process."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from pathlib import Path

from dicehouse.server.live_table import Table
from dicehouse.server.seats import Keyring
from dicehouse.server.storage.store_factory import open_store
from dicehouse.server.table.change import Grace
from dicehouse.server.table_registry import TableRegistry

from ..place import kept_in
from ..web.judges import Judge
from .room import KEY, Banker

SOON = 60.0  # seconds that anything may take on a busy machine
Story = Callable[[TableRegistry, TableRegistry], Awaitable[None]]


@asynccontextmanager
async def server(folder: Path, bot: type = Banker, grace: Grace | None = None) -> AsyncIterator[TableRegistry]:
    store, _ = open_store(kept_in(folder), key=KEY)
    house = TableRegistry(
        store, Keyring(KEY), lambda name: bot(), lambda: ["first"], 0, grace or Grace(0, 0, 0), Judge()
    )
    try:
        yield house
    finally:
        house.close("the test is over")


async def until(true: Callable[[], object]) -> None:
    async with asyncio.timeout(SOON):
        while not true():
            await asyncio.sleep(0.005)


def same(one: Table, other: Table) -> bool:
    return facts(one) == facts(other)


def facts(table: Table) -> list[object]:
    state = table.state
    assert state.history.chain is not None
    known = state.record.phase, state.record.again, state.revision
    written = state.history.n_entries, len(state.chat)
    return [state.playing().position(), state.history.chain.mark, known, state.seats, state.chat, written]
