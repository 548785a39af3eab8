"""Dicetopia 2.0 (Tobias Hall): send Agents into the city, take its dice, dominate it, follow secret Missions."""

from dicehouse.kit.game import Game

from . import rules
from .bot import hints
from .rules.settings import MODES, SETTINGS
from .show import lessons, options, view, words

GAME = Game(
    id="dicetopia",
    name="Dicetopia 2.0",
    tagline="Take the city, die by die.",
    players=(2, 6),
    minutes=45,
    unit=("star", "stars"),
    rules=rules,
    options=options,
    view=view,
    words=words,
    hints=hints,
    lessons=lessons,
    glance=(
        ("Send an Agent", "Place a piece, take the die that lay there, and use what the place offers."),
        ("Fill your Faction Board", "Dice pay what they show, and what their colour is worth at the Stock Exchange."),
        ("Dominate the city", "Areas that you dominate and your secret Missions pay stars. Most stars win."),
    ),
    settings=SETTINGS,
    modes=MODES,
    usual=2,
)
