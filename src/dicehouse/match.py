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

import copy
import uuid
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any

from .errors import (
    BadMatch,
    BadSetting,
    BadThrow,
    CannotUndo,
    DicehouseError,
    IllegalOption,
    MatchOver,
    NoPicture,
    NotYourTurn,
)
from .events import PAST, Event
from .games import find
from .kit import DiceBox, Engine, Game, Option, Position, Prompt, Reaction, Seeded, Source, Value, engine_of
from .kit.reading import read_words
from .kit.record import copied
from .kit.settings import people, short
from .kit.story import Course, Story, finished, of_scores
from .kit.telling import named, names_and_points, sheet_of_totals
from .names import check_names
from .no_dice import NoDice
from .onward import beginnings
from .played import Before, Pick, described
from .saved import HOUSE, Action, Saved, compare_draws, game_of, read_saved, write_saved

MAX_TEXT = 160


class Match:
    """A match from the deal on; make one with `dicehouse.new`, or read one with `Match.load`.

    `game` is what is played, `players` how many seats there are (numbered from 0), `names` theirs, `settings` the value
    of every setting, `actions` all that was decided so far, with the dice that fell, and `id` the match's own name.
    """

    recorded = 0  # how many of the actions were played by other rules than those of today

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
        self.names = check_names(names, players)
        self.id = match_id or uuid.uuid4().hex
        self.actions: list[Action] = []
        self._source = source
        self._box = DiceBox()
        self._position = Position(game)
        self._events: list[Event] = []
        self._private = False  # whether any event is not for everybody
        self._faded = 0  # how many events are past and may have faded
        self._before: list[Before] = []
        self._dealt = True  # else it was set up
        self._known_at = b""  # the position for which `acting` and what stands below were asked
        self._over = False
        self._acting: tuple[int, ...] = ()
        self._numbers: dict[int, list[int]] = {}
        self._listed: dict[int, list[tuple[Option, int]]] = {}
        self._reactions: dict[int, Reaction | None] = {}
        self._story: Story | None = None  # told once: a match that is over stays as it is
        self._deal()

    def _deal(self) -> None:
        self._box.clear()
        self._source.prepare(self._box.dice, 0)
        self._engine.deal(self._position, self.players, self.settings, self._box)
        self._source.finished(self._box.dice)
        self.deal_draws = tuple(self._box.draws())
        self.deal_sides = tuple(self._box.sides())
        self._tell(0)
        self._go_onward()

    def _go_onward(self) -> None:
        """Where a what-if begins: what its seat can't know is dealt anew, and what went before stays as it is."""
        for onward in beginnings(self._source, self.number):
            self._check_player(onward.seat)
            self._box.clear()
            onward.prepare_anew(self._box.dice)
            if self.game.engine is None:
                self._engine.redeal(self._position, onward.seat, self._box)
            onward.finished(self._box.dice)
            onward.anew(list(zip(self._box.draws(), self._box.sides(), strict=True)))
            self._before[-1:] = [replace(before, barrier=True) for before in self._before[-1:]]
            self._events = [event.as_of(onward.seat) for event in self._events]
            self._events.append(Event("what-if", onward.seat, onward.told(self.secretive), number=self.number))

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
        """Ask the rules only once in each position for what is needed often."""
        now = self._position.memory.tobytes()
        if self._known_at != now:
            self._known_at, self._numbers, self._listed, self._reactions = now, {}, {}, {}
            engine = self._engine
            self._over, self._acting = engine.over(self._position), engine.acting(self._position)

    def options(self, seat: int) -> list[Option]:
        """What `seat` may do now; an empty list if it is not asked."""
        self._check_player(seat)
        return [option for option, _ in self._legal(seat)]

    def n_options(self, seat: int) -> int:
        """How many options `seat` has now; to count them takes far less time than to describe them."""
        self._check_player(seat)
        return len(self._actions(seat))

    def _actions(self, seat: int) -> list[int]:
        """The options of a seat as the rules' numbers; listed once for every position."""
        acting = self.acting()
        if seat not in self._numbers:
            self._numbers[seat] = list(self._engine.legal(self._position, seat)) if seat in acting else []
        return self._numbers[seat]

    def _legal(self, seat: int) -> list[tuple[Option, int]]:
        """The options of a seat with the rules' numbers for them; described once for every position."""
        actions = self._actions(seat)
        if seat not in self._listed:
            hooks, state = self.game.hooks, self._position.state
            self._listed[seat] = [(described(hooks, state, seat, action), action) for action in actions]
        return self._listed[seat]

    def prompt(self, seat: int | None = None) -> Prompt:
        """What `seat` is asked, or waits for; None for a spectator."""
        self._check_seat(seat)
        return self.game.hooks.prompt(self._position.state, seat, self.acting(), self.names)

    def view(self, seat: int | None = None) -> dict[str, Any]:
        """All that `seat` may see of the position, as plain data; None for a spectator."""
        self._check_seat(seat)
        return self.game.hooks.view(self._position.state, seat, self.acting(), self.log(seat))

    def examples(self) -> Mapping[str, str]:
        """What the dice beside some settings bring at this table, by the setting's key."""
        own = self.game.hooks.examples
        return own(self._position.state) if own else {}

    @property
    def secretive(self) -> bool:
        """Whether one seat may see what another may not: by what the game says of its views, or by an event so far."""
        return self._private or not self.game.hooks.SAME_FOR_ALL

    def hides(self, seat: int) -> bool:
        """Whether `seat` sees now what not everybody may see."""
        return self.secretive and self.view(seat) != self.view(None)

    def log(self, seat: int | None = None, since: int = 0, places: bool = False) -> list[Event]:
        """The events from the `since`-th on, as far as `seat` may know them. With `places`, events with nothing left
        to tell keep theirs (as the kind PAST), so that a log once read only changes in what it says.
        """
        events = self._events[since:]
        if (past := self._past() - since) > 0:
            events = [event.faded() for event in events[:past]] + events[past:]
            if not places:
                events = [event for event in events if event.kind != PAST]
        return [event for event in events if event.known_to(seat)] if self._private else events

    @property
    def n_events(self) -> int:
        """How many events there have been, whoever may know them: where `log(since=...)` goes on."""
        return len(self._events)

    @property
    def past(self) -> int:
        """How many actions are past, where the log says less of them than at the time; as for events (`_past`)."""
        return min(self._events[self._faded].number, self.number - 1) if self._past() else 0

    def _past(self) -> int:
        """How many events are past; those of the last action never are, nor is any when the game is over."""
        return min(self._faded, self._before[-1].events) if self._faded and self._before and not self.over else 0

    def scores(self) -> list[int]:
        """Points by seat."""
        return [round(s) for s in self._engine.scores(self._position)[: self.players]]

    def shares(self) -> list[float]:
        """Each seat's share of the win; all 0 until the game is over."""
        return self._engine.shares(self._position)[: self.players]

    def sheet(self, seat: int | None = None) -> dict[str, Any]:
        """Every seat's points by where they came from, as far as `seat` may know; None for a spectator."""
        self._check_seat(seat)
        own = self.game.hooks.sheet
        return own(self.view(seat), self.log(seat)) if own else sheet_of_totals(self.scores())

    def story(self) -> Story:
        """How the match went, from what everybody may know; BadMatch while it goes on."""
        if not self.over:
            raise BadMatch("The story of a match is told when it is over.")
        if self._story is None:
            course, told = Course(self._course(), self.shares(), self.game.unit), self.log(None)
            own = self.game.hooks.story
            self._story = finished(own(self.view(None), told, course) if own else of_scores(told, course))
        return self._story

    def _course(self) -> list[list[int]]:
        """Points by seat after the deal and after every action."""
        found, past = [], Position(self.game)
        for before in self._before:
            past.restore(before.data)
            found.append([round(score) for score in self._engine.scores(past)[: self.players]])
        return [*found, self.scores()]

    def reaction(self, seat: int) -> Reaction | None:
        """What is at stake if `seat` is asked for an optional reaction out of turn, else None."""
        if seat not in self.acting():
            return None
        if seat not in self._reactions:
            self._reactions[seat] = self.game.hooks.reaction(self._position.state, seat)
        return self._reactions[seat]

    def reason(self, seat: int, option: str) -> str:
        """Why somebody might choose an option of `seat`, in words that all may read; empty if nothing can be said.

        Where a seat may answer out of turn nothing is said: it would tell what the answer is.
        """
        if self.reaction(seat) is not None or len(self.acting()) != 1:
            return ""
        found = next((action for known, action in self._legal(seat) if known.id == option), None)
        hooks, state = self.game.hooks, self._position.state
        why = hooks.reason_free(state, seat, option) if found is None else hooks.reason(state, seat, found)
        return named(why, self.names)

    def position(self, number: int | None = None) -> bytes:
        """The bytes of the position; two positions are equal if these are. With a `number`, those of an earlier one."""
        return self._position.tobytes() if number in (None, self.number) else self._before[number].data

    def at(self, number: int, dice: Source | None = None, openly: bool = False) -> Match:
        """The match as it stood after `number` actions: to be looked at, or played on from there with these `dice`.
        This one stays as it is. `openly`: once it is over, what players had to remember can be seen as well.
        BadMatch if there is no such position.
        """
        if isinstance(number, bool) or not isinstance(number, int) or not 0 <= number <= self.number:
            raise BadMatch(f"There is no position {str(number)[:20]}; this match has 0 to {self.number}.")
        earlier, last = copy.copy(self), number == self.number
        events = len(self._events) if last else self._before[number].events
        earlier.actions, earlier._before = self.actions[:number], self._before[:number]
        earlier._events = self._events[:events]
        earlier._private = any(event.audience is not None for event in earlier._events)
        earlier._faded = self._faded if last else self._before[number].faded
        earlier._source, earlier._box, earlier._position = dice or self._source, DiceBox(), Position(self.game)
        earlier._position.restore(self.position(number))
        if openly and self.over and "memory" in self.settings:
            earlier._position.state.options.memory = False
        earlier._known_at, earlier._story = b"", None
        return earlier

    def without_dice(self) -> Match:
        """The same match for somebody who looks on and chooses: no die to come can be foretold from anything in it, and
        nothing can be played. It holds until something is played in the match itself.
        """
        other = copy.copy(self)
        other._source = NoDice()
        return other

    def open_log(self) -> list[Event]:
        """Every event, whoever was told it; BadMatch while the game goes on."""
        if not self.over:
            raise BadMatch("What was told to some alone is read by all when the game is over.")
        return list(self._events)

    def __str__(self) -> str:
        if own := self.game.hooks.table:
            return own(self.view(None), self.names)
        return names_and_points(self.game.name, self.names, self.scores(), self.acting())

    def svg(self, seat: int | None = None) -> str:
        """The position as `seat` sees it, as one SVG; NoPicture if the game draws none."""
        self._check_seat(seat)
        picture = self.game.hooks.picture
        if picture is None:
            raise NoPicture(f"{self.game.name} has no picture; print the match or look at its view.")
        return picture(self.view(seat))

    def _repr_svg_(self) -> str | None:
        """What a notebook shows: the picture, if there is one."""
        return self.svg() if self.game.hooks.picture else None

    def __repr__(self) -> str:
        return f"<Match {self.game.id} {people(self.players)}, {self.number} actions>"

    # --- playing

    def play(self, seat: int, option: str, outcome: Mapping[str, Any] | None = None) -> list[Event]:
        """Carry out an option of `seat` by its text. Nothing changes if it is refused.

        Returns what happened, as far as this seat may know it; `log` has what others may know.
        `outcome` is what came of it when a recorded match is replayed: what was measured once is not measured again.
        """
        self._check_player(seat)
        if self.over:
            raise MatchOver("The game is over; nothing can be played any more.")
        if seat not in self.acting():
            raise NotYourTurn(f"{self.names[seat]} has nothing to decide now; {self._whom()} to act.")
        text, action = self._find(seat, option)
        before = self.n_events
        self._carry_out(seat, text, action, outcome)
        return self.log(seat, since=before)

    def practise(self, seat: int, option: str) -> Mapping[str, Any]:
        """What an option would lead to, with dice of its own: in games with practice, as long as they allow it.

        Nothing of the match changes; IllegalOption or the game's own error says why not.
        """
        self._check_player(seat)
        practice = self.game.hooks.practice
        if practice is None or not isinstance(option, str) or len(option) > MAX_TEXT:
            raise IllegalOption("There is nothing to practise here.")
        return practice(self._position.state, seat, self.game.hooks.normal(option))

    def likely(self, seat: int, option: str) -> Iterator[Mapping[str, Any]]:
        """What an option would probably bring, in games that can try it out, with dice of its own: each answer counts
        more tries than the one before. It works on a copy, so the match may go on meanwhile, in this thread or another;
        the game's own error, when the first answer is asked for, says why not.
        """
        self._check_player(seat)
        likely = self.game.hooks.likely
        if likely is None or not isinstance(option, str) or len(option) > MAX_TEXT:
            raise IllegalOption("Nothing can be tried out here.")
        return likely(copied(self._position.state), seat, self.game.hooks.normal(option))

    def _find(self, seat: int, option: object) -> tuple[str, int]:
        if isinstance(option, Pick) and option.action in self._actions(seat):
            known = self.game.hooks.describe(self._position.state, seat, option.action)
            if known.id == option:
                return known.id, option.action
        legal = self._legal(seat)
        if isinstance(option, str) and len(option) <= MAX_TEXT:
            wanted = self.game.hooks.normal(option)
            for known, action in legal:
                if known.id == wanted:
                    return known.id, action
            if found := self._free(seat, wanted):
                return found
            why = self.game.hooks.refusal(self._position.state, seat, wanted)
        else:
            why = "not an option's text"
        shown = repr(option) if len(repr(option)) <= 60 else repr(option)[:57] + "...'"
        ids = [known.id for known, _ in legal]
        listed = ", ".join(ids[:12]) + (f" and {len(ids) - 12} more" if len(ids) > 12 else "")
        raise IllegalOption(
            f"{shown}: {why}; legal: {listed}." if why else f"{shown} is not legal now; legal: {listed}."
        )

    def why_not(self, seat: int, option: str) -> str:
        """Why `seat` can't play this option now, as a sentence; empty if it can."""
        self._check_player(seat)
        if seat not in self.acting():
            return f"It isn't {self.names[seat]}'s turn." if self.names[seat] else "It isn't your turn."
        wanted = self.game.hooks.normal(option[:MAX_TEXT])
        try:
            if any(known.id == wanted for known, _ in self._legal(seat)) or self._free(seat, wanted):
                return ""
        except BadThrow as error:
            return str(error)
        why = self.game.hooks.refusal(self._position.state, seat, wanted)
        return f"{why[:1].upper()}{why[1:]}." if why else "That is not possible now."

    def _free(self, seat: int, wanted: str) -> tuple[str, int] | None:
        """What is not listed but described, in games that take such options; BadThrow says what can't be read."""
        return self.game.hooks.free(self._position.state, seat, wanted)

    def describes_freely(self, seat: int, text: str) -> bool:
        """Whether `text` (in its normal form) is an option that is not listed but may be played."""
        return self._free(seat, text) is not None

    def _carry_out(self, seat: int, text: str, action: int, outcome: Mapping[str, Any] | None) -> None:
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
        self._before.append(Before(before, len(self._events), self._faded, barrier, asked))
        measured = box.outcome if self.game.engine else None
        self.actions.append(Action(seat, text, tuple(box.draws()), tuple(box.sides()), measured))
        self._tell(self.number)
        self._go_onward()

    def _tell(self, number: int) -> None:
        tell = self.game.hooks.tell
        forgets = self.settings.get("memory", False)
        new: list[Event] = []
        measured = self._box.outcome
        for record in self._box.events():
            told = tell(record, measured) if self.game.engine else tell(record)
            if told.closes and number and forgets:
                self._faded = len(self._events) + len(new)
            later = told.later if forgets else None
            words = (told.kind, told.seat, told.text, told.facts, told.audience, later)
            new.append(Event(*words, last=told.last, number=number))
        self._events += new
        self._private = self._private or any(event.audience is not None for event in new)

    def asked_since(self, seat: int) -> int:
        """The first position from which `seat` is asked what it is asked now, while others only sealed their own
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
        """Whether `seat` may take its last action back: it was the last of all, and showed neither dice nor
        secrets.
        """
        return bool(self.actions) and self.actions[-1].seat == seat and not self._before[-1].barrier

    def undo(self, seat: int) -> None:
        """Take back the last action of `seat`; CannotUndo says why if that is not possible."""
        self._check_player(seat)
        if self.actions and self.actions[-1].seat == HOUSE:
            raise CannotUndo("The rules were corrected since then; what was played before that stays.")
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

        Without `secret` nothing in it predicts dice to come. BadMatch if the match was set up, not dealt: its
        actions alone don't lead to where it stands.
        """
        if not self._dealt:
            raise BadMatch("This match was set up, not dealt, so its actions don't tell how it came to stand here.")
        return write_saved(
            game=self.game,
            match_id=self.id,
            names=self.names,
            settings=self.settings,
            dice=self._source.describe(secret),
            deal=(self.deal_draws, self.deal_sides),
            actions=self.actions,
            scores=self.scores(),
            over=self.over,
        )

    @classmethod
    def load(cls, saved: Mapping[str, Any] | str | bytes) -> Match:
        """Read a saved match and replay it; BadMatch says what does not fit the rules."""
        data = read_saved(saved)
        try:
            match = cls._replay(data)
        except BadMatch:
            raise
        except DicehouseError as error:
            raise BadMatch(f"The match does not follow the rules: {error}") from error
        compare_draws(match.deal_draws, data.deal, "the deal")
        if data.scores is not None and data.scores != match.scores():
            raise BadMatch(f"The match says the scores are {short(data.scores)}, the replay gives {match.scores()}.")
        return match

    @classmethod
    def _replay(cls, data: Saved) -> Match:
        game = game_of(data)
        match = cls(game, data.players, data.settings, data.source, data.names, data.match_id)
        for number, action in enumerate(data.actions, 1):
            # what was measured is there in games that measure, and in no others; there even if it was nothing
            outcome = (action.outcome or {}) if game.engine else None
            match.play(action.seat, action.option, outcome)
            compare_draws(match.actions[-1].draws, action.draws, f"action {number}")
        return match

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
        """A match that starts from a position you set up; each game's page in the docs lists the words it knows.

        BadSetting says which word is wrong. For tests and studies: such a match can't be saved, since its beginning was
        never played.
        """
        found = find(game)
        match = cls(found, players, options or {}, Seeded(0), names)
        known = found.hooks.SET_UP
        words = read_words(known, position, players) if known else position
        found.hooks.set_up(match._position.state, players, **words)
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
    UnknownGame, BadSetting or BadSeed says what is wrong.
    """
    found = find(game)
    if dice is not None and seed is not None:
        raise BadSetting("Give a seed or dice, not both.")
    source = dice or Seeded(uuid.uuid4().hex if seed is None else seed)
    return Match(found, found.usual if players is None else players, options or {}, source, names, match_id)


__all__ = ["PAST", "Action", "Event", "Match", "Pick", "new"]
