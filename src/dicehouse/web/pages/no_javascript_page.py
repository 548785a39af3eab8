"""Serve the pages of a table: the one with the board, and the plain one, which does everything without a script."""

from __future__ import annotations

import secrets
from collections.abc import Awaitable, Callable
from dataclasses import replace
from typing import Any

import msgspec
from starlette.requests import Request
from starlette.responses import Response

from dicehouse.errors import BadMatch, DicehouseError

from ...i18n import _
from ...match.match import PAST, Event, Match
from ...match.plain_view import describe_board, group_options
from ...server.archive.match_export import export
from ...server.clocks.play_time import in_words
from ...server.commands import Act, Command, ModeratePerson, Rematch, RequestHint, SetQuiet
from ...server.execute_command import execute_command
from ...server.features import hints, pause, seats, standing_orders, substitutes
from ...server.features.commit_reveal import DRAWN
from ...server.features.undo import offer_of, takeback_facts
from ...server.live_table import Table
from ...server.opponents import levels, usual_bot
from ...server.seats import Refused
from ...server.snapshot import Snapshot, chat_lines
from ...server.storage.table_records import ORDERS, Said
from ...server.table.change import Server
from ...server.verify import spoken
from .. import clock_text, socket_messages, table_frames
from ..app_services import rate_limit_key, services_of
from ..compression import compress_response
from ..form_posts import read_visitor_form, redirect_as_guest
from ..page_renderer import render_page
from ..request_limits import TOO_FAST
from ..request_parsing import BodyTooLarge, ForeignOrigin, chosen_seat
from ..rule_texts import complete_known
from ..table_commands import TABLE_FORMS, command_limit
from . import lesson_pages
from .data_downloads import attachment_header
from .dice_proof import check_dice, finished_match_record
from .invitation_pages import open_seat_invitations, reachable_address_for
from .replay_pages import old_rules_page
from .tournament_pages import club_of_table

MAX_LOG_ENTRIES = 60
MAX_CHAT_LINES = 30
PROGRESS_EVENTS = {"turn", "round", "combat"}  # event kinds that mark progress, not an action
REFRESH_SECONDS = 3  # seconds while somebody else decides
REFRESH_WAITING = 12  # seconds while seats are open or a refusal is shown: there is time to copy a link or to read
ORDER_WORDS = {
    "ask": _("whenever I could respond"),
    "end": _("only at the end of a turn"),
    "big": _("only for many points or the lead"),
    "never": _("not this turn"),
}


async def table_page(request: Request) -> Response:
    """Return the page of a table with its board, which its script fills."""
    site = services_of(request)
    try:
        table = await site.registry.find(request.path_params["table"])
    except BadMatch as error:
        return await old_rules_page(request, error)
    return await render_page(request, "table.html", table=table, replay=None, club=await club_of_table(request, table))


async def no_javascript_page(request: Request) -> Response:
    """Return the table as plain pages and forms."""
    site = services_of(request)
    try:
        table = await site.registry.find(request.path_params["table"])
    except BadMatch as error:
        return await old_rules_page(request, error)
    return await render_no_javascript_page(request, table)


async def render_no_javascript_page(
    request: Request, table: Table, notice: str | None = None, status: int = 200
) -> Response:
    site = services_of(request)
    guest = site.guests.read(request.cookies)
    if table.state.phase == "waiting" and table.state.is_host(guest):
        await site.registry.invitations.keep_codes(table)
    await site.registry.ignoring.of(guest)
    table.look_in(guest)
    own = table.state.seats_of(guest)
    holder = chosen_seat(request, "seat", own)
    snapshot = table.shown(guest, holder)
    context = _page_context(request, table, snapshot, guest, own)
    checks = snapshot.over and table.state.record.lesson is None and "check" in request.query_params
    proof = check_dice(finished_match_record(table)) if checks else None
    club = await club_of_table(request, table)
    asked = snapshot.lesson is not None and (snapshot.lesson["done"] or snapshot.lesson["say"])
    still = asked or "still" in request.query_params or snapshot.over or bool(own and set(own) & set(snapshot.acting))
    return await render_page(
        request,
        "no_javascript_table.html",
        status=status,
        notice=notice,
        refresh=None if still else REFRESH_WAITING if snapshot.view is None or notice else REFRESH_SECONDS,
        still="still" in request.query_params,
        proof=proof,
        club=club,
        **context,
    )


