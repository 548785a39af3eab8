"""Test the referee's rulings (section 7 of the rules with amendments A2 to A4) on positions built by hand."""

from __future__ import annotations

from math import cos, radians, sin

import pytest

from dicehouse.games.indicesion.physics.bodies import (
    BARREL_HEIGHT,
    BARREL_RADIUS,
    BOARD,
    DIE,
    INCH,
    compose_turns,
    rotate_vector,
    showing,
    turn_about,
)
from dicehouse.games.indicesion.physics.throw_physics import settle_scene
from dicehouse.games.indicesion.physics.world import Body, Pose, Scene
from dicehouse.games.indicesion.rules.judge import DieVerdict, Verdict, face_up, judge

from .scenes import FLAT, TOP, barrel, board, die, lying_on, on_barrels, ramp, scene, stack, tilted

RIM = BOARD[0] / 2


def one(place: Scene, name: str = "r1") -> DieVerdict:
    return judge(place).dice[name]


def scoring(verdict: Verdict) -> list[tuple[str, tuple[str, ...]]]:
    return [(chain.board, chain.dice) for chain in verdict.towers]


def straddling(off: float) -> Scene:
    """Return a die that fell across the rim and came to rest, its centre `off` metres outside."""
    return settle_scene(scene(board(), tilted("r1", RIM + off, 0.0232, 6))).rest


# --- 7.1 and 7.2: what holds a die, and what it is on


def test_7_2_a_die_flat_on_a_board_is_on_it() -> None:
    judged = one(scene(board(), die("r1")))
    assert (judged.boards, judged.direct, judged.rests_on) == (("p1",), ("p1",), ("p1",))
    assert (judged.face, judged.crooked, judged.level, judged.covered) == (1, False, 1, False)


def test_7_2_a_die_on_the_table_is_on_nothing() -> None:
    judged = one(scene(board(), die("r1", 0.5, 0, DIE / 2, face=3)))
    assert (judged.boards, judged.rests_on, judged.chains, judged.face) == ((), (), (), 3)


@pytest.mark.parametrize(("inside", "on"), [(0.0012, True), (0.0004, False)])
def test_7_2_an_overhanging_die_is_on_by_more_than_a_hair(inside: float, on: bool) -> None:
    assert bool(one(scene(board(), die("r1", RIM + DIE / 2 - inside))).boards) is on


@pytest.mark.parametrize(("off", "on"), [(0.012, True), (0.0138, False)])
def test_7_2_beyond_a_corner_the_outline_counts_not_its_bounds(off: float, on: bool) -> None:
    """A die turned by 45 degrees shows a side to the board's corner; its bounds overlap the board in both places."""
    assert bool(one(scene(board(), die("r1", RIM + off, BOARD[1] / 2 + off, yaw=radians(45)))).boards) is on


def test_7_2_touching_the_side_of_a_board_is_not_on_it() -> None:
    judged = one(scene(board(), die("r1", RIM + DIE / 2, 0, DIE / 2)))
    assert (judged.boards, judged.rests_on) == ((), ())


def test_7_2_the_rim_of_a_steep_board_is_not_its_top() -> None:
    steep = ramp(60)
    x, y, z = rotate_vector(steep.pose.turn, (RIM + DIE / 2, 0.0, 0.0))
    balanced = Body("r1", Pose(x, y, steep.pose.z + z, *steep.pose.turn))
    assert one(scene(steep, balanced)).boards == ()


@pytest.mark.parametrize("off", [0.002, 0.008, 0.016])
def test_7_2_r9_a_die_across_the_rim_is_on_the_board_and_not_crooked(off: float) -> None:
    rest = straddling(off)
    judged = one(rest)
    assert 4 < judged.tilt < 12.4
    assert (judged.boards, judged.crooked, judged.face) == (("p1",), False, 1)


def test_7_2_hovering_without_support_is_not_on() -> None:
    assert one(scene(board(), die("r1", z=FLAT + 0.01))).boards == ()
    assert one(scene(board("c1", z=0.06), die("r1", z=DIE / 2))).boards == ()  # under another die


def test_7_2_under_a_board_that_lies_on_it_a_die_is_on_nothing() -> None:
    place = scene(die("r1", z=DIE / 2), board("c1", z=DIE + TOP / 2, free=True))
    assert (one(place).boards, one(place).rests_on) == ((), ())


