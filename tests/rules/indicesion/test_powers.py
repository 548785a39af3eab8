"""Test red, pink and blue dice, their windows and the turns that they cost: sections 5.3 to 5.7."""

from __future__ import annotations

from math import hypot, pi

import pytest

from dicehouse.errors import IllegalOption
from dicehouse.games.indicesion.physics.bodies import compose_turns, inverse_turn, rotate_vector, showing, turn_about
from dicehouse.games.indicesion.rules.table_layout import board_place

from .stage import BOARD_TOP, EDGE, FAR, HALF, Spot, Stage, flat, on, outcome, table

OUT = table(700, 0)
CLEAR = 1.27  # millimetres between a blue die and others


def drafting(*hands: str, **lies: object) -> Stage:
    return Stage("drafting", players=len(hands), hands=hands, **lies)  # type: ignore[arg-type]  # as they are


# --- the effects of a throw


def test_r13_a_die_burns_at_first_contact_and_still_pushes() -> None:
    """The die is thrown hard at a red die: it is gone, and the red die has moved."""
    stage = drafting("o1 o2", "g1", dice={"r1": on(2)})
    stage.match.play(0, "throw o1 p2 from 0,-100,30 push 3000,90,0")
    assert "o1" not in stage.view["bodies"] and stage.points == [0, stage.judged("r1")["face"]]
    _, y, _ = stage.at("r1")
    assert y > FAR + 15
    burnt = next(event for event in stage.match.log() if event.kind == "burnt")
    assert dict(burnt.facts) == {"die": "o1", "by": "r1"}
    assert stage.match.actions[-1].outcome is not None
    moment = stage.match.actions[-1].outcome["flight"]["burnt"][0][0]
    assert 0 < moment < 0.3, "long before all was at rest"


def test_r12_two_red_dice_burn_each_other() -> None:
    stage = drafting("r1 o1", "g1", dice={"r2": on(1)})
    stage.match.play(0, f"throw r1 p1 from 0,{-FAR:.0f},260 push 0,0,0")
    assert {"r1", "r2"} & set(stage.view["bodies"]) == set()


def test_r28_nothing_stays_on_a_red_die() -> None:
    stage = drafting("b1 o1", "g1", dice={"r1": on(1)})
    stage.match.play(0, f"throw b1 p1 from 0,{-FAR:.0f},260 push 0,0,0")
    assert "b1" not in stage.view["bodies"] and stage.judged("r1")["points"] == 1


def test_red_is_a_colour_like_others_without_the_draft() -> None:
    stage = Stage(hands=["o1 o2", "b1"], dice={"r1": on(1)})
    stage.match.play(0, f"throw o1 p1 from 0,{-FAR:.0f},260 push 0,0,0")
    assert {"o1", "r1"} <= set(stage.view["bodies"])


def test_a_burnt_die_is_neither_replaced_nor_thrown_again() -> None:
    stage = drafting("b1 k1", "b2 k2", dice={"g1": on(2)})
    stage.throw(0, "b1", lost=["b1"])
    assert stage.phase == "pink", "what is merely lost may be thrown again"
    stage = drafting("b1 k1", "b2 k2", dice={"g1": on(2, face=5), "r1": on(2, 60)})
    stage.throw(0, "b1", burnt=[("b1", "r1"), ("g1", "r1")])
    assert stage.kinds.count("burnt") == 2 and "knocked" not in stage.kinds
    assert stage.phase == "throw" and stage.asked == [1]


def test_dice_in_hand_do_not_burn() -> None:
    stage = drafting("r1 b1 b2", "b3")
    stage.throw(0, "r1", rest={"r1": on(1)})
    assert stage.view["seats"][0]["hand"] == ["b1", "b2"]


# --- pink


