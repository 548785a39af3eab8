"""Dice, stacks and captures (sections 3 and 5)."""

from __future__ import annotations

from dicehouse.kit.actions import Actions, add
from dicehouse.kit.compiling import rules
from dicehouse.kit.dice import Dice, tell

from .codes import JUMP
from .state import DIRECTIONS, LINES, N_FACES, NOBODY, SIZE, SPACES, Happened, State

# how each direction of a jump goes
DOWN = (-1, 0, 1, 0, -1, 1, 1, -1)
ACROSS = (0, 1, 0, -1, 1, 1, -1, -1)

DIE_BITS = 5
DIE = (1 << DIE_BITS) - 1
COMPLETE = 1 << 2 * DIE_BITS  # a stack of three is at least this
ROWS_ONLY = 1  # the setting of lines
STEP = tuple(SIZE * down + across for down, across in zip(DOWN, ACROSS, strict=True))


def _room(low: int, direction: int) -> int:
    """Mask of the spaces where a jump that way stays on the board, whose first row and column in play are `low`."""
    inside = range(low, SIZE - low)
    spaces = ((row, column) for row in range(SIZE) for column in range(SIZE))
    return sum(
        1 << SIZE * row + column
        for row, column in spaces
        if row + 2 * DOWN[direction] in inside and column + 2 * ACROSS[direction] in inside
    )


ROOM = tuple(tuple(_room(low, direction) for direction in range(DIRECTIONS)) for low in range(2))


@rules
def die_of(colour: int, face: int) -> int:
    """The number of a die, 1 .. 30."""
    return 1 + N_FACES * colour + face


@rules
def colour_of(die: int) -> int:
    """Its colour."""
    return (die - 1) // N_FACES


@rules
def face_of(die: int) -> int:
    """The icon that it shows."""
    return (die - 1) % N_FACES


@rules
def kinds_of(colour: int) -> int:
    """Mask of the six kinds of dice of a colour."""
    return 0b111111 << die_of(colour, 0)


@rules
def height(stack: int) -> int:
    """How many dice stand there, 0 .. 3."""
    return (stack > 0) + (stack > DIE) + (stack >= COMPLETE)


@rules
def lift(state: State, space: int) -> int:
    """Take the top die of a stack."""
    stack = state.board[space]
    state.board[space] = stack >> DIE_BITS
    return stack & DIE


@rules
def put(state: State, space: int, die: int) -> None:
    """Put a die on top."""
    state.board[space] = state.board[space] << DIE_BITS | die


@rules
def put_under(state: State, space: int, die: int) -> None:
    """Put a die beneath the top one."""
    stack = state.board[space]
    state.board[space] = ((stack >> DIE_BITS) << DIE_BITS | die) << DIE_BITS | (stack & DIE)


