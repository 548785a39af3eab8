"""Run the clocks of a table: whose time runs, how much of it is left, and what happens when it is over.

The time of a seat begins when the table asks it for a decision in a turn, and stops while others are asked; a take-back
gives none of it back. Every seat that is asked has a clock of its own, so when all choose at once, nobody waits for the
clock of another. Bots have none. The clocks count wall time. If the time limit is a day or more, the player's own quiet
hours and days away do not count. The time left is stored with the time when it was left, so that restarts and changes
of the machine's clock can be made up for.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import partial

from dicehouse.match.match import Match

from ...i18n import Text, _
from ..accounts.quiet_hours import ALWAYS, Hours
from ..archive.replay import TURNS
from ..clocks import clock_records
from ..clocks.clock_records import Running, moved
from ..clocks.time_terms import IN_A_ROW, Terms
from ..internal_commands import ApplyHours, EndLateTurns, MoveClocks
from ..match_restore import Opened
from ..opponents import TURN_ENDER, level_of
from ..table.change import Change, Context, Handlers, SeatChanged, TableEvent
from ..table.state import TableState

NAME = "clocks"


@dataclass(frozen=True, slots=True)
class Clocks:
    """Hold the clocks by seat, and the quiet hours and days away of guests whose clocks count days."""

    running: Mapping[int, Running] = field(default_factory=dict)
    hours: Mapping[str, Hours] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Left:
    """Hold how much time a seat has: `left` are the seconds that count, and `due` is when they are over.

    `stands` is when the clock runs again, if it is stopped by the player's own quiet hours or days away.
    """

    seat: int
    left: float
    due: float
    stands: float | None


def read_part(found: Opened) -> Clocks:
    return Clocks({clock.seat: clock for clock in found.kept.clocks})


def clocks_of(state: TableState) -> Clocks:
    clocks: Clocks = state.parts[NAME]
    return clocks


def due(state: TableState) -> float | None:
    """Return when the first clock runs out (seconds since 1970); None if none runs."""
    return min((clock.due for clock in clocks_of(state).running.values() if clock.due is not None), default=None)


def time_left(state: TableState, now: float) -> list[Left]:
    """Return the clocks that run at `now` (seconds since 1970)."""
    clocks = _Table(state, now)
    return [
        Left(clock.seat, clocks.left(clock), clock.due, clocks.hours_of(clock.seat).until(now))
        for clock in clocks.running.values()
        if clock.due is not None
    ]


def is_late(state: TableState, seat: int) -> bool:
    """Return True if `seat` was late and its turn is being ended for it."""
    clock = clocks_of(state).running.get(seat)
    return clock is not None and clock.late and bool(state.seats[seat].stand_in)


class _Table:
    """Work out the clocks of one state; `running` becomes those of the next one."""

    def __init__(self, state: TableState, now: float) -> None:
        self.state = state
        self.now = now
        self.hours = clocks_of(state).hours
        self.running = dict(clocks_of(state).running)

    def hours_of(self, seat: int) -> Hours:
        guest = self.state.seats[seat].guest
        return ALWAYS if guest is None else self.hours.get(guest, ALWAYS)

    def left(self, clock: Running) -> float:
        if clock.since is None or clock.due is None:
            return clock.left
        return max(0.0, clock.left - self.hours_of(clock.seat).spent(clock.since, self.now))

    def run(self, clock: Running) -> Running:
        assert clock.since is not None
        return replace(clock, due=self.hours_of(clock.seat).after(clock.since, clock.left))

    def start(self, seat: int, turn: int, number: int, missed: int) -> None:
        assert self.state.terms is not None
        fresh = Running(seat, turn, number, float(self.state.terms.seconds), self.now, None, False, missed)
        self.running[seat] = self.run(fresh)

    def stopped(self, clock: Running) -> Running:
        if clock.since is None or clock.late:
            return replace(clock, since=None)
        return replace(clock, left=self.left(clock), since=None, due=None, missed=0)  # the player acted in time

    def paused(self, clock: Running) -> Running:
        """Return `clock`, stopped, so that it goes on later with the time that is left."""
        run = max(clock.run, others_played(self.state.playing(), clock.seat))
        return replace(clock, left=self.left(clock), since=None, due=None, run=run)

    def store(self, change: Change) -> None:
        """Make these the clocks of the table, and store those that changed."""
        before = clocks_of(change.state).running
        change.rows += [
            *(clock_records.delete_running(change.state.id, seat) for seat in before if seat not in self.running),
            *(
                clock_records.put_running(change.state.id, clock)
                for seat, clock in self.running.items()
                if before.get(seat) != clock
            ),
        ]
        if self.running != before or self.hours is not clocks_of(change.state).hours:
            change.set_part(NAME, Clocks(self.running, self.hours))


def follow_match(state: TableState, events: Sequence[TableEvent], context: Context) -> Change | None:
    """Let the clocks follow the match."""
    if state.terms is None or state.match is None:
        return None
    change, clocks, match = Change(state), _Table(state, context.now), state.match
    if match.over:
        clocks.running.clear()
    else:
        acting, turn = match.acting(), turn_of(match)
        for seat in state.seats:
            clock = clocks.running.get(seat.number)
            if seat.kind != "person":
                clocks.running.pop(seat.number, None)  # a bot has none, even if a person had that seat before
            elif state.is_paused:
                if clock is not None and clock.since is not None and not clock.late:
                    clocks.running[seat.number] = clocks.paused(clock)
            elif seat.number in acting:
                _ask(change, context, clocks, seat.number, turn, is_fresh(match, clock, turn))
            elif clock is not None:
                clocks.running[seat.number] = clocks.stopped(clock)
    clocks.store(change)
    return change


def is_fresh(match: Match, clock: Running | None, turn: int) -> bool:
    """Return True if the seat of `clock` is asked in a new turn, or again in the same turn after others acted.

    Some games count a turn from its first roll, so a player who was late before that roll stays late until another
    player has acted.
    """
    if clock is None:
        return True
    others = others_played(match, clock.seat) > clock.run
    if clock.turn != turn:
        return others or not clock.late
    return others and clock.since is None


def _ask(change: Change, context: Context, clocks: _Table, seat: int, turn: int, fresh: bool) -> None:
    """Run the clock of a seat that is asked; `fresh` is True if that is in a new turn, or after others acted."""
    clock, before, number = clocks.running.get(seat), change.state.seats[seat], clocks.state.playing().number
    if clock is not None and clock.late:
        if not before.stand_in:  # the late player is back
            clocks.start(seat, turn, number, 0)
        elif fresh and clock.missed < IN_A_ROW:
            change.put_seats(replace(before, stand_in=None))
            notice = _("{player} is back. The clock is running.", player=change.state.name_of(seat))
            change.notice(notice, context.now, {seat: _("You're back. The clock is running.")})
            clocks.start(seat, turn, number, clock.missed)
    elif before.stand_in:
        clocks.running.pop(seat, None)  # the people at the table wanted a bot to play
    elif fresh or clock is None:
        clocks.start(seat, turn, number, 0)
    elif clock.since is None:
        clocks.running[seat] = clocks.run(replace(clock, since=context.now))


def end_late_turns(state: TableState, command: EndLateTurns, context: Context) -> Change:
    """End the turns of players who have no time left: a bot plays for them, or they lose the turn."""
    change, terms = Change(state), state.terms
    if terms is None or state.match is None:
        return change
    clocks = _Table(state, context.now)
    for clock in clocks_of(state).running.values():
        if clock.due is None or clock.due > context.now or clock.seat not in state.match.acting():
            continue
        seat, missed = state.seats[clock.seat], clock.missed + 1
        clocks.running[clock.seat] = replace(clock, left=0.0, due=None, late=True, missed=missed)
        change.put_seats(replace(seat, stand_in=terms.bot or TURN_ENDER))
        notice, own_notice = _out_of_time(terms, missed, state.name_of(clock.seat))
        change.notice(notice, context.now, {clock.seat: own_notice})
        change.events.append(SeatChanged(clock.seat))
    clocks.store(change)
    return change


def _out_of_time(terms: Terms, missed: int, name: str) -> tuple[Text, Text]:
    """Return what happens to a late player, for everybody and for the player."""
    if terms.bot is None and missed < IN_A_ROW:
        return (
            _("{player} ran out of time and loses this turn.", player=name),
            _("You ran out of time and lose this turn."),
        )
    if terms.bot is None:
        return (
            _("{player} ran out of time again and loses all turns until they are back.", player=name),
            _("You ran out of time again and lose all turns until you are back."),
        )
    bot = level_of(terms.bot).name
    if missed < IN_A_ROW:
        return (
            _("{player} ran out of time. {bot} plays this turn.", player=name, bot=bot),
            _("You ran out of time. {bot} plays this turn.", bot=bot),
        )
    return (
        _("{player} ran out of time again. {bot} plays until they are back.", player=name, bot=bot),
        _("You ran out of time again. {bot} plays until you are back.", bot=bot),
    )


def move_clocks(state: TableState, command: MoveClocks, context: Context) -> Change:
    """Correct the clocks after the machine's clock was set, so that nobody gains or loses time."""
    change = Change(state)
    if state.terms is None:
        return change
    clocks = _Table(state, context.now)
    for seat, clock in clocks.running.items():
        clocks.running[seat] = moved(clock, command.then, command.now, clocks.hours_of(seat))
    clocks.store(change)
    return change


