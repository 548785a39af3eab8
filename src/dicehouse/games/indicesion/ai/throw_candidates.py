"""List throws worth simulating, each with a prior estimate of its gain. A second allows only a few simulations, so the
estimates rest on counts from many earlier throws.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import islice
from math import ceil, hypot

from dicehouse.errors import BadThrow

from ..physics.bodies import BOARD, DIE, Vector, is_barrel, is_board
from ..physics.throw_physics import RELEASE, check_throw
from ..physics.world import Scene
from ..rules.judge import judge
from ..rules.ready_throws import LIFTS, SPIN, best_face, boards_kept_away, boards_of, free_spot, own_target, targets
from ..rules.scoring import ScoredDie, has_power, score, total_points
from ..rules.state import Colour, State
from ..rules.table_layout import MIDDLE, scene_of
from ..rules.throw_notation import IntendedThrow
from .flat_throws import cross_throws, sweep_throws
from .position_value import find_covers, last_to_throw, lead_value, position_value
from .skids import skids_onto
from .throw_counts import counts_of

CROWDED = 0.6  # share of its points that a skid brings if something is in its way
SWEEPS, SKIDS = 4, 2  # for each target
FEW = 6
ABOVE = 1.3 * DIE  # metres from the centre of the body under it


@dataclass(frozen=True)
class ThrowCandidate:
    """Hold a throw and by how many points it should increase the lead."""

    meant: IntendedThrow
    hope: float


def find_candidates(state: State, seat: int, die: str) -> list[ThrowCandidate]:
    """Return the few most promising throws of `die`: onto a free place (the usual one), onto dice, and across rivals'
    dice.
    """
    scene, found = scene_of(state), _CandidateFinder(state, seat, die).usual()
    return list(islice((aim for aim in found if is_allowed(state, scene, aim.meant)), FEW))


def find_more_candidates(state: State, seat: int, die: str) -> list[ThrowCandidate]:
    """Return all candidate throws of `die`, best first, for players with more time. Some of them may be illegal."""
    found = _CandidateFinder(state, seat, die)
    return sorted([*found.usual(), *found.across_any_line()], key=lambda aim: -aim.hope)


class _CandidateFinder:
    """Find the candidate throws in one position."""

    def __init__(self, state: State, seat: int, die: str) -> None:
        self._state, self._seat, self._die, self._scene = state, seat, die, scene_of(state)
        self._tops = score(state, judge(self._scene))
        self._own = own_target(state, seat)
        self._rivals = [target for target in targets(state) if target != self._own]

    def usual(self) -> list[ThrowCandidate]:
        state, scene, die = self._state, self._scene, self._die
        poison = has_power(state, die, Colour.GREEN)
        found = [_onto_board(state, scene, die, target) for target in (self._rivals if poison else [self._own])]
        if counts_of(state).skid:
            for target in self._rivals if poison else [self._own]:
                found += _across_a_free_part(state, scene, die, target)
        found += _onto_dice(state, scene, self._tops, self._seat, die)
        for target in self._rivals or [self._own]:
            found += _across(state, scene, self._tops, self._seat, die, target)
        return sorted(found, key=lambda aim: -aim.hope)

    def across_any_line(self) -> Iterator[ThrowCandidate]:
        prey = worth_of_knocking(self._state, self._scene, self._tops, self._seat)
        for target in self._rivals or [self._own]:
            for gain, meant in cross_throws(self._scene, boards_of(self._state, target), self._die, target, prey):
                yield ThrowCandidate(meant, _part(self._state, target) * gain)


# --- letting it fall


def _onto_board(state: State, scene: Scene, die: str, target: str) -> ThrowCandidate:
    return ThrowCandidate(drop_onto(state, die, target), counts_of(state).steady)


def drop_onto(state: State, die: str, target: str) -> IntendedThrow:
    """Return a drop of `die` onto a free place of `target`, as low as the boards allow; boards may be tilted."""
    scene = scene_of(state)
    spot = free_spot(scene, boards_of(state, target))
    for lift in LIFTS:
        meant = _let_fall(state, scene, die, target, spot, best_face(state, die), lift)
        if is_allowed(state, scene, meant):
            break
    return meant


def _across_a_free_part(state: State, scene: Scene, die: str, target: str) -> list[ThrowCandidate]:
    """Return the skids onto `target` that have the most room."""
    skid = counts_of(state).skid
    found = (
        ThrowCandidate(meant, skid if free else CROWDED * skid)
        for free, meant in skids_onto(state, scene, die, target)
        if is_allowed(state, scene, meant)
    )
    return list(islice(found, SKIDS))


def _onto_dice(state: State, scene: Scene, tops: list[ScoredDie], seat: int, die: str) -> Iterator[ThrowCandidate]:
    """Yield drops onto dice that score."""
    last = last_to_throw(state)
    before = position_value(state, tops, seat, last)
    for cover in find_covers(state, tops, seat, die):
        stays = cover.stays * (position_value(state, cover.tops, seat, last) - before)
        place = scene[cover.onto.die].pose.place
        meant = _let_fall(state, scene, die, cover.onto.board, place, cover.face)
        yield ThrowCandidate(meant, stays + (1 - cover.stays) * cover.slips)


def _let_fall(
    state: State, scene: Scene, die: str, target: str, spot: Vector, face: int, lift: int = 0
) -> IntendedThrow:
    """Drop the die from six inches above the boards, or from just above the bodies there if they are higher."""
    x, y, _ = spot
    low = max(scene[board].pose.z for board in boards_of(state, target)) + BOARD[2] / 2 + RELEASE + DIE / 2
    lying = [body.pose for body in scene.bodies if not is_board(body.id)]
    height = max([low, *(pose.z + ABOVE for pose in lying if hypot(pose.x - x, pose.y - y) < DIE)])
    place = (round(x * 1000), round(y * 1000), ceil(height * 1000) + lift)
    return IntendedThrow(die, target, place, (0, 0, 0), (0, 0, SPIN), (face, 0))


# --- sweeping


def _across(
    state: State, scene: Scene, tops: list[ScoredDie], seat: int, die: str, target: str
) -> Iterator[ThrowCandidate]:
    """Yield hard, flat throws through what is worth most to rivals and least to `seat`."""
    found = sweep_throws(scene, boards_of(state, target), die, target, worth_of_knocking(state, scene, tops, seat))
    for gain, meant in found[:SWEEPS]:
        yield ThrowCandidate(meant, _part(state, target) * gain)


def _part(state: State, target: str) -> float:
    """Return the share of the bodies in a sweep's way that it clears at `target`."""
    counts = counts_of(state)
    return counts.shared if target == MIDDLE else counts.clears


def worth_of_knocking(state: State, scene: Scene, tops: list[ScoredDie], seat: int) -> dict[str, float]:
    """Return, for each body on the table, by how much the lead of `seat` would grow without it."""
    now = lead_value(total_points(state, tops), seat)
    without = {top.die: [other for other in tops if other.die != top.die] for top in tops}
    gains = {die: lead_value(total_points(state, others), seat) - now for die, others in without.items()}
    return gains | {name: -1.0 for name in scene.named if is_barrel(name)}


def is_allowed(state: State, scene: Scene, meant: IntendedThrow) -> bool:
    """Return True if the rules allow this throw."""
    try:
        check_throw(scene, meant.throw(), boards_kept_away(state, meant.target))
    except BadThrow:
        return False
    return True
