"""What bots and tables should know of the game beyond its rules."""

from __future__ import annotations

from dicehouse.kit.compiling import rules
from dicehouse.kit.game import Reaction
from dicehouse.kit.hooks import FREE

from ..rules.codes import ABSTAIN, ROLL
from ..rules.state import Phase, State, before_turn, in_window
from ..rules.war import pending_points
from ..show import exact
from ..show.effects import is_idle
from ..show.points import points_available
from ..show.set_up import SET_UP, set_up
from .answers import solve
from .items import ITEMS, hand_out
from .measures import MEASURES
from .odds import MEMO, prepare
from .outlook import estimate
from .reasons import reason
from .sensible import sensible
from .temptation import LEVELS, temptation

__all__ = [
    "ITEMS",
    "LEVELS",
    "MEASURES",
    "MEMO",
    "SET_UP",
    "SOLVABLE",
    "bot_duty",
    "estimate",
    "exact_chance",
    "exact_choice",
    "hand_out",
    "prepare",
    "reaction",
    "reason",
    "sensible",
    "set_up",
    "solve",
    "standing",
    "temptation",
    "turns",
]

SOLVABLE = {"special_cards": False}


def exact_chance(state: State, seat: int) -> float | None:
    """The chance to win in the race of two without cards, if it was solved."""
    return exact.chance(state, seat)


def exact_choice(state: State, seat: int) -> int:
    """What to keep, and whether to bank, by the same."""
    if seat != state.player:
        return FREE
    if state.phase == Phase.START and exact.solution_at(state) is not None:
        return ROLL
    action = exact.policy(state)
    return FREE if action is None else action


def reaction(state: State, seat: int) -> Reaction | None:
    """The optional reply that `seat` is asked for, with what is at stake."""
    if not in_window(state):
        return None
    ended = state.phase == Phase.REACT_END
    stake = state.turn_points + (0 if ended else points_available(state))
    best_other = max(state.players[s].total for s in range(state.n_players) if s != state.player)
    own = state.players[state.player].total
    return Reaction("pass", "end" if ended else "during", stake, own <= best_other < own + stake, is_idle(state, seat))


@rules
def bot_duty(state: State, seat: int) -> int:
    """What any bot does here whatever it thinks, -1 where it may choose: bots abstain from votes (A1)."""
    return ABSTAIN if state.phase == Phase.VOTE else -1


@rules
def standing(state: State, seat: int) -> float:
    """A seat's total, with the points that it has banked and that only await the others' replies."""
    voting = state.phase == Phase.VOTE and state.ended
    waits = state.phase == Phase.REACT_END or state.phase == Phase.IMMUNITY or voting
    points = state.players[seat].total
    if waits and seat == state.player:
        points += pending_points(state)
    return float(points)


@rules
def turns(state: State) -> int:
    """How many turns have begun, with one that only awaits its first throw."""
    return state.turn + before_turn(state)
