"""The page of all your games: the tables where you still sit, those that are over, and what they add up to.

Everything on it is of tables where its reader sat; nobody else is shown any of it.
"""

from __future__ import annotations

import datetime
import re
from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any
from urllib.parse import urlencode

from starlette.requests import Request
from starlette.responses import Response

from dicehouse import games

from ..kit import shares
from ..table.clocks.clock import in_words
from ..table.past import tabular
from ..table.past.looked import balance
from ..table.past.results import PAGE, Finished
from ..table.past.statistics import BOTS, COLUMNS, LOST, PEOPLE, WON, Choice, add_up, as_row, called, opponent
from ..table.seats import Refused
from . import charts
from .exports import CSV, TOO_OFTEN, as_file, parquet_file
from .pages import all_going, art_at, evenings_of, name_of, open_count, waiting_count
from .played import short_day, shown
from .render import page
from .site import asker, site_of

MOST_LISTED = 48  # open tables
LONGEST = 5  # digits of a page's number
NAME = re.compile(r"[a-z0-9][a-z0-9:._-]{0,39}")
DAY = re.compile(r"[0-9]{4}-[0-9]{2}-[0-9]{2}")


@dataclass(frozen=True, slots=True)
class Box:
    """A game that can be chosen, as a picture."""

    id: str
    name: str
    art: str
    count: int


async def your_games(request: Request) -> Response:
    """Open tables first, then what is over, newest first, page by page, and beside it what it adds up to."""
    site = site_of(request)
    guest = site.guests.read(request.cookies)
    number, choice = _number(request.query_params.get("page", "")), choice_of(request.query_params)
    open_tables = await all_going(site, guest, MOST_LISTED) if guest is not None and number == 1 else []
    played = [] if guest is None else await site.house.chronicle.played(guest)
    chosen = [one for one in played if choice.fits(one)]
    of_sum = [one for one in played if replace(choice, result=None, against=None).fits(one)]
    found = add_up(of_sum, choice.game)
    looked = {} if guest is None else await site.house.chronicle.looked(guest)
    weighed = balance([looked[one.table] for one in of_sum if one.table in looked])
    return await page(
        request,
        "games.html",
        going=open_tables,
        evenings=await evenings_of(site, guest),
        open=await open_count(site, guest),
        waits=await waiting_count(site, guest),
        count=len(played),
        chosen=len(chosen),
        games=[shown(one) for one in chosen[(number - 1) * PAGE : number * PAGE]],
        number=number,
        pages=max(1, -(-len(chosen) // PAGE)),
        choice=choice,
        filtered=choice != Choice(),
        boxes=_boxes(played),
        opponents=_opponents(played),
        name=name_of(choice.game) if choice.game else "",
        sum=found,
        chart=charts.shares(found.against),
        looked=looked,
        balance=weighed,
        line=charts.line(weighed.line) if len(weighed.line) > 1 else "",
        bar=charts.balanced,
        signed=_signed,
        wins=_wins,
        gain=_gain,
        day=short_day,
        called=called,
        played_for=f"They took {in_words(found.minutes)}." if found.minutes else "",
        percent=_percent,
        link=lambda **change: _link(choice, **change),
        file=lambda kind: _link(choice, path=f"/games.{kind}"),
        shelf=list(games.all_games().values()),
        parquet=tabular.has_parquet(),
    )


# what was asked for -----------------------------------------------------------------------------------------------


def choice_of(query: Mapping[str, str]) -> Choice:
    """Which games are asked for; what makes no sense is not asked for."""
    game, against = query.get("game", ""), query.get("with", "")
    result = query.get("result", "")
    return Choice(
        game if NAME.fullmatch(game) else None,
        result if result in (WON, LOST) else None,
        against if NAME.fullmatch(against) else None,
        _day(query.get("from", "")),
        _day(query.get("to", "")),
    )


def _day(text: str) -> datetime.date | None:
    if not DAY.fullmatch(text):
        return None
    try:
        return datetime.date.fromisoformat(text)
    except ValueError:
        return None


def _number(text: str) -> int:
    return max(1, int(text)) if text.isascii() and text.isdigit() and len(text) <= LONGEST else 1


def _link(choice: Choice, path: str = "/games", **change: Any) -> str:
    """The address of the page with this choice, changed; a change of what is chosen leads to its first page."""
    number = change.pop("page", 1)
    now = replace(choice, **change)
    asked = {
        "game": now.game,
        "with": now.against,
        "result": now.result,
        "from": now.since,
        "to": now.until,
        "page": number if number > 1 else None,
    }
    query = urlencode({key: value for key, value in asked.items() if value is not None})
    return f"{path}?{query}" if query else path


# what can be chosen -----------------------------------------------------------------------------------------------


def _boxes(played: list[Finished]) -> list[Box]:
    """The games that were played, in the order of the shelf, then those that left the house."""
    ids = {one.game for one in played}
    order = [game for game in games.all_games() if game in ids]
    order += sorted(ids - set(order))
    return [Box(game, name_of(game), art_at(game), sum(one.game == game for one in played)) for game in order]


def _opponents(played: list[Finished]) -> list[tuple[str, str]]:
    """Whom one can ask for, and in which words: people, all bots, and every bot that was met."""
    met = [share.who for share in add_up(played).against]
    met += sorted({opponent(one) for one in played} - set(met))
    bots = [who for who in met if who not in (PEOPLE, "alone")]
    listed = [(who, called(who)) for who in met if who not in bots]
    return [*listed, *([(BOTS, "All bots")] if len(bots) > 1 else []), *((who, called(who)) for who in bots)]


def _percent(share: float) -> str:
    return shares.percent(share, 0)


def _signed(share: float) -> str:
    """A share of a win with its sign: what luck or skill brought in one game."""
    return f"{_with_sign(round(100 * share), 0)} %"


def _wins(wins: float) -> str:
    """The same of several games, in wins."""
    return _with_sign(round(wins, 1), 1)


def _gain(share: float, digits: int = 2) -> str:
    """What a decision brought, on average."""
    return f"{_with_sign(round(100 * share, digits), digits)} %"


def _with_sign(number: float, digits: int) -> str:
    sign = "\N{PLUS-MINUS SIGN}" if number == 0 else "+" if number > 0 else "\N{MINUS SIGN}"
    return f"{sign}{abs(number):.{digits}f}"


# files ------------------------------------------------------------------------------------------------------------


async def games_csv(request: Request) -> Response:
    """The games of whoever asks, one on a line."""
    rows = await _rows(request)
    text = tabular.header(list(COLUMNS)) + tabular.lines(list(COLUMNS), rows)
    return Response(text, media_type=CSV, headers=as_file("dicehouse-games.csv"))


async def games_parquet(request: Request) -> Response:
    """The same as a Parquet file."""
    return await parquet_file("dicehouse-games.parquet", COLUMNS, await _rows(request))


async def _rows(request: Request) -> list[dict[str, Any]]:
    site, choice = site_of(request), choice_of(request.query_params)
    guest = site.guests.read(request.cookies)
    if not site.exports.take(asker(request, guest)):
        raise Refused(TOO_OFTEN)
    played = [] if guest is None else await site.house.chronicle.played(guest)
    looked = {} if guest is None else await site.house.chronicle.looked(guest)
    return [as_row(one, looked.get(one.table)) for one in played if choice.fits(one)]
