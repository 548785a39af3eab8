"""Check that what a server stores of its clubs is consistent: members, pairings, and the points of each match."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from ..audit import Finding
from ..storage.database import Database
from . import club_records
from .club_records import Contest, Pairing, Room


def audit_rooms(db: Database) -> Iterator[Finding]:
    """Yield what was found for every stored club, one at a time, the oldest first."""
    for (club,) in db.execute("SELECT id FROM club ORDER BY created, id").fetchall():
        try:
            room, evenings = _read(db, club)
            if room is not None:
                found = [*_housed(room), *(fault for one in evenings for fault in _faults(db, room, one))]
                yield Finding(club, f"a room, {len(room.members)} people, {len(evenings)} evenings", found, room=True)
        except Exception as error:  # a damaged row can raise any error, and must not hide the other clubs
            yield Finding(
                club, "a room", [f"What is kept of it is damaged: {type(error).__name__}: {error}."], room=True
            )


def _read(db: Database, club: str) -> tuple[Room | None, list[Contest]]:
    """Return a club and its tournaments, all read at one moment; None and no tournaments if there is no such club."""
    db.execute("BEGIN")
    try:
        numbers = [one.number for one in reversed(club_records.read_contests(db, club))]
        found = [club_records.read_contest(db, club, number) for number in numbers]
        return club_records.read_room(db, club), [one for one in found if one is not None]
    finally:
        db.execute("COMMIT")


def _housed(room: Room) -> list[str]:
    if room.club.closed is None and room.club.host not in [member.guest for member in room.here]:
        return ["Its host is not in it."]
    return []


def _faults(db: Database, room: Room, contest: Contest) -> list[str]:
    evening = f"Evening {contest.number + 1}"
    if not set(contest.players) <= {member.number for member in room.members}:
        return [f"{evening}: somebody plays who never was in the room."]
    found = []
    rounds = sorted({pairing.round for pairing in contest.pairings})
    if rounds != list(range(1, len(rounds) + 1)) or len(rounds) > contest.rounds:
        found.append(f"{evening}: of its {contest.rounds} rounds it has those of the numbers {rounds}.")
    for number in rounds:
        met = Counter(
            player
            for pairing in contest.pairings
            if pairing.round == number
            for player in (pairing.first, pairing.second)
            if player is not None
        )
        if any(count > 1 for count in met.values()):
            found.append(f"{evening}, round {number}: somebody is paired twice.")
        if not set(met) <= set(contest.players):
            found.append(f"{evening}, round {number}: somebody is paired who does not play.")
    tables = [pairing.table for pairing in contest.pairings if pairing.table is not None]
    if len(set(tables)) < len(tables):
        found.append(f"{evening}: two pairs have the same table.")
    for pairing in contest.pairings:
        where = f"{evening}, round {pairing.round}, board {pairing.board + 1}"
        found += [f"{where}: {fault}" for fault in _fault_of(db, contest, pairing)]
    return found


def _fault_of(db: Database, contest: Contest, pairing: Pairing) -> Iterator[str]:
    if pairing.table is not None and pairing.phase is not None:
        row = db.execute("SELECT game FROM game_table WHERE id = ?", (pairing.table,)).fetchone()
        if row is not None and row["game"] != contest.game:
            yield f"another game was played at table {pairing.table}."
    if pairing.points is not None and pairing.decided is None:
        brought = (1.0, 0.0) if pairing.second is None else pairing.played
        if pairing.points != brought and (pairing.phase is not None or pairing.second is None):
            yield (
                f"it counts as {_score(pairing.points)}, and {'a bye' if pairing.second is None else 'its match'} "
                + (f"brought {_score(brought)}." if brought else "is not over.")
            )


def _score(points: tuple[float, float]) -> str:
    return " to ".join(f"{one:g}" for one in points)
