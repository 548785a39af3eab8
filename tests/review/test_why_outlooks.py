"""Recompute every claim of the sentences about mistakes in Baron Voodoo and Dicetopia: all continuations of a turn are
played with the rules alone, points and sets are counted from the public views, and nothing that the review uses takes
part.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from itertools import combinations
from typing import Any

import numpy as np
import pytest

from dicehouse.core import Seeded
from dicehouse.core.action_list import Actions
from dicehouse.engine import DiceBox, Position, engine_of
from dicehouse.games import find
from dicehouse.games.baron_voodoo.rules.action_codes import JUMP
from dicehouse.games.baron_voodoo.rules.board import legal_jumps, space_beyond
from dicehouse.i18n import Text
from dicehouse.records.record import dtype, strict

from .reviewed_games import Mistake, collect_mistakes

pytestmark = [pytest.mark.slow, pytest.mark.xdist_group("why")]  # reviews are made once for all of these tests

PAIRS = {
    "baron-voodoo": (("random", "greedy"),),
    "dicetopia": (("random", "greedy"), ("pip", "greedy"), ("pip", "random")),
}
SIMULATIONS = {"baron-voodoo": 3_000, "dicetopia": 3_000}
SET_POINTS = {3: 3, 4: 5, 5: 8, 6: 12}
MAJORITY, SHARED = 3, 1
Counter = Callable[["Table", bytes, int], int]


class Table:
    """Play on with the rules of a game."""

    def __init__(self, game: str) -> None:
        self.game = find(game)
        self.engine, self.box = engine_of(self.game), DiceBox()

    def position(self, data: bytes) -> Position:
        return Position(self.game, np.frombuffer(data, np.uint8).copy())

    def acting(self, data: bytes) -> tuple[int, ...]:
        here = self.position(data)
        return () if self.engine.over(here) else self.engine.acting(here)

    def play(self, data: bytes, seat: int, action: int) -> bytes:
        here = self.position(data)
        self.box.clear()
        Seeded("test").prepare(self.box.dice, 0)
        self.engine.apply(here, seat, action, self.box)
        assert not self.box.draws(), "nothing was left to chance"
        return here.tobytes()

    def ends(self, data: bytes, seat: int, seen: set[bytes] | None = None) -> list[bytes]:
        """Return all positions in which the turn of a seat, or its part of it, is over."""
        seen = set() if seen is None else seen
        if data in seen:
            return []
        seen.add(data)
        if self.acting(data) != (seat,):
            return [data]
        found = []
        for action in self.engine.legal(self.position(data), seat):
            found += self.ends(self.play(data, seat, action), seat, seen)
        return found


def points(table: Table, data: bytes, seat: int) -> int:
    return round(table.engine.points(table.position(data))[seat])


def offerings(table: Table, data: bytes, seat: int) -> int:
    return int(table.position(data).state.sides[seat].offerings)


def zone_of(table: Table, data: bytes, seat: int) -> list[tuple[int, int]]:
    """Return the colour and the face of each die of a Capture zone; dice are numbered by colour, then face."""
    side = table.position(data).state.sides[seat]
    return [divmod(side.zone[i] - 1, 6) for i in range(side.n_zone)]


def goes_together(dice: tuple[tuple[int, int], ...]) -> bool:
    """Return True for dice of one face in different colours, or of one colour with different faces; white (4) stands
    for any colour.
    """
    faces, colours = [face for _, face in dice], [colour for colour, _ in dice if colour != 4]
    same_face = len(set(faces)) == 1 and len(set(colours)) == len(colours) and len(dice) <= 5
    same_colour = len(set(colours)) <= 1 and len(set(faces)) == len(faces)
    return same_face or same_colour


def largest_group(table: Table, data: bytes, seat: int) -> int:
    return group_of(zone_of(table, data, seat))


def group_of(dice: list[tuple[int, int]]) -> int:
    """Return the size of the largest group of dice that go together."""
    fits = (n for n in range(min(6, len(dice)), 0, -1) if any(goes_together(part) for part in combinations(dice, n)))
    return next(fits, 0)


def final_points(table: Table, data: bytes, seat: int) -> int:
    """Return the points if the game ended now: the best set counts, all dice move, then the majorities count."""
    state = table.position(data).state
    owned = []
    for side in range(2):
        colours = [colour for colour, _ in zone_of(table, data, side)]
        colours += [(kind - 1) // 6 for kind in range(1, 31) for _ in range(state.sides[side].spirit[kind])]
        owned.append([colours.count(colour) for colour in range(5)])
    dice = zone_of(table, data, seat)
    sets = [n for n in SET_POINTS if any(goes_together(part) for part in combinations(dice, n))]
    total = points(table, data, seat) + max((SET_POINTS[n] for n in sets), default=0)
    for mine, theirs in zip(owned[seat], owned[1 - seat], strict=True):
        total += MAJORITY * (mine > theirs) + SHARED * (mine == theirs > 0)
    return total


def useful_captures(table: Table, data: bytes, seat: int) -> int:
    """Return how many kinds of dice a seat could take that give points or an offering, from its legal captures."""
    here = table.position(data)
    found = set(captured_dice(data, seat, table))
    colour = here.state.players[seat].loa
    dice, useful = zone_of(table, data, seat), 0
    for die in found:
        kind = divmod(die - 1, 6)
        pays = here.state.reserve > 0 and (kind[0] == colour or kind[1] == 0)
        useful += pays or kind[1] == 1 or max(2, group_of(dice)) < group_of([*dice, kind])
    return useful


def captured_dice(data: bytes, seat: int, table: Table) -> list[int]:
    """Return the dice that a seat can capture: those under the jumps of the rules' own list of captures."""
    state: Any = table.position(data).state
    actions = strict(Actions, np.zeros(dtype(Actions).itemsize, np.uint8))
    legal_jumps(state, seat, actions)
    jumps = [int(actions.item[i]) for i in range(actions.count)]
    return [state.board[space_beyond(state, JUMP.space(each), JUMP.direction(each), 1)] % 32 for each in jumps]


