"""Dicetopia 2.0 (Tobias Hall): send Agents into the city, take its dice, dominate it, follow secret Missions."""

from dicehouse.core.game import Game
from dicehouse.i18n import _

from . import rules
from .ai import experiments, policy
from .presentation import lessons, options, position_setup, prompts, view
from .rules.settings import MODES, SETTINGS

GAME = Game(
    id="dicetopia",
    name="Dicetopia 2.0",
    tagline=_("Take the city, die by die."),
    players=(2, 6),
    minutes=45,
    unit=(_("star"), _("stars")),
    rules=rules,
    presentation=(options, view, prompts, lessons),
    policy=policy,
    experiments=experiments,
    setup=position_setup,
    glance=(
        (_("Send an Agent"), _("Place a piece, take the die from its space, and use the area's Action.")),
        (
            _("Fill your Faction Board"),
            _("Dice score their value plus their colour's worth on the Stock Exchange."),
        ),
        (_("Dominate the city"), _("Areas you dominate score, and so do your secret Missions. Most stars wins.")),
    ),
    settings=SETTINGS,
    modes=MODES,
    usual=2,
)