def test_pink_lifts_the_die_and_has_it_thrown_again() -> None:
    stage = drafting("r1 k1 k2", "o1 o2")
    stage.throw(0, "r1", at="p2", rest={"r1": on(2)})
    assert stage.phase == "pink" and stage.asked == [0] and stage.offers() == ["again", "keep"]
    stage.play(0, "again")
    assert stage.phase == "throw" and stage.asked == [0] and stage.skips == [1, 0]
    assert "r1" not in stage.view["bodies"] and {option.split()[1] for option in stage.offers()} == {"r1"}
    with pytest.raises(IllegalOption):
        stage.play(0, "drop k2 p1")
    stage.throw(0, "r1", rest={"r1": on(1)})
    assert stage.phase == "pink", "once more with the other pink die"
    stage.play(0, "again").throw(0, "r1", rest={"r1": on(1, 50)})
    assert stage.skips == [2, 0] and stage.view["seats"][0]["hand"] == [] and stage.asked == [1]


def test_keeping_ends_the_turn() -> None:
    stage = drafting("r1 k1", "o1").throw(0, "r1", rest={"r1": on(1)}).play(0, "keep")
    assert stage.asked == [1] and stage.skips == [0, 0] and stage.view["seats"][0]["hand"] == ["k1"]


def test_a_pink_die_just_thrown_may_be_thrown_again_with_another() -> None:
    stage = drafting("k1 k2", "o1").throw(0, "k1", rest={"k1": OUT})
    stage.play(0, "again").throw(0, "k1", rest={"k1": on(1, face=6)})
    assert stage.score("k1") == 6 and stage.asked == [1], "there is no third"


def test_without_an_unused_pink_die_there_is_no_window() -> None:
    assert drafting("r1 o1", "k1").throw(0, "r1", rest={"r1": on(1)}).asked == [1]
    assert drafting("k1 o1", "b1").throw(0, "k1", rest={"k1": on(1)}).asked == [1]


def test_r26_a_die_that_left_the_table_may_be_thrown_again() -> None:
    stage = drafting("o1 k1", "b1").throw(0, "o1", lost=["o1"]).play(0, "again")
    stage.throw(0, "o1", rest={"o1": on(1, face=3)})
    assert stage.points == [4, 0]


def test_what_the_first_throw_did_stands() -> None:
    stage = drafting("o1 k1", "g1", dice={"b1": on(2, face=6), "r1": on(2, 90)})
    stage.throw(0, "o1", at="p2", rest={"o1": on(2, -60)}, lost=["b1"])
    stage.play(0, "again").throw(0, "o1", rest={"o1": on(1, face=2)})
    assert "b1" not in stage.view["bodies"] and stage.points == [4, 1]


def test_a05_what_falls_when_a_die_is_lifted_counts_as_knocked_off() -> None:
    """A die rests on the one just thrown; lifting removes its support, and its owner may replace it afterwards."""
    stage = drafting("o1 k1", "b1 g1", dice={"y1": on(2, 60, face=5)})
    stage.throw(0, "o1", at="p2", rest={"o1": on(2, 130), "y1": on(2, 140, face=5, level=1)})
    assert stage.phase == "pink" and stage.score("y1") == (5 + 1) * 2
    stage.play(0, "again", lifted=outcome(rest={"y1": table(300, FAR)}))
    assert "knocked" in stage.kinds and stage.facts("knocked") == [{"die": "y1", "seats": [1]}]
    assert stage.phase == "throw", "the window opens when the new throw lies"
    stage.throw(0, "o1", rest={"o1": on(1)})
    assert stage.phase == "blue" and stage.asked == [1] and stage.offers() == ["respawn y1", "pass"]


def test_a05_what_burns_after_it_has_fallen_is_not_replaced() -> None:
    """Lifting a die made another one fall off the board, and the next throw brings it to a red one (5.3)."""
    stage = drafting("o1 k1", "b1 g1", dice={"y1": on(2, 60, face=5), "r1": table(500, FAR)})
    stage.throw(0, "o1", at="p2", rest={"o1": on(2, 130), "y1": on(2, 140, face=5, level=1)})
    stage.play(0, "again", lifted=outcome(rest={"y1": table(300, FAR)}))
    assert stage.view["lost"] == [{"die": "y1", "seat": 1, "face": 5}]
    stage.throw(0, "o1", at="p2", rest={"o1": OUT}, burnt=[("y1", "r1")])
    assert stage.phase == "throw" and stage.asked == [1] and stage.view["lost"] == []


