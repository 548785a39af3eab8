"""dicehouse games"""

from __future__ import annotations

import argparse
import json
from typing import Any

from dicehouse.games import all_games
from dicehouse.kit import Game, Mode, Setting
from dicehouse.kit.settings import people

from .common import columns


def run(given: argparse.Namespace) -> int:
    """Every game, for people or for programs."""
    games = list(all_games().values())
    if given.json:
        print(json.dumps([as_data(game) for game in games], indent=2))
    else:
        print("\n\n".join(as_text(game) for game in games))
    return 0


def as_data(game: Game) -> dict[str, Any]:
    """All that can be known of a game before it is played."""
    return {
        "id": game.id,
        "name": game.name,
        "tagline": game.tagline,
        "players": list(game.players),
        "minutes": game.minutes,
        "version": game.version,
        "modes": [_mode(mode) for mode in game.modes],
        "options": [_option(setting) for setting in game.settings],
    }


def _mode(mode: Mode) -> dict[str, Any]:
    data: dict[str, Any] = {
        "id": mode.id,
        "name": mode.name,
        "summary": mode.summary,
        "options": dict(mode.settings),
    }
    return data | ({"players": list(mode.players)} if mode.players else {})


def _option(setting: Setting) -> dict[str, Any]:
    data: dict[str, Any] = {
        "key": setting.key,
        "label": setting.label,
        "kind": setting.kind,
        "default": setting.default,
    }
    if setting.kind == "choice":
        data["choices"] = [{"value": value, "label": label} for value, label in setting.choices]
    if setting.kind == "number":
        data |= {"low": setting.low, "high": setting.high, "step": setting.step}
    return data | {"group": setting.group, "help": setting.help}


def as_text(game: Game) -> str:
    """A game with its modes and options."""
    lines = [
        f"{game.name}  ({game.id})",
        f"  {game.tagline} {people(*game.players)}, about {game.minutes} minutes.",
        "  Modes",
        _indented([[mode.id, _summary(mode)] for mode in game.modes]),
    ]
    if game.settings:
        lines += ["  Options (default first)", _indented([[s.key, _values(s), s.label] for s in game.settings])]
    return "\n".join(lines)


def _summary(mode: Mode) -> str:
    return f"{mode.summary} For {people(*mode.players)}." if mode.players else mode.summary


def _indented(rows: list[list[str]]) -> str:
    return "\n".join(f"    {line}" for line in columns(rows).splitlines())


def _values(setting: Setting) -> str:
    if setting.kind == "switch":
        return "on, off" if setting.default else "off, on"
    if setting.kind == "number":
        return f"{setting.default} ({setting.low} to {setting.high})"
    others = [str(value) for value, _ in setting.choices if value != setting.default]
    return ", ".join([str(setting.default), *others])
