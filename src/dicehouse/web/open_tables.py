"""List a guest's open tables: those where the guest has a seat and the match is not over."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from dicehouse import games

from ..i18n import _, listing
from ..server.features.clocks import time_left
from ..server.live_table import Table
from ..server.storage.recorded_match import Recorded
from ..server.storage.table_records import count_tables_of
from . import clock_text
from .app_services import AppServices
from .page_renderer import game_picture


async def list_open_tables(site: AppServices, guest: str, most: int) -> list[dict[str, Any]]:
    """Return the tables that a guest has not finished: first those where it is the guest's turn, the one whose clock
    runs out soonest before all; last those that can't be continued."""
    found = [await open_table_data(table, guest) for table in await site.registry.tables_of(guest, most)]
    found.sort(key=lambda one: (not one["mine"], one["due"]))
    return [*found, *(_old_rules_table_data(one) for one in await site.registry.stuck_of(guest, most))]


async def open_table_data(table: Table, guest: str) -> dict[str, Any]:
    """Return a table as the list of open tables shows it."""
    snapshot, clocks = table.shown(guest), time_left(table.state, table.now())
    mine = snapshot.cover is not None or snapshot.seat in snapshot.acting
    names = [table.state.name_of(seat) for seat in snapshot.acting]
    if snapshot.view is None:
        title, short = _("{game}: waiting for players", game=table.game.name), _("Waiting for players")
    elif mine:
        title, short = _("Your turn in {game}", game=table.game.name), _("Your turn")
    else:
        short = _("Waiting for {players}", players=listing(names))
        title = _("{game}: waiting for {players}", game=table.game.name, players=listing(names))
    detail = snapshot.prompt.detail or snapshot.prompt.title
    own = min(
        (left for left in clocks if left.seat in table.state.seats_of(guest)), key=lambda left: left.due, default=None
    )
    return {
        "id": table.id,
        "game": table.game,
        "art": game_picture(table.game),
        "title": title,
        "short": short,
        "detail": detail,
        "mine": mine,
        "seated": bool(table.state.seats_of(guest)),
        "left": clock_text.time_left_in_words(own) if own else "",
        "due": own.due if own else float("inf"),
        "heads": _seat_markers(table, guest, snapshot.acting),
    }


def _old_rules_table_data(one: Recorded) -> dict[str, Any]:
    game = games.find(one.game)
    return {
        "id": one.table,
        "game": game,
        "art": game_picture(game),
        "title": _("{game} can't continue", game=game.name),
        "short": _("Can't continue"),
        "detail": _("It was played with older rules."),
        "mine": False,
        "seated": True,
        "left": "",
        "heads": [{"seat": seat, "mine": False, "acts": False} for seat in range(len(one.names))],
    }


def _seat_markers(table: Table, guest: str, acting: Sequence[int]) -> list[dict[str, Any]]:
    """Return the players of a table, in the order of the seats, beginning with one that has to act, if any."""
    seats, own = len(table.state.seats), table.state.seats_of(guest)
    first = acting[0] if acting else 0
    order = [(first + step) % seats for step in range(seats)]
    return [{"seat": seat, "mine": seat in own, "acts": seat in acting} for seat in order]


async def count_open_tables(site: AppServices, guest: str | None) -> int:
    """Return the number of tables that a guest has not finished."""
    return 0 if guest is None else await site.registry.store.read(lambda db: count_tables_of(db, guest))


async def count_waiting_tables(site: AppServices, guest: str | None) -> int:
    """Return the number of tables that wait for the guest."""
    return 0 if guest is None else len(await site.registry.waits.of(guest))
