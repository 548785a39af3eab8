"""Serve the replay of finished matches: the page with the board, the plain one, and the frames for the board.

A client who may see a table may see its replay: after the end nothing of a match is hidden from anybody.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import anyio
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from dicehouse import games
from dicehouse.errors import BadMatch
from dicehouse.match.match import Event

from ...i18n import _, current_language
from ...match.plain_view import describe_board, plain_view_data
from ...server.archive import replay
from ...server.archive.chat_replay import spoken
from ...server.archive.continuation import play_continuation
from ...server.archive.match_results import story_of
from ...server.archive.replay import ALL, WATCHER, Eyes, Moment, Replay
from ...server.live_table import Table
from ...server.seats import Refused
from ...server.storage.recorded_match import read_recorded
from ...server.storage.table_records import Said
from .. import socket_messages, table_frames
from ..app_services import AppServices, services_of
from ..compression import compress_response
from ..form_posts import SEE_OTHER
from ..page_renderer import build_id, render_page
from ..reachable_address import find_reachable_address
from ..request_parsing import parse_number
from .replay_link import replay_link
from .review_facts import better_choice, replay_verdicts
from .tournament_pages import club_of_table

FRAMES_PER_PART = 32  # position snapshots that are fetched together
MAX_DIGITS = 6  # digits of a position's number
CACHE_ONE_HOUR = (
    "private, max-age=3600"  # a match that is over stays as it is, as long as the page's address names this build
)
UNKNOWN_VIEWPOINT = _("Choose whose view to replay: a player's, a spectator's, or everything shown.")
NO_PART = _("This game has no such part.")
NO_BETTER = _("The review names no better choice here.")
VIEWPOINT_NAMES = {ALL: _("Everything shown"), WATCHER: _("Spectator")}


# parameters of the request ------------------------------------------------------------------------------------------


def parse_viewpoint(request: Request, seats: int) -> Eyes:
    """Return the viewpoint that the request asks for; without one, everything is open."""
    text = request.query_params.get("as", ALL)
    if text in (ALL, WATCHER):
        return text
    seat = parse_number(text, 1)
    if seat is not None and seat < seats:
        return seat
    raise Refused(UNKNOWN_VIEWPOINT)


def parse_position_number(request: Request, last: int) -> int:
    """Return the position number that the request asks for: at most `last`, and 0 without one."""
    text = request.query_params.get("at", "0")
    number = parse_number(text, MAX_DIGITS)
    if number is None:
        raise replay.no_position(last)
    return min(number, last)


# frames -------------------------------------------------------------------------------------------------------------


async def replay_json(request: Request) -> Response:
    """Return the beginning of a replay or, for a request with a `part`, the frames of some of its positions."""
    site = services_of(request)
    table = await site.registry.find(request.path_params["table"])
    found = site.replays.replay(table)
    eyes, wants_words = parse_viewpoint(request, found.match.players), "words" in request.query_params
    asked = request.query_params.get("part")
    part = None if asked is None else parse_number(asked, MAX_DIGITS)
    if asked is not None and (part is None or part * FRAMES_PER_PART > found.last):
        raise Refused(NO_PART)
    key = (table.id, table.state.record.again, eyes, part, wants_words, current_language())
    body = site.replays.body(key)
    if body is None:
        if part is None:
            info = table_frames.table_info(
                table, None, find_reachable_address(request, site.listening, site.address), site.registry
            )
            facts = await anyio.to_thread.run_sync(_first_part, table, found, eyes, info)
        else:
            facts = await anyio.to_thread.run_sync(_frames_part, table, found, eyes, part, wants_words)
        body = site.replays.keep(key, socket_messages.encode_json(facts))
    lasts = {"Cache-Control": CACHE_ONE_HOUR} if request.query_params.get("v") == build_id() else {}
    return await compress_response(request, Response(body, media_type="application/json", headers=lasts))


async def replay_review_json(request: Request) -> Response:
    """Return what the replay shows of the match's review: null until there is one."""
    site = services_of(request)
    table = await site.registry.find(request.path_params["table"])
    found = site.replays.replay(table)
    review, own = await site.registry.reviews.made(table), table.state.seats_of(site.guests.read(request.cookies))
    told = None if review is None else replay_verdicts(review, found.last, own)
    body = socket_messages.encode_json({"review": told})
    answer = Response(body, media_type="application/json", headers={"Cache-Control": "no-store"})
    return await compress_response(request, answer)


