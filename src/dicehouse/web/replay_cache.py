"""Cache the latest replays, so that a match which many people look at is replayed once."""

from __future__ import annotations

from collections import OrderedDict

from dicehouse.match.match import Match

from ..server.archive.replay import Replay
from ..server.live_table import Table

MAX_REPLAYS = 8  # matches
MAX_BODY_BYTES = 16 * 1024 * 1024  # of frames as they are sent


class ReplayCache:
    """Cache the latest replays, and their frames as they are sent."""

    def __init__(self) -> None:
        self._replays: OrderedDict[str, Replay] = OrderedDict()
        self._bodies: OrderedDict[tuple[object, ...], bytes] = OrderedDict()
        self._bytes = 0

    def replay(self, table: Table) -> Replay:
        """Return the replay of a table; raise Refused while its match is played."""
        found = self._replays.get(table.id)
        if found is None or table.state.match is None or not _is_current(found.match, table.state.match):
            found = self._replays[table.id] = Replay(table.state.match)
            for key in [key for key in self._bodies if key[0] == table.id]:
                self._bytes -= len(self._bodies.pop(key))
        self._replays.move_to_end(table.id)
        while len(self._replays) > MAX_REPLAYS:
            self._replays.popitem(last=False)
        return found

    def body(self, key: tuple[object, ...]) -> bytes | None:
        found = self._bodies.get(key)
        if found is not None:
            self._bodies.move_to_end(key)
        return found

    def keep(self, key: tuple[object, ...], body: bytes) -> bytes:
        """Cache `body` as it is sent; the entry that was used longest ago is dropped."""
        self._bytes += len(body) - len(self._bodies.pop(key, b""))
        self._bodies[key] = body
        while self._bytes > MAX_BODY_BYTES and len(self._bodies) > 1:
            self._bytes -= len(self._bodies.popitem(last=False)[1])
        return body


def _is_current(one: Match, other: Match) -> bool:
    """Return True if a cached replay is still right; it is not if a player has had their name removed since."""
    return one.names == other.names and one.position() == other.position()
