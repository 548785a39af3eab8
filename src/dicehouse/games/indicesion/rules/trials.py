"""Throws that don't count: tried out in the same physics and with the same shaking hand as everybody's, with luck of
their own. The match and its dice are left alone, so a try tells nothing of what a throw will bring.
"""

from __future__ import annotations

import random
from dataclasses import dataclass

from dicehouse.errors import BadThrow
from dicehouse.kit.record import copied

from ..physics.bodies import is_barrel, is_die, is_name
from ..physics.throwing import Flight, check, fly, shaken
from ..physics.world import Scene
from .judge import Verdict, judge
from .notation import Meant, read_throw
from .ready_throws import boards_kept_away, targets
from .scoring import burning, points_of
from .seating import die_name, die_number, lay_out, scene_of, thing
from .settling import barrels_off
from .shots import HANDS, to_throw
from .state import Lying, Phase, State, Where


@dataclass(frozen=True)
class Tried:
    """One throw tried out: how it went, how the table would lie, and each seat's points then."""

    flight: Flight
    after: State
    verdict: Verdict
    points: list[int]


def attempt(state: State, scene: Scene, meant: Meant, luck: random.Random, *, film: bool = False) -> Flight:
    """One try of a throw."""
    throw = shaken(meant.throw(), HANDS[state.options.hand], luck)
    red = burning(state, (*scene.named, meant.die))
    return fly(scene, throw, red, film=film)


def laid(state: State, die: str, flight: Flight) -> tuple[State, Verdict]:
    """A position of its own in which everything lies as it came to rest, and what the referee says of it."""
    after = copied(state)
    after.dice[die_number(die)].where = Where.TABLE
    lay_out(after, flight.rest)
    for _, burnt, _by in flight.burnt:
        after.dice[die_number(burnt)].where = Where.BURNT
    for name in flight.lost:
        if not is_barrel(name):
            thing(after, name).where = Where.LOST
    verdict = judge(flight.rest)
    after.taken[state.player] += len(barrels_off(after, verdict))
    return after, verdict


def trial(state: State, scene: Scene, meant: Meant, luck: random.Random, *, film: bool = False) -> Tried | None:
    """A throw tried out; None if nobody can tell how it ends."""
    flight = attempt(state, scene, meant, luck, film=film)
    if flight.status == "unstable":
        return None
    after, verdict = laid(state, meant.die, flight)
    return Tried(flight, after, verdict, points_of(after, verdict))


def aimed(state: State, seat: int, text: str) -> tuple[Meant, Scene]:
    """A throw that may be tried, and the table it is tried at: as it lies in one's own turn; without dice as long as
    one's first die of the match is not thrown. BadThrow says why not.
    """
    if state.phase in (Phase.STARTER, Phase.BUILD):
        raise BadThrow("There is nothing to throw at yet.")
    turn = state.phase == Phase.THROW and state.player == seat
    fresh = state.phase != Phase.OVER and state.round <= 1 and not any(_thrown(die, seat) for die in state.dice)
    if not (turn or fresh):
        raise BadThrow("You may practise when it is your turn to throw.")
    meant = read_throw(text)
    if not is_name(meant.die) or not is_die(meant.die) or meant.target not in targets(state):
        raise BadThrow(f"A practice throw is of any die, at one of {', '.join(targets(state))}.")
    mine = [die_name(number) for number in to_throw(state, seat)] if turn else []
    scene = scene_of(state)
    if meant.die not in mine:
        if not fresh:
            raise BadThrow(f"{meant.die} is no die that you can throw now; there are {', '.join(mine)}.")
        scene = scene.without([name for name in scene.named if is_die(name)])
    check(scene, meant.throw(), boards_kept_away(state, meant.target))
    return meant, scene


def _thrown(die: Lying, seat: int) -> bool:
    """Whether it is a die that this seat has thrown."""
    return bool(die.owner == seat and die.where in (Where.TABLE, Where.LOST, Where.BURNT))
