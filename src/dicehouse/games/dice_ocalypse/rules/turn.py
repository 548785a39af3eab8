"""A turn from before the first throw to the next player (section 3 of the rulings).

`advance` takes one step after another until somebody has to decide.
"""

from __future__ import annotations

from dicehouse.kit.actions import Actions, add
from dicehouse.kit.bits import bits
from dicehouse.kit.compiling import local_array, rules
from dicehouse.kit.dice import Dice, roll, show, tell

from .codes import KEEP, PIGGYBACK, PLAY, ROLL
from .finale import battle_zones, check_target, final_turn_over, finish, is_over_target, set_bar, start_dice_ocalypse
from .scoring import MOST_SETS, keeps, nothing_scores, points_of
from .special_dice import award_left_behind, award_zombie, offer_left_behind, offer_zombie
from .state import N_DICE, NOBODY, Card, Happened, Phase, Source, State, goes_on
from .war import (
    bloodshed,
    cards_allowed,
    change_total,
    collateral_damage,
    do_or_die,
    double_or_nothing,
    holds,
    next_to_protect,
    play_card,
    prove_it,
)
from .windows import open_window

ALL_SCORING = 1
MUST_ROLL = 1
END_ONLY = 1


@rules
def advance(state: State, dice: Dice) -> None:
    """Go on until the game waits for somebody or is over."""
    while goes_on(state):
        if state.phase == Phase.UPCOMING:
            come_up(state, dice)
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
            protect(state)
        elif state.phase == Phase.SETTLEMENT:
            settle(state, dice)
        elif state.phase == Phase.AFTERMATH:
            aftermath(state, dice)
        else:
            next_player(state, dice)


# --- before the turn (3.1)


@rules
def come_up(state: State, dice: Dice) -> None:
    """The upcoming player loses the turn, or may begin it (3.1 step 1, A11)."""
    player = state.players[state.player]
    state.turn_points = state.added = 0
    state.n_dice = 0
    state.dice_full = N_DICE
    state.first_throw = True
    state.bust = state.took_effect = state.ended = state.card_used = state.piggyback = False
    state.card = Card.NONE
    state.card_by = NOBODY
    state.guarded = 0
    state.doubled = player.double_next
    if player.lose_turn:
        player.lose_turn = False
        state.offer_points = 0
        tell(dice, Happened.LOST_TURN, state.player, NOBODY, 0, 0, 0)
        if state.first != NOBODY:
            state.to_play &= ~(1 << state.player)
            final_turn_over(state, state.player, dice)
        state.phase = Phase.NEXT
    else:
        state.phase = Phase.START


@rules
def may_piggyback(state: State) -> bool:
    """Whether the last player's dice and points may be taken over (our ruling P1)."""
    return state.offer_points > 0 and state.players[state.player].opened and not state.doubled


@rules
def legal_starts(state: State, seat: int, actions: Actions) -> None:
    """Throw; or begin with Bloodshed (R12), or with the last player's dice (P1)."""
    add(actions, ROLL)
    if cards_allowed(state) and holds(state, seat, Card.BLOODSHED):
        add(actions, PLAY.of(Card.BLOODSHED))
    if may_piggyback(state):
        add(actions, PIGGYBACK)


@rules
def start(state: State, seat: int, action: int, dice: Dice) -> None:
    """The turn player goes ahead; Bloodshed shuts out both special dice (R12)."""
    if action in PLAY:
        play_card(state, seat, Card.BLOODSHED, dice)
    elif action == PIGGYBACK:
        state.piggyback = True
    state.phase = Phase.BEFORE_TURN


@rules
def begin_turn(state: State, dice: Dice) -> None:
    """The turn is taken: all dice are thrown, if the Zombie left any (3.1 step 5, A7)."""
    state.turn += 1
    state.left_behind_used = False
    state.to_play &= ~(1 << state.player)
    number = state.dice_full
    if state.piggyback:
        state.turn_points = state.offer_points
        number = min(number, state.offer_dice)
    tell(dice, Happened.TURN, state.player, state.doubled, number, state.turn_points, state.turn)
    if number == 0:
        state.first_throw = False
        bust(state, dice)
    else:
        throw(state, number, dice)


# --- throwing (3.2)


@rules
def throw(state: State, number: int, dice: Dice) -> None:
    """Throw so many dice; nothing that scores is a bust, else the opponents and then the player decide."""
    state.n_dice = number
    tell(dice, Happened.THROW, state.player, NOBODY, 0, state.turn_points, 0)
    for i in range(number):
        face = roll(dice)
        state.dice[i] = face
        show(dice, face)
    if nothing_scores(state) and not (number == N_DICE and state.no_score_bonus > 0):
        bust(state, dice)
        award_zombie(state, dice)
    elif state.options.reaction_windows == END_ONLY or not open_window(state, False):
        state.phase = Phase.KEEP
    state.first_throw = False


@rules
def bust(state: State, dice: Dice) -> None:
    """The turn is over and worth nothing."""
    tell(dice, Happened.BUST, state.player, NOBODY, 0, state.turn_points, 0)
    state.bust = True
    state.turn_points = 0
    state.phase = Phase.TURN_ENDED


