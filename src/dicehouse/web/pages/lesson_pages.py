"""Show lessons on the pages around the table: the list of lessons, and a step on the plain page."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import Any

from dicehouse.bots.guided_lesson import lesson_titles
from dicehouse.core.game import Game
from dicehouse.core.lesson import LEARNER_SEAT, NOT_YET_TEXT, TEACHER
from dicehouse.core.lesson_progress import matches_pattern
from dicehouse.core.option import Option

from ...i18n import _
from ...server.snapshot import Snapshot

MAX_OTHER_OPTIONS = 12  # options that are explained on the plain page


def lesson_for_plain_page(game: Game, snapshot: Snapshot) -> dict[str, Any] | None:
    """Return a lesson's step for the plain page, with the options it accepts and the reason why it refuses each other
    one."""
    lesson = snapshot.lesson
    if lesson is None or snapshot.seat != LEARNER_SEAT:
        return None
    asked = bool(lesson["on"])
    goes = [
        option for option in snapshot.options if any(matches_pattern(pattern, option.id) for pattern in lesson["on"])
    ]
    rest = [option for option in snapshot.options if option not in goes] if asked else []
    return {
        **lesson,
        "teacher": TEACHER,
        "headline": lesson["well"] if lesson["done"] else lesson["say"] or _("Watch what the others do."),
        "ways": goes + [_option_of_pattern(game, text) for text in lesson["on"] if not goes and "*" not in text],
        "others": [(option, _explain_wrong_option(lesson, option.id)) for option in rest[:MAX_OTHER_OPTIONS]],
        "shows": [([int(face) for face in faces], words, now) for faces, words, now in lesson["shows"]],
    }


def _option_of_pattern(game: Game, text: str) -> Option:
    """Return an option with the pattern `text` as its id and label, for one that is not listed."""
    return Option(text, text)


def _explain_wrong_option(lesson: Mapping[str, Any], option: str) -> str:
    return next((says for pattern, says in lesson["wrong"] if matches_pattern(pattern, option)), NOT_YET_TEXT)


def list_lessons(game: Game, known: Collection[str] = ()) -> list[dict[str, Any]]:
    """Return the lessons of a game for guests who may take one; `new` is the first, for a guest who never played it."""
    return [
        {"name": name, "title": title, "new": at == 0 and game.id not in known}
        for at, (name, title) in enumerate(lesson_titles(game))
    ]
