"""Begin a match: Loas, board, dice, the draft (sections 2, 9, 10, 11)."""

from __future__ import annotations

from dicehouse.compiler.rule_compiler import local_array, rules
from dicehouse.core.action_list import Actions, add_action
from dicehouse.core.bit_sets import count_bits, nth_bit
from dicehouse.core.dice import Dice, below, log_event, log_face, roll

from .action_codes import BARON_LOA, LOA, PLACE
from .board import colour_of, die_of, paint_space, painted, put
from .sides import event_seat
from .state import (
    BARON,
    CENTRE,
    KINDS,
    N_COLOURS,
    N_LOAS,
    NO_COLOUR,
    NO_LOA,
    NO_SEAT,
    NO_SPACE,
    OFFERINGS,
    SIZE,
    SPACES,
    WISHES,
    Colour,
    EventKind,
    Face,
    Options,
    Phase,
    State,
)

# Set-ups, layouts, ways to choose: the positions of the settings' choices.
DRAFT, BALANCED, CHAOS = 1, 2, 3
MIRROR, SHUFFLED = 1, 2
CHOOSE, RANDOM = 0, 1
HOST = 1

START_OFFERINGS = 3
THRESHOLDS = (0, 0, 18, 15, 12)
TEAM_THRESHOLD = 18
BARON_START = (0, 3, 3, 3, 6)  # by level
REVERSED_LINE = 2  # from this level on the line begins with your colour

# Colour by row, T W P Y R from an index that moves one on with each column and two with each row (1.4).
WHEEL = (Colour.TURQUOISE, Colour.WHITE, Colour.PURPLE, Colour.YELLOW, Colour.RED)
COLOUR_COUNTS = (10, 10, 10, 10, 8)
SOLO_COUNTS = (4, 4, 4, 4, 4)  # inner spaces, without the four corners
SOLO_DICE = (6, 6, 6, 6, 5)  # inner spaces with the corners, the dice on each of them, and the centre
# Solo: a turquoise space gets a yellow die, red purple, yellow red, purple turquoise.
STANDS_ON = (Colour.RED, Colour.YELLOW, Colour.PURPLE, Colour.TURQUOISE)

# Faces of the Balanced set-up, by icon number and row by row; the centre has none (10).
BALANCED_FACES = (
    (0, 1, 2, 3, 4, 4, 0),
    (4, 5, 5, 0, 1, 5, 1),
    (4, 1, 2, 3, 2, 5, 2),
    (3, 0, 3, 0, 3, 0, 3),
    (2, 5, 2, 3, 2, 1, 4),
    (1, 5, 1, 0, 5, 5, 4),
    (0, 4, 4, 3, 2, 1, 0),
)
# Which Loas sit together, as masks, by pairing (9).
PAIRS = (0, 0b0011, 0b0101, 0b1001)
ALL_LOAS = (1 << N_LOAS) - 1


@rules
def set_table(state: State, options: Options, n_players: int, dice: Dice) -> None:
    """Set sides, thresholds and the starter."""
    state.options = options
    state.solo = n_players == 1
    state.teams = n_players == 4 and options.pairing > 0
    state.n_players = 2 if state.solo else n_players
    state.n_sides = 2 if state.teams else state.n_players
    state.low, state.high = (1, SIZE - 2) if state.solo else (0, SIZE - 1)
    state.threshold = TEAM_THRESHOLD if state.teams else THRESHOLDS[state.n_players]
    state.samedi = BARON if state.solo else NO_SEAT
    state.trigger = state.winner = NO_SEAT
    state.power = NO_LOA
    state.held = state.held_to = NO_SPACE
    state.reserve = OFFERINGS - START_OFFERINGS * state.n_sides
    for side in range(state.n_sides):
        state.sides[side].offerings = START_OFFERINGS
    if state.solo:
        state.sides[BARON].vp = BARON_START[options.solo_level]
    for seat in range(state.n_players):
        state.players[seat].loa = NO_LOA
    if not state.solo and options.first != HOST:
        state.first = below(dice, n_players)
    log_event(dice, EventKind.FIRST, state.first)
    paint(state, dice)
    state.player = state.first
    state.phase = Phase.LOA


