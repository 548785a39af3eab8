"""Deck-O-Dice: a duel of DieMinions in twelve combats, chosen in secret, and solo against Dicey."""

from dicehouse.kit.game import Game

from . import hints, options, rules, view, words
from .settings import MODES, SETTINGS

GAME = Game(
    id="deck-o-dice",
    name="Deck-O-Dice",
    tagline="A duel of wits and memory.",
    players=(1, 2),
    minutes=20,
    rules=rules,
    options=options,
    view=view,
    words=words,
    hints=hints,
    settings=SETTINGS,
    modes=MODES,
    usual=2,
)
