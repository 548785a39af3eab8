"""Recompute every claim of the sentences about mistakes in Dice-ocalypse! from the dice on the table alone, with the
scoring list of the rulings.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Mapping
from fractions import Fraction
from functools import cache
from itertools import combinations, product
from typing import Any

import pytest

from dicehouse.i18n import Text

from .reviewed_games import Mistake, collect_mistakes

pytestmark = [pytest.mark.slow, pytest.mark.xdist_group("why")]  # reviews are made once for all of these tests

PAIRS = (("random", "greedy"), ("pip", "greedy"), ("pip", "random"))
SIMULATIONS = 8_000
TIMES = {3: 1, 4: 2, 5: 4, 6: 8}
WHOLE = ([1] * 6, [2, 2, 2], [2, 4])
FULL = 6


def equal_dice(face: int, count: int) -> int:
    """Return the points of equal dice if all of them score."""
    if count >= 3:
        return TIMES[count] * (1000 if face == 1 else 100 * face)
    return count * {1: 100, 5: 50}.get(face, 0)


def worth(faces: tuple[int, ...]) -> int:
    """Return the points of dice of which each has to score; 0 if one does not."""
    counts = Counter(faces)
    parts = [equal_dice(face, count) for face, count in counts.items()]
    whole = 1500 if len(faces) == FULL and sorted(counts.values()) in WHOLE else 0
    return max(sum(parts) if all(parts) else 0, whole)


@cache
def most(faces: tuple[int, ...]) -> int:
    """Return the most points that any part of a roll scores."""
    return max(worth(part) for size in range(1, len(faces) + 1) for part in combinations(faces, size))


@cache
def rolls(dice: int) -> tuple[tuple[tuple[int, ...], int], ...]:
    """Return all rolls, by their faces in rising order, with the number of ways to roll them."""
    return tuple(Counter(tuple(sorted(roll)) for roll in product(range(1, 7), repeat=dice)).items())


@cache
def bust(dice: int) -> Fraction:
    return Fraction(sum(ways for roll, ways in rolls(dice) if not most(roll)), 6**dice)


@cache
def after_one_roll(dice: int, points: int) -> Fraction:
    """Return the average of a turn that rolls once more and banks all that scores."""
    return Fraction(sum(ways * (points + most(roll)) for roll, ways in rolls(dice) if most(roll)), 6**dice)


class Choice:
    """Read a choice from its notation and the public position."""

    def __init__(self, view: Mapping[str, Any], option: str) -> None:
        _, digits, self.then = option.split()
        self.faces = tuple(sorted(map(int, digits)))
        self.kept = worth(self.faces)
        self.points = view["turn_score"] + self.kept
        self.dice = len(view["dice"]) - len(self.faces) or view["dice_full"]


def number(text: str) -> int:
    return int(text.replace(",", ""))


def share(text: str) -> int:
    return int(text.rstrip("%"))


Check = Callable[[Mapping[str, Any], int, Choice, Choice, tuple[str, ...]], None]


def banked(view: Mapping[str, Any], seat: int, did: Choice, should: Choice, said: tuple[str, ...]) -> None:
    assert did.then == "bank" and number(said[0]) == did.points


def would_have_been(view: Mapping[str, Any], seat: int, did: Choice, should: Choice, said: tuple[str, ...]) -> None:
    assert should.then == "bank" and said[0] == " ".join(map(str, should.faces))
    assert number(said[1]) == should.points > did.points


def one_more(view: Mapping[str, Any], seat: int, did: Choice, should: Choice, said: tuple[str, ...]) -> None:
    assert should.then == "roll" and int(said[0]) == should.dice and share(said[1]) == round(100 * bust(should.dice))
    assert number(said[2]) == round(after_one_roll(should.dice, should.points)) > did.points
    assert view["seats"][seat]["opened"] or should.points >= view["opening"]


def rolled(view: Mapping[str, Any], seat: int, did: Choice, should: Choice, said: tuple[str, ...]) -> None:
    assert did.then == "roll" and int(said[0]) == did.dice and share(said[1]) == round(100 * bust(did.dice))


def fewer_busts(view: Mapping[str, Any], seat: int, did: Choice, should: Choice, said: tuple[str, ...]) -> None:
    assert should.then == "roll" and int(said[0]) == should.dice
    assert share(said[1]) == round(100 * bust(should.dice)) < round(100 * bust(did.dice))


def better_keep(view: Mapping[str, Any], seat: int, did: Choice, should: Choice, said: tuple[str, ...]) -> None:
    assert should.then == "roll" and number(said[0]) == should.kept > did.kept and int(said[1]) == should.dice
    assert share(said[2]) == round(100 * bust(should.dice)) < round(100 * bust(did.dice))


def more_points(view: Mapping[str, Any], seat: int, did: Choice, should: Choice, said: tuple[str, ...]) -> None:
    assert should.then == "roll" and number(said[0]) == should.points - did.points > 0 and should.dice >= did.dice


def better_average(view: Mapping[str, Any], seat: int, did: Choice, should: Choice, said: tuple[str, ...]) -> None:
    assert should.then == "roll" and number(said[0]) == should.kept
    averages = [round(after_one_roll(each.dice, each.points)) for each in (should, did)]
    assert [number(said[1]), number(said[2])] == averages and averages[0] > averages[1]


def ready(view: Mapping[str, Any], seat: int, did: Choice, should: Choice, said: tuple[str, ...]) -> None:
    assert should.then == "bank" and number(said[-1]) == should.points
    if len(said) == 2:
        assert number(said[0]) == round(after_one_roll(did.dice, did.points)) < should.points


def first_score(view: Mapping[str, Any], seat: int, did: Choice, should: Choice, said: tuple[str, ...]) -> None:
    assert should.then == "bank" and number(said[0]) == should.points >= view["opening"]
    assert not view["seats"][seat]["opened"]


def past_target(view: Mapping[str, Any], seat: int, did: Choice, should: Choice, said: tuple[str, ...]) -> None:
    assert should.then == "bank" and number(said[0]) == should.points
    assert number(said[1]) == view["seats"][seat]["total"] + should.points > view["target"]


def in_the_lead(view: Mapping[str, Any], seat: int, did: Choice, should: Choice, said: tuple[str, ...]) -> None:
    assert should.then == "bank" and number(said[0]) == should.points
    total = view["seats"][seat]["total"] + should.points
    assert number(said[1]) == total > max(each["total"] for i, each in enumerate(view["seats"]) if i != seat)


def too_short(view: Mapping[str, Any], seat: int, did: Choice, should: Choice, said: tuple[str, ...]) -> None:
    others = [each["total"] for i, each in enumerate(view["seats"]) if i != seat]
    assert view["final"] is not None and len(others) == 1  # so the total to reach is the other player's
    assert number(said[0]) == others[0] - view["seats"][seat]["total"] - did.points > 0


def busts(view: Mapping[str, Any], seat: int, did: Choice, should: Choice, said: tuple[str, ...]) -> None:
    assert should.then == "roll" and int(said[0]) == should.dice and share(said[1]) == round(100 * bust(should.dice))


N, P = r"([\d,]+)", r"(\d+%)"
CLAIMS: dict[str, Check] = {
    rf"(?:You|Player \d) banked {N}\.": banked,
    rf"Keeping ([\d ]+) would have made it {N}\.": would_have_been,
    rf"(\d) (?:die|dice) busts? (?:only )?{P} of the time, and banking after one more roll averages {N}\.": one_more,
    rf"(?:You|Player \d) rolled (\d) (?:die|dice), which busts? {P} of the time\.": rolled,
    rf"With (\d) dice it is only {P}\.": fewer_busts,
    rf"Keeping {N} points instead gives (\d) dice to roll, which bust only {P} of the time\.": better_keep,
    rf"(?:You|Player \d) could have kept {N} more points\.": more_points,
    rf"Keeping {N} points instead and rolling once more averages {N}, not {N}\.": better_average,
    rf"Banking after one more roll averages {N}, but {N} points were ready to bank\.": ready,
    rf"{N} points were ready to bank\.": ready,
    rf"{N} points were enough for the first score\.": first_score,
    rf"Banking {N} gives a total of {N}, past the target\.": past_target,
    rf"Banking {N} gives a total of {N}, more than anyone else has\.": in_the_lead,
    rf"That was {N} short of the total needed\.": too_short,
    rf"Rolling (\d) (?:die|dice) busts {P} of the time\.": busts,
}


def check_sentence(mistake: Mistake, text: str) -> int:
    """Check each sentence of a text; return how many claims it has."""
    view, seat = mistake.before.view(None), mistake.seat
    checked = 0
    for sentence in re.findall(r"[^.]+\.", text):
        found = [(check, match) for form, check in CLAIMS.items() if (match := re.fullmatch(form, sentence.strip()))]
        assert len(found) == 1, sentence
        check, match = found[0]
        did, should = (Choice(view, option) for option in (mistake.row.option, mistake.better))
        check(view, seat, did, should, match.groups())
        checked += 1
    return checked


def check_immunity(mistake: Mistake, text: str) -> None:
    """Check what Immunity would have saved, against the public position."""
    view = mistake.before.view(None)
    assert (mistake.row.option, mistake.better) == ("decline", "immunity")
    found = re.fullmatch(r"(?:You kept your|Player \d kept the) Immunity card\. Without it, (.*)\.", text)
    assert found, text
    player = view["seats"][view["player"]]
    claims = {
        "prove-it": f"{view['turn_score']:,} points would score nothing 50% of the time",
        "do-or-die": f"the whole total of {player['total'] + view['turn_score']:,} would be lost one time in six",
        "bloodshed": f"{min(view['turn_score'], view['seats'][mistake.seat]['total']):,} points would be lost",
    }
    if view["card"]["kind"] == "collateral":
        hits = sum(sum(roll[:3]) <= sum(roll[3:]) for roll in product(range(1, 7), repeat=6))
        lost = min(1000, player["total"] + view["turn_score"])
        claims["collateral"] = f"{lost:,} points would be lost {round(100 * hits / 6**6)}% of the time"
    assert found[1] == claims[view["card"]["kind"]]


@pytest.mark.parametrize("least", [4, pytest.param(30, marks=pytest.mark.long)])
def test_every_sentence_about_a_mistake_is_true(least: int) -> None:
    found = [*collect_mistakes("dice-ocalypse", least, SIMULATIONS, PAIRS)]
    found += collect_mistakes("dice-ocalypse", 30, 1, PAIRS, race=True)
    said = checked = 0
    for mistake in found:
        why, you = mistake.row.why, mistake.row.why_you
        assert (why is None) == (you is None)
        if why is None or you is None:
            continue
        said += 1
        assert isinstance(why, Text) and isinstance(you, Text) and "{" not in why + you
        name = mistake.match.names[mistake.seat]
        assert you.startswith("You ") and why.startswith(f"{name} ") and "You" not in why
        assert len(you) <= 160 and you.in_language("de") != you and why.in_language("de") != why
        for text in (why, you):
            if "Immunity" in text:
                check_immunity(mistake, text)
            else:
                checked += check_sentence(mistake, text)
    assert len(found) >= least + 30 and said >= len(found) // 2 and checked > 60
