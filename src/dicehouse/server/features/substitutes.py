"""Let bots play for people who are away: nudges, the agreement of all who are here, and a last question."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace

from ...i18n import Text, _, ngettext
from ..cluster.server_messages import AGREED, ASKED, HEARD, NUDGED
from ..commands import Nudge, SetSubstitute
from ..internal_commands import MirrorPresence, NoteArrival, TakeOver
from ..opponents import level_of
from ..seats import Refused
from ..table.change import Acted, Change, Context, Handlers, SeatChanged, TableEvent
from ..table.state import TableState

NAME = "substitutes"


@dataclass(frozen=True, slots=True)
class Question:
    """Hold the question whether a guest is still here: a bot takes their seat at `due`, unless they are heard from.

    `due` is a time as `time.monotonic` counts. `seat` is None if another server asked, which hands the seat over.
    """

    due: float
    seat: int | None
    bot: str


@dataclass(frozen=True, slots=True)
class Missed:
    """Hold the guests whom the table misses. This is not stored: after a restart everybody counts as here."""

    asked: Mapping[str, Question] = field(default_factory=dict)
    nudged: Mapping[str, tuple[float, ...]] = field(default_factory=dict)  # when a guest was nudged, since last heard
    agreed: Mapping[str, tuple[str, frozenset[str]]] = field(default_factory=dict)  # a bot, and who wants it to play

    def without(self, guest: str) -> Missed:
        """Return this with nothing about `guest`, who was heard from."""
        return Missed(
            {other: found for other, found in self.asked.items() if other != guest},
            {other: found for other, found in self.nudged.items() if other != guest},
            {other: found for other, found in self.agreed.items() if other != guest},
        )

    def misses(self, guest: str | None) -> bool:
        """Return True if `guest` was asked or nudged, or others want to replace them."""
        return guest in self.asked or guest in self.nudged or guest in self.agreed

    def with_nudge(self, guest: str, at: float) -> Missed:
        return replace(self, nudged={**self.nudged, guest: (*self.nudged.get(guest, ()), at)})

    def with_agreement(self, guest: str, other: str, bot: str) -> Missed:
        """Return this with `other` wanting `bot` to play for `guest`. Naming another bot starts the count again."""
        named, agreed = self.agreed.get(guest, (bot, frozenset()))
        return replace(
            self, agreed={**self.agreed, guest: (bot, agreed | {other} if named == bot else frozenset({other}))}
        )


def missed_of(state: TableState) -> Missed:
    missed: Missed = state.parts[NAME]
    return missed


def is_asked(state: TableState, guest: str | None) -> bool:
    """Return True if `guest` was asked whether they are here, and has not been heard from since."""
    return guest in missed_of(state).asked


def n_nudges(state: TableState, guest: str | None) -> int:
    """Return how often `guest` was nudged without being heard from."""
    return len(missed_of(state).nudged.get(guest or "", ()))


def is_silent(state: TableState, guest: str | None, context: Context) -> bool:
    """Return True if `guest` has not answered nudges for a while."""
    nudged = missed_of(state).nudged.get(guest or "", ())
    return bool(nudged) and context.uptime - nudged[0] >= context.here.grace.silent


def agreed_seats(state: TableState, seat: int) -> list[int]:
    """Return the seats whose people want a bot to play for this one; everybody who is here has to."""
    _bot, agreed = missed_of(state).agreed.get(state.seats[seat].guest or "", ("", frozenset()))
    return [other.number for other in state.seats if other.guest in agreed]


def waited_for(state: TableState, guest: str | None) -> list[int]:
    """Return the other people's seats whose decision the table waits for, if this guest plays here."""
    if state.match is None or not state.seats_of(guest):
        return []
    return [
        seat
        for seat in state.match.acting()
        if state.seats[seat].kind == "person" and not state.seats[seat].stand_in and state.seats[seat].guest != guest
    ]


def next_question(state: TableState) -> float | None:
    """Return until when the next person who was asked may answer, as `time.monotonic` counts; None if nobody was."""
    return min((question.due for question in missed_of(state).asked.values()), default=None)


# who may decide -----------------------------------------------------------------------------------------------------


def may_replace(state: TableState, guest: str | None, seat: int, context: Context) -> bool:
    """Return True if a guest has a say in who plays a person's seat.

    Its owner always has; all others who sit here have while the owner is away, unless the table has a clock for that.
    """
    if state.phase != "playing" or state.seats[seat].kind != "person" or state.lesson is not None:
        return False
    if state.seats[seat].guest == guest:
        return True
    if state.terms is not None:
        return False  # the clock decides who is late
    return bool(state.seats_of(guest)) and is_away(state, context, seat)


