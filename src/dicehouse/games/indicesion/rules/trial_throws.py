"""Simulate throws that don't count, with the same physics and the same shaking hands as real ones, and random noise of
their own. The match and its dice are not touched, so a trial says nothing about the next real throw.
"""

from __future__ import annotations

import random
from dataclasses import dataclass

from dicehouse.errors import BadThrow
from dicehouse.i18n import _, listing
from dicehouse.records.record import copy_record

from ..physics.bodies import is_barrel, is_die, is_name
from ..physics.throw_physics import Flight, check_throw, shake_throw, simulate_throw
from ..physics.world import Scene
from .judge import Verdict, judge
from .motion_effects import barrels_off
from .ready_throws import boards_kept_away, targets
from .scoring import burning_dice, points_of
from .state import Phase, PieceState, PieceStatus, State
from .table_layout import die_name, die_number, lay_out_scene, piece_named, scene_of
from .throw_notation import IntendedThrow, read_throw
from .throws import HANDS, throwable_dice


@dataclass(frozen=True)
class TrialResult:
    """Hold one simulated throw: its motion, the table after it, and each seat's points then."""

    flight: Flight
    after: State
    verdict: Verdict
    points: list[int]


def attempt(state: State, scene: Scene, meant: IntendedThrow, luck: random.Random, *, film: bool = False) -> Flight:
    """Simulate a throw once."""
    throw = shake_throw(meant.throw(), HANDS[state.options.hand], luck, scene.physics)
    red = burning_dice(state, (*scene.named, meant.die))
    return simulate_throw(scene, throw, red, film=film)


def table_after_flight(state: State, die: str, flight: Flight) -> tuple[State, Verdict]:
    """Return a copy of the position after `flight`, and the referee's verdict on it."""
    after = copy_record(state)
    after.dice[die_number(die)].where = PieceStatus.TABLE
    lay_out_scene(after, flight.rest)
    for _time, burnt, _by in flight.burnt:
        after.dice[die_number(burnt)].where = PieceStatus.BURNT
    for name in flight.lost:
        if not is_barrel(name):
            piece_named(after, name).where = PieceStatus.LOST
    verdict = judge(flight.rest)
    after.taken[state.player] += len(barrels_off(after, verdict))
    return after, verdict


def try_throw(
    state: State, scene: Scene, meant: IntendedThrow, luck: random.Random, *, film: bool = False
) -> TrialResult | None:
    """Simulate a throw; return None if the simulation fails."""
    flight = attempt(state, scene, meant, luck, film=film)
    if flight.status == "unstable":
        return None
    after, verdict = table_after_flight(state, meant.die, flight)
    return TrialResult(flight, after, verdict, points_of(after, verdict))


def prepare_trial(state: State, seat: int, text: str) -> tuple[IntendedThrow, Scene]:
    """Return a throw that may be tried, and its scene: the current table in one's own turn; without dice before one's
    first throw of the match. BadThrow says why it can't be tried.
    """
    if state.phase in (Phase.STARTER, Phase.BUILD):
        raise BadThrow(_("There is no target yet."))
    turn = state.phase == Phase.THROW and state.player == seat
    fresh = state.phase != Phase.OVER and state.round <= 1 and not any(_thrown(die, seat) for die in state.dice)
    if not (turn or fresh):
        raise BadThrow(_("You can practise when it is your turn to throw."))
    meant = read_throw(text)
    if not is_name(meant.die) or not is_die(meant.die) or meant.target not in targets(state):
        raise BadThrow(_("You can practise with any die. Aim at {targets}.", targets=listing(targets(state), "or")))
    mine = [die_name(number) for number in throwable_dice(state, seat)] if turn else []
    scene = scene_of(state)
    if meant.die not in mine:
        if not fresh:
            raise BadThrow(_("You can't throw {die} now. You can throw {dice}.", die=meant.die, dice=", ".join(mine)))
        scene = scene.without([name for name in scene.named if is_die(name)])
    check_throw(scene, meant.throw(), boards_kept_away(state, meant.target))
    return meant, scene


def _thrown(die: PieceState, seat: int) -> bool:
    """Return True if this seat has thrown the die."""
    return bool(die.owner == seat and die.where in (PieceStatus.TABLE, PieceStatus.LOST, PieceStatus.BURNT))
