"""What people fill in when they open a table: the settings of the game, and who sits where."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from dicehouse.kit.game import Game
from dicehouse.kit.settings import Mode, Setting

from ..table.house import Chair
from ..table.seats import Refused

DEFAULT_NAME = "Guest"
BOT = "sensible"
KINDS = ("person", "bot", "open", "none")


def mode_of(game: Game, mode_id: str) -> Mode:
    """The mode of this id, the first one if none was named."""
    if not mode_id:
        return game.modes[0]
    found = next((m for m in game.modes if m.id == mode_id), None)
    if found is None:
        raise Refused(f"{game.name} has no such mode; there are: {', '.join(m.name for m in game.modes)}.")
    return found


def defaults(game: Game, mode: Mode) -> dict[str, Any]:
    """Every setting as a mode has it."""
    return game.complete(dict(mode.settings))


def groups(game: Game) -> list[tuple[str, list[Setting]]]:
    """The settings in their groups, in the game's own order."""
    found: dict[str, list[Setting]] = {}
    for setting in game.settings:
        found.setdefault(setting.group, []).append(setting)
    return list(found.items())


def settings_of(game: Game, mode: Mode, fields: Mapping[str, str]) -> dict[str, object]:
    """The settings out of a form, over those of the mode; where switches were shown, one that is not sent is off."""
    given: dict[str, object] = dict(mode.settings)
    for setting in game.settings:
        name = f"set-{setting.key}"
        if name in fields:
            given[setting.key] = fields[name]
        elif setting.kind == "switch" and "switches" in fields:
            given[setting.key] = False
    for name in fields:
        if name.startswith("set-") and name[4:] not in {s.key for s in game.settings}:
            raise Refused(f"{game.name} has no setting “{name[4:44]}”.")
    return given


def chairs_of(game: Game, fields: Mapping[str, str], bots: Sequence[str]) -> list[Chair]:
    """Who sits where, out of a form; the first place is the host's own."""
    chairs = []
    for number in range(game.players[1]):
        kind, _, bot = fields.get(f"seat-{number}", "person" if number == 0 else "none").partition(":")
        if kind not in KINDS or (kind == "bot" and bot not in bots):
            raise Refused(f"Place {number + 1} can be a person here, an open place, one of the bots, or nobody.")
        name = fields.get(f"name-{number}", "").strip() or (DEFAULT_NAME if number == 0 else f"Guest {number + 1}")
        if kind != "none":
            chairs.append(Chair(kind, name if kind == "person" else "", bot or None))
    if not any(c.kind == "person" for c in chairs) and not any(c.kind == "open" for c in chairs):
        raise Refused("At least one place is for a person.")
    return chairs


def usual_chairs(game: Game, name: str, bots: Sequence[str]) -> list[Chair]:
    """Who sits at a table of *Play now*: you, and bots up to three."""
    low, high = game.players
    bot = BOT if BOT in bots else bots[0]
    others = max(low - 1, min(2, high - 1))
    return [Chair("person", name), *(Chair("bot", "", bot) for _ in range(others))]
