"""Compute exact tables of odds for a table's scoring, once before a game.

Points come in fifties, so a turn is a walk over levels of points with a number of dice in hand. Every keep adds points,
so every table is filled level by level, each entry once. All tables lie in one array of floats, a game's memo:

    value    a turn's expected points, if only points count: [full throw 1..6][dice 1..6][level]
    opening  the same for a player who has not opened; opening is worth `bonus` points on top of those of the turn
    reach    the greatest chance to set aside at least a number of further points: [dice 1..6][level]
    throws   what each throw offers: its chance, and the most points for every number of dice left to throw
    race     for two players without cards whose race is solved: the chance to win at every pair of totals, in a last
             turn by the lead (see `race_solutions`)
    net      the weights of `value_net`
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from math import fsum
from pathlib import Path

import numpy as np
import numpy.typing as npt

from ..presentation.exact_chances import solution_at
from ..presentation.throw_offers import UNIT, Throws, TurnWalk, offers_of
from ..presentation.throw_points import scoring_key
from ..rules.state import State
from ..rules.turn import ALL_SCORING, MUST_ROLL

Table = npt.NDArray[np.float64]

LEVELS = 201  # values of turns up to 10,000 points: with more nobody throws on
NEEDS = 1041  # chances to set aside up to 52,000 points: more than any target
LARGEST = 161  # more levels than a throw adds; where a table's scoring gives more, it is taken for so much
MOST_OFFERS = 180  # different offers that throws of one number of dice make
MOST_KNOWN = 16  # tables kept

MEAN, BONUS = 0, 1
BUST = 8  # + dice
COUNT = 16  # + dice: how many different offers
VALUE = 24
OPENING = VALUE + 36 * LEVELS
REACH = OPENING + 6 * LEVELS
THROWS = REACH + 6 * NEEDS
ROW = 7  # an offer: its chance, then levels (-1: not to be had) with 0 .. 5 dice left
WALK = THROWS + 6 * MOST_OFFERS * ROW
WALK_LEVELS = 420
ENDS = WALK + 6 * WALK_LEVELS
TOTALS = ENDS + WALK_LEVELS  # + seat
WALKED = TOTALS + 6  # what the walk in the memo was worked out for
WALKED_FACTS = 5 + 2 * 6
EXACT = (
    WALKED + WALKED_FACTS
)  # totals that a solved race knows; 0 if this table plays no race that comes with the package
UNOPENED = EXACT + 1
CHASE = UNOPENED + 1  # + lead
LEADS = 640
RACE = CHASE + LEADS  # + the total of who is about to throw * MOST_TOTALS + the other's, in levels
MOST_TOTALS = 201
NET = RACE + MOST_TOTALS * MOST_TOTALS
FIGURES, HIDDEN = 28, 32  # of a seat, and units that look at them
WEIGHTS = 1 + HIDDEN * (2 + FIGURES)
MEMO = NET + WEIGHTS
NET_FILE = Path(__file__).with_name("value_net.npz")

_tables_by_key: dict[tuple[object, ...], list[float]] = {}


def prepare(state: State, memo: Table) -> None:
    """Fill in the tables in `memo` for the settings of the dealt game `state`."""
    options = state.options
    key = (scoring_key(state), options.keep_rule, options.hot_dice, options.opening)
    if key not in _tables_by_key:
        if len(_tables_by_key) >= MOST_KNOWN:
            _tables_by_key.clear()
        _tables_by_key[key] = _work_out_tables(state)
    memo[:EXACT] = _tables_by_key[key]
    _load_race(state, memo)
    memo[NET:] = load_net_weights()


@cache
def load_net_weights() -> Table:
    """Return the weights of `value_net` that come with the package."""
    with np.load(NET_FILE) as kept:
        weights: Table = kept["weights"].astype(np.float64)
    return weights


def _load_race(state: State, memo: Table) -> None:
    """Put the solved race into `memo` if the table plays one that comes with the package. Races solved on this machine
    are left out, so that bots play the same on every machine.
    """
    solution = solution_at(state, shipped_only=True)
    memo[EXACT] = 0
    if solution is not None:
        size, leads = len(solution.value), len(solution.chase)
        memo[EXACT], memo[UNOPENED] = size, solution.unopened
        memo[CHASE : CHASE + leads] = solution.chase
        memo[RACE : RACE + size * MOST_TOTALS].reshape(size, MOST_TOTALS)[:, :size] = solution.value


def _work_out_tables(state: State) -> list[float]:
    memo = [0.0] * EXACT
    must_roll, least = state.options.hot_dice == MUST_ROLL, state.options.opening // UNIT
    throws = {
        dice: [(chance, {left: min(level, LARGEST - 1) for left, level in sets.items()}) for chance, sets in offers]
        for dice, offers in offers_of(scoring_key(state), state.options.keep_rule == ALL_SCORING, must_roll).items()
    }
    turns = _Turns(throws, must_roll)
    value = [turns.work_out(full, 0, LEVELS, lambda level: level * UNIT) for full in range(1, 7)]
    mean = value[5][5][0]
    bonus = _bonus(turns, least, mean)
    opening = turns.work_out(6, 0, LEVELS, _until_opened(least, bonus))
    reach = turns.work_out(6, 1 - NEEDS, 0, lambda level: float(level >= 0))
    memo[MEAN], memo[BONUS] = mean, bonus
    memo[BUST + 1 : BUST + 7] = [1 - calm for calm in turns.calm]
    memo[COUNT + 1 : COUNT + 7] = [float(len(offers)) for offers in throws.values()]
    memo[VALUE:OPENING] = [each for tables in value for row in tables for each in row]
    memo[OPENING:REACH] = [each for row in opening for each in row]
    memo[REACH:THROWS] = [each for calm, row in zip(turns.calm, reach, strict=True) for each in (calm, *reversed(row))]
    for dice, offers in throws.items():
        for i, (chance, sets) in enumerate(offers):
            at = THROWS + ((dice - 1) * MOST_OFFERS + i) * ROW
            memo[at : at + ROW] = [chance, *(float(sets.get(left, -1)) for left in range(6))]
    return memo


# --- the tables

Bank = Callable[[int], float]  # what ending the turn at a level is worth


class _Turns:
    """Hold what throws offer, to work out turns; `calm` [dice - 1] is the chance that a throw is no bust."""

    def __init__(self, throws: Throws, must_roll: bool) -> None:
        self._walk, self._must_roll = TurnWalk(throws), must_roll
        self.calm = [fsum(chance for chance, sets in offers if sets) for offers in throws.values()]

    def work_out(self, full: int, first: int, end: int, bank: Bank) -> list[list[float]]:
        """Return the value of throwing, by dice and by level from `first` to `end`; from there on, the player banks.

        After hot dice, `full` dice are thrown.
        """
        found: list[list[float]] = []
        worth = self._walk.worth
        worth.clear()
        for level in range(end + LARGEST - 1, first - 1, -1):
            banked = bank(level)
            thrown = self._walk.throw() if level < end else [calm * banked for calm in self.calm]
            hot = thrown[full - 1]
            worth.append(hot if self._must_roll else max(hot, banked))
            worth += [max(banked, each) for each in thrown[:5]]
            if level < end:
                found.append(thrown)
        return [list(row) for row in zip(*reversed(found), strict=True)]


def _until_opened(least: int, bonus: float) -> Bank:
    """Return what banking is worth to a player who opens with `least` levels and gets `bonus` for it."""
    return lambda level: level * UNIT + bonus if level >= least else 0.0


def _bonus(turns: _Turns, least: int, mean: float) -> float:
    """Return the value of having opened, with which a turn to open is worth as much as any other."""
    low, high = 0.0, 20 * mean
    for _ in range(12):
        bonus = (low + high) / 2
        if turns.work_out(6, 0, min(LEVELS, least + 40), _until_opened(least, bonus))[5][0] > mean:
            high = bonus
        else:
            low = bonus
    return low
