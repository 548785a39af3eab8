"""Check the sensible player of inDICEsion where the best throw can be worked out."""

from __future__ import annotations

import random
from dataclasses import replace
from math import hypot
from typing import Any

import pytest

from dicehouse import bots
from dicehouse.games.indicesion.ai.position_value import find_covers, last_to_throw, position_value
from dicehouse.games.indicesion.ai.throw_candidates import ThrowCandidate, find_candidates
from dicehouse.games.indicesion.ai.throw_counts import COUNTS
from dicehouse.games.indicesion.ai.throw_rollouts import TriedThrow, value_after_flight
from dicehouse.games.indicesion.physics.throw_physics import Flight
from dicehouse.games.indicesion.rules.judge import judge
from dicehouse.games.indicesion.rules.ready_throws import ready_throw
from dicehouse.games.indicesion.rules.scoring import score
from dicehouse.games.indicesion.rules.table_layout import scene_of
from dicehouse.games.indicesion.rules.throw_notation import IntendedThrow, read_throw
from dicehouse.games.indicesion.rules.trial_throws import attempt
from tests.rules.indicesion.stage import Spot, Stage, barrel, middle, on

THREE = {"o1": middle(60, 0, 3), "o2": middle(60, 0, 3, 1), "o3": middle(60, 0, 6, 2), "r1": middle(-80, 40, 5)}
STEADY = COUNTS[1].steady
SKID = 2000  # millimetres a second: sweeps are faster
FIRST, SECOND = {"physics": 1}, {"physics": 2}  # the settings of Stage


def state_of(stage: Stage) -> Any:
    return stage.match._position.state


def choice(stage: Stage) -> IntendedThrow:
    """Return what the player to move throws."""
    return read_throw(bots.make("sensible", seed=1).choose(stage.match, stage.match.acting()[0]))


def value(stage: Stage, seat: int) -> float:
    state = state_of(stage)
    return position_value(state, score(state, judge(scene_of(state))), seat, last_to_throw(state))


# --- letting a die fall


def test_a_die_that_turns_once_on_its_way_down_keeps_its_face_far_more_often() -> None:
    stage = Stage(settings=FIRST, hands=["r1", "o1"])
    state, luck = state_of(stage), random.Random(1)
    scene = scene_of(state)

    def sixes(meant: IntendedThrow) -> int:
        flights = [attempt(state, scene, meant, luck) for _ in range(50)]
        return sum(judge(flight.rest).dice["r1"].face == 6 for flight in flights)

    (aim,) = find_candidates(state, 0, "r1")  # version 1 has no skids
    assert sixes(aim.meant) > 20 > sixes(replace(ready_throw(state, 0, "drop", "r1", "p1"), spin=(0, 0, 0)))


def test_an_orange_die_with_powers_falls_on_a_face_that_is_worth_something() -> None:
    assert choice(Stage("drafting", hands=["o1", "r1"])).up[0] in range(2, 6)


# --- towers


def test_the_last_throw_takes_over_the_tower_in_the_middle() -> None:
    meant = choice(Stage("central", settings=FIRST, hands=["r2", ""], dice=THREE))
    assert (meant.place[:2], meant.push, meant.up[0]) == ((60, 0), (0, 0, 0), 6)


def test_its_own_tower_is_left_alone() -> None:
    turned = {"r" + name[1:] if name[0] == "o" else "o1": spot for name, spot in THREE.items()}
    assert choice(Stage("central", hands=["r4", ""], dice=turned)).place[:2] != (60, 0)


def test_a_tower_in_the_middle_belongs_to_whoever_throws_last() -> None:
    """Red has 5 points and orange 18: red covers the tower in seven of ten tries, and orange the single 5 in two.

    Where foam bounces it is three of ten, and orange would not even try.
    """
    red_last = Stage("central", settings=FIRST, hands=["r2 r3", "o4"], dice=THREE, player=0)
    orange_last = Stage("central", settings=FIRST, hands=["r2", "o4"], dice=THREE, player=0)
    assert value(red_last, 0) == pytest.approx(-13 + 0.7 * (24 + 18) + 0.3 * 3.3 - STEADY)
    assert value(red_last, 1) == -value(red_last, 0)
    assert value(orange_last, 0) == pytest.approx(-13 - (0.2 * (12 + 5) + 0.8 * 3.3 - STEADY))
    red_last = Stage("central", settings=SECOND, hands=["r2 r3", "o4"], dice=THREE, player=0)
    orange_last = Stage("central", settings=SECOND, hands=["r2", "o4"], dice=THREE, player=0)
    assert value(red_last, 0) == pytest.approx(-13 + 0.3 * (24 + 18) + 0.7 * 2.3 - COUNTS[2].steady)
    assert value(orange_last, 0) == -13


def test_nothing_is_in_danger_from_a_throw_that_nobody_has_left() -> None:
    stage = Stage("central", hands=["r2", ""], dice=THREE)
    assert last_to_throw(state_of(stage)) is None
    assert value(stage, 0) == -13


