"""Why bots keep, bank and throw on: by odds that hold, of what everybody sees, and where it tells nothing else."""

from __future__ import annotations

import random
import re

import numpy as np
import pytest

import dicehouse
from dicehouse import bots
from dicehouse.core import Seeded, Tape
from dicehouse.engine import DiceBox, Position
from dicehouse.games import find
from dicehouse.match.match import Match

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
                if not reason or "keep" not in option.id:
                    continue
                facts = option.facts
                assert reason.endswith(".")
                risk = re.search(r"(?:busts?|with a) (\d+)%", reason)
                if risk:
                    assert int(risk[1]) == round(100 * facts["bust"])
                    found.add(facts["then"])
    assert found == {"bank", "roll"}


def laid(totals: list[int], dice: str, *played: str) -> Match:
    """Ana's turn in a race to 6,000 with these totals, after what was played and thrown."""
    place = {"totals": totals, "hands": [["bloodshed"], []]}
    match = Match.set_up(GAME.id, players=2, options={"target": 6000}, dice=Tape(dice), **place)
    for option in played:
        match.play(0, option)
    return match


def test_who_throws_on_past_the_target_says_so_and_not_that_it_is_too_little() -> None:
    match = laid([6000, 4650], "115543", "roll")
    assert match.reason(0, "keep 1155 bank") == "2 dice bust 44% of the time. A total of 6,300 is past the target."
    assert match.reason(0, "keep 1155 roll") == "6,300 is past the target, but others can still beat it."


def test_nobody_praises_a_throw_for_which_more_was_left_lying() -> None:
    match = laid([1400, 5600], "331233", "roll")
    assert match.reason(0, "keep 1 roll") == ""
    assert match.reason(0, "keep 13333 roll") == "700 points aren't enough to make up 4,200."
    match = laid([1400, 5600], "154633", "roll")
    assert match.reason(0, "keep 1 roll").startswith("After another roll the turn averages 403 points instead of 100")


def test_bloodshed_brings_nothing_to_who_plays_it() -> None:
    match = laid([3000, 3500], "111234", "bloodshed")
    assert match.reason(0, "keep 111 bank") == ("3 dice bust 28% of the time. Everyone else loses 1,000 points.")
    match = laid([5900, 3500], "111234", "bloodshed")
    assert "past the target" not in match.reason(0, "keep 111 bank") + match.reason(0, "keep 111 roll")


def struck(*played: tuple[int, str], totals: list[int], dice: str, immune: bool = True) -> Match:
    """Ben's turn in a race to 10,000; both hold all cards, and Ana holds Immunity, too."""
    match = Match.set_up(GAME.id, players=2, totals=totals, player=1, immunity=[True, immune], dice=Tape(dice))
    for seat, option in played:
        match.play(seat, option)
    return match


def whispered(match: Match, seat: int, option: str) -> str:
    """The reason of an option as a hint tells it, to this seat alone."""
    action = next(action for known, action in match._legal_options(seat) if known.id == option)
    return GAME.hooks.explain_action(match._position.state, seat, action)


def test_a_card_by_what_it_does_and_how_often() -> None:
    match = struck((1, "roll"), totals=[5_300, 9_650], dice="115634", immune=False)
    assert match.reason(0, "prove-it") == "", "others must not learn what is answered out of turn"
    assert whispered(match, 0, "pass") == ""
    assert whispered(match, 0, "prove-it") == "50% of the time this turn scores nothing instead of 250 points."
    assert (
        whispered(match, 0, "do-or-die")
        == "One time in six, the whole total of 9,650 is lost. In the final round it would be too late for cards."
    )
    assert whispered(match, 0, "collateral") == "55% of the time it gains 1,000 points and costs the opponent 1,000."
    match = struck((1, "roll"), totals=[5_300, 4_000], dice="115634", immune=False)
    assert whispered(match, 0, "do-or-die") == "One time in six, the whole total of 4,000 is lost."
    match = struck(totals=[5_300, 4_000], dice="115634")
    assert match.reason(1, "bloodshed") == "A turn averages 591 points; everyone else loses that many."


def test_a_card_may_be_stopped_by_the_immunity_of_whom_it_would_strike() -> None:
    match = struck((1, "roll"), totals=[5_300, 4_000], dice="115634")
    for card, said in (
        ("prove-it", "50% of the time this turn scores nothing instead of 250 points."),
        ("do-or-die", "One time in six, the whole total of 4,000 is lost."),
        ("collateral", "55% of the time it gains 1,000 points and costs the opponent 1,000."),
    ):
        assert whispered(match, 0, card) == f"{said} Immunity could still stop it."


@pytest.mark.parametrize(
    ("card", "blow"),
    [
        ("prove-it", "250 points would score nothing 50% of the time"),
        ("do-or-die", "the whole total of 4,250 would be lost one time in six"),
        ("collateral", "1,000 points would be lost 55% of the time"),
    ],
)
def test_immunity_by_the_blow_that_it_is_used_against(card: str, blow: str) -> None:
    match = struck((1, "roll"), (0, "pass"), (1, "keep 115 bank"), (0, card), totals=[5_300, 4_000], dice="115634")
    assert match.reason(1, "immunity") == f"Without it, {blow}."
    assert match.reason(1, "decline") == "A worse attack may still come, so Immunity is worth keeping."


def test_immunity_against_bloodshed_by_what_is_taken() -> None:
    played = (1, "bloodshed"), (1, "keep 115 bank")
    match = struck(*played, totals=[5_300, 4_000], dice="115634")
    assert match.reason(0, "immunity") == "Without it, 250 points would be lost."


def test_nobody_is_said_to_lose_what_they_have_not() -> None:
    played = (1, "bloodshed"), (1, "keep 115 bank")
    for totals, said in (
        ([100, 4_000], "Without it, 100 points would be lost."),
        ([5_300, 4_000], "Without it, 250 points would"),
    ):
        assert struck(*played, totals=totals, dice="115634").reason(0, "immunity").startswith(said)
    match = Match.set_up(
        GAME.id, players=2, options={"negative_scores": True}, totals=[100, 4_000], player=1, dice=Tape("115634")
    )
    for seat, option in played:
        match.play(seat, option)
    assert match.reason(0, "immunity") == "Without it, 250 points would be lost."


def test_no_reason_tells_what_a_seat_can_not_know() -> None:
    compared = 0
    for seed in range(40):
        match = walk(100 + seed, most=90)
        memory = np.frombuffer(match.position(), np.uint8)
        for reader in range(3):
            other = Position(GAME, memory.copy())
            box = DiceBox(written=False)
            Seeded(f"{seed}").prepare(box.dice, reader)
            GAME.hooks.resample_hidden(other.state, reader, box.dice)
            for seat in match.acting():
                for option, action in match._legal_options(seat):
                    if match.reaction(seat) is None and len(match.acting()) == 1:
                        reason = match.reason(seat, option.id)
                        assert GAME.hooks.explain_action(other.state, seat, action) == reason
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
