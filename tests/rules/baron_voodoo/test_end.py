"""Test the end of the game: section 8, rulings S17, S20 and S26."""

from __future__ import annotations

from typing import Any

import pytest

from .table import FREE, Table

THRESHOLDS = {"YT": 18, "YTR": 15, "YTRP": 12}


def world(*counts: int) -> str:
    """Return a Spirit World with the given numbers of yellow, turquoise, red, purple and white dice."""
    return " ".join(f"{colour}O" for colour, count in zip("YTRPW", counts, strict=True) for _ in range(count))


def ended(*vp: int, trigger: str = "A", first: int = 0, **position: Any) -> Table:
    """Return a table where the last player of the closing round has no dice to jump with: the final scoring follows."""
    last = "ABCD"[(first - 1) % len(vp)]
    table = Table("YTRP"[: len(vp)], vp=vp, trigger=trigger, first=first, up=last, **position)
    assert table.over
    return table


def test_example_end_of_three_players() -> None:
    """C has the last turn and takes the second of the two red dice."""
    table = Table(
        "YTR", c3="RO", d3="RX", up="C", trigger="A", first=0, vp=(15, 13, 12), zones="YV YO WF TF||RS",
        spirits="|".join([world(4, 1, 1, 2, 2), world(1, 4, 3, 2, 3), world(0, 4, 3, 2, 1)]),
    )  # fmt: skip
    assert table.play("C c3xd3").zones == ("YO YV TF WF", "", "RS RX")
    table.play("C end")
    assert table.vp == (23, 16, 17)
    assert table.winner == "A"
    final = table.view["final"]["sides"]
    assert [side["before"] for side in final] == [15, 13, 12]
    assert final[0]["combo"] == {"dice": ["YO", "YV", "WF"], "points": 3}
    assert [final[1]["combo"], final[2]["combo"]] == [None, None]
    assert [side["majorities"] for side in final] == [
        {"Y": 3, "T": 0, "R": 0, "P": 1, "W": 1},
        {"Y": 0, "T": 1, "R": 0, "P": 1, "W": 1},
        {"Y": 0, "T": 1, "R": 3, "P": 1, "W": 0},
    ]
    assert [side["total"] for side in final] == [23, 16, 17]
    assert table.zones == ("", "", "")
    assert [list(side["counts"].values()) for side in table.view["sides"]] == [
        [6, 2, 1, 2, 3], [1, 4, 3, 2, 3], [0, 4, 5, 2, 1]
    ]  # fmt: skip


@pytest.mark.parametrize("loas", THRESHOLDS)
def test_the_score_that_ends_the_game(loas: str) -> None:
    threshold = THRESHOLDS[loas]
    others = [0] * (len(loas) - 1)
    for before in (threshold - 2, threshold - 1):
        table = Table(loas, FREE, c3="YO", d3="WV", vp=(before, *others), g5="TO", g6="WV")
        assert table.view["threshold"] == threshold
        table.play("A c3xd3", "A use", "A end")
        assert table.trigger == (("A", "score") if before == threshold - 1 else None)
        assert not table.over


def test_any_points_over_the_threshold_end_it_too() -> None:
    table = Table("YT", FREE, c3="YO", d3="WV", g5="TO", g6="WV", vp=(17, 0), zones="YV YO YF|").play("A c3xd3")
    assert table.play("A combo yo yv yf", "A end").trigger == ("A", "score")


def test_the_turn_that_ends_the_game_is_finished_first() -> None:
    table = Table("YT", FREE, c3="YO", d3="WV", g5="TO", g6="WO", vp=(17, 0)).play("A c3xd3", "A use", "A buy")
    assert {"power wata", "spirit wv", "end"} <= table.offers("A")
    table.play("A end")
    assert (table.up, table.view["extra"]) == ("A", True), "the extra turn belongs to it"
    table.play("A a1xa2", "A end")
    assert (table.up, table.over) == ("B", False)
    table.play("B g5xg6", "B end")
    assert table.over


@pytest.mark.parametrize(("first", "order"), [(0, "ABCD"), (1, "BCDA"), (2, "CDAB"), (3, "DABC")])
def test_play_goes_clockwise_and_all_have_equal_turns(first: int, order: str) -> None:
    """The third player in the round starts the end: only the fourth still plays."""
    third, fourth = order[2], order[3]
    vp = tuple(11 if seat == third else 0 for seat in "ABCD")
    board = {"g5": "WV", "f5": "WO", "g3": "RF", "f3": "WO", "e1": "WO"}
    jumper = dict(zip("ABCD", "YTRP", strict=True))
    table = Table("YTRP", FREE, **board, f6=f"{jumper[third]}O", f7="WV", g6="TO", up=third, first=first, vp=vp)
    table.play(f"{third} f6xf5", f"{third} turn v", f"{third} use", f"{third} end")
    assert table.trigger == (third, "score")
    assert (table.up, table.view["to_play"]) == (fourth, ["ABCD".index(fourth)])
    table.play(f"{fourth} {sorted(table.jumps(fourth))[0]}", f"{fourth} end")
    assert table.over


