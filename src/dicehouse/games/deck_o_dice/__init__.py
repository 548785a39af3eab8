"""Deck-O-Dice: a duel of DieMinions in twelve combats, chosen in secret, and solo against Dicey."""

from dicehouse.kit.game import Game

from . import rules
from .bot import hints
from .rules.settings import MODES, SETTINGS
from .show import lessons, options, view, words

GAME = Game(
    id="deck-o-dice",
    name="Deck-O-Dice",
    tagline="A duel of wits and memory.",
    players=(1, 2),
    minutes=20,
    unit=("card", "cards"),
    rules=rules,
    options=options,
    view=view,
    words=words,
    hints=hints,
    lessons=lessons,
    glance=(
        ("Send a minion in secret", "Both choose one of their six; both turn at the same moment."),
        ("Draw what it rolled", "Every card shows a number for each die. The higher one takes both cards."),
        ("Remember who has fought", "Each minion fights once in each half. Most of the 24 cards win."),
    ),
    settings=SETTINGS,
    modes=MODES,
    usual=2,
)
