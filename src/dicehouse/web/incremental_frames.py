"""Build the frames that one reader gets of a table: each brings what is new since the one before.

All spectators get the same frames, which are made once. Players share a large part of theirs, which is made once for
all who have the same view and log.
"""

from __future__ import annotations

from typing import Any
from weakref import WeakKeyDictionary

from ..i18n import current_language
from ..server.features.moderation import is_known
from ..server.features.standing_orders import any_silent
from ..server.live_table import Table
from ..server.snapshot import Snapshot
from ..server.table.state import TableState
from ..server.table_registry import TableRegistry
from . import clock_text, socket_messages, table_frames
from .reachable_address import ReachableAddress

# what every spectator gets, by their language, with what it was made of
_spectator_info: WeakKeyDictionary[Table, dict[str, tuple[Any, socket_messages.Raw]]] = WeakKeyDictionary()

NULL = b"null"


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
        self._resumes = since > 0 and links >= table.state.history.last_undo
        self._heard = 0
        self._latest: tuple[Any, ...] | None = None  # the objects that were there when it was last compared
        self._made_of: Any = None  # what the encoded part below was made of
        self._info: socket_messages.Raw = socket_messages.encode_raw(None)
        self._looks_on = False  # True for a spectator: nothing here is for this reader alone

    def resume(self, snapshot: Snapshot, since: int) -> None:
        """Send everything after the first `since` events again."""
        self._events, self._resumes = since, since > 0
        self._log = (snapshot.generation, snapshot.reader) if self._resumes else None

    def frame(self, snapshot: Snapshot) -> bytes:
        """Return the table as JSON, as this snapshot shows it, with the events that the reader has not had."""
        resumes = self._resumes and self._events <= snapshot.log_end
        log = snapshot.generation, snapshot.reader
        full = log != self._log and not resumes
        since = 0 if full else min(self._events, snapshot.log_end)
        ignored = self._registry.ignoring.known(self._guest)
        self._follow_table_info(self._table.state, ignored)
        wanted = self._table.readers.version, since, self._heard, full, self._wants_words, current_language()
        made = snapshot.made.get(wanted) if self._looks_on and not ignored else None
        if made is None:
            me = self._table.state.seats_of(self._guest)
            frame = table_frames.reader_frame_part(self._table, snapshot, self._info, me, self._heard, full, ignored)
            if self._wants_words:
                frame["words"] = table_frames.plain_view_part(self._table, snapshot)
            made = _encode_shared_part(snapshot, since) + b"," + socket_messages.encode_json(frame)[1:-1]
            if self._looks_on and not ignored:
                snapshot.made[wanted] = made
        self._log, self._events, self._heard, self._resumes = log, snapshot.log_end, snapshot.said, False
        clocks = clock_text.clock_data(self._table)
        return made + b',"time":' + (NULL if clocks is None else socket_messages.encode_json(clocks)) + b"}"

    def _follow_table_info(self, state: TableState, ignored: object) -> None:
        """Load the table's information again if anything changed that it is made of."""
        version, before = self._table.readers.version, self._latest
        if (
            before is not None
            and (state.record is before[0] and state.seats is before[1] and state.parts is before[2])
            and (version == before[3] and ignored is before[4])
            and not any_silent(state)
        ):
            return
        self._latest = state.record, state.seats, state.parts, version, ignored
        made_of = table_frames.sources_of_info(self._table), ignored, current_language()
        if self._made_of != made_of:
            self._made_of = made_of
            self._load_table_info()

    def _load_table_info(self) -> None:
        """Load who sits where and what was agreed, as this reader may see it."""
        table, guest, registry = self._table, self._guest, self._registry
        concerned = guest is not None and (
            table.state.is_host(guest)
            or table.state.seats_of(guest)
            or is_known(table.state, guest)
            or registry.ignoring.known(guest)
        )
        self._looks_on = not concerned
        language = current_language()
        known = _spectator_info.get(table, {}).get(language) if self._looks_on else None
        if known is not None and known[0] == self._made_of:
            self._info = known[1]
            return
        self._info = socket_messages.encode_raw(table_frames.table_info(table, guest, self._reach, registry))
        if self._looks_on:
            _spectator_info.setdefault(table, {})[language] = self._made_of, self._info


def _encode_shared_part(snapshot: Snapshot, since: int) -> bytes:
    """Return the beginning of a frame; players who see the same, in one language, get the same bytes."""
    of = snapshot.reader, snapshot.log_end, since, current_language()
    made = snapshot.alike.get(of)
    if made is None:
        made = snapshot.alike[of] = socket_messages.encode_json(table_frames.shared_frame_part(snapshot, since))[:-1]
    return made
