"""Dice-ocalypse! (Clay Russell): push your luck with six dice, war cards and two special dice, for 2 to 6 players."""

from dicehouse.core.game import Game
from dicehouse.text_format import number_word

from . import rules
from .ai import experiments, policy
from .presentation import lessons, options, position_setup, prompts, view
from .presentation.card_status import CARD_IDS
from .presentation.scoring_table import standard_points
from .rules.settings import MODES, SETTINGS

GAME = Game(
    id="dice-ocalypse",
    name="Dice-ocalypse!",
    tagline="Push your luck, declare war.",
    players=(2, 6),
    minutes=25,
    rules=rules,
    presentation=(options, view, prompts, lessons),
    policy=policy,
    experiments=experiments,
    setup=position_setup,
    glance=(
        (
            "Throw, keep what scores",
            f"A 1 is {standard_points('1')}, a 5 is {standard_points('5')}. Three alike are worth far more.",
        ),
        ("Bank, or dare once more", "Bank your points, or throw on. If nothing scores, they are all lost."),
        (
            "Declare war, once each",
            f"{number_word(len(CARD_IDS)).capitalize()} cards spoil a turn. Whoever stands over {{target}} starts "
            "the end.",
        ),
    ),
    settings=SETTINGS,
    modes=MODES,
)
