"""A clock a turn, days a turn: what counts, who is late, and that no restart takes any time."""

from __future__ import annotations

import asyncio
import datetime
from collections.abc import Awaitable, Callable
from pathlib import Path

import pytest

from dicehouse import games
from dicehouse.server.accounts.quiet_hours import Hours
from dicehouse.server.clocks import clock_records, clock_watcher
from dicehouse.server.clocks.clock_form import hours_of, terms_of
from dicehouse.server.clocks.clock_watcher import GRACE, Timekeeper
from dicehouse.server.clocks.time_terms import DAY, HOUR, Terms, long, remaining
from dicehouse.server.features.clocks import Left, time_left
from dicehouse.server.features.substitutes import may_replace
from dicehouse.server.live_table import Table
from dicehouse.server.seat_plan import Chair
from dicehouse.server.seats import Keyring, Refused
from dicehouse.server.storage.sqlite_store import SQLite
from dicehouse.server.storage.store import StoreFailed
from dicehouse.server.table.change import Server
from dicehouse.server.table_registry import TableRegistry

from . import give
from .give import stand_in, undo
from .room import ANA, BEN, GAME, KEY, Banker, Watcher, run_apart

Story = Callable[[TableRegistry, "Clocks"], Awaitable[None]]
NOON = datetime.datetime(2026, 11, 23, 12, tzinfo=datetime.UTC).timestamp()


class Clocks:
    """The two clocks of a machine: one that can be set, one that can't."""

    def __init__(self) -> None:
        self.wall, self.steady = NOON, 100.0

    def go(self, seconds: float) -> None:
        self.wall += seconds
        self.steady += seconds


async def opened(folder: Path, clocks: Clocks) -> TableRegistry:
    """A house that opens, with the clocks of its tables under the hand of the test."""
    store = SQLite(folder / "house.db")
    house = TableRegistry(store, Keyring(KEY), lambda name: Banker(), lambda: ["first"], 0)
    house.wall = lambda: clocks.wall
    house.timekeeper = Timekeeper(house, lambda: clocks.steady)
    await house.timekeeper.resume()
    return house


def tell(folder: Path, story: Story) -> None:
    async def run() -> None:
        clocks = Clocks()
        house = await opened(folder, clocks)
        try:
            await story(house, clocks)
        finally:
            house.close("the test is over")

    run_apart(run())


async def two_friends(house: TableRegistry, terms: Terms | None, game_id: str = GAME, **settings: object) -> Table:
    """Ana, who is the host, and Ben, at a table whose dice are known."""
    game, dice_secret = games.find(game_id), house.keyring.dice_secret(f"{len(house.loaded()):032}")
    chairs = [Chair("person", "Ana"), Chair("open")]
    table = await house.open(game, game.modes[0].id, settings, chairs, ANA, dice_secret, None, terms)
    await house.invitations.accept(house.keyring.invite(table.id, 1), BEN, "Ben", None)
    return table


async def act(table: Table, seat: int, find: Callable[[str], bool] = lambda _: True) -> None:
    assert table.state.match is not None
    number = table.state.match.number
    option = next(o.id for o in table.state.match.options(seat) if find(o.id))
    await give.act(table, table.state.seats[seat].guest, seat, number, option)


def first_asked(table: Table) -> int:
    assert table.state.match is not None
    return table.state.match.acting()[0]


def clock_of(table: Table, seat: int) -> Left | None:
    """The clock of a seat; None if it does not run."""
    return next((clock for clock in time_left(table.state, table.now()) if clock.seat == seat), None)


def left(table: Table, seat: int) -> float | None:
    clock = clock_of(table, seat)
    return None if clock is None else clock.left


async def late(house: TableRegistry, clocks: Clocks, seconds: float) -> None:
    clocks.go(seconds + GRACE)
    await house.timekeeper.look()


