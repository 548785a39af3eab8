"""Compress answers, but only those that hold nothing private to one reader.

The length of a compressed answer shows if two parts of it are alike. Where a page holds a player's hidden cards or an
invitation together with words of others, its length could be used to guess them. So pages made for one guest, and the
frames of a table, are sent uncompressed; only what a stranger would get too is compressed.
"""

from __future__ import annotations

import gzip

import anyio
from starlette.requests import Request
from starlette.responses import Response

MIN_COMPRESSED_SIZE = 1024  # bytes; a smaller answer fits into one packet anyway
GZIP_LEVEL = 6
MAX_INLINE_SIZE = 64 * 1024  # bytes; larger answers are compressed in a thread, so that no other request waits


def accepted_encodings(header: str) -> frozenset[str]:
    """Return the encodings that a browser accepts, from its Accept-Encoding `header`."""
    found = set()
    for one in header.lower().split(",")[:20]:
        name, _, rest = one.partition(";")
        weight = rest.replace(" ", "").removeprefix("q=")
        if not rest or weight.strip("0.") != "":
            found.add(name.strip())
    return frozenset(found)


async def compress_response(request: Request, response: Response) -> Response:
    """Return `response`, compressed if that is worth it and the browser accepts it."""
    body = bytes(response.body)
    if len(body) < MIN_COMPRESSED_SIZE:
        return response
    response.headers["Vary"] = "Accept-Encoding"
    if "gzip" in accepted_encodings(request.headers.get("accept-encoding", "")):
        response.body = await anyio.to_thread.run_sync(_gzip, body) if len(body) > MAX_INLINE_SIZE else _gzip(body)
        response.headers["Content-Encoding"] = "gzip"
        response.headers["Content-Length"] = str(len(response.body))
    return response


def _gzip(body: bytes) -> bytes:
    return gzip.compress(body, GZIP_LEVEL, mtime=0)
