"""What the docs list is what the code has."""

from __future__ import annotations

from pathlib import Path

import pytest

from dicehouse.games import BUILT_IN, find
from dicehouse.kit.hooks import HOOKS

from .tables import GUIDE, PARTS, hooks_of, tables, words_of, written

TABLES = list(tables())


@pytest.mark.parametrize(("page", "table"), TABLES, ids=[f"{page.stem}: {table[0][2:20]}" for page, table in TABLES])
def test_a_table_is_the_one_that_the_code_makes(page: Path, table: list[str]) -> None:
    text = page.read_text(encoding="utf-8")
    assert written(text, table) == text, "run: python -m tests.house.tables"


def test_every_name_that_a_game_may_define_is_listed_once() -> None:
    rows = [row for part in (*PARTS, "engine") for row in hooks_of(part)[2:]]
    assert len(rows) == len(HOOKS)
    assert all(GUIDE.read_text().count(f"\n{row}\n") == 1 for row in rows)


@pytest.mark.parametrize("game_id", BUILT_IN)
def test_the_words_of_a_position_are_listed_for_every_game(game_id: str) -> None:
    words = find(game_id).hooks.SET_UP
    assert words and len(words_of(find(game_id))) == len(words) + 2


def test_a_changed_row_would_be_seen() -> None:
    table = hooks_of("rules")
    page = GUIDE.read_text()
    assert written(page.replace("`over(state)`", "`ended(state)`"), table) == written(page, table)
    assert written(page, [*table[:-1]]) != page
    with pytest.raises(ValueError, match="no table"):
        written("Nothing here.", table)
