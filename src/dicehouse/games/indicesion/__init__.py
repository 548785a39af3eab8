"""inDICEsion (5Stack): real throws of simulated foam dice at foam boards, in three games, with barrels and powers."""

from dicehouse.kit.game import Game

from . import hints, options, rules, view, words
from .engine import Foam
from .settings import MODES, SETTINGS, check

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
    settings=SETTINGS,
    modes=MODES,
    check=check,
    usual=2,
    engine=Foam,
)
