"""Add up a guest's finished games: how often they won, against which opponents, and their best games.

A game that was played on a shared device is in the list of games, but it counts for nobody, because it is unknown who
had which seat. Lessons are not games.
"""

from __future__ import annotations

import datetime
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from dicehouse import games
from dicehouse.arena.intervals import wilson_interval
from dicehouse.core.policy import NAMED_BOTS
from dicehouse.errors import UnknownGame

from ...i18n import Text, _
from ..clocks.play_time import in_words
from ..opponents import level_of
from .match_results import Finished
from .review_statistics import Looked

POINT = _("point"), _("points")
PEOPLE, ALONE, BOTS = "people", "alone", "bots"
WON, LOST = "won", "lost"


def opponent(one: Finished) -> str:
    """Return PEOPLE if another seat of the game was a person's, ALONE if it had no other seat, or its strongest bot."""
    others = [bot for seat, bot in enumerate(one.bots) if seat not in one.own]
    if not others:
        return ALONE
    if None in others:
        return PEOPLE
    return max((level_of(bot or "").bot for bot in others), key=_strength)


def _strength(bot: str) -> int:
    return NAMED_BOTS.index(bot) if bot in NAMED_BOTS else -1


def called(who: str) -> str:
    """Return the name of the opponent `who`, in words."""
    if who in (PEOPLE, ALONE):
        return {PEOPLE: _("People"), ALONE: _("Alone")}[who]
    level = level_of(who)
    return Text("{name}, {level}", {"name": level.name, "level": level.word}) if who in NAMED_BOTS else level.name


# choosing ---------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Choice:
    """Choose which games to look at; a field that is None allows all. Days are in UTC, as in the list."""

    game: str | None = None
    result: str | None = None  # WON or LOST
    against: str | None = None  # a result of `opponent`, or BOTS for all bots
    since: datetime.date | None = None
    until: datetime.date | None = None

    def fits(self, one: Finished) -> bool:
        """Return True if the game `one` is among those chosen."""
        day = datetime.datetime.fromtimestamp(one.ended, datetime.UTC).date()
        return (
            self.game in (None, one.game)
            and (self.result is None or one.won is (self.result == WON))
            and (self.against is None or self._met(opponent(one)))
            and (self.since is None or self.since <= day)
            and (self.until is None or day <= self.until)
        )

    def _met(self, who: str) -> bool:
        return who not in (PEOPLE, ALONE) if self.against == BOTS else who == self.against


# adding up --------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Share:
    """Hold how many games against `who` were won of those played.

    `shared` is the number of games with other players at the table. `fair` is how many wins these would bring if all
    their players were equally strong.
    """

    who: str
    games: int
    won: int
    fair: float
    shared: int

    @property
    def interval(self) -> tuple[float, float]:
        """Return the interval that holds the true share of wins, 95 times in 100."""
        return wilson_interval(self.won, self.games)


@dataclass(frozen=True, slots=True)
class Best:
    """Hold a record: what it is, its value in words, and the game in which it was set."""

    title: str
    value: str
    table: str
    ended: float


@dataclass(frozen=True, slots=True)
class Sum:
    """Add up a guest's games of one kind, or of all kinds."""

    all: Share
    against: Sequence[Share]
    minutes: int
    records: Sequence[Best]


def add_up(played: Iterable[Finished], game: str | None = None) -> Sum:
    """Return the sum of the games in `played`, or of those of one `game`; only the games of one `game` have records."""
    mine = [one for one in played if game in (None, one.game)]
    counted = [one for one in mine if one.won is not None]
    met: dict[str, list[Finished]] = {}
    for one in counted:
        met.setdefault(opponent(one), []).append(one)
    against = [_share(who, met[who]) for who in sorted(met, key=_order)]
    return Sum(_share("", counted), against, sum(one.minutes for one in mine), _records(counted, game) if game else [])


def _order(who: str) -> tuple[int, str]:
    return (-2 if who == PEOPLE else 99 if who == ALONE else _strength(who), who)


