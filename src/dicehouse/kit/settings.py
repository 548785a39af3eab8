"""The settings of a game: what a table may choose before the deal, with defaults that need no choice."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field

from ..errors import BadSetting

Value = int | str | bool


@dataclass(frozen=True)
class Setting:
    """One setting; `kind` is "choice" (one of `choices`), "number" (low..high in steps) or "switch" (on or off)."""

    key: str
    label: str
    kind: str
    default: Value
    help: str = ""
    choices: tuple[tuple[Value, str], ...] = ()
    low: int = 0
    high: int = 0
    step: int = 1
    group: str = "Rules"
    dice: str = ""  # the faces that a row of a scoring table is about, to be drawn beside it

    def check(self, value: object) -> Value:
        """The value as the game wants it, or BadSetting; texts from forms are understood."""
        if self.kind == "switch":
            return self._switch(value)
        if self.kind == "number":
            return self._number(value)
        for known, _ in self.choices:
            if type(value) is type(known) and value == known:
                return known
            if isinstance(value, str) and value == str(known):
                return known
        raise BadSetting(f"{self.key} is one of {', '.join(str(c) for c, _ in self.choices)}; not {short(value)}.")

    def _switch(self, value: object) -> bool:
        if isinstance(value, bool):
            return value
        if isinstance(value, str) and value in ("on", "off", "yes", "no", "true", "false"):
            return value in ("on", "yes", "true")
        raise BadSetting(f"{self.key} is on or off, not {short(value)}.")

    def _number(self, value: object) -> int:
        if isinstance(value, str) and re.fullmatch("-?[0-9]{1,11}", value):
            value = int(value)
        if isinstance(value, bool) or not isinstance(value, int):
            raise BadSetting(f"{self.key} is a whole number from {self.low} to {self.high}, not {short(value)}.")
        if not self.low <= value <= self.high or (value - self.low) % self.step:
            raise BadSetting(f"{self.key} goes from {self.low} to {self.high} in steps of {self.step}; not {value}.")
        return value

    def code(self, value: Value) -> int:
        """The value as the number that the rules keep in their record."""
        if isinstance(value, str):
            return [known for known, _ in self.choices].index(value)
        return int(value)

    def words(self, value: Value) -> str:
        """The value as a person reads it."""
        if self.kind == "switch":
            return "on" if value else "off"
        if isinstance(value, str) or self.choices:
            return next((label for known, label in self.choices if known == value), str(value))
        return f"{value:,}"


@dataclass(frozen=True)
class Mode:
    """A named set of settings to start from; `players` where it is for fewer than the game."""

    id: str
    name: str
    summary: str
    settings: Mapping[str, Value] = field(default_factory=dict)
    players: tuple[int, int] | None = None


def people(low: int, high: int = 0) -> str:
    """A number of players in words: "1 player", "2 to 6 players"."""
    number = f"{low} to {high}" if high > low else str(low)
    return f"{number} {'player' if number == '1' else 'players'}"


def complete(settings: tuple[Setting, ...], given: Mapping[str, object]) -> dict[str, Value]:
    """Every setting with its value, defaults filled in; BadSetting names what is wrong."""
    known = {s.key for s in settings}
    for key in given:
        if key not in known:
            raise BadSetting(f"There is no setting {short(key)}; there are: {', '.join(sorted(known))}.")
    return {s.key: s.check(given.get(s.key, s.default)) for s in settings}


def short(value: object) -> str:
    """Anything, made fit for an error's sentence."""
    try:
        text = repr(value)
    except (ValueError, RecursionError):  # a number of thousands of digits, lists in lists in lists
        text = f"something of the type {type(value).__name__}"
    return text if len(text) <= 40 else text[:37] + "..."
