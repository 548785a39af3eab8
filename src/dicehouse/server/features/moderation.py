"""Moderate a table: the host can allow phrases only, mute people, and remove people from their seats.

Everybody at the table sees all of it. Whom a guest ignores is known only to that guest: see `ignored_people`.
"""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from dataclasses import dataclass

from ...i18n import _, listing
from ..accounts.names import clean_chat, shown_name
from ..accounts.seat_release import bot_in, freed_chair, put_called
from ..commands import Chat, ModeratePerson, SetQuiet
from ..internal_commands import SayAs, SitDown
from ..match_restore import Opened
from ..preset_phrases import find_phrase
from ..seats import Refused
from ..storage.database import Statement
from ..table.change import Change, Context, Guards, Handlers, SeatChanged
from ..table.state import TableState

NAME = "moderation"
WORDS, CHAIR = "words", "chair"  # what the host took from a person
MUTE, UNMUTE, KICK = "stop", "let", "remove"
QUIET = _("This is a quiet table. You can only use the preset phrases.")
STOPPED = _("The host has muted you at this table. You can keep playing.")
SENT_OFF = _("The host removed you from this table, so you can't sit down here.")
NO_PERSON = _("That person is no longer at this table.")
OWN = _("That's you.")
OVER = _("The game is over, so nobody can be removed.")
BEGINS = _("Everyone is seated, and the game is about to start. Try again in a moment.")


@dataclass(frozen=True, slots=True)
class Restrictions:
    """Hold the guests whom the host has muted or removed, each with "words" or "chair"."""

    taken: frozenset[tuple[str, str]] = frozenset()


@dataclass(frozen=True, slots=True)
class Person:
    """Describe a person who sits at a table or has written there, as another reader may name them."""

    who: str  # An id for them that is valid only at this table.
    name: str
    seat: int | None
    ignored: bool  # By the reader.
    stopped: bool


def read_part(found: Opened) -> Restrictions:
    return Restrictions(found.kept.off)


def _taken(state: TableState) -> frozenset[tuple[str, str]]:
    restrictions: Restrictions = state.parts[NAME]
    return restrictions.taken


def is_muted(state: TableState, guest: str | None) -> bool:
    return (guest or "", WORDS) in _taken(state)


def is_removed(state: TableState, guest: str | None) -> bool:
    """Return True if the host has taken a guest from a seat here."""
    return (guest or "", CHAIR) in _taken(state)


def is_known(state: TableState, guest: str) -> bool:
    """Return True if a guest has spoken here, or the host has moderated them."""
    return any(said.guest == guest for said in state.chat) or any(other == guest for other, _what in _taken(state))


def other_people(state: TableState, guest: str | None, ignored: Mapping[str, str]) -> list[Person]:
    """Return all other people here, those in the seats first."""
    return [
        Person(_id_of(state, other), shown_name(name), seat, other in ignored, is_muted(state, other))
        for other, (name, seat) in _others(state, guest).items()
    ]


def _others(state: TableState, guest: str | None) -> dict[str, tuple[str, int | None]]:
    """Return the other guests by seats, then the spectators who spoke: names, and seats if they have one."""
    found: dict[str, tuple[str, int | None]] = {}
    for seat in state.seats:
        if seat.kind == "person" and seat.guest is not None:
            found.setdefault(seat.guest, (seat.name, seat.number))
    for said in state.chat:
        if said.guest is not None:
            found.setdefault(said.guest, (said.name, None))
    return {other: known for other, known in found.items() if other != guest}


def _id_of(state: TableState, guest: str) -> str:
    return hashlib.sha256(f"{state.id}|{guest}".encode()).hexdigest()[:16]


def find_person(state: TableState, guest: str | None, who: str) -> tuple[str, str]:
    """Return the guest behind an id that a reader got, and their name. Raise Refused if there is none."""
    for other, (name, _seat) in _others(state, guest).items():
        if _id_of(state, other) == who:
            return other, name
    raise Refused(OWN if guest is not None and _id_of(state, guest) == who else NO_PERSON)


# what others may do -------------------------------------------------------------------------------------------------


