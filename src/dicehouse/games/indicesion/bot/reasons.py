"""Why a bot throws there, in a sentence: by what lies on the table, and by how often such throws were counted to work.

Nothing is hidden here, and nothing is tried: what a throw would probably bring is for `show/chances.py` to find out.
"""

from __future__ import annotations

from math import hypot

from dicehouse.errors import BadThrow
from dicehouse.kit import Option

from ..physics.bodies import DIE, is_barrel
from ..rules import codes
from ..rules.judge import judge
from ..rules.notation import Meant, read_throw
from ..rules.ready_throws import HOWS, boards_of, home, ready_throw, targets
from ..rules.scoring import Scored, has_power, score
from ..rules.seating import MIDDLE, board_name, board_number, die_name, scene_of
from ..rules.state import Colour, Mode, Phase, State
from ..show.numbers import counted
from ..show.options import die_words, target_words
from .worth import STEADY, Cover, covers

NEAR = DIE / 2  # so near to a die's middle a throw is meant for that die
SOFT = 150  # millimetres a second: what is let go so gently is dropped
FLAT = 20  # degrees: what climbs more is lobbed
# how often a die stays where it is meant to cover another, as a player would say it; nothing where it hardly does
OFTEN = (
    (0.8, "it hardly ever slips off"),
    (0.6, "two in three such throws stay"),
    (0.4, "half of such throws stay"),
    (0.0, ""),
)


def reason(state: State, seat: int, action: int) -> str:
    """Why a seat takes this choice of the list."""
    if action in codes.READY:
        how, die = HOWS[codes.READY.way(action)], die_name(codes.READY.die(action))
        target = targets(state)[codes.READY.target(action)]
        return _thrown(state, seat, ready_throw(state, seat, how, die, target))
    if action in codes.RESPAWN:
        face = int(state.losses[codes.RESPAWN.die(action)].face)
        return f"lets a blue {face} stand in: {counted(face, 'point', 'points')} for one throw less later."
    if action in codes.STAND and codes.STAND.board(action) != seat:
        return f"stands a barrel on {_board(board_name(codes.STAND.board(action)), seat)}: it is in the way there."
    if action in (codes.AGAIN, codes.KEEP):
        return _again(state, action)
    return ""


def reason_free(state: State, seat: int, text: str) -> str:
    """Why a seat throws like that."""
    meant = _read(state, text)
    return "" if meant is None else _thrown(state, seat, meant)


def describe_free(state: State, seat: int, text: str) -> Option | None:
    """A throw in words: what is thrown how, and at what."""
    meant = _read(state, text)
    if meant is None:
        return None
    label = f"{_verb(meant).capitalize()} the {die_words(meant.die)}: {target_words(meant.target, seat)}"
    facts = {"kind": "throw", "die": meant.die, "target": meant.target, "throw": meant.facts()}
    return Option(text, label, "", (f"die:{meant.die}", f"target:{meant.target}"), facts)


def _read(state: State, text: str) -> Meant | None:
    try:
        return read_throw(text) if state.phase == Phase.THROW else None
    except BadThrow:
        return None


def _verb(meant: Meant) -> str:
    return "drop" if meant.push[0] < SOFT else "lob" if meant.push[2] > FLAT else "knock"


def _board(target: str, seat: int) -> str:
    """A board in the words of one who tells others of it."""
    return "their own board" if target != MIDDLE and board_number(target) == seat else target_words(target)


# --- throws


def _thrown(state: State, seat: int, meant: Meant) -> str:
    scene = scene_of(state)
    tops = score(state, judge(scene))
    if _verb(meant) == "knock":
        return _knocked(state, seat, meant, tops)
    cover = next((each for each in covers(state, tops, seat, meant.die) if _is_onto(state, meant, each)), None)
    if cover is not None:
        return _covered(state, seat, meant, cover)
    doing = f"{_verb(meant)}s the {die_words(meant.die)} on {_board(meant.target, seat)}"
    if meant.target == home(state, seat) and _verb(meant) == "drop":
        return f"{doing}: a die let fall on a free place brings {STEADY} points on average."
    if has_power(state, meant.die, Colour.GREEN) and _verb(meant) == "drop":
        return f"{doing}: a green die takes its points away there, {STEADY} on average."
    return ""


def _is_onto(state: State, meant: Meant, cover: Cover) -> bool:
    """Whether a throw is meant for the die that would be covered."""
    x, y, _ = scene_of(state)[cover.onto.die].pose.place
    return hypot(meant.place[0] / 1000 - x, meant.place[1] / 1000 - y) < NEAR


def _covered(state: State, seat: int, meant: Meant, cover: Cover) -> str:
    """Onto a die that scores: to make a tower of it, or to spoil somebody else's."""
    onto, laid = cover.onto, cover.tops[-1]
    often = next(words for least, words in OFTEN if cover.stays >= least)
    if onto.board in (MIDDLE, home(state, seat)):
        doing = f"{_verb(meant)}s the {die_words(meant.die)} on a {_worth(onto)}"
        levels = max(laid.chains)
        points = counted(laid.points, "point", "points")
        if not often:
            return f"{doing}: a long shot for {points}, but what slips off mostly counts as well."
        tower = f"a tower of {levels} is worth" if levels > 1 else "it scores"
        return f"{doing}: {tower} {points} there, and {often}."
    doing = f"{_verb(meant)}s the {die_words(meant.die)} on {{{board_number(onto.board)}}}'s {_worth(onto)}"
    change = f"{laid.points} instead of {counted(onto.points, 'point', 'points')}"
    return f"{doing}: {change}, and {often}." if often else f"{doing}: a long shot, but it would leave {change} there."


def _worth(top: Scored) -> str:
    """A die that scores, by what stands there."""
    return "tower" if max(top.chains) > 1 else "die"


def _knocked(state: State, seat: int, meant: Meant, tops: list[Scored]) -> str:
    """Through what lies there: what the others have on it, and what the seat may lose itself."""
    at = [MIDDLE] if state.options.game == Mode.CENTRAL else boards_of(state, meant.target)
    there = sum(top.points for top in tops if top.board in at)
    barrels = sum(is_barrel(name) for name in scene_of(state).named)
    doing = f"throws the {die_words(meant.die)} hard at {_board(meant.target, seat)}"
    if there > 0 and meant.target != home(state, seat):
        return f"{doing}: dice worth {counted(there, 'point', 'points')} lie there to be swept away."
    if there > 0:
        return f"{doing}: what it sweeps away is worth more to the others."
    return f"{doing}: it clears the barrels." if barrels else ""


def _again(state: State, action: int) -> str:
    """A pink die lets the throw be repeated."""
    name = die_name(state.thrown)
    points = sum(top.points for top in score(state, judge(scene_of(state))) if top.die == name)
    if action == codes.KEEP:
        return f"leaves it there: it scores {counted(points, 'point', 'points')}." if points > 0 else ""
    return "throws it again: it scores nothing there." if points == 0 else ""