def _page_context(
    request: Request, table: Table, snapshot: Snapshot, guest: str | None, own: list[int]
) -> dict[str, Any]:
    """Return all values of the plain page, from the view of its reader's seat."""
    site, state = services_of(request), table.state
    if snapshot.story is not None and len(own) == 1:
        story = replace(snapshot.story, title=snapshot.story.title_for(own[0]))
        snapshot = msgspec.structs.replace(snapshot, story=story)
    ignored = site.registry.ignoring.known(guest)
    log = [event for event in snapshot.log[: snapshot.log_end] if event.kind != PAST]
    offer, names = None if snapshot.lesson else offer_of(state, own), state.names_for(guest)
    here = table.context(Server())
    return {
        "table": table,
        "record": state.record,
        "drawn": DRAWN,
        "game": table.game,
        "seats": [replace(seat, name=name) for seat, name in zip(state.seats, names, strict=True)],
        "left": clock_text.time_left_by_seat(table),
        "missed": _missed_events(table, snapshot, own, log),
        "first_time": _first_time(table, snapshot, own, log),
        "names": names,
        "length": in_words(state.history.play_time.minutes),
        "aloud": snapshot.mark and spoken(snapshot.mark.hash),
        "online": table.readers.online(),
        "own": own,
        "reader": own[0] if len(own) == 1 else None,
        "guest": guest,
        "host": state.is_host(guest),
        "invites": open_seat_invitations(request, table) if state.is_host(guest) else {},
        "reach": reachable_address_for(request),
        "replaceable": [s.number for s in state.seats if substitutes.may_replace(state, guest, s.number, here)],
        "waited_for": substitutes.waited_for(state, guest),
        "next": site.registry.keyring.next_dice_secret(table.id).commitment,
        "usual": usual_bot(site.registry.bots_of(table.game)),
        "levels": levels(site.registry.bots_at(table.game, len(state.seats))),
        "snapshot": snapshot,
        "lesson": lesson_pages.lesson_for_plain_page(table.game, snapshot),
        "takeback": None if snapshot.lesson else takeback_facts(state, own, offer),
        "may_undo": offer is not None,
        "visited": [s.number for s in state.seats if seats.visited(state, s.number)],
        "pause": pause.pause_of(state),
        "may_pause": bool(own) and state.phase == "playing" and state.lesson is None,
        "hints_on": hints.are_on(state),
        "plays_alone": hints.plays_alone(state),
        "hints_agreed": hints.agreed_seats(state),
        "may_agree": bool(own) and not hints.plays_alone(state) and state.lesson is None and not snapshot.over,
        "log": log[: -MAX_LOG_ENTRIES - 1 : -1],
        "deed": next((event for event in reversed(log) if event.text and event.kind not in PROGRESS_EVENTS), None),
        "more_log": max(0, len(log) - MAX_LOG_ENTRIES),
        "chat": _shown_chat([said for said in chat_lines(state, 0, snapshot.said, ignored) if said], own),
        "talk": table_frames.talk_data(table, guest, site.registry),
        "order": standing_orders.order_of(state, snapshot.seat)
        if snapshot.seat is not None and _asks_for_reactions(table)
        else None,
        "orders": [(mode, ORDER_WORDS[mode]) for mode in ORDERS],
        "settings": table_frames.settings_in_words(table.game, state.record.settings),
        "action": secrets.token_hex(8),
        "choices": group_options(snapshot.options, table.game.hooks.heading),
        "picture": None if snapshot.view is None else table_frames.draw_picture(table.game, snapshot.view),
        "board": describe_board(table.game, snapshot.view, names),
    }


