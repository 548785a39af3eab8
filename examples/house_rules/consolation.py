"""A player who busts keeps a few points: by default 100, once they have opened."""

from dicehouse.core.settings import Setting
from dicehouse.games.dice_ocalypse.rules.turn import bust as bust_as_written
from dicehouse.games.house_rules import adds, replaces

adds(Setting("consolation", "Points for a bust", "number", 100, "What a bust is worth.", low=0, high=500, step=50))


@replaces("turn.bust")
def bust(state, dice):
    """End the turn with as many points as the table's setting says."""
    bust_as_written(state, dice)
    if state.players[state.player].opened:
        state.turn_points = state.options.consolation
