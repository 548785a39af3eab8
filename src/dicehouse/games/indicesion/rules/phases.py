"""List the choices of each phase and carry them out. Throws, placings and buildings may be described freely too."""

from __future__ import annotations

from collections.abc import Callable

from dicehouse.core import log_event

from . import action_codes, barrels, power_dice, rounds, throws
from .barrels import PIECES, READY_TARGETS, SPOTS
from .measurements import RecordedAction
from .ready_throws import READY_THROWS, clear_way, ready_throw, targets
from .state import N_COLOURS, NO_PIECE, EventKind, Phase, PieceStatus, State
from .table_layout import board_name, colour_of, die_name, piece_named

ActionLister = Callable[[State, int], list[int]]
ActionHandler = Callable[[State, int, int, RecordedAction], None]


def legal(state: State, seat: int) -> list[int]:
    """Return the listed choices of `seat`."""
    phase = Phase(state.phase)
    return PHASES[phase][0](state, seat) if phase in PHASES else []


def carry_out(state: State, seat: int, action: int, act: RecordedAction) -> None:
    """Carry out a choice, listed or free."""
    PHASES[Phase(state.phase)][1](state, seat, action, act)


# --- before the throws


def _starters(state: State, seat: int) -> list[int]:
    return [action_codes.START.of(other) for other in range(state.n_players)]


def _start(state: State, seat: int, action: int, act: RecordedAction) -> None:
    rounds.start_match(state, action_codes.START.seat(action), act.dice)


def _colours(state: State, seat: int) -> list[int]:
    return [action_codes.DRAFT.of(colour) for colour in range(N_COLOURS) if rounds.dice_in_pool(state, colour)]


def _draft(state: State, seat: int, action: int, act: RecordedAction) -> None:
    rounds.draft_die(state, seat, action_codes.DRAFT.colour(action), act.dice)


def _stands(state: State, seat: int) -> list[int]:
    """Return every place on every board where a barrel fits."""
    places = [(board, spot) for board in range(state.n_players) for spot in range(len(SPOTS))]
    return [
        *(action_codes.STAND.of(*place) for place in places if barrels.barrel_fits(state, *place)),
        action_codes.ASIDE,
    ]


def _stand(state: State, seat: int, action: int, act: RecordedAction) -> None:
    if action == action_codes.ASIDE:
        barrels.leave_barrels_aside(state, seat, act.dice)
    elif action in action_codes.STAND:
        barrels.stand_barrel(state, seat, stand_text(action), act)
    else:
        barrels.stand_barrel(state, seat, act.text, act)


def _builds(state: State, seat: int) -> list[int]:
    """Return ready-made constructions, removable pieces, and the end of building once a piece is placed."""
    found = [action_codes.BUILD.of(number) for number in range(len(READY_TARGETS))]
    lying = [number for number, name in enumerate(PIECES) if piece_named(state, name).where == PieceStatus.TABLE]
    if lying:
        found += [*(action_codes.TAKE.of(number) for number in lying), action_codes.CLEAR]
    return found if barrels.missing_for_target(state) else [*found, action_codes.DONE]


def _build(state: State, seat: int, action: int, act: RecordedAction) -> None:
    if action in action_codes.BUILD:
        barrels.build_ready_target(state, seat, list(READY_TARGETS)[action_codes.BUILD.target(action)], act)
    elif action in action_codes.TAKE:
        barrels.remove_piece(state, seat, PIECES[action_codes.TAKE.piece(action)], act)
    elif action == action_codes.CLEAR:
        barrels.clear_pieces(state)
        log_event(act.dice, EventKind.REMOVED, seat, item=NO_PIECE)
    elif action == action_codes.DONE:
        barrels.finish_target(state, seat, act)
    else:
        barrels.place_piece(state, seat, act.text, act)


# --- throws, and what may follow one


def _throws(state: State, seat: int) -> list[int]:
    """Return ready throws of one die of each colour in hand at every target."""
    dice = list({colour_of(number): number for number in reversed(throws.throwable_dice(state, seat))}.values())
    ways = [
        (target, how)
        for target, name in enumerate(targets(state))
        for how, word in enumerate(READY_THROWS)
        if clear_way(state, seat, word, name)
    ]
    return [action_codes.READY.of(how, die, target) for die in sorted(dice) for target, how in ways]


def _throw(state: State, seat: int, action: int, act: RecordedAction) -> None:
    throws.carry_out_throw(
        state, seat, ready_text(state, seat, action, act) if action in action_codes.READY else act.text, act
    )


def _respawns(state: State, seat: int) -> list[int]:
    return [*(action_codes.RESPAWN.of(number) for number in power_dice.replaceable(state, seat)), action_codes.PASS]


def _respawn(state: State, seat: int, action: int, act: RecordedAction) -> None:
    if action in action_codes.RESPAWN:
        power_dice.respawn_die(state, seat, action_codes.RESPAWN.die(action), act.dice)
    else:
        power_dice.give_up_respawn(state, seat, act.dice)


def _second_thoughts(state: State, seat: int) -> list[int]:
    return [action_codes.AGAIN, action_codes.KEEP]


def _throw_again(state: State, seat: int, action: int, act: RecordedAction) -> None:
    if action == action_codes.AGAIN:
        power_dice.throw_again(state, seat, act)
    else:
        power_dice.keep_throw(state, seat, act.dice)


PHASES: dict[Phase, tuple[ActionLister, ActionHandler]] = {
    Phase.STARTER: (_starters, _start),
    Phase.DRAFT: (_colours, _draft),
    Phase.BARRELS: (_stands, _stand),
    Phase.BUILD: (_builds, _build),
    Phase.THROW: (_throws, _throw),
    Phase.BLUE: (_respawns, _respawn),
    Phase.PINK: (_second_thoughts, _throw_again),
}


# --- listed choices as text


def stand_text(action: int) -> str:
    """Return a place for a barrel, in the notation."""
    board, spot = action_codes.STAND.board(action), action_codes.STAND.spot(action)
    return f"stand {board_name(board)} {list(SPOTS)[spot]}"


def ready_text(state: State, seat: int, action: int, act: RecordedAction) -> str:
    """Return the notation of a ready throw; in a replay, the one that was recorded."""
    how, die = READY_THROWS[action_codes.READY.way(action)], die_name(action_codes.READY.die(action))
    target = targets(state)[action_codes.READY.target(action)]
    return act.meant("flight", die, target) or ready_throw(state, seat, how, die, target).text()
