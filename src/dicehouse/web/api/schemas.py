"""Define the types of the API's bodies: the OpenAPI document is made from them, and requests are checked with them.

Views and facts, which have no type here, are the game's own plain data; they are documented with each game.

Class docstrings here are the descriptions in the OpenAPI document: people read them.
"""

from __future__ import annotations

from typing import Annotated, Any, Literal

import msgspec

from ...server.commands import Count, Id, SeatNumber, ShortText

Text = Annotated[str, msgspec.Meta(max_length=300)]


# bodies of requests --------------------------------------------------------------------------------------------------


class Action(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """An option that a seat plays at position `number`. You choose `id`; sent twice with the same id, an action is
    played once.
    """

    id: Id
    seat: SeatNumber
    number: Count
    option: ShortText


class Undoing(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A request to undo the last action of a seat. If it affects other players, they are asked."""

    id: Id
    seat: SeatNumber
    number: Count


class Answer(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Your answer to a take-back that another player asks for, or the withdrawal of your own request."""

    say: Literal["yes", "no", "never", "allow", "withdraw"]


class Opening(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A table to open. Seats are `me`, `open`, or `bot:` and a bot's id. Requests with the same id open one table."""

    id: Id
    game: ShortText
    seats: Annotated[list[ShortText], msgspec.Meta(min_length=1, max_length=16)]
    mode: ShortText = ""
    settings: dict[Annotated[str, msgspec.Meta(max_length=64)], int | bool | ShortText] = {}
    name: Text = ""


class Invitation(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """An invitation: its code (two words and a number), or the whole link."""

    invitation: Annotated[str, msgspec.Meta(min_length=1, max_length=300)]
    name: Text = ""


# bodies of answers ---------------------------------------------------------------------------------------------------


class Error(msgspec.Struct, frozen=True):
    """A refusal. `error` is for programs, and `why` is a sentence for people. `stale` means that you should read the
    state again.
    """

    status: int
    error: str
    why: str


class Played(msgspec.Struct, frozen=True):
    """The action was played; the position is now `number`."""

    id: str
    number: int


class Opened(msgspec.Struct, frozen=True):
    """The table that was opened, your seats, and an invitation for each open seat."""

    table: str
    address: str
    seats: list[int]
    invitations: list[dict[str, Any]]


class Seated(msgspec.Struct, frozen=True):
    """Your seats at this table."""

    table: str
    seats: list[int]


class Mode(msgspec.Struct, frozen=True):
    id: str
    name: str
    summary: str


class GameLine(msgspec.Struct, frozen=True):
    """A game of this server. `players` holds the lowest and the highest number of players."""

    id: str
    name: str
    tagline: str
    players: tuple[int, int]
    minutes: int
    version: str
    modes: list[Mode]


class Games(msgspec.Struct, frozen=True):
    games: list[GameLine]
    bots: list[str]


class Setting(msgspec.Struct, frozen=True):
    key: str
    label: str
    kind: str
    default: int | bool | str
    help: str
    choices: list[int | bool | str]
    low: int
    high: int
    step: int


class GameFull(GameLine, frozen=True):
    """A game with its settings and its rules (Markdown)."""

    settings: list[Setting]
    rules: str


class Me(msgspec.Struct, frozen=True):
    """The guest that a token belongs to, and what the token allows."""

    name: str | None
    scope: Literal["read", "table", "me"]
    table: str | None
    label: str


class TableLine(msgspec.Struct, frozen=True):
    """One of your unfinished tables. `yours` is true if it is the turn of one of your seats."""

    table: str
    game: str
    phase: Literal["waiting", "playing", "over"]
    names: list[str]
    seats: list[int]
    acting: list[int]
    number: int
    yours: bool


class Tables(msgspec.Struct, frozen=True):
    tables: list[TableLine]


class Result(msgspec.Struct, frozen=True):
    """One of your finished games, with the place (from 1) and the points of each seat; null if not recorded."""

    table: str
    game: str
    mode: str
    ended: float
    minutes: int
    names: list[str]
    seats: list[int]
    bots: list[str | None]
    title: str | None
    places: list[int] | None
    totals: list[int] | None


class Results(msgspec.Struct, frozen=True):
    """Some of your results, the latest first, and how many there are."""

    count: int
    results: list[Result]


class Option(msgspec.Struct, frozen=True):
    """One legal action. To play it, send its id. {0} to {5} in the texts stand for the names of the seats. Unless it is
    `final`, you can undo it alone until another player acts.
    """

    id: str
    label: str
    note: str
    path: list[str]
    facts: dict[str, Any]
    final: bool


class Event(msgspec.Struct, frozen=True):
    """An event, caused by action `number`."""

    number: int
    kind: str
    seat: int | None
    text: str
    facts: dict[str, Any]


class Prompt(msgspec.Struct, frozen=True):
    title: str
    detail: str
    urgent: bool


class Said(msgspec.Struct, frozen=True, rename={"who": "from"}):
    """A chat line; `from` is null for a line of the server. A bot's `reason` says why it chooses its next action."""

    who: str | None
    seat: int | None
    text: str
    reason: bool
    at: str


class SeatInfo(msgspec.Struct, frozen=True):
    seat: int
    name: str
    kind: Literal["person", "bot", "open"]
    bot: str | None
    stand_in: str | None
    you: bool
    online: bool


class TableInfo(msgspec.Struct, frozen=True):
    """The phase, the mode, the commitment of the dice and the seats of a table."""

    id: str
    game: str
    phase: Literal["waiting", "playing", "over"]
    mode: str
    commitment: str
    secret: str | None
    seats: list[SeatInfo]
    watching: int


class Takeback(msgspec.Struct, frozen=True):
    """An action that may be undone: the seat that asks (none if you can undo it alone), and the seats that must agree,
    agree and refuse.

    `stands` says why no action can be undone any more; usually it is empty.
    """

    move: str
    by: int | None
    asks: list[int]
    agreed: list[int]
    firm: list[int]
    stands: str


class State(msgspec.Struct, frozen=True, tag_field="t", tag="state"):
    """A table as your seat sees it, which is also what your seat's page gets.

    `number` counts the actions played. `me` holds your seats, `seat` the one that view and options are for, and
    `acting` those that can act.

    `events` holds the events that you don't have yet, or the whole log if `full` is true. `told` is the number of
    events that you then have. To continue from here, send it as `since`, and the first number of `mark` as `links`;
    without `links`, you get the whole log if an action was ever undone at the table. `mark` holds the number of links
    in the hash chain and its last hash; lessons have none. `sheet` has the points once the game is over.
    """

    table: TableInfo
    number: int
    mark: tuple[int, str] | None
    me: list[int]
    seat: int | None
    acting: list[int]
    prompt: Prompt
    view: dict[str, Any] | None
    options: list[Option]
    undo: bool
    takeback: Takeback | None
    events: list[Event]
    full: bool
    told: int
    chat: list[Said]
    sheet: dict[str, Any] | None
    again: str | None


class Log(msgspec.Struct, frozen=True):
    """The events after the first `since`; `told` is how many there are."""

    events: list[Event]
    told: int


class Beat(msgspec.Struct, frozen=True, tag_field="t", tag="beat"):
    """Nothing happened, but the connection is alive."""


class Closed(msgspec.Struct, frozen=True, tag_field="t", tag="closed"):
    """The last line of a stream that the server ends. You can connect again, unless the token was revoked."""

    why: str


class Line(msgspec.Struct, frozen=True):
    """A line of a stream is one of `State`, `Beat` and `Closed`; `t` says which."""

    t: Literal["state", "beat", "closed"]
