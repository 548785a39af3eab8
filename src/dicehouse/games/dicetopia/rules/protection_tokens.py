"""Move Protection Tokens on their owner's turn (3.5, M-06)."""

from __future__ import annotations

from dicehouse.compiler.rule_compiler import rules
from dicehouse.core.action_list import Actions, add_action
from dicehouse.core.dice import Dice, log_event

from .action_codes import FIRST_TOKEN, TOKEN
from .board import on_board
from .state import NO_PLACE, EventKind, Phase, State


@rules
def legal_tokens(state: State, seat: int, actions: Actions) -> None:
    """List moving each token to another own die, once in a turn (M-06); the Conclave's first token may go to any."""
    player = state.players[seat]
    if player.protected == 0 and player.spare == 0:
        return
    for to in range(player.n_dice):
        if player.protected >> to & 1 == 0:
            if player.spare > 0:
                add_action(actions, FIRST_TOKEN.of(to))
            for slot in range(player.n_dice):
                if may_move(state, seat, slot):
                    add_action(actions, TOKEN.of(slot, to))


@rules
def may_move(state: State, seat: int, slot: int) -> bool:
    """Return True if the token in this slot has not moved in this turn."""
    player = state.players[seat]
    return player.protected >> slot & 1 == 1 and player.moved >> slot & 1 == 0


@rules
def tokens_ready(state: State, seat: int) -> bool:
    """Return True if any token may be moved or placed."""
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
    """Place a token for the first time, or move it."""
    if action in FIRST_TOKEN:
        place_token(state, seat, FIRST_TOKEN.to(action), dice)
    else:
        move_token(state, seat, TOKEN.slot(action), TOKEN.to(action), dice)


@rules
def place_token(state: State, seat: int, to: int, dice: Dice) -> None:
    """Place the Conclave's token for the first time."""
    player = state.players[seat]
    player.spare -= 1
    log_event(dice, EventKind.TOKEN, seat, item=NO_PLACE, amount=on_board(seat, to), total=player.dice[to])
    lay_token(state, seat, to)


@rules
def move_token(state: State, seat: int, slot: int, to: int, dice: Dice) -> None:
    """Move a token to another die of its owner."""
    player = state.players[seat]
    player.protected &= ~(1 << slot)
    was = player.dice[slot]
    log_event(dice, EventKind.TOKEN, seat, was, on_board(seat, slot), on_board(seat, to), player.dice[to])
    lay_token(state, seat, to)


@rules
def lay_token(state: State, seat: int, to: int) -> None:
    """Put a token on a die and note that it has moved in this turn (M-06)."""
    player = state.players[seat]
    player.protected |= 1 << to
    player.moved |= 1 << to
    if state.phase == Phase.END:
        state.phase = Phase.WINDING_UP
