"""Whoever busts for the third time keeps 50 points, and the Battle Zone opens at 4,000. Names of all three folders."""

from dicehouse.games.dice_ocalypse.bot.sensible import sensible as sensible_as_written
from dicehouse.games.dice_ocalypse.rules.state import Phase, State
from dicehouse.games.dice_ocalypse.rules.turn import bust as bust_as_written
from dicehouse.games.dice_ocalypse.show.words import prompt as prompt_as_written
from dicehouse.games.house_rules import changes, remembers, replaces
from dicehouse.kit import Prompt

assert State.__name__ == "State"
changes("state.BATTLE_ZONE", 4_000)
remembers("state.Player", "busts", "i8")


@replaces("turn.bust")
def bust(state, dice):
    """Count it, and be kind to the third."""
    bust_as_written(state, dice)
    player = state.players[state.player]
    player.busts = min(player.busts + 1, 100)
    if player.busts == 3 and player.opened:
        state.turn_points = 50


@replaces("bot.sensible.sensible")
def sensible(state, seat, actions, memo, dice):
    """Take the last option at the beginning of a turn."""
    if state.phase == Phase.START:
        return actions.item[actions.count - 1]
    return sensible_as_written(state, seat, actions, memo, dice)


@replaces("show.words.prompt")
def prompt(state, seat, asked, names):
    """Say how often somebody has bust."""
    own = prompt_as_written(state, seat, asked, names)
    return Prompt(f"{own.title} ({state.players[state.player].busts} busts)", own.detail, own.urgent)
