"""Describe what a command does to a table: the next state, the rows to store, and what happened."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Protocol

from dicehouse.core import Game

from ...i18n import _, listing
from ..cluster.server_messages import News
from ..seats import Keyring, Refused
from ..storage import table_records
from ..storage.database import Statement
from ..storage.table_records import Said, Seat
from .state import TableState

SERVER_NAME = ""  # of a notice: no person's name is empty, so nobody can speak like the server


# who gives a command


@dataclass(frozen=True, slots=True)
class Guest:
    """Stand for a request from outside; `id` is None for a client without a cookie."""

    id: str | None


@dataclass(frozen=True, slots=True)
class BotPlayer:
    """Stand for the bot that decides for `seat`, or for the script of a lesson."""

    seat: int


@dataclass(frozen=True, slots=True)
class Server:
    """Stand for the server: a timer that ran out, another server, or a page that opened a table."""


Actor = Guest | BotPlayer | Server


# what happened


@dataclass(frozen=True, slots=True)
class Played:
    """Say that a seat acted, which led to position `number`; `ordered` is True if its standing order did."""

    seat: int
    number: int
    ordered: bool = False


@dataclass(frozen=True, slots=True)
class Undone:
    """Say that everything after position `to` was undone."""

    to: int


@dataclass(frozen=True, slots=True)
class Acted:
    """Say that a guest used their seat: they played, undid something, or asked for a take-back."""

    seat: int


@dataclass(frozen=True, slots=True)
class SeatChanged:
    """Say that a player sat down, left, or handed a seat over."""

    seat: int


@dataclass(frozen=True, slots=True)
class Started:
    """Say that the match began."""


@dataclass(frozen=True, slots=True)
class MatchEnded:
    """Say that the match is over."""


@dataclass(frozen=True, slots=True)
class OrderChanged:
    """Say that a standing order changed."""

    seat: int


TableEvent = Played | Undone | Acted | SeatChanged | Started | MatchEnded | OrderChanged


# what a feature may know besides the state


@dataclass(frozen=True, slots=True)
class Grace:
    """Hold how many seconds pass before a bot may take over."""

    page: float = 300  # after a request of the no-JavaScript page, which can't say if it is still being read
    line: float = 60  # after the last socket closed, or the table was restored from the store
    asked: float = 30  # after somebody asked if the player is still here
    nudge: float = 20  # between two nudges
    silent: float = 60  # after the first nudge of a player whose page is open


class Here(Protocol):
    """Say who looks at the table now, through any server."""

    grace: Grace

    def connected(self) -> set[str]:
        """Return the guests who have the page with the board open."""

    def online(self) -> set[str]:
        """Return the connected guests, and those who recently looked at the no-JavaScript page."""

    def seconds_until_away(self, guest: str) -> float:
        """Return how long others have to wait before they may replace `guest`."""


@dataclass(frozen=True, slots=True)
class Context:
    """Hold who gives a command, when, and the services that a feature may use."""

    actor: Actor
    now: float  # seconds since 1970
    here: Here
    keyring: Keyring
    bots_at: Callable[[Game, int], Sequence[str]]
    uptime: float = field(default_factory=time.monotonic)

    @property
    def guest(self) -> str | None:
        """Return the guest who gives the command; None for a spectator, a bot or the server."""
        return self.actor.id if isinstance(self.actor, Guest) else None

    def check_bot(self, state: TableState, bot: str) -> str:
        """Return the name of a bot that may play here. Raise Refused if there is none of that name."""
        bots = self.bots_at(state.game, len(state.seats))
        if bot not in bots:
            raise Refused(_("There is no bot with that name. Choose one of these: {bots}.", bots=listing(bots)))
        return bot


@dataclass(slots=True)
class Change:
    """Collect the effects of a command. Its methods replace `state`; the state that it began with stays as it is.

    `rows` are written together, `news` are sent to other servers after that, `events` are passed to all features, and
    `answer` goes to the sender of the command.
    """

    state: TableState
    rows: list[Statement] = field(default_factory=list)
    events: list[TableEvent] = field(default_factory=list)
    news: list[News] = field(default_factory=list)
    answer: Any = None
    reload: bool = False  # True if the table has to be read from the store again: its match begins by other rules

    def add(self, other: Change) -> None:
        """Add what a feature made of this change's state."""
        self.state = other.state
        self.rows += other.rows
        self.events += other.events
        self.news += other.news
        self.reload = self.reload or other.reload

    def count_revision(self) -> None:
        """Note that the rows were written."""
        state = self.state
        self.state = TableState(
            state.game,
            state.record,
            state.seats,
            state.match,
            state.history,
            state.chat,
            state.parts,
            state.revision + 1,
        )

    def put_seats(self, *seats: Seat) -> None:
        """Change seats, and store them."""
        for seat in seats:
            self.rows.append(table_records.put_seat(self.state.id, seat))
        self.show_seats(*seats)

    def show_seats(self, *seats: Seat) -> None:
        """Change seats whose rows are written otherwise."""
        changed = {seat.number: seat for seat in seats}
        self.state = replace(self.state, seats=tuple(changed.get(seat.number, seat) for seat in self.state.seats))

    def set_record(self, *rows: Statement, **values: Any) -> None:
        """Change fields of the record; `rows` store them."""
        self.rows += rows
        self.state = replace(self.state, record=replace(self.state.record, **values))

    def set_part(self, name: str, part: object) -> None:
        self.state = self.state.with_part(name, part)

    def say(self, *lines: Said) -> None:
        """Add lines to the chat."""
        first = len(self.state.chat)
        self.rows += [
            table_records.insert_chat(self.state.id, serial, line) for serial, line in enumerate(lines, first)
        ]
        self.state = replace(self.state, chat=(*self.state.chat, *lines))

    def notice(self, text: str, now: float, own: Mapping[int, str] | None = None) -> None:
        """Add a line of the server to the chat; `own` holds other texts for the readers in certain seats."""
        self.say(Said(None, SERVER_NAME, text, now, own=own or {}))

    def tell(self, what: str, guest: str, *others: str, bot: str = "", wait: float = 0.0, seed_hash: str = "") -> None:
        """Tell other servers what was done about `guest`, so that people there see it, too; see `News`."""
        self.news.append(
            News(what, table=self.state.id, guests=[guest, *others], bot=bot, wait=wait, seed_hash=seed_hash)
        )


Handler = Callable[[TableState, Any, Context], Change]
Guard = Callable[[TableState, Any, Context], None]
Reaction = Callable[[TableState, Sequence[TableEvent], Context], Change | None]
Handlers = Mapping[Any, Handler]  # by the type of a command
Guards = Mapping[Any, Guard]
