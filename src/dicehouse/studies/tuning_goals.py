"""Read what a designer wants of a game, in words or in a strict form.

In words it is "first seat 50%, 25 minutes" or "at most 2% ties"; strictly "first=50%, minutes=25, ties<=2%".

>>> [goal.strict for goal in parse_goals("first seat 50%, 20 to 30 minutes and at most 2% ties")]
['first=50%', 'minutes=20..30', 'ties<=2%']
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from math import inf, isinf

from dicehouse.errors import BadSetting
from dicehouse.text_format import shorten

MAX_TEXT, MAX_GOALS = 400, 8
SHARE_MEASURES = ("first", "won", "choices", "idle", "last-lead", "comebacks", "trailed", "ties", "out")
MEAN_MEASURES = ("turns", "decisions", "minutes", "score", "leads", "margin")
QUANTILE_MEASURES = tuple(f"{name}-{part}" for name in ("turns", "minutes") for part in (5, 50, 95))
GOAL_MEASURES = (*SHARE_MEASURES, *MEAN_MEASURES, *QUANTILE_MEASURES)
MEASURE_WORDS = {
    "first": ("first seat", "first player", "the first player", "the first", "who begins", "who goes first"),
    "won": ("games won", "wins alone"),
    "ties": ("tie", "ties", "draws", "tied games"),
    "comebacks": ("comeback",),
    "leads": ("lead changes", "changes of the lead", "changes of lead"),
    "choices": ("decisions with a choice", "real choices"),
    "idle": ("idle turns",),
    "out": ("elimination", "eliminated"),
    "minutes": ("minute", "min"),
    "turns": ("turn",),
    "decisions": ("decision",),
    "margin": ("winner's lead",),
    "minutes-95": ("minutes in 19 games of 20",),
}
MEASURE_BY_WORDS = {name: name for name in GOAL_MEASURES} | {
    word: name for name, words in MEASURE_WORDS.items() for word in words
}
BELOW, ABOVE = (
    ("at most", "no more than", "under", "below", "<=", "<"),
    ("at least", "no less than", "over", "above", ">=", ">"),
)
FILLERS = r"\b(games?|of|last|lasting|wins?|with|is|are|about|the|seat's)\b"
NUMBER = r"\d+(?:\.\d+)?"
SHARE_STEP, RELATIVE_STEP = 0.05, 0.1  # one step of distance: 5 points of a share, a tenth of anything else
SHARE_TOLERANCE, RELATIVE_TOLERANCE = 0.01, 0.02  # how near to a single figure counts as met


@dataclass(frozen=True)
class TuningGoal:
    """Hold a measure and the band that it should fall into; a single figure is a band of width 0."""

    measure: str
    low: float
    high: float

    @property
    def is_share(self) -> bool:
        """Return whether the measure is a part of a whole."""
        return self.measure in SHARE_MEASURES

    @property
    def strict(self) -> str:
        """Return the goal in the strict form."""
        low, high = (self._format_bound(end) for end in (self.low, self.high))
        if self.low == self.high:
            return f"{self.measure}={low}"
        if isinf(self.high):
            return f"{self.measure}>={low}"
        return f"{self.measure}<={high}" if isinf(self.low) else f"{self.measure}={low}..{high}"

    def _format_bound(self, end: float) -> str:
        return f"{round(100 * end, 6):g}%" if self.is_share else f"{end:g}"

    def band(self) -> tuple[float, float]:
        """Return from where to where the goal counts as met."""
        if self.low < self.high:
            return self.low, self.high
        near = SHARE_TOLERANCE if self.is_share else RELATIVE_TOLERANCE * abs(self.low)
        return self.low - near, self.high + near

    def holds(self, value: float) -> bool:
        """Return whether a figure counts as met."""
        low, high = self.band()
        return low <= value <= high

    def away(self, value: float) -> float:
        """Return how far a value lies outside, in steps."""
        gap = max(self.low - value, value - self.high, 0.0)
        end = self.high if isinf(self.low) else self.low
        return gap / (SHARE_STEP if self.is_share else RELATIVE_STEP * abs(end) or 1.0)

    def gap(self, value: float) -> float:
        """Return how far a value lies outside the band: below it as a negative number, inside as 0."""
        low, high = self.band()
        return min(value - low, 0.0) + max(value - high, 0.0)

    def verdict(self, low: float | None, high: float | None) -> str:
        """Return what an interval says of the goal: met, missed or open."""
        bottom, top = self.band()
        if low is None or high is None:
            return "open"
        if bottom <= low and high <= top:
            return "met"
        return "missed" if high < bottom or low > top else "open"


def parse_goals(text: str) -> list[TuningGoal]:
    """Return the goals that a text names. Raise BadSetting, with one sentence, if it can't be understood."""
    if len(text) > MAX_TEXT:
        raise BadSetting(f"A goal can have at most {MAX_TEXT} characters.")
    parts = [part.strip() for part in re.split(r"[,;]|\band\b", text.lower()) if part.strip()]
    if not 1 <= len(parts) <= MAX_GOALS:
        raise BadSetting(f"Name 1 to {MAX_GOALS} goals, such as: first seat 50%, 25 minutes.")
    found = [_parse_goal(part) for part in parts]
    twice = {goal.measure for goal in found if sum(goal.measure == other.measure for other in found) > 1}
    if twice:
        raise BadSetting(f"The goal names {sorted(twice)[0]} twice. Give a band instead, such as 20 to 30.")
    return found


