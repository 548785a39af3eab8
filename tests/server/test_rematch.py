"""Playing again: all who are still here add to the dice, sealed before anybody asks; nobody waits for others."""

from __future__ import annotations

from pathlib import Path

import pytest

from dicehouse.server import verify
from dicehouse.server.features.commit_reveal import REVEAL_WITHIN, first_mark
from dicehouse.server.features.rematch import hashes_here
from dicehouse.server.internal_commands import NoteSeed
from dicehouse.server.live_table import Table
from dicehouse.server.seats import Refused
from dicehouse.server.table.change import Server
from dicehouse.server.table_registry import TableRegistry

from ..cluster import Cluster
from ..place import keep_in
from .beside import server, until
from .give import commit, reveal
from .room import ANA, BEN, Watcher, open_house, run_apart
from .test_commit_reveal import HERS, HIS, later, own, play_out, seal, seated, told

PLAIN = "7" * 32  # what a page sends along with the wish to play again


async def over(house: TableRegistry, *here: str) -> Table:
    """A table of Ana and Ben whose match is over, with those who have the board open."""
    table = await seated(house, None, None)
    await play_out(table)
    for guest in here:
        table.join(Watcher(guest))
    return table


async def sealed(table: Table, **seals: str) -> None:
    for name, text in seals.items():
        await commit(table, {"ana": ANA, "ben": BEN}[name], seal(text))


async def again(house: TableRegistry, table: Table, guest: str = ANA) -> Table:
    return await house.find(await house.again(table, guest, PLAIN))


def test_the_texts_of_all_who_are_here_decide_the_dice_of_the_next_match(tmp_path: Path) -> None:
    async def story() -> None:
        async with open_house(tmp_path) as house:
            table = await over(house, ANA, BEN)
            await sealed(table, ana="8" * 32, ben=HIS)
            await sealed(table, ana=HERS)  # the page was loaded once more
            next = await again(house, table)
            assert (next.state.phase, next.state.match) == ("waiting", None)
            assert told(next) == [(seal(HERS), "sealed"), (seal(HIS), "sealed")]
            first = first_mark(next.state)
            await reveal(next, BEN, HIS)
            assert next.state.match is None, "Ana's is not shown yet"
            await reveal(next, ANA, HERS)
            assert next.state.phase == "playing" and told(next) == [(HERS, "shown"), (HIS, "shown")]
            record = await play_out(next)
            assert first is not None and verify.faults(record, first.hash) == []
            assert record["course"]["texts"] == [seal(HERS), seal(HIS)]
            assert (
                "Client seeds of the browsers of seats 1, 2 were fixed before any was revealed"
                in verify.promised(record)[1]
            )

    run_apart(story())


@pytest.mark.parametrize("here", [(ANA,), (), (ANA, BEN)], ids=["Ben left", "both left", "Ben never sealed"])
def test_nobody_waits_for_those_who_are_gone(tmp_path: Path, here: tuple[str, ...]) -> None:
    async def story() -> None:
        async with open_house(tmp_path) as house:
            table = await over(house, *here)
            await sealed(table, ana=HERS)
            if len(here) < 2:
                await sealed(table, ben=HIS)
            next = await again(house, table)
            assert next.state.phase == "playing"
            assert told(next) == [(PLAIN, "browser"), (own(next, 1), "house")]

    run_apart(story())


def test_who_seals_and_goes_is_waited_for_no_longer_than_at_a_new_table(tmp_path: Path) -> None:
    async def story() -> None:
        async with open_house(tmp_path) as house:
            table = await over(house, ANA, BEN)
            await sealed(table, ana=HERS, ben=HIS)
            next = await again(house, table)
            await reveal(next, ANA, HERS)
            await later(house, REVEAL_WITHIN + 1)
            assert next.state.phase == "playing" and told(next) == [(HERS, "shown"), (own(next, 1), "silent")]

    run_apart(story())


def test_an_open_text_does_not_count_beside_sealed_ones(tmp_path: Path) -> None:
    """Ana asks by the plain page while two others have the board open."""

    async def story() -> None:
        async with open_house(tmp_path) as house:
            table = await over(house, ANA, BEN)
            await sealed(table, ben=HIS)
            await table.execute(Server(), NoteSeed("c" * 32, seal(HERS)))
            table.join(Watcher("c" * 32))
            next = await again(house, table)
            assert told(next) == [(own(next, 0), "house"), (seal(HIS), "sealed")]

    run_apart(story())


def test_who_may_seal_what_and_when(tmp_path: Path) -> None:
    async def story() -> None:
        async with open_house(tmp_path) as house:
            table = await seated(house, None, None)
            with pytest.raises(Refused, match="when this game is over"):
                await sealed(table, ana=HERS)
            await play_out(table)
            for guest in ("c" * 32, None):
                with pytest.raises(Refused, match="Only the players"):
                    await commit(table, guest, seal(HERS))
            for text in (HERS, "", "g" * 64, "5" * 65):
                with pytest.raises(Refused, match="64 hexadecimal"):
                    await commit(table, ANA, text)

    run_apart(story())


@pytest.mark.xdist_group("postgres")
@pytest.mark.parametrize("loaded", ["before", "after"])
def test_seals_come_by_way_of_any_server(tmp_path: Path, postgres: Cluster, loaded: str) -> None:
    """Ben has the table at the other one; the first knew it before he sealed, or has to hear of it then."""
    keep_in(tmp_path, postgres.fresh())

    async def story() -> None:
        async with server(tmp_path) as here, server(tmp_path) as there:
            theirs = await over(there, BEN)
            mine = await here.find(theirs.id) if loaded == "before" else None
            await sealed(theirs, ben=HIS)
            mine = mine or await here.find(theirs.id)
            mine.join(Watcher(ANA))
            await sealed(mine, ana=HERS)
            await until(lambda: len(hashes_here(mine.state, mine.readers.connected())) == 2)
            next = await again(here, mine)
            assert told(next) == [(seal(HERS), "sealed"), (seal(HIS), "sealed")]
            await until(lambda: theirs.state.record.again == next.id)
            await reveal(await there.find(next.id), BEN, HIS)
            await reveal(next, ANA, HERS)
            await until(lambda: next.state.phase == "playing")

    run_apart(story())
