"""Find what an author got wrong in a lesson: check its form, and play its whole script by the rules.

Each step is played with the first option that it accepts, and the lesson once more for every other listed one, because
the following steps must fit them all.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from typing import Any, Protocol

from ..core.game import Game
from ..core.lesson import LEARNER_SEAT, Lesson, LessonStep, ScriptedAction
from ..core.lesson_progress import LessonMatch, LessonProgress
from ..core.option import Option, Reaction
from ..errors import BadSeed, BadSetting, DicehouseError, IllegalOption
from ..text_format import shorten
from .engine import DiceBox, engine_of
from .position import Position

NAME_PATTERN = re.compile(r"[a-z][a-z0-9]*(-[a-z0-9]+)*")
THING_PATTERN = re.compile(r"[a-z][a-z0-9-]*(:[a-z0-9.*-]+)*")
MAX_HEADLINE, MAX_WHY, MAX_KEY_LINE = 60, 160, 26  # characters; a headline fits into two lines next to the teacher
MAX_STEPS = 16
MAX_OPTIONS_PLAYED = 200  # options of one lesson, including those of the other seats and passes


class PlayableLesson(LessonMatch, Protocol):
    """Describe a match in which a lesson can be tried."""

    def play(self, seat: int, option: str) -> Any: ...


def lesson_faults(game: Game) -> Iterator[str]:
    """Yield faults in the form of all lessons, then the first fault of playing each."""
    lessons: tuple[Any, ...] = game.hooks.LESSONS
    names = [lesson.name for lesson in lessons if isinstance(lesson, Lesson)]
    for name in sorted({name for name in names if names.count(name) > 1}):
        yield f"There are two lessons called {name}."
    for lesson in lessons:
        if not isinstance(lesson, Lesson):
            yield f"LESSONS holds {shorten(lesson)}, which isn't a Lesson."
            continue
        found = [f"Lesson {lesson.name}: {fault}" for fault in _lesson_form_faults(game, lesson)]
        yield from found
        if not found and game.engine is None:  # a game that measures its outcomes takes long
            for fault in script_faults(lesson, partial(_LessonMatch, game, lesson)):
                yield f"Lesson {lesson.name}: {fault}"


# --- the form of a lesson


def _lesson_form_faults(game: Game, lesson: Lesson) -> Iterator[str]:
    if not NAME_PATTERN.fullmatch(lesson.name):
        yield "its name must be one word in lower case, such as first."
    if not (lesson.title and lesson.theme and lesson.well and lesson.tip):
        yield "title, theme, well and tip each need one line, but one of them is empty."
    try:
        game.settings_for(lesson.players, lesson.settings)
        lesson.source()
    except (BadSetting, BadSeed) as error:
        yield str(error)
    if not 1 <= len(lesson.steps) <= MAX_STEPS:
        yield f"it must have 1 to {MAX_STEPS} steps, not {len(lesson.steps)}."
    if any(not isinstance(item, LessonStep | ScriptedAction) for item in lesson.script):
        yield "its script must hold only steps and plays. Unpack `plays` with a star."
    for number, step in enumerate(lesson.steps, 1):
        for fault in _step_form_faults(step, [faces for faces, _ in lesson.shows]):
            yield f"step {number}, {fault}"


def _step_form_faults(step: LessonStep, shown: Sequence[str]) -> Iterator[str]:
    for name in ("on", "look", "now"):
        if not _texts(getattr(step, name)):
            yield f"{name} must be a tuple of texts, not {shorten(getattr(step, name))}."
            return
    if not (_texts(step.key) and len(step.key) == 2):
        yield f"key must be a label and a small line, not {shorten(step.key)}."
    if not all(_texts(pair) and len(pair) == 2 and all(pair) for pair in step.wrong):
        yield "wrong must be pairs: what the player touched, and what the lesson says to it."
    if not step.say or len(step.say) > MAX_HEADLINE:
        yield f"say must be a headline of 1 to {MAX_HEADLINE} characters, not {len(step.say)}."
    if len(step.why) > MAX_WHY:
        yield f"why can have at most {MAX_WHY} characters, not {len(step.why)}."
    if any(len(text) > MAX_KEY_LINE for text in step.key):
        yield f"each line of key can have at most {MAX_KEY_LINE} characters."
    for thing in step.look:
        if not THING_PATTERN.fullmatch(thing):
            yield f"look must name things as Option.path does, such as die:3; not {shorten(thing)}."
    if step.dice and (step.on or not re.fullmatch("[1-6]+", step.dice)):
        yield (f"in a step without a choice, dice must be faces as digits, such as 234466; not {shorten(step.dice)}.")
    for faces in step.now:
        if faces not in shown:
            yield f"now names {shorten(faces)}, which shows doesn't have."


def _texts(value: object) -> bool:
    return isinstance(value, tuple) and all(isinstance(each, str) for each in value)


# --- the play of a lesson


def script_faults(lesson: Lesson, sit: Callable[[], PlayableLesson]) -> Iterator[str]:
    """Yield the first fault of playing `lesson` to its end; `sit` deals a match of it."""
    others: list[tuple[int, str]] = []
    yield from _play_script(lesson, sit(), (-1, ""), others)
    for instead in others:
        if found := next(_play_script(lesson, sit(), instead, []), None):
            yield f"after {instead[1]!r} at step {instead[0]}, {found}"
            return


def _play_script(
    lesson: Lesson, match: PlayableLesson, instead: tuple[int, str], others: list[tuple[int, str]]
) -> Iterator[str]:
    """Play the script, with another option than the first at one step if `instead` says so."""
    progress = LessonProgress(lesson)
    for _ in range(MAX_OPTIONS_PLAYED):
        if progress.is_done:
            return
        due, step = progress.next_scripted_action(match), progress.step
        try:
            if due is not None:
                match.play(due[0], due[1])
                progress = progress.advance() if due[2] else progress
            elif progress.waits_for_learner(match) and step is not None:
                if step.on:
                    ways = [option.id for option in progress.accepted_options(match)] or list(step.on[:1])
                    others += [(progress.step_number, way) for way in ways[1:]]
                    match.play(LEARNER_SEAT, instead[1] if progress.step_number == instead[0] else ways[0])
                progress = progress.advance()
            else:
                yield f"{_describe_stuck(progress, match)}."
                return
        except DicehouseError as error:
            yield f"{_describe_place(progress)} fails: {error}"
            return
    yield f"it hasn't ended after {MAX_OPTIONS_PLAYED} options."


def _describe_stuck(progress: LessonProgress, match: PlayableLesson) -> str:
    item = progress.lesson.script[progress.at]
    seat = item.seat if isinstance(item, ScriptedAction) else LEARNER_SEAT
    if seat not in match.acting():
        return f"{_describe_place(progress)} needs seat {seat}, but it is the turn of {list(match.acting())}"
    legal = [option.id for option in match.options(seat)]
    wanted = item.option if isinstance(item, ScriptedAction) else " or ".join(item.on)
    listed = ", ".join(legal[:12]) + (" and more" if len(legal) > 12 else "")
    return f"{_describe_place(progress)} needs {wanted!r} from seat {seat}; its legal options are: {listed}"


def _describe_place(progress: LessonProgress) -> str:
    item = progress.lesson.script[progress.at]
    return (
        f"before step {progress.step_number}, {item.option!r}"
        if isinstance(item, ScriptedAction)
        else f"step {progress.step_number}"
    )


class _LessonMatch:
    """Play a match of a lesson, interpreted, with as much as a script needs."""

    def __init__(self, game: Game, lesson: Lesson) -> None:
        self.game, self.engine = game, engine_of(game, False)
        self.position, self.box, self.source = Position(game), DiceBox(), lesson.source()
        self.number = 0
        self.source.prepare(self.box.dice, 0)
        settings = game.settings_for(lesson.players, lesson.settings)
        self.engine.deal(self.position, lesson.players, settings, self.box)
        self._finished()

    def _finished(self) -> None:
        self.source.finished(self.box.dice)
        if self.source.odd:
            raise BadSeed("the tape has a result that the rolled die can't show.")

    def acting(self) -> tuple[int, ...]:
        return self.engine.acting(self.position)

    def _listed(self, seat: int) -> dict[str, tuple[Option, int]]:
        if seat not in self.acting():
            return {}
        describe, state = self.game.hooks.describe_action, self.position.state
        found = [(describe(state, seat, action), action) for action in self.engine.legal(self.position, seat)]
        return {option.id: (option, action) for option, action in found}

    def options(self, seat: int) -> Sequence[Option]:
        return [option for option, _ in self._listed(seat).values()]

    def reaction(self, seat: int) -> Reaction | None:
        return self.game.hooks.reaction(self.position.state, seat)

    def describes_freely(self, seat: int, text: str) -> bool:
        return self.game.hooks.free(self.position.state, seat, text) is not None

    def play(self, seat: int, option: str) -> None:
        self.number += 1
        self.box.clear()
        self.source.prepare(self.box.dice, self.number)
        listed = self._listed(seat)
        if option not in listed:
            raise IllegalOption(f"{option!r} isn't an option of seat {seat}; it has {', '.join(listed) or 'none'}.")
        self.engine.apply(self.position, seat, listed[option][1], self.box)
        self._finished()
