"""Define the settings of a table."""

from __future__ import annotations

from dicehouse.core.settings import Mode, Setting
from dicehouse.i18n import _, pgettext

SETTINGS: tuple[Setting, ...] = (
    Setting(
        "abilities",
        _("Abilities"),
        "choice",
        "proposed",
        _("The printed abilities of four minions are lost. Three of them have house rules instead."),
        (("proposed", _("five, three of them house rules")), ("attested", _("only those of Cubera and Diante"))),
        group=_("Rules"),
    ),
    Setting(
        "parity",
        _("Odd and even"),
        "choice",
        "seat",
        _("If both players send the same minion, a d4 decides who attacks."),
        (("seat", _("the first seat is odd")), ("random", _("at random each time"))),
        group=_("Rules"),
    ),
    Setting(
        "memory",
        _("Memory mode"),
        "switch",
        True,
        _("You have to remember which minions and cards have been used."),
        group=_("Rules"),
    ),
)

MODES: tuple[Mode, ...] = (
    Mode("standard", _("Standard"), _("Choose in secret, and remember what has been used.")),
    Mode(
        "open",
        pgettext("a mode of a game", "Open"),
        _("Nothing to remember: you can look up what has been used."),
        {"memory": False},
    ),
    Mode(
        "attested",
        _("By the book"),
        _("Only the abilities of Cubera and Diante, without house rules."),
        {"abilities": "attested"},
    ),
    Mode("solo", _("Solo"), _("Play against Dicey, who sees its card before it chooses."), players=(1, 1)),
)