# --- Loas


@rules
def free_loas(state: State, seat: int) -> int:
    """Return a mask of the Loas that a seat may take: free ones, and in a team those that its board shows."""
    free = ALL_LOAS
    for other in range(state.n_players):
        loa = state.players[other].loa
        if loa != NO_LOA:
            free &= ~(1 << loa)
            if state.teams:
                pair = PAIRS[state.options.pairing]
                if pair >> loa & 1 == 0:
                    pair = ALL_LOAS & ~pair
                free &= pair if (seat - other) % 2 == 0 else ~pair
    return free


@rules
def choose_loas(state: State, dice: Dice) -> None:
    """Give Loas to seats without a choice, in turn order, until a seat has one."""
    for _ in range(state.n_players):
        seat = state.player
        if state.players[seat].loa == NO_LOA:
            free = free_loas(state, seat)
            number = count_bits(free)
            if number > 1 and state.options.loas == CHOOSE:
                state.phase = Phase.BARON_LOA if state.solo and seat == BARON else Phase.LOA
                return
            skip = below(dice, number) if number > 1 and state.options.loas == RANDOM else 0
            give_loa(state, seat, nth_bit(free, skip), dice)
        state.player = (state.player + 1) % state.n_players
    lay_board(state, dice)


@rules
def give_loa(state: State, seat: int, loa: int, dice: Dice) -> None:
    """Give a Loa to a seat."""
    state.players[seat].loa = loa
    log_event(
        dice, EventKind.BARON_LOA if state.solo and seat == BARON else EventKind.LOA, event_seat(state, seat), item=loa
    )


@rules
def legal_loas(state: State, seat: int, actions: Actions) -> None:
    """List the Loas that are free."""
    free = free_loas(state, seat)
    for loa in range(N_LOAS):
        if free >> loa & 1:
            add_action(actions, LOA.of(loa))


@rules
def take_loa(state: State, seat: int, action: int, dice: Dice) -> None:
    """Give a seat the Loa that it has chosen; the next one may choose."""
    give_loa(state, seat, LOA.loa(action), dice)
    choose_loas(state, dice)


@rules
def legal_barons(state: State, seat: int, actions: Actions) -> None:
    """Solo: list the Loas that are left for the Baron."""
    free = free_loas(state, BARON)
    for loa in range(N_LOAS):
        if free >> loa & 1:
            add_action(actions, BARON_LOA.of(loa))


@rules
def give_baron(state: State, seat: int, action: int, dice: Dice) -> None:
    """Solo: give the Baron the Loa that was chosen for him."""
    give_loa(state, BARON, BARON_LOA.loa(action), dice)
    choose_loas(state, dice)


# --- the board and its dice


@rules
def lay_board(state: State, dice: Dice) -> None:
    """Fill the spaces."""
    log_event(dice, EventKind.LAID, NO_SEAT, item=0 if state.solo else state.options.set_up)
    if state.solo:
        fill_solo(state, dice)
    elif state.options.set_up == DRAFT:
        for colour in range(N_COLOURS):
            for _ in range(COLOUR_COUNTS[colour]):
                state.pool[die_of(colour, roll(dice) - 1)] += 1
        state.player = state.first
        state.phase = Phase.DRAFT
        return
    else:
        for space in range(SPACES):
            if painted(state, space) != NO_COLOUR:
                put(state, space, die_of(painted(state, space), first_face(state, space, dice)))
    start_play(state)


@rules
def start_play(state: State) -> None:
    """Begin the first turn."""
    state.player = state.first
    state.phase = Phase.UPCOMING


