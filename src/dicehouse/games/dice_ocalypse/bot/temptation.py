"""What people do who know the rules but not the odds: take what lies there, or throw on and on; cards are forgotten."""

from __future__ import annotations

from dicehouse.kit.actions import Actions
from dicehouse.kit.bits import bits
from dicehouse.kit.compiling import local_array, rules
from dicehouse.kit.dice import Dice
from dicehouse.kit.hooks import FREE
from dicehouse.kit.record import Array
from dicehouse.kit.weakness import Mind, liking

from ..rules.codes import DECLINE, KEEP, PASS, ROLL
from ..rules.scoring import MOST_SETS, keeps
from ..rules.state import NOBODY, Phase, State

# Pip and Dot throw wild, Kofi banks what falls, Otto minds how many dice are left, and Vera thinks now and then.
LEVELS = {
    "pip": Mind(looks=0, tempted=100, nerve=100),
    "dot": Mind(looks=255, tempted=99, nerve=71),
    "kofi": Mind(looks=255, tempted=100, nerve=0),
    "otto": Mind(looks=255, tempted=97, nerve=6),
    "vera": Mind(looks=255, tempted=65, nerve=6),
}
BOLD = 50  # nerve from which one throws wild, some turns, and counts no dice
LEAST, GREED = 50, 23  # points of a turn that are enough for the shy, and how many more for each step of nerve
SAFE = 3  # dice left with which the shy want so many points; the fewer are left, the sooner they bank
CONTENT = 0.5  # how many of its turns a bold player takes for what they are
BEHIND = 1_500  # so far behind the leader nobody lets dice lie


@rules
def temptation(state: State, seat: int, actions: Actions, nerve: int, memo: Array[float], dice: Dice) -> int:
    """Takes every point and throws on until the turn looks like much; never thinks of a card."""
    if state.phase == Phase.KEEP:
        return tempted_keep(state, seat, actions, nerve)
    for i in range(actions.count):
        if actions.item[i] in (PASS, DECLINE, ROLL):
            return actions.item[i]
    return FREE


@rules
def tempted_keep(state: State, seat: int, actions: Actions, nerve: int) -> int:
    """All that scores most, and on with the rest as long as the turn is not much; a last turn has a bar to pass."""
    masks, points, worth = local_array(MOST_SETS), local_array(MOST_SETS), local_array(MOST_SETS)
    for i in range(keeps(state, masks, points)):
        worth[masks[i]] = points[i]
    wanted = enough(state, seat, nerve)
    last, missing = state.first != NOBODY, state.bar + 1 - state.players[seat].total
    best, chosen = -1, FREE
    for i in range(actions.count):
        action = actions.item[i]
        turn = state.turn_points + worth[KEEP.dice(action)]
        left = state.n_dice - bits(KEEP.dice(action))
        suits = wanted if nerve >= BOLD else wanted * (left if left > 0 else state.dice_full) // SAFE
        stops = KEEP.bank(action) == (turn >= (missing if last else suits))
        value = 2 * turn + stops - 2 * KEEP.double(action)
        if value > best:
            best, chosen = value, action
    return chosen


@rules
def enough(state: State, seat: int, nerve: int) -> int:
    """The points of a turn that content a player; one who is bold wants much in some turns, little in others."""
    wanted = LEAST + GREED * nerve
    if nerve >= BOLD and liking(leader(state), state.turn) < CONTENT:
        wanted = LEAST
    if leader(state) - state.players[seat].total >= BEHIND:
        wanted += wanted // 2
    return wanted


@rules
def leader(state: State) -> int:
    """The highest total."""
    most = 0
    for seat in range(state.n_players):
        most = max(most, state.players[seat].total)
    return most
