"""How long a house keeps things: what is too old goes, in small steps, and nothing else does."""

from __future__ import annotations

import logging
import sqlite3
import time
from contextlib import closing
from pathlib import Path

import pytest

from dicehouse import games
from dicehouse.server import retention
from dicehouse.server.accounts.guest_deletion import GONE
from dicehouse.server.live_table import Table
from dicehouse.server.retention import DAY, Keep, put_seen, step
from dicehouse.server.seat_plan import Chair
from dicehouse.server.seats import NotFound, Refused
from dicehouse.server.table_registry import TableRegistry

from .finished import played
from .give import act, say
from .room import ANA, BEN, GAME, Watcher, open_house, run_apart, two_on_a_couch


async def together(house: TableRegistry) -> Table:
    """A running table of Ana's with Ben."""
    game = games.find(GAME)
    chairs = [Chair("person", "Ana"), Chair("open")]
    table = await house.open(game, game.modes[0].id, {}, chairs, ANA, house.keyring.dice_secret(), None)
    return await house.invitations.accept(house.keyring.invite(table.id, 1), BEN, "Ben", None)


def change(folder: Path, sql: str, *values: object) -> None:
    with closing(sqlite3.connect(folder / "house.db")) as db, db:
        db.execute(sql, values)


def test_nothing_goes_unless_a_host_says_so(tmp_path: Path) -> None:
    async def story() -> None:
        async with open_house(tmp_path) as house:
            table = await played(house, ANA)
            assert Keep().for_ever
            assert not await step(house, Keep(), time.time() + 9999 * DAY)
            await retention.apply_retention(house, Keep())  # returns at once
            assert (await house.find(table.id)).state.phase == "over"

    run_apart(story())


def test_old_games_go_with_everything_of_theirs(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    async def story() -> None:
        async with open_house(tmp_path) as house:
            old, new, running = await played(house, ANA), await played(house, ANA), await two_on_a_couch(house)
            watcher = Watcher(None)
            old.join(watcher)
            before = sum((await house.chronicle.dice()).lengths.values())
            change(tmp_path, "UPDATE game_table SET ended = 0 WHERE id = ?", old.id)
            with caplog.at_level(logging.WARNING, "dicehouse.server"):
                assert (await step(house, Keep(games=30), time.time())).games == 1
            assert "removed 1 games that ended more than 30 days ago" in caplog.text
            assert watcher.last_words == [retention.WHY]
            with pytest.raises(NotFound):
                await house.find(old.id)
            assert [one.table for one in await house.chronicle.played(ANA)] == [new.id]
            assert sum((await house.chronicle.dice()).lengths.values()) == before - 1
            assert (await house.find(running.id)).state.phase == "playing"
            assert not await step(house, Keep(games=30), time.time())

    run_apart(story())


def test_a_step_is_small(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def story() -> None:
        async with open_house(tmp_path) as house:
            for _ in range(3):
                await played(house, ANA)
            monkeypatch.setattr(retention, "AT_ONCE", 2)
            later = time.time() + 40 * DAY
            assert [(await step(house, Keep(games=30), later)).games for _ in range(3)] == [2, 1, 0]

    run_apart(story())


def test_chat_goes_when_its_time_is_up_and_the_game_stays(tmp_path: Path) -> None:
    async def story() -> None:
        async with open_house(tmp_path) as house:
            over, running = await played(house, ANA), await two_on_a_couch(house)
            for table in (over, running):
                await say(table, ANA, None, "hello")
            later = time.time() + 8 * DAY
            assert (await step(house, Keep(chat=9), later)).chat == 0
            assert (await step(house, Keep(chat=7), later)).chat == 1
            over = await house.find(over.id)
            assert (over.state.phase, over.state.chat) == ("over", ())
            await say(over, ANA, None, "and again")
            assert [said.text for said in (await house.find(running.id)).state.chat] == ["hello"]
            assert (await step(house, Keep(chat=7), time.time())).chat == 0, "what was said since is young"

    run_apart(story())


def test_guests_who_never_came_back_go_and_those_who_play_stay(tmp_path: Path) -> None:
    async def story() -> None:
        async with open_house(tmp_path) as house:
            table = await together(house)
            now = time.time()
            assert (await step(house, Keep(guests=30), now)).guests == 0, "their days count from now on"
            assert (await step(house, Keep(guests=30), now + 29 * DAY)).guests == 0
            await house.store.write(put_seen(ANA, now + 20 * DAY))
            assert (await step(house, Keep(guests=30), now + 31 * DAY)).guests == 1
            seats = (await house.find(table.id)).state.seats
            assert [(seat.name, seat.kind) for seat in seats] == [("Ana", "person"), (GONE, "bot")]
            assert await house.name_of(BEN) is None

    run_apart(story())


def test_a_table_where_somebody_plays_keeps_its_guests(tmp_path: Path) -> None:
    async def story() -> None:
        async with open_house(tmp_path) as house:
            table = await together(house)
            now = time.time()
            await step(house, Keep(guests=30), now)
            acting = table.state.playing().acting()[0]
            guest = table.state.seats[acting].guest
            await act(table, guest, acting, table.state.playing().number, table.state.playing().options(acting)[0].id)
            change(tmp_path, "UPDATE entry SET at = ?", now + 25 * DAY)
            assert (await step(house, Keep(guests=30), now + 40 * DAY)).guests == 0

    run_apart(story())


def test_nobody_deals_again_from_a_secret_that_was_shown(tmp_path: Path) -> None:
    """The same form after its match was over, and removed: whoever kept the secret would know all dice."""

    async def story() -> None:
        async with open_house(tmp_path) as house:
            game, dice_secret = games.find(GAME), house.keyring.dice_secret("ab" * 16)
            chairs = [Chair("person", "Ana"), Chair("person", "Berta")]
            table = await house.open(game, game.modes[0].id, {}, chairs, ANA, dice_secret, None)
            change(tmp_path, "UPDATE game_table SET phase = 'over', ended = 0 WHERE id = ?", table.id)
            assert (await step(house, Keep(games=30), time.time())).games == 1
            with pytest.raises(Refused, match="already used"):
                await house.open(game, game.modes[0].id, {}, chairs, ANA, dice_secret, None)

    run_apart(story())
