"""The plain page explains what happens for the first time in a match, and the page of a table brings the sentences."""

from __future__ import annotations

import pytest

from .server import Person
from .test_pages import PlainPlayer
from .test_things import texts_of

FLIP = "You send a minion. Then Dicey flips a card and sends the minion with the highest number on it."
LINE = f'<p class="note">{FLIP}</p>'


def test_the_plain_page_explains_what_happened_for_the_first_time_in_this_match(ana: Person) -> None:
    player = PlainPlayer(ana, ana.open_table("person", game="deck-o-dice"))
    explained = []
    for _ in range(60):
        explained.append(LINE in player.look())
        if player.html.count("Dicey flips a card: ") > 1:
            break
        assert player.act()
    assert not explained[0] and explained[1] and not explained[-1]
    assert explained.count(True) == 1


def test_a_reader_is_told_in_their_language(ana: Person) -> None:
    player = PlainPlayer(ana, ana.open_table("person", game="deck-o-dice"))
    player.look()
    assert player.act()
    html = ana.http.get(f"{player.table}/plain", headers={"Accept-Language": "de"}).text
    assert FLIP not in html and "höchsten" in html


def test_a_lesson_explains_itself(ana: Person) -> None:
    table = str(ana.post("/learn/deck-o-dice", lesson="dicey").headers["location"])
    player = PlainPlayer(ana, table)
    for _ in range(8):
        assert LINE not in player.look()
        at = player.forms("lesson")
        if not player.act():
            ana.post(f"{table}/lesson", **at[0])


@pytest.mark.parametrize(("game", "kind"), [("dice-ocalypse", "battle-zone"), ("baron-voodoo", "guard")])
def test_the_page_gets_the_sentences_with_the_texts_about_the_rules(ana: Person, game: str, kind: str) -> None:
    texts = texts_of(ana, ana.open_table("person", "bot:random", game=game))
    assert texts["first_time"][kind].endswith(".")
