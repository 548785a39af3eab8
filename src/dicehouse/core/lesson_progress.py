"""Follow a learner through a lesson: which step is next, which options it accepts, and what plays by itself."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Protocol

from ..i18n import _
from ..old_names import old_attribute
from .lesson import LEARNER_SEAT, NOT_YET_TEXT, Lesson, LessonStep, ScriptedAction
from .option import Option, Reaction


class LessonMatch(Protocol):
    """Describe what lesson progress needs of a match."""

    def acting(self) -> tuple[int, ...]: ...
    def options(self, seat: int) -> Sequence[Option]: ...
    def reaction(self, seat: int) -> Reaction | None: ...
    def describes_freely(self, seat: int, text: str) -> bool: ...


def matches_pattern(pattern: str, text: str) -> bool:
    """Return True if `text` fits `pattern`, in which `*` stands for anything."""
    return re.fullmatch(".*".join(map(re.escape, pattern.split("*"))), text) is not None


@dataclass(frozen=True)
class LessonProgress:
    """Keep a learner's progress in a lesson: `at` counts the finished items of its script."""

    lesson: Lesson
    at: int = 0

    @property
    def is_done(self) -> bool:
        """Return True if the whole script is finished."""
        return self.at >= len(self.lesson.script)

    @property
    def step(self) -> LessonStep | None:
        """Return the step that the learner is at; None while something plays by itself, and at the end."""
        item = None if self.is_done else self.lesson.script[self.at]
        return item if isinstance(item, LessonStep) else None

    @property
    def is_reading(self) -> bool:
        """Return True if the step only has to be read."""
        return self.step is not None and not self.step.on

    @property
    def step_number(self) -> int:
        """Return the number of the current or next step, from 1; at the end one more than there are."""
        return 1 + sum(isinstance(item, LessonStep) for item in self.lesson.script[: self.at])

    def advance(self) -> LessonProgress:
        """Return the progress with one more item finished."""
        return LessonProgress(self.lesson, self.at + 1)

    def accepted_options(self, match: LessonMatch) -> list[Option]:
        """Return the listed options that the step accepts."""
        step = self.step
        if step is None or LEARNER_SEAT not in match.acting():
            return []
        return [option for option in match.options(LEARNER_SEAT) if step_accepts(step, option.id)]

    def waits_for_learner(self, match: LessonMatch) -> bool:
        """Return True if the learner has something to do or to read now."""
        step = self.step
        if step is None or self.is_reading:
            return step is not None
        if LEARNER_SEAT not in match.acting():
            return False
        return bool(self.accepted_options(match)) or any(match.describes_freely(LEARNER_SEAT, text) for text in step.on)

    def next_scripted_action(self, match: LessonMatch) -> tuple[int, str, bool] | None:
        """Return what plays by itself now: a seat, its option, and True if the script says so; None if nothing does."""
        if self.is_done or self.waits_for_learner(match):
            return None
        item = self.lesson.script[self.at]
        if isinstance(item, ScriptedAction) and item.seat in match.acting() and _can_play(match, item):
            return item.seat, item.option, True
        for seat in match.acting():
            reaction = match.reaction(seat)
            if reaction is not None:
                return seat, reaction.pass_option, False
            for option in match.options(seat) if self.lesson.passes else ():
                if option.id in self.lesson.passes:
                    return seat, option.id, False
        return None

    def is_stuck(self, match: LessonMatch) -> bool:
        """Return True if the script can't continue from here, because it was written for other rules."""
        return not self.is_done and not self.waits_for_learner(match) and self.next_scripted_action(match) is None

    def explain_wrong_touch(self, touched: str) -> str:
        """Return a sentence or two on why the step does not accept the thing or the option `touched`."""
        step = self.step
        if step is None:
            return _("It isn't your turn. Watch the others.")
        return next((text for pattern, text in step.wrong if matches_pattern(pattern, touched)), NOT_YET_TEXT)

    done = old_attribute("is_done")
    reads = old_attribute("is_reading")
    number = old_attribute("step_number")
    further = old_attribute("advance")
    ways = old_attribute("accepted_options")
    waits = old_attribute("waits_for_learner")
    due = old_attribute("next_scripted_action")
    lost = old_attribute("is_stuck")
    answer = old_attribute("explain_wrong_touch")


def step_accepts(step: LessonStep, option: str) -> bool:
    """Return True if `step` accepts the option with the text `option`."""
    return any(matches_pattern(pattern, option) for pattern in step.on)


def _can_play(match: LessonMatch, play: ScriptedAction) -> bool:
    listed: Any = any(option.id == play.option for option in match.options(play.seat))
    return listed or match.describes_freely(play.seat, play.option)
