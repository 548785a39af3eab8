"""Where the numbers of a sketch lie (`outlook.py`), and how sure a lead is."""

from __future__ import annotations

from enum import IntEnum

from dicehouse.kit.compiling import rules
from dicehouse.kit.record import Array

from ..rules.state import BOARD, MAX_PLAYERS, N_AREAS, N_COLOURS, SLOTS


class Weight(IntEnum):
    """What had to be weighed by trying: the first numbers of the memo."""

    RIVAL = 0  # what the only rival gets, against what one gets oneself
    RIVALS = 1  # the same for several together
    HEAT = 2  # how much every piece to come may change who dominates
    DRIFT = 3  # how much every turn to come may move the stock
    RACE = 4  # how open it is who has most dice of a colour, for each die to come
    SPENT = 5  # what an ability must bring, for each turn to come
    CONNECTIONS = 6  # turns left when the Retorium look for Missions
    HYPNOSIS = 7  # what Hypnosis must cost a rival, at the beginning
    LAST = 8  # being last in a round
    LAST_ROUND = 9  # the same in the last one
    DRAFT = 10  # being first in the draft
    AGENCY = 11  # what somebody else may expect of the Agency
    TOKEN = 12  # what a Protection Token may save, of a die's worth and for each die to come
    CANCEL = 13  # what a cancelled Action must have been worth, at the beginning
    ENOUGH = 14  # less than this is not worth doing


ME = 16  # the seat that thinks
SEATS = ME + 1
HEAT = SEATS + 1
BIAS = HEAT + 1  # what a tie costs
THUG_STRENGTH = BIAS + 1
LEFT = THUG_STRENGTH + 1  # pieces that one has still to place
LEFT_OUT = LEFT + 1  # the place in the hand of a Mission that will not count
PRICE = LEFT_OUT + 1  # by colour
BEST = PRICE + N_COLOURS  # the best choice that was found, and what it is worth
FIRST = BEST + 1
SECOND = FIRST + 1
RIVALRY = SECOND + 1  # by seat
FINAL = RIVALRY + MAX_PLAYERS  # dice at the end, by seat
PAGANS = FINAL + MAX_PLAYERS
TOP = PAGANS + MAX_PLAYERS  # the most promising placings, what each is worth, and which it is
N_TOP = 16
TOP_CODE = TOP + N_TOP
THING = TOP_CODE + N_TOP  # by place
COLOURS = THING + BOARD + SLOTS * MAX_PLAYERS  # dice on boards: by seat (4 for each) and colour
VALUES = COLOURS + 4 * MAX_PLAYERS  # by seat (8) and value
TOTAL = VALUES + 8 * MAX_PLAYERS
DICE = TOTAL + MAX_PLAYERS
STRENGTH = DICE + MAX_PLAYERS  # by area (8) and seat
AGENTS = STRENGTH + 8 * N_AREAS  # the own ones, by area
SUM = AGENTS + N_AREAS  # core and dice of an area
SHARE = SUM + N_AREAS  # the hope to dominate it
ALONE = SHARE + N_AREAS
APPEAL = ALONE + N_AREAS  # what it is worth
CITY_COLOUR = APPEAL + N_AREAS
CITY_VALUE = CITY_COLOUR + N_COLOURS
N_CARDS = CITY_VALUE + 8  # Missions in hand
HAND = N_CARDS + 1
MEMO = HAND + 8


@rules
def chance(lead: float, heat: float) -> float:
    """How likely a lead will last: for sure if nothing is to come."""
    if heat <= 0.0:
        if lead == 0.0:
            return 0.5
        return 1.0 if lead > 0.0 else 0.0
    return 0.5 + 0.5 * lead / (heat + abs(lead))


@rules
def coming(seat: int, memo: Array[float]) -> float:
    """Dice that somebody will still get."""
    return memo[FINAL + seat] - memo[DICE + seat]


@rules
def with_joker(seat: int, each: int, memo: Array[float]) -> float:
    """Somebody's dice of a colour, Magmacorium dice among them."""
    return memo[COLOURS + 4 * seat + each] + memo[COLOURS + 4 * seat + N_COLOURS]
