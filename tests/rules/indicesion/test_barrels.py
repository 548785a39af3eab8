"""Test barrels on boards (6.1), and the target that is built of boards and barrels (6.2)."""

from __future__ import annotations

import pytest

import dicehouse
from dicehouse.core import Tape
from dicehouse.errors import BadThrow, DicehouseError
from dicehouse.games.indicesion.rules.barrels import READY_TARGETS
from dicehouse.match.match import Match

from ...printable import is_printable
from .stage import BARREL, BOARD_TOP, FAR, HALF, Spot, Stage, barrel, flat, middle, on, outcome, table

LYING = (0.5**0.5, 0.0, 0.5**0.5, 0.0)
STANDING = (1.0, 0.0, 0.0, 0.0)
ASIDE: Spot = (600, 0, BARREL / 2, *STANDING)
NOTHING = {"fallen 1": outcome()}  # nothing falls when a barrel is taken


def new(players: int = 2, **options: object) -> Match:
    tape = Tape([6, *range(1, players)])
    return dicehouse.new("indicesion", players=players, options={"barrels": True, **options}, dice=tape)


# --- placing barrels


@pytest.mark.parametrize(("players", "each"), [(2, 3), (3, 2), (4, 1), (5, 1), (6, 1)])
def test_r21_barrels_are_shared_evenly(players: int, each: int) -> None:
    view = new(players).view(None)
    assert view["phase"] == "barrels"
    assert [seat["barrels"] for seat in view["seats"]] == [each] * players


def test_barrels_are_stood_in_turn_order_on_any_board_or_kept_aside() -> None:
    match = new()
    assert match.acting() == (0,)
    for place in ("p2 middle", "p1 left", "p2 at -80,40"):
        match.play(0, f"stand {place}")
    bodies = match.view(None)["bodies"]
    assert bodies["x1"]["at"] == pytest.approx([0, FAR, BOARD_TOP + BARREL / 2], abs=0.2)
    assert [bodies[name]["at"][:2] for name in ("x3", "x5")] == [[-95.0, -203.2], [80.0, 163.2]]
    assert match.acting() == (1,)
    match.play(1, "stand p2 right")
    match.play(1, "aside")
    view = match.view(None)
    assert view["phase"] == "throw" and match.acting() == (0,)
    assert sum(body["kind"] == "barrel" for body in view["bodies"].values()) == 4
    assert [seat["points"] for seat in view["seats"]] == [0, 0], "keeping them aside costs nothing"


def test_in_drafting_they_are_stood_after_the_draft() -> None:
    match = new(game="drafting")
    while match.view(None)["phase"] == "draft":
        match.play(match.acting()[0], match.options(match.acting()[0])[0].id)
    assert match.view(None)["phase"] == "barrels" and match.acting() == (0,)


def test_barrels_may_be_stacked() -> None:
    match = new()
    for _ in range(3):
        match.play(0, "stand p1 middle")
    heights = sorted(body["at"][2] for body in match.view(None)["bodies"].values() if body["kind"] == "barrel")
    assert heights == pytest.approx([BOARD_TOP + BARREL * (n + 0.5) for n in range(3)], abs=0.3)
    assert "stand p1 middle" not in [option.id for option in match.options(1)], "three are high enough"


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("stand p3 middle", "board"),
        ("stand c1 middle", "board"),
        ("stand p1 at 125,0", "must be within"),
        ("stand p1 at 0,-95", "must be within"),
        ("stand p1 at 30,0", "in the way"),
        ("stand p1", "millimetres"),
        ("stand", "millimetres"),
        ("stand p1 top", "millimetres"),
        ("stand p1 at 1", "millimetres"),
        ("stand p1 at 1,2,3", "millimetres"),
        ("stand p1 at \u00b2,1", "millimetres"),
        ("stand p1 at --5,1", "millimetres"),
        ("stand p1 at nan,inf", "millimetres"),
        ("stand p1 at 99999,0", "millimetres"),
    ],
)
def test_where_no_barrel_can_stand(text: str, why: str) -> None:
    match = new()
    match.play(0, "stand p1 middle")
    before = match.position()
    with pytest.raises(DicehouseError, match=why):
        match.play(0, text)
    assert match.position() == before


