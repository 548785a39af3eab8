"""Bots are fair: what a seat can't know changes nothing of what its bot does, and nothing of how long it thinks."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any

import pytest

from dicehouse import bots
from dicehouse.bots import search_bot
from dicehouse.core import Seeded
from dicehouse.core.dice_sources import Keyed
from dicehouse.engine.engine import use_compiled
from dicehouse.games import find
from dicehouse.match.match import Match

from .fair import Foresight, Pairs, deceived, foresight, holds, shadowed
from .hidden import redealt, twin
from .playing import COMPILED, GAMES, IDS, moments

SECRET = bytes(range(101, 133))
NAMES = ("pip", "dot", "kofi", "otto", "search:3")


@pytest.mark.parametrize("game_id", IDS)
def test_a_bot_and_its_shadow_choose_the_same(game_id: str) -> None:
    """The short form of the campaign, `python -m tests.invariants.fair`."""
    game, found = GAMES[game_id], Pairs()
    most = 25 if game_id in COMPILED else 2
    for number, name in enumerate(NAMES):
        for _ in shadowed(game, name, number, found):
            if found.pairs >= most * (number + 1):
                break
    assert found.pairs >= most
    assert not found.differed


@pytest.mark.parametrize("name", ["otto", "search:2"])
def test_in_a_whole_game_too(name: str) -> None:
    found = Pairs()
    for _ in shadowed(find("dicetopia"), name, 3, found, {}):
        pass
    assert found.games == 1
    assert found.apart > 20
    assert not found.differed


def test_a_bot_that_looks_at_what_is_hidden_is_found_out(monkeypatch: pytest.MonkeyPatch) -> None:
    class Peeping:
        name = "peeping"

        def choose(self, match: Match, seat: int) -> str:
            options = match.options(seat)
            return options[sum(match.position()) % len(options)].id

    monkeypatch.setattr(bots, "make", lambda name, game, seed: Peeping())
    found = Pairs()
    for _ in shadowed(find("dicetopia"), "peeping", 3, found, {}):
        if found.pairs > 40:
            break
    assert found.differed


# --- dice


def plain(seed: int) -> Match:
    game = find("dice-ocalypse")
    mode = next(mode for mode in game.modes if mode.id == "plain")
    return Match(game, 2, mode.settings, Seeded(seed))


def throws(bot: Any, games: int) -> Foresight:
    found = Foresight()
    for seed in range(games):
        match = plain(seed)
        while not match.over:
            seat = match.acting()[0]
            match.play(seat, foresight(match, bot, seat, found))
    return found


def test_it_throws_as_often_before_a_bust_as_before_a_hit() -> None:
    found = throws(bots.make("kofi", seed=1), 12)
    assert found.noted > 100
    assert abs(found.score) < 4


def test_who_knew_the_dice_would_be_found_out() -> None:
    found, rng = Foresight(), random.Random(1)
    for _ in range(200):
        bust = rng.random() < 0.4
        found.note(3, rng.random() < (0.3 if bust else 0.6), bust)
    assert found.score < -3


@pytest.mark.parametrize("game_id", ["dice-ocalypse", "indicesion"])
@pytest.mark.parametrize("name", ["otto", "search:4"])
def test_other_dice_to_come_change_no_choice(game_id: str, name: str) -> None:
    match = Match(find(game_id), 2, {}, Seeded(5))
    for number in range(3 if game_id == "indicesion" else 12):
        seat = match.acting()[0]
        other = twin(match, match.position(), Seeded(f"other {number}"))
        chosen = bots.make(name, seed=2).choose(match, seat)
        assert bots.make(name, seed=2).choose(other, seat) == chosen
        match.play(seat, chosen)


@pytest.mark.parametrize("game_id", ["deck-o-dice", "indicesion"])
@pytest.mark.parametrize("name", ["otto", "nox", "search:4"])
def test_the_tables_secret_is_in_nothing_that_a_bot_gets_or_keeps(game_id: str, name: str) -> None:
    match = Match(find(game_id), 2, {}, Keyed(SECRET, "a table"))
    assert holds(SECRET, match), "the test would find it"
    seat = match.acting()[0]
    bot, seen = bots.make(name, seed=1), match.without_dice()
    thought = bot.consider(seen, seat)  # type: ignore[attr-defined]
    if name != "nox":
        thought(1.0)
    assert not holds(SECRET, bot, seen, thought)


def test_a_match_without_dice_can_be_looked_at_and_not_played() -> None:
    match = Match(find("dicetopia"), 3, {}, Seeded(5))
    seen, seat = match.without_dice(), match.acting()[0]
    assert (seen.options(seat), seen.view(seat), seen.log(seat)) == (
        match.options(seat),
        match.view(seat),
        match.log(seat),
    )
    with pytest.raises(RuntimeError, match="only a view"):
        seen.play(seat, seen.options(seat)[0].id)
    match.play(seat, match.options(seat)[0].id)


# --- time


@pytest.mark.parametrize("game_id", ["deck-o-dice", "dicetopia"])
def test_how_long_it_thinks_tells_nothing_of_a_sealed_choice(game_id: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Wherever others choose, too, or wait for a reply: to whom the positions look alike, the times do."""
    asked: list[float] = []

    def counted(seconds: float, simulate: Any, clock: Any) -> Iterator[Any]:
        asked.append(seconds)
        yield simulate(2)

    def seconds(match: Match, seat: int) -> list[float]:
        asked.clear()
        bots.make("search:100ms", seed=1).choose(match, seat)
        return asked.copy()

    monkeypatch.setattr(search_bot, "simulate_for", counted)
    use_compiled(find(game_id))
    found = []
    for match, seat in sealed(game_id):
        for watcher in set(range(match.players)) - {seat}:
            other = twin(match, redealt(match, watcher, match.number))
            if other.position() != match.position() and seat in other.acting():
                found.append(seconds(match, seat))
                assert found[-1] == seconds(other, seat)
        if len(found) > 6:
            break
    assert len(found) > 4


def sealed(game_id: str) -> Iterator[tuple[Match, int]]:
    """Moments at which a seat chooses while others do, or is asked out of turn."""
    for seed in range(100):
        for match in moments(game_id, seed, most=40):
            for seat in match.acting():
                if len(match.acting()) > 1 or match.reaction(seat):
                    yield match, seat


def test_a_deceived_match_is_another_one() -> None:
    match = Match(find("dicetopia"), 3, {}, Seeded(5))
    other = deceived(match, 0, 7)
    assert other.position() != match.position()
    assert other.view(0) == match.view(0)
