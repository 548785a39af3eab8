"""What one server does and another hears nothing of: it is made up for, though nobody asks."""

from __future__ import annotations

import asyncio
import random
from collections.abc import Callable
from contextlib import AsyncExitStack
from pathlib import Path

import pytest

from dicehouse import games
from dicehouse.server.accounts import guest_deletion
from dicehouse.server.cluster import peer_servers, server_link
from dicehouse.server.live_table import Table
from dicehouse.server.seat_plan import Chair
from dicehouse.server.seats import NotFound
from dicehouse.server.table_registry import TableRegistry
from dicehouse.web import app

from ..cluster import Cluster
from ..place import keep_in
from .beside import Story, same, server, until
from .give import say
from .room import ANA, BEN, GAME, Watcher, run_apart, step, two_on_a_couch

pytestmark = pytest.mark.xdist_group("postgres")
DICE = "2" * 32  # from which all dice of a match follow


@pytest.fixture
def tell(tmp_path: Path, postgres: Cluster, monkeypatch: pytest.MonkeyPatch) -> Callable[..., None]:
    """A story of two servers: nothing that the first one says comes to the second, which looks round often."""
    keep_in(tmp_path, postgres.fresh())
    monkeypatch.setattr(peer_servers, "ON_ITS_WAY", 0.0)
    monkeypatch.setattr(app, "PRESENCE_CHECK_SECONDS", 0.05)

    def run(story: Story, *, looks: bool = True) -> None:
        async def both() -> None:
            async with AsyncExitStack() as stack:
                here = await stack.enter_async_context(server(tmp_path))
                with monkeypatch.context() as elsewhere:
                    elsewhere.setattr(server_link, "CHANNEL", "somewhere_else")
                    there = await stack.enter_async_context(server(tmp_path))
                looking = asyncio.create_task(app._sweep_tables(there)) if looks else None
                await story(here, there)
                if looking:
                    looking.cancel()

        run_apart(both())

    return run


async def watching(table: Table) -> Watcher:
    watcher = Watcher(BEN)
    table.join(watcher)
    return watcher


def test_who_watches_is_shown_what_no_line_told(tell: Callable[[Story], None]) -> None:
    """Nobody asks the other server for anything, and no notice ever comes there."""

    async def story(here: TableRegistry, there: TableRegistry) -> None:
        mine = [await two_on_a_couch(here, 2, special_cards=False) for _ in range(3)]
        theirs = [await there.find(table.id) for table in mine]
        watchers = [await watching(table) for table in theirs]
        chance = random.Random(3)
        for table in mine:
            for _ in range(4):
                await step(table, chance)
        await say(mine[0], ANA, None, "Hello?")
        await until(lambda: all(map(same, mine, theirs)))
        for table, watcher in zip(mine, watchers, strict=True):
            assert watcher.sights[-1].number == table.state.playing().number
            assert watcher.sights[-1].view == table.state.playing().view(None)
            assert not watcher.last_words

    tell(story)


def test_to_look_round_is_one_question_for_all_tables(tell: Callable[..., None]) -> None:
    async def story(here: TableRegistry, there: TableRegistry) -> None:
        for _ in range(5):
            await there.find((await two_on_a_couch(here, 2)).id)
        asked, read = list[object](), there.store.read

        async def counted(question: Callable[[object], object]) -> object:
            asked.append(question)
            return await read(question)  # type: ignore[arg-type]

        there.store.read = counted  # type: ignore[method-assign, assignment]
        there.look_round()
        there.look_round()  # while the first one is at it
        await there._neighbours._looking
        assert len(asked) == 1

    tell(story, looks=False)


@pytest.mark.parametrize("what", ["words", "name", "table"])
def test_what_was_rewritten_unheard_is_not_shown_any_more(tell: Callable[[Story], None], what: str) -> None:
    """A name and words that somebody took with them, and a whole table that is kept no more."""

    async def story(here: TableRegistry, there: TableRegistry) -> None:
        game, chairs = games.find(GAME), [Chair("person", "Ana"), Chair("open")]
        mine = await here.open(game, "", {}, chairs, ANA, here.keyring.dice_secret(DICE), None)
        await here.invitations.accept(here.keyring.invite(mine.id, 1), BEN, "Ben", None)
        if what == "words":
            await say(mine, BEN, None, "A word of mine")
        theirs = await there.find(mine.id)
        watcher = await watching(theirs)
        await guest_deletion.leave(here, BEN)
        if what != "table":
            await until(lambda: theirs.state.seats[1].guest is None)
            assert "A word of mine" not in [line.text for line in theirs.state.chat]
            assert theirs.state.playing().names == (await here.find(mine.id)).state.playing().names
            assert "Ben" not in theirs.state.playing().names
        else:
            await guest_deletion.leave(here, ANA)
            await until(lambda: watcher.last_words)
            with pytest.raises(NotFound):
                await there.find(mine.id)

    tell(story)
