"""Baron Voodoo (Yann Dentil): jump, capture, build sets and use the Loas' powers; no die is rolled. 1 to 4 players."""

from dicehouse.core.game import Game

from . import rules
from .ai import experiments, policy
from .presentation import lessons, options, position_setup, prompts, view
from .rules.settings import MODES, SETTINGS, check

GAME = Game(
    id="baron-voodoo",
    name="Baron Voodoo",
    tagline="Jump, capture, bind the souls.",
    players=(1, 4),
    minutes=45,
    rules=rules,
    presentation=(options, view, prompts, lessons),
    policy=policy,
    experiments=experiments,
    setup=position_setup,
    glance=(
        ("Jump over a soul", "Jump with a die of your colour over its neighbour, and take the top die there."),
        ("Use the face you took", "It pays offerings or points, guards you, steals or exchanges."),
        ("Bind sets, call a Loa", "Carry dice into your Spirit World: sets score. Your Loa's power is free."),
    ),
    settings=SETTINGS,
    modes=MODES,
    check=check,
    usual=2,
)
