"""List a guest's finished games from the database: only tables where the guest had a seat are in it."""

from __future__ import annotations

import time
from dataclasses import dataclass

from dicehouse import games
from dicehouse.core.option import fill_names
from dicehouse.errors import UnknownGame

from ..i18n import _
from ..i18n.dates import short_date
from ..i18n.text import join_texts
from ..server.accounts.names import shown_name
from ..server.archive.match_results import Finished
from ..server.clocks.play_time import in_words
from ..server.opponents import level_of
from .app_services import AppServices

SHOWN_AT_HOME = 3  # on the front page
PLACE_WORDS = ("", _("Won"), _("2nd"), _("3rd"), _("4th"), _("5th"), _("6th"))


@dataclass(frozen=True, slots=True)
class FinishedGameRow:
    """Hold a finished game as the list shows it."""

    table: str
    game: str
    name: str
    result: str
    won: bool
    points: str
    others: str
    level: str  # of the bots among them, in words
    day: str
    stamp: str
    length: str


@dataclass(frozen=True, slots=True)
class FinishedGamesPage:
    """Hold one page of the list, newest first."""

    count: int
    games: list[FinishedGameRow]
    number: int
    pages: int


async def list_finished_games(site: AppServices, guest: str | None, number: int, most: int) -> FinishedGamesPage:
    """Return page `number` of the guest's finished games, `most` to a page; only tables where the guest had a seat."""
    if guest is None:
        return FinishedGamesPage(0, [], 1, 1)
    count, found = await site.registry.chronicle.finished_of(guest, most, (number - 1) * most)
    return FinishedGamesPage(count, [finished_game_row(one) for one in found], number, max(1, -(-count // most)))


def finished_game_row(one: Finished) -> FinishedGameRow:
    others = [shown_name(name) for seat, name in enumerate(one.names) if seat not in one.own]
    day = time.gmtime(one.ended)
    result, won, points = _result_in_words(one)
    try:
        game = games.find(one.game)
        name = game.name
        points = game.format_points(int(points)) if points else ""
    except UnknownGame:
        name = one.game
    return FinishedGameRow(
        one.table,
        one.game,
        name,
        result,
        won,
        points,
        join_texts(others) if others else _("alone"),
        _bots_in_words(one),
        short_date(one.ended),
        time.strftime("%Y-%m-%dT%H:%MZ", day),
        in_words(one.minutes),
    )


def _bots_in_words(one: Finished) -> str:
    """Describe the kind of bots at a table: "bot, steady"; "bots, dozy"; only "bots" if they differ."""
    met = [level_of(bot).word for seat, bot in enumerate(one.bots) if bot is not None and seat not in one.own]
    if not met:
        return ""
    if len(set(met)) > 1:
        return _("bots")
    return _("bot, {level}", level=met[0]) if len(met) == 1 else _("bots, {level}", level=met[0])


def _result_in_words(one: Finished) -> tuple[str, bool, str]:
    """Return the guest's place in words, True if the guest won, and the guest's points.

    On a shared device return the result's title and no points.
    """
    if one.result is None or not one.own:
        return _("Finished"), False, ""
    places, totals = one.result["places"], one.result["totals"]
    best = min(one.own, key=lambda seat: places[seat])
    if len(one.own) > 1:
        return (
            fill_names(one.result["title"], [shown_name(name) for name in one.names]) or _("Finished"),
            places[best] == 1,
            "",
        )
    place = places[best]
    others = len(one.names)
    if place == 1 or others < 3:
        return _("Won") if place == 1 else _("Lost"), place == 1, str(totals[best])
    return _("{place} of {players}", place=PLACE_WORDS[min(place, 6)], players=others), False, str(totals[best])
