"""What tables and tests should know of the game beyond its rules: players that are programs, and set-up positions."""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from typing import Any

from dicehouse.errors import BadSetting, BadThrow

from .bodies import is_name, showing
from .measured import flown
from .notation import read_throw
from .ready import targets
from .rounds import hand_out
from .seating import die_number, put, scene_of
from .sensible import choose
from .shots import HANDS, boards_kept_away
from .state import N_DICE, NOBODY, Phase, Where
from .throwing import check, fly, shaken
from .world import Pose

__all__ = ["choose", "practice", "set_up"]

BEFORE = (Phase.DRAFT, Phase.BARRELS, Phase.THROW)


def practice(state: Any, seat: int, text: str) -> dict[str, Any]:
    """What becomes of a throw that does not count: on the empty boards, before the first one that does.

    The page asks for it; each try has other luck, and nothing of the match is touched. BadThrow says why not.
    """
    if state.phase not in BEFORE or any(die.where == Where.TABLE for die in state.dice) or state.round > 1:
        raise BadThrow("Practice is over: the first die has been thrown.")
    meant = read_throw(text)
    if not is_name(meant.die) or meant.die[0] in "pcx" or meant.target not in targets(state):
        raise BadThrow(f"A practice throw is of any die, at one of {', '.join(targets(state))}.")
    scene, aimed = scene_of(state), meant.throw()
    check(scene, aimed, boards_kept_away(state, meant))
    flight = fly(scene, shaken(aimed, HANDS[state.options.hand], random.SystemRandom()))
    if flight.status == "unstable":
        raise BadThrow("This throw can't be followed; throw a little differently.")
    return {"die": meant.die, "target": meant.target, "throw": meant.facts(), "flight": flown(flight)}


def set_up(
    state: Any,
    players: int,
    *,
    dice: Mapping[str, Sequence[float]] | None = None,
    hands: Sequence[str] = (),
    player: int = 0,
    wins: Sequence[int] = (),
    taken: Sequence[int] = (),
    skips: Sequence[int] = (),
) -> None:
    """Put the game before a throw of `player`, with these dice lying where they are said to.

    `dice` has for each die ("r1") its place in millimetres and, if wanted, the face that is up, its turn in degrees:
    (x, y, z, face, turn). `hands` has the unused dice of each seat ("r2 r3"); all others lie in the box.
    """
    state.round = max(1, state.round)
    hand_out(state)
    for number in range(N_DICE):
        state.dice[number].where = Where.BOX
    for seat in range(players):
        for name in (hands[seat] if seat < len(hands) else "").split():
            die = state.dice[_die(name)]
            die.where, die.owner = Where.HAND, seat
        state.wins[seat] = wins[seat] if seat < len(wins) else 0
        state.taken[seat] = taken[seat] if seat < len(taken) else 0
        state.skips[seat] = skips[seat] if seat < len(skips) else 0
    for name, numbers in (dice or {}).items():
        place, (face, turn) = numbers[:3], (*numbers[3:], *(1, 0)[len(numbers) - 3 :])[:2]
        x, y, z = (part / 1000 for part in place)
        put(state.dice[_die(name)], Pose(x, y, z, *showing(int(face), turn)))
    state.player = player
    state.phase = Phase.THROW
    state.thrown = NOBODY


def _die(name: str) -> int:
    if not is_name(name) or name[0] in "pcx":
        raise BadSetting(f"A die is a letter of roygbk and a number 1 to 6, as r1; not {name[:20]!r}.")
    return die_number(name)
