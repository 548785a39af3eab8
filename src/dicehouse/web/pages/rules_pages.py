"""Serve the rules of the games, and the explanations of their components."""

from __future__ import annotations

from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from dicehouse import games
from dicehouse.core.game import Game
from dicehouse.errors import BadSetting

from ...i18n import _, current_language, pgettext, using_language
from ...text_format import count_players, shorten
from .. import markdown_to_html, rule_texts, socket_messages
from ..compression import compress_response
from ..form_posts import SEE_OTHER
from ..page_renderer import game_picture, render_page
from ..reader_language import is_language
from ..request_parsing import parse_number
from ..static_files import CACHE_FOREVER, CACHE_REVALIDATE
from .lesson_pages import list_lessons


async def rules_index_page(request: Request) -> Response:
    """Return the page with all games, to choose one and read its rules."""
    found = list(games.all_games().values())
    if len(found) == 1:
        return RedirectResponse(f"/rules/{found[0].id}", SEE_OTHER)
    return await render_page(
        request, "rules_index.html", public=True, games=[(game, game_picture(game)) for game in found]
    )


async def rules_page(request: Request) -> Response:
    """Return the page with a game's rules and rulings."""
    game = games.find(request.path_params["game"])
    table = pgettext("of numbers", "Table").in_language(current_language())
    text = markdown_to_html.render_markdown(game_rules_text(game), table)
    return await render_page(request, "rules.html", public=True, game=game, lessons=list_lessons(game), text=text)


async def glossary_json(request: Request) -> Response:
    """Return the explanation of each kind of component of a game, for the page on which a player touches it."""
    game = games.find(request.path_params["game"])
    terms = [{"name": term.name, "title": term.title, "text": term.text} for term in game.hooks.GLOSSARY]
    data = socket_messages.encode_json(terms)
    headers = {"Cache-Control": "max-age=3600"}
    return await compress_response(request, Response(data, media_type="application/json", headers=headers))


async def rule_texts_json(request: Request) -> Response:
    """Return the texts about a game's rules, with the settings and the number of players in the address.

    With `later=1`, return only what the parts say that the page loads later.
    """
    game, query = games.find(request.path_params["game"]), request.query_params
    settings = {name.removeprefix("set-"): value for name, value in query.items() if name.startswith("set-")}
    players = _parse_players(game, query.get("players", str(game.usual)))
    language = query.get("lang", current_language())
    with using_language(language if is_language(language) else current_language()):
        texts = rule_texts.rule_texts_json(game, settings, players)
        answer = rule_texts.later_texts_json(game) if query.get("later") == "1" else texts
    known = query.get("v") == rule_texts.rule_texts_version(texts)
    headers = {"Cache-Control": CACHE_FOREVER if known else CACHE_REVALIDATE}
    return await compress_response(request, Response(answer, media_type="application/json", headers=headers))


def _parse_players(game: Game, text: str) -> int:
    low, high = game.players
    number = parse_number(text, 3) or 0
    if not low <= number <= high:
        raise BadSetting(
            _(
                "{game} is for {players}, not {value}.",
                game=game.name,
                players=count_players(low, high),
                value=shorten(text),
            )
        )
    return number


def game_rules_text(game: Game) -> str:
    """Return the README of a game's folder, without its title."""
    path = game.readme_path
    text = path.read_text(encoding="utf-8") if path.is_file() else game.tagline
    return text.partition("\n")[2] if text.startswith("# ") else text
