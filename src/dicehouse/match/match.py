"""Play one match of a game: options, play, undo, log, save and replay.

>>> import dicehouse
>>> match = dicehouse.new("dice-ocalypse", players=2, names=["Ana", "Ben"], dice=dicehouse.Tape("52 114626 111"))
>>> match.acting()
(0,)
>>> match.play(0, "roll")[-1].sentence(match.names)
'Ana rolls 1 1 4 6 2 6.'
>>> [option.id for option in match.options(0)]
['keep 11 roll', 'keep 1 roll']
>>> match.play(0, "keep 22 bank")
Traceback (most recent call last):
dicehouse.errors.IllegalOption: 'keep 22 bank': you rolled only one 2. Legal: keep 11 roll, keep 1 roll.
"""

from __future__ import annotations

import copy
import uuid
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from ..core import DiceSource, Game, Option, Prompt, Reaction, Seeded, SettingValue
from ..core.default_presentation import default_score_sheet, default_story, default_text_board
from ..core.game_protocol.hook_table import GameHooks
from ..core.option import fill_names
from ..core.story import PointsHistory, Story, complete_story
from ..core.value_readers import read_setup
from ..engine.engine import DiceBox, Engine, engine_of
from ..engine.position import Position
from ..errors import (
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
from ..games import find
from ..i18n import Text, _, join_sentences, listing
from ..old_names import accept_old_keywords, old_attribute
from ..records.record import copy_record
from ..text_format import count_players, shorten
from .events import PAST, Event
from .fork import forks_starting_at
from .history import RULE_CHANGE_SEAT, HistoryEntry, PlayedAction
from .serialization import (
    SavedMatch,
    check_draws,
    find_game_of_match,
    fork_saved_match,
    read_match,
    truncate_history,
    write_match,
)

MAX_TEXT = 160  # characters of an option's text
MAX_NAME = 24  # characters of a seat's name


GROWING = ("actions", "_history", "_events")  # the lists of a match, to which playing only adds


class ChosenOption(str):
    """Hold the text of an option together with its action number, so that playing it needs no list of all options."""

    action: int

    def __new__(cls, text: str, action: int) -> ChosenOption:
        pick = super().__new__(cls, text)
        pick.action = action
        return pick

    def __getnewargs__(self) -> tuple[str, int]:  # type: ignore[override]  # copies know the number, too
        return str(self), self.action


class Match:
    """Hold a match from the deal on. Create one with `dicehouse.new`, or read one with `Match.load`.

    `game` is the game, `players` the number of seats (numbered from 0), `names` their names, `settings` the value of
    every setting, `actions` the actions played so far with their dice, and `id` the id of the match.
    """

    n_actions_under_older_rules = 0  # how many of the actions were played under older rules

    def __init__(
        self,
        game: Game,
        players: int,
        settings: Mapping[str, object],
        source: DiceSource,
        names: Sequence[str] | None = None,
        match_id: str | None = None,
    ) -> None:
        self.game = game
        self.players = players
        self.settings: dict[str, SettingValue] = game.settings_for(players, settings)
        self.names = check_seat_names(names, players)
        self.id = match_id or uuid.uuid4().hex
        self.actions: list[PlayedAction] = []
        self._source = source
        self._box = DiceBox()
        self._open_position: Position | None = Position(game)
        self._position_bytes = b""  # the position while it is not open: a copy of this match goes on in that record
        self._events: list[Event] = []
        self._has_private_events = False  # True if any event is private
        self._n_faded_events = 0  # how many events are past, and may be shown with their later text
        self._history: list[HistoryEntry] = []
        self._is_continuation = False  # True if the match that this one continues reads the beginnings of its lists
        self._was_dealt = True  # False if the position was set up
        self._cached_position = b""  # the position that the cached values below belong to
        self._is_cache_checked = False  # True if nobody can have changed the position since they were compared
        self._over = False
        self._acting: tuple[int, ...] = ()
        self._actions_by_seat: dict[int, list[int]] = {}
        self._options_by_seat: dict[int, list[tuple[Option, int]]] = {}
        self._reactions: dict[int, Reaction | None] = {}
        self._story: Story | None = None  # cached, because a finished match does not change
        self._deal()

    def _deal(self) -> None:
        self._box.clear()
        self._source.prepare(self._box.dice, 0)
        self._engine.deal(self._position, self.players, self.settings, self._box)
        self._source.finished(self._box.dice)
        self.deal_draws = tuple(self._box.draws())
        self.deal_sides = tuple(self._box.sides())
        self._append_events(0)
        self._start_forks()

    def _start_forks(self) -> None:
        """Start the forks at this position: resample what their seat can't know, and keep everything before
        as it is.
        """
        for fork in forks_starting_at(self._source, self.number):
            self._check_player(fork.seat)
            self._box.clear()
            fork.prepare_resampling(self._box.dice)
            if self.game.engine is None:
                self._engine.resample_hidden(self._position, fork.seat, self._box)
            fork.finished(self._box.dice)
            fork.record_resampling(list(zip(self._box.draws(), self._box.sides(), strict=True)))
            self._history[-1:] = [replace(before, barrier=True) for before in self._history[-1:]]
            self._events = [event.keep_if_visible_to(fork.seat) for event in self._events]
            self._events.append(Event("what-if", fork.seat, fork.log_text(self.has_hidden_state), number=self.number))

    @property
    def _position(self) -> Position:
        """Return the position for whoever may change it; who only reads takes `_read_position`, which is cheaper."""
        self._is_cache_checked = False
        return self._read_position()

    @_position.setter
    def _position(self, position: Position) -> None:
        self._open_position, self._is_cache_checked = position, False

    def _read_position(self) -> Position:
        if self._open_position is None:
            self._open_position = Position(self.game)
            self._open_position.restore(self._position_bytes)
        return self._open_position

    @property
    def _engine(self) -> Engine:
        return engine_of(self.game)

    # --- reading

    @property
    def number(self) -> int:
        """Return the number of the position: how many actions led to it."""
        return len(self.actions)

    @property
    def over(self) -> bool:
        """Return True if the game has ended."""
        if not self._is_cache_checked:
            self._refresh_cache()
        return self._over

    def acting(self) -> tuple[int, ...]:
        """Return the seats (from 0) that may act now; several seats where they choose simultaneously."""
        if not self._is_cache_checked:
            self._refresh_cache()
        return self._acting

    def _refresh_cache(self) -> None:
        """Ask the rules for frequently needed facts only once in each position."""
        position = self._read_position()
        now = position.tobytes()
        if self._cached_position != now:
            self._cached_position, self._actions_by_seat, self._options_by_seat, self._reactions = now, {}, {}, {}
            engine = self._engine
            self._over, self._acting = engine.over(position), engine.acting(position)
        self._is_cache_checked = True

    def _forget_cache(self) -> None:
        """Ask the rules again, though the position is the same: they are others now."""
        self._cached_position, self._is_cache_checked = b"", False

    def options(self, seat: int) -> list[Option]:
        """Return the options that `seat` has now; an empty list if it is not acting."""
        self._check_player(seat)
        return [option for option, _ in self._legal_options(seat)]

    def n_options(self, seat: int) -> int:
        """Return how many options `seat` has now; counting them is much faster than describing them."""
        self._check_player(seat)
        return len(self._legal_actions(seat))

    def _legal_actions(self, seat: int) -> list[int]:
        """Return the legal actions of `seat` as numbers, cached for the current position."""
        acting = self.acting()
        if seat not in self._actions_by_seat:
            self._actions_by_seat[seat] = (
                list(self._engine.legal(self._read_position(), seat)) if seat in acting else []
            )
        return self._actions_by_seat[seat]

    def _legal_options(self, seat: int) -> list[tuple[Option, int]]:
        """Return the options of `seat` with their action numbers, cached for the current position."""
        actions = self._legal_actions(seat)
        if seat not in self._options_by_seat:
            hooks, state = self.game.hooks, self._read_position().state
            self._options_by_seat[seat] = [(describe_option(hooks, state, seat, action), action) for action in actions]
        return self._options_by_seat[seat]

    def prompt(self, seat: int | None = None, names: Sequence[str] | None = None) -> Prompt:
        """Return the prompt for `seat`: what it is asked or waits for. None is a spectator.

        It calls the players by `names`, by default those of the match.
        """
        self._check_reader(seat)
        return self.game.hooks.prompt(self._read_position().state, seat, self.acting(), names or self.names)

    def view(self, seat: int | None = None) -> dict[str, Any]:
        """Return everything that `seat` may see of the position, as plain data; None is a spectator."""
        self._check_reader(seat)
        return self.game.hooks.view(self._read_position().state, seat, self.acting(), self.log(seat))

    def setting_examples(self) -> Mapping[str, str]:
        """Return examples of what some settings mean in this match, by the key of the setting."""
        own = self.game.hooks.examples
        return own(self._read_position().state) if own else {}

    @property
    def has_hidden_state(self) -> bool:
        """Return True if one seat may see what another may not, by the game's views or by an event so far."""
        return self._has_private_events or not self.game.hooks.SAME_FOR_ALL

    def has_private_view(self, seat: int) -> bool:
        """Return True if `seat` now sees something that not everybody may see."""
        return self.has_hidden_state and self.view(seat) != self.view(None)

    @accept_old_keywords(places="keep_places")
    def log(self, seat: int | None = None, since: int = 0, keep_places: bool = False) -> list[Event]:
        """Return the events from index `since` on that `seat` may know.

        With `keep_places`, past events without a text keep their place (as kind PAST), so that the indices of a log
        stay valid and only its texts change.
        """
        events = self._events[since:]
        if (past := self._n_past_events() - since) > 0:
            events = [event.faded() for event in events[:past]] + events[past:]
            if not keep_places:
                events = [event for event in events if event.kind != PAST]
        return [event for event in events if event.known_to(seat)] if self._has_private_events else events

    def kinds_known_to(self, seat: int | None, before: int) -> set[str]:
        """Return the kinds of all events before action number `before` that `seat` may know, even if the log of today
        leaves them out.
        """
        return {event.kind for event in self._events if event.number < before and event.known_to(seat)}

    @property
    def n_events(self) -> int:
        """Return how many events there have been, private ones included; pass it to `log(since=...)` to
        continue there.
        """
        return len(self._events)

    @property
    def n_past_actions(self) -> int:
        """Return how many actions are past, so that the log tells less of them than when they were played."""
        return min(self._events[self._n_faded_events].number, self.number - 1) if self._n_past_events() else 0

    def _n_past_events(self) -> int:
        """Return how many events are past; those of the last action never are, and none is once the game is over."""
        return (
            min(self._n_faded_events, self._history[-1].events)
            if self._n_faded_events and self._history and not self.over
            else 0
        )

    def points(self) -> list[int]:
        """Return the points by seat."""
        return [round(s) for s in self._engine.points(self._read_position())[: self.players]]

    def returns(self) -> list[float]:
        """Return the returns by seat: all 0 until the game is over."""
        return self._engine.returns(self._read_position())[: self.players]

    def score_sheet(self, seat: int | None = None) -> dict[str, Any]:
        """Return every seat's points by their source, without those that `seat` may not know; None is a spectator."""
        self._check_reader(seat)
        own = self.game.hooks.score_sheet
        return own(self.view(seat), self.log(seat)) if own else default_score_sheet(self.points())

    def story(self) -> Story:
        """Return how the match went, from public information. Raise BadMatch while the game is running."""
        if not self.over:
            raise BadMatch("A match has no story until it is over.")
        if self._story is None:
            history, log = PointsHistory(self._points_history(), self.returns(), self.game.unit), self.log(None)
            own = self.game.hooks.story
            self._story = complete_story(own(self.view(None), log, history) if own else default_story(log, history))
        return self._story

    def _points_history(self) -> list[list[int]]:
        """Return the points by seat after the deal and after every action."""
        found, past = [], Position(self.game)
        for before in self._history:
            past.restore(before.data)
            found.append([round(score) for score in self._engine.points(past)[: self.players]])
        return [*found, self.points()]

    def reaction(self, seat: int) -> Reaction | None:
        """Return what is at stake for `seat` if it may react out of turn now, or None."""
        if seat not in self.acting():
            return None
        if seat not in self._reactions:
            self._reactions[seat] = self.game.hooks.reaction(self._read_position().state, seat)
        return self._reactions[seat]

    def reason(self, seat: int, option: str) -> str:
        """Return why a player might choose an option of `seat`, in words that everybody may read; empty if there is no
        reason.

        Where a seat may react out of turn the reason is always empty, because it would reveal the reaction.
        """
        if self.reaction(seat) is not None or len(self.acting()) != 1:
            return ""
        found = next((action for known, action in self._legal_options(seat) if known.id == option), None)
        hooks, state = self.game.hooks, self._read_position().state
        why = hooks.explain_free(state, seat, option) if found is None else hooks.explain_action(state, seat, found)
        return fill_names(why, self.names)

    def position(self, number: int | None = None) -> bytes:
        """Return the bytes of the current position, or of position `number`; two positions are equal if their bytes
        are.
        """
        if number is not None and number != self.number:
            return self._history[number].data
        return self._cached_position if self._is_cache_checked else self._read_position().tobytes()

    @accept_old_keywords(openly="show_remembered")
    def at(self, number: int, dice: DiceSource | None = None, show_remembered: bool = False) -> Match:
        """Return the match as it was after `number` actions, to look at or to play on from there with these `dice`.

        This match does not change. With `show_remembered`, what players had to remember is shown
        too once the game is over.
        Raise BadMatch if there is no such position.
        """
        if isinstance(number, bool) or not isinstance(number, int) or not 0 <= number <= self.number:
            raise BadMatch(f"There is no position {str(number)[:20]}; this match has 0 to {self.number}.")
        earlier, last = copy.copy(self), number == self.number
        events = len(self._events) if last else self._history[number].events
        earlier.actions, earlier._history = self.actions[:number], self._history[:number]
        earlier._events = self._events[:events]
        earlier._has_private_events = any(event.readers is not None for event in earlier._events)
        earlier._n_faded_events = self._n_faded_events if last else self._history[number].faded
        earlier._is_continuation = False
        earlier._source, earlier._box, earlier._position = dice or self._source, DiceBox(), Position(self.game)
        earlier._position.restore(self.position(number))
        if show_remembered and self.over and "memory" in self.settings:
            earlier._position.state.options.memory = False
        earlier._cached_position, earlier._story = b"", None
        return earlier

    def copy(self) -> Match:
        """Return the same match, to play on in; this one does not change then."""
        other = self._move_position()
        other.actions, other._history, other._events = self.actions[:], self._history[:], self._events[:]
        other._is_continuation = False
        return other

    def continuation(self) -> Match:
        """Return the same match, to play on in, like `copy`, but in a time that does not depend on its length.

        The lists of this match go on in the other one: do not hold `actions` of this one while you play there.
        """
        lists = {name: getattr(self, name) for name in GROWING}
        other = self._move_position()
        other._is_continuation = True
        self._leave_lists(lists)
        return other

    def _move_position(self) -> Match:
        """Return a copy that goes on in our record with its views; ours is made again if it is read."""
        other = object.__new__(type(self))
        other.__dict__.update(self.__dict__)
        if hasattr(self._source, "__copy__"):  # it counts what was drawn
            other._source = copy.copy(self._source)
        self._position_bytes, self._open_position = self.position(), None
        return other

    def _leave_lists(self, lists: Mapping[str, list[Any]]) -> None:
        """Leave `lists` to a match that adds to them; ours are made again if they are read."""
        self._left_lists = {name: (found, len(found)) for name, found in lists.items()}
        for name in GROWING:
            self.__dict__.pop(name, None)

    if not TYPE_CHECKING:

        def __getattr__(self, name: str) -> Any:
            """Return one of our lists as it was when we left it to a continuation."""
            left = self.__dict__.get("_left_lists", {})
            if name not in left:
                raise AttributeError(f"{type(self).__name__!r} object has no attribute {name!r}", name=name, obj=self)
            found, length = left[name]
            self.__dict__[name] = own = found[:length]
            return own

    def without_dice(self) -> Match:
        """Return a copy for code that only looks at the match and chooses options.

        Nothing in the copy predicts dice to come, and nothing can be played in it.
        """
        other = copy.copy(self)
        other._source, other._open_position = NoDiceSource(), None
        other._position_bytes = self.position()
        other._leave_lists({name: getattr(self, name) for name in GROWING})  # ours may grow
        return other

    def full_log(self) -> list[Event]:
        """Return every event, private ones included. Raise BadMatch while the game is running."""
        if not self.over:
            raise BadMatch("The full log has private entries. You can read it when the game is over.")
        return list(self._events)

    def __str__(self) -> str:
        if own := self.game.hooks.text_board:
            return own(self.view(None), self.names)
        return default_text_board(self.game.name, self.names, self.points(), self.acting())

    def svg(self, seat: int | None = None) -> str:
        """Return the position as `seat` sees it, as an SVG. Raise NoPicture if the game draws none."""
        self._check_reader(seat)
        picture = self.game.hooks.picture
        if picture is None:
            raise NoPicture(f"{self.game.name} has no picture. Print the match or use its view.")
        return picture(self.view(seat))

    def _repr_svg_(self) -> str | None:
        """Return what a notebook shows: the picture of the game, or None."""
        return self.svg() if self.game.hooks.picture else None

    def __repr__(self) -> str:
        return f"<Match {self.game.id} {count_players(self.players)}, {self.number} actions>"

    # --- playing

    def play(self, seat: int, option: str, outcome: Mapping[str, Any] | None = None) -> list[Event]:
        """Play an option of `seat` by its text and return the events that this seat may know; `log` has those of the
        others.

        `outcome` is the recorded outcome of a measured action, so that a replay does not measure it again. Raise
        MatchOver, NotYourTurn or IllegalOption if the option is refused; then nothing has changed.
        """
        self._check_player(seat)
        if self.over:
            raise MatchOver(_("The game is over."))
        if seat not in self.acting():
            acting = listing(self.names[each] for each in self.acting())
            raise NotYourTurn(_("It isn't {player}'s turn, but {players}'s.", player=self.names[seat], players=acting))
        text, action = self._find_option(seat, option)
        before, asked, n_events = self.position(), self.acting(), len(self._events)
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
        self._history.append(HistoryEntry(before, n_events, self._n_faded_events, barrier, asked))
        measured = box.outcome if self.game.engine else None
        self.actions.append(PlayedAction(seat, text, tuple(box.draws()), tuple(box.sides()), measured))
        self._append_events(self.number)
        self._start_forks()
        return self.log(seat, n_events)

    def practise(self, seat: int, option: str) -> Mapping[str, Any]:
        """Return what an option would lead to with dice of its own, in games with practice, as long as the settings
        allow it.

        The match does not change. Raise IllegalOption or the game's own error if this is not possible.
        """
        self._check_player(seat)
        practice = self.game.hooks.practice
        if practice is None or not isinstance(option, str) or len(option) > MAX_TEXT:
            raise IllegalOption(_("There is nothing to practise here."))
        return practice(self._position.state, seat, self.game.hooks.normal(option))

    def sample_outcomes(self, seat: int, option: str) -> Iterator[Mapping[str, Any]]:
        """Yield the likely outcomes of an option with dice of its own, in games that can sample them; each result
        includes more samples than the one before.

        It works on a copy, so the match may continue meanwhile, in this thread or another. The first result raises the
        game's own error if this is not possible.
        """
        self._check_player(seat)
        likely = self.game.hooks.likely
        if likely is None or not isinstance(option, str) or len(option) > MAX_TEXT:
            raise IllegalOption(_("You can't try that out here."))
        return likely(copy_record(self._read_position().state), seat, self.game.hooks.normal(option))

    def _find_option(self, seat: int, option: object) -> tuple[str, int]:
        if isinstance(option, ChosenOption) and option.action in self._legal_actions(seat):
            known = self.game.hooks.describe_action(self._read_position().state, seat, option.action)
            if known.id == option:
                return known.id, option.action
        legal = self._legal_options(seat)
        if isinstance(option, str) and len(option) <= MAX_TEXT:
            wanted = self.game.hooks.normal(option)
            for known, action in legal:
                if known.id == wanted:
                    return known.id, action
            state = self._read_position().state
            if found := self.game.hooks.free(state, seat, wanted):
                return found
            why = self.game.hooks.refusal(state, seat, wanted)
        else:
            why = "not an option's text"
        shown = repr(option) if len(repr(option)) <= 60 else repr(option)[:57] + "...'"
        ids = [known.id for known, _ in legal]
        listed: str = ", ".join(ids[:12])
        if len(ids) > 12:
            listed = _("{options} and {more} more", options=listed, more=len(ids) - 12)
        legal_now = _("Legal: {options}.", options=listed)
        if not why:
            raise IllegalOption(join_sentences(_("{option} isn't legal now.", option=shown), legal_now))
        sentence = why if why.endswith(".") else Text("{why}.", {"why": why})
        raise IllegalOption(join_sentences(Text("{option}: {why}", {"option": shown, "why": sentence}), legal_now))

    def explain_refusal(self, seat: int, option: str) -> str:
        """Return why `seat` can't play this option now, as a sentence; empty if it can."""
        self._check_player(seat)
        if seat not in self.acting():
            return _("It isn't your turn.")
        wanted, state = self.game.hooks.normal(option[:MAX_TEXT]), self._read_position().state
        try:
            if any(known.id == wanted for known, _ in self._legal_options(seat)):
                return ""
            if self.game.hooks.free(state, seat, wanted):
                return ""
        except BadThrow as error:
            return str(error)
        why = self.game.hooks.refusal(state, seat, wanted)
        if isinstance(why, Text) and why:
            return why if why.endswith(".") else Text("{why}.", {"why": why})
        return f"{why[:1].upper()}{why[1:].rstrip('.')}." if why else _("That isn't possible now.")

    def describes_freely(self, seat: int, text: str) -> bool:
        """Return True if `text` (in its normal form) is an option that is not listed but may be played."""
        return self.game.hooks.free(self._read_position().state, seat, text) is not None

    def _append_events(self, number: int) -> None:
        tell = self.game.hooks.log_entry
        forgets = self.settings.get("memory", False)
        new: list[Event] = []
        measured = self._box.outcome
        for record in self._box.events():
            entry = tell(record, measured) if self.game.engine else tell(record)
            if entry.closes and number and forgets:
                self._n_faded_events = len(self._events) + len(new)
            later = entry.later if forgets else None
            words = (entry.kind, entry.seat, entry.text, entry.facts, entry.readers, later)
            later_own = {} if later is None else entry.later_own
            new.append(Event(*words, last=entry.last, own=entry.own, later_own=later_own, number=number))
            if entry.readers is not None:
                self._has_private_events = True
        self._events += new

    def decision_start(self, seat: int) -> int:
        """Return the first position in which `seat` already had its current decision, while other seats only made
        choices that are not revealed yet.
        """
        number = self.number
        while number > 0:
            before = self._history[number - 1]
            if before.barrier or seat not in before.asked or self.actions[number - 1].seat == seat:
                break
            number -= 1
        return number

    def can_undo(self, seat: int) -> bool:
        """Return True if `seat` played the last action and that action drew no dice and revealed nothing."""
        return bool(self.actions) and self.actions[-1].seat == seat and not self._history[-1].barrier

    def undo(self, seat: int) -> None:
        """Take back the last action of `seat`. Raise CannotUndo with the reason if that is not possible."""
        self._check_player(seat)
        if self.actions and self.actions[-1].seat == RULE_CHANGE_SEAT:
            raise CannotUndo(_("The rules have since been corrected, so you can't undo earlier moves."))
        if not self.actions or self.actions[-1].seat != seat:
            raise CannotUndo(_("The last move wasn't yours, so you can't undo it."))
        if not self.can_undo(seat):
            raise CannotUndo(_("Dice have since been rolled or something revealed, so you can't undo it."))
        before = self._history[-1]
        self._position.restore(before.data)
        if self._is_continuation:  # the match that this one continues may still read what is undone
            self.actions, self._history, self._events = self.actions[:], self._history[:], self._events[:]
            self._is_continuation = False
        self.actions.pop()
        self._history.pop()
        del self._events[before.events :]
        self._n_faded_events = before.faded

    # --- saving

    def save(self, secret: bool = True) -> dict[str, Any]:
        """Return the whole match as plain data (JSON): header and actions with their dice; it replays exactly.

        Without `secret`, nothing in it predicts dice to come. Raise BadMatch if the match was set up, not dealt: its
        actions alone don't lead to its position.
        """
        if not self._was_dealt:
            raise BadMatch("This match started from a position of its own, so it can't be saved as a list of actions.")
        return write_match(
            game=self.game,
            match_id=self.id,
            names=self.names,
            settings=self.game.record(self.settings),
            dice=self._source.describe(secret),
            deal=(self.deal_draws, self.deal_sides),
            actions=self.actions,
            scores=self.points(),
            over=self.over,
        )

    @classmethod
    def load(cls, saved: Mapping[str, Any] | str | bytes) -> Match:
        """Read a saved match and replay it. Raise BadMatch if it does not follow the rules."""
        data = read_match(saved)
        try:
            match = cls._replay(data)
        except BadMatch:
            raise
        except DicehouseError as error:
            raise BadMatch(f"The match doesn't follow the rules: {error}") from error
        check_draws(match.deal_draws, data.deal, "the deal")
        if data.scores is not None and data.scores != match.points():
            raise BadMatch(
                f"The match says that the points are {shorten(data.scores)}, but the replay gives {match.points()}."
            )
        return match

    @classmethod
    def _replay(cls, data: SavedMatch) -> Match:
        game = find_game_of_match(data)
        match = cls(game, data.players, game.recorded(data.settings), data.source, data.names, data.match_id)
        for number, action in enumerate(data.actions, 1):
            # only games that measure have an outcome, even an empty one
            outcome = (action.outcome or {}) if game.engine else None
            match.play(action.seat, action.option, outcome)
            check_draws(match.actions[-1].draws, action.draws, f"action {number}")
        return match

    @classmethod
    def set_up(
        cls,
        game: str,
        *,
        players: int,
        options: Mapping[str, object] | None = None,
        dice: DiceSource | None = None,
        names: Sequence[str] | None = None,
        **position: Any,
    ) -> Match:
        """Return a match that starts from a position you set up; each game's page in the docs lists the keywords it
        knows.

        Raise BadSetting if a keyword is wrong. This is for tests and studies: such a match can't be saved, because its
        beginning was never played.
        """
        found = find(game)
        match = cls(found, players, options or {}, Seeded(0), names)
        known = found.hooks.SET_UP
        words = read_setup(known, position, players) if known else position
        found.hooks.set_up(match._position.state, players, **words)
        match._was_dealt = False
        match._source = dice or Seeded(0)
        match._events.clear()
        return match

    def fork(
        self,
        number: int,
        seat: int,
        *,
        dice: DiceSource | None = None,
        names: Sequence[str] | None = None,
        match_id: str | None = None,
    ) -> Match:
        """Return a new match that branches off where `seat` had to decide something after `number` actions of this one.

        The information hidden from the seat at that point is dealt again, and choices that other seats had made but not
        yet revealed are made again. `dice` are the dice from there on (default: random ones). `names` and `match_id`
        replace those of this match. Raise BadMatch if the seat had nothing to decide at that point.
        """
        if self.n_actions_under_older_rules:
            raise BadMatch(_("This game used older rules, so it has no what-if."))
        saved = self.save(secret=True)
        if isinstance(number, bool) or not isinstance(number, int) or not 0 <= number <= self.number:
            raise BadMatch(f"There is no moment {str(number)[:20]}; this match has moments 0 to {self.number}.")
        then = Match.load(truncate_history(saved, number))
        if seat not in then.acting():
            who = self.names[seat] if 0 <= seat < self.players else _("nobody")
            raise BadMatch(
                _("{player} had nothing to decide at that point. Choose one of their decisions.", player=who)
            )
        source = dice or Seeded(uuid.uuid4().hex)
        header = {"id": match_id or uuid.uuid4().hex, "names": list(names or self.names)}
        return Match.load(fork_saved_match(saved, then.decision_start(seat), seat, source.describe(True), **header))

    # --- names of the version before

    scores = old_attribute("points")
    shares = old_attribute("returns")
    sheet = old_attribute("score_sheet")
    examples = old_attribute("setting_examples")
    hides = old_attribute("has_private_view")
    past = old_attribute("n_past_actions")
    recorded = old_attribute("n_actions_under_older_rules")
    likely = old_attribute("sample_outcomes")
    why_not = old_attribute("explain_refusal")

    # --- helpers

    def _check_reader(self, seat: int | None) -> None:
        if seat is not None:
            self._check_player(seat)

    def _check_player(self, seat: int) -> None:
        if isinstance(seat, bool) or not isinstance(seat, int) or not 0 <= seat < self.players:
            raise NotYourTurn(f"There is no seat {str(seat)[:20]}; seats go from 0 to {self.players - 1}.")


def check_seat_names(names: Sequence[str] | None, players: int) -> list[str]:
    """Return `names`, stripped, or a default name for every seat. Raise BadSetting if they are not valid names."""
    if names is None:
        return [f"Player {seat + 1}" for seat in range(players)]
    if isinstance(names, str) or len(names) != players:
        raise BadSetting(f"There are {players} seats. Give each a name.")
    for name in names:
        if not isinstance(name, str) or not name.strip() or len(name) > MAX_NAME or not name.isprintable():
            raise BadSetting(f"A name must have 1 to {MAX_NAME} printable characters, not {str(name)[:30]!r}.")
    return [name.strip() for name in names]


def describe_option(hooks: GameHooks, state: Any, seat: int, action: int) -> Option:
    """Return a legal action as an option that says whether it can be taken back."""
    option: Option = hooks.describe_action(state, seat, action)
    return option if hooks.final(state, seat, action) else replace(option, final=False)


class NoDiceSource:
    """Refuse to give dice: the source of a match that can only be looked at."""

    def prepare(self, dice: Any, number: int) -> None:
        raise RuntimeError("This match is only a view. Play in the match that it was made from.")

    def finished(self, dice: Any) -> None:
        raise RuntimeError("Nothing was played.")

    def describe(self, secret: bool) -> dict[str, Any]:
        return {"kind": "none"}


def new(
    game: str,
    *,
    players: int | None = None,
    options: Mapping[str, object] | None = None,
    seed: int | str | None = None,
    dice: DiceSource | None = None,
    names: Sequence[str] | None = None,
    match_id: str | None = None,
) -> Match:
    """Begin a match of `game`, dealt and waiting for its first decision.

    `options` are settings that differ from the game's defaults; `players` defaults to the game's usual number. The dice
    come from `dice` (a `Tape`, a `Keyed`, any `DiceSource`), from a `seed`, or are random. Raise UnknownGame,
    BadSetting or BadSeed if an argument is wrong.
    """
    found = find(game)
    if dice is not None and seed is not None:
        raise BadSetting("seed and dice exclude each other. Give one of them.")
    source = dice or Seeded(uuid.uuid4().hex if seed is None else seed)
    return Match(found, found.usual if players is None else players, options or {}, source, names, match_id)


__all__ = ["PAST", "ChosenOption", "Event", "Match", "PlayedAction", "new"]
