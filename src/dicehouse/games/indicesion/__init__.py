"""inDICEsion (5Stack): real throws of simulated foam dice at foam boards, in three games, with barrels and powers."""

from dicehouse.core.game import Game

from . import rules
from .ai import policy
from .presentation import lessons, options, position_setup, prompts, view
from .rules.foam_engine import FoamEngine
from .rules.settings import MODES, SETTINGS, check

GAME = Game(
    id="indicesion",
    name="inDICEsion",
    tagline="Throw straight, aim high.",
    players=(2, 6),
    minutes=20,
    rules=rules,
    presentation=(options, view, prompts, lessons),
    policy=policy,
    setup=position_setup,
    glance=(
        ("Aim and let go", "Throw your die at a board, your own or anybody's. It really flies."),
        ("Stack it high", "A die on top of others counts once for each die of its tower."),
        ("Knock theirs off", "Only what lies on a board at the end of the round counts."),
    ),
    settings=SETTINGS,
    modes=MODES,
    check=check,
    usual=2,
    unit=("round", "rounds"),
    engine=FoamEngine,
)
