"""Getting along at a table: what may be done about another person there, by either page."""

from __future__ import annotations

from typing import Any

from ..table.house import House
from ..table.live import Table
from ..table.manners import PHRASES
from ..table.seats import Refused

IGNORE, HEAR, STOP, LET, REMOVE = "ignore", "hear", "stop", "let", "remove"
NO_GUEST = "Sit down or give a name first; then the house can remember whom you don't want to read."
NO_SUCH = f"What can be done about somebody is one of {', '.join((IGNORE, HEAR, STOP, LET, REMOVE))}."


async def deal_with(house: House, table: Table, guest: str | None, who: str, what: str) -> None:
    """Do one of these things; what the host does is told in front of everybody, the rest to nobody."""
    match what:
        case "ignore" | "hear":
            if guest is None:
                raise Refused(NO_GUEST)
            async with table.reading():
                other, name = table.manners.named(guest, who)
            await (house.ignoring.ignore(guest, other, name) if what == IGNORE else house.ignoring.hear(guest, other))
            async with table.changing():
                table.roster += 1
        case "stop" | "let":
            await table.manners.stop(guest, who, what == STOP)
        case "remove":
            await table.manners.remove(house, guest, who)
        case _:
            raise Refused(NO_SUCH)


def talk(table: Table, guest: str | None, house: House) -> dict[str, Any]:
    """How people talk here, and the others whom something may be done about."""
    return {
        "quiet": table.record.quiet,
        "phrases": PHRASES,
        "stopped": table.manners.stopped(guest),
        "people": table.manners.people(guest, house.ignoring.known(guest)),
    }
