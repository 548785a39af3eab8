"""Collect the policy of Dicetopia: how bots play, what they think of a position, and why they chose."""

from __future__ import annotations

from dicehouse.compiler.rule_compiler import rules
from dicehouse.core.policy import BotLevel, BotTraits

from ..rules.game_end import final_total
from ..rules.scoring import mission_stars, public_stars
from ..rules.state import N_MISSIONS, Phase, State
from .mistakes import count_words, decision_themes, theme_sentence
from .reasons import explain_action
from .sensible import prior_logits, sensible

__all__ = [
    "ENDING_WORDS",
    "LEVELS",
    "count_words",
    "decision_themes",
    "explain_action",
    "heuristic_value",
    "prior_logits",
    "sensible",
    "theme_sentence",
]

ENDING_WORDS = ("end", "pass")
LEVELS: dict[str, BotLevel] = {
    "pip": BotTraits(looks=0, fancy=35),
    "dot": BotTraits(looks=2, fancy=12),
    "kofi": BotTraits(looks=7, fancy=7),
    "otto": BotTraits(looks=18, fancy=4),
    "vera": "sensible",
}


@rules
def heuristic_value(state: State, seat: int) -> float:
    """Return the stars of a seat if the game ended now, its own Missions included."""
    if state.phase == Phase.OVER:
        return float(final_total(state, seat))
    total = float(public_stars(state, seat))
    for mission in range(N_MISSIONS):
        if state.players[seat].hand >> mission & 1:
            total += mission_stars(state, seat, mission)
    return total
