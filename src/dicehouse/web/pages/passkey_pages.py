"""Make passkeys on the profile page, and use them in another browser to continue there as the same guest."""

from __future__ import annotations

import time

from starlette.requests import Request
from starlette.responses import Response

from ...i18n import _
from ...server.accounts import passkeys
from ...server.accounts.names import GUEST
from ...server.accounts.passkeys import MAKE, USE, Passkey
from ...server.seats import Refused
from ..app_services import AppServices, services_of
from ..code_attempt_limit import client_address
from ..form_posts import FormFields, guest_form, read_label
from ..page_renderer import render_page
from ..passkey_verification import (
    NEEDS_JAVASCRIPT,
    authentication_options,
    explain_unavailable,
    parse_passkey_response,
    registration_options,
    relying_party_of,
    verify_authentication,
    verify_registration,
)
from ..request_parsing import read_form
from . import guest_transfer_pages, profile_page

TOO_MANY = _("You have {n} passkeys. Remove one that you don't need.", n=passkeys.MOST)
ALREADY_KNOWN = _("You already have that passkey.")
UNKNOWN = _(
    "This server doesn't know that passkey. It was removed, or it belongs to another server with the same name."
)
NO_LABEL = _("The name of a passkey has 1 to {n} characters.", n=passkeys.LABEL_LENGTH)
TOO_MANY_ATTEMPTS = _("Too many attempts. Wait a minute and try again.")
NO_STORE = {"Cache-Control": "no-store"}


# making a passkey ---------------------------------------------------------------------------------------------------


async def _render_error(request: Request, error: str, fields: FormFields) -> Response:
    return await profile_page.render_profile(request, passkey_error=error, status=400)


_passkey_form = guest_form("/me#passkeys", _render_error)


@_passkey_form
async def registration_options_json(request: Request, site: AppServices, fields: FormFields, guest: str) -> Response:
    """Return the options with which a browser makes a passkey, as JSON."""
    place, own, keyring = relying_party_of(request), await _passkeys_below_limit(site, guest), site.registry.keyring
    name = await site.registry.name_of(guest) or GUEST
    handle, challenge = passkeys.handle(keyring, guest), passkeys.challenge(keyring, MAKE, guest)
    return _json_response(registration_options(place, name, handle, challenge, own))


def _json_response(options: str) -> Response:
    return Response(options, media_type="application/json", headers=NO_STORE)


async def _passkeys_below_limit(site: AppServices, guest: str) -> list[Passkey]:
    own = await site.registry.store.read(lambda db: passkeys.read_passkeys(db, guest))
    if len(own) >= passkeys.MOST:
        raise Refused(TOO_MANY)
    return own


@_passkey_form
async def save_passkey(request: Request, site: AppServices, fields: FormFields, guest: str) -> None:
    """Store the public key of a passkey that was made."""
    place, label = relying_party_of(request), read_label(fields, passkeys.LABEL_LENGTH, NO_LABEL)
    await _passkeys_below_limit(site, guest)
    said = parse_passkey_response(fields.get("credential", ""))
    passkeys.check_challenge(site.registry.keyring, MAKE, guest, said.challenge)
    public, signed = await verify_registration(place, said)
    if await site.registry.store.read(lambda db: passkeys.read_passkey(db, said.id)) is not None:
        raise Refused(ALREADY_KNOWN)
    kept = Passkey(said.id, guest, label, public, signed, time.time())
    await passkeys.use_up(site.registry.store, said.challenge, passkeys.insert_passkey(kept))


@_passkey_form
async def remove_passkey(request: Request, site: AppServices, fields: FormFields, guest: str) -> None:
    """Remove a passkey; from now on it signs nobody in."""
    await site.registry.store.write(passkeys.delete_passkey(guest, fields.get("id", "")))


# using a passkey ----------------------------------------------------------------------------------------------------


async def passkey_page(request: Request) -> Response:
    """Return the page on which a passkey is used."""
    return await _render_passkey_page(request)


async def _render_passkey_page(request: Request, error: str | None = None, status: int = 200) -> Response:
    site = services_of(request)
    brings = await guest_transfer_pages.data_to_bring(site, site.guests.read(request.cookies))
    why = explain_unavailable(request)
    return await render_page(
        request, "passkey.html", status=status, error=error, why=why, no_script=NEEDS_JAVASCRIPT, brings=brings
    )


async def authentication_options_json(request: Request) -> Response:
    """Return the options with which a browser uses a passkey of this server, of any guest, as JSON."""
    site = services_of(request)
    await read_form(request)
    check_attempt_limit(request, site)
    challenge = passkeys.challenge(site.registry.keyring, USE, site.guests.read(request.cookies))
    return _json_response(authentication_options(relying_party_of(request), challenge))


def check_attempt_limit(request: Request, site: AppServices) -> None:
    if not site.passkeys.take(client_address(request)):
        raise Refused(TOO_MANY_ATTEMPTS)


async def sign_in_with_passkey(request: Request) -> Response:
    """Make this browser the guest whose passkey answered; a wrong answer comes back with the reason."""
    site = services_of(request)
    fields = await read_form(request)
    try:
        check_attempt_limit(request, site)
        guest = (await verified_passkey(request, site, fields)).guest
    except Refused as error:
        return await _render_passkey_page(request, str(error), 429 if str(error) == TOO_MANY_ATTEMPTS else 409)
    return await guest_transfer_pages.become_guest(request, guest, fields)


async def verified_passkey(request: Request, site: AppServices, fields: FormFields) -> Passkey:
    """Return the passkey that answered a challenge of this server; raise Refused if the answer is wrong."""
    place, store = relying_party_of(request), site.registry.store
    said = parse_passkey_response(fields.get("credential", ""))
    passkeys.check_challenge(site.registry.keyring, USE, site.guests.read(request.cookies), said.challenge)
    key = await store.read(lambda db: passkeys.read_passkey(db, said.id))
    if key is None:
        raise Refused(UNKNOWN)
    signed = await verify_authentication(place, said, key)
    await passkeys.use_up(store, said.challenge, passkeys.set_used(key.id, signed, time.time()))
    return key