# --- knocking barrels off


def with_barrel(**lies: object) -> Stage:
    found = {"barrels": {"x1": barrel(2)}, "homes": {"x1": "p2"}, "hands": ["r1 r2", "o1 o2"]} | lies
    return Stage("classic+", **found)  # type: ignore[arg-type]  # as they are


def test_who_knocks_a_barrel_off_takes_it() -> None:
    stage = with_barrel().throw(0, "r1", rest={"r1": on(1, face=5), "x1": ASIDE}, more=NOTHING)
    assert stage.taken == [1, 0] and stage.points == [4, 0]
    assert "x1" not in stage.view["bodies"]
    assert stage.facts("taken") == [{"barrel": "x1", "seat": 0, "taken": 1}]


def test_a_barrel_that_leaves_the_table_is_taken() -> None:
    assert with_barrel().throw(0, "r1", rest={"r1": on(1)}, lost=["x1"]).taken == [1, 0]


def test_r22_a_barrel_that_ends_on_another_board_is_taken() -> None:
    stage = with_barrel().throw(0, "r1", rest={"r1": table(500, 0), "x1": barrel(1)}, more=NOTHING)
    assert stage.taken == [1, 0]


def test_r23_a_barrel_that_lies_on_its_board_is_not_taken() -> None:
    tipped = (0, FAR, BOARD_TOP + 20.32, *LYING)
    stage = with_barrel().throw(0, "r1", rest={"r1": table(500, 0), "x1": tipped})
    assert stage.taken == [0, 0] and "x1" in stage.view["bodies"]


def test_a_barrel_that_falls_from_another_one_onto_the_board_is_not_taken() -> None:
    pile = {"barrels": {"x1": barrel(2), "x2": barrel(2, level=1)}, "homes": {"x1": "p2", "x2": "p2"}}
    stage = with_barrel(**pile).throw(0, "r1", rest={"r1": table(500, 0), "x2": barrel(2, 60)})
    assert stage.taken == [0, 0]
    stage = with_barrel(**pile)
    assert stage.throw(0, "r1", rest={"r1": table(500, 0)}).taken == [0, 0], "in a pile it stands on the board"


def test_what_stood_on_a_taken_barrel_falls() -> None:
    """A removed barrel leaves a die in the air; the die falls before the next throw."""
    on_it = flat(600, 0, BARREL, 4)
    stage = with_barrel(dice={"o3": on(2, 60)})
    fallen = {"fallen 1": outcome(rest={"o3": table(600, 0, 4)})}
    stage.throw(0, "r1", rest={"r1": on(1), "x1": ASIDE, "o3": on_it}, more=fallen)
    assert stage.at("o3") == pytest.approx(table(600, 0)[:3], abs=0.1)
    assert stage.facts("knocked") == [{"die": "o3", "seats": [1]}]


def test_a_real_throw_knocks_a_barrel_off() -> None:
    stage = with_barrel(barrels={"x1": barrel(2, 0, -80)})
    stage.match.play(0, f"throw r1 p2 from 500,{FAR + 80:.0f},40 push 6000,180,0")
    assert stage.taken == [1, 0] and "x1" not in stage.view["bodies"]


def test_the_next_round_gives_barrels_back() -> None:
    stage = with_barrel(hands=["r1", ""]).throw(0, "r1", rest={"r1": on(1), "x1": ASIDE}, more=NOTHING)
    assert stage.view["rounds"] == [{"points": [0, 0], "winner": None}]
    assert stage.phase == "barrels" and stage.taken == [0, 0]
    assert [seat["barrels"] for seat in stage.view["seats"]] == [3, 3]


# --- building


def building() -> Match:
    match = new(game="central")
    assert match.view(None)["phase"] == "build" and match.acting() == (0,), "the starter builds"
    assert match.view(None)["bodies"] == {}
    return match


