"""Test the points of dice on boards: sections 3, 4, 5.8 and 7, on positions built by hand."""

from __future__ import annotations

from math import cos, radians, sin
from typing import Any

import pytest

from dicehouse.games.indicesion.physics.bodies import compose_turns, rotate_vector, showing, turn_about

from .stage import BARREL, BOARD_TOP, EDGE, FAR, HALF, Spot, Stage, barrel, flat, middle, on, reach, table, tilted

RIM = 139.7  # from a board's centre to its short side


def straddler(degrees: float, face: int) -> Spot:
    """Return a die next to the right edge of the near board: one edge on the table, its underside on the board's
    rim.
    """
    _, y, z, *turn = tilted(on(1, face=face)[:2] + table(0, 0, face)[2:], degrees)
    t = radians(degrees)
    along = (z - HALF * cos(t) - BOARD_TOP) / sin(t)
    return (RIM - along * cos(t) + HALF * sin(t), y, z, *turn)


def on_slope(degrees: float, face: int) -> dict[str, Any]:
    """Return a board with that slope, and a die that lies flat on it."""
    slope = turn_about((0.0, 1.0, 0.0), radians(degrees))
    x, _, z = (part * (HALF + BOARD_TOP / 2) for part in rotate_vector(slope, (0.0, 0.0, 1.0)))
    return {
        "boards": {"c1": (0, 0, 100, 0, degrees)},
        "dice": {"r1": (x, 0, 100 + z, *compose_turns(slope, showing(face)))},
    }


def worked_board() -> dict[str, Spot]:
    leaning = tilted(on(1, face=6), 30)
    bridge = {"y1": on(1, 60, -60, 6), "y2": on(1, 105, -60, 6), "y3": on(1, 82, -60, 3, level=1)}
    return {
        "o1": on(1, -100, 70, 5),
        "o2": on(1, RIM - 2, 70, 2),
        "o3": table(-RIM - HALF, -FAR, 6),
        "r1": on(1, face=1),
        "r2": on(1, face=6, level=1),
        "r3": on(1, face=4, level=2),
        "o4": (-HALF - reach(leaning), *leaning[1:]),
        **bridge,
    }


def test_example_3_the_worked_board() -> None:
    stage = Stage(dice=worked_board())
    worth = {die: stage.score(die) for die in worked_board()}
    assert worth == {"o1": 5, "o2": 2, "o3": 0, "r1": 0, "r2": 0, "r3": 12, "o4": 0, "y1": 0, "y2": 0, "y3": 12}
    assert stage.judged("o4")["crooked"] and stage.judged("o3")["boards"] == []
    assert stage.points == [31, 0]


def test_example_4_towers_in_the_middle() -> None:
    one = {"b1": flat(-80, 108, BOARD_TOP, 6), "r1": flat(-80, 108, BOARD_TOP + EDGE, 3)}
    other = {"r2": flat(40, 108, BOARD_TOP, 5), "g1": flat(85, 108, BOARD_TOP, 4)}
    stage = Stage("central", players=5, dice={**one, **other, "g2": flat(62, 108, BOARD_TOP + EDGE, 2)})
    assert stage.points == [6, 0, 0, 8, 0]


def test_example_5_8_powers_on_one_board() -> None:
    dice = {
        "y1": on(1, -100, 70, 2),
        "o1": on(1, -50, 70, 6),
        "o2": on(1, 0, 70, 3),
        "g1": on(1, 50, 70, 5),
        "k1": on(1, 100, 70, 6),
        "b1": on(1, 100, 70, 4, level=1),
        "y2": tilted(on(1, 0, -50, 6), 30),
    }
    stage = Stage("drafting", dice=dice)
    worth = {die: stage.score(die) for die in dice}
    assert worth == {"y1": 3, "o1": 1, "o2": 5, "g1": -6, "k1": 0, "b1": 10, "y2": 0}
    assert stage.points == [13, 0]


def test_example_5_8_poison_on_a_tower_of_three() -> None:
    stage = Stage("drafting", dice={"k1": on(1), "b1": on(1, level=1), "g1": on(1, face=3, level=2)})
    assert stage.points == [-9, 0]


