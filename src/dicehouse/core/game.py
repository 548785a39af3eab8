"""Hold a game as one value: players, settings, rules, and presentation.

The same value is an argument of compiled code (see compiler/game_type.py): there `game.legal(state, seat, actions)` is
the rule itself.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property, wraps
from pathlib import Path
from types import ModuleType
from typing import Any

import numpy as np

from ..compiler.fingerprints import fingerprint_of
from ..compiler.game_type import GameType, game_type_of
from ..compiler.rule_compiler import is_rule
from ..errors import BadSetting
from ..i18n import Text, _
from ..i18n.catalogues import add_folder
from ..old_names import old_attribute
from ..records.record import dtype, strict
from ..text_format import count_players, shorten
from .game_protocol import default_rules
from .game_protocol.earlier_form import add_current_names, current_arguments
from .game_protocol.hook_table import GROUPS, GameHooks
from .lesson import Lesson
from .option import GlossaryTerm
from .settings import FIRST_VERSION, Mode, Setting, SettingValue, complete_settings
from .short_rules import RulesSection


def _accept_all_settings(players: int, settings: Mapping[str, SettingValue]) -> None:
    """Accept any settings; the `check` of a game whose settings all go together."""


def _fill_settings(text: str, values: Mapping[str, str]) -> str:
    """Return `text` with the value of a setting in place of each {KEY}."""
    if isinstance(text, Text):
        return Text(text.message, {**text.arguments, **values}, plural=text.plural, context=text.context)
    return re.sub(r"\{(\w+)\}", lambda found: values.get(found[1], found[0]), text)


@dataclass(frozen=True)
class Game:
    """Join the modules of one game's folder, in five groups.

    `rules` holds the records and the compiled functions, `presentation` what people see and read, `policy` how bots
    play, `experiments` what studies may change and count, and `setup` how to begin in the middle. Each is a module, and
    all but the rules may be several. `core/game_protocol` has a file for each group, which lists what its modules may
    define; `hooks` has all of it. `check` raises BadSetting for settings that don't go with the number of players,
    `usual` is the number of players unless somebody asks for another. `engine` makes the `Engine` of a game whose rules
    are not compiled: one that measures outcomes in a simulated world where other games draw dice. `versions` are
    settings made by `version_setting`, which no form offers.
    """

    id: str
    name: str
    tagline: str
    players: tuple[int, int]
    minutes: int
    rules: ModuleType
    presentation: ModuleType | tuple[ModuleType, ...]
    policy: ModuleType | tuple[ModuleType, ...] | None = None
    experiments: ModuleType | tuple[ModuleType, ...] | None = None
    setup: ModuleType | tuple[ModuleType, ...] | None = None
    settings: tuple[Setting, ...] = ()
    modes: tuple[Mode, ...] = (Mode("standard", _("Standard"), _("The rules as written.")),)
    check: Callable[[int, Mapping[str, SettingValue]], None] = _accept_all_settings
    usual: int = 0  # the usual number of players; by default the smallest
    unit: tuple[str, str] = (_("point"), _("points"))  # the unit of a score: one, and several
    glance: tuple[tuple[str, str], ...] = ()  # captions of pictures (art/ID-1.svg ...); {KEY} is a setting's value
    version: str = "1"
    engine: Callable[[Game], Any] | None = None
    versions: tuple[Setting, ...] = ()

    def __post_init__(self) -> None:
        if self.usual == 0:
            object.__setattr__(self, "usual", self.players[0])
        add_current_names(self.modules)
        if getattr(self.rules, "__file__", None):
            add_folder(self.folder / "locale")

    @property
    def modules(self) -> dict[str, tuple[ModuleType, ...]]:
        """Return the modules of each group, by its name."""
        return {group: _as_tuple(getattr(self, group)) for group in GROUPS}

    @cached_property
    def hooks(self) -> GameHooks:
        """Return all names that a game may define: its own, and defaults for those it leaves out."""
        return GameHooks(self.modules)

    def complete(self, given: Mapping[str, object]) -> dict[str, SettingValue]:
        """Return all settings, each checked, with defaults for those not in `given`."""
        return complete_settings((*self.settings, *self.versions), given)

    def recorded(self, settings: Mapping[str, Any]) -> dict[str, Any]:
        """Return the `settings` of a record, in which a version is 1 if it is not named."""
        return {**{version.key: FIRST_VERSION for version in self.versions}, **settings}

    def record(self, settings: Mapping[str, SettingValue]) -> dict[str, SettingValue]:
        """Return `settings` as a record holds them: without versions that are 1, which older records don't name."""
        firsts = {version.key for version in self.versions if settings.get(version.key) == FIRST_VERSION}
        return {key: value for key, value in settings.items() if key not in firsts}

    def settings_for(self, players: int, given: Mapping[str, object]) -> dict[str, SettingValue]:
        """Return all settings for `players` players; raise BadSetting if these don't go together."""
        low, high = self.players
        if isinstance(players, bool) or not isinstance(players, int) or not low <= players <= high:
            number = count_players(low, high)
            raise BadSetting(
                _("{game} is for {number}, not {given}.", game=self.name, number=number, given=shorten(players))
            )
        settings = self.complete(given)
        self.check(players, settings)
        return settings

    def player_range(self, mode: Mode | None = None) -> tuple[int, int]:
        """Return the smallest and the largest number of players, of `mode` or of the game."""
        return self.players if mode is None or mode.players is None else mode.players

    def player_count(self, mode: Mode | None = None, players: int | None = None) -> int:
        """Return the number of players in `mode`: `players` if given, or else the number closest to the usual one that
        the mode allows.

        Raise BadSetting if the mode is for other numbers.
        """
        low, high = self.player_range(mode)
        if players is None:
            return min(max(self.usual, low), high)
        if mode is not None and mode.players is not None and not low <= players <= high:
            number = count_players(low, high)
            raise BadSetting(_("{game} is for {number}, not {given}.", game=mode.name, number=number, given=players))
        return players

    def format_points(self, score: int) -> str:
        """Return `score` with its unit: "400 points"."""
        return Text("{score} {unit}", {"score": score, "unit": self.unit[score != 1]})

    def captions(self, settings: Mapping[str, SettingValue] | None = None) -> list[tuple[str, str]]:
        """Return the titles and texts of `glance`, with the values of `settings`, by default the game's own."""
        own = complete_settings(self.settings, {}) if settings is None else settings
        values = {setting.key: setting.words(own[setting.key]) for setting in self.settings if setting.key in own}
        return [(title, _fill_settings(text, values)) for title, text in self.glance]

    def glossary(self, settings: Mapping[str, SettingValue]) -> Sequence[GlossaryTerm]:
        """Return what the things on a table with `settings` are, a sentence for each kind."""
        own = self.hooks.glossary
        return self.hooks.GLOSSARY if own is None else own(self.options_record(settings))

    def first_time(self, settings: Mapping[str, SettingValue]) -> Mapping[str, str]:
        """Return what to read when an event happens for the first time on a table with `settings`, by its kind."""
        terms = {term.name: term for term in self.glossary(settings)}
        wanted = self.hooks.FIRST_TIME if "FIRST_TIME" in self.hooks.own else self._kinds_in_glossary(terms)
        return {
            kind: Text("{title}: {text}", {"title": terms[text].title, "text": terms[text].text})
            if text in terms
            else text
            for kind, text in wanted.items()
        }

    def _kinds_in_glossary(self, terms: Iterable[str]) -> Mapping[str, str]:
        """Return the terms whose name ends in the kind of an event ("key:roll"), by that kind."""
        kinds = {name.kind for name in self.hooks.EVENT_NAMES.values()}
        return {kind: name for name in terms if (kind := name.rpartition(":")[2]) in kinds}

    def short_rules(self, settings: Mapping[str, SettingValue], players: int) -> Sequence[RulesSection]:
        """Return the rules in short for a table of `players` with `settings`; nothing if the game has none."""
        own = self.hooks.short_rules
        return () if own is None else own(self.options_record(settings), players)

    def lesson(self, name: str) -> Lesson:
        """Return the lesson called `name`; raise BadSetting if there is none."""
        for lesson in self.hooks.LESSONS:
            if lesson.name == name:
                return lesson
        known = ", ".join(lesson.name for lesson in self.hooks.LESSONS) or "none"
        raise BadSetting(f"{self.name} has no lesson {shorten(name)}. Its lessons are: {known}.")

    def fill(self, options: Any, settings: Mapping[str, SettingValue]) -> None:
        """Write `settings` into the game's Options record."""
        for setting in (*self.settings, *self.versions):
            setattr(options, setting.key, setting.encode(settings[setting.key]))

    def options_record(self, settings: Mapping[str, SettingValue]) -> Any:
        """Return a new Options record with `settings`, which are complete."""
        kind = self.rules.Options
        options = strict(kind, np.zeros(dtype(kind).itemsize, np.uint8))
        self.fill(options, settings)
        return options

    @property
    def has_reactions(self) -> bool:
        """Return True if a seat can be asked for a reply out of turn."""
        return "reaction" in self.hooks.own

    @property
    def readme_path(self) -> Path:
        """Return the path of README.md in the game's folder, the rules for players. The file may be missing."""
        return self.folder / "README.md"

    @property
    def folder(self) -> Path:
        """Return the game's folder, which may hold its rules for players and its catalogues of messages."""
        home = Path(str(self.rules.__file__)).parent
        return home.parent if hasattr(self.rules, "__path__") else home

    @property
    def rule_modules(self) -> tuple[str, ...]:
        """Return the names of the modules in which compiled code looks a rule up, in this order."""
        return (*(module.__name__ for module in self._compiled_modules), default_rules.__name__)

    @property
    def _compiled_modules(self) -> Sequence[ModuleType]:
        """Return the modules whose rules compiled code may call; the first also has the records."""
        return (*self.modules["rules"], *self.modules["policy"])

    @property
    def _numba_type_(self) -> GameType:
        """Return the type of this game as an argument of compiled code; Numba looks for it under this name."""
        return game_type_of(self)

    @cached_property
    def fingerprint(self) -> str:
        """Return a hash of every rule, constant and record that the game's compiled code can reach."""
        named = [("State", self.rules.State), ("Options", self.rules.Options)]
        for module in self._compiled_modules:
            named += sorted((name, value) for name, value in vars(module).items() if is_rule(value))
        return fingerprint_of(named)

    def __hash__(self) -> int:
        return hash(self.id)

    agree = old_attribute("settings_for")
    counted = old_attribute("format_points")
    seated = old_attribute("player_count")
    span = old_attribute("player_range")
    options = old_attribute("hooks")
    view = old_attribute("hooks")
    words = old_attribute("hooks")
    lessons = old_attribute("hooks")
    hints = old_attribute("hooks")


def _as_tuple(modules: ModuleType | tuple[ModuleType, ...] | None) -> tuple[ModuleType, ...]:
    if modules is None:
        return ()
    return modules if isinstance(modules, tuple) else (modules,)


def _accept_earlier_form(make: Callable[..., None]) -> Callable[..., None]:
    """Return the `__init__` of Game, which also takes the keywords of the version before."""

    @wraps(make)
    def init(self: Game, *args: Any, **given: Any) -> None:
        make(self, *args, **current_arguments(given))

    return init


Game.__init__ = _accept_earlier_form(Game.__init__)  # type: ignore[method-assign]  # mypy still checks today's form