async def continuation_json(request: Request) -> Response:
    """Return events of one way in which the match could have gone on from a better choice in the position `at`."""
    site = services_of(request)
    table = await site.registry.find(request.path_params["table"])
    found = site.replays.replay(table)
    number, review = parse_position_number(request, found.last), await site.registry.reviews.made(table)
    row = None if review is None else better_choice(review, number)
    if row is None:
        raise Refused(NO_BETTER)
    key = (table.id, "continuation", number, row["best"]["option"], current_language())
    body = site.replays.body(key)
    if body is None:
        played = [found.match, number, row["seat"], row["best"]["option"], f"{table.id}|{number}"]
        events = await anyio.to_thread.run_sync(play_continuation, *played)
        data = [table_frames.event_data(event, film=False) for event in events]
        body = site.replays.keep(key, socket_messages.encode_json({"events": data}))
    answer = Response(body, media_type="application/json", headers={"Cache-Control": "no-store"})
    return await compress_response(request, answer)


async def replay_chat_json(request: Request) -> Response:
    """Return the chat of the table, each line with its position number, for those who had a seat;
    nothing for others."""
    site = services_of(request)
    table = await site.registry.find(request.path_params["table"])
    site.replays.replay(table)  # raises Refused while the match is played
    guest = site.guests.read(request.cookies)
    lines, own = await _chat_lines(site, table, guest), table.state.seats_of(guest)
    said = [{"number": number, **table_frames.chat_data(one, own)} for number, one in lines]
    body = socket_messages.encode_json({"said": said})
    answer = Response(body, media_type="application/json", headers={"Cache-Control": "no-store"})
    return await compress_response(request, answer)


async def _chat_lines(site: AppServices, table: Table, guest: str | None) -> list[tuple[int, Said]]:
    if not table.state.seats_of(guest):
        return []
    ignored = await site.registry.ignoring.of(guest)
    lines = await site.registry.store.read(lambda db: spoken(db, table.id))
    return [(number, said) for number, said in lines if said.guest is None or said.guest not in ignored]


def _first_part(table: Table, found: Replay, eyes: Eyes, info: Mapping[str, Any]) -> dict[str, Any]:
    """Return the players, the turns, the whole log, and the result."""
    seat = eyes if isinstance(eyes, int) else None
    here = [{**each, "you": False, "online": True, "order": None} for each in info["seats"]]
    return {
        "table": {**info, "seats": here, "host": False, "watching": 0},
        "eyes": eyes,
        "last": found.last,
        "part": FRAMES_PER_PART,
        "turns": found.turns,
        "log": [table_frames.event_data(event, film=False) for event in found.log(eyes)],
        "sheet": found.match.score_sheet(seat),
        "story": story_of(found.match),
    }


def _frames_part(table: Table, found: Replay, eyes: Eyes, part: int, wants_words: bool) -> dict[str, Any]:
    moments = [
        found.moment(n, eyes) for n in range(part * FRAMES_PER_PART, min((part + 1) * FRAMES_PER_PART, found.last + 1))
    ]
    return {"frames": [_replay_frame(table, moment, wants_words) for moment in moments]}


def _replay_frame(table: Table, moment: Moment, wants_words: bool) -> dict[str, Any]:
    frame = {
        "number": moment.number,
        "acting": moment.acting,
        "prompt": moment.prompt,
        "view": moment.view,
        "events": [table_frames.event_data(event) for event in moment.events],
    }
    if wants_words:
        view = {key: value for key, value in moment.view.items() if key != "each"}
        said = describe_board(table.game, view, table.state.names_for(None))
        frame["words"] = plain_view_data(said, ())
    return frame


# pages --------------------------------------------------------------------------------------------------------------


async def replay_page(request: Request) -> Response:
    """Return the replay with its board; a table that is still played leads to the table."""
    return await _render_replay(request, plain=False)


async def plain_replay_page(request: Request) -> Response:
    """Return one position of the replay as text."""
    return await _render_replay(request, plain=True)


