"""Hold everything that is known of a table as plain data. A state never changes: a command makes a new one.

A feature keeps what it needs beyond this in its own dataclass, a part; `parts` holds them by the feature's name.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from typing import Any

from dicehouse.core import Game
from dicehouse.core.lesson_progress import LessonProgress
from dicehouse.match.match import Match

from ...i18n import _
from ..accounts.names import is_unnamed, shown_name
from ..clocks.play_time import PlayTime
from ..clocks.time_terms import Terms
from ..hash_chain import HashChain, chain_of
from ..seats import Refused
from ..storage.table_records import Entry, Said, Seat, TableRecord, acts_not_undone
from .growing import Growing, GrowingMap

NOT_YOURS = _("That isn't your seat.")
HOSTS = _("Only the host of the table can do that.")
NOT_STARTED = _("The game hasn't started. A seat is still open.")
LESSON = "lesson"  # the names of the parts that `lesson` and `is_paused` read
PAUSE = "pause"


@dataclass(frozen=True, slots=True)
class History:
    """Hold what follows from the entries of a table's history, without the entries."""

    n_entries: int
    undone_to: tuple[int, ...]  # the position that each undo led back to, the first undo first
    last_undo: int  # the number of entries when something was last undone
    answered: GrowingMap[tuple[int, str], int]  # by seat and id of an action: the position after it
    acted_at: Growing[float]  # when the actions that count were played (seconds since 1970)
    ordered: frozenset[int]  # the positions that standing orders led to
    play_time: PlayTime
    chain: HashChain | None  # None before the match begins, and in lessons
    snapshot: bytes | None = None  # of the last position; the next one is compressed with it

    @property
    def generation(self) -> int:
        """Return how often something was undone. An action names it, so that one made before an undo is refused."""
        return len(self.undone_to)

    @classmethod
    def read(cls, record: TableRecord, entries: Iterable[Entry]) -> History:
        """Return the history of a table whose match began as `record` says."""
        entries = tuple(entries)
        undone = [number for number, entry in enumerate(entries, 1) if entry.kind == "undo"]
        acts = acts_not_undone(entries)
        return cls(
            n_entries=len(entries),
            undone_to=tuple(entry.number_after for entry in entries if entry.kind == "undo"),
            last_undo=max(undone, default=0),
            answered=GrowingMap({(entry.seat, entry.client): entry.number_after for entry in entries if entry.client}),
            acted_at=Growing(entry.at for entry in acts),
            ordered=frozenset(entry.number_after for entry in acts if entry.ordered),
            play_time=PlayTime().with_moments(entry.at for entry in entries),
            chain=chain_of(record, entries),
        )

    def with_entry(self, entry: Entry, snapshot: bytes | None = None) -> History:
        """Return the history with one more entry; `snapshot` is the position after it, not yet compressed."""
        answered, chain = self.answered, self.chain
        if entry.client:
            answered = answered.plus((entry.seat, entry.client), entry.number_after)
        undone_to, last_undo, acted_at, ordered = self.undone_to, self.last_undo, self.acted_at, self.ordered
        if entry.kind == "undo":
            undone_to, last_undo = (*undone_to, entry.number_after), self.n_entries + 1
            acted_at = Growing(acted_at[: entry.number_after])
            ordered = frozenset(position for position in ordered if position < entry.number_after)
        else:
            acted_at = acted_at.plus(entry.at)
            if entry.ordered:
                ordered |= {entry.number_after}
        return History(
            self.n_entries + 1,
            undone_to,
            last_undo,
            answered,
            acted_at,
            ordered,
            self.play_time.with_moment(entry.at),
            None if chain is None else chain.with_entry(entry),
            snapshot,
        )


