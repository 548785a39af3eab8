"""Use the WebAuthn library: make the options for browsers, and verify their answers.

The library is an extra (`passkeys`), so it is imported only where it is needed.
"""

from __future__ import annotations

import ipaddress
import json
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, TypeVar
from urllib.parse import urlsplit

import anyio
from starlette.requests import Request

from ..i18n import _
from ..server.accounts import passkeys
from ..server.accounts.passkeys import Passkey
from ..server.seats import Refused
from .app_services import services_of
from .origins import parse_referrer
from .reachable_address import request_base_url

T = TypeVar("T")
NOT_INSTALLED = _("This server has no passkeys. Its host needs to install the extra “passkeys”.")
NOT_HTTPS = _("Passkeys only work over https with a domain name.")
NEEDS_JAVASCRIPT = _("Passkeys need JavaScript. A recovery phrase works without it.")
NOT_VERIFIED = _("Your passkey couldn't be verified. Try again, or use your recovery phrase.")
MAX_CREDENTIAL_LENGTH = 16_000  # characters of a browser's answer


@dataclass(frozen=True, slots=True)
class RelyingParty:
    """Describe the server as passkeys know it: the domain that they are bound to, and the address of its pages."""

    name: str
    origin: str


def has_webauthn() -> bool:
    """Return True if this server can check passkeys, which needs the extra `passkeys`."""
    try:
        import webauthn  # noqa: F401  # only whether it is there
    except ImportError:
        return False
    return True


def relying_party_of(request: Request) -> RelyingParty:
    """Return the server at its configured address or, without one, as this browser reaches it; raise Refused, with the
    reason, if it can't have passkeys there."""
    if not has_webauthn():
        raise Refused(NOT_INSTALLED)
    where = parse_referrer(services_of(request).address or request_base_url(request))
    if where is None or _is_ip_address(where.name):
        raise Refused(NOT_HTTPS)
    if where.scheme == "https" or where.name == "localhost" or where.name.endswith(".localhost"):
        return RelyingParty(where.name, str(where))
    raise Refused(NOT_HTTPS)


def _is_ip_address(name: str) -> bool:
    try:
        ipaddress.ip_address(name)
    except ValueError:
        return not name
    return True


def explain_unavailable(request: Request) -> str | None:
    """Return the reason why passkeys can't be used here; None if they can."""
    try:
        relying_party_of(request)
    except Refused as error:
        return str(error)
    return None


# options ------------------------------------------------------------------------------------------------------------


def registration_options(place: RelyingParty, name: str, handle: bytes, challenge: bytes, own: list[Passkey]) -> str:
    """Return the options with which a browser makes a passkey, as JSON; a device that already has one of `own` makes
    none."""
    from webauthn import base64url_to_bytes, generate_registration_options, options_to_json
    from webauthn.helpers.structs import (
        AuthenticatorSelectionCriteria,
        PublicKeyCredentialDescriptor,
        ResidentKeyRequirement,
        UserVerificationRequirement,
    )

    where = urlsplit(place.origin)
    options = generate_registration_options(
        rp_id=place.name,
        rp_name="Dicehouse",
        user_name=name,
        user_display_name=name if where.port is None else f"{name} ({where.netloc})",  # devices know no ports
        user_id=handle,
        challenge=challenge,
        timeout=passkeys.SECONDS * 1000,
        authenticator_selection=AuthenticatorSelectionCriteria(
            resident_key=ResidentKeyRequirement.REQUIRED, user_verification=UserVerificationRequirement.PREFERRED
        ),
        exclude_credentials=[PublicKeyCredentialDescriptor(id=base64url_to_bytes(key.id)) for key in own],
    )
    return str(options_to_json(options))


def authentication_options(place: RelyingParty, challenge: bytes) -> str:
    """Return the options with which a browser uses a passkey of this server, of any guest, as JSON."""
    from webauthn import generate_authentication_options, options_to_json

    timeout = passkeys.SECONDS * 1000
    return str(options_to_json(generate_authentication_options(rp_id=place.name, challenge=challenge, timeout=timeout)))


# verification -------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class PasskeyResponse:
    """Hold a browser's answer about a passkey: its id, and the challenge that it claims to answer."""

    credential: dict[str, Any]
    id: str
    challenge: bytes


def parse_passkey_response(text: str) -> PasskeyResponse:
    """Parse the answer in a form; raise Refused if it can't be read."""
    if not has_webauthn():
        raise Refused(NOT_INSTALLED)
    if not text:
        raise Refused(NEEDS_JAVASCRIPT)
    from webauthn import base64url_to_bytes

    try:
        credential = json.loads(text[:MAX_CREDENTIAL_LENGTH])
        client_data = json.loads(base64url_to_bytes(credential["response"]["clientDataJSON"]))
        return PasskeyResponse(dict(credential), str(credential["id"]), base64url_to_bytes(client_data["challenge"]))
    except Exception:  # input from outside can be wrong in any way
        raise Refused(NOT_VERIFIED) from None


async def verify_registration(place: RelyingParty, said: PasskeyResponse) -> tuple[bytes, int]:
    """Return the public key and the counter of a passkey that was made for its challenge here; raise Refused
    otherwise."""
    from webauthn import verify_registration_response
    from webauthn.helpers import bytes_to_base64url

    def check() -> tuple[bytes, int]:
        found = verify_registration_response(
            credential=said.credential,
            expected_challenge=said.challenge,
            expected_rp_id=place.name,
            expected_origin=place.origin,
        )
        if bytes_to_base64url(found.credential_id) != said.id:
            raise ValueError("another id")
        return found.credential_public_key, found.sign_count

    return await _verify_in_thread(check)


async def verify_authentication(place: RelyingParty, said: PasskeyResponse, key: Passkey) -> int:
    """Return the counter of a passkey that answered its challenge here; raise Refused otherwise."""
    from webauthn import verify_authentication_response

    def check() -> int:
        found = verify_authentication_response(
            credential=said.credential,
            expected_challenge=said.challenge,
            expected_rp_id=place.name,
            expected_origin=place.origin,
            credential_public_key=key.public,
            credential_current_sign_count=key.signed,
        )
        return int(found.new_sign_count)

    return await _verify_in_thread(check)


async def _verify_in_thread(check: Callable[[], T]) -> T:
    """Run `check` in a thread, so that other requests don't wait."""
    try:
        return await anyio.to_thread.run_sync(check)
    except Exception:  # as above
        raise Refused(NOT_VERIFIED) from None
