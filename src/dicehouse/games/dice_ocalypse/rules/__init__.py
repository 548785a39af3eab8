"""The rules of Dice-ocalypse!, as the kit calls them.

Numbers in brackets name sections and rulings of this folder's README: (3.4), (R12), (A7), (P1).
"""

from __future__ import annotations

from dicehouse.kit.compiling import rules
from dicehouse.kit.dice import Dice, tell
from dicehouse.kit.record import Array
from dicehouse.kit.stages import stages

from .observing import ACTIONS, PLANES, observe, recall, secrets
from .scoring import set_scoring
from .special_dice import answer_left_behind, answer_zombie, legal_left_behind, legal_zombie
from .state import FULL_HAND, MAX_PLAYERS, NOBODY, Happened, Options, Phase, State, answers_unseen
from .turn import advance, keep, legal_keeps, legal_starts, start
from .war import answer_immunity, legal_immunity
from .windows import (
    BEGINNER,
    answer,
    has_answered,
    legal_reactions,
    legal_votes,
    random_reaction,
    random_vote,
    roll_off,
    unanswered,
    vote,
)

__all__ = ["ACTIONS", "MAX_PLAYERS", "PLANES", "Options", "State", "observe", "recall", "secrets"]

legal, carry_out = stages(
    {
        Phase.KEEP: (legal_keeps, keep),
        Phase.REACT: (legal_reactions, answer),
        Phase.REACT_END: (legal_reactions, answer),
        Phase.START: (legal_starts, start),
        Phase.IMMUNITY: (legal_immunity, answer_immunity),
        Phase.VOTE: (legal_votes, vote),
        Phase.LEFT_BEHIND: (legal_left_behind, answer_left_behind),
        Phase.ZOMBIE: (legal_zombie, answer_zombie),
    }
)


@rules
def deal(state: State, options: Options, n_players: int, dice: Dice) -> None:
    """Set up: a full hand for everybody, and dice for who begins (section 1)."""
    state.options = options
    state.n_players = n_players
    set_scoring(state)
    state.zombie = state.left_behind = state.first = state.winner = state.card_by = NOBODY
    for seat in range(n_players):
        if options.special_cards:
            state.players[seat].hand = FULL_HAND
            state.players[seat].immunity = True
    state.player = roll_off(state, (1 << n_players) - 1, BEGINNER, dice)
    tell(dice, Happened.FIRST, state.player, NOBODY, 0, 0, 0)
    state.phase = Phase.UPCOMING
    advance(state, dice)


@rules
def acting(state: State) -> int:
    """Mask of the seats that may decide now."""
    phase = state.phase
    if phase == Phase.START or phase == Phase.KEEP:
        return 1 << state.player
    if answers_unseen(state):
        return unanswered(state)
    if phase == Phase.IMMUNITY:
        return 1 << state.asking
    if phase == Phase.LEFT_BEHIND:
        return 1 << state.left_behind
    if phase == Phase.ZOMBIE:
        return 1 << state.zombie
    return 0


@rules
def apply(state: State, seat: int, action: int, dice: Dice) -> None:
    """Carry out a legal action of `seat`, and all that follows until the next decision."""
    carry_out(state, seat, action, dice)
    advance(state, dice)


@rules
def over(state: State) -> bool:
    """Whether the Die-structor is known."""
    return state.phase == Phase.OVER


@rules
def scores(state: State, out: Array[float]) -> None:
    """The totals."""
    for seat in range(state.n_players):
        out[seat] = state.players[seat].total


@rules
def shares(state: State, out: Array[float]) -> None:
    """The whole win to the winner; dice have broken any tie."""
    for seat in range(state.n_players):
        out[seat] = 1.0 if seat == state.winner else 0.0


@rules
def redeal(state: State, seat: int, dice: Dice) -> None:
    """Draw the sealed answers of the others anew: nothing else is hidden (5.2)."""
    if not answers_unseen(state):
        return
    for other in range(state.n_players):
        if other != seat and has_answered(state, other):
            if state.phase == Phase.VOTE:
                state.reply[other] = random_vote(state, dice)
            else:
                state.reply[other] = random_reaction(state, other, dice)
