"""Explain the things on the table of Dicetopia, a sentence each."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from dicehouse.core.option import GlossaryTerm
from dicehouse.records.record import dtype, strict
from dicehouse.text_format import number_word

from ..rules.missions import IDS, NAMES
from ..rules.state import N_CARD, N_MISSIONS, Options
from .faction_powers import POWERS
from .mission_texts import mission_text, stars_words
from .notation import ABILITIES, BUTTON_OPTIONS, FACTION_IDS, FACTION_NAMES, thug_strength, thug_words

_PLACES = (
    GlossaryTerm("area:agency", "The Agency", "Place here to draw a Mission."),
    GlossaryTerm("area:gugu", "Gugu Airforce", "Place here to reroll a die."),
    GlossaryTerm("area:waste", "Waste Management", "Place here to move any Agent."),
    GlossaryTerm("area:congress", "Twilight Congress", "Place here to swap two dice of the City."),
    GlossaryTerm("area:bank", "Observatory Bank", "Place here to swap one of your dice for a die of the City."),
    GlossaryTerm("area:nethal", "Nethal Syndicate", "Place here to swap one of your dice for a rival's."),
    GlossaryTerm("area:market", "Molotov Market", "Place here to set one of your dice."),
    GlossaryTerm("area:dome", "Blood Dome", f"Fight here: match its {number_word(N_CARD)} dice."),
    GlossaryTerm("area:ravin", "Ravin Sanctuary", "Take the flag, or protect one of your dice."),
    GlossaryTerm("area:springs", "Nuclear Springs", "Take an orange die, which counts as any colour."),
    GlossaryTerm("area:*", "A place of the city", "Whoever has most pieces here dominates it and scores its dice."),
    GlossaryTerm(
        "space:*",
        "A space",
        "A die of the city, an Agent, or nothing. You place by taking a die and leaving your Agent.",
    ),
    GlossaryTerm(
        "die:*",
        "A die of a board",
        "Its colour is a good, its number what it is worth. Dice on your board score and fill Missions.",
    ),
    GlossaryTerm("cell:*", "Cutthroat Prison", "Dice that Thugs left behind lie here until they are drafted."),
)


def glossary(options: Options) -> tuple[GlossaryTerm, ...]:
    """Return a sentence for each kind of thing, with the strength that a Thug has at the table."""
    return (*_PLACES, *_strengths(options.scenario), *_CHOICES, *_FACTIONS, *_MISSIONS)


def _strengths(scenario: int) -> Iterator[GlossaryTerm]:
    """Yield the terms that name the strength of a Thug."""
    agents, digits = thug_words(scenario), thug_strength(scenario)
    text = f"It counts {agents} Agents for domination, and no Action touches it."
    yield GlossaryTerm("thug:*", "A Thug", text, digits)
    for name, label, note in BUTTON_OPTIONS.values():
        if note:
            text = f"{note[:1].upper()}{note[1:]}.".replace("{thug}", digits)
            yield GlossaryTerm(f"key:{name.replace(' ', '-')}", label, text)


_CHOICES = (
    GlossaryTerm(
        "key:stock",
        "Stock Exchange",
        "Instead of your Action: move a cube a step, and the dice of its colour pay more or less in the end.",
    ),
    GlossaryTerm(
        "stock:*",
        "A cube of the Stock Exchange",
        "In the end each of your dice of this colour pays what its step says.",
    ),
    GlossaryTerm("key:fight", "Fight", "A die of yours and a die of the card with the same number fight."),
    GlossaryTerm("key:pass", "Pass", "You use nothing now."),
    GlossaryTerm("key:play-on", "Take this turn", "It is not saved for the end."),
    GlossaryTerm("key:no-action", "No Action", "The place does nothing this time."),
    GlossaryTerm("key:enough", "Leave it at that", "What is left of this choice stays undone."),
    GlossaryTerm("key:end", "End the turn", "The next player's turn begins."),
    GlossaryTerm("bottom:*", "A Mission to lay back", "It goes under the deck."),
    GlossaryTerm("top:*", "A Mission to lay back", "It goes on top of the deck."),
    GlossaryTerm(
        "clone:*",
        "Cloning",
        "In the count, the die takes the value or the colour of a die of the player on your right.",
    ),
    GlossaryTerm("adapt:*", "Adaptation", "One of your dice goes up or down by one after a swap."),
    GlossaryTerm("unprotect:*", "A Protection to take away", "The die under it can be swapped and rerolled again."),
    GlossaryTerm("mission:*", "A Mission", "Worth its points at the end if its condition holds; only you see yours."),
    GlossaryTerm("card:*", "A Mission to choose", "Take it, or leave it to the deck."),
    GlossaryTerm("token:*", "Protection", "A die under it can't be taken, swapped or rerolled by others."),
    GlossaryTerm("value:*", "A value", "The number that the die will show."),
    GlossaryTerm("target:*", "A target", "What this choice would touch."),
    GlossaryTerm("seat:*", "A player", "Faction, score if it ended now without Missions, dice and Agents."),
)
_FACTIONS = tuple(
    GlossaryTerm(f"faction:{faction}", f"{name}: {power}", f"{POWERS[faction].text}\n{POWERS[faction].when}.", short)
    for faction, name, (power, short) in zip(FACTION_IDS, FACTION_NAMES, ABILITIES, strict=True)
)
_MISSIONS = tuple(
    GlossaryTerm(f"mission:{IDS[mission]}", NAMES[mission], mission_text(mission), stars_words(mission))
    for mission in range(N_MISSIONS)
)
GLOSSARY = glossary(strict(Options, np.zeros(dtype(Options).itemsize, np.uint8)))
