"""Baron Voodoo (Yann Dentil): jump, capture, build sets and use the Loas' powers; no die is rolled. 1 to 4 players."""

from dicehouse.kit.game import Game

from . import rules
from .bot import hints
from .rules.settings import MODES, SETTINGS, check
from .show import lessons, options, view, words

GAME = Game(
    id="baron-voodoo",
    name="Baron Voodoo",
    tagline="Jump, capture, bind the souls.",
    players=(1, 4),
    minutes=45,
    rules=rules,
    options=options,
    view=view,
    words=words,
    hints=hints,
    lessons=lessons,
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
