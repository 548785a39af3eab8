"""Publish the dice of a finished match for people who want to check them, and check them for browsers that can't."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response

from dicehouse.errors import BadMatch
from dicehouse.server import verify

from ...i18n import _
from ...server.archive.match_export import export
from ...server.live_table import Table
from ...server.seats import Refused
from ...server.verify import faults, parts
from ...server.verify_texts import as_text
from .. import socket_messages
from ..app_services import services_of
from ..compression import compress_response

LESSON_DICE = _("Lesson dice are chosen in advance, so there is nothing to check.")
FILE_DICE = _("This game comes from a file. Anybody can make up a file, so its dice prove nothing.")
MATCH_NOT_OVER = _("You can check these dice when the game is over and their secret is published.")


@dataclass(frozen=True, slots=True)
class DiceCheck:
    """Hold the result of a check: the number of throws, and what does not fit."""

    throws: int
    faults: list[str]


def dice_of_match(table: Table) -> dict[str, Any]:
    """Return the commitment and the draws of a match, with all actions as the texts that were hashed. Raise Refused
    while it is played."""
    match, running = table.state.match, table.state.history.chain
    if match is None or not match.over:
        raise Refused(MATCH_NOT_OVER)
    if running is None:
        raise Refused(FILE_DICE if table.state.record.from_file else LESSON_DICE)
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


def finished_match_record(table: Table) -> Mapping[str, Any]:
    """Return the record of a finished match for the check. Raise Refused while it is played, BadMatch if its position
    was set up."""
    dice_of_match(table)
    return export(table)


def check_dice(record: Mapping[str, Any]) -> DiceCheck:
    """Check the dice of a match on the server."""
    thrown = [draws for _, some in parts(record) for _, draws in some]
    try:
        found = [as_text(fault) for fault in faults(record)]
    except ValueError as error:  # longer than the public script accepts
        found = [_("This game can't be checked: {reason}", reason=str(error))]
    return DiceCheck(sum(bool(draws) for draws in thrown), found)


async def dice_json(request: Request) -> Response:
    """Return the dice of a finished match as JSON, with the result of the server's own check."""
    table = await services_of(request).registry.find(request.path_params["table"])
    try:
        record = dice_of_match(table)
    except BadMatch as error:  # its position was set up, not dealt: there is no record of its dice
        record, found = {"dice": None}, DiceCheck(0, [str(error)])
    else:
        found = check_dice(finished_match_record(table))
    data = {**record, "throws": found.throws, "faults": found.faults}
    return await compress_response(request, Response(socket_messages.encode_json(data), media_type="application/json"))


async def verify_script(request: Request) -> Response:
    """Return the script with which anybody can check the dice of a finished match."""
    return await compress_response(request, PlainTextResponse(Path(str(verify.__file__)).read_text(encoding="utf-8")))
