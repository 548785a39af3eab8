"""A share as people read it, in every command, page and picture."""

from __future__ import annotations

MINUS, FIXED = "\N{MINUS SIGN}", "\N{NO-BREAK SPACE}"


def percent(share: float, digits: int = 1, *, signed: bool = False, fixed: bool = False) -> str:
    """A share in per cent: 53.4 %, with a minus as long as a plus, and no sign before what rounds to 0.

    `signed` puts a plus before what is more; `fixed` is for pages, where no line may break before the %.
    """
    text = f"{abs(100 * share):,.{digits}f}"
    none = not any(digit in "123456789" for digit in text)
    sign = "" if none else MINUS if share < 0 else "+" if signed else ""
    return f"{sign}{text}{FIXED if fixed else ' '}%"


def span(low: float, high: float, digits: int = 1) -> str:
    """An interval of shares: 51.2 % to 55.6 %."""
    return f"{percent(low, digits)} to {percent(high, digits)}"
