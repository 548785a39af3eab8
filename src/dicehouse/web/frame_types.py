"""Define the types of what the server sends to a table's page, over its socket or in the parts of a replay.

The page's own types are written from these: `python -m tests.house.page_types`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Literal, NotRequired, TypedDict

from ..bots.hint_search import HintOption
from ..core.option import Option, Prompt
from ..core.story import Story
from ..match.plain_view import ViewInWords
from ..server.features.clocks import Left
from ..server.features.moderation import Person
from ..server.hash_chain import Mark
from ..server.opponents import Level
from ..server.storage.table_records import OrderMode, Phase, SeatKind, SeedOrigin, WhatIf
from .reachable_address import ReachableAddress


class GameEvent(TypedDict):
    """Describe an event of the match. `text` is a sentence in which {0}..{5} stand for the names of seats."""

    number: int
    kind: str
    seat: int | None
    text: str
    # Other sentences for readers in certain seats, by the number of the seat: "You ..." where `text` says "{0} ...".
    own: NotRequired[Mapping[str, str]]
    # The text that remains after `Board.endsMemory` is true for a later event; null: all of it.
    later: NotRequired[str | None]
    # The same for readers in certain seats, by the number of the seat.
    later_own: NotRequired[Mapping[str, str]]
    # True if not everybody may read it.
    private: NotRequired[bool]
    # What begins for the last time with this event, for example "The last round".
    last: NotRequired[str]
    facts: Mapping[str, Any]


class ReactionPreference(TypedDict):
    """Describe when a seat wants to be asked about reactions in other players' turns."""

    mode: OrderMode
    points: int


class InvitationCode(TypedDict):
    """Describe the words that do the same as an invitation's link until then (Unix time)."""

    words: str
    until: float


class SeatInfo(TypedDict):
    """Describe a seat at the table, and who plays it."""

    seat: int
    name: str
    kind: SeatKind
    bot: str | None
    # The bot's picture in art/faces.svg, and its character in one word.
    face: str | None
    word: str | None
    # The substitute bot that plays for an absent person.
    stand_in: str | None
    # True if this browser may start and end a substitute for that person.
    replaceable: bool
    # True if that person was asked, and a bot takes over unless they answer.
    asked: bool
    # How often that person was nudged since they last did something.
    nudges: int
    # The seats that agree to a substitute for this person; all who are present must agree.
    agreed: list[int]
    you: bool
    online: bool
    # Only for your own seats.
    order: ReactionPreference | None
    # For open seats: true if somebody has looked at the invitation.
    opened: bool
    # For open seats, only sent to the host: the link, and its code.
    invite: str | None
    code: InvitationCode | None


class Clocks(TypedDict):
    """Describe the running clocks: the server's time when it sent this, and the seconds left of each seat's turn."""

    now: float
    # True for clocks that count days; they stop during a player's quiet hours.
    by_day: bool
    seats: list[Left]


class Hint(TypedDict):
    """Describe the recommended option, for one seat only. In its texts {0}..{5} stand for the names of seats."""

    seat: int
    number: int
    option: str
    label: str
    path: Sequence[str]
    facts: Mapping[str, Any]
    chance: str
    reason: str
    options: Sequence[HintOption]
    # The number of options that are not listed.
    others: int
    # A sentence about options that look equally good; usually empty.
    doubt: str


class HintTerms(TypedDict):
    """Describe whether hints are allowed: a single player always may ask, several players must all agree."""

    on: bool
    alone: bool
    agreed: list[int]


class PauseTerms(TypedDict):
    """Describe whether the match is paused, and which seats agree to a pause."""

    on: bool
    agreed: list[int]


class LessonName(TypedDict):
    """Describe a lesson of this game."""

    name: str
    title: str


# The text that a seat added to the dice, and its source; `sealed` is a SHA-256 hash until everybody sits.
SeedText = TypedDict("SeedText", {"text": str | None, "from": SeedOrigin | None})


class SettingText(TypedDict):
    """Describe a setting in words. `book` is the rulebook's value where this table differs from it."""

    label: str
    value: str
    book: NotRequired[str]


class TimeTerms(TypedDict):
    """Describe the agreed time control in words."""

    words: str
    late: str
    nights: str


class Talk(TypedDict):
    """Describe how people talk here, and the people whom the player can mute or remove."""

    quiet: bool
    phrases: Sequence[str]
    stopped: bool
    people: Sequence[Person]


class TableInfo(TypedDict):
    """Describe who sits where, and what was agreed at a table."""

    id: str
    game: str
    name: str
    # True if this browser is the host's.
    host: bool
    # How long bots wait, as the host chose.
    pace: str
    # True if bots explain their choices.
    reasons: bool
    # Missing where nothing can search for a hint.
    hints: NotRequired[HintTerms]
    # True if the table runs in the browser of its only reader, so nobody can come to it.
    local: NotRequired[bool]
    pause: NotRequired[PauseTerms]
    # The unit of the score: singular and plural.
    unit: tuple[str, str]
    phase: Phase
    # The build of the page that the server serves now.
    built: NotRequired[str]
    # How long the match took, in words, once it is over; long pauses are not counted.
    length: NotRequired[str | None]
    # True if the dice were chosen for a lesson, so there is nothing to prove.
    lesson: NotRequired[bool]
    # For a what-if: the finished match that it branches from.
    what_if: NotRequired[WhatIf | None]
    # True if the match can be reviewed for luck and skill: it is over and was a real game.
    reviewed: NotRequired[bool]
    lessons: NotRequired[list[LessonName]]
    commitment: str
    # The secret of the dice, published when the match is over.
    secret: str | None
    # The commitment for the next match, shown when this one is over.
    next: str | None
    texts: list[SeedText]
    mode: str
    settings: list[SettingText]
    # Null if there is no time control.
    terms: NotRequired[TimeTerms | None]
    levels: Sequence[Level]
    # While the table waits, only sent to the host: who can open the links.
    reach: ReachableAddress | None
    # While the table waits: title and text for each of the three pictures of the game.
    glance: Sequence[tuple[str, str]]
    seats: list[SeatInfo]
    talk: NotRequired[Talk]
    watching: int


