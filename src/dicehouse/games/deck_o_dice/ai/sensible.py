"""Play the duel sensibly: mix minions as the matrix game of the combat asks for.

The value of each pair of minions is that of the combat with the deck as it is known (`combat_odds`), and of the combats
after it (`win_chances`). The card on top matters most. If only one side knows it, having looked with Diante, that side
mixes separately for every card that it may be, and the other side allows for that (`combat_matrix`).
"""

from __future__ import annotations

from typing import Any

from dicehouse.compiler.rule_compiler import rules
from dicehouse.core.action_list import Actions
from dicehouse.core.dice import Dice
from dicehouse.records.record import Array

from ..rules.action_codes import CHOOSE, KEEP, LOOK, REROLL_CARD, TAKE
from ..rules.state import ALL_TYPES, COMBATS, HALF, NO_MINION, Minion, Phase, State
from .combat_matrix import choose_against_dicey, choose_minion, load_combat
from .combat_odds import (
    PRESET,
    TOP,
    clash_value,
    defence_value,
    load_cards,
    look_at_deck,
    mean_attack_value,
    mean_clash_value,
    next_cards,
    taken_card_value,
)
from .solo_reply import SOLO_MEMO, answer_value, load_picks, reroll_answer_value, work_out_solo
from .win_chances import LAST, cards_to_come, lead, work_out_endgame, work_out_means

MEMO = SOLO_MEMO


def prepare(state: State, memo: Any) -> None:
    """Fill in what never changes at a table."""
    memo[PRESET] = state.options.abilities
    load_cards(memo)
    load_picks(memo)


@rules
def sensible(state: State, seat: int, actions: Actions, memo: Array[float], dice: Dice) -> int:
    """Return the action that a sensible player takes."""
    if actions.count == 1:
        return actions.item[0]
    if state.phase == Phase.DIANTE:
        return LOOK  # at worst the first card is taken
    work_out_prospects(state, memo)
    if state.phase == Phase.CHOOSE:
        return CHOOSE.of(choose_against_dicey(state, memo) if state.solo else choose_minion(state, seat, memo, dice))
    look_at_deck(memo, state, state.top_seen >> seat & 1 == 1)
    load_combat(state, memo, state.attacker, state.sides[0].minion, state.sides[1].minion)
    return take_card(state, seat, memo) if state.phase == Phase.TAKE else reroll_or_keep(state, seat, memo)


@rules
def work_out_prospects(state: State, memo: Array[float]) -> None:
    """Work out the value of the combats after this one."""
    cards = cards_to_come(state)
    if state.solo:
        again = state.combat <= HALF  # all minions come back
        work_out_solo(
            memo,
            cards,
            ALL_TYPES if again else minions_before(state, 0),
            ALL_TYPES if again else minions_before(state, 1),
        )
        return
    work_out_means(memo, cards)
    if COMBATS - state.combat <= LAST:
        work_out_endgame(memo, cards, lead(state), minions_before(state, 0), minions_before(state, 1))


@rules
def minions_before(state: State, side: int) -> int:
    """Return the minions that `side` had before this combat."""
    here = state.sides[side]
    return here.unused if here.minion == NO_MINION else here.unused | 1 << here.minion


@rules
def reroll_or_keep(state: State, seat: int, memo: Array[float]) -> int:
    """Return Cubera's action, by the value of each for the attacker."""
    card, other = state.sides[seat].card, state.sides[1 - seat]
    own = 1 << card
    if seat == state.attacker:
        if state.solo:
            drawn = 1 << other.card
            kept = answer_value(memo, card, Minion.CUBERA, other.minion, other.card, own | drawn, 0)
            again = reroll_answer_value(memo, card, other.minion, other.card, drawn, 0)
            return REROLL_CARD if again > kept else KEEP
        kept = defence_value(memo, card, other.minion, own, 0)
        return REROLL_CARD if mean_attack_value(memo, Minion.CUBERA, other.minion, own) > kept else KEEP
    kept = clash_value(memo, other.card, card)
    again = mean_clash_value(memo, other.card, next_cards(memo, 0, own))
    return REROLL_CARD if again < kept else KEEP


@rules
def take_card(state: State, seat: int, memo: Array[float]) -> int:
    """Return Diante's action, by the value of both cards; an attacking Diante leaves the other card to the defender."""
    first, second, other = state.looked[0], state.looked[1], state.sides[1 - seat]
    if seat == state.attacker:
        here = worth_to_take(state, memo, first, second, other.minion, other.card)
        there = worth_to_take(state, memo, second, first, other.minion, other.card)
        return TAKE.of(int(here < there))
    here = clash_value(memo, other.card, first)
    there = clash_value(memo, other.card, second)
    return TAKE.of(int(here > there))


@rules
def worth_to_take(state: State, memo: Array[float], card: int, left: int, defender: int, his: int) -> float:
    """Return the value if the attacking Diante takes `card` and leaves `left` on top; `his` is Dicey's card."""
    if not state.solo:
        return taken_card_value(memo, defender, card, left, 0)
    memo[TOP] = left
    return answer_value(memo, card, Minion.DIANTE, defender, his, 1 << card | 1 << his, 0)
