"""Format numbers for sentences."""

from __future__ import annotations

from ..physics.throw_physics import RELEASE

MINUS = "\N{MINUS SIGN}"
RELEASE_CM = round(RELEASE * 100)  # centimetres from a board at which a die has to be let go


def signed(number: int) -> str:
    """Return `number` with a true minus sign, not a hyphen."""
    return str(number).replace("-", MINUS)


def counted(number: int, one: str, several: str) -> str:
    """Return a number with its noun: "1 point", "\u22123 points"."""
    return f"{signed(number)} {one if abs(number) == 1 else several}"
