"""Dice-ocalypse!: the face of the rules towards the kit.

Numbers in brackets name sections and rulings of this folder's README: (3.4), (R12), (A7), (P1).
"""

from __future__ import annotations

from dicehouse.kit.actions import Actions, add
from dicehouse.kit.compiling import rules
from dicehouse.kit.dice import Dice, below, tell
from dicehouse.kit.record import Array

from .scoring import set_scoring
from .special_dice import infect, leave_behind
from .state import FULL_HAND, MAX_PLAYERS, NOBODY, WAITING, Card, Happened, Options, Phase, State
from .turn import advance, keep, legal_keeps, may_piggyback
from .war import (
    ABSTAIN,
    DECLINE,
    IMMUNITY,
    PASS,
    PLAY,
    VOTE,
    cards_allowed,
    close_vote,
    close_window,
    holds,
    legal_reactions,
    legal_votes,
    may_react,
    play_card,
    roll_off,
    unanswered,
    use_immunity,
)

__all__ = ["MAX_PLAYERS", "Options", "State"]

ROLL = 280
PIGGYBACK = 281
THROW_LEFT_BEHIND = 282
THROW_ZOMBIE = 283


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
    state.player = roll_off(state, (1 << n_players) - 1, 0, dice)
    tell(dice, Happened.FIRST, state.player, NOBODY, 0, 0, 0)
    state.phase = Phase.UPCOMING
    advance(state, dice)


@rules
def acting(state: State) -> int:
    """Mask of the seats that may decide now."""
    phase = state.phase
    if phase == Phase.START or phase == Phase.KEEP:
        return 1 << state.player
    if phase == Phase.REACT or phase == Phase.REACT_END or phase == Phase.VOTE:
        return unanswered(state)
    if phase == Phase.IMMUNITY:
        return 1 << state.asking
    if phase == Phase.LEFT_BEHIND:
        return 1 << state.left_behind
    if phase == Phase.ZOMBIE:
        return 1 << state.zombie
    return 0


@rules
def legal(state: State, seat: int, actions: Actions) -> None:
    """What `seat`, one of those acting, may do."""
    phase = state.phase
    if phase == Phase.KEEP:
        legal_keeps(state, actions)
    elif phase == Phase.REACT or phase == Phase.REACT_END:
        legal_reactions(state, seat, actions)
    elif phase == Phase.START:
        add(actions, ROLL)
        if cards_allowed(state) and holds(state, seat, Card.BLOODSHED):
            add(actions, PLAY + Card.BLOODSHED)
        if may_piggyback(state):
            add(actions, PIGGYBACK)
    elif phase == Phase.IMMUNITY:
        add(actions, DECLINE)
        add(actions, IMMUNITY)
    elif phase == Phase.VOTE:
        legal_votes(state, actions)
    else:
        add(actions, PASS)
        add(actions, THROW_LEFT_BEHIND if phase == Phase.LEFT_BEHIND else THROW_ZOMBIE)


@rules
def apply(state: State, seat: int, action: int, dice: Dice) -> None:
    """Carry out a legal action of `seat`, and all that follows until the next decision."""
    phase = state.phase
    if phase == Phase.KEEP:
        keep(state, action, dice)
    elif phase == Phase.REACT or phase == Phase.REACT_END:
        state.reply[seat] = action - PLAY if action > PLAY else 0
        if unanswered(state) == 0:
            close_window(state, dice)
    elif phase == Phase.START:
        start(state, action, dice)
    elif phase == Phase.IMMUNITY:
        state.asked |= 1 << seat
        if action == IMMUNITY:
            use_immunity(state, seat, dice)
        state.phase = Phase.PROTECTION
    elif phase == Phase.VOTE:
        state.reply[seat] = 0 if action == ABSTAIN else action - VOTE + 1
        if unanswered(state) == 0:
            close_vote(state, dice)
    elif phase == Phase.LEFT_BEHIND:
        if action == THROW_LEFT_BEHIND:
            leave_behind(state, dice)
        else:
            state.phase = Phase.INFECTION
    elif action == THROW_ZOMBIE:
        infect(state, dice)
    else:
        state.phase = Phase.FIRST_THROW
    advance(state, dice)


@rules
def start(state: State, action: int, dice: Dice) -> None:
    """The turn player goes ahead; Bloodshed shuts out both special dice (R12)."""
    if action == PLAY + Card.BLOODSHED:
        play_card(state, state.player, Card.BLOODSHED, dice)
    elif action == PIGGYBACK:
        state.piggyback = True
    state.phase = Phase.BEFORE_TURN


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
    """Sealed replies are all that is hidden: draw those of the others anew (5.2)."""
    if state.phase == Phase.REACT or state.phase == Phase.REACT_END:
        for other in range(state.n_players):
            if other != seat and state.asked >> other & 1 and state.reply[other] != WAITING:
                state.reply[other] = random_reaction(state, other, dice)
    elif state.phase == Phase.VOTE:
        for other in range(state.n_players):
            if other != seat and state.asked >> other & 1 and state.reply[other] != WAITING:
                state.reply[other] = random_vote(state, dice)


@rules
def random_reaction(state: State, seat: int, dice: Dice) -> int:
    """One of the replies that a seat could have given, each as likely."""
    chosen, number = 0, 1
    for card in (1, 3, 5):
        if may_react(state, seat, card):
            number += 1
            if below(dice, number) == 0:
                chosen = card
    return chosen


@rules
def random_vote(state: State, dice: Dice) -> int:
    """A contender (seat + 1) or nobody (0), each as likely."""
    chosen, number = 0, 1
    for other in range(state.n_players):
        if state.contenders >> other & 1:
            number += 1
            if below(dice, number) == 0:
                chosen = other + 1
    return chosen
