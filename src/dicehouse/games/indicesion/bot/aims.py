"""Throws worth a try, each with what may be hoped of it before it is tried: so few tries fit into a second that what
was found out once, in many, has to count.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import islice
from math import ceil, hypot

from dicehouse.errors import BadThrow

from ..physics.bodies import BOARD, DIE, Vector, is_barrel, is_board
from ..physics.throwing import RELEASE, check
from ..physics.world import Scene
from ..rules.judge import judge
from ..rules.notation import Meant
from ..rules.ready_throws import LIFTS, SPIN, best_face, boards_kept_away, boards_of, free_spot, home, targets
from ..rules.scoring import Scored, has_power, score, totals
from ..rules.seating import MIDDLE, scene_of
from ..rules.state import Colour, State
from .crossings import crossings
from .sweep_throws import sweeps
from .worth import STEADY, covers, last_to_throw, lead, worth

CLEARS, SHARED = 0.6, 0.35  # of what lies in the way of a sweep that much goes; less of it on a board of all
SWEEPS = 4  # of each target
FEW = 6
ABOVE = 1.3 * DIE  # from the middle of what lies there


@dataclass(frozen=True)
class Aim:
    """A throw, and how much farther ahead it should bring."""

    meant: Meant
    hope: float


def aims(state: State, seat: int, die: str) -> list[Aim]:
    """The few most promising ones: onto a free place (the usual one), onto dice, and across what others have."""
    scene, found = scene_of(state), _Aims(state, seat, die).usual()
    return list(islice((aim for aim in found if allowed(state, scene, aim.meant)), FEW))


def more_aims(state: State, seat: int, die: str) -> list[Aim]:
    """For who has time: these and all others, the most promising first; some of them may not be thrown."""
    found = _Aims(state, seat, die)
    return sorted([*found.usual(), *found.across_any_line()], key=lambda aim: -aim.hope)


class _Aims:
    """What may be aimed at in one position."""

    def __init__(self, state: State, seat: int, die: str) -> None:
        self._state, self._seat, self._die, self._scene = state, seat, die, scene_of(state)
        self._tops = score(state, judge(self._scene))
        self._own = home(state, seat)
        self._rivals = [target for target in targets(state) if target != self._own]

    def usual(self) -> list[Aim]:
        state, scene, die = self._state, self._scene, self._die
        poison = has_power(state, die, Colour.GREEN)
        found = [_onto_board(state, scene, die, target) for target in (self._rivals if poison else [self._own])]
        found += _onto_dice(state, scene, self._tops, self._seat, die)
        for target in self._rivals or [self._own]:
            found += _across(state, scene, self._tops, self._seat, die, target)
        return sorted(found, key=lambda aim: -aim.hope)

    def across_any_line(self) -> Iterator[Aim]:
        prey = _prey(self._state, self._scene, self._tops, self._seat)
        for target in self._rivals or [self._own]:
            for gain, meant in crossings(self._scene, boards_of(self._state, target), self._die, target, prey):
                yield Aim(meant, _part(target) * gain)


# --- letting it fall


def _onto_board(state: State, scene: Scene, die: str, target: str) -> Aim:
    """As low as the boards allow, which may lie aslant."""
    spot = free_spot(scene, boards_of(state, target))
    for lift in LIFTS:
        meant = _let_fall(state, scene, die, target, spot, best_face(state, die), lift)
        if allowed(state, scene, meant):
            break
    return Aim(meant, STEADY)


def _onto_dice(state: State, scene: Scene, tops: list[Scored], seat: int, die: str) -> Iterator[Aim]:
    """Onto dice that score."""
    last = last_to_throw(state)
    before = worth(state, tops, seat, last)
    for cover in covers(state, tops, seat, die):
        stays = cover.stays * (worth(state, cover.tops, seat, last) - before)
        place = scene[cover.onto.die].pose.place
        meant = _let_fall(state, scene, die, cover.onto.board, place, cover.face)
        yield Aim(meant, stays + (1 - cover.stays) * cover.slips)


def _let_fall(state: State, scene: Scene, die: str, target: str, spot: Vector, face: int, lift: int = 0) -> Meant:
    """From six inches above the boards, or from just above what lies there if that is higher."""
    x, y, _ = spot
    low = max(scene[board].pose.z for board in boards_of(state, target)) + BOARD[2] / 2 + RELEASE + DIE / 2
    lying = [body.pose for body in scene.bodies if not is_board(body.id)]
    height = max([low, *(pose.z + ABOVE for pose in lying if hypot(pose.x - x, pose.y - y) < DIE)])
    place = (round(x * 1000), round(y * 1000), ceil(height * 1000) + lift)
    return Meant(die, target, place, (0, 0, 0), (0, 0, SPIN), (face, 0))


# --- sweeping


def _across(state: State, scene: Scene, tops: list[Scored], seat: int, die: str, target: str) -> Iterator[Aim]:
    """Hard and flat through what is worth most to others and least to the seat itself."""
    found = sweeps(scene, boards_of(state, target), die, target, _prey(state, scene, tops, seat))
    for gain, meant in found[:SWEEPS]:
        yield Aim(meant, _part(target) * gain)


def _part(target: str) -> float:
    """Of what lies in the way of a sweep so much is cleared."""
    return SHARED if target == MIDDLE else CLEARS


def _prey(state: State, scene: Scene, tops: list[Scored], seat: int) -> dict[str, float]:
    """How much farther ahead the seat would be without each of the things on the table."""
    now = lead(totals(state, tops), seat)
    without = {top.die: [other for other in tops if other.die != top.die] for top in tops}
    gains = {die: lead(totals(state, others), seat) - now for die, others in without.items()}
    return gains | {name: -1.0 for name in scene.named if is_barrel(name)}


def allowed(state: State, scene: Scene, meant: Meant) -> bool:
    """Whether it may be thrown like that."""
    try:
        check(scene, meant.throw(), boards_kept_away(state, meant.target))
    except BadThrow:
        return False
    return True