COUNTS: dict[str, tuple[str, Counter]] = {
    r"(?:no points|(\d+) points? \(sets and majorities counted\))": ("final", final_points),
    r"(?:no offerings|(\d+) offerings?)": ("offerings", offerings),
    r"(?:no dice toward a set|(\d+) (?:die|dice) toward a set)": ("group", largest_group),
    r"(?:no points|(\d+) points?)": ("", points),
    r"(?:no stars|(\d+) stars?) \(Missions not counted\)": ("", points),
}
WHO = r"(?:you|Player \d|You)"
GAIN = re.compile(rf"With this choice {WHO} could gain (?:at most )?(.+) this turn\. The better one allowed (.+)\.")
MARGIN = re.compile(
    rf"After this choice, {WHO} could at best end the turn (.+)\. After the better one, it could have been (.+)\."
)
AT_ONCE = re.compile(
    rf"Right after this choice, {WHO} (?:were|was) (.+)\. After the better one, {WHO} would have been (.+)\."
)
REPLY = re.compile(
    rf"{WHO} let (Player \d) gain up to (.+) next turn\. The better choice allowed (?:no more than )?(.+)\."
)
CAPTURES = re.compile(
    r"(?:Your choice|Player \d's choice) left (Player \d) (\d+) captures? that gives? points or offerings; "
    r"the better one would have left (\d+)\."
)
OWN_CAPTURES = re.compile(
    r"The better choice would have left (?:you|Player \d) (\d+) captures? that gives? points or offerings; "
    r"(?:your choice|this one) left (\d+)\."
)
ENDS_GAME = re.compile(
    r"The better choice would have won the game at once\.|This choice lost (?:you|Player \d) the game at once\."
)