def test_r01_odds() -> None:
    for face, worth in enumerate((0, 4, 4, 4, 4, 0), 1):
        assert Stage("drafting", dice={"o1": on(1, face=face)}).points == [worth, 0]
    assert Stage("classic", dice={"o1": on(1, face=6)}).points == [6, 0]


def test_r02_lightning_reaches_the_whole_board() -> None:
    stage = Stage("drafting", dice={"y1": on(1, -115, -85, 1), "b1": on(1, 115, 85, 3), "b2": on(2, face=3)})
    assert (stage.score("b1"), stage.score("b2")) == (4, 3)


def test_r03_lightning_raises_itself() -> None:
    stage = Stage("drafting", dice={"y1": on(1, -50, face=2), "y2": on(1, 50, face=5)})
    assert (stage.score("y1"), stage.score("y2")) == (4, 7)


def test_r04_lightning_comes_before_the_levels() -> None:
    stage = Stage("drafting", dice={"y1": on(1, 80), "k1": on(1), "k2": on(1, level=1), "b1": on(1, face=4, level=2)})
    assert stage.score("b1") == (4 + 1) * 3


def test_r05_lightning_covered_or_crooked_does_nothing() -> None:
    covered = Stage("drafting", dice={"y1": on(1), "b1": on(1, face=4, level=1), "b2": on(1, 80, face=2)})
    assert covered.points == [4 * 2 + 2, 0]
    crooked = Stage("drafting", dice={"y1": tilted(on(1), 30), "b2": on(1, 80, face=2)})
    assert crooked.points == [2, 0]


def test_a09_a_switch_lets_covered_lightning_work() -> None:
    dice = {"y1": on(1), "b1": on(1, face=4, level=1), "b2": on(1, 80, face=2), "y2": tilted(on(1, -80), 30)}
    stage = Stage("drafting", settings={"covered_yellow_works": True}, dice=dice)
    assert stage.points == [(4 + 1) * 2 + 2 + 1, 0], "a crooked one still does nothing"


def test_r06_a_blank_orange_die_still_gets_lightning() -> None:
    for face in (1, 6):
        assert Stage("drafting", dice={"y1": on(1, 80), "o1": on(1, face=face)}).score("o1") == 1


def test_r07_a_bridge_is_several_towers() -> None:
    legs = {"r1": on(1, -25), "r2": on(1, 25), "r3": on(1, 25, level=1)}
    two = {"r1": on(1, -25), "o2": on(1, 25), "o1": on(1, face=5, level=1)}
    assert Stage(dice=two).score("o1") == 5 * 2 + 5 * 2
    legs["o4"] = on(1, -25, level=1)
    assert Stage(dice={**legs, "o1": on(1, face=5, level=2)}).score("o1") == 5 * 3 + 5 * 3
    single = {"c1": (0, 0, 1.5875), "c2": (160, 0, EDGE + BOARD_TOP / 2)}  # a higher board makes legs of two heights
    uneven = {
        "r1": flat(-25, 0, BOARD_TOP),
        "r2": flat(-25, 0, BOARD_TOP + EDGE),
        "r3": flat(45, 0, BOARD_TOP + EDGE),
        "r4": flat(10, 0, BOARD_TOP + 2 * EDGE, 4),
    }
    assert Stage("central+", boards=single, dice=uneven).score("r4") == 4 * 3 + 4 * 2


def test_r08_a_crooked_top_leaves_the_tower_to_the_next_one() -> None:
    stage = Stage(dice={"r1": on(1), "r2": on(1, face=5, level=1), "r3": tilted(on(1, face=6, level=2), 20)})
    assert stage.points == [10, 0]
    assert stage.judged("r3")["crooked"] and not stage.judged("r2")["covered"]


@pytest.mark.parametrize("degrees", [6, 8, 12])
def test_r09_a_die_across_the_edge_is_not_crooked(degrees: float) -> None:
    stage = Stage(dice={"r1": straddler(degrees, 4)})
    assert stage.judged("r1")["boards"] == ["p1"]
    assert stage.points == [4, 0]


