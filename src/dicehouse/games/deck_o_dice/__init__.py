"""Deck-O-Dice: a duel of DieMinions in twelve combats, chosen in secret, and solo against Dicey."""

from dicehouse.core.game import Game
from dicehouse.text_format import number_word

from . import rules
from .ai import policy
from .presentation import lessons, options, position_setup, prompts, view
from .rules.settings import MODES, SETTINGS
from .rules.state import N_CARDS, N_TYPES

GAME = Game(
    id="deck-o-dice",
    name="Deck-O-Dice",
    tagline="A duel of wits and memory.",
    players=(1, 2),
    minutes=20,
    unit=("card", "cards"),
    rules=rules,
    presentation=(options, view, prompts, lessons),
    policy=policy,
    setup=position_setup,
    glance=(
        ("Send a minion in secret", f"Both choose one of their {number_word(N_TYPES)}; both turn at the same moment."),
        ("Draw what it rolled", "Every card shows a number for each die. The higher one takes both cards."),
        ("Remember who has fought", f"Each minion fights once in each half. Most of the {N_CARDS} cards win."),
    ),
    settings=SETTINGS,
    modes=MODES,
    usual=2,
)
