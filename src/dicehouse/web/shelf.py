"""The replays that were asked for lately, so that a match which many look at is gone through once."""

from __future__ import annotations

from collections import OrderedDict

from dicehouse.match import Match

from ..table.live import Table
from ..table.past.replay import Replay

KEPT = 8  # matches
KEPT_BYTES = 16 * 1024 * 1024  # of frames as they are sent


class Shelf:
    """The replays that were asked for lately, and their frames as they are sent."""

    def __init__(self) -> None:
        self._replays: OrderedDict[str, Replay] = OrderedDict()
        self._bodies: OrderedDict[tuple[object, ...], bytes] = OrderedDict()
        self._bytes = 0

    def replay(self, table: Table) -> Replay:
        """The replay of a table; Refused while its match goes on."""
        found = self._replays.get(table.id)
        if found is None or table.match is None or not _same(found.match, table.match):
            found = self._replays[table.id] = Replay(table.match)
            for key in [key for key in self._bodies if key[0] == table.id]:
                self._bytes -= len(self._bodies.pop(key))
        self._replays.move_to_end(table.id)
        while len(self._replays) > KEPT:
            self._replays.popitem(last=False)
        return found

    def body(self, key: tuple[object, ...]) -> bytes | None:
        found = self._bodies.get(key)
        if found is not None:
            self._bodies.move_to_end(key)
        return found

    def keep(self, key: tuple[object, ...], body: bytes) -> bytes:
        """Keep what is sent; what was asked for longest ago goes."""
        self._bytes += len(body) - len(self._bodies.pop(key, b""))
        self._bodies[key] = body
        while self._bytes > KEPT_BYTES and len(self._bodies) > 1:
            self._bytes -= len(self._bodies.popitem(last=False)[1])
        return body


def _same(one: Match, other: Match) -> bool:
    """Whether a replay still shows what is kept: a player may have had their name taken out of it."""
    return one.names == other.names and one.position() == other.position()
