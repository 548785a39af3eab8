"""A club's evening: a round of matches between the people of a room, everybody against everybody or Swiss.

Tables are opened for the pairs of a round with both people seated at once. A match that is over counts by itself; what
does not come to its end the host may count, and it is written down who did. When nothing of a round is open any more
the next one opens. All of it is kept in the store, and each step can be done twice: of several servers, or after a
restart, whoever looks next goes on.
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
from dicehouse.errors import DicehouseError
from dicehouse.kit.game import Game

from ..clocks.terms import Terms
from ..seats import Promise, Refused, contribution
from ..storage.database import Statement
from ..storage.records import Seat, TableRecord, read_table
from ..storage.store import StoreFailed
from . import clubrows
from .clubrows import DRAW, FIRST, GONE, SECOND, STUCK, Contest, Pairing, Room
from .clubs import hosted
from .pairing import Pair, everybody, swiss
from .standings import EVERYBODY, KINDS, SWISS, Line, standings

if TYPE_CHECKING:
    from ..house import House
    from ..live import Table

log = logging.getLogger("dicehouse.table")

MOST = {EVERYBODY: 16, SWISS: 64}  # people in a contest
MOST_ROUNDS = 12  # of a Swiss
_LOCKS: WeakKeyDictionary[House, asyncio.Lock] = WeakKeyDictionary()  # one step at a time in a house
PAUSE = 2.0  # seconds between two looks at the contests that go on
POINTS = {DRAW: (0.5, 0.5), FIRST: (1.0, 0.0), SECOND: (0.0, 1.0)}
UNDO = "undo"
DECISIONS = (*POINTS, UNDO)
RUNNING = "A round of matches goes on in this room; when it is over the next one can begin."
NONE_RUNS = "No round of matches goes on in this room now."
TWO = "A round of matches needs two people at least; choose who plays."
STRANGER = "Somebody whom you chose is not in this room now; choose again."
KIND = "A round of matches is everybody against everybody, or Swiss."
OVER = "That match is over, and counts as it ended."
NO_PAIR = "There is no such pair in this round of matches, or it is counted already."
TOO_LATE = "The next round was paired by that result, so it stays."
NOT_DECIDED = "Nobody counted that match, so there is nothing to take back."
TAKEN_BACK = "The host of the room takes that back: this match counts as it ends."
LAST = "This is the last round. Count the matches that go on, or end it here."


@dataclass(frozen=True, slots=True)
class Plan:
    """What a host chose for a contest."""

    game: Game
    mode: str
    settings: Mapping[str, Any]
    terms: Terms | None
    kind: str
    rounds: int  # of a Swiss
    players: Sequence[int]  # numbers of members


def rounds_of(kind: str, players: int, wanted: int) -> int:
    """How many rounds a contest has; Refused if so many can't be."""
    if kind not in KINDS:
        raise Refused(KIND)
    if players < 2:
        raise Refused(TWO)
    if players > MOST[kind]:
        raise Refused(f"{MOST[kind]} people at most can play like that; you chose {players}.")
    whole = players - 1 + players % 2
    if kind == EVERYBODY:
        return whole
    most = min(whole, MOST_ROUNDS)
    if not 1 <= wanted <= most:
        raise Refused(f"With {players} people a Swiss has 1 to {most} rounds; you chose {wanted}.")
    return wanted


async def start(house: House, club: str, guest: str, plan: Plan) -> None:
    """Draw the seeds, pair the first round and open its tables."""
    room = await hosted(house, club, guest)
    rounds = rounds_of(plan.kind, len(set(plan.players)), plan.rounds)
    if not set(plan.players) <= {member.number for member in room.here}:
        raise Refused(STRANGER)
    settings = plan.game.agree(2, plan.settings)
    latest = await house.store.read(lambda db: clubrows.read_contest(db, club))
    if latest is not None and latest.ended is None:
        raise Refused(RUNNING)
    seeds = sorted(set(plan.players))
    secrets.SystemRandom().shuffle(seeds)
    number = 0 if latest is None else latest.number + 1
    contest = Contest(
        number, plan.game.id, plan.mode, settings, plan.terms, plan.kind, rounds, time.time(), None, tuple(seeds)
    )  # fmt: skip
    try:
        await house.store.write(*clubrows.insert_contest(club, contest))
    except StoreFailed:
        if await house.store.read(lambda db: clubrows.read_contest(db, club, number)) is None:
            raise
        raise Refused(RUNNING) from None
    await advance(house, club)


def table_of(contest: Contest) -> list[Line]:
    """The table of results as it stands."""
    return standings(contest.kind, contest.players, contest.results)


# going on ---------------------------------------------------------------------------------------------------------


