"""Templates, and what all of them know."""

from __future__ import annotations

import hashlib
import re
from functools import lru_cache
from pathlib import Path
from typing import Any

from jinja2 import Environment, FileSystemLoader, StrictUndefined
from markupsafe import Markup, escape
from starlette.requests import Request
from starlette.responses import HTMLResponse, Response

from ..kit.settings import people
from .packing import packed
from .parts import LIST, parts_of
from .site import site_of

HERE = Path(__file__).parent
STATIC = HERE / "static"


def _environment() -> Environment:
    found = Environment(
        loader=FileSystemLoader(HERE / "templates"),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    found.globals.update(static=static, has_static=has_static, built=built, parts=parts)
    found.filters.update(
        number_word=_number_word,
        points=lambda value: f"{value:,}",
        told=told,
        face=_face,
        people=lambda span: people(*span),
    )
    return found


_NUMBERS = ("No", "One", "Two", "Three", "Four", "Five", "Six", "Seven", "Eight", "Nine", "Ten")


def _number_word(number: int) -> str:
    """ "Two things differ"."""
    word = _NUMBERS[number] if number < len(_NUMBERS) else str(number)
    return f"{word} thing differs" if number == 1 else f"{word} things differ"


def _face(face: int) -> str:
    return str(face) if face else "hidden"


@lru_cache(maxsize=256)
def _hash(path: Path, stamp: int) -> str:
    return hashlib.sha256(path.read_bytes()).hexdigest()[:10]


def version(path: Path) -> str:
    """What changes in the address of a built file when the file does."""
    return _hash(path, path.stat().st_mtime_ns)


def static(name: str) -> str:
    """The address of a built file; it changes when the file does, so that browsers may keep it for ever."""
    try:
        return f"/static/{name}?v={version(STATIC / name)}"
    except OSError:
        return f"/static/{name}"


def built() -> str:
    """Which build of the table's page this house serves; a page that holds another one is out of date."""
    return "".join(static(name).partition("?v=")[2] for name in ("table.js", "table.css"))


def parts(game: str) -> tuple[list[str], list[str]]:
    """The addresses of the scripts with which a game's table starts, and of all that its page may fetch later."""
    try:
        first, later = parts_of(STATIC, (STATIC / LIST).stat().st_mtime_ns, game)
    except OSError:  # nothing is built
        return [], []
    return [f"/static/{name}" for name in first], [f"/static/{name}" for name in later]


def has_static(name: str) -> bool:
    return (STATIC / name).is_file()


def told(text: str, names: list[str]) -> Markup:
    """A sentence of the log with the seats' names in it, each marked with its colour; the rest is plain text."""

    out, at = Markup(""), 0
    for found in re.finditer(r"\{([0-9])\}", text):
        seat = int(found[1])
        out += escape(text[at : found.start()])
        if seat < len(names):
            out += Markup('<b class="name p{}">{}</b>').format(seat + 1, names[seat])
        at = found.end()
    return out + escape(text[at:])


templates = _environment()


async def page(request: Request, template: str, *, status: int = 200, public: bool = False, **context: Any) -> Response:
    """A page in the look of the house, with its reader's name.

    It is compressed for strangers, and for all if it is `public`: if it holds nothing that only some may know.
    """
    site = site_of(request)
    guest = site.guests.read(request.cookies)
    if guest is not None:
        site.guests.came(guest)
    own_name = await site.house.name_of(guest) if guest else None
    html = templates.get_template(template).render(own_name=own_name, path=request.url.path, **context)
    response = HTMLResponse(html, status_code=status)
    return await packed(request, response) if public or guest is None else response
