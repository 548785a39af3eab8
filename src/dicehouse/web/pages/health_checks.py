"""Answer the health checks of a proxy or a service manager."""

from __future__ import annotations

from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response

from ..app_services import services_of


async def healthz(_: Request) -> Response:
    """Answer that the server runs; nothing else is checked."""
    return PlainTextResponse("ok\n")


async def readyz(request: Request) -> Response:
    """Answer "ready" after a test of the database; raise an error while the server should get no requests."""
    await services_of(request).registry.probe()
    return PlainTextResponse("ready\n")