def test_7_2_r11_a_die_on_two_boards_is_on_both() -> None:
    judged = one(scene(board(), board("p2", 2 * RIM + 0.002), die("r1", RIM)))
    assert (judged.boards, judged.direct) == (("p1", "p2"), ("p1", "p2"))
    assert [chain.board for chain in judged.chains] == ["p1", "p2"]


def test_7_1_a_die_leaning_on_another_is_not_held_by_it() -> None:
    rest = settle_scene(scene(board(), die("b1"), tilted("r1", 0.048, TOP + 0.045, 34))).rest
    judged = one(rest)
    assert judged.crooked and judged.rests_on == ("p1",) and "b1" in judged.touches


@pytest.mark.parametrize(("slid", "held"), [(0.012, True), (0.016, False)])
def test_7_1_a_die_holds_only_what_is_half_an_edge_higher(slid: float, held: bool) -> None:
    """A die that slides down another's side, at 42 degrees: it is half an edge higher until 13.8 mm from the top."""
    slope = radians(42)
    x, z = DIE * sin(slope) + slid * cos(slope), DIE * cos(slope) - slid * sin(slope)
    judged = one(scene(board(), tilted("b1", 0.0, 0.2, 42), tilted("r1", x, 0.2 + z, 42)))
    assert ("b1" in judged.rests_on) is held and judged.touches == ("b1",)


@pytest.mark.parametrize(("slope", "held"), [(44, True), (46, False)])
def test_7_1_nothing_steeper_than_45_degrees_holds(slope: float, held: bool) -> None:
    assert bool(one(scene(ramp(slope), lying_on(ramp(slope), "r1", 0.03))).boards) is held


# --- 7.3: the face up


@pytest.mark.parametrize("face", range(1, 7))
@pytest.mark.parametrize("degrees", [0, 39.9, 40.1])
def test_7_3_the_face_up_is_within_40_degrees(face: int, degrees: float) -> None:
    turn = compose_turns(turn_about((1.0, 0.3, 0.0), radians(degrees)), showing(face, 0.7))
    assert face_up(turn) == (face if degrees < 40 else None)


def test_7_3_on_an_edge_no_face_is_up() -> None:
    assert one(scene(board(), tilted("r1", 0.0, TOP + 0.0263, 45))).face is None


# --- 7.4: crooked


@pytest.mark.parametrize(("degrees", "crooked"), [(14.9, False), (15.1, True), (30, True)])
def test_7_4_more_than_15_degrees_is_crooked(degrees: float, crooked: bool) -> None:
    half, skin = DIE / 2 - 0.06 * INCH, 0.06 * INCH
    height = half * (cos(radians(degrees)) + sin(radians(degrees))) + skin
    judged = one(scene(board(), tilted("r1", 0.0, TOP + height, degrees)))
    assert judged.boards == ("p1",)
    assert (judged.crooked, judged.face) == (crooked, 1)
    assert judged.tilt == pytest.approx(degrees, abs=0.01)


@pytest.mark.parametrize(("slope", "face"), [(20, 1), (39, 1), (41, None)])
def test_7_4_r10_on_a_ramp_the_ramp_counts_up_to_40_degrees(slope: float, face: int | None) -> None:
    judged = one(scene(ramp(slope), lying_on(ramp(slope), "r1", 0.03)))
    assert (judged.boards, judged.crooked, judged.face) == (("c1",), False, face)
    assert judged.tilt < 0.01


def test_7_4_on_a_die_the_upper_face_of_that_counts() -> None:
    slope = ramp(20)
    below, above = lying_on(slope, "r1", 0.0), lying_on(slope, "r2", 0.0)
    up = cos(radians(20)) * DIE
    above = Body("r2", above.pose._replace(x=above.pose.x - sin(radians(20)) * DIE, z=above.pose.z + up))
    judged = one(scene(slope, below, above), "r2")
    assert (judged.rests_on, judged.tilt, judged.level) == (("r1",), pytest.approx(0, abs=0.01), 2)


