"""Play a turn, from before the first throw to the next player (section 3 of the rulings).

`advance` takes one step after another until a player has to decide.
"""

from __future__ import annotations

from dicehouse.compiler.rule_compiler import local_array, rules
from dicehouse.core.action_list import Actions, add_action
from dicehouse.core.bit_sets import count_bits
from dicehouse.core.dice import Dice, log_event, log_face, roll

from .action_codes import KEEP, PIGGYBACK, PLAY, ROLL
from .game_end import (
    check_target,
    fight_battle_zones,
    final_turn_over,
    finish_game,
    is_over_target,
    set_bar,
    start_dice_ocalypse,
)
from .reaction_windows import open_window
from .scoring import MOST_SETS, list_keeps, nothing_scores, points_of
from .special_dice import award_left_behind, award_zombie, offer_left_behind, offer_zombie
from .state import N_DICE, NO_SEAT, Card, EventKind, Phase, ScoreSource, State, is_automatic
from .war_cards import (
    bloodshed,
    can_play_card,
    cards_allowed,
    change_total,
    collateral_damage,
    do_or_die,
    double_or_nothing,
    next_to_protect,
    play_card,
    prove_it,
)

ALL_SCORING = 1
MUST_ROLL = 1
END_ONLY = 1


@rules
def advance(state: State, dice: Dice) -> None:
    """Take steps until the game waits for a decision or is over."""
    while is_automatic(state):
        if state.phase == Phase.UPCOMING:
            offer_turn(state, dice)
        elif state.phase == Phase.BEFORE_TURN:
            offer_left_behind(state)
        elif state.phase == Phase.INFECTION:
            offer_zombie(state)
        elif state.phase == Phase.FIRST_THROW:
            begin_turn(state, dice)
        elif state.phase == Phase.TURN_ENDED:
            end_turn(state, dice)
        elif state.phase == Phase.LAST_REACTIONS:
            last_reactions(state, dice)
        elif state.phase == Phase.PROTECTION:
            ask_for_immunity(state)
        elif state.phase == Phase.SETTLEMENT:
            settle_turn(state, dice)
        elif state.phase == Phase.AFTERMATH:
            aftermath(state, dice)
        else:
            next_player(state, dice)


# --- before the turn (3.1)


@rules
def offer_turn(state: State, dice: Dice) -> None:
    """Let the upcoming player lose the turn, or offer it (3.1 step 1, A11)."""
    player = state.players[state.player]
    state.turn_points = state.added = 0
    state.n_dice = 0
    state.dice_full = N_DICE
    state.first_throw = True
    state.bust = state.took_effect = state.ended = state.card_used = state.piggyback = False
    state.card = Card.NONE
    state.card_by = NO_SEAT
    state.guarded = 0
    state.doubled = player.double_next
    if player.lose_turn:
        player.lose_turn = False
        state.offer_points = 0
        log_event(dice, EventKind.LOST_TURN, state.player, NO_SEAT, 0, 0, 0)
        if state.first != NO_SEAT:
            state.to_play &= ~(1 << state.player)
            final_turn_over(state, state.player, dice)
        state.phase = Phase.NEXT
    else:
        state.phase = Phase.START


@rules
def may_piggyback(state: State) -> bool:
    """Return True if the last player's dice and points may be taken over (our ruling P1)."""
    return state.offer_points > 0 and state.players[state.player].opened and not state.doubled


@rules
def legal_starts(state: State, seat: int, actions: Actions) -> None:
    """Add the legal ways to begin: throw, play Bloodshed (R12), or take over the last player's dice (P1)."""
    add_action(actions, ROLL)
    if cards_allowed(state) and can_play_card(state, seat, Card.BLOODSHED):
        add_action(actions, PLAY.of(Card.BLOODSHED))
    if may_piggyback(state):
        add_action(actions, PIGGYBACK)


@rules
def start_turn(state: State, seat: int, action: int, dice: Dice) -> None:
    """Begin the turn as `action` says; Bloodshed excludes both special dice (R12)."""
    if action in PLAY:
        play_card(state, seat, Card.BLOODSHED, dice)
    elif action == PIGGYBACK:
        state.piggyback = True
    state.phase = Phase.BEFORE_TURN


