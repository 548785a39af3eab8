"""Take, write and read snapshots of a match: a position, the events that led to it, and what undo needs.

A match can be restored from its snapshots without being replayed: quickly if the rules are the same, and at all if they
have changed. A snapshot is deflated with the one before it as dictionary and takes one or two hundred bytes.
"""

from __future__ import annotations

import zlib
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

import msgspec

from ..errors import BadMatch
from ..i18n.text import pack_text, plain_text, unpack_text
from .events import Event
from .match import Match

DEFLATE_SETTINGS = (1, zlib.DEFLATED, 13, 5)  # fast, and with little memory: a snapshot has one or two kilobytes


class StoredEvent(msgspec.Struct, frozen=True, array_like=True):
    """Hold an event; its texts are stored with their arguments (see `pack_text`), or were stored in English."""

    kind: str
    seat: int | None
    text: Any
    facts: Mapping[str, Any]
    readers: tuple[int, ...] | None
    later: Any
    last: Any
    own: Mapping[int, Any] = {}
    later_own: Mapping[int, Any] = {}

    @classmethod
    def from_event(cls, event: Event) -> StoredEvent:
        text, later, last = pack_text(event.text), pack_text(event.later), pack_text(event.last)
        own = {seat: pack_text(words) for seat, words in event.own.items()}
        later_own = {seat: pack_text(words) for seat, words in event.later_own.items()}
        return cls(event.kind, event.seat, text, event.facts, event.readers, later, last, own, later_own)

    def to_event(self, number: int) -> Event:
        """Return the event, as one of action `number`."""
        text, later, last = unpack_text(self.text), unpack_text(self.later), unpack_text(self.last)
        own = {seat: unpack_text(words) for seat, words in self.own.items()}
        later_own = {seat: unpack_text(words) for seat, words in self.later_own.items()}
        words = (self.kind, self.seat, text, self.facts, self.readers, later)
        return Event(*words, last=last, own=own, later_own=later_own, number=number)


class PositionSnapshot(msgspec.Struct, frozen=True, array_like=True):
    """Hold a position with the events of the action that led to it.

    `faded` is the number of past events. `asked` are the seats that could have played that action, and `barrier` tells
    if it is a barrier for undo. The last snapshot of a finished match also has the points and the `returns`.
    """

    position: bytes
    events: tuple[StoredEvent, ...]
    faded: int
    asked: tuple[int, ...] = ()
    barrier: bool = True
    points: tuple[int, ...] = ()
    returns: tuple[float, ...] = ()


_encode = msgspec.msgpack.Encoder(enc_hook=plain_text).encode
_decode = msgspec.msgpack.Decoder(PositionSnapshot).decode


def encode_snapshot(snapshot: PositionSnapshot) -> bytes:
    """Return the bytes of a snapshot, not yet compressed."""
    return _encode(snapshot)


def compress_snapshot(data: bytes, before: bytes | None) -> bytes:
    """Return an encoded snapshot compressed with the one before it; None if that is not known, as after an undo."""
    deflate = zlib.compressobj(*DEFLATE_SETTINGS, zdict=before) if before else zlib.compressobj(*DEFLATE_SETTINGS)
    return deflate.compress(data) + deflate.flush()


class SnapshotWriter:
    """Write snapshots one after another, each compressed with the one before."""

    def __init__(self) -> None:
        self._history: bytes | None = None

    def write(self, snapshot: PositionSnapshot) -> bytes:
        """Return the bytes of the snapshot that follows the last one written."""
        data = encode_snapshot(snapshot)
        before, self._history = self._history, data
        return compress_snapshot(data, before)

    def restart(self) -> None:
        """Write the next snapshot without reference to the last one, because an action was undone."""
        self._history = None


def read_snapshots(written: Iterable[bytes | None]) -> list[PositionSnapshot]:
    """Read consecutive snapshots. Raise BadMatch if one is missing or damaged."""
    found: list[PositionSnapshot] = []
    before = b""
    try:
        for data in written:
            if data is None:
                raise BadMatch("It was played before positions were saved.")
            inflate = zlib.decompressobj(zdict=before)
            before = inflate.decompress(data) + inflate.flush()
            if not inflate.eof:
                raise zlib.error("cut")
            found.append(_decode(before))
    except (zlib.error, msgspec.MsgspecError) as error:
        raise BadMatch("The data of its positions is damaged.") from error
    return found


def write_snapshots(snapshots: Sequence[PositionSnapshot]) -> list[bytes]:
    """Return the bytes of consecutive snapshots."""
    writer = SnapshotWriter()
    return [writer.write(snapshot) for snapshot in snapshots]


def same_events(snapshot: PositionSnapshot, other: PositionSnapshot) -> bool:
    """Return True if the same happened in both, whatever words tell it: kinds, seats, facts and readers are equal."""
    return _event_facts(snapshot) == _event_facts(other)


def _event_facts(snapshot: PositionSnapshot) -> list[object]:
    events = _decode(_encode(snapshot)).events
    return [(event.kind, event.seat, event.facts, event.readers) for event in events]


def take_snapshot(match: Match, number: int) -> PositionSnapshot:
    """Return the snapshot of `match` after `number` actions, private events included."""
    last, before = number == match.number, match._history[number - 1] if number else None
    until = match.n_events if last else match._history[number].events
    events = tuple(map(StoredEvent.from_event, match._events[before.events if before else 0 : until]))
    ended = last and match.over
    return PositionSnapshot(
        position=match.position(number),
        events=events,
        faded=match._n_faded_events if last else match._history[number].faded,
        asked=before.asked if before else (),
        barrier=before.barrier if before else True,
        points=tuple(match.points()) if ended else (),
        returns=tuple(match.returns()) if ended else (),
    )