def apply_hours(state: TableState, command: ApplyHours, context: Context) -> Change:
    """Apply new quiet hours and days away of a guest from now on."""
    change, before = Change(state), _Table(with_hours(state, {command.guest: command.before}), context.now)
    if state.terms is None or not state.terms.by_day:
        return change
    mine = [seat for seat in state.seats_of(command.guest) if seat in before.running]
    so_far = {seat: replace(before.running[seat], left=before.left(before.running[seat])) for seat in mine}
    clocks = _Table(with_hours(state, {command.guest: command.hours}), context.now)
    for seat, clock in so_far.items():
        if clock.due is not None:
            clocks.running[seat] = clocks.run(replace(clock, since=context.now))
    clocks.store(change)
    return change


def with_hours(state: TableState, hours: Mapping[str, Hours]) -> TableState:
    """Return the state with the quiet hours and days away of some guests, as they are stored now."""
    clocks = clocks_of(state)
    if all(clocks.hours.get(guest) == known for guest, known in hours.items()):
        return state
    return state.with_part(NAME, replace(clocks, hours={**clocks.hours, **hours}))


async def read_hours(state: TableState, read: Callable[..., Awaitable[Hours]]) -> TableState:
    """Return the state with the quiet hours and days away of all players as they are stored now."""
    if state.terms is None or not state.terms.by_day:
        return state
    guests = {seat.guest for seat in state.seats if seat.guest is not None}
    return with_hours(
        state, {guest: await read(partial(clock_records.read_hours, guest=guest)) for guest in sorted(guests)}
    )


def turn_of(match: Match) -> int:
    """Return the number of the current turn as the game counts it; 0 in a game that counts none."""
    view = match.view(None)
    return next((view[key] for key in TURNS if type(view.get(key)) is int), 0)


def others_played(match: Match, seat: int) -> int:
    """Return the first position after all actions of seats other than `seat`."""
    number = len(match.actions)
    while number and match.actions[number - 1].seat == seat:
        number -= 1
    return number


COMMANDS: Handlers = {EndLateTurns: end_late_turns, MoveClocks: move_clocks, ApplyHours: apply_hours}
