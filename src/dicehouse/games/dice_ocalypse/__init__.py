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
    glance=(
        ("Throw, keep what scores", "A 1 is 100, a 5 is 50. Three alike are worth far more."),
        ("Bank, or dare once more", "Bank your points, or throw on. If nothing scores, they are all lost."),
        ("Declare war, once each", "Five cards spoil a turn. Whoever stands over 10,000 starts the end."),
    ),
    settings=SETTINGS,
    modes=MODES,
)
