"""Start the match when all seats are taken. Several browsers add random text to its dice: first each commits, then each
reveals.

When a guest sits down, their browser sends the SHA-256 of a random text, its client seed. When all seats are taken, the
hashes are fixed in the hash chain with which the match will begin. Every browser keeps the head of that chain, and only
then reveals its seed; the match begins after the last one. So nobody can choose a seed to fit the others, not even
together with the server, which knows its own secret. A seed that is not revealed in time is replaced by one that
follows from that secret.
"""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

from dicehouse.games import find

from ...i18n import _
from .. import match_restore
from ..commands import RevealSeed
from ..commit_reveal_records import Showing, delete_showing, insert_showing
from ..hash_chain import Mark, begun, chain_of, opening, settle
from ..internal_commands import ReplaceSeeds
from ..match_restore import Opened
from ..seats import Refused, contribution, deal
from ..storage import table_records
from ..storage.database import Statement
from ..storage.table_records import Seat, SeedOrigin, TableRecord
from ..table.change import Change, Context, Handlers, SeatChanged, Started, TableEvent
from ..table.state import TableState

NAME = "commit-reveal"
REVEAL_WITHIN = 10.0  # seconds: pages reveal their seeds as soon as all sit, but the last page has to load first
BROWSER: SeedOrigin = "browser"  # who drew a seed that was never sent as a hash
SERVER: SeedOrigin = "house"
COMMITTED: SeedOrigin = "sealed"  # states of a seed whose hash was sent first
REVEALED: SeedOrigin = "shown"
SILENT: SeedOrigin = "silent"
DRAWN = {  # where the seed of a seat comes from, in words
    BROWSER: _("from the browser"),
    SERVER: _("derived from the secret"),
    COMMITTED: _("a hash: the text is shown when everyone is seated"),
    REVEALED: _("from the browser, which sent its hash before any text was shown"),
    SILENT: _("derived from the secret, because the browser didn't show its own text in time"),
}
ANOTHER = _("The random text doesn't match the hash that your browser sent.")


@dataclass(frozen=True, slots=True)
class Seeds:
    """Hold what was settled when all seats were taken, while client seeds are awaited; None before and after that."""

    awaited: Showing | None = None


def seeds_of(state: TableState) -> Showing | None:
    """Return what was settled, while client seeds are awaited."""
    seeds: Seeds = state.parts[NAME]
    return seeds.awaited


def read_part(found: Opened) -> Seeds:
    return Seeds(found.kept.showing)


def due(state: TableState) -> float | None:
    """Return when client seeds that are missing are replaced (seconds since 1970); None if none is awaited."""
    awaited = seeds_of(state)
    return None if awaited is None else awaited.until


def first_mark(state: TableState) -> Mark | None:
    """Return the chain head with which the match will begin; None if it is not settled yet."""
    awaited = seeds_of(state)
    return None if awaited is None else opening(state.record, state.seats, awaited.settled)


# settling -----------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Gathered:
    """Hold a full table: what was settled, whether client seeds are awaited, and the statements to write."""

    record: TableRecord
    seats: list[Seat]
    settled: dict[str, Any]
    showing: Showing | None
    rows: list[Statement]


def gather(record: TableRecord, seats: Sequence[Seat], before: Showing | None, now: float) -> Gathered:
    """Return what follows when all seats are taken, or when one more of the awaited client seeds is known.

    `before` is what was settled earlier, None if nothing was, and `now` is the time in seconds since 1970. The settings
    are completed by the rules of today, because the table may have been opened under older ones.
    """
    awaited = any(seat.drawn_by == COMMITTED for seat in seats)
    if before is not None:
        rows = [] if awaited else [delete_showing(record.id)]
        return Gathered(record, [*seats], dict(before.settled), before if awaited else None, rows)
    settled_seats = _without_open_ones(record, seats)
    changed = [seat for seat, old in zip(settled_seats, seats, strict=True) if seat != old]
    rows = [table_records.put_seat(record.id, seat) for seat in changed]
    game, given = find(record.game), record.settings
    if record.what_if is not None:  # it keeps the versions of the match that it was forked from
        given = game.recorded(given)
    complete = game.record(game.settings_for(len(seats), given))
    if complete != record.settings:
        record = replace(record, settings=complete)
        rows.append(table_records.set_settings(record))
    settled = settle(record, settled_seats)
    showing = Showing(now + REVEAL_WITHIN, settled) if awaited else None
    if showing is not None:
        rows.append(insert_showing(record.id, showing))
    return Gathered(record, settled_seats, settled, showing, rows)


