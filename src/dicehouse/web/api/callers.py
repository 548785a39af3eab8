"""Who asks: a program with its guest's token, or anybody without one, who may look on like anybody else.

Cookies count for nothing here: no page can make a browser ask in somebody's name.
"""

from __future__ import annotations

import time
from dataclasses import dataclass

from starlette.requests import Request

from ...table.people import tokens
from ...table.people.tokens import ME, READ, TABLE, Token
from ..site import Site, asker
from .errors import NO_TOKEN, WRONG_TOKEN, NotAllowed, NoToken, TooFast

TOO_FAST = "That was faster than the house follows; wait a second and go on slower."


@dataclass(frozen=True, slots=True)
class Caller:
    """Whoever asks, with what they may do."""

    token: Token | None
    who: str  # whose limits hold: a guest's own, or those of the address

    @property
    def own(self) -> Token:
        """The token, where it takes one."""
        if self.token is None:
            raise NoToken(NO_TOKEN)
        return self.token

    def at(self, table: str) -> str | None:
        """As which guest a table is looked at; None: as anybody may."""
        if self.token is None or (self.token.scope == TABLE and self.token.table != table):
            return None
        return self.token.guest

    def reads(self) -> str:
        """The guest whose lists are read."""
        if self.own.scope == TABLE:
            raise NotAllowed("This token is for one table; what you play elsewhere takes one that may look at all.")
        return self.own.guest

    def plays(self, table: str) -> str:
        """The guest who plays at a table."""
        if self.own.scope == READ:
            raise NotAllowed("This token may look and not play; make one that may, at /me/programs.")
        if self.own.scope == TABLE and self.own.table != table:
            raise NotAllowed("This token is for another table.")
        return self.own.guest

    def does(self) -> str:
        """The guest who does what only the widest scope may."""
        if self.own.scope != ME:
            raise NotAllowed("This takes a token that may do everything you may do.")
        return self.own.guest


async def caller_of(request: Request, site: Site) -> Caller:
    """Who sent a request; NoToken if what it shows is none, TooFast if they ask for too much."""
    header = request.headers.get("authorization")
    nobody = asker(request, None)
    if header is None:
        return _within_limits(site, Caller(None, nobody))
    scheme, _, text = header.partition(" ")
    text = text.strip()
    found = None
    if scheme.lower() == "bearer" and tokens.SHAPE.fullmatch(text):
        found = await site.house.store.read(lambda db: tokens.read(db, text))
    if found is None:
        _within_limits(site, Caller(None, nobody))
        raise NoToken(WRONG_TOKEN)
    caller = _within_limits(site, Caller(found, found.guest))
    now = time.time()
    if found.used is None or now - found.used > tokens.SELDOM:
        await site.house.store.write(tokens.set_used(found.id, now))
    return caller


def _within_limits(site: Site, caller: Caller) -> Caller:
    if not site.actions.take(caller.who):
        raise TooFast(TOO_FAST)
    return caller
