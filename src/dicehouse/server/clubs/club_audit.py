"""Check that what a server stores of its clubs is consistent: members, pairings, and the points of each match."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from dicehouse.text_format import format_count

from ..audit import Finding
from ..storage.database import Database
from . import club_records
from .club_records import ClubDetails, Contest, Pairing


def audit_clubs(db: Database) -> Iterator[Finding]:
    """Yield what was found for every stored club, one at a time, the oldest first."""
    for (club,) in db.execute("SELECT id FROM club ORDER BY created, id").fetchall():
        try:
            details, tournaments = _read(db, club)
            if details is not None:
                found = [*_host_faults(details), *(fault for one in tournaments for fault in _faults(db, details, one))]
                members = format_count(len(details.members), "member")
                about = f"a club, {members}, {format_count(len(tournaments), 'tournament')}"
                yield Finding(club, about, found, is_club=True)
        except Exception as error:  # a damaged row can raise any error, and must not hide the other clubs
            yield Finding(club, "a club", [f"Its data is damaged: {type(error).__name__}: {error}."], is_club=True)


def _read(db: Database, club: str) -> tuple[ClubDetails | None, list[Contest]]:
    """Return a club and its tournaments, all read at one moment; None and no tournaments if there is no such club."""
    db.execute("BEGIN")
    try:
        numbers = [one.number for one in reversed(club_records.read_contests(db, club))]
        found = [club_records.read_contest(db, club, number) for number in numbers]
        return club_records.read_club(db, club), [one for one in found if one is not None]
    finally:
        db.execute("COMMIT")


def _host_faults(details: ClubDetails) -> list[str]:
    if details.club.closed is None and details.club.host not in [member.guest for member in details.here]:
        return ["Its host isn't a member."]
    return []


def _faults(db: Database, details: ClubDetails, contest: Contest) -> list[str]:
    label = f"Tournament {contest.number + 1}"
    if not set(contest.players) <= {member.number for member in details.members}:
        return [f"{label}: a player was never a member of the club."]
    found = []
    rounds = sorted({pairing.round for pairing in contest.pairings})
    if rounds != list(range(1, len(rounds) + 1)) or len(rounds) > contest.rounds:
        found.append(f"{label}: it should have the rounds 1 to {contest.rounds}, but has the rounds {rounds}.")
    for number in rounds:
        met = Counter(
            player
            for pairing in contest.pairings
            if pairing.round == number
            for player in (pairing.first, pairing.second)
            if player is not None
        )
        if any(count > 1 for count in met.values()):
            found.append(f"{label}, round {number}: a player is paired twice.")
        if not set(met) <= set(contest.players):
            found.append(f"{label}, round {number}: a paired player isn't in the tournament.")
    tables = [pairing.table for pairing in contest.pairings if pairing.table is not None]
    if len(set(tables)) < len(tables):
        found.append(f"{label}: two pairings have the same table.")
    for pairing in contest.pairings:
        where = f"{label}, round {pairing.round}, board {pairing.board + 1}"
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
                f"it counts as {_score(pairing.points)}, but {'a bye' if pairing.second is None else 'its match'} "
                + (f"gave {_score(brought)}." if brought else "isn't over.")
            )


def _score(points: tuple[float, float]) -> str:
    return " to ".join(f"{one:g}" for one in points)
