"""Test the story of a finished match."""

from __future__ import annotations

from dicehouse.core.option import fill_names

from .table import Table
from .test_end import world

SEATS = "ABCD"


def test_the_count_that_turns_it_and_the_points_of_every_round() -> None:
    """A is behind before the final scoring, and most yellow, red and purple dice win the match."""
    table = Table(
        "YT", c3="TO", d3="RX", up="B", trigger="A", first=0, vp=(15, 16),
        spirits="|".join([world(4, 1, 3, 3, 0), world(1, 2, 0, 1, 0)]),
    )  # fmt: skip
    table.play("B c3xd3", "B end")
    assert table.winner == "A"
    it = table.match.story()
    assert fill_names(it.title, SEATS) == "A wins!"
    assert it.decided is not None
    assert it.decided.lead == "Final scoring won it."
    assert it.decided.text == "Most dice in yellow, red and purple." and it.decided.line == 0
    assert set(it.decided.things) >= {"colour:Y", "colour:R", "colour:P"}
    assert it.turns[-1].lead == "Final scoring turned it around."
    assert it.turns[-1].at == len(it.curve.points) - 1
    assert it.curve.points[-1].values == table.vp == tuple(line.total for line in it.lines)
    assert it.curve.points[-2].values == (15, 16), "the count apart"


def test_partners_are_one_line_and_share_a_place() -> None:
    table = Table("YRTP", vp=(9, 12), trigger="A", first=0, up="D", options={"pairing": "yt-rp"})
    it = table.match.story()
    assert [line.seats for line in it.lines] == [(0, 2), (1, 3)]
    assert [line.total for line in it.lines] == [side["vp"] for side in table.view["sides"]]
    assert {line.won for line in it.lines} == {True, False}
    assert fill_names(it.title, SEATS) == f"{' and '.join(SEATS[seat] for seat in it.lines[1].seats)} win!"


def test_the_baron_has_a_line_without_a_seat() -> None:
    table = Table("Y", vp=(9, 12), trigger="A", first=0, baron_loa="T")
    it, view = table.match.story(), table.view
    assert [(line.seats, line.name) for line in it.lines] == [((0,), ""), ((), "The Baron")]
    assert [line.total for line in it.lines] == [side["vp"] for side in view["sides"]]
    assert it.curve.points[-1].values == tuple(line.total for line in it.lines)
    assert [line.won for line in it.lines] == [False, True] and view["winner"] is None
    assert (it.title, it.decided) == ("The Baron wins!", None) or it.decided is not None
    assert sorted(line.place for line in it.lines) == [1, 2]
    texts = [it.title, it.why, *(part for turn in it.turns for part in (turn.lead, turn.text))]
    assert not any("None" in text for text in texts)
