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

from dataclasses import replace
from functools import cache
from pathlib import Path

import numpy as np
import numpy.typing as npt

from ..presentation.exact_chances import solution_at
from ..presentation.throw_offers import UNIT, ThrowOffers, offers_of
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

_tables_by_key: dict[tuple[object, ...], Table] = {}


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


def _work_out_tables(state: State) -> Table:
    memo = np.zeros(EXACT)
    offers = offers_of(scoring_key(state), state.options.keep_rule == ALL_SCORING, state.options.hot_dice == MUST_ROLL)
    offers = replace(offers, level=np.minimum(offers.level, LARGEST - 1))
    bust = offers.bust
    value = _values(offers, bust)
    mean = value[5, 5, 0]
    bonus, opening = _opening(offers, bust, state.options.opening // UNIT, mean)
    memo[MEAN], memo[BONUS] = mean, bonus
    memo[BUST + 1 : BUST + 7] = bust
    memo[COUNT + 1 : COUNT + 7] = offers.counts
    memo[VALUE:OPENING] = value[:, :, :LEVELS].ravel()
    memo[OPENING:REACH] = opening[:, :LEVELS].ravel()
    memo[REACH:THROWS] = _reach(offers, bust).ravel()
    rows = np.zeros((6, MOST_OFFERS, ROW))
    rows[:, : offers.chance.shape[1], 0] = offers.chance
    rows[:, : offers.chance.shape[1], 1:] = np.where(offers.there, offers.level, -1)
    memo[THROWS:WALK] = rows.ravel()
    return memo


# --- the tables


def _next_dice(full: npt.NDArray[np.int64]) -> npt.NDArray[np.int64]:
    """Return how many dice are thrown next, by full throw and dice left: after hot dice, a full throw."""
    left = np.broadcast_to(np.arange(6) - 1, (len(full), 6)).copy()
    left[:, 0] = full
    return left


def _values(offers: ThrowOffers, bust: Table) -> Table:
    full = np.arange(6)
    value = np.zeros((6, 6, LEVELS + LARGEST))
    value[:, :, LEVELS:] = (1 - bust)[None, :, None] * np.arange(LEVELS, LEVELS + LARGEST) * UNIT
    dice, rows = _next_dice(full)[:, None, None, :], full[:, None, None, None]
    for level in range(LEVELS - 1, -1, -1):
        points = level + offers.level
        bank = np.where(offers.stop, points * UNIT, 0)
        worth = np.maximum(bank, value[rows, dice, points])
        value[:, :, level] = (offers.chance * np.where(offers.there, worth, 0).max(3)).sum(2)
    return value


def _opening(offers: ThrowOffers, bust: Table, least: int, mean: float) -> tuple[float, Table]:
    """Return the value of having opened, and the table that follows from it, in which a turn to open is worth as much
    as any other.
    """
    low, high = 0.0, 20 * mean
    for _ in range(12):
        bonus = (low + high) / 2
        if _to_open(offers, bust, least, bonus, min(LEVELS, least + 40))[5, 0] > mean:
            high = bonus
        else:
            low = bonus
    return low, _to_open(offers, bust, least, low, LEVELS)


def _to_open(offers: ThrowOffers, bust: Table, least: int, bonus: float, levels: int) -> Table:
    value = np.zeros((6, LEVELS + LARGEST))
    value[:, levels:] = (1 - bust)[:, None] * (np.arange(levels, LEVELS + LARGEST) * UNIT + bonus)
    dice = _next_dice(np.array([5]))[0]
    for level in range(levels - 1, -1, -1):
        points = level + offers.level
        bank = np.where(offers.stop & (points >= least), points * UNIT + bonus, 0)
        worth = np.maximum(bank, value[dice, points])
        value[:, level] = (offers.chance * np.where(offers.there, worth, 0).max(2)).sum(1)
    return value


def _reach(offers: ThrowOffers, bust: Table) -> Table:
    chance = np.ones((6, NEEDS))
    chance[:, 0] = 1 - bust
    dice = _next_dice(np.array([5]))[0]
    for need in range(1, NEEDS):
        rest = need - offers.level
        on = chance[dice, np.maximum(rest, 0)]
        there = np.where(offers.stop & (rest <= 0), 1.0, on)
        chance[:, need] = (offers.chance * np.where(offers.there, there, 0).max(2)).sum(1)
    return chance
