"""Protection Tokens: they move on their owner's turn (3.5, M-06)."""

from __future__ import annotations

from dicehouse.kit.actions import Actions, add
from dicehouse.kit.compiling import rules
from dicehouse.kit.dice import Dice, tell

from .board import on_board
from .codes import FIRST_TOKEN, TOKEN
from .state import NOBODY, Happened, Phase, State


@rules
def legal_tokens(state: State, seat: int, actions: Actions) -> None:
    """Each token may go to another own die, once in a turn (M-06); the Conclave's first to any."""
    player = state.players[seat]
    if player.protected == 0 and player.spare == 0:
        return
    for to in range(player.n_dice):
        if player.protected >> to & 1 == 0:
            if player.spare > 0:
                add(actions, FIRST_TOKEN.of(to))
            for slot in range(player.n_dice):
                if may_move(state, seat, slot):
                    add(actions, TOKEN.of(slot, to))


@rules
def may_move(state: State, seat: int, slot: int) -> bool:
    """Whether the token there has not moved in this turn."""
    player = state.players[seat]
    return player.protected >> slot & 1 == 1 and player.moved >> slot & 1 == 0


@rules
def tokens_ready(state: State, seat: int) -> bool:
    """Whether any token may be moved or placed."""
    player = state.players[seat]
    if player.protected == 0 and player.spare == 0:
        return False
    movable, bare = player.spare > 0, False
    for slot in range(player.n_dice):
        movable = movable or may_move(state, seat, slot)
        bare = bare or player.protected >> slot & 1 == 0
    return movable and bare


@rules
def use_token(state: State, seat: int, action: int, dice: Dice) -> None:
    """A token is placed for the first time, or moved."""
    if action in FIRST_TOKEN:
        place_token(state, seat, FIRST_TOKEN.to(action), dice)
    else:
        move_token(state, seat, TOKEN.slot(action), TOKEN.to(action), dice)


@rules
def place_token(state: State, seat: int, to: int, dice: Dice) -> None:
    """The Conclave's token is placed for the first time."""
    player = state.players[seat]
    player.spare -= 1
    tell(dice, Happened.TOKEN, seat, item=NOBODY, amount=on_board(seat, to), total=player.dice[to])
    lay_token(state, seat, to)


@rules
def move_token(state: State, seat: int, slot: int, to: int, dice: Dice) -> None:
    """A token goes to another die of its owner."""
    player = state.players[seat]
    player.protected &= ~(1 << slot)
    was = player.dice[slot]
    tell(dice, Happened.TOKEN, seat, was, on_board(seat, slot), on_board(seat, to), player.dice[to])
    lay_token(state, seat, to)


@rules
def lay_token(state: State, seat: int, to: int) -> None:
    """It lies there now, and has moved in this turn (M-06)."""
    player = state.players[seat]
    player.protected |= 1 << to
    player.moved |= 1 << to
    if state.phase == Phase.END:
        state.phase = Phase.WINDING_UP
