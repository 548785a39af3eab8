"""Estimate side 0's chance to win a duel from its lead and from the minions that both sides have left.

A lead is counted in cards, plus one for the side with the card that decides 12 to 12, so no side is ahead by 0 in the
end. The value of later combats is known by its mean over all cards that lie in no pile, as each of these may be drawn
in each of them. The last few combats of the game are solved as matrix games, one within the other. Earlier combats
count as alike, with the mean of all pairs of minions that may still meet: in the long run all pairs meet equally often,
for if one side mixes all orders of its minions alike, no order of the other side is any better.
"""

from __future__ import annotations

from dicehouse.compiler.rule_compiler import rules
from dicehouse.core.bit_sets import count_bits
from dicehouse.records.record import Array

from ..rules.combat import cards_won
from ..rules.state import ALL_CARDS, ALL_TYPES, COMBATS, CRITICAL, N_CARDS, N_TYPES, State
from .combat_odds import LOST, ODDS_MEMO, UTILITY, WON, attack_value, clash_value, load_clashes, look_at_cards
from .matrix_game_solver import GAINS, WIDTH, solve_matrix, solve_two

CARDS_WON = 2.0  # how far a won combat changes the lead
MOST_CHANGE = 3  # with the deciding card
USUAL_TIE = 0.08
LAST = 3  # combats that are solved exactly
MOST_LEAD = 2 * LAST  # that can still be lost in them
LEADS = 2 * MOST_LEAD + 1
ROUNDS = 60  # of regret matching for each of their matrices
SETS = ALL_TYPES + 1

MEANS = ODDS_MEMO  # what a minion gains in cards against another, on average
TIES = MEANS + N_TYPES * N_TYPES  # how often they tie
MEANS_OF = TIES + N_TYPES * N_TYPES  # the cards that this was worked out for
WALK = MEANS_OF + 1
ENDGAME = WALK + 2 * COMBATS + 1  # side 0's chance: [its minions left][the other's][lead]
ENDGAME_OF = ENDGAME + SETS * SETS * LEADS  # the cards and minions that this was worked out for
PROSPECTS_MEMO = ENDGAME_OF + 2


@rules
def lead(state: State) -> int:
    """Return by how much side 0 is ahead."""
    critical = (state.sides[0].pile >> CRITICAL & 1) - (state.sides[1].pile >> CRITICAL & 1)
    return cards_won(state, 0) - cards_won(state, 1) + critical


@rules
def cards_to_come(state: State) -> int:
    """Return the mask of the cards that lie in no pile; during a combat, those on the table are among them."""
    return ALL_CARDS & ~(state.sides[0].pile | state.sides[1].pile)


# --- means


@rules
def work_out_means(memo: Array[float], cards: int) -> None:
    """Work out how minions do against each other with a deck of `cards` in any order."""
    if memo[MEANS_OF] == cards:
        return
    memo[MEANS_OF] = cards
    look_at_cards(memo, cards)
    load_cards_won(memo)
    for high in range(N_TYPES):
        for low in range(high + 1):
            load_clashes(memo, high, low, cards, cards)
            mean = mean_attack(memo, high, low, cards) if low < high else 0.0
            tie = min(tie_chance(memo, cards), 1 - abs(mean) / CARDS_WON)
            memo[MEANS + high * N_TYPES + low] = mean
            memo[MEANS + low * N_TYPES + high] = -mean
            memo[TIES + high * N_TYPES + low] = tie
            memo[TIES + low * N_TYPES + high] = tie


@rules
def load_cards_won(memo: Array[float]) -> None:
    """Set the value of a result to the number of cards that it brings."""
    for outcome in range(LOST, WON + 1):
        for critical in range(3):
            memo[UTILITY + 3 * (outcome - LOST) + critical] = CARDS_WON * outcome


@rules
def mean_attack(memo: Array[float], attacker: int, defender: int, cards: int) -> float:
    """Return what the attacker gains if any of `cards` is on top."""
    total = 0.0
    for card in range(N_CARDS):
        if cards >> card & 1:
            total += attack_value(memo, attacker, defender, card, 0)
    return total / count_bits(cards)


@rules
def tie_chance(memo: Array[float], cards: int) -> float:
    """Return how often two roll cards tie; close enough where one of them may be re-rolled or left."""
    ties, number = 0, count_bits(cards)
    for card in range(N_CARDS):
        if cards >> card & 1:
            for other in range(N_CARDS):
                ties += card != other and cards >> other & 1 == 1 and clash_value(memo, card, other) == 0.0
    return ties / (number * (number - 1))


@rules
def mean_to_come(memo: Array[float], mine: int, others: int) -> float:
    """Return what side 0 gains in the rest of this half, in cards."""
    total, number = 0.0, count_bits(mine)
    if number == 0:
        return 0.0
    for minion in range(N_TYPES):
        if mine >> minion & 1:
            for other in range(N_TYPES):
                if others >> other & 1:
                    total += memo[MEANS + minion * N_TYPES + other]
    return total / number


