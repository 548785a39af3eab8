"""Every name that a game may define, each once: in which of its modules, what it takes and returns, and what serves
without it.

A `Game` holds these as `game.hooks`, filled in from its modules: `game.hooks.refusal(state, seat, text)` may be called
whether the author wrote one or not. `check_game` compares a game with this table, and the tables in
docs/adding-a-game.md are made from it.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from types import ModuleType
from typing import TYPE_CHECKING, Any, TypeVar

from ..errors import BadSetting
from .compiling import is_rule, rules
from .dice import Dice

if TYPE_CHECKING:
    import random

    from .actions import Actions
    from .answers import Answers
    from .items import Item
    from .lesson import Lesson
    from .measures import Measure
    from .observing import Plane
    from .reading import Word
    from .record import Array
    from .story import Course, Happening, Story
    from .telling import Option, Prompt, Reaction, Term, Told
    from .weakness import Level

F = TypeVar("F", bound=Callable[..., Any])
View = Mapping[str, Any]
PARTS = ("rules", "options", "view", "words", "hints", "lessons")
FREE = -1  # no choice: what the rules `bot_duty` and `sensible` return if they leave it to others
UNTOLD = float("-inf")  # what `standing` returns if it leaves it to the scores


@dataclass(frozen=True)
class Hook:
    """One row of the table: a name, its place, and what it is for."""

    name: str
    part: str  # the game's module it stands in, one of PARTS
    purpose: str
    kind: str  # "function", "rule" (a function that carries @rules), "record" or "constant"
    needed: bool
    without: str  # what happens in a game that lacks it
    default: Any
    takes: tuple[str, ...] = ()
    returns: str = ""
    measured: bool = False  # only for games with an engine of their own

    @property
    def call(self) -> str:
        """The name with what it takes, as one writes it."""
        return self.name if self.kind in ("record", "constant") else f"{self.name}({', '.join(self.takes)})"


# --- how the table below is written


@dataclass(frozen=True)
class _Row:
    part: str
    kind: str
    needed: bool = False
    without: str = ""
    purpose: str = ""
    default: Any = None
    measured: bool = False


_rows: dict[int, _Row] = {}


def _needed(part: str, kind: str = "function", measured: bool = False) -> Callable[[F], F]:
    """Every game has it."""

    def mark(function: F) -> F:
        _rows[id(function)] = _Row(part, kind, needed=True, measured=measured)
        return function

    return mark


def _default(part: str, without: str, measured: bool = False) -> Callable[[F], F]:
    """A game may leave it out: the function itself serves then."""

    def mark(function: F) -> F:
        kind = "rule" if is_rule(function) else "function"
        _rows[id(function)] = _Row(part, kind, without=without, default=function, measured=measured)
        return function

    return mark


def _optional(part: str, without: str, kind: str = "function", measured: bool = False) -> Callable[[F], F | None]:
    """A game may leave it out: it is None then, and who asks does without."""

    def mark(function: F) -> F | None:
        _rows[id(function)] = _Row(part, kind, without=without, measured=measured)
        return function

    return mark


def _constant(part: str, default: Any, purpose: str, without: str = "", kind: str = "constant") -> Any:
    """A name that is no function."""
    return _Row(part, kind, needed=not without, without=without, purpose=purpose, default=default)


class Hooks:
    """The names of one game: its own, and where it has none what stands here."""

    own: frozenset[str]  # the names that the game defines itself

    def __init__(self, modules: Mapping[str, ModuleType | None]) -> None:
        found = {hook.name: vars(module)[hook.name] for hook in HOOKS if _has(module := modules[hook.part], hook.name)}
        self.own = frozenset(found)
        for hook in HOOKS:
            setattr(self, hook.name, found.get(hook.name, hook.default))

    # --- rules

    State: Any = _constant("rules", None, "the record that is the whole position", kind="record")

    Options: Any = _constant("rules", None, "the record of the settings, a field for each", kind="record")

    @staticmethod
    @_needed("rules", "rule")
    def deal(state: Any, options: Any, n_players: int, dice: Dice) -> None:
        """Fills a record of zeros: the beginning."""

    @staticmethod
    @_needed("rules", "rule")
    def acting(state: Any) -> int:
        """The seats that may act, as a mask: seat 0 is 1, seat 1 is 2, seat 2 is 4."""
        raise NotImplementedError

    @staticmethod
    @_needed("rules", "rule")
    def legal(state: Any, seat: int, actions: Actions) -> None:
        """Adds the number of each thing the seat may do. It is called only for seats that may act."""

    @staticmethod
    @_needed("rules", "rule")
    def apply(state: Any, seat: int, action: int, dice: Dice) -> None:
        """Carries out one of them, and all that follows until the next decision."""

    @staticmethod
    @_needed("rules", "rule")
    def over(state: Any) -> bool:
        """Whether the game has ended. Then nobody acts; until then somebody does."""
        raise NotImplementedError

    @staticmethod
    @_needed("rules", "rule")
    def scores(state: Any, out: Array[float]) -> None:
        """Writes each seat's points into `out`."""

    @staticmethod
    @_needed("rules", "rule")
    def shares(state: Any, out: Array[float]) -> None:
        """Writes each seat's share of the win into `out`: all 0 until the end, then 1 together. If an opponent without
        a seat has won, the place behind the last seat gets the 1.
        """

    @staticmethod
    @_default("rules", "nothing is hidden: each seat knows the whole position")
    @rules
    def redeal(state: Any, seat: int, dice: Dice) -> None:
        """Draws anew all that the seat can't know. Every game needs it whose view differs by seat."""

    AT_ONCE: bool = _constant(
        "rules",
        False,
        "True if the players choose at the same moment again and again, as when both sides seal a choice each round",
        "players take turns, so learners are asked one after the other",
    )

    ACTIONS: tuple[int, ...] = _constant(
        "rules",
        (),
        "all numbers that actions can have, in order: a learner's fixed space of actions (see `Codes.all`)",
        "learners can't be seated",
    )

    PLANES: tuple[Plane, ...] = _constant(
        "rules",
        (),
        "the planes of numbers that `observe` writes, then those of `recall` and `secrets`: `Layout` hands them out",
        "learners see the fields of the record if nothing is hidden, else they can't be seated",
    )

    @staticmethod
    @_default("rules", "learners see the fields of the record if nothing is hidden, else they can't be seated")
    @rules
    def observe(state: Any, seat: int, out: Array[float]) -> None:
        """Writes what the seat sees as whole numbers into `out`, a row of zeros: the planes of the part "seen"."""

    @staticmethod
    @_default("rules", "the seat sees at any time all that it has been shown")
    @rules
    def recall(state: Any, seat: int, out: Array[float]) -> None:
        """The same of what the seat has seen before and the view no longer shows: the planes of the part "recall"."""

    @staticmethod
    @_default("rules", "nothing is hidden")
    @rules
    def secrets(state: Any, seat: int, out: Array[float]) -> None:
        """The same of all that the seat can't know, for a critic that may: the planes of the part "secret"."""

    LASTING: int = _constant(
        "rules",
        0,
        "the first place of the planes that `observe_next` leaves where nothing has changed, such as those of a board",
        "all planes are written anew in each step",
    )

    @staticmethod
    @_default("rules", "all planes are written anew in each step")
    @rules
    def observe_next(state: Any, seat: int, before: Any, looked: int, out: Array[float]) -> None:
        """Writes what `observe` does, faster. From the place `LASTING` on `out` still holds what the seat `looked` saw
        of the position `before`; in front of it are zeros.
        """

    # --- options

    @staticmethod
    @_needed("options")
    def describe(state: Any, seat: int, action: int) -> Option:
        """One legal action of a seat as an option: its text, label, note, path and facts."""
        raise NotImplementedError

    @staticmethod
    @_default("options", "case and spaces don't matter")
    def normal(text: str) -> str:
        """Brings what people type into the proper form of an option's text."""
        return " ".join(text.lower().split())

    @staticmethod
    @_default("options", "the refusal lists what is legal")
    def refusal(state: Any, seat: int, text: str) -> str:
        """Says why an option can't be played now ("only one 2 was thrown"). It may use only what the seat knows."""
        return ""

    @staticmethod
    @_default("options", "every option counts as final: who wants to be asked again is asked every time")
    def final(state: Any, seat: int, action: int) -> bool:
        """Whether the seat can't count on taking a legal action back alone: it throws, shows something, passes the
        choice on, or others answer at the same time. It may use only what the seat knows. False is a promise.
        """
        return True

    @staticmethod
    @_default("options", "only listed options can be played", measured=True)
    def free(state: Any, seat: int, text: str) -> tuple[str, int] | None:
        """Reads an option that is described, not listed: its proper text and its action, or None."""
        return None

    # --- view

    @staticmethod
    @_needed("view")
    def view(state: Any, seat: int | None, asked: Sequence[int], told: Sequence[Told]) -> dict[str, Any]:
        """All that a seat may see, as plain data; seat None is a spectator."""
        raise NotImplementedError

    SAME_FOR_ALL: bool = _constant(
        "view", False, "True if all readers see the same, so that a table looks only once", "each reader's view is made"
    )

    @staticmethod
    @_optional("view", "`match.svg()` raises `NoPicture`")
    def picture(view: View) -> str:
        """The position as one SVG, made of a view."""
        raise NotImplementedError

    # --- words

    @staticmethod
    @_needed("words")
    def tell(event: Any, measured: Mapping[str, Any] | None = None) -> Told:
        """An event as a sentence, and who may read it."""
        raise NotImplementedError

    @staticmethod
    @_needed("words")
    def prompt(state: Any, seat: int | None, asked: Sequence[int], names: Sequence[str]) -> Prompt:
        """What a seat is asked, or what it waits for. It may use only what the seat knows."""
        raise NotImplementedError

    @staticmethod
    @_optional("words", "a sheet of totals")
    def sheet(view: View, told: Sequence[Told]) -> dict[str, Any]:
        """The score sheet: where each seat's points came from."""
        raise NotImplementedError

    @staticmethod
    @_optional("words", "the largest changes of the points are told")
    def story(view: View, told: Sequence[Happening], course: Course) -> Story:
        """How a finished match went, of what a spectator knows: who won by what, how it turned, what everybody did."""
        raise NotImplementedError

    @staticmethod
    @_optional("words", "names and points")
    def table(view: View, names: Sequence[str]) -> str:
        """The position as text, for `print(match)`."""
        raise NotImplementedError

    @staticmethod
    @_optional("words", "the names in the view are shown")
    def facts(view: View, names: Sequence[str]) -> list[tuple[str, str]]:
        """What lies on the table, as labels and words, for pages without a board."""
        raise NotImplementedError

    @staticmethod
    @_optional("words", "options stand in one list")
    def heading(option: Option) -> tuple[str, str]:
        """A larger and a smaller heading under which an option is listed if there are many; empty: it stands alone."""
        raise NotImplementedError

    @staticmethod
    @_optional("words", "rows of settings show no sums")
    def examples(state: Any) -> Mapping[str, str]:
        """What the dice beside a setting bring at a table that was dealt with these settings, by the setting's key."""
        raise NotImplementedError

    THROWS: tuple[int, ...] = _constant(
        "words",
        (),
        "the kinds of events that show dice thrown at once, so that their order says nothing",
        "each die falls by itself",
    )

    GLOSSARY: tuple[Term, ...] = _constant(
        "words", (), "what each kind of thing on the table is, in a sentence", "a touch explains nothing"
    )

    # --- hints

    @staticmethod
    @_default("hints", "the bot `sensible` plays as `greedy` does")
    @rules
    def sensible(state: Any, seat: int, actions: Actions, memo: Any, dice: Dice) -> int:
        """The action of a hand-made player; -1 leaves it to `greedy`."""
        return FREE

    MEMO: int = _constant(
        "hints", 1, "how many numbers `sensible` wants to have worked out once for a table", "`memo` has one number"
    )

    @staticmethod
    @_default("hints", "`memo` begins with zeros")
    def prepare(state: Any, memo: Any) -> None:
        """Works out these numbers for a table's settings."""

    @staticmethod
    @_default("hints", "weak bots err only by what they overlook")
    @rules
    def temptation(state: Any, seat: int, actions: Actions, nerve: int, memo: Any, dice: Dice) -> int:
        """The action to which weak players give way, by `nerve` from 0 (shy) to 100 (reckless); -1: nothing tempts."""
        return FREE

    LEVELS: Mapping[str, Level] = _constant(
        "hints", {}, "what the bots with faces are like in this game, by name", "they are as in most games"
    )

    @staticmethod
    @_default("hints", "the scores")
    @rules
    def standing(state: Any, seat: int) -> float:
        """How many points a seat's position is worth; `greedy` looks at it."""
        return UNTOLD

    @staticmethod
    @_default("hints", "everybody plays for themselves")
    @rules
    def side(state: Any, seat: int) -> int:
        """Whom a seat plays for: partners, who win together, all name the lowest seat of theirs."""
        return seat

    @staticmethod
    @_default("hints", "bots choose freely")
    @rules
    def bot_duty(state: Any, seat: int) -> int:
        """The action that every bot takes here, whatever it thinks; -1 where it may choose."""
        return FREE

    @staticmethod
    @_default("hints", "a game is not divided into turns")
    @rules
    def turns(state: Any) -> int:
        """How many turns (combats, or whatever people count) have begun: whoever looks ahead stops between two."""
        return 0

    @staticmethod
    @_default("hints", "a search plays every game on to its end")
    @rules
    def estimate(state: Any, memo: Any, out: Any) -> bool:
        """Puts each seat's share of the win into `out`, as it may be expected between two turns; False where it can't
        be said. All that is hidden may be looked at: a search asks it of positions that it made up.
        """
        return False

    @staticmethod
    @_default("hints", "a search gives what `sensible` would not play equal chances")
    @rules
    def promises(state: Any, seat: int, actions: Actions, memo: Any, out: Any) -> bool:
        """Puts into `out` how much each of the listed options promises, as the seat sees it: a search tries one that
        has 1 more e times as often, at first. False where it can't be said. The position must be left as it was.
        """
        return False

    @staticmethod
    @_default("hints", "nobody is asked out of turn")
    def reaction(state: Any, seat: int) -> Reaction | None:
        """What is at stake if the seat is asked for an optional reply out of turn. Standing orders can answer it."""
        return None

    @staticmethod
    @_default("hints", "bots don't say why")
    def reason(state: Any, seat: int, action: int) -> str:
        """Why a bot chose this ("banks 450: two dice lose it 44 % of the time."), said to all: of what everybody sees
        only. First what it does, and after the colon why, which is the reason of a hint; seats are named as {0}..{5}.
        Empty: nothing is said.
        """
        return ""

    @staticmethod
    @_default("hints", "it goes by its text", measured=True)
    def describe_free(state: Any, seat: int, text: str) -> Option | None:
        """An option that is described, not listed, as people call it; None if there is no such thing."""
        return None

    @staticmethod
    @_default("hints", "bots don't say why", measured=True)
    def reason_free(state: Any, seat: int, text: str) -> str:
        """The same as `reason`, of an option that is described, not listed."""
        return ""

    SET_UP: tuple[Word, ...] = _constant(
        "hints", (), "the words of `set_up`: what each may say, and what it means", "there are no words"
    )

    @staticmethod
    @_default("hints", "the game can't be set up")
    def set_up(state: Any, players: int, **position: Any) -> None:
        """Turns the dealt position into the one that the words describe, each a keyword argument."""
        raise BadSetting("This game can't be set up from a position.")

    ITEMS: tuple[Item, ...] = _constant(
        "hints",
        (),
        "what a seat may be given or denied after the deal, to find out what it is worth",
        "studies have no experiments",
    )

    @staticmethod
    @_default("hints", "studies have no experiments")
    def hand_out(state: Any, seat: int, item: str, granted: bool, luck: random.Random) -> bool:
        """Gives a seat an item in a position that was just dealt, or takes it away, and changes nothing else that it
        needn't; what the seat must give for it is drawn by `luck`. False: these settings have no such thing.
        """
        return False

    MEASURES: tuple[Measure, ...] = _constant(
        "hints",
        (),
        "what studies count of every finished game beyond what they measure in any",
        "studies measure what can be measured in any game",
    )

    @staticmethod
    @_needed("hints", measured=True)
    def choose(state: Any, seat: int, level: Level, luck: random.Random) -> str:
        """The text of the option that a bot plays: a plain one, by its name, or a weak one, by its mind."""
        raise NotImplementedError

    @staticmethod
    @_optional("hints", "there is no practice", measured=True)
    def practice(state: Any, seat: int, text: str) -> Mapping[str, Any]:
        """What would come of an option, with chance of its own; nothing changes."""
        raise NotImplementedError

    @staticmethod
    @_optional("hints", "nobody is told what is likely", measured=True)
    def likely(state: Any, seat: int, text: str) -> Iterator[Mapping[str, Any]]:
        """What an option would probably bring, tried out again and again; each answer is surer than the one before."""
        raise NotImplementedError

    @staticmethod
    @_optional("hints", "the bot `search` chooses as `sensible` does", measured=True)
    def search(state: Any, seat: int, luck: random.Random, spent: Callable[[int], float]) -> str:
        """The text of the option that a search finds best; `spent(tries)` is the part of its budget that is used up."""
        raise NotImplementedError

    SOLVABLE: Mapping[str, Any] = _constant(
        "hints", {}, "the settings with which the game can be solved, where a table says nothing else", "no settings"
    )

    @staticmethod
    @_optional("hints", "there are no exact answers")
    def solve(state: Any, again: bool, progress: Callable[[float], None]) -> Answers:
        """Solves the game that a dealt table plays, or takes what is kept of it unless it is to be solved `again`;
        `progress` hears which part is done.
        """
        raise NotImplementedError

    @staticmethod
    @_default("hints", "nothing is known for sure")
    def exact_chance(state: Any, seat: int) -> float | None:
        """The seat's chance to win if all play as well as can be, where the game was solved. It may use only what the
        seat knows.
        """
        return None

    @staticmethod
    @_default("hints", "nothing is known for sure")
    def exact_choice(state: Any, seat: int) -> int:
        """The action that a solved game gives the seat; -1 where it was not solved."""
        return FREE

    # --- lessons

    LESSONS: tuple[Lesson, ...] = _constant(
        "lessons", (), "the first games that teach this one, in the order in which they are taken", "nothing is taught"
    )


def _has(module: ModuleType | None, name: str) -> bool:
    return module is not None and name in vars(module)


def _read(name: str, value: Any) -> Hook | None:
    """One row of the table, as it is written above."""
    if isinstance(value, _Row):
        return Hook(name, value.part, value.purpose, value.kind, value.needed, value.without, value.default)
    function = value.__func__ if isinstance(value, staticmethod) else None
    row = _rows.get(id(function))
    if row is None or function is None:
        return None
    signature = inspect.signature(function)
    takes = tuple(p.name for p in signature.parameters.values() if p.default is p.empty)
    takes = tuple(f"**{each}" if each == "position" else each for each in takes)
    purpose = " ".join((function.__doc__ or "").split())
    returns = str(signature.return_annotation)
    return Hook(name, row.part, purpose, row.kind, row.needed, row.without, row.default, takes, returns, row.measured)


HOOKS = tuple(hook for name, value in tuple(vars(Hooks).items()) if (hook := _read(name, value)))
BY_NAME = {hook.name: hook for hook in HOOKS}
