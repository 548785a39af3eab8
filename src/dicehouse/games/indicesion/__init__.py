"""inDICEsion (5Stack): real throws of simulated foam dice at foam boards, in three games, with barrels and powers."""

from dicehouse.kit.game import Game

from . import rules
from .bot import hints
from .rules.engine import Foam
from .rules.settings import MODES, SETTINGS, check
from .show import lessons, options, view, words

GAME = Game(
    id="indicesion",
    name="inDICEsion",
    tagline="Throw straight, aim high.",
    players=(2, 6),
    minutes=20,
    rules=rules,
    options=options,
    view=view,
    words=words,
    hints=hints,
    lessons=lessons,
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
    engine=Foam,
)
