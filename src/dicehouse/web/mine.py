"""One's own things: a name, going on in another browser, a recovery phrase, and taking all along or away."""

from __future__ import annotations

import time
from typing import Any

import anyio
from starlette.requests import Request
from starlette.responses import Response

from dicehouse import games

from ..table.club.ratings import Standing, read_games
from ..table.people import leaving, merging, passkeys, phrases
from ..table.people.mine import read_mine
from ..table.seats import Refused
from . import codec
from .addresses import reach_of
from .authenticating import NO_SCRIPT, why_not
from .doing import sender
from .exports import TOO_OFTEN, as_file
from .guard import read_form
from .guessing import address_of
from .guests import COOKIE
from .limits import Buckets, Limits
from .pages import TOO_FAST, go
from .played import short_day
from .render import page
from .site import Site, asker, site_of

NOTHING = "There is nothing to take along yet: give a name, or sit down at a table first."
NOTHING_HERE = "The house keeps nothing of this browser, so there is nothing to delete."
MANY_TRIES = "Too many phrases were tried from here; wait a few minutes."
MANY_PHRASES = "You made many phrases in a short time; the last one holds. Wait a few minutes for another."


class Phrases:
    """Makes recovery phrases and finds their owners, one at a time: a slow hash must not take the whole machine."""

    def __init__(self, limits: Limits) -> None:
        self._tries = Buckets(limits.phrases)
        self._one = anyio.Lock()

    async def make(self, site: Site, guest: str) -> str:
        """A new phrase for a guest; an older one is worthless from now on."""
        if not self._tries.take(guest):
            raise Refused(MANY_PHRASES)
        phrase = phrases.draw()
        await site.house.store.write(phrases.put_phrase(guest, await self._hash(site, phrase), time.time()))
        return phrase

    async def owner(self, site: Site, who: str, typed: str) -> str:
        """Whose phrase this is; a wrong one costs the address `who` one of a few tries."""
        phrase = phrases.read(typed)
        if not self._tries.take(who):
            raise Refused(MANY_TRIES)
        hashed = await self._hash(site, phrase)
        guest = await site.house.store.read(lambda db: phrases.read_owner(db, hashed))
        if guest is None:
            raise Refused(phrases.WRONG)
        self._tries.give_back(who)
        return guest

    async def _hash(self, site: Site, phrase: str) -> str:
        salt = site.house.keyring.derive("phrase", "salt")
        async with self._one:
            return await anyio.to_thread.run_sync(phrases.slow_hash, phrase, salt)


# your name --------------------------------------------------------------------------------------------------------


async def me(request: Request) -> Response:
    """Who you are here, and what you can do about it."""
    return await show(request)


async def show(request: Request, *, status: int = 200, **shown: Any) -> Response:
    """That page, with what was just made, or what is wrong."""
    site = site_of(request)
    guest = site.guests.read(request.cookies)
    made = None if guest is None else await site.house.store.read(lambda db: phrases.read_made(db, guest))
    ignored = await site.house.ignoring.listed(guest)
    own = [] if guest is None else await site.house.store.read(lambda db: passkeys.read_passkeys(db, guest))
    context: dict[str, Any] = {"link": None, "phrase": None, "passkey_error": None} | shown
    rated = await site.ratings.wanted(guest)
    found = await _ratings(site, guest) if guest is not None and rated is not None else []
    return await page(
        request,
        "me.html",
        status=status,
        known=guest is not None,
        made=made and short_day(made),
        ignored=ignored,
        rated=rated and short_day(rated),
        ratings=found,
        passkeys=own,
        passkeys_not=why_not(request),
        no_script=NO_SCRIPT,
        day=short_day,
        **context,
    )


async def _ratings(site: Site, guest: str) -> list[tuple[str, Standing | None]]:
    """What is known of a guest's strength, game by game; None where no match of theirs counts."""
    played = await site.house.store.read(lambda db: read_games(db, guest))
    known = games.all_games()
    return [(known[game].name, (await site.ratings.of(game)).get(guest)) for game in played if game in known]


async def set_me(request: Request) -> Response:
    """Take a name for all tables to come."""
    site = site_of(request)
    fields = await read_form(request, site.limits.body)
    guest, new = site.guests.of(request)
    if not site.actions.take(asker(request, None if new else guest)):
        raise Refused(TOO_FAST)
    await site.house.set_name(guest, fields.get("name", ""))
    return go(request, "/", guest, new)


# in another browser -----------------------------------------------------------------------------------------------


async def make_pass(request: Request) -> Response:
    """A link that lets you go on playing on another device."""
    guest, _ = await sender(request, NOTHING)
    site = site_of(request)
    base = reach_of(request, site.listening).base
    return await show(request, link=f"{base}/me/here/{site.guests.make_pass(guest)}")


