"""Read and write what the store keeps of clubs and their tournaments, as plain records."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from ..clocks.time_terms import Terms
from ..storage.database import Database, Row, Statement
from .pairing import Pair
from .standings import Result

LEFT, REMOVED = "left", "removed"
DRAW, FIRST, SECOND, GONE, STUCK = "draw", "first", "second", "gone", "stuck"  # how an unfinished match was counted
PARTS = ("pairing", "contest_player", "contest", "club_member")  # in the order in which their rows are deleted


@dataclass(frozen=True, slots=True)
class Club:
    """Hold what is stored of a club; times are seconds since 1970."""

    id: str
    name: str
    host: str
    renewed: int  # how often its invitation link was replaced
    listed: bool
    created: float
    closed: float | None


@dataclass(frozen=True, slots=True)
class Member:
    """Hold a current or former member of a club; `guest` is None when the guest was deleted or merged into another."""

    number: int
    guest: str | None
    name: str
    joined: float
    gone: str | None  # LEFT or REMOVED

    @property
    def here(self) -> bool:
        return self.gone is None and self.guest is not None


@dataclass(frozen=True, slots=True)
class Pairing:
    """Hold a pairing of a round, with its players as member numbers.

    `phase` and `result` belong to the table of the pairing; they are None if there is no table.
    """

    round: int
    board: int
    first: int
    second: int | None  # None: a bye
    table: str | None
    points: tuple[float, float] | None
    decided: str | None
    decided_by: int | None
    phase: str | None
    result: str | None

    @property
    def pair(self) -> Pair:
        return Pair(self.first, self.second)

    @property
    def outcome(self) -> Result:
        """Return the result so far: the stored points, or those of a match that is over and not counted yet."""
        return Result(self.first, self.second, self.points or self.played)

    @property
    def played(self) -> tuple[float, float] | None:
        """Return the points of the match: 1 for a win, or equal parts of 1 for a shared win.

        Return None if the match is not over or its result can't be read.
        """
        if self.phase != "over":
            return None
        try:
            places = json.loads(self.result or "null")["places"]
            winners = [place == 1 for place in places]
            first, second = (float(won) / sum(winners) for won in winners)
        except (ValueError, TypeError, KeyError, ZeroDivisionError, RecursionError):
            return None  # the result is damaged, so the host must decide
        return first, second


@dataclass(frozen=True, slots=True)
class Contest:
    """Hold a tournament of a club: what is played, the players in the order of their seeds, and the pairings so far."""

    number: int
    game: str
    mode: str
    settings: Mapping[str, Any]
    terms: Terms | None
    kind: str
    rounds: int
    begun: float
    ended: float | None
    players: tuple[int, ...] = ()
    pairings: tuple[Pairing, ...] = ()

    @property
    def round(self) -> int:
        """Return the number of the latest round, from 1; 0 before the first."""
        return max((pairing.round for pairing in self.pairings), default=0)

    @property
    def results(self) -> list[Result]:
        return [pairing.outcome for pairing in self.pairings]

    @property
    def open(self) -> list[Pairing]:
        """Return the pairings that have no result yet."""
        return [pairing for pairing in self.pairings if pairing.outcome.points is None]


@dataclass(frozen=True, slots=True)
class ClubDetails:
    """Hold a club with all its members, including former ones."""

    club: Club
    members: tuple[Member, ...]

    @property
    def here(self) -> list[Member]:
        return [member for member in self.members if member.here]

    def member(self, guest: str | None) -> Member | None:
        """Return `guest` as a current or former member; None if they never were one."""
        return next((one for one in self.members if guest is not None and one.guest == guest), None)

    def is_host(self, guest: str | None) -> bool:
        return guest is not None and guest == self.club.host


# reading --------------------------------------------------------------------------------------------------------


def read_club(db: Database, club: str) -> ClubDetails | None:
    row = db.execute("SELECT * FROM club WHERE id = ?", (club,)).fetchone()
    if row is None:
        return None
    members = db.execute("SELECT * FROM club_member WHERE club = ? ORDER BY number", (club,))
    return ClubDetails(_club(row), tuple(map(_member, members)))


def read_invited(db: Database, invite: str) -> str | None:
    """Return the id of the open club whose invitation link has the hash `invite`; None if there is none."""
    row = db.execute("SELECT id FROM club WHERE invite = ? AND closed IS NULL", (invite,)).fetchone()
    return None if row is None else str(row["id"])


def read_clubs_of(db: Database, guest: str) -> list[tuple[Club, int]]:
    """Return the clubs that `guest` belongs to, each with its number of members; open ones first, latest first."""
    return _counted(
        db,
        "club.id IN (SELECT club FROM club_member WHERE guest = ? AND gone IS NULL)"
        " ORDER BY CASE WHEN club.closed IS NULL THEN 0 ELSE 1 END, club.created DESC, club.id",
        guest,
    )


def read_listed_clubs(db: Database, guest: str, most: int) -> list[tuple[Club, int, str]]:
    """Return up to `most` listed clubs that `guest` never belonged to, the latest first.

    Each comes with its number of members and the name of its host.
    """
    found = _counted(
        db,
        "club.listed = 1 AND club.closed IS NULL AND club.id NOT IN (SELECT club FROM club_member WHERE guest = ?)"
        " ORDER BY club.created DESC, club.id LIMIT ?",
        guest,
        most,
    )
    return [(club, count, _host_name(db, club)) for club, count in found]


def _counted(db: Database, where: str, *values: str | int) -> list[tuple[Club, int]]:
    rows = db.execute(
        "SELECT club.*, (SELECT count(*) FROM club_member m WHERE m.club = club.id AND m.gone IS NULL"  # noqa: S608  # constants
        f" AND m.guest IS NOT NULL) AS people FROM club WHERE {where}",
        values,
    ).fetchall()
    return [(_club(row), int(row["people"])) for row in rows]


def _host_name(db: Database, club: Club) -> str:
    row = db.execute("SELECT name FROM club_member WHERE club = ? AND guest = ?", (club.id, club.host)).fetchone()
    return "" if row is None else str(row["name"])


def read_evenings_of(db: Database, guest: str) -> list[tuple[str, str, str, int, int]]:
    """Return the running tournaments in which `guest` plays, the latest first.

    Each is the club's id and name, the game, the latest round (0 before the first), and the number of rounds.
    """
    rows = db.execute(
        "SELECT club.id, club.name, c.game, c.rounds, (SELECT max(round) FROM pairing p WHERE p.club = c.club"
        " AND p.contest = c.number) AS now FROM club_member m JOIN contest c ON c.club = m.club AND c.ended IS NULL"
        " JOIN contest_player e ON e.club = c.club AND e.contest = c.number AND e.member = m.number"
        " JOIN club ON club.id = c.club WHERE m.guest = ? AND m.gone IS NULL ORDER BY c.begun DESC, club.id",
        (guest,),
    )
    return [(row["id"], row["name"], row["game"], int(row["now"] or 0), int(row["rounds"])) for row in rows]


def read_club_of_table(db: Database, table: str, guest: str) -> tuple[str, str] | None:
    """Return the id and name of the club for whose tournament `table` was opened.

    Return None if there is no such club, or `guest` is not a member.
    """
    row = db.execute(
        "SELECT club.id, club.name FROM pairing p JOIN club ON club.id = p.club JOIN club_member m ON m.club = club.id"
        " WHERE p.played_at = ? AND m.guest = ? AND m.gone IS NULL",
        (table, guest),
    ).fetchone()
    return None if row is None else (row["id"], row["name"])


def count_hosted(db: Database, guest: str) -> int:
    """Return the number of open clubs whose host is `guest`."""
    return int(db.execute("SELECT count(*) FROM club WHERE host = ? AND closed IS NULL", (guest,)).fetchone()[0])


def read_due(db: Database) -> list[str]:
    """Return the clubs with a running tournament in which the server has something to do.

    It has to open a missing table, count a match that is over, or go on because all pairings have a result.
    """
    rows = db.execute(
        "SELECT DISTINCT c.club FROM contest c WHERE c.ended IS NULL AND (NOT EXISTS (SELECT 1 FROM pairing p"
        " WHERE p.club = c.club AND p.contest = c.number AND p.first_points IS NULL) OR EXISTS (SELECT 1 FROM pairing p"
        " LEFT JOIN game_table t ON t.id = p.played_at WHERE p.club = c.club AND p.contest = c.number"
        " AND p.first_points IS NULL AND (t.id IS NULL OR t.phase = 'over'))) ORDER BY c.club"
    )
    return [str(row["club"]) for row in rows]


def read_contests(db: Database, club: str) -> list[Contest]:
    """Return all tournaments of `club` without their players and pairings, the latest first."""
    rows = db.execute("SELECT * FROM contest WHERE club = ? ORDER BY number DESC", (club,))
    return [_contest(row) for row in rows]


def read_contest(db: Database, club: str, number: int | None = None) -> Contest | None:
    """Return tournament `number` of `club` with its players and pairings, or the latest one if `number` is None.

    Return None if there is no such tournament.
    """
    asked = "coalesce(CAST(? AS INTEGER), (SELECT max(number) FROM contest WHERE club = ?))"
    row = db.execute(
        f"SELECT * FROM contest WHERE club = ? AND number = {asked}",  # noqa: S608  # constants
        (club, number, club),
    ).fetchone()
    if row is None:
        return None
    players = db.execute(
        "SELECT member FROM contest_player WHERE club = ? AND contest = ? ORDER BY seed", (club, row["number"])
    ).fetchall()
    pairs = db.execute(
        "SELECT p.*, t.phase, t.result FROM pairing p LEFT JOIN game_table t ON t.id = p.played_at"
        " WHERE p.club = ? AND p.contest = ? ORDER BY p.round, p.board",
        (club, row["number"]),
    ).fetchall()
    return _contest(row, tuple(int(one["member"]) for one in players), tuple(map(_pairing, pairs)))


def _club(row: Row) -> Club:
    return Club(row["id"], row["name"], row["host"], row["renewed"], bool(row["listed"]), row["created"], row["closed"])


def _member(row: Row) -> Member:
    return Member(row["number"], row["guest"], row["name"], row["joined"], row["gone"])


def _contest(row: Row, players: tuple[int, ...] = (), pairings: tuple[Pairing, ...] = ()) -> Contest:
    terms = None if row["seconds"] is None else Terms(row["seconds"], row["late"])
    settings = json.loads(row["settings"])
    return Contest(
        row["number"], row["game"], row["mode"], settings, terms, row["kind"], row["rounds"], row["begun"],
        row["ended"], players, pairings,
    )  # fmt: skip


def _pairing(row: Row) -> Pairing:
    points = None if row["first_points"] is None else (row["first_points"], row["second_points"])
    return Pairing(
        row["round"], row["board"], row["first_member"], row["second_member"], row["played_at"], points,
        row["decided"], row["decided_by"], row["phase"], row["result"],
    )  # fmt: skip


# writing --------------------------------------------------------------------------------------------------------


def insert_club(club: Club, invite: str) -> Statement:
    return (
        "INSERT INTO club (id, name, host, invite, renewed, listed, created) VALUES (?, ?, ?, ?, ?, ?, ?)",
        (club.id, club.name, club.host, invite, club.renewed, int(club.listed), club.created),
    )


def set_invite(club: str, renewed: int, invite: str) -> Statement:
    return ("UPDATE club SET renewed = ?, invite = ? WHERE id = ?", (renewed, invite, club))


def set_listed(club: str, listed: bool) -> Statement:
    return ("UPDATE club SET listed = ? WHERE id = ?", (int(listed), club))


def set_host(club: str, host: str) -> Statement:
    return ("UPDATE club SET host = ? WHERE id = ?", (host, club))


def close_club(club: str, at: float) -> list[Statement]:
    """Return the statements that close and unlist `club` and end its running tournament, at the time `at`."""
    return [
        ("UPDATE club SET closed = ?, listed = 0 WHERE id = ? AND closed IS NULL", (at, club)),
        ("UPDATE contest SET ended = ? WHERE club = ? AND ended IS NULL", (at, club)),
    ]


def delete_club(club: str) -> list[Statement]:
    parts = [(f"DELETE FROM {part} WHERE club = ?", (club,)) for part in PARTS]  # noqa: S608  # constants
    return [*parts, ("DELETE FROM club WHERE id = ?", (club,))]


def delete_older(before: float) -> list[Statement]:
    """Return the statements that delete tournaments that ended before the time `before`, and clubs closed before it."""
    old = "(SELECT 1 FROM contest c WHERE c.club = {0}.club AND c.number = {0}.contest AND c.ended < ?)"
    rows: list[Statement] = [
        (f"DELETE FROM {part} WHERE EXISTS {old.format(part)}", (before,))  # noqa: S608  # constants
        for part in ("pairing", "contest_player")
    ]
    rows.append(("DELETE FROM contest WHERE ended < ?", (before,)))
    for part in PARTS:
        rows.append((f"DELETE FROM {part} WHERE club IN (SELECT id FROM club WHERE closed < ?)", (before,)))  # noqa: S608  # constants
    return [*rows, ("DELETE FROM club WHERE closed < ?", (before,))]


def put_member(club: str, member: Member) -> Statement:
    return (
        "INSERT INTO club_member (club, number, guest, name, joined, gone) VALUES (?, ?, ?, ?, ?, ?)"
        " ON CONFLICT (club, number) DO UPDATE SET guest = excluded.guest, name = excluded.name, gone = excluded.gone",
        (club, member.number, member.guest, member.name, member.joined, member.gone),
    )


def insert_member(club: str, member: Member) -> Statement:
    """Return the statement that adds `member`; the store refuses it if another member has the number already."""
    return (
        "INSERT INTO club_member (club, number, guest, name, joined, gone) VALUES (?, ?, ?, ?, ?, ?)",
        (club, member.number, member.guest, member.name, member.joined, member.gone),
    )


def insert_contest(club: str, contest: Contest) -> list[Statement]:
    seconds, late = (None, None) if contest.terms is None else (contest.terms.seconds, contest.terms.bot)
    return [
        (
            "INSERT INTO contest (club, number, game, mode, settings, seconds, late, kind, rounds, begun)"
            " VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
            (club, contest.number, contest.game, contest.mode, json.dumps(contest.settings),
             seconds, late, contest.kind, contest.rounds, contest.begun),
        ),
        *(
            ("INSERT INTO contest_player (club, contest, seed, member) VALUES (?, ?, ?, ?)",
             (club, contest.number, seed, member))
            for seed, member in enumerate(contest.players)
        ),
    ]  # fmt: skip


def end_contest(club: str, contest: int, at: float) -> Statement:
    return ("UPDATE contest SET ended = ? WHERE club = ? AND number = ? AND ended IS NULL", (at, club, contest))


def insert_round(club: str, contest: int, number: int, pairs: Sequence[Pair]) -> list[Statement]:
    """Return the statements that store the pairings of round `number`.

    A bye gets its points (1 to 0) at once.
    """
    rests, nothing = (1.0, 0.0), (None, None)
    return [
        (
            "INSERT INTO pairing (club, contest, round, board, first_member, second_member, first_points,"
            " second_points) VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
            (club, contest, number, board, pair.first, pair.second, *(rests if pair.second is None else nothing)),
        )
        for board, pair in enumerate(pairs)
    ]  # fmt: skip


_THAT_PAIR = " WHERE club = ? AND contest = ? AND round = ? AND board = ?"


def set_table(club: str, contest: int, pairing: Pairing, table: str) -> Statement:
    sql = f"UPDATE pairing SET played_at = ?{_THAT_PAIR}"  # noqa: S608  # constants
    return (sql, (table, club, contest, pairing.round, pairing.board))


def set_points(
    club: str, contest: int, pairing: Pairing, points: tuple[float, float], decided: str | None = None,
    by: int | None = None,
) -> Statement:  # fmt: skip
    """Return the statement that stores the `points` of `pairing`, unless it has points already.

    `decided` says how it was decided without a finished match, and `by` is the member number of the host who decided.
    """
    what = "first_points = ?, second_points = ?, decided = ?, decided_by = ?"
    sql = f"UPDATE pairing SET {what}{_THAT_PAIR} AND first_points IS NULL"  # noqa: S608  # constants
    return (sql, (*points, decided, by, club, contest, pairing.round, pairing.board))


def forget_points(club: str, contest: int, pairing: Pairing) -> Statement:
    """Return the statement that deletes the points of `pairing`, if they were decided without a finished match."""
    what = "first_points = NULL, second_points = NULL, decided = NULL, decided_by = NULL"
    sql = f"UPDATE pairing SET {what}{_THAT_PAIR} AND decided IS NOT NULL"  # noqa: S608  # constants
    return (sql, (club, contest, pairing.round, pairing.board))
