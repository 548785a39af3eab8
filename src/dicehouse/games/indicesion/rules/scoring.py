"""Count points on the boards by the referee's verdict (sections 3, 4 and 5.8)."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from ..physics.bodies import is_die
from .judge import DieVerdict, Verdict
from .state import Colour, Mode, State
from .table_layout import MIDDLE, board_name, colour_of, die_number

ODDS = 4


@dataclass(frozen=True)
class ScoredDie:
    """Hold what a die scores: for which board (or the middle), how many points, and the levels of its chains."""

    die: str
    board: str
    points: int
    chains: tuple[int, ...]


def score(state: State, verdict: Verdict) -> list[ScoredDie]:
    """Return every die that scores, and where; a die on two boards scores on both, in the middle once (R11)."""
    found = []
    for name, judged in sorted(verdict.dice.items()):
        if judged.face is None or judged.crooked or judged.covered:
            continue
        for board in _boards(state, judged):
            towers = dict.fromkeys(chain.dice for chain in judged.chains if board in (MIDDLE, chain.board))
            levels = tuple(map(len, towers))
            points = (face_value(state, name, judged.face) + lightning(state, verdict, board)) * sum(levels)
            if has_power(state, name, Colour.GREEN):
                points = -points
            found.append(ScoredDie(name, board, points, levels))
    return found


def _boards(state: State, judged: DieVerdict) -> list[str]:
    """Return the boards for which a die scores."""
    boards = sorted({chain.board for chain in judged.chains})
    return [MIDDLE] if boards and state.options.game == Mode.CENTRAL else boards


def has_power(state: State, die: str, colour: Colour) -> bool:
    """Return True if a die has the power of that colour; dice have powers only with the draft."""
    return state.options.game == Mode.DRAFTING and colour_of(die_number(die)) == colour


def face_value(state: State, die: str, face: int) -> int:
    """Return the value of a face: its pips, but an orange die with powers has 4 for 2 to 5 and nothing for 1 and 6
    (R1).
    """
    if has_power(state, die, Colour.ORANGE):
        return ODDS if 2 <= face <= 5 else 0
    return face


def lightning(state: State, verdict: Verdict, board: str) -> int:
    """Return by how much yellow dice that score on `board` raise every die there, themselves too (R2, R3, R5)."""
    if state.options.game != Mode.DRAFTING:
        return 0
    return sum(_strikes(state, name, judged, board) for name, judged in verdict.dice.items())


def _strikes(state: State, name: str, judged: DieVerdict, board: str) -> bool:
    if not has_power(state, name, Colour.YELLOW) or judged.face is None:
        return False
    if judged.crooked or board not in judged.boards:
        return False
    return not judged.covered or state.options.covered_yellow_works


def points_of(state: State, verdict: Verdict) -> list[int]:
    """Return each seat's points in the current position, minus the barrels it has taken (A8)."""
    return total_points(state, score(state, verdict))


def total_points(state: State, found: Iterable[ScoredDie]) -> list[int]:
    """Return each seat's points if `found` is what scores."""
    points = [-state.taken[seat] for seat in range(state.n_players)]
    for scored in found:
        seat = points_owner(state, scored)
        if seat is not None:
            points[seat] += scored.points
    return points


def points_owner(state: State, scored: ScoredDie) -> int | None:
    """Return the seat that gets the points: the board's owner, or in the middle the die's owner."""
    if scored.board == MIDDLE:
        return int(state.dice[die_number(scored.die)].owner)
    boards = [board_name(seat) for seat in range(state.n_players)]
    return boards.index(scored.board) if scored.board in boards else None


def burning_dice(state: State, names: Iterable[str]) -> set[str]:
    """Return those of `names` that burn what they touch: red dice with powers."""
    return {name for name in names if is_die(name) and has_power(state, name, Colour.RED)}