async def here(request: Request) -> Response:
    """Who that link makes this browser; looking at it uses nothing up."""
    site = site_of(request)
    guest = await site.guests.read_pass(request.path_params["token"])
    found = await brings(site, site.guests.read(request.cookies), guest)
    return await page(request, "here.html", name=await site.house.name_of(guest), brings=found)


async def be_here(request: Request) -> Response:
    """Be that guest in this browser, too."""
    site = site_of(request)
    fields = await read_form(request, site.limits.body)
    return await become(request, await site.guests.use_pass(request.path_params["token"]), fields)


async def recover(request: Request) -> Response:
    """Where a recovery phrase is typed in."""
    return await _recover(request)


async def be_recovered(request: Request) -> Response:
    """Be the guest whose phrase was typed; what is wrong with it comes back with the reason."""
    site = site_of(request)
    fields = await read_form(request, site.limits.body)
    typed = fields.get("phrase", "")[: phrases.MOST_TYPED]
    try:
        guest = await site.phrases.owner(site, address_of(request), typed)
    except Refused as error:
        return await _recover(request, typed, str(error), 429 if str(error) == MANY_TRIES else 409)
    return await become(request, guest, fields)


async def _recover(request: Request, typed: str = "", error: str | None = None, status: int = 200) -> Response:
    site = site_of(request)
    found = await brings(site, site.guests.read(request.cookies))
    return await page(request, "recover.html", status=status, typed=typed, error=error, brings=found)


async def brings(site: Site, guest: str | None, other: str | None = None) -> leaving.Stakes | None:
    """What this browser has that would have to come along; None if that is nothing."""
    if guest is None or guest == other:
        return None
    found = await site.house.store.read(lambda db: leaving.read_stakes(db, guest))
    return found if found.finished or found.running else None


async def become(request: Request, guest: str, fields: dict[str, str]) -> Response:
    """This browser is that guest from now on; what it had comes along if it was said so."""
    site = site_of(request)
    before = site.guests.read(request.cookies)
    if before is not None and fields.get("bring") == "yes":
        await merging.merge(site.house, before, guest)
    return go(request, "/", guest, True)


# a recovery phrase ------------------------------------------------------------------------------------------------


async def make_phrase(request: Request) -> Response:
    """A new recovery phrase, shown this once."""
    guest, _ = await sender(request, NOTHING)
    site = site_of(request)
    return await show(request, phrase=(await site.phrases.make(site, guest)).split())


# whom I don't read -----------------------------------------------------------------------------------------------


async def hear(request: Request) -> Response:
    """Read somebody again who was ignored."""
    guest, fields = await sender(request, NOTHING)
    await site_of(request).house.ignoring.hear_named(guest, fields.get("who", ""))
    return go(request, "/me#ignored", guest, False)


# how strong I am --------------------------------------------------------------------------------------------------


async def want_ratings(request: Request) -> Response:
    """Want ratings from now on, or none any more."""
    guest, fields = await sender(request, NOTHING)
    await site_of(request).ratings.want(guest, fields.get("on") == "yes")
    return go(request, "/me#ratings", guest, False)


# all that is mine -------------------------------------------------------------------------------------------------


async def everything(request: Request) -> Response:
    """All that the house keeps of whoever asks, as a file."""
    site = site_of(request)
    guest = site.guests.read(request.cookies)
    if guest is None:
        raise Refused(NOTHING)
    if not site.exports.take(asker(request, guest)):
        raise Refused(TOO_OFTEN)
    await site.house.chronicle.played(guest)  # results that were never kept are found first
    found = await site.house.store.read(lambda db: read_mine(db, guest))
    headers = as_file("dicehouse-mine.json")
    return Response(codec.pretty(found), media_type="application/json", headers=headers)


async def leave(request: Request) -> Response:
    """What goes and what stays if all that is yours is deleted."""
    site = site_of(request)
    guest = site.guests.read(request.cookies)
    stakes = await site.house.store.read(lambda db: leaving.read_stakes(db, guest or ""))
    return await page(request, "leave.html", known=guest is not None, stakes=stakes, sure=False, done=False)


async def left(request: Request) -> Response:
    """Asked twice, everything is deleted; the browser is a stranger then."""
    guest, fields = await sender(request, NOTHING_HERE)
    site = site_of(request)
    if fields.get("sure") != "yes":
        stakes = await site.house.store.read(lambda db: leaving.read_stakes(db, guest))
        return await page(request, "leave.html", known=True, stakes=stakes, sure=True, done=False)
    stakes = await leaving.leave(site.house, guest)
    request.scope["headers"] = [one for one in request.scope["headers"] if one[0] != b"cookie"]
    answer = await page(Request(request.scope), "leave.html", known=False, stakes=stakes, sure=False, done=True)
    answer.delete_cookie(COOKIE, httponly=True, samesite="lax", secure=request.url.scheme == "https")
    return answer


async def privacy(request: Request) -> Response:
    """What the house keeps of whom, and for how long, in plain words."""
    return await page(request, "privacy.html", public=True, keep=site_of(request).keep)
