"""Write a seat's observation as numbers: the whole position, since nothing is hidden. Seats and sides are counted from
the observing one: 0 is its own, 1 the next clockwise.
"""

from __future__ import annotations

from dicehouse.compiler.rule_compiler import rules
from dicehouse.core.observation_planes import PlaneLayout
from dicehouse.records.record import Array

from .action_codes import COLOUR_COMBO, ICON_COMBO, _codes
from .board import DIE, DIE_BITS, colour_of, face_of, side_of
from .combos import LEAST, MOST
from .state import (
    KINDS,
    MAX_PLAYERS,
    N_COLOURS,
    N_FACES,
    N_LOAS,
    NO_LOA,
    NO_SEAT,
    NO_SPACE,
    SIZE,
    SPACES,
    WISHES,
    Phase,
    State,
    TurnStep,
)


def _can_be(action: int) -> bool:
    """Return True if an action number can ever be an action: most numbers of combos are none."""
    if action in ICON_COMBO:
        return LEAST <= ICON_COMBO.colours(action).bit_count() + ICON_COMBO.white(action) <= N_LOAS + 1
    if action in COLOUR_COMBO:
        own, white = COLOUR_COMBO.faces(action), COLOUR_COMBO.white(action)
        named = own != 0 or COLOUR_COMBO.colour(action) == 0
        return named and not own & white and LEAST <= (own | white).bit_count() <= MOST
    return True


ACTIONS = tuple(action for action in _codes.all() if _can_be(action))
DICE_KINDS = KINDS - 1
ZONE = 48
MOST_POINTS = 500
MOST_TURNS = 120
TOP_DIE = N_COLOURS + N_FACES  # numbers of a die: a place for each colour, then for each face
LOW_DIE = N_COLOURS + 1  # numbers of a die under another: a place for each colour, then the number of its face

_seen = PlaneLayout()
PHASE = _seen.plane("phase", Phase.OVER + 1, says="what the game waits for, in the order of the rules")
SEAT = _seen.plane(
    "seat", MAX_PLAYERS, says="the number of the seat that looks, by which steals and exchanges name sides"
)
PLAYER = _seen.plane("player", MAX_PLAYERS, says="whose turn it is; in solo 1 is the Baron")
FIRST = _seen.plane("first", MAX_PLAYERS, says="who began")
STEP = _seen.plane("step", TurnStep.END + 1, says="the first step of the turn that is still open")
POWER = _seen.plane("power", N_LOAS, says="the power that is being used")
POWER_USED = _seen.plane("power used", says="the turn has had its power")
BOUGHT = _seen.plane("bought", says="an extra turn is bought")
EXTRA = _seen.plane("extra", says="this is the extra turn")
SOLO = _seen.plane("solo", says="one plays against the Baron")
TEAMS = _seen.plane("teams", says="partners share a side")
SMALL = _seen.plane("small", says="the outer ring is closed")
TURN = _seen.plane("turn", high=MOST_TURNS, scale=40, says="how many turns have begun")
RESERVE = _seen.plane("reserve", high=127, scale=20, says="offerings that nobody has")
THRESHOLD = _seen.plane("threshold", high=127, scale=40, says="points that start the end")
SAMEDI = _seen.plane("samedi", MAX_PLAYERS, says="the side that holds the Baron Samedi token")
TRIGGER = _seen.plane("trigger", MAX_PLAYERS, says="the seat that started the end")
BLOCKED = _seen.plane("blocked", says="because it was blocked")
WINNER = _seen.plane("winner", MAX_PLAYERS, says="the side that has won")
HELD = _seen.plane("held", SPACES, says="the space chosen for a power")
HELD_TO = _seen.plane("held to", SPACES, says="the space where its first die went")
CAPTURED = _seen.plane("captured", N_COLOURS + N_FACES, says="colour, then face of the die captured this turn")
GIVEN = _seen.plane("given", N_COLOURS + N_FACES, says="colour, then face of the die offered in an exchange")
GIVER = _seen.plane("giver", MAX_PLAYERS, says="the side whose die that is")
GUARDED = _seen.plane("guarded", MAX_PLAYERS, says="the seat's Protection token lies active side up")
LOA = _seen.plane("loa", MAX_PLAYERS, N_LOAS, says="the seat's Loa")
SIDE = _seen.plane("side", MAX_PLAYERS, MAX_PLAYERS, says="for each seat its side")
POINTS = _seen.plane("points", MAX_PLAYERS, high=MOST_POINTS, scale=40, says="victory points of each side")
OFFERINGS = _seen.plane("offerings", MAX_PLAYERS, high=1000, scale=10, says="offerings of each side")
IN_ZONE = _seen.plane("zone", MAX_PLAYERS, DICE_KINDS, high=ZONE, scale=1, says="dice in its Capture zone, by kind")
SPIRIT = _seen.plane("spirit", MAX_PLAYERS, DICE_KINDS, high=ZONE, scale=1, says="dice in its Spirit World, by kind")
POOL = _seen.plane("pool", DICE_KINDS, high=ZONE, scale=1, says="dice not placed yet, by kind")
WISHED = _seen.plane("wishes", WISHES, N_COLOURS + N_FACES, says="colour, then face of each die that the Baron wants")
PAINT = _seen.plane("paint", SPACES, N_COLOURS, says="the colour that is painted on each space")
TOP = _seen.plane("top", SPACES, TOP_DIE, says="colour, then face of the top die on each space")
SECOND = _seen.plane(
    "second", SPACES, N_COLOURS + 1, high=N_FACES, scale=1, says="the die under it: colour, number of its face"
)
THIRD = _seen.plane("third", SPACES, N_COLOURS + 1, high=N_FACES, scale=1, says="the same of the lowest of three")
PLANES = _seen.planes
LASTING = PAINT  # most steps change few spaces


