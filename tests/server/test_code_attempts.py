"""Wrong codes are counted for all servers of a house together."""

from __future__ import annotations

import asyncio
import time
from pathlib import Path

import pytest

from dicehouse.server import code_attempts
from dicehouse.server.code_attempts import CODES, AttemptLimit
from dicehouse.server.storage.database_address import Place
from dicehouse.server.storage.store import StoreFailed
from dicehouse.server.storage.store_factory import open_store

from ..cluster import Cluster
from .room import run_apart

SERVERS = 3
DAY = 86_400


@pytest.fixture(params=["a file", pytest.param("postgresql", marks=pytest.mark.xdist_group("postgres"))])
def place(request: pytest.FixtureRequest, tmp_path: Path) -> Place:
    if request.param == "a file":
        return tmp_path / "house.db"
    cluster: Cluster = request.getfixturevalue("postgres")
    return cluster.fresh()


@pytest.mark.xdist_group("postgres")
def test_servers_share_what_is_left(postgres: Cluster) -> None:
    """However many ask at once."""
    place = postgres.fresh()

    async def story() -> None:
        stores = [open_store(place)[0] for _ in range(SERVERS)]
        mine = [AttemptLimit(CODES, 0.0, 5) for _ in stores]  # it never fills up
        asked = [one.take(store) for one, store in zip(mine * 4, stores * 4, strict=True)]
        assert sum(await asyncio.gather(*asked)) == 5
        await mine[0].give_back(stores[0])
        assert [await mine[2].take(stores[2]), await mine[1].take(stores[1])] == [True, False]
        for store in stores:
            store.close()

    run_apart(story())


def test_it_fills_up_steadily_and_holds_no_more_than_a_burst(place: Place, monkeypatch: pytest.MonkeyPatch) -> None:
    clock = [time.time()]
    monkeypatch.setattr(code_attempts.time, "time", lambda: clock[0])

    async def story() -> None:
        store, _ = open_store(place)
        few = AttemptLimit(CODES, 0.05, 2)

        async def taken(most: int = 5) -> int:
            return sum([await few.take(store) for _ in range(most)])

        assert await taken() == 2
        clock[0] += 15
        assert await taken() == 0
        clock[0] += 6
        assert await taken() == 1
        clock[0] += 3600
        assert await taken() == 2
        clock[0] -= 3600  # another server's clock, or this one's was put back
        assert await taken() == 0
        for _ in range(4):
            await few.give_back(store)
        assert await taken() == 2
        store.close()

    run_apart(story())


def test_a_clock_that_was_far_ahead_stops_nothing_for_long(place: Place, monkeypatch: pytest.MonkeyPatch) -> None:
    clock = [time.time() + 30 * DAY]
    monkeypatch.setattr(code_attempts.time, "time", lambda: clock[0])

    async def story() -> None:
        store, _ = open_store(place)
        few = AttemptLimit(CODES, 0.05, 2)
        assert [await few.take(store) for _ in range(3)] == [True, True, False]
        clock[0] -= 30 * DAY
        assert not await few.take(store), "it gives nothing away"
        clock[0] += 21
        assert [await few.take(store) for _ in range(2)] == [True, False]
        store.close()

    run_apart(story())


def test_a_database_that_is_away_is_no_wrong_code(place: Place) -> None:
    async def story() -> None:
        store, _ = open_store(place)
        store.close()
        with pytest.raises(StoreFailed):
            await AttemptLimit(CODES, 0.05, 2).take(store)

    run_apart(story())
