"""Fictitious play in Deck-O-Dice: what must be true of any duel, and that it learns."""

from __future__ import annotations

import importlib
from types import ModuleType
from typing import Any

import numpy as np
import pytest


@pytest.fixture(scope="module")
def play(learning: None) -> ModuleType:
    return importlib.import_module("fictitious_play")


@pytest.fixture(scope="module")
def chances() -> Any:
    """Of any game that treats both sides alike."""
    one = np.random.default_rng(5).random((6, 6, 3))
    both = one + one.transpose(1, 0, 2)[..., [1, 0, 2]]
    return both / both.sum(2, keepdims=True)


def test_what_is_counted_treats_both_sides_alike(play: ModuleType) -> None:
    counted = play.count(2_048, 1)
    assert counted.sum(2) == pytest.approx(np.ones((6, 6)))
    assert counted[..., 0] == pytest.approx(counted[..., 1].T)
    assert counted[5, 1, 0] > 0.7 > counted[5, 4, 0] > 0.4, "Twent beats Cubera oftener than Dwelve"
    assert counted[0, 5, 0] > counted[1, 5, 0], "and Quad kills giants"


def test_who_chooses_all_equally_often_cannot_be_read(play: ModuleType, chances: Any) -> None:
    """Whatever one answers, who meets whom is left to chance, each way alike."""
    assert play.best_answer(play.tables_of(play.even), chances)[1] == pytest.approx(0, abs=1e-12)


def careful(play: ModuleType) -> Any:
    """The smallest while one leads, else the largest."""
    tables = play.tables_of(play.largest)
    for combat, table in enumerate(tables):
        smallest = [mask & -mask for mask in play.sets(combat)]
        table[:, :, 13:] = np.eye(6)[[mask.bit_length() - 1 for mask in smallest]][:, None, None, :]
    return tables


@pytest.mark.parametrize("kind", ["largest", "careful"])
def test_who_always_does_the_same_can_be_read(play: ModuleType, chances: Any, kind: str) -> None:
    """The best answer wins what it says: here it is played against such tables, position by position."""
    tables = careful(play) if kind == "careful" else play.tables_of(play.largest)
    answers, gain = play.best_answer(tables, chances)
    at = {(0, 0): np.eye(25)[12]}  # by both sides' minions, how likely each lead is
    for combat in range(12):
        after = play.next_sets(combat)
        then: dict[tuple[int, int], Any] = {}
        for (own, other), mass in at.items():
            for place in np.flatnonzero(mass):
                mine, sent = (
                    answers[combat][own, other, place].argmax(),
                    tables[combat][other, own, 24 - place].argmax(),
                )
                new = then.setdefault((int(after[own, mine]), int(after[other, sent])), np.zeros(25))
                for step, which in ((1, 0), (-1, 1), (0, 2)):
                    if chances[mine, sent, which] * mass[place]:
                        new[place + step] += mass[place] * chances[mine, sent, which]
        at = then
    [end] = at.values()
    assert gain == pytest.approx(end[13:].sum() - end[:12].sum())
    assert gain > 0.3


def test_it_learns(play: ModuleType, chances: Any) -> None:
    tables, points = play.learn(chances, 30)
    assert points[-1][1] < points[0][1] / 2
    for combat, table in enumerate(tables):
        assert table.sum(3) == pytest.approx(np.ones(table.shape[:3]))
        assert (table[(play.even(combat) == 0)[:, None, None, :].repeat(len(table), 1).repeat(25, 2)] == 0).all()


def test_it_plays(play: ModuleType) -> None:
    share, low, high = play.against(play.tables_of(play.even), "random", 64, 1)
    assert 0 < low < share < high < 1
