"""Chi-square, evidence and bands against values known from elsewhere, and against counting every case."""

from __future__ import annotations

import itertools
import math
from collections import Counter
from fractions import Fraction

import pytest

from dicehouse.server.archive.dice_fairness import at_least, beyond, evidence, half_band, in_odds, of_100, uneven

# Upper points as tables of the distribution print them (Pearson and Hartley, Biometrika Tables for Statisticians I, 8).
PRINTED = [
    (1, 3.841, 0.05),
    (1, 6.635, 0.01),
    (2, 5.991, 0.05),
    (3, 0.352, 0.95),
    (5, 11.070, 0.05),
    (5, 15.086, 0.01),
    (5, 20.515, 0.001),
    (10, 18.307, 0.05),
    (23, 35.172, 0.05),
    (30, 50.892, 0.01),
    (100, 124.342, 0.05),
    (100, 77.929, 0.95),
]


@pytest.mark.parametrize(("degrees", "square", "chance"), PRINTED)
def test_chi_square_is_what_the_tables_print(degrees: int, square: float, chance: float) -> None:
    assert beyond(square, degrees) == pytest.approx(chance, rel=0.003)


def test_chi_square_at_its_ends() -> None:
    assert beyond(0, 5) == beyond(3, 0) == 1.0
    assert beyond(4, 2) == pytest.approx(math.exp(-2), rel=1e-14)
    assert beyond(7, 1) == pytest.approx(math.erfc(math.sqrt(3.5)), rel=1e-14)
    assert 0 <= beyond(5000, 5) < 1e-300 and beyond(900, 901) == pytest.approx(0.5, abs=0.02)


def test_kinds_are_judged_together_and_rare_ones_not_at_all() -> None:
    coin, die = [55, 45], [5, 8, 9, 8, 10, 20]  # the die is the example of many textbooks: 13.4
    alone, both = uneven(die), uneven(die, coin, [1, 0, 2])
    assert (alone.square, alone.degrees) == (pytest.approx(13.4), 5)
    assert (both.square, both.degrees) == (pytest.approx(13.4 + 1.0), 6)
    assert uneven([1, 2], [0, 1, 0]).degrees == 0 and uneven([4] * 6).chance == 1.0


def test_evidence_is_a_fair_bet_whatever_the_number_of_dice() -> None:
    """Its mean over all throws of fair dice is 1, so nobody wins by choosing when to look."""
    for number in (1, 3, 6):
        throws = (Counter(throw) for throw in itertools.product(range(4), repeat=number))
        total = math.fsum(10 ** evidence([throw[face] for face in range(4)], prior=2.0) for throw in throws)
        assert total / 4**number == pytest.approx(1, rel=1e-12)


def test_evidence_finds_a_loaded_die_and_not_a_fair_one() -> None:
    assert evidence([1000, 1000, 1000, 1000, 1000, 1300]) > 2
    assert evidence([214_213, 213_613, 214_096, 213_860, 214_508, 213_716]) < 0
    assert evidence([0] * 6) == 0


def test_a_face_of_fair_dice_lies_in_its_band_95_times_in_100() -> None:
    number = 600
    low, high = number / 6 - half_band(number, 6), number / 6 + half_band(number, 6)
    faces = range(math.ceil(low), math.floor(high) + 1)
    inside = sum(Fraction(math.comb(number, k) * 5 ** (number - k), 6**number) for k in faces)
    assert float(inside) == pytest.approx(0.95, abs=0.01)


def test_what_is_rare_comes_so_often() -> None:
    assert at_least(0, 3) == 1 and at_least(1, 0) == 0
    assert at_least(1, 0.5) == pytest.approx(1 - math.exp(-0.5))
    assert at_least(11, 9) == pytest.approx(0.2940, abs=1e-4)


def test_chances_in_words() -> None:
    assert [of_100(chance) for chance in (0.756, 0.0049, 0.999, 0.0, 0.01)] == [
        "76 in 100 fair servers",
        "1 in 204 fair servers",
        "nearly every fair server",
        "fewer than 1 in a million fair servers",
        "1 in 100 fair servers",
    ]
    assert [in_odds(power) for power in (-3.37, 0, 2.2, -20, 30)] == [
        "1 to 2,300",
        "1.0 to 1",
        "160 to 1",
        "1 to more than a billion",
        "more than a billion to 1",
    ]
