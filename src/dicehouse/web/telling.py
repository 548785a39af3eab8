"""What one reader is told of a table, frame by frame: each frame brings what is new since the one before.

Those who only look on are told the same: their frames are made once for all of them. Those who play are told much of it
alike, and that part is made once for all whose view and log are the same.
"""

from __future__ import annotations

from weakref import WeakKeyDictionary

from ..table.house import House
from ..table.live import Table
from ..table.sight import Sight
from . import codec, frames, waiting
from .addresses import Reach

_for_all: WeakKeyDictionary[Table, tuple[int, codec.Raw]] = WeakKeyDictionary()  # by roster: what any onlooker is told


class Telling:
    """How far one reader knows a table, and the frames that bring the rest.

    `since` is how many events the reader has from an earlier line, and `links` how far the match had come by then (see
    `Mark`): where something was taken back later, they get the whole log. With `words` its page has no board for this
    game.
    """

    def __init__(
        self,
        table: Table,
        guest: str | None,
        reach: Reach,
        house: House,
        since: int,
        links: int,
        *,
        words: bool = False,
    ) -> None:
        self._table = table
        self._guest = guest
        self._reach = reach
        self._house = house
        self._wants_words = words
        self._log: tuple[int, int | None] | None = None  # epoch and reader of the log of the last frame
        self._events = since  # how many events the reader has
        self._resumes = since > 0 and links >= table.rewound
        self._heard = 0
        self._roster = -1  # for which the encoded part below was made
        self._info: codec.Raw = codec.raw(None)
        self._looks_on = False  # as anybody could: nothing here is for this reader alone

    def resume(self, sight: Sight, since: int) -> None:
        """The reader wants everything after the first `since` events once more."""
        self._events, self._resumes = since, since > 0
        self._log = (sight.epoch, sight.reader) if self._resumes else None

    def frame(self, sight: Sight) -> bytes:
        """The table as it is in this sight, with the events that the reader has not had, as JSON."""
        resumes = self._resumes and self._events <= sight.told
        log = sight.epoch, sight.reader
        full = log != self._log and not resumes
        since = 0 if full else min(self._events, sight.told)
        if self._roster != self._table.roster:
            self._roster = self._table.roster
            self._learn()
        ignored = self._house.ignoring.known(self._guest)
        wanted = self._roster, since, self._heard, full, self._wants_words
        made = sight.made.get(wanted) if self._looks_on and not ignored else None
        if made is None:
            me = self._table.seats_of(self._guest)
            frame = frames.own(self._table, sight, self._info, me, self._heard, full, ignored)
            if self._wants_words:
                frame["words"] = frames.words(self._table, sight)
            made = _common(sight, since) + b"," + codec.encode(frame)[1:-1]
            if self._looks_on and not ignored:
                sight.made[wanted] = made
        self._log, self._events, self._heard, self._resumes = log, sight.told, sight.said, False
        return made + b',"time":' + codec.encode(waiting.clocks(self._table)) + b"}"

    def _learn(self) -> None:
        """Who sits where and what was agreed, as this reader is told it."""
        table, guest, house = self._table, self._guest, self._house
        concerned = guest is not None and (
            table.is_host(guest) or table.seats_of(guest) or table.manners.knows(guest) or house.ignoring.known(guest)
        )
        self._looks_on = not concerned
        known = _for_all.get(table) if self._looks_on else None
        if known is not None and known[0] == self._roster:
            self._info = known[1]
            return
        self._info = codec.raw(frames.table_info(table, guest, self._reach, house))
        if self._looks_on:
            _for_all[table] = self._roster, self._info


def _common(sight: Sight, since: int) -> bytes:
    """The beginning of a frame; whoever plays here and sees the same gets the same bytes."""
    of = sight.reader, sight.told, since
    made = sight.alike.get(of)
    if made is None:
        made = sight.alike[of] = codec.encode(frames.common(sight, since))[:-1]
    return made
