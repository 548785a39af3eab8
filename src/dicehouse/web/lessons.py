"""First games that teach, on the pages around the table: which are offered, and what the plain page says of one."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import Any

from dicehouse.kit.game import Game, Option
from dicehouse.kit.lesson import LATER, LEARNER, fits

from ..table.sight import Sight

MOST_OTHERS = 12  # options that are explained on the plain page


def plain(game: Game, sight: Sight) -> dict[str, Any] | None:
    """A lesson for the plain page: what goes on, and of every other option why it does not."""
    lesson = sight.lesson
    if lesson is None or sight.seat != LEARNER:
        return None
    asked = bool(lesson["on"])
    goes = [option for option in sight.options if any(fits(pattern, option.id) for pattern in lesson["on"])]
    rest = [option for option in sight.options if option not in goes] if asked else []
    return {
        **lesson,
        "headline": lesson["well"] if lesson["done"] else lesson["say"] or "Watch what the others do.",
        "ways": goes + [_described(game, text) for text in lesson["on"] if not goes and "*" not in text],
        "others": [(option, _why(lesson, option.id)) for option in rest[:MOST_OTHERS]],
        "shows": [([int(face) for face in faces], words, now) for faces, words, now in lesson["shows"]],
    }


def _described(game: Game, text: str) -> Option:
    """An option that is not listed but described, as a key."""
    return Option(text, text)


def _why(lesson: Mapping[str, Any], option: str) -> str:
    return next((says for pattern, says in lesson["wrong"] if fits(pattern, option)), LATER)


def taught(game: Game, known: Collection[str] = ()) -> list[dict[str, Any]]:
    """The lessons of a game for those who may take one; `new` is the first, for somebody who never sat down to it."""
    return [
        {"name": lesson.name, "title": lesson.title, "new": at == 0 and game.id not in known}
        for at, lesson in enumerate(game.hooks.LESSONS)
    ]
