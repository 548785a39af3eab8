"""Return what a seat may see: not the other's sealed choice, nor the cards that Diante showed to the other side.

In memory mode, only the winners of earlier combats are visible.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import cast

from dicehouse.core.log_entry import LogEntry
from dicehouse.i18n import listing

from ..rules.cards import CARDS, REROLL
from ..rules.combat import PROPOSED, RANDOM_ROLES, cards_won
from ..rules.deck import deck_size
from ..rules.state import (
    CRITICAL,
    DICEY,
    HALF,
    LOOKS_ON,
    N_CARDS,
    N_LOOKED,
    N_TYPES,
    NO_CARD,
    NO_MINION,
    NO_SEAT,
    Phase,
    Side,
    State,
)
from .decision_chances import count_words
from .options import CROWN, IDS
from .view_types import Cell, HalfNumber, Odds, Parity, SideAt, Step, StepId, View
from .view_types import Phase as PhaseName
from .view_types import Side as SideView

PHASES: dict[int, PhaseName] = {phase: cast(PhaseName, phase.name.lower()) for phase in Phase}
NOT_BEGUN = (Phase.CHOOSE, Phase.OVER)
CARD_PHASES = (Phase.DIANTE, Phase.TAKE, Phase.CUBERA)
ATTACKS_ON = {
    "odd": listing([1, 3], "or"),
    "even": listing([2, 4], "or"),
}  # what the d4 of a flipped card may show (S6)


def view(state: State, seat: int | None, asked: Sequence[int], log: Sequence[LogEntry]) -> View:
    """Return the position as `seat` sees it (None: a spectator)."""
    hidden = state.options.memory and state.phase != Phase.OVER
    bottom = [state.bottom[i] + 1 for i in range(state.n_bottom)]
    knows_top = state.top != NO_CARD and _knows(state.top_seen, seat)
    looking = state.phase == Phase.TAKE and seat == state.acting
    return {
        "game": "deck-o-dice",
        "mode": "solo" if state.solo else "duel",
        "abilities": "proposed" if state.options.abilities == PROPOSED else "attested",
        "memory": state.options.memory,
        "phase": PHASES[state.phase],
        "combat": state.combat,
        "combats": 2 * HALF,
        "half": cast(HalfNumber, (state.combat - 1) // HALF + 1),
        "asked": list(asked),
        "deck": deck_size(state),
        "top": state.top + 1 if knows_top else None,
        "bottom": None if hidden else bottom,
        "rest": None if hidden else _unseen(state, seat),
        "attacker": _side(state.attacker),
        "acting_side": _side(state.acting),
        "steps": _steps(state),
        "flip": None if state.flip == NO_CARD else state.flip + 1,
        "sides": [_one_side(state, side, seat, hidden) for side in range(2)],
        "looked": [card + 1 for card in state.looked] if looking else None,
        "results": [
            {"combat": combat, "winner": _side(state.results[combat])}
            for combat in range(1, state.combat + (state.phase == Phase.OVER))
        ],
        "odds": _odds(state, seat),
        "cards": {str(i + 1): ["R" if v == REROLL else v for v in card] for i, card in enumerate(CARDS)},
        "winner": _side(state.winner),
        "points_note": str(CROWN) if state.phase == Phase.OVER and cards_won(state, 0) == cards_won(state, 1) else None,
    }


def _side(side: int) -> SideAt | None:
    return None if side == NO_SEAT else cast(SideAt, side)


def _knows(seen: int, seat: int | None) -> bool:
    return bool(seen >> (LOOKS_ON if seat is None else seat) & 1)


def _unseen(state: State, seat: int | None) -> list[int]:
    """Return the cards whose place `seat` doesn't know: they are in the deck, or in view of the other side's Diante."""
    cards = [card for card in range(N_CARDS) if state.rest >> card & 1]
    if state.top != NO_CARD and not _knows(state.top_seen, seat):
        cards.append(state.top)
    if state.phase == Phase.TAKE and seat != state.acting:
        cards += [state.looked[i] for i in range(N_LOOKED) if not _knows(state.looked_seen[i], seat)]
    return sorted(card + 1 for card in cards)


def _odds(state: State, seat: int | None) -> Odds | None:
    """Return how many unseen cards beat the one to beat, for the player who decides about a card."""
    if state.phase not in CARD_PHASES or seat != state.acting:
        return None
    return {"count": count_words(state, state.acting)}


def _one_side(state: State, side: int, seat: int | None, hidden: bool) -> SideView:
    here = state.sides[side]
    dicey, own = state.solo and side == DICEY, side == seat
    choice = here.choice if own and state.phase == Phase.CHOOSE else NO_MINION
    minion = here.minion if here.minion != NO_MINION else choice
    pile = [card + 1 for card in range(N_CARDS) if here.pile >> card & 1]
    left = [IDS[i] for i in range(N_TYPES) if here.unused >> i & 1]
    return {
        "seat": None if dicey else side,
        "name": "Dicey" if dicey else None,
        "parity": _parity(state, side),
        "attacks_on": ATTACKS_ON.get(_parity(state, side) or ""),
        "chosen": here.choice != NO_MINION or here.minion != NO_MINION,
        "minion": None if minion == NO_MINION else IDS[minion],
        "card": None if here.card == NO_CARD else here.card + 1,
        "value": None if here.card == NO_CARD else here.value,
        "printed": None if here.card == NO_CARD or here.minion == NO_MINION else _printed(here),
        "points": len(pile),
        "pile": None if hidden else pile,
        "holds_20": None if hidden else bool(here.pile >> CRITICAL & 1),
        "left": left if own or not hidden or state.solo else None,
        "n_left": len(left),
        "used": N_TYPES - len(left),
    }


def _printed(side: Side) -> Cell:
    value = CARDS[side.card][side.minion]
    return "R" if value == REROLL else int(value)


def _parity(state: State, side: int) -> Parity | None:
    if state.options.parity == RANDOM_ROLES and not state.solo and state.flip == NO_CARD:
        return None
    return "odd" if side == state.odd else "even"


def _steps(state: State) -> list[Step]:
    """Return the steps choose, reveal, attacker, defender and compare, each as done, now or open."""
    at = 4 if state.phase == Phase.OVER else 0
    if state.phase not in NOT_BEGUN:
        at = 3 if state.defending else 2
    names: tuple[StepId, ...] = ("choose", "reveal", "attacker", "defender", "compare")
    return [{"id": name, "state": "done" if i < at else "now" if i == at else "open"} for i, name in enumerate(names)]