async def keep_contests(house: House) -> None:
    """Look after all contests for as long as the house runs."""
    while True:
        try:
            if await house.store.claim("contests"):
                for club in await house.store.read(clubrows.read_due):
                    await _look_after(house, club)
        except StoreFailed as error:
            log.error("the contests can't go on: %s", error)
        except (RuntimeError, sqlite3.Error) as error:  # the house closes
            log.info("nobody looks after the contests any more: %s", error)
        await asyncio.sleep(PAUSE)


async def _look_after(house: House, club: str) -> None:
    try:
        await advance(house, club)
    except StoreFailed:
        raise
    except Exception:  # one that is damaged must not hold up the others
        log.exception("the contest of club %s can't go on", club)


async def advance(house: House, club: str, *, past: int | None = None) -> None:
    """Count what is over, open tables that are paired, and the next round if nothing is open, or this is the round
    `past` which the host goes on.
    """
    async with _LOCKS.setdefault(house, asyncio.Lock()):
        await _advance(house, club, past)


async def _advance(house: House, club: str, past: int | None) -> None:
    found = await _count(house, club)
    if found is None:
        return
    room, contest = found
    await _open_tables(house, room, contest)
    if contest.open and (past != contest.round or contest.round == contest.rounds):
        return
    pairs = _next_pairs(room, contest) if contest.round < contest.rounds else []
    if not pairs:
        await house.store.write(clubrows.end_contest(club, contest.number, time.time()))
        return
    try:
        await house.store.write(*clubrows.insert_round(club, contest.number, contest.round + 1, pairs))
    except StoreFailed as error:  # another server did it a moment before, or nobody can write: somebody looks again
        log.info("a round of club %s was not written: %s", club, error)
        return
    found = await _count(house, club)
    if found is not None:
        await _open_tables(house, *found)


async def _count(house: House, club: str) -> tuple[Room, Contest] | None:
    """The contest that goes on, after what is over was written down."""
    found = await _read(house, club)
    if found is None:
        return None
    room, contest = found
    rows = [row for pairing in contest.pairings if pairing.points is None for row in _counted(room, contest, pairing)]
    if not rows:
        return found
    await house.store.write(*rows)
    return await _read(house, club)


async def _read(house: House, club: str) -> tuple[Room, Contest] | None:
    """A room with its contest that goes on."""
    room = await house.store.read(lambda db: clubrows.read_room(db, club))
    contest = await house.store.read(lambda db: clubrows.read_contest(db, club))
    return None if room is None or contest is None or contest.ended is not None else (room, contest)


def _counted(room: Room, contest: Contest, pairing: Pairing) -> list[Statement]:
    """What a pair got, if that is known by now."""
    settle = partial(clubrows.set_points, room.club.id, contest.number, pairing)
    if pairing.played is not None:
        return [settle(pairing.played)]
    if pairing.table is not None and pairing.phase is None:
        return [settle((0.0, 0.0), GONE)]  # both left the house, and the table went with them
    if pairing.table is None and pairing.second is not None:
        here = {member.number for member in room.here}
        first, second = pairing.first in here, pairing.second in here
        if not (first and second):
            return [settle((float(first), float(second)), GONE)]
    return []


def _next_pairs(room: Room, contest: Contest) -> list[Pair]:
    """The pairs of the next round; none if nobody is left to meet."""
    here = {member.number for member in room.here}
    if contest.kind == EVERYBODY:
        return everybody(contest.players)[contest.round]
    lines = table_of(contest)
    left = [line.player for line in lines if line.player in here]
    points = {line.player: line.points for line in lines}
    return swiss(left, points, [one.pair for one in contest.pairings]) if len(left) > 1 else []


async def _open_tables(house: House, room: Room, contest: Contest) -> None:
    """A table for each pair that has none yet."""
    here = {member.number: member for member in room.here}
    for pairing in contest.pairings:
        waits = pairing.table is None and pairing.points is None and pairing.second is not None
        if not waits or pairing.first not in here or pairing.second not in here:
            continue
        people = [here[pairing.first], here[pairing.second]] if pairing.second is not None else []
        at = (room.club.id, contest.number, pairing)
        try:
            table = await _open_table(house, room, contest, pairing, [(m.guest or "", m.name) for m in people])
        except DicehouseError as error:
            log.error("a table of club %s can't be opened: %s", room.club.id, error)
            await house.store.write(clubrows.set_points(*at, POINTS[DRAW], STUCK))
        else:
            await house.store.write(clubrows.set_table(*at, table))