async def until(true: Callable[[], bool]) -> None:
    async with asyncio.timeout(60):  # seconds that anything may take on a busy machine
        while not true():
            await asyncio.sleep(0.005)


def test_a_turn_has_its_time(tmp_path: Path) -> None:
    async def story(house: TableRegistry, clocks: Clocks) -> None:
        table = await two_friends(house, Terms(60, "first"), opening=0)
        seat = first_asked(table)
        assert left(table, seat) == 60 and left(table, 1 - seat) is None
        clocks.go(20)
        assert left(table, seat) == 40
        await act(table, seat, lambda option: option == "roll")
        assert left(table, seat) == 60, "the throw begins the turn"
        clocks.go(20)
        while first_asked(table) == seat:
            await act(table, seat, lambda option: "roll" in option or "bank" in option)
            clocks.go(1)
            assert left(table, seat) is None or (left(table, seat) or 0) < 40, "a turn has one time for all its choices"

    tell(tmp_path, story)


async def play_turn(table: Table, seat: int) -> None:
    """A person plays their turn by the shortest way."""
    while True:
        if table.state.match is None or seat not in table.state.match.acting() or table.state.seats[seat].stand_in:
            return
        await act(table, seat, lambda option: "bank" in option or option in ("roll", "pass", "decline"))


def test_who_is_late_is_played_for_that_turn_and_comes_back(tmp_path: Path) -> None:
    async def story(house: TableRegistry, clocks: Clocks) -> None:
        table = await two_friends(house, Terms(60, "first"), opening=0)
        seat = first_asked(table)
        await late(house, clocks, 59 - GRACE)
        assert table.state.seats[seat].stand_in is None
        await late(house, clocks, 2)
        await until(lambda: left(table, 1 - seat) == 60)
        assert any("plays this turn" in line.text for line in table.state.chat)
        await play_turn(table, 1 - seat)
        await until(lambda: left(table, seat) == 60)
        assert table.state.seats[seat].stand_in is None, "one late turn is one turn"
        await late(house, clocks, 61)
        await until(lambda: left(table, 1 - seat) == 60)
        assert any("plays until they are back" in line.text for line in table.state.chat)
        await play_turn(table, 1 - seat)
        await until(lambda: left(table, 1 - seat) == 60)
        assert table.state.seats[seat].stand_in == "first", "two in a row, and the bot plays on"
        await stand_in(table, table.state.seats[seat].guest, seat, None)
        await play_turn(table, 1 - seat)
        await until(lambda: left(table, seat) == 60)
        await play_turn(table, seat)
        await play_turn(table, 1 - seat)
        await until(lambda: left(table, seat) == 60)
        await late(house, clocks, 61)
        assert sum("plays this turn" in line.text for line in table.state.chat) == 2, "who was there begins anew"

    tell(tmp_path, story)


def test_who_is_late_may_lose_the_turn(tmp_path: Path) -> None:
    async def story(house: TableRegistry, clocks: Clocks) -> None:
        table = await two_friends(house, Terms(60, None), opening=0)
        seat = first_asked(table)
        await late(house, clocks, 61)
        await until(lambda: first_asked(table) == 1 - seat)
        assert table.state.match is not None
        assert all("double" not in action.option for action in table.state.match.actions)
        assert any("loses this turn" in line.text for line in table.state.chat)

    tell(tmp_path, story)


def test_all_who_choose_at_once_have_clocks_of_their_own(tmp_path: Path) -> None:
    async def story(house: TableRegistry, clocks: Clocks) -> None:
        table = await two_friends(house, Terms(60, "first"), "deck-o-dice")
        assert table.state.match is not None and table.state.match.acting() == (0, 1)
        clocks.go(10)
        await act(table, 0)
        assert left(table, 0) is None and left(table, 1) == 50
        await late(house, clocks, 51)
        await until(lambda: table.state.match is not None and table.state.match.number > 1)
        assert table.state.seats[0].stand_in is None, "only who was asked was late"

    tell(tmp_path, story)


