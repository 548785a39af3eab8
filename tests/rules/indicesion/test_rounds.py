"""Test who starts, drafts, throws next and wins: sections 2, 5.1, 5.6 and 8."""

from __future__ import annotations

import pytest

import dicehouse
from dicehouse.core import Tape
from dicehouse.errors import IllegalOption
from dicehouse.games.indicesion import GAME
from dicehouse.match.match import Match

from .stage import Stage, barrel, on, outcome, table


def new(players: int = 2, tape: list[int] | None = None, **options: object) -> Match:
    return dicehouse.new("indicesion", players=players, options=options, dice=Tape(tape or [6, *([1] * 9)]))


def test_the_highest_starts_and_those_who_are_level_roll_again() -> None:
    match = new(3, [5, 2, 5, 1, 4])
    assert [event.facts["dice"] for event in match.log() if event.kind == "roll-off"] == [[5, 2, 5], [1, 0, 4]]
    assert match.view(None)["starter"] == 2 and match.acting() == (2,)


def test_a10_the_winner_of_the_roll_off_may_choose() -> None:
    match = new(3, [2, 6, 5], starter="choose")
    assert match.acting() == (1,)
    assert [option.id for option in match.options(1)] == ["start p1", "start p2", "start p3"]
    match.play(1, "start p3")
    assert match.view(None)["starter"] == 2 and match.acting() == (2,)
    assert new(3, [2, 6, 5]).view(None)["phase"] == "throw", "usually he starts himself"


def test_r29_the_draft_goes_straight_round() -> None:
    match = new(3, [1, 6, 2], game="drafting")
    picked = []
    for colour in ["red"] * 3 + ["blue"] * 3 + ["green", "green", "pink"] * 4:
        pool = match.view(None)["pool"]
        seat = match.acting()[0]
        picked.append(seat)
        wanted = colour if pool.get(colour) else next(name for name, left in pool.items() if left)
        assert f"draft {wanted}" in [option.id for option in match.options(seat)]
        match.play(seat, f"draft {wanted}")
    assert picked == [1, 2, 0] * 6
    assert match.view(None)["phase"] == "throw" and match.acting() == (1,)
    assert [len(seat["hand"]) for seat in match.view(None)["seats"]] == [6, 6, 6]


@pytest.mark.parametrize("players", [2, 4, 6])
def test_the_pool_has_a_die_of_every_colour_for_each(players: int) -> None:
    match = new(players, [6, *range(1, players)][:players], game="drafting")
    assert set(match.view(None)["pool"].values()) == {players}
    seat = match.acting()[0]
    for _ in range(players):
        match.play(match.acting()[0], "draft blue")
    assert match.view(None)["pool"]["blue"] == 0
    assert "draft blue" not in [option.id for option in match.options(seat)]


@pytest.mark.parametrize(("players", "boards"), [(2, 1), (3, 1), (4, 2), (5, 2), (6, 2)])
def test_r20_boards_in_the_middle(players: int, boards: int) -> None:
    def lie(match: Match) -> int:
        return sum(body["kind"] == "board" for body in match.view(None)["bodies"].values())

    dice = [6, *range(1, players)][:players]
    assert lie(new(players, dice, game="central")) == boards
    assert lie(new(players, dice, game="central", boards=6)) == 6


@pytest.mark.parametrize("players", range(2, 7))
def test_boards_lie_six_inches_apart(players: int) -> None:
    from dicehouse.games.indicesion.physics.bodies import BOARD, rotate_vector
    from dicehouse.games.indicesion.rules.table_layout import board_place

    def corners(seat: int) -> list[tuple[float, float]]:
        pose = board_place(players, seat)
        sides = [(a * BOARD[0] / 40, b * BOARD[1] / 40) for a in range(-20, 21) for b in range(-20, 21)]
        edge = [(u, v) for u, v in sides if max(abs(u) / BOARD[0], abs(v) / BOARD[1]) > 0.499]
        return [(pose.x + x, pose.y + y) for x, y, _ in (rotate_vector(pose.turn, (u, v, 0.0)) for u, v in edge)]

    for seat in range(1, players):
        gap = min(((a - c) ** 2 + (b - d) ** 2) ** 0.5 for a, b in corners(seat) for c, d in corners(0))
        assert gap > 0.1524, f"{seat} is {gap * 1000:.0f} mm from 0"


def last_throw(points: tuple[int, int], **lies: object) -> Stage:
    """Return a round that ends with this throw, and these faces on the two boards."""
    stage = Stage(hands=["r1", ""], dice={"o1": on(2, face=points[1])}, **lies)  # type: ignore[arg-type]  # as they are
    return stage.throw(0, "r1", rest={"r1": on(1, face=points[0])})


def test_most_points_win_the_round_and_the_winner_starts_the_next() -> None:
    stage = last_throw((2, 5), first=0)
    assert stage.view["rounds"] == [{"points": [2, 5], "winner": 1}]
    assert [seat["wins"] for seat in stage.view["seats"]] == [0, 1]
    assert stage.view["round"] == 2 and stage.asked == [1] and stage.view["starter"] == 1
    assert [len(seat["hand"]) for seat in stage.view["seats"]] == [6, 6]
    assert {body["kind"] for body in stage.view["bodies"].values()} == {"board"}


