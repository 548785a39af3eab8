"""Check that the time that counts is what passes outside quiet hours: in all zones, in all nights."""

from __future__ import annotations

import datetime
import logging
import random
import subprocess
import sys
from functools import lru_cache
from pathlib import Path
from zoneinfo import ZoneInfo

import pytest

from dicehouse.server.accounts import quiet_hours
from dicehouse.server.accounts.quiet_hours import Hours, zone_of, zones
from dicehouse.server.clocks.clock_form import hours_of

ROOT = Path(__file__).parents[2]
HOUR, DAY = 3600, 86_400
FIRST = int(datetime.datetime(2026, 1, 1, tzinfo=datetime.UTC).timestamp())
GRID = 15 * 60  # seconds: all offsets and the quiet hours below are multiples of it


@lru_cache(maxsize=1)
def different_zones() -> list[tuple[str, list[int]]]:
    """Return a zone for each way to set the clocks in two years, with the days on which they are changed."""
    found: dict[tuple[object, ...], tuple[str, list[int]]] = {}
    for name in zones():
        zone = ZoneInfo(name)
        offsets = [datetime.datetime.fromtimestamp(FIRST + day * DAY, zone).utcoffset() for day in range(2 * 365 + 1)]
        changes = [day for day in range(2 * 365) if offsets[day] != offsets[day + 1]]
        found.setdefault((offsets[0], *((day, offsets[day + 1]) for day in changes)), (name, changes))
    return list(found.values())


def shown(zone: ZoneInfo, moment: int) -> int:
    """Return the minutes after midnight that the clocks show."""
    local = datetime.datetime.fromtimestamp(moment, zone)
    return 60 * local.hour + local.minute


def inside(quiet: tuple[int, int], minutes: int) -> bool:
    begins, ends = quiet
    return begins <= minutes < ends if begins < ends else minutes >= begins or minutes < ends


def counted(name: str, quiet: tuple[int, int], start: int, end: int) -> int:
    """Return what counts by looking at the clocks every quarter of an hour."""
    zone = ZoneInfo(name)
    return sum(GRID for moment in range(start, end, GRID) if not inside(quiet, shown(zone, moment)))


def test_what_counts_is_what_passes_outside_quiet_hours_in_all_zones() -> None:
    """All nights in which the clocks are changed, and other nights beside them; with the same seed each time."""
    chance = random.Random(37)
    tried = 0
    for name, changes in different_zones():
        for day in [*changes, *chance.choices(range(2 * 365), k=6)]:
            begins = chance.randrange(0, 24 * 60, 15)
            near = [
                (120, 180),
                (150, 180),
                (90, 150),
                (0, 30),
                (22 * 60, 150),
                (165, 45),
                (begins, (begins + 480) % 1440),
            ]
            start = FIRST + day * DAY + chance.randrange(-24, 8) * GRID
            end = start + chance.randrange(1, 5 * 96) * GRID // 2 // GRID * GRID
            for quiet in chance.sample(near, 3):
                hours = Hours(name, quiet)
                found, wanted = hours.spent(start, end), counted(name, quiet, start, end)
                assert found == wanted, (name, quiet, start, end)
                assert 0 <= found <= end - start
                if wanted:
                    after = hours.after(start, wanted)
                    assert after <= end and hours.spent(start, after) == wanted, (name, quiet, start, end)
                tried += 1
    assert tried > 1000


@pytest.mark.parametrize("quiet", [(0, 480), (1320, 480), (150, 180), (1410, 30), (60, 150), (600, 1320)])
@pytest.mark.parametrize(
    "name", ["Europe/Berlin", "America/St_Johns", "Australia/Lord_Howe", "Africa/Casablanca", "UTC"]
)
def test_every_night_of_a_year(name: str, quiet: tuple[int, int]) -> None:
    """One long count, in pieces of a week: the pieces add up, and each fits."""
    hours = Hours(name, quiet)
    for week in range(0, 53, 3):
        start = FIRST + week * 7 * DAY
        assert hours.spent(start, start + 7 * DAY) == counted(name, quiet, start, start + 7 * DAY), (name, week)


