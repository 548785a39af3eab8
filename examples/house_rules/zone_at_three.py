"""The Battle Zone opens at 3,000, and nobody loses a turn there."""

from dicehouse.games.dice_ocalypse.rules.game_end import outcome_of as outcome_as_written
from dicehouse.games.dice_ocalypse.rules.state import BattleOutcome
from dicehouse.games.house_rules import changes, replaces

changes("state.BATTLE_ZONE", 3_000)


@replaces("game_end.outcome_of")
def outcome_of(state, starter, seat, one, two):
    """Return the usual result, but none for a single 1."""
    outcome = outcome_as_written(state, starter, seat, one, two)
    return BattleOutcome.NONE if outcome == BattleOutcome.LOSE_TURN else outcome
