"""Who plays a card, and who was first: opponents answer unseen, all at once (5.2 of the rulings)."""

from __future__ import annotations

from dicehouse.kit.actions import Actions, add
from dicehouse.kit.bits import bits
from dicehouse.kit.compiling import local_array, rules
from dicehouse.kit.dice import Dice, below, reveal, roll, show, tell

from .codes import ABSTAIN, PASS, PLAY, VOTE
from .state import MAX_PLAYERS, NOBODY, REACTIONS, WAITING, Card, Happened, Phase, State
from .war import cards_allowed, holds, play_card

BEGINNER, FIRST_CARD = 0, 1  # what a roll-off is about
ROLL_OFF = 1  # the setting: dice say who was first


@rules
def may_react(state: State, seat: int, card: int) -> bool:
    """Whether an opponent may play this card now; Prove It is not offered after a bust (R33)."""
    return holds(state, seat, card) and not (card == Card.PROVE_IT and state.bust)


@rules
def has_reaction(state: State, seat: int) -> bool:
    """Whether a window asks this seat (5.2)."""
    if seat == state.player:
        return False
    for card in REACTIONS:
        if may_react(state, seat, card):
            return True
    return False


@rules
def open_window(state: State, ended: bool) -> bool:
    """Ask every opponent who could play a card; False if there is nobody to ask."""
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
    """Mask of the seats whose reply is still missing."""
    mask = 0
    for seat in range(state.n_players):
        if state.asked >> seat & 1 and state.reply[seat] == WAITING:
            mask |= 1 << seat
    return mask


@rules
def has_answered(state: State, seat: int) -> bool:
    """Whether this seat was asked, and its answer lies there unseen."""
    return state.asked >> seat & 1 == 1 and state.reply[seat] != WAITING


@rules
def legal_reactions(state: State, seat: int, actions: Actions) -> None:
    """Let it pass, or a card against the turn player."""
    add(actions, PASS)
    for card in REACTIONS:
        if may_react(state, seat, card):
            add(actions, PLAY.of(card))


@rules
def answer(state: State, seat: int, action: int, dice: Dice) -> None:
    """An answer is sealed; the last one closes the window."""
    state.reply[seat] = PLAY.card(action) if action in PLAY else Card.NONE
    if unanswered(state) == 0:
        close_window(state, dice)


@rules
def random_reaction(state: State, seat: int, dice: Dice) -> int:
    """One of the answers that a seat could have given, each equally likely."""
    chosen, number = Card.NONE, 1
    for card in REACTIONS:
        if may_react(state, seat, card):
            number += 1
            if below(dice, number) == 0:
                chosen = card
    return chosen


@rules
def legal_votes(state: State, seat: int, actions: Actions) -> None:
    """Name the contender who was first, or nobody (A1)."""
    add(actions, ABSTAIN)
    for other in range(state.n_players):
        if state.contenders >> other & 1:
            add(actions, VOTE.of(other))


@rules
def vote(state: State, seat: int, action: int, dice: Dice) -> None:
    """A vote is sealed; the last one decides."""
    state.reply[seat] = VOTE.seat(action) if action in VOTE else NOBODY
    if unanswered(state) == 0:
        close_vote(state, dice)


@rules
def random_vote(state: State, dice: Dice) -> int:
    """One of the votes that a seat could have given, each equally likely."""
    chosen, number = NOBODY, 1
    for other in range(state.n_players):
        if state.contenders >> other & 1:
            number += 1
            if below(dice, number) == 0:
                chosen = other
    return chosen


@rules
def close_window(state: State, dice: Dice) -> None:
    """All replies are in: nothing, a card, or several at once (R13, A1)."""
    if bits(state.asked) > 1:
        reveal(dice)
    state.contenders = 0
    for seat in range(state.n_players):
        if state.asked >> seat & 1 and state.reply[seat] != Card.NONE:
            state.contenders |= 1 << seat
    number = bits(state.contenders)
    if number == 1:
        win_window(state, lowest(state.contenders), dice)
    elif number == 0:
        after_window(state)
    elif state.options.simultaneous == ROLL_OFF:
        win_window(state, roll_off(state, state.contenders, FIRST_CARD, dice), dice)
    else:
        open_vote(state)


@rules
def open_vote(state: State) -> None:
    """Those who did not play say who was first; there is always one, the turn player."""
    state.phase = Phase.VOTE
    state.asked = (1 << state.n_players) - 1 & ~state.contenders
    for seat in range(state.n_players):
        if state.asked >> seat & 1:
            # The contenders' replies stay: they are the cards they played.
            state.reply[seat] = WAITING


@rules
def close_vote(state: State, dice: Dice) -> None:
    """A strict plurality decides, else the contenders' dice (A1)."""
    reveal(dice)
    votes = local_array(MAX_PLAYERS)
    for seat in range(state.n_players):
        if state.asked >> seat & 1:
            choice = state.reply[seat]
            if choice != NOBODY:
                votes[choice] += 1
            tell(dice, Happened.VOTE, seat, choice, 0, 0, 0)
    best, winner, tied = 0, NOBODY, True
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
    """The first card stands; the others go back into their hands unspent."""
    for other in range(state.n_players):
        if other != seat and state.contenders >> other & 1:
            tell(dice, Happened.CARD_BACK, other, NOBODY, state.reply[other], 0, 0)
    play_card(state, seat, state.reply[seat], dice)
    after_window(state)


@rules
def after_window(state: State) -> None:
    """Back to the turn player's choice, or on with the end of the turn."""
    state.contenders = 0
    state.asked = 0
    for seat in range(state.n_players):
        state.reply[seat] = Card.NONE
    state.phase = Phase.PROTECTION if state.ended else Phase.KEEP


@rules
def lowest(mask: int) -> int:
    """The first seat of a mask."""
    seat = 0
    while mask >> seat & 1 == 0:
        seat += 1
    return seat


@rules
def roll_off(state: State, mask: int, purpose: int, dice: Dice) -> int:
    """Everybody in the mask rolls a die; the tied highest roll again until one is highest (set-up 3, R13)."""
    while bits(mask) > 1:
        best, leaders = 0, 0
        for seat in range(state.n_players):
            if mask >> seat & 1:
                face = roll(dice)
                tell(dice, Happened.ROLL_OFF, seat, NOBODY, purpose, 0, 0)
                show(dice, face)
                if face > best:
                    best, leaders = face, 0
                if face == best:
                    leaders |= 1 << seat
        mask = leaders
    return lowest(mask)
