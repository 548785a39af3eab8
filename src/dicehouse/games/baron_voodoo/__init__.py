"""Baron Voodoo (Yann Dentil): jump, capture, build sets and use the Loas' powers; no die is rolled. 1 to 4 players."""

from dicehouse.core.game import Game
from dicehouse.i18n import _

from . import rules
from .ai import experiments, policy
from .presentation import lessons, options, position_setup, prompts, view
from .rules.settings import MODES, SETTINGS, check

GAME = Game(
    id="baron-voodoo",
    name="Baron Voodoo",
    tagline=_("Jump, capture, collect sets."),
    players=(1, 4),
    minutes=45,
    rules=rules,
    presentation=(options, view, prompts, lessons),
    policy=policy,
    experiments=experiments,
    setup=position_setup,
    glance=(
        (_("Jump over a die"), _("Jump with a die of your colour over its neighbour and take the top die there.")),
        (_("Use the face you took"), _("It gives offerings or points, protects you, steals, swaps or turns dice.")),
        (_("Score sets"), _("Move sets to your Spirit World to score. Your Loa's power is free.")),
    ),
    settings=SETTINGS,
    modes=MODES,
    check=check,
    usual=2,
)
