"""The page of one's programs: make a token, which is shown once; see which there are; revoke them."""

from __future__ import annotations

import secrets
import time
from typing import Any

from starlette.requests import Request
from starlette.responses import Response

from dicehouse.errors import DicehouseError

from ..table.live import Table
from ..table.people import tokens
from ..table.people.names import clean_chat
from ..table.people.tokens import SCOPES, TABLE, Token
from ..table.seats import Refused
from .addresses import reach_of
from .api.routes import DESCRIPTION
from .doing import Fields, form
from .render import page
from .site import Site, site_of

HERE = "/me/programs"
TOO_MANY = f"You have {tokens.MOST} tokens; revoke one that you don't need."
NO_LABEL = f"A name for a token has 1 to {tokens.LABEL_LENGTH} characters."
NO_SCOPE = "Choose what the program may do."
NO_SUCH_TABLE = "Choose one of the tables where you play."
NOT_YOURS = "That token is none of yours, or it was revoked already."
MOST_TABLES = 12


async def programs(request: Request) -> Response:
    """The tokens of whoever looks, and the form for another one."""
    return await _show(request, site_of(request).guests.read(request.cookies))


async def _wrong(request: Request, notice: str, fields: Fields) -> Response:
    """The same page, with what can't be."""
    guest = site_of(request).guests.read(request.cookies)
    return await _show(request, guest, notice=notice, fields=fields, status=400)


_form = form(HERE, _wrong)


@_form
async def make_token(request: Request, site: Site, fields: Fields, guest: str) -> Response:
    """Make a token and show it: this once."""
    text, token = await _token(site, guest, fields)
    await site.house.store.write(tokens.insert(text, token))
    return await _show(request, guest, made=(text, token))


@_form
async def revoke(request: Request, site: Site, fields: Fields, guest: str) -> None:
    """From now on the token opens nothing; a stream that it opened ends within some seconds."""
    number = request.path_params["token"]
    if number not in {token.id for token in await _own(site, guest)}:
        raise Refused(NOT_YOURS)
    await site.house.store.write(tokens.delete(guest, number))


async def _token(site: Site, guest: str, fields: dict[str, str]) -> tuple[str, Token]:
    """A token as a form asks for it; Refused if it can't be."""
    label = _label(fields.get("label", ""))
    scope, table = fields.get("scope", ""), None
    if scope not in SCOPES:
        raise Refused(NO_SCOPE)
    if scope == TABLE:
        table = fields.get("table", "")
        if table not in {one.id for one in await _tables(site, guest)}:
            raise Refused(NO_SUCH_TABLE)
    if len(await _own(site, guest)) >= tokens.MOST:
        raise Refused(TOO_MANY)
    return tokens.draw(), Token(secrets.token_hex(8), guest, label, scope, table, time.time())


def _label(text: str) -> str:
    try:
        label = clean_chat(text)
    except DicehouseError:
        raise Refused(NO_LABEL) from None
    if len(label) > tokens.LABEL_LENGTH:
        raise Refused(NO_LABEL)
    return label


async def _own(site: Site, guest: str) -> list[Token]:
    return await site.house.store.read(lambda db: tokens.of_guest(db, guest))


async def _tables(site: Site, guest: str) -> list[Table]:
    return [table for table in await site.house.tables_of(guest, MOST_TABLES) if table.seats_of(guest)]


async def _show(
    request: Request,
    guest: str | None,
    *,
    made: tuple[str, Token] | None = None,
    notice: str | None = None,
    fields: dict[str, str] | None = None,
    status: int = 200,
) -> Response:
    site = site_of(request)
    own = [] if guest is None else await _own(site, guest)
    tables = [] if guest is None else await _tables(site, guest)
    context: dict[str, Any] = {
        "own": own,
        "tables": [{"id": table.id, "words": _words(table, guest)} for table in tables],
        "scopes": SCOPES,
        "made": made,
        "notice": notice,
        "fields": fields or {},
        "label_length": tokens.LABEL_LENGTH,
        "description": DESCRIPTION,
        "base": reach_of(request, site.listening).base,
        "day": lambda at: time.strftime("%Y-%m-%d", time.gmtime(at)),
    }
    return await page(request, "programs.html", status=status, **context)


def _words(table: Table, guest: str | None) -> str:
    """A table as one finds it in a list: the game, and who else sits there."""
    others = [seat.name for seat in table.seats if seat.guest != guest and seat.kind != "open"]
    return f"{table.game.name} with {', '.join(others)}" if others else f"{table.game.name}, table {table.id}"