@rules
def begin_turn(state: State, dice: Dice) -> None:
    """Take the turn: all dice are thrown that the Zombie die has left (3.1 step 5, A7)."""
    state.turn += 1
    state.left_behind_used = False
    state.to_play &= ~(1 << state.player)
    number = state.dice_full
    if state.piggyback:
        state.turn_points = state.offer_points
        number = min(number, state.offer_dice)
    log_event(dice, EventKind.TURN, state.player, state.doubled, number, state.turn_points, state.turn)
    if number == 0:
        state.first_throw = False
        bust(state, dice)
    else:
        throw(state, number, dice)


# --- throwing (3.2)


@rules
def throw(state: State, number: int, dice: Dice) -> None:
    """Throw `number` dice. If nothing scores, it is a bust; otherwise the opponents and then the player decide."""
    state.n_dice = number
    log_event(dice, EventKind.THROW, state.player, NO_SEAT, 0, state.turn_points, 0)
    for i in range(number):
        face = roll(dice)
        state.dice[i] = face
        log_face(dice, face)
    if nothing_scores(state) and not (number == N_DICE and state.no_score_bonus > 0):
        bust(state, dice)
        award_zombie(state, dice)
    elif state.options.reaction_windows == END_ONLY or not open_window(state, False):
        state.phase = Phase.KEEP
    state.first_throw = False


@rules
def bust(state: State, dice: Dice) -> None:
    """End the turn with no points."""
    log_event(dice, EventKind.BUST, state.player, NO_SEAT, 0, state.turn_points, 0)
    state.bust = True
    state.turn_points = 0
    state.phase = Phase.TURN_ENDED


@rules
def legal_keeps(state: State, seat: int, actions: Actions) -> None:
    """Add every set to keep, with rolling or banking, with or without Double or Nothing (3.3, R2, R4, A12)."""
    masks, points = local_array(MOST_SETS), local_array(MOST_SETS)
    n = list_keeps(state, masks, points)
    least = 1
    if state.options.keep_rule == ALL_SCORING:
        for i in range(n):
            least = max(least, count_bits(masks[i]))
    opened = state.players[seat].opened or state.card == Card.BLOODSHED
    may_double = cards_allowed(state) and can_play_card(state, seat, Card.DOUBLE)
    for i in range(n):
        number = count_bits(masks[i])
        if number < least:
            continue
        hot = number == state.n_dice
        may_bank = opened or state.turn_points + points[i] >= state.options.opening
        if hot and state.options.hot_dice == MUST_ROLL:
            may_bank = False
        for double in range(2 if may_double else 1):
            for bank in range(2 if may_bank else 1):
                add_action(actions, KEEP.of(double, bank, masks[i]))


@rules
def keep_dice(state: State, seat: int, action: int, dice: Dice) -> None:
    """Set dice aside, play Double or Nothing if `action` says so, then throw the other dice or bank (3.2, R3, R25)."""
    mask = KEEP.dice(action)
    points = points_of(state, mask)
    left = state.n_dice - count_bits(mask)
    state.turn_points += points
    log_event(dice, EventKind.KEEP, seat, left == 0, mask, points, state.turn_points)
    for i in range(state.n_dice):
        if mask >> i & 1:
            log_face(dice, state.dice[i])
    if left == 0:
        left = state.dice_full
    if KEEP.double(action):
        play_card(state, seat, Card.DOUBLE, dice)
    if KEEP.bank(action):
        log_event(dice, EventKind.BANK, seat, NO_SEAT, 0, state.turn_points, 0)
        state.offer_dice = left
        state.phase = Phase.TURN_ENDED
    else:
        throw(state, left, dice)


# --- the end of a turn, in its order (3.4)