@rules
def observe(state: State, seat: int, out: Array[float]) -> None:
    """Write the whole position into `out`. Only the order in which dice were captured is left out."""
    observe_table(state, seat, out)
    for row in range(SIZE):
        paint_row(state.colours[row], row, out)
        for space in range(SIZE * row, SIZE * (row + 1)):
            stack_dice(state.board[space], space, out)


@rules
def observe_next(state: State, seat: int, before: State, looked: int, out: Array[float]) -> None:
    """Write everything but the board again, and only the spaces of the board that have changed."""
    observe_table(state, seat, out)
    for row in range(SIZE):
        if state.colours[row] != before.colours[row]:
            paint_row(state.colours[row], row, out)
        differ = 0
        for space in range(SIZE * row, SIZE * (row + 1)):
            differ |= state.board[space] ^ before.board[space]
        for space in range(SIZE * row, SIZE * (row + 1) if differ else SIZE * row):
            if state.board[space] != before.board[space]:
                out[TOP + TOP_DIE * space : TOP + TOP_DIE * (space + 1)] = 0
                out[SECOND + LOW_DIE * space : SECOND + LOW_DIE * (space + 1)] = 0
                out[THIRD + LOW_DIE * space : THIRD + LOW_DIE * (space + 1)] = 0
                stack_dice(state.board[space], space, out)


@rules
def observe_table(state: State, seat: int, out: Array[float]) -> None:
    """Write everything but the board."""
    out[PHASE + state.phase] = 1
    out[SEAT + seat] = 1
    out[STEP + state.step] = 1
    out[POWER_USED] = state.power_used
    out[BOUGHT] = state.bought
    out[EXTRA] = state.extra
    out[SOLO] = state.solo
    out[TEAMS] = state.teams
    out[SMALL] = state.low
    out[TURN] = min(state.turn, MOST_TURNS)
    out[RESERVE] = max(state.reserve, 0)
    out[THRESHOLD] = state.threshold
    observe_people(state, seat, out)
    if state.power != NO_LOA:
        out[POWER + state.power] = 1
        if state.held != NO_SPACE:
            out[HELD + state.held] = 1
        if state.held_to != NO_SPACE:
            out[HELD_TO + state.held_to] = 1
    mark_die(state.captured, out, CAPTURED)
    if state.phase == Phase.EXCHANGE_WITH:
        mark_die(state.held_die, out, GIVEN)
        out[GIVER + side_offset(state, seat, state.held_side)] = 1
    for kind in range(DICE_KINDS):
        out[POOL + kind] = state.pool[kind + 1]
    for i in range(WISHES):
        mark_die(state.line[i], out, WISHED + TOP_DIE * i)


