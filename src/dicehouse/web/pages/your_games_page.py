"""Serve the page of a guest's games: the open tables, the finished ones, and their totals.

Everything on it comes from tables where its reader had a seat; nobody else can see any of it.
"""

from __future__ import annotations

import datetime
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import Any
from urllib.parse import urlencode

from markupsafe import Markup
from starlette.requests import Request
from starlette.responses import Response

from dicehouse import games

from ...charts.bar_chart import gain_bar
from ...charts.curve_chart import gain_curve
from ...charts.interval_chart import WinShareRow, win_share_chart
from ...i18n import Percent, _, current_language, in_language
from ...i18n.dates import short_date
from ...i18n.language import localize_number
from ...server.archive import match_upload, tabular_files
from ...server.archive.guest_statistics import (
    BOTS,
    COLUMNS,
    LOST,
    PEOPLE,
    WON,
    Choice,
    Share,
    add_up,
    as_row,
    called,
    opponent,
)
from ...server.archive.match_results import PAGE, Finished
from ...server.archive.review_statistics import Looked, Point, balance, habits
from ...server.clocks.play_time import in_words
from ..app_services import services_of
from ..finished_games import finished_game_row
from ..form_posts import redirect_as_guest
from ..open_tables import count_open_tables, count_waiting_tables, list_open_tables
from ..page_renderer import game_name, game_picture_by_id, render_page
from ..request_limits import check_download_limit, check_offered, check_table_limit
from ..request_parsing import parse_number, read_file
from .data_downloads import CSV_TYPE, download_headers, parquet_response
from .tournament_pages import tournaments_of_guest

MAX_OPEN_TABLES = 48  # open tables
MAX_PAGE_DIGITS = 5  # digits of a page's number
ID_PATTERN = re.compile(r"[a-z0-9][a-z0-9:._-]{0,39}")
DATE_PATTERN = re.compile(r"[0-9]{4}-[0-9]{2}-[0-9]{2}")


@dataclass(frozen=True, slots=True)
class PlayedGame:
    """Hold a game that can be chosen, with its picture."""

    id: str
    name: str
    art: str
    count: int


