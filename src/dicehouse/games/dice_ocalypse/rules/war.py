"""Act of War cards and Immunity: who may play, who was first, and what a card does (section 5 of the rulings)."""

from __future__ import annotations

from dicehouse.kit.actions import Actions, add
from dicehouse.kit.compiling import local_array, rules
from dicehouse.kit.dice import Dice, roll, show, tell

from .codes import DECLINE, IMMUNITY
from .state import CARD_MINIMUM, COLLATERAL_STAKE, N_DICE, NOBODY, Card, Happened, Phase, Source, State

LUCKY = 4  # from here on a card's die is kind to whoever rolls it
COLLATERAL_DICE = N_DICE // 2  # for each of the two


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
def play_card(state: State, seat: int, card: int, dice: Dice) -> None:
    """A card is laid on this turn; it is spent whatever comes of it (R15)."""
    state.players[seat].hand &= ~(1 << card)
    state.card = card
    state.card_by = seat
    state.card_used = True
    tell(dice, Happened.CARD, seat, state.player, card, 0, 0)


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
def legal_immunity(state: State, seat: int, actions: Actions) -> None:
    """Take the blow, or stop it."""
    add(actions, DECLINE)
    add(actions, IMMUNITY)


@rules
def answer_immunity(state: State, seat: int, action: int, dice: Dice) -> None:
    """Whoever is next may still be asked (R16)."""
    state.asked |= 1 << seat
    if action == IMMUNITY:
        use_immunity(state, seat, dice)
    state.phase = Phase.PROTECTION


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
    stands = face >= LUCKY
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
    won = face >= LUCKY
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
    faces = local_array(N_DICE)
    for i in range(N_DICE):
        faces[i] = roll(dice)
        if i < COLLATERAL_DICE:
            own += faces[i]
        else:
            theirs += faces[i]
    hit = own <= theirs
    tell(dice, Happened.COLLATERAL, state.player, state.card_by, hit, own, theirs)
    for i in range(N_DICE):
        show(dice, faces[i])
    state.took_effect = True
    if hit:
        change_total(state, state.player, -COLLATERAL_STAKE, Source.COLLATERAL_LOSS, dice)
        change_total(state, state.card_by, COLLATERAL_STAKE, Source.COLLATERAL, dice)
