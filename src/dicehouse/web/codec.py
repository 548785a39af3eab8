"""The messages of the wire: what a page may send, checked while it is read, and how frames are written."""

from __future__ import annotations

from typing import Annotated, Any

import msgspec

Raw = msgspec.Raw
Id = Annotated[str, msgspec.Meta(min_length=1, max_length=64)]
Index = Annotated[int, msgspec.Meta(ge=0, le=63)]
Count = Annotated[int, msgspec.Meta(ge=0, le=1_000_000_000)]
Text = Annotated[str, msgspec.Meta(max_length=2000)]
Word = Annotated[str, msgspec.Meta(max_length=200)]


class Malformed(ValueError):
    """A frame that is no message of the house."""


class Message(msgspec.Struct, frozen=True, tag_field="t"):
    """Anything a page sends."""


class Act(Message, frozen=True, tag="act"):
    id: Id
    seat: Index
    number: Count
    option: Word


class Undo(Message, frozen=True, tag="undo"):
    id: Id
    seat: Index
    number: Count


class Takeback(Message, frozen=True, tag="takeback"):
    """What a guest says to a take-back that is asked for; see `table/takeback.py`."""

    say: Word


class Chat(Message, frozen=True, tag="chat"):
    text: Text


class Order(Message, frozen=True, tag="order"):
    seat: Index
    mode: Word
    points: Count = 1000


class Fill(Message, frozen=True, tag="fill"):
    seat: Index
    bot: Word


class Start(Message, frozen=True, tag="start"):
    """Wait for nobody any more: bots of this kind take all open seats."""

    bot: Word


class StandIn(Message, frozen=True, tag="stand_in"):
    """A bot plays for the person of a seat; without a bot, the person plays again."""

    seat: Index
    bot: Word | None = None


class Nudge(Message, frozen=True, tag="nudge"):
    """Tell a person that the table waits for them; in one's own seat: say that one is here."""

    seat: Index


class Pace(Message, frozen=True, tag="pace"):
    """How long bots wait: the host's choice."""

    pace: Word


class Reasons(Message, frozen=True, tag="reasons"):
    """Whether bots say why: the host's choice."""

    on: bool


class Hints(Message, frozen=True, tag="hints"):
    """Whether this guest agrees that all who play here may ask for hints."""

    on: bool


class Hint(Message, frozen=True, tag="hint"):
    """What to play now: only the seat that asks is shown it."""

    id: Id
    seat: Index


class Person(Message, frozen=True, tag="person"):
    """Do something about another person here: read them no more, or again; as host, stop their words, or take them from
    their chair.
    """

    who: Word
    what: Word


class Quiet(Message, frozen=True, tag="quiet"):
    """Whether only ready-made phrases are said here: the host's choice."""

    on: bool


class Renew(Message, frozen=True, tag="renew"):
    """Replace the invitation to an open seat."""

    seat: Index


class Part(Message, frozen=True, tag="part"):
    """Show this browser's text for the dice, which it had sealed."""

    text: Word


class Name(Message, frozen=True, tag="name"):
    text: Word


class See(Message, frozen=True, tag="see"):
    since: Count


class Hold(Message, frozen=True, tag="hold"):
    """Where people share a device: the person in this seat has it in hand now, and the others look away."""

    seat: Index


class Again(Message, frozen=True, tag="again"):
    """The same people play once more; `contribution` is this browser's part in the dice."""

    contribution: Word | None = None


class Seal(Message, frozen=True, tag="seal"):
    """The SHA-256 of this browser's part in the dice of the next match, which somebody may ask for now."""

    text: Word


class Try(Message, frozen=True, tag="try"):
    """A practice throw: it counts for nothing, and only its sender sees it."""

    id: Id
    seat: Index
    option: Word


class Aim(Message, frozen=True, tag="aim"):
    """What an option would probably bring: tried out until the next one is asked for, and told to its sender alone."""

    id: Id
    seat: Index
    option: Word


class Lesson(Message, frozen=True, tag="lesson"):
    """The learner has read step `at` of the script, on which there is nothing to do; or leaves, without `at`."""

    at: Count | None = None


class Why(Message, frozen=True, tag="why"):
    """Why an option can't be played now; nothing is done."""

    id: Id
    seat: Index
    option: Word


class Ping(Message, frozen=True, tag="ping"):
    pass


AnyMessage = (
    Act
    | Undo
    | Takeback
    | Chat
    | Order
    | Fill
    | Start
    | StandIn
    | Nudge
    | Pace
    | Renew
    | Person
    | Quiet
    | Part
    | Seal
    | Name
    | See
    | Hold
    | Again
    | Try
    | Aim
    | Reasons
    | Hints
    | Hint
    | Why
    | Lesson
    | Ping
)
_decoder = msgspec.json.Decoder(AnyMessage)
_encoder = msgspec.json.Encoder()


def decode(frame: str) -> AnyMessage:
    """A message, or Malformed."""
    try:
        message: AnyMessage = _decoder.decode(frame)
        return message
    except (msgspec.MsgspecError, ValueError, RecursionError) as error:
        raise Malformed(str(error)) from None


def raw(data: Any) -> Raw:
    """Plain data encoded ahead, as a part of frames to come."""
    return Raw(_encoder.encode(data))


def encode(data: Any) -> bytes:
    """Plain data as JSON."""
    return _encoder.encode(data)


def pretty(data: Any) -> bytes:
    """Plain data as JSON that people can read."""
    return msgspec.json.format(_encoder.encode(data), indent=1)
