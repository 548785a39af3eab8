"""Records refuse what they can't hold, and say which field it is and what it holds."""

from __future__ import annotations

import re
from collections.abc import Callable
from enum import IntEnum
from typing import Any

import numpy as np
import pytest

from dicehouse.core import Array, array, dtype, f64, i8, i16, i64, record, strict, u8
from dicehouse.errors import BadGame
from dicehouse.records.record import strict_batch


class Colour(IntEnum):
    """An index with a name."""

    RED, BLUE = range(2)


@record
class Player:
    """A part of a position."""

    total: i16
    hand: Array[u8] = array(3)


@record
class Position:
    """A position with fields of every kind."""

    turn_points: i16
    seed: i64
    lit: bool
    chance: f64
    dice: Array[i8] = array(2)
    cups: Array[i8] = array(6, 5)
    deep: Array[i8] = array(2, 3, 4)
    players: Array[Player] = array(4)


def position() -> Any:
    return strict(Position, np.zeros(dtype(Position).itemsize, np.uint8))


REFUSED: dict[str, tuple[Callable[[Any], None], type[Exception], str]] = {
    "field": (
        lambda p: setattr(p, "turn_points", 40000),
        OverflowError,
        "Position.turn_points holds -32,768 to 32,767, not 40000.",
    ),
    "negative": (lambda p: setattr(p, "turn_points", -32769), OverflowError, "Position.turn_points holds -32,768 to"),
    "wide": (lambda p: setattr(p, "seed", 2**63), OverflowError, "Position.seed holds -9,223,372,036,854,775,808 to"),
    "fraction": (
        lambda p: setattr(p, "turn_points", 1.5),
        TypeError,
        "Position.turn_points holds a whole number, not 1.5.",
    ),
    "text": (lambda p: setattr(p, "chance", "1"), TypeError, "Position.chance holds a number, not '1'."),
    "nested": (
        lambda p: setattr(p.players[2], "total", 99999),
        OverflowError,
        "Player.total holds -32,768 to 32,767, not 99999.",
    ),
    "item": (lambda p: p.dice.__setitem__(1, 200), OverflowError, "Position.dice[1] holds -128 to 127, not 200."),
    "item of a part": (
        lambda p: p.players[0].hand.__setitem__(2, -1),
        OverflowError,
        "Player.hand[2] holds 0 to 255, not -1.",
    ),
    "two axes": (
        lambda p: p.cups.__setitem__((5, 4), 128),
        OverflowError,
        "Position.cups[5, 4] holds -128 to 127, not 128.",
    ),
    "a row's item": (lambda p: p.cups[3].__setitem__(1, 128), OverflowError, "Position.cups[3][1] holds -128 to 127"),
    "index": (lambda p: p.dice[2], IndexError, "Position.dice goes from 0 to 1, not 2."),
    "negative index": (lambda p: p.dice[-1], IndexError, "Position.dice goes from 0 to 1, not -1."),
    "index to store": (lambda p: p.dice.__setitem__(2, 1), IndexError, "Position.dice goes from 0 to 1, not 2."),
    "index of a record": (lambda p: p.players[4], IndexError, "Position.players goes from 0 to 3, not 4."),
    "first axis": (lambda p: p.cups[6, 0], IndexError, "Position.cups: the first index goes from 0 to 5, not 6."),
    "second axis": (lambda p: p.cups[0, 5], IndexError, "Position.cups: the second index goes from 0 to 4, not 5."),
    "third axis": (lambda p: p.deep[0, 0, 4], IndexError, "Position.deep: the third index goes from 0 to 3, not 4."),
    "second axis to store": (
        lambda p: p.cups.__setitem__((0, -1), 1),
        IndexError,
        "Position.cups: the second index goes from 0 to 4, not -1.",
    ),
    "in a row": (lambda p: p.cups[2][5], IndexError, "Position.cups[2] goes from 0 to 4, not 5."),
    "too many": (lambda p: p.cups[1, 2, 3], IndexError, "Position.cups takes 2 indices, not 3."),
    "too many for a row": (lambda p: p.dice[1, 2], IndexError, "Position.dice takes 1 index, not 2."),
    "too few": (lambda p: p.cups.__setitem__(1, 2), IndexError, "Position.cups takes 2 indices to store a number."),
    "no such field": (lambda p: setattr(p, "turn_pionts", 1), AttributeError, "'Position' object has no attribute"),
}