# --- chances to win


@rules
def win_chance(memo: Array[float], ahead: int, mine: int, others: int, combats: int) -> float:
    """Return side 0's chance to win with `combats` to come, and these minions left for this half."""
    if abs(ahead) > CARDS_WON * combats or combats == 0:
        return decided_chance(ahead)
    if combats <= LAST:
        return memo[endgame_place(mine, others, ahead)]
    return walk_chance(memo, ahead, mean_to_come(memo, mine, others), combats)


@rules
def decided_chance(ahead: int) -> float:
    """Return the chance when the game is over, or when nothing can change it any more."""
    return 1.0 if ahead > 0 else 0.0 if ahead < 0 else 0.5


@rules
def walk_chance(memo: Array[float], ahead: int, mean: float, combats: int) -> float:
    """Return the chance if `combats` combats, all alike and together of this `mean`, are still to come."""
    up = (1 - USUAL_TIE + mean / CARDS_WON / combats) / 2
    up = min(max(up, 0.0), 1 - USUAL_TIE)
    down, middle = 1 - USUAL_TIE - up, WALK + combats
    for won in range(-combats, combats + 1):
        memo[middle + won] = decided_chance(ahead + 2 * won)
    for left in range(combats - 1, -1, -1):
        behind = memo[middle - left - 1]
        for won in range(-left, left + 1):
            here = memo[middle + won]
            memo[middle + won] = down * behind + USUAL_TIE * here + up * memo[middle + won + 1]
            behind = here
    return memo[middle]


# --- the last combats


@rules
def endgame_place(mine: int, others: int, ahead: int) -> int:
    """Return the index of the chance for a position of the last combats."""
    return ENDGAME + (mine * SETS + others) * LEADS + ahead + MOST_LEAD


@rules
def work_out_endgame(memo: Array[float], cards: int, ahead: int, mine: int, others: int) -> None:
    """Work out the chances in all positions that this one may lead to, from the last combat backwards."""
    if same_endgame(memo, cards, ahead, mine, others):
        return
    step = 1 if cards >> CRITICAL & 1 else 2  # once somebody has the deciding card, leads are odd
    number = count_bits(mine)
    for combats in range(1, min(LAST + 1, number)):
        reach = MOST_CHANGE * (number - combats)
        low = max(ahead - reach, step - 1 - 2 * combats)
        high = min(ahead + reach, 2 * combats)
        low += (low - ahead) % step
        for own in range(SETS):
            if own & ~mine == 0 and count_bits(own) == combats:
                for other in range(SETS):
                    if other & ~others == 0 and count_bits(other) == combats:
                        for there in range(low, high + 1, step):
                            memo[endgame_place(own, other, there)] = solve_endgame(memo, own, other, there, combats)


@rules
def same_endgame(memo: Array[float], cards: int, ahead: int, mine: int, others: int) -> bool:
    """Return True if `memo` holds this endgame; otherwise note that it will."""
    lead_and_sets = (ahead + N_CARDS + 1) * SETS * SETS + mine * SETS + others
    same = memo[ENDGAME_OF] == cards and memo[ENDGAME_OF + 1] == lead_and_sets
    memo[ENDGAME_OF] = cards
    memo[ENDGAME_OF + 1] = lead_and_sets
    return same


@rules
def solve_endgame(memo: Array[float], mine: int, others: int, ahead: int, combats: int) -> float:
    """Return the value of the matrix game of one combat near the end."""
    load_mean_gains(memo, mine, others, ahead, combats - 1)
    if combats == 1:
        return memo[GAINS]
    return solve_two(memo) if combats == 2 else solve_matrix(memo, combats, combats, 1, 0, ROUNDS)


@rules
def load_mean_gains(memo: Array[float], mine: int, others: int, ahead: int, after: int) -> None:
    """Fill in the matrix of a combat about which nothing more is known, with `after` combats to come after it."""
    row = 0
    for minion in range(N_TYPES):
        if mine >> minion & 1:
            column = 0
            for other in range(N_TYPES):
                if others >> other & 1:
                    memo[GAINS + row * WIDTH + column] = pair_gain(memo, minion, other, mine, others, ahead, after)
                    column += 1
            row += 1


@rules
def pair_gain(memo: Array[float], minion: int, other: int, mine: int, others: int, ahead: int, after: int) -> float:
    """Return side 0's chance to win if these two minions meet now, and `after` combats come after that."""
    mean, tie = memo[MEANS + minion * N_TYPES + other], memo[TIES + minion * N_TYPES + other]
    won = (1 - tie + mean / CARDS_WON) / 2
    mine &= ~(1 << minion)
    others &= ~(1 << other)
    return (
        won * win_chance(memo, ahead + 2, mine, others, after)
        + tie * win_chance(memo, ahead, mine, others, after)
        + (1 - tie - won) * win_chance(memo, ahead - 2, mine, others, after)
    )
