"""Build the frames that one reader gets of a table: each brings what is new since the one before.

All spectators get the same frames, which are made once. Players share a large part of theirs, which is made once for
all who have the same view and log.
"""

from __future__ import annotations

from weakref import WeakKeyDictionary

from ..server.live import Table
from ..server.sight import Sight
from ..server.table_registry import TableRegistry
from . import clock_text, socket_messages, table_frames
from .reachable_address import ReachableAddress

_spectator_info: WeakKeyDictionary[Table, tuple[int, socket_messages.Raw]] = (
    WeakKeyDictionary()
)  # what every spectator gets, with the revision of the seats that it shows


class IncrementalFrames:
    """Track how far one reader knows a table, and build the frames with the rest.

    `since` is the number of events that the reader has from an earlier connection, and `links` the mark of the match
    at that time (see `Mark`): if an action was undone since, the reader gets the whole log. With `words` the reader's
    page has no board for this game.
    """

    def __init__(
        self,
        table: Table,
        guest: str | None,
        reach: ReachableAddress,
        registry: TableRegistry,
        since: int,
        links: int,
        *,
        words: bool = False,
    ) -> None:
        self._table = table
        self._guest = guest
        self._reach = reach
        self._registry = registry
        self._wants_words = words
        self._log: tuple[int, int | None] | None = None  # log version and reader of the last frame
        self._events = since  # number of events that the reader has
        self._resumes = since > 0 and links >= table.rewound
        self._heard = 0
        self._revision = -1  # revision of the seats that the encoded part below shows
        self._info: socket_messages.Raw = socket_messages.encode_raw(None)
        self._looks_on = False  # True for a spectator: nothing here is for this reader alone

    def resume(self, snapshot: Sight, since: int) -> None:
        """Send everything after the first `since` events again."""
        self._events, self._resumes = since, since > 0
        self._log = (snapshot.epoch, snapshot.reader) if self._resumes else None

    def frame(self, snapshot: Sight) -> bytes:
        """Return the table as JSON, as this snapshot shows it, with the events that the reader has not had."""
        resumes = self._resumes and self._events <= snapshot.told
        log = snapshot.epoch, snapshot.reader
        full = log != self._log and not resumes
        since = 0 if full else min(self._events, snapshot.told)
        if self._revision != self._table.roster:
            self._revision = self._table.roster
            self._load_table_info()
        ignored = self._registry.ignoring.known(self._guest)
        wanted = self._revision, since, self._heard, full, self._wants_words
        made = snapshot.made.get(wanted) if self._looks_on and not ignored else None
        if made is None:
            me = self._table.seats_of(self._guest)
            frame = table_frames.reader_frame_part(self._table, snapshot, self._info, me, self._heard, full, ignored)
            if self._wants_words:
                frame["words"] = table_frames.plain_view_part(self._table, snapshot)
            made = _encode_shared_part(snapshot, since) + b"," + socket_messages.encode_json(frame)[1:-1]
            if self._looks_on and not ignored:
                snapshot.made[wanted] = made
        self._log, self._events, self._heard, self._resumes = log, snapshot.told, snapshot.said, False
        return made + b',"time":' + socket_messages.encode_json(clock_text.clock_data(self._table)) + b"}"

    def _load_table_info(self) -> None:
        """Load who sits where and what was agreed, as this reader may see it."""
        table, guest, registry = self._table, self._guest, self._registry
        concerned = guest is not None and (
            table.is_host(guest)
            or table.seats_of(guest)
            or table.manners.knows(guest)
            or registry.ignoring.known(guest)
        )
        self._looks_on = not concerned
        known = _spectator_info.get(table) if self._looks_on else None
        if known is not None and known[0] == self._revision:
            self._info = known[1]
            return
        self._info = socket_messages.encode_raw(table_frames.table_info(table, guest, self._reach, registry))
        if self._looks_on:
            _spectator_info[table] = self._revision, self._info


def _encode_shared_part(snapshot: Sight, since: int) -> bytes:
    """Return the beginning of a frame; players who see the same get the same bytes."""
    of = snapshot.reader, snapshot.told, since
    made = snapshot.alike.get(of)
    if made is None:
        made = snapshot.alike[of] = socket_messages.encode_json(table_frames.shared_frame_part(snapshot, since))[:-1]
    return made