@pytest.mark.parametrize("what", REFUSED)
def test_what_a_record_cannot_hold_is_refused_by_name(what: str) -> None:
    act, kind, sentence = REFUSED[what]
    kept = position()
    with pytest.raises(kind, match=re.escape(sentence)):
        act(kept)
    assert not any(bytes(kept._m)), "nothing was stored"


def test_what_fits_is_stored_and_read_back() -> None:
    p = position()
    p.turn_points, p.seed, p.lit, p.chance = -32768, 2**63 - 1, True, 0.25
    p.dice[1], p.dice[Colour.RED], p.cups[5, 4], p.cups[0][Colour.BLUE] = 127, -128, 6, 5
    p.deep[1, 2, 3], p.players[3].hand[np.int64(2)] = 4, 255
    assert (p.turn_points, p.seed, p.lit, p.chance) == (-32768, 2**63 - 1, True, 0.25)
    assert (list(p.dice), p.cups[5, 4], list(p.cups[0]), p.deep[1, 2, 3]) == ([-128, 127], 6, [0, 5, 0, 0, 0], 4)
    assert p.players[3].hand[2] == 255
    p.dice[:] = 3
    assert list(p.dice) == [3, 3]


def test_a_batch_is_named_after_its_record() -> None:
    batch = strict_batch(Position, np.zeros(2 * dtype(Position).itemsize, np.uint8))
    with pytest.raises(IndexError, match=r"Position goes from 0 to 1, not 2\."):
        batch[2]


# --- declarations

TYPES = "a field is one of i8, i16, i32, i64, u8, f64, bool, another record, or an Array of these."
LENGTH = "is an array of no length; add it, for example `= array(6)`."


@pytest.mark.parametrize(
    ("kind", "default", "sentence"),
    [
        (int, None, f"Hand.cards is int; {TYPES}"),
        (list[int], None, f"Hand.cards is list; {TYPES}"),
        (Colour, None, f"Hand.cards is Colour; {TYPES}"),
        (Array, None, f"Hand.cards is Array; {TYPES}"),
        (Array[int], array(6), f"Hand.cards is int; {TYPES}"),
        (Array[i8], None, f"Hand.cards {LENGTH}"),
        (Array[i8], 6, f"Hand.cards {LENGTH}"),
        (
            Array[Array[i8]],
            array(3),
            "Hand.cards is an array of arrays; say its rows in the shape, for example `= array(6, 5)`.",
        ),
        (i8, array(3), "Hand.cards has the shape of an array; write its type as Array[...], or leave the shape out."),
        (i8, 5, "Hand.cards can't begin with 5: every field begins with 0. Set it in `deal`."),
        (bool, True, "Hand.cards can't begin with True: every field begins with 0. Set it in `deal`."),
        (Array[bool], array(0), "Hand.cards can't have the shape array(0): its sizes are whole numbers from 1."),
        (
            Array[bool],
            array(2, -1),
            "Hand.cards can't have the shape array(2, -1): its sizes are whole numbers from 1.",
        ),
        (Array[i8], array(), "Hand.cards can't have the shape array(): its sizes are whole numbers from 1."),
        (Array[i8], array(2.5), "Hand.cards can't have the shape array(2.5): its sizes are whole numbers from 1."),  # type: ignore[arg-type]
    ],
)
def test_a_field_that_no_record_can_hold_is_refused_where_it_is_declared(
    kind: Any, default: Any, sentence: str
) -> None:
    names = {"__annotations__": {"total": i16, "cards": kind}} | ({} if default is None else {"cards": default})
    with pytest.raises(BadGame) as refused:
        record(type("Hand", (), names))
    assert str(refused.value) == sentence
