"""A game as one value: who may play it, its settings, its rules, and how it speaks to people.

The same value is an argument of compiled code (see game_type.py): there `game.legal(state, seat, actions)` is the rule
itself.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from types import ModuleType
from typing import Any

from ..errors import BadSetting
from .compiling import is_rule
from .fingerprints import fingerprint_of
from .hooks import PARTS, Hooks
from .lesson import Lesson
from .settings import Mode, Setting, Value, complete, people, short
from .telling import Option, Prompt, Reaction, Term, Told

__all__ = ["Game", "Option", "Prompt", "Reaction", "Term", "Told"]


def _all_go_together(players: int, settings: Mapping[str, Value]) -> None:
    """The `check` of a game whose settings go together whatever they are."""


@dataclass(frozen=True)
class Game:
    """One game: the modules of its folder behind one face.

    `rules` holds the records and the compiled functions; what the other modules may define is listed in `kit.hooks`,
    and `hooks` has all of it. `check` says which settings don't go with which number of players, `usual` how many play
    when nobody says it. `engine` makes the `Engine` of a game whose rules are not compiled: one that measures, in a
    simulated world, what others draw from dice.
    """

    id: str
    name: str
    tagline: str
    players: tuple[int, int]
    minutes: int
    rules: ModuleType
    options: ModuleType
    view: ModuleType
    words: ModuleType
    hints: ModuleType | None = None
    lessons: ModuleType | None = None
    settings: tuple[Setting, ...] = ()
    modes: tuple[Mode, ...] = (Mode("standard", "Standard", "The rules as written."),)
    check: Callable[[int, Mapping[str, Value]], None] = _all_go_together
    usual: int = 0  # how many usually play; the fewest if not given
    unit: tuple[str, str] = ("point", "points")  # what a score counts: one of it, and several
    glance: tuple[tuple[str, str], ...] = ()  # three pictures of the game (art/ID-1.svg ...): the words of each
    version: str = "1"
    engine: Callable[[Game], Any] | None = None

    def __post_init__(self) -> None:
        if self.usual == 0:
            object.__setattr__(self, "usual", self.players[0])

    @cached_property
    def hooks(self) -> Hooks:
        """All names that a game may define: its own, and for those it leaves out what the kit has instead."""
        return Hooks({part: getattr(self, part) for part in PARTS})

    def complete(self, given: Mapping[str, object]) -> dict[str, Value]:
        """All settings, checked one by one, with defaults for those not given."""
        return complete(self.settings, given)

    def agree(self, players: int, given: Mapping[str, object]) -> dict[str, Value]:
        """All settings for this number of players; BadSetting if these don't go together."""
        low, high = self.players
        if isinstance(players, bool) or not isinstance(players, int) or not low <= players <= high:
            raise BadSetting(f"{self.name} is for {low} to {high} players, not {short(players)}.")
        settings = self.complete(given)
        self.check(players, settings)
        return settings

    def span(self, mode: Mode | None = None) -> tuple[int, int]:
        """The fewest and the most who can play, in a mode or at all."""
        return self.players if mode is None or mode.players is None else mode.players

    def seated(self, mode: Mode | None = None, players: int | None = None) -> int:
        """How many play in a mode: as many as are asked for, else as near to the usual number as the mode allows.

        BadSetting if the mode is for other numbers.
        """
        low, high = self.span(mode)
        if players is None:
            return min(max(self.usual, low), high)
        if mode is not None and mode.players is not None and not low <= players <= high:
            raise BadSetting(f"{mode.name} is for {people(low, high)}, not {players}.")
        return players

    def counted(self, score: int) -> str:
        """A score with what it counts."""
        return f"{score:,} {self.unit[score != 1]}"

    def lesson(self, name: str) -> Lesson:
        """The lesson of that name; BadSetting if there is none."""
        for lesson in self.hooks.LESSONS:
            if lesson.name == name:
                return lesson
        known = ", ".join(lesson.name for lesson in self.hooks.LESSONS) or "none"
        raise BadSetting(f"{self.name} has no lesson {short(name)}; there are: {known}.")

    def fill(self, options: Any, settings: Mapping[str, Value]) -> None:
        """Write settings into the game's Options record."""
        for setting in self.settings:
            setattr(options, setting.key, setting.code(settings[setting.key]))

    @property
    def reacts(self) -> bool:
        """Whether a seat can be asked for a reply out of turn."""
        return "reaction" in self.hooks.own

    @property
    def readme(self) -> Path:
        """The rules for players: README.md in the game's folder, beside its rules. The file may be missing."""
        home = Path(str(self.rules.__file__)).parent
        return (home.parent if hasattr(self.rules, "__path__") else home) / "README.md"

    @cached_property
    def fingerprint(self) -> str:
        """A hash of every rule, constant and record that the game's compiled code can reach."""
        named = [("State", self.rules.State), ("Options", self.rules.Options)]
        for module in filter(None, (self.rules, self.hints)):
            named += sorted((name, value) for name, value in vars(module).items() if is_rule(value))
        return fingerprint_of(named)

    def __hash__(self) -> int:
        return hash(self.id)