def is_away(state: TableState, context: Context, seat: int) -> bool:
    """Return True if the owner of a seat has no page open, or does not answer nudges."""
    owner = state.seats[seat].guest
    return owner not in context.here.connected() or is_silent(state, owner, context)


def _check_may_replace(state: TableState, context: Context, seat: int) -> None:
    if may_replace(state, context.guest, seat, context):
        return
    if not state.seats_of(context.guest):
        raise Refused(_("Only the players at this table can decide that."))
    name = state.name_of(seat)
    if state.terms is not None:
        raise Refused(_("{player} has time until the clock runs out.", player=name))
    raise Refused(_("{player} is here. Only they can decide that.", player=name))


# commands -----------------------------------------------------------------------------------------------------------


def nudge(state: TableState, command: Nudge, context: Context) -> Change:
    """Tell a person, in front of everybody, that the table waits for them; for one's own seat: say that one is here."""
    change, own, seat = Change(state), state.seats_of(context.guest), command.seat
    if not own:
        raise Refused(_("Only players here can nudge others."))
    if seat in own:
        return change
    owner = _waited_for(state, seat)
    nudged, again = missed_of(state).nudged.get(owner, ()), context.here.grace.nudge
    if nudged and context.uptime - nudged[-1] < again:
        name, time = state.name_of(seat), in_words(again)
        raise Refused(_("{player} was just nudged. You can nudge once every {time}.", player=name, time=time))
    change.set_part(NAME, missed_of(state).with_nudge(owner, context.uptime))
    change.tell(NUDGED, owner)
    by, name = state.name_of(own[0]), state.name_of(seat)
    own_notices = dict.fromkeys(own, _("You nudge {player}.", player=name))
    own_notices |= dict.fromkeys(state.seats_of(owner), _("{by} nudges you: it's your turn!", by=by))
    change.notice(_("{by} nudges {player}: it's your turn!", by=by, player=name), context.now, own_notices)
    return change


def _waited_for(state: TableState, seat: int) -> str:
    """Return the guest in a seat whose decision the table waits for. Raise Refused if it waits for nobody there."""
    if not 0 <= seat < len(state.seats) or state.seats[seat].kind != "person" or state.seats[seat].stand_in:
        raise Refused(_("No person is playing that seat."))
    if state.match is None or seat not in state.match.acting():
        raise Refused(_("The game isn't waiting for {player}.", player=state.name_of(seat)))
    return state.seats[seat].guest or ""


def set_substitute(state: TableState, command: SetSubstitute, context: Context) -> Change:
    """Let a bot play for a person from now on or, without a bot, let the person play again.

    Where others want the bot, all who are here have to; then the person is asked, and the bot plays if they don't
    answer for a while.
    """
    change, seat = Change(state), command.seat
    bot = None if command.bot is None else context.check_bot(state, command.bot)
    if not 0 <= seat < len(state.seats) or state.seats[seat].kind != "person":
        raise Refused(_("A bot can take over only for a person."))
    if state.playing().over:
        raise Refused(_("The game is over, so no bot has to take over."))
    _check_may_replace(state, context, seat)
    owner, guest = state.seats[seat].guest or "", context.guest or ""
    if guest == owner or bot is None or state.seats[seat].stand_in:
        change.set_part(NAME, missed_of(state).without(owner))
        hand_over(change, seat, bot, context.now)
        return change
    change.set_part(NAME, missed_of(state).with_agreement(owner, guest, bot))
    change.tell(AGREED, owner, guest, bot=bot)
    _bot, agreed = missed_of(change.state).agreed[owner]
    here = {other.guest for other in state.seats if other.guest in context.here.online()} - {None, owner, ""}
    if here - agreed:
        mine = state.seats_of(guest)
        said = {"by": state.name_of(mine[0]), "player": state.name_of(seat), "bot": level_of(bot).name}
        notice = _("{by} wants the bot {bot} to play for {player}. Everyone who is here has to agree.", **said)
        own = dict.fromkeys(
            mine, _("You want the bot {bot} to play for {player}. Everyone who is here has to agree.", **said)
        )
        own[seat] = _("{by} wants the bot {bot} to play for you. Everyone who is here has to agree.", **said)
        change.notice(notice, context.now, own)
    else:
        _ask(change, context, owner, seat, bot)
    return change


