"""Format numbers for sentences."""

from __future__ import annotations

from dicehouse.i18n import Text, _, ngettext

from ..physics.throw_physics import RELEASE

MINUS = "\N{MINUS SIGN}"
RELEASE_CM = round(RELEASE * 100)  # centimetres from a board at which a die has to be let go


def signed(number: int) -> str:
    """Return `number` with a true minus sign, not a hyphen."""
    return str(number).replace("-", MINUS)


def points_text(number: int) -> Text:
    """Return a number of points: "1 point", "\u22123 points"."""
    return _("\u22121 point") if number == -1 else ngettext("{n} point", "{n} points", number)


def rounds_text(number: int) -> Text:
    """Return a number of rounds: "1 round", "2 rounds"."""
    return ngettext("{n} round", "{n} rounds", number)
