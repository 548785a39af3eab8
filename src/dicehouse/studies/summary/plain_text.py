"""Write the line and the paragraphs about a study that the command line prints."""

from __future__ import annotations

from dicehouse.text_format import count_players

from ..result_types import ResultFields
from ..study_plan import format_typed_value
from .effects import StudyEffects
from .number_words import count_words
from .sentences import decision_sentence, headline, lead_paragraphs, scope_sentence, without_emphasis
from .variants import VariantTable, fixed_settings


def study_line(found: ResultFields) -> str:
    """Return what was played, in a line, and the options that were set for all of it."""
    games = sum(cell.games for cell in found.cells)
    numbers = sorted({cell.players for cell in found.cells})
    who = (
        count_players(numbers[0])
        if len(numbers) == 1
        else f"{', '.join(map(str, numbers[:-1]))} and {numbers[-1]} players"
    )
    options = "".join(f", {key}={format_typed_value(value)}" for key, value in fixed_settings(found).items())
    return f"{found.title}: {count_words(games, 'game', 'games')} of {who}{options}, seed {found.seed}"


def plain_paragraphs(found: ResultFields) -> str:
    """Return what was found, in a few short paragraphs."""
    judged = StudyEffects(VariantTable(found))
    paragraphs = [
        [f"{headline(judged)}."],
        *lead_paragraphs(judged),
        list(filter(None, [decision_sentence(judged), scope_sentence(judged.view)])),
    ]
    return "\n\n".join(" ".join(map(without_emphasis, sentences)) for sentences in paragraphs if sentences)
