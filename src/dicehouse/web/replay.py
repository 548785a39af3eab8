"""Finished matches looked at again: the page with the board, the plain one, and the frames that the board is fed with.

Whoever may look at a table may look at its replay: after the end nothing of a match is hidden from anybody.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import anyio
from starlette.requests import Request
from starlette.responses import JSONResponse, RedirectResponse, Response

from dicehouse import games
from dicehouse.errors import BadMatch
from dicehouse.match import Event

from ..table.live import Table
from ..table.past import replay
from ..table.past.replay import ALL, WATCHER, Eyes, Moment, Replay
from ..table.past.results import told
from ..table.past.spoken import spoken
from ..table.seats import Refused
from ..table.storage.recorded import read_recorded
from ..table.storage.records import Said
from . import codec, frames
from .addresses import reach_of
from .moments import moment_link
from .packing import packed
from .pages import SEE_OTHER, club_of
from .plainview import describe, words_for_page
from .render import built, page
from .site import Site, site_of

PART = 32  # moments that are fetched together
LONGEST = 6  # digits of a moment's number
LASTS = "private, max-age=3600"  # a match that is over stays as it is, as long as the page's address names this build
NO_EYES = "A replay is seen as one of the seats, as a watcher, or with all open."
NO_PART = "This match has no such part."
WHO = {ALL: "All open", WATCHER: "A watcher"}


# what was asked for -------------------------------------------------------------------------------------------------


def eyes_of(request: Request, seats: int) -> Eyes:
    """Whose eyes are asked for; all open if nothing is."""
    text = request.query_params.get("as", ALL)
    if text in (ALL, WATCHER):
        return text
    if len(text) == 1 and text.isascii() and text.isdigit() and int(text) < seats:
        return int(text)
    raise Refused(NO_EYES)


def _number(text: str) -> int | None:
    return int(text) if text.isascii() and text.isdigit() and len(text) <= LONGEST else None


def moment_of(request: Request, last: int) -> int:
    """The moment that is asked for; what lies beyond the end is the end, and nothing asked for the beginning."""
    text = request.query_params.get("at", "0")
    number = _number(text)
    if number is None:
        raise Refused(replay.NO_MOMENT.format(last))
    return min(number, last)


# frames -------------------------------------------------------------------------------------------------------------


async def frames_file(request: Request) -> Response:
    """What a replay begins with, or, asked for a `part`, the frames of some of its moments."""
    site = site_of(request)
    table = await site.house.find(request.path_params["table"])
    async with table.reading():
        found = site.shelf.replay(table)
    eyes, wants_words = eyes_of(request, found.match.players), "words" in request.query_params
    asked = request.query_params.get("part")
    part = None if asked is None else _number(asked)
    if asked is not None and (part is None or part * PART > found.last):
        raise Refused(NO_PART)
    key = (table.id, table.record.again, eyes, part, wants_words)
    body = site.shelf.body(key)
    if body is None:
        if part is None:
            async with table.reading():
                info = frames.table_info(table, None, reach_of(request, site.listening), site.house)
            facts = await anyio.to_thread.run_sync(_beginning, table, found, eyes, info)
        else:
            facts = await anyio.to_thread.run_sync(_part, table, found, eyes, part, wants_words)
        body = site.shelf.keep(key, codec.encode(facts))
    lasts = {"Cache-Control": LASTS} if request.query_params.get("v") == built() else {}
    return await packed(request, Response(body, media_type="application/json", headers=lasts))


async def said_file(request: Request) -> Response:
    """What was said at the table, each line with its moment, for those who sat there; nothing for others."""
    site = site_of(request)
    table = await site.house.find(request.path_params["table"])
    async with table.reading():
        site.shelf.replay(table)  # refused while the match goes on
    lines = await _said(site, table, site.guests.read(request.cookies))
    said = [{"number": number, **frames.chat_data(one)} for number, one in lines]
    return await packed(request, JSONResponse({"said": said}, headers={"Cache-Control": "no-store"}))


async def _said(site: Site, table: Table, guest: str | None) -> list[tuple[int, Said]]:
    if not table.seats_of(guest):
        return []
    deaf = await site.house.ignoring.of(guest)
    lines = await site.house.store.read(lambda db: spoken(db, table.id))
    return [(number, said) for number, said in lines if said.guest is None or said.guest not in deaf]


def _beginning(table: Table, found: Replay, eyes: Eyes, info: Mapping[str, Any]) -> dict[str, Any]:
    """Who sat where, the turns, the whole log, and how it ended."""
    seat = eyes if isinstance(eyes, int) else None
    here = [{**each, "you": False, "online": True, "order": None} for each in info["seats"]]
    return {
        "table": {**info, "seats": here, "host": False, "watching": 0},
        "eyes": eyes,
        "last": found.last,
        "part": PART,
        "turns": found.turns,
        "log": [frames.event_data(event, film=False) for event in found.log(eyes)],
        "sheet": found.match.sheet(seat),
        "story": told(found.match),
    }


def _part(table: Table, found: Replay, eyes: Eyes, part: int, wants_words: bool) -> dict[str, Any]:
    moments = [found.moment(n, eyes) for n in range(part * PART, min((part + 1) * PART, found.last + 1))]
    return {"frames": [_frame(table, moment, wants_words) for moment in moments]}


def _frame(table: Table, moment: Moment, wants_words: bool) -> dict[str, Any]:
    frame = {
        "number": moment.number,
        "acting": moment.acting,
        "prompt": moment.prompt,
        "view": moment.view,
        "events": [frames.event_data(event) for event in moment.events],
    }
    if wants_words:
        view = {key: value for key, value in moment.view.items() if key != "each"}
        said = describe(view, [seat.name for seat in table.seats], table.game.hooks.facts)
        frame["words"] = words_for_page(said, ())
    return frame


# pages --------------------------------------------------------------------------------------------------------------


async def replay_page(request: Request) -> Response:
    """The replay with its board; a table that is still played leads to the table."""
    return await _page(request, plain=False)


async def plain_page(request: Request) -> Response:
    """A moment of the replay as text."""
    return await _page(request, plain=True)


async def _page(request: Request, plain: bool) -> Response:
    site, table_id = site_of(request), request.path_params["table"]
    try:
        table = await site.house.find(table_id)
    except BadMatch as error:
        return await recorded_page(request, error)
    if table.phase != "over":
        return RedirectResponse(f"/t/{table.id}{'/plain' if plain else ''}", SEE_OTHER)
    async with table.reading():
        found = site.shelf.replay(table)
    eyes, number = eyes_of(request, found.match.players), moment_of(request, found.last)
    if not plain:
        instead = moment_link(table.id, number, eyes, plain=True)
        return await page(request, "table.html", table=table, replay=instead, club=await club_of(request, table))
    context = await anyio.to_thread.run_sync(_facts, table, found, eyes, number)
    said = await _said(site, table, site.guests.read(request.cookies))
    lines = _lines(context.pop("log"), said)
    onward = [(seat, site.house.keyring.promise().nonce) for seat in movers(table, context["moment"], eyes)]
    return await page(request, "plain_replay.html", public=True, onward=onward, lines=lines, **context)


async def recorded_page(request: Request, error: BadMatch) -> Response:
    """What was written down of a match with which today's rules can do nothing."""
    site, table_id = site_of(request), request.path_params["table"]
    found = await site.house.store.read(lambda db: read_recorded(db, table_id))
    if found is None:
        raise error
    game = games.find(found.game)
    return await page(request, "recorded.html", game=game, found=found, why=str(error))