def _parse_goal(part: str) -> TuningGoal:
    rest, sign = part, "="
    for words, meaning in ((BELOW, "<"), (ABOVE, ">")):
        for word in words:
            if re.search(rf"(^|[\s\w]){re.escape(word)}(\s|\d|$)", rest) and sign == "=":
                rest, sign = rest.replace(word, " ", 1), meaning
    rest = rest.replace("=", " ")
    name, numbers, percent = _split_goal(rest)
    measure = MEASURE_BY_WORDS.get(name)
    if measure is None:
        raise BadSetting(
            f"{shorten(name or part)} isn't a measure. The measures are: {', '.join(_names_for_error(GOAL_MEASURES))}."
        )
    if not numbers:
        raise BadSetting(f"The goal {shorten(part)} names no figure. Write it like 25 minutes, or minutes=20..30.")
    if percent and measure not in SHARE_MEASURES:
        raise BadSetting(f"{measure} isn't a share. Leave out the %.")
    if measure in SHARE_MEASURES:
        if not percent:
            raise BadSetting(f"{measure} is a share. Write it with %, like {measure}={numbers[0]:g}%.")
        numbers = [number / 100 for number in numbers]
        if max(numbers) > 1:
            raise BadSetting(f"{measure} is a share. It must be from 0% to 100%.")
    low, high = numbers[0], numbers[-1]
    if low > high:
        raise BadSetting(f"The band of {measure} must begin with its lower end.")
    return TuningGoal(measure, -inf if sign == "<" else low, inf if sign == ">" else high)


def _split_goal(text: str) -> tuple[str, list[float], bool]:
    """Return the name, the figures, and whether they are per cent."""
    for known in sorted(MEASURE_BY_WORDS, key=len, reverse=True):  # names that hold figures themselves
        if any(c.isdigit() for c in known) and re.search(rf"(^|\s){re.escape(known)}(\s|$)", text):
            text = text.replace(known, " ", 1)
            return known, *_parse_figures(text)[:2]
    figures, percent, words = _parse_figures(text)
    return words, figures, percent


def _parse_figures(text: str) -> tuple[list[float], bool, str]:
    found = re.search(rf"({NUMBER})\s*%?(?:\s*(?:\.\.|to|-|\u2013)\s*({NUMBER}))?\s*(%?)", text)
    if found is None:
        return [], False, _normalize_words(text)
    figures = [float(number) for number in found.groups()[:2] if number]
    return figures, "%" in found.group(0), _normalize_words(text[: found.start()] + " " + text[found.end() :])


def _normalize_words(text: str) -> str:
    plain = " ".join(text.split())
    return plain if plain in MEASURE_BY_WORDS else " ".join(re.sub(FILLERS, " ", plain).split()) or plain


def _names_for_error(names: Iterable[str]) -> list[str]:
    return [name for name in names if "-" not in name or name == "last-lead"] + ["turns-95", "minutes-95"]
