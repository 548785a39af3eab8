"""Log entries are stored with their message and arguments: a match that is opened again speaks every language."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from dicehouse.i18n import Percent, Text, _, listing, ngettext
from dicehouse.i18n.text import pack_text, unpack_text
from dicehouse.match.events import Event
from dicehouse.match.snapshots import PositionSnapshot, StoredEvent, read_snapshots, same_events, write_snapshots

TEXT = _(
    "{player} banks {points} with {dice} ({share}).",
    player="{1}",
    points=1500,
    dice=ngettext("{n} die", "{n} dice", 3),
    share=Percent(0.5, 1),
)


@pytest.mark.parametrize(
    "text",
    [
        TEXT,
        TEXT.with_names(["Ana", "Ben"]),
        TEXT.with_names(["Ben", _("Guest")]),
        listing(["A", "B"]),
        "words",
        None,
        _("Constant"),
    ],
)
def test_a_text_survives_storing(text: Any) -> None:
    found = unpack_text(pack_text(text))
    assert found == text
    if isinstance(text, Text):
        assert found.in_language("en-XA") == text.in_language("en-XA")


def test_events_are_read_back_with_their_texts() -> None:
    event = Event(
        "bank",
        1,
        TEXT,
        {"points": 1500, "card": _("Bloodshed")},
        (0, 1),
        _("Past"),
        last=_("The last round"),
        own={1: _("You bank {points}.", points=5)},
    )
    from_match = PositionSnapshot(b"x", (_stored(event),), 0)
    (read,) = read_snapshots(write_snapshots([from_match]))
    found = read.events[0].to_event(3)
    assert (found.text.in_language("en-XA"), found.own[1].in_language("en-XA")) == (
        TEXT.in_language("en-XA"),
        event.own[1].in_language("en-XA"),
    )
    assert (found.later, found.last, found.number, found.facts) == (
        "Past",
        "The last round",
        3,
        {"points": 1500, "card": "Bloodshed"},
    )


def test_events_of_earlier_versions_keep_their_english() -> None:
    old = ["bank", 1, "{1} banks 1,500.", {"points": 1500}, None, None, ""]
    (read,) = read_snapshots(write_snapshots([msgspec.convert([b"x", [old], 0], PositionSnapshot)]))
    assert read.events[0].to_event(1).text == "{1} banks 1,500."


def test_other_words_are_no_other_rules() -> None:
    event = Event("bank", 1, TEXT, {"points": (1, 2)})
    other = Event("bank", 1, "Quite another sentence.", {"points": [1, 2]})
    changed = Event("bank", 1, TEXT, {"points": (1, 3)})
    snapshots = [PositionSnapshot(b"x", (_stored(e),), 0) for e in (event, other, changed)]
    assert same_events(snapshots[0], snapshots[1])
    assert not same_events(snapshots[0], snapshots[2])


def _stored(event: Event) -> Any:
    return StoredEvent.from_event(event)