def test_taking_back_gives_no_time_back(tmp_path: Path) -> None:
    async def story(house: TableRegistry, clocks: Clocks) -> None:
        table = await two_friends(house, Terms(60, "first"), "baron-voodoo")
        undone = 0
        for _ in range(40):
            seat = first_asked(table)
            clocks.go(1)
            before = left(table, seat)
            await act(table, seat)
            assert table.state.match is not None
            if table.state.match.can_undo(seat) and first_asked(table) == seat:  # else the other has to agree
                clocks.go(5)
                await undo(table, table.state.seats[seat].guest, seat, table.state.match.number)
                undone += 1
                assert (left(table, seat) or 0) <= (before or 0)
                await act(table, seat)
        assert undone

    tell(tmp_path, story)


def test_a_restart_takes_no_time(tmp_path: Path) -> None:
    async def story() -> None:
        clocks = Clocks()
        house = await opened(tmp_path, clocks)
        table = await two_friends(house, Terms(60, "first"), opening=0)
        seat = first_asked(table)
        clocks.go(10)
        await house.timekeeper.look()  # which writes down that the house is open
        house.close("for the night")
        for change in (8 * HOUR, -2 * HOUR):  # a long night, and a clock that was set back meanwhile
            clocks.go(change)
            house = await opened(tmp_path, clocks)
            await house.timekeeper.look()
            table = await house.find(table.id)
            assert left(table, seat) == pytest.approx(50)
            assert table.state.seats[seat].stand_in is None
            house.close("again")
        house = await opened(tmp_path, clocks)
        await late(house, clocks, 51)  # nobody has the table open: it is called all the same
        table = await house.find(table.id)
        assert any("ran out of time" in line.text for line in table.state.chat)
        house.close("the end")

    run_apart(story())


@pytest.mark.parametrize("set_by", [2 * HOUR, -2 * HOUR])
def test_a_clock_that_is_set_moves_nobodys_time(tmp_path: Path, set_by: float) -> None:
    async def story(house: TableRegistry, clocks: Clocks) -> None:
        table = await two_friends(house, Terms(60, "first"), opening=0)
        other = await two_friends(house, Terms(60, "first"), opening=0)
        seat = first_asked(table)
        house.sweep(-1)  # one of them is open, the other is not
        assert not house.loaded()
        table = await house.find(table.id)
        clocks.go(10)
        clocks.wall += set_by
        await house.timekeeper.look()
        assert left(table, seat) == pytest.approx(50)
        other = await house.find(other.id)
        assert left(other, first_asked(other)) == pytest.approx(50)
        await late(house, clocks, 51)
        await until(lambda: any("ran out of time" in line.text for line in table.state.chat))

    tell(tmp_path, story)


def test_nights_and_holidays_stop_the_clock_by_the_day_only(tmp_path: Path) -> None:
    night = Hours("Europe/Vienna", (22 * 60, 8 * 60))

    async def story(house: TableRegistry, clocks: Clocks) -> None:
        await house.set_hours(ANA, night)
        await house.set_hours(BEN, night)
        by_day = await two_friends(house, Terms(DAY, "first"), opening=0)
        live = await two_friends(house, Terms(60, "first"), opening=0)
        seat = first_asked(by_day)
        clock = clock_of(by_day, seat)
        assert clock is not None and clock.due == NOON + DAY + 20 * HOUR, "9 h, a night, 14 h, a night, 1 h"
        assert clock_of(live, first_asked(live)) is not None
        assert (clock_of(live, first_asked(live)) or clock).due == NOON + 60
        clocks.go(10 * HOUR)  # 23:00 in Vienna
        clock = clock_of(by_day, seat)
        assert clock is not None and clock.left == DAY - 9 * HOUR and clock.stands == NOON + 19 * HOUR
        today = datetime.date(2026, 11, 23)
        away = Hours("Europe/Vienna", None, (today, today + datetime.timedelta(days=9)))
        guest = by_day.state.seats[seat].guest or ""
        await house.set_hours(guest, away)
        clock = clock_of(by_day, seat)
        assert clock is not None and clock.left == DAY - 9 * HOUR
        back = datetime.datetime(2026, 12, 2, 23, tzinfo=datetime.UTC).timestamp()  # midnight there
        assert clock.stands == back and clock.due == back + 15 * HOUR
        assert await house.hours(guest) == away

    tell(tmp_path, story)


