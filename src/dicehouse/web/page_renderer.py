"""Render templates, with the values and functions that all of them use, such as the picture of a game."""

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

from dicehouse import games
from dicehouse.core.game import Game
from dicehouse.errors import UnknownGame

from ..i18n import DEFAULT_LANGUAGE, Percent, Text, current_language, in_language
from ..i18n import _ as text_of
from ..i18n import ngettext as text_of_number
from ..i18n import pgettext as text_in_context
from ..i18n.catalogues import PageMessages, server_page_messages
from ..i18n.language import localize_number
from ..i18n.text import MINUS_SIGN, as_html, join_texts
from ..server.accounts.names import shown_name
from ..text_format import count_players
from .app_services import services_of
from .build_manifest import MANIFEST_FILE, scripts_of_game
from .compression import compress_response
from .page_in_other_languages import page_in_other_languages
from .path_prefix import add_prefix, prefix_of, root_attribute
from .reader_language import language_choices
from .rule_texts import rule_texts_url

WEB_FOLDER = Path(__file__).parent
STATIC_FOLDER = WEB_FOLDER / "static"
PICTURE_NAME = re.compile(r"(-[a-z0-9-]+)?\.(svg|png)")  # what follows the id of a game


def _make_environment() -> Environment:
    found = Environment(
        loader=FileSystemLoader(WEB_FOLDER / "templates"),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        finalize=_in_current_language,
    )
    found.globals.update(_=_html_text, ngettext=_html_text_of_number, pgettext=_html_text_in_context)
    found.globals.update(language=current_language, language_choices=language_choices)
    found.globals.update(root_attribute="")  # a page below a path gets its own
    found.globals.update(static=static_url, has_static=has_static, built=build_id, parts=table_script_urls)
    found.globals.update(rule_texts_url=rule_texts_url, script_messages=_script_messages)
    found.globals.update(anchor=_anchor, bold=_bold, code=_code, percent=_percent)
    found.filters.update(
        points=_localized_number,
        number=_localized_number,
        with_names=mark_names,
        face=_face_text,
        people=lambda span: count_players(*span),
        names_at=lambda seat, names: names[seat],
        join_texts=join_texts,
        shown_name=shown_name,
    )
    return found


def _in_current_language(value: Any) -> Any:
    """Return what a template shows, in the current language if it is a text."""
    return in_language(value) if isinstance(value, Text) else value


def _html_text(message: str, /, **arguments: Any) -> Markup:
    """Return a message of a template in the current language, as HTML; only arguments of Markup are not escaped."""
    return as_html(text_of(message, **arguments))


def _html_text_of_number(one: str, several: str, n: int, /, **arguments: Any) -> Markup:
    return as_html(text_of_number(one, several, n, **arguments))


def _html_text_in_context(context: str, message: str, /, **arguments: Any) -> Markup:
    return as_html(text_in_context(context, message, **arguments))


def _script_messages() -> PageMessages | None:
    """Return the translations that the scripts of a page need; None in English."""
    return None if current_language() == DEFAULT_LANGUAGE else server_page_messages(current_language())


def _anchor(address: str, text: str) -> Markup:
    """Return a link, for a sentence that has it as an argument."""
    return Markup('<a href="{}">{}</a>').format(address, text)


def _bold(text: object) -> Markup:
    return Markup("<b>{}</b>").format(in_language(text))


def _code(text: str) -> Markup:
    return Markup('<code translate="no">{}</code>').format(text)


def _percent(share: float, digits: int = 0) -> str:
    return Percent(share, digits).in_language(current_language())


def _localized_number(value: float, digits: int = 0, *, signed: bool = False) -> str:
    """Return a number as the reader's language writes it, with so many decimals; `signed` puts a plus before it."""
    text = localize_number(f"{value:{'+' if signed else ''},.{digits}f}", current_language())
    return text.replace("-", MINUS_SIGN)


def _face_text(face: int) -> str:
    return str(face) if face else in_language(text_of("hidden"))


@lru_cache(maxsize=256)
def _file_hash(path: Path, stamp: int) -> str:
    return hashlib.sha256(path.read_bytes()).hexdigest()[:10]