def _ask(change: Change, context: Context, owner: str, seat: int, bot: str) -> None:
    """Ask a person in front of everybody whether they are still here."""
    name, wait, missed = change.state.name_of(seat), context.here.seconds_until_away(owner), missed_of(change.state)
    if owner in missed.asked:
        raise Refused(_("{player} has been asked already. A bot takes over unless they answer soon.", player=name))
    if not wait:
        change.set_part(NAME, missed.without(owner))
        hand_over(change, seat, bot, context.now)
        return
    said = {"player": name, "bot": level_of(bot).name, "time": in_words(wait)}
    notice = _("{player}, are you still here? If not, the bot {bot} takes over in {time}.", **said)
    change.notice(
        notice, context.now, {seat: _("Are you still here? If not, the bot {bot} takes over in {time}.", **said)}
    )
    change.tell(ASKED, owner, wait=wait)
    question = Question(context.uptime + wait, seat, bot)
    change.set_part(NAME, replace(missed, asked={**missed.asked, owner: question}))


def take_over(state: TableState, command: TakeOver, context: Context) -> Change:
    """Let bots play for the people who were asked and have not answered in time."""
    change = Change(state)
    for owner, question in missed_of(state).asked.items():
        if question.due > context.uptime:
            continue
        missed = missed_of(change.state)
        asked = {guest: other for guest, other in missed.asked.items() if guest != owner}
        agreed = {guest: other for guest, other in missed.agreed.items() if guest != owner}
        change.set_part(NAME, replace(missed, asked=asked, agreed=agreed))
        if question.seat is not None and state.phase == "playing" and is_away(state, context, question.seat):
            hand_over(change, question.seat, question.bot, context.now)
    return change


def hand_over(change: Change, seat: int, bot: str | None, now: float) -> None:
    """Give a person's seat to a bot, or back to them, and tell the table; do nothing if it is so already."""
    before = change.state.seats[seat]
    if before.stand_in == bot:
        return
    name, who = change.state.name_of(seat), level_of(bot or "").name
    notice, own_notice = _("{player} is back.", player=name), _("You're back.")
    if bot:
        notice, own_notice = (
            _("The bot {bot} plays for {player}.", bot=who, player=name),
            _("The bot {bot} plays for you.", bot=who),
        )
    change.put_seats(replace(before, stand_in=bot))
    change.notice(notice, now, {seat: own_notice})
    change.events.append(SeatChanged(seat))


# hearing from people ------------------------------------------------------------------------------------------------


def welcome_back(state: TableState, events: Sequence[TableEvent], context: Context) -> Change | None:
    """Note that a guest who gives a command is here; if they act in their seat, they play there again."""
    guest = context.guest
    missed = guest is not None and missed_of(state).misses(guest) and bool(state.seats_of(guest))
    back = [event.seat for event in events if isinstance(event, Acted) and state.seats[event.seat].stand_in]
    if not missed and not back:
        return None
    change = Change(state)
    if missed and guest is not None:
        change.set_part(NAME, missed_of(state).without(guest))
        change.tell(HEARD, guest)
    for seat in back:
        hand_over(change, seat, None, context.now)
    return change


def note_arrival(state: TableState, command: NoteArrival, context: Context) -> Change:
    """Note that a guest opened the table, or was heard from; tell other servers if that was here."""
    change, missed = Change(state), missed_of(state)
    for guest in command.guests:
        if missed.misses(guest):
            missed = missed.without(guest)
            if command.here:
                change.tell(HEARD, guest)
    if missed is not missed_of(state):
        change.set_part(NAME, missed)
    return change


def mirror_presence(state: TableState, command: MirrorPresence, context: Context) -> Change:
    """Repeat what another server did about a guest."""
    change, missed, guest = Change(state), missed_of(state), command.guest
    if command.what == NUDGED:
        missed = missed.with_nudge(guest, context.uptime)
    elif command.what == ASKED:  # the other server acts when the time is up
        missed = replace(missed, asked={guest: Question(context.uptime + command.wait, None, ""), **missed.asked})
    elif command.what == AGREED:
        for other in command.others:
            missed = missed.with_agreement(guest, other, command.bot)
    change.set_part(NAME, missed)
    return change


def in_words(seconds: float) -> Text:
    """Return a waiting time as people say it."""
    if seconds <= 90:
        return ngettext("{n} second", "{n} seconds", math.ceil(seconds))
    return ngettext("{n} minute", "{n} minutes", math.ceil(seconds / 60))


COMMANDS: Handlers = {
    Nudge: nudge,
    SetSubstitute: set_substitute,
    TakeOver: take_over,
    NoteArrival: note_arrival,
    MirrorPresence: mirror_presence,
}
