"""Serve the operator's page: what happens on this server, and what a moderator needs. It is off by default.

It shows no hidden dice or cards, no chat, no addresses of tables, mails or invitations. Tables and guests are named by
handles, which are good for these forms only.
"""

from __future__ import annotations

import time
from collections.abc import Awaitable, Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from typing import Any

from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from dicehouse.errors import DicehouseError

from ...i18n import _, listing
from ...i18n.dates import short_date
from ...server import operators
from ...server.accounts.names import shown_name
from ...server.live_table import Table
from ...server.seats import NotFound, Refused
from ...server.storage.store import StoreFailed
from .. import operator_sessions
from ..app_services import AppServices, services_of
from ..form_posts import SEE_OTHER, FormFields
from ..guest_cookies import OPERATOR_PATH
from ..operator_sessions import Session
from ..page_renderer import render_page
from ..passkey_verification import NEEDS_JAVASCRIPT, explain_unavailable
from ..request_parsing import read_form
from ..server_watch import SLOW_SECONDS, memory_in_use
from .passkey_pages import check_attempt_limit, verified_passkey

NOT_HERE = _("There is no page at this address. Perhaps part of it is missing.")
NOT_NAMED = _("The host of this server hasn't named the owner of this passkey as an operator.")
SIGN_IN_AGAIN = _("Sign in with your passkey first.")
GONE_GUEST = _("This person isn't at a table any more.")
MOST_TABLES = 100
PHASES = {"waiting": _("waiting for players"), "playing": _("in progress"), "over": _("over")}
ACTS = {
    operators.SIGNED_IN: _("Signed in"),
    operators.ENDED: _("Ended a table"),
    operators.MUTED: _("Muted a person"),
    operators.UNMUTED: _("Unmuted a person"),
    operators.UNNAMED: _("Removed a name"),
}


@dataclass(frozen=True, slots=True)
class ShownPerson:
    """Describe a person at a table of this server; `handle` stands for them in forms."""

    handle: str
    name: str
    tables: int
    here: bool
    muted: bool


@dataclass(frozen=True, slots=True)
class ShownTable:
    """Describe a table in this server's memory; `handle` stands for it in forms."""

    handle: str
    game: str
    phase: str
    players: list[str]
    actions: int
    readers: int
    opened: str
    can_end: bool


def _require_operators(request: Request) -> AppServices:
    """Raise NotFound, as for any page that doesn't exist, if the host named no operators."""
    site = services_of(request)
    if not site.operators:
        raise NotFound(NOT_HERE)
    return site


async def operator_page(request: Request) -> Response:
    """Return the page, or the form to sign in."""
    site = _require_operators(request)
    session = await operator_sessions.session_of(request, site)
    return await _render_sign_in(request) if session is None else await _render(request, site)


async def _render_sign_in(request: Request, error: str | None = None, status: int = 200) -> Response:
    why = explain_unavailable(request)
    return await render_page(
        request, "operator_sign_in.html", status=status, error=error, why=why, no_script=NEEDS_JAVASCRIPT
    )


async def _render(request: Request, site: AppServices, error: str | None = None) -> Response:
    store = site.registry.store
    muted = await store.read(operators.read_silenced)
    acts = await store.read(operators.read_acts)
    tables = sorted(await _tables(site), key=lambda table: (table.state.phase == "over", -table.last_used))
    people = _people(site, tables, muted)
    post = site.post
    return await render_page(
        request,
        "operator.html",
        status=409 if error else 200,
        error=error,
        tables=[_shown_table(site, table) for table in tables[:MOST_TABLES]],
        more=max(0, len(tables) - MOST_TABLES),
        people=people[:MOST_TABLES],
        more_people=max(0, len(people) - MOST_TABLES),
        muted=[(_handle(site, guest), shown_name(name)) for guest, name in muted.items()],
        memory=memory_in_use(),
        sockets=sum(site.sockets.values()),
        slow=[(short_date(one.at), one) for one in reversed(site.watch.slow)],
        slow_seconds=SLOW_SECONDS,
        mails=None if post is None else [(short_date(at), why) for at, why in reversed(post.failures)],
        blocked=_blocked(site),
        acts=[(short_date(act.at), act, ACTS.get(act.what, act.what)) for act in acts],
        keep_days=site.keep.acts,
        began=short_date(site.watch.began),
        clock=lambda at: time.strftime("%H:%M", time.gmtime(at)),
    )


async def _tables(site: AppServices) -> list[Table]:
    """Return the tables in memory, those that were just changed in the store as they are there now."""
    found = []
    for table in site.registry.loaded():
        with suppress(DicehouseError, StoreFailed):
            found.append(await site.registry.find(table.id) if table.broken else table)
    return found


def _shown_table(site: AppServices, table: Table) -> ShownTable:
    state = table.state
    return ShownTable(
        _handle(site, table.id),
        table.game.name,
        PHASES[state.phase],
        [shown_name(seat.name) for seat in state.seats if seat.kind == "person"],
        0 if state.match is None else state.match.number,
        len(table.readers.listeners),
        short_date(state.record.created),
        state.phase != "over",
    )


