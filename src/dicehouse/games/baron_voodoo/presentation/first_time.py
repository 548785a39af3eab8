"""Explain what happens in a game of Baron Voodoo that the first lesson doesn't teach, by the kind of event."""

from __future__ import annotations

from dicehouse.i18n import _

FIRST_TIME = {
    "place": "pool:*",
    "move": "loa:papa-legba",
    "swap": "loa:erzulie-freda",
    "spread": "loa:gran-bwa",
    "turn-die": "step:c2",
    "face": "die:*f",
    "guard": "die:*g",
    "steal": "die:*s",
    "exchange": "die:*x",
    "buy": "step:c4",
    "spirit": "spirit:*",
    "majority": "spirit:*",
    "trigger": _(
        "After this round, each side can score one more set. Then the side with the most dice of a colour scores for "
        "it."
    ),
}
