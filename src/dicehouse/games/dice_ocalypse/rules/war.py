"""Act of War cards and Immunity: who may play, who was first, and what a card does (section 5 of the rulings)."""

from __future__ import annotations

from dicehouse.kit.actions import Actions, add
from dicehouse.kit.bits import bits
from dicehouse.kit.compiling import local_array, rules
from dicehouse.kit.dice import Dice, reveal, roll, show, tell

from .state import CARD_MINIMUM, COLLATERAL_STAKE, NOBODY, WAITING, Card, Happened, Phase, Source, State

PASS = 256
IMMUNITY = 257
DECLINE = 258
ABSTAIN = 259
VOTE = 260  # + seat
PLAY = 266  # + card
ROLL_OFF = 1


@rules
def change_total(state: State, seat: int, points: int, source: int, dice: Dice) -> None:
    """Every change of a total goes through here; totals stop at 0 unless the table lets them fall below (R18)."""
    player = state.players[seat]
    if not state.options.negative_scores and player.total + points < 0:
        points = -player.total
    player.total += points
    if points != 0:
        tell(dice, Happened.SCORE, seat, NOBODY, source, points, player.total)


# --- playing a card


@rules
def cards_allowed(state: State) -> bool:
    """Whether anybody may still play a card on this turn: one a turn, none on a doubled turn or in the endgame (5.1,
    R10).
    """
    return state.options.special_cards and state.first == NOBODY and not state.doubled and not state.card_used


@rules
def holds(state: State, seat: int, card: int) -> bool:
    """Whether `seat` has this card and the points it takes to play it (5.1)."""
    player = state.players[seat]
    return player.hand >> card & 1 == 1 and player.total >= CARD_MINIMUM


@rules
def may_react(state: State, seat: int, card: int) -> bool:
    """Whether an opponent may play this card now; Prove It is not offered after a bust (R33)."""
    return holds(state, seat, card) and not (card == Card.PROVE_IT and state.bust)


@rules
def has_reaction(state: State, seat: int) -> bool:
    """Whether a window asks this seat (5.2)."""
    if seat == state.player:
        return False
    return (
        may_react(state, seat, Card.PROVE_IT)
        or may_react(state, seat, Card.DO_OR_DIE)
        or may_react(state, seat, Card.COLLATERAL)
    )


@rules
def play_card(state: State, seat: int, card: int, dice: Dice) -> None:
    """A card is laid on this turn; it is spent whatever comes of it (R15)."""
    state.players[seat].hand &= ~(1 << card)
    state.card = card
    state.card_by = seat
    state.card_used = True
    tell(dice, Happened.CARD, seat, state.player, card, 0, 0)


# --- windows: every eligible opponent answers in secret (5.2)


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
def legal_reactions(state: State, seat: int, actions: Actions) -> None:
    """Let it pass, or a card against the turn player."""
    add(actions, PASS)
    for card in (1, 3, 5):
        if may_react(state, seat, card):
            add(actions, PLAY + card)


@rules
def legal_votes(state: State, actions: Actions) -> None:
    """Name the contender who was first, or nobody (A1)."""
    add(actions, ABSTAIN)
    for seat in range(state.n_players):
        if state.contenders >> seat & 1:
            add(actions, VOTE + seat)


@rules
def close_window(state: State, dice: Dice) -> None:
    """All replies are in: nothing, a card, or several at once (R13, A1)."""
    if bits(state.asked) > 1:
        reveal(dice)
    state.contenders = 0
    for seat in range(state.n_players):
        if state.asked >> seat & 1 and state.reply[seat] > 0:
            state.contenders |= 1 << seat
    number = bits(state.contenders)
    if number == 1:
        win_window(state, lowest(state.contenders), dice)
    elif number == 0:
        after_window(state)
    elif state.options.simultaneous == ROLL_OFF:
        win_window(state, roll_off(state, state.contenders, 1, dice), dice)
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
    votes = local_array(6)
    for seat in range(state.n_players):
        if state.asked >> seat & 1:
            choice = state.reply[seat]
            if choice > 0:
                votes[choice - 1] += 1
            tell(dice, Happened.VOTE, seat, choice - 1, 0, 0, 0)
    best, winner, tied = 0, NOBODY, True
    for seat in range(state.n_players):
        if votes[seat] > best:
            best, winner, tied = votes[seat], seat, False
        elif votes[seat] == best:
            tied = True
    if tied:
        winner = roll_off(state, state.contenders, 1, dice)
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
        state.reply[seat] = 0
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