def _people(site: AppServices, tables: Sequence[Table], muted: Mapping[str, str]) -> list[ShownPerson]:
    """Return the people in the seats of `tables`, by name."""
    names: dict[str, list[str]] = {}
    tables_of: dict[str, set[str]] = {}
    online: set[str] = set()
    for table in tables:
        online |= table.readers.online()
        for seat in table.state.seats:
            if seat.kind == "person" and seat.guest is not None:
                names.setdefault(seat.guest, []).append(seat.name)
                tables_of.setdefault(seat.guest, set()).add(table.id)
    found = [
        ShownPerson(
            _handle(site, guest),
            listing(map(shown_name, dict.fromkeys(known))),
            len(tables_of[guest]),
            guest in online,
            guest in muted,
        )
        for guest, known in names.items()
    ]
    return sorted(found, key=lambda person: (str(person.name).casefold(), person.handle))


def _handle(site: AppServices, id: str) -> str:
    """Return what stands for a table or guest in the forms: it opens nothing."""
    return site.registry.keyring.derive("operator handle", id).hex()[:16]


def _blocked(site: AppServices) -> list[tuple[str, str]]:
    """Return the network addresses that have used up an allowance now, and which one."""
    kinds = (
        (site.guesses.blocked(), _("wrong codes")),
        (site.phrases.blocked(), _("wrong recovery phrases")),
        (site.passkeys.blocked(), _("attempts with passkeys")),
        (site.letters.blocked(), _("e-mails to new addresses")),
        (site.tables.blocked(), _("new tables")),
        (site.actions.blocked(), _("requests")),
    )
    return [(address, what) for addresses, what in kinds for address in addresses]


# signing in -----------------------------------------------------------------------------------------------------------


async def sign_in(request: Request) -> Response:
    """Let this browser be an operator for a while, by a passkey of a guest whom the host named."""
    site = _require_operators(request)
    fields = await read_form(request)
    try:
        check_attempt_limit(request, site)
        key = await verified_passkey(request, site, fields)
        if not operators.is_operator(site.registry.keyring, key.guest, site.operators):
            raise Refused(NOT_NAMED)
    except Refused as error:
        return await _render_sign_in(request, str(error), 403)
    await operators.note_sign_in(site.registry, key.guest)
    response = RedirectResponse(OPERATOR_PATH, SEE_OTHER)
    operator_sessions.begin(request, site, response, key.guest, key.id)
    return response


async def sign_out(request: Request) -> Response:
    """End the session of an operator in this browser."""
    site = _require_operators(request)
    await read_form(request)
    response = RedirectResponse("/", SEE_OTHER)
    site.guests.forget_operator(response, secure=request.url.scheme == "https")
    return response


# what operators do ----------------------------------------------------------------------------------------------------


async def _end_table(site: AppServices, session: Session, handle: str) -> None:
    found = [table.id for table in await _tables(site) if _handle(site, table.id) == handle]
    if not found:
        raise Refused(operators.GONE)
    await operators.end_table(site.registry, found[0], session.guest)


async def _guest_of(site: AppServices, handle: str) -> str:
    muted = await site.registry.store.read(operators.read_silenced)
    seats = [seat for table in await _tables(site) for seat in table.state.seats]
    for guest in (*muted, *(seat.guest for seat in seats if seat.guest is not None)):
        if _handle(site, guest) == handle:
            return guest
    raise Refused(GONE_GUEST)


async def _mute(site: AppServices, session: Session, handle: str) -> None:
    await operators.set_muted(site.registry, await _guest_of(site, handle), True, session.guest)


async def _unmute(site: AppServices, session: Session, handle: str) -> None:
    await operators.set_muted(site.registry, await _guest_of(site, handle), False, session.guest)


async def _remove_name(site: AppServices, session: Session, handle: str) -> None:
    await operators.remove_name(site.registry, await _guest_of(site, handle), session.guest)


OPERATOR_ACTIONS: dict[str, Callable[[AppServices, Session, str], Awaitable[None]]] = {
    "end-table": _end_table,
    "mute": _mute,
    "unmute": _unmute,
    "remove-name": _remove_name,
}


def operator_form_endpoint(what: str) -> Callable[[Request], Awaitable[Response]]:
    """Return the function that answers the form of an action of operators."""
    does: Callable[[AppServices, Session, str], Awaitable[Any]] = OPERATOR_ACTIONS[what]

    async def endpoint(request: Request) -> Response:
        site = _require_operators(request)
        fields: FormFields = await read_form(request)
        session = await operator_sessions.session_of(request, site)
        if session is None:
            return await _render_sign_in(request, SIGN_IN_AGAIN, 403)
        try:
            await does(site, session, fields.get("which", ""))
        except Refused as error:
            return await _render(request, site, str(error))
        return RedirectResponse(OPERATOR_PATH, SEE_OTHER)

    return endpoint