async def your_games_page(request: Request) -> Response:
    """Return the page: open tables, then finished ones, newest first, page by page, and their totals."""
    site = services_of(request)
    guest = site.guests.read(request.cookies)
    number, choice = _parse_page_number(request.query_params.get("page", "")), parse_filter(request.query_params)
    open_tables = await list_open_tables(site, guest, MAX_OPEN_TABLES) if guest is not None and number == 1 else []
    played = [] if guest is None else await site.registry.chronicle.played(guest)
    chosen = [one for one in played if choice.fits(one)]
    of_sum = [one for one in played if replace(choice, result=None, against=None).fits(one)]
    found = add_up(of_sum, choice.game)
    looked = {} if guest is None else await site.registry.chronicle.looked(guest)
    weighed = balance([looked[one.table] for one in of_sum if one.table in looked])
    return await render_page(
        request,
        "your_games.html",
        going=open_tables,
        tournaments=await tournaments_of_guest(site, guest),
        open=await count_open_tables(site, guest),
        waits=await count_waiting_tables(site, guest),
        count=len(played),
        chosen=len(chosen),
        games=[finished_game_row(one) for one in chosen[(number - 1) * PAGE : number * PAGE]],
        number=number,
        pages=max(1, -(-len(chosen) // PAGE)),
        choice=choice,
        filtered=choice != Choice(),
        boxes=_played_games(played),
        opponents=_opponent_choices(played),
        name=game_name(choice.game) if choice.game else "",
        sum=found,
        chart=win_share_chart([win_share_row(share) for share in found.against]),
        looked=looked,
        balance=weighed,
        line=draw_gains(weighed.line) if len(weighed.line) > 1 else "",
        bar=gain_bar,
        signed=_format_share_change,
        wins=_format_wins,
        gain=_format_gain,
        day=short_date,
        called=called,
        habits=_habits(of_sum, looked),
        played_for=_("The games took {time}.", time=in_words(found.minutes)) if found.minutes else "",
        percent=_format_percent,
        link=lambda **change: _filter_url(choice, **change),
        file=lambda kind: _filter_url(choice, path=f"/games.{kind}"),
        all_games=list(games.all_games().values()),
        parquet=tabular_files.has_parquet(),
    )


def _habits(played: Sequence[Finished], looked: Mapping[str, Looked]) -> list[tuple[str, list[str]]]:
    """Return each game's name and a sentence for each clear habit in its reviewed games."""
    by_game: dict[str, list[Looked]] = {}
    for one in played:
        if one.table in looked:
            by_game.setdefault(one.game, []).append(looked[one.table])
    found = [(game_name(game), [each.says for each in habits(game, own)]) for game, own in by_game.items()]
    return [(name, clear) for name, clear in found if clear]


# the filter of the request ----------------------------------------------------------------------------------------


def parse_filter(query: Mapping[str, str]) -> Choice:
    """Return the filter that the query describes; values that are not valid are left out."""
    game, against = query.get("game", ""), query.get("with", "")
    result = query.get("result", "")
    return Choice(
        game if ID_PATTERN.fullmatch(game) else None,
        result if result in (WON, LOST) else None,
        against if ID_PATTERN.fullmatch(against) else None,
        _parse_date(query.get("from", "")),
        _parse_date(query.get("to", "")),
    )


def _parse_date(text: str) -> datetime.date | None:
    if not DATE_PATTERN.fullmatch(text):
        return None
    try:
        return datetime.date.fromisoformat(text)
    except ValueError:
        return None


def _parse_page_number(text: str) -> int:
    return max(1, parse_number(text, MAX_PAGE_DIGITS) or 1)


def _filter_url(choice: Choice, path: str = "/games", **change: Any) -> str:
    """Return the address of the page with this filter, changed; a change of the filter leads to its first page."""
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


# the filter's choices ---------------------------------------------------------------------------------------------


def _played_games(played: list[Finished]) -> list[PlayedGame]:
    """Return the games that were played, in the order of the home page, then those that this server no longer has."""
    ids = {one.game for one in played}
    order = [game for game in games.all_games() if game in ids]
    order += sorted(ids - set(order))
    return [
        PlayedGame(game, game_name(game), game_picture_by_id(game), sum(one.game == game for one in played))
        for game in order
    ]


def _opponent_choices(played: list[Finished]) -> list[tuple[str, str]]:
    """Return the opponents that a filter can name, with their words: people, all bots, and every bot that was met."""
    met = [share.who for share in add_up(played).against]
    met += sorted({opponent(one) for one in played} - set(met))
    bots = [who for who in met if who not in (PEOPLE, "alone")]
    listed = [(who, called(who)) for who in met if who not in bots]
    return [*listed, *([(BOTS, _("All bots"))] if len(bots) > 1 else []), *((who, called(who)) for who in bots)]


def _format_percent(share: float) -> str:
    return Percent(share).in_language(current_language())


def _short_name(who: str) -> str:
    return in_language(called(who)).partition(",")[0]


def win_share_row(share: Share) -> WinShareRow:
    """Return the row of `share` in the chart of wins by kind of opponent."""
    low, high = share.interval
    return WinShareRow(
        _short_name(share.who),
        share.won / max(1, share.games),
        low,
        high,
        share.fair / share.shared if share.shared else None,
    )


def draw_gains(points: Sequence[Point]) -> Markup:
    """Draw what a decision won or lost over time, as a curve."""
    return gain_curve(
        [(point.gain, point.half) for point in points],
        lambda gain: Percent(gain, 1, signed=True).in_language(current_language()),
    )


def _format_share_change(share: float) -> str:
    """Format a share of a win with its sign: what luck or skill brought in one game."""
    return _format_signed_percent(share, 0)


def _format_wins(wins: float) -> str:
    """Format a sum of shares over several games, in wins."""
    return _format_signed(round(wins, 1), 1)


def _format_gain(share: float, digits: int = 2) -> str:
    """Format what a decision brought on average."""
    return _format_signed_percent(share, digits)


def _format_signed_percent(share: float, digits: int) -> str:
    rounded = round(100 * share, digits)
    text = Percent(abs(rounded) / 100, digits).in_language(current_language())
    return f"{_sign(rounded)}{text}"


def _format_signed(number: float, digits: int) -> str:
    return f"{_sign(number)}{localize_number(f'{abs(number):.{digits}f}', current_language())}"


def _sign(number: float) -> str:
    return "\N{PLUS-MINUS SIGN}" if number == 0 else "+" if number > 0 else "\N{MINUS SIGN}"


# files ------------------------------------------------------------------------------------------------------------


async def games_csv(request: Request) -> Response:
    """Return the guest's games as CSV, one to a line."""
    rows = await _filtered_rows(request)
    text = tabular_files.header(list(COLUMNS)) + tabular_files.lines(list(COLUMNS), rows)
    return Response(text, media_type=CSV_TYPE, headers=download_headers("dicehouse-games.csv"))


async def games_parquet(request: Request) -> Response:
    """Return the guest's games as a Parquet file."""
    return await parquet_response("dicehouse-games.parquet", COLUMNS, await _filtered_rows(request))


async def _filtered_rows(request: Request) -> list[dict[str, Any]]:
    site, choice = services_of(request), parse_filter(request.query_params)
    guest = site.guests.read(request.cookies)
    check_download_limit(request)
    played = [] if guest is None else await site.registry.chronicle.played(guest)
    looked = {} if guest is None else await site.registry.chronicle.looked(guest)
    return [as_row(one, looked.get(one.table)) for one in played if choice.fits(one)]


async def open_match_file(request: Request) -> Response:
    """Open the finished match of a file, and show its replay."""
    site = services_of(request)
    text = await read_file(request, "match", match_upload.MAX_BYTES)
    guest, new = site.guests.of(request)
    check_table_limit(request)
    table = await match_upload.open_match_file(
        site.registry, text, guest, site.registry.keyring.dice_secret(), partial(check_offered, site)
    )
    return redirect_as_guest(request, f"/t/{table.id}/replay", guest, new)