def _lines(events: Sequence[Event], said: Sequence[tuple[int, Said]]) -> list[tuple[int, Event | Said]]:
    """What happened and what was said, with its moment, the latest first; what was said at a moment comes after it."""
    both: list[tuple[int, Event | Said]] = [*((event.number, event) for event in events), *said]
    return sorted(both, key=lambda line: line[0])[::-1]


def movers(table: Table, moment: Moment, eyes: Eyes) -> list[int]:
    """The seats as which one may play on from a moment: whose eyes look if they were asked, else all who were."""
    if table.record.lesson is not None or table.playing().recorded:
        return []
    return [eyes] if isinstance(eyes, int) and eyes in moment.acting else list(moment.acting)


def _facts(table: Table, found: Replay, eyes: Eyes, number: int) -> dict[str, Any]:
    """All that the plain page says of a moment."""
    names, hooks, moment = [seat.name for seat in table.seats], table.game.hooks, found.moment(number, eyes)
    turns = [turn.number for turn in found.turns]
    public = found.match.at(number, openly=True).view(None) if eyes == ALL else moment.view
    return {
        "table": table,
        "reviewed": frames.reviewed(table.record),
        "game": table.game,
        "names": names,
        "eyes": eyes,
        "moment": moment,
        "last": found.last,
        "turn": next((turn for turn in reversed(found.turns) if turn.number <= number), None),
        "steps": {
            "First": 0,
            "Turn back": max((n for n in turns if n < number), default=0),
            "Step back": max(0, number - 1),
            "Step on": min(found.last, number + 1),
            "Turn on": min((n for n in turns if n > number), default=found.last),
            "Last": found.last,
        },
        "readers": [ALL, *range(found.match.players), WATCHER],
        "who": WHO,
        "link": lambda at, seen=eyes: moment_link(table.id, at, seen, plain=True),
        "here": moment_link(table.id, number, eyes),
        "log": [event for event in found.log(eyes) if event.kind != "past" and event.text],
        "board": describe(public, names, hooks.facts),
        "alone": _alone(found, number, names) if eyes == ALL else [],
        "picture": frames.picture_of(table.game, moment.view),
    }


def _alone(found: Replay, number: int, names: list[str]) -> list[tuple[str, Any]]:
    """With all open: what each seat knew alone, in the words of its own view."""
    at, words = found.match.at(number, openly=True), found.match.game.hooks.facts
    if found.match.game.hooks.SAME_FOR_ALL:
        return []
    public = describe(at.view(None), names, words).facts
    seen = [(names[seat], describe(at.view(seat), names, words).facts) for seat in range(found.match.players)]
    return [(name, [fact for fact in facts if fact not in public]) for name, facts in seen]
