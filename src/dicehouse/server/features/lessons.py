"""Follow a learner through a lesson: what is asked, what is refused meanwhile, and what plays by itself."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from dicehouse.bots.guided_lesson import find_lesson, lesson_titles
from dicehouse.core import Game, Lesson, Option
from dicehouse.core.lesson import LEARNER_SEAT
from dicehouse.core.lesson_progress import LessonProgress, step_accepts
from dicehouse.errors import BadSetting
from dicehouse.match.match import Match

from ...i18n import _, join_sentences
from ..commands import Act, AdvanceLesson, Undo
from ..internal_commands import PlayScript
from ..match_restore import Opened
from ..seats import Refused
from ..storage import table_records
from ..storage.table_records import LEFT, TAKEN, TableRecord
from ..table.change import Acted, Change, Context, Guards, Handlers, TableEvent
from ..table.moves import play_option
from ..table.state import LESSON, TableState

NAME = LESSON
NO_LESSON = _("There is no lesson at this table.")
DONE = _("The lesson is over. Keep playing this game, or start a real one.")
NO_UNDO = _("You don't need undo in a lesson: a wrong tap costs nothing.")
MOVED_ON = _("The lesson has moved on. This is the current step.")
NOTHING_TO_READ = _("This step asks you to do something.")


def progress_of(game: Game, record: TableRecord, match: Match | None) -> LessonProgress | None:
    """Return how far the learner is.

    Return None where no lesson is taken, where it was left, where the game has it no more, and where the script was
    written for other rules than those of today.
    """
    if record.lesson is None or record.lesson_at == LEFT:
        return None
    try:
        lesson = find_lesson(game, record.lesson)
    except BadSetting:
        return None
    if record.lesson_at != TAKEN and _other_settings(game, lesson, record):
        return None
    progress = LessonProgress(lesson, len(lesson.script) if record.lesson_at == TAKEN else record.lesson_at)
    return None if match is not None and progress.is_stuck(match) else progress


def _other_settings(game: Game, lesson: Lesson, record: TableRecord) -> bool:
    """Return True if the table began when the lesson had other settings, so that its sentences may be untrue there."""
    wanted = game.settings_for(lesson.players, lesson.settings)
    return any(record.settings.get(key, value) != value for key, value in wanted.items())


def read_part(found: Opened) -> LessonProgress | None:
    return progress_of(found.game, found.kept.table, found.match)


def set_progress(change: Change, progress: LessonProgress | None) -> None:
    """Store how far a lesson is; None: it was left, and the match goes on without it."""
    at = LEFT if progress is None else TAKEN if progress.is_done else progress.at
    change.set_record(table_records.set_lesson(change.state.id, at), lesson_at=at)
    change.set_part(NAME, progress)


# what the learner may do --------------------------------------------------------------------------------------------


def check_act(state: TableState, command: Act, context: Context) -> None:
    """Raise Refused, in the lesson's words, if the learner plays something that the step does not ask for."""
    progress, match = state.lesson, state.match
    if progress is None or match is None or command.seat not in state.seats_of(context.guest):
        return
    stale = not match.decision_start(command.seat) <= command.number <= match.number
    if stale or any((seat, command.id) in state.history.answered for seat in state.seats_of(context.guest)):
        return
    if progress.is_done:
        raise Refused(DONE)
    text = match.game.hooks.normal(command.option)
    step = progress.step
    if step is None or not step_accepts(step, text):
        raise Refused(join_sentences(progress.explain_wrong_touch(text), step.say if step is not None else ""))


def check_undo(state: TableState, command: Undo, context: Context) -> None:
    """Raise Refused: in a lesson nothing is undone."""
    if state.lesson is not None and command.seat in state.seats_of(context.guest):
        raise Refused(NO_UNDO)


def follow_learner(state: TableState, events: Sequence[TableEvent], context: Context) -> Change | None:
    """Advance the lesson when the learner has acted."""
    progress = state.lesson
    if progress is None or not any(isinstance(event, Acted) for event in events):
        return None
    change = Change(state)
    set_progress(change, progress.advance())
    return change


def advance_lesson(state: TableState, command: AdvanceLesson, context: Context) -> Change:
    """Advance past a step that the learner has only to read or, without a step, leave the lesson and play freely."""
    change, progress = Change(state), state.lesson
    state.own_seat(context.guest, LEARNER_SEAT)
    if progress is None:
        raise Refused(NO_LESSON)
    if command.at is None:
        set_progress(change, None)
        return change
    if progress.at != command.at:
        raise Refused(MOVED_ON, stale=True)
    if not progress.is_reading:
        raise Refused(NOTHING_TO_READ)
    set_progress(change, progress.advance())
    return change


# what plays by itself -----------------------------------------------------------------------------------------------


def next_action(state: TableState) -> tuple[int, str, bool] | None:
    """Return the action that the lesson plays now: a seat, its option, and True if that is in the script."""
    progress = state.lesson
    return None if progress is None or state.match is None else progress.next_scripted_action(state.match)


def play_script(state: TableState, command: PlayScript, context: Context) -> Change:
    """Play the next action of the lesson, or all that are due before the learner acts.

    `command.action` is the action that was due when this was decided.
    """
    change = Change(state)
    while (found := next_action(change.state)) is not None and command.action in (None, found):
        progress = change.state.lesson
        play_option(change, found[0], found[1], context.now)
        if found[2] and progress is not None:
            set_progress(change, progress.advance())
        if command.action is not None:
            break
    return change


# what is shown ------------------------------------------------------------------------------------------------------


def lesson_facts(progress: LessonProgress, match: Match) -> dict[str, Any]:
    """Return what a page says of a lesson now, as plain data. The texts name seats as {0}..{5}."""
    lesson, step = progress.lesson, progress.step
    ways = progress.accepted_options(match)
    asked = step is not None and progress.waits_for_learner(match)
    return {
        "name": lesson.name,
        "title": lesson.title,
        "theme": lesson.theme,
        "at": progress.at,
        "step": min(progress.step_number, len(lesson.steps)),
        "of": len(lesson.steps),
        "say": step.say if step and asked else "",
        "why": step.why if step and asked else "",
        "on": step.on if step and asked else (),
        "reads": progress.is_reading,
        "look": _light(step.look if step else (), ways),
        "things": sorted({thing for option in ways for thing in option.path}),
        "key": step.key if step else ("", ""),
        "wrong": step.wrong if step else (),
        "shows": [(faces, words, bool(step and faces in step.now)) for faces, words in lesson.shows],
        "dice": [int(face) for face in step.dice] if step and asked else [],
        "done": progress.is_done,
        "well": lesson.well if progress.is_done else "",
        "tip": lesson.tip if progress.is_done else "",
        "next": _following(match.game, lesson) if progress.is_done else None,
    }


def _light(look: tuple[str, ...], ways: list[Option]) -> tuple[str, ...]:
    return look or (ways[0].path if ways else ())


def _following(game: Game, lesson: Lesson) -> Mapping[str, str] | None:
    """Return the lesson after this one."""
    lessons = lesson_titles(game)
    after = [name for name, _title in lessons].index(lesson.name) + 1
    return {"name": lessons[after][0], "title": lessons[after][1]} if after < len(lessons) else None


COMMANDS: Handlers = {AdvanceLesson: advance_lesson, PlayScript: play_script}
GUARDS: Guards = {Act: check_act, Undo: check_undo}
