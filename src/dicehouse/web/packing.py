"""Compress answers on their way, but only those without anything that one reader knows and others must not.

The length of a compressed answer tells whether two parts of it are alike. Where a page holds somebody's hidden cards or
an invitation beside words that others wrote, its length on the line could be used to guess them. So pages made for one
guest, and the frames of a table, are sent as they are; only what a stranger would be sent as well is compressed.
"""

from __future__ import annotations

import gzip

import anyio
from starlette.requests import Request
from starlette.responses import Response

WORTH = 1024  # bytes; below that a packet more or less decides
LEVEL = 6
AT_ONCE = 64 * 1024  # what is larger is compressed in a thread, so that nobody waits for it


def accepted(header: str) -> frozenset[str]:
    """The encodings that a browser takes, out of its Accept-Encoding."""
    found = set()
    for one in header.lower().split(",")[:20]:
        name, _, rest = one.partition(";")
        weight = rest.replace(" ", "").removeprefix("q=")
        if not rest or weight.strip("0.") != "":
            found.add(name.strip())
    return frozenset(found)


async def packed(request: Request, response: Response) -> Response:
    """The response, compressed if that is worth it and the browser takes it."""
    body = bytes(response.body)
    if len(body) < WORTH:
        return response
    response.headers["Vary"] = "Accept-Encoding"
    if "gzip" in accepted(request.headers.get("accept-encoding", "")):
        response.body = await anyio.to_thread.run_sync(_gzip, body) if len(body) > AT_ONCE else _gzip(body)
        response.headers["Content-Encoding"] = "gzip"
        response.headers["Content-Length"] = str(len(response.body))
    return response


def _gzip(body: bytes) -> bytes:
    return gzip.compress(body, LEVEL, mtime=0)
