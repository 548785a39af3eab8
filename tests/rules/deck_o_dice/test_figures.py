"""The published figures, measured anew on the game's own rules, each within its error."""

from __future__ import annotations

import random
from collections import Counter
from dataclasses import dataclass, field
from functools import cache
from typing import Any

import pytest

import dicehouse
from dicehouse.engine import engine_of
from dicehouse.engine.playouts import play_games
from dicehouse.games import find

from .figures import MEANS, error, measured, published
from .reference import CARDS, CUBERA, DIANTE, TYPES
from .table import GAME

pytestmark = pytest.mark.slow

DECKS = 5000  # combats of a cell: a standard error of 0.7 points at most
GAMES = 200  # against Dicey, of every policy in both presets
SIGMAS = 4


@cache
def matrix(abilities: str) -> dict[tuple[int, int], tuple[float, float]]:
    return measured(abilities, DECKS, seed=53)


@pytest.mark.parametrize("abilities", ["proposed", "attested"])
def test_m5_sensible_play_gives_the_published_matrix(abilities: str) -> None:
    for pair, cell in published(abilities).items():
        for found, told in zip(matrix(abilities)[pair], cell, strict=True):
            allowed = SIGMAS * error(told, DECKS) + 0.2
            assert abs(found - told) < allowed, f"{[TYPES[minion] for minion in pair]}: {found:.1f}, not {told}"


@pytest.mark.parametrize("abilities", ["proposed", "attested"])
def test_m5_the_mean_share_of_every_minion(abilities: str) -> None:
    for minion, told in enumerate(MEANS[abilities]):
        cells = [matrix(abilities)[minion, other] for other in range(6)]
        found = sum(win + tie / 2 for win, tie in cells) / 600
        assert abs(found - told) < 0.012, TYPES[minion]


def test_m5_the_house_abilities_make_a_cycle() -> None:
    def share(a: str, b: str, abilities: str = "proposed") -> float:
        win, tie = matrix(abilities)[TYPES.index(a), TYPES.index(b)]
        return win + tie / 2

    assert share("quad", "twent") > 50 > share("quad", "twent", "attested")
    assert share("sparten", "dwelve") > 50 > share("sparten", "dwelve", "attested")
    assert all(share("twent", other) > 50 for other in TYPES[1:5])
    assert all(share(other, "quad") > 50 for other in TYPES[1:4])


def test_one_random_duel_in_seven_ends_at_twelve_all() -> None:
    game, games = find(GAME), 4000
    batch = play_games(game, games, players=2, seed=44)
    even = sum(scores_of(batch.position(number)) == [12, 12] for number in range(games))
    assert abs(even / games - 0.15) < 0.03


def scores_of(position: Any) -> list[int]:
    return [round(points) for points in engine_of(find(GAME), True).points(position)]


# Against Dicey.


@dataclass
class Tally:
    wins: int = 0
    empty_flips: int = 0
    no_numbers: int = 0
    first: Counter[str] = field(default_factory=Counter)
    last: Counter[str] = field(default_factory=Counter)


def random_order(mine: list[str], dicey: set[str], rng: random.Random) -> str:
    return rng.choice(mine)


def highest_first(mine: list[str], dicey: set[str], rng: random.Random) -> str:
    return mine[-1]


def quad_before_twent(mine: list[str], dicey: set[str], rng: random.Random) -> str:
    return "quad" if "quad" in mine and "twent" in dicey else mine[-1]


POLICIES = {"random": random_order, "highest": highest_first, "quad": quad_before_twent}


@cache
def tally(policy: str, abilities: str) -> Tally:
    found = Tally()
    for seed in range(GAMES):
        play_dicey(policy, abilities, seed, found)
    return found


def play_dicey(policy: str, abilities: str, seed: int, found: Tally) -> None:
    rng = random.Random(f"{policy} {abilities} {seed}")
    match = dicehouse.new(GAME, players=1, seed=f"{policy} {seed}", options={"abilities": abilities})
    dicey: set[str] = set()
    seen: Counter[str] = Counter()
    while not match.over:
        words = [option.id for option in match.options(0)]
        if words[0] in TYPES:
            dicey = dicey or set(TYPES)
            word = POLICIES[policy](words, dicey, rng)
        else:
            word = sensible(match, words)
        for event in match.play(0, word):
            seen[event.kind] += 1
            if event.kind == "dicey-picks":
                pick = str(event.facts["minion"])
                if len(dicey) == 6:
                    found.first[pick] += 1
                if len(dicey) == 1:
                    found.last[pick] += 1
                dicey -= {pick}
            if event.kind == "flip" and seen["combat"] == 11 and match.over:
                found.empty_flips += 1
    found.no_numbers += seen["no-number"] > 0
    found.wins += match.returns() == [1.0]


def sensible(match: dicehouse.Match, words: list[str]) -> str:
    """Diante takes the larger d8; Cubera keeps a win, and a tie of 4 or more."""
    if words == ["look", "decline"]:
        return "look"
    if words == ["first", "second"]:
        first, second = (CARDS[option.facts["card"]][DIANTE] or 0 for option in match.options(0))
        return "second" if second > first else "first"
    mine, other = match.view(0)["sides"]
    value, against = CARDS[mine["card"]][CUBERA] or 0, other["value"]
    return "keep" if value > against or (value == against and value >= 4) else "reroll"


def near(found: int, of: int, told: float) -> bool:
    """Within four standard errors, and half a point for the rounding of what is told."""
    return abs(100 * found / of - told) < SIGMAS * error(told, of) + 0.5


@pytest.mark.parametrize(
    ("policy", "abilities", "told"),
    [
        ("random", "proposed", 15),
        ("random", "attested", 11),
        ("highest", "proposed", 17),
        ("highest", "attested", 17),
        ("quad", "proposed", 42),
        ("quad", "attested", 27),
    ],
)
def test_how_often_dicey_is_beaten(policy: str, abilities: str, told: float) -> None:
    assert near(tally(policy, abilities).wins, GAMES, told)


def test_what_dicey_picks_first_and_last() -> None:
    tallies = [tally(policy, abilities) for policy in POLICIES for abilities in ("proposed", "attested")]
    first = sum((each.first for each in tallies), Counter[str]())
    last = sum((each.last for each in tallies), Counter[str]())
    halves = first.total()
    assert halves == last.total() == 2 * GAMES * len(tallies)
    for minion, told in zip(TYPES, (0, 4, 4, 25, 21, 46), strict=True):
        assert near(first[minion], halves, told), minion
    assert near(last["quad"], halves, 70)


@pytest.mark.parametrize(("policy", "told"), [("random", 3), ("highest", 14)])
def test_m6_how_often_the_deck_is_empty_at_the_flip(policy: str, told: float) -> None:
    found = sum(tally(policy, abilities).empty_flips for abilities in ("proposed", "attested"))
    assert near(found, 2 * GAMES, told)
    assert found > 0


def test_m6_how_often_no_number_is_left() -> None:
    """At random order; who plays the highest first does not keep Sparten and Twent for the last card."""
    found = sum(tally("random", abilities).no_numbers for abilities in ("proposed", "attested"))
    assert near(found, 2 * GAMES, 7.5)
    assert found > 0
