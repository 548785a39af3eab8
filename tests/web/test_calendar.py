"""The file of a calendar: names of games come from their authors, and no name may add a line to it."""

from __future__ import annotations

import re
from datetime import UTC, datetime

import pytest

from dicehouse.web.pages.calendar_feed import TurnDeadline, format_calendar

NOW = 1_800_000_000.0
HOSTILE_NAMES = [
    "Dice\r\nEND:VEVENT\r\nBEGIN:VEVENT\r\nSUMMARY:Evil",
    "Dice\nATTACH:https://example.org/evil",
    "Dice\rDESCRIPTION:evil",
    'a;b,c\\d:e"f',
    "\\n\\,\\;",
    "\N{GAME DIE}" * 60,
    "x" * 400,
    "\N{LATIN SMALL LETTER U WITH DIAERESIS}" * 100,
]


def calendar(*names: str, base: str = "https://dice.example.org") -> str:
    return format_calendar(
        [TurnDeadline(f"table{at}", at, name, NOW + 86_400) for at, name in enumerate(names)], base, NOW
    ).decode()


def content_lines(text: str) -> list[str]:
    """Return the lines of a calendar, unfolded."""
    assert text.endswith("\r\n") and "\n" not in text.replace("\r\n", "") and "\r" not in text.replace("\r\n", "")
    return re.sub(r"\r\n[ \t]", "", text).split("\r\n")[:-1]


def unescape(value: str) -> str:
    return re.sub(r"\\(.)", lambda m: "\n" if m[1] in "nN" else m[1], value)


@pytest.mark.parametrize("name", HOSTILE_NAMES)
def test_a_name_stays_one_field(name: str) -> None:
    lines = content_lines(calendar(name))
    assert lines.count("BEGIN:VEVENT") == lines.count("END:VEVENT") == 1
    assert not any(line.startswith(("ATTACH", "DESCRIPTION:evil")) for line in lines)
    [summary] = [line.removeprefix("SUMMARY:") for line in lines if line.startswith("SUMMARY")]
    assert unescape(summary) == f"Your turn in {name}".replace("\r\n", "\n").replace("\r", "\n")


@pytest.mark.parametrize("name", HOSTILE_NAMES)
def test_a_line_has_75_octets_at_most_and_cuts_no_letter(name: str) -> None:
    for line in calendar(name).encode().split(b"\r\n"):
        assert len(line) <= 75
        line.decode()


def test_an_event_ends_with_the_deadline_and_begins_a_while_before() -> None:
    lines = content_lines(calendar("Pig"))
    stamps = {
        name: datetime.fromtimestamp(NOW + 3600 * hours, UTC)
        for name, hours in (("DTSTAMP", 0), ("DTSTART", 21), ("DTEND", 24))
    }
    for name, stamp in stamps.items():
        assert f"{name}:{stamp:%Y%m%dT%H%M%SZ}" in lines
    assert "URL:https://dice.example.org/t/table0" in lines
    alarm = lines[lines.index("BEGIN:VALARM") : lines.index("END:VALARM")]
    assert "ACTION:DISPLAY" in alarm and "DESCRIPTION:Your turn in Pig" in alarm
    assert [line for line in lines if line.startswith("UID")] == ["UID:table0-0@dicehouse"]


def test_a_calendar_without_deadlines_is_a_calendar() -> None:
    lines = content_lines(calendar())
    assert lines[0] == "BEGIN:VCALENDAR" and lines[-1] == "END:VCALENDAR"
    assert "VERSION:2.0" in lines and "X-WR-CALNAME:Dicehouse" in lines


def test_a_calendar_is_written_in_its_owner_s_language() -> None:
    found = [TurnDeadline("table", 0, "Dicetopia 2.0", NOW + 86_400)]
    for language, summary in (("en", "Your turn in Dicetopia 2.0"), ("de", "Du bist dran bei Dicetopia 2.0")):
        assert f"SUMMARY:{summary}" in format_calendar(found, "https://dice.example.org", NOW, language).decode()


@pytest.mark.parametrize(
    ("language", "zone", "due", "said"),
    [
        ("en", "UTC", "2026-12-01T07:00", "Your move is due by Tue 1 Dec, 07:00 UTC."),
        ("en", "Europe/Vienna", "2026-12-01T07:00", "Your move is due by Tue 1 Dec, 08:00 (Europe/Vienna)."),
        (
            "de",
            "Europe/Vienna",
            "2026-12-01T07:00",
            "Du hast bis Di, 1. Dez., 08:00 Uhr (Europe/Vienna) Zeit für deinen Zug.",
        ),
        ("en", "Asia/Kathmandu", "2026-12-31T23:00", "Your move is due by Fri 1 Jan, 04:45 (Asia/Kathmandu)."),
        ("en", "America/New_York", "2027-03-14T07:30", "Your move is due by Sun 14 Mar, 03:30 (America/New_York)."),
        ("en", "Europe/Vienna", "2026-10-25T00:30", "Your move is due by Sun 25 Oct, 02:30 (Europe/Vienna, UTC+0200)."),
        ("en", "Europe/Vienna", "2026-10-25T01:30", "Your move is due by Sun 25 Oct, 02:30 (Europe/Vienna, UTC+0100)."),
        ("en", "Mars/Olympus", "2026-12-01T07:00", "Your move is due by Tue 1 Dec, 07:00 UTC."),
    ],
)
def test_an_event_says_when_the_move_is_due_in_its_owner_s_zone(language: str, zone: str, due: str, said: str) -> None:
    moment = datetime.fromisoformat(due).replace(tzinfo=UTC).timestamp()
    found = [TurnDeadline("table", 0, "Pig", moment)]
    file = format_calendar(found, "https://dice.example.org", moment - 3600, language, zone).decode()
    lines = content_lines(file)
    assert f"DESCRIPTION:{said}" in [unescape(line) for line in lines]
    assert f"DTEND:{datetime.fromtimestamp(moment, UTC):%Y%m%dT%H%M%SZ}" in lines
    assert (f"X-WR-TIMEZONE:{zone}" in lines) == (zone != "Mars/Olympus")
