"""Players that are programs. All throw with the table's hands; they differ in what they aim at.

`random` takes any listed choice; `greedy` drops dice on its own board, without the spin that a ready drop has;
`sensible` tries throws out in its head. The weaker levels throw hard at others' dice when they are tempted, forget the
spin, and hope for the best of what they look at, without trying it.
"""

from __future__ import annotations

import random
from dataclasses import replace

from dicehouse.errors import BadThrow
from dicehouse.kit.weakness import PERCENT, Level, Mind

from ..rules import codes, legal
from ..rules.judge import judge
from ..rules.notation import Meant
from ..rules.ready_throws import home, ready_throw, targets
from ..rules.rounds import in_hand
from ..rules.scoring import has_power, points_of, score
from ..rules.seating import colour_of, die_name, scene_of
from ..rules.state import Colour, Mode, Phase, State
from ..show.options import describe
from .aims import aims
from .rollouts import race
from .worth import STEADY

NO_SPIN = (0, 0, 0)
# `looks` counts throws; `fancy` is how often, in percent, the spin is forgotten; `nerve` is of no account here.
# A throw takes long to try out: `sensible` alone thinks for a third of a second, and Vera for half of that.
LEVELS: dict[str, Level] = {
    "pip": Mind(looks=1, fancy=62, tempted=43),
    "dot": Mind(looks=1, fancy=50, tempted=31),
    "kofi": Mind(looks=1, fancy=35, tempted=19),
    "otto": Mind(looks=1, fancy=17, tempted=7),
    "vera": "search:150ms",
}
WANTED = (Colour.BLUE, Colour.PINK, Colour.RED, Colour.YELLOW, Colour.GREEN, Colour.ORANGE)


def choose(state: State, seat: int, level: Level, luck: random.Random) -> str:
    """What such a player does, as an option's text."""
    options = legal(state, seat)
    if level == "random":
        return describe(state, seat, luck.choice(options)).id
    if state.phase == Phase.THROW:
        return _throw(state, seat, level, luck)
    return describe(state, seat, _other(state, seat, options, luck)).id


# --- throws


def _throw(state: State, seat: int, level: Level, luck: random.Random) -> str:
    die = die_to_throw(state, seat)
    if isinstance(level, Mind):
        return _thrown_weakly(state, seat, die, level, luck).text()
    found = aims(state, seat, die) if level == "sensible" else []
    return (race(state, found, luck)[0].aim.meant if found else _plain(state, seat, die)).text()


def _plain(state: State, seat: int, die: str) -> Meant:
    """Onto the own board, without thinking of a spin."""
    return replace(ready_throw(state, seat, "drop", die, home(state, seat)), spin=NO_SPIN)


def _thrown_weakly(state: State, seat: int, die: str, mind: Mind, luck: random.Random) -> Meant:
    """A throw that seems a good one: hard at what somebody else has, or the one of which most is hoped."""
    if luck.randrange(PERCENT) < mind.tempted:
        wild = _hard(state, seat, die, luck)
        if wild is not None:
            return wild
    found = aims(state, seat, die)[: mind.looks]
    meant = found[0].meant if found else _plain(state, seat, die)
    return replace(meant, spin=NO_SPIN) if luck.randrange(PERCENT) < mind.fancy else meant


def _hard(state: State, seat: int, die: str, luck: random.Random) -> Meant | None:
    """At a rival's board with all one's might, where there is room for that."""
    rivals = [target for target in targets(state) if target != home(state, seat)] or [home(state, seat)]
    try:
        return ready_throw(state, seat, "knock", die, luck.choice(rivals))
    except BadThrow:
        return None


def die_to_throw(state: State, seat: int) -> str:
    """The die to throw: those whose power works on a board first; blue and pink are kept as long as they may help."""
    if state.again:
        return die_name(state.thrown)
    hand = in_hand(state, seat)
    kept = (Colour.YELLOW, Colour.RED, Colour.ORANGE, Colour.GREEN, Colour.PINK, Colour.BLUE)
    if state.options.game != Mode.DRAFTING:
        return die_name(hand[0])
    return die_name(min(hand, key=lambda number: kept.index(Colour(colour_of(number)))))


# --- everything else


def _other(state: State, seat: int, options: list[int], luck: random.Random) -> int:
    """Drafts, barrels, buildings, blue and pink dice."""
    if state.phase == Phase.STARTER:
        return codes.START.of(seat)
    if state.phase == Phase.DRAFT:
        return next(code for code in map(codes.DRAFT.of, WANTED) if code in options)
    if state.phase == Phase.BARRELS:
        return _barrel(state, seat, options, luck)
    if state.phase == Phase.BUILD:
        return codes.DONE if codes.DONE in options else luck.choice([o for o in options if o in codes.BUILD])
    if state.phase == Phase.BLUE:
        return _respawn(state, options)
    return _again(state, seat)


def _barrel(state: State, seat: int, options: list[int], luck: random.Random) -> int:
    """On other players' boards, where they are in the way."""
    others = [o for o in options if o in codes.STAND and codes.STAND.board(o) != seat]
    return luck.choice(others) if others else codes.ASIDE


def _respawn(state: State, options: list[int]) -> int:
    """The best lost number, if it is about as good as a throw."""
    lost = [codes.RESPAWN.die(option) for option in options if option in codes.RESPAWN]
    best = max(lost, key=lambda number: state.losses[number].face)
    return codes.RESPAWN.of(best) if state.losses[best].face >= STEADY else codes.PASS


def _again(state: State, seat: int) -> int:
    """Throw again where the throw brought nothing."""
    before, name = points_of(state, judge(scene_of(state))), die_name(state.thrown)
    worth = [scored.points for scored in score(state, judge(scene_of(state))) if scored.die == name]
    poison = has_power(state, name, Colour.GREEN)
    good = not poison and sum(worth) > 0
    harm = poison and bool(worth) and before[seat] >= 0
    return codes.KEEP if good or harm else codes.AGAIN
