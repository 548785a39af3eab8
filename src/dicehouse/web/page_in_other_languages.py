"""Find the page that a choice of language leads back to, also from the answer to a form."""

from __future__ import annotations

from collections.abc import Iterator
from urllib.parse import unquote, urlsplit

from starlette.requests import Request
from starlette.routing import Match, Route

from .path_prefix import prefix_of


def page_in_other_languages(request: Request, status: int) -> str:
    """Return the address to which a choice of language leads from the answer to `request`: a page of this server.

    After a form that is the page with the form, or else the address of the form or the nearest one above it that a
    reader can open. With the `status` 404, what the form is about is gone, so that it is the home page.
    """
    asked = request.url.path
    if request.method in ("GET", "HEAD") and status != 405:
        return asked
    candidates = _candidates(request, asked) if status != 404 else ()
    return next((each for each in candidates if _is_page(request, each.partition("?")[0])), "/")


def _candidates(request: Request, asked: str) -> Iterator[str]:
    """Yield the page that the browser says the form was on, the address itself, and the addresses above it."""
    try:
        form = urlsplit(request.headers.get("referer", ""))
    except ValueError:
        form = urlsplit("")
    prefix = prefix_of(request)
    if form.netloc == request.headers.get("host") and form.path.startswith(f"{prefix}/"):
        yield form.path.removeprefix(prefix) + (f"?{form.query}" if form.query else "")
    while asked.strip("/"):
        yield asked
        asked = asked.rstrip("/").rpartition("/")[0]


def _is_page(request: Request, path: str) -> bool:
    """Return True if a reader can open `path`."""
    scope = {**request.scope, "method": "GET", "path": unquote(path)}
    for route in request.app.routes:
        if isinstance(route, Route) and route.matches(scope)[0] is Match.FULL:
            return "." not in route.path
    return False
