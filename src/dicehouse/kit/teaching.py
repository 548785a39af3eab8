"""What an author can get wrong in a lesson: its form, and a whole play of its script, by the rules themselves.

Each step is played with the first option that goes on, and a lesson once more for every other listed one: what follows
must fit them all.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from typing import Any, Protocol

from ..errors import BadSeed, BadSetting, DicehouseError
from .engine import DiceBox, Position, engine_of
from .game import Game
from .lesson import LEARNER, Course, Lesson, Play, Sitting, Step
from .settings import short
from .telling import Option, Reaction

NAME = re.compile(r"[a-z][a-z0-9]*(-[a-z0-9]+)*")
THING = re.compile(r"[a-z][a-z0-9-]*(:[a-z0-9.*-]+)*")
MOST_SAID, MOST_WHY, MOST_KEY = 60, 160, 26  # characters; a headline fits into two lines beside Pip
MOST_STEPS = 16
MOST_PLAYED = 200  # options of one lesson, the others' and those let pass included


class Table(Sitting, Protocol):
    """A match in which a lesson can be tried."""

    def play(self, seat: int, option: str) -> Any: ...


def lesson_faults(game: Game) -> Iterator[str]:
    """The form of all lessons, then the first fault of playing each."""
    lessons: tuple[Any, ...] = game.hooks.LESSONS
    names = [lesson.name for lesson in lessons if isinstance(lesson, Lesson)]
    for name in sorted({name for name in names if names.count(name) > 1}):
        yield f"There are two lessons called {name}."
    for lesson in lessons:
        if not isinstance(lesson, Lesson):
            yield f"LESSONS holds {short(lesson)}, which is no Lesson."
            continue
        found = [f"Lesson {lesson.name}: {fault}" for fault in _form(game, lesson)]
        yield from found
        if not found and game.engine is None:  # one that measures takes long
            for fault in played(lesson, partial(_Trial, game, lesson)):
                yield f"Lesson {lesson.name}: {fault}"


# --- its form


def _form(game: Game, lesson: Lesson) -> Iterator[str]:
    if not NAME.fullmatch(lesson.name):
        yield "its name is a word in lower case, such as first."
    if not (lesson.title and lesson.theme and lesson.well and lesson.tip):
        yield "title, theme, well and tip are a line each; one of them is empty."
    try:
        game.agree(lesson.players, lesson.settings)
        lesson.source()
    except (BadSetting, BadSeed) as error:
        yield str(error)
    if not 1 <= len(lesson.steps) <= MOST_STEPS:
        yield f"it has 1 to {MOST_STEPS} steps, not {len(lesson.steps)}."
    if any(not isinstance(item, Step | Play) for item in lesson.script):
        yield "its script holds steps and plays, and nothing else; unpack `plays` with a star."
    for number, step in enumerate(lesson.steps, 1):
        for fault in _step_form(step, [faces for faces, _ in lesson.shows]):
            yield f"step {number}, {fault}"


def _step_form(step: Step, shown: Sequence[str]) -> Iterator[str]:
    for name in ("on", "look", "now"):
        if not _texts(getattr(step, name)):
            yield f"{name} is a tuple of texts, not {short(getattr(step, name))}."
            return
    if not (_texts(step.key) and len(step.key) == 2):
        yield f"key is a label and a small line, not {short(step.key)}."
    if not all(_texts(pair) and len(pair) == 2 and all(pair) for pair in step.wrong):
        yield "wrong is pairs of what was touched and what is said then."
    if not step.say or len(step.say) > MOST_SAID:
        yield f"say is a headline of 1 to {MOST_SAID} characters, not {len(step.say)}."
    if len(step.why) > MOST_WHY:
        yield f"why has at most {MOST_WHY} characters, not {len(step.why)}."
    if any(len(text) > MOST_KEY for text in step.key):
        yield f"each line of the key has at most {MOST_KEY} characters."
    for thing in step.look:
        if not THING.fullmatch(thing):
            yield f"look names things as Option.path does, such as die:3; not {short(thing)}."
    for faces in step.now:
        if faces not in shown:
            yield f"now names {short(faces)}, which shows does not have."


def _texts(value: object) -> bool:
    return isinstance(value, tuple) and all(isinstance(each, str) for each in value)


# --- its play


def played(lesson: Lesson, sit: Callable[[], Table]) -> Iterator[str]:
    """The first fault of playing a lesson to its end; `sit` deals a match of it."""
    others: list[tuple[int, str]] = []
    yield from _once(lesson, sit(), (-1, ""), others)
    for instead in others:
        if found := next(_once(lesson, sit(), instead, []), None):
            yield f"after {instead[1]!r} at step {instead[0]}, {found}"
            return


def _once(lesson: Lesson, match: Table, instead: tuple[int, str], others: list[tuple[int, str]]) -> Iterator[str]:
    """Play the script, at one step perhaps with another option than the first."""
    course = Course(lesson)
    for _ in range(MOST_PLAYED):
        if course.done:
            return
        due, step = course.due(match), course.step
        try:
            if due is not None:
                match.play(due[0], due[1])
                course = course.further() if due[2] else course
            elif course.waits(match) and step is not None:
                if step.on:
                    ways = [option.id for option in course.ways(match)] or list(step.on[:1])
                    others += [(course.number, way) for way in ways[1:]]
                    match.play(LEARNER, instead[1] if course.number == instead[0] else ways[0])
                course = course.further()
            else:
                yield f"{_stuck(course, match)}."
                return
        except DicehouseError as error:
            yield f"{_where(course)} fails: {error}"
            return
    yield f"it is not at its end after {MOST_PLAYED} options."


def _stuck(course: Course, match: Table) -> str:
    item = course.lesson.script[course.at]
    seat = item.seat if isinstance(item, Play) else LEARNER
    if seat not in match.acting():
        return f"{_where(course)} needs seat {seat}, which is not asked; asked are {list(match.acting())}"
    legal = [option.id for option in match.options(seat)]
    wanted = item.option if isinstance(item, Play) else " or ".join(item.on)
    listed = ", ".join(legal[:12]) + (" and more" if len(legal) > 12 else "")
    return f"{_where(course)} needs {wanted!r} of seat {seat}; legal are: {listed}"


def _where(course: Course) -> str:
    item = course.lesson.script[course.at]
    return f"before step {course.number}, {item.option!r}" if isinstance(item, Play) else f"step {course.number}"


class _Trial:
    """A match of a lesson, interpreted, as far as a script looks at it."""

    def __init__(self, game: Game, lesson: Lesson) -> None:
        self.game, self.engine = game, engine_of(game, False)
        self.position, self.box, self.source = Position(game), DiceBox(), lesson.source()
        self.number = 0
        self.source.prepare(self.box.dice, 0)
        settings = game.agree(lesson.players, lesson.settings)
        self.engine.deal(self.position, lesson.players, settings, self.box)
        self._finished()

    def _finished(self) -> None:
        self.source.finished(self.box.dice)
        if self.source.odd:
            raise BadSeed("the tape has a result that the die thrown then can't show.")

    def acting(self) -> tuple[int, ...]:
        return self.engine.acting(self.position)

    def _listed(self, seat: int) -> dict[str, tuple[Option, int]]:
        if seat not in self.acting():
            return {}
        describe, state = self.game.hooks.describe, self.position.state
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
        self.engine.apply(self.position, seat, self._listed(seat)[option][1], self.box)
        self._finished()
