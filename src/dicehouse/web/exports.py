"""Files to take away: all dice of the house for everybody, a guest's own games for that guest."""

from __future__ import annotations

from collections.abc import AsyncIterator, Mapping
from typing import Any

import anyio
from starlette.requests import Request
from starlette.responses import Response, StreamingResponse

from ..table.past import tabular, thrown
from ..table.seats import Refused
from .site import Site, asker, site_of

AT_ONCE = 20  # games that are read at once: nobody waits for whoever takes all of them away
MOST_PARQUET = 5_000_000  # rows of a Parquet file, which is made in memory,
PART = 50_000  # and of each part, for a row is large until it is written
TOO_OFTEN = "These files are large; wait half a minute before you take the next one."
TOO_MANY = "There are too many dice for one Parquet file; the CSV has them all."
CSV, PARQUET = "text/csv; charset=utf-8", "application/vnd.apache.parquet"


async def dice_csv(request: Request) -> Response:
    """Every die of every game that is over, one on a line."""
    site = _allowed(request)
    return StreamingResponse(_dice_lines(site), media_type=CSV, headers=as_file("dicehouse-dice.csv"))


async def _dice_lines(site: Site) -> AsyncIterator[str]:
    yield tabular.header(list(thrown.COLUMNS))
    async for rows in _dice(site):
        yield tabular.lines(list(thrown.COLUMNS), rows)


async def _dice(site: Site) -> AsyncIterator[list[dict[str, Any]]]:
    """All dice, some games at a time; those that are over by now, whatever ends meanwhile."""
    last, after = (await site.house.chronicle.dice()).last, 0
    while after < last:
        yield await site.house.chronicle.dice_after(after, min(AT_ONCE, last - after))
        after += AT_ONCE


async def dice_parquet(request: Request) -> Response:
    """The same as a Parquet file."""
    if not tabular.has_parquet():
        raise Refused(tabular.NO_PARQUET)
    site = _allowed(request)
    if (await site.house.chronicle.dice()).all.number > MOST_PARQUET:
        raise Refused(TOO_MANY)
    async with site.parquet:
        file, part = tabular.Parquet(thrown.COLUMNS), list[dict[str, Any]]()
        async for rows in _dice(site):
            part += rows
            if len(part) >= PART:
                await anyio.to_thread.run_sync(file.add, part)
                part = []
        await anyio.to_thread.run_sync(file.add, part)
        return _parquet("dicehouse-dice.parquet", await anyio.to_thread.run_sync(file.done))


def _allowed(request: Request) -> Site:
    site = site_of(request)
    if not site.exports.take(asker(request, site.guests.read(request.cookies))):
        raise Refused(TOO_OFTEN)
    return site


async def parquet_file(name: str, columns: Mapping[str, type], rows: list[dict[str, Any]]) -> Response:
    """Rows as a Parquet file, made in a thread so that nobody waits for it."""
    data = await anyio.to_thread.run_sync(tabular.parquet, columns, rows)
    return _parquet(name, data)


def _parquet(name: str, data: bytes) -> Response:
    return Response(data, media_type=PARQUET, headers=as_file(name))


def as_file(name: str) -> dict[str, str]:
    """The headers of a file that is to be kept, not shown."""
    return {"Content-Disposition": f'attachment; filename="{name}"', "Cache-Control": "private, no-cache"}