async def _render_replay(request: Request, plain: bool) -> Response:
    site, table_id = services_of(request), request.path_params["table"]
    try:
        table = await site.registry.find(table_id)
    except BadMatch as error:
        return await old_rules_page(request, error)
    if table.state.phase != "over":
        return RedirectResponse(f"/t/{table.id}{'/plain' if plain else ''}", SEE_OTHER)
    found = site.replays.replay(table)
    eyes, number = parse_viewpoint(request, found.match.players), parse_position_number(request, found.last)
    if not plain:
        instead = replay_link(table.id, number, eyes, plain=True)
        return await render_page(
            request, "table.html", table=table, replay=instead, club=await club_of_table(request, table)
        )
    context = await anyio.to_thread.run_sync(_plain_replay_context, table, found, eyes, number)
    said = await _chat_lines(site, table, site.guests.read(request.cookies))
    lines = _merge_log_and_chat(context.pop("log"), said)
    forks = [
        (seat, site.registry.keyring.dice_secret().nonce) for seat in seats_to_fork(table, context["moment"], eyes)
    ]
    return await render_page(request, "no_javascript_replay.html", public=True, forks=forks, lines=lines, **context)


async def old_rules_page(request: Request, error: BadMatch) -> Response:
    """Return the stored log of a match that today's rules can't replay."""
    site, table_id = services_of(request), request.path_params["table"]
    found = await site.registry.store.read(lambda db: read_recorded(db, table_id))
    if found is None:
        raise error
    game = games.find(found.game)
    return await render_page(request, "old_rules_match.html", game=game, found=found, why=str(error))


def _merge_log_and_chat(events: Sequence[Event], said: Sequence[tuple[int, Said]]) -> list[tuple[int, Event | Said]]:
    """Merge events and chat by position number, the latest first; chat at a position comes after its events."""
    both: list[tuple[int, Event | Said]] = [*((event.number, event) for event in events), *said]
    return sorted(both, key=lambda line: line[0])[::-1]


def seats_to_fork(table: Table, moment: Moment, eyes: Eyes) -> list[int]:
    """Return the seats as which the reader may play on from a position: the viewpoint's seat if it had to act,
    otherwise all seats that had to act."""
    if table.state.record.lesson is not None or table.state.playing().n_actions_under_older_rules:
        return []
    return [eyes] if isinstance(eyes, int) and eyes in moment.acting else list(moment.acting)


def _plain_replay_context(table: Table, found: Replay, eyes: Eyes, number: int) -> dict[str, Any]:
    """Return all values of the plain page of a position."""
    names, moment = table.state.names_for(None), found.moment(number, eyes)
    turns = [turn.number for turn in found.turns]
    public = found.match.at(number, show_remembered=True).view(None) if eyes == ALL else moment.view
    return {
        "table": table,
        "reviewed": table_frames.has_review(table.state.record),
        "game": table.game,
        "names": names,
        "eyes": eyes,
        "moment": moment,
        "last": found.last,
        "turn": next((turn for turn in reversed(found.turns) if turn.number <= number), None),
        "steps": [
            (_("Start"), 0),
            (_("Previous turn"), max((n for n in turns if n < number), default=0)),
            (_("Previous step"), max(0, number - 1)),
            (_("Next step"), min(found.last, number + 1)),
            (_("Next turn"), min((n for n in turns if n > number), default=found.last)),
            (_("End"), found.last),
        ],
        "readers": [ALL, *range(found.match.players), WATCHER],
        "who": VIEWPOINT_NAMES,
        "link": lambda at, seen=eyes: replay_link(table.id, at, seen, plain=True),
        "here": replay_link(table.id, number, eyes),
        "log": [event for event in found.log(eyes) if event.kind != "past" and event.text],
        "board": describe_board(table.game, public, names),
        "alone": _hidden_by_seat(found, number, names) if eyes == ALL else [],
        "picture": table_frames.draw_picture(table.game, moment.view),
    }


def _hidden_by_seat(found: Replay, number: int, names: list[str]) -> list[tuple[str, Any]]:
    """Return for each seat what it alone knew, in the words of its own view; only if everything is open."""
    at, game = found.match.at(number, show_remembered=True), found.match.game
    if game.hooks.SAME_FOR_ALL:
        return []
    public = describe_board(game, at.view(None), names).facts
    seen = [(names[seat], describe_board(game, at.view(seat), names).facts) for seat in range(found.match.players)]
    return [(name, [fact for fact in facts if fact not in public]) for name, facts in seen]