def _without_open_ones(record: TableRecord, seats: Sequence[Seat]) -> list[Seat]:
    """Return `seats`, with seeds that came without a hash replaced if two or more browsers add to the dice.

    Without a hash first, another browser could choose its seed to fit.
    """
    if sum(seat.drawn_by in (BROWSER, COMMITTED) for seat in seats) <= 1:
        return [*seats]
    return [_with_server_seed(record, seat, SERVER) if seat.drawn_by == BROWSER else seat for seat in seats]


def _with_server_seed(record: TableRecord, seat: Seat, drawn_by: SeedOrigin) -> Seat:
    text, _origin = contribution(record.secret, record.id, seat.number, None)
    return replace(seat, contribution=text, drawn_by=drawn_by)


# at a table ---------------------------------------------------------------------------------------------------------


def begin(state: TableState, events: Sequence[TableEvent], context: Context) -> Change | None:
    """Begin the match when all seats are taken, or first wait for the client seeds of browsers."""
    if state.match is not None or not any(isinstance(event, SeatChanged) for event in events):
        return None
    if any(seat.kind == "open" for seat in state.seats):
        return None
    change = Change(state)
    gathered = gather(state.record, state.seats, seeds_of(state), context.now)
    change.rows += gathered.rows
    change.state = replace(state, record=gathered.record, seats=tuple(gathered.seats))
    change.set_part(NAME, Seeds(gathered.showing))
    if gathered.showing is None:
        _start(change, gathered)
    return change


def _start(change: Change, gathered: Gathered) -> None:
    match = deal(gathered.record, gathered.seats)
    header = begun(match, gathered.settled) | {"settings": dict(gathered.record.settings)}
    record = replace(gathered.record, phase="playing", header=header)
    change.rows += [table_records.set_started(record), *match_restore.noted(record.id, match, header["version"])]
    # If the rules changed after the hash chain was shown, it begins as promised, and the match goes on by today's.
    change.reload = header["version"] != match.game.version or header["settings"] != match.settings
    history = replace(change.state.history, chain=chain_of(record, ()))
    change.state = replace(change.state, record=record, match=match, history=history)
    change.events.append(Started())


def reveal_seed(state: TableState, command: RevealSeed, context: Context) -> Change:
    """Reveal the client seed of a guest's browser; the last one begins the match.

    Do nothing if it was revealed already. Raise Refused if its hash is not the one that the browser sent.
    """
    change, text = Change(state), command.text
    own = [state.seats[seat] for seat in state.seats_of(context.guest)]
    if seeds_of(state) is None or any(seat.contribution == text for seat in own):
        return change
    seed_hash = hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()
    fits = next((seat for seat in own if (seat.drawn_by, seat.contribution) == (COMMITTED, seed_hash)), None)
    if fits is None:
        raise Refused(ANOTHER)
    change.put_seats(replace(fits, contribution=text, drawn_by=REVEALED))
    change.events.append(SeatChanged(fits.number))
    return change


def replace_seeds(state: TableState, command: ReplaceSeeds, context: Context) -> Change:
    """Replace the client seeds that were not revealed in time, and begin the match; `at_once` skips the wait."""
    change, awaited = Change(state), seeds_of(state)
    if awaited is not None and (command.at_once or awaited.until <= context.now):
        unshown = [seat for seat in state.seats if seat.drawn_by == COMMITTED]
        change.put_seats(*(_with_server_seed(state.record, seat, SILENT) for seat in unshown))
        change.events += [SeatChanged(seat.number) for seat in unshown]
    return change


COMMANDS: Handlers = {RevealSeed: reveal_seed, ReplaceSeeds: replace_seeds}
