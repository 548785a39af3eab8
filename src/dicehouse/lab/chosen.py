"""Which options were set for all games of a study: what is not as usual though nothing was varied."""

from __future__ import annotations

from collections.abc import Mapping

from dicehouse.errors import UnknownGame
from dicehouse.games import find
from dicehouse.kit import Game
from dicehouse.kit.settings import Value

from .findings import Findings


def unusual(game: Game, settings: Mapping[str, Value]) -> dict[str, Value]:
    """The settings that nobody would play by who chose none."""
    usual = {setting.key: setting.default for setting in game.settings}
    return {key: value for key, value in settings.items() if key in usual and value != usual[key]}


def chosen(found: Findings) -> dict[str, Value]:
    """The settings of all cells that are not the usual ones and were not varied; none of a game that nobody knows."""
    try:
        game = find(found.game)
    except UnknownGame:
        return {}
    varied = {key for cell in found.cells for key in cell.changed}
    first, *others = (unusual(game, cell.settings) for cell in found.cells)
    return {
        key: value
        for key, value in first.items()
        if key not in varied and all(key in other and other[key] == value for other in others)
    }
