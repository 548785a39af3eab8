"""The teacher of the lessons has a name of its own: no bot that sits at a table is called so."""

from __future__ import annotations

from pathlib import Path

from dicehouse.bots import NAMES
from dicehouse.core.lesson import TEACHER, Lesson
from dicehouse.games import BUILT_IN, find

PAGE = Path(__file__).parents[2] / "ui" / "src" / "table"


def test_no_bot_has_the_name_of_the_teacher() -> None:
    rivals = {name for game in BUILT_IN for lesson in find(game).hooks.LESSONS for name in lesson.rivals}
    assert TEACHER.lower() not in {
        name.lower() for name in (*NAMES, *rivals, *Lesson.__dataclass_fields__["rivals"].default)
    }


def test_all_places_that_name_the_teacher_agree() -> None:
    text = (PAGE / "coach/CoachPanel.svelte").read_text(encoding="utf-8")
    assert f't("Lesson with {TEACHER}")' in text and "Pip" not in text
