"""Collect the policy of Dice-ocalypse!: heuristics, forced actions, reasons and exact chances."""

from __future__ import annotations

from dicehouse.compiler.rule_compiler import rules
from dicehouse.records.sentinels import NO_ACTION

from ..presentation import exact_chances
from ..rules.action_codes import ABSTAIN, ROLL
from ..rules.state import Phase, State
from ..rules.war_cards import pending_points
from .beginner_play import LEVELS, temptation
from .mistakes import decision_themes, explain_mistake, theme_sentence
from .odds_tables import MEMO, prepare
from .race_answers import solve
from .reasons import explain_action
from .sensible import sensible
from .value_net import value_estimate

__all__ = [
    "ENDING_WORDS",
    "LEVELS",
    "MEMO",
    "SOLVABLE",
    "decision_themes",
    "exact_chance",
    "exact_choice",
    "explain_action",
    "explain_mistake",
    "forced_action",
    "heuristic_value",
    "prepare",
    "sensible",
    "solve",
    "temptation",
    "theme_sentence",
    "value_estimate",
]

ENDING_WORDS = ("pass", "decline", "bank")
SOLVABLE = {"special_cards": False}


def exact_chance(state: State, seat: int) -> float | None:
    """Return the chance of `seat` to win a race of two players without cards, if that race was solved."""
    return exact_chances.race_chance(state, seat)


def exact_choice(state: State, seat: int) -> int:
    """Return the keep that is best by the solution of the race, and whether to bank after it."""
    if seat != state.player:
        return NO_ACTION
    if state.phase == Phase.START and exact_chances.solution_at(state) is not None:
        return ROLL
    action = exact_chances.best_keep(state)
    return NO_ACTION if action is None else action


@rules
def forced_action(state: State, seat: int) -> int:
    """Return the action that every bot takes here, -1 if it may choose: bots abstain from votes (A1)."""
    return ABSTAIN if state.phase == Phase.VOTE else -1


@rules
def heuristic_value(state: State, seat: int) -> float:
    """Return the total of `seat`, with points that it has banked and that only wait for the others' replies."""
    voting = state.phase == Phase.VOTE and state.ended
    waits = state.phase == Phase.REACT_END or state.phase == Phase.IMMUNITY or voting
    points = state.players[seat].total
    if waits and seat == state.player:
        points += pending_points(state)
    return float(points)
