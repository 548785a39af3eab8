"""Dicetopia 2.0 (Tobias Hall): send Agents into the city, take its dice, dominate it, follow secret Missions."""

from dicehouse.core.game import Game

from . import rules
from .ai import experiments, policy
from .presentation import lessons, options, position_setup, prompts, view
from .rules.settings import MODES, SETTINGS

GAME = Game(
    id="dicetopia",
    name="Dicetopia 2.0",
    tagline="Take the city, die by die.",
    players=(2, 6),
    minutes=45,
    unit=("star", "stars"),
    rules=rules,
    presentation=(options, view, prompts, lessons),
    policy=policy,
    experiments=experiments,
    setup=position_setup,
    glance=(
        ("Send an Agent", "Place a piece, take the die that lay there, and use what the place offers."),
        ("Fill your Faction Board", "Dice pay what they show, and what their colour is worth at the Stock Exchange."),
        ("Dominate the city", "Areas that you dominate and your secret Missions pay stars. Most stars win."),
    ),
    settings=SETTINGS,
    modes=MODES,
    usual=2,
)
