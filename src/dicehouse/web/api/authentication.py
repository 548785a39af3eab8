"""Find out who sends an API request: a program with its guest's token, or an anonymous client, who may read public
things.

Cookies are ignored here, so no page can make a browser send a request in a guest's name.
"""

from __future__ import annotations

import time
from dataclasses import dataclass

from starlette.requests import Request

from ...server.accounts import api_tokens
from ...server.accounts.api_tokens import ME, READ, TABLE, Token
from ..app_services import AppServices, rate_limit_key
from .api_errors import NO_TOKEN, WRONG_TOKEN, NotAllowed, NoToken, TooFast

TOO_FAST = "Too many requests. Wait a second, then send them more slowly."


@dataclass(frozen=True, slots=True)
class ApiClient:
    """Hold the sender of an API request and what the sender may do."""

    token: Token | None
    who: str  # key of the rate limits: the guest's id, or the address

    @property
    def own(self) -> Token:
        """Return the client's token; raise an error if there is none."""
        if self.token is None:
            raise NoToken(NO_TOKEN)
        return self.token

    def at(self, table: str) -> str | None:
        """Return the guest as whom `table` is read; None means as the public."""
        if self.token is None or (self.token.scope == TABLE and self.token.table != table):
            return None
        return self.token.guest

    def reads(self) -> str:
        """Return the guest whose lists are read."""
        if self.own.scope == TABLE:
            raise NotAllowed(
                "This token is for one table. To read your other tables, use a token with the scope “read” or “me”."
            )
        return self.own.guest

    def plays(self, table: str) -> str:
        """Return the guest who plays at `table`."""
        if self.own.scope == READ:
            raise NotAllowed("This token can't play. Create one that can at /me/programs.")
        if self.own.scope == TABLE and self.own.table != table:
            raise NotAllowed("This token is for another table. Use one for this table, or one with the scope “me”.")
        return self.own.guest

    def does(self) -> str:
        """Return the guest who acts, where only the widest scope is enough."""
        if self.own.scope != ME:
            raise NotAllowed("This request needs a token with the scope “me”, which can do everything you can do.")
        return self.own.guest


async def authenticate_request(request: Request, site: AppServices) -> ApiClient:
    """Return the client that sent `request`. Raise NoToken if its token is invalid, TooFast if it is over its rate
    limit."""
    header = request.headers.get("authorization")
    anonymous = rate_limit_key(request, None)
    if header is None:
        return _check_rate_limit(site, ApiClient(None, anonymous))
    scheme, _, text = header.partition(" ")
    text = text.strip()
    found = None
    if scheme.lower() == "bearer" and api_tokens.SHAPE.fullmatch(text):
        found = await site.registry.store.read(lambda db: api_tokens.read(db, text))
    if found is None:
        _check_rate_limit(site, ApiClient(None, anonymous))
        raise NoToken(WRONG_TOKEN)
    caller = _check_rate_limit(site, ApiClient(found, found.guest))
    now = time.time()
    if found.used is None or now - found.used > api_tokens.SELDOM:
        await site.registry.store.write(api_tokens.set_used(found.id, now))
    return caller


def _check_rate_limit(site: AppServices, caller: ApiClient) -> ApiClient:
    if not site.actions.take(caller.who):
        raise TooFast(TOO_FAST)
    return caller