def _share(who: str, found: Sequence[Finished]) -> Share:
    fair = [part for one in found if (part := _fair(one)) is not None]
    return Share(who, len(found), sum(one.won is True for one in found), sum(fair), len(fair))


def _fair(one: Finished) -> float | None:
    """Return the chance to win the game `one` if all its players were equally strong.

    Partners share a place, and so do players who tie. Return None if there was one player, whose place only says
    whether the game was won.
    """
    places: Sequence[int] = one.result["places"] if one.result else ()
    return places.count(1) / len(places) if len(places) > 1 else None


def _records(found: Sequence[Finished], game: str) -> list[Best]:
    """Return the most points, the quickest win, the longest game, and the most wins in a row."""
    best: list[Best] = []
    wins = [one for one in found if one.won]

    def record(
        title: str, among: Sequence[Finished], worth: Callable[[Finished], int], words: Callable[[int], str]
    ) -> None:
        if among:  # of equals the earliest one holds it
            holder = max(among, key=lambda one: (worth(one), -one.ended))
            best.append(Best(title, words(abs(worth(holder))), holder.table, holder.ended))

    record(
        _("Most {points}", points=unit_of(game)[1]),
        found,
        lambda one: one.points or 0,
        lambda points: counted(game, points),
    )
    record(_("Quickest win"), wins, lambda one: -one.minutes, in_words)
    record(_("Longest game"), found, lambda one: one.minutes, in_words)
    run, longest, last = 0, 0, None
    for one in sorted(found, key=lambda each: each.ended):
        run = run + 1 if one.won else 0
        if run > longest:
            longest, last = run, one
    if last is not None and longest > 1:
        best.append(Best(_("Most wins in a row"), str(longest), last.table, last.ended))
    return best


def unit_of(game: str) -> tuple[str, str]:
    """Return the word for a point in `game`: the singular and the plural."""
    try:
        return games.find(game).unit
    except UnknownGame:
        return POINT


def counted(game: str, points: int) -> str:
    """Return `points` in words, with the game's own word for them."""
    return Text("{points} {unit}", {"points": points, "unit": unit_of(game)[points != 1]})


def by_game(played: Sequence[Finished]) -> Mapping[str, Sum]:
    """Return the sum of each game that was played, the game played most first."""
    names = sorted({one.game for one in played}, key=lambda name: (-sum(one.game == name for one in played), name))
    return {name: add_up(played, name) for name in names}


# as a file --------------------------------------------------------------------------------------------------------

COLUMNS: Mapping[str, type] = {
    "table": str,
    "game": str,
    "mode": str,
    "ended": str,
    "minutes": int,
    "players": int,
    "with": str,
    "against": str,
    "place": int,
    "won": bool,
    "points": int,
    "luck": float,  # from the review, if there is one, as a share of a win; the same for skill
    "skill": float,
    "gain": float,  # per decision, on average, compared with what the reviewing bot would have done
}


def as_row(one: Finished, looked: Looked | None = None) -> dict[str, Any]:
    """Return the game `one` as a row: who played, and how it ended for the guest; None where that is unknown.

    `looked` is what its review says, if it has one.
    """
    place = None if one.result is None or one.seat is None else int(one.result["places"][one.seat])
    ended = datetime.datetime.fromtimestamp(round(one.ended), datetime.UTC)
    return {
        "table": one.table,
        "game": one.game,
        "mode": one.mode,
        "ended": ended.isoformat().replace("+00:00", "Z"),
        "minutes": one.minutes,
        "players": len(one.names),
        "with": "; ".join(name for seat, name in enumerate(one.names) if seat not in one.own),
        "against": opponent(one),
        "place": place,
        "won": one.won,
        "points": one.points,
        "luck": None if looked is None else round(looked.luck, 4),
        "skill": None if looked is None else round(looked.skill, 4),
        "gain": None if looked is None or not looked.decisions else round(looked.gain / looked.decisions, 5),
    }