@rules
def first_face(state: State, space: int, dice: Dice) -> int:
    """Return the face that a die begins with: given in the fixed set-ups, otherwise rolled."""
    row, column = space // SIZE, space % SIZE
    if state.options.set_up == BALANCED:
        return BALANCED_FACES[row][column]
    if state.options.set_up == CHAOS:
        return Face.EXCHANGE if (row + column) % 2 else Face.STEAL
    return roll(dice) - 1


@rules
def paint(state: State, dice: Dice) -> None:
    """Colour the spaces: the pattern of knight's moves, its mirror image, or at random (S1)."""
    for space in range(SPACES):
        row, column = space // SIZE, space % SIZE
        if state.options.layout == MIRROR:
            column = SIZE - 1 - column
        outside = row < state.low or row > state.high or column < state.low or column > state.high
        none = outside or space == CENTRE
        paint_space(state, space, NO_COLOUR if none else WHEEL[(column + 2 * row + 2) % N_COLOURS])
    if state.options.layout == SHUFFLED:
        shuffle_colours(state, dice)


@rules
def shuffle_colours(state: State, dice: Dice) -> None:
    """Shuffle the colours over the spaces; in solo the four corners keep theirs."""
    left = local_array(N_COLOURS)
    number = 0
    for colour in range(N_COLOURS):
        left[colour] = SOLO_COUNTS[colour] if state.solo else COLOUR_COUNTS[colour]
        number += left[colour]
    for space in range(SPACES):
        if painted(state, space) == NO_COLOUR or (state.solo and is_corner(space)):
            continue
        at = below(dice, number)
        colour = 0
        while at >= left[colour]:
            at -= left[colour]
            colour += 1
        paint_space(state, space, colour)
        left[colour] -= 1
        number -= 1


@rules
def is_corner(space: int) -> bool:
    """Return True if this is a corner of the inner board."""
    row, column = space // SIZE, space % SIZE
    return (row == 1 or row == SIZE - 2) and (column == 1 or column == SIZE - 2)


@rules
def fill_solo(state: State, dice: Dice) -> None:
    """Solo: put a die on every inner space, one more on the corners, a white one in the centre, and set the Priority
    line.
    """
    for space in range(SPACES):
        if painted(state, space) != NO_COLOUR:
            put(state, space, die_of(painted(state, space), roll(dice) - 1))
    for space in range(SPACES):
        if is_corner(space):
            put(state, space, die_of(STANDS_ON[painted(state, space)], roll(dice) - 1))
    put(state, CENTRE, die_of(Colour.WHITE, roll(dice) - 1))
    log_event(dice, EventKind.LINE, NO_SEAT)
    for i in range(WISHES):
        state.line[i] = die_of(wished_colour(state, i), roll(dice) - 1)
        log_face(dice, state.line[i])


@rules
def wished_colour(state: State, i: int) -> int:
    """Return the colour of the Baron's i-th wish: in order after yours, or on higher levels backwards from it
    (11.2).
    """
    away = 1 + i if state.options.solo_level < REVERSED_LINE else WISHES - i
    return (state.players[0].loa + away) % N_LOAS


# --- the draft


@rules
def legal_places(state: State, seat: int, actions: Actions) -> None:
    """List any die not placed yet, on any free space of its colour."""
    for die in range(1, KINDS):
        if state.pool[die] > 0:
            for space in range(SPACES):
                if state.board[space] == 0 and painted(state, space) == colour_of(die):
                    add_action(actions, PLACE.of(die, space))


@rules
def place_die(state: State, seat: int, action: int, dice: Dice) -> None:
    """Place one die; when all are placed, play begins."""
    die, space = PLACE.die(action), PLACE.space(action)
    state.pool[die] -= 1
    put(state, space, die)
    log_event(dice, EventKind.PLACE, seat, item=die, amount=space)
    state.player = (state.player + 1) % state.n_players
    for kind in range(1, KINDS):
        if state.pool[kind] > 0:
            return
    start_play(state)
