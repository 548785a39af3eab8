"""The page of all your games: the tables where you still sit, and those that are over."""

from __future__ import annotations

from starlette.requests import Request
from starlette.responses import Response

from dicehouse import games

from ..table.results import PAGE
from .pages import going_of
from .played import finished
from .render import page
from .site import site_of

MOST_OPEN = 12
LONGEST = 5  # digits of a page's number


async def your_games(request: Request) -> Response:
    """Open tables first, then what is over, newest first, page by page."""
    site = site_of(request)
    guest = site.guests.read(request.cookies)
    number = _number(request.query_params.get("page", ""))
    going = []
    if guest is not None and number == 1:
        going = [await going_of(table, guest) for table in await site.house.tables_of(guest, MOST_OPEN)]
    played = await finished(site, guest, number, PAGE)
    return await page(request, "games.html", going=going, played=played, shelf=list(games.all_games().values()))


def _number(text: str) -> int:
    return max(1, int(text)) if text.isascii() and text.isdigit() and len(text) <= LONGEST else 1
