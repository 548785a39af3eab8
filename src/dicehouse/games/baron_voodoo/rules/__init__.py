"""Baron Voodoo: the face of the rules towards the kit.

Numbers in brackets name sections and rulings of this folder's README: (6b), (S13), (A7), (P1).
"""

from __future__ import annotations

from dicehouse.kit.actions import Actions
from dicehouse.kit.compiling import rules
from dicehouse.kit.dice import Dice
from dicehouse.kit.record import Array

from .board import legal_jumps, side_of
from .dealing import BARON_LOA, LOA, PLACE, choose_loas, give_loa, legal_loas, legal_places, place, set_table
from .effects import NEW_FACE, TAKE, exchange, legal_exchanges, legal_faces, legal_steals, steal, turn_any
from .powers import (
    LINE,
    SPACE,
    legal_bwa,
    legal_erzulie,
    legal_legba,
    legal_wata,
    use_bwa,
    use_erzulie,
    use_legba,
    use_wata,
)
from .state import BARON, MAX_PLAYERS, N_FACES, NOBODY, Options, Phase, State
from .turn import advance, capture, go_on, legal_after, legal_turn, take_turn

__all__ = ["MAX_PLAYERS", "Options", "State"]


@rules
def deal(state: State, options: Options, n_players: int, dice: Dice) -> None:
    """Set up for 2 to 4 players, or for one against the Baron (sections 2, 9, 11)."""
    set_table(state, options, n_players, dice)
    choose_loas(state, dice)
    advance(state, dice)


@rules
def acting(state: State) -> int:
    """Mask of the seats that may decide now: one of them."""
    if state.phase == Phase.OVER:
        return 0
    return 1 if state.solo else 1 << state.player


@rules
def legal(state: State, seat: int, actions: Actions) -> None:
    """What `seat`, whose turn it is, may do."""
    phase = state.phase
    if phase == Phase.STEPS:
        legal_after(state, seat, actions)
    elif phase == Phase.TURN:
        legal_turn(state, seat, actions)
    elif phase == Phase.CAPTURE:
        legal_jumps(state, seat, actions)
    elif phase == Phase.WATA:
        legal_wata(state, seat, actions)
    elif phase <= Phase.BARON_LOA:
        legal_loas(state, actions)
    elif phase == Phase.DRAFT:
        legal_places(state, actions)
    elif phase <= Phase.BWA_NEXT:
        legal_bwa(state, seat, actions)
    elif phase <= Phase.LEGBA_TO:
        legal_legba(state, seat, actions)
    elif phase <= Phase.ERZULIE_WITH:
        legal_erzulie(state, seat, actions)
    elif phase == Phase.FACE:
        legal_faces(state, seat, actions)
    elif phase == Phase.STEAL:
        legal_steals(state, seat, actions)
    else:
        legal_exchanges(state, seat, actions)


@rules
def apply(state: State, seat: int, action: int, dice: Dice) -> None:
    """Carry out a legal action of `seat`, and all that follows until the next decision."""
    phase = state.phase
    if phase == Phase.STEPS:
        go_on(state, seat, action, dice)
    elif phase == Phase.TURN:
        take_turn(state, seat, action, dice)
    elif phase == Phase.CAPTURE:
        capture(state, seat, action, dice)
    elif phase == Phase.WATA:
        use_wata(state, seat, action - LINE, dice)
    elif phase == Phase.DRAFT:
        place(state, seat, action - PLACE, dice)
    elif phase <= Phase.BARON_LOA:
        give_loa(state, state.player, action - (BARON_LOA if phase == Phase.BARON_LOA else LOA), dice)
        choose_loas(state, dice)
    elif phase <= Phase.BWA_NEXT:
        use_bwa(state, seat, action, dice)
    elif phase <= Phase.LEGBA_TO:
        use_legba(state, seat, action - SPACE, dice)
    elif phase <= Phase.ERZULIE_WITH:
        use_erzulie(state, seat, action - SPACE, dice)
    else:
        choose_dice(state, seat, action, dice)
    advance(state, dice)


@rules
def choose_dice(state: State, seat: int, action: int, dice: Dice) -> None:
    """The choice that Face, Steal or Exchange asks for; then the steps go on."""
    if state.phase == Phase.FACE:
        turn_any(state, seat, (action - NEW_FACE) // N_FACES, (action - NEW_FACE) % N_FACES, dice)
        state.phase = Phase.STEPS
        return
    side, die = (action - TAKE) // 32, (action - TAKE) % 32
    if state.phase == Phase.STEAL:
        steal(state, seat, side, die, dice)
        state.phase = Phase.STEPS
    else:
        exchange(state, seat, side, die, dice)


@rules
def over(state: State) -> bool:
    """Whether the new Loa of the Dead is known."""
    return state.phase == Phase.OVER


@rules
def scores(state: State, out: Array[float]) -> None:
    """Victory points; partners have the same."""
    for seat in range(state.n_players):
        out[seat] = state.sides[side_of(state, seat)].vp


@rules
def shares(state: State, out: Array[float]) -> None:
    """The whole win to the winner, halves to partners; in solo the Baron's stands behind the only seat's."""
    for seat in range(state.n_players):
        lost = state.solo and state.winner == NOBODY
        wins = side_of(state, seat) == (BARON if lost else state.winner)
        out[seat] = (0.5 if state.teams else 1.0) if wins and state.phase == Phase.OVER else 0.0
