"""The dice of a finished match for whoever wants to check them, and the house's own check for browsers that can't."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from starlette.requests import Request
from starlette.responses import Response

from dicehouse.errors import BadMatch

from ..table.live import Table
from ..table.past.export import export
from ..table.seats import Refused
from ..table.verify import faults, parts
from . import codec
from .packing import packed
from .site import site_of

CHOSEN = "The dice of a lesson were chosen, so there is nothing to check."
TOO_SOON = "The secret of these dice is published when the game is over; then they can be checked."


@dataclass(frozen=True, slots=True)
class Check:
    """What came of a check: how many throws there were, and what does not fit."""

    throws: int
    faults: list[str]


def dice_of(table: Table) -> dict[str, Any]:
    """What was promised and drawn, and all that was done as the texts that were hashed; Refused while it is played."""
    match, running = table.match, table.running
    if match is None or not match.over:
        raise Refused(TOO_SOON)
    if running is None:
        raise Refused(CHOSEN)
    saved = match.save(secret=True)
    return {
        "id": saved["id"],
        "dice": saved["dice"],
        "deal": saved["deal"],
        "actions": [{"draws": action["draws"]} for action in saved["actions"]],
        "running": {
            "header": running.header,
            "salts": running.salts,
            "links": running.texts(),
            "hash": running.mark.hash,
        },
    }


def record_of(table: Table) -> Mapping[str, Any]:
    """The record of a finished match that the house checks; Refused while it is played, BadMatch if it was set up."""
    dice_of(table)
    return export(table)


def check(record: Mapping[str, Any]) -> Check:
    """The house checks its own match."""
    thrown = [draws for _, some in parts(record) for _, draws in some]
    try:
        found = faults(record)
    except ValueError as error:  # longer than the script reads, which anybody may run
        found = [f"This match can't be checked: {error}."]
    return Check(sum(bool(draws) for draws in thrown), found)


async def dice_file(request: Request) -> Response:
    """The dice of a finished match as JSON, with what the house finds when it checks them."""
    table = await site_of(request).house.find(request.path_params["table"])
    async with table.reading():
        try:
            record = dice_of(table)
        except BadMatch as error:  # it was set up, not dealt: there is no record of its dice
            record, found = {"dice": None}, Check(0, [str(error)])
        else:
            found = check(record_of(table))
    data = {**record, "throws": found.throws, "faults": found.faults}
    return await packed(request, Response(codec.encode(data), media_type="application/json"))
