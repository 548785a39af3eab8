"""Run `dicehouse games`."""

from __future__ import annotations

import argparse
import json
import re
from typing import TYPE_CHECKING, Any

from dicehouse.i18n import _, in_language, join_sentences, using_language
from dicehouse.text_format import align_columns, count_players

from ..terminal_language import terminal_language

if TYPE_CHECKING:
    from dicehouse.core import Game, Mode, Setting

HELP = "list the games with their modes and options"
DETAILS = """\
The commands `play` and `simulate` take the listed options as --option KEY=VALUE.
"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of `dicehouse games` to `parser`."""
    parser.add_argument("--json", action="store_true", help="print JSON, with every option and its default")


def run(arguments: argparse.Namespace) -> int:
    """List every game, as text or as JSON."""
    from dicehouse.games import all_games

    games = list(all_games().values())
    if arguments.json:
        print(json.dumps([game_data(game) for game in games], indent=2))
    else:
        with using_language(terminal_language(arguments.language)):
            print("\n\n".join(game_text(game) for game in games))
    return 0


def game_data(game: Game) -> dict[str, Any]:
    """Return everything that can be known about a game before it is played, as plain data."""
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


def game_text(game: Game) -> str:
    """Return a game with its modes and options as text."""
    about = _(
        "{players}, about {minutes} minutes (an estimate).",
        players=count_players(*game.players),
        minutes=game.minutes,
    )
    modes, options = _("Modes"), _("Options (default first)")
    lines = [
        f"{game.name}  ({game.id})",
        f"  {in_language(join_sentences(game.tagline, about))}",
        f"  {in_language(modes)}",
        _indented([[mode.id, _summary(mode)] for mode in game.modes]),
    ]
    if game.settings:
        lines += [
            f"  {in_language(options)}",
            _indented([[s.key, in_language(s.label), _values(s)] for s in game.settings]),
        ]
    return "\n".join(lines)


def _summary(mode: Mode) -> str:
    only = _("For {players}.", players=count_players(*mode.players)) if mode.players else ""
    return in_language(join_sentences(mode.summary, only))


def _indented(rows: list[list[str]]) -> str:
    return "\n".join(f"    {line}" for line in align_columns(rows).splitlines())


def _values(setting: Setting) -> str:
    if setting.kind == "switch":
        return "on, off" if setting.default else "off, on"
    if setting.kind == "number":
        low, high = str(setting.low), str(setting.high)  # as they are typed, without commas
        return in_language(_("{value} ({low} to {high})", value=str(setting.default), low=low, high=high))
    ordered = sorted(setting.choices, key=lambda choice: choice[0] != setting.default)
    shown = [_choice(value, words) for value, words in ordered]
    return ("; " if any(" = " in each for each in shown) else ", ").join(shown)


def _choice(value: object, words: str) -> str:
    """Return a value as it is typed, followed by its words if they say more than the value itself."""
    typed, plain = (re.findall(r"[a-z]+|\d+", text.lower()) for text in (str(value), words.replace(",", "")))
    explained = typed == plain if typed and typed[0].isdigit() else set(typed) <= set(plain)
    return str(value) if explained else f"{value} = {in_language(words).removeprefix(f'{value}: ')}"
