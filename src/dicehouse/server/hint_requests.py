"""Work out hints in worker threads, one at a time for each seat."""

from __future__ import annotations

from weakref import WeakKeyDictionary

from dicehouse.bots.hint_search import HintSearch

from ..i18n import _
from .driver import Thinkers
from .features import hints
from .internal_commands import ShowHint
from .live_table import Table
from .seats import Refused
from .table.change import Guest

UNDER_WAY = _("Your hint is on its way.")
NO_SEARCH = _("Hints need a server.")
CROWDED = _("The server is busy with other hints. Ask again in a moment.")


class HintRequests:
    """Give hints to the seats of a server's tables."""

    def __init__(self, thinkers: Thinkers) -> None:
        self._thinkers = thinkers
        self._searches: WeakKeyDictionary[Table, dict[int, HintSearch]] = WeakKeyDictionary()
        self._under_way: set[tuple[str, int]] = set()

    async def give(self, table: Table, guest: str | None, seat: int) -> None:
        """Work out what a guest should play in this seat, and show it to that seat alone.

        Raise Refused if they may not ask now, or if the table moved on meanwhile.
        """
        if not self._thinkers.searches:
            raise Refused(NO_SEARCH)
        state, key = table.state, (table.id, seat)
        match = hints.check_may_ask(state, guest, seat)
        if hints.hint_of(state, seat) is not None:
            return
        if key in self._under_way:
            raise Refused(UNDER_WAY)
        if self._thinkers.crowded:
            raise Refused(CROWDED)
        searches = self._searches.setdefault(table, {})
        pending = searches.setdefault(seat, HintSearch(self._thinkers.hints)).prepare_hint(match, seat)
        self._under_way.add(key)
        try:
            hint = await self._thinkers.work(pending)
        finally:
            self._under_way.discard(key)
        await table.execute(Guest(guest), ShowHint(seat, hints.decision_of(match, seat), hint))
