"""List the names of the group `presentation`: what people see and read of a game, and type into it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from .hook import View, constant, default, optional, own_engine, required

if TYPE_CHECKING:
    from ..event_name import EventName
    from ..lesson import Lesson
    from ..log_entry import LogEntry
    from ..option import GlossaryTerm, Option, Prompt, Reaction
    from ..short_rules import RulesSection
    from ..story import LoggedEvent, PointsHistory, Story


class PresentationHooks:
    """List the presentation of a game: options, the view, the log, prompts, what a page shows beside them, lessons."""

    # --- options

    @staticmethod
    @required
    def describe_action(state: Any, seat: int, action: int) -> Option:
        """Return one legal action of a seat as an option: its text, label, note, path and facts."""
        raise NotImplementedError

    @staticmethod
    @default("case and spaces don't matter")
    def normal(text: str) -> str:
        """Return a typed text in the proper form of an option's text."""
        return " ".join(text.lower().split())

    @staticmethod
    @default("the refusal lists what is legal")
    def refusal(state: Any, seat: int, text: str) -> str:
        """Return why an option can't be played now ("only one 2 was thrown"). It may use only what the seat knows."""
        return ""

    @staticmethod
    @default("every option counts as final: a player who asks for confirmation confirms each one")
    def final(state: Any, seat: int, action: int) -> bool:
        """Return True if the seat may be unable to undo a legal action alone: it throws, reveals something, passes the
        choice on, or others answer at the same time. It may use only what the seat knows. False is a promise.
        """
        return True

    @staticmethod
    @default("nobody is asked out of turn")
    def reaction(state: Any, seat: int) -> Reaction | None:
        """Return what is at stake if the seat is asked for an optional reply out of turn. Standing orders can answer
        it.
        """
        return None

    @staticmethod
    @optional("options are in one list")
    def heading(option: Option) -> tuple[str, str]:
        """Return a larger and a smaller heading for an option in a long list; empty texts put it on its own."""
        raise NotImplementedError

    @staticmethod
    @own_engine
    @default("only listed options can be played")
    def free(state: Any, seat: int, text: str) -> tuple[str, int] | None:
        """Read an option that is described, not listed: return its proper text and its action, or None."""
        return None

    @staticmethod
    @own_engine
    @default("its text is shown")
    def describe_free(state: Any, seat: int, text: str) -> Option | None:
        """Return an option that is described, not listed, in words; None if there is no such option."""
        return None

    # --- the view

    @staticmethod
    @required
    def view(state: Any, seat: int | None, asked: Sequence[int], log: Sequence[LogEntry]) -> dict[str, Any]:
        """Return all that a seat may see, as plain data; seat None is a spectator."""
        raise NotImplementedError

    SAME_FOR_ALL: bool = constant(
        "True if all readers see the same, so that a table makes the view only once",
        False,
        "each reader's view is made",
    )

    @staticmethod
    @optional("`match.svg()` raises `NoPicture`")
    def picture(view: View) -> str:
        """Return the position as one SVG, drawn from a view."""
        raise NotImplementedError

    # --- texts

    @staticmethod
    @required
    def log_entry(event: Any, measured: Mapping[str, Any] | None = None) -> LogEntry:
        """Return an event as a sentence, with the seats that may read it."""
        raise NotImplementedError

    EVENT_NAMES: Mapping[int, EventName] = constant(
        "the name of each kind of event in studies, and what its items are",
        {},
        "studies count events by the number of their kind",
    )

    THROWS: tuple[int, ...] = constant(
        "the kinds of events that show dice thrown at once, so that their order says nothing",
        (),
        "each die falls by itself",
    )

    @staticmethod
    @required
    def prompt(state: Any, seat: int | None, asked: Sequence[int], names: Sequence[str]) -> Prompt:
        """Return the text that asks a seat to act, or says what it waits for. It may use only what the seat knows."""
        raise NotImplementedError

    @staticmethod
    @optional("a sheet of totals")
    def score_sheet(view: View, log: Sequence[LogEntry]) -> dict[str, Any]:
        """Return the score sheet: the sources of each seat's points."""
        raise NotImplementedError

    @staticmethod
    @optional("the story tells the largest changes of the points")
    def story(view: View, log: Sequence[LoggedEvent], history: PointsHistory) -> Story:
        """Return the story of a finished match, from what a spectator knows: the winner and the margin, the turning
        points, statistics.
        """
        raise NotImplementedError

    @staticmethod
    @optional("names and points")
    def text_board(view: View, names: Sequence[str]) -> str:
        """Return the position as text, for `print(match)`."""
        raise NotImplementedError

    @staticmethod
    @optional("the names in the view are shown")
    def facts(view: View, names: Sequence[str]) -> list[tuple[str, str]]:
        """Return what is on the table, as labels and words, for pages without a board."""
        raise NotImplementedError

    @staticmethod
    @optional("rows of settings show no sums")
    def examples(state: Any) -> Mapping[str, str]:
        """Return what the dice next to a setting score with these settings, by the setting's key."""
        raise NotImplementedError

    GLOSSARY: tuple[GlossaryTerm, ...] = constant(
        "a sentence for each kind of thing on the table", (), "a touch explains nothing"
    )

    @staticmethod
    @optional("`GLOSSARY` is the same at every table")
    def glossary(options: Any) -> Sequence[GlossaryTerm]:
        """Return the terms of `GLOSSARY`, with the settings in the record `options`."""
        raise NotImplementedError

    FIRST_TIME: Mapping[str, str] = constant(
        "what to read when an event happens for the first time in a real game, by the kind of its log entry: a "
        "sentence, or the name of a term of `GLOSSARY`; name the kinds that the first lesson doesn't teach",
        {},
        "the terms of `GLOSSARY` explain the events whose kind their name ends in",
    )

    @staticmethod
    @optional("the page shows no rules in short")
    def short_rules(options: Any, players: int) -> Sequence[RulesSection]:
        """Return the rules in short, with the settings in the record `options`, for that number of players."""
        raise NotImplementedError

    LESSONS: tuple[Lesson, ...] = constant(
        "the lessons that teach the game, in order",
        (),
        "a guided first game explains each option when it first appears",
    )
