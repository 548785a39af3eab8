"""Test the story of a finished match."""

from __future__ import annotations

import random
import re

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


def test_what_decided_the_match_is_shown_with_its_dice() -> None:
    """By Domination: the dice of the winner's best area; by dice: the winner's own."""
    seen = set()
    for seed in range(1, 30):
        match, rng = dicehouse.new("dicetopia", players=2, seed=seed), random.Random(seed)
        while not match.over:
            seat = match.acting()[0]
            match.play(seat, rng.choice(match.options(seat)).id)
        it, view = match.story(), match.view(None)
        if it.decided is None:
            continue
        winner = view["winner"][0]
        seen.add(str(it.decided.when))
        shown = [thing.removeprefix("die:") for thing in it.decided.things]
        if it.decided.when == "Domination":
            counts = [event.facts for event in match.log(None) if event.kind == "domination"]
            most = max(facts["by"][winner] for facts in counts)
            best = next(facts["area"] for facts in counts if facts["by"][winner] == most)
            area = next(area for area in view["areas"] if area["id"] == best)
            assert f"The largest share came from {area['name']}: {most} star" in it.decided.text
            assert shown == [thing for thing in area["spaces"] if thing and re.fullmatch(r"[tpwm]\d", thing)]
        elif it.decided.when == "Dice":
            assert shown == view["seats"][winner]["dice"][:8]
        if {"Domination", "Dice"} <= seen:
            return
    raise AssertionError(f"only seen: {seen}")


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
