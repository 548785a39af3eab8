"""Explain a bot's throw in one sentence, from the bodies on the table and from how often such throws were counted to
work.

Nothing is hidden in this game, and nothing is simulated here: `presentation/throw_preview.py` simulates throws.
"""

from __future__ import annotations

from math import hypot

from ..physics.bodies import DIE, is_barrel
from ..presentation.notation import counted
from ..presentation.options import die_words, read_free_throw, target_words, throw_verb
from ..rules import action_codes
from ..rules.judge import judge
from ..rules.ready_throws import READY_THROWS, boards_of, own_target, ready_throw, targets
from ..rules.scoring import ScoredDie, has_power, score
from ..rules.state import Colour, Mode, State
from ..rules.table_layout import MIDDLE, board_name, board_number, die_name, scene_of
from ..rules.throw_notation import IntendedThrow
from .position_value import STEADY, Cover, find_covers

NEAR = DIE / 2  # metres from a die's centre within which a throw is meant for that die
# how often a die stays on the one it covers, in a player's words; empty where it hardly ever does
OFTEN = (
    (0.8, "it hardly ever slips off"),
    (0.6, "two in three such throws stay"),
    (0.4, "half of such throws stay"),
    (0.0, ""),
)


def explain_action(state: State, seat: int, action: int) -> str:
    """Return why `seat` takes the listed choice `action`."""
    if action in action_codes.READY:
        how, die = READY_THROWS[action_codes.READY.way(action)], die_name(action_codes.READY.die(action))
        target = targets(state)[action_codes.READY.target(action)]
        return _thrown(state, seat, ready_throw(state, seat, how, die, target))
    if action in action_codes.RESPAWN:
        face = int(state.losses[action_codes.RESPAWN.die(action)].face)
        return f"lets a blue {face} stand in: {counted(face, 'point', 'points')} for one throw less later."
    if action in action_codes.STAND and action_codes.STAND.board(action) != seat:
        return (
            f"stands a barrel on {_board(board_name(action_codes.STAND.board(action)), seat)}: it is in the way there."
        )
    if action in (action_codes.AGAIN, action_codes.KEEP):
        return _again(state, action)
    return ""


def explain_free(state: State, seat: int, text: str) -> str:
    """Return why `seat` throws as `text` says."""
    meant = read_free_throw(state, text)
    return "" if meant is None else _thrown(state, seat, meant)


def _board(target: str, seat: int) -> str:
    """Name the board `target` for other players to read."""
    return "their own board" if target != MIDDLE and board_number(target) == seat else target_words(target)


# --- throws


def _thrown(state: State, seat: int, meant: IntendedThrow) -> str:
    scene = scene_of(state)
    tops = score(state, judge(scene))
    if throw_verb(meant) == "knock":
        return _knocked(state, seat, meant, tops)
    cover = next((each for each in find_covers(state, tops, seat, meant.die) if _is_onto(state, meant, each)), None)
    if cover is not None:
        return _covered(state, seat, meant, cover)
    doing = f"{throw_verb(meant)}s the {die_words(meant.die)} on {_board(meant.target, seat)}"
    if meant.target == own_target(state, seat) and throw_verb(meant) == "drop":
        return f"{doing}: a die let fall on a free place brings {STEADY} points on average."
    if has_power(state, meant.die, Colour.GREEN) and throw_verb(meant) == "drop":
        return f"{doing}: a green die takes its points away there, {STEADY} on average."
    return ""


def _is_onto(state: State, meant: IntendedThrow, cover: Cover) -> bool:
    """Return True if the throw `meant` is aimed at the die of `cover`."""
    x, y, _ = scene_of(state)[cover.onto.die].pose.place
    return hypot(meant.place[0] / 1000 - x, meant.place[1] / 1000 - y) < NEAR


def _covered(state: State, seat: int, meant: IntendedThrow, cover: Cover) -> str:
    """Explain a throw onto a die that scores: to make a tower of it, or to spoil a rival's."""
    onto, laid = cover.onto, cover.tops[-1]
    often = next(words for least, words in OFTEN if cover.stays >= least)
    if onto.board in (MIDDLE, own_target(state, seat)):
        doing = f"{throw_verb(meant)}s the {die_words(meant.die)} on a {_worth(onto)}"
        levels = max(laid.chains)
        points = counted(laid.points, "point", "points")
        if not often:
            return f"{doing}: a long shot for {points}, but what slips off mostly counts as well."
        tower = f"a tower of {levels} is worth" if levels > 1 else "it scores"
        return f"{doing}: {tower} {points} there, and {often}."
    doing = f"{throw_verb(meant)}s the {die_words(meant.die)} on {{{board_number(onto.board)}}}'s {_worth(onto)}"
    change = f"{laid.points} instead of {counted(onto.points, 'point', 'points')}"
    return f"{doing}: {change}, and {often}." if often else f"{doing}: a long shot, but it would leave {change} there."


def _worth(top: ScoredDie) -> str:
    """Name a die that scores by the tower under it."""
    return "tower" if max(top.chains) > 1 else "die"


def _knocked(state: State, seat: int, meant: IntendedThrow, tops: list[ScoredDie]) -> str:
    """Explain a throw through a group of dice: what rivals have in it, and what `seat` may lose itself."""
    at = [MIDDLE] if state.options.game == Mode.CENTRAL else boards_of(state, meant.target)
    there = sum(top.points for top in tops if top.board in at)
    barrels = sum(is_barrel(name) for name in scene_of(state).named)
    doing = f"throws the {die_words(meant.die)} hard at {_board(meant.target, seat)}"
    if there > 0 and meant.target != own_target(state, seat):
        return f"{doing}: dice worth {counted(there, 'point', 'points')} lie there to be swept away."
    if there > 0:
        return f"{doing}: what it sweeps away is worth more to the others."
    return f"{doing}: it clears the barrels." if barrels else ""


def _again(state: State, action: int) -> str:
    """Explain whether to use a pink die, which repeats the throw."""
    name = die_name(state.thrown)
    points = sum(top.points for top in score(state, judge(scene_of(state))) if top.die == name)
    if action == action_codes.KEEP:
        return f"leaves it there: it scores {counted(points, 'point', 'points')}." if points > 0 else ""
    return "throws it again: it scores nothing there." if points == 0 else ""
