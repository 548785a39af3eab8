"""Serve the page of API tokens: make one, which is shown once; list them; revoke them."""

from __future__ import annotations

import secrets
import time
from typing import Any

from starlette.requests import Request
from starlette.responses import Response

from ...i18n import _, listing
from ...i18n.dates import short_date
from ...server.accounts import api_tokens
from ...server.accounts.api_tokens import ME, READ, SCOPES, TABLE, Token
from ...server.accounts.names import shown_name
from ...server.live_table import Table
from ...server.seats import Refused
from ..api.endpoint_list import OPENAPI_PATH
from ..app_services import AppServices, services_of
from ..form_posts import FormFields, guest_form, read_label
from ..page_renderer import render_page
from ..reachable_address import find_reachable_address

PAGE = "/me/programs"
TOO_MANY = _("You have {n} tokens. Revoke one that you don't need.", n=api_tokens.MOST)
NO_LABEL = _("The name of a token has 1 to {n} characters.", n=api_tokens.LABEL_LENGTH)
NO_SCOPE = _("Choose what the program can do.")
NO_SUCH_TABLE = _("Choose one of your tables.")
NOT_YOURS = _("That token isn't yours, or it was already revoked.")
MAX_TABLES = 12
SCOPE_TEXTS = {
    READ: _("It can see whatever you can see."),
    TABLE: _("It can play for you at one table."),
    ME: _("It can do whatever you can do: open tables, join them and play."),
}


async def api_tokens_page(request: Request) -> Response:
    """Return the page with the guest's tokens and the form for another one."""
    return await _render_api_tokens(request, services_of(request).guests.read(request.cookies))


async def _render_error(request: Request, notice: str, fields: FormFields) -> Response:
    """Return the same page with an error `notice` and the `fields` as they were sent."""
    guest = services_of(request).guests.read(request.cookies)
    return await _render_api_tokens(request, guest, notice=notice, fields=fields, status=400)


_token_form = guest_form(PAGE, _render_error)


@_token_form
async def create_token(request: Request, site: AppServices, fields: FormFields, guest: str) -> Response:
    """Make a token and show it, only this once."""
    text, token = await _parse_token_form(site, guest, fields)
    await site.registry.store.write(api_tokens.insert(text, token))
    return await _render_api_tokens(request, guest, made=(text, token))


@_token_form
async def revoke_token(request: Request, site: AppServices, fields: FormFields, guest: str) -> None:
    """Revoke a token; a stream that was opened with it ends within some seconds."""
    number = request.path_params["token"]
    if number not in {token.id for token in await _tokens_of_guest(site, guest)}:
        raise Refused(NOT_YOURS)
    await site.registry.store.write(api_tokens.delete(guest, number))


async def _parse_token_form(site: AppServices, guest: str, fields: dict[str, str]) -> tuple[str, Token]:
    """Return the token that a form describes, with its text; raise Refused if the form is wrong."""
    label = read_label(fields, api_tokens.LABEL_LENGTH, NO_LABEL)
    scope, table = fields.get("scope", ""), None
    if scope not in SCOPES:
        raise Refused(NO_SCOPE)
    if scope == TABLE:
        table = fields.get("table", "")
        if table not in {one.id for one in await _tables_of_guest(site, guest)}:
            raise Refused(NO_SUCH_TABLE)
    if len(await _tokens_of_guest(site, guest)) >= api_tokens.MOST:
        raise Refused(TOO_MANY)
    return api_tokens.draw(), Token(secrets.token_hex(8), guest, label, scope, table, time.time())


async def _tokens_of_guest(site: AppServices, guest: str) -> list[Token]:
    return await site.registry.store.read(lambda db: api_tokens.of_guest(db, guest))


async def _tables_of_guest(site: AppServices, guest: str) -> list[Table]:
    return [table for table in await site.registry.tables_of(guest, MAX_TABLES) if table.state.seats_of(guest)]


async def _render_api_tokens(
    request: Request,
    guest: str | None,
    *,
    made: tuple[str, Token] | None = None,
    notice: str | None = None,
    fields: dict[str, str] | None = None,
    status: int = 200,
) -> Response:
    site = services_of(request)
    own = [] if guest is None else await _tokens_of_guest(site, guest)
    tables = [] if guest is None else await _tables_of_guest(site, guest)
    context: dict[str, Any] = {
        "own": own,
        "tables": [{"id": table.id, "words": _table_in_words(table, guest)} for table in tables],
        "scopes": SCOPE_TEXTS,
        "made": made,
        "notice": notice,
        "fields": fields or {},
        "label_length": api_tokens.LABEL_LENGTH,
        "description": OPENAPI_PATH,
        "base": find_reachable_address(request, site.listening, site.address).base,
        "day": short_date,
    }
    return await render_page(request, "api_tokens.html", status=status, **context)


def _table_in_words(table: Table, guest: str | None) -> str:
    """Describe a table for a list: the game and the other players."""
    others = [shown_name(seat.name) for seat in table.state.seats if seat.guest != guest and seat.kind != "open"]
    if others:
        return _("{game} with {players}", game=table.game.name, players=listing(others))
    return _("{game}, table {table}", game=table.game.name, table=table.id)
