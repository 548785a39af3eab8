"""What the WebAuthn library does for the house: options for browsers, and judgements of what they answer.

It is an extra (`dicehouse[passkeys]`), so it is imported where it is needed.
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

from ..table.people import passkeys
from ..table.people.passkeys import Passkey
from ..table.seats import Refused
from .addresses import base_of

T = TypeVar("T")
NOT_HERE = "This house has no passkeys; its host has to install dicehouse[passkeys]."
NOT_SAFE = "Passkeys work over https only, at a house with a name; this page came another way."
NO_SCRIPT = "A passkey needs a script in your browser; a recovery phrase does the same without."
NOT_GOOD = "That passkey could not be checked. Try again, or use your recovery phrase."
LONGEST = 16_000  # characters of what a browser says of one


@dataclass(frozen=True, slots=True)
class Place:
    """The house as passkeys know it: the name that they are bound to, and where its pages come from."""

    name: str
    origin: str


def available() -> bool:
    """Whether this house can check passkeys: `pip install dicehouse[passkeys]`."""
    try:
        import webauthn  # noqa: F401  # only whether it is there
    except ImportError:
        return False
    return True


def place_of(request: Request) -> Place:
    """The house as this browser reaches it; Refused says why there can be no passkeys."""
    if not available():
        raise Refused(NOT_HERE)
    origin = base_of(request).lower()
    try:
        parts = urlsplit(origin)
        name = parts.hostname or ""
    except ValueError:
        raise Refused(NOT_SAFE) from None
    if not _is_number(name) and (parts.scheme == "https" or name == "localhost" or name.endswith(".localhost")):
        return Place(name, origin)
    raise Refused(NOT_SAFE)


def _is_number(name: str) -> bool:
    try:
        ipaddress.ip_address(name)
    except ValueError:
        return not name
    return True


def why_not(request: Request) -> str | None:
    """Why there can be no passkeys, if there can't."""
    try:
        place_of(request)
    except Refused as error:
        return str(error)
    return None


# options ------------------------------------------------------------------------------------------------------------


def to_make(place: Place, name: str, handle: bytes, challenge: bytes, own: list[Passkey]) -> str:
    """What a browser needs to make a passkey, as JSON; not on a device that has one of these already."""
    from webauthn import base64url_to_bytes, generate_registration_options, options_to_json
    from webauthn.helpers.structs import (
        AuthenticatorSelectionCriteria,
        PublicKeyCredentialDescriptor,
        ResidentKeyRequirement,
        UserVerificationRequirement,
    )

    options = generate_registration_options(
        rp_id=place.name,
        rp_name="Dicehouse",
        user_name=name,
        user_id=handle,
        challenge=challenge,
        timeout=passkeys.SECONDS * 1000,
        authenticator_selection=AuthenticatorSelectionCriteria(
            resident_key=ResidentKeyRequirement.REQUIRED, user_verification=UserVerificationRequirement.PREFERRED
        ),
        exclude_credentials=[PublicKeyCredentialDescriptor(id=base64url_to_bytes(key.id)) for key in own],
    )
    return str(options_to_json(options))


def to_use(place: Place, challenge: bytes) -> str:
    """What a browser needs to use a passkey of this house, whoever's it is."""
    from webauthn import generate_authentication_options, options_to_json

    timeout = passkeys.SECONDS * 1000
    return str(options_to_json(generate_authentication_options(rp_id=place.name, challenge=challenge, timeout=timeout)))


# judgements ---------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Said:
    """What a browser says of a passkey: its id, and the challenge that it claims to answer."""

    credential: dict[str, Any]
    id: str
    challenge: bytes


def read_said(text: str) -> Said:
    """What came in a form; Refused if nobody can make sense of it."""
    if not available():
        raise Refused(NOT_HERE)
    if not text:
        raise Refused(NO_SCRIPT)
    from webauthn import base64url_to_bytes

    try:
        credential = json.loads(text[:LONGEST])
        told = json.loads(base64url_to_bytes(credential["response"]["clientDataJSON"]))
        return Said(dict(credential), str(credential["id"]), base64url_to_bytes(told["challenge"]))
    except Exception:  # what comes from outside can be wrong in any way
        raise Refused(NOT_GOOD) from None


async def check_made(place: Place, said: Said) -> tuple[bytes, int]:
    """The public key of a passkey that was made for its challenge here, and its counter; else Refused."""
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

    return await _judged(check)


async def check_used(place: Place, said: Said, key: Passkey) -> int:
    """The counter of a passkey that answered its challenge here; else Refused."""
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

    return await _judged(check)


async def _judged(check: Callable[[], T]) -> T:
    """In a thread, beside everybody else's requests."""
    try:
        return await anyio.to_thread.run_sync(check)
    except Exception:  # as above
        raise Refused(NOT_GOOD) from None