@pytest.mark.parametrize(
    ("name", "quiet", "start", "hours", "minutes"),
    [
        ("Europe/Berlin", (150, 180), "2027-03-27T23:00", 4, 240),  # 02:30 to 03:00 is left out in that night
        ("Europe/Berlin", (150, 180), "2026-03-29T22:00", 24, 24 * 60 - 30),
        ("Europe/Berlin", (90, 150), "2027-03-27T23:00", 4, 210),  # 01:30 to 02:00, and then it is three
        ("Europe/Berlin", (150, 180), "2026-10-24T22:00", 8, 420),  # 02:30 to 03:00 comes twice
        ("Europe/Berlin", (120, 180), "2026-10-24T22:00", 8, 360),
        ("America/New_York", (60, 120), "2026-11-01T04:00", 6, 240),
        ("Australia/Lord_Howe", (90, 120), "2026-04-04T12:00", 6, 300),  # half an hour is put back
        ("America/Santiago", (0, 60), "2026-09-06T02:00", 8, 480),  # midnight itself is left out
        ("Asia/Kathmandu", (0, 60), "2026-05-05T12:00", 24, 23 * 60),
        ("Pacific/Chatham", (165, 225), "2026-09-26T12:00", 6, 360),
        ("Pacific/Apia", (1320, 480), "2011-12-29T06:00", 48, 28 * 60),  # 30 December 2011 was left out
        ("Pacific/Kwajalein", (0, 480), "1993-08-20T12:00", 24, 16 * 60),  # so was 21 August 1993
        ("Antarctica/Troll", (90, 150), "2027-03-28T00:00", 4, 240),  # one to three is left out
        ("Africa/Casablanca", (120, 180), "2027-02-07T00:00", 6, 240),  # put back for Ramadan: two to three comes twice
        ("Asia/Pyongyang", (1410, 30), "2018-05-04T12:00", 6, 330),  # half an hour before midnight
        ("America/Caracas", (150, 180), "2016-05-01T05:00", 4, 240),  # for ever, and 02:30 to 03:00 is left out
        ("America/Nuuk", (1380, 60), "2027-03-27T22:00", 6, 300),  # the hour before midnight is left out
        ("Europe/Dublin", (60, 120), "2027-03-27T22:00", 6, 360),
        ("Asia/Kathmandu", (0, 15), "1985-12-31T17:00", 4, 240),  # a quarter of an hour was left out at midnight
        ("Australia/Lord_Howe", (120, 150), "2026-10-03T12:00", 6, 360),
    ],
)
def test_nights_in_which_the_clocks_are_changed(
    name: str, quiet: tuple[int, int], start: str, hours: int, minutes: int
) -> None:
    since = datetime.datetime.fromisoformat(f"{start}+00:00").timestamp()
    assert Hours(name, quiet).spent(since, since + hours * HOUR) == 60 * minutes


def test_days_away_and_nights_count_once() -> None:
    day = datetime.date(2026, 10, 24)
    hours = Hours("Europe/Berlin", (22 * 60, 6 * 60), (day, day + datetime.timedelta(days=1)))
    start = datetime.datetime(2026, 10, 23, 10, tzinfo=datetime.UTC).timestamp()  # noon there
    off = list(hours.off(start))[:2]
    assert off[0] == (start + 10 * HOUR, start + 67 * HOUR), "from Friday 22:00 to Monday 06:00, with an hour twice"
    assert hours.spent(start, start + 67 * HOUR) == 10 * HOUR and hours.until(start + 20 * HOUR) == start + 67 * HOUR
    far = Hours("UTC", None, (datetime.date(2027, 11, 1), datetime.date(2027, 12, 10)))
    assert (
        far.until(datetime.datetime(2027, 11, 2, tzinfo=datetime.UTC).timestamp())
        == datetime.datetime(2027, 12, 11, tzinfo=datetime.UTC).timestamp()
    )


# --- where zones come from


def test_without_zones_of_the_system_the_package_has_them() -> None:
    program = """
from dicehouse.server.accounts.quiet_hours import *
from dicehouse.server.clocks.clock_form import hours_of
import zoneinfo
assert not zoneinfo.TZPATH
for name in ("Europe/Berlin", "Asia/Kathmandu", "America/Argentina/Ushuaia", "US/Pacific", "Etc/GMT+5"):
    assert name in zones() and is_known(name) and hours_of({"zone": name}, 0.0).zone == name
print(len(zones()), Hours("Europe/Berlin", (60, 120)).spent(0, 86400))
"""
    done = subprocess.run(
        [sys.executable, "-c", program],
        capture_output=True,
        text=True,
        env={"PYTHONPATH": str(ROOT / "src"), "PYTHONTZPATH": ""},
    )
    assert done.returncode == 0, done.stderr
    count, seconds = done.stdout.split()
    assert int(count) > 400 and float(seconds) == 23 * HOUR


@pytest.mark.parametrize("held", [b"", b"TZif2", Path("/etc/passwd").read_bytes()], ids=["empty", "cut off", "other"])
def test_a_damaged_file_of_the_system_is_passed_over(
    held: bytes, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "Europe").mkdir()
    (tmp_path / "Europe" / "Berlin").write_bytes(held)
    program = (
        "from dicehouse.server.accounts.quiet_hours import *; print(Hours('Europe/Berlin', (60, 120)).spent(0, 60))"
    )
    monkeypatch.setenv("PYTHONTZPATH", str(tmp_path))
    monkeypatch.setenv("PYTHONPATH", str(ROOT / "src"))
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True)
    assert (done.stdout, done.stderr) == ("0.0\n", ""), "it is one o'clock in Berlin when 1970 begins"


def test_what_is_no_place_is_not_offered() -> None:
    assert not {"localtime", "Factory", "posixrules"} & set(zones())


@pytest.mark.parametrize("name", ["Mars/Olympus", "", "../etc/passwd", "Europe", "a\0b", "x" * 500, "/etc/localtime"])
def test_a_stored_zone_that_nobody_knows_is_reported(name: str, caplog: pytest.LogCaptureFixture) -> None:
    zone_of.cache_clear()
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(quiet_hours.log, "propagate", True)
        caplog.set_level(logging.WARNING)
        assert Hours(name, (0, 60)).spent(0, DAY) == 23 * HOUR
        assert len(caplog.records) == 1 and "tzdata" in caplog.text
        assert not quiet_hours.is_known(name) and len(caplog.records) == 1, "and that once"
    assert quiet_hours.is_known("UTC") and quiet_hours.is_known("Europe/Vienna")
    assert hours_of({"zone": "UTC"}, 0.0) == Hours("UTC")