def test_two_won_rounds_win_the_match() -> None:
    stage = last_throw((6, 5), winners=[0, 1])
    assert stage.match.over and stage.view["winner"] == 0
    assert stage.match.returns() == [1, 0] and stage.match.points() == [2, 1]
    assert "win" in stage.kinds
    longer = last_throw((6, 5), winners=[0], settings={"rounds": 3})
    assert not longer.match.over


def test_r18_after_a_tie_the_latest_winner_starts_else_who_began() -> None:
    stage = last_throw((3, 3), first=1)
    assert stage.view["rounds"] == [{"points": [3, 3], "winner": None}]
    assert stage.asked == [1] and stage.match.points() == [0, 0]
    assert last_throw((3, 3), winners=[0, None], first=1).asked == [0]
    draft = Stage("drafting", hands=["r1", ""], first=1, dice={"b1": on(2, face=3)})
    draft.throw(0, "r1", rest={"r1": on(1, face=3)})
    assert draft.phase == "draft" and draft.asked == [1], "who drafts first goes the same way"


def test_negative_points_are_points() -> None:
    stage = Stage("drafting", hands=["g1", ""], dice={"g2": on(2, face=4)})
    stage.throw(0, "g1", rest={"g1": on(1, face=2)})
    assert stage.view["rounds"] == [{"points": [-2, -4], "winner": 0}]


def test_after_twenty_rounds_most_won_rounds_win() -> None:
    ties: list[int | None] = [None] * 18
    assert not last_throw((3, 3), winners=[*ties]).match.over
    one = last_throw((3, 3), winners=[*ties, 1])
    assert one.match.over and one.view["winner"] == 1 and one.match.returns() == [0, 1]
    level = last_throw((3, 3), winners=[*ties, None])
    assert level.match.over and level.view["winner"] is None and level.match.returns() == [0.5, 0.5]
    assert "drawn" in level.kinds
    assert len(level.view["rounds"]) == 20


def test_turns_go_clockwise_and_every_die_is_thrown_once() -> None:
    stage = Stage(players=3, hands=["r1 r2", "o1", "y1 y2"], player=1)
    order = []
    for die in ("o1", "y1", "r1", "y2", "r2"):
        seat = stage.asked[0]
        order.append(seat)
        offered = {option.split()[1] for option in stage.offers()}
        assert offered == {stage.view["seats"][seat]["hand"][0]}, "one of each colour is listed"
        stage.throw(seat, die, rest={die: table(700, 50 * len(order))})
    assert order == [1, 2, 0, 2, 0], "whoever has no die left is passed over"
    assert stage.view["round"] == 2


def test_a07_skips_lapse_when_no_unused_die_is_left() -> None:
    stage = Stage("drafting", hands=["b1", ""], skips=[0, 3])
    stage.throw(0, "b1", rest={"b1": on(1)})
    assert stage.view["round"] == 2 and stage.skips == [0, 0]


def test_r25_nobody_passes_and_a_wild_throw_is_one() -> None:
    stage = Stage(hands=["r1 r2", "o1"])
    assert {option.split()[0] for option in stage.offers()} == {"drop", "lob", "knock"}
    for word in ("pass", "keep", "done"):
        with pytest.raises(IllegalOption):
            stage.match.play(0, word)
    stage.match.play(0, "throw r1 p1 from 900,900,1500 push 5000,45,60")
    assert stage.asked == [1] and stage.view["seats"][0]["hand"] == ["r2"]


def test_r26_a_die_beside_the_table_is_out() -> None:
    stage = Stage(hands=["r1 r2", "o1"], dice={"o2": on(1, face=4)})
    stage.throw(0, "r1", lost=["r1", "o2"])
    assert stage.kinds.count("off") == 2 and "knocked" in stage.kinds
    assert set(stage.view["bodies"]) == {"p1", "p2"} and stage.points == [0, 0]
    assert stage.view["seats"][0]["hand"] == ["r2"]


def test_r31_the_title_is_spelt_as_on_the_rulebook() -> None:
    assert GAME.name == "inDICEsion"


def test_a11_nobody_else_stands_at_the_table() -> None:
    stage = Stage(
        "drafting+", hands=["b1", "b2"], dice={"r1": on(1)}, barrels={"x1": barrel(1, 60)}, homes={"x1": "p1"}
    )
    assert {body["kind"] for body in stage.view["bodies"].values()} == {"die", "board", "barrel"}


def test_an_outcome_is_that_of_the_throw() -> None:
    found = outcome(rest={"r1": on(1, face=5)})
    stage = Stage(hands=["r1 r2", "o1"]).throw(0, "r1", rest={"r1": on(1, face=5)})
    played = stage.match.actions[-1]
    assert played.outcome == {"flight": found | {"meant": played.option}}
    assert stage.facts("verdict") == [
        {"die": "r1", "board": "p1", "points": 5, "face": 5, "levels": 1, "crooked": False, "landed": [5]}
    ]