def test_s17_white_is_a_fifth_colour() -> None:
    spirits = "|".join([world(0, 0, 0, 0, 2), world(0, 0, 0, 0, 1)])
    assert ended(5, 5, spirits=spirits).vp == (8, 5)
    assert ended(5, 5, spirits=spirits, options={"white_majority": False}).vp == (5, 5)


def test_s17_white_dice_are_no_jokers_in_the_count() -> None:
    spirits = "|".join([world(2, 0, 0, 0, 0), world(1, 0, 0, 0, 2)])
    assert ended(0, 0, spirits=spirits).vp == (3, 3)


def test_s26_dice_moved_at_the_end_have_no_effect() -> None:
    table = ended(0, 0, zones="YV TO|RV PO", offerings=(3, 3))
    assert table.offerings == (3, 3)
    assert table.vp == (6, 6), "two colours each"
    assert table.spirits == ("YV TO", "RV PO")


def test_one_final_combo_only_the_best() -> None:
    """The zone holds two combos, and only one of them is scored; A also has all red and all turquoise dice."""
    table = ended(0, 0, zones="RO RV RF RG TO TV TF|")
    assert table.view["final"]["sides"][0]["combo"]["points"] == 5
    assert table.vp == (5 + 3 + 3, 0)


def test_majorities_count_every_colour_played_or_not() -> None:
    spirits = "|".join([world(1, 0, 2, 3, 0), world(0, 1, 1, 1, 0)])
    table = ended(0, 0, spirits=spirits)
    assert table.vp == (9, 3)
    assert table.view["final"]["sides"][0]["majorities"] == {"Y": 3, "T": 0, "R": 3, "P": 3, "W": 0}


@pytest.mark.parametrize(
    ("counts", "scored"),
    [
        ((0, 0, 0), (0, 0, 0)),
        ((1, 1, 1), (1, 1, 1)),
        ((2, 2, 1), (1, 1, 0)),
        ((2, 1, 1), (3, 0, 0)),
        ((0, 0, 1), (0, 0, 3)),
    ],
)
def test_ties_for_the_most_dice(counts: tuple[int, ...], scored: tuple[int, ...]) -> None:
    for colour in range(5):
        spirits = "|".join(world(*[count if at == colour else 0 for at in range(5)]) for count in counts)
        assert ended(0, 0, 0, spirits=spirits).vp == scored


@pytest.mark.parametrize(
    ("vp", "trigger", "first", "wins"),
    [
        ((10, 3, 10), "A", 0, "A"),
        ((10, 10, 10), "B", 0, "B"),
        ((10, 3, 10), "B", 0, "C"),
        ((10, 10, 3), "C", 1, "A"),
        ((3, 10, 10), "A", 0, "B"),
        ((3, 10, 10), "C", 0, "C"),
        ((9, 10, 8), "A", 0, "B"),
        ((10, 9, 8), "C", 1, "A"),
    ],
)
def test_the_highest_total_wins_and_a_tie_goes_on_from_the_trigger(
    vp: tuple[int, ...], trigger: str, first: int, wins: str
) -> None:
    table = ended(*vp, trigger=trigger, first=first)
    assert table.winner == wins
    assert table.match.returns() == [1 if letter == wins else 0 for letter in "ABC"]
    places = [seat["place"] for seat in table.view["seats"]]
    assert places["ABC".index(wins)] == 1
    assert all(place > 1 for letter, place in zip("ABC", places, strict=True) if letter != wins)


@pytest.mark.parametrize(
    ("vp", "trigger", "why", "note"),
    [
        ((10, 3, 10), "A", "It was a tie. The player who triggered the final round wins.", "wins the tie"),
        (
            (10, 3, 10),
            "B",
            "It was a tie. The next tied player after the one who triggered the final round wins.",
            "wins the tie",
        ),
        ((10, 3, 9), "B", "The new Loa of the Dead.", "Loa of the Dead"),
    ],
)
def test_whoever_wins_a_tie_is_told_why(vp: tuple[int, ...], trigger: str, why: str, note: str) -> None:
    """Check the tie-break of section 8, step 3."""
    match = ended(*vp, trigger=trigger).match
    winner = match.returns().index(1)
    assert match.prompt(None).detail == why
    assert match.prompt(winner).detail == why.replace("The new Loa", "You are the new Loa")
    assert match.score_sheet()["rows"][winner]["note"] == note


def test_the_last_count_decides_the_tie_not_the_points_before() -> None:
    table = ended(10, 12, trigger="A", spirits=world(1, 0, 0, 0, 0) + "|")
    assert (table.vp, table.winner) == ((13, 12), "A")


def test_after_the_end_nothing_can_be_played() -> None:
    table = ended(1, 0)
    assert table.match.acting() == ()
    assert table.offers("A") == set()
    assert table.match.points() == [1, 0]
