"""What is written down of a moment of a match: the position, what was told when it was reached, and what undo needs.

From its moments a match stands there again without being played: fast where the rules are the same, and at all where
they are others now. A moment is deflated with the one before it as dictionary: a hundred bytes or two.
"""

from __future__ import annotations

import zlib
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

import msgspec

from .errors import BadMatch
from .events import Event

SMALL = (1, zlib.DEFLATED, 13, 5)  # quick, and with little memory: a moment has a kilobyte or two


class Line(msgspec.Struct, frozen=True, array_like=True):
    """An event, as it was told."""

    kind: str
    seat: int | None
    text: str
    facts: Mapping[str, Any]
    audience: tuple[int, ...] | None
    later: str | None
    last: str

    @classmethod
    def of(cls, event: Event) -> Line:
        return cls(event.kind, event.seat, event.text, event.facts, event.audience, event.later, event.last)

    def event(self, number: int) -> Event:
        """The event, as one of action `number`."""
        return Event(
            self.kind, self.seat, self.text, self.facts, self.audience, self.later, last=self.last, number=number
        )


class Moment(msgspec.Struct, frozen=True, array_like=True):
    """A position with what was told on the way to it.

    `faded`: how many events are past there. Of the action that led to it: `asked`, the seats that could have acted, and
    whether it is a `barrier` for undo. Of the last one of all: points and `shares` of the win.
    """

    position: bytes
    told: tuple[Line, ...]
    faded: int
    asked: tuple[int, ...] = ()
    barrier: bool = True
    points: tuple[int, ...] = ()
    shares: tuple[float, ...] = ()


_encode = msgspec.msgpack.Encoder().encode
_decode = msgspec.msgpack.Decoder(Moment).decode


class Writer:
    """Writes moments down one after the other."""

    def __init__(self) -> None:
        self._before: bytes | None = None

    def write(self, moment: Moment) -> bytes:
        """The moment that comes after the last one written."""
        data = _encode(moment)
        deflate = zlib.compressobj(*SMALL, zdict=self._before) if self._before else zlib.compressobj(*SMALL)
        self._before = data
        return deflate.compress(data) + deflate.flush()

    def anew(self) -> None:
        """The next moment does not come after the last one: something was taken back."""
        self._before = None


def read(written: Iterable[bytes | None]) -> list[Moment]:
    """Moments that stand one after the other; BadMatch if one is missing or damaged."""
    found: list[Moment] = []
    before = b""
    try:
        for data in written:
            if data is None:
                raise BadMatch("It was played before positions were written down.")
            inflate = zlib.decompressobj(zdict=before)
            before = inflate.decompress(data) + inflate.flush()
            if not inflate.eof:
                raise zlib.error("cut")
            found.append(_decode(before))
    except (zlib.error, msgspec.MsgspecError) as error:
        raise BadMatch("What was written down of its positions is damaged.") from error
    return found


def written(moments: Sequence[Moment]) -> list[bytes]:
    """All of these, one after the other."""
    writer = Writer()
    return [writer.write(moment) for moment in moments]
