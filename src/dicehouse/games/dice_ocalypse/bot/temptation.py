"""What people give way to who know the rules but not the odds: dice that might bring more, and a card in the hand."""

from __future__ import annotations

from dicehouse.kit.actions import Actions
from dicehouse.kit.compiling import local_array, rules
from dicehouse.kit.dice import Dice
from dicehouse.kit.hooks import FREE
from dicehouse.kit.record import Array
from dicehouse.kit.weakness import Mind

from ..rules.codes import DECLINE, KEEP, PASS, PIGGYBACK, PLAY
from ..rules.scoring import MOST_SETS, keeps
from ..rules.state import Phase, State

# Dice decide so much here that who is a step weaker must err a lot. `sensible` is nearly as good as can be.
LEVELS = {
    "pip": Mind(looks=0, fancy=900),
    "dot": Mind(looks=0, fancy=450, tempted=7, nerve=82),
    "kofi": Mind(looks=0, fancy=183, tempted=25, nerve=14),
    "otto": Mind(looks=3, tempted=89, nerve=16),
    "vera": Mind(looks=5, tempted=12, nerve=14),
}
BOLD = 50  # nerve from which one takes a chance rather than leave it
LEAST, GREED = 200, 18  # points of a turn that are enough for the shy, and how many more for each step of nerve
BEHIND = 1_500  # so far behind the leader nobody lets dice lie


@rules
def temptation(state: State, seat: int, actions: Actions, nerve: int, memo: Array[float], dice: Dice) -> int:
    """Takes every point and throws on until the turn looks like much; plays cards at once, or forgets them."""
    if state.phase == Phase.KEEP:
        return tempted_keep(state, seat, actions, nerve)
    refusal = FREE
    for i in range(actions.count):
        action = actions.item[i]
        if nerve >= BOLD and (action in PLAY or action == PIGGYBACK):
            return action
        if action in (PASS, DECLINE):
            refusal = action
    return refusal


@rules
def tempted_keep(state: State, seat: int, actions: Actions, nerve: int) -> int:
    """All that scores most, and on with the rest as long as the turn is not much."""
    masks, points, worth = local_array(MOST_SETS), local_array(MOST_SETS), local_array(MOST_SETS)
    for i in range(keeps(state, masks, points)):
        worth[masks[i]] = points[i]
    enough = LEAST + GREED * nerve
    if leader(state) - state.players[seat].total >= BEHIND:
        enough += enough // 2
    best, chosen = -1, FREE
    for i in range(actions.count):
        action = actions.item[i]
        turn = state.turn_points + worth[KEEP.dice(action)]
        stops = KEEP.bank(action) == (turn >= enough)
        value = 2 * turn + stops - 2 * KEEP.double(action) * (nerve < BOLD)
        if value > best:
            best, chosen = value, action
    return chosen


@rules
def leader(state: State) -> int:
    """The highest total."""
    most = 0
    for seat in range(state.n_players):
        most = max(most, state.players[seat].total)
    return most
