"""The pages of a table: the one with the board, and the plain one, which does everything without a script."""

from __future__ import annotations

import secrets
from collections.abc import Awaitable, Callable
from typing import Any

from starlette.requests import Request
from starlette.responses import Response

from dicehouse.errors import BadMatch, DicehouseError

from ..match import PAST, Event
from ..table import teaching
from ..table.clocks.clock import in_words
from ..table.house import House
from ..table.levels import levels, usual_bot
from ..table.live import Table
from ..table.parts import DRAWN
from ..table.past.export import export
from ..table.seats import Refused
from ..table.sight import Sight
from ..table.storage.records import ORDERS
from ..table.verify import spoken
from . import codec, frames, lessons, waiting
from .guard import Foreign, TooLarge, number, read_form
from .joining import invitations, reach_for
from .meeting import deal_with, talk
from .packing import packed
from .pages import TOO_FAST, club_of, go
from .plainview import arrange, describe
from .proof import check, record_of
from .render import page
from .replay import recorded_page
from .site import asker, site_of

MOST_LOG = 60
MOST_CHAT = 30
NOTICES = {"turn", "round", "combat"}  # kinds of events that say where the game is, not what was done
REFRESH_SECONDS = 3  # while somebody else decides
REFRESH_WAITING = 12  # while places are open: there is time to copy a link
ORDER_WORDS = {
    "ask": "whenever I could react",
    "end": "only when a turn has ended",
    "big": "only for many points or for the lead",
    "never": "not this turn",
}


async def board(request: Request) -> Response:
    """The table with its board; the script on it does the rest."""
    site = site_of(request)
    try:
        table = await site.house.find(request.path_params["table"])
    except BadMatch as error:
        return await recorded_page(request, error)
    return await page(request, "table.html", table=table, replay=None, club=await club_of(request, table))


async def plain(request: Request) -> Response:
    """The table as plain pages and forms."""
    site = site_of(request)
    try:
        table = await site.house.find(request.path_params["table"])
    except BadMatch as error:
        return await recorded_page(request, error)
    return await show_plain(request, table)


async def show_plain(request: Request, table: Table, notice: str | None = None, status: int = 200) -> Response:
    site = site_of(request)
    guest = site.guests.read(request.cookies)
    if table.phase == "waiting" and table.is_host(guest):
        await site.house.invitations.keep_codes(table)
    await site.house.ignoring.of(guest)
    async with table.reading():
        table.look_in(guest)
        own = table.seats_of(guest)
        holder = next((seat for seat in own if str(seat) == request.query_params.get("seat")), None)
        sight = table.shown(guest, holder)
        context = _facts(request, table, sight, guest, own)
        checks = sight.over and table.record.lesson is None and "check" in request.query_params
        proof = check(record_of(table)) if checks else None
    club = await club_of(request, table)
    asked = sight.lesson is not None and (sight.lesson["done"] or sight.lesson["say"])
    still = asked or "still" in request.query_params or sight.over or bool(own and set(own) & set(sight.acting))
    return await page(
        request,
        "plain.html",
        status=status,
        notice=notice,
        refresh=None if still or notice else REFRESH_WAITING if sight.view is None else REFRESH_SECONDS,
        still="still" in request.query_params,
        proof=proof,
        club=club,
        **context,
    )


def _facts(request: Request, table: Table, sight: Sight, guest: str | None, own: list[int]) -> dict[str, Any]:
    """All that the plain page says, from the sight of its reader's seat."""
    site = site_of(request)
    deaf = site.house.ignoring.known(guest)
    log = [event for event in sight.log[: sight.told] if event.kind != PAST]
    offer = None if sight.lesson else table.takeback.offer(own)
    return {
        "table": table,
        "record": table.record,
        "drawn": DRAWN,
        "game": table.game,
        "seats": table.seats,
        "left": waiting.left_of(table),
        "missed": _missed(table, sight, own, log),
        "names": [s.name for s in table.seats],
        "length": in_words(table.clock.minutes),
        "aloud": sight.mark and spoken(sight.mark.hash),
        "online": table.online(),
        "own": own,
        "guest": guest,
        "host": table.is_host(guest),
        "invites": invitations(request, table) if table.is_host(guest) else {},
        "reach": reach_for(request),
        "replaceable": [s.number for s in table.seats if table.absence.may_replace(guest, s.number)],
        "waited_for": table.absence.waited_for(guest),
        "next": site.house.keyring.promise_again(table.id).commitment,
        "usual": usual_bot(site.house.bot_names()),
        "levels": levels(site.house.bots_at(table.game, len(table.seats))),
        "sight": sight,
        "lesson": lessons.plain(table.game, sight),
        "takeback": None if sight.lesson else table.takeback.facts(own, offer, sight.number),
        "may_undo": offer is not None,
        "hints": table.hints,
        "may_agree": bool(own) and not table.hints.alone and table.course is None and not sight.over,
        "log": log[: -MOST_LOG - 1 : -1],
        "deed": next((event for event in reversed(log) if event.text and event.kind not in NOTICES), None),
        "more_log": max(0, len(log) - MOST_LOG),
        "chat": [said for said in table.lines(0, sight.said, deaf) if said][-MOST_CHAT:],
        "talk": talk(table, guest, site.house),
        "order": table.order_of(sight.seat) if sight.seat is not None and _reacts(table) else None,
        "orders": [(mode, ORDER_WORDS[mode]) for mode in ORDERS],
        "settings": frames.settings_words(table.game, table.record.settings),
        "action": secrets.token_hex(8),
        "choices": arrange(sight.options, table.game.hooks.heading),
        "picture": None if sight.view is None else frames.picture_of(table.game, sight.view),
        "board": describe(sight.view, [s.name for s in table.seats], table.game.hooks.facts),
    }


