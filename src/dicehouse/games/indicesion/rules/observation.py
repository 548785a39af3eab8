"""Write a seat's observation as numbers: the whole position, since nothing is hidden. Seats are counted from the
observing one.

Places are in tenths of a millimetre, turns as quaternions in ten-thousandths: as exact as in the view. The referee's
verdict follows from that and is left out.
"""

from __future__ import annotations

from collections.abc import MutableSequence
from typing import Any

from dicehouse.core.observation_planes import PlaneLayout

from . import action_codes
from .state import (
    MAX_PLAYERS,
    MOST_ROUNDS,
    N_BARRELS,
    N_BOARDS,
    N_DICE,
    NO_DIE,
    NO_PIECE,
    NO_SEAT,
    Mode,
    Phase,
    PieceStatus,
    State,
)

ACTIONS = tuple(range(action_codes.FREE_THROW))  # listed choices; a choice described freely has no number
FAR = 30_000  # tenths of a millimetre: bodies on the table are nearer
MOST_TURNS = 2000
MOST_POINTS = 2000
TURNED = 10_000
HANDS, WINS = 10, 50

_seen = PlaneLayout()
PHASE = _seen.plane("phase", len(Phase), says="what the game waits for")
MODE = _seen.plane("mode", len(Mode), says="Classic, Central or Drafting")
SEAT = _seen.plane("seat", MAX_PLAYERS, says="the number of the seat that looks, by which choices name seats")
PRESENT = _seen.plane("present", MAX_PLAYERS, says="somebody sits there")
PLAYER = _seen.plane("player", MAX_PLAYERS, says="whose turn it is, or who places or builds")
ASKED = _seen.plane("asked", MAX_PLAYERS, says="who may replace a die that was knocked off")
STARTER = _seen.plane("starter", MAX_PLAYERS, says="who started this round")
FIRST = _seen.plane("first", MAX_PLAYERS, says="who started the first one")
WINNER = _seen.plane("winner", MAX_PLAYERS, says="who has won")
ROUND = _seen.plane("round", high=MOST_ROUNDS, says="the round")
TURN = _seen.plane("turn", high=MOST_TURNS, scale=40, says="how many turns have begun")
NEEDED = _seen.plane("needed", high=MOST_ROUNDS, scale=4, says="rounds that win the game")
HAND_LEVEL = _seen.plane("hand", high=HANDS, scale=4, says="how steady hands are")
RELEASE = _seen.plane("release", says="a die is let go far from every board, not from its target alone")
BARRELED = _seen.plane("barrels", says="the match has barrels")
COVERED = _seen.plane("covered yellow", says="a yellow die that is covered works")
AGAIN = _seen.plane("again", says="the die is thrown once more")
ENDING = _seen.plane("ending", says="nobody has more than one die left")
PICKED = _seen.plane("picked", high=N_DICE, says="how many dice are drafted")
THROWN = _seen.plane("thrown", N_DICE, says="the die of this turn")
WON = _seen.plane("wins", MAX_PLAYERS, high=WINS, scale=4, says="rounds won")
SKIPS = _seen.plane("skips", MAX_PLAYERS, high=WINS, scale=4, says="turns that will be left out")
TAKEN = _seen.plane("taken", MAX_PLAYERS, high=N_BARRELS, says="barrels knocked off")
ROUND_POINTS = _seen.plane(
    "round points", MOST_ROUNDS, MAX_PLAYERS, low=-MOST_POINTS, high=MOST_POINTS, scale=40, says="of each round played"
)
ROUND_WINNER = _seen.plane("round winner", MOST_ROUNDS, MAX_PLAYERS, says="who won it")
DIE_WHERE = _seen.plane("die where", N_DICE, len(PieceStatus), says="box, pool, hand, table, burnt, lost, spent, taken")
DIE_OWNER = _seen.plane("die owner", N_DICE, MAX_PLAYERS, says="whose die it is")
DIE_AT = _seen.plane("die at", N_DICE, 3, low=-FAR, high=FAR, scale=10_000, says="where it lies on the table: x, y, z")
DIE_TURN = _seen.plane("die turn", N_DICE, 4, low=-TURNED, high=TURNED, says="how it lies there: w, i, j, k")
BOARD_WHERE = _seen.plane("board where", N_BOARDS, len(PieceStatus), says="the same of boards: p1 to p6, c1 to c6")
BOARD_OWNER = _seen.plane("board owner", N_BOARDS, MAX_PLAYERS, says="whose board it is")
BOARD_AT = _seen.plane("board at", N_BOARDS, 3, low=-FAR, high=FAR, scale=10_000, says="where it lies")
BOARD_TURN = _seen.plane("board turn", N_BOARDS, 4, low=-TURNED, high=TURNED, says="how it lies")
BARREL_WHERE = _seen.plane("barrel where", N_BARRELS, len(PieceStatus), says="the same of barrels")
BARREL_OWNER = _seen.plane("barrel owner", N_BARRELS, MAX_PLAYERS, says="whose barrel it is")
BARREL_AT = _seen.plane("barrel at", N_BARRELS, 3, low=-FAR, high=FAR, scale=10_000, says="where it stands")
BARREL_TURN = _seen.plane("barrel turn", N_BARRELS, 4, low=-TURNED, high=TURNED, says="how it stands")
BARREL_HOME = _seen.plane("barrel home", N_BARRELS, N_BOARDS, says="the board on which it was stood")
LOST_BY = _seen.plane("lost by", N_DICE, MAX_PLAYERS, says="who may replace a die that was knocked off their board")
LOST_FACE = _seen.plane("lost face", N_DICE, high=6, says="what it showed there")
PLANES = _seen.planes