class SheetRow(TypedDict):
    """Describe one row of the score sheet: a seat, or a named side without a seat."""

    seat: int | None
    name: NotRequired[str]
    cells: dict[str, int]
    total: int
    note: str
    place: NotRequired[int | None]


class SheetSource(TypedDict):
    """Describe a source of points: the key of its cells, and its label."""

    key: str
    label: str


class ScoreSheet(TypedDict):
    """Describe every seat's points by their source."""

    sources: list[SheetSource]
    rows: list[SheetRow]


# A line of chat. `from` is null for a message of the server, which looks like nothing that a person can write.
# With `reason`, a bot explains its next action. With `ignored`, the line has no text: this reader muted its author, or
# it disappeared with the event it belonged to.
ChatLine = TypedDict(
    "ChatLine",
    {
        "from": str | None,
        "seat": int | None,
        "text": str,
        "at": str,
        "reason": NotRequired[bool],
        "ignored": NotRequired[bool],
    },
)


class Lesson(TypedDict):
    """Describe the state of a lesson at this table. In its texts {0}..{5} stand for the names of seats."""

    name: str
    title: str
    theme: str
    # The position in the script; the page sends it back when the player has read a step.
    at: int
    step: int
    of: int
    # The headline (empty while others play) and one sentence that explains it.
    say: str
    why: str
    # The options that continue the lesson, as patterns in which * stands for anything.
    on: Sequence[str]
    # True if the player has only to read.
    reads: bool
    # The names of the highlighted things, and of all things the player may touch.
    look: Sequence[str]
    things: Sequence[str]
    # The text of the primary button while it is inactive: label and note.
    key: tuple[str, str]
    # What was touched, and what is said then.
    wrong: Sequence[tuple[str, str]]
    # Scoring combinations: faces, what they score, and whether they lie on the table now.
    shows: Sequence[tuple[str, str, bool]]
    # Dice of a roll that is over, which stay on the table while the step explains them; usually none.
    dice: Sequence[int]
    done: bool
    well: str
    tip: str
    next: LessonName | None


class Takeback(TypedDict):
    """Describe an action that may be taken back: who asks for it (null: it can be asked for), who must agree, who has
    agreed, and who refuses all requests in this game.
    """

    move: str
    by: int | None
    asks: list[int]
    agreed: list[int]
    firm: list[int]
    # Why no action can be taken back any more; usually empty.
    stands: str


class SharedFrame(TypedDict):
    """Describe the part of a state frame that is the same for all readers of one view and log."""

    t: Literal["state"]
    # The position number: the number of actions played so far.
    number: int
    # How often something was undone. An action names it, so that one made before an undo is refused.
    generation: NotRequired[int]
    # The length of the hash chain and its head.
    mark: NotRequired[Mark | None]
    acting: Sequence[int]
    view: Any  # Null before the match begins.
    # New events only, or the whole log if `full` is true.
    events: list[GameEvent]
    # The summary of the match, once it is over.
    story: NotRequired[Story | None]


class StateFrame(SharedFrame):
    """Describe everything that this page may know. The server sends it first and after every change."""

    table: TableInfo
    # The seats of this browser; empty for a spectator.
    me: Sequence[int]
    # The own seat for which `view` and `options` are made.
    seat: int | None
    # The own seat whose player must take the device before the server sends anything of theirs.
    cover: int | None
    prompt: Prompt
    options: Sequence[Option]
    # Sent if the game's board needs words (`GameUi.needsWords`).
    words: NotRequired[ViewInWords | None]
    # True if the seat is asked for a reaction in another player's turn.
    reacts: NotRequired[bool]
    undo: bool
    # The action that can be taken back, or a request to do so.
    takeback: NotRequired[Takeback | None]
    lesson: NotRequired[Lesson | None]
    # The hint that this seat asked for.
    hint: NotRequired[Hint | None]
    full: bool
    chat: list[ChatLine]
    sheet: ScoreSheet | None
    # The clocks, if the table has some.
    time: NotRequired[Clocks | None]
    # The address of the next table, once somebody has asked for a rematch.
    again: str | None


class Acknowledgement(TypedDict):
    """Say that an action or an undo was carried out; the position is now `number`."""

    t: Literal["ack"]
    id: str
    number: int


class Refusal(TypedDict):
    """Say that something was not done, and why; `stale` is true if it would have been right a moment ago."""

    t: Literal["refused"]
    id: str | None
    why: str
    stale: bool


class PracticeResult(TypedDict):
    """Describe what a practice throw led to."""

    t: Literal["tried"]
    id: str
    facts: Mapping[str, Any]


class OptionOdds(TypedDict):
    """Describe what an option would probably lead to, or why that can't be told."""

    t: Literal["likely"]
    id: str
    facts: NotRequired[Mapping[str, Any]]
    why: NotRequired[str]


class HintGiven(TypedDict):
    """Say that the hint that was asked for comes with the next frame."""

    t: Literal["hinted"]
    id: str


class Pong(TypedDict):
    """Say that the connection works."""

    t: Literal["pong"]


ServerMessage = StateFrame | Acknowledgement | Refusal | PracticeResult | OptionOdds | HintGiven | Pong
