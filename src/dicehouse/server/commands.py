"""List the commands that a guest can give at a table. A page's socket, a form and a program give the same ones.

A socket decodes its messages straight into these records and checks them by their types: `tag` is the message's name.
A form and the API build them from what they have read. `execute_command` carries them out.
"""

from __future__ import annotations

from typing import Annotated

import msgspec

Id = Annotated[str, msgspec.Meta(min_length=1, max_length=64)]
SeatNumber = Annotated[int, msgspec.Meta(ge=0, le=63)]
Count = Annotated[int, msgspec.Meta(ge=0, le=1_000_000_000)]
LongText = Annotated[str, msgspec.Meta(max_length=2000)]
ShortText = Annotated[str, msgspec.Meta(max_length=200)]


class Message(msgspec.Struct, frozen=True, tag_field="t"):
    """Hold what everything that a page may send has in common; commands and queries are its subclasses."""


class Act(Message, frozen=True, tag="act"):
    """Play an option at position `number`. An `id` that is sent again acts only once.

    `generation` is how often something had been undone by then.
    """

    id: Id
    seat: SeatNumber
    number: Count
    option: ShortText
    generation: Count | None = None


class Undo(Message, frozen=True, tag="undo"):
    """Undo the last action of a seat at position `number`, or ask the others for a take-back.

    `generation` is how often something had been undone by then.
    """

    id: Id
    seat: SeatNumber
    number: Count
    generation: Count | None = None


class AnswerTakeback(Message, frozen=True, tag="takeback"):
    """Answer a take-back that is asked for: `say` is one of `takeback.ANSWERS`."""

    say: ShortText


class Chat(Message, frozen=True, tag="chat"):
    """Say a line."""

    text: LongText


class SetReactionOrder(Message, frozen=True, tag="order"):
    """Set when a seat wants to be asked for reactions: `mode` is one of `table_records.ORDERS`."""

    seat: SeatNumber
    mode: ShortText
    points: Count = 1000


class FillSeat(Message, frozen=True, tag="fill"):
    """Give an open seat to a bot; only the host may."""

    seat: SeatNumber
    bot: ShortText


class FillOpenSeats(Message, frozen=True, tag="start"):
    """Stop waiting for people: bots of this kind take all open seats."""

    bot: ShortText


class SetSubstitute(Message, frozen=True, tag="stand_in"):
    """Let a bot play for the person of a seat or, without a bot, let the person play again."""

    seat: SeatNumber
    bot: ShortText | None = None


class Nudge(Message, frozen=True, tag="nudge"):
    """Remind a person that the table waits for them; for one's own seat: say that the player is here."""

    seat: SeatNumber


class SetBotPace(Message, frozen=True, tag="pace"):
    """Set how long bots wait before they act, for the whole table; only the host may."""

    pace: ShortText


class SetBotReasons(Message, frozen=True, tag="reasons"):
    """Set if bots give their reasons, for the whole table; only the host may."""

    on: bool


class AgreeToHints(Message, frozen=True, tag="hints"):
    """Say if this guest agrees that all players here may ask for hints."""

    on: bool


class RequestHint(Message, frozen=True, tag="hint"):
    """Ask for a hint; it is shown to the asking seat only."""

    id: Id
    seat: SeatNumber


class ModeratePerson(Message, frozen=True, tag="person"):
    """Moderate another person here: ignore them, or no longer; as host, mute them or remove them from their seat."""

    who: ShortText
    what: ShortText


class SetPause(Message, frozen=True, tag="pause"):
    """Agree to a pause: the match is paused when everyone agrees. `on` false resumes it, or withdraws the agreement."""

    on: bool


class SetQuiet(Message, frozen=True, tag="quiet"):
    """Set if only ready-made phrases may be said here; only the host may."""

    on: bool


class RenewInvitation(Message, frozen=True, tag="renew"):
    """Replace the invitation to an open seat."""

    seat: SeatNumber


class RevealSeed(Message, frozen=True, tag="part"):
    """Reveal this browser's client seed, whose hash it sent before."""

    text: ShortText


class CommitSeed(Message, frozen=True, tag="seal"):
    """Send the SHA-256 of this browser's client seed for the next match, which a player may start now."""

    text: ShortText


class SetName(Message, frozen=True, tag="name"):
    """Take another name, here and at later tables."""

    text: ShortText


class Rematch(Message, frozen=True, tag="again"):
    """Ask for a rematch of the same people; `contribution` is this browser's client seed."""

    contribution: ShortText | None = None


class AdvanceLesson(Message, frozen=True, tag="lesson"):
    """Advance a lesson: the learner has read step `at` of the script, which needs no action; without `at`, leave the
    lesson.
    """

    at: Count | None = None


Command = (
    Act
    | Undo
    | AnswerTakeback
    | Chat
    | SetReactionOrder
    | FillSeat
    | FillOpenSeats
    | SetSubstitute
    | Nudge
    | SetBotPace
    | SetBotReasons
    | AgreeToHints
    | RequestHint
    | ModeratePerson
    | SetPause
    | SetQuiet
    | RenewInvitation
    | RevealSeed
    | CommitSeed
    | SetName
    | Rematch
    | AdvanceLesson
)