@pytest.mark.parametrize(
    ("hands", "last"), [(["r1", "o1", "y1"], 2), (["r1 r2", "o1", "y1"], 0), (["r1", "o1", ""], 1)]
)
def test_who_throws_last(hands: list[str], last: int) -> None:
    assert last_to_throw(state_of(Stage("central", players=3, hands=hands))) == last


def covered(stage: Stage, die: str) -> dict[str, tuple[int, int]]:
    """Return, by the covered die, the face to place on it, and what the covering die then scores."""
    state = state_of(stage)
    tops = score(state, judge(scene_of(state)))
    found = {}
    for cover in find_covers(state, tops, 0, die):
        laid = next(top for top in cover.tops if top.die == die)
        found[cover.onto.die] = (cover.face, laid.points)
    return found


def test_others_get_a_1_on_their_towers() -> None:
    dice = {"r1": on(1, 0, 0, 2), "o1": on(2, 0, 0, 6), "o2": on(2, 0, 0, 5, 1)}
    assert covered(Stage(hands=["r2", "o3"], dice=dice), "r2") == {"r1": (6, 12), "o2": (1, 3)}


def test_red_dice_burn_what_they_fall_on_and_are_not_fallen_on() -> None:
    dice = {"o1": on(2, 0, 0, 4), "r2": on(2, 80, 0, 4)}
    assert covered(Stage("drafting", hands=["r1 b1", "k1"], dice=dice), "r1") == {"o1": (1, 1)}
    assert covered(Stage("drafting", hands=["r1 b1", "k1"], dice=dice), "b1") == {"o1": (1, 2)}


def said_of(stage: Stage, die: str, beside: tuple[float, float]) -> list[str]:
    """Return the reasons for aims of a die at a place."""
    state, match = state_of(stage), stage.match
    met = (
        aim.meant
        for aim in find_candidates(state, 0, die)
        if hypot(aim.meant.place[0] - beside[0], aim.meant.place[1] - beside[1]) < 5
    )
    return [match.reason(0, meant.text()) for meant in met]


def test_a_reason_speaks_of_chances_as_a_player_would() -> None:
    """A tower is easy to hit and is told so; a single die is a long shot, and nobody boasts of its one in five."""
    stage = Stage("central", settings=FIRST, hands=["r2", ""], dice=THREE)
    assert said_of(stage, "r2", (60, 0)) == [
        "A tower of 4 scores 24 points there. Two in three throws like this stay there."
    ]
    bouncing = said_of(Stage("central", settings=SECOND, hands=["r2", ""], dice=THREE), "r2", (60, 0))
    assert bouncing == ["It is a long shot for 24 points. A die that slips off usually scores, too."]
    single = said_of(Stage("central", settings=FIRST, hands=["r2", ""], dice={"r1": middle(0, 0, 5)}), "r2", (0, 0))
    assert single == ["It is a long shot for 12 points. A die that slips off usually scores, too."]


# --- sweeping


def test_a_sweep_goes_where_the_others_lie_and_one_lies_not_oneself() -> None:
    dice = {name: middle(-60, y, 6) for name, y in (("o1", -70), ("o2", 0), ("o3", 70))}
    dice |= {name: middle(60, y, 6) for name, y in (("r1", -70), ("r2", 0), ("r3", 70))}
    found = [aim.meant for aim in find_candidates(state_of(Stage("central", hands=["r4", ""], dice=dice)), 0, "r4")]
    sweeps = [meant for meant in found if meant.push[0] > SKID]
    assert sweeps
    assert {meant.place[0] for meant in sweeps} == {-60}


def test_barrels_are_not_swept_off_for_their_own_sake() -> None:
    stage = Stage("classic+", hands=["r1", "o1"], barrels={"x1": barrel(2)}, homes={"x1": "p2"})
    assert not any(aim.meant.push[0] > SKID for aim in find_candidates(state_of(stage), 0, "r1"))


# --- odds and ends


def test_a_board_that_left_the_table_is_foreseen() -> None:
    stage = Stage("central+", hands=["r1", "o1"], boards={"c1": (0, 0, 2), "c2": (0, 400, 2)})
    state = state_of(stage)
    scene = scene_of(state).without(["c2"])
    flight = Flight("rest", 1.0, scene, ("c2", "r1"), (), (), (), {})
    assert value_after_flight(state, "r1", flight, None) == 0


def test_the_same_seed_chooses_the_same() -> None:
    found: dict[str, Spot] = {"o1": middle(0, 0, 6), "r2": middle(80, 0, 4)}
    assert len({choice(Stage("central", hands=["r1", "o2"], dice=found)).text() for _ in range(2)}) == 1


def test_two_lucky_tries_are_not_taken_for_a_good_throw() -> None:
    lucky, steady = (
        TriedThrow(ThrowCandidate(IntendedThrow("r1", "p1", (0, 0, 200), (0, 0, 0)), hope)) for hope in (3.0, STEADY)
    )
    lucky.results += [9.0, 9.0]
    assert lucky.belief < steady.belief
    lucky.results += [9.0] * 4
    assert lucky.belief > steady.belief