@rules
def end_turn(state: State, dice: Dice) -> None:
    """Take step 1: a score that crosses the target by itself ends all cards of this turn (R14, A2)."""
    player = state.players[state.player]
    raw = state.turn_points * (2 if state.doubled else 1)
    crosses = is_over_target(state, player.total + raw) and raw > 0
    if state.first == NO_SEAT and state.card != Card.BLOODSHED and crosses:
        if state.card != Card.NONE:
            log_event(dice, EventKind.CARD_VOID, state.card_by, NO_SEAT, state.card, 0, 0)
            state.card = Card.NONE
        add_score(state, 0, dice)
        start_dice_ocalypse(state, state.player)
        state.phase = Phase.AFTERMATH
    else:
        state.phase = Phase.LAST_REACTIONS


@rules
def last_reactions(state: State, dice: Dice) -> None:
    """Take step 2: after a bust a pending Prove It returns to its hand (R33, A3); otherwise the last window opens."""
    state.phase = Phase.PROTECTION
    if state.bust and state.card == Card.PROVE_IT:
        state.players[state.card_by].hand |= 1 << Card.PROVE_IT
        log_event(dice, EventKind.CARD_BACK, state.card_by, NO_SEAT, Card.PROVE_IT, 0, 0)
        state.card = Card.NONE
    elif not open_window(state, True):
        state.ended = True


@rules
def ask_for_immunity(state: State) -> None:
    """Take step 3: a player whom the pending card is about to hit may use Immunity (R16)."""
    state.asking = next_to_protect(state)
    state.phase = Phase.SETTLEMENT if state.asking == NO_SEAT else Phase.IMMUNITY


@rules
def settle_turn(state: State, dice: Dice) -> None:
    """Take steps 4 to 6: cards on the turn, the score itself, cards on totals."""
    state.asked = 0
    extra = 0
    if state.card == Card.PROVE_IT:
        prove_it(state, dice)
    elif state.card == Card.DOUBLE:
        extra = double_or_nothing(state, dice)
    if state.card == Card.BLOODSHED:
        bloodshed(state, dice)
    else:
        add_score(state, extra, dice)
    if state.card == Card.DO_OR_DIE:
        do_or_die(state, dice)
    elif state.card == Card.COLLATERAL:
        collateral_damage(state, dice)
    state.card = Card.NONE
    if state.first == NO_SEAT:
        check_target(state)
    state.phase = Phase.AFTERMATH


@rules
def add_score(state: State, extra: int, dice: Dice) -> None:
    """Take step 5: add the turn's score to the total; Double Next Score is used up whatever the score (R23)."""
    player = state.players[state.player]
    if state.turn_points > 0:
        player.opened = True
        change_total(state, state.player, state.turn_points, ScoreSource.TURN, dice)
    if state.doubled:
        player.double_next = False
        change_total(state, state.player, state.turn_points, ScoreSource.DOUBLE_NEXT, dice)
    change_total(state, state.player, extra, ScoreSource.DOUBLE, dice)
    state.added = state.turn_points * (2 if state.doubled else 1) + extra


@rules
def aftermath(state: State, dice: Dice) -> None:
    """Take steps 7 and 8: award the Left Behind die, fight Battle Zones, set the bar (R11, R29, R30)."""
    award_left_behind(state, dice)
    was_final = state.bar > 0
    fight_battle_zones(state, dice)
    if state.first == NO_SEAT:
        check_target(state)
    set_bar(state, dice)
    if was_final:
        final_turn_over(state, state.player, dice)
    clean = not state.bust and not state.took_effect and not state.doubled and state.added == state.turn_points
    state.offer_points = state.turn_points if state.options.piggyback and clean else 0
    state.phase = Phase.NEXT


@rules
def next_player(state: State, dice: Dice) -> None:
    """Take step 9: move clockwise; in the dice-ocalypse only to players who still have their final turn."""
    state.n_dice = 0
    if state.first != NO_SEAT and state.to_play == 0:
        finish_game(state, dice)
        return
    state.player = (state.player + 1) % state.n_players
    while state.first != NO_SEAT and state.to_play >> state.player & 1 == 0:
        state.player = (state.player + 1) % state.n_players
    state.phase = Phase.UPCOMING
