"""Number environments: the first is v0, and each version of a game's physics makes the next."""

from __future__ import annotations

from collections.abc import Mapping

from dicehouse.core import Game
from dicehouse.core.settings import FIRST_VERSION, SettingValue
from dicehouse.errors import BadSetting
from dicehouse.games import find
from dicehouse.text_format import shorten


def environment_version(game: Game, settings: Mapping[str, SettingValue] | None = None) -> int:
    """Return the version of the environment of `game` with these complete `settings`; without them the newest."""
    complete = game.complete({}) if settings is None else settings
    return sum(int(complete[version.key]) - FIRST_VERSION for version in game.versions)


def options_of_version(game: str, version: int | None, options: Mapping[str, object] | None) -> Mapping[str, object]:
    """Return `options` with what the environment `version` of `game` needs; None leaves them as they are.

    Raise BadSetting if there is no such version.
    """
    if version is None:
        return options or {}
    found = find(game)
    newest = environment_version(found)
    if isinstance(version, bool) or not isinstance(version, int) or not 0 <= version <= newest:
        raise BadSetting(
            f"The version of {found.name} must be a whole number from 0 to {newest}, not {shorten(version)}."
        )
    return {**{each.key: FIRST_VERSION + version for each in found.versions}, **(options or {})}
