"""Play one combat of the duel, step by step (section 4.2), with the parts that solo play shares."""

from __future__ import annotations

from dicehouse.compiler.rule_compiler import rules
from dicehouse.core.action_list import Actions, add_action
from dicehouse.core.bit_sets import count_bits
from dicehouse.core.dice import Dice, below, log_event, log_face, mark_revealed

from .action_codes import DECLINE, KEEP, LOOK, REROLL_CARD, TAKE
from .deck import d4_of, deck_size, draw_card, draw_roll, event_seat, next_seen, put_to_bottom, value_of
from .state import (
    ALL_TYPES,
    COMBATS,
    CRITICAL,
    EVERYBODY,
    HALF,
    N_LOOKED,
    NO_CARD,
    NO_MINION,
    NO_SEAT,
    AttackReason,
    EventKind,
    Minion,
    Phase,
    State,
)

PROPOSED = 0
RANDOM_ROLES = 1

GIANT_KILLS = 3  # from this value on Quad fells a giant
SHIELD = 2


# --- before the combat


@rules
def begin_combat(state: State, dice: Dice) -> None:
    """Begin the next combat; before the first of each half all six minions are taken up (step 8, S15)."""
    state.combat += 1
    if state.combat % HALF == 1:
        log_event(dice, EventKind.HALF, NO_SEAT, item=state.combat // HALF + 1)
        for side in range(2):
            state.sides[side].unused = ALL_TYPES
    for side in range(2):
        here = state.sides[side]
        here.choice = here.minion = NO_MINION
        here.card = NO_CARD
        here.value = 0
    state.attacker = state.acting = NO_SEAT
    state.flip = NO_CARD
    state.defending = False
    log_event(dice, EventKind.COMBAT, NO_SEAT, item=state.combat)
    state.phase = Phase.CHOOSE


# --- steps 2 and 3: reveal, and who attacks


@rules
def show_minion(state: State, side: int) -> None:
    """Reveal the choice of `side`; the minion is used up for this half."""
    here = state.sides[side]
    here.minion = here.choice
    here.choice = NO_MINION
    here.unused &= ~(1 << here.minion)


@rules
def reveal_choices(state: State, dice: Dice) -> None:
    """Reveal both choices at once; the higher type attacks."""
    mark_revealed(dice)
    show_minion(state, 0)
    show_minion(state, 1)
    log_event(dice, EventKind.REVEAL, NO_SEAT, item=state.sides[0].minion, amount=state.sides[1].minion)
    if state.sides[0].minion != state.sides[1].minion:
        set_attacker(state, int(state.sides[1].minion > state.sides[0].minion), AttackReason.TYPE, dice)
    else:
        flip_for_roles(state, dice)


@rules
def set_attacker(state: State, side: int, why: int, dice: Dice) -> None:
    """Make `side` the attacker, which only means that it draws and acts first (S24)."""
    state.attacker = side
    state.acting = side
    state.defending = False
    log_event(dice, EventKind.ATTACK, event_seat(state, side), item=why, amount=state.solo)
    state.phase = Phase.DRAW


@rules
def flip_for_roles(state: State, dice: Dice) -> None:
    """Turn up a card for equal types and put it to the bottom: its d4 decides who attacks (step 3, S6, M2)."""
    if state.options.parity == RANDOM_ROLES and not state.solo:
        state.odd = below(dice, 2)
        log_event(dice, EventKind.ROLES, state.odd)
    card = draw_card(state, dice)
    tell_flip(state, card, dice)
    put_to_bottom(state, card)
    set_attacker(state, state.odd if d4_of(card) % 2 else 1 - state.odd, AttackReason.PARITY, dice)


@rules
def tell_flip(state: State, card: int, dice: Dice) -> None:
    """Log a flipped card."""
    state.flip = card
    log_event(dice, EventKind.FLIP, NO_SEAT, item=card, amount=d4_of(card))


# --- steps 4 and 5: draws and abilities


@rules
def begin_draw(state: State, dice: Dice) -> None:
    """Let the acting side draw; Diante may look first (M1, S10)."""
    here = state.sides[state.acting]
    if here.minion == Minion.DIANTE and deck_size(state) >= N_LOOKED - (here.card != NO_CARD):
        state.phase = Phase.DIANTE
        return
    if here.card == NO_CARD:
        draw_roll(state, state.acting, dice)
    state.phase = Phase.DRAWN


@rules
def legal_foresight(state: State, seat: int, actions: Actions) -> None:
    """Add the legal answers: look with Diante, or draw."""
    add_action(actions, LOOK)
    add_action(actions, DECLINE)


@rules
def answer_foresight(state: State, seat: int, action: int, dice: Dice) -> None:
    """Look at two cards with Diante, or draw without looking."""
    if action == LOOK:
        look_at_two(state, dice)
        return
    log_event(dice, EventKind.DECLINE, seat)
    if state.sides[seat].card == NO_CARD:
        draw_roll(state, seat, dice)
    state.phase = Phase.ACTED


@rules
def look_at_two(state: State, dice: Dice) -> None:
    """Show two cards to Diante; in solo play one of them may be open already (5.1, M1)."""
    side = state.acting
    here = state.sides[side]
    log_event(dice, EventKind.LOOK, event_seat(state, side))
    if here.card == NO_CARD:
        state.looked_seen[0] = next_seen(state)
        state.looked[0] = draw_card(state, dice)
    else:
        state.looked_seen[0] = EVERYBODY
        state.looked[0] = here.card
    state.looked_seen[1] = next_seen(state)
    state.looked[1] = draw_card(state, dice)
    log_event(dice, EventKind.LOOKED, event_seat(state, side))
    log_face(dice, state.looked[0])
    log_face(dice, state.looked[1])
    mark_revealed(dice)
    state.phase = Phase.TAKE


@rules
def legal_takes(state: State, seat: int, actions: Actions) -> None:
    """Add the legal answers: either of the two cards."""
    for which in range(N_LOOKED):
        add_action(actions, TAKE.of(which))


@rules
def take_looked(state: State, side: int, action: int, dice: Dice) -> None:
    """Make one of the two cards the roll card and put the other back on top. A side that knew the other card before
    still does.
    """
    which = TAKE.which(action)
    taken = state.looked[which]
    known = state.looked_seen[1 - which]
    if known == EVERYBODY and state.options.memory and not state.solo:
        known = 0  # it comes from the bottom; everybody saw it go there, and now has to remember
    state.top = state.looked[1 - which]
    state.top_seen = known | 1 << side
    here = state.sides[side]
    here.card = taken
    here.value = value_of(taken, Minion.DIANTE)
    log_event(dice, EventKind.TAKE, event_seat(state, side), item=taken, amount=here.value)
    for i in range(N_LOOKED):
        state.looked[i] = NO_CARD
        state.looked_seen[i] = 0
    state.phase = Phase.ACTED


@rules
def may_reroll(state: State) -> bool:
    """Return True if Cubera may re-roll: after the draw, if the deck has a card (S11)."""
    return state.sides[state.acting].minion == Minion.CUBERA and deck_size(state) > 0


@rules
def legal_rerolls(state: State, seat: int, actions: Actions) -> None:
    """Add the legal answers: re-roll with Cubera, or keep her card."""
    add_action(actions, REROLL_CARD)
    add_action(actions, KEEP)


@rules
def answer_reroll(state: State, seat: int, action: int, dice: Dice) -> None:
    """Draw a second roll card, or keep the first one."""
    if action == REROLL_CARD:
        reroll(state, seat, dice)
    else:
        log_event(dice, EventKind.KEEP, seat)
    state.phase = Phase.ACTED


@rules
def reroll(state: State, side: int, dice: Dice) -> None:
    """Put Cubera's roll card to the bottom; the next one is final (S12)."""
    here = state.sides[side]
    log_event(dice, EventKind.REROLL, event_seat(state, side), item=here.card, amount=here.value)
    put_to_bottom(state, here.card)
    draw_roll(state, side, dice)


@rules
def next_side(state: State) -> None:
    """Continue with the defender's step, or with the comparison."""
    if state.defending:
        state.phase = Phase.COMPARE
    else:
        state.defending = True
        state.acting = 1 - state.attacker
        state.phase = Phase.DRAW


# --- steps 6 to 8: value effects, comparison, who takes the cards


@rules
def compare_values(state: State, dice: Dice) -> None:
    """Compare the values: the higher one takes both cards; in a tie each side keeps its own (step 7)."""
    if state.options.abilities == PROPOSED:
        apply_giant_effects(state, dice)
    one, other = state.sides[0], state.sides[1]
    log_event(dice, EventKind.COMPARE, NO_SEAT, other=event_seat(state, 1), item=one.value, amount=other.value)
    log_face(dice, one.card)
    log_face(dice, other.card)
    winner = NO_SEAT
    if one.value != other.value:
        winner = int(other.value > one.value)
    elif state.options.abilities == PROPOSED and one.minion != other.minion:
        winner = stubborn_side(state, dice)
    state.results[state.combat] = winner
    cards = 1 << one.card | 1 << other.card
    if winner == NO_SEAT:
        one.pile |= 1 << one.card
        other.pile |= 1 << other.card
        log_event(dice, EventKind.TIE, NO_SEAT)
    else:
        state.sides[winner].pile |= cards
        log_event(dice, EventKind.WON, event_seat(state, winner), total=cards)
    state.acting = NO_SEAT
    if state.combat == COMBATS:
        finish_game(state, dice)
    else:
        state.phase = Phase.COMBAT


@rules
def is_giant(minion: int) -> bool:
    """Return True if Quad and Sparten have an effect on `minion`: on the d12 and the d20."""
    return minion == Minion.DWELVE or minion == Minion.TWENT


@rules
def apply_giant_effects(state: State, dice: Dice) -> None:
    """Apply the invented effects of the defenders Quad and Sparten on a giant's value (5.2, S13, M3)."""
    attacker, defender = state.sides[state.attacker], state.sides[1 - state.attacker]
    if not is_giant(attacker.minion):
        return
    if defender.minion == Minion.QUAD and defender.value >= GIANT_KILLS:
        attacker.value = 0
        log_event(dice, EventKind.GIANT_KILLER, event_seat(state, 1 - state.attacker))
    elif defender.minion == Minion.SPARTEN:
        attacker.value = max(attacker.value - SHIELD, 0)
        log_event(dice, EventKind.SHIELD, event_seat(state, 1 - state.attacker), amount=attacker.value)


@rules
def stubborn_side(state: State, dice: Dice) -> int:
    """Return the side whose Dwelve wins ties against other minions (5.2, invented), or NO_SEAT."""
    for side in range(2):
        if state.sides[side].minion == Minion.DWELVE:
            log_event(dice, EventKind.STUBBORN, event_seat(state, side))
            return side
    return NO_SEAT


@rules
def cards_won(state: State, side: int) -> int:
    """Return the points of `side`, one for every card won (4.4)."""
    return count_bits(state.sides[side].pile)


@rules
def finish_game(state: State, dice: Dice) -> None:
    """End the game: most cards win; 12 to 12 goes to the side that has the card whose d20 shows 20 (4.4)."""
    one, other = cards_won(state, 0), cards_won(state, 1)
    critical = one == other
    if critical:
        state.winner = int(state.sides[1].pile >> CRITICAL & 1)
    else:
        state.winner = int(other > one)
    log_event(dice, EventKind.END, NO_SEAT, item=critical, amount=one, total=other)
    log_event(
        dice,
        EventKind.LOST if state.solo and state.winner == 1 else EventKind.WIN,
        0 if state.solo else state.winner,
        item=critical,
        amount=max(one, other),
        total=min(one, other),
    )
    state.phase = Phase.OVER
