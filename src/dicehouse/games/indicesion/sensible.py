"""Players that are programs. All throw with the table's hands: what they differ in is what they aim at.

`random` takes any listed choice; `greedy` drops dice on its own board; `sensible` tries throws out in its head.
"""

from __future__ import annotations

import random
from typing import Any

from dicehouse.errors import BadThrow

from . import codes
from .foresight import race
from .judge import judge
from .notation import Meant
from .options import describe
from .ready import ABOVE, boards_of, highest, ready_throw, targets
from .rounds import in_hand
from .rules import legal
from .scoring import points_of, score
from .seating import board_name, die_name, scene_of
from .shots import boards_kept_away
from .state import Colour, Mode, Phase
from .sweeps import sweeps
from .throwing import check

RACE = ((4, 2), (2, 4), (1, 8))
MOST = 10
MOST_SWEEPS = 6
BEST_UP = (6, 5)
WANTED = (Colour.BLUE, Colour.PINK, Colour.RED, Colour.YELLOW, Colour.GREEN, Colour.ORANGE)
FLYING = 3.2  # points that a die still to be thrown is about worth


def choose(state: Any, seat: int, name: str, luck: random.Random) -> str:
    """The text of what the player of that name does."""
    options = legal(state, seat)
    if name == "random":
        return describe(state, seat, luck.choice(options)).id
    if state.phase == Phase.THROW:
        return _throw(state, seat, name, luck)
    return describe(state, seat, _other(state, seat, options, luck)).id


# --- throws


def _throw(state: Any, seat: int, name: str, luck: random.Random) -> str:
    die = _die(state, seat)
    own = ready_throw(state, seat, "drop", die, home(state, seat), BEST_UP[0])
    if name == "greedy":
        return own.text()
    return race(state, seat, own, ideas(state, seat, luck), RACE, luck).text()


def _die(state: Any, seat: int) -> str:
    """The die to throw: those with a power of their own first, blue and pink are kept as long as they may help."""
    if state.again:
        return die_name(state.thrown)
    hand = in_hand(state, seat)
    kept = (Colour.YELLOW, Colour.RED, Colour.ORANGE, Colour.GREEN, Colour.PINK, Colour.BLUE)
    if state.options.game != Mode.DRAFTING:
        return die_name(hand[0])
    return die_name(min(hand, key=lambda number: kept.index(Colour(number // 6))))


def home(state: Any, seat: int) -> str:
    """The target that is one's own."""
    return "target" if state.options.game == Mode.CENTRAL else board_name(seat)


def ideas(state: Any, seat: int, luck: random.Random) -> list[Meant]:
    """Throws worth a try: onto the own board, onto dice that would be a tower, at what others have."""
    scene, die = scene_of(state), _die(state, seat)
    found: list[Meant] = []
    poison = state.options.game == Mode.DRAFTING and die[0] == "g"
    for target in targets(state):
        own = target == home(state, seat)
        if own and not poison:
            found += [ready_throw(state, seat, "lob", die, target, BEST_UP[1])]
        if not own or state.options.game == Mode.CENTRAL:
            found += sweeps(scene, boards_of(state, target), die, target)[:MOST_SWEEPS]
        if not own and poison:
            found += [ready_throw(state, seat, "drop", die, target, BEST_UP[0])]
    found += _onto_dice(state, seat, die)
    fitting = [meant for meant in found if _allowed(state, scene, meant)]
    luck.shuffle(fitting)
    return fitting[:MOST]


def _onto_dice(state: Any, seat: int, die: str) -> list[Meant]:
    """Let the die fall onto a valid die: to build on the own ones, to burn or cover those of others."""
    scene = scene_of(state)
    found = []
    for scored in score(state, judge(scene)):
        pose = scene[scored.die].pose
        top = highest(scene, pose.place)
        target = home(state, seat) if scored.board == "target" else scored.board
        place = (round(pose.x * 1000), round(pose.y * 1000), round((top + ABOVE) * 1000))
        found.append(Meant(die, target, place, (0, 0, 0), (0, 0, 0), (BEST_UP[0], 0)))
    return found


def _allowed(state: Any, scene: Any, meant: Meant) -> bool:
    try:
        check(scene, meant.throw(), boards_kept_away(state, meant))
    except BadThrow:
        return False
    return True


# --- everything else


def _other(state: Any, seat: int, options: list[int], luck: random.Random) -> int:
    """Drafts, barrels, buildings, blue and pink dice."""
    if state.phase == Phase.STARTER:
        return codes.START + seat
    if state.phase == Phase.DRAFT:
        return next(codes.DRAFT + colour for colour in WANTED if codes.DRAFT + colour in options)
    if state.phase == Phase.BARRELS:
        return _barrel(state, seat, options, luck)
    if state.phase == Phase.BUILD:
        return (
            codes.DONE if codes.DONE in options else luck.choice([o for o in options if codes.BUILD <= o < codes.TAKE])
        )
    if state.phase == Phase.BLUE:
        return _respawn(state, options)
    return _again(state, seat)


def _barrel(state: Any, seat: int, options: list[int], luck: random.Random) -> int:
    """In the way of others: on their boards."""
    others = [o for o in options if codes.STAND <= o < codes.BUILD and (o - codes.STAND) // 8 != seat]
    return luck.choice(others) if others else codes.ASIDE


def _respawn(state: Any, options: list[int]) -> int:
    """The best lost number, if it is about as good as a throw."""
    lost = [option for option in options if option >= codes.RESPAWN]
    best = max(lost, key=lambda option: state.losses[option - codes.RESPAWN].face)
    return best if state.losses[best - codes.RESPAWN].face >= FLYING else codes.PASS


def _again(state: Any, seat: int) -> int:
    """Once more where the throw brought nothing."""
    before, name = points_of(state, judge(scene_of(state))), die_name(state.thrown)
    worth = [scored.points for scored in score(state, judge(scene_of(state))) if scored.die == name]
    good = name[0] != "g" and sum(worth) > 0
    harm = name[0] == "g" and bool(worth) and before[seat] >= 0
    return codes.KEEP if good or harm else codes.AGAIN
