"""Lessons at a table: how far the learner is, what that looks like, and what is refused meanwhile."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from dicehouse.core import Game, Lesson, Option
from dicehouse.core.lesson import LEARNER_SEAT
from dicehouse.core.lesson_progress import LessonProgress, step_accepts
from dicehouse.errors import BadSetting
from dicehouse.match.match import Match

from .changes import insist
from .seats import Refused
from .storage.table_records import LEFT, TAKEN, TableRecord

if TYPE_CHECKING:
    from .live import Table

NO_LESSON = "No lesson is being taken at this table."
DONE = "The lesson is over. Play on freely, or go on to a real game."
NO_UNDO = "In a lesson nothing has to be taken back: a wrong touch loses nothing."
MOVED_ON = "The lesson has moved on since then; this is the step now."
NOTHING_TO_READ = "There is something to do at this step, not only to read."


def course_of(game: Game, record: TableRecord, match: Match | None) -> LessonProgress | None:
    """How far the learner is; None where no lesson is taken, where it was left, and where the game has it no more, or
    the script was written for other rules than those of today.
    """
    if record.lesson is None or record.lesson_at == LEFT:
        return None
    try:
        lesson = game.lesson(record.lesson)
    except BadSetting:
        return None
    course = LessonProgress(lesson, len(lesson.script) if record.lesson_at == TAKEN else record.lesson_at)
    return None if match is not None and course.is_stuck(match) else course


def kept_at(course: LessonProgress | None) -> int:
    """How far that is, as it is written down."""
    return LEFT if course is None else TAKEN if course.is_done else course.at


def allow(course: LessonProgress | None, match: Match, option: str) -> LessonProgress | None:
    """How far the learner is once this was played; Refused, in the lesson's words, if it isn't asked for."""
    if course is None:
        return None
    if course.is_done:
        raise Refused(DONE)
    text = match.game.hooks.normal(option) if isinstance(option, str) else ""
    step = course.step
    if step is None or not step_accepts(step, text):
        asked = f" {step.say}" if step is not None else ""
        raise Refused(course.explain_wrong_touch(text) + asked)
    return course.advance()


def shown(course: LessonProgress, match: Match) -> dict[str, Any]:
    """What a page says of a lesson now, as plain data. The texts name seats as {0}..{5}."""
    lesson, step = course.lesson, course.step
    ways = course.accepted_options(match)
    asked = step is not None and course.waits_for_learner(match)
    return {
        "name": lesson.name,
        "title": lesson.title,
        "theme": lesson.theme,
        "at": course.at,
        "step": min(course.step_number, len(lesson.steps)),
        "of": len(lesson.steps),
        "say": step.say if step and asked else "",
        "why": step.why if step and asked else "",
        "on": step.on if step and asked else (),
        "reads": course.is_reading,
        "look": _light(step.look if step else (), ways),
        "things": sorted({thing for option in ways for thing in option.path}),
        "key": step.key if step else ("", ""),
        "wrong": step.wrong if step else (),
        "shows": [(faces, words, bool(step and faces in step.now)) for faces, words in lesson.shows],
        "done": course.is_done,
        "well": lesson.well if course.is_done else "",
        "tip": lesson.tip if course.is_done else "",
        "next": _following(match.game, lesson) if course.is_done else None,
    }


# --- what changes at a table


async def read_on(table: Table, guest: str | None, at: int) -> None:
    """The learner has read step `at` of the script, at which there is nothing to do."""
    async with table.changing():
        table.own_seat(guest, LEARNER_SEAT)
        course = table.course
        if course is None:
            raise Refused(NO_LESSON)
        if course.at != at:
            raise Refused(MOVED_ON, stale=True)
        if not course.is_reading:
            raise Refused(NOTHING_TO_READ)
        await table.take_lesson(course.advance())


async def leave(table: Table, guest: str | None) -> None:
    """The learner plays on freely: the bots think for themselves, and nobody says what to touch."""
    async with table.changing():
        table.own_seat(guest, LEARNER_SEAT)
        if table.course is None:
            raise Refused(NO_LESSON)
        await table.take_lesson(None)


async def go(table: Table, guest: str | None, at: int | None) -> None:
    """What a learner says beside the match: that a step was read, or that they leave."""
    await (leave(table, guest) if at is None else read_on(table, guest, at))


def due(table: Table) -> tuple[int, str, bool] | None:
    """What the lesson has somebody do now: a seat, its option, and whether that stands in the script."""
    return None if table.course is None or table.match is None else table.course.next_scripted_action(table.match)


async def play_due(table: Table) -> None:
    """Do that. Only inside `changing`."""
    found = due(table)
    if found is not None and table.course is not None:
        await table.play(found[0], found[1], table.course.advance() if found[2] else None)


@insist
async def begin(table: Table) -> None:
    """All that plays by itself before the first step, at once."""
    async with table.changing():
        while due(table) is not None:
            await play_due(table)


def _light(look: tuple[str, ...], ways: list[Option]) -> tuple[str, ...]:
    return look or (ways[0].path if ways else ())


def _following(game: Game, lesson: Lesson) -> Mapping[str, str] | None:
    """The lesson after this one."""
    lessons = game.hooks.LESSONS
    after = [one.name for one in lessons].index(lesson.name) + 1
    return {"name": lessons[after].name, "title": lessons[after].title} if after < len(lessons) else None
