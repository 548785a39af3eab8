"""Describe a race of turns as numbers, by its offers and its target, and work out one turn of it.

Dice-ocalypse! between two players without cards is such a race, and so is Pig. Points are counted in levels (of 50
points in Dice-ocalypse!). Rulings: opening (3.2), keeping (R2), hot dice (R4), crossing (R8), last turn (section 9).
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from hashlib import sha256
from itertools import pairwise
from math import fsum
from operator import add
from struct import pack
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from ..rules.state import State
from ..rules.turn import ALL_SCORING, MUST_ROLL
from .throw_offers import UNIT, Throws, TurnWalk, offers_of
from .throw_points import scoring_key

Floats = npt.NDArray[np.float64]
Whole = npt.NDArray[np.int64]

NOT_ALLOWED = -1e9  # the worth of what is not allowed
NEGLIGIBLE = 1e-13  # chances below this are none
VERSION = 1  # of what a solution means


class Race(NamedTuple):
    """Hold what a turn can bring. Offers are stored one after another by number of dice, and so are the sets that each
    lets keep.
    """

    dice: int  # of a full throw
    must_roll: bool  # with hot dice there is no banking
    crossing: int  # the least total that ends the race
    opening: int  # the least first score
    last_turn: bool  # the other has a turn left after a crossing: higher wins, a tie is thrown for
    largest: int  # the most that one throw can add
    bust: Floats  # [dice] chance of a throw that offers nothing
    hot: Floats  # [dice] chance of a throw that leaves no die, whatever is kept
    first: Whole  # [dice] the first offer of a throw of this many dice; one more entry ends the list
    chance: Floats  # [offer]
    start: Whole  # [offer] its first set; one more entry ends the list
    points: Whole  # [set]
    left: Whole  # [set] dice left, 0: hot dice

    def fingerprint(self) -> str:
        """Return a hash that is the same for the same race on any machine; solutions are stored under it."""
        digest = sha256(repr((VERSION, *self[:6])).encode())
        chance = [round(each * 1e12) for each in self.chance.tolist()]
        for numbers in (self.first, self.start, self.points, self.left, chance):
            digest.update(pack(f"<{len(numbers)}q", *numbers))
        return digest.hexdigest()[:16]


def build_race(
    throws: Throws, crossing: int, opening: int = 0, must_roll: bool = False, last_turn: bool = True
) -> Race:
    """Return a race from what throws of each number of dice offer: chances, each with the points by the dice that are
    left.

    A bust has the chance that those of a number of dice lack to 1.
    """
    dice = max(throws)
    bust, hot = np.zeros(dice + 1), np.zeros(dice + 1)
    first, start = [0, 0], [0]
    chances: list[float] = []
    points: list[int] = []
    left: list[int] = []
    for number in range(1, dice + 1):
        offers = [(chance, sets) for chance, sets in throws[number] if sets]
        for chance, sets in offers:
            chances.append(chance)
            points += sets.values()
            left += sets
            start.append(len(points))
        bust[number] = max(0.0, 1 - fsum(chance for chance, _ in offers))
        hot[number] = fsum(chance for chance, sets in offers if set(sets) == {0})
        first.append(len(chances))
    packed = (np.array(first), np.array(chances), np.array(start), np.array(points), np.array(left))
    return Race(dice, must_roll, crossing, opening, last_turn, max(points), bust, hot, *packed)


RaceKey = tuple[bytes, bool, bool, int, int]


def race_key(state: State) -> RaceKey | None:
    """Return the settings that tell one race from another; None unless this table plays one: two players, no cards, no
    piggybacking.
    """
    options = state.options
    if state.n_players != 2 or options.special_cards or options.piggyback:
        return None
    crossing = -(-options.target // UNIT) if options.exact_target else options.target // UNIT + 1
    must_roll, all_scoring = options.hot_dice == MUST_ROLL, options.keep_rule == ALL_SCORING
    return scoring_key(state), all_scoring, must_roll, int(crossing), -(-int(options.opening) // UNIT)


@lru_cache(maxsize=16)
def race_of(key: RaceKey) -> Race:
    """Return the race with this `key`."""
    scoring, all_scoring, must_roll, crossing, opening = key
    return build_race(offers_of(scoring, all_scoring, must_roll), crossing, opening, must_roll)


# --- one turn


class TurnValues(NamedTuple):
    """Hold a turn that was worked out: the value of ending it or throwing at each level, up to `top`; from there on the
    player banks.
    """

    race: Race
    bank: Sequence[float]  # [level]
    best: Sequence[Sequence[float]]  # [level][dice left], the better of both: banking, or throwing these (none: all)
    on: Sequence[Sequence[float]]  # [level][dice to throw - 1]
    lost: float  # what a bust is worth
    top: int

    def banked(self, level: int) -> float:
        """Return the value of the turn if it ends at `level`."""
        return self.bank[min(level, len(self.bank) - 1)]

    def thrown(self, level: int, dice: int) -> float:
        """Return the value of throwing `dice` dice at `level`, if every later choice is optimal."""
        if level < self.top:
            return self.on[level][dice - 1]
        race, worth = self.race, float(self.race.bust[dice]) * self.lost
        for offer in range(race.first[dice], race.first[dice + 1]):
            sets = range(race.start[offer], race.start[offer + 1])
            worth += float(race.chance[offer]) * max(self.kept(level + race.points[k], race.left[k]) for k in sets)
        return worth

    def kept(self, level: int, left: int) -> float:
        """Return the better value of banking and throwing, with `left` dice left."""
        return self.best[min(level, len(self.best) - 1)][left]


def banking_level(race: Race, bank: Sequence[float], lost: float, crossed: int) -> int:
    """Return the level from which banking is best with any dice: no throw can win more than its risk of a bust takes.

    Where a throw risks nothing, or hot dice must be thrown, it is the level from which nothing is left to win.
    """
    enough = 1.0 if race.must_roll else 1 - float(min(race.bust[1:])) * (1 - lost)
    level = max(crossed, race.opening if bank[0] == NOT_ALLOWED else 0)
    while level < len(bank) - race.largest - 1 and bank[level] < enough - NEGLIGIBLE:
        level += 1
    return level


def work_out_turn(race: Race, bank: Sequence[float], lost: float, top: int) -> TurnValues:
    """Work out one turn, level by level from the top.

    `bank` is the value of ending the turn at each level, and must be constant from `top` on if a throw can ever be
    forced or free there.
    """
    full, walk = race.dice, TurnWalk(_throws_of(race))
    risked = [float(chance) * lost for chance in race.bust[1:]]
    hot, bust = float(race.hot[full]), float(race.bust[full])
    best, on = list[list[float]](), list[list[float]]()
    for level in range(top + race.largest, -1, -1):
        ended = bank[level]
        row = [ended] * full
        if level < top:
            thrown = list(map(add, walk.throw(), risked))
            on.append(thrown)
            row = [
                thrown[-1] if race.must_roll else max(ended, thrown[-1]),
                *(max(ended, each) for each in thrown[:-1]),
            ]
        elif race.must_roll:
            row[0] = (bust * lost + (1 - bust - hot) * ended) / (1 - hot)
        best.append(row)
        walk.worth += row
    return TurnValues(race, bank, best[::-1], on[::-1], lost, top)


def _throws_of(race: Race) -> Throws:
    """Return the offers of a race as they were before they were stored one after another."""
    first, chances, start, points, left = (each.tolist() for each in race[-5:])
    sets = [dict(zip(left[a:b], points[a:b], strict=True)) for a, b in pairwise(start)]
    offers = [*zip(chances, sets, strict=True)]
    return {dice: offers[first[dice] : first[dice + 1]] for dice in range(1, race.dice + 1)}


def bank_values(race: Race, own: int, other: int, value: Floats, chase: Floats, unopened: float) -> list[float]:
    """Return the value of banking at each level to a player with these totals, by the chances of the next player.

    `value` [own][other] holds the chances before a turn; `chase` [lead] those of a last turn, by the lead of the player
    who crossed; `unopened` is the same for a player who has to open and gets ahead by opening.
    """
    most = max(race.crossing - own, other - own + len(chase)) + race.largest + 1
    before = max(0, race.crossing - own)
    bank = [1 - chance for chance in value[other, own : own + before].tolist()]
    if not race.last_turn:
        return [*bank, *[1.0] * (most - before)]
    caught = chase.tolist()
    for lead in range(own + before - other, own + most - other):
        if other == 0 and lead < race.opening:
            bank.append(1 - unopened)
        else:
            bank.append(1 - caught[lead] if lead < len(caught) else 1.0)
    return bank


def own_bank(race: Race, own: int, bank: list[float]) -> list[float]:
    """Return `bank` for a player with the total `own`, who may have to open."""
    if own > 0:
        return bank
    short = max(0, race.opening + race.largest + 2 - len(bank))
    return [*[NOT_ALLOWED] * race.opening, *bank[race.opening :], *bank[-1:] * short]


def opening_bank(race: Race) -> list[float]:
    """Return the value of banking to a player who wins as soon as the turn is worth enough to open."""
    return [*[NOT_ALLOWED] * race.opening, *[1.0] * (2 + race.largest)]


def chase_bank(race: Race, lead: int) -> list[float]:
    """Return the value of banking in a last turn, to a player who has opened and is behind by `lead`: more wins, as
    much ties.
    """
    return [*[0.0] * lead, 0.5, *[1.0] * (1 + race.largest)]
