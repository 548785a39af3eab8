"""Solve the matrix game of a combat: side 0's chance to win for each pair of minions, and the mixed strategies."""

from __future__ import annotations

from dicehouse.compiler.rule_compiler import rules
from dicehouse.core.bit_sets import count_bits, nth_bit
from dicehouse.core.dice import Dice
from dicehouse.records.record import Array

from ..rules.combat import RANDOM_ROLES
from ..rules.deck import d4_of
from ..rules.state import BOTH, COMBATS, DICEY, N_CARDS, N_TYPES, NO_CARD, State
from .combat_odds import LOST, TIED, TOP, UTILITY, WON, attack_value, load_clashes, look_at_deck, next_cards
from .matrix_game_solver import CELLS, GAINS, WIDTH, draw_choice, solve_matrix
from .solo_reply import PICKS, meeting_value, solo_chance
from .win_chances import cards_to_come, lead, load_mean_gains, win_chance

ROUNDS = 300  # of regret matching
SMALL_DECK = 8  # from here on it matters what is known of cards farther down, and which one a flip takes away


@rules
def choose_minion(state: State, seat: int, memo: Array[float], dice: Dice) -> int:
    """Return a minion, drawn by the mixed strategy of `seat`.

    If only one side knows the card on top, there is a matrix for every card that it may be; otherwise there is one.
    """
    knowers = state.top_seen & BOTH if state.top != NO_CARD else 0
    apart = knowers != 0 and knowers != BOTH
    look_at_deck(memo, state, knowers == BOTH)
    cards = next_cards(memo, 0, 0)
    if knowers == 0 and count_bits(cards) > SMALL_DECK:
        load_means(state, memo)
    else:
        load_matrices(state, memo, cards, apart)
    number = count_bits(state.sides[seat].unused)
    solve_matrix(memo, number, number, count_bits(cards) if apart else 1, knowers, ROUNDS)
    world = count_bits(lower_bits(cards, state.top)) if knowers == 1 << seat else 0
    return nth_bit(state.sides[seat].unused, draw_choice(memo, seat, number, world, dice))


@rules
def choose_against_dicey(state: State, memo: Array[float]) -> int:
    """Return the minion that is best on average over the cards that Dicey may flip."""
    look_at_deck(memo, state, state.top_seen & 1 == 1)
    cards = next_cards(memo, 0, 0)
    memo[TOP] = NO_CARD
    best, chosen = -1.0, 0
    for minion in range(N_TYPES):
        if state.sides[0].unused >> minion & 1:
            worth = worth_against_dicey(state, memo, minion, cards)
            if worth > best:
                best, chosen = worth, minion
    return chosen


@rules
def worth_against_dicey(state: State, memo: Array[float], minion: int, cards: int) -> float:
    """Return your chance to win if you choose `minion` and Dicey flips any of `cards`."""
    total, unused = 0.0, state.sides[DICEY].unused
    for his in range(N_TYPES):
        if unused >> his & 1:
            side = int(his > minion)
            load_combat(state, memo, side, minion, his)
            for card in range(N_CARDS):
                if cards >> card & 1 and memo[PICKS + unused * N_CARDS + card] == his:
                    worth = meeting_value(memo, minion, his, card)
                    total += worth if side == 0 else 1 - worth
    return total / count_bits(cards)


@rules
def lower_bits(mask: int, place: int) -> int:
    """Return the bits of `mask` below `place`."""
    return mask & ((1 << place) - 1)


@rules
def load_means(state: State, memo: Array[float]) -> None:
    """Fill in the gains with a deck of which only the cards already won are known."""
    load_mean_gains(memo, state.sides[0].unused, state.sides[1].unused, lead(state), COMBATS - state.combat)


@rules
def load_matrices(state: State, memo: Array[float], cards: int, apart: bool) -> None:
    """Fill in the gains if any of `cards` is on top: a matrix for each, or their mean."""
    top = memo[TOP]
    for place in range(GAINS, GAINS + (count_bits(cards) if apart else 1) * CELLS):
        memo[place] = 0.0
    mine, others = state.sides[0].unused, state.sides[1].unused
    for minion in range(N_TYPES):
        if mine >> minion & 1:
            for other in range(N_TYPES):
                if others >> other & 1:
                    cell = GAINS + count_bits(lower_bits(mine, minion)) * WIDTH + count_bits(lower_bits(others, other))
                    if minion == other:
                        load_equals(state, memo, minion, cards, cell, apart)
                    else:
                        load_pair(state, memo, minion, other, cards, cell, apart)
    memo[TOP] = top


