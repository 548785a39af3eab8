"""Describe a race of turns as numbers, by its offers and its target, and work out one turn of it.

Dice-ocalypse! between two players without cards is such a race, and so is Pig. Points are counted in levels (of 50
points in Dice-ocalypse!). Rulings: opening (3.2), keeping (R2), hot dice (R4), crossing (R8), last turn (section 9).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache
from hashlib import sha256
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from ..rules.state import State
from ..rules.turn import ALL_SCORING, MUST_ROLL
from .throw_offers import UNIT, ThrowOffers, offers_of
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
        for array in (self.first, self.start, self.points, self.left):
            digest.update(array.astype("<i8").tobytes())
        digest.update(np.round(self.chance * 1e12).astype("<i8").tobytes())
        return digest.hexdigest()[:16]


Throws = Mapping[int, Sequence[tuple[float, Mapping[int, int]]]]


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
        for chance, sets in throws[number]:
            chances.append(chance)
            points += sets.values()
            left += sets
            start.append(len(points))
        bust[number] = max(0.0, 1 - sum(chance for chance, _ in throws[number]))
        hot[number] = sum(chance for chance, sets in throws[number] if set(sets) == {0})
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
    return build_race(_throws(offers_of(scoring, all_scoring, must_roll)), crossing, opening, must_roll)


def _throws(offers: ThrowOffers) -> Throws:
    found: dict[int, list[tuple[float, dict[int, int]]]] = {}
    for at, count in enumerate(offers.counts):
        found[at + 1] = []
        for k in range(count):
            sets = {left: int(offers.level[at, k, left]) for left in range(6) if offers.there[at, k, left]}
            if sets:
                found[at + 1].append((float(offers.chance[at, k]), sets))
    return found


# --- one turn


class TurnValues(NamedTuple):
    """Hold a turn that was worked out: the value of ending it or throwing at each level, up to `top`; from there on the
    player banks.
    """

    race: Race
    bank: Floats  # [level]
    best: Floats  # [level][dice left], the better of both: banking, or throwing these dice (none left: all)
    on: Floats  # [level][dice to throw]
    lost: float  # what a bust is worth
    top: int

    def banked(self, level: int) -> float:
        """Return the value of the turn if it ends at `level`."""
        return float(self.bank[min(level, len(self.bank) - 1)])

    def thrown(self, level: int, dice: int) -> float:
        """Return the value of throwing `dice` dice at `level`, if every later choice is optimal."""
        if level < self.top:
            return float(self.on[level, dice])
        race, worth = self.race, float(self.race.bust[dice]) * self.lost
        for offer in range(race.first[dice], race.first[dice + 1]):
            sets = range(race.start[offer], race.start[offer + 1])
            worth += float(race.chance[offer]) * max(self.kept(level + race.points[k], race.left[k]) for k in sets)
        return worth

    def kept(self, level: int, left: int) -> float:
        """Return the better value of banking and throwing, with `left` dice left."""
        return float(self.best[min(level, len(self.best) - 1), left])


def banking_level(race: Race, bank: Floats, lost: float, crossed: int) -> int:
    """Return the level from which banking is best with any dice: no throw can win more than its risk of a bust takes.

    Where a throw risks nothing, or hot dice must be thrown, it is the level from which nothing is left to win.
    """
    enough = 1.0 if race.must_roll else 1 - float(race.bust[1:].min()) * (1 - lost)
    level = max(crossed, race.opening if bank[0] == NOT_ALLOWED else 0)
    while level < len(bank) - race.largest - 1 and bank[level] < enough - NEGLIGIBLE:
        level += 1
    return level


def work_out_turn(race: Race, bank: Floats, lost: float, top: int) -> TurnValues:
    """Work out one turn, level by level from the top, as a keep only ever adds points.

    `bank` is the value of ending the turn at each level, and must be constant from `top` on if a throw can ever be
    forced or free there.
    """
    dice = np.arange(race.dice)
    dice[0] = race.dice  # index: dice left; value: dice to throw next
    best = np.repeat(bank[: top + race.largest + 1, None], race.dice, axis=1)
    on = np.zeros((top, race.dice + 1))
    if race.must_roll:
        bust, hot = race.bust[race.dice], race.hot[race.dice]
        best[top:, 0] = (bust * lost + (1 - bust - hot) * best[top:, 0]) / (1 - hot)
        best[:top, 0] = NOT_ALLOWED
    groups = race.first[1:-1]
    for level in range(top - 1, -1, -1):
        offered = np.maximum.reduceat(best[level + race.points, race.left], race.start[:-1])
        on[level, 1:] = np.add.reduceat(race.chance * offered, groups) + race.bust[1:] * lost
        best[level] = np.maximum(best[level], on[level, dice])
    return TurnValues(race, bank, best, on, lost, top)


def bank_values(race: Race, own: int, other: int, value: Floats, chase: Floats, unopened: float) -> Floats:
    """Return the value of banking at each level to a player with these totals, by the chances of the next player.

    `value` [own][other] holds the chances before a turn; `chase` [lead] those of a last turn, by the lead of the player
    who crossed; `unopened` is the same for a player who has to open and gets ahead by opening.
    """
    most = max(race.crossing - own, other - own + len(chase)) + race.largest + 1
    bank = np.ones(most)
    before = max(0, race.crossing - own)
    bank[:before] = 1 - value[other, own : own + before]
    if race.last_turn:
        leads = own + np.arange(before, most) - other
        bank[before:] = 1 - np.where(leads < len(chase), chase[np.minimum(leads, len(chase) - 1)], 0.0)
        if other == 0:
            bank[before:][leads < race.opening] = 1 - unopened
    return bank


def own_bank(race: Race, own: int, bank: Floats) -> Floats:
    """Return `bank` for a player with the total `own`, who may have to open."""
    if own == 0:
        short = max(0, race.opening + race.largest + 2 - len(bank))
        bank = np.append(bank, np.full(short, bank[-1]))
        bank[: race.opening] = NOT_ALLOWED
    return bank


def opening_bank(race: Race) -> Floats:
    """Return the value of banking to a player who wins as soon as the turn is worth enough to open."""
    bank = np.ones(race.opening + 2 + race.largest)
    bank[: race.opening] = NOT_ALLOWED
    return bank


def chase_bank(race: Race, lead: int) -> Floats:
    """Return the value of banking in a last turn, to a player who has opened and is behind by `lead`: more wins, as
    much ties.
    """
    bank = np.ones(lead + 2 + race.largest)
    bank[:lead] = 0.0
    bank[lead] = 0.5
    return bank
