"""Deck-O-Dice: a duel of DieMinions in twelve combats, chosen in secret, and solo against Dicey."""

from dicehouse.core.game import Game
from dicehouse.i18n import _
from dicehouse.text_format import number_word

from . import rules
from .ai import policy
from .presentation import lessons, options, position_setup, prompts, view
from .rules.settings import MODES, SETTINGS
from .rules.state import N_CARDS, N_TYPES

GAME = Game(
    id="deck-o-dice",
    name="Deck-O-Dice",
    tagline=_("A duel of wits and memory."),
    players=(1, 2),
    minutes=20,
    unit=(_("card"), _("cards")),
    rules=rules,
    presentation=(options, view, prompts, lessons),
    policy=policy,
    setup=position_setup,
    glance=(
        (
            _("Send a minion in secret"),
            _(
                "You each choose one of your {minions} minions and reveal it at the same moment.",
                minions=number_word(N_TYPES),
            ),
        ),
        (_("Draw its roll"), _("Every card shows a roll for each die. The higher number wins both cards.")),
        (
            _("Remember who has fought"),
            _("Each minion fights once in each half. Win most of the {cards} cards.", cards=N_CARDS),
        ),
    ),
    settings=SETTINGS,
    modes=MODES,
    usual=2,
)
