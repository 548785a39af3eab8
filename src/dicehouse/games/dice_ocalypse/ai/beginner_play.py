"""Play like a beginner who knows no odds: keep every point, throw again and again, forget the cards."""

from __future__ import annotations

from dicehouse.compiler.rule_compiler import local_array, rules
from dicehouse.core.action_list import Actions
from dicehouse.core.bit_sets import count_bits
from dicehouse.core.dice import Dice
from dicehouse.core.policy import BotTraits
from dicehouse.records.record import Array
from dicehouse.records.sentinels import NO_ACTION
from dicehouse.search.bot_decisions import preference_noise

from ..rules.action_codes import DECLINE, KEEP, PASS, ROLL
from ..rules.scoring import MOST_SETS, list_keeps
from ..rules.state import NO_SEAT, Phase, State

# Pip and Dot throw wild, Kofi banks what falls, Otto minds how many dice are left, and Vera thinks now and then.
LEVELS = {
    "pip": BotTraits(looks=0, tempted=100, nerve=100),
    "dot": BotTraits(looks=255, tempted=99, nerve=71),
    "kofi": BotTraits(looks=255, tempted=100, nerve=0),
    "otto": BotTraits(looks=255, tempted=97, nerve=6),
    "vera": BotTraits(looks=255, tempted=65, nerve=6),
}
BOLD = 50  # nerve from which one throws wild, some turns, and counts no dice
LEAST, GREED = 50, 23  # points of a turn that are enough for the shy, and how many more for each step of nerve
SAFE = 3  # dice left with which the shy want so many points; the fewer are left, the sooner they bank
CONTENT = 0.5  # how many of its turns a bold player takes for what they are
BEHIND = 1_500  # so far behind the leader nobody lets dice lie


@rules
def temptation(state: State, seat: int, actions: Actions, nerve: int, memo: Array[float], dice: Dice) -> int:
    """Return a beginner's action: keep every point, throw until the turn is worth a lot, play no card."""
    if state.phase == Phase.KEEP:
        return tempted_keep(state, seat, actions, nerve)
    for i in range(actions.count):
        if actions.item[i] in (PASS, DECLINE, ROLL):
            return actions.item[i]
    return NO_ACTION


@rules
def tempted_keep(state: State, seat: int, actions: Actions, nerve: int) -> int:
    """Return the keep that scores most, and throw on until the turn is worth a lot; in a last turn, until the bar is
    passed.
    """
    masks, points, worth = local_array(MOST_SETS), local_array(MOST_SETS), local_array(MOST_SETS)
    for i in range(list_keeps(state, masks, points)):
        worth[masks[i]] = points[i]
    wanted = contenting_points(state, seat, nerve)
    last, missing = state.first != NO_SEAT, state.bar + 1 - state.players[seat].total
    best, chosen = -1, NO_ACTION
    for i in range(actions.count):
        action = actions.item[i]
        turn = state.turn_points + worth[KEEP.dice(action)]
        left = state.n_dice - count_bits(KEEP.dice(action))
        suits = wanted if nerve >= BOLD else wanted * (left if left > 0 else state.dice_full) // SAFE
        stops = KEEP.bank(action) == (turn >= (missing if last else suits))
        value = 2 * turn + stops - 2 * KEEP.double(action)
        if value > best:
            best, chosen = value, action
    return chosen


@rules
def contenting_points(state: State, seat: int, nerve: int) -> int:
    """Return the points of a turn that content the player; a bold player wants many in some turns and few in others."""
    wanted = LEAST + GREED * nerve
    if nerve >= BOLD and preference_noise(highest_total(state), state.turn) < CONTENT:
        wanted = LEAST
    if highest_total(state) - state.players[seat].total >= BEHIND:
        wanted += wanted // 2
    return wanted


@rules
def highest_total(state: State) -> int:
    """Return the highest total of all seats."""
    most = 0
    for seat in range(state.n_players):
        most = max(most, state.players[seat].total)
    return most