@rules
def load_pair(state: State, memo: Array[float], minion: int, other: int, cards: int, cell: int, apart: bool) -> None:
    """Fill in the gains of two minions of which the higher one attacks, whatever card is on top."""
    side = int(other > minion)
    load_combat(state, memo, side, minion, other)
    world, number = 0, count_bits(cards)
    for card in range(N_CARDS):
        if cards >> card & 1:
            memo[TOP] = card
            worth = attack_value(memo, max(minion, other), min(minion, other), card, 0)
            add_to_cell(memo, cell, world, worth if side == 0 else 1 - worth, number, apart)
            world += 1


@rules
def load_equals(state: State, memo: Array[float], minion: int, cards: int, cell: int, apart: bool) -> None:
    """Fill in the gains of two equal minions: the card on top decides who attacks, and goes to the bottom."""
    memo[TOP] = NO_CARD
    number = count_bits(cards)
    for side in range(2):
        load_combat(state, memo, side, minion, minion)
        usual = attack_after_flip(memo, minion, 0) if number > SMALL_DECK else 0.0
        world = 0
        for card in range(N_CARDS):
            if cards >> card & 1:
                share = attack_chance(state, side, card)
                if share > 0.0:
                    worth = usual if number > SMALL_DECK else attack_after_flip(memo, minion, 1 << card)
                    add_to_cell(memo, cell, world, share * (worth if side == 0 else 1 - worth), number, apart)
                world += 1


@rules
def attack_chance(state: State, side: int, card: int) -> float:
    """Return the chance that `side` attacks if `card` is flipped."""
    if state.options.parity == RANDOM_ROLES:
        return 0.5
    return 1.0 if (side == state.odd) == (d4_of(card) % 2 == 1) else 0.0


@rules
def attack_after_flip(memo: Array[float], minion: int, under: int) -> float:
    """Return the value of attacking an equal minion, on average over the cards that may be next."""
    cards = next_cards(memo, 0, under)
    total = 0.0
    for card in range(N_CARDS):
        if cards >> card & 1:
            total += attack_value(memo, minion, minion, card, under & ~(1 << card))
    return total / count_bits(cards)


@rules
def add_to_cell(memo: Array[float], cell: int, world: int, worth: float, number: int, apart: bool) -> None:
    """Add a value to a cell of this world's matrix, or its share to that of the mean one."""
    if apart:
        memo[cell + world * CELLS] += worth
    else:
        memo[cell] += worth / number


@rules
def load_combat(state: State, memo: Array[float], side: int, minion: int, other: int) -> None:
    """Fill in the value of each pair of roll cards of these two minions for the side that attacks."""
    mine, others = state.sides[0].unused & ~(1 << minion), state.sides[1].unused & ~(1 << other)
    for outcome in range(LOST, WON + 1):
        for critical in range(3):
            change = 2 * outcome + critical_gain(outcome, critical)
            ahead = lead(state) + (change if side == 0 else -change)
            won = chance_after(state, memo, ahead, mine, others)
            memo[UTILITY + 3 * (outcome - LOST) + critical] = won if side == 0 else 1 - won
    cards = cards_to_come(state)
    load_clashes(memo, max(minion, other), min(minion, other), cards, cards)


@rules
def chance_after(state: State, memo: Array[float], ahead: int, mine: int, others: int) -> float:
    """Return side 0's chance to win after this combat."""
    if state.solo:
        return solo_chance(memo, ahead, mine, others, COMBATS - state.combat)
    return win_chance(memo, ahead, mine, others, COMBATS - state.combat)


@rules
def critical_gain(outcome: int, critical: int) -> int:
    """Return the gain from the deciding card, which is the attacker's roll card (1) or the defender's (2): it goes to
    the winner, or stays.
    """
    if critical == 0:
        return 0
    return 1 if outcome == WON or (outcome == TIED and critical == 1) else -1