async def _open_table(
    house: House, room: Room, contest: Contest, pairing: Pairing, people: Sequence[tuple[str, str]]
) -> str:
    """Seat a pair, the same table however often it is asked for; returns its id.

    It has no host: nobody may take the other from their chair.
    """
    game = games.find(contest.game)
    promise = await _promise(house, room, contest, pairing)
    record = TableRecord(
        id=promise.table_id,
        game=game.id,
        mode=contest.mode,
        settings=game.agree(2, contest.settings),
        host="",
        commitment=promise.commitment,
        secret=promise.secret.hex(),
        phase="waiting",
        created=time.time(),
        terms=contest.terms,
    )
    seats = []
    for number, (guest, name) in enumerate(people):
        hexes, drawn_by = contribution(record.secret, record.id, number, None)
        seats.append(Seat(number, "person", name, guest, None, hexes, drawn_by))
    table = await house.open_dealt(record, game, seats, None, promise)
    if not table.chat:
        told = f"Round {pairing.round} of {contest.rounds} in the room “{room.club.name}”."
        await _tell(house, table.id, lambda _: f"{told} What you win here counts there.")
    return table.id


async def _promise(house: House, room: Room, contest: Contest, pairing: Pairing) -> Promise:
    """The dice of a pair, the same at all servers. When the evening began is part of it: its number comes again once
    earlier ones were removed, and their secrets are published.
    """

    def of(evening: str) -> Promise:
        where = f"{room.club.id}|{evening}|{pairing.round}|{pairing.board}"
        return house.keyring.promise(house.keyring.derive("pairing", where).hex()[:32])

    # An older Dicehouse went by the number alone, and may have stopped between opening a table and writing it down.
    before = of(f"{contest.number}")
    known = await house.store.read(lambda db: read_table(db, before.table_id))
    if known is not None and known.table.created >= contest.begun:
        return before
    return of(f"{contest.number}|{contest.begun!r}")


async def _tell(house: House, table_id: str, told: Callable[[Table], str]) -> None:
    """A line of the house's at a table; that it can't be said costs nothing."""
    try:
        table = await house.find(table_id)
        async with table.changing():
            await table.write([], None, table.notice(told(table)))
            table.roster += 1
    except DicehouseError as error:
        log.info("table %s was not told: %s", table_id, error)


# the host -------------------------------------------------------------------------------------------------------


async def decide(house: House, club: str, guest: str, number: int, at: tuple[int, int], how: str) -> None:
    """The host counts a match that has not come to its end, or takes that back."""
    room, contest = await _hosted(house, club, guest, number)
    pairing = next((one for one in contest.pairings if (one.round, one.board) == at and one.second is not None), None)
    if pairing is None or how not in DECISIONS:
        raise Refused(NO_PAIR)
    if how == UNDO:
        await _undo(house, room, contest, pairing)
        return
    if pairing.played is not None:
        raise Refused(OVER)
    if pairing.decided == how:
        return  # the same form, sent twice
    if pairing.points is not None:
        raise Refused(NO_PAIR)
    member = room.member(guest)
    assert member is not None
    await house.store.write(
        clubrows.set_points(club, contest.number, pairing, POINTS[how], how, member.number)
    )  # fmt: skip
    if pairing.table is not None:
        await _tell(house, pairing.table, partial(_in_words, how))
    await advance(house, club)


def _in_words(how: str, table: Table) -> str:
    """Only who sits there is named, and as they are called there: that name goes when they leave the house."""
    counted = "shared" if how == DRAW else f"won by {table.seats[0 if how == FIRST else 1].name}"
    return f"The host of the room counts this match as {counted}."


def name_in(room: Room, number: int | None) -> str:
    """What a member is called in the room."""
    return next((member.name for member in room.members if member.number == number), "nobody")


async def _undo(house: House, room: Room, contest: Contest, pairing: Pairing) -> None:
    if pairing.decided not in POINTS:
        raise Refused(NOT_DECIDED)
    if pairing.round < contest.round:
        raise Refused(TOO_LATE)
    await house.store.write(clubrows.forget_points(room.club.id, contest.number, pairing))
    if pairing.table is not None:
        await _tell(house, pairing.table, lambda _: TAKEN_BACK)


async def go_on(house: House, club: str, guest: str, number: int, past: int) -> None:
    """The round after `past` opens now; matches that still run count when they are over.

    Nothing happens if it is open already: the host's page may be older than that.
    """
    _, contest = await _hosted(house, club, guest, number)
    if past == contest.round == contest.rounds:
        raise Refused(LAST)
    await advance(house, club, past=past)


async def end(house: House, club: str, guest: str, number: int) -> None:
    """The contest ends as it stands; what still runs can be played on, and counts no more."""
    room, contest = await _hosted(house, club, guest, number)
    rows = [row for pairing in contest.pairings if pairing.points is None for row in _counted(room, contest, pairing)]
    await house.store.write(*rows, clubrows.end_contest(club, contest.number, time.time()))


async def _hosted(house: House, club: str, guest: str, number: int) -> tuple[Room, Contest]:
    """The contest of this number with the host of its room; Refused if it goes on no more."""
    room = await hosted(house, club, guest)
    contest = await house.store.read(lambda db: clubrows.read_contest(db, club, number))
    if contest is None or contest.ended is not None:
        raise Refused(NONE_RUNS)
    return room, contest
