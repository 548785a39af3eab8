"""Play Act of War cards and Immunity: who may play them, and what each card does (section 5 of the rulings)."""

from __future__ import annotations

from dicehouse.compiler.rule_compiler import local_array, rules
from dicehouse.core.action_list import Actions, add_action
from dicehouse.core.dice import Dice, log_event, log_face, roll

from .action_codes import DECLINE, IMMUNITY
from .state import CARD_MINIMUM, COLLATERAL_STAKE, N_DICE, NO_SEAT, Card, EventKind, Phase, ScoreSource, State

LUCKY = 4  # from this number up, the die of a card favours the player who rolls it
COLLATERAL_DICE = N_DICE // 2  # for each of the two


@rules
def change_total(state: State, seat: int, points: int, source: int, dice: Dice) -> None:
    """Change the total of `seat` by `points`, for every kind of change; totals stop at 0 unless the table lets them
    fall below (R18).
    """
    player = state.players[seat]
    if not state.options.negative_scores and player.total + points < 0:
        points = -player.total
    player.total += points
    if points != 0:
        log_event(dice, EventKind.SCORE, seat, NO_SEAT, source, points, player.total)


# --- playing a card


@rules
def cards_allowed(state: State) -> bool:
    """Return True if a card may still be played on this turn: one a turn, none on a doubled turn or in the endgame
    (5.1, R10).
    """
    return state.options.special_cards and state.first == NO_SEAT and not state.doubled and not state.card_used


@rules
def can_play_card(state: State, seat: int, card: int) -> bool:
    """Return True if `seat` has `card` and the points that it takes to play it (5.1)."""
    player = state.players[seat]
    return player.hand >> card & 1 == 1 and player.total >= CARD_MINIMUM


@rules
def play_card(state: State, seat: int, card: int, dice: Dice) -> None:
    """Play `card` on this turn; it is spent whatever its result (R15)."""
    state.players[seat].hand &= ~(1 << card)
    state.card = card
    state.card_by = seat
    state.card_used = True
    log_event(dice, EventKind.CARD, seat, state.player, card, 0, 0)


# --- Immunity (5.8)


@rules
def next_to_protect(state: State) -> int:
    """Return the next seat that may use Immunity against the pending card, clockwise from the turn player; NO_SEAT if
    there is none.

    `asked` holds those who have been asked. A card that would change nothing asks no player (A8).
    """
    if state.card == Card.BLOODSHED:
        if state.bust:
            return NO_SEAT
        for step in range(1, state.n_players):
            seat = (state.player + step) % state.n_players
            if asks_for_immunity(state, seat) and would_lose(state, seat):
                return seat
        return NO_SEAT
    if state.card == Card.NONE or state.card == Card.DOUBLE or not asks_for_immunity(state, state.player):
        return NO_SEAT
    if state.card == Card.DO_OR_DIE and state.players[state.player].total + pending_points(state) <= 0:
        return NO_SEAT
    return state.player


@rules
def legal_immunity(state: State, seat: int, actions: Actions) -> None:
    """Add the legal answers: accept the card's effect, or use Immunity."""
    add_action(actions, DECLINE)
    add_action(actions, IMMUNITY)


@rules
def answer_immunity(state: State, seat: int, action: int, dice: Dice) -> None:
    """Carry out the answer; the next seat may still be asked (R16)."""
    state.asked |= 1 << seat
    if action == IMMUNITY:
        use_immunity(state, seat, dice)
    state.phase = Phase.PROTECTION


@rules
def asks_for_immunity(state: State, seat: int) -> bool:
    """Return True if `seat` has an Immunity card and was not asked yet."""
    return state.players[seat].immunity and state.asked >> seat & 1 == 0


@rules
def would_lose(state: State, seat: int) -> bool:
    """Return True if Bloodshed could take points from `seat`."""
    return state.options.negative_scores or state.players[seat].total > 0


@rules
def pending_points(state: State) -> int:
    """Return the points that the turn is about to bring its player."""
    return 0 if state.bust else state.turn_points


@rules
def use_immunity(state: State, seat: int, dice: Dice) -> None:
    """Protect `seat` from the card; a card against a single target fails altogether (R17)."""
    state.players[seat].immunity = False
    state.guarded |= 1 << seat
    log_event(dice, EventKind.IMMUNITY, seat, state.card_by, state.card, 0, 0)
    if state.card != Card.BLOODSHED:
        state.card = Card.NONE


# --- what the cards do (5.3 to 5.7)


@rules
def prove_it(state: State, dice: Dice) -> None:
    """Roll for Prove It: on 1 to 3 the challenged player's turn is worth nothing (5.3)."""
    face = roll(dice)
    stands = face >= LUCKY
    log_event(dice, EventKind.PROVE, state.player, state.card_by, stands, 0, 0)
    log_face(dice, face)
    state.took_effect = True
    if not stands:
        state.turn_points = 0


@rules
def double_or_nothing(state: State, dice: Dice) -> int:
    """Roll for Double or Nothing: on 1 to 3 the turn is worth nothing, on 4 to 6 twice its points, and the card
    returns. After a bust the card is only spent (5.4).
    """
    if state.bust:
        return 0
    face = roll(dice)
    won = face >= LUCKY
    log_event(dice, EventKind.DOUBLE, state.player, NO_SEAT, won, 0, 0)
    log_face(dice, face)
    state.took_effect = True
    if not won:
        state.turn_points = 0
    return state.turn_points


@rules
def bloodshed(state: State, dice: Dice) -> None:
    """Take the turn's points from every other player (5.6)."""
    for step in range(1, state.n_players):
        seat = (state.player + step) % state.n_players
        if state.guarded >> seat & 1 == 0 and state.turn_points > 0:
            if would_lose(state, seat):
                state.took_effect = True
            change_total(state, seat, -state.turn_points, ScoreSource.BLOODSHED, dice)


@rules
def do_or_die(state: State, dice: Dice) -> None:
    """Roll for Do or Die: on a 1 the challenged player's total is gone (5.5, R34)."""
    face = roll(dice)
    log_event(dice, EventKind.DO_OR_DIE, state.player, state.card_by, face == 1, 0, 0)
    log_face(dice, face)
    state.took_effect = True
    if face == 1:
        change_total(state, state.player, -max(0, state.players[state.player].total), ScoreSource.DO_OR_DIE, dice)


@rules
def collateral_damage(state: State, dice: Dice) -> None:
    """Roll three dice each for Collateral Damage: if the target's sum is not above the aggressor's, the stake moves to
    the aggressor (5.7, R19).
    """
    own, theirs = 0, 0
    faces = local_array(N_DICE)
    for i in range(N_DICE):
        faces[i] = roll(dice)
        if i < COLLATERAL_DICE:
            own += faces[i]
        else:
            theirs += faces[i]
    hit = own <= theirs
    log_event(dice, EventKind.COLLATERAL, state.player, state.card_by, hit, own, theirs)
    for i in range(N_DICE):
        log_face(dice, faces[i])
    state.took_effect = True
    if hit:
        change_total(state, state.player, -COLLATERAL_STAKE, ScoreSource.COLLATERAL_LOSS, dice)
        change_total(state, state.card_by, COLLATERAL_STAKE, ScoreSource.COLLATERAL, dice)