@pytest.mark.parametrize("name", READY_TARGETS)
def test_what_is_ready_made_stands(name: str) -> None:
    match = building()
    match.play(0, f"build {name}")
    before = match.view(None)["bodies"]
    match.play(0, "done")
    view = match.view(None)
    assert view["phase"] == "throw" and match.acting() == (0,) and view["bodies"] == before
    assert view["targets"]["target"] == sorted(name for name in before if name[0] == "c")
    assert {option.split()[2] for option in (o.id for o in match.options(0))} == {"target"}


def test_pieces_can_be_put_taken_and_cleared() -> None:
    match = building()
    match.play(0, "put c1 at 0,0,2")
    match.play(0, "put x1 at 0,0,32")
    match.play(0, "put c2 at 100,0,70 turn 90")
    bodies = match.view(None)["bodies"]
    assert set(bodies) == {"c1", "x1", "c2"}
    assert bodies["c2"]["at"][2] < BARREL, "it tips over on its one barrel"
    match.play(0, "take c2")
    assert set(match.view(None)["bodies"]) == {"c1", "x1"}
    match.play(0, "clear")
    assert match.view(None)["bodies"] == {} and match.can_undo(0)


def test_taking_a_pillar_away_brings_down_what_it_held() -> None:
    match = building()
    match.play(0, "build table")
    high = match.view(None)["bodies"]["c2"]["at"][2]
    match.play(0, "take x1")
    match.play(0, "take x2")
    assert match.view(None)["bodies"]["c2"]["at"][2] < high - 5


@pytest.mark.parametrize(
    ("pieces", "why"),
    [
        ((), "board"),
        (("put x1 at 0,0,28",), "board"),
        (("put c1 at 0,0,2", "put x1 at 300,0,28"), "x1"),
        (("put c1 at 0,0,2", "put x1 at 0,0,32", "put x2 at 0,0,88", "put x3 at 0,0,144"), "These don't: x2 and x3."),
    ],
)
def test_a_target_has_a_board_and_every_barrel_touches_one(pieces: tuple[str, ...], why: str) -> None:
    match = building()
    for piece in pieces:
        match.play(0, piece)
    with pytest.raises(DicehouseError, match=why):
        match.play(0, "done")
    assert match.view(None)["phase"] == "build"


def test_what_does_not_stand_still_is_no_target() -> None:
    match = building()
    match.play(0, "build flat")
    match._position.state.boards[7].z += 0.05
    with pytest.raises(BadThrow, match="stable"):
        match.play(0, "done")


@pytest.mark.parametrize(
    "text",
    [
        "put", "put c1", "put c1 at", "put c1 at 1,2", "put c1 at 1,2,3,4", "put c7 at 0,0,5", "put p1 at 0,0,5",
        "put r1 at 0,0,50", "put c1 at 0,0,nan", "put c1 at 999999,0,0", "put c1 at 0,0,99999", "put c1 at 0,0,-5",
        "put c1 at 0,0,9999999", "put c1 at 0,0,5 at 0,0,6", "put c1 at 0,0,5 push 1,2,3", "put c1 at 0,0,5 turn 1,2",
        "build tower", "build", "take c1", "done ", "stand p1 middle",
    ],
)  # fmt: skip
def test_placings_that_make_no_sense(text: str) -> None:
    match = building()
    before = match.position()
    with pytest.raises(DicehouseError) as refusal:
        match.play(0, text)
    assert is_printable(str(refusal.value)) and len(str(refusal.value)) < 600
    assert match.position() == before


def built(**lies: object) -> Stage:
    boards = {"c1": (0, 0, 1.5875), "c2": (0, 0, BOARD_TOP + BARREL + 1.5875)}
    legs = {f"x{n}": (u, v, BOARD_TOP + BARREL / 2) for n, (u, v) in enumerate(((-100, -70), (100, -70), (0, 70)), 1)}
    found = {"boards": boards, "barrels": legs, "hands": ["r1 r2", "o1 o2"]} | lies
    return Stage("central+", **found)  # type: ignore[arg-type]  # as they are