def _shown_chat(lines: list[Said], own: list[int]) -> list[Said]:
    """Return the last lines of the chat as a reader who holds the seats `own` reads them."""
    return [
        replace(
            said, text=table_frames.isolated(said.text_for(own)), name=said.name and table_frames.speaker(said, own)
        )
        for said in lines[-MAX_CHAT_LINES:]
    ]


def _missed_events(table: Table, snapshot: Snapshot, own: list[int], log: list[Event]) -> list[Event]:
    """Return the events since a player who is asked acted last, oldest first."""
    if (
        table.state.match is None
        or snapshot.over
        or snapshot.seat not in own
        or snapshot.seat not in snapshot.acting
        or len(own) > 1
    ):
        return []
    acted = _last_acted(table.state.match, snapshot.seat)
    return [event for event in log if event.number > acted and event.text][-MAX_LOG_ENTRIES:]


def _last_acted(match: Match, seat: int | None) -> int:
    """Return the number of the last action of a seat; 0 if there is none."""
    actions = match.actions
    return next((n for n in range(len(actions), 0, -1) if actions[n - 1].seat == seat), 0)


def _first_time(table: Table, snapshot: Snapshot, own: list[int], log: list[Event]) -> str:
    """Return what explains an event of a kind that this match had not had before its reader's last action."""
    match, settings = table.state.match, table.state.record.settings
    if match is None or table.state.lesson is not None or snapshot.seat not in own:
        return ""
    acted, texts = _last_acted(match, snapshot.seat), table.game.first_time(complete_known(table.game, settings))
    new = [event.kind for event in log if event.number >= acted and event.text and event.kind in texts]
    if not new:
        return ""
    known = match.kinds_known_to(snapshot.seat, acted)  # `log` leaves out what may not be remembered
    return next((texts[kind] for kind in new if kind not in known), "")


def _asks_for_reactions(table: Table) -> bool:
    """Return True if people at this table choose when they are asked for reactions; in a lesson, the lesson decides."""
    return table.game.has_reactions and table.state.lesson is None


def table_form_endpoint(what: str) -> Callable[[Request], Awaitable[Response]]:
    """Return the endpoint of one form of the plain page: one of `TABLE_FORMS`."""

    async def endpoint(request: Request) -> Response:
        return await _handle_form(request, what)

    return endpoint


async def _handle_form(request: Request, what: str) -> Response:
    site = services_of(request)
    table = await site.registry.find(request.path_params["table"])
    try:
        fields, guest, new = await read_visitor_form(request)
        command = TABLE_FORMS[what](fields)
        if not command_limit(site, command).take(rate_limit_key(request, None if new else guest)):
            raise Refused(TOO_FAST)
        answer = await execute_command(site.registry, table, guest, command)
    except (ForeignOrigin, BodyTooLarge):
        raise
    except DicehouseError as error:
        return await render_no_javascript_page(request, table, notice=str(error), status=409)
    return redirect_as_guest(request, _page_after(table, guest, command, answer, fields), guest, new)


def _page_after(table: Table, guest: str, command: Command, answer: int | str | None, fields: dict[str, str]) -> str:
    """Return the address to show after `command`; on a shared device, the one of the seat that acted."""
    shown = answer if isinstance(command, Rematch) else table.id
    back = f"/t/{shown}" if fields.get("next") == "board" else f"/t/{shown}/plain"
    if isinstance(command, (ModeratePerson, SetQuiet)):
        return f"{back}#people"
    if isinstance(command, Act) and table.state.is_shared(guest) and back.endswith("/plain"):
        return f"{back}?seat={command.seat}"
    if isinstance(command, RequestHint):
        return f"{back}?seat={command.seat}#hint" if table.state.is_shared(guest) else f"{back}#hint"
    return back


async def match_json(request: Request) -> Response:
    """Return the match in its JSON form; it holds the secret of its dice only when the match is over."""
    table = await services_of(request).registry.find(request.path_params["table"])
    data = export(table)
    headers = attachment_header(f"dicehouse-{table.id}.json")
    return await compress_response(
        request, Response(socket_messages.encode_json(data), media_type="application/json", headers=headers)
    )
