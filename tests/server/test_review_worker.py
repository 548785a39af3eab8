"""Reviews are made in the background, each once, and found again; a match that goes on has none."""

from __future__ import annotations

import asyncio
import json
import threading
from pathlib import Path

import pytest

from dicehouse.engine.engine import use_compiled
from dicehouse.server.archive.review_worker import MOST_EACH, Engine, ReviewProgress
from dicehouse.server.live_table import Table
from dicehouse.server.seats import Keyring, Refused
from dicehouse.server.storage.sqlite_store import SQLite
from dicehouse.server.storage.store_factory import open_store
from dicehouse.server.table.change import Grace
from dicehouse.server.table_registry import TableRegistry

from ..place import kept_in
from ..web.judges import Judge
from .finished import SHORT, played
from .room import ANA, BEN, KEY, Banker, alone, run_apart, two_on_a_couch

LONG = 300.0  # seconds that anything may take on a busy machine, where a review comes last


def house_in(folder: Path, judge: Judge) -> TableRegistry:
    store, _ = open_store(kept_in(folder), key=KEY)
    return TableRegistry(store, Keyring(KEY), lambda name: Banker(), lambda: ["first"], 0, Grace(0, 0, 0), judge)


async def settled(house: TableRegistry, table: Table, asker: str = ANA) -> ReviewProgress:
    async with asyncio.timeout(LONG):
        while not (found := await house.reviews.look(table, asker)).settled:
            await asyncio.sleep(0.01)
        return found


def test_one_job_for_a_match_however_many_ask_and_it_is_found_after_a_restart(tmp_path: Path) -> None:
    async def story() -> None:
        gate = threading.Event()
        judge = Judge(gate=gate)
        house = house_in(tmp_path, judge)
        table = await played(house, ANA)
        assert all(isinstance(each, ReviewProgress) for each in await asyncio.gather(
            *(house.reviews.look(table, who) for who in (ANA, BEN, "address 1", ANA))
        ))  # fmt: skip
        gate.set()  # it is not made before all have asked
        found = await settled(house, table)
        assert found.review is not None and found.review["version"] == judge.version and not found.old
        assert sum(found.review["start"]) == pytest.approx(1)
        assert judge.asked == [table.id] and judge.levels == [["people", "people"]]
        house.close("over")
        later = Judge()
        house = house_in(tmp_path, later)
        await house.reviews.resume()
        again = await house.reviews.look(await house.find(table.id), BEN)
        assert again.review == found.review and later.asked == []
        house.close("over")

    run_apart(story())


def test_what_was_cut_off_is_made_when_the_house_opens_again(tmp_path: Path) -> None:
    async def story() -> None:
        gate = threading.Event()
        house = house_in(tmp_path, Judge(gate=gate))
        one, two = await played(house, ANA), await played(house, ANA)
        assert not (await house.reviews.look(one, ANA)).settled
        async with asyncio.timeout(LONG):
            while not (await house.reviews.look(one, ANA)).percent:
                await asyncio.sleep(0.01)
        second = await house.reviews.look(two, ANA)
        assert (second.ahead, second.percent) == (1, 0)
        house.close("over")
        judge = Judge()
        house = house_in(tmp_path, judge)
        await alone(house.store)
        await house.reviews.resume()
        for table in (one, two):
            assert (await settled(house, await house.find(table.id))).review is not None
        assert judge.asked == [one.id, two.id]
        house.close("over")

    run_apart(story())


def test_a_failure_is_told_and_can_be_tried_again(tmp_path: Path) -> None:
    async def story() -> None:
        judge = Judge(fails=1)
        house = house_in(tmp_path, judge)
        table = await played(house, ANA)
        failed = await settled(house, table)
        assert failed.review is None and "couldn't be reviewed" in failed.why and "thread" not in failed.why
        assert await house.reviews.look(table, BEN) == failed, "nobody has it tried again by looking"
        await house.reviews.make_again(table, ANA)
        assert (await settled(house, table)).review is not None
        assert len(judge.asked) == 2
        house.close("over")

    run_apart(story())


def test_a_later_version_makes_it_anew_when_somebody_wants_it(tmp_path: Path) -> None:
    async def story() -> None:
        house = house_in(tmp_path, Judge(version=1))
        table = await played(house, ANA)
        await settled(house, table)
        house.close("over")
        judge = Judge(version=2)
        house = house_in(tmp_path, judge)
        table = await house.find(table.id)
        old = await house.reviews.look(table, ANA)
        assert old.old and old.review is not None and judge.asked == []
        await house.reviews.make_again(table, ANA)
        new = await settled(house, table)
        assert not new.old and new.review is not None and new.review["version"] == 2
        await house.reviews.make_again(table, ANA)
        assert len(judge.asked) == 1, "what is up to date is not made anew"
        house.close("over")

    run_apart(story())


def test_the_queue_has_an_end(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def story() -> None:
        gate = threading.Event()
        house = house_in(tmp_path, Judge(gate=gate))
        tables = [await played(house, ANA) for _ in range(MOST_EACH + 1)]
        for table in tables[:-1]:
            await house.reviews.look(table, ANA)
        with pytest.raises(Refused, match="already waiting for"):
            await house.reviews.look(tables[-1], ANA)
        monkeypatch.setattr("dicehouse.server.archive.review_worker.MOST_WAITING", MOST_EACH)
        with pytest.raises(Refused, match="reviewing many games"):
            await house.reviews.look(tables[-1], BEN)
        gate.set()
        await settled(house, tables[0])
        async with asyncio.timeout(LONG):
            while (await house.reviews.look(tables[-2], ANA)).settled is False:
                await asyncio.sleep(0.01)
        assert (await settled(house, tables[-1])).review is not None
        house.close("over")

    run_apart(story())


def test_nothing_is_reviewed_that_is_still_played_or_was_a_lesson(tmp_path: Path) -> None:
    async def story() -> None:
        judge = Judge()
        house = house_in(tmp_path, judge)
        table = await two_on_a_couch(house, 2, ANA, **SHORT)
        for _ in range(2):
            with pytest.raises(Refused, match="when it is over"):
                await house.reviews.look(table, ANA)
        lesson = await house.learn(table.game, table.game.hooks.LESSONS[0].name, BEN, "Ben")
        with pytest.raises(Refused, match="lesson"):
            await house.reviews.look(lesson, BEN)
        assert judge.asked == []
        house.close("over")

    run_apart(story())


def test_the_real_engine_reviews_a_table_and_its_sums_agree(tmp_path: Path) -> None:
    async def story() -> None:
        store = SQLite(tmp_path / "house.db")
        house = TableRegistry(store, Keyring(KEY), lambda name: Banker(), lambda: ["first"], 0, None, Engine(0.5))
        table = await played(house, ANA)
        use_compiled(table.game)
        found = (await settled(house, table)).review
        assert found is not None and table.state.match is not None
        for seat in range(2):
            total = found["start"][seat] + found["luck"][seat] + found["skill"][seat]
            assert total == pytest.approx(table.state.match.returns()[seat])
        assert json.loads(json.dumps(found)) == found
        house.close("over")

    run_apart(story())
