"""Choose throws and other actions for the computer players. All throw with the table's hands; they differ in what they
aim at.

`random` takes any listed choice; `greedy` drops dice on its own board, without the spin of a ready drop; `sensible`
simulates throws before it chooses. Weaker levels are tempted to throw hard at rivals' dice, forget the spin, and pick
the most promising throw without simulating it.
"""

from __future__ import annotations

import random
from dataclasses import replace

from dicehouse.core.policy import PERCENT, BotLevel, BotTraits
from dicehouse.errors import BadThrow

from ..presentation.options import describe_action
from ..rules import action_codes, legal
from ..rules.judge import judge
from ..rules.ready_throws import own_target, ready_throw, targets
from ..rules.rounds import in_hand
from ..rules.scoring import has_power, points_of, score
from ..rules.state import Colour, Mode, Phase, State
from ..rules.table_layout import colour_of, die_name, scene_of
from ..rules.throw_notation import IntendedThrow
from .throw_candidates import find_candidates
from .throw_counts import counts_of
from .throw_rollouts import rank_candidates

NO_SPIN = (0, 0, 0)
# `looks` counts throws; `fancy` is how often, in percent, the spin is forgotten; `nerve` has no effect here.
# A throw takes long to simulate: `sensible` alone thinks for a third of a second, and Vera for half of that.
LEVELS: dict[str, BotLevel] = {
    "pip": BotTraits(looks=1, fancy=62, tempted=43),
    "dot": BotTraits(looks=1, fancy=50, tempted=31),
    "kofi": BotTraits(looks=1, fancy=35, tempted=19),
    "otto": BotTraits(looks=1, fancy=17, tempted=7),
    "vera": "search:150ms",
}
WANTED = (Colour.BLUE, Colour.PINK, Colour.RED, Colour.YELLOW, Colour.GREEN, Colour.ORANGE)


def choose(state: State, seat: int, level: BotLevel, luck: random.Random) -> str:
    """Return what a player of this `level` does, as an option's text."""
    options = legal(state, seat)
    if level == "random":
        return describe_action(state, seat, luck.choice(options)).id
    if state.phase == Phase.THROW:
        return _throw(state, seat, level, luck)
    return describe_action(state, seat, _other(state, seat, options, luck)).id


# --- throws


def _throw(state: State, seat: int, level: BotLevel, luck: random.Random) -> str:
    die = die_to_throw(state, seat)
    if isinstance(level, BotTraits):
        return _thrown_weakly(state, seat, die, level, luck).text()
    found = find_candidates(state, seat, die) if level == "sensible" else []
    return (rank_candidates(state, found, luck)[0].aim.meant if found else _plain(state, seat, die)).text()


def _plain(state: State, seat: int, die: str) -> IntendedThrow:
    """Return a drop onto the seat's own board, without spin."""
    return replace(ready_throw(state, seat, "drop", die, own_target(state, seat)), spin=NO_SPIN)


def _thrown_weakly(state: State, seat: int, die: str, mind: BotTraits, luck: random.Random) -> IntendedThrow:
    """Return a promising throw, not simulated: sometimes a hard one at a rival's dice, otherwise the candidate with the
    best prior estimate.
    """
    if luck.randrange(PERCENT) < mind.tempted:
        wild = _hard(state, seat, die, luck)
        if wild is not None:
            return wild
    found = find_candidates(state, seat, die)[: mind.looks]
    meant = found[0].meant if found else _plain(state, seat, die)
    return replace(meant, spin=NO_SPIN) if luck.randrange(PERCENT) < mind.fancy else meant


def _hard(state: State, seat: int, die: str, luck: random.Random) -> IntendedThrow | None:
    """Return a throw at a rival's board at full strength, or None if there is no room for one."""
    rivals = [target for target in targets(state) if target != own_target(state, seat)] or [own_target(state, seat)]
    try:
        return ready_throw(state, seat, "knock", die, luck.choice(rivals))
    except BadThrow:
        return None


def die_to_throw(state: State, seat: int) -> str:
    """Return the name of the die to throw: first those whose power works on a board; blue and pink dice are kept as
    long as they may help.
    """
    if state.again:
        return die_name(state.thrown)
    hand = in_hand(state, seat)
    kept = (Colour.YELLOW, Colour.RED, Colour.ORANGE, Colour.GREEN, Colour.PINK, Colour.BLUE)
    if state.options.game != Mode.DRAFTING:
        return die_name(hand[0])
    return die_name(min(hand, key=lambda number: kept.index(Colour(colour_of(number)))))


# --- everything else


def _other(state: State, seat: int, options: list[int], luck: random.Random) -> int:
    """Choose in drafts, with barrels and buildings, and for blue and pink dice."""
    if state.phase == Phase.STARTER:
        return action_codes.START.of(seat)
    if state.phase == Phase.DRAFT:
        return next(code for code in map(action_codes.DRAFT.of, WANTED) if code in options)
    if state.phase == Phase.BARRELS:
        return _barrel(state, seat, options, luck)
    if state.phase == Phase.BUILD:
        return (
            action_codes.DONE
            if action_codes.DONE in options
            else luck.choice([o for o in options if o in action_codes.BUILD])
        )
    if state.phase == Phase.BLUE:
        return _respawn(state, options)
    return _again(state, seat)


def _barrel(state: State, seat: int, options: list[int], luck: random.Random) -> int:
    """Choose a place for a barrel: on rivals' boards, where it is in their way."""
    others = [o for o in options if o in action_codes.STAND and action_codes.STAND.board(o) != seat]
    return luck.choice(others) if others else action_codes.ASIDE


def _respawn(state: State, options: list[int]) -> int:
    """Choose the best lost die to replace, if it is worth about as much as a throw."""
    lost = [action_codes.RESPAWN.die(option) for option in options if option in action_codes.RESPAWN]
    best = max(lost, key=lambda number: state.losses[number].face)
    return action_codes.RESPAWN.of(best) if state.losses[best].face >= counts_of(state).steady else action_codes.PASS


def _again(state: State, seat: int) -> int:
    """Choose to throw again if the throw scored nothing."""
    before, name = points_of(state, judge(scene_of(state))), die_name(state.thrown)
    worth = [scored.points for scored in score(state, judge(scene_of(state))) if scored.die == name]
    poison = has_power(state, name, Colour.GREEN)
    good = not poison and sum(worth) > 0
    harm = poison and bool(worth) and before[seat] >= 0
    return action_codes.KEEP if good or harm else action_codes.AGAIN
