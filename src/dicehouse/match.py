"""One game being played: options, play, undo, log, save and replay.

>>> import dicehouse
>>> match = dicehouse.new("dice-ocalypse", players=2, names=["Ana", "Ben"], dice=dicehouse.Tape("52 114626 111"))
>>> match.acting()
(0,)
>>> match.play(0, "roll")[-1].sentence(match.names)
'Ana throws 1 1 4 6 2 6.'
>>> [option.id for option in match.options(0)]
['keep 11 roll', 'keep 1 roll']
>>> match.play(0, "keep 22 bank")
Traceback (most recent call last):
dicehouse.errors.IllegalOption: 'keep 22 bank': only one 2 was thrown; legal: keep 11 roll, keep 1 roll.
"""

from __future__ import annotations

import re
import uuid
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, cast

from .errors import BadMatch, BadSetting, CannotUndo, DicehouseError, IllegalOption, MatchOver, NoPicture, NotYourTurn
from .games import find
from .kit import DiceBox, Engine, Game, Option, Position, Prompt, Reaction, Seeded, Source, Value, defaults, engine_of
from .kit.reading import read_words
from .kit.settings import people

FORMAT = "dicehouse-match/1"
MAX_ACTIONS = 100_000
MAX_NAME = 24
MAX_TEXT = 160
PAST = "past"


@dataclass(frozen=True)
class Event:
    """Something that happened in action `number` (0: the deal); `text` names seats as {0}..{5}."""

    number: int
    kind: str
    seat: int | None
    text: str
    facts: Mapping[str, Any] = field(default_factory=dict)
    audience: tuple[int, ...] | None = None
    later: str | None = None  # all that the log still says once this is past, in games of memory

    def sentence(self, names: Sequence[str]) -> str:
        """The event as a sentence with the players' names."""
        return re.sub(r"\{([0-5])\}", lambda found: names[int(found[1])], self.text)

    def faded(self) -> Event:
        """What is left of the event when it is past: perhaps nothing but its place, without a text."""
        if self.later is None:
            return self
        kind, seat = (self.kind, self.seat) if self.later else (PAST, None)
        return replace(self, kind=kind, seat=seat, text=self.later, facts={}, later=None)

    def known_to(self, seat: int | None) -> bool:
        """Whether this seat (None: a spectator) may read it."""
        return self.audience is None or seat in self.audience


@dataclass(frozen=True)
class Action:
    """What a seat did, and the dice that fell (results from 1, with the sides of each die)."""

    seat: int
    option: str
    draws: tuple[int, ...]
    sides: tuple[int, ...]
    outcome: Mapping[str, Any] | None = None  # what was measured, in games with an engine of their own


@dataclass(frozen=True)
class _Before:
    """What undo needs: the position before an action, and whether the action can be taken back at all."""

    data: bytes
    events: int
    faded: int
    barrier: bool
    asked: tuple[int, ...]


