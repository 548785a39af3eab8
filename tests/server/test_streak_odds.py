"""Streaks and their chances, against every sequence there is."""

from __future__ import annotations

import itertools
from functools import cache

import pytest

from dicehouse.server.archive.streak_odds import Streaks, chance_of_run, chance_of_wait, expected_alike, streaks

DICE = range(1, 7)


def runs(faces: tuple[int, ...]) -> list[tuple[int, int]]:
    """Every run with its face, by the library."""
    return [(len(list(group)), face) for face, group in itertools.groupby(faces)]


@cache
def every(number: int) -> list[tuple[int, ...]]:
    return list(itertools.product(DICE, repeat=number))


def test_streaks_are_those_that_the_library_finds() -> None:
    for faces in [*every(5), (1,) * 13, (6, 2) + (3,) * 6 + (6,) + (3,) * 7]:
        found = streaks(faces)
        longest = max(length for length, _ in runs(faces))
        assert found.run == longest and (longest, found.face) in runs(faces)
        waits = [len(part) for part in "".join(map(str, faces)).split("6")]
        assert found.wait == max(waits)
        assert found.alike == sum(length >= 6 for length, _ in runs(faces))
    assert streaks([]) == Streaks()


@pytest.mark.parametrize("number", [1, 2, 4, 6])
def test_chances_are_those_of_all_sequences(number: int) -> None:
    for length in range(1, number + 2):
        run = sum(max(each for each, _ in runs(faces)) >= length for faces in every(number)) / 6**number
        assert chance_of_run(length, {number: 1}) == pytest.approx(run, abs=1e-15)
        wait = sum(streaks(faces).wait >= length for faces in every(number)) / 6**number
        assert chance_of_wait(length, {number: 1}) == pytest.approx(wait, abs=1e-15)
        alike = sum(sum(each >= length for each, _ in runs(faces)) for faces in every(number)) / 6**number
        assert expected_alike({number: 1}, length) == pytest.approx(alike, abs=1e-12)


def test_games_are_independent_of_each_other() -> None:
    one, two = chance_of_run(4, {100: 1}), chance_of_run(4, {250: 1})
    assert chance_of_run(4, {100: 1, 250: 2}) == pytest.approx(1 - (1 - one) * (1 - two) ** 2)
    assert chance_of_run(3, {}) == chance_of_wait(1, {}) == 0 and chance_of_run(1, {0: 1}) == 0
    assert expected_alike({100: 2, 5: 9}) == pytest.approx(2 * expected_alike({100: 1}))


def test_long_archives_stay_within_0_and_1() -> None:
    assert 0 < chance_of_run(9, {4000: 300}) < 1 and 0 < chance_of_wait(74, {4000: 300}) < 1
    assert chance_of_run(2, {4000: 300}) == 1
