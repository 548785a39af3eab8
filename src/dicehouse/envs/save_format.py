"""Pack a saved game as bytes: a line that says which game it is, a digest, and the bytes themselves.

The line is the same for all saves of a batch, so comparing it is cheap. The digest detects damage. It does not prevent
forgery: load only what you have saved.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from hashlib import blake2b
from typing import Any

from dicehouse.core import Game
from dicehouse.core.settings import SettingValue
from dicehouse.match.layout_migration import layout_hash
from dicehouse.text_format import count_players

MARK = b"dicehouse saved game 1 "
DIGEST_SIZE = 16  # bytes
LONGEST_LINE = 1 << 16


class SaveFormat:
    """Hold the header of every save of this game, for this number of players and these settings."""

    def __init__(self, game: Game, players: int, settings: Mapping[str, SettingValue]) -> None:
        self._game = game
        self._about: dict[str, Any] = {
            "game": game.id,
            "version": game.version,
            "layout": layout_hash(game),
            "players": players,
            "settings": game.record(settings),
        }
        self._line = self._line_of({})
        # a game that is measured is saved as a match, which says no more about the layout of its positions
        older = getattr(game.rules, "OLDER", {}) if game.engine is not None else ()
        self._lines = (self._line, *(self._line_of({"layout": layout}) for layout in older))

    def _line_of(self, other: Mapping[str, str]) -> bytes:
        return MARK + json.dumps({**self._about, **other}, separators=(",", ":"), sort_keys=True).encode() + b"\n"

    def put(self, body: bytes) -> bytes:
        """Return the save of these bytes."""
        return self._line + _digest(self._line, body) + body

    def open(self, data: object, size: int | None = None) -> bytes:
        """Return the bytes of a save; `size` is their expected number. Raise ValueError if it is no such save."""
        if not isinstance(data, bytes) or not data.startswith(MARK):
            raise ValueError(f"A saved game of {self._game.name} must be the bytes that `save` returned; this isn't.")
        line = next((each for each in self._lines if data.startswith(each)), None)
        if line is None:
            raise ValueError(self._explain_mismatch(data))
        digest, body = data[len(line) :][:DIGEST_SIZE], data[len(line) + DIGEST_SIZE :]
        if _digest(line, body) != digest or size not in (None, len(body)):
            raise ValueError(self._damaged_message())
        return body

    def _explain_mismatch(self, data: bytes) -> str:
        """Return a sentence that says why a save does not belong here."""
        name, own = self._game.name, self._about
        try:
            said: dict[str, Any] = json.loads(data[len(MARK) : LONGEST_LINE].split(b"\n", 1)[0])
            game, players, settings = said["game"], said["players"], self._game.recorded(said["settings"])
        except (ValueError, KeyError, TypeError, RecursionError):
            return self._damaged_message()
        if game != own["game"]:
            return f"This is a saved game of {str(game)[:40]}, not of {name}."
        if said.get("version") != own["version"] or said.get("layout") != own["layout"]:
            return f"This game of {name} was saved by another version of its rules, so these rules can't continue it."
        if players != own["players"]:
            return (
                f"This game of {name} was saved with {str(players)[:9]} players, not {count_players(own['players'])}."
            )
        for key, value in self._game.recorded(own["settings"]).items():
            if settings.get(key) != value:
                had = json.dumps(settings.get(key))[:40]
                return f"This game of {name} was saved with {key} {had}, but here {key} is {json.dumps(value)}."
        return self._damaged_message()

    def _damaged_message(self) -> str:
        return f"A saved game of {self._game.name} must be all of the bytes that `save` returned; this one is damaged."


def _digest(line: bytes, body: bytes) -> bytes:
    return blake2b(line + body, digest_size=DIGEST_SIZE).digest()