class Match:
    """A match from the deal on; make one with `dicehouse.new`, or read one with `Match.load`.

    `game` is what is played, `players` how many seats there are (numbered from 0), `names` theirs, `settings` the value
    of every setting, `actions` all that was decided so far, with the dice that fell, and `id` the match's own name.
    """

    def __init__(
        self,
        game: Game,
        players: int,
        settings: Mapping[str, object],
        source: Source,
        names: Sequence[str] | None = None,
        match_id: str | None = None,
    ) -> None:
        self.game = game
        self.players = players
        self.settings: dict[str, Value] = game.agree(players, settings)
        self.names = _check_names(names, players)
        self.id = match_id or uuid.uuid4().hex
        self.actions: list[Action] = []
        self._source = source
        self._box = DiceBox()
        self._position = Position(game)
        self._events: list[Event] = []
        self._private = False  # whether any event is not for everybody
        self._faded = 0  # how many events are past and may have faded
        self._before: list[_Before] = []
        self._dealt = True  # else it was set up
        self._known_at = b""  # the position for which `acting` and what stands below were asked
        self._over = False
        self._acting: tuple[int, ...] = ()
        self._listed: dict[int, list[tuple[Option, int]]] = {}
        self._reactions: dict[int, Reaction | None] = {}
        self._deal()

    def _deal(self) -> None:
        self._box.clear()
        self._source.prepare(self._box.dice, 0)
        self._engine.deal(self._position, self.players, self.settings, self._box)
        self._source.finished(self._box.dice)
        self.deal_draws = tuple(self._box.draws())
        self.deal_sides = tuple(self._box.sides())
        self._tell(0)

    @property
    def _engine(self) -> Engine:
        return engine_of(self.game)

    # --- looking

    @property
    def number(self) -> int:
        """The position's number: how many actions led to it."""
        return len(self.actions)

    @property
    def over(self) -> bool:
        """Whether the game has ended."""
        self._know()
        return self._over

    def acting(self) -> tuple[int, ...]:
        """The seats (from 0) that may act now; several where they choose at once."""
        self._know()
        return self._acting

    def _know(self) -> None:
        """Ask the rules once for every position what is asked often."""
        now = self._position.tobytes()
        if self._known_at != now:
            self._known_at, self._listed, self._reactions = now, {}, {}
            self._over, self._acting = self._engine.over(self._position), self._engine.acting(self._position)

    def options(self, seat: int) -> list[Option]:
        """What `seat` may do now; an empty list if it is not asked."""
        self._check_player(seat)
        return [option for option, _ in self._legal(seat)]

    def _legal(self, seat: int) -> list[tuple[Option, int]]:
        """The options of a seat with the rules' numbers for them; listed once for every position."""
        acting = self.acting()
        if seat not in self._listed:
            describe, state = self.game.options.describe, self._position.state
            legal = self._engine.legal(self._position, seat) if seat in acting else []
            self._listed[seat] = [(describe(state, seat, action), action) for action in legal]
        return self._listed[seat]

    def prompt(self, seat: int | None = None) -> Prompt:
        """What `seat` is asked, or waits for; None for a spectator."""
        self._check_seat(seat)
        return cast(Prompt, self.game.words.prompt(self._position.state, seat, self.acting(), self.names))

    def view(self, seat: int | None = None) -> dict[str, Any]:
        """All that `seat` may see of the position, as plain data; None for a spectator."""
        self._check_seat(seat)
        return cast("dict[str, Any]", self.game.view.view(self._position.state, seat, self.acting(), self.log(seat)))

    def log(self, seat: int | None = None, since: int = 0, places: bool = False) -> list[Event]:
        """The events from the `since`-th on, as far as `seat` may know them. With `places`, events of which nothing is
        left keep theirs (as the kind PAST), so that a log once read only changes in what it says.
        """
        events = self._events[since:]
        if (past := self._past() - since) > 0:
            events = [event.faded() for event in events[:past]] + events[past:]
            if not places:
                events = [event for event in events if event.kind != PAST]
        return [event for event in events if event.known_to(seat)] if self._private else events

    @property
    def fading(self) -> bool:
        """Whether the log says less of what is past than it said at the time."""
        return self._faded > 0

    def _past(self) -> int:
        """How many events are past; those of the last action never are, nor is any when the game is over."""
        return 0 if self.over or not self._before else min(self._faded, self._before[-1].events)

    def scores(self) -> list[int]:
        """Points by seat."""
        return [round(s) for s in self._engine.scores(self._position)[: self.players]]

    def shares(self) -> list[float]:
        """Each seat's share of the win; all 0 until the game is over."""
        return self._engine.shares(self._position)[: self.players]

    def sheet(self, seat: int | None = None) -> dict[str, Any]:
        """Every seat's points by where they came from, as far as `seat` may know; None for a spectator."""
        self._check_seat(seat)
        own = getattr(self.game.words, "sheet", None)
        if own is None:
            return defaults.sheet(self.scores())
        return cast("dict[str, Any]", own(self.view(seat), self.log(seat)))

    def reaction(self, seat: int) -> Reaction | None:
        """What is at stake if `seat` is asked for an optional reaction out of turn, else None."""
        if seat not in self.acting():
            return None
        if seat not in self._reactions:
            self._reactions[seat] = self.game.hints.reaction(self._position.state, seat)
        return self._reactions[seat]

    def position(self) -> bytes:
        """The bytes of the position; two positions are equal if these are."""
        return self._position.tobytes()

    def __str__(self) -> str:
        own = getattr(self.game.words, "table", None)
        if own is None:
            return defaults.table(self.game.name, self.names, self.scores(), self.acting())
        return cast(str, own(self.view(None), self.names))

    def svg(self, seat: int | None = None) -> str:
        """The position as `seat` sees it, as one SVG; NoPicture if the game draws none."""
        self._check_seat(seat)
        picture = getattr(self.game.view, "picture", None)
        if picture is None:
            raise NoPicture(f"{self.game.name} has no picture; print the match or look at its view.")
        return cast(str, picture(self.view(seat)))

    def _repr_svg_(self) -> str | None:
        """What a notebook shows: the picture, if there is one."""
        return self.svg() if hasattr(self.game.view, "picture") else None

    def __repr__(self) -> str:
        return f"<Match {self.game.id} {people(self.players)}, {self.number} actions>"

    # --- playing

    def play(self, seat: int, option: str, outcome: Mapping[str, Any] | None = None) -> list[Event]:
        """Carry out an option of `seat` by its text; returns what happened. Nothing changes if it is refused.

        `outcome` is what came of it when a recorded match is replayed: what was measured once is not measured again.
        """
        self._check_player(seat)
        if self.over:
            raise MatchOver("The game is over; nothing can be played any more.")
        if seat not in self.acting():
            raise NotYourTurn(f"{self.names[seat]} has nothing to decide now; {self._whom()} to act.")
        text, action = self._find(seat, option)
        return self._carry_out(seat, text, action, outcome)

    def practise(self, seat: int, option: str) -> Mapping[str, Any]:
        """What would come of an option, with chance of its own: in games that have practice, as long as they allow it.

        Nothing of the match changes; IllegalOption or the game's own error says why not.
        """
        self._check_player(seat)
        practice = getattr(self.game.hints, "practice", None)
        if practice is None or not isinstance(option, str) or len(option) > MAX_TEXT:
            raise IllegalOption("There is nothing to practise here.")
        return cast("Mapping[str, Any]", practice(self._position.state, seat, self.game.options.normal(option)))

    def _find(self, seat: int, option: object) -> tuple[str, int]:
        legal = self._legal(seat)
        shown = repr(option) if len(repr(option)) <= 60 else repr(option)[:57] + "...'"
        if isinstance(option, str) and len(option) <= MAX_TEXT:
            wanted = self.game.options.normal(option)
            for known, action in legal:
                if known.id == wanted:
                    return known.id, action
            if found := self._free(seat, wanted):
                return found
            why = self.game.options.refusal(self._position.state, seat, wanted)
        else:
            why = "not an option's text"
        ids = [known.id for known, _ in legal]
        listed = ", ".join(ids[:12]) + (f" and {len(ids) - 12} more" if len(ids) > 12 else "")
        raise IllegalOption(
            f"{shown}: {why}; legal: {listed}." if why else f"{shown} is not legal now; legal: {listed}."
        )

    def _free(self, seat: int, wanted: str) -> tuple[str, int] | None:
        """What is not listed but described, in games that take such options; BadThrow says what can't be read."""
        free = getattr(self.game.options, "free", None)
        return cast("tuple[str, int] | None", free(self._position.state, seat, wanted)) if free else None

    def describes_freely(self, seat: int, text: str) -> bool:
        """Whether `text` (in its normal form) is an option that is not listed but may be played."""
        return self._free(seat, text) is not None

    def _carry_out(self, seat: int, text: str, action: int, outcome: Mapping[str, Any] | None) -> list[Event]:
        before, asked = self._position.tobytes(), self.acting()
        box, dice = self._box, self._box.dice
        box.clear()
        box.text, box.outcome = text, outcome
        self._source.prepare(dice, self.number + 1)
        try:
            self._engine.apply(self._position, seat, action, box)
            self._source.finished(dice)
        except DicehouseError:
            self._position.restore(before)
            raise
        barrier = dice.n_drawn > 0 or dice.revealed or self.over
        self._before.append(_Before(before, len(self._events), self._faded, barrier, asked))
        measured = box.outcome if self.game.engine else None
        self.actions.append(Action(seat, text, tuple(box.draws()), tuple(box.sides()), measured))
        return self._tell(self.number)

    def _tell(self, number: int) -> list[Event]:
        tell = self.game.words.tell
        forgets = self.settings.get("memory", False)
        new: list[Event] = []
        measured = self._box.outcome
        for record in self._box.events():
            told = tell(record, measured) if self.game.engine else tell(record)
            if told.closes and number and forgets:
                self._faded = len(self._events) + len(new)
            later = told.later if forgets else None
            new.append(Event(number, told.kind, told.seat, told.text, told.facts, told.audience, later))
        self._events += new
        self._private = self._private or any(event.audience is not None for event in new)
        return new

    def asked_since(self, seat: int) -> int:
        """The first position from which on `seat` is asked what it is asked now, while others only sealed their own
        choices.
        """
        number = self.number
        while number > 0:
            before = self._before[number - 1]
            if before.barrier or seat not in before.asked or self.actions[number - 1].seat == seat:
                break
            number -= 1
        return number

    def can_undo(self, seat: int) -> bool:
        """Whether `seat` may take its last action back: it was the last of all, and neither dice nor secrets were
        shown by it.
        """
        return bool(self.actions) and self.actions[-1].seat == seat and not self._before[-1].barrier

    def undo(self, seat: int) -> None:
        """Take back the last action of `seat`; CannotUndo says why if that is not possible."""
        self._check_player(seat)
        if not self.actions or self.actions[-1].seat != seat:
            raise CannotUndo(f"The last action was not one of {self.names[seat]}.")
        if not self.can_undo(seat):
            raise CannotUndo("Dice were thrown or something was shown since; that can't be taken back.")
        before = self._before.pop()
        self.actions.pop()
        self._position.restore(before.data)
        del self._events[before.events :]
        self._faded = before.faded

    # --- saving

    def save(self, secret: bool = True) -> dict[str, Any]:
        """The whole match as plain data (JSON): header and actions with their dice; replays exactly.

        Without `secret` nothing in it lets one predict dice to come. BadMatch if the match was set up, not dealt: from
        its actions nobody could get back to where it stands.
        """
        if not self._dealt:
            raise BadMatch("This match was set up, not dealt, so its actions don't tell how it came to stand here.")
        return {
            "format": FORMAT,
            "id": self.id,
            "game": self.game.id,
            "version": self.game.version,
            "players": self.players,
            "names": list(self.names),
            "settings": dict(self.settings),
            "dice": self._source.describe(secret),
            "deal": _draws(self.deal_draws, self.deal_sides),
            "actions": [_saved(action) for action in self.actions],
            "scores": self.scores(),
            "over": self.over,
        }

    @classmethod
    def load(cls, saved: Mapping[str, Any] | str | bytes) -> Match:
        """Read a saved match and replay it; BadMatch says what does not fit the rules."""
        from .saved import replay

        return replay(saved)

    @classmethod
    def set_up(
        cls,
        game: str,
        *,
        players: int,
        options: Mapping[str, object] | None = None,
        dice: Source | None = None,
        names: Sequence[str] | None = None,
        **position: Any,
    ) -> Match:
        """A match that starts from a position of one's own; each game's page of the docs lists the words it knows.

        BadSetting says which word is wrong. For tests and studies: such a match can't be saved, since its beginning was
        never played.
        """
        found = find(game)
        match = cls(found, players, options or {}, Seeded(0), names)
        known = getattr(found.hints, "SET_UP", None)
        words = position if known is None else read_words(known, position, players)
        found.hints.set_up(match._position.state, players, **words)
        match._dealt = False
        match._source = dice or Seeded(0)
        match._events.clear()
        return match

    # --- helpers

    def _check_seat(self, seat: int | None) -> None:
        if seat is not None:
            self._check_player(seat)

    def _check_player(self, seat: int) -> None:
        if isinstance(seat, bool) or not isinstance(seat, int) or not 0 <= seat < self.players:
            raise NotYourTurn(f"There is no seat {str(seat)[:20]}; seats go from 0 to {self.players - 1}.")

    def _whom(self) -> str:
        who = [self.names[seat] for seat in self.acting()]
        return f"it is up to {' and '.join(who)}"


