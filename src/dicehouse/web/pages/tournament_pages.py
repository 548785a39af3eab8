"""Serve a club's tournaments: the form that starts one, and its standings."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from starlette.requests import Request
from starlette.responses import Response

from dicehouse import games
from dicehouse.core.game import Game
from dicehouse.core.settings import Mode
from dicehouse.errors import DicehouseError

from ...i18n import _
from ...i18n.dates import short_date
from ...server.clocks.clock_form import LOSES, terms_of
from ...server.clocks.time_terms import TIMES, long
from ...server.clubs import club_records, clubs, tournaments
from ...server.clubs.club_records import (
    DRAW,
    FIRST,
    GONE,
    SECOND,
    STUCK,
    ClubDetails,
    Contest,
    Pairing,
    read_club_of_table,
    read_evenings_of,
)
from ...server.clubs.standings import BERGER, BUCHHOLZ, EVERYBODY, SWISS
from ...server.live_table import Table
from ...server.opponents import levels, usual_bot
from ...server.seats import NotFound, Refused
from .. import table_form
from ..app_services import AppServices, services_of
from ..form_posts import redirect_as_guest
from ..page_renderer import game_name, game_picture_by_id, render_page
from ..request_limits import check_action_limit, check_table_limit
from ..request_parsing import parse_number, read_form, read_number

REFRESH_SECONDS = 20  # seconds
MAX_DIGITS = 5  # digits of a tournament's number
NO_TOURNAMENT = _("This club had no such tournament.")
TOURNAMENT_KINDS = {EVERYBODY: _("Round robin"), SWISS: _("Swiss")}
NO_FIELDS: Mapping[str, str] = {}


def two_player_modes(game: Game) -> list[Mode]:
    """Return the modes that two can play."""
    return [mode for mode in game.modes if game.player_range(mode)[0] <= 2 <= game.player_range(mode)[1]]


# standings --------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class PairingRow:
    """Hold a pairing, as every member of the club may see it."""

    at: str  # round and board, for the forms of the host
    first: str
    second: str | None
    score: str  # empty while the result is open
    note: str
    table: str | None
    mine: bool
    open: bool
    undo: bool


def tournament_summary(contest: Contest) -> dict[str, Any]:
    """Return a tournament's data for a list."""
    kind = TOURNAMENT_KINDS[contest.kind]
    return {"number": contest.number, "game": game_name(contest.game), "kind": kind, "day": short_date(contest.begun)}


def tournament_data(club: ClubDetails, contest: Contest, guest: str | None) -> dict[str, Any]:
    """Return a tournament's data with its table of results and all rounds, the latest first."""
    me = club.member(guest)
    own = None if me is None else me.number
    rounds = range(contest.round, 0, -1)
    pairs = {n: [_pairing_row(club, contest, one, own) for one in contest.pairings if one.round == n] for n in rounds}
    running = contest.ended is None
    mine = [one for found in pairs.values() for one in found if one.mine and one.open and one.table]
    return {
        **tournament_summary(contest),
        "art": game_picture_by_id(contest.game),
        "running": running,
        "round": contest.round,
        "of": contest.rounds,
        "terms": contest.terms,
        "open": len(contest.open),
        "lines": [
            (line, tournaments.name_in(club, line.player), line.player == own) for line in tournaments.table_of(contest)
        ],
        "tie": "Buchholz" if contest.kind == SWISS else "S.-B.",
        "says": BUCHHOLZ if contest.kind == SWISS else BERGER,
        "rounds": [(n, pairs[n]) for n in rounds],
        "next": running and contest.round < contest.rounds and bool(contest.open),
        "mine": mine[0] if running and mine else None,
    }


