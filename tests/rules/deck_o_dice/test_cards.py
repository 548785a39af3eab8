"""The cards: what every column must hold, and what is refused."""

from __future__ import annotations

from collections.abc import Callable
from itertools import combinations

import pytest

from dicehouse.games.deck_o_dice.rules import cards

from .reference import CARDS, CRITICAL, FACES

Rows = list[list[int]]
D4, D6, D8, D10, D12, D20 = range(6)


def rows() -> Rows:
    return [list(row) for row in cards.CARDS]


def column(number: int) -> list[int | None]:
    return [row[number] for row in CARDS.values()]


def test_there_are_24_cards_of_six_values() -> None:
    assert len(CARDS) == len(cards.CARDS) == 24
    assert all(len(row) == 6 for row in cards.CARDS)


@pytest.mark.parametrize(
    ("number", "each", "rerolls"), [(0, 6, 0), (1, 4, 0), (2, 3, 0), (3, 2, 4), (4, 2, 0), (5, 1, 4)]
)
def test_every_value_comes_equally_often(number: int, each: int, rerolls: int) -> None:
    values = column(number)
    assert values.count(None) == rerolls
    assert all(values.count(value) == each for value in range(1, FACES[number] + 1))


def test_the_parity_flip_is_fair_and_one_card_is_the_critical_hit() -> None:
    assert sum(value in (1, 3) for value in column(D4)) == 12
    assert column(D20).count(20) == 1
    assert CRITICAL == 21


def test_every_card_has_five_values_at_least() -> None:
    assert all(row.count(None) <= 1 for row in CARDS.values())
    assert all(None not in (row[D4], row[D6], row[D8], row[D12]) for row in CARDS.values())


def test_no_two_columns_repeat_a_pair_of_values() -> None:
    for a, b in combinations(range(6), 2):
        pairs = [pair for pair in zip(column(a), column(b), strict=True) if None not in pair]
        assert len(pairs) == len(set(pairs))


def test_the_rows_of_the_game_are_those_of_the_specification() -> None:
    assert [tuple(None if x == cards.REROLL else x for x in row) for row in cards.CARDS] == list(CARDS.values())


def without_a_card() -> Rows:
    return rows()[:-1]


def with_a_short_card() -> Rows:
    return [*rows()[:-1], rows()[-1][:-1]]


def with_a_value_twice() -> Rows:
    changed = rows()
    changed[0][D8] = changed[1][D8]
    return changed


def with_two_critical_hits() -> Rows:
    changed = rows()
    changed[0][D20] = 20
    return changed


def with_the_critical_hit_gone() -> Rows:
    changed = rows()
    changed[20][D20] = cards.REROLL
    changed[1][D20] = 14
    return changed


def with_a_mark_on_a_d12() -> Rows:
    changed = rows()
    changed[0][D12] = cards.REROLL
    return changed


def with_five_marks_on_the_d10() -> Rows:
    changed = rows()
    changed[0][D10] = cards.REROLL
    return changed


def with_a_value_too_high() -> Rows:
    changed = rows()
    changed[0][D6] = 7
    return changed


@pytest.mark.parametrize(
    "wrong",
    [
        without_a_card,
        with_a_short_card,
        with_a_value_twice,
        with_two_critical_hits,
        with_the_critical_hit_gone,
        with_a_mark_on_a_d12,
        with_five_marks_on_the_d10,
        with_a_value_too_high,
    ],
)
def test_a_wrong_table_is_refused(wrong: Callable[[], Rows]) -> None:
    cards.check_cards(rows())
    with pytest.raises(ValueError, match=r"deck|d\d"):
        cards.check_cards(wrong())
