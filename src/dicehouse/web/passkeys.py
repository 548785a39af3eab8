"""Passkeys: made on the page of one's things, and used in another browser to go on there as the same guest."""

from __future__ import annotations

import time

from starlette.requests import Request
from starlette.responses import Response

from dicehouse.errors import DicehouseError

from ..table.people import passkeys
from ..table.people.names import clean_chat
from ..table.people.passkeys import MAKE, USE, Passkey
from ..table.seats import Refused
from . import mine
from .authenticating import NO_SCRIPT, check_made, check_used, place_of, read_said, to_make, to_use, why_not
from .doing import Fields, form
from .guard import read_form
from .guessing import address_of
from .render import page
from .site import Site, site_of

TOO_MANY = f"You have {passkeys.MOST} passkeys; remove one that you don't need."
KNOWN = "That passkey is here already."
UNKNOWN = "No guest of this house has that passkey. Perhaps it was removed; your device may forget it, too."
NO_LABEL = f"A name for a passkey has 1 to {passkeys.LABEL_LENGTH} characters."
SLOWLY = "Many passkeys were tried from here; wait a minute."
NOT_KEPT = {"Cache-Control": "no-store"}


# making one ---------------------------------------------------------------------------------------------------------


async def _wrong(request: Request, error: str, fields: Fields) -> Response:
    return await mine.show(request, passkey_error=error, status=400)


_form = form("/me#passkeys", _wrong)


@_form
async def make_options(request: Request, site: Site, fields: Fields, guest: str) -> Response:
    """What this browser needs to make a passkey."""
    place, own, keyring = place_of(request), await _own(site, guest), site.house.keyring
    name = await site.house.name_of(guest) or "Guest"
    handle, challenge = passkeys.handle(keyring, guest), passkeys.challenge(keyring, MAKE, guest)
    return _as_json(to_make(place, name, handle, challenge, own))


def _as_json(options: str) -> Response:
    return Response(options, media_type="application/json", headers=NOT_KEPT)


async def _own(site: Site, guest: str) -> list[Passkey]:
    own = await site.house.store.read(lambda db: passkeys.read_passkeys(db, guest))
    if len(own) >= passkeys.MOST:
        raise Refused(TOO_MANY)
    return own


@_form
async def make(request: Request, site: Site, fields: Fields, guest: str) -> None:
    """Keep the public half of a passkey that was made."""
    place, label = place_of(request), _label(fields.get("label", ""))
    await _own(site, guest)
    said = read_said(fields.get("credential", ""))
    passkeys.check_challenge(site.house.keyring, MAKE, guest, said.challenge)
    public, signed = await check_made(place, said)
    if await site.house.store.read(lambda db: passkeys.read_passkey(db, said.id)) is not None:
        raise Refused(KNOWN)
    kept = Passkey(said.id, guest, label, public, signed, time.time())
    await passkeys.use_up(site.house.store, said.challenge, passkeys.insert_passkey(kept))


def _label(text: str) -> str:
    try:
        label = clean_chat(text)
    except DicehouseError:
        raise Refused(NO_LABEL) from None
    if len(label) > passkeys.LABEL_LENGTH:
        raise Refused(NO_LABEL)
    return label


@_form
async def remove(request: Request, site: Site, fields: Fields, guest: str) -> None:
    """From now on this passkey opens nothing."""
    await site.house.store.write(passkeys.delete_passkey(guest, fields.get("id", "")))


# using one ----------------------------------------------------------------------------------------------------------


async def show(request: Request) -> Response:
    """Where a passkey is used."""
    return await _show(request)


async def _show(request: Request, error: str | None = None, status: int = 200) -> Response:
    site = site_of(request)
    brings = await mine.brings(site, site.guests.read(request.cookies))
    why = why_not(request)
    return await page(request, "passkey.html", status=status, error=error, why=why, no_script=NO_SCRIPT, brings=brings)


async def use_options(request: Request) -> Response:
    """What this browser needs to use a passkey of this house, whoever's it is."""
    site = site_of(request)
    await read_form(request, site.limits.body)
    _slowly(request, site)
    challenge = passkeys.challenge(site.house.keyring, USE, site.guests.read(request.cookies))
    return _as_json(to_use(place_of(request), challenge))


def _slowly(request: Request, site: Site) -> None:
    if not site.passkeys.take(address_of(request)):
        raise Refused(SLOWLY)


async def use(request: Request) -> Response:
    """Be the guest whose passkey answered; what is wrong with it comes back with the reason."""
    site = site_of(request)
    fields = await read_form(request, site.limits.body)
    try:
        _slowly(request, site)
        guest = await _owner(request, site, fields)
    except Refused as error:
        return await _show(request, str(error), 429 if str(error) == SLOWLY else 409)
    return await mine.become(request, guest, fields)


async def _owner(request: Request, site: Site, fields: Fields) -> str:
    place, store = place_of(request), site.house.store
    said = read_said(fields.get("credential", ""))
    passkeys.check_challenge(site.house.keyring, USE, site.guests.read(request.cookies), said.challenge)
    key = await store.read(lambda db: passkeys.read_passkey(db, said.id))
    if key is None:
        raise Refused(UNKNOWN)
    signed = await check_used(place, said, key)
    await passkeys.use_up(store, said.challenge, passkeys.set_used(key.id, signed, time.time()))
    return key.guest
