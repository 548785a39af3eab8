"""Test the reasons why steps, powers and jumps in eight directions are refused, and the meaning of the Baron's
wishes.
"""

from __future__ import annotations

import random

import pytest

import dicehouse
from dicehouse.errors import IllegalOption
from dicehouse.match.match import Match

from .reference import beyond

WAYS = [(x, y) for x in (-1, 0, 1) for y in (-1, 0, 1) if x or y]


def some_turn(seed: int, phase: str, players: int = 2) -> Match:
    """Return a position of a random game."""
    match, luck = dicehouse.new("baron-voodoo", players=players, seed=seed), random.Random(seed)
    for _ in range(400):
        view = match.view()
        if view["phase"] == phase and view["turn"] > 4:
            return match
        seat = match.acting()[0]
        match.play(seat, luck.choice(match.options(seat)).id)
    raise AssertionError("the game ended before")


def offered(match: Match) -> list[str]:
    return [option.id for option in match.options(match.acting()[0])]


@pytest.mark.parametrize("phase", ["turn", "steps"])
@pytest.mark.parametrize("seed", range(3))
def test_a_step_or_power_says_why_exactly_if_it_is_no_option(phase: str, seed: int) -> None:
    match = some_turn(seed, phase)
    view, ids = match.view(), offered(match)
    for power in view["powers"]:
        assert bool(power["why"]) == (f"power {power['power']}" not in ids), power
    kinds = {option.facts.get("step") for option in match.options(match.acting()[0]) if option.id != "end"}
    for step in view["steps"]:
        assert step["name"]
        if step["id"] not in kinds:
            assert step["why"] or step["state"] in ("open", "now"), step
        elif step["state"] in ("open", "now"):
            assert not step["why"], step


@pytest.mark.parametrize("seed", range(3))
def test_every_jump_in_eight_directions_is_an_option_or_says_why_not(seed: int) -> None:
    match = some_turn(seed, "turn")
    seat, ids = match.acting()[0], offered(match)
    for space in match.view()["board"]:
        for way in WAYS:
            over = beyond(space, way)
            text = f"{space}x{over}"
            if len(text) != 5 or text in ids:
                continue
            with pytest.raises(IllegalOption) as refused:
                match.play(seat, text)
            assert not str(refused.value).split(": ", 1)[1].startswith("legal"), "a reason, not only a list"
            if (
                way[0]
                and way[1]
                and text[:2] in {jump[:2] for jump in ids if "x" in jump}
                and over in match.view()["board"]
            ):
                assert "diagonally" in str(refused.value)


@pytest.mark.parametrize("seed", range(3))
def test_the_hat_lies_on_the_die_that_the_baron_takes(seed: int) -> None:
    """The capture announced for him is the one he makes if nothing changes before his turn."""
    match = some_turn(seed, "steps", players=1)
    taken = match.view()["baron"]["next"]
    marked = [wish for wish in match.view()["baron"]["wishes"] if wish["next"]]
    assert all(taken is not None and taken["over"] in wish["now"] for wish in marked)
    before = match.n_events
    match.play(0, "end")
    jumps = [event for event in match.log(0, before) if event.kind == "capture" and event.seat is None]
    assert [(jump.facts["from"], jump.facts["over"]) for jump in jumps[:1]] == (
        [(taken["from"], taken["over"])] if taken else []
    )
