"""Say what the factions can do, and when, in sentences."""

from __future__ import annotations

from typing import NamedTuple

from dicehouse.text_format import number_word

from ..rules.abilities import CONNECTED
from ..rules.deal import AGENTS, DEALT
from ..rules.domination import HOMELAND

OWN_TURN = "On your turn, before or after placing, or at its end"
INSTEAD = "Instead of the place's action"


class Power(NamedTuple):
    """Hold when a power works, and what it does."""

    when: str
    text: str


POWERS: dict[str, Power] = {
    "roamers": Power(
        "When your turn comes, before anything else",
        "Leave the turn out. You take it, whole, when everybody else has finished; nobody can "
        "make you leave it out twice.",
    ),
    "shakra-pirates": Power(
        OWN_TURN,
        "Take a die of a Neighbourhood out of the game. Its space stays dead.",
    ),
    "perceptioneers": Power(
        "When another one's turn begins",
        "Name a Neighbourhood that has a die: the piece must go there. Which die, and what is "
        "done with it, stays their choice.",
    ),
    "tuulu-priests": Power(
        OWN_TURN,
        "Reroll twice: the same die or two, in Neighbourhoods or on anybody's board. You see the "
        "first before you choose the second, and may leave it.",
    ),
    "centauri-bureau": Power(
        "At the start, and when Missions are counted",
        f"Keep all {number_word(DEALT)} Missions. Before any is opened, choose the one that doesn't count.",
    ),
    "dangmer-program": Power(
        "In the count, after the stock",
        "One of your dice takes the value or the colour of a die of the player on your right. "
        "Your Magmacorium dice can't; of a rival's you name the colour.",
    ),
    "ewo-following": Power(
        f"{INSTEAD}, in a Neighbourhood",
        "Perform the action of any other Neighbourhood or Location.",
    ),
    "hollows": Power(
        "After another one's action swapped your Agent or your die",
        "Turn one of your dice up or down by one, never past one or six. Rerolls don't wake you.",
    ),
    "conspiracy": Power(
        OWN_TURN,
        "One of your placed Agents changes places with a die on any space of the plan. No action follows.",
    ),
    "navigators": Power(
        OWN_TURN,
        "Turn one of your dice, not a Magmacorium one, to any value.",
    ),
    "haterz": Power(
        "When you use the Stock Exchange",
        "You may move two different cubes, one step each, up or down as you like.",
    ),
    "fukura": Power(
        f"{INSTEAD}, every turn",
        "A rival's die goes down by one and one of yours up by one. Both must be possible; a protection doesn't help.",
    ),
    "tentacle-force": Power(
        "From the start",
        f"One of your {number_word(AGENTS)} pieces is a Thug. For Missions it counts as an Agent.",
    ),
    "conclave": Power(
        "From the start",
        "You own a protection. Put it on a die as soon as you have one.",
    ),
    "pagans": Power(
        "When domination is counted",
        f"{HOMELAND} stars more for each of Blood Dome, Ravin Sanctuary and Nuclear Springs that you dominate alone.",
    ),
    "retorium-comradery": Power(
        OWN_TURN,
        f"Draw {number_word(CONNECTED)} Missions, then lay any {number_word(CONNECTED)} of your "
        "hand back, one by one, on top of the deck or under it.",
    ),
    "skelletas": Power(
        OWN_TURN,
        "Take one of your placed Agents out of the game. For it a Magmacorium die comes to your "
        "board, with the value you name.",
    ),
    "zai": Power(
        INSTEAD,
        "Two placed Agents change places, whoever owns them. Thugs stay.",
    ),
    "banxa-corporation": Power(
        "When another one has placed",
        "Their action doesn't happen.",
    ),
    "blockade": Power(
        "When domination is counted",
        "Name a Neighbourhood: nobody dominates it.",
    ),
}
