"""What a house does by itself while it is open."""

from __future__ import annotations

from pathlib import Path

import anyio
import pytest

from dicehouse.server.clocks.clock_watcher import Timekeeper
from dicehouse.server.table_registry import TableRegistry
from dicehouse.web import app

from ..server.room import run_apart
from .server import PATIENCE


def test_a_job_that_fails_is_begun_again_and_ends_no_other(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    looked: list[str] = []
    logged: list[str] = []

    def look_round(registry: TableRegistry) -> None:
        if getattr(registry.store, "path", None) != tmp_path / "house.db":
            return  # of another test's house, which still runs
        looked.append("round")
        if looked.count("round") == 1:
            raise KeyError("a table that nobody can know of")

    async def run(_: Timekeeper) -> None:
        looked.append("clocks")
        await anyio.sleep_forever()

    monkeypatch.setattr(app.log, "exception", logged.append)
    monkeypatch.setattr(app, "PRESENCE_CHECK_SECONDS", 0.01)
    monkeypatch.setattr(TableRegistry, "look_round", look_round)
    monkeypatch.setattr(Timekeeper, "run", run)

    async def story() -> None:
        house = app.make_app(tmp_path / "house.db")
        async with house.router.lifespan_context(house):
            with anyio.fail_after(PATIENCE):
                while looked.count("round") < 3:
                    await anyio.sleep(0.01)

    run_apart(story())
    assert looked.count("clocks") == 1, "it went on"
    assert len(logged) == 1