def _pairing_row(club: ClubDetails, contest: Contest, pairing: Pairing, own: int | None) -> PairingRow:
    first = tournaments.name_in(club, pairing.first)
    second = None if pairing.second is None else tournaments.name_in(club, pairing.second)
    points, running = pairing.outcome.points, contest.ended is None
    host = pairing.decided in (DRAW, FIRST, SECOND)
    return PairingRow(
        f"{pairing.round}-{pairing.board}",
        first,
        second,
        "" if points is None or second is None else f"{_format_points(points[0])} : {_format_points(points[1])}",
        _pairing_note(club, contest, pairing, points is not None),
        pairing.table if pairing.phase is not None else None,
        own is not None and own in (pairing.first, pairing.second),
        running and points is None and second is not None,
        running and host and pairing.round == contest.round,
    )


def _format_points(points: float) -> str:
    """Format points as tables show them: "1½"."""
    whole, half = divmod(points, 1)
    return f"{int(whole) or '' if half else int(whole)}{'½' if half else ''}"


def _pairing_note(club: ClubDetails, contest: Contest, pairing: Pairing, known: bool) -> str:
    if pairing.second is None:
        return _("bye, counts as a win") if contest.kind == SWISS else _("bye")
    if pairing.decided == GONE:
        return _("a player had left")
    if pairing.decided == STUCK:
        return _("the table couldn't be opened: a draw")
    if pairing.decided is not None:
        return _("decided by {player}", player=tournaments.name_in(club, pairing.decided_by))
    if known:
        return ""
    return _("in progress") if contest.ended is None else _("not counted")


async def ratings_for(request: Request, guest: str | None, club: ClubDetails, contest: Contest) -> dict[int, str]:
    """Return the ratings of a club's members in the tournament's game, by member number; empty for a reader who
    does not want ratings."""
    ratings = services_of(request).ratings
    if await ratings.wanted(guest) is None:
        return {}
    found = await ratings.of(contest.game)
    return {one.number: found[one.guest].words for one in club.here if one.guest in found and found[one.guest].shown}


async def tournament_page(request: Request) -> Response:
    """Return the page of an earlier tournament of a club."""
    site = services_of(request)
    guest = site.guests.read(request.cookies)
    club = await clubs.joined_club(site.registry, request.path_params["club"], guest)
    number = parse_number(request.path_params["number"], MAX_DIGITS)
    found = None
    if number is not None:
        found = await site.registry.store.read(lambda db: club_records.read_contest(db, club.club.id, number))
    if found is None:
        raise NotFound(NO_TOURNAMENT)
    return await render_page(
        request,
        "tournament.html",
        club=club,
        host=False,
        tournament=tournament_data(club, found, guest),
        ratings=await ratings_for(request, guest, club, found),
    )


# starting a tournament --------------------------------------------------------------------------------------------


async def new_tournament_page(request: Request) -> Response:
    """Return the form in which the host chooses the game, the players and the format."""
    site = services_of(request)
    club = await clubs.hosted(site.registry, request.path_params["club"], site.guests.read(request.cookies))
    game, mode = _chosen_game_and_mode(request, request.query_params.get("mode", ""))
    players = [member.number for member in club.here]
    return await _render_new_tournament(request, club, game, mode, table_form.default_form(game, mode, "", ""), players)


def _chosen_game_and_mode(request: Request, asked: str) -> tuple[Game, Mode]:
    game = games.find(request.path_params["game"])
    found = two_player_modes(game)
    if not found or (asked and asked not in {mode.id for mode in found}):
        raise Refused(
            _("{game} isn't for two players here. Choose another game or mode for a tournament.", game=game.name)
        )
    return game, table_form.find_mode(game, asked or found[0].id)


async def _render_new_tournament(
    request: Request,
    club: ClubDetails,
    game: Game,
    mode: Mode,
    filled: table_form.TableForm,
    players: list[int],
    error: str | None = None,
    fields: Mapping[str, str] = NO_FIELDS,
) -> Response:
    bots = services_of(request).registry.bot_names()
    return await render_page(
        request,
        "tournament_new.html",
        status=400 if error else 200,
        club=club,
        game=game,
        mode=mode,
        modes=two_player_modes(game),
        filled=filled,
        groups=table_form.group_settings(game),
        differences=table_form.rulebook_differences(game, filled.values),
        levels=levels(bots),
        times=[(str(seconds), long(seconds)) for seconds in TIMES],
        late=filled.late or usual_bot(bots),
        loses=LOSES,
        players=players,
        kinds=TOURNAMENT_KINDS,
        kind=fields.get("kind")
        if fields.get("kind") in TOURNAMENT_KINDS
        else EVERYBODY
        if len(club.here) < 6
        else SWISS,
        rounds=fields.get("rounds", "")[:3] or default_round_count(len(players)),
        most=tournaments.MOST_ROUNDS,
        error=error,
    )


