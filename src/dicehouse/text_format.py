"""Format shares, counts, signed numbers, durations, columns and values as text for people."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from fractions import Fraction

from .i18n import Percent, Text, _, ngettext
from .i18n.text import MINUS_SIGN as MINUS_SIGN

NO_BREAK_SPACE = "\N{NO-BREAK SPACE}"

LEAST_CHANCE = 0.01  # smaller chances are not written as a number


def format_percent(share: float, digits: int = 1, *, signed: bool = False) -> str:
    """Return a share in per cent: 53.4%, with a minus as long as a plus, and no sign before what rounds to 0.

    `signed` puts a plus before positive shares. For a text that is shown in other languages, too, use `i18n.Percent`.
    """
    return str(Percent(share, digits, signed=signed))


def format_chance(chance: float, digits: int = 0) -> str:
    """Return a chance in per cent: 53%; "<1%" or ">99%" near the ends. Only what is certain is 0% or 100%."""
    return str(chance_text(chance, digits))


def chance_text(chance: float, digits: int = 0) -> Text:
    """Return the same as `format_chance`, to be shown in other languages, too."""
    if 0.0 < chance < LEAST_CHANCE:
        return Text("<{share}", {"share": Percent(LEAST_CHANCE)})
    if 1.0 - LEAST_CHANCE < chance < 1.0:
        return Text(">{share}", {"share": Percent(1.0 - LEAST_CHANCE)})
    return Text("{share}", {"share": Percent(chance, digits)})


def format_points(share: float, digits: int = 0, *, signed: bool = False) -> str:
    """Return a gain of winning chance in points, without the unit: 41; sums over a match may be above 100."""
    return format_percent(share, digits, signed=signed).removesuffix("%")


def format_interval(low: float, high: float, digits: int = 1) -> str:
    """Return an interval of shares: 51.2% to 55.6%."""
    return f"{format_percent(low, digits)} to {format_percent(high, digits)}"


def format_count(number: float, what: str) -> str:
    """Return a number of things: "1 game", "2,000 games"."""
    whole = round(number)
    return f"{whole:,} {what}{'' if whole == 1 else 's'}"


NUMBER_WORDS = (
    *(_("no"), _("one"), _("two"), _("three"), _("four"), _("five"), _("six")),
    *(_("seven"), _("eight"), _("nine"), _("ten"), _("eleven"), _("twelve"), _("thirteen")),
    *(_("fourteen"), _("fifteen"), _("sixteen"), _("seventeen"), _("eighteen"), _("nineteen"), _("twenty")),
)


def number_word(number: int) -> Text:
    """Return a number for a sentence: a word up to twenty, digits after that ("six", "24", "1,000")."""
    return NUMBER_WORDS[number] if 0 <= number < len(NUMBER_WORDS) else Text("{n}", {"n": number})


def count_in_words(number: int, one: str, several: str = "") -> str:
    """Return a number of things in words: "one die", "six dice"."""
    return f"{number_word(number)} {one if number == 1 else several or f'{one}s'}"


def listed_or(values: Iterable[object]) -> str:
    """Return alternatives in a sentence: "1, 2 or 3"."""
    *first, last = map(str, values)
    return f"{', '.join(first)} or {last}" if first else last


def times_in_words(part: int, whole: int) -> str:
    """Return how often something happens: "half of the time", "one time in six", "two times in three"."""
    share = Fraction(part, whole)
    if share == Fraction(1, 2):
        return "half of the time"
    return f"{count_in_words(share.numerator, 'time')} in {number_word(share.denominator)}"


def format_signed(value: float, form: str = "+.0f") -> str:
    """Return a number with a minus sign, not a hyphen, and with no sign before what rounds to 0."""
    text = format(value, form)
    return text.replace("-", MINUS_SIGN) if re.search("[1-9]", text) else text.lstrip("+-")


def align_columns(rows: Sequence[Sequence[str]], right: str = "") -> str:
    """Return rows as aligned text; `right` names the columns (by index, as digits) that hold numbers."""
    widths = [max(len(row[i]) for row in rows) for i in range(len(rows[0]))]
    lines = []
    for row in rows:
        cells = [
            cell.rjust(w) if str(i) in right else cell.ljust(w)
            for i, (cell, w) in enumerate(zip(row, widths, strict=True))
        ]
        lines.append("  ".join(cells).rstrip())
    return "\n".join(lines)


def format_duration(seconds: float) -> str:
    """Return a duration in words: "12 s", "3 min", "1.5 h"."""
    if seconds < 90:
        return f"{seconds:.0f} s"
    return f"{seconds / 60:.0f} min" if seconds < 90 * 60 else f"{seconds / 3600:.1f} h"


def count_players(low: int, high: int = 0) -> Text:
    """Return a number of players in words: "1 player", "2 to 6 players"."""
    if high > low:
        return _("{low} to {high} players", low=low, high=high)
    return ngettext("{n} player", "{n} players", low)


def shorten(value: object) -> str:
    """Return any value as text of at most 40 characters, for an error's sentence."""
    try:
        text = repr(value)
    except (ValueError, RecursionError):  # a number of thousands of digits, lists in lists in lists
        text = f"something of the type {type(value).__name__}"
    return text if len(text) <= 40 else text[:37] + "..."
