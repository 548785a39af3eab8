"""Check that what people are told in a game can be shown in other languages, and is complete in German."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from dicehouse.core import Game
from dicehouse.core.short_rules import section_texts
from dicehouse.i18n import Text
from dicehouse.i18n.catalogues import catalogue_of
from dicehouse.match.match import Match

BRACKET = "\N{MATHEMATICAL LEFT WHITE SQUARE BRACKET}"  # stands around all that the pseudo-language says
Found = tuple[str, str]  # where a text was found, and the text


def has_words(text: Text) -> bool:
    """Return True if a text says more than its arguments."""
    return re.search("[A-Za-z]", re.sub(r"\{\w+\}", "", text.message)) is not None


def never(_text: Any) -> bool:
    """Return False."""
    return False


@dataclass(frozen=True)
class TextCheck:
    """Check texts of a game: `printed` are names that stay as they are printed, `notation` matches what is no words."""

    printed: Collection[str]
    notation: re.Pattern[str]
    is_name: Callable[[str], bool] = never  # True of further names
    is_elsewhere: Callable[[Text], bool] = never  # True of a text that need not be in the catalogue
    plain_arguments: bool = False  # True if every argument that is no Text must be a name or notation
    forbidden: re.Pattern[str] | None = None  # words that no text may have

    def is_plain(self, said: str) -> bool:
        """Return True if a text is a name or notation, which is the same in every language."""
        return said in self.printed or self.notation.fullmatch(said) is not None or self.is_name(said)

    def is_translatable(self, text: object) -> bool:
        """Return True if a text can be shown in other languages, or is a name or notation."""
        if self.is_plain(str(text)):
            return True
        if isinstance(text, Text) and not has_words(text):
            return all(map(self.is_translatable, text.arguments.values()))
        return isinstance(text, Text) and BRACKET in text.in_language("en-XA")

    def untranslated(self, text: object) -> Iterator[str]:
        """Yield the messages of a text, and of its arguments, that the German catalogues lack."""
        if not isinstance(text, Text):
            return
        known = catalogue_of("de").messages
        if has_words(text) and not self.is_elsewhere(text) and (text.context, text.message) not in known:
            yield text.message
        for argument in text.arguments.values():
            if self.plain_arguments and isinstance(argument, str) and not isinstance(argument, Text):
                assert argument in self.printed or self.notation.fullmatch(argument), f"{argument!r} in {text!r}"
            yield from self.untranslated(argument)

    def check(self, texts: Iterable[Found]) -> int:
        """Check that texts can be shown in German and in the pseudo-language; return how many different ones there
        are.
        """
        seen: set[str] = set()
        for where, text in texts:
            if not text or text in seen:
                continue
            seen.add(text)
            assert self.is_translatable(text), f"{where}: {text!r}"
            assert list(self.untranslated(text)) == [], where
            for language in ("de", "en-XA"):
                shown = text.in_language(language) if isinstance(text, Text) else text
                assert not re.search(r"\{[a-z_]", shown), f"{where}: {shown}"
            assert self.forbidden is None or not self.forbidden.search(text), f"{where}: {text}"
        return len(seen)


def offered_texts(game: Game) -> Iterator[Found]:
    """Yield what is said of a game before it begins: its settings, modes and lessons."""
    yield from (("game", text) for text in (game.tagline, *game.unit))
    yield from (("caption", text) for caption in game.captions() for text in caption)
    for setting in game.settings:
        yield from ((setting.key, text) for text in (setting.label, setting.help, setting.group))
        yield from ((setting.key, label) for _value, label in setting.choices)
    for mode in game.modes:
        yield from ((mode.id, text) for text in (mode.name, mode.summary))
    for lesson in game.hooks.LESSONS:
        yield from ((lesson.name, text) for text in (lesson.title, lesson.theme, lesson.well, lesson.tip))
        for step in lesson.steps:
            yield from ((lesson.name, text) for text in (step.say, step.why, *step.key))
            yield from ((lesson.name, text) for _pattern, text in step.wrong)


def written_texts(game: Game, settings: Mapping[str, Any], players: int) -> Iterator[Found]:
    """Yield the glossary and the short rules of a table."""
    complete = game.settings_for(players, settings)
    for term in game.glossary(complete):
        yield from ((f"term {term.name}", text) for text in (term.title, term.text, term.short))
    for section in game.short_rules(complete, players):
        yield from (("short rules", text) for text in section_texts(section))


def view_texts(view: object, keys: Collection[str], codes: Collection[str], key: str = "") -> Iterator[Found]:
    """Yield the texts of a view at these `keys`, except `codes`."""
    if isinstance(view, Mapping):
        for name, value in view.items():
            yield from view_texts(value, keys, codes, str(name))
    elif isinstance(view, list):
        for value in view:
            yield from view_texts(value, keys, codes, key)
    elif isinstance(view, str) and key in keys and view not in codes:
        yield f"view {key}", view


def story_texts(match: Match) -> Iterator[Found]:
    """Yield what the end of a match tells."""
    story = match.story()
    yield from (("story", text) for text in (story.title, story.why, *story.own.values(), *story.drawn))
    yield from (("story", text) for text in (story.curve.title, story.curve.per))
    yield from (("story", point.label) for point in story.curve.points)
    yield from (("story", text) for line in story.lines for text in (line.note, line.name))
    for moment in (*story.turns, *((story.decided,) if story.decided else ())):
        yield from (("story", text) for text in (moment.when, moment.lead, moment.text, moment.value))
    for row in story.rows:
        yield "story", row.label
        yield from (("story", cell.text) for cell in row.cells)