def test_r09_a_leaning_die_is_crooked() -> None:
    for degrees, worth in ((14.5, 6), (15.5, 0), (30, 0)):
        assert Stage(dice={"r1": tilted(on(1, face=6), degrees)}).points == [worth, 0]


@pytest.mark.parametrize(("degrees", "worth"), [(10, 5), (25, 5), (39, 5), (41, 0), (44, 0)])
def test_r10_on_a_ramp_the_ramp_counts_up_to_forty_degrees(degrees: float, worth: int) -> None:
    stage = Stage("central+", **on_slope(degrees, 5))
    assert stage.points == [worth, 0]
    assert not stage.judged("r1")["crooked"]
    assert stage.judged("r1")["face"] == (5 if worth else None)


def edge_to_edge() -> dict[str, Spot]:
    """Return the far player's board next to the near one; the rules never place them so near, a set-up might."""
    return {"p2": (2 * RIM, -FAR, BOARD_TOP / 2)}


def test_r11_a_die_on_two_boards_counts_on_both() -> None:
    for mode in ("classic", "drafting"):
        dice = {"b1": on(1, RIM, 0, 6), "b2": on(1, RIM, 80, 5)}
        assert Stage(mode, boards=edge_to_edge(), dice=dice).points == [11, 11]
    both = {"y1": on(1, RIM, 0, 2), "b1": on(1, 0, 0, 3), "b2": on(1, 2 * RIM, 0, 4)}
    assert Stage("drafting", boards=edge_to_edge(), dice=both).points == [3 + 4, 3 + 5]


def test_r11_in_the_middle_a_die_on_two_boards_counts_once() -> None:
    stage = Stage("central", players=4, dice={"r1": flat(0, 0, BOARD_TOP, 6)})
    assert stage.judged("r1")["boards"] == ["c1", "c2"]
    assert stage.points == [6, 0, 0, 0]


def test_r16_dice_work_where_they_lie_whoever_threw_them() -> None:
    stage = Stage("drafting", hands=["y1 g1 b2", "b1"], dice={"b3": on(2, 80, face=3)})
    stage.throw(0, "y1", at="p2", rest={"y1": on(2, face=1)})
    stage.throw(1, "b1", at="p1", rest={"b1": on(1, face=6)})
    stage.throw(0, "g1", at="p1", rest={"g1": on(1, 80, face=5)})
    assert stage.points == [6 - 5, 2 + 4]


def test_r24_a_barrel_adds_no_level() -> None:
    top = (0, -FAR, BOARD_TOP + BARREL + HALF, *showing(4))
    stage = Stage("classic+", barrels={"x1": barrel(1)}, homes={"x1": "p1"}, dice={"r1": top})
    assert stage.judged("r1")["boards"] == ["p1"]
    assert stage.points == [4, 0]


def test_r30_in_a_tower_of_two_colours_the_next_valid_die_decides() -> None:
    tower = {"r1": middle(), "o1": middle(face=5, level=1), "r2": tilted(middle(face=6, level=2), 20)}
    assert Stage("central", dice=tower).points == [0, 10]


def test_a02_a_chain_may_end_on_a_barrel() -> None:
    on_top = BOARD_TOP + BARREL
    dice = {"r1": flat(0, -FAR, on_top), "r2": flat(0, -FAR, on_top + EDGE, 5)}
    stage = Stage("classic+", barrels={"x1": barrel(1)}, homes={"x1": "p1"}, dice=dice)
    assert stage.points == [10, 0]


def test_a03_a_valid_die_counts_through_a_crooked_one() -> None:
    tower = {"r1": on(1, face=6), "r2": tilted(on(1, face=6, level=1), 20)}
    w, i, j, k = tower["r2"][3:]
    x, y, z = (
        part * EDGE for part in rotate_vector((w, i, j, k), (0.0, 0.0, -1.0))
    )  # 6 is up, so the underside is its top
    crooked = tower["r2"]
    tower["r3"] = (crooked[0] + x, crooked[1] + y, crooked[2] + z, *tilted(on(1, face=3), 20)[3:])
    stage = Stage(dice=tower)
    assert stage.judged("r2")["crooked"] and not stage.judged("r3")["crooked"]
    assert stage.judged("r3")["rests_on"] == ["r2"] and stage.judged("r1")["covered"]
    assert stage.points == [3 * 3, 0]


