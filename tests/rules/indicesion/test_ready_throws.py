"""Test that listed throws are legal: ready throws keep clear of all bodies in any position."""

from __future__ import annotations

import random
from math import cos, hypot, pi, sin
from typing import Any

import pytest

from dicehouse.errors import BadSetting, BadThrow, IllegalOption
from dicehouse.games.indicesion.physics.bodies import DIE
from dicehouse.games.indicesion.physics.clearance import clearance
from dicehouse.games.indicesion.physics.throw_physics import RELEASE, _distance, check_throw
from dicehouse.games.indicesion.physics.world import Body, Pose, World, load_mujoco
from dicehouse.games.indicesion.rules.ready_throws import READY_THROWS, boards_kept_away, targets
from dicehouse.games.indicesion.rules.table_layout import scene_of
from dicehouse.games.indicesion.rules.throw_notation import read_throw

from .scenes import DICE, any_turn, barrel, board, die, ramp, scene
from .stage import Stage

RELEASES = ("target", "every")


def listed(stage: Stage) -> list[str]:
    """Return every listed throw, and fail if one may not be thrown."""
    state: Any = stage.match._position.state
    options = stage.match.options(stage.asked[0])
    for option in options:
        facts = option.facts["throw"]
        parts = " ".join(f"{word} {','.join(map(str, numbers))}" for word, numbers in facts.items())
        meant = read_throw(f"throw {option.facts['die']} {option.facts['target']} {parts}")
        check_throw(scene_of(state), meant.throw(), boards_kept_away(state, meant.target))
    return [option.id for option in options]


def test_a_drop_keeps_six_inches_from_a_board_that_lies_aslant() -> None:
    """The board is tilted as in a real game: it fell from its storey, and leans on a barrel and a die."""
    stage = Stage(
        "central+",
        players=3,
        hands=["r4", "o3 o4", "y3"],
        player=1,
        boards={"c1": (0, 0, 1.6), "c3": (36.4, 37.9, 39.3, 0.9846, -0.1291, 0.0246, 0.1153)},
        barrels={
            "x1": (-100.0, -70.0, 31.1),
            "x2": (99.3, -67.3, 31.6),
            "x5": (123.4, -25.1, 23.5, 0.6987, -0.592, 0.3867, 0.1085),
        },
        dice={"r1": (-95.2, 9.0, 23.4, 0.4753, 0.0173, 0.0322, 0.8791)},
    )
    assert "drop o3 target" in listed(stage)
    stage.match.play(1, "drop o3 target")


@pytest.mark.parametrize("release", RELEASES)
def test_what_is_listed_in_a_construction_may_be_thrown(release: str) -> None:
    chance, seen = random.Random(8), 0
    while seen < 25:
        boards = {f"c{n}": aslant(chance) for n in range(1, chance.randint(2, 6))}
        dice = {name: anywhere(chance) for name in chance.sample(DICE[:12], chance.randint(0, 5))}
        hand = next(name for name in DICE if name not in dice)
        try:
            stage = Stage("central+", settings={"release": release}, hands=[hand], boards=boards, dice=dice)
        except BadSetting:
            continue  # some overlap
        assert f"drop {hand} target" in listed(stage)
        seen += 1


@pytest.mark.parametrize("release", RELEASES)
@pytest.mark.parametrize(("mode", "players"), [("classic", 2), ("drafting", 6), ("central", 4)])
def test_what_is_listed_elsewhere_may_be_thrown(mode: str, players: int, release: str) -> None:
    chance, seen = random.Random(players), 0
    while seen < 4:
        dice = {name: anywhere(chance) for name in chance.sample(DICE[6:24], 9)}
        try:
            stage = Stage(mode, players, {"release": release}, dice, hands=["r1"])
        except BadSetting:
            continue
        found = listed(stage)
        assert {text.split()[0] for text in found} == set(READY_THROWS), (
            "nothing stands so high that one of them is left out"
        )
        assert {text.split()[2] for text in found if text.startswith("drop")} == set(targets(state_of(stage)))
        seen += 1


def state_of(stage: Stage) -> Any:
    return stage.match._position.state


def aslant(chance: random.Random) -> tuple[float, ...]:
    away, way = chance.uniform(0, 0.6), chance.uniform(0, 2 * pi)
    tilt = chance.choice((0.0, chance.uniform(-80, 80)))
    return (1000 * away * cos(way), 1000 * away * sin(way), chance.uniform(145, 300), chance.uniform(0, 360), tilt)


def anywhere(chance: random.Random) -> tuple[float, ...]:
    return (chance.uniform(-400, 400), chance.uniform(-400, 400), 19.05 if chance.random() < 0.7 else 260)


def test_what_cannot_be_lobbed_is_not_listed() -> None:
    """Dice hang at every release point of the seat's own side, as they may in a position set up by hand."""
    places = [108 + 180 + back for back in (0, 50, 100, 200, 400)]
    hanging = {f"o{n}": (0, -y, 220) for n, y in enumerate(places, 1)}
    stage = Stage("central+", hands=["r1"], boards={"c1": (0, 0, 1.6)}, dice=hanging)
    assert listed(stage) == ["drop r1 target"]
    with pytest.raises(BadThrow, match="There is no room to throw a die like this at target"):
        stage.match.play(0, "lob r1 target")
    del hanging["o3"]
    stage = Stage("central+", hands=["r1"], boards={"c1": (0, 0, 1.6)}, dice=hanging)
    assert listed(stage) == ["drop r1 target", "lob r1 target", "knock r1 target"]


def test_ready_throws_go_on_when_every_board_has_left_the_table() -> None:
    stage = Stage("central+", hands=["r1 r2", "o1"], boards={"c1": (0, 0, 1.6)})
    stage.throw(0, "r1", rest={"r1": (300, 0, 19.05)}, lost=["c1"])
    assert "drop o1 target" in listed(stage)


def test_clearance_never_says_more_than_there_is() -> None:
    chance = random.Random(4)
    things = [board("c1"), ramp(35), barrel("x1"), die("b1")]
    for _ in range(250):
        thing = chance.choice(things)
        reach = chance.uniform(0.02, 0.4)
        aside = [chance.gauss(0, 1) for _ in range(3)]
        place = [a + reach * b / hypot(*aside) for a, b in zip(thing.pose.place, aside, strict=True)]
        pose = Pose(place[0], place[1], place[2], *any_turn(chance))
        world = World(scene(thing, Body("r1", pose)))
        load_mujoco().mj_kinematics(world.model, world.data)
        true, said = _distance(world, "r1", thing.id), min(clearance(pose, thing), RELEASE)
        assert said <= max(true, 0.0) + 1e-6
        assert said > min(true, RELEASE) - DIE * 0.75, "nor much less"


def test_a_ready_throw_may_be_of_any_die_in_hand() -> None:
    """One of each colour is listed; the others may be thrown too."""
    stage = Stage(hands=["r1 r3", "o1"])
    assert not any("r3" in text for text in listed(stage))
    stage.match.play(0, "drop r3 p1")
    assert stage.match.actions[-1].option.startswith("throw r3 p1 from ")
    assert stage.view["seats"][0]["hand"] == ["r1"]
    for wrong in ("drop o2 p2", "drop o1 p3", "drop o1", "drop o1 p1 p1"):
        with pytest.raises(IllegalOption, match="You can throw o1 at p1, p2"):
            stage.match.play(1, wrong)
