"""What lies on the table of Dicetopia, a sentence each."""

from __future__ import annotations

from dicehouse.kit.game import Term

from .keys import KEYS
from .names import ABILITIES, FACTION_IDS, FACTION_NAMES

GLOSSARY = (
    Term("area:agency", "The Agency", "Place here to draw a Mission."),
    Term("area:gugu", "Gugu Airforce", "Place here to reroll a die."),
    Term("area:waste", "Waste Management", "Place here to move any Agent."),
    Term("area:congress", "Twilight Congress", "Place here to swap two dice of the City."),
    Term("area:bank", "Observatory Bank", "Place here to swap one of your dice for a die of the City."),
    Term("area:nethal", "Nethal Syndicate", "Place here to swap one of your dice for a rival's."),
    Term("area:market", "Molotov Market", "Place here to set one of your dice."),
    Term("area:dome", "Blood Dome", "Fight here: match its three dice."),
    Term("area:ravin", "Ravin Sanctuary", "Take the flag, or protect one of your dice."),
    Term("area:springs", "Nuclear Springs", "Take an orange die, which counts as any colour."),
    Term("area:*", "A place of the city", "Whoever has most pieces here dominates it and scores its dice."),
    Term(
        "space:*",
        "A space",
        "A die of the city, an Agent, or nothing. You place by taking a die and leaving your Agent.",
    ),
    Term(
        "die:*",
        "A die of a board",
        "Its colour is a good, its number what it is worth. Dice on your board score and fill Missions.",
    ),
    Term("cell:*", "Cutthroat Prison", "Dice that Thugs left behind lie here until they are drafted."),
    Term("thug:*", "A Thug", "It counts one and a half Agents for domination, and no Action touches it."),
    Term(
        "key:stock",
        "Stock Exchange",
        "Instead of your Action: move a cube a step, and the dice of its colour pay more or less in the end.",
    ),
    Term(
        "stock:*",
        "A cube of the Stock Exchange",
        "In the end each of your dice of this colour pays what its step says.",
    ),
    Term("key:fight", "Fight", "A die of yours and a die of the card with the same number fight."),
    *(
        Term(f"key:{text.replace(' ', '-')}", label, f"{note[:1].upper()}{note[1:]}.")
        for text, label, note in KEYS.values()
        if note
    ),
    Term("key:pass", "Pass", "You use nothing now."),
    Term("key:play-on", "Take this turn", "It is not saved for the end."),
    Term("key:no-action", "No Action", "The place does nothing this time."),
    Term("key:enough", "Leave it at that", "What is left of this choice stays undone."),
    Term("key:end", "End the turn", "The next player's turn begins."),
    Term("bottom:*", "A Mission to lay back", "It goes under the deck."),
    Term("top:*", "A Mission to lay back", "It goes on top of the deck."),
    Term(
        "clone:*",
        "Cloning",
        "In the count, the die takes the value or the colour of a die of the player on your right.",
    ),
    Term("adapt:*", "Adaptation", "One of your dice goes up or down by one after a swap."),
    Term("unprotect:*", "A Protection to take away", "The die under it can be swapped and rerolled again."),
    Term("mission:*", "A Mission", "Worth its points at the end if its condition holds; only you see yours."),
    Term("card:*", "A Mission to choose", "Take it, or leave it to the deck."),
    Term("token:*", "Protection", "A die under it can't be taken, swapped or rerolled by others."),
    Term("value:*", "A value", "The number that the die will show."),
    Term("target:*", "A target", "What this choice would touch."),
    Term("seat:*", "A player", "Faction, score if it ended now without Missions, dice and Agents."),
    *(
        Term(f"faction:{FACTION_IDS[i]}", f"{name}: {power}", f"{text[:1].upper()}{text[1:]}.")
        for i, (name, (power, text)) in enumerate(zip(FACTION_NAMES, ABILITIES, strict=True))
    ),
)
