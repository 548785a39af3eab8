"""Explain what happens in a game of inDICEsion that the first lesson doesn't teach, by the kind of event."""

from __future__ import annotations

from dicehouse.i18n import _

FIRST_TIME = {
    "pick": "pool:*",
    "stand": _("A player who knocks a barrel off its board loses a point."),
    "build": _("Build a target of boards and barrels, then throw at it."),
    "place": _("Build a target of boards and barrels, then throw at it."),
    "burnt": "pool:red",
    "off": _("A die off the table is out."),
    "blue": "pool:blue",
    "pass": "pool:blue",
    "again": "pool:pink",
    "keep": "pool:pink",
    "skip": _("Using a blue or a pink die costs the player a turn."),
}
