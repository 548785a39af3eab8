"""Why bots keep, bank and throw on: by odds that hold, of what everybody sees, and where it tells nothing else."""

from __future__ import annotations

import random
import re

import numpy as np

import dicehouse
from dicehouse import bots
from dicehouse.games import find
from dicehouse.kit import Position, Seeded, Tape
from dicehouse.kit.engine import DiceBox
from dicehouse.match import Match

GAME = find("dice-ocalypse")


def walk(seed: int, players: int = 3, most: int = 150) -> Match:
    """A match somewhere in its middle."""
    match, rng = dicehouse.new(GAME.id, players=players, seed=seed), random.Random(seed)
    mind = bots.make("sensible", seed=seed)
    for _ in range(rng.randrange(20, most)):
        if match.over:
            break
        seat = match.acting()[0]
        match.play(seat, mind.choose(match, seat) if rng.random() < 0.7 else rng.choice(match.options(seat)).id)
    return match


def said(match: Match) -> list[str]:
    """Every reason that could be given now."""
    return [match.reason(seat, option.id) for seat in match.acting() for option in match.options(seat)]


def test_what_is_said_holds() -> None:
    found = set()
    for seed in range(25):
        match = walk(seed, most=90)
        for seat in match.acting():
            for option in match.options(seat):
                reason = match.reason(seat, option.id)
                if not reason:
                    continue
                assert "keep" in option.id
                facts = option.facts
                assert f"{facts['turn']:,}" in reason or facts["then"] == "roll"
                verb = "banks" if facts["then"] == "bank" else "throws"
                assert reason.startswith(verb)
                assert reason.endswith(".")
                risk = re.search(r"lose[s]? it (\d+) %|and (\d+) % of such throws", reason)
                if risk:
                    assert int(risk[1] or risk[2]) == round(100 * facts["bust"])
                found.add(verb)
    assert found == {"banks", "throws"}


def laid(totals: list[int], dice: str, *played: str) -> Match:
    """Ana's turn in a race to 6,000 with these totals, after what was played and thrown."""
    place = {"totals": totals, "hands": [["bloodshed"], []]}
    match = Match.set_up(GAME.id, players=2, options={"target": 6000}, dice=Tape(dice), **place)
    for option in played:
        match.play(0, option)
    return match


def test_who_throws_on_past_the_target_says_so_and_not_that_it_is_too_little() -> None:
    match = laid([6000, 4650], "115543", "roll")
    assert (
        match.reason(0, "keep 1155 bank") == "banks 300: 2 dice lose it 44 % of the time, and 6,300 is past the target."
    )
    assert match.reason(0, "keep 1155 roll") == "throws 2 dice: 6,300 is past the target, but can still be beaten."


def test_nobody_praises_a_throw_for_which_more_was_left_lying() -> None:
    match = laid([1400, 5600], "331233", "roll")
    assert match.reason(0, "keep 1 roll") == ""
    assert match.reason(0, "keep 13333 roll") == "throws 1 die: 700 is too little for somebody who is 4,200 behind."
    match = laid([1400, 5600], "154633", "roll")
    assert match.reason(0, "keep 1 roll").startswith("throws 5 dice: the turn then brings 403 on average, not 100")


def test_bloodshed_brings_nothing_to_who_plays_it() -> None:
    match = laid([3000, 3500], "111234", "bloodshed")
    taken = "1,000 are taken from everybody else"
    assert match.reason(0, "keep 111 bank") == f"banks 1,000: 3 dice lose it 28 % of the time, and {taken}."
    match = laid([5900, 3500], "111234", "bloodshed")
    assert "past the target" not in match.reason(0, "keep 111 bank") + match.reason(0, "keep 111 roll")


def test_no_reason_tells_what_a_seat_can_not_know() -> None:
    compared = 0
    for seed in range(40):
        match = walk(100 + seed, most=90)
        memory = np.frombuffer(match.position(), np.uint8)
        for reader in range(3):
            other = Position(GAME, memory.copy())
            box = DiceBox(written=False)
            Seeded(f"{seed}").prepare(box.dice, reader)
            GAME.hooks.redeal(other.state, reader, box.dice)
            for seat in match.acting():
                for option, action in match._legal(seat):
                    if match.reaction(seat) is None and len(match.acting()) == 1:
                        reason = match.reason(seat, option.id)
                        assert GAME.hooks.reason(other.state, seat, action) == reason
                        compared += bool(reason)
    assert compared > 60


def test_nothing_is_said_where_others_may_still_answer() -> None:
    windows = 0
    for seed in range(40):
        match = walk(300 + seed, most=40)
        if len(match.acting()) > 1 or any(match.reaction(seat) for seat in match.acting()):
            windows += 1
            assert not any(said(match))
    assert windows > 1


def test_an_option_that_is_not_there_has_no_reason() -> None:
    match = dicehouse.new(GAME.id, players=2, seed=1)
    assert match.reason(match.acting()[0], "keep 666 bank") == ""
    assert dicehouse.new("baron-voodoo", players=2, seed=1).reason(0, "anything") == ""
