"""Who is round a table, and what each of them is shown: the part of `live.Table` that changes nothing of it."""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncIterator, Container
from contextlib import asynccontextmanager
from typing import Any, Self

from dicehouse.core import Game
from dicehouse.match.match import Event, Match

from .cluster.remote_changes import Following
from .cluster.server_messages import LOOKED
from .hints import Hints
from .ordering import Ordering
from .presence import Presence
from .seating import NOT_YOURS
from .seats import Refused
from .sight import Listener, Sight, before_start, look, share
from .soon import Soon
from .storage.table_records import Said
from .teaching import shown

Seen = tuple[dict[str, Any], dict[Any, bytes]]  # a view, and the parts of frames that were made of it
TOLD_A_SECOND = 1000  # readers, who are told who came and went


class Audience(Ordering):
    """The readers of a table. What they are shown is committed: nothing is looked at within a change."""

    game: Game
    listeners: set[Listener]
    presence: Presence
    hints: Hints
    following: Following
    chat: list[Said]
    lock: asyncio.Lock
    last_used: float
    epoch: int  # grows when readers are shown everything once more
    after_change: list[Any]
    _acted: list[float]
    _ordered: set[int]  # positions that standing orders led to
    _told_here: tuple[set[str], set[str]]
    _soon: Soon
    _logs: dict[int | None, list[Event]]
    _sights: dict[int | None, Sight]
    _same_for_all: Seen | None  # the view, in games where all readers have the same

    # who is who -------------------------------------------------------------------------------------------------

    @property
    def phase(self) -> str:
        return self.record.phase

    def is_shared(self, guest: str | None) -> bool:
        """Whether people who share a device must not see each other's things."""
        return len(self.seats_of(guest)) > 1 and self.match is not None and self.match.has_hidden_state

    def own_seat(self, guest: str | None, seat: int) -> int:
        """This seat, if the guest holds it; else Refused."""
        if seat not in self.seats_of(guest):
            raise Refused(NOT_YOURS)
        return seat

    def online(self) -> set[str]:
        """The guests who look at the table now, or looked at its plain page lately."""
        return self.connected() | self.presence.reads()

    def _who_is_here(self) -> tuple[set[str], set[str]]:
        connected = self.connected()
        return connected | self.presence.reads(), {guest for guest in connected if self.presence.silent(guest)}

    def connected(self) -> set[str]:
        """The guests who have the page with the board open, by way of any server."""
        return self.connected_here() | self.following.connected()

    def connected_here(self) -> set[str]:
        """Those who have it open by way of this one."""
        return {listener.guest for listener in self.listeners if listener.guest is not None}

    def watching(self) -> int:
        """How many look on who don't sit here."""
        return self.watching_here() + self.following.watching()

    def watching_here(self) -> int:
        return sum(not self.seats_of(listener.guest) for listener in self.listeners)

    def shown_seat(self, guest: str | None) -> int | None:
        """Which of their own seats to show a guest: the one that has to decide, else the first."""
        own = self.seats_of(guest)
        if len(own) > 1 and self.match is not None:
            acting = self.match.acting()
            return next((s for s in own if s in acting), own[0])
        return own[0] if own else None

    # looking ----------------------------------------------------------------------------------------------------

    def sight(self, seat: int | None) -> Sight:
        """The table as a seat sees it. Call it with the lock held: between changes, never within one."""
        known = self._sights.get(seat)
        if known is None:
            known = self._sights[seat] = self._look(seat)
        return known

    def shown(self, guest: str | None, holder: int | None = None) -> Sight:
        """The table as a guest is shown it; where several people share a device, as the `holder` or as everybody may
        see it. Lock held.
        """
        if self.match is None or self.match.over or not self.is_shared(guest):
            return self.sight(self.shown_seat(guest))
        own, match = self.seats_of(guest), self.match
        asked = [seat for seat in match.acting() if seat in own and self.seats[seat].played_by is None]
        found = share(match, self.sight(None), holder, own, asked)
        return self.sight(found) if isinstance(found, int) else found

    def _look(self, seat: int | None) -> Sight:
        if self.match is None:
            missing = sum(s.kind == "open" for s in self.seats)
            return before_start(seat, missing, len(self.chat), self.parts.mark)
        (view, alike), told = self._view(self.match, seat), self._log(self.match, seat)
        lesson = None if self.course is None else shown(self.course, self.match)
        found, mark = self.hints.of(seat), None if self.running is None else self.running.mark
        hint, ordered = None if found is None else found.to_dict(), self.match.number in self._ordered
        return look(self.match, seat, view, told, self.epoch, len(self.chat), mark, lesson, hint, ordered, alike)

    def _view(self, match: Match, seat: int | None) -> Seen:
        if not self.game.hooks.SAME_FOR_ALL:
            return match.view(seat), {}
        if self._same_for_all is None:
            self._same_for_all = match.view(None), {}
        return self._same_for_all

    def _log(self, match: Match, seat: int | None) -> list[Event]:
        """The reader's own log; a new list where it does more than grow, so that older sights stay true."""
        reader = seat if match.has_hidden_state else None
        if reader not in self._logs:
            self._logs[reader] = match.log(reader, keep_places=True)
        return self._logs[reader]

    def lines(self, since: int, until: int, deaf: Container[str] = ()) -> list[Said | None]:
        """Lines of chat as a reader who ignores the `deaf` is told them now; None in the place of one that they aren't:
        a bot's reason fades with what it was for.
        """
        past = 0 if self.match is None else self.match.n_past_actions
        faded = self._acted[past - 1] if past else -1.0

        def told(said: Said) -> bool:
            return said.at > faded if said.reason else said.guest is None or said.guest not in deaf

        return [said if told(said) else None for said in self.chat[since:until]]

    @asynccontextmanager
    async def reading(self) -> AsyncIterator[Self]:
        """Look at the table between changes: what is seen there is committed."""
        async with self.lock:
            self.last_used = time.monotonic()
            yield self

    def join(self, listener: Listener) -> None:
        """A reader comes, and looks; the others see soon who is there. Call it with the lock held."""
        self.listeners.add(listener)
        if listener.guest is not None:
            self.presence.came(listener.guest, 0 if self.match is None else self.match.number)
        self.roster += 1
        listener.changed(self.shown(listener.guest, listener.holder))
        self.publish_soon()
        self.following.tell()

    def look_in(self, guest: str | None) -> None:
        """Somebody who sits here looks at the plain page. Call it with the lock held."""
        if guest is None or not self.seats_of(guest):
            return
        new = guest not in self.online() or self.presence.missed(guest)
        self.presence.looked(guest)
        self.following.tell_of(LOOKED, guest)
        if new:
            self.roster += 1
            self.publish()

    def leave(self, listener: Listener) -> None:
        """A reader goes; the others learn of it soon."""
        self.listeners.discard(listener)
        if listener.guest is not None and listener.guest not in self.connected():
            self.presence.left(listener.guest)
        self.roster += 1
        self.last_used = time.monotonic()
        self.publish_soon()
        self.following.tell()

    def publish_soon(self) -> None:
        """Show everybody who is here: once for all who come and go within a moment, the longer the more they are."""
        self._soon.ask(len(self.listeners) / TOLD_A_SECOND)

    def look_round(self) -> None:
        """Tell everybody when somebody's plain page has been quiet for so long that they may be away."""
        if self.listeners and not self.lock.locked() and self._who_is_here() != self._told_here:
            self.roster += 1
            self.publish()

    def publish(self) -> None:
        """Show everybody what is committed."""
        self._soon.drop()
        self._sights.clear()
        self._same_for_all = None
        self._told_here = self._who_is_here()
        for listener in tuple(self.listeners):
            listener.changed(self.shown(listener.guest, listener.holder))
        for callback in self.after_change:
            callback()
