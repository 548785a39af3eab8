"""A match that stands where its record says without being played again, by the rules it was played by or others."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

import msgspec

from .errors import BadMatch, DicehouseError
from .events import Event
from .games import find
from .kit import Chosen, DiceBox, Source, Tape, engine_of
from .layouts import Mover
from .match import Match
from .moments import Line, Moment
from .played import Before
from .saved import HOUSE, Action, Saved, compare_draws

RULES = "rules"  # the kind of the event with which a match goes on under other rules
CANT = "This match was played by older rules, and those of today can't go on from where it stands."
GOES_ON = "The rules of this game were corrected (version {}). The match goes on from here by the corrected rules."


def moment_of(match: Match, number: int) -> Moment:
    """What is written down of the moment after `number` actions; it holds what only some were told."""
    last, before = number == match.number, match._before[number - 1] if number else None
    until = match.n_events if last else match._before[number].events
    told = tuple(map(Line.of, match._events[before.events if before else 0 : until]))
    found = Moment(match.position(number), told, match._faded if last else match._before[number].faded)
    if before:
        found = msgspec.structs.replace(found, asked=before.asked, barrier=before.barrier)
    if last and match.over:
        found = msgspec.structs.replace(found, points=tuple(match.scores()), shares=tuple(match.shares()))
    return found


class Resumed(Match):
    """A match of which all that was played is taken as it was recorded: actions, positions, and what was told.

    `recorded` of its actions were played under other rules than those of today: nothing here has tried them. `version`
    is that of the rules it began with, `settled` its settings by those: rules of today may have more of them. What is
    played on is played by the rules of today.
    """

    def __init__(self, saved: Saved, moments: Sequence[Moment], movers: Sequence[Mover], recorded: int) -> None:
        if len(moments) != len(saved.actions) + 1:
            raise BadMatch("Not every position of it was written down.")
        self._record, self._moments, self._movers = saved, moments, movers
        self.recorded = recorded
        self.version, self.settled = str(saved.version), dict(saved.settings)
        super().__init__(find(saved.game), saved.players, saved.settings, saved.source, saved.names, saved.match_id)
        del self._record, self._moments, self._movers

    def _deal(self) -> None:
        """Nothing is dealt: the cards lie as they lay."""
        record, moments = self._record, self._moments
        positions = [mover.move(m.position) for mover, m in zip(self._movers, moments, strict=True)]
        events: list[Event] = []
        for number, moment in enumerate(moments):
            if number:
                last = moments[number - 1]
                self._before.append(
                    Before(positions[number - 1], len(events), last.faded, moment.barrier, moment.asked)
                )
            events += [line.event(number) for line in moment.told]
        self.actions, self._events = list(record.actions), events
        self._private = any(event.audience is not None for event in events)
        self._faded = moments[-1].faded
        self._position.restore(positions[-1])
        self.deal_draws, self.deal_sides = record.deal, record.deal_sides
        _wind(self._source, [record.deal, *(action.draws for action in record.actions)])
        self._ended = (moments[-1].points, moments[-1].shares) if moments[-1].shares else None

    @property
    def over(self) -> bool:
        """Whether the game has ended, by the rules that ended it."""
        return self._ended is not None or super().over

    def acting(self) -> tuple[int, ...]:
        return () if self._ended is not None else super().acting()

    def scores(self) -> list[int]:
        """Points by seat, as they were told when the game ended."""
        return super().scores() if self._ended is None else list(self._ended[0])

    def shares(self) -> list[float]:
        return super().shares() if self._ended is None else list(self._ended[1])

    def at(self, number: int, dice: Source | None = None, openly: bool = False) -> Match:
        earlier = super().at(number, dice, openly)
        if isinstance(earlier, Resumed) and number < self.number:
            earlier._ended = None
        return earlier

    def save(self, secret: bool = True) -> dict[str, Any]:
        return {**super().save(secret), "settings": self.settled, "version": self.version}

    # --- other rules

    def replayed(self, actions: Sequence[Action], outcomes: bool) -> None:
        """Play these on, and see that the same dice fall; BadMatch if they don't follow the rules of today."""
        try:
            for action in actions:
                self.play(action.seat, action.option, (action.outcome or {}) if outcomes else None)
                compare_draws(self.actions[-1].draws, action.draws, f"action {self.number}")
        except BadMatch:
            raise
        except DicehouseError as error:
            raise BadMatch(f"The match does not follow the rules: {error}") from error

    def carry_on(self) -> None:
        """From here on the rules of today hold: the house acts once, and what was asked is asked anew.

        BadMatch if these rules can't do anything with the position.
        """
        self._try()
        asked = self.acting()
        before = Before(self.position(), len(self._events), self._faded, True, asked)
        self._before.append(before)
        self.actions.append(Action(HOUSE, f"{RULES} {self.game.version}", (), ()))
        told = GOES_ON.format(self.game.version)
        self._events.append(Event(RULES, None, told, number=self.number))
        self.recorded = self.number
        self._known_at = b""

    def _try(self) -> None:
        """All that anybody will ask of the position, asked of the checked rules: a compiled one is not so patient."""
        engine = engine_of(self.game, compiled=False)
        try:
            over, acting = engine.over(self._position), engine.acting(self._position)
            if not over and not (acting and all(engine.legal(self._position, seat) for seat in acting)):
                raise BadMatch(CANT)
            for seat in (None, *range(self.players)):
                self.view(seat), self.prompt(seat), self.sheet(seat)
            for seat in acting:
                self.options(seat), self.reaction(seat)
        except BadMatch:
            raise
        except Exception as error:  # rules can fail in any way on what they were not written for
            raise BadMatch(CANT) from error


def resumed(saved: Saved, moments: Sequence[Moment], fields: Sequence[str], recorded: int) -> Resumed:
    """The match of a record, as it stands after the last of these moments. `fields` are the layouts of the positions,
    one for each. BadMatch if that can't be.
    """
    game = find(saved.game)
    movers: Mapping[str, Mover] = {each: Mover(game, each) for each in set(fields)}
    try:
        return Resumed(saved, moments, [movers[each] for each in fields], recorded)
    except BadMatch:
        raise
    except Exception as error:  # a layout's function can fail in any way, too
        raise BadMatch(CANT) from error


def upto(saved: Saved, number: int) -> Saved:
    """The record of the first `number` actions alone."""
    return replace(saved, actions=saved.actions[:number], scores=None)


def _wind(source: Source, drawn: Sequence[Sequence[int]]) -> None:
    """Let a source that goes by what was drawn so far, not by the action's number, know what that is."""
    if isinstance(source, (Tape, Chosen)):
        dice = DiceBox().dice
        for number, draws in enumerate(drawn):
            source.prepare(dice, number)
            dice.tape_at = len(draws)
            source.finished(dice)
            dice.short = dice.odd = False
