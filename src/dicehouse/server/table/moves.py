"""Play and undo actions: the match, the history and the rows of a table, for every feature that acts."""

from __future__ import annotations

from dicehouse.match.snapshots import compress_snapshot, encode_snapshot, take_snapshot

from ...i18n import _
from ..commands import Act, Undo
from ..seats import Refused
from ..storage import table_records
from ..storage.table_records import Entry
from .change import Change, Played, Undone
from .state import TableState

MOVED_ON = _("The game has moved on. These are your options now.")
MAX_ID = 64


def known_answer(state: TableState, guest: str | None, command: Act | Undo, earliest: int) -> int | None:
    """Return the position that was answered when this command came the first time; None if it is new.

    Raise Refused if it was made for a position before `earliest`, or before an undo that led to one.
    """
    if not 1 <= len(command.id) <= MAX_ID:
        raise Refused(f"The id of an action must have 1 to {MAX_ID} characters.")
    for seat in state.seats_of(guest):
        if (known := state.history.answered.get((seat, command.id))) is not None:
            return known
    since = len(state.history.undone_to) if command.generation is None else command.generation
    undone = any(to < earliest for to in state.history.undone_to[since:])
    if undone or not earliest <= command.number <= state.playing().number:
        raise Refused(MOVED_ON, stale=True)
    return None


def play_option(
    change: Change, seat: int, option: str, now: float, client: str | None = None, *, ordered: bool = False
) -> None:
    """Play an option of `seat` by its text; `client` is the page's id of the action.

    `ordered` is True if a standing order plays it. Raise what `Match.play` raises; then `change` is as before.
    """
    state = change.state
    match = state.playing().continuation()
    number = match.number
    match.play(seat, option)
    played = match.actions[-1]
    snapshot = encode_snapshot(take_snapshot(match, match.number))
    entry = Entry(
        serial=state.history.n_entries,
        kind="act",
        seat=seat,
        number=number,
        number_after=match.number,
        option=played.option,
        draws=tuple(zip(played.draws, played.sides, strict=True)),
        client=client,
        at=now,
        outcome=played.outcome,
        ordered=ordered,
        moment=compress_snapshot(snapshot, state.history.snapshot),
    )
    change.rows.append(table_records.insert_entry(state.id, entry))
    change.events.append(Played(seat, match.number, ordered))
    change.state = state.moved(match, state.history.with_entry(entry, snapshot))


def undo_to(change: Change, seat: int, to: int, now: float, client: str | None = None) -> None:
    """Undo everything after position `to`, for `seat`; `client` is the page's id of the undo."""
    state = change.state
    match, history = state.playing().copy(), state.history
    while match.number > to:
        number, by = match.number, match.actions[-1].seat
        match.undo(by)
        last = match.number == to
        entry = Entry(
            history.n_entries,
            "undo",
            seat if last else by,
            number,
            match.number,
            None,
            (),
            client if last else None,
            now,
        )
        change.rows.append(table_records.insert_entry(state.id, entry))
        history = history.with_entry(entry)
    change.events.append(Undone(to))
    change.state = state.moved(match, history)