def _missed(table: Table, sight: Sight, own: list[int], log: list[Event]) -> list[Event]:
    """What happened since a player who is asked acted last, oldest first."""
    if table.match is None or sight.over or sight.seat not in own or sight.seat not in sight.acting or len(own) > 1:
        return []
    actions = table.match.actions
    acted = next((n for n in range(len(actions), 0, -1) if actions[n - 1].seat == sight.seat), 0)
    return [event for event in log if event.number > acted and event.text][-MOST_LOG:]


def _reacts(table: Table) -> bool:
    """Whether people here say when they want to be asked; a lesson asks what it wants."""
    return table.game.reacts and table.course is None


def doing(what: str) -> Callable[[Request], Awaitable[Response]]:
    """The endpoint of one form of the plain page: one of `app.WHATS`."""

    async def endpoint(request: Request) -> Response:
        return await _endpoint(request, what)

    return endpoint


async def _endpoint(request: Request, what: str) -> Response:
    site = site_of(request)
    table = await site.house.find(request.path_params["table"])
    try:
        fields = await read_form(request, site.limits.body)
        guest, new = site.guests.of(request)
        bucket = {"chat": site.chat, "hint": site.hints}.get(what, site.actions)
        if not bucket.take(asker(request, None if new else guest)):
            raise Refused(TOO_FAST)
        where = await _do(request, table, what, fields, guest)
    except (Foreign, TooLarge):
        raise
    except DicehouseError as error:
        return await show_plain(request, table, notice=str(error), status=409)
    return go(request, where, guest, new)


async def _do(request: Request, table: Table, what: str, fields: dict[str, str], guest: str) -> str:
    house = site_of(request).house
    back = f"/t/{table.id}" if fields.get("next") == "board" else f"/t/{table.id}/plain"
    match what:
        case "act":
            seat = number(fields, "seat")
            await table.act(guest, seat, number(fields, "number"), fields.get("option", ""), fields.get("id"))
            return _in_hand(table, guest, seat, back)
        case "hint" | "hints":
            return back + await _advise(request, table, what, fields, guest)
        case "undo" | "takeback":
            await _take_back(table, what, fields, guest)
        case "chat":
            await table.say(guest, await house.name_of(guest), fields.get("text", ""))
        case "order":
            points = number(fields, "points") if fields.get("points") else 1000
            await table.set_order(guest, number(fields, "seat"), fields.get("mode", ""), points)
        case "fill":
            await house.fill(table, guest, number(fields, "seat"), fields.get("bot", ""))
        case "start":
            await house.start(table, guest, fields.get("bot", ""))
        case "stand-in":
            await house.stand_in(table, guest, number(fields, "seat"), fields.get("bot") or None)
        case "lesson":
            await teaching.go(table, guest, number(fields, "at") if fields.get("at") else None)
        case "person" | "quiet":
            await _get_along(house, table, what, fields, guest)
            return f"{back}#people"
        case "nudge":
            await table.absence.nudge(guest, number(fields, "seat"))
        case "renew":
            await house.invitations.renew(table, guest, number(fields, "seat"))
        case "again":
            again = await house.again(table, guest, fields.get("contribution"))
            return f"/t/{again}" if fields.get("next") == "board" else f"/t/{again}/plain"
        case "name":
            await table.rename(guest, fields.get("name", ""))
            await house.set_name(guest, fields.get("name", ""))
    return back


def _in_hand(table: Table, guest: str, seat: int, back: str) -> str:
    """Where to go after an action: whoever acted has a shared device in hand."""
    return f"{back}?seat={seat}" if table.is_shared(guest) and back.endswith("/plain") else back


async def _get_along(house: House, table: Table, what: str, fields: dict[str, str], guest: str) -> None:
    """Something about other people here, or about how they talk."""
    if what == "quiet":
        await table.manners.set_quiet(guest, fields.get("on") == "yes")
    else:
        await deal_with(house, table, guest, fields.get("who", ""), fields.get("what", ""))


async def _take_back(table: Table, what: str, fields: dict[str, str], guest: str) -> None:
    """Take something back, or ask for it; or what is said to somebody who asks."""
    if what == "takeback":
        await table.takeback.answer(guest, fields.get("say", ""))
    else:
        await table.undo(guest, number(fields, "seat"), number(fields, "number"), fields.get("id"))


async def _advise(request: Request, table: Table, what: str, fields: dict[str, str], guest: str) -> str:
    """A hint, or whether there are to be any; returns where on the page it is to be read."""
    if what == "hints":
        await table.hints.agree(guest, fields.get("on") == "yes")
        return ""
    seat = number(fields, "seat")
    await site_of(request).house.hint(table, guest, seat)
    return f"?seat={seat}#hint" if table.is_shared(guest) else "#hint"


async def match_file(request: Request) -> Response:
    """The match in its JSON form; the secret of its dice only when it is over."""
    table = await site_of(request).house.find(request.path_params["table"])
    async with table.reading():
        data = export(table)
    headers = {"Content-Disposition": f'attachment; filename="dicehouse-{table.id}.json"'}
    return await packed(request, Response(codec.encode(data), media_type="application/json", headers=headers))
