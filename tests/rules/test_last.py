"""Test that the last round, combat or throws are announced once, by the event with which they begin."""

from __future__ import annotations

import random

import pytest

from dicehouse.core import Seeded
from dicehouse.match.events import Event
from dicehouse.match.match import Match, new

from .indicesion.stage import Stage, on


def played(game: str, seed: int, **options: object) -> Match:
    match, rng = new(game, options=options, dice=Seeded(seed)), random.Random(seed)
    while not match.over:
        seat = rng.choice(match.acting())
        match.play(seat, rng.choice(match.options(seat)).id)
    return match


def announced(match: Match) -> tuple[list[Event], list[Event]]:
    """Return the events that announce something, and all events from the first of them on."""
    told = match.log()
    return [event for event in told if event.last], told[next(at for at, event in enumerate(told) if event.last) :]


@pytest.mark.parametrize("seed", range(3))
def test_dicetopia_announces_round_seven(seed: int) -> None:
    (event,), rest = announced(played("dicetopia", seed))
    assert event.facts["round"] == 7 and event.last == "The final round"
    assert not any(later.kind == "round" for later in rest[1:])


@pytest.mark.parametrize("seed", range(3))
def test_deck_o_dice_announces_combat_twelve(seed: int) -> None:
    (event,), rest = announced(played("deck-o-dice", seed))
    assert event.facts["combat"] == 12 and event.last == "The last combat"
    assert not any(later.kind == "combat" for later in rest[1:])


@pytest.mark.parametrize("seed", range(3))
def test_baron_voodoo_announces_the_round_that_is_completed(seed: int) -> None:
    match = played("baron-voodoo", seed, loas="random")
    (event,), rest = announced(match)
    assert event.kind == "trigger" and event.last == "The final round"
    turns = [later for later in rest[1:] if later.kind == "turn"]
    assert len(turns) < 2 * match.players


def test_dice_ocalypse_announces_the_bar() -> None:
    match = played("dice-ocalypse", 3, target=1000, opening=0, special_cards=False)
    (event,), rest = announced(match)
    assert event.facts["bar"] > 1000
    assert len([later for later in rest if later.kind == "turn"]) == match.players - 1, (
        "everybody else has one more turn"
    )


def test_indicesion_announces_the_last_throws_once_a_round() -> None:
    stage = Stage(hands=["r1 r2", "o1 o2"])
    for seat, die in enumerate(("r1", "o1", "r2", "o2")):
        stage.throw(seat % 2, die, rest={die: on(seat % 2 + 1, 40 * (seat // 2), face=5 - seat)})
    told = [event.kind for event in stage.match.log() if event.kind in ("throw", "last-throws", "round-won")]
    assert told[: told.index("round-won") + 1] == ["throw", "throw", "last-throws", "throw", "throw", "round-won"]
