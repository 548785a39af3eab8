"""The Battle Zone opens at 3,000, and nobody loses a turn there."""

from dicehouse.games.dice_ocalypse.rules.finale import outcome_of as outcome_as_written
from dicehouse.games.dice_ocalypse.rules.state import Outcome
from dicehouse.games.house_rules import changes, replaces

changes("state.BATTLE_ZONE", 3_000)


@replaces("finale.outcome_of")
def outcome_of(state, starter, seat, one, two):
    """As it is written, but a single 1 costs nothing."""
    outcome = outcome_as_written(state, starter, seat, one, two)
    return Outcome.NONE if outcome == Outcome.LOSE_TURN else outcome