Row = MutableSequence[float]


def observe(state: State, seat: int, out: Row) -> None:
    """Write the whole position into `out`, as `seat` sees it."""
    options = state.options
    out[PHASE + state.phase] = 1
    out[MODE + options.game] = 1
    out[SEAT + seat] = 1
    named = ((PLAYER, state.player), (ASKED, state.asked), (STARTER, state.starter), (FIRST, state.first))
    for place, other in (*named, (WINNER, state.winner)):
        _mark_seat(state, seat, other, out, place)
    out[ROUND], out[TURN] = min(state.round, MOST_ROUNDS), min(state.turn, MOST_TURNS)
    out[NEEDED], out[HAND_LEVEL], out[RELEASE] = options.rounds, options.hand, options.release
    out[BARRELED], out[COVERED] = options.barrels, options.covered_yellow_works
    out[AGAIN], out[ENDING], out[PICKED] = state.again, state.ending, state.picked
    if state.thrown != NO_DIE:
        out[THROWN + state.thrown] = 1
    _observe_seats(state, seat, out)
    for number in range(N_DICE):
        _observe_thing(state, seat, state.dice[number], number, out, (DIE_WHERE, DIE_OWNER, DIE_AT, DIE_TURN))
    for number in range(N_BOARDS):
        planes = (BOARD_WHERE, BOARD_OWNER, BOARD_AT, BOARD_TURN)
        _observe_thing(state, seat, state.boards[number], number, out, planes)
    for number in range(N_BARRELS):
        barrel, planes = state.barrels[number], (BARREL_WHERE, BARREL_OWNER, BARREL_AT, BARREL_TURN)
        _observe_thing(state, seat, barrel, number, out, planes)
        if barrel.where in (PieceStatus.TABLE, PieceStatus.TAKEN) and barrel.home != NO_PIECE:
            out[BARREL_HOME + N_BOARDS * number + barrel.home] = 1


def _observe_seats(state: State, seat: int, out: Row) -> None:
    """Write what seats have, what they may replace, and their results of past rounds."""
    played = state.round - (state.phase != Phase.OVER)
    for other in range(state.n_players):
        at = _seat_offset(state, seat, other)
        out[PRESENT + at] = 1
        out[WON + at], out[SKIPS + at], out[TAKEN + at] = state.wins[other], state.skips[other], state.taken[other]
        for number in range(played):
            out[ROUND_POINTS + MAX_PLAYERS * number + at] = state.points[number, other]
        for number in range(N_DICE):
            if state.losses[number].seats >> other & 1:
                out[LOST_BY + MAX_PLAYERS * number + at] = 1
                out[LOST_FACE + number] = state.losses[number].face
    for number in range(played):
        _mark_seat(state, seat, state.round_winner[number], out, ROUND_WINNER + MAX_PLAYERS * number)


def _observe_thing(
    state: State, seat: int, lying: Any, number: int, out: Row, planes: tuple[int, int, int, int]
) -> None:
    """Write a die, a board or a barrel: its owner, and its pose if it is on the table."""
    where, owner, at, turn = planes
    out[where + len(PieceStatus) * number + lying.where] = 1
    _mark_seat(state, seat, lying.owner, out, owner + MAX_PLAYERS * number)
    if lying.where == PieceStatus.TABLE:
        for axis, metres in enumerate((lying.x, lying.y, lying.z)):
            out[at + 3 * number + axis] = max(-FAR, min(FAR, round(metres * 10_000)))
        for part, value in enumerate((lying.w, lying.i, lying.j, lying.k)):
            out[turn + 4 * number + part] = max(-TURNED, min(TURNED, round(value * TURNED)))


def _mark_seat(state: State, seat: int, other: int, out: Row, first: int) -> None:
    if other != NO_SEAT and other < state.n_players:
        out[first + _seat_offset(state, seat, other)] = 1


def _seat_offset(state: State, seat: int, other: int) -> int:
    return (other - seat) % state.n_players