def file_version(path: Path) -> str:
    """Return the part of a built file's address that changes when the file does."""
    return _file_hash(path, path.stat().st_mtime_ns)


def static_url(name: str) -> str:
    """Return the address of a built file; it changes when the file does, so browsers may cache it without limit."""
    try:
        return f"/static/{name}?v={file_version(static_path(name))}"
    except OSError:
        return f"/static/{name}"


def build_id() -> str:
    """Return the id of the build of the table's page that this server has; a page with another one is out of date."""
    return "".join(static_url(name).partition("?v=")[2] for name in ("table.js", "table.css"))


def table_script_urls(game: str) -> tuple[list[str], list[str]]:
    """Return the addresses of the scripts with which a game's table starts, and of all that its page may load later."""
    try:
        first, later = scripts_of_game(STATIC_FOLDER, (STATIC_FOLDER / MANIFEST_FILE).stat().st_mtime_ns, game)
    except OSError:  # nothing is built
        return [], []
    return [f"/static/{name}" for name in first], [f"/static/{name}" for name in later]


def has_static(name: str) -> bool:
    try:
        return static_path(name).is_file()
    except OSError:  # a name that no file can have, as from a damaged table
        return False


def static_path(name: str) -> Path:
    """Return the path of a built file, or of the same picture in the folder of an added game that has its own."""
    if name.startswith("art/") and not (STATIC_FOLDER / name).is_file():
        return added_picture(name) or STATIC_FOLDER / name
    return STATIC_FOLDER / name


def added_picture(name: str) -> Path | None:
    """Return the path of `name` ("art/pig.svg", "art/pig-mode-quick.svg") in the folder of an added game, or None."""
    for game_id in games.all_games():
        if game_id not in games.BUILT_IN and PICTURE_NAME.fullmatch(name.removeprefix(f"art/{game_id}")):
            place = games.find(game_id).folder / name
            if place.is_file():
                return place
    return None


def mark_names(text: str, names: list[str]) -> Markup:
    """Mark the seats' names in a sentence of the log, each with its colour; the rest is plain text."""

    text = in_language(text)
    out, at = Markup(""), 0
    for found in re.finditer(r"\{([0-9])\}", text):
        seat = int(found[1])
        out += escape(text[at : found.start()])
        if seat < len(names):
            out += Markup('<b class="name p{}" translate="no">{}</b>').format(seat + 1, in_language(names[seat]))
        at = found.end()
    return out + escape(text[at:])


templates = _make_environment()


def game_picture(game: Game) -> str:
    """Return the address of a game's picture, or of the one for games without a picture."""
    own = f"art/{game.id}.svg"
    return own if has_static(own) else "art/game.svg"


def preview_picture(game: Game) -> str:
    """Return the address of a game's picture for previews in chats, which show PNG but seldom SVG."""
    own = f"art/{game.id}.png"
    return static_url(own if has_static(own) else "art/game.png")


def game_name(game: str) -> str:
    """Return the name of a game, or its id if this server no longer has it."""
    try:
        return games.find(game).name
    except UnknownGame:
        return game


def game_picture_by_id(game: str) -> str:
    """Return the address of the picture of the game with this id."""
    try:
        return game_picture(games.find(game))
    except UnknownGame:
        return "art/game.svg"


async def render_page(
    request: Request, template: str, *, status: int = 200, public: bool = False, **context: Any
) -> Response:
    """Render a page with its reader's name. It is compressed for clients without a cookie, and for all if it is
    `public`: if it holds nothing private."""
    site = services_of(request)
    guest = site.guests.read(request.cookies)
    if guest is not None:
        site.guests.came(guest, current_language())
    own_name = await site.registry.name_of(guest) if guest else None
    old_browser = "old" in request.query_params  # sent here by old-browser.js
    prefix = prefix_of(request)
    html = templates.get_template(template).render(
        own_name=own_name,
        path=page_in_other_languages(request, status),
        old_browser=old_browser,
        root_attribute=root_attribute(prefix),
        in_tab=site.alone,
        tab_site=site.tab_site,
        **context,
    )
    html = add_prefix(html, prefix)
    response = HTMLResponse(html, status_code=status)
    return await compress_response(request, response) if public or guest is None else response
