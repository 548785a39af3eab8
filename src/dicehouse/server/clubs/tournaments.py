"""Run the tournaments of clubs, as a round robin or by the Swiss system.

For each pairing of a round the server opens a table with both players seated. A match that is over counts by itself.
The host may count a match that does not end, and the store keeps who did. When all pairings of a round have a result,
the next round opens. Everything is in the store and each step can be repeated, so any server can continue at any time,
also after a restart.
"""

from __future__ import annotations

import asyncio
import logging
import secrets
import sqlite3
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING, Any
from weakref import WeakKeyDictionary

from dicehouse import games
from dicehouse.core.game import Game
from dicehouse.errors import DicehouseError

from ...i18n import _
from ..accounts.names import shown_name
from ..clocks.time_terms import Terms
from ..internal_commands import Announce
from ..registry import Registry
from ..seats import DiceSecret, Refused, contribution
from ..storage.database import Statement
from ..storage.store import StoreFailed
from ..storage.table_records import Seat, TableRecord, read_table
from ..table.change import Server
from . import club_records
from .club_records import DRAW, FIRST, GONE, SECOND, STUCK, ClubDetails, Contest, Pairing
from .clubs import hosted
from .pairing import Pair, everybody, swiss
from .standings import EVERYBODY, KINDS, SWISS, Line, standings

if TYPE_CHECKING:
    from ..live_table import Table

log = logging.getLogger("dicehouse.server")

MOST = {EVERYBODY: 16, SWISS: 64}  # players in a tournament
MOST_ROUNDS = 12  # of a Swiss tournament
_LOCKS: WeakKeyDictionary[Registry, asyncio.Lock] = WeakKeyDictionary()  # one step at a time in each registry
PAUSE = 2.0  # seconds between two checks of the running tournaments
POINTS = {DRAW: (0.5, 0.5), FIRST: (1.0, 0.0), SECOND: (0.0, 1.0)}
UNDO = "undo"
DECISIONS = (*POINTS, UNDO)
RUNNING = _("A tournament is already running in this club. You can start the next one when it is over.")
NONE_RUNS = _("No tournament is running in this club.")
TWO = _("A tournament needs at least two players. Choose who plays.")
STRANGER = _("Somebody you chose is no longer in this club. Choose again.")
KIND = _("Choose a round-robin or a Swiss tournament.")
OVER = _("That match is over. Its result counts.")
NO_PAIR = _("There is no such match in this tournament, or it already has a result.")
TOO_LATE = _("The next round was paired from that result, so you can't change it.")
NOT_DECIDED = _("You gave that match no result, so there is nothing to undo.")
TAKEN_BACK = _("The host of the club withdrew the result. The real result will count.")
LAST = _("This is the last round. Give the unfinished matches a result, or end the tournament now.")


@dataclass(frozen=True, slots=True)
class Plan:
    """Hold what a host chose for a tournament."""

    game: Game
    mode: str
    settings: Mapping[str, Any]
    terms: Terms | None
    kind: str
    rounds: int  # of a Swiss tournament
    players: Sequence[int]  # numbers of members


def rounds_of(kind: str, players: int, wanted: int) -> int:
    """Return the number of rounds of a tournament; `wanted` counts for a Swiss tournament only.

    Raise Refused if `kind` is unknown, or if the number of players or rounds is not allowed.
    """
    if kind not in KINDS:
        raise Refused(KIND)
    if players < 2:
        raise Refused(TWO)
    if players > MOST[kind]:
        raise Refused(
            _(
                "This kind of tournament takes up to {most} players. You chose {players}.",
                most=MOST[kind],
                players=players,
            )
        )
    whole = players - 1 + players % 2
    if kind == EVERYBODY:
        return whole
    most = min(whole, MOST_ROUNDS)
    if not 1 <= wanted <= most:
        raise Refused(
            _(
                "With {players} players, a Swiss tournament has 1 to {most} rounds. You chose {rounds}.",
                players=players,
                most=most,
                rounds=wanted,
            )
        )
    return wanted