def test_a_table_that_is_read_again_knows_the_hours_of_its_players(tmp_path: Path) -> None:
    async def story(house: TableRegistry, clocks: Clocks) -> None:
        for guest in (ANA, BEN):
            await house.set_hours(guest, Hours("Europe/Vienna", (22 * 60, 8 * 60)))
        table = await two_friends(house, Terms(DAY, "first"), opening=0)
        seat = first_asked(table)
        clocks.go(10 * HOUR)  # 23:00 in Vienna
        async with table.lock:
            await table.reload()
        assert left(table, seat) == DAY - 9 * HOUR

    tell(tmp_path, story)


def test_hours_that_cannot_be_read_close_the_table_in_memory(tmp_path: Path) -> None:
    async def story(house: TableRegistry, clocks: Clocks) -> None:
        table = await two_friends(house, Terms(DAY, "first"), opening=0)

        async def fail(question: object) -> object:
            raise StoreFailed("the disk is away")

        with pytest.MonkeyPatch.context() as away:
            away.setattr(house.store, "read", fail)
            with pytest.raises(Refused, match="Nothing was lost"):
                await play_turn(table, first_asked(table))
        assert table.broken
        assert (await house.find(table.id)).state.playing().number == 0

    tell(tmp_path, story)


def test_hours_over_a_change_of_the_clocks() -> None:
    night = Hours("Europe/Vienna", (60, 4 * 60))  # the night on which 2:00 becomes 3:00
    start = datetime.datetime(2026, 3, 28, 23, tzinfo=datetime.UTC).timestamp()  # midnight there
    assert night.until(start + 1.5 * HOUR) == start + 3 * HOUR, "four o'clock comes an hour early"
    assert night.after(start, 2 * HOUR) == start + 4 * HOUR
    assert night.spent(start, start + 4 * HOUR) == 2 * HOUR


def test_others_do_not_replace_whose_clock_runs(tmp_path: Path) -> None:
    async def story(house: TableRegistry, clocks: Clocks) -> None:
        table = await two_friends(house, Terms(DAY, "first"), opening=0)
        seat = first_asked(table)
        other = table.state.seats[1 - seat].guest
        table.join(Watcher(other))
        assert not may_replace(table.state, other, seat, table.context(Server()))
        with pytest.raises(Refused, match="until the clock runs out"):
            await stand_in(table, other, seat, "first")
        await stand_in(table, table.state.seats[seat].guest, seat, "first")  # one may hand over oneself
        await until(lambda: first_asked(table) == 1 - seat or table.state.match is None)

    tell(tmp_path, story)


def test_a_table_without_terms_a_lesson_and_bots_have_no_clock(tmp_path: Path) -> None:
    async def story(house: TableRegistry, clocks: Clocks) -> None:
        table = await two_friends(house, None)
        assert time_left(table.state, table.now()) == []
        game = games.find(GAME)
        lesson = await house.learn(game, game.hooks.LESSONS[0].name, ANA, "Ana")
        assert time_left(lesson.state, lesson.now()) == [] and lesson.state.terms is None
        dice_secret = house.keyring.dice_secret()
        chairs = [Chair("person", "Ana"), Chair("bot", bot="first")]
        alone = await house.open(game, game.modes[0].id, {}, chairs, ANA, dice_secret, None, Terms(60, "first"))
        await until(lambda: [clock.seat for clock in time_left(alone.state, alone.now())] == [0])
        assert not await house.store.read(lambda db: clock_records.read_running(db, table.id))

    tell(tmp_path, story)


