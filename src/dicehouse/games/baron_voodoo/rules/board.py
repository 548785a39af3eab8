"""Handle dice, stacks and captures (sections 3 and 5)."""

from __future__ import annotations

from dicehouse.compiler.rule_compiler import rules
from dicehouse.core.action_list import Actions, add_action
from dicehouse.core.dice import Dice, log_event
from dicehouse.old_names import old_name_getter
from dicehouse.records.sentinels import NO_ACTION

from .action_codes import JUMP
from .state import DIRECTIONS, LINES, N_FACES, NO_SPACE, SIZE, SPACES, EventKind, State

# row and column steps of each direction of a jump
DOWN = (-1, 0, 1, 0, -1, 1, 1, -1)
ACROSS = (0, 1, 0, -1, 1, 1, -1, -1)

DIE_BITS = 5
DIE = (1 << DIE_BITS) - 1
COMPLETE = 1 << 2 * DIE_BITS  # a stack of three is at least this
ROWS_ONLY = 1  # the setting of lines
STEP = tuple(SIZE * down + across for down, across in zip(DOWN, ACROSS, strict=True))


def _jump_mask(low: int, direction: int) -> int:
    """Return a mask of the spaces where a jump in `direction` stays on the board, whose first row and column in play
    are `low`.
    """
    inside = range(low, SIZE - low)
    spaces = ((row, column) for row in range(SIZE) for column in range(SIZE))
    return sum(
        1 << SIZE * row + column
        for row, column in spaces
        if row + 2 * DOWN[direction] in inside and column + 2 * ACROSS[direction] in inside
    )


JUMP_MASKS = tuple(tuple(_jump_mask(low, direction) for direction in range(DIRECTIONS)) for low in range(2))


@rules
def die_of(colour: int, face: int) -> int:
    """Return the number of a die, 1 .. 30."""
    return 1 + N_FACES * colour + face


@rules
def colour_of(die: int) -> int:
    """Return the colour of a die."""
    return (die - 1) // N_FACES


@rules
def face_of(die: int) -> int:
    """Return the icon that a die shows."""
    return (die - 1) % N_FACES


@rules
def kinds_of(colour: int) -> int:
    """Return a mask of the six kinds of dice of a colour."""
    return 0b111111 << die_of(colour, 0)


@rules
def height(stack: int) -> int:
    """Return how many dice a stack has, 0 .. 3."""
    return (stack > 0) + (stack > DIE) + (stack >= COMPLETE)


@rules
def lift(state: State, space: int) -> int:
    """Take the top die of a stack and return it."""
    stack = state.board[space]
    state.board[space] = stack >> DIE_BITS
    return stack & DIE


@rules
def put(state: State, space: int, die: int) -> None:
    """Put a die on top of a stack."""
    state.board[space] = state.board[space] << DIE_BITS | die


@rules
def put_under(state: State, space: int, die: int) -> None:
    """Put a die beneath the top one."""
    stack = state.board[space]
    state.board[space] = ((stack >> DIE_BITS) << DIE_BITS | die) << DIE_BITS | (stack & DIE)


