"""Touch anything to learn it: the words of a game's things, and why an option can't be played."""

from __future__ import annotations

import html
import json
import random
import re
from fnmatch import fnmatch
from typing import Any

import pytest

import dicehouse
from dicehouse.games import all_games

from .server import Person

OURS = ("dice-ocalypse", "baron-voodoo", "deck-o-dice", "dicetopia", "indicesion")


@pytest.mark.parametrize("game", OURS)
def test_each_thing_that_an_option_names_has_words(ana: Person, game: str) -> None:
    """The page asks for them; the rules page shows the same."""
    terms = ana.http.get(f"/rules/{game}/things").json()
    assert terms == [{"name": t.name, "title": t.title, "text": t.text} for t in all_games()[game].hooks.GLOSSARY]
    page = ana.http.get(f"/rules/{game}").text
    assert 'id="things"' in page
    named = {path for seed in range(3) for path in along(game, seed)}
    assert named
    patterns = [term["name"] for term in terms]
    assert [name for name in named if not any(fnmatch(name, pattern) for pattern in patterns)] == []


@pytest.mark.parametrize("game", OURS)
def test_the_page_of_a_table_names_the_texts_about_its_rules(ana: Person, game: str) -> None:
    """They have the settings of the table, and the browser keeps them until they change."""
    seats = ["person"] * all_games()[game].players[0]
    texts = texts_of(ana, ana.open_table(*seats, game=game))
    assert [term["name"] for term in texts["terms"]] == [term.name for term in all_games()[game].hooks.GLOSSARY]
    assert texts["rules"]


def test_the_texts_about_the_rules_follow_the_settings_and_are_kept_for_good(ana: Person) -> None:
    tables = [
        ana.open_table("person", "bot:random", game="dice-ocalypse", **more) for more in ({}, {"set-target": "4000"})
    ]
    usual, other = (json.dumps(texts_of(ana, table)) for table in tables)
    assert "4,000" in other and "4,000" not in usual
    address = address_of_texts(ana, tables[1])
    assert "set-target=4000" in address and ana.http.get(address).headers["Content-Encoding"] == "gzip"
    assert "immutable" in ana.http.get(address).headers["Cache-Control"]
    assert ana.http.get(address.replace("v=", "v=0")).headers["Cache-Control"] == "no-cache"


@pytest.mark.parametrize(
    ("asked", "sentence"),
    [
        ("players=99", "is for 2 to 6 players, not"),
        ("players=٣", "is for 2 to 6 players, not"),
        ("players=" + "9" * 5_000, "is for 2 to 6 players, not"),
        ("set-target=-1", "target"),
        ("set-target=" + "9" * 5_000, "target must be"),
    ],
)
def test_texts_for_settings_that_no_table_can_have_are_refused(ana: Person, asked: str, sentence: str) -> None:
    answer = ana.http.get(f"/rules/dice-ocalypse/texts.json?{asked}")
    assert answer.status_code == 400 and sentence in answer.text


def address_of_texts(ana: Person, table: str) -> str:
    found = re.search(r'data-texts="(.*?)"', ana.http.get(table).text)
    assert found, "the page of the table names no texts"
    return html.unescape(found[1])


def texts_of(ana: Person, table: str) -> dict[str, Any]:
    return dict(ana.http.get(address_of_texts(ana, table)).json())


def along(game: str, seed: int) -> set[str]:
    """Everything that options name along a random game; where throws are measured, at its beginning."""
    luck, match = random.Random(seed), dicehouse.new(game, players=2, seed=seed)
    named: set[str] = set()
    for _ in range(2 if game == "indicesion" else 300):
        if match.over:
            break
        seat = luck.choice(match.acting())
        options = match.options(seat)
        named.update(path for option in options for path in option.path)
        match.play(seat, luck.choice(options).id)
    return named


def test_a_game_that_is_not_here_has_no_things(ana: Person) -> None:
    assert ana.http.get("/rules/chess/things").status_code == 404


def test_why_not_is_said_to_whoever_asks_and_does_nothing(ana: Person) -> None:
    table = ana.open_table("person", "bot:random", game="baron-voodoo", **{"set-loas": "order", "set-first": "host"})
    with ana.sit(table) as sitting:
        state = sitting.read()
        jump = next(option["id"] for option in state["options"] if "x" in option["id"])
        diagonal = f"{jump[0]}{jump[1]}x{chr(ord(jump[0]) + (1 if jump[0] < 'g' else -1))}{4 if jump[1] != '4' else 5}"
        for asked, answer in (
            (jump, ""),
            ("a1xz9", "There is no such space."),
            ("nonsense", "That isn't possible now."),
        ):
            sitting.send("why", id="q1", seat=0, option=asked)
            assert sitting.read_until("refused")["why"] == answer
        sitting.send("why", id="q2", seat=0, option=diagonal)
        assert sitting.read_until("refused")["why"]
        sitting.send("why", id="q3", seat=1, option=jump)
        assert "seat" in sitting.read_until("refused")["why"]
    assert ana.http.get(f"{table}/plain").status_code == 200
