"""Explain a bot's throw in a sentence or two, from the bodies on the table and from how often such throws were counted
to work.

Nothing is hidden in this game, and nothing is simulated here: `presentation/throw_preview.py` simulates throws.
"""

from __future__ import annotations

from math import hypot

from dicehouse.i18n import Text, _, join_sentences

from ..physics.bodies import DIE, is_barrel
from ..presentation.notation import points_text
from ..presentation.options import read_free_throw, throw_verb
from ..rules import action_codes
from ..rules.judge import judge
from ..rules.ready_throws import READY_THROWS, boards_of, own_target, ready_throw, targets
from ..rules.scoring import ScoredDie, has_power, score
from ..rules.state import Colour, Mode, State
from ..rules.table_layout import MIDDLE, die_name, scene_of
from ..rules.throw_notation import IntendedThrow
from .position_value import Cover, find_covers
from .throw_counts import counts_of

NEAR = DIE / 2  # metres from a die's centre within which a throw is meant for that die
NOTHING = Text("")
# how often a die stays on the one it covers; empty where it hardly ever does
OFTEN = (
    (0.8, _("It hardly ever slips off.")),
    (0.6, _("Two in three throws like this stay there.")),
    (0.4, _("Half the throws like this stay there.")),
    (0.0, NOTHING),
)


def explain_action(state: State, seat: int, action: int) -> Text:
    """Return why `seat` takes the listed choice `action`."""
    if action in action_codes.READY:
        how, die = READY_THROWS[action_codes.READY.way(action)], die_name(action_codes.READY.die(action))
        target = targets(state)[action_codes.READY.target(action)]
        return _thrown(state, seat, ready_throw(state, seat, how, die, target))
    if action in action_codes.RESPAWN:
        face = int(state.losses[action_codes.RESPAWN.die(action)].face)
        return _("The blue {face} stays on the board. It costs a turn.", face=face)
    if action in action_codes.STAND and action_codes.STAND.board(action) != seat:
        return _("The barrel is in the way there.")
    if action in (action_codes.AGAIN, action_codes.KEEP):
        return _again(state, action)
    return NOTHING


def explain_free(state: State, seat: int, text: str) -> Text:
    """Return why `seat` throws as `text` says."""
    meant = read_free_throw(state, text)
    return NOTHING if meant is None else _thrown(state, seat, meant)


# --- throws


def _thrown(state: State, seat: int, meant: IntendedThrow) -> Text:
    scene = scene_of(state)
    tops = score(state, judge(scene))
    if throw_verb(meant) == "knock":
        return _knocked(state, seat, meant, tops)
    cover = next((each for each in find_covers(state, tops, seat, meant.die) if _is_onto(state, meant, each)), None)
    if cover is not None:
        return _covered(state, seat, cover)
    if meant.target == own_target(state, seat) and throw_verb(meant) == "drop":
        return _("A die dropped on a free spot scores {points} points on average.", points=counts_of(state).steady)
    if has_power(state, meant.die, Colour.GREEN) and throw_verb(meant) == "drop":
        return _("A green die there costs {points} points on average.", points=counts_of(state).steady)
    return NOTHING


def _is_onto(state: State, meant: IntendedThrow, cover: Cover) -> bool:
    """Return True if the throw `meant` is aimed at the die of `cover`."""
    x, y, _height = scene_of(state)[cover.onto.die].pose.place
    return hypot(meant.place[0] / 1000 - x, meant.place[1] / 1000 - y) < NEAR


def _covered(state: State, seat: int, cover: Cover) -> Text:
    """Explain a throw onto a die that scores: to make a tower of it, or to spoil a rival's."""
    onto, laid = cover.onto, cover.tops[-1]
    often = next(words for least, words in OFTEN if cover.stays >= least)
    points, levels = points_text(laid.points), max(laid.chains)
    if onto.board not in (MIDDLE, own_target(state, seat)):
        change = _("This turns {before} there into {after}.", before=points_text(onto.points), after=points)
        return join_sentences(change, often or _("It is a long shot."))
    if not often:
        return join_sentences(
            _("It is a long shot for {points}.", points=points), _("A die that slips off usually scores, too.")
        )
    tower = _("A tower of {levels} scores {points} there.", levels=levels, points=points)
    return join_sentences(tower if levels > 1 else _("It scores {points} there.", points=points), often)


def _knocked(state: State, seat: int, meant: IntendedThrow, tops: list[ScoredDie]) -> Text:
    """Explain a throw through a group of dice: what rivals have in it, and what `seat` may lose itself."""
    at = [MIDDLE] if state.options.game == Mode.CENTRAL else boards_of(state, meant.target)
    there = sum(top.points for top in tops if top.board in at)
    barrels = sum(is_barrel(name) for name in scene_of(state).named)
    if there > 0 and meant.target != own_target(state, seat):
        return _("The dice there are worth {points}. A hard throw can knock them off.", points=points_text(there))
    if there > 0:
        return _("The dice that it can knock off are worth more to other players.")
    return _("It clears barrels out of the way.") if barrels else NOTHING


def _again(state: State, action: int) -> Text:
    """Explain whether to use a pink die, which repeats the throw."""
    name = die_name(state.thrown)
    points = sum(top.points for top in score(state, judge(scene_of(state))) if top.die == name)
    if action == action_codes.KEEP:
        return _("The die scores {points} there.", points=points_text(points)) if points > 0 else NOTHING
    return _("The die scores nothing there.") if points == 0 else NOTHING