async def start(registry: Registry, club: str, guest: str, plan: Plan) -> None:
    """Start the tournament `plan` of the club, on behalf of its host `guest`.

    Draw the seeds, pair the first round and open its tables. Raise Refused if a tournament is running already, or if
    the plan is not possible.
    """
    details = await hosted(registry, club, guest)
    rounds = rounds_of(plan.kind, len(set(plan.players)), plan.rounds)
    if not set(plan.players) <= {member.number for member in details.here}:
        raise Refused(STRANGER)
    settings = plan.game.settings_for(2, plan.settings)
    latest = await registry.store.read(lambda db: club_records.read_contest(db, club))
    if latest is not None and latest.ended is None:
        raise Refused(RUNNING)
    seeds = sorted(set(plan.players))
    secrets.SystemRandom().shuffle(seeds)
    number = 0 if latest is None else latest.number + 1
    contest = Contest(
        number, plan.game.id, plan.mode, settings, plan.terms, plan.kind, rounds, time.time(), None, tuple(seeds)
    )  # fmt: skip
    try:
        await registry.store.write(*club_records.insert_contest(club, contest))
    except StoreFailed:
        if await registry.store.read(lambda db: club_records.read_contest(db, club, number)) is None:
            raise
        raise Refused(RUNNING) from None
    await advance(registry, club)


def table_of(contest: Contest) -> list[Line]:
    """Return the standings of the tournament so far."""
    return standings(contest.kind, contest.players, contest.results)


# advancing --------------------------------------------------------------------------------------------------------


async def keep_contests(registry: Registry) -> None:
    """Advance all running tournaments, again and again, while this server holds the claim on them; never return."""
    while True:
        try:
            if await registry.store.claim("contests"):
                for club in await registry.store.read(club_records.read_due):
                    await _look_after(registry, club)
        except StoreFailed as error:
            log.error("tournaments can't continue: %s", error)
        except (RuntimeError, sqlite3.Error) as error:  # the server is shutting down
            log.info("the tournaments' watcher stopped: %s", error)
        await asyncio.sleep(PAUSE)


async def _look_after(registry: Registry, club: str) -> None:
    try:
        await advance(registry, club)
    except StoreFailed:
        raise
    except Exception:  # a damaged tournament must not hold up the others
        log.exception("the tournament of club %s can't continue", club)


async def advance(registry: Registry, club: str, *, past: int | None = None) -> None:
    """Count matches of the club's running tournament that are over, open missing tables, and open the next round.

    The next round opens if all pairings have a result, or if the current round is `past`: the round whose matches the
    host no longer waits for. The tournament ends when the last round has all results, or nobody is left to pair.
    """
    async with _LOCKS.setdefault(registry, asyncio.Lock()):
        await _advance(registry, club, past)


async def _advance(registry: Registry, club: str, past: int | None) -> None:
    found = await _count(registry, club)
    if found is None:
        return
    details, contest = found
    await _open_tables(registry, details, contest)
    if contest.open and (past != contest.round or contest.round == contest.rounds):
        return
    pairs = _next_pairs(details, contest) if contest.round < contest.rounds else []
    if not pairs:
        await registry.store.write(club_records.end_contest(club, contest.number, time.time()))
        return
    try:
        await registry.store.write(*club_records.insert_round(club, contest.number, contest.round + 1, pairs))
    except StoreFailed as error:  # another server was faster, or the store can't write; the next check tries again
        log.info("a round of club %s couldn't be saved: %s", club, error)
        return
    found = await _count(registry, club)
    if found is not None:
        await _open_tables(registry, *found)


async def _count(registry: Registry, club: str) -> tuple[ClubDetails, Contest] | None:
    """Store the results of matches that are over, and return the club and its running tournament; None if none runs."""
    found = await _read(registry, club)
    if found is None:
        return None
    details, contest = found
    rows = [
        row for pairing in contest.pairings if pairing.points is None for row in _counted(details, contest, pairing)
    ]
    if not rows:
        return found
    await registry.store.write(*rows)
    return await _read(registry, club)


async def _read(registry: Registry, club: str) -> tuple[ClubDetails, Contest] | None:
    """Return the club and its running tournament; None if none runs."""
    details = await registry.store.read(lambda db: club_records.read_club(db, club))
    contest = await registry.store.read(lambda db: club_records.read_contest(db, club))
    return None if details is None or contest is None or contest.ended is not None else (details, contest)