def test_a05_the_lifted_die_itself_was_not_knocked_off() -> None:
    stage = drafting("o1 k1", "b1 g1").throw(0, "o1", at="p2", rest={"o1": on(2)}).play(0, "again")
    assert "knocked" not in stage.kinds
    stage.throw(0, "o1", rest={"o1": on(1)})
    assert stage.phase == "throw" and stage.asked == [1]


def test_a05_what_leaned_on_the_lifted_die_really_falls_and_burns_at_a_red_one() -> None:
    pillar = {"o1": on(2, 0), "y1": on(2, 0, level=1, face=4)}
    stage = drafting("o1 k1", "b1 g1", dice={"y1": on(2, -90), "r1": on(2, 0, 60)})
    stage.throw(0, "o1", at="p2", rest=pillar)
    stage.play(0, "again")
    assert stage.at("y1")[2] == pytest.approx(BOARD_TOP + HALF, abs=0.3), "it fell by a die's height"
    over_red = {"o1": on(2, 0), "y1": on(2, 0, 25, level=1, face=4), "r1": on(2, 0, 43)}
    stage = drafting("o1 k1", "b1 g1", dice={"y1": on(2, -90), "r1": on(2, 90)})
    stage.throw(0, "o1", at="p2", rest=over_red)
    stage.play(0, "again")
    assert "burnt" in stage.kinds and "y1" not in stage.view["bodies"]


# --- blue


def knocked(face: int = 4, to: Spot = OUT, **lies: object) -> Stage:
    """Return a stage where a green die of player 2's board lies on the table after a throw."""
    stage = drafting("o1 o2", "b1 o3", dice={"g1": on(2, 40, 20, face), **lies.pop("dice", {})}, **lies)  # type: ignore[dict-item]  # dice are a mapping
    return stage.throw(0, "o1", at="p2", rest={"o1": table(-600, 0), "g1": to})


def test_blue_replaces_a_lost_die_with_the_same_number() -> None:
    stage = knocked(face=5)
    assert stage.phase == "blue" and stage.asked == [1]
    assert stage.view["lost"] == [{"die": "g1", "seat": 1, "face": 5}]
    stage.play(1, "respawn g1")
    assert stage.points == [0, 5] and stage.score("b1") == 5, "a plain blue die, no poison"
    assert "skip" in stage.kinds and stage.asked == [0], "it costs the next turn"
    assert stage.view["lost"] == [] and "g1" in stage.view["bodies"]


def test_r14_a_blue_die_lies_where_the_lost_one_stood() -> None:
    stage = knocked().play(1, "respawn g1")
    x, y, z = on(2, 40, 20)[:3]
    assert stage.at("b1") == pytest.approx((x, y, z), abs=0.2)
    along = rotate_vector(inverse_turn(tuple(stage.view["bodies"]["b1"]["quat"])), (1.0, 0.0, 0.0))
    assert max(map(abs, along)) == pytest.approx(1, abs=1e-3), "along the board's sides"


def test_r14_or_at_the_nearest_free_place_touching_nothing() -> None:
    taken = {"y1": on(2, 40 + EDGE + 3, 20), "y2": on(2, 40 - EDGE - 3, 20)}
    stage = drafting("o1 o2", "b1 o3", dice={"g1": on(2, 40, 20), **taken})
    stage.throw(0, "o1", at="p2", rest={"o1": on(2, 40, 20), "g1": OUT})
    stage.play(1, "respawn g1")
    x, y, z = stage.at("b1")
    assert z == pytest.approx(BOARD_TOP + HALF, abs=0.1)
    off = hypot(x + 40, y - (FAR - 20))
    assert EDGE + CLEAR <= off + 0.1 < EDGE + CLEAR + 5, "beside the one that pushed it away"
    assert stage.judged("b1")["level"] == 1 and not stage.judged("o1")["covered"]


def test_r14_a_board_without_room_takes_no_blue_die() -> None:
    names = [f"{letter}{number}" for letter in "oykg" for number in range(1, 7)]
    crowd = dict(
        zip(names[3:], (on(2, u * 46.0, v * 46.0) for u in (-2, -1, 0, 1, 2) for v in (-2, -1, 0, 1, 2)), strict=False)
    )
    crowd |= {name: on(2, 92, v) for name, v in (("b3", -46), ("b4", 0), ("b5", 46), ("b6", 92))}
    for lost in (["g6"], ["g5", "g6"]):
        stage = drafting("o1 o2", "b1 o3", dice=crowd)
        stage.throw(0, "o1", at="p2", rest={"o1": crowd["g6"]}, lost=lost)
        assert stage.phase == ("blue" if len(lost) > 1 else "throw"), "room for one where two have gone"