def default_round_count(players: int) -> int:
    """Return the number of Swiss rounds after which one player is left who has won all."""
    return max(1, (players - 1).bit_length())


async def start_tournament(request: Request) -> Response:
    """Start the tournament that the form describes; a wrong form comes back with the reason."""
    site = services_of(request)
    fields = await read_form(request)
    guest = site.guests.read(request.cookies) or ""
    club = await clubs.hosted(site.registry, request.path_params["club"], guest)
    check_action_limit(request, guest)
    game, mode = _chosen_game_and_mode(request, fields.get("mode", ""))
    players = [member.number for member in club.here if f"player-{member.number}" in fields]
    try:
        settings = table_form.parse_settings(game, mode, fields)
        terms = terms_of(fields, site.registry.bot_names())
        kind = fields.get("kind", "")
        rounds = tournaments.rounds_of(kind, len(players), read_number(dict(fields), "rounds") if kind == SWISS else 0)
        for _ in range(max(1, len(players) // 2)):
            check_table_limit(request)
        plan = tournaments.Plan(game, mode.id, settings, terms, kind, rounds, players)
        await tournaments.start(site.registry, club.club.id, guest, plan)
    except DicehouseError as error:
        if str(error) == tournaments.RUNNING:  # the same form was sent twice: show the running tournament
            return redirect_as_guest(request, f"/clubs/{club.club.id}", guest, False)
        return await _render_new_tournament(
            request, club, game, mode, table_form.submitted_form(game, mode, fields), players, str(error), fields
        )
    return redirect_as_guest(request, f"/clubs/{club.club.id}", guest, False)


# the host ---------------------------------------------------------------------------------------------------------


async def _decide_pairing(request: Request, club: str, guest: str, fields: dict[str, str]) -> None:
    round_, _, board = fields.get("pair", "").partition("-")
    at = (read_number({"round": round_}, "round"), read_number({"board": board}, "board"))
    how = fields.get("how", "")
    await tournaments.decide(services_of(request).registry, club, guest, read_number(fields, "contest"), at, how)


async def _open_next_round(request: Request, club: str, guest: str, fields: dict[str, str]) -> None:
    site = services_of(request)
    check_table_limit(request)
    await tournaments.go_on(site.registry, club, guest, read_number(fields, "contest"), read_number(fields, "round"))


async def _end_tournament(request: Request, club: str, guest: str, fields: dict[str, str]) -> None:
    await tournaments.end(services_of(request).registry, club, guest, read_number(fields, "contest"))


TOURNAMENT_FORM_ACTIONS = {"decide": _decide_pairing, "go-on": _open_next_round, "end": _end_tournament}


async def tournaments_of_guest(site: AppServices, guest: str | None) -> list[dict[str, Any]]:
    """Return the tournaments in clubs in which a guest plays."""
    if guest is None:
        return []
    found = await site.registry.store.read(lambda db: read_evenings_of(db, guest))
    return [
        {
            "club": club,
            "name": name,
            "art": game_picture_by_id(game),
            "words": _("{game}, round {n} of {all}", game=game_name(game), n=now, all=rounds),
        }
        for club, name, game, now, rounds in found
    ]


async def club_of_table(request: Request, table: Table) -> tuple[str, str] | None:
    """Return the id and name of the club for whose tournament this table was opened, for guests who are in the club."""
    site = services_of(request)
    guest = site.guests.read(request.cookies)
    return None if guest is None else await site.registry.store.read(lambda db: read_club_of_table(db, table.id, guest))