def test_a_table_that_cannot_be_opened_stops_no_other_clock(tmp_path: Path) -> None:
    async def story(house: TableRegistry, clocks: Clocks) -> None:
        broken = await two_friends(house, Terms(60, "first"), opening=0)
        table = await two_friends(house, Terms(60, "first"), opening=0)
        await house.store.write(("UPDATE game_table SET settings = 'no' WHERE id = ?", (broken.id,)))
        house.sweep(-1)
        await late(house, clocks, 61)
        table = await house.find(table.id)
        assert any("ran out of time" in line.text for line in table.state.chat)

    tell(tmp_path, story)


def test_many_tables_that_cannot_be_opened_stop_no_other_clock(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Also where they are as many as are looked at in one go."""
    monkeypatch.setattr(clock_watcher, "AT_ONCE", 2)

    async def story(house: TableRegistry, clocks: Clocks) -> None:
        for _ in range(2):
            broken = await two_friends(house, Terms(60, "first"), opening=0)
            await house.store.write(("UPDATE game_table SET settings = 'no' WHERE id = ?", (broken.id,)))
        clocks.go(1)
        table = await two_friends(house, Terms(60, "first"), opening=0)
        house.sweep(-1)
        for _ in range(2):
            await late(house, clocks, 61)
        assert any("ran out of time" in line.text for line in (await house.find(table.id)).state.chat)

    tell(tmp_path, story)


def test_terms_in_words_and_from_a_form() -> None:
    assert terms_of({}, ["otto"]) is None
    assert terms_of({"time": "172800"}, ["otto"]) == Terms(2 * DAY, "otto")
    assert terms_of({"time": "60", "late": "turn"}, ["otto"]) == Terms(60, None)
    for wrong in ({"time": "61"}, {"time": "60", "late": "hal"}, {"time": "a day"}):
        with pytest.raises(Refused):
            terms_of(wrong, ["otto"])
    assert Terms(2 * DAY, "otto").words == "2 days a turn"
    assert [long(60), long(DAY), remaining(DAY + 3 * HOUR), remaining(59.6), remaining(-1)] == [
        "1 minute",
        "1 day",
        "1 day 3 hours",
        "59 seconds",
        "0 seconds",
    ]


@pytest.mark.parametrize(
    "wrong",
    [
        {"zone": "Middle/Earth"},
        {"zone": "../etc/passwd"},
        {"quiet-from": "22:00"},
        {"quiet-from": "25:00", "quiet-to": "08:00"},
        {"quiet-from": "08:00", "quiet-to": "02:00"},
        {"quiet-from": "08:00", "quiet-to": "08:00"},
        {"away-from": "tomorrow"},
        {"away-from": "2026-12-10", "away-to": "2026-12-01"},
        {"away-from": "2026-12-01", "away-to": "2027-02-01"},
        {"away-from": "2031-01-01", "away-to": "2031-01-05"},
    ],
)
def test_hours_that_cannot_be_are_refused(wrong: dict[str, str]) -> None:
    with pytest.raises(Refused):
        hours_of(wrong, NOON)


def test_hours_from_a_form() -> None:
    given = {"zone": "Asia/Tokyo", "quiet-from": "23:30", "quiet-to": "07:00", "away-from": "2026-12-24"}
    day = datetime.date(2026, 12, 24)
    assert hours_of(given, NOON) == Hours("Asia/Tokyo", (23 * 60 + 30, 7 * 60), (day, day))
    assert hours_of({"away-from": "2026-01-01", "away-to": "2026-01-02"}, NOON).empty, "a journey that is over"
    assert Hours("UTC", (0, 16 * 60 - 1), (day, day)).after(NOON, 7 * DAY) > NOON + 20 * DAY


# notes between commits ------------------------------------------------------------------------------------------------


def left_in(store: SQLite, table: str) -> float:
    """What is stored of the time of the seat whose clock runs."""
    (clock,) = [one for one in clock_records.read_running(store._ask(lambda db: db), table) if one.due is not None]
    return clock.left


def test_a_killed_server_costs_the_time_since_its_last_note(tmp_path: Path) -> None:
    """Not the ten seconds since its last commit."""
    clocks = Clocks()

    async def play() -> str:
        house = await opened(tmp_path, clocks)
        table = await two_friends(house, Terms(HOUR, None), opening=0)
        await house.timekeeper.look()
        for _ in range(20):
            clocks.go(clock_watcher.PULSE)
            await house.timekeeper.pulse()
        clocks.go(clock_watcher.PULSE - 0.1)
        house.close("as far as the store is concerned, a kill does the same")
        return table.id

    async def come_back(table: str, left: float) -> None:
        clocks.go(5000)
        house = await opened(tmp_path, clocks)
        assert left_in(house.store, table) == pytest.approx(left, abs=1e-3)
        await house.timekeeper.look()
        house.close("the test is over")

    table = None

    async def run() -> None:
        nonlocal table
        table = await play()
        await come_back(table, HOUR - 20 * clock_watcher.PULSE)
        await come_back(table, HOUR - 20 * clock_watcher.PULSE)  # it looked once, and no time went by

    run_apart(run())
    assert clock_watcher.PULSE < 0.5, "a kill in the worst moment costs less than a second"


def test_a_note_counts_only_for_the_database_that_it_was_made_with(tmp_path: Path) -> None:
    store = SQLite(tmp_path / "house.db")
    assert store.read_pulse(5.0) is None
    assert store.note_pulse(5.0, 6.25)
    assert store.read_pulse(5.0) == 6.25 and store.read_pulse(4.0) is None
    store.close()
    for text in (b"", b"x" * 15, b"x" * 17):
        (tmp_path / "house.db.pulse").write_bytes(text)
        assert store.read_pulse(5.0) is None
    (tmp_path / "house.db.pulse").unlink()
    (tmp_path / "house.db.pulse").mkdir()
    assert not store.note_pulse(5.0, 7.0) and store.read_pulse(5.0) is None


def test_nothing_is_noted_without_a_clock_or_when_the_clock_was_set(tmp_path: Path) -> None:
    async def story(house: TableRegistry, clocks: Clocks) -> None:
        await house.timekeeper.look()
        await house.timekeeper.pulse()
        assert not (tmp_path / "house.db.pulse").exists(), "no clock runs"
        await two_friends(house, Terms(HOUR, None), opening=0)
        await house.timekeeper.look()
        beat = await house.store.read(clock_records.read_beat)
        assert beat is not None
        clocks.go(0.4)
        await house.timekeeper.pulse()
        assert house.store.read_pulse(beat) == clocks.wall
        clocks.wall += 3600  # somebody set it
        await house.timekeeper.pulse()
        assert house.store.read_pulse(beat) == clocks.wall - 3600

    tell(tmp_path, story)


def test_a_store_without_notes_gets_commits(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(SQLite, "note_pulse", lambda *_: False)

    async def story(house: TableRegistry, clocks: Clocks) -> None:
        await two_friends(house, Terms(HOUR, None), opening=0)
        await house.timekeeper.look()
        clocks.go(0.4)
        await house.timekeeper.pulse()
        assert await house.store.read(clock_records.read_beat) == clocks.wall

    tell(tmp_path, story)


def test_the_server_makes_notes_by_itself(tmp_path: Path) -> None:
    async def story(house: TableRegistry, clocks: Clocks) -> None:
        await two_friends(house, Terms(HOUR, None), opening=0)
        keeps = asyncio.create_task(house.timekeeper.run())
        await until((tmp_path / "house.db.pulse").exists)
        keeps.cancel()

    tell(tmp_path, story)