@dataclass(frozen=True, slots=True)
class TableState:
    """Hold a table as it is after a committed change."""

    game: Game
    record: TableRecord  # how the table was opened, its host and its phase
    seats: tuple[Seat, ...]
    match: Match | None  # never changed in place: see `Match.continuation`
    history: History
    chat: tuple[Said, ...]
    parts: Mapping[str, Any]
    revision: int  # orders commits, and nothing else

    @property
    def id(self) -> str:
        return self.record.id

    @property
    def phase(self) -> str:
        return self.record.phase

    @property
    def lesson(self) -> LessonProgress | None:
        """Return how far the learner is; None where no lesson is taken."""
        progress: LessonProgress | None = self.parts.get(LESSON)
        return progress

    @property
    def is_paused(self) -> bool:
        """Return True if the people here have paused the match: nobody acts, and no clock runs."""
        pause = self.parts.get(PAUSE)
        return pause is not None and bool(pause.on) and self.record.phase == "playing"

    @property
    def terms(self) -> Terms | None:
        """Return the agreed time limit; None if there is none, as in all lessons and forks."""
        record = self.record
        return None if record.lesson is not None or record.what_if is not None else record.terms

    @property
    def awaits_seeds(self) -> bool:
        """Return True if all seats are taken, and the match waits only for the client seeds."""
        return self.match is None and all(seat.kind != "open" for seat in self.seats)

    def playing(self) -> Match:
        """Return the match. Raise Refused before it has started."""
        if self.match is None:
            raise Refused(NOT_STARTED)
        return self.match

    def seats_of(self, guest: str | None) -> list[int]:
        """Return the seats that a guest holds; on a shared device there may be several."""
        return [] if guest is None else [seat.number for seat in self.seats if seat.guest == guest]

    def name_of(self, seat: int) -> str:
        """Return the name in a seat as others read it, for a sentence."""
        return shown_name(self.seats[seat].name)

    def is_you(self, seat: Seat, guest: str | None) -> bool:
        """Return True if a seat is called "You" for a guest: it is theirs, and they gave no name.

        On a shared device nobody is, because several people read it.
        """
        return guest is not None and seat.guest == guest and is_unnamed(seat.name) and len(self.seats_of(guest)) == 1

    def names_for(self, guest: str | None) -> list[str]:
        """Return the names in the seats as a guest reads them."""
        return [_("You") if self.is_you(seat, guest) else shown_name(seat.name) for seat in self.seats]

    def own_seat(self, guest: str | None, seat: int) -> int:
        """Return `seat` if the guest holds it. Raise Refused if not."""
        if seat not in self.seats_of(guest):
            raise Refused(NOT_YOURS)
        return seat

    def is_host(self, guest: str | None) -> bool:
        return guest is not None and guest == self.record.host

    def check_host(self, guest: str | None) -> None:
        """Raise Refused if a guest is not the host."""
        if not self.is_host(guest):
            raise Refused(HOSTS)

    def is_shared(self, guest: str | None) -> bool:
        """Return True if people who share a device must not see each other's secrets."""
        return len(self.seats_of(guest)) > 1 and self.match is not None and self.match.has_hidden_state

    def shown_seat(self, guest: str | None) -> int | None:
        """Return which of their own seats a guest is shown: the one that has to decide, or the first if none has."""
        own = self.seats_of(guest)
        if len(own) > 1 and self.match is not None:
            acting = self.match.acting()
            return next((seat for seat in own if seat in acting), own[0])
        return own[0] if own else None

    def moved(self, match: Match, history: History) -> TableState:
        """Return the state after an action or an undo."""
        return TableState(
            self.game, self.record, self.seats, match, history, self.chat, self.parts, self.revision
        )  # `replace` takes several times as long

    def without_match(self) -> TableState:
        """Return the state with nothing large in it, for a table that leaves the memory."""
        return replace(self, match=None, chat=(), history=replace(self.history, answered=GrowingMap(), chain=None))

    def with_part(self, name: str, part: object) -> TableState:
        return replace(self, parts={**self.parts, name: part})