def test_dice_score_on_every_storey() -> None:
    top = BOARD_TOP + BARREL + BOARD_TOP
    stage = built(hands=["r2"], dice={"r1": middle(0, 0, 4), "o1": flat(0, 0, top, 5), "o2": flat(60, 0, top, 2)})
    assert stage.points == [4, 7]


def test_a_barrel_that_touches_no_board_is_taken_one_that_does_is_not() -> None:
    stage = built()
    stage.throw(0, "r1", rest={"r1": table(700, 0), "x1": ASIDE}, more=NOTHING)
    assert stage.taken == [1, 0]
    leaning = built().throw(0, "r1", rest={"r1": table(700, 0), "x1": (160.02, 0, BARREL / 2, *STANDING)})
    assert leaning.taken == [0, 0], "beside a board, but touching it"


def test_after_a_collapse_every_board_is_a_target_and_scores() -> None:
    stage = built(hands=["r1 r2", "o2"], dice={"o1": on(1)})
    fallen = {"c2": (500, 0, 1.5875, *STANDING), "r1": flat(500, 20, BOARD_TOP, 6), "o1": flat(440, 0, BOARD_TOP, 3)}
    stage.throw(0, "r1", rest=fallen)
    assert stage.points == [6, 3] and stage.view["targets"] == {"target": ["c1", "c2"]}


def test_a_board_that_leaves_the_table_is_out() -> None:
    stage = built().throw(0, "r1", rest={"r1": middle(face=2)}, lost=["c2"])
    assert stage.view["targets"] == {"target": ["c1"]} and stage.points == [2, 0]
    gone = built(barrels={}).throw(0, "r1", rest={"r1": table(0, 0)}, lost=["c1", "c2"])
    assert gone.view["targets"] == {"target": []} and gone.offers(), "one may still throw"


def test_r27_boards_lie_fast_but_not_in_constructions() -> None:
    hard = f"from 0,{-FAR - 330:.0f},22 push 6000,90,0"
    stage = Stage(hands=["r1 r2", "o1"])
    before = stage.at("p1")
    stage.match.play(0, f"throw r1 p1 {hard}")
    assert stage.at("p1") == before
    stage = built()
    before = stage.at("c2")
    stage.match.play(0, f"throw r1 target from 0,-420,{BARREL + BOARD_TOP:.0f} push 6000,90,0")
    assert stage.at("c2") != before


def test_a_die_on_a_barrel_between_storeys_is_on_the_board_below() -> None:
    stage = built(barrels={"x1": (0, 0, BOARD_TOP + BARREL / 2)}, boards={"c1": (0, 0, 1.5875)})
    stage.throw(0, "r1", rest={"r1": flat(0, 0, BOARD_TOP + BARREL, 5)})
    assert stage.points == [5, 0] and stage.at("r1")[2] == pytest.approx(BOARD_TOP + BARREL + HALF, abs=0.1)


def test_a_real_collapse() -> None:
    """A board on one barrel that is hit tips and comes down on one side; it stays a target."""
    top = flat(0, 0, 2 * BOARD_TOP + BARREL, 4)
    lies = {"barrels": {"x1": (0, 0, BOARD_TOP + BARREL / 2)}, "dice": {"o3": top}}
    stage = built(settings={"physics": 1}, hands=["r1 r2 r3", "o1 o2 o4"], **lies)
    assert stage.points == [0, 4]
    for seat, die in ((0, "r1"), (1, "o1"), (0, "r2"), (1, "o2")):
        stage.match.play(seat, f"throw {die} target from -420,0,45 push 6000,0,0")
    _, i, j, _ = stage.view["bodies"]["c2"]["quat"]
    assert 1 - 2 * (i * i + j * j) < 0.95, "tipped by more than eighteen degrees"
    assert stage.view["targets"]["target"] == ["c1", "c2"]
    assert sum(stage.taken) == ("x1" not in stage.view["bodies"])