def test_a_straddling_die_is_replaced_on_the_board() -> None:
    stage = drafting("o1 o2", "b1 o3", dice={"g1": on(2, 135, 0, 6)})
    stage.throw(0, "o1", at="p2", rest={"o1": OUT, "g1": table(300, 0)}).play(1, "respawn g1")
    x, y, _ = stage.at("b1")
    assert (x, y) == pytest.approx((-(139.7 - HALF), FAR), abs=0.3), "flat, wholly on it"
    assert stage.points == [0, 6]


def test_r15_the_number_is_that_shown_before() -> None:
    stage = knocked(face=3, to=table(600, 0, face=6)).play(1, "respawn g1")
    assert stage.judged("b1")["face"] == 3


def test_a_die_with_no_obvious_face_is_not_replaced() -> None:
    edge = (*on(2)[:2], BOARD_TOP + 26, *_on_edge())
    stage = drafting("o1 o2", "b1 o3", dice={"g1": edge})
    assert stage.judged("g1")["face"] is None
    stage.throw(0, "o1", at="p2", rest={"o1": OUT, "g1": table(600, 0)})
    assert stage.phase == "throw" and stage.asked == [1]


def _on_edge() -> tuple[float, float, float, float]:
    return compose_turns(turn_about((0.0, 1.0, 0.0), pi / 4), showing(1))


def test_lightning_is_not_copied_but_works_anew() -> None:
    stage = drafting("o1 o2", "b1 o3", dice={"g1": on(2, 40, face=4), "y1": on(2, -60, face=2)})
    stage.throw(0, "o1", at="p2", rest={"o1": OUT, "g1": table(300, 0)}).play(1, "respawn g1")
    assert stage.judged("b1")["face"] == 4 and stage.score("b1") == 5


def test_landing_on_another_board_is_knocked_off() -> None:
    stage = drafting("o1 o2", "b1 o3", dice={"g1": on(2, face=4)})
    stage.throw(0, "o1", at="p2", rest={"o1": OUT, "g1": on(1, face=2)})
    assert stage.phase == "blue" and stage.points == [-2, 0]


def test_ones_own_turn_counts_too_and_moving_on_the_board_does_not() -> None:
    stage = drafting("o1 b1", "o3", dice={"g1": on(1, 50, face=4), "y1": on(1, -50)})
    stage.throw(0, "o1", rest={"o1": on(1), "g1": OUT, "y1": on(1, -90, face=6)})
    assert stage.phase == "blue" and stage.asked == [0] and stage.offers() == ["respawn g1", "pass"]


def test_one_blue_die_for_each_lost_one_and_no_more() -> None:
    dice = {"g1": on(2, 60, face=4), "g2": on(2, -60, face=2), "g3": on(2, 0, face=1)}
    stage = drafting("o1 o2", "b1 b2 o3", dice=dice)
    stage.throw(0, "o1", at="p2", rest={"o1": OUT}, lost=["g1", "g2", "g3"])
    assert stage.offers() == ["respawn g1", "respawn g2", "respawn g3", "pass"]
    stage.play(1, "respawn g2").play(1, "respawn g1")
    assert stage.points == [0, 6] and stage.phase == "throw" and stage.asked == [0]
    assert stage.skips == [0, 1], "two turns, and one of them is over"


def test_a06_a_chance_that_is_passed_is_gone() -> None:
    stage = knocked().play(1, "pass")
    assert stage.phase == "throw" and stage.asked == [1] and stage.view["lost"] == []
    stage.throw(1, "o3", rest={"o3": table(600, 300)})
    assert stage.phase == "throw" and stage.asked == [0]


