"""Let a device install the server's page as an app: the manifest, the service worker, and the page without connection.

The service worker keeps the files that `kept_files` lists, and nothing else.
"""

from __future__ import annotations

import hashlib
import json

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response

from ...i18n import _, current_language, in_language, using_language
from ..app_services import services_of
from ..page_renderer import STATIC_FOLDER, WEB_FOLDER, has_static, render_page, static_url, templates
from ..reader_language import is_language

ICONS = (("icons/192.png", 192, "any"), ("icons/512.png", 512, "any"), ("icons/maskable.png", 512, "maskable"))
DAY, LAMP = "#d5e0d0", "#12302b"  # --wall in ui/src/shared/styles/tokens.css, and in app_head.html
OFFLINE_PAGE = "offline.html"
KEPT = ("house.css", "icons.svg", "favicon.svg", "icons/192.png")


async def manifest(_request: Request) -> Response:
    """Return the manifest in the reader's language."""
    return Response(
        json.dumps(manifest_facts(), ensure_ascii=False),
        media_type="application/manifest+json",
        headers={"Cache-Control": "no-cache"},
    )


def manifest_facts() -> dict[str, object]:
    """Return what a manifest says. Its addresses are relative to its own, which may be below a path."""
    return {
        "name": "Dicehouse",
        "short_name": "Dicehouse",
        "description": in_language(_("Dice games with friends and bots")),
        "lang": current_language(),
        "start_url": "./",
        "scope": "./",
        "display": "standalone",
        "background_color": DAY,
        "theme_color": DAY,
        "categories": ["games"],
        "icons": [
            {"src": _relative(static_url(name)), "sizes": f"{size}x{size}", "type": "image/png", "purpose": purpose}
            for name, size, purpose in ICONS
        ],
    }


async def service_worker_script(request: Request) -> Response:
    """Return the service worker, in the reader's language."""
    language = current_language()
    tab_site = services_of(request).tab_site
    offline, files = f"offline/{language}", kept_files()
    told = "|".join([*files, templates.get_template(OFFLINE_PAGE).render(tab_site=tab_site)])
    values = {
        '"Your turn"': json.dumps(in_language(_("Your turn"))),
        '"VERSION"': json.dumps(hashlib.sha256(told.encode()).hexdigest()[:10]),
        '"OFFLINE"': json.dumps(offline),
        '["FILES"]': json.dumps([offline, *files]),
        '"ICON"': json.dumps(_relative(static_url("icons/192.png"))),
    }
    text = (WEB_FOLDER / "templates" / "sw.js").read_text(encoding="utf-8")
    for name, value in values.items():
        text = text.replace(name, value)
    return Response(text, media_type="text/javascript", headers={"Cache-Control": "max-age=3600"})


def kept_files() -> list[str]:
    """Return the files that the service worker keeps, each under an address that changes when the file does."""
    fonts = sorted(f"fonts/{file.name}" for file in (STATIC_FOLDER / "fonts").glob("*.woff2"))
    versioned = [_relative(static_url(name)) for name in KEPT if has_static(name)]
    return [*versioned, *(f"static/{name}" for name in fonts)]


async def offline_page(request: Request) -> Response:
    """Return the page that the service worker shows without a connection. It is the same for everybody."""
    language = request.path_params["language"]
    if not is_language(language):
        raise HTTPException(404)
    scope = {**request.scope, "headers": [pair for pair in request.scope["headers"] if pair[0] != b"cookie"]}
    with using_language(language):
        return await render_page(Request(scope), OFFLINE_PAGE, public=True)


def _relative(address: str) -> str:
    return address.removeprefix("/")
