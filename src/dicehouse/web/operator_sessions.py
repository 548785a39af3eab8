"""Remember in a signed cookie that an operator signed in with a passkey; it holds for a while, in one browser."""

from __future__ import annotations

import hmac
import time
from dataclasses import dataclass

from starlette.requests import Request
from starlette.responses import Response

from ..server import operators
from ..server.accounts import passkeys
from .app_services import AppServices
from .guest_cookies import OPERATOR_PATH

SESSION_SECONDS = 2 * 3600


@dataclass(frozen=True, slots=True)
class Session:
    """Hold the operator of a request."""

    guest: str


def begin(request: Request, site: AppServices, response: Response, guest: str, passkey: str) -> None:
    """Let this browser be the operator `guest`, who used the passkey with that id."""
    what = f"{guest}.{passkey}.{int(time.time()) + SESSION_SECONDS}"
    response.set_cookie(
        site.guests.operator_name,
        f"{what}.{_sign(site, what)}",
        path=OPERATOR_PATH,
        httponly=True,
        samesite="strict",
        secure=request.url.scheme == "https",
    )


async def session_of(request: Request, site: AppServices) -> Session | None:
    """Return the session of a request; None if nobody signed in, it is over, the host no longer names the guest, or the
    passkey was removed."""
    what, _, signature = request.cookies.get(site.guests.operator_name, "").rpartition(".")
    if not hmac.compare_digest(_sign(site, what).encode(), signature.encode("utf-8", "replace")):
        return None
    guest, passkey, until = what.split(".")
    if int(until) < time.time() or not operators.is_operator(site.registry.keyring, guest, site.operators):
        return None
    key = await site.registry.store.read(lambda db: passkeys.read_passkey(db, passkey))
    return Session(guest) if key is not None and key.guest == guest else None


def _sign(site: AppServices, what: str) -> str:
    return site.registry.keyring.derive("operator session", what).hex()[:32]