def test_7_4_of_two_supports_the_one_that_bears_more_counts() -> None:
    """Flat on a board, and a ramp only just reaches the die's lower edge; "c1" comes before "p1"."""
    slope, skin = radians(20), 0.06 * INCH
    normal, along = (-sin(slope), cos(slope)), (cos(slope), sin(slope))
    touch = (DIE / 2 - skin - skin * normal[0], TOP + skin - skin * normal[1])
    middle = [touch[n] + 0.1 * along[n] - TOP / 2 * normal[n] for n in (0, 1)]
    beside = Body("c1", Pose(middle[0], 0.0, middle[1], *turn_about((0.0, 1.0, 0.0), -slope)), True)
    judged = one(scene(board(), die("r1"), beside))
    assert judged.rests_on == ("c1", "p1")
    assert (judged.tilt, judged.crooked) == (pytest.approx(0, abs=0.01), False)


# --- 7.5: towers


def test_7_5_a_tower_belongs_to_its_top_die() -> None:
    verdict = judge(scene(board(), stack("r1", "o1", "y1")))
    assert scoring(verdict) == [("p1", ("y1", "o1", "r1"))]
    assert [verdict.dice[name].covered for name in ("r1", "o1", "y1")] == [True, True, False]
    assert [verdict.dice[name].level for name in ("r1", "o1", "y1")] == [1, 2, 3]


def test_7_5_r7_a_bridge_is_two_towers() -> None:
    verdict = judge(scene(board(), die("r1", -0.021), die("r2", 0.021), die("g1", 0, z=FLAT + DIE)))
    assert scoring(verdict) == [("p1", ("g1", "r1")), ("p1", ("g1", "r2"))]


def test_7_5_a_bridge_over_one_and_two_has_five_levels() -> None:
    """The single die lies on a second board that is a die higher."""
    raised = board("p2", 2 * RIM + 0.01, z=TOP / 2 + DIE)
    legs = [*stack("r1", "r2", x=RIM - 0.02), die("o1", RIM + 0.03, z=FLAT + DIE)]
    verdict = judge(scene(board(), raised, legs, die("g1", RIM + 0.005, z=FLAT + 2 * DIE)))
    chains = verdict.dice["g1"].chains
    assert sorted((chain.board, chain.levels) for chain in chains) == [("p1", 3), ("p2", 2)]
    assert verdict.towers == list(chains)


def test_7_5_a_pyramid_has_every_way_down() -> None:
    floor = [die(f"r{n + 1}", n * 0.04) for n in range(3)]
    middle = [die(f"o{n + 1}", 0.02 + n * 0.04, z=FLAT + DIE) for n in range(2)]
    verdict = judge(scene(board(), floor, middle, die("g1", 0.04, z=FLAT + 2 * DIE)))
    assert [chain.dice for chain in verdict.towers] == [
        ("g1", "o1", "r1"),
        ("g1", "o1", "r2"),
        ("g1", "o2", "r2"),
        ("g1", "o2", "r3"),
    ]


def test_7_5_a_chain_that_ends_on_the_table_scores_nothing() -> None:
    verdict = judge(scene(board(), stack("r1", "r2", x=0.5, z=DIE / 2)))
    assert verdict.dice["r2"].rests_on == ("r1",) and verdict.towers == []


def test_a4_a_die_that_a_board_holds_ends_one_chain_there_and_goes_on_by_its_dice() -> None:
    """On a raised board and on a die beside it; the table beneath that die is no board."""
    raised = board("p2", -RIM - 0.001, z=DIE - TOP / 2)
    on_table, on_board = die("r1", 0.021, z=DIE / 2), die("g1", 0.0, z=1.5 * DIE)
    assert [chain.dice for chain in one(scene(raised, on_table, on_board), "g1").chains] == [("g1",)]
    under = board("p1", RIM, z=TOP / 2)
    higher = board("p2", -RIM - 0.001, z=DIE + TOP / 2)
    judged = one(scene(under, higher, die("r1", 0.021), die("g1", 0.0, z=FLAT + DIE)), "g1")
    assert [(chain.board, chain.dice) for chain in judged.chains] == [("p2", ("g1",)), ("p1", ("g1", "r1"))]


LEAN = radians(20)


def on_edge(name: str, below: Body) -> Body:
    """Return a crooked die on one of its edges, on a flat die."""
    reach = (DIE / 2 - 0.06 * INCH) * (cos(LEAN) + sin(LEAN)) + 0.06 * INCH
    return tilted(name, below.pose.x, below.pose.z + DIE / 2 + reach, 20)


