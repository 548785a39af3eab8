"""Describe the settings of a game: choices before the deal, each with a default."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field

from ..errors import BadSetting
from ..i18n import Text, _, listing
from ..old_names import old_attribute
from ..text_format import shorten

SettingValue = int | str | bool
FIRST_VERSION = 1


@dataclass(frozen=True)
class Setting:
    """Describe one setting; `kind` is "choice" (one of `choices`), "number" (low..high in steps) or "switch" (on or
    off).

    `raises` and `lowers` name measures of studies, such as "turns", that never fall or never rise when a number is
    raised. The search for settings relies on that, and reports results that contradict it.
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
    raises: tuple[str, ...] = ()
    lowers: tuple[str, ...] = ()

    def check(self, value: object) -> SettingValue:
        """Return `value` in the game's form; texts from forms are understood. Raise BadSetting if it is not allowed."""
        if self.kind == "switch":
            return self._switch(value)
        if self.kind == "number":
            return self._number(value)
        for known, _label in self.choices:
            if type(value) is type(known) and value == known:
                return known
            if isinstance(value, str) and value == str(known):
                return known
        choices = listing([str(known) for known, _label in self.choices], "or")
        raise BadSetting(
            _("{setting} must be {choices}, not {value}.", setting=self.key, choices=choices, value=shorten(value))
        )

    def _switch(self, value: object) -> bool:
        if isinstance(value, bool):
            return value
        if isinstance(value, str) and value in ("on", "off", "yes", "no", "true", "false"):
            return value in ("on", "yes", "true")
        raise BadSetting(_("{setting} must be on or off, not {value}.", setting=self.key, value=shorten(value)))

    def _number(self, value: object) -> int:
        if isinstance(value, str) and re.fullmatch("-?[0-9]{1,11}", value):
            value = int(value)
        wanted = {"setting": self.key, "low": self.low, "high": self.high}
        if isinstance(value, bool) or not isinstance(value, int):
            given = shorten(value)
            raise BadSetting(
                _("{setting} must be a whole number from {low} to {high}, not {value}.", value=given, **wanted)
            )
        if not self.low <= value <= self.high or (value - self.low) % self.step:
            wanted |= {"step": self.step, "value": value}
            if self.step == 1:
                raise BadSetting(_("{setting} must be {low} to {high}, not {value}.", **wanted))
            raise BadSetting(_("{setting} must be {low} to {high} in steps of {step}, not {value}.", **wanted))
        return value

    def encode(self, value: SettingValue) -> int:
        """Return `value` as the number that the rules keep in their record."""
        if isinstance(value, str):
            return [known for known, _label in self.choices].index(value)
        return int(value)

    code = old_attribute("encode")

    def words(self, value: SettingValue) -> str:
        """Return `value` as text for people."""
        if self.kind == "switch":
            return _("on") if value else _("off")
        if isinstance(value, str) or self.choices:
            return next((label for known, label in self.choices if known == value), str(value))
        return Text("{value}", {"value": value})


def version_setting(key: str, newest: int) -> Setting:
    """Return the setting `key` for a version of something in a game, such as its physics, that a match keeps for good.

    New matches get the `newest`. A record that doesn't name the version was made before there were others, and has 1.
    """
    return Setting(key, key.capitalize(), "number", newest, low=FIRST_VERSION, high=newest)


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
            names = listing(sorted(known))
            raise BadSetting(_("There is no setting {setting}. Try {names}.", setting=shorten(key), names=names))
    return {s.key: s.check(given.get(s.key, s.default)) for s in settings}