def amounts(*said: str) -> tuple[Counter, list[int]]:
    """Return what two amounts count, and the numbers; "behind" is negative."""
    bare = [re.sub(r" (ahead|behind)$", "", each) for each in said]
    for form, (_, counter) in COUNTS.items():
        found = [re.fullmatch(form, each) for each in bare]
        if all(found) and any(each[1] for each in found if each):
            signs = [-1 if each.endswith("behind") else 1 for each in said]
            return counter, [sign * int(each[1] or 0) for sign, each in zip(signs, found, strict=True) if each]
    raise AssertionError(said)


def margin(table: Table, counter: Counter, data: bytes, seat: int) -> int:
    return counter(table, data, seat) - counter(table, data, 1 - seat)


def check(mistake: Mistake, text: str) -> str:
    """Check a sentence; return which kind it is."""
    table, seat = Table(mistake.match.game.id), mistake.seat
    before = mistake.before
    data = before.position()
    actions = {option.id: action for option, action in before._legal_options(seat)}
    after, instead = (table.play(data, seat, actions[each]) for each in (mistake.row.option, mistake.better))
    if ENDS_GAME.fullmatch(text):
        ended = after if "lost" in text else instead
        assert table.engine.over(table.position(ended))
        assert (table.engine.returns(table.position(ended))[seat] == 1.0) == ("wins" in text)
        return "end"
    if found := CAPTURES.fullmatch(text):
        rival = 1 - seat
        assert found[1] == mistake.match.names[rival]
        assert [int(found[2]), int(found[3])] == [useful_captures(table, each, rival) for each in (after, instead)]
        assert int(found[2]) > int(found[3])
        return "captures"
    if found := OWN_CAPTURES.fullmatch(text):
        assert [int(found[2]), int(found[1])] == [useful_captures(table, each, seat) for each in (after, instead)]
        assert int(found[2]) < int(found[1])
        return "own captures"
    if found := REPLY.fullmatch(text):
        rival = 1 - seat
        counter, said = amounts(found[2], found[3])
        gains = [
            max(counter(table, end, rival) for end in table.ends(each, rival)) - counter(table, each, rival)
            for each in (after, instead)
        ]
        assert found[1] == mistake.match.names[rival] and said == gains and gains[0] > gains[1]
        return "reply"
    for form, kind in ((GAIN, "gain"), (MARGIN, "margin"), (AT_ONCE, "at once")):
        if found := form.fullmatch(text):
            counter, said = amounts(found[1], found[2])
            if kind == "at once":
                real = [margin(table, counter, each, seat) for each in (after, instead)]
            elif kind == "margin":
                real = [
                    max(margin(table, counter, end, seat) for end in table.ends(each, seat))
                    for each in (after, instead)
                ]
            else:
                real = [
                    max(counter(table, end, seat) for end in table.ends(each, seat)) - counter(table, data, seat)
                    for each in (after, instead)
                ]
            assert said == real and real[0] < real[1], (text, real)
            return kind
    raise AssertionError(text)


@pytest.mark.parametrize("least", [4, pytest.param(30, marks=pytest.mark.long)])
@pytest.mark.parametrize("game", sorted(PAIRS))
def test_every_sentence_about_a_mistake_is_true(game: str, least: int) -> None:
    found = collect_mistakes(game, least, SIMULATIONS[game], PAIRS[game])
    said, kinds = 0, set()
    for mistake in found:
        why, you = mistake.row.why, mistake.row.why_you
        assert (why is None) == (you is None)
        if why is None or you is None:
            continue
        said += 1
        assert isinstance(why, Text) and isinstance(you, Text) and "{" not in why + you
        assert you.in_language("de") != you and why.in_language("de") != why
        kinds |= {check(mistake, text) for text in (why, you)}
    assert said >= 1
    if least >= 30:
        assert said >= len(found) // 2 and len(kinds) > 1, (said, len(found))
