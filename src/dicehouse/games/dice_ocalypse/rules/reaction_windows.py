"""Ask opponents for cards and for who was first: they answer in secret, all at once (5.2 of the rulings)."""

from __future__ import annotations

from dicehouse.compiler.rule_compiler import local_array, rules
from dicehouse.core.action_list import Actions, add_action
from dicehouse.core.bit_sets import count_bits
from dicehouse.core.dice import Dice, below, log_event, log_face, mark_revealed, roll

from .action_codes import ABSTAIN, PASS, PLAY, VOTE
from .state import MAX_PLAYERS, NO_SEAT, REACTIONS, WAITING, Card, EventKind, Phase, State
from .war_cards import can_play_card, cards_allowed, play_card

BEGINNER, FIRST_CARD = 0, 1  # what a roll-off is about
ROLL_OFF = 1  # the setting: dice say who was first


@rules
def may_react(state: State, seat: int, card: int) -> bool:
    """Return True if the opponent `seat` may play `card` now; Prove It is not offered after a bust (R33)."""
    return can_play_card(state, seat, card) and not (card == Card.PROVE_IT and state.bust)


@rules
def has_reaction(state: State, seat: int) -> bool:
    """Return True if a window asks `seat` (5.2)."""
    if seat == state.player:
        return False
    for card in REACTIONS:
        if may_react(state, seat, card):
            return True
    return False


@rules
def open_window(state: State, ended: bool) -> bool:
    """Ask every opponent who could play a card; return False if there is none."""
    state.asked = 0
    if not cards_allowed(state):
        return False
    for seat in range(state.n_players):
        if has_reaction(state, seat):
            state.asked |= 1 << seat
            state.reply[seat] = WAITING
    state.ended = ended
    if state.asked != 0:
        state.phase = Phase.REACT_END if ended else Phase.REACT
    return state.asked != 0


@rules
def unanswered(state: State) -> int:
    """Return the mask of the seats whose reply is still missing."""
    mask = 0
    for seat in range(state.n_players):
        if state.asked >> seat & 1 and state.reply[seat] == WAITING:
            mask |= 1 << seat
    return mask


@rules
def has_answered(state: State, seat: int) -> bool:
    """Return True if `seat` was asked and has given its sealed answer."""
    return state.asked >> seat & 1 == 1 and state.reply[seat] != WAITING


@rules
def legal_reactions(state: State, seat: int, actions: Actions) -> None:
    """Add the legal answers: pass, or a card against the turn player."""
    add_action(actions, PASS)
    for card in REACTIONS:
        if may_react(state, seat, card):
            add_action(actions, PLAY.of(card))


@rules
def seal_answer(state: State, seat: int, action: int, dice: Dice) -> None:
    """Seal an answer; the last one closes the window."""
    state.reply[seat] = PLAY.card(action) if action in PLAY else Card.NONE
    if unanswered(state) == 0:
        close_window(state, dice)


@rules
def random_reaction(state: State, seat: int, dice: Dice) -> int:
    """Return one of the answers that `seat` could have given, each equally likely."""
    chosen, number = Card.NONE, 1
    for card in REACTIONS:
        if may_react(state, seat, card):
            number += 1
            if below(dice, number) == 0:
                chosen = card
    return chosen


@rules
def legal_votes(state: State, seat: int, actions: Actions) -> None:
    """Add the legal votes: name the contender who was first, or abstain (A1)."""
    add_action(actions, ABSTAIN)
    for other in range(state.n_players):
        if state.contenders >> other & 1:
            add_action(actions, VOTE.of(other))


@rules
def seal_vote(state: State, seat: int, action: int, dice: Dice) -> None:
    """Seal a vote; the last one decides."""
    state.reply[seat] = VOTE.seat(action) if action in VOTE else NO_SEAT
    if unanswered(state) == 0:
        close_vote(state, dice)


@rules
def random_vote(state: State, dice: Dice) -> int:
    """Return one of the votes that a seat could have given, each equally likely."""
    chosen, number = NO_SEAT, 1
    for other in range(state.n_players):
        if state.contenders >> other & 1:
            number += 1
            if below(dice, number) == 0:
                chosen = other
    return chosen


@rules
def close_window(state: State, dice: Dice) -> None:
    """Act on the replies, once all are in: no card, one card, or several at once (R13, A1)."""
    if count_bits(state.asked) > 1:
        mark_revealed(dice)
    state.contenders = 0
    for seat in range(state.n_players):
        if state.asked >> seat & 1 and state.reply[seat] != Card.NONE:
            state.contenders |= 1 << seat
    number = count_bits(state.contenders)
    if number == 1:
        win_window(state, lowest_seat(state.contenders), dice)
    elif number == 0:
        after_window(state)
    elif state.options.simultaneous == ROLL_OFF:
        win_window(state, roll_off(state, state.contenders, FIRST_CARD, dice), dice)
    else:
        open_vote(state)


@rules
def open_vote(state: State) -> None:
    """Ask the players without a card in this window who was first; there is always one, the turn player."""
    state.phase = Phase.VOTE
    state.asked = (1 << state.n_players) - 1 & ~state.contenders
    for seat in range(state.n_players):
        if state.asked >> seat & 1:
            # The contenders' replies stay: they are the cards they played.
            state.reply[seat] = WAITING


@rules
def close_vote(state: State, dice: Dice) -> None:
    """Decide the vote by a strict plurality, otherwise by the contenders' dice (A1)."""
    mark_revealed(dice)
    votes = local_array(MAX_PLAYERS)
    for seat in range(state.n_players):
        if state.asked >> seat & 1:
            choice = state.reply[seat]
            if choice != NO_SEAT:
                votes[choice] += 1
            log_event(dice, EventKind.VOTE, seat, choice, 0, 0, 0)
    best, winner, tied = 0, NO_SEAT, True
    for seat in range(state.n_players):
        if votes[seat] > best:
            best, winner, tied = votes[seat], seat, False
        elif votes[seat] == best:
            tied = True
    if tied:
        winner = roll_off(state, state.contenders, FIRST_CARD, dice)
    win_window(state, winner, dice)


@rules
def win_window(state: State, seat: int, dice: Dice) -> None:
    """Let the card of `seat` count as the first; the others return to their hands unspent."""
    for other in range(state.n_players):
        if other != seat and state.contenders >> other & 1:
            log_event(dice, EventKind.CARD_BACK, other, NO_SEAT, state.reply[other], 0, 0)
    play_card(state, seat, state.reply[seat], dice)
    after_window(state)


@rules
def after_window(state: State) -> None:
    """Return to the turn player's choice, or continue with the end of the turn."""
    state.contenders = 0
    state.asked = 0
    for seat in range(state.n_players):
        state.reply[seat] = Card.NONE
    state.phase = Phase.PROTECTION if state.ended else Phase.KEEP


@rules
def lowest_seat(mask: int) -> int:
    """Return the first seat of `mask`."""
    seat = 0
    while mask >> seat & 1 == 0:
        seat += 1
    return seat


@rules
def roll_off(state: State, mask: int, purpose: int, dice: Dice) -> int:
    """Let each seat in `mask` roll a die; the tied highest roll again until one is highest (set-up 3, R13)."""
    while count_bits(mask) > 1:
        best, leaders = 0, 0
        for seat in range(state.n_players):
            if mask >> seat & 1:
                face = roll(dice)
                log_event(dice, EventKind.ROLL_OFF, seat, NO_SEAT, purpose, 0, 0)
                log_face(dice, face)
                if face > best:
                    best, leaders = face, 0
                if face == best:
                    leaders |= 1 << seat
        mask = leaders
    return lowest_seat(mask)
