"""List the commands that only the server can give: a page's message can't be decoded into one of these.

Those of a guest are the last step of a request, to which the server has added something, such as a new code.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from dicehouse.bots.hint_search import Hint

from .accounts.quiet_hours import Hours

# for a guest


@dataclass(frozen=True, slots=True)
class SitDown:
    """Sit down by an invitation; `contribution` is what the guest's browser adds to the dice."""

    seat: int
    token: str
    name: str
    contribution: str | None


@dataclass(frozen=True, slots=True)
class ReplaceInvitation:
    """Replace the invitation to an open seat; the new `code` holds until `until` (seconds since 1970)."""

    seat: int
    code: str
    until: float


@dataclass(frozen=True, slots=True)
class ShowHint:
    """Show a hint that was worked out for a decision of a seat."""

    seat: int
    decision: tuple[int, bytes]
    hint: Hint


@dataclass(frozen=True, slots=True)
class SayAs:
    """Say a line; a spectator says it under `name`."""

    text: str
    name: str | None


# for a bot


@dataclass(frozen=True, slots=True)
class PlayForSeat:
    """Play what `bot` chose for a seat in a position; it counts only if the seat still has that decision."""

    seat: int
    bot: str
    position: bytes
    option: str


@dataclass(frozen=True, slots=True)
class GiveReason:
    """Say why `bot` is about to play an option."""

    seat: int
    bot: str
    position: bytes
    option: str


@dataclass(frozen=True, slots=True)
class PlayScript:
    """Play `action` of a lesson if it is still due; if it is None, play all actions due before the learner acts."""

    action: tuple[int, str, bool] | None = None


# for the server


@dataclass(frozen=True, slots=True)
class CatchUp:
    """Do what is due without a player's action: standing orders, clocks, and the end by the rules of today."""


@dataclass(frozen=True, slots=True)
class Announce:
    """Add a line of the server to the chat."""

    text: str


@dataclass(frozen=True, slots=True)
class ReplaceCodes:
    """Give new codes to open seats, by seat, which hold until `until` (seconds since 1970)."""

    codes: Mapping[int, str]
    until: float


@dataclass(frozen=True, slots=True)
class NoteVisit:
    """Note that a guest has opened the invitation to a seat."""

    seat: int


@dataclass(frozen=True, slots=True)
class ReplaceSeeds:
    """Replace the client seeds that were not revealed in time, or all that are missing, and begin the match."""

    at_once: bool = False


@dataclass(frozen=True, slots=True)
class EndLateTurns:
    """End the turns of players who have no time left."""


@dataclass(frozen=True, slots=True)
class MoveClocks:
    """Correct the clocks: the machine's clock was set from `then` to `now` (seconds since 1970)."""

    then: float
    now: float


@dataclass(frozen=True, slots=True)
class ApplyHours:
    """Apply new quiet hours and days away of a guest; `before` held until now."""

    guest: str
    before: Hours
    hours: Hours


@dataclass(frozen=True, slots=True)
class TakeOver:
    """Let bots play for the people who were asked if they are here, and have not answered in time."""


@dataclass(frozen=True, slots=True)
class NoteArrival:
    """Note that guests were heard from: they opened the table or did something, at this server if it is `here`."""

    guests: Sequence[str]
    here: bool = False


@dataclass(frozen=True, slots=True)
class MirrorPresence:
    """Repeat what another server did about a guest: `what` is a kind of `server_messages.News`.

    If it asked them whether they are still here, it waits `wait` seconds for an answer.
    """

    what: str
    guest: str
    others: Sequence[str]
    bot: str
    wait: float


@dataclass(frozen=True, slots=True)
class NoteSeed:
    """Note the hash of a client seed for the next match, which came to another server."""

    guest: str
    seed_hash: str


@dataclass(frozen=True, slots=True)
class LinkRematch:
    """Show everybody the way to the table where the same people play again."""

    table: str