def _counted(details: ClubDetails, contest: Contest, pairing: Pairing) -> list[Statement]:
    """Return the statement that stores the points of `pairing`, as a list; an empty list if they are not known yet."""
    settle = partial(club_records.set_points, details.club.id, contest.number, pairing)
    if pairing.played is not None:
        return [settle(pairing.played)]
    if pairing.table is not None and pairing.phase is None:
        return [settle((0.0, 0.0), GONE)]  # both players were deleted, and the table with them
    if pairing.table is None and pairing.second is not None:
        here = {member.number for member in details.here}
        first, second = pairing.first in here, pairing.second in here
        if not (first and second):
            return [settle((float(first), float(second)), GONE)]
    return []


def _next_pairs(details: ClubDetails, contest: Contest) -> list[Pair]:
    """Return the pairs of the next round; none if a Swiss tournament has fewer than two players left."""
    here = {member.number for member in details.here}
    if contest.kind == EVERYBODY:
        return everybody(contest.players)[contest.round]
    lines = table_of(contest)
    left = [line.player for line in lines if line.player in here]
    points = {line.player: line.points for line in lines}
    return swiss(left, points, [one.pair for one in contest.pairings]) if len(left) > 1 else []


async def _open_tables(registry: Registry, details: ClubDetails, contest: Contest) -> None:
    """Open a table for each pairing that needs one; a pairing whose table can't be opened counts as a draw."""
    here = {member.number: member for member in details.here}
    for pairing in contest.pairings:
        waits = pairing.table is None and pairing.points is None and pairing.second is not None
        if not waits or pairing.first not in here or pairing.second not in here:
            continue
        people = [here[pairing.first], here[pairing.second]] if pairing.second is not None else []
        at = (details.club.id, contest.number, pairing)
        try:
            table = await _open_table(registry, details, contest, pairing, [(m.guest or "", m.name) for m in people])
        except DicehouseError as error:
            log.error("a table of club %s can't be opened: %s", details.club.id, error)
            await registry.store.write(club_records.set_points(*at, POINTS[DRAW], STUCK))
        else:
            await registry.store.write(club_records.set_table(*at, table))


async def _open_table(
    registry: Registry, details: ClubDetails, contest: Contest, pairing: Pairing, people: Sequence[tuple[str, str]]
) -> str:
    """Open the table of `pairing` with its two `people` seated (guest and name), and return its id.

    Repeated calls give the same table. It has no host, so that neither player can remove the other.
    """
    game = games.find(contest.game)
    dice_secret = await _dice_secret(registry, details, contest, pairing)
    record = TableRecord(
        id=dice_secret.table_id,
        game=game.id,
        mode=contest.mode,
        settings=game.settings_for(2, contest.settings),
        host="",
        commitment=dice_secret.commitment,
        secret=dice_secret.secret.hex(),
        phase="waiting",
        created=time.time(),
        terms=contest.terms,
    )
    seats = []
    for number, (guest, name) in enumerate(people):
        hexes, drawn_by = contribution(record.secret, record.id, number, None)
        seats.append(Seat(number, "person", name, guest, None, hexes, drawn_by))
    table = await registry.open_dealt(record, game, seats, None, dice_secret)
    if not table.state.chat:
        said = {"round": pairing.round, "rounds": contest.rounds, "club": details.club.name}
        line = _("Round {round} of {rounds} in the club “{club}”. The result counts for the tournament.", **said)
        await _tell(registry, table.id, lambda _table: line)
    return table.id


async def _dice_secret(registry: Registry, details: ClubDetails, contest: Contest, pairing: Pairing) -> DiceSecret:
    """Return the dice secret for the table of `pairing`, which is the same at all servers.

    It depends on when the tournament began and not on its number alone: numbers are used again after older tournaments
    were deleted, whose secrets have been published.
    """

    def of(tournament: str) -> DiceSecret:
        where = f"{details.club.id}|{tournament}|{pairing.round}|{pairing.board}"
        return registry.keyring.dice_secret(registry.keyring.derive("pairing", where).hex()[:32])

    # Older versions used the number alone, and may have stopped after opening a table and before storing it here.
    before = of(f"{contest.number}")
    known = await registry.store.read(lambda db: read_table(db, before.table_id))
    if known is not None and known.table.created >= contest.begun:
        return before
    return of(f"{contest.number}|{contest.begun!r}")


