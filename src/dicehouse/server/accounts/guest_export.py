"""Export everything that the server keeps of one guest, as plain data."""

from __future__ import annotations

import time
from collections.abc import Sequence
from datetime import UTC, datetime
from typing import Any

from ...i18n.dates import bounded
from ..archive.guest_statistics import as_row
from ..archive.match_results import read_finished
from ..archive.review_statistics import read_looked
from ..clocks.clock_records import read_hours
from ..clubs.club_records import Contest, read_club, read_contest, read_contests
from ..clubs.ratings import guest_ratings, read_games, read_wanted
from ..storage import table_records
from ..storage.database import Database
from .ignored_people import read_ignored
from .notification_channels import read_browsers, read_feed, read_mail
from .passkeys import read_passkeys
from .recovery_phrases import read_made
from .webhooks import read_webhook

FORM = 1  # the version of the file format


def read_mine(db: Database, guest: str) -> dict[str, Any]:
    """Return everything that is stored of `guest`, as plain data.

    That is who they are, their clubs and ratings, the tables where they sit or are host, the results of their games,
    and their lines of chat.
    """
    looked = read_looked(db, guest)
    row = db.execute("SELECT name, created FROM guest WHERE id = ?", (guest,)).fetchone()
    made = read_made(db, guest)
    silenced = db.execute("SELECT at FROM silenced WHERE guest = ?", (guest,)).fetchone()
    return {
        "form": FORM,
        "name": None if row is None else row["name"],
        "language": table_records.read_language(db, guest),
        "named": None if row is None else _time(row["created"]),
        "recovery phrase made": None if made is None else _time(made),
        "passkeys": [
            {"label": key.label, "made": _time(key.made), "used": _time(key.used)} for key in read_passkeys(db, guest)
        ],
        "bots played": [
            {"game": game, "bot": bot, "beaten": wins}
            for game, (bot, wins) in table_records.read_rivals(db, guest).items()
        ],
        "ignored": list(read_ignored(db, guest).values()),
        "muted by an operator": None if silenced is None else _time(silenced["at"]),
        "programs": [
            {"label": row["label"], "may": row["scope"], "table": row["table_id"], "made": _time(row["created"])}
            for row in db.execute(
                "SELECT label, scope, table_id, created FROM token WHERE guest = ? ORDER BY created, id", (guest,)
            )
        ],
        "told of turns": _turn_notifications(db, guest),
        "rooms": _clubs(db, guest),
        "ratings": _ratings(db, guest),
        "tables": _tables(db, guest),
        "games": [as_row(one, looked.get(one.table)) for one in read_finished(db, guest)],
        "said": [
            {"table": line["table_id"], "as": line["name"], "text": line["text"], "at": _time(line["at"])}
            for line in db.execute(
                "SELECT table_id, name, text, at FROM chat WHERE guest = ? ORDER BY at, table_id, serial", (guest,)
            )
        ],
    }


def _turn_notifications(db: Database, guest: str) -> dict[str, Any]:
    """Return when `guest` plays, and how they want to hear that it is their turn."""
    hours, mail, webhook = read_hours(db, guest), read_mail(db, guest), read_webhook(db, guest)
    return {
        "time zone": hours.zone,
        "quiet, minutes of the day": hours.quiet,
        "away": None if hours.away is None else [day.isoformat() for day in hours.away],
        "e-mail": None if mail is None else mail.address,
        "calendar": read_feed(db, guest) is not None,
        "browsers": [browser.endpoint for browser in read_browsers(db, guest)],
        "webhook": None if webhook is None else {"kind": webhook.kind, "address": webhook.masked},
    }


def _ratings(db: Database, guest: str) -> dict[str, Any] | None:
    """Return since when `guest` wants ratings, and their rating in each game; None if they want no ratings."""
    since = read_wanted(db, guest)
    if since is None:
        return None
    found = {game: guest_ratings(db, game, time.time()).get(guest) for game in read_games(db, guest)}
    return {
        "since": _time(since),
        "games": [
            {"game": game, "matches": one.matches, "rating": one.rating.value, "deviation": one.rating.deviation}
            for game, one in found.items()
            if one is not None
        ],
    }


def _clubs(db: Database, guest: str) -> list[dict[str, Any]]:
    """Return the clubs where `guest` is or was a member, and their points in each round of their tournaments."""
    clubs = db.execute("SELECT club FROM club_member WHERE guest = ? ORDER BY joined, club", (guest,)).fetchall()
    found = []
    for (club,) in clubs:
        details = read_club(db, club)
        me = None if details is None else details.member(guest)
        if details is None or me is None:
            continue
        tournaments = [read_contest(db, club, one.number) for one in reversed(read_contests(db, club))]
        found.append(
            {
                "room": details.club.name,
                "as": me.name,
                "host": details.is_host(guest),
                "came in": _time(me.joined),
                "gone": me.gone,
                "evenings": [_tournament(one, me.number) for one in tournaments if one and me.number in one.players],
            }
        )
    return found


def _tournament(contest: Contest, me: int) -> dict[str, Any]:
    own = [one for one in contest.pairings if me in (one.first, one.second)]
    return {
        "game": contest.game,
        "kind": contest.kind,
        "begun": _time(contest.begun),
        "ended": _time(contest.ended),
        "rounds": [
            {
                "round": one.round,
                "table": one.table,
                "points": None if one.points is None else one.points[0 if one.first == me else 1],
            }
            for one in own
        ],
    }


def _tables(db: Database, guest: str) -> list[dict[str, Any]]:
    """Return every table where `guest` sits or is host, with their seats, their own settings and what they played."""
    rows = db.execute(
        "SELECT id, game, mode, phase, host, created, ended, lesson FROM game_table"
        " WHERE host = ? OR id IN (SELECT table_id FROM seat WHERE guest = ?) ORDER BY created, id",
        (guest, guest),
    ).fetchall()
    return [
        {
            "table": row["id"],
            "game": row["game"],
            "mode": row["mode"],
            "phase": row["phase"],
            "lesson": row["lesson"],
            "host": row["host"] == guest,
            "opened": _time(row["created"]),
            "ended": _time(row["ended"]),
            "seats": _seats(db, row["id"], guest),
        }
        for row in rows
    ]


def _seats(db: Database, table: str, guest: str) -> list[dict[str, Any]]:
    own = db.execute("SELECT * FROM seat WHERE table_id = ? AND guest = ? ORDER BY seat", (table, guest)).fetchall()
    return [
        {
            "seat": seat["seat"],
            "name": seat["name"],
            "part in the dice": seat["contribution"],
            "asked to react": {"mode": seat["order_mode"], "points": seat["order_points"]},
            "agrees to hints": bool(seat["hints"]),
            "bot that stands in": seat["stand_in"],
            "moves": _moves(db, table, seat["seat"]),
        }
        for seat in own
    ]


def _moves(db: Database, table: str, seat: int) -> Sequence[dict[str, Any]]:
    """Return what was played from `seat`, including actions that were taken back.

    The dice are in the record of the match.
    """
    rows = db.execute(
        "SELECT kind, number, option, at FROM entry WHERE table_id = ? AND seat = ? ORDER BY serial", (table, seat)
    )
    return [{"what": r["kind"], "after": r["number"], "option": r["option"], "at": _time(r["at"])} for r in rows]


def _time(stamp: float | None) -> str | None:
    return None if stamp is None else datetime.fromtimestamp(bounded(stamp), UTC).isoformat(timespec="seconds")
