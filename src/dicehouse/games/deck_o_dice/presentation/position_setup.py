"""Set up a position before the choices of a combat: the words that `Match.set_up` takes, and the checks that they fit
together.
"""

from __future__ import annotations

from collections.abc import Sequence

from dicehouse.core.value_readers import SetupField, list_of, one_of, short_text, whole_number
from dicehouse.errors import BadSetting

from ..rules.state import ALL_TYPES, COMBATS, HALF, N_CARDS, NO_CARD, NO_SEAT, Phase, State
from .options import IDS, counted

_cards = list_of(whole_number(1, N_CARDS), N_CARDS)
_minion = one_of(*IDS)

SET_UP: tuple[SetupField, ...] = (
    SetupField("combat", whole_number(1, COMBATS), "Which combat comes: 1 if not given."),
    SetupField("order", _cards, "The whole deck from its top, known to all: shuffled if not given."),
    SetupField(
        "used", list_of(short_text(60), 2, 2), "The minions that each side has played in this half: the lowest."
    ),
    SetupField("piles", list_of(_cards, 2, 2), "The cards that each side has won: those not in `order`, in turn."),
)


def set_up(
    state: State,
    players: int,
    *,
    combat: int = 1,
    order: Sequence[int] = (),
    used: Sequence[str] | None = None,
    piles: Sequence[Sequence[int]] | None = None,
) -> None:
    """Put the game before the choices of a combat; BadSetting if the words don't fit together."""
    gone = 2 * (combat - 1)
    if order and len(order) != N_CARDS - gone:
        raise BadSetting(f"order: before combat {combat} the deck has {N_CARDS - gone} cards, not {len(order)}.")
    won = _won(order, gone) if piles is None else piles
    if len(won[0]) + len(won[1]) != gone:
        raise BadSetting(f"piles: before combat {combat} {gone} cards have been won, not {len(won[0]) + len(won[1])}.")
    _check_each_once([*order, *won[0], *won[1]])
    state.combat = combat
    _lay_deck(state, order, won)
    for side in range(2):
        state.sides[side].pile = sum(1 << card - 1 for card in won[side])
        state.sides[side].unused = ALL_TYPES & ~_played(used, side, combat)
    _share_out_combats(state, won)
    state.phase = Phase.CHOOSE


def _won(order: Sequence[int], gone: int) -> tuple[list[int], list[int]]:
    cards = [card for card in range(1, N_CARDS + 1) if card not in order][:gone]
    return cards[::2], cards[1::2]


def _check_each_once(cards: Sequence[int]) -> None:
    for card in cards:
        if cards.count(card) > 1:
            raise BadSetting(f"Card {card} is named twice; there is one of each.")


def _lay_deck(state: State, order: Sequence[int], won: Sequence[Sequence[int]]) -> None:
    """Set a deck in a known order, which is one in which every card was put to the bottom."""
    state.top = NO_CARD
    gone = {*won[0], *won[1]}
    state.rest = 0 if order else sum(1 << card - 1 for card in range(1, N_CARDS + 1) if card not in gone)
    state.n_bottom = len(order)
    for place, card in enumerate(order):
        state.bottom[place] = card - 1


def _played(used: Sequence[str] | None, side: int, combat: int) -> int:
    """Return the mask of the minions that `side` has played in this half."""
    number = (combat - 1) % HALF
    if used is None:
        return (1 << number) - 1
    mask = 0
    for word in used[side].split():
        bit = 1 << IDS.index(_minion(word, f"used[{side}]", 2))
        if mask & bit:
            raise BadSetting(f"used[{side}] names {word!r} twice; each minion is played once in a half.")
        mask |= bit
    if mask.bit_count() != number:
        played, named = counted(number, "minion"), mask.bit_count()
        raise BadSetting(f"used[{side}]: before combat {combat} each side has played {played}, not {named}.")
    return mask


def _share_out_combats(state: State, won: Sequence[Sequence[int]]) -> None:
    """Return who won the past combats by the piles: two cards for each win, one for each side in a tie."""
    wins = (len(won[0]) // 2, len(won[1]) // 2)
    for combat in range(1, state.combat):
        state.results[combat] = 0 if combat <= wins[0] else 1 if combat <= sum(wins) else NO_SEAT
