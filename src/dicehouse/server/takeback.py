"""Taking back: alone while it concerns nobody else, else when all people at the table agree.

Only what nothing fell or was shown after can be taken back (see `played.since_chance`): nobody gets other dice by
it, or plays on with what they should not know. A question names the move. It is kept with the table, so that it is the
same at every server, and dropped when the game goes on. Who wants no take-backs says so once, and that is kept, too.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any, NamedTuple

from dicehouse.core.option import fill_names
from dicehouse.errors import CannotUndo
from dicehouse.match.history import last_barrier
from dicehouse.match.match import Match

from .changes import insist
from .seats import Refused
from .storage import table_records
from .storage.database import Statement
from .storage.table_records import Said, Seat
from .teaching import NO_UNDO
from .verify import MOST_ACTIONS

if TYPE_CHECKING:
    from .live import Table

YES, NO, NEVER, ALLOW, WITHDRAW = "yes", "no", "never", "allow", "withdraw"
ANSWERS = (YES, NO, NEVER, ALLOW, WITHDRAW)
BY_ORDER = "The last choice was made by a standing order; there is nothing to take back."
NOTHING = "Nothing is asked any more: the game went on, or it was withdrawn."
NOT_HERE = "Only those who play here decide on that."
FIRM = "{} wants no take-backs in this game."
LONG = "So much was taken back here that the record would get too long to check. From now on, moves stand."
MOST_LINES = MOST_ACTIONS // 2  # of history, after which moves stand: a whole match fits into the other half
UNSEEN = "a choice that nobody has seen yet"


@dataclass(frozen=True, slots=True)
class Asking:
    """A question that is open: whose move, back to which position, in which words, and who agrees already."""

    guest: str
    seat: int
    serial: int  # how many lines the table's history had when it was asked
    to: int
    move: str
    agreed: frozenset[str] = field(default_factory=frozenset)


class Offer(NamedTuple):
    """What somebody could take back: whose action, to which position, and who else has to agree."""

    seat: int
    to: int
    others: list[Seat]


class Takeback:
    """The take-backs of one table. Coroutines change the table, inside `changing`; if they raise, nothing changed."""

    def __init__(self, table: Table) -> None:
        self._table = table
        self._named: tuple[int, int, str] = (-1, -1, "")  # epoch, number and words of the move named last

    # what may be taken back -------------------------------------------------------------------------------------

    def reach(self, guest: str | None, seat: int) -> tuple[int, int]:
        """Whose action a guest would take back, and to which position; CannotUndo or Refused says why none."""
        table, match = self._table, self._table.playing()
        if table.course is not None:
            raise Refused(NO_UNDO)
        if table.written[0] >= MOST_LINES:
            raise Refused(LONG)
        own = table.seats_of(guest)
        seat, to = _last_of(match, own, seat)
        if not _can_go(match, own, to):
            match.undo(seat if seat in own else own[0])  # can't be, and says why
            raise CannotUndo(NOTHING)
        if self._by_order(match, to):
            raise Refused(BY_ORDER)
        return seat, to

    def _by_order(self, match: Match, to: int) -> bool:
        """Whether a standing order played since a position."""
        ordered = self._table._ordered
        return bool(ordered) and any(position in ordered for position in range(to + 1, match.number + 1))

    def concerns(self, guest: str | None, to: int) -> list[Seat]:
        """The other people who have to agree; none where nobody else was asked anything since."""
        table, match = self._table, self._table.playing()
        own = set(table.seats_of(guest))
        people = [one for one in table.seats if one.kind == "person" and one.guest is not None and not one.stand_in]
        others = [one for one in people if one.guest != guest]
        alone = to == match.number - 1 and not newly_asked(match) - own
        return [] if alone else others

    def offer(self, me: Sequence[int]) -> Offer | None:
        """What those in these seats could take back now."""
        return None if self._table.written[0] >= MOST_LINES else self._offer(me)

    def stands(self, me: Sequence[int]) -> str:
        """Why a move stands that could be taken back otherwise, or nothing."""
        return LONG if self._table.written[0] >= MOST_LINES and self._offer(me) is not None else ""

    def _offer(self, me: Sequence[int]) -> Offer | None:
        table, match = self._table, self._table.match
        if not me or match is None or match.over or not match.actions or table.course is not None:
            return None
        seat, to = _last_of(match, me, me[0])
        if not _can_go(match, me, to) or self._by_order(match, to):
            return None
        others = self.concerns(table.seats[me[0]].guest, to)
        return None if any(one.firm for one in others) else Offer(seat, to, others)

    def move(self, to: int) -> str:
        """The action that followed a position, in words that everybody may read: “banks 450”."""
        table, match = self._table, self._table.playing()
        if self._named[:2] != (table.epoch, to):
            self._named = table.epoch, to, _words(match, to)
        return self._named[2]

    # asking -----------------------------------------------------------------------------------------------------

    @property
    def asking(self) -> Asking | None:
        """The question that is open; None once the game went on."""
        table = self._table
        if table.record.asking is None or table.match is None:
            return None
        seat, serial, to, agreed = json.loads(table.record.asking)
        guest = table.seats[seat].guest
        if serial != table.written[0] or guest is None:
            return None
        agree = (table.seats[each].guest for each in agreed)
        return Asking(guest, seat, serial, to, self.move(to), frozenset(one for one in agree if one is not None))

    def _kept(self, asking: Asking | None) -> str | None:
        """A question as it is kept with the table: people are named by their seats."""
        if asking is None:
            return None
        agreed = [seat.number for seat in self._table.seats if seat.guest in asking.agreed]
        return json.dumps([asking.seat, asking.serial, asking.to, agreed])

    async def _ask(self, asking: Asking | None, handed: tuple[Seat, Said] | None, told: str) -> None:
        """From now on this is the question, if there is one, and the table is told."""
        table, kept = self._table, self._kept(asking)
        await table.write([table_records.set_asking(table.id, kept)], handed, table.notice(told))
        table.record = replace(table.record, asking=kept)
        table.roster += 1

    async def ask(self, guest: str, seat: int, to: int) -> None:
        """Ask all others whether an action may be taken back."""
        table = self._table
        if firm := [one.name for one in self.concerns(guest, to) if one.firm]:
            raise Refused(FIRM.format(firm[0]))
        if (open_now := self.asking) is not None:
            if open_now.guest != guest:
                raise Refused(f"{table.seats[open_now.seat].name} asks for a take-back already; answer that first.")
            return
        move = self.move(to)
        asking = Asking(guest, seat, table.written[0], to, move)
        await self._ask(asking, table.handed(seat, None), f"{table.seats[seat].name} asks to take back: {move}.")

    @insist
    async def answer(self, guest: str | None, say: str) -> None:
        """A guest agrees, refuses, refuses for the whole game, allows it again, or withdraws what they asked."""
        table = self._table
        async with table.changing():
            own = table.seats_of(guest)
            if not own or guest is None:
                raise Refused(NOT_HERE)
            if say not in ANSWERS:
                raise Refused(f"An answer is one of {', '.join(ANSWERS)}.")
            table.heard(guest)
            name = table.seats[own[0]].name
            if say in (NEVER, ALLOW):
                await self._settle(own, name, firm=say == NEVER)
            elif (asking := self.asking) is None:
                raise Refused(NOTHING)
            elif say == WITHDRAW or guest == asking.guest:
                if say != WITHDRAW or guest != asking.guest:
                    raise Refused("You asked yourself; the others answer." if say != WITHDRAW else NOTHING)
                await self._ask(None, None, f"{table.seats[asking.seat].name} no longer asks.")
            elif say == NO:
                await self._ask(None, None, f"{name} does not agree: the move stands.")
            else:
                await self._agree(replace(asking, agreed=asking.agreed | {guest}), name)

    async def _settle(self, own: list[int], name: str, *, firm: bool) -> None:
        table = self._table
        if all(table.seats[seat].firm == firm for seat in own):
            return
        changed = {seat: replace(table.seats[seat], firm=firm) for seat in own}
        rows = [table_records.put_seat(table.id, seat) for seat in changed.values()]
        if firm:
            rows.append(table_records.set_asking(table.id, None))
        told = FIRM.format(name) if firm else f"{name} may be asked for take-backs again."
        await table.write(rows, None, table.notice(told))
        table.seats = [changed.get(seat.number, seat) for seat in table.seats]
        if firm:
            table.record = replace(table.record, asking=None)
        table.roster += 1

    async def _agree(self, asking: Asking, name: str) -> None:
        table = self._table
        missing = {one.guest for one in self.concerns(asking.guest, asking.to)} - asking.agreed
        if missing:
            await self._ask(asking, None, f"{name} agrees.")
            return
        told = f"All agree: {table.seats[asking.seat].name} takes back: {asking.move}."
        await self.go_back(asking.seat, asking.to, None, told, table_records.set_taken_back(table.id))

    async def go_back(self, seat: int, to: int, client: str | None, told: str, *more: Statement) -> None:
        """Take everything back that came after a position. Only inside `changing`."""
        table, match, undone = self._table, self._table.playing(), []
        while match.number > to:
            number, by = match.number, match.actions[-1].seat
            match.undo(by)
            table._moments.restart()
            last = match.number == to
            undone.append(table._entry("undo", seat if last else by, number, None, (), client if last else None))
        rows = [*(table_records.insert_entry(table.id, entry) for entry in undone), *more]
        await table.write(rows, table.handed(seat, None), table.notice(told))
        for entry in undone:
            table._remember(entry)
        table.epoch += 1
        table._logs.clear()

    # showing ----------------------------------------------------------------------------------------------------

    def facts(self, me: Sequence[int], offer: Offer | None, number: int) -> dict[str, Any] | None:
        """What those in these seats, with this offer, are told of it at a position; None if nothing."""
        table = self._table
        if table.match is None or table.match.number != number:
            return None
        asking = self.asking
        firm = [seat.number for seat in table.seats if seat.firm]
        stands = self.stands(me)
        if asking is None and offer is None and not firm and not stands:
            return None
        agreed = set() if asking is None else {*asking.agreed, asking.guest}
        return {
            "move": asking.move if asking else self.move(offer.to) if offer else "",
            "by": asking.seat if asking else None,
            "asks": [one.number for one in offer.others] if offer else [],
            "agreed": [seat.number for seat in table.seats if seat.guest in agreed],
            "firm": firm,
            "stands": stands,
        }


def _last_of(match: Match, own: Sequence[int], seat: int) -> tuple[int, int]:
    """Which of these seats acted last, as far as can be gone back for it, and before which position."""
    to = match.number - 1
    if not match.actions or match.actions[-1].seat in own:
        return (match.actions[-1].seat if match.actions else seat), to  # on a couch: whoever of them acted last
    if not match.game.hooks.SAME_FOR_ALL:  # where some see what others don't, only the last of all
        return seat, to
    since = last_barrier(match._history)
    to = next((n for n in range(to, since - 1, -1) if match.actions[n].seat in own), to)
    return match.actions[to].seat, to


def _can_go(match: Match, own: Sequence[int], to: int) -> bool:
    """Whether the action that followed a position is one of these seats', and nothing fell or was shown by it."""
    if not match.actions or (by := match.actions[to].seat) not in own:
        return False
    return to < match.number - 1 or match.can_undo(by)


def newly_asked(match: Match) -> set[int]:
    """The seats that are asked something because of the last action, and were not asked before it."""
    return set(match.acting()) - set(match._history[-1].asked) if match.actions else set()


def _words(match: Match, to: int) -> str:
    """What the log says of an action and all may read; where it says nothing of who acted, what the option was called,
    if everybody could see it.
    """
    actor, mark = match.actions[to].seat, f"{{{match.actions[to].seat}}} "
    log = match.log(None, since=match._history[to].events)  # the whole log would be read again with every action
    told = [event for event in log if event.number == to + 1 and event.text]
    own = next((event.text for event in told if event.text.startswith(mark)), None)
    if own is not None:
        return fill_names(own.removeprefix(mark), match.names).rstrip(".")
    if match.game.hooks.SAME_FOR_ALL:
        played = match.actions[to].option
        label = next((each.label for each in match.at(to).options(actor) if each.id == played), played)
        return f"“{fill_names(label, match.names)}”"
    return f"“{told[0].sentence(match.names)}”" if told else UNSEEN
