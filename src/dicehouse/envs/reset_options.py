"""Read what is given as `reset(options=...)`: settings of the game by key, which hold until the next reset."""

from __future__ import annotations

import warnings
from collections.abc import Mapping
from typing import Any

from dicehouse.core import Game
from dicehouse.errors import BadSetting
from dicehouse.text_format import shorten

SEAT = "seat"
FIXED_KEYS = {  # arguments of the environments that are no settings of a game
    "game", "players", "against", "information", "threads", "copy", "autoreset_mode", "illegal", "render_mode",
    "num_envs", "max_cycles", "max_episode_steps",
}  # fmt: skip


class ResetOptions:
    """Know the keys of one environment, and which unknown ones it has already named in a warning."""

    def __init__(self, game: Game, *other_keys: str) -> None:
        self._keys = [*(setting.key for setting in game.settings), *other_keys]
        self._other_keys = set(other_keys)
        self._named: set[str] = set()

    def read(self, options: object) -> tuple[dict[str, object], dict[str, Any]]:
        """Return the settings among the options, and the other known ones. Warn once about each unknown key.

        Raise BadSetting if the options are no dictionary, or name an argument that a reset can't change.
        """
        if options is None:
            return {}, {}
        if not isinstance(options, Mapping):
            raise BadSetting(f"options must be a dictionary of what the next game changes; not {shorten(options)}.")
        settings, others = dict[str, object](), dict[str, Any]()
        for key, value in options.items():
            if key in self._other_keys:
                others[key] = value
            elif key in self._keys:
                settings[key] = value
            elif isinstance(key, str) and key in FIXED_KEYS:
                raise BadSetting(f"A reset can't change {key}. Make another environment with it.")
            else:
                self._warn(shorten(key))
        return settings, others

    def _warn(self, key: str) -> None:
        if key not in self._named:
            self._named.add(key)
            warnings.warn(
                f"reset ignores the option {key}, because it is unknown. The options are: {', '.join(self._keys)}.",
                UserWarning,
                stacklevel=4,
            )