@rules
def painted(state: State, space: int) -> int:
    """The colour painted on a space, NOBODY if there is none."""
    return (state.colours[space // SIZE] >> 3 * (space % SIZE) & 7) - 1


@rules
def paint_space(state: State, space: int, colour: int) -> None:
    """Paint a space with a colour, or with none."""
    row, at = space // SIZE, 3 * (space % SIZE)
    state.colours[row] = (state.colours[row] & ~(7 << at)) | (colour + 1) << at


@rules
def side_of(state: State, seat: int) -> int:
    """Whom a seat plays for: itself, or its team (section 9)."""
    return seat % state.n_sides


@rules
def beyond(state: State, space: int, direction: int, steps: int) -> int:
    """The space so many steps away, NOBODY where the board has ended (A11)."""
    row = space // SIZE + steps * DOWN[direction]
    column = space % SIZE + steps * ACROSS[direction]
    if row < state.low or row > state.high or column < state.low or column > state.high:
        return NOBODY
    return SIZE * row + column


@rules
def lines(state: State) -> int:
    """How many lines powers know: rows and files, or rows only (S13)."""
    return SIZE if state.options.power_lines == ROWS_ONLY else LINES


@rules
def on_line(line: int, i: int) -> int:
    """The i-th space of a row or file."""
    return SIZE * line + i if line < SIZE else SIZE * i + line - SIZE


@rules
def shield(state: State, seat: int) -> int:
    """Mask of the kinds that `seat` may not capture: those of opponents under Protection (section 6, S24), and 0."""
    mask = 1
    for other in range(state.n_players):
        if state.players[other].guarded and side_of(state, other) != side_of(state, seat):
            mask |= kinds_of(state.players[other].loa)
    return mask


@rules
def may_jump(state: State, space: int, direction: int, shielded: int) -> bool:
    """Whether the top die here may jump that way: over dice, onto an incomplete stack or an empty space (S5)."""
    to = beyond(state, space, direction, 2)
    if to == NOBODY or state.board[to] >= COMPLETE:
        return False
    return shielded >> (state.board[(space + to) // 2] & DIE) & 1 == 0


@rules
def has_top(state: State, space: int, colour: int) -> bool:
    """Whether the accessible die of a space has this colour (S23)."""
    return kinds_of(colour) >> (state.board[space] & DIE) & 1 == 1


@rules
def jumpers(state: State, seat: int, shielded: int) -> int:
    """Mask of the spaces whose dice `seat` may jump with. It is asked so often that all dice are looked at together."""
    mine = kinds_of(state.players[seat].loa)
    own, safe, full, able = 0, 0, 0, 0
    for space in range(SPACES):
        stack = state.board[space]
        own |= (mine >> (stack & DIE) & 1) << space
        safe |= (shielded >> (stack & DIE) & 1) << space
        full |= (stack >= COMPLETE) << space
    for direction in range(state.options.directions):
        step = STEP[direction]
        able |= own & ROOM[state.low][direction] & ~shifted(safe, step) & ~shifted(full, 2 * step)
    return able


@rules
def shifted(spaces: int, step: int) -> int:
    """Mask of the spaces from which a step leads to these."""
    return spaces >> step if step > 0 else spaces << -step


@rules
def any_jump(state: State, seat: int) -> bool:
    """Whether `seat` can capture anything."""
    return jumpers(state, seat, shield(state, seat)) != 0


@rules
def find_jump(state: State, seat: int) -> int:
    """The first capture of `seat`, NOBODY if there is none."""
    shielded = shield(state, seat)
    able = jumpers(state, seat, shielded)
    if able == 0:
        return NOBODY
    space = 0
    while able >> space & 1 == 0:
        space += 1
    direction = 0
    while not may_jump(state, space, direction, shielded):
        direction += 1
    return JUMP.of(space, direction)


@rules
def is_jump(state: State, seat: int, action: int) -> bool:
    """Whether this is a capture of `seat`."""
    space = JUMP.space(action)
    own = has_top(state, space, state.players[seat].loa)
    return own and may_jump(state, space, JUMP.direction(action), shield(state, seat))


@rules
def jump_alike(state: State, seat: int, die: int, other: int) -> bool:
    """Whether it makes no difference to what `seat` can capture which of two dice stands where."""
    mine, shielded = kinds_of(state.players[seat].loa), shield(state, seat)
    return (mine >> die ^ mine >> other) & 1 == 0 and (shielded >> die ^ shielded >> other) & 1 == 0


@rules
def legal_jumps(state: State, seat: int, actions: Actions) -> None:
    """Every capture of `seat` (section 5)."""
    shielded = shield(state, seat)
    able = jumpers(state, seat, shielded)
    for space in range(SPACES):
        if able >> space & 1:
            for direction in range(state.options.directions):
                if may_jump(state, space, direction, shielded):
                    add(actions, JUMP.of(space, direction))


@rules
def jump(state: State, action: int, seat: int, dice: Dice) -> int:
    """The die jumps; the top die of what it jumped over is captured and returned. Events name `seat` as who did it."""
    space, direction = JUMP.space(action), JUMP.direction(action)
    over, to = beyond(state, space, direction, 1), beyond(state, space, direction, 2)
    die = lift(state, space)
    put(state, to, die)
    captured = lift(state, over)
    tell(dice, Happened.CAPTURE, seat, other=to, item=captured, amount=space, total=SPACES * over + die)
    return captured
