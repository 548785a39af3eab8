"""Collect a game's texts about its rules for the page, with the settings of a table."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from typing import Any
from urllib.parse import urlencode

from ..core.game import Game
from ..core.option import GlossaryTerm
from ..core.short_rules import section_data
from ..i18n import DEFAULT_LANGUAGE, current_language
from ..i18n.catalogues import page_messages
from .socket_messages import encode_json


def rule_texts_json(game: Game, settings: Mapping[str, object], players: int) -> bytes:
    """Return the glossary and the short rules of `game` as JSON, for a table of `players` with `settings`, sentences
    about what happens for the first time, and what the page says itself, all in the current language.

    A table of an earlier version may lack settings or have others: what is missing has its default, what is unknown is
    left out. Raise BadSetting if a setting has a value that the game does not allow.
    """
    complete = complete_known(game, settings)
    texts: dict[str, Any] = {
        "terms": [_term_data(term) for term in game.glossary(complete)],
        "first_time": game.first_time(complete),
        "rules": [section_data(section) for section in game.short_rules(complete, players)],
    }
    if current_language() != DEFAULT_LANGUAGE:
        texts["messages"] = page_messages(current_language(), game.id)
    return encode_json(texts)


def later_texts_json(game: Game) -> bytes:
    """Return as JSON what the parts say that a table's page loads later: nothing in English."""
    language = current_language()
    return encode_json(
        {} if language == DEFAULT_LANGUAGE else {"messages": page_messages(language, game.id, later=True)}
    )


def rule_texts_url(game: Game, settings: Mapping[str, object], players: int) -> str:
    """Return the address of a table's rule texts; it changes when the texts do, so browsers may keep them for good."""
    complete = complete_known(game, settings)
    changed = [(f"set-{s.key}", _form_value(complete[s.key])) for s in game.settings if complete[s.key] != s.default]
    version = rule_texts_version(rule_texts_json(game, complete, players))
    language = [] if current_language() == DEFAULT_LANGUAGE else [("lang", current_language())]
    return f"/rules/{game.id}/texts.json?{urlencode([('players', players), *changed, *language, ('v', version)])}"


def rule_texts_version(texts: bytes) -> str:
    """Return the part of the address that changes when `texts` do."""
    return hashlib.sha256(texts).hexdigest()[:10]


def complete_known(game: Game, settings: Mapping[str, object]) -> dict[str, Any]:
    """Return all settings of `game`: those of `settings` that it knows, and defaults for the others."""
    known = {setting.key for setting in (*game.settings, *game.versions)}
    return dict(game.complete({key: value for key, value in settings.items() if key in known}))


def _form_value(value: object) -> str:
    if isinstance(value, bool):
        return "on" if value else "off"
    return str(value)


def _term_data(term: GlossaryTerm) -> dict[str, str]:
    return {"name": term.name, "title": term.title, "text": term.text, "short": term.short}