def check_chat(state: TableState, command: Chat | SayAs, context: Context) -> None:
    """Raise Refused if a guest is muted, or may not say this line."""
    if is_muted(state, context.guest):
        raise Refused(STOPPED)
    if state.record.quiet and find_phrase(clean_chat(command.text)) is None:
        raise Refused(QUIET)


def check_sit_down(state: TableState, command: SitDown, context: Context) -> None:
    """Raise Refused if the host has removed a guest from a seat here."""
    if is_removed(state, context.guest):
        raise Refused(SENT_OFF)


# the host -----------------------------------------------------------------------------------------------------------


def set_quiet(state: TableState, command: SetQuiet, context: Context) -> Change:
    """Set if only ready-made phrases may be said here, for the host."""
    change = Change(state)
    state.check_host(context.guest)
    if state.record.quiet != command.on:
        notice = _("This is a quiet table now: preset phrases only.")
        row = ("UPDATE game_table SET quiet = ? WHERE id = ?", (int(command.on), state.id))
        change.set_record(row, quiet=command.on)
        change.notice(notice if command.on else _("You can chat freely again."), context.now)
    return change


def moderate_person(state: TableState, command: ModeratePerson, context: Context) -> Change:
    """Mute or unmute a person, or remove them from their seats, for the host."""
    state.check_host(context.guest)
    other, name = find_person(state, context.guest, command.who)
    return _remove(state, context, other, name) if command.what == KICK else _mute(state, command, context, other, name)


def _mute(state: TableState, command: ModeratePerson, context: Context, other: str, name: str) -> Change:
    change, on = Change(state), command.what == MUTE
    if on == is_muted(state, other):
        return change
    change.rows += [put_off(state.id, other, WORDS) if on else _delete_off(state.id, other, WORDS)]
    change.rows.append(put_called(state.id, other, name))
    taken = {(other, WORDS)}
    change.set_part(NAME, Restrictions(_taken(state) | taken if on else _taken(state) - taken))
    shown, own = shown_name(name), state.seats_of(other)
    if on:
        notice, own_notice = (
            _("The host muted {player} at this table.", player=shown),
            _("The host muted you at this table."),
        )
    else:
        notice, own_notice = _("The host unmuted {player}.", player=shown), _("The host unmuted you.")
    change.notice(notice, context.now, dict.fromkeys(own, own_notice))
    return change


def _remove(state: TableState, context: Context, other: str, name: str) -> Change:
    """Remove a guest from their seats for good: a bot plays on, or before the match the seat is open again."""
    change, own = Change(state), [seat for seat in state.seats if seat.guest == other]
    if state.phase == "over":
        raise Refused(OVER)
    if state.awaits_seeds:
        raise Refused(BEGINS)
    if not own:
        raise Refused(_("{player} has no seat here, but you can mute them.", player=shown_name(name)))
    change.rows.append(put_off(state.id, other, CHAIR))
    names = listing(shown_name(seat.name) for seat in own)
    notice = _("The host removed {players}. A bot takes over.", players=names)
    if state.phase == "waiting":
        notice = _("The host removed {players}. The seat is open again.", players=names)
        for seat in own:
            freed, rows = freed_chair(context.keyring, state.id, seat)
            change.rows += rows
            change.put_seats(freed)
    else:
        change.put_seats(*(bot_in(seat, context.bots_at(state.game, len(state.seats))) for seat in own))
    change.rows += [put_called(state.id, other, seat.name, seat.number if state.match else None) for seat in own]
    change.notice(notice, context.now)
    change.set_part(NAME, Restrictions(_taken(state) | {(other, CHAIR)}))
    change.events += [SeatChanged(seat.number) for seat in own]
    return change


def put_off(table: str, guest: str, what: str) -> Statement:
    """Return the statement that takes something from a guest."""
    return (
        "INSERT INTO sent_off (table_id, guest, what) VALUES (?, ?, ?) ON CONFLICT DO NOTHING",
        (table, guest, what),
    )


def _delete_off(table: str, guest: str, what: str) -> Statement:
    return ("DELETE FROM sent_off WHERE table_id = ? AND guest = ? AND what = ?", (table, guest, what))


COMMANDS: Handlers = {SetQuiet: set_quiet, ModeratePerson: moderate_person}
GUARDS: Guards = {Chat: check_chat, SayAs: check_chat, SitDown: check_sit_down}
