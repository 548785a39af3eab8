"""Describe the settings of a game: choices before the deal, each with a default."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field

from ..errors import BadSetting
from ..old_names import old_attribute
from ..text_format import shorten

SettingValue = int | str | bool


@dataclass(frozen=True)
class Setting:
    """Describe one setting; `kind` is "choice" (one of `choices`), "number" (low..high in steps) or "switch" (on or
    off).
    """

    key: str
    label: str
    kind: str
    default: SettingValue
    help: str = ""
    choices: tuple[tuple[SettingValue, str], ...] = ()
    low: int = 0
    high: int = 0
    step: int = 1
    group: str = "Rules"
    dice: str = ""  # the faces of a row of a scoring table, drawn next to it

    def check(self, value: object) -> SettingValue:
        """Return `value` in the game's form; texts from forms are understood. Raise BadSetting if it is not allowed."""
        if self.kind == "switch":
            return self._switch(value)
        if self.kind == "number":
            return self._number(value)
        for known, _ in self.choices:
            if type(value) is type(known) and value == known:
                return known
            if isinstance(value, str) and value == str(known):
                return known
        raise BadSetting(f"{self.key} is one of {', '.join(str(c) for c, _ in self.choices)}; not {shorten(value)}.")

    def _switch(self, value: object) -> bool:
        if isinstance(value, bool):
            return value
        if isinstance(value, str) and value in ("on", "off", "yes", "no", "true", "false"):
            return value in ("on", "yes", "true")
        raise BadSetting(f"{self.key} is on or off, not {shorten(value)}.")

    def _number(self, value: object) -> int:
        if isinstance(value, str) and re.fullmatch("-?[0-9]{1,11}", value):
            value = int(value)
        if isinstance(value, bool) or not isinstance(value, int):
            raise BadSetting(f"{self.key} is a whole number from {self.low} to {self.high}, not {shorten(value)}.")
        if not self.low <= value <= self.high or (value - self.low) % self.step:
            raise BadSetting(f"{self.key} goes from {self.low} to {self.high} in steps of {self.step}; not {value}.")
        return value

    def encode(self, value: SettingValue) -> int:
        """Return `value` as the number that the rules keep in their record."""
        if isinstance(value, str):
            return [known for known, _ in self.choices].index(value)
        return int(value)

    code = old_attribute("encode")

    def words(self, value: SettingValue) -> str:
        """Return `value` as text for people."""
        if self.kind == "switch":
            return "on" if value else "off"
        if isinstance(value, str) or self.choices:
            return next((label for known, label in self.choices if known == value), str(value))
        return f"{value:,}"


@dataclass(frozen=True)
class Mode:
    """Name a set of settings to start from; `players` is given where it is narrower than the game's."""

    id: str
    name: str
    summary: str
    settings: Mapping[str, SettingValue] = field(default_factory=dict)
    players: tuple[int, int] | None = None


def complete_settings(settings: tuple[Setting, ...], given: Mapping[str, object]) -> dict[str, SettingValue]:
    """Return every setting with its value, defaults filled in; raise BadSetting, which says what is wrong."""
    known = {s.key for s in settings}
    for key in given:
        if key not in known:
            raise BadSetting(f"There is no setting {shorten(key)}; there are: {', '.join(sorted(known))}.")
    return {s.key: s.check(given.get(s.key, s.default)) for s in settings}
