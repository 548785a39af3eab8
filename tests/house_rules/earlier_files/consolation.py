"""Whoever busts keeps a little: by default 100 points, once they have opened."""

from dicehouse.games.dice_ocalypse.rules.turn import bust as bust_as_written
from dicehouse.games.house_rules import adds, replaces
from dicehouse.kit.settings import Setting

adds(Setting("consolation", "Points for a bust", "number", 100, "What a bust is worth.", low=0, high=500, step=50))


@replaces("turn.bust")
def bust(state, dice):
    """The turn is over, and worth as much as the table says."""
    bust_as_written(state, dice)
    if state.players[state.player].opened:
        state.turn_points = state.options.consolation
