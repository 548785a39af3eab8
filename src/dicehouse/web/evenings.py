"""A club's evening on its pages: the form that starts a round of matches, and how it stands."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from starlette.requests import Request
from starlette.responses import Response

from dicehouse import games
from dicehouse.errors import DicehouseError
from dicehouse.kit.game import Game
from dicehouse.kit.settings import Mode

from ..table.clocks.choosing import LOSES, terms_of
from ..table.clocks.terms import TIMES, long
from ..table.club import clubrows, clubs, contests
from ..table.club.clubrows import DRAW, FIRST, GONE, SECOND, STUCK, Contest, Pairing, Room
from ..table.club.standings import BERGER, BUCHHOLZ, EVERYBODY, SWISS
from ..table.levels import levels, usual_bot
from ..table.seats import NotFound, Refused
from . import forms
from .guard import number, read_form
from .opening import MANY_TABLES
from .pages import TOO_FAST, art_at, go, name_of
from .played import short_day
from .render import page
from .site import asker, site_of

REFRESH = 20  # seconds
NO_PAIRS = "{} is not played by two, so there are no rounds of matches of it; choose another game or mode."
NO_CONTEST = "There was no such round of matches in this room."
KINDS = {EVERYBODY: "Everybody against everybody", SWISS: "Swiss"}
NONE: Mapping[str, str] = {}


def modes_of(game: Game) -> list[Mode]:
    """The modes that two can play."""
    return [mode for mode in game.modes if game.span(mode)[0] <= 2 <= game.span(mode)[1]]


# how it stands ----------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class ShownPair:
    """A pair as everybody in the room reads of it."""

    at: str  # round and board, for the forms of the host
    first: str
    second: str | None
    score: str  # empty while nobody knows
    note: str
    table: str | None
    mine: bool
    open: bool
    undo: bool


def named(contest: Contest) -> dict[str, Any]:
    """A contest in a list."""
    kind = KINDS[contest.kind]
    return {"number": contest.number, "game": name_of(contest.game), "kind": kind, "day": short_day(contest.begun)}


def shown(room: Room, contest: Contest, guest: str | None) -> dict[str, Any]:
    """A contest with its table of results and all rounds, the latest first."""
    me = room.member(guest)
    own = None if me is None else me.number
    rounds = range(contest.round, 0, -1)
    pairs = {n: [_pair(room, contest, one, own) for one in contest.pairings if one.round == n] for n in rounds}
    running = contest.ended is None
    mine = [one for found in pairs.values() for one in found if one.mine and one.open and one.table]
    return {
        **named(contest),
        "art": art_at(contest.game),
        "running": running,
        "round": contest.round,
        "of": contest.rounds,
        "terms": contest.terms,
        "open": len(contest.open),
        "lines": [
            (line, contests.name_in(room, line.player), line.player == own) for line in contests.table_of(contest)
        ],
        "tie": "Buchholz" if contest.kind == SWISS else "S.-B.",
        "says": BUCHHOLZ if contest.kind == SWISS else BERGER,
        "rounds": [(n, pairs[n]) for n in rounds],
        "next": running and contest.round < contest.rounds and bool(contest.open),
        "mine": mine[0] if running and mine else None,
    }


def _pair(room: Room, contest: Contest, pairing: Pairing, own: int | None) -> ShownPair:
    first = contests.name_in(room, pairing.first)
    second = None if pairing.second is None else contests.name_in(room, pairing.second)
    points, running = pairing.outcome.points, contest.ended is None
    host = pairing.decided in (DRAW, FIRST, SECOND)
    return ShownPair(
        f"{pairing.round}-{pairing.board}",
        first,
        second,
        "" if points is None or second is None else f"{_points(points[0])} : {_points(points[1])}",
        _note(room, contest, pairing, points is not None),
        pairing.table if pairing.phase is not None else None,
        own is not None and own in (pairing.first, pairing.second),
        running and points is None and second is not None,
        running and host and pairing.round == contest.round,
    )


def _points(points: float) -> str:
    """Points as they are written in tables: 1½."""
    whole, half = divmod(points, 1)
    return f"{int(whole) or '' if half else int(whole)}{'½' if half else ''}"


def _note(room: Room, contest: Contest, pairing: Pairing, known: bool) -> str:
    if pairing.second is None:
        return "sits out, which counts as a win" if contest.kind == SWISS else "sits out"
    if pairing.decided == GONE:
        return "somebody had left"
    if pairing.decided == STUCK:
        return "their table could not be opened, so it is shared"
    if pairing.decided is not None:
        return f"counted so by {contests.name_in(room, pairing.decided_by)}"
    if known:
        return ""
    return "goes on" if contest.ended is None else "was not counted"


async def ratings_for(request: Request, guest: str | None, room: Room, contest: Contest) -> dict[int, str]:
    """The ratings of the people in a room at what is played there, by their numbers: for a reader who has one, too."""
    ratings = site_of(request).ratings
    if await ratings.wanted(guest) is None:
        return {}
    found = await ratings.of(contest.game)
    return {one.number: found[one.guest].words for one in room.here if one.guest in found and found[one.guest].shown}


async def evening(request: Request) -> Response:
    """An earlier round of matches of a room."""
    site = site_of(request)
    guest = site.guests.read(request.cookies)
    room = await clubs.room_of(site.house, request.path_params["club"], guest)
    text = request.path_params["number"]
    asked = int(text) if text.isascii() and text.isdigit() and len(text) < 6 else -1
    found = await site.house.store.read(lambda db: clubrows.read_contest(db, room.club.id, asked))
    if found is None:
        raise NotFound(NO_CONTEST)
    return await page(
        request,
        "evening.html",
        room=room,
        host=False,
        evening=shown(room, found, guest),
        ratings=await ratings_for(request, guest, room, found),
    )


# starting it ------------------------------------------------------------------------------------------------------


async def form(request: Request) -> Response:
    """The form in which the host chooses what is played, by whom and how."""
    site = site_of(request)
    room = await clubs.hosted(site.house, request.path_params["club"], site.guests.read(request.cookies))
    game, mode = _played(request, request.query_params.get("mode", ""))
    players = [member.number for member in room.here]
    return await _form(request, room, game, mode, forms.fresh(game, mode, "", ""), players)


def _played(request: Request, asked: str) -> tuple[Game, Mode]:
    game = games.find(request.path_params["game"])
    found = modes_of(game)
    if not found or (asked and asked not in {mode.id for mode in found}):
        raise Refused(NO_PAIRS.format(game.name))
    return game, forms.mode_of(game, asked or found[0].id)


async def _form(
    request: Request,
    room: Room,
    game: Game,
    mode: Mode,
    filled: forms.Filled,
    players: list[int],
    error: str | None = None,
    fields: Mapping[str, str] = NONE,
) -> Response:
    bots = site_of(request).house.bot_names()
    return await page(
        request,
        "evening_new.html",
        status=400 if error else 200,
        room=room,
        game=game,
        mode=mode,
        modes=modes_of(game),
        filled=filled,
        groups=forms.groups(game),
        differences=forms.differences(game, filled.values),
        levels=levels(bots),
        times=[(str(seconds), long(seconds)) for seconds in TIMES],
        late=filled.late or usual_bot(bots),
        loses=LOSES,
        players=players,
        kinds=KINDS,
        kind=fields.get("kind") if fields.get("kind") in KINDS else EVERYBODY if len(room.here) < 6 else SWISS,
        rounds=fields.get("rounds", "")[:3] or usual_rounds(len(players)),
        most=contests.MOST_ROUNDS,
        error=error,
    )


def usual_rounds(players: int) -> int:
    """So many rounds of a Swiss that one is left who has won all."""
    return max(1, (players - 1).bit_length())


async def start(request: Request) -> Response:
    """The form, sent; what can't be comes back with the reason."""
    site = site_of(request)
    fields = await read_form(request, site.limits.body)
    guest = site.guests.read(request.cookies) or ""
    room = await clubs.hosted(site.house, request.path_params["club"], guest)
    if not site.actions.take(asker(request, guest)):
        raise Refused(TOO_FAST)
    game, mode = _played(request, fields.get("mode", ""))
    players = [member.number for member in room.here if f"player-{member.number}" in fields]
    try:
        settings = forms.settings_of(game, mode, fields)
        terms = terms_of(fields, site.house.bot_names())
        kind = fields.get("kind", "")
        rounds = contests.rounds_of(kind, len(players), number(dict(fields), "rounds") if kind == SWISS else 0)
        for _ in range(max(1, len(players) // 2)):
            if not site.tables.take(asker(request, None)):
                raise Refused(MANY_TABLES)
        plan = contests.Plan(game, mode.id, settings, terms, kind, rounds, players)
        await contests.start(site.house, room.club.id, guest, plan)
    except DicehouseError as error:
        if str(error) == contests.RUNNING:  # the same form, sent twice: it goes on there
            return go(request, f"/clubs/{room.club.id}", guest, False)
        return await _form(request, room, game, mode, forms.sent(game, mode, fields), players, str(error), fields)
    return go(request, f"/clubs/{room.club.id}", guest, False)


# the host ---------------------------------------------------------------------------------------------------------


async def _decide(request: Request, club: str, guest: str, fields: dict[str, str]) -> None:
    round_, _, board = fields.get("pair", "").partition("-")
    at = (number({"round": round_}, "round"), number({"board": board}, "board"))
    how = fields.get("how", "")
    await contests.decide(site_of(request).house, club, guest, number(fields, "contest"), at, how)


async def _go_on(request: Request, club: str, guest: str, fields: dict[str, str]) -> None:
    site = site_of(request)
    if not site.tables.take(asker(request, None)):
        raise Refused(MANY_TABLES)
    await contests.go_on(site.house, club, guest, number(fields, "contest"), number(fields, "round"))


async def _end(request: Request, club: str, guest: str, fields: dict[str, str]) -> None:
    await contests.end(site_of(request).house, club, guest, number(fields, "contest"))


DOING = {"decide": _decide, "go-on": _go_on, "end": _end}
