"""Repeat at one table what other servers did to it, and know which of its guests are connected there."""

from __future__ import annotations

import logging
from dataclasses import replace

from dicehouse.match.history import RULE_CHANGE_SEAT
from dicehouse.match.match import Match

from ..feature_table import stored_parts
from ..features import clocks, rematch, substitutes
from ..internal_commands import MirrorPresence, NoteArrival, NoteSeed
from ..live_table import Table
from ..match_restore import Opened
from ..storage import table_records
from ..storage.store import Store
from ..storage.table_records import Entry, Kept
from ..table.change import Server
from ..table.state import TableState
from . import server_messages
from .server_messages import News

log = logging.getLogger("dicehouse.server")


# what other servers did ---------------------------------------------------------------------------------------------


async def catch_up(table: Table, store: Store, number: int | None = None, *, unheard: bool = False) -> None:
    """Repeat what other servers have done to `table`; do nothing if revision `number` is known already.

    `unheard` says that no message reported the change, so that older rows may have been rewritten as well.
    """
    async with table.lock:
        state = table.state
        if table.broken or (number is not None and number <= state.revision):
            return
        entries, lines = state.history.n_entries, 0 if unheard else len(state.chat)
        found = await store.read(lambda db: table_records.read_table(db, table.id, entries, lines))
        if found is None or found.table.revision <= state.revision:
            return
        try:
            after = repeat(state, _without_known_lines(state, found) if unheard else found)
        except Exception as error:  # more than a few moves: read the whole table
            log.info("table %s is loaded again: %s: %s", table.id, type(error).__name__, error)
            await table.reload()
        else:
            table.replace(await clocks.read_hours(after, store.read))


async def keep_abreast(table: Table, store: Store) -> None:
    """Catch up with everything that the store has of `table` by now."""
    if not store.shared:
        return
    if await store.read(lambda db: table_records.read_revision(db, table.id)) > table.state.revision:
        await catch_up(table, store)


def _without_known_lines(state: TableState, found: Kept) -> Kept:
    """Return `found`, which was read with all of its chat, without the lines that are known here.

    Raise ValueError if those lines were rewritten.
    """
    if found.chat[: len(state.chat)] != state.chat:
        raise ValueError("lines were rewritten")
    return replace(found, chat=found.chat[len(state.chat) :])


def repeat(state: TableState, found: Kept) -> TableState:
    """Return the state after the new entries and the other rows of `found`.

    Raise ValueError if they don't fit, such as when the match has just begun; then the table must be read again.
    """
    if found.table.header != state.record.header:
        raise ValueError("the game has begun, or a name was deleted from it")
    match, history = state.match, state.history
    if found.entries:
        match = state.playing().copy()
    for entry in found.entries:
        assert match is not None
        _play(match, entry)
        history = history.with_entry(entry)
    read = Opened(found, state.game, match)
    heard = [*(entry.seat for entry in found.entries if not entry.ordered), *(line.seat for line in found.chat)]
    missed = substitutes.missed_of(state)
    for guest in {found.seats[seat].guest for seat in heard if seat is not None}:
        if missed.misses(guest):
            missed = missed.without(guest or "")
    return replace(
        state,
        record=found.table,
        seats=found.seats,
        match=match,
        history=history,
        chat=(*state.chat, *found.chat),
        parts={**state.parts, **stored_parts(read), substitutes.NAME: missed},
        revision=found.table.revision,
    )


def _play(match: Match, entry: Entry) -> None:
    if entry.seat == RULE_CHANGE_SEAT:
        raise ValueError("the match continues with other rules")
    if entry.kind == "act":
        outcome = (entry.outcome or {}) if match.game.engine else None
        match.play(entry.seat, entry.option or "", outcome)
        played = match.actions[-1]
        if tuple(zip(played.draws, played.sides, strict=True)) != entry.draws:
            raise ValueError("the dice differ from the recorded ones")
    else:
        match.undo(entry.seat)
    if match.number != entry.number_after:
        raise ValueError("the match has other actions")


# who is at other servers --------------------------------------------------------------------------------------------


def hear_news(table: Table, store: Store, said: News) -> None:
    """Handle a message of another server about the people at `table`."""
    match said.what:
        case server_messages.WHO:
            if table.readers.listeners:
                store.tell(table.readers.here(table.state))
            for guest, seed_hash in rematch.hashes_of(table.state).items():
                store.tell(News(server_messages.COMMITTED, table=table.id, guests=[guest], seed_hash=seed_hash))
        case server_messages.COMMITTED:
            table.give(Server(), NoteSeed(said.guests[0], said.seed_hash))
        case server_messages.HERE:
            set_elsewhere(table, said.server, set(said.guests), said.watching)
        case server_messages.LOOKED | server_messages.HEARD if said.guests:
            if said.what == server_messages.LOOKED:
                table.readers.look_in(said.guests[0])
            table.give(Server(), NoteArrival(said.guests[:1]))
            table.publish_debounced()
        case _ if said.guests:
            table.give(Server(), MirrorPresence(said.what, said.guests[0], said.guests[1:], said.bot, said.wait))


def set_elsewhere(table: Table, server: int, guests: set[str], watching: int) -> None:
    """Note who has `table` open through another server."""
    came = table.readers.set_elsewhere(server, guests, watching)
    if any(substitutes.missed_of(table.state).misses(guest) for guest in came):
        table.give(Server(), NoteArrival(sorted(came)))
    table.publish_debounced()


def forget_servers(table: Table, servers: set[int]) -> None:
    """Forget the people who were connected to `servers`, which have ended."""
    if table.readers.servers_gone(servers):
        table.publish_debounced()
