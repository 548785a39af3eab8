"""Put what people's matches show beside what bots' games show: sums over many matches, with their intervals."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Any, Protocol

import numpy as np

from dicehouse.core import Game
from dicehouse.errors import BadSetting

from . import study_statistics as st
from .analysis import make_measured_value
from .play_kernel import SHARE
from .result_types import CellResult, MeasuredValue
from .study_result import StudyResult

MIN_MATCHES = 100  # with fewer matches, a sum could tell who played


class PeopleMatch(Protocol):
    """Hold what is known of one match between people."""

    @property
    def settings(self) -> Mapping[str, Any]:
        """Return the settings that the table chose."""

    @property
    def first(self) -> int:
        """Return the seat that acted first."""

    @property
    def returns(self) -> Sequence[float]:
        """Return each seat's part of the win."""

    @property
    def minutes(self) -> int:
        """Return how long it was played."""


def beside_people(found: StudyResult, game: Game, matches: Iterable[PeopleMatch]) -> StudyResult:
    """Return the result with what people's `matches` of the same variants show; a variant of which there are fewer than
    MIN_MATCHES shows none.
    """
    by_variant: dict[str, list[PeopleMatch]] = {}
    for match in matches:
        players = len(match.returns)
        try:
            key = _variant_key(players, game.settings_for(players, game.recorded(match.settings)))
        except BadSetting:
            continue  # played by settings of an earlier version
        by_variant.setdefault(key, []).append(match)
    cells = [replace(cell, people=_measures(cell, by_variant.get(_cell_key(cell), []))) for cell in found.cells]
    return replace(found, cells=cells)


def _variant_key(players: int, settings: Mapping[str, object]) -> str:
    return repr((players, sorted(settings.items())))


def _cell_key(cell: CellResult) -> str:
    return "" if cell.rule else _variant_key(cell.players, cell.settings)


def _measures(cell: CellResult, matches: Sequence[PeopleMatch]) -> list[MeasuredValue]:
    if len(matches) < MIN_MATCHES:
        return []
    found = []
    minutes = np.array([match.minutes for match in matches])
    interval = st.mean_interval(len(minutes), int(minutes.sum()), int((minutes * minutes).sum()))
    found.append(make_measured_value("minutes", "length on the server's clock", "minutes", "mean", interval))
    names = [m for m in cell.measures if m.name == "first" or m.name.startswith("order-")]
    for place, measure in enumerate(names):
        won = np.array([round(SHARE * m.returns[(m.first + place) % cell.players]) for m in matches])
        interval = st.share_interval(len(won), int(won.sum()), int((won * won).sum()), SHARE)
        found.append(make_measured_value(measure.name, measure.words, "", "share", interval))
    return found
