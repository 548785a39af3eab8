"""Seat people and bots before the match begins, and manage the invitations to open seats."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from ...i18n import _
from ..accounts.names import clean_name, distinct, refuse_rude
from ..bot_names import bot_name
from ..commands import FillOpenSeats, FillSeat, SetName
from ..internal_commands import NoteVisit, ReplaceCodes, ReplaceInvitation, SitDown
from ..seats import Refused, contribution, token_hash
from ..storage import table_records
from ..storage.table_records import Seat
from ..table.change import Change, Context, Handlers, SeatChanged
from ..table.state import NOT_YOURS, TableState

NAME = "seats"


@dataclass(frozen=True, slots=True)
class Visits:
    """Hold the open seats whose invitations were opened. Only the server on which that happened knows it."""

    seats: frozenset[int] = frozenset()


def visited(state: TableState, seat: int) -> bool:
    """Return True if the invitation to `seat` was opened."""
    visits: Visits = state.parts[NAME]
    return seat in visits.seats


def sit_down(state: TableState, command: SitDown, context: Context) -> Change:
    """Seat a guest in an open seat by its invitation, which this uses up."""
    change, seat, guest = Change(state), command.seat, context.guest or ""
    if state.seats[seat].kind != "open":
        raise Refused(_("This invitation has been used. Ask for a new one."))
    hexes, drawn_by = contribution(state.record.secret, state.id, seat, command.contribution, sealing=True)
    name = distinct(_fit(state, command.name), (one.name for one in state.seats if one.kind != "open"))
    change.rows.append(table_records.put_guest(guest, clean_name(command.name), context.now))
    change.put_seats(Seat(seat, "person", name, guest, None, hexes, drawn_by))
    change.rows.append(table_records.use_invites(state.id, seat, token_hash(command.token)))
    change.events.append(SeatChanged(seat))
    return change


def _fit(state: TableState, name: str) -> str:
    """Return a name as it is shown here. Raise Refused if it is no name, or if strangers should not have to read it."""
    clean = clean_name(name)
    if state.record.listed:
        refuse_rude(clean)
    return clean


def fill_seat(state: TableState, command: FillSeat, context: Context) -> Change:
    """Give an open seat to a bot, for the host."""
    bot = context.check_bot(state, command.bot)
    _open_seat(state, context, command.seat)
    return _fill(state, [command.seat], bot)


def fill_open_seats(state: TableState, command: FillOpenSeats, context: Context) -> Change:
    """Give all open seats to bots of one kind, for the host."""
    bot, free = context.check_bot(state, command.bot), [seat.number for seat in state.seats if seat.kind == "open"]
    _open_seat(state, context, free[0] if free else -1)
    return _fill(state, free, bot)


def _open_seat(state: TableState, context: Context, seat: int) -> Seat:
    """Return an open seat, for the host. Raise Refused if it is not open, or the guest is not the host."""
    state.check_host(context.guest)
    if not 0 <= seat < len(state.seats) or state.seats[seat].kind != "open":
        raise Refused(_("That seat isn't open."))
    return state.seats[seat]


def _fill(state: TableState, free: Sequence[int], bot: str) -> Change:
    change = Change(state)
    names = [one.name for one in state.seats if one.kind != "open"]
    for seat in free:
        hexes, drawn_by = contribution(state.record.secret, state.id, seat, None)
        names.append(bot_name(bot, names))
        change.put_seats(Seat(seat, "bot", names[-1], None, bot, hexes, drawn_by))
        change.rows.append(table_records.use_invites(state.id, seat, "bot"))
        change.events.append(SeatChanged(seat))
    return change


def replace_invitation(state: TableState, command: ReplaceInvitation, context: Context) -> Change:
    """Replace the invitation to an open seat, for the host; the old link stops working."""
    change, before = Change(state), _open_seat(state, context, command.seat)
    renewed = replace(before, renewed=before.renewed + 1, code=command.code, code_until=command.until)
    token = context.keyring.invite(state.id, before.number, renewed.renewed)
    change.put_seats(renewed)
    change.rows += [
        table_records.delete_invites(state.id, before.number),
        table_records.insert_invite(token_hash(token), state.id, before.number),
    ]
    visits: Visits = state.parts[NAME]
    change.set_part(NAME, Visits(visits.seats - {before.number}))
    return change


def replace_codes(state: TableState, command: ReplaceCodes, context: Context) -> Change:
    """Give new codes to open seats whose own have expired; the links stay as they are."""
    change = Change(state)
    for seat, code in command.codes.items():
        if state.seats[seat].kind == "open":
            change.put_seats(replace(state.seats[seat], code=code, code_until=command.until))
    return change


def note_visit(state: TableState, command: NoteVisit, context: Context) -> Change:
    """Note that the invitation to a seat was opened."""
    change, visits = Change(state), state.parts[NAME]
    if state.seats[command.seat].kind == "open" and command.seat not in visits.seats:
        change.set_part(NAME, Visits(visits.seats | {command.seat}))
    return change


def set_name(state: TableState, command: SetName, context: Context) -> Change:
    """Rename a guest's first seat; once the match has started, names stay."""
    change, own = Change(state), state.seats_of(context.guest)
    if state.match is not None or state.awaits_seeds:
        raise Refused(_("You can't change your name after the game has started."))
    if not own:
        raise Refused(NOT_YOURS)
    others = (one.name for one in state.seats if one.number != own[0] and one.kind != "open")
    change.put_seats(replace(state.seats[own[0]], name=distinct(_fit(state, command.text), others)))
    return change


COMMANDS: Handlers = {
    SitDown: sit_down,
    FillSeat: fill_seat,
    FillOpenSeats: fill_open_seats,
    ReplaceInvitation: replace_invitation,
    ReplaceCodes: replace_codes,
    NoteVisit: note_visit,
    SetName: set_name,
}