@rules
def legal_keeps(state: State, seat: int, actions: Actions) -> None:
    """Every set to keep, with rolling on or banking, with or without Double or Nothing (3.3, R2, R4, A12)."""
    masks, points = local_array(MOST_SETS), local_array(MOST_SETS)
    n = keeps(state, masks, points)
    least = 1
    if state.options.keep_rule == ALL_SCORING:
        for i in range(n):
            least = max(least, bits(masks[i]))
    opened = state.players[seat].opened or state.card == Card.BLOODSHED
    may_double = cards_allowed(state) and holds(state, seat, Card.DOUBLE)
    for i in range(n):
        number = bits(masks[i])
        if number < least:
            continue
        hot = number == state.n_dice
        may_bank = opened or state.turn_points + points[i] >= state.options.opening
        if hot and state.options.hot_dice == MUST_ROLL:
            may_bank = False
        for double in range(2 if may_double else 1):
            for bank in range(2 if may_bank else 1):
                add(actions, KEEP.of(double, bank, masks[i]))


@rules
def keep(state: State, seat: int, action: int, dice: Dice) -> None:
    """Set dice aside, perhaps declare Double or Nothing, then throw the rest or bank (3.2, R3, R25)."""
    mask = KEEP.dice(action)
    points = points_of(state, mask)
    left = state.n_dice - bits(mask)
    state.turn_points += points
    tell(dice, Happened.KEEP, seat, left == 0, mask, points, state.turn_points)
    for i in range(state.n_dice):
        if mask >> i & 1:
            show(dice, state.dice[i])
    if left == 0:
        left = state.dice_full
    if KEEP.double(action):
        play_card(state, seat, Card.DOUBLE, dice)
    if KEEP.bank(action):
        tell(dice, Happened.BANK, seat, NOBODY, 0, state.turn_points, 0)
        state.offer_dice = left
        state.phase = Phase.TURN_ENDED
    else:
        throw(state, left, dice)


# --- the end of a turn, in its order (3.4)


@rules
def end_turn(state: State, dice: Dice) -> None:
    """Step 1: a score that crosses the target by itself ends all cards of this turn (R14, A2)."""
    player = state.players[state.player]
    raw = state.turn_points * (2 if state.doubled else 1)
    crosses = is_over_target(state, player.total + raw) and raw > 0
    if state.first == NOBODY and state.card != Card.BLOODSHED and crosses:
        if state.card != Card.NONE:
            tell(dice, Happened.CARD_VOID, state.card_by, NOBODY, state.card, 0, 0)
            state.card = Card.NONE
        add_score(state, 0, dice)
        start_dice_ocalypse(state, state.player)
        state.phase = Phase.AFTERMATH
    else:
        state.phase = Phase.LAST_REACTIONS


@rules
def last_reactions(state: State, dice: Dice) -> None:
    """Step 2: after a bust a pending Prove It goes home (R33, A3); else the last window opens."""
    state.phase = Phase.PROTECTION
    if state.bust and state.card == Card.PROVE_IT:
        state.players[state.card_by].hand |= 1 << Card.PROVE_IT
        tell(dice, Happened.CARD_BACK, state.card_by, NOBODY, Card.PROVE_IT, 0, 0)
        state.card = Card.NONE
    elif not open_window(state, True):
        state.ended = True


@rules
def protect(state: State) -> None:
    """Step 3: whom the pending card is about to hit may use Immunity (R16)."""
    state.asking = next_to_protect(state)
    state.phase = Phase.SETTLEMENT if state.asking == NOBODY else Phase.IMMUNITY


@rules
def settle(state: State, dice: Dice) -> None:
    """Steps 4 to 6: cards on the turn score, the score itself, cards on totals."""
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
    if state.first == NOBODY:
        check_target(state)
    state.phase = Phase.AFTERMATH


@rules
def add_score(state: State, extra: int, dice: Dice) -> None:
    """Step 5: the turn's score joins the total; Double Next Score is used up whatever the score (R23)."""
    player = state.players[state.player]
    if state.turn_points > 0:
        player.opened = True
        change_total(state, state.player, state.turn_points, Source.TURN, dice)
    if state.doubled:
        player.double_next = False
        change_total(state, state.player, state.turn_points, Source.DOUBLE_NEXT, dice)
    change_total(state, state.player, extra, Source.DOUBLE, dice)
    state.added = state.turn_points * (2 if state.doubled else 1) + extra


@rules
def aftermath(state: State, dice: Dice) -> None:
    """Steps 7 and 8: the Left Behind die finds its holder, Battle Zones are fought, the bar is set (R11, R29, R30)."""
    award_left_behind(state, dice)
    was_final = state.bar > 0
    battle_zones(state, dice)
    if state.first == NOBODY:
        check_target(state)
    set_bar(state, dice)
    if was_final:
        final_turn_over(state, state.player, dice)
    clean = not state.bust and not state.took_effect and not state.doubled and state.added == state.turn_points
    state.offer_points = state.turn_points if state.options.piggyback and clean else 0
    state.phase = Phase.NEXT


@rules
def next_player(state: State, dice: Dice) -> None:
    """Step 9: clockwise; in the dice-ocalypse only to those who still have their final turn."""
    state.n_dice = 0
    if state.first != NOBODY and state.to_play == 0:
        finish(state, dice)
        return
    state.player = (state.player + 1) % state.n_players
    while state.first != NOBODY and state.to_play >> state.player & 1 == 0:
        state.player = (state.player + 1) % state.n_players
    state.phase = Phase.UPCOMING
