"""What is one guest's: found, given to another, and taken out of the house, in either database."""

from __future__ import annotations

import time
from dataclasses import replace
from pathlib import Path

import pytest

from dicehouse.table.people import phrases
from dicehouse.table.people.leaving import GONE, REMOVED, leave
from dicehouse.table.people.merging import merge, read_joined
from dicehouse.table.people.mine import read_mine
from dicehouse.table.seats import NotFound
from dicehouse.table.storage.records import put_seat

from .finished import played
from .room import ANA, BEN, open_house, run_apart, two_on_a_couch


def test_all_of_a_guest_is_found_moves_on_and_goes(tmp_path: Path) -> None:
    async def story() -> None:
        async with open_house(tmp_path) as house:
            over, running = await played(house, ANA), await two_on_a_couch(house)
            for table in (over, running):
                await table.say(ANA, None, "hello")
            await house.set_name(ANA, "Ana")
            await house.store.write(phrases.put_phrase(ANA, "hash", time.time()))
            found = await house.store.read(lambda db: read_mine(db, ANA))
            assert (found["name"], len(found["tables"]), len(found["games"]), len(found["said"])) == ("Ana", 2, 1, 2)
            await merge(house, ANA, BEN)
            assert await house.store.read(read_joined) == {ANA: BEN}
            moved = await house.store.read(lambda db: read_mine(db, BEN))
            assert moved | {"named": None} == found | {"named": None, "recovery phrase made": None}
            assert (await house.store.read(lambda db: read_mine(db, ANA)))["tables"] == []
            assert (await house.find(running.id)).seats_of(BEN) == [0, 1]
            await leave(house, BEN)
            left = await house.store.read(lambda db: read_mine(db, BEN))
            assert [left[what] for what in ("name", "tables", "games", "said")] == [None, [], [], []]
            with pytest.raises(NotFound):
                await house.find(running.id)
            assert [seat.name for seat in (await house.find(over.id)).seats] == [GONE, f"{GONE} 2"]
            assert await house.store.read(read_joined) == {}

    run_apart(story())


def test_words_from_beside_a_table_go_at_once(tmp_path: Path) -> None:
    """Also where the table is open: nobody who comes later is shown them."""

    async def story() -> None:
        async with open_house(tmp_path) as house:
            table = await two_on_a_couch(house)
            await table.say(BEN, "Ben", "hello")
            await leave(house, BEN)
            assert [line.text for line in (await house.find(table.id)).chat] == [REMOVED]
            assert (await house.find(table.id)).seats_of(ANA) == [0, 1]

    run_apart(story())


def test_nobody_stops_others_from_leaving_by_a_name(tmp_path: Path) -> None:
    """Names are kept from before this one was the house's own."""

    async def story() -> None:
        async with open_house(tmp_path) as house:
            table = await two_on_a_couch(house)
            await house.store.write(put_seat(table.id, replace(table.seats[1], guest=BEN, name="A-guest-who-left")))
            house.sweep(-1)
            await leave(house, ANA)
            left = (await house.find(table.id)).seats
            assert [(seat.name, seat.guest) for seat in left] == [(f"{GONE} 2", None), ("A-guest-who-left", BEN)]

    run_apart(story())


def test_a_table_that_is_gone_keeps_nothing_from_being_swept(tmp_path: Path) -> None:
    """Somebody comes back to a table that left the house with its last player."""

    async def story() -> None:
        async with open_house(tmp_path) as house:
            gone, stays = await two_on_a_couch(house), await played(house, BEN)
            await leave(house, ANA)
            with pytest.raises(NotFound):
                await house.find(gone.id)
            assert house.sweep() == 1
            assert [table.id for table in house.loaded()] == [stays.id]

    run_apart(story())
