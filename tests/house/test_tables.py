"""What the docs list is what the code has."""

from __future__ import annotations

import pytest

from dicehouse.core.game_protocol.hook_table import GROUPS, HOOK_TABLE
from dicehouse.games import BUILT_IN, find

from .tables import GUIDE, hooks_of, tables, words_of, written


def test_every_table_is_the_one_that_the_code_makes() -> None:
    texts = {page: page.read_text(encoding="utf-8") for page, _ in tables()}
    assert texts
    old = [f"{page.stem}: {table[0]}" for page, table in tables() if written(texts[page], table) != texts[page]]
    assert old == [], "run: python -m tests.house.tables"


def test_every_name_that_a_game_may_define_is_listed_once() -> None:
    rows = [row for group in (*GROUPS, "engine") for row in hooks_of(group)[2:]]
    assert len(rows) == len(HOOK_TABLE)
    assert all(GUIDE.read_text().count(f"\n{row}\n") == 1 for row in rows)


def test_the_words_of_a_position_are_listed_for_every_game() -> None:
    games = [find(name) for name in BUILT_IN]
    assert all(game.hooks.SET_UP for game in games)
    assert [game.id for game in games if len(words_of(game)) != len(game.hooks.SET_UP) + 2] == []


def test_a_changed_row_would_be_seen() -> None:
    table = hooks_of("rules")
    page = GUIDE.read_text()
    assert written(page.replace("`over(state)`", "`ended(state)`"), table) == written(page, table)
    assert written(page, [*table[:-1]]) != page
    with pytest.raises(ValueError, match="no table"):
        written("Nothing here.", table)
