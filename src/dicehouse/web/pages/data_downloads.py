"""Serve downloads: all dice of the server for everybody, a guest's own games for that guest."""

from __future__ import annotations

from collections.abc import AsyncIterator, Mapping
from typing import Any

import anyio
from starlette.requests import Request
from starlette.responses import Response, StreamingResponse

from ...i18n import _
from ...server.archive import dice_counts, tabular_files
from ...server.seats import Refused
from ..app_services import AppServices, services_of
from ..request_limits import check_download_limit

GAMES_PER_READ = 20  # games that are read at once, so that no other request waits long
MAX_PARQUET_ROWS = 5_000_000  # rows of a Parquet file, which is made in memory,
PARQUET_PART_ROWS = 50_000  # and of each part, for a row is large until it is written
TOO_MANY_DICE = _("There are too many dice for one Parquet file. The CSV file has them all.")
CSV_TYPE, PARQUET_TYPE = "text/csv; charset=utf-8", "application/vnd.apache.parquet"


async def dice_csv(request: Request) -> Response:
    """Return every die of every finished game as CSV, one to a line."""
    check_download_limit(request)
    site = services_of(request)
    return StreamingResponse(_csv_lines(site), media_type=CSV_TYPE, headers=download_headers("dicehouse-dice.csv"))


async def _csv_lines(site: AppServices) -> AsyncIterator[str]:
    yield tabular_files.header(list(dice_counts.COLUMNS))
    async for rows in _read_dice(site):
        yield tabular_files.lines(list(dice_counts.COLUMNS), rows)


async def _read_dice(site: AppServices) -> AsyncIterator[list[dict[str, Any]]]:
    """Yield all dice, some games at a time; only games that are finished at the start."""
    chronicle = site.registry.chronicle
    last, after = (await chronicle.dice()).last, 0
    while (first := await chronicle.first_dice_after(after)) is not None and first <= last:
        after = min(first - 1 + GAMES_PER_READ, last)
        yield await chronicle.dice_after(first - 1, after - first + 1)


async def dice_parquet(request: Request) -> Response:
    """Return every die of every finished game as a Parquet file."""
    if not tabular_files.has_parquet():
        raise Refused(tabular_files.NO_PARQUET)
    check_download_limit(request)
    site = services_of(request)
    if (await site.registry.chronicle.dice()).all.number > MAX_PARQUET_ROWS:
        raise Refused(TOO_MANY_DICE)
    async with site.parquet:
        file, part = tabular_files.Parquet(dice_counts.COLUMNS), list[dict[str, Any]]()
        async for rows in _read_dice(site):
            part += rows
            if len(part) >= PARQUET_PART_ROWS:
                await anyio.to_thread.run_sync(file.add, part)
                part = []
        await anyio.to_thread.run_sync(file.add, part)
        return _parquet_response("dicehouse-dice.parquet", await anyio.to_thread.run_sync(file.done))


async def parquet_response(name: str, columns: Mapping[str, type], rows: list[dict[str, Any]]) -> Response:
    """Return `rows` as a Parquet file, made in a thread so that no other request waits."""
    data = await anyio.to_thread.run_sync(tabular_files.parquet, columns, rows)
    return _parquet_response(name, data)


def _parquet_response(name: str, data: bytes) -> Response:
    return Response(data, media_type=PARQUET_TYPE, headers=download_headers(name))


def download_headers(name: str) -> dict[str, str]:
    """Return the headers of a file that is to be saved, not shown."""
    return {**attachment_header(name), "Cache-Control": "private, no-cache"}


def attachment_header(name: str) -> dict[str, str]:
    """Return the header by which a browser saves an answer as the file `name`."""
    return {"Content-Disposition": f'attachment; filename="{name}"'}
