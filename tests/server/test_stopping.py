"""A house that is stopped while it is still opening its tables stops without a word of complaint."""

from __future__ import annotations

import asyncio
import gc
import logging
from pathlib import Path

import pytest

from dicehouse import games
from dicehouse.server.seat_plan import Chair
from dicehouse.server.storage.store import StoreFailed

from .room import ANA, GAME, open_house, run_apart


def test_a_table_that_is_being_opened_when_the_house_closes(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    """Its bots must not begin to think in a house that has no threads for them any more."""

    async def story() -> None:
        chairs = [Chair("bot", bot="first"), Chair("person", "Ana")]
        async with open_house(tmp_path, delay=60) as house:
            table = await house.open(
                games.find(GAME), "", {"opening": 0}, chairs, ANA, house.keyring.dice_secret(), None
            )
        async with open_house(tmp_path) as house:
            looking = asyncio.create_task(house.find(table.id))
            while table.id not in house._loading:
                await asyncio.sleep(0)
            await asyncio.sleep(0)  # its rows are being read
            looking.cancel()
        left = asyncio.all_tasks() - {asyncio.current_task()}
        await asyncio.wait(left, timeout=60) if left else None
        await asyncio.sleep(0.05)
        with pytest.raises(StoreFailed):
            await house.store.read(lambda db: db.execute("SELECT 1").fetchone())

    gc.collect()  # tasks that other tests have left behind complain now, not below
    caplog.clear()
    with caplog.at_level(logging.INFO):
        run_apart(story())
    assert [record.getMessage() for record in caplog.records if record.levelno >= logging.WARNING] == []