@rules
def observe_people(state: State, seat: int, out: Array[float]) -> None:
    """Write what seats and sides have."""
    if state.player != NO_SEAT:
        out[PLAYER + seat_offset(state, seat, state.player)] = 1
    out[FIRST + seat_offset(state, seat, state.first)] = 1
    if state.trigger != NO_SEAT:
        out[TRIGGER + seat_offset(state, seat, state.trigger)] = 1
        out[BLOCKED] = state.why
    if state.samedi != NO_SEAT:
        out[SAMEDI + side_offset(state, seat, state.samedi)] = 1
    if state.winner != NO_SEAT:
        out[WINNER + side_offset(state, seat, state.winner)] = 1
    for other in range(2 if state.solo else state.n_players):
        player, at = state.players[other], seat_offset(state, seat, other)
        out[GUARDED + at] = player.guarded
        if player.loa != NO_LOA:
            out[LOA + N_LOAS * at + player.loa] = 1
        out[SIDE + MAX_PLAYERS * at + side_offset(state, seat, side_of(state, other))] = 1
    for side in range(state.n_sides):
        here, at = state.sides[side], side_offset(state, seat, side)
        out[POINTS + at] = min(here.vp, MOST_POINTS)
        out[OFFERINGS + at] = min(here.offerings, 1000)
        for i in range(here.n_zone):
            out[IN_ZONE + DICE_KINDS * at + here.zone[i] - 1] += 1
        for kind in range(DICE_KINDS):
            out[SPIRIT + DICE_KINDS * at + kind] = here.spirit[kind + 1]


@rules
def paint_row(paint: int, row: int, out: Array[float]) -> None:
    """Write the colours of a row. A 0 is written for none: a branch there would be unpredictable, and a misprediction
    costs more than the write.
    """
    for space in range(SIZE * row, SIZE * (row + 1)):
        for colour in range(N_COLOURS):
            out[PAINT + N_COLOURS * space + colour] = paint & 7 == colour + 1
        paint >>= 3


@rules
def stack_dice(stack: int, space: int, out: Array[float]) -> None:
    """Write the dice on a space; for none a 0 is written, as in `paint_row`."""
    top, at = max((stack & DIE) - 1, 0), TOP + TOP_DIE * space
    out[at + top // N_FACES] = stack > 0
    out[at + N_COLOURS + top % N_FACES] = stack > 0
    if stack > DIE:
        stack >>= DIE_BITS
        number_die(stack & DIE, out, SECOND + LOW_DIE * space)
        number_die(stack >> DIE_BITS, out, THIRD + LOW_DIE * space)


@rules
def mark_die(die: int, out: Array[float], first: int) -> None:
    """Write a 1 for the die's colour and a 1 for its face; nothing for no die."""
    if die:
        out[first + colour_of(die)] = 1
        out[first + N_COLOURS + face_of(die)] = 1


@rules
def number_die(die: int, out: Array[float], first: int) -> None:
    """Write a 1 for the die's colour, and the number of its face."""
    if die:
        out[first + colour_of(die)] = 1
        out[first + N_COLOURS] = face_of(die) + 1


@rules
def seat_offset(state: State, seat: int, other: int) -> int:
    """Return how many seats clockwise from `seat` the seat `other` is."""
    seats = 2 if state.solo else state.n_players
    return other - seat if other >= seat else other - seat + seats


@rules
def side_offset(state: State, seat: int, other: int) -> int:
    """Return how many sides after that of `seat` the side `other` is."""
    own = side_of(state, seat)
    return other - own if other >= own else other - own + state.n_sides
