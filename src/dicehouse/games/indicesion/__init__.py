"""inDICEsion (5Stack): real throws of simulated foam dice at foam boards, in three games, with barrels and powers."""

from dicehouse.core.game import Game
from dicehouse.core.settings import version_setting
from dicehouse.i18n import _

from . import rules
from .ai import policy
from .physics.versions import NEWEST
from .presentation import lessons, options, position_setup, prompts, view
from .rules.foam_engine import FoamEngine
from .rules.settings import MODES, SETTINGS, check

GAME = Game(
    id="indicesion",
    name="inDICEsion",
    tagline=_("Throw straight, aim high."),
    players=(2, 6),
    minutes=20,
    rules=rules,
    presentation=(options, view, prompts, lessons),
    policy=policy,
    setup=position_setup,
    glance=(
        (_("Aim and release"), _("Throw a die at a board, your own or another player's. Every throw is simulated.")),
        (_("Build towers"), _("A die on top of others scores once for each die in its tower.")),
        (_("Knock dice off"), _("Only dice that are on a board at the end of the round score.")),
    ),
    settings=SETTINGS,
    modes=MODES,
    check=check,
    usual=2,
    unit=(_("round"), _("rounds")),
    engine=FoamEngine,
    versions=(version_setting("physics", NEWEST),),
)