def along_with(name: str, below: Body) -> Body:
    """Return a die flat on the upper face of a crooked one."""
    return Body(name, below.pose._replace(x=below.pose.x + DIE * sin(LEAN), z=below.pose.z + DIE * cos(LEAN)))


def test_7_5_r8_r30_a_crooked_die_on_top_leaves_the_tower_to_the_next() -> None:
    lower = stack("r1", "r2")
    verdict = judge(scene(board(), lower, on_edge("o1", lower[1])))
    assert verdict.dice["o1"].crooked and verdict.dice["o1"].rests_on == ("r2",)
    assert scoring(verdict) == [("p1", ("r2", "r1"))]


def test_7_5_a3_a_crooked_die_beneath_a_valid_one_is_a_level_and_all_are_covered() -> None:
    lower = die("r1")
    crooked = on_edge("o1", lower)
    verdict = judge(scene(board(), lower, crooked, along_with("g1", crooked)))
    assert verdict.dice["o1"].crooked and verdict.dice["g1"].valid
    assert scoring(verdict) == [("p1", ("g1", "o1", "r1"))]
    assert [verdict.dice[name].covered for name in ("r1", "o1", "g1")] == [True, True, False]


# --- barrels


def test_r24_a2_a_die_on_a_barrel_is_on_the_board_without_a_level() -> None:
    place = scene(board(), barrel("x1"), die("r1", z=TOP + BARREL_HEIGHT + DIE / 2))
    judged = one(place)
    assert (judged.boards, judged.direct, judged.rests_on, judged.level) == (("p1",), (), ("x1",), 1)
    verdict = judge(place.having(die("r2", z=TOP + BARREL_HEIGHT + 1.5 * DIE)))
    assert scoring(verdict) == [("p1", ("r2", "r1"))]


def test_a2_a_die_on_two_barrels_of_one_board_has_one_chain() -> None:
    pair = [barrel("x1", -0.021), barrel("x2", 0.021)]
    assert len(one(scene(board(), pair, die("r1", z=TOP + BARREL_HEIGHT + DIE / 2))).chains) == 1


def test_7_8_a_barrel_stands_on_its_board_through_others() -> None:
    pile = [barrel("x1"), barrel("x2", z=TOP + 1.5 * BARREL_HEIGHT)]
    barrels = judge(scene(board(), pile)).barrels
    assert (barrels["x1"].boards, barrels["x1"].touches) == (("p1",), ("p1",))
    assert (barrels["x2"].boards, barrels["x2"].touches) == (("p1",), ())


def test_7_8_r23_a_barrel_tipped_over_is_still_on() -> None:
    lying = Body("x1", Pose(0, 0, TOP + BARREL_RADIUS, *turn_about((1.0, 0.0, 0.0), radians(90))))
    seen = judge(scene(board(), lying)).barrels["x1"]
    assert (seen.boards, seen.upright) == (("p1",), False)


def test_7_8_a_barrel_that_stands_on_a_die_is_not_held_by_the_board() -> None:
    seen = judge(scene(board(), die("r1"), barrel("x1", z=TOP + DIE + BARREL_HEIGHT / 2))).barrels["x1"]
    assert (seen.boards, seen.touches) == ((), ())


def test_6_2_a_barrel_under_a_board_touches_it() -> None:
    barrels = judge(on_barrels()).barrels
    assert {name: barrel.touches for name, barrel in barrels.items()} == dict.fromkeys(("x1", "x2", "x3"), ("c1",))
    assert {barrel.boards for barrel in barrels.values()} == {()}


def test_6_2_on_the_upper_storey_only_that_board_counts() -> None:
    place = on_barrels(board("c2"), die("r1", z=BARREL_HEIGHT + TOP + DIE / 2))
    assert one(place).boards == ("c1",)


# --- touching


def test_7_6_dice_touch_within_five_thousandths_of_an_inch() -> None:
    assert one(scene(board(), die("r1"), die("b1", DIE + 0.0001))).touches == ("b1",)
    assert one(scene(board(), die("r1"), die("b1", DIE + 0.0002))).touches == ()


def test_the_verdict_says_where_things_are() -> None:
    assert judge(scene(board(), die("r1", 0.02, -0.03), barrel("x1", -0.05))).places == {
        "r1": (0.02, -0.03),
        "x1": (-0.05, 0.0),
    }
