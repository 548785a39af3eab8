"""One combat of the duel, step by step (section 4.2), and what both modes share."""

from __future__ import annotations

from dicehouse.kit.actions import Actions, add
from dicehouse.kit.bits import bits
from dicehouse.kit.compiling import rules
from dicehouse.kit.dice import Dice, below, reveal, show, tell

from .codes import DECLINE, KEEP, LOOK, REROLL_CARD, TAKE
from .deck import d4_of, deck_size, draw, draw_roll, named, next_seen, put_to_bottom, value_of
from .state import (
    ALL_TYPES,
    COMBATS,
    CRITICAL,
    EVERYBODY,
    HALF,
    N_LOOKED,
    NOBODY,
    Happened,
    Minion,
    Phase,
    State,
    Why,
)

PROPOSED = 0
RANDOM_ROLES = 1

GIANT_KILLS = 3  # from this value on Quad fells a giant
SHIELD = 2


# --- before the combat


@rules
def begin_combat(state: State, dice: Dice) -> None:
    """The next combat; before the first of each half all six minions are taken up (step 8, S15)."""
    state.combat += 1
    if state.combat % HALF == 1:
        tell(dice, Happened.HALF, NOBODY, item=state.combat // HALF + 1)
        for side in range(2):
            state.sides[side].unused = ALL_TYPES
    for side in range(2):
        here = state.sides[side]
        here.choice = here.minion = here.card = NOBODY
        here.value = 0
    state.attacker = state.acting = state.flip = NOBODY
    state.defending = False
    tell(dice, Happened.COMBAT, NOBODY, item=state.combat)
    state.phase = Phase.CHOOSE


# --- steps 2 and 3: reveal, and who attacks


@rules
def show_minion(state: State, side: int) -> None:
    """A choice lies open; the minion is used up for this half."""
    here = state.sides[side]
    here.minion = here.choice
    here.choice = NOBODY
    here.unused &= ~(1 << here.minion)


@rules
def reveal_choices(state: State, dice: Dice) -> None:
    """Both choices are turned at the same moment; the higher type attacks."""
    reveal(dice)
    show_minion(state, 0)
    show_minion(state, 1)
    tell(dice, Happened.REVEAL, NOBODY, item=state.sides[0].minion, amount=state.sides[1].minion)
    if state.sides[0].minion != state.sides[1].minion:
        attack(state, int(state.sides[1].minion > state.sides[0].minion), Why.TYPE, dice)
    else:
        flip_for_roles(state, dice)


@rules
def attack(state: State, side: int, why: int, dice: Dice) -> None:
    """A side attacks, which only means that it draws and acts first (S24)."""
    state.attacker = side
    state.acting = side
    state.defending = False
    tell(dice, Happened.ATTACK, named(state, side), item=why, amount=state.solo)
    state.phase = Phase.DRAW


@rules
def flip_for_roles(state: State, dice: Dice) -> None:
    """Equal types: the d4 of a card that is turned up and put to the bottom says who attacks (step 3, S6, M2)."""
    if state.options.parity == RANDOM_ROLES and not state.solo:
        state.odd = below(dice, 2)
        tell(dice, Happened.ROLES, state.odd)
    card = draw(state, dice)
    tell_flip(state, card, dice)
    put_to_bottom(state, card)
    attack(state, state.odd if d4_of(card) % 2 else 1 - state.odd, Why.PARITY, dice)


@rules
def tell_flip(state: State, card: int, dice: Dice) -> None:
    """Write a flipped card down."""
    state.flip = card
    tell(dice, Happened.FLIP, NOBODY, item=card, amount=d4_of(card))


# --- steps 4 and 5: draws and abilities


@rules
def begin_draw(state: State, dice: Dice) -> None:
    """The acting side draws; Diante may look first (M1, S10)."""
    here = state.sides[state.acting]
    if here.minion == Minion.DIANTE and deck_size(state) >= N_LOOKED - (here.card != NOBODY):
        state.phase = Phase.DIANTE
        return
    if here.card == NOBODY:
        draw_roll(state, state.acting, dice)
    state.phase = Phase.DRAWN


@rules
def legal_foresight(state: State, seat: int, actions: Actions) -> None:
    """Diante may look, or just draw."""
    add(actions, LOOK)
    add(actions, DECLINE)


@rules
def foresee(state: State, seat: int, action: int, dice: Dice) -> None:
    """Diante looks at two cards, or draws like anybody else."""
    if action == LOOK:
        look(state, dice)
        return
    tell(dice, Happened.DECLINE, seat)
    if state.sides[seat].card == NOBODY:
        draw_roll(state, seat, dice)
    state.phase = Phase.ACTED


@rules
def look(state: State, dice: Dice) -> None:
    """Diante sees two cards; in solo one of them may lie open already (5.1, M1)."""
    side = state.acting
    here = state.sides[side]
    tell(dice, Happened.LOOK, named(state, side))
    if here.card == NOBODY:
        state.looked_seen[0] = next_seen(state)
        state.looked[0] = draw(state, dice)
    else:
        state.looked_seen[0] = EVERYBODY
        state.looked[0] = here.card
    state.looked_seen[1] = next_seen(state)
    state.looked[1] = draw(state, dice)
    tell(dice, Happened.LOOKED, named(state, side))
    show(dice, state.looked[0])
    show(dice, state.looked[1])
    reveal(dice)
    state.phase = Phase.TAKE


@rules
def legal_takes(state: State, seat: int, actions: Actions) -> None:
    """Either of the two cards."""
    for which in range(N_LOOKED):
        add(actions, TAKE.of(which))


@rules
def take_looked(state: State, side: int, action: int, dice: Dice) -> None:
    """One of the two becomes the roll card, the other goes back on top. Whoever knew the other before still does."""
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
    tell(dice, Happened.TAKE, named(state, side), item=taken, amount=here.value)
    for i in range(N_LOOKED):
        state.looked[i] = NOBODY
        state.looked_seen[i] = 0
    state.phase = Phase.ACTED


@rules
def may_reroll(state: State) -> bool:
    """Cubera's window: after the draw, if the deck has a card (S11)."""
    return state.sides[state.acting].minion == Minion.CUBERA and deck_size(state) > 0


@rules
def legal_rerolls(state: State, seat: int, actions: Actions) -> None:
    """Cubera re-rolls, or keeps her card."""
    add(actions, REROLL_CARD)
    add(actions, KEEP)


@rules
def answer_reroll(state: State, seat: int, action: int, dice: Dice) -> None:
    """A second roll card, or the first one stands."""
    if action == REROLL_CARD:
        reroll(state, seat, dice)
    else:
        tell(dice, Happened.KEEP, seat)
    state.phase = Phase.ACTED


@rules
def reroll(state: State, side: int, dice: Dice) -> None:
    """Cubera puts the roll card to the bottom; the next one stands (S12)."""
    here = state.sides[side]
    tell(dice, Happened.REROLL, named(state, side), item=here.card, amount=here.value)
    put_to_bottom(state, here.card)
    draw_roll(state, side, dice)


@rules
def next_side(state: State) -> None:
    """The defender's step, or the comparison."""
    if state.defending:
        state.phase = Phase.COMPARE
    else:
        state.defending = True
        state.acting = 1 - state.attacker
        state.phase = Phase.DRAW


# --- steps 6 to 8: value effects, comparison, who takes the cards


@rules
def compare(state: State, dice: Dice) -> None:
    """The higher value takes both cards; in a tie each keeps its own (step 7)."""
    if state.options.abilities == PROPOSED:
        adjust(state, dice)
    one, other = state.sides[0], state.sides[1]
    tell(dice, Happened.COMPARE, NOBODY, other=named(state, 1), item=one.value, amount=other.value)
    show(dice, one.card)
    show(dice, other.card)
    winner = NOBODY
    if one.value != other.value:
        winner = int(other.value > one.value)
    elif state.options.abilities == PROPOSED and one.minion != other.minion:
        winner = stubborn(state, dice)
    state.results[state.combat] = winner
    cards = 1 << one.card | 1 << other.card
    if winner == NOBODY:
        one.pile |= 1 << one.card
        other.pile |= 1 << other.card
        tell(dice, Happened.TIE, NOBODY)
    else:
        state.sides[winner].pile |= cards
        tell(dice, Happened.WON, named(state, winner), total=cards)
    state.acting = NOBODY
    if state.combat == COMBATS:
        finish(state, dice)
    else:
        state.phase = Phase.COMBAT


@rules
def is_giant(minion: int) -> bool:
    """Whether Quad and Sparten have something to set against this minion: the d12 and the d20."""
    return minion == Minion.DWELVE or minion == Minion.TWENT


@rules
def adjust(state: State, dice: Dice) -> None:
    """The invented effects of a defender on a giant's value: Quad's and Sparten's (5.2, S13, M3)."""
    attacker, defender = state.sides[state.attacker], state.sides[1 - state.attacker]
    if not is_giant(attacker.minion):
        return
    if defender.minion == Minion.QUAD and defender.value >= GIANT_KILLS:
        attacker.value = 0
        tell(dice, Happened.GIANT_KILLER, named(state, 1 - state.attacker))
    elif defender.minion == Minion.SPARTEN:
        attacker.value = max(attacker.value - SHIELD, 0)
        tell(dice, Happened.SHIELD, named(state, 1 - state.attacker), amount=attacker.value)


@rules
def stubborn(state: State, dice: Dice) -> int:
    """Dwelve wins ties against others (5.2, invented); the side that does, or NOBODY."""
    for side in range(2):
        if state.sides[side].minion == Minion.DWELVE:
            tell(dice, Happened.STUBBORN, named(state, side))
            return side
    return NOBODY


@rules
def points(state: State, side: int) -> int:
    """A point for every card won (4.4)."""
    return bits(state.sides[side].pile)


@rules
def finish(state: State, dice: Dice) -> None:
    """Most cards win; 12 to 12 goes to whoever has the card whose d20 shows 20 (4.4)."""
    one, other = points(state, 0), points(state, 1)
    critical = one == other
    if critical:
        state.winner = int(state.sides[1].pile >> CRITICAL & 1)
    else:
        state.winner = int(other > one)
    tell(dice, Happened.END, NOBODY, item=critical, amount=one, total=other)
    tell(
        dice,
        Happened.LOST if state.solo and state.winner == 1 else Happened.WIN,
        0 if state.solo else state.winner,
        item=critical,
        amount=max(one, other),
        total=min(one, other),
    )
    state.phase = Phase.OVER
