"""Serve the page of a review, and its actions: request it, download its numbers, play on from a decision."""

from __future__ import annotations

from typing import Any

from starlette.requests import Request
from starlette.responses import JSONResponse, Response

from ...i18n import Text, _
from ...i18n.dates import short_date
from ...i18n.text import join_texts
from ...server.accounts.names import GUEST
from ...server.archive.forks import open_what_if
from ...server.archive.review_worker import ReviewProgress
from ...server.live_table import Table
from ...server.seats import Refused
from ..app_services import rate_limit_key, services_of
from ..compression import compress_response
from ..form_posts import read_visitor_form, redirect_as_guest
from ..page_renderer import render_page
from ..request_limits import check_action_limit, check_table_limit
from ..request_parsing import chosen_seat, read_number
from . import review_facts
from .data_downloads import attachment_header


async def review_page(request: Request) -> Response:
    """Return the luck and skill of a finished match or, while the review is made, its progress."""
    site = services_of(request)
    table = await site.registry.find(request.path_params["table"])
    guest = site.guests.read(request.cookies)
    progress = await site.registry.reviews.look(table, rate_limit_key(request, guest))
    return await _render_review(request, table, guest, progress)


async def _render_review(request: Request, table: Table, guest: str | None, progress: ReviewProgress) -> Response:
    day = short_date(table.state.record.created)
    context: dict[str, Any] = {"table": table, "game": table.game, "progress": progress, "day": day}
    if progress.review is not None:
        context |= _review_context(request, table, guest, progress.review)
    return await render_page(
        request, "review.html" if progress.review is not None else "review_progress.html", **context
    )


def _review_context(request: Request, table: Table, guest: str | None, review: Any) -> dict[str, Any]:
    """Return all values of the review page."""
    own = table.state.seats_of(guest)
    zero, owing = review_facts.seat_sums(review, _final_points(table), own)
    found = review_facts.group_turns(review)
    chosen = chosen_seat(request, "of", range(len(table.state.seats)))
    if chosen is None:
        chosen = own[0] if own else owing[0].seat
    keyring = services_of(request).registry.keyring
    mine, others = review_facts.costly_decisions(review, own)
    return {
        "review": review,
        "headline": review_facts.review_headline(review, own[0] if len(own) == 1 else None),
        "beginning": review_facts.starting_chances(review),
        "zero": zero,
        "owing": owing,
        "turns": found,
        "chosen": chosen,
        "chart": review_facts.seat_turn_bars(found, chosen),
        "blurs": review_facts.skill_marks(review, owing),
        "curve": review_facts.win_curve(review, found),
        "own": own,
        "looks": [[(look, keyring.dice_secret()) for look in looks] for looks in (mine, others)],
        "entries": review_facts.account_rows(review),
        "gain": review_facts.format_gain,
        "chance": review_facts.format_chance,
    }


def _final_points(table: Table) -> list[Text]:
    """Return each seat's final points, and whether it won."""
    match = table.state.playing()
    return [
        _("{points} · won", points=points) if share > 0 else join_texts([points])
        for points, share in zip(match.points(), match.returns(), strict=True)
    ]


async def review_progress_json(request: Request) -> Response:
    """Return the progress of a review, for a page that waits for it."""
    site = services_of(request)
    table = await site.registry.find(request.path_params["table"])
    progress = await site.registry.reviews.look(table, rate_limit_key(request, site.guests.read(request.cookies)))
    said = {
        "settled": progress.settled,
        "percent": progress.percent,
        "ahead": progress.ahead,
        "remaining": progress.remaining,
    }
    return JSONResponse(said, headers={"Cache-Control": "no-store"})


async def review_json(request: Request) -> Response:
    """Return the review in its JSON form."""
    site = services_of(request)
    table = await site.registry.find(request.path_params["table"])
    progress = await site.registry.reviews.look(table, rate_limit_key(request, site.guests.read(request.cookies)))
    if progress.review is None:
        raise Refused(progress.why or _("The review isn't finished yet. You can download its numbers when it is."))
    headers = attachment_header(f"dicehouse-{table.id}-review.json")
    return await compress_response(request, JSONResponse(dict(progress.review), headers=headers))


async def request_review(request: Request) -> Response:
    """Request a review again that failed, or that an earlier version made."""
    site = services_of(request)
    table = await site.registry.find(request.path_params["table"])
    _, guest, new = await read_visitor_form(request)
    known = None if new else guest
    check_action_limit(request, known)
    await site.registry.reviews.make_again(table, rate_limit_key(request, known))
    return redirect_as_guest(request, f"/t/{table.id}/review", guest, new)


async def fork_match(request: Request) -> Response:
    """Open a new table that continues from a decision of this match."""
    site = services_of(request)
    table = await site.registry.find(request.path_params["table"])
    fields, guest, new = await read_visitor_form(request)
    check_table_limit(request)
    name = await site.registry.name_of(guest) or GUEST
    commitment = site.registry.keyring.dice_secret(fields.get("nonce"))
    text = fields.get("contribution")
    at, seat = read_number(fields, "number"), read_number(fields, "seat")
    opened = await open_what_if(site.registry, table, at, seat, guest, name, commitment, text)
    plain = "/plain" if fields.get("next") == "plain" else ""
    return redirect_as_guest(request, f"/t/{opened.id}{plain}", guest, new)