@rules
def painted(state: State, space: int) -> int:
    """Return the colour painted on a space, NO_COLOUR if there is none."""
    return (state.colours[space // SIZE] >> 3 * (space % SIZE) & 7) - 1


@rules
def paint_space(state: State, space: int, colour: int) -> None:
    """Paint a space with a colour, or with none."""
    row, at = space // SIZE, 3 * (space % SIZE)
    state.colours[row] = (state.colours[row] & ~(7 << at)) | (colour + 1) << at


@rules
def side_of(state: State, seat: int) -> int:
    """Return the side that a seat plays for: itself, or its team (section 9)."""
    return seat % state.n_sides


@rules
def space_beyond(state: State, space: int, direction: int, steps: int) -> int:
    """Return the space `steps` steps away, NO_SPACE beyond the edge of the board (A11)."""
    row = space // SIZE + steps * DOWN[direction]
    column = space % SIZE + steps * ACROSS[direction]
    if row < state.low or row > state.high or column < state.low or column > state.high:
        return NO_SPACE
    return SIZE * row + column


@rules
def count_lines(state: State) -> int:
    """Return how many lines powers can use: rows and files, or rows only (S13)."""
    return SIZE if state.options.power_lines == ROWS_ONLY else LINES


@rules
def line_space(line: int, i: int) -> int:
    """Return the i-th space of a row or file."""
    return SIZE * line + i if line < SIZE else SIZE * i + line - SIZE


@rules
def protected_kinds(state: State, seat: int) -> int:
    """Return a mask of the kinds that `seat` may not capture: those of opponents under Protection (section 6, S24), and
    0.
    """
    mask = 1
    for other in range(state.n_players):
        if state.players[other].guarded and side_of(state, other) != side_of(state, seat):
            mask |= kinds_of(state.players[other].loa)
    return mask


@rules
def may_jump(state: State, space: int, direction: int, shielded: int) -> bool:
    """Return True if the top die of `space` may jump in `direction`: over dice, onto an incomplete stack or an empty
    space (S5).
    """
    to = space_beyond(state, space, direction, 2)
    if to == NO_SPACE or state.board[to] >= COMPLETE:
        return False
    return shielded >> (state.board[(space + to) // 2] & DIE) & 1 == 0


@rules
def has_top(state: State, space: int, colour: int) -> bool:
    """Return True if the accessible die of a space has this colour (S23)."""
    return kinds_of(colour) >> (state.board[space] & DIE) & 1 == 1


@rules
def jumpers(state: State, seat: int, shielded: int) -> int:
    """Return a mask of the spaces whose dice `seat` may jump with. It is called often, so all dice are checked
    together.
    """
    mine = kinds_of(state.players[seat].loa)
    own, safe, full, able = 0, 0, 0, 0
    for space in range(SPACES):
        stack = state.board[space]
        own |= (mine >> (stack & DIE) & 1) << space
        safe |= (shielded >> (stack & DIE) & 1) << space
        full |= (stack >= COMPLETE) << space
    for direction in range(state.options.directions):
        step = STEP[direction]
        able |= own & JUMP_MASKS[state.low][direction] & ~shift_spaces(safe, step) & ~shift_spaces(full, 2 * step)
    return able


@rules
def shift_spaces(spaces: int, step: int) -> int:
    """Return a mask of the spaces from which a step leads to `spaces`."""
    return spaces >> step if step > 0 else spaces << -step


@rules
def any_jump(state: State, seat: int) -> bool:
    """Return True if `seat` can capture anything."""
    return jumpers(state, seat, protected_kinds(state, seat)) != 0


@rules
def find_jump(state: State, seat: int) -> int:
    """Return the first capture of `seat`, NO_ACTION if there is none."""
    shielded = protected_kinds(state, seat)
    able = jumpers(state, seat, shielded)
    if able == 0:
        return NO_ACTION
    space = 0
    while able >> space & 1 == 0:
        space += 1
    direction = 0
    while not may_jump(state, space, direction, shielded):
        direction += 1
    return JUMP.of(space, direction)


@rules
def is_jump(state: State, seat: int, action: int) -> bool:
    """Return True if this is a capture of `seat`."""
    space = JUMP.space(action)
    own = has_top(state, space, state.players[seat].loa)
    return own and may_jump(state, space, JUMP.direction(action), protected_kinds(state, seat))


@rules
def jump_alike(state: State, seat: int, die: int, other: int) -> bool:
    """Return True if swapping these two dice doesn't change what `seat` can capture."""
    mine, shielded = kinds_of(state.players[seat].loa), protected_kinds(state, seat)
    return (mine >> die ^ mine >> other) & 1 == 0 and (shielded >> die ^ shielded >> other) & 1 == 0


@rules
def legal_jumps(state: State, seat: int, actions: Actions) -> None:
    """List every capture of `seat` (section 5)."""
    shielded = protected_kinds(state, seat)
    able = jumpers(state, seat, shielded)
    for space in range(SPACES):
        if able >> space & 1:
            for direction in range(state.options.directions):
                if may_jump(state, space, direction, shielded):
                    add_action(actions, JUMP.of(space, direction))


@rules
def jump(state: State, action: int, seat: int, dice: Dice) -> int:
    """Carry out a jump: capture the top die of the space jumped over and return it. Events name `seat` as the
    capturer.
    """
    space, direction = JUMP.space(action), JUMP.direction(action)
    over, to = space_beyond(state, space, direction, 1), space_beyond(state, space, direction, 2)
    die = lift(state, space)
    put(state, to, die)
    captured = lift(state, over)
    log_event(dice, EventKind.CAPTURE, seat, other=to, item=captured, amount=space, total=SPACES * over + die)
    return captured


__getattr__ = old_name_getter(__name__)  # names of the version before
