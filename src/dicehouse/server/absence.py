"""Who is waited for at a table, and who plays meanwhile: nudges, and bots that stand in once all who are here agree."""

from __future__ import annotations

from contextlib import suppress
from typing import TYPE_CHECKING

from .changes import insist
from .cluster.server_messages import AGREED, ASKED, NUDGED
from .presence import span
from .seats import Refused

if TYPE_CHECKING:
    from .live import Table


class Absence:
    """The people of one table who hold it up. Coroutines change the table; if they raise, nothing changed."""

    def __init__(self, table: Table) -> None:
        self._table = table

    def may_replace(self, guest: str | None, seat: int) -> bool:
        """Whether a guest has a say in who plays a person's seat: its owner always; all others who sit here while the
        owner has no line to the table, or does not answer to nudges, unless the table has a clock for that.
        """
        table = self._table
        if table.phase != "playing" or table.seats[seat].kind != "person" or table.course is not None:
            return False
        owner = table.seats[seat].guest
        if owner == guest:
            return True
        if table.time.terms is not None:
            return False  # the clock decides who is late
        away = owner not in table.connected() or table.presence.silent(owner)
        return away and bool(table.seats_of(guest))

    def agreed(self, seat: int) -> list[int]:
        """The seats whose people would let a bot play for this one; everybody who is here has to."""
        table = self._table
        agreed = table.presence.agreed(table.seats[seat].guest)
        return [other.number for other in table.seats if other.guest in agreed]

    # nudging ----------------------------------------------------------------------------------------------------

    @insist
    async def nudge(self, guest: str | None, seat: int) -> None:
        """Tell a person, in front of everybody, that the table waits for them; for one's own seat: say that one is
        here.
        """
        table = self._table
        async with table.changing():
            if not table.seats_of(guest):
                raise Refused("Only those who play here can nudge.")
            if seat in table.seats_of(guest):
                table.heard(guest)
                return
            owner = self._waited_for(seat)
            if not table.presence.nudge(owner):
                again = span(table.presence.grace.nudge)
                raise Refused(f"{table.seats[seat].name} was nudged just now; once in {again} is enough.")
            table.following.tell_of(NUDGED, owner)
            by = table.seats[table.seats_of(guest)[0]].name
            await table.write([], None, table.notice(f"{by} nudges {table.seats[seat].name}: the table waits for you."))
            table.roster += 1

    def waited_for(self, guest: str | None) -> list[int]:
        """The other people whose decision the table waits for, if this guest plays here."""
        table = self._table
        if table.match is None or not table.seats_of(guest):
            return []
        return [
            seat
            for seat in table.match.acting()
            if table.seats[seat].kind == "person"
            and not table.seats[seat].stand_in
            and table.seats[seat].guest != guest
        ]

    def _waited_for(self, seat: int) -> str:
        """The guest in a seat whose decision the table waits for; else Refused."""
        table = self._table
        if not 0 <= seat < len(table.seats) or table.seats[seat].kind != "person" or table.seats[seat].stand_in:
            raise Refused("No person plays that seat now.")
        if table.match is None or seat not in table.match.acting():
            raise Refused(f"The table does not wait for {table.seats[seat].name}.")
        return table.seats[seat].guest or ""

    # standing in ------------------------------------------------------------------------------------------------

    @insist
    async def stand_in(self, guest: str | None, seat: int, bot: str | None) -> None:
        """A bot plays for a person from now on; None: the person plays again.

        Where others want the bot, all who are here have to; then the person is asked, and the bot plays if they don't
        answer for a while.
        """
        table = self._table
        async with table.changing():
            if not 0 <= seat < len(table.seats) or table.seats[seat].kind != "person":
                raise Refused("A bot can stand in only for a person.")
            if table.playing().over:
                raise Refused("The game is over; nobody has to play for anybody.")
            if not self.may_replace(guest, seat):
                raise Refused(self._why_not(guest, seat))
            owner, name = table.seats[seat].guest or "", table.seats[seat].name
            if guest == owner or bot is None or table.seats[seat].stand_in:
                table.roster += 1
                table.presence.answered(owner)
                await table.write([], table.handed(seat, bot))
            elif self._still_to_agree(guest or "", owner, bot):
                by = table.seats[table.seats_of(guest)[0]].name
                told = f"{by} would let a bot ({bot}) play for {name}. It plays if all who are here say so."
                await table.write([], None, table.notice(told))
                table.roster += 1
            else:
                await self._ask(owner, seat, bot)

    def _why_not(self, guest: str | None, seat: int) -> str:
        table = self._table
        if not table.seats_of(guest):
            return "Only those who play here can decide that."
        if table.time.terms is not None:
            return f"{table.seats[seat].name} has time until the clock runs out; that was agreed at this table."
        return f"{table.seats[seat].name} is here, and decides that alone."

    def _still_to_agree(self, guest: str, owner: str, bot: str) -> set[str]:
        """Those who sit here, are here, and have not said yet that they want this bot."""
        table = self._table
        agreed = table.presence.agree(owner, guest, bot)
        table.following.tell_of(AGREED, owner, guest, bot=bot)
        here = {other.guest for other in table.seats if other.guest in table.online()} - {None, owner, ""}
        return {other for other in here if other is not None} - agreed

    async def _ask(self, owner: str, seat: int, bot: str) -> None:
        """Ask a person in front of everybody whether they are still here. Only inside `changing`."""
        table = self._table
        name, wait = table.seats[seat].name, table.presence.wait(owner)
        if table.presence.asked(owner):
            raise Refused(f"{name} has been asked already; a bot plays unless {name} is heard from soon.")
        if not wait:
            table.presence.answered(owner)
            table.roster += 1
            await table.write([], table.handed(seat, bot))
            return
        told = f"{name}, are you still here? If not, a bot ({bot}) plays for you in {span(wait)}."
        await table.write([], None, table.notice(told))
        table.roster += 1
        table.following.tell_of(ASKED, owner, wait=wait)
        table.presence.ask(owner, wait, lambda: self._take_over(seat, bot))

    async def _take_over(self, seat: int, bot: str) -> None:
        """The person who was asked has not answered."""
        table = self._table
        with suppress(Refused):  # the table was closed meanwhile
            async with table.changing():
                owner = table.seats[seat].guest
                if table.phase == "playing" and (owner not in table.connected() or table.presence.silent(owner)):
                    await table.write([], table.handed(seat, bot))
