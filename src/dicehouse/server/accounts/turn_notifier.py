"""Notify players who are away from a table when it starts to wait for them.

Each wait is notified once, after a short delay.
"""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Awaitable, Callable, Coroutine, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from ...i18n import Text, _, join_sentences, listing
from ..clocks.time_terms import remaining
from ..cluster.claims import bots_of
from ..features.clocks import time_left
from .names import shown_name
from .quiet_hours import moment_in

if TYPE_CHECKING:
    from ..live_table import Table

log = logging.getLogger("dicehouse.server")

DELAY = 20.0  # seconds, because a player who reloads the page is not away
UNNOTICED = 30.0  # seconds for which a page may have been gone before its connection counts as lost


@dataclass(frozen=True, slots=True)
class Call:
    """Hold a notification that it is the turn of `guest`.

    `game` is the name of the game, `others` are the names of the other players, and `left` is the time left, in words;
    either may be empty. `player` is the name of the guest at the table, and `due` is when their time is over, in
    seconds since 1970; None if it is not limited.
    """

    guest: str
    table: str
    game: str
    others: str
    left: str
    player: str
    due: float | None = None

    @property
    def title(self) -> Text:
        return turn_title(self.game)

    @property
    def text(self) -> str:
        """Return the text below the title, such as "With Ben. 1 day 20 hours left."; it may be empty."""
        others = _("With {players}.", players=self.others) if self.others else ""
        return join_sentences(others, _("{time} left.", time=self.left) if self.left else "")


def turn_title(game: str) -> Text:
    """Return the title of a message: "Your turn in Dicetopia"."""
    return _("Your turn in {game}", game=game)


def due_sentence(due: float, zone: str) -> Text:
    """Return when a move is due, in a time zone: "Your move is due by Tue 1 Dec, 08:00 (Europe/Vienna)."."""
    return _("Your move is due by {moment}.", moment=moment_in(zone, due))


LONG_AGO = float("-inf")
Way = Callable[[Call], Awaitable[None]]


class Caller:
    """Watch all tables of a server, and send each notification over all channels.

    If a channel fails, the failure is logged and the other channels are still used.
    """

    def __init__(self, ways: Sequence[Way], delay: float = DELAY) -> None:
        self._ways = ways
        self._delay = delay
        self._asked: dict[str, dict[str, float]] = {}  # by table: the guests it waits for, and since when
        self._tasks: set[asyncio.Task[None]] = set()

    def watch(self, table: Table, ours: Callable[[str], Awaitable[bool]]) -> None:
        """Watch `table` from now on; call this when it is opened or loaded from the store.

        If its match has begun, the guests it waits for now were notified before, and are not notified again.
        `ours` returns True if this server holds the claim of that name, here the claim on the bots of the table: only
        that server notifies.
        """
        if self._ways:
            if table.state.match is not None and table.state.match.number:
                self._asked[table.id] = dict.fromkeys(waits_for(table), LONG_AGO)
            table.after_change.append(lambda: self._changed(table, ours))
            table.after_loss.append(lambda guest, opened: self._lost(table, guest, opened))
            self._changed(table, ours)

    def _changed(self, table: Table, ours: Callable[[str], Awaitable[bool]]) -> None:
        asked, before = waits_for(table), self._asked.get(table.id, {})
        if asked:
            self._asked[table.id] = {guest: before.get(guest, time.monotonic()) for guest in asked}
        else:
            self._asked.pop(table.id, None)
        new = asked - before.keys()
        for guest in new - table.readers.connected() if new else ():
            self._begin(self._call(table, guest, ours))

    def _lost(self, table: Table, guest: str, opened: float) -> None:
        """Notify `guest`, whose page was lost, if the table began to wait for them shortly before and after the page
        was `opened`: it may have been gone already, and then nobody has told them.
        """
        began = self._asked.get(table.id, {}).get(guest, LONG_AGO)
        if opened <= began and time.monotonic() - began < UNNOTICED:
            self._begin(self._call(table, guest, None))

    def _begin(self, call: Coroutine[None, None, None]) -> None:
        task = asyncio.get_running_loop().create_task(call)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _call(self, table: Table, guest: str, ours: Callable[[str], Awaitable[bool]] | None) -> None:
        """Notify `guest` after the delay, if they are still away and still asked. Of several servers, the one that
        plays for the bots of the table does; without `ours`, this one does.
        """
        await asyncio.sleep(self._delay)
        if guest in table.readers.online() or guest not in waits_for(table) or table.broken:
            return
        if ours is not None and not await ours(bots_of(table.id)):
            return
        call = call_of(table, guest)
        for way in self._ways:
            try:
                await way(call)
            except Exception as error:
                log.warning("table %s: a notification failed: %s", table.id, error)

    def close(self) -> None:
        for task in tuple(self._tasks):
            task.cancel()


def waits_for(table: Table) -> set[str]:
    """Return the guests who have to decide now, if several people play or the table has a time limit."""
    state = table.state
    if state.match is None or state.phase != "playing" or state.lesson is not None or state.is_paused:
        return set()
    people = {seat.guest for seat in state.seats if seat.guest}
    asked = {state.seats[seat].guest for seat in state.match.acting() if not state.seats[seat].played_by}
    return {guest for guest in asked if guest and (len(people) > 1 or state.terms is not None)}


def call_of(table: Table, guest: str) -> Call:
    """Return the notification that `table` waits for `guest`."""
    own = [left for left in time_left(table.state, table.now()) if table.state.seats[left.seat].guest == guest]
    others = listing(shown_name(seat.name) for seat in table.state.seats if seat.guest != guest)
    left = remaining(min(each.left for each in own)) if own else ""
    due = min((each.due for each in own), default=None)
    player = next((shown_name(seat.name) for seat in table.state.seats if seat.guest == guest), "")
    return Call(guest, table.id, table.game.name, others, left, player, due)
