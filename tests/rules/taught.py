"""Look up steps of lessons by what they say, for the tables that map each rule to the step that teaches it."""

from __future__ import annotations

from collections.abc import Mapping

from dicehouse.core import Lesson

Step = tuple[str, str, str]  # a lesson, the headline of a step in English ("" for the end), words that it uses


def untaught(lessons: tuple[Lesson, ...], table: Mapping[str, Step]) -> list[str]:
    """Return what is wrong with a table: lessons and headlines that aren't there, and steps that don't say so."""
    by_name = {lesson.name: lesson for lesson in lessons}
    found = []
    for rule, (name, headline, words) in table.items():
        lesson = by_name.get(name)
        if lesson is None:
            found.append(f"{rule}: there is no lesson {name}.")
            continue
        told = {str(step.say): f"{step.say} {step.why} {' '.join(step.on)}" for step in lesson.steps}
        told[""] = f"{lesson.well} {lesson.tip}"
        if headline not in told:
            found.append(f"{rule}: no step of {name} says {headline!r}.")
        elif words.lower() not in told[headline].lower():
            found.append(f"{rule}: the step {headline!r} of {name} doesn't say {words!r}.")
    return found
