"""Those who only look on are told the same, and their frames are made once."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from dicehouse.server.live_table import Table
from dicehouse.server.snapshot import Snapshot
from dicehouse.server.table_registry import TableRegistry
from dicehouse.web import table_frames
from dicehouse.web.incremental_frames import IncrementalFrames
from dicehouse.web.reachable_address import ReachableAddress

from ..server.give import act, say
from ..server.room import ANA, BEN, open_house, run_apart, two_on_a_couch

STRANGERS = (None, "c" * 32, "d" * 32)


def seen(table: Table, seat: int | None) -> Snapshot:
    return table.snapshots.of_seat(table.state, seat)


def telling(house: TableRegistry, table: Table, guest: str | None, **options: bool) -> IncrementalFrames:
    return IncrementalFrames(table, guest, ReachableAddress("http://here", "all"), house, 0, 0, **options)


def test_they_get_one_frame_and_each_what_they_miss(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    made: list[Any] = []
    make = table_frames.reader_frame_part

    def counted(table: Table, sight: Snapshot, *rest: Any) -> dict[str, Any]:
        made.append(rest)
        return make(table, sight, *rest)

    monkeypatch.setattr(table_frames, "reader_frame_part", counted)

    async def story() -> None:
        async with open_house(tmp_path) as house:
            table = await two_on_a_couch(house)
            ana, crowd = telling(house, table, ANA), [telling(house, table, guest) for guest in STRANGERS]
            late = telling(house, table, None)
            for known in (0, 1):
                sight = seen(table, None)
                told = [each.frame(sight) for each in crowd]
                assert len(set(told)) == 1 and len(made) == 1
                assert json.loads(told[0])["events"], "there is something to be told"
                assert json.loads(ana.frame(table.shown(ANA))) != json.loads(told[0])
                made.clear()
                seat = table.state.playing().acting()[0]
                await act(table, ANA, seat, known, table.state.playing().options(seat)[0].id)
            last, whole = (json.loads(each.frame(seen(table, None))) for each in (crowd[0], late))
            assert len(made) == 2, "one who comes later misses more"
            assert (last["full"], whole["full"]) == (False, True)
            assert whole["events"][-len(last["events"]) :] == last["events"]

    run_apart(story())


def test_those_who_play_share_what_they_are_told_alike(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Where all see the same, view and events are written out once; what is one's own, for each."""
    made: list[int] = []
    make = table_frames.shared_frame_part

    def counted(sight: Snapshot, since: int) -> dict[str, Any]:
        made.append(since)
        return make(sight, since)

    monkeypatch.setattr(table_frames, "shared_frame_part", counted)

    async def story() -> None:
        async with open_house(tmp_path) as house:
            table = await two_on_a_couch(house)
            first, second = table.state.seats
            table.state = replace(table.state, seats=(first, replace(second, guest=BEN)))
            readers = [(guest, telling(house, table, guest)) for guest in (ANA, BEN)]
            for count in range(1, 4):
                ana, ben = (json.loads(reader.frame(table.shown(guest))) for guest, reader in readers)
                seat = table.state.playing().acting()[0]
                options = [option.id for option in table.state.playing().options(seat)]
                assert len(made) == count
                assert (ana["view"], ana["events"]) == (ben["view"], ben["events"]) and ana["events"]
                assert (ana["seat"], ben["seat"]) == (0, 1)
                assert [bool(told["options"]) for told in (ana, ben)] == [seat == 0, seat == 1]
                await act(table, (ANA, BEN)[seat], seat, table.state.playing().number, options[0])

    run_apart(story())


def test_who_has_a_log_of_their_own_shares_nothing(tmp_path: Path) -> None:
    async def story() -> None:
        async with open_house(tmp_path) as house:
            table = await two_on_a_couch(house)
            match = table.state.playing()
            match._events[-1] = replace(match._events[-1], readers=(1,))
            match._has_private_events = True
            table.snapshots.drop()
            told = [json.loads(telling(house, table, ANA).frame(seen(table, seat))) for seat in (1, 0, None)]
            known = [len(each["events"]) for each in told]
            assert known == [known[0], known[0] - 1, known[0] - 1]

    run_apart(story())


def test_whom_the_table_knows_is_none_of_them(tmp_path: Path) -> None:
    """Who has spoken is not offered to ignore themselves; who ignores somebody does not read them."""

    async def story() -> None:
        async with open_house(tmp_path) as house:
            table = await two_on_a_couch(house)
            await say(table, BEN, "Ben", "Well thrown!")
            await house.ignoring.ignore("c" * 32, BEN, "Ben")
            sight = seen(table, None)
            stranger, ben, deaf = (
                json.loads(telling(house, table, guest).frame(sight)) for guest in (None, BEN, "c" * 32)
            )
            for told, names, text in (
                (stranger, ["Ana 0", "Ben"], "Well thrown!"),
                (ben, ["Ana 0"], "Well thrown!"),
                (deaf, ["Ana 0", "Ben"], ""),
            ):
                assert [each["name"] for each in told["table"]["talk"]["people"]] == names
                assert told["chat"][-1]["text"] == text

    run_apart(story())


def test_who_begins_to_ignore_somebody_stops_reading_them_at_once(tmp_path: Path) -> None:
    async def story() -> None:
        async with open_house(tmp_path) as house:
            table = await two_on_a_couch(house)
            reader, other = telling(house, table, "c" * 32), telling(house, table, None)
            assert reader.frame(seen(table, None)) == other.frame(seen(table, None))
            await house.ignoring.ignore("c" * 32, ANA, "Ana")
            await say(table, ANA, None, "A word")
            heard, unheard = (json.loads(each.frame(seen(table, None)))["chat"] for each in (other, reader))
            assert [line["text"] for line in heard] == ["A word"] and [line["text"] for line in unheard] == [""]

    run_apart(story())