def _saved(action: Action) -> dict[str, Any]:
    saved = {"seat": action.seat, "option": action.option, "draws": _draws(action.draws, action.sides)}
    return saved if action.outcome is None else saved | {"outcome": action.outcome}


def _draws(draws: Sequence[int], sides: Sequence[int]) -> list[list[int]]:
    return [list(pair) for pair in zip(draws, sides, strict=True)]


def _check_names(names: Sequence[str] | None, players: int) -> list[str]:
    if names is None:
        return [f"Player {seat + 1}" for seat in range(players)]
    if isinstance(names, str) or len(names) != players:
        raise BadSetting(f"There are {players} seats, and each needs a name.")
    for name in names:
        if not isinstance(name, str) or not name.strip() or len(name) > MAX_NAME or not name.isprintable():
            raise BadSetting(f"A name is 1 to {MAX_NAME} printable characters, not {str(name)[:30]!r}.")
    return [name.strip() for name in names]


def new(
    game: str,
    *,
    players: int | None = None,
    options: Mapping[str, object] | None = None,
    seed: int | str | None = None,
    dice: Source | None = None,
    names: Sequence[str] | None = None,
    match_id: str | None = None,
) -> Match:
    """Begin a match of `game`, dealt and waiting for its first decision.

    `options` are settings that differ from the game's defaults; `players` is as many as usually play if it is
    left out. Dice come from `dice` (a `Tape`, a `Keyed`, any `Source`), or from a `seed`, or else from chance.
    UnknownGame, BadSetting or BadSeed say what can't be.
    """
    found = find(game)
    if dice is not None and seed is not None:
        raise BadSetting("Give a seed or dice, not both.")
    source = dice or Seeded(uuid.uuid4().hex if seed is None else seed)
    return Match(found, found.usual if players is None else players, options or {}, source, names, match_id)


__all__ = ["Action", "Event", "Match", "new"]
