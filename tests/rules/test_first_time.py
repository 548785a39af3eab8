"""What the first lesson doesn't teach is explained when it happens for the first time in a real game."""

from __future__ import annotations

from functools import cache

import pytest

from dicehouse.core.lesson_progress import LessonProgress
from dicehouse.games import find
from dicehouse.i18n import Text, in_language
from dicehouse.match.match import Match

LONGEST = 180  # characters: four lines on a small phone
# Kinds of events that their own sentence explains, or the one that is explained just before.
CLEAR = {
    "dice-ocalypse": {"battle-roll", "card-void", "diced", "lost-turn", "skipped", "tie", "tie-roll", "win"},
    "baron-voodoo": {
        "baron-loa",
        "blocked",
        "final",
        "final-combo",
        "guard-ends",
        "line",
        "lost",
        "samedi",
        "win",
    },
    "deck-o-dice": {"decline", "dicey-picks", "looked", "lost", "pick", "shuffled", "take", "win"},
    "dicetopia": {
        "card",
        "connected",
        "dealt",
        "dice-stars",
        "drew",
        "final",
        "mission",
        "no-action",
        "over",
        "returned",
        "win",
    },
    "indicesion": {"aside", "drawn", "ready", "remove", "taken"},
}


@cache
def met_in_first_lesson(game_id: str) -> set[str]:
    """Play the first lesson of a game to its end, and return the kinds of all events that the learner saw."""
    game = find(game_id)
    lesson = game.hooks.LESSONS[0]
    settings = game.settings_for(lesson.players, lesson.settings)
    match = Match(game, lesson.players, settings, lesson.source(), names=("Ana", *lesson.rivals))
    progress = LessonProgress(lesson)
    while not progress.is_done:
        due = progress.next_scripted_action(match)
        if due is not None:
            match.play(due[0], due[1])
            progress = progress.advance() if due[2] else progress
            continue
        if not progress.is_reading:
            match.play(0, progress.accepted_options(match)[0].id)
        progress = progress.advance()
    return {event.kind for event in match.log() if event.known_to(0)}


@pytest.mark.parametrize("game", CLEAR)
def test_every_kind_of_event_is_taught_first_explained_or_clear(game: str) -> None:
    kinds = {name.kind for name in find(game).hooks.EVENT_NAMES.values()}
    explained = set(find(game).hooks.FIRST_TIME)
    assert kinds - met_in_first_lesson(game) == explained | CLEAR[game]
    assert not explained & CLEAR[game]


@pytest.mark.parametrize("game", CLEAR)
def test_an_explanation_is_a_short_sentence_in_each_language(game: str) -> None:
    """With every mode of the game, so that a term of the glossary is there and says something with its settings."""
    for mode in find(game).modes:
        players = (mode.players or find(game).players)[1]
        texts = find(game).first_time(find(game).settings_for(players, mode.settings))
        assert set(texts) == set(find(game).hooks.FIRST_TIME)
        for text in texts.values():
            assert isinstance(text, Text)
            german = in_language(text, "de")
            assert german != str(text)
            assert text.endswith((".", "!")) and german.endswith((".", "!"))
            assert max(len(text), len(german)) <= LONGEST, text