async def _tell(registry: Registry, table_id: str, line: Callable[[Table], str]) -> None:
    """Add the line of chat that `line` returns to a table; if that fails, only log it."""
    try:
        table = await registry.find(table_id)
        await table.execute(Server(), Announce(line(table)))
    except DicehouseError as error:
        log.info("table %s couldn't be informed: %s", table_id, error)


# the host -------------------------------------------------------------------------------------------------------


async def decide(registry: Registry, club: str, guest: str, number: int, at: tuple[int, int], how: str) -> None:
    """Count an unfinished match as `how` says (DRAW, FIRST or SECOND), on behalf of the host; UNDO takes that back.

    `number` is the tournament, and `at` is the round and board of the pairing. Raise Refused if the match is over,
    there is no such pairing, it is counted already, or there is nothing that can be taken back.
    """
    details, contest = await _hosted(registry, club, guest, number)
    pairing = next((one for one in contest.pairings if (one.round, one.board) == at and one.second is not None), None)
    if pairing is None or how not in DECISIONS:
        raise Refused(NO_PAIR)
    if how == UNDO:
        await _undo(registry, details, contest, pairing)
        return
    if pairing.played is not None:
        raise Refused(OVER)
    if pairing.decided == how:
        return  # the form was sent twice
    if pairing.points is not None:
        raise Refused(NO_PAIR)
    member = details.member(guest)
    assert member is not None
    await registry.store.write(
        club_records.set_points(club, contest.number, pairing, POINTS[how], how, member.number)
    )  # fmt: skip
    if pairing.table is not None:
        await _tell(registry, pairing.table, partial(_in_words, how))
    await advance(registry, club)


def _in_words(how: str, table: Table) -> str:
    """Return the notice that the host counted the match at `table` as `how`.

    It names players only as they are called at the table, because those names are removed when a guest is deleted.
    """
    if how == DRAW:
        return _("The host of the club counts this match as a draw.")
    winner = table.state.name_of(0 if how == FIRST else 1)
    return _("The host of the club counts this match as a win for {player}.", player=winner)


def name_in(details: ClubDetails, number: int | None) -> str:
    """Return the name of member `number` in the club as others read it; "nobody" if there is no such member."""
    return next((shown_name(member.name) for member in details.members if member.number == number), _("nobody"))


async def _undo(registry: Registry, details: ClubDetails, contest: Contest, pairing: Pairing) -> None:
    if pairing.decided not in POINTS:
        raise Refused(NOT_DECIDED)
    if pairing.round < contest.round:
        raise Refused(TOO_LATE)
    await registry.store.write(club_records.forget_points(details.club.id, contest.number, pairing))
    if pairing.table is not None:
        await _tell(registry, pairing.table, lambda _table: TAKEN_BACK)


async def go_on(registry: Registry, club: str, guest: str, number: int, past: int) -> None:
    """Open the round after round `past` now, on behalf of the host; unfinished matches count when they are over.

    Do nothing if that round is open already, because the host's page may be stale. Raise Refused if `past` is the last
    round.
    """
    _details, contest = await _hosted(registry, club, guest, number)
    if past == contest.round == contest.rounds:
        raise Refused(LAST)
    await advance(registry, club, past=past)


async def end(registry: Registry, club: str, guest: str, number: int) -> None:
    """End tournament `number` with the results so far, on behalf of the host.

    Unfinished matches can be played to the end, but no longer count.
    """
    details, contest = await _hosted(registry, club, guest, number)
    rows = [
        row for pairing in contest.pairings if pairing.points is None for row in _counted(details, contest, pairing)
    ]
    await registry.store.write(*rows, club_records.end_contest(club, contest.number, time.time()))


async def _hosted(registry: Registry, club: str, guest: str, number: int) -> tuple[ClubDetails, Contest]:
    """Return the club and its running tournament `number`, for its host `guest`.

    Raise Refused if the tournament is not running or the guest is not the host, and NotFound if they are no member.
    """
    details = await hosted(registry, club, guest)
    contest = await registry.store.read(lambda db: club_records.read_contest(db, club, number))
    if contest is None or contest.ended is not None:
        raise Refused(NONE_RUNS)
    return details, contest
