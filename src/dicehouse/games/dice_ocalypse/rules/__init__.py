"""Hold the rules of Dice-ocalypse!, as functions that the engine calls.

Numbers in brackets name sections and rulings of this folder's README: (3.4), (R12), (A7), (P1).
"""

from __future__ import annotations

from dicehouse.compiler.rule_compiler import rules
from dicehouse.core.dice import Dice, log_event
from dicehouse.core.stages import stages
from dicehouse.records.record import Array

from .observation import ACTIONS, PLANES, hidden_state, observe, remember
from .reaction_windows import (
    BEGINNER,
    has_answered,
    legal_reactions,
    legal_votes,
    random_reaction,
    random_vote,
    roll_off,
    seal_answer,
    seal_vote,
    unanswered,
)
from .scoring import set_scoring
from .special_dice import answer_left_behind, answer_zombie, legal_left_behind, legal_zombie
from .state import FULL_HAND, MAX_PLAYERS, NO_SEAT, EventKind, Options, Phase, State, answers_are_sealed, before_turn
from .turn import advance, keep_dice, legal_keeps, legal_starts, start_turn
from .war_cards import answer_immunity, legal_immunity

__all__ = ["ACTIONS", "MAX_PLAYERS", "PLANES", "Options", "State", "hidden_state", "observe", "remember"]

legal, carry_out = stages(
    {
        Phase.KEEP: (legal_keeps, keep_dice),
        Phase.REACT: (legal_reactions, seal_answer),
        Phase.REACT_END: (legal_reactions, seal_answer),
        Phase.START: (legal_starts, start_turn),
        Phase.IMMUNITY: (legal_immunity, answer_immunity),
        Phase.VOTE: (legal_votes, seal_vote),
        Phase.LEFT_BEHIND: (legal_left_behind, answer_left_behind),
        Phase.ZOMBIE: (legal_zombie, answer_zombie),
    }
)


@rules
def deal(state: State, options: Options, n_players: int, dice: Dice) -> None:
    """Set up the game: a full hand for every player, and dice to decide who begins (section 1)."""
    state.options = options
    state.n_players = n_players
    set_scoring(state)
    state.zombie = state.left_behind = state.first = state.winner = state.card_by = NO_SEAT
    for seat in range(n_players):
        if options.special_cards:
            state.players[seat].hand = FULL_HAND
            state.players[seat].immunity = True
    state.player = roll_off(state, (1 << n_players) - 1, BEGINNER, dice)
    log_event(dice, EventKind.FIRST, state.player, NO_SEAT, 0, 0, 0)
    state.phase = Phase.UPCOMING
    advance(state, dice)


@rules
def acting(state: State) -> int:
    """Return the mask of the seats that may decide now."""
    phase = state.phase
    if phase == Phase.START or phase == Phase.KEEP:
        return 1 << state.player
    if answers_are_sealed(state):
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
    """Carry out a legal `action` of `seat`, and everything up to the next decision."""
    carry_out(state, seat, action, dice)
    advance(state, dice)


@rules
def over(state: State) -> bool:
    """Return True if the winner, the Die-structor, is known."""
    return state.phase == Phase.OVER


@rules
def points(state: State, out: Array[float]) -> None:
    """Fill `out` with the totals."""
    for seat in range(state.n_players):
        out[seat] = state.players[seat].total


@rules
def returns(state: State, out: Array[float]) -> None:
    """Fill `out` with 1 for the winner and 0 for the others; dice have broken any tie."""
    for seat in range(state.n_players):
        out[seat] = 1.0 if seat == state.winner else 0.0


@rules
def turns_begun(state: State) -> int:
    """Return the number of turns that have begun, including one that only waits for its first throw."""
    return state.turn + before_turn(state)


OPEN_FOR_PLAYERS = (2,)  # only one other seat can answer, so nobody waits for an answer that is sealed


@rules
def resample_hidden(state: State, seat: int, dice: Dice) -> None:
    """Draw the sealed answers of the other seats again at random; nothing else is hidden from `seat` (5.2)."""
    if not answers_are_sealed(state):
        return
    for other in range(state.n_players):
        if other != seat and has_answered(state, other):
            if state.phase == Phase.VOTE:
                state.reply[other] = random_vote(state, dice)
            else:
                state.reply[other] = random_reaction(state, other, dice)
