"""The list of a guest's finished games, from what the house keeps: only tables where they sat are in it."""

from __future__ import annotations

import time
from dataclasses import dataclass

from dicehouse import games
from dicehouse.errors import UnknownGame
from dicehouse.kit.telling import named

from ..table.clocks.clock import in_words
from ..table.levels import level_of
from ..table.past.results import Finished
from .site import Site

LATEST = 3  # on the front page
PLACES = ("", "Won", "2nd", "3rd", "4th", "5th", "6th")


@dataclass(frozen=True, slots=True)
class Played:
    """A finished game as the list shows it."""

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
class List:
    """One page of the list, newest first."""

    count: int
    games: list[Played]
    number: int
    pages: int


async def finished(site: Site, guest: str | None, number: int, most: int) -> List:
    """The games of a guest that are over, page `number` of them; a guest reads only of tables where they sat."""
    if guest is None:
        return List(0, [], 1, 1)
    count, found = await site.house.chronicle.finished_of(guest, most, (number - 1) * most)
    return List(count, [shown(one) for one in found], number, max(1, -(-count // most)))


def shown(one: Finished) -> Played:
    others = [name for seat, name in enumerate(one.names) if seat not in one.own]
    day = time.gmtime(one.ended)
    result, won, points = _result(one)
    try:
        game = games.find(one.game)
        name = game.name
        points = game.counted(int(points)) if points else ""
    except UnknownGame:
        name = one.game
    return Played(
        one.table,
        one.game,
        name,
        result,
        won,
        points,
        ", ".join(others) or "alone",
        _level(one),
        short_day(one.ended),
        time.strftime("%Y-%m-%dT%H:%MZ", day),
        in_words(one.minutes),
    )


def short_day(stamp: float) -> str:
    """A day in UTC: 22 Nov 2026."""
    day = time.gmtime(stamp)
    return f"{day.tm_mday} {time.strftime('%b %Y', day)}"


def _level(one: Finished) -> str:
    """What kind of bots sat there: "bot, steady"; "bots, dozy"; only "bots" where they differ."""
    met = [level_of(bot).word for seat, bot in enumerate(one.bots) if bot is not None and seat not in one.own]
    if not met:
        return ""
    noun = "bot" if len(met) == 1 else "bots"
    return f"{noun}, {met[0]}" if len(set(met)) == 1 else noun


def _result(one: Finished) -> tuple[str, bool, str]:
    """Your place in words, whether you won, and your points; on one couch, whose victory it was."""
    if one.result is None or not one.own:
        return "Finished", False, ""
    places, totals = one.result["places"], one.result["totals"]
    best = min(one.own, key=lambda seat: places[seat])
    if len(one.own) > 1:
        return named(one.result["title"], one.names) or "Finished", places[best] == 1, ""
    place = places[best]
    others = len(one.names)
    words = "Won" if place == 1 else "Lost" if others < 3 else f"{PLACES[min(place, 6)]} of {others}"
    return words, place == 1, str(totals[best])
