"""The page's translations: what a visit loads, and the short keys that stand for messages."""

from __future__ import annotations

import gzip

import pytest

from dicehouse import games
from dicehouse.i18n.catalogues import PageMessages, catalogue_of, page_key, page_messages, server_page_messages
from dicehouse.web.socket_messages import encode_json

LIMIT = 8_000  # bytes of gzip, for one game
OWN_GAMES = ("dice-ocalypse", "baron-voodoo", "deck-o-dice", "dicetopia", "indicesion")


def keys_of(found: PageMessages) -> list[str]:
    return [found["keys"][i : i + 4] for i in range(0, len(found["keys"]), 4)]


@pytest.mark.parametrize("game", OWN_GAMES)
def test_a_visit_to_one_game_loads_few_bytes_of_translations(game: str) -> None:
    games.find(game)
    assert len(gzip.compress(encode_json(page_messages("de", game)), 9)) <= LIMIT


def test_no_two_messages_of_the_page_share_a_key() -> None:
    for game in OWN_GAMES:
        games.find(game)
    said = [key for key, places in catalogue_of("de").used_by_page.items() if places]
    assert len(said) > 800
    assert len({page_key(message, context) for context, message in said}) == len(said)


@pytest.mark.parametrize("game", OWN_GAMES)
def test_what_is_loaded_later_comes_on_top(game: str) -> None:
    games.find(game)
    begun, later = (page_messages("de", game, later=later) for later in (False, True))
    assert len(keys_of(begun)) == len(begun["texts"]) and len(keys_of(later)) == len(later["texts"])
    assert not set(keys_of(begun)) & set(keys_of(later))
    assert page_key("Cancel") in keys_of(begun)
    assert page_key("Checking the dice…") in keys_of(later)


def test_the_scripts_of_server_pages_have_translations() -> None:
    found = server_page_messages("de")
    assert len(keys_of(found)) == len(found["texts"]) > 20
