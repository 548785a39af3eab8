"""Test the story of a finished match."""

from __future__ import annotations

import random

import dicehouse
from dicehouse.core.option import fill_names

from .test_scoring import example

SEATS = "ABC"


def test_the_count_of_the_worked_example() -> None:
    table = example()
    it = table.match.story()
    assert fill_names(it.title, SEATS) == "A wins!"
    assert [line.total for line in it.lines] == [final["total"] for final in table.final]
    assert it.lines[0].total == 90
    assert "The largest part is Domination: 33 stars." in it.why
    missions = next(row for row in it.rows if row.label == "Missions")
    assert missions.cells[0].text in ("Armory 12, Forgery 4", "Forgery 4, Armory 12")
    dominated = next(row for row in it.rows if row.label == "Areas dominated")
    assert [cell.text for cell in dominated.cells] == ["2", "1", "1"]
    assert it.curve.points[-1].label == "scoring" and it.curve.points[-1].values[0] == 90


def test_a_whole_game_is_told_round_by_round_without_anybodys_secrets() -> None:
    match, rng = dicehouse.new("dicetopia", players=3, seed=2), random.Random(2)
    while not match.over:
        seat = match.acting()[0]
        match.play(seat, rng.choice(match.options(seat)).id)
    it = match.story()
    assert [point.label for point in it.curve.points] == ["0", *map(str, range(1, 8)), "scoring"]
    rounds = {e.facts["round"]: e.number for e in match.log(None) if e.kind == "round"}
    assert [point.number for point in it.curve.points[1:7]] == [rounds[n] - 1 for n in range(2, 8)]
    assert it.curve.points[-1].values == tuple(match.points())
    assert [turn.number for turn in it.turns] == sorted(turn.number for turn in it.turns)
    public = {event.text for event in match.log(None)}
    assert all(turn.text in public for turn in it.turns[:-1]), "sentences of the public log"