# --- Immunity (5.8)


@rules
def next_to_protect(state: State) -> int:
    """The next seat that may use Immunity against the pending card, clockwise from the turn player; NOBODY if none.

    `asked` holds those who have been asked. A card that would change nothing asks nobody (A8).
    """
    if state.card == Card.BLOODSHED:
        if state.bust:
            return NOBODY
        for step in range(1, state.n_players):
            seat = (state.player + step) % state.n_players
            if asks_for_immunity(state, seat) and would_lose(state, seat):
                return seat
        return NOBODY
    if state.card == Card.NONE or state.card == Card.DOUBLE or not asks_for_immunity(state, state.player):
        return NOBODY
    if state.card == Card.DO_OR_DIE and state.players[state.player].total + pending_points(state) <= 0:
        return NOBODY
    return state.player


@rules
def asks_for_immunity(state: State, seat: int) -> bool:
    """Whether this seat has an Immunity card and was not asked yet."""
    return state.players[seat].immunity and state.asked >> seat & 1 == 0


@rules
def would_lose(state: State, seat: int) -> bool:
    """Whether Bloodshed could take points from this seat."""
    return state.options.negative_scores or state.players[seat].total > 0


@rules
def pending_points(state: State) -> int:
    """What the turn is about to bring its player."""
    return 0 if state.bust else state.turn_points


@rules
def use_immunity(state: State, seat: int, dice: Dice) -> None:
    """The card has no power over this seat; against a single target it fails altogether (R17)."""
    state.players[seat].immunity = False
    state.guarded |= 1 << seat
    tell(dice, Happened.IMMUNITY, seat, state.card_by, state.card, 0, 0)
    if state.card != Card.BLOODSHED:
        state.card = Card.NONE


# --- what the cards do (5.3 to 5.7)


@rules
def prove_it(state: State, dice: Dice) -> None:
    """The challenged player rolls: 1-3 and the turn is worth nothing (5.3)."""
    face = roll(dice)
    stands = face >= 4
    tell(dice, Happened.PROVE, state.player, state.card_by, stands, 0, 0)
    show(dice, face)
    state.took_effect = True
    if not stands:
        state.turn_points = 0


@rules
def double_or_nothing(state: State, dice: Dice) -> int:
    """The turn player rolls: 1-3 nothing, 4-6 as many points again, returned; after a bust the card is just spent
    (5.4).
    """
    if state.bust:
        return 0
    face = roll(dice)
    won = face >= 4
    tell(dice, Happened.DOUBLE, state.player, NOBODY, won, 0, 0)
    show(dice, face)
    state.took_effect = True
    if not won:
        state.turn_points = 0
    return state.turn_points


@rules
def bloodshed(state: State, dice: Dice) -> None:
    """The turn's points are taken from everybody else (5.6)."""
    for step in range(1, state.n_players):
        seat = (state.player + step) % state.n_players
        if state.guarded >> seat & 1 == 0 and state.turn_points > 0:
            if would_lose(state, seat):
                state.took_effect = True
            change_total(state, seat, -state.turn_points, Source.BLOODSHED, dice)


@rules
def do_or_die(state: State, dice: Dice) -> None:
    """One die: a 1 and the challenged player's total is gone (5.5, R34)."""
    face = roll(dice)
    tell(dice, Happened.DO_OR_DIE, state.player, state.card_by, face == 1, 0, 0)
    show(dice, face)
    state.took_effect = True
    if face == 1:
        change_total(state, state.player, -max(0, state.players[state.player].total), Source.DO_OR_DIE, dice)


@rules
def collateral_damage(state: State, dice: Dice) -> None:
    """Three dice each: not more than the aggressor's, and 1,000 points are lost and gained (5.7, R19)."""
    own, theirs = 0, 0
    faces = local_array(6)
    for i in range(6):
        faces[i] = roll(dice)
        if i < 3:
            own += faces[i]
        else:
            theirs += faces[i]
    hit = own <= theirs
    tell(dice, Happened.COLLATERAL, state.player, state.card_by, hit, own, theirs)
    for i in range(6):
        show(dice, faces[i])
    state.took_effect = True
    if hit:
        change_total(state, state.player, -COLLATERAL_STAKE, Source.COLLATERAL_LOSS, dice)
        change_total(state, state.card_by, COLLATERAL_STAKE, Source.COLLATERAL, dice)
