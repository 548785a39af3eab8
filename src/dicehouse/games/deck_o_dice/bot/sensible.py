"""How a sensible player plays the duel: it mixes its choices as the matrix game of the combat asks for.

Each pair of minions is worth what the combat brings with the deck as it is known (`odds.py`), and what comes after
(`prospects.py`). Which card is on top matters most. If one side alone knows it, having looked with Diante, that side
mixes anew for every card that it may be, and the other side is wary of that (`choice.py`).
"""

from __future__ import annotations

from typing import Any

from dicehouse.kit.actions import Actions
from dicehouse.kit.compiling import rules
from dicehouse.kit.dice import Dice
from dicehouse.kit.record import Array

from ..rules.codes import CHOOSE, KEEP, LOOK, REROLL_CARD, TAKE
from ..rules.state import ALL_TYPES, COMBATS, HALF, NOBODY, Minion, Phase, State
from .choice import choose, choose_against_dicey, load_combat
from .odds import PRESET, TOP, attack_with_any, clash, defend, load_cards, look_at_deck, mean_clash, pool, taken
from .prospects import LAST, cards_to_come, lead, work_out_endgame, work_out_means
from .solo import SOLO_MEMO, answer, answer_after_reroll, load_picks, work_out_solo

MEMO = SOLO_MEMO


def prepare(state: State, memo: Any) -> None:
    """What never changes at a table."""
    memo[PRESET] = state.options.abilities
    load_cards(memo)
    load_picks(memo)


@rules
def sensible(state: State, seat: int, actions: Actions, memo: Array[float], dice: Dice) -> int:
    """The action that a sensible player takes."""
    if actions.count == 1:
        return actions.item[0]
    if state.phase == Phase.DIANTE:
        return LOOK  # at worst the first card is taken
    work_out_prospects(state, memo)
    if state.phase == Phase.CHOOSE:
        return CHOOSE.of(choose_against_dicey(state, memo) if state.solo else choose(state, seat, memo, dice))
    look_at_deck(memo, state, state.top_seen >> seat & 1 == 1)
    load_combat(state, memo, state.attacker, state.sides[0].minion, state.sides[1].minion)
    return take(state, seat, memo) if state.phase == Phase.TAKE else reroll_or_keep(state, seat, memo)


@rules
def work_out_prospects(state: State, memo: Array[float]) -> None:
    """What the combats after this one will bring."""
    cards = cards_to_come(state)
    if state.solo:
        again = state.combat <= HALF  # all minions come back
        work_out_solo(memo, cards, ALL_TYPES if again else before(state, 0), ALL_TYPES if again else before(state, 1))
        return
    work_out_means(memo, cards)
    if COMBATS - state.combat <= LAST:
        work_out_endgame(memo, cards, lead(state), before(state, 0), before(state, 1))


@rules
def before(state: State, side: int) -> int:
    """The minions that a side had before this combat."""
    here = state.sides[side]
    return here.unused if here.minion == NOBODY else here.unused | 1 << here.minion


@rules
def reroll_or_keep(state: State, seat: int, memo: Array[float]) -> int:
    """Cubera, by what both are worth for the attacker."""
    card, other = state.sides[seat].card, state.sides[1 - seat]
    own = 1 << card
    if seat == state.attacker:
        if state.solo:
            drawn = 1 << other.card
            kept = answer(memo, card, Minion.CUBERA, other.minion, other.card, own | drawn, 0)
            again = answer_after_reroll(memo, card, other.minion, other.card, drawn, 0)
            return REROLL_CARD if again > kept else KEEP
        kept = defend(memo, card, other.minion, own, 0)
        return REROLL_CARD if attack_with_any(memo, Minion.CUBERA, other.minion, own) > kept else KEEP
    kept = clash(memo, other.card, card)
    again = mean_clash(memo, other.card, pool(memo, 0, own))
    return REROLL_CARD if again < kept else KEEP


@rules
def take(state: State, seat: int, memo: Array[float]) -> int:
    """Diante, by what both cards are worth for the attacker: as such it leaves the other card to the defender."""
    first, second, other = state.looked[0], state.looked[1], state.sides[1 - seat]
    if seat == state.attacker:
        here = worth_to_take(state, memo, first, second, other.minion, other.card)
        there = worth_to_take(state, memo, second, first, other.minion, other.card)
        return TAKE.of(int(here < there))
    here = clash(memo, other.card, first)
    there = clash(memo, other.card, second)
    return TAKE.of(int(here > there))


@rules
def worth_to_take(state: State, memo: Array[float], card: int, left: int, defender: int, his: int) -> float:
    """What it is worth for the attacking Diante to take this card and leave that one on top; `his` is Dicey's card."""
    if not state.solo:
        return taken(memo, defender, card, left, 0)
    memo[TOP] = left
    return answer(memo, card, Minion.DIANTE, defender, his, 1 << card | 1 << his, 0)
