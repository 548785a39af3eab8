"""Dice-ocalypse! (Clay Russell): push your luck with six dice, war cards and two special dice, for 2 to 6 players."""

from dicehouse.core.game import Game
from dicehouse.i18n import _

from . import rules
from .ai import experiments, policy
from .presentation import lessons, options, position_setup, prompts, view
from .presentation.card_status import CARD_IDS
from .presentation.scoring_table import standard_points
from .rules.settings import MODES, SETTINGS

GAME = Game(
    id="dice-ocalypse",
    name="Dice-ocalypse!",
    tagline=_("Push your luck, declare war."),
    players=(2, 6),
    minutes=25,
    rules=rules,
    presentation=(options, view, prompts, lessons),
    policy=policy,
    experiments=experiments,
    setup=position_setup,
    glance=(
        (
            _("Roll, keep what scores"),
            _(
                "A 1 scores {one}, a 5 scores {five}. Three of a kind score far more.",
                one=standard_points("1"),
                five=standard_points("5"),
            ),
        ),
        (_("Bank, or risk another roll"), _("Bank your points, or roll again. If nothing scores, you lose them all.")),
        (
            _("Declare war, once each"),
            _("{n} cards can spoil a turn. The first player past {target} starts the final round.", n=len(CARD_IDS)),
        ),
    ),
    settings=SETTINGS,
    modes=MODES,
)
