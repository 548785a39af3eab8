"""A house without a server: real store, real tables, bots that take what comes first."""

from __future__ import annotations

import asyncio
import random
from collections.abc import AsyncIterator, Coroutine
from concurrent.futures import ThreadPoolExecutor
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any, TypeVar

from dicehouse import games
from dicehouse.match.match import Match
from dicehouse.server.live_table import Table
from dicehouse.server.seat_plan import Chair
from dicehouse.server.seats import Keyring, Refused
from dicehouse.server.storage.store import Store
from dicehouse.server.storage.store_factory import open_store
from dicehouse.server.table.change import Grace
from dicehouse.server.table_registry import TableRegistry

from ..place import kept_in
from .give import act, set_order

T = TypeVar("T")
GAME = "dice-ocalypse"
KEY = b"k" * 32
AT_ONCE = Grace(0, 0, 0)  # bots take over as soon as they are asked for
ANA, BEN = "a" * 32, "b" * 32


class Banker:
    """Banks when it can, else takes the first option."""

    def choose(self, match: Match, seat: int) -> str:
        options = [o.id for o in match.options(seat)]
        return next((o for o in options if o.endswith("bank")), options[0])


class Watcher:
    """A listener that remembers what it was shown."""

    def __init__(self, guest: str | None) -> None:
        self.guest = guest
        self.holder: int | None = None
        self.sights: list[Any] = []
        self.last_words: list[str] = []

    def changed(self, sight: Any) -> None:
        self.sights.append(sight)

    def closed(self, why: str) -> None:
        self.last_words.append(why)


async def alone(store: Store) -> None:
    """Wait until the house that was open before is gone for PostgreSQL, too: until then its bots are left to it."""
    if store.shared:
        from dicehouse.server.storage.postgres_schema import ALIVE_NOW

        async with asyncio.timeout(60):
            while len(await store.read(lambda db: db.execute(ALIVE_NOW).fetchall())) > 1:
                await asyncio.sleep(0.01)


@asynccontextmanager
async def open_house(
    folder: Path, *, most_pages: int | None = None, delay: float = 0, grace: Grace = AT_ONCE
) -> AsyncIterator[TableRegistry]:
    store, _ = open_store(kept_in(folder), key=KEY, most_pages=most_pages)
    await alone(store)
    house = TableRegistry(store, Keyring(KEY), lambda name: Banker(), lambda: ["first"], delay, grace)
    try:
        yield house
    finally:
        house.close("the test is over")


async def two_on_a_couch(house: TableRegistry, people: int = 2, guest: str = ANA, **settings: object) -> Table:
    """A table where one guest holds every seat."""
    game = games.find(GAME)
    chairs = [Chair("person", f"Ana {n}") for n in range(people)]
    return await house.open(game, game.modes[0].id, settings, chairs, guest, house.keyring.dice_secret(), None)


async def step(table: Table, chance: random.Random, guest: str = ANA) -> tuple[int, str]:
    """One random option of one acting seat; what was played."""
    assert table.state.match is not None
    number = table.state.match.number
    seat = chance.choice(table.state.match.acting())
    option = chance.choice(table.state.match.options(seat)).id
    await act(table, guest, seat, number, option)
    return seat, option


async def try_step(table: Table, chance: random.Random, guest: str = ANA) -> None:
    """A step where standing orders play too, so that it may come too late."""
    await asyncio.sleep(0.001)
    if not table.state.match or not table.state.match.acting():
        return
    try:
        await step(table, chance, guest)
    except Refused as error:
        if not error.stale:
            raise


async def ask_always(table: Table, guest: str = ANA) -> None:
    """No standing order plays for anybody."""
    for seat in table.state.seats_of(guest):
        await set_order(table, guest, seat, "ask", 0)


def run_apart(story: Coroutine[Any, Any, T]) -> T:
    """`asyncio.run` in a thread of its own: Playwright keeps a loop running in the one that tests share."""
    with ThreadPoolExecutor(1) as pool:
        return pool.submit(asyncio.run, story).result()  # noqa: TID251 - this is the one
