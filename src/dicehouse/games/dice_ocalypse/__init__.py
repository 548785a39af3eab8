"""Dice-ocalypse! (Clay Russell): push your luck with six dice, war cards and two special dice, for 2 to 6 players."""

from dicehouse.kit.game import Game

from . import rules
from .bot import hints
from .rules.settings import MODES, SETTINGS
from .show import lessons, options, view, words

GAME = Game(
    id="dice-ocalypse",
    name="Dice-ocalypse!",
    tagline="Push your luck, declare war.",
    players=(2, 6),
    minutes=25,
    rules=rules,
    options=options,
    view=view,
    words=words,
    hints=hints,
    lessons=lessons,
    settings=SETTINGS,
    modes=MODES,
)