def test_a06_a_chance_that_could_not_be_used_is_gone_too() -> None:
    stage = drafting("o1 o2", "o3 o4", dice={"g1": on(2)})
    stage.throw(0, "o1", at="p2", rest={"o1": OUT}, lost=["g1"])
    assert stage.view["lost"] == [] and stage.asked == [1]


def test_r17_blue_comes_before_pink_and_clockwise_from_the_thrower() -> None:
    def lie(seat: int, face: int) -> Spot:
        pose = board_place(3, seat)
        return flat(pose.x * 1000, pose.y * 1000, BOARD_TOP, face)

    dice = {"g1": lie(0, 2), "g2": lie(1, 3), "g3": lie(2, 4)}
    stage = drafting("b1 o3", "o1 k1 b2", "b3 o2", dice=dice, player=1)
    stage.throw(1, "o1", lost=["g1", "g2", "g3"], rest={"o1": table(0, 0)})
    order = []
    for _ in range(3):
        assert stage.phase == "blue"
        order.append(stage.asked[0])
        stage.play(stage.asked[0], "pass" if stage.asked == [2] else stage.offers()[0])
    assert order == [1, 2, 0]
    assert stage.phase == "pink" and stage.asked == [1]
    stage.play(1, "again").throw(1, "o1", rest={"o1": table(100, 0)})
    assert stage.phase == "throw" and stage.asked == [2], "nothing was lost by the second throw"
    assert stage.skips == [1, 2, 0]


def test_a_new_throw_opens_new_windows() -> None:
    stage = drafting("o1 k1", "b1 b2 o3", dice={"g1": on(2, 60), "g2": on(2, -60)})
    stage.throw(0, "o1", at="p2", rest={"o1": OUT}, lost=["g1"]).play(1, "pass").play(0, "again")
    stage.throw(0, "o1", at="p2", rest={"o1": OUT}, lost=["g2"])
    assert stage.phase == "blue" and stage.offers() == ["respawn g2", "pass"]


# --- skipped turns


def test_example_5_6_the_worked_round() -> None:
    """Of six dice one was thrown badly, a pink and a blue one were used, and two turns skipped: three are left."""
    stage = drafting("o1 k1 b1 g1 y1 r1", "o2 o3 y2 y3 b2 b3", dice={"g4": on(1, 60, face=4)})
    stage.throw(0, "o1", rest={"o1": OUT}).play(0, "again").throw(0, "o1", rest={"o1": on(1, -100, 60, 4)})
    stage.throw(1, "o2", rest={"o2": table(300, 500)})
    assert "skip" in stage.kinds and stage.asked == [1], "the second turn"
    stage.throw(1, "o3", rest={"o3": table(400, 500)}, lost=["g4"])
    assert stage.phase == "blue" and stage.asked == [0]
    stage.play(0, "respawn g4")
    assert "skip" in stage.kinds and stage.asked == [1], "the third turn"
    assert stage.points[0] == 4 + 4
    stage.throw(1, "y2", rest={"y2": table(500, 500)})
    for number, (mine, other) in enumerate((("y1", "y3"), ("g1", "b2"), ("r1", "b3"))):
        assert stage.asked == [0] and stage.view["round"] == 1
        stage.throw(0, mine, rest={mine: table(-300, 60 * number)})
        assert stage.asked == [1] and stage.view["round"] == 1
        stage.throw(1, other, rest={other: table(300, 60 * number)})
    assert stage.view["round"] == 2, "both have had six turns"


def test_as_many_turns_are_skipped_as_dice_were_used() -> None:
    stage = drafting("o1 k1 k2 o2 o3", "g1 g2 g3 g4")
    stage.throw(0, "o1", rest={"o1": OUT}).play(0, "again").throw(0, "o1", rest={"o1": OUT}).play(0, "again")
    stage.throw(0, "o1", rest={"o1": OUT})
    for left, die in ((1, "g1"), (0, "g2")):
        assert stage.asked == [1]
        stage.throw(1, die, rest={die: table(500, 60 * left)})
        assert stage.facts("skip") or "skip" in stage.kinds
        assert stage.skips == [left, 0]
    assert stage.asked == [1]
    stage.throw(1, "g3", rest={"g3": table(500, 300)})
    assert stage.asked == [0] and "skip" not in stage.kinds