def test_a04_a_die_on_a_board_and_on_a_die_ends_both_chains() -> None:
    boards = {"c1": (0, 0, 1.5875), "c2": (160, 0, EDGE + BOARD_TOP / 2)}
    dice = {"r1": flat(-20, 0, BOARD_TOP), "r2": flat(8, 0, BOARD_TOP + EDGE, 5)}
    stage = Stage("central+", boards=boards, dice=dice)
    assert sorted(stage.judged("r2")["rests_on"]) == ["c2", "r1"]
    assert stage.points == [5 * 1 + 5 * 2, 0]


def test_a04_the_table_ends_no_chain() -> None:
    aside = {"r1": table(300, -FAR), "r2": flat(300, -FAR, EDGE, 6)}
    assert Stage(dice=aside).points == [0, 0]
    legs = {"r1": table(RIM + HALF + 3, -FAR), "r2": on(1, 100, level=0)}
    assert Stage(dice=legs | {"r3": on(1, 100, face=5, level=1)}).points == [10, 0]


def test_a08_taken_barrels_are_points_less() -> None:
    assert Stage("classic+", dice={"r1": on(1, face=5)}, taken=[2, 1]).points == [3, -1]
    assert Stage("central+", boards={"c1": (0, 0, 1.5875)}, dice={"o1": middle(face=5)}, taken=[0, 3]).points == [0, 2]


def test_dice_above_a_board_without_support_are_not_on_it() -> None:
    assert Stage(dice={"r1": flat(0, -FAR, BOARD_TOP + 2, 6)}).points == [0, 0]


def test_only_the_players_own_colour_counts_in_the_middle() -> None:
    stage = Stage("central", players=3, dice={"r1": middle(-60, face=2), "y1": middle(60, face=6)})
    assert stage.points == [2, 0, 6]


# --- in words


@pytest.mark.parametrize(
    ("rest", "says"),
    [
        ({"r1": on(1, face=4)}, "The red die scores 4 points on {0}'s board."),
        ({"r1": table(600, 0, 4)}, "The red die is on no board and scores nothing."),
        ({"r1": tilted(on(1, face=4), 30)}, "The red die is crooked and scores nothing."),
        (
            {"r1": on(1, face=4), "o1": on(1, 5, face=2, level=1)},
            "The red die is under another die and scores nothing.",
        ),
    ],
)
def test_the_log_says_why_a_die_scores_nothing(rest: dict[str, Spot], says: str) -> None:
    stage = Stage(hands=["r1 r2", "o2"], dice={"o1": on(1, 80, face=2)}).throw(0, "r1", rest=rest)
    assert verdicts(stage) == [says]


def test_the_log_says_that_no_face_is_up() -> None:
    slope = on_slope(42, 3)
    stage = Stage("central+", hands=["r1 r2", "o2"], boards=slope["boards"]).throw(0, "r1", rest=slope["dice"])
    assert verdicts(stage) == ["The red die shows no clear face and scores nothing."]


def verdicts(stage: Stage) -> list[str]:
    return [event.text for event in stage.told if event.kind == "verdict"]


def test_the_log_says_what_is_knocked_off_the_target() -> None:
    """A die that only moves on the target, or onto another of its boards, is not mentioned."""
    boards = {"c1": (0, 0, BOARD_TOP / 2), "c2": (0, 400, BOARD_TOP / 2)}
    dice = {"o1": middle(60), "o2": middle(-60), "o3": middle(0, 60)}
    stage = Stage("central+", hands=["r1 r2", "o4"], boards=boards, dice=dice)
    stage.throw(0, "r1", rest={"r1": middle(), "o1": table(600, 0), "o2": middle(-80), "o3": middle(0, 400)})
    assert [event.text for event in stage.told if event.kind == "knocked"] == [
        "{0} knocks an orange die off the target."
    ]
