"""Compare two independent referees on scenes that came to rest by chance."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable

import pytest

from dicehouse.games.indicesion.physics.throw_physics import settle_scene
from dicehouse.games.indicesion.physics.world import Scene
from dicehouse.games.indicesion.rules.judge import judge

from .scenes import heap, wall
from .second_referee import SecondReferee


def compare(scene: Scene, seen: Counter[str]) -> list[str]:
    """Return what the referees disagree on; cases too near a limit for two methods of measuring are only counted."""
    verdict, other = judge(scene), SecondReferee(scene).said()
    wrong = []
    for name, judged in verdict.dice.items():
        said = other[name]
        ours = (judged.face, judged.crooked, judged.covered, set(judged.rests_on), set(judged.boards))
        theirs = (said.face, said.crooked, said.covered, said.rests_on, said.boards)
        chains = sorted((chain.board, chain.dice) for chain in judged.chains)
        seen.update(dice=1, near=said.near_call, crooked=judged.crooked, nowhere=not judged.boards)
        seen.update(
            bridges=len(judged.chains) > 1, towers=judged.level > 1, hung=not judged.crooked and judged.tilt > 2
        )
        if not said.near_call and (ours != theirs or chains != sorted(said.chains)):
            wrong.append(f"{name} at {scene[name].pose}: {ours} {chains}, {theirs} {said.chains}")
    return wrong


@pytest.mark.parametrize(("make", "scenes"), [(heap, 120), (wall, 60)])
def test_two_referees_agree(make: Callable[[random.Random], Scene], scenes: int) -> None:
    chance, seen = random.Random(2016), Counter[str]()
    wrong = [line for _ in range(scenes) for line in compare(settle_scene(make(chance), film=False).rest, seen)]
    assert wrong == []
    assert seen["near"] < 0.03 * seen["dice"]
    if make is heap:
        assert min(seen["crooked"], seen["nowhere"], seen["hung"]) >= 5, seen
    else:
        assert min(seen["bridges"], seen["towers"]) >= 60, seen
