"""Say what the factions can do, and when, in sentences, by the settings of a table."""

from __future__ import annotations

from typing import NamedTuple

from dicehouse.i18n import Text, _, ngettext

from ..rules.abilities import CONNECTED
from ..rules.deal import AGENTS, DEALT
from ..rules.domination import HOMELAND
from ..rules.state import FACES, Options

OWN_TURN = _("On your turn, before or after you place a piece, or at the end of the turn.")
INSTEAD = _("Instead of the area's Action.")


class Power(NamedTuple):
    """Hold when a power works, and what it does."""

    when: Text
    text: Text


POWERS: dict[str, Power] = {
    "roamers": Power(
        _("At the start of your turn, before anything else."),
        _("Save your turn and take it after the last round."),
    ),
    "shakra-pirates": Power(
        OWN_TURN,
        _("Remove a die in a Neighbourhood from the game. Nothing can be placed on its space any more."),
    ),
    "perceptioneers": Power(
        _("At the start of another player's turn."),
        _("Choose a Neighbourhood that has a die. They must place their piece there, but they choose the die."),
    ),
    "tuulu-priests": Power(
        OWN_TURN,
        _(
            "Reroll up to two dice, or the same die twice, in Neighbourhoods or on any Faction Board. "
            "You see the first roll before you choose the second die."
        ),
    ),
    "centauri-bureau": Power(
        _("At the start of the game and during scoring."),
        _("Keep all {n} Missions. Before Missions are revealed, choose the one that doesn't count.", n=DEALT),
    ),
    "dangmer-program": Power(
        _("During scoring, after the Stock Exchange."),
        _(
            "One of your dice takes the value or colour of one of your right neighbour's dice. Your Magmacorium dice "
            "can't change. If you copy the colour of one of theirs, choose any colour."
        ),
    ),
    "ewo-following": Power(
        _("Instead of the Action of a Neighbourhood."),
        _("Perform the Action of any Neighbourhood or Location."),
    ),
    "hollows": Power(
        _("After another player's Action swaps your Agent or one of your dice."),
        _("Turn one of your dice up or down by 1, but not past 1 or {faces}.", faces=FACES),
    ),
    "conspiracy": Power(
        OWN_TURN, _("Swap one of your placed Agents with a die on any space. You get no Action for it.")
    ),
    "navigators": Power(OWN_TURN, _("Set one of your dice to any value, except a Magmacorium die.")),
    "haterz": Power(
        _("When you use the Stock Exchange."),
        _("Move up to two different cubes, one step each."),
    ),
    "fukura": Power(
        INSTEAD,
        _(
            "Lower another player's die by 1 and raise one of yours by 1. Both must be possible. "
            "A Protection Token doesn't stop it."
        ),
    ),
    "tentacle-force": Power(
        _("From the start."),
        ngettext(
            "Your {n} piece is a Thug. For Missions it counts as an Agent.",
            "One of your {n} pieces is a Thug. For Missions it counts as an Agent.",
            AGENTS,
        ),
    ),
    "conclave": Power(
        _("From the start."),
        _("You have a Protection Token. Put it on one of your dice on any of your turns."),
    ),
    "pagans": Power(
        _("When domination is scored."),
        ngettext(
            "Score {n} more star for each of Blood Dome, Ravin Sanctuary and Nuclear Springs that you alone dominate.",
            "Score {n} more stars for each of Blood Dome, Ravin Sanctuary and Nuclear Springs that you alone dominate.",
            HOMELAND,
        ),
    ),
    "retorium-comradery": Power(
        OWN_TURN,
        _(
            "Draw {number} Missions. Then put back any {number} of your Missions, each on top of the deck or under it.",
            number=CONNECTED,
        ),
    ),
    "skelletas": Power(
        OWN_TURN,
        _(
            "Remove one of your placed Agents from the game. Then take a Magmacorium die and set it to any value. "
            "It goes to your Faction Board."
        ),
    ),
    "zai": Power(INSTEAD, _("Swap any two placed Agents, of any players. Thugs can't be moved.")),
    "banxa-corporation": Power(
        _("After another player places a piece."),
        _("Cancel their Action. They can't use the Stock Exchange instead."),
    ),
    "blockade": Power(
        _("When domination is scored."),
        _("Choose a Neighbourhood. Nobody dominates it."),
    ),
}
IN_CITY: dict[str, Power] = {  # where abilities don't reach Locations
    "conspiracy": Power(
        OWN_TURN,
        _("Swap one of your Agents in a Neighbourhood with a die in any Neighbourhood. You get no Action for it."),
    ),
    "skelletas": Power(
        OWN_TURN,
        _(
            "Remove one of your Agents in a Neighbourhood from the game. Then take a Magmacorium die and set it to any "
            "value. It goes to your Faction Board."
        ),
    ),
    "zai": Power(INSTEAD, _("Swap any two Agents in Neighbourhoods, of any players. Thugs can't be moved.")),
}


def faction_power(faction: str, options: Options) -> Power:
    """Return what a faction can do at a table with `options`."""
    if not options.abilities_reach_locations and faction in IN_CITY:
        return IN_CITY[faction]
    return POWERS[faction]
