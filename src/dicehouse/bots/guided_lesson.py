"""Make a guided first game of a game without lessons: a short real match that explains each option when it first
appears.

The learner's seat and the others play as the bot `sensible` does; where an option of a kind that was not explained yet
is on the table, the learner is asked to play that one. What explains it is the sentence of the glossary for one of the
things in its path, or its note. A game with `LESSONS` keeps its own.
"""

from __future__ import annotations

import logging
import re
from collections.abc import Iterator
from dataclasses import replace
from functools import lru_cache

from ..core import Game, Lesson, LessonStep, Option, ScriptedAction
from ..core.lesson import LEARNER_SEAT
from ..core.lesson_progress import matches_pattern
from ..engine.check_lessons import MAX_HEADLINE, MAX_WHY
from ..errors import BadSetting, DicehouseError
from ..games import HOUSE_RULE_MARK
from ..i18n import Text, _
from ..match.match import Match
from .policy_bot import PolicyBot

NAME, TITLE = "guided", _("Your first game")
RIVALS = ("Otto", "Vera", "Kofi", "Dot", "Nox")
MAX_STEPS = 12
MAX_ACTIONS = 60  # of one match
SEEDS = range(6)  # of which the one that explains most is taken
MAX_ACTIONS_IN_ALL = 240
log = logging.getLogger("dicehouse.bots")


def lesson_titles(game: Game) -> tuple[tuple[str, str], ...]:
    """Return the names and titles of the lessons of `game`: its own or the guided first game, which is not made yet."""
    if game.hooks.LESSONS or not _can_be_guided(game):
        return tuple((lesson.name, lesson.title) for lesson in game.hooks.LESSONS)
    return ((NAME, TITLE),)


def find_lesson(game: Game, name: str) -> Lesson:
    """Return the lesson of `game` called `name`; raise BadSetting if there is none."""
    if not game.hooks.LESSONS and name == NAME and (made := guided_lesson(game)) is not None:
        return made
    return game.lesson(name)


@lru_cache(maxsize=64)
def guided_lesson(game: Game) -> Lesson | None:
    """Return the guided first game of `game`; None if it can't have one, or if no match of it can be played."""
    if not _can_be_guided(game):
        return None
    best: _GuidedMatch | None = None
    played = 0
    try:
        for seed in SEEDS:
            trial = _GuidedMatch(game, seed)
            trial.play()
            played += trial.match.number
            if best is None or len(trial.explained) > len(best.explained):
                best = trial
            if played > MAX_ACTIONS_IN_ALL:
                break
    except DicehouseError as error:
        log.warning("%s has no guided first game: %s", game.id, error)
    return best.lesson() if best is not None and best.explained else None


def _can_be_guided(game: Game) -> bool:
    """Return True unless the game measures its outcomes, which takes long, or is a variant by a house rule."""
    return game.engine is None and HOUSE_RULE_MARK not in game.id


class _GuidedMatch:
    """Play one match of a game, and write the script of a lesson meanwhile."""

    def __init__(self, game: Game, seed: int) -> None:
        self.game, self.seed = game, seed
        low, high = game.players
        self.players = _fitting_players(game, [n for n in (2, *range(low, high + 1)) if low <= n <= high])
        self._frame = Lesson(
            NAME,
            TITLE,
            _("Play {game} and see what each button does when it first appears.", game=game.name),
            (),
            _("Now you know what you can do in {game}.", game=game.name),
            _("The glossary in the table menu explains what things mean."),
            rivals=RIVALS[: self.players - 1],
            seed=seed,
        )
        self.match = Match(game, self.players, {}, self._frame.source())
        self._bots = [PolicyBot("sensible", f"guided {seed} {seat}") for seat in range(self.players)]
        self._script: list[LessonStep | ScriptedAction] = []
        self._steps = self._length = 0  # steps; and items up to the last one that explains something
        self.explained: set[tuple[str, ...]] = set()

    def play(self) -> None:
        """Play until enough is explained or the match is over."""
        while not self.match.over and self.match.number < MAX_ACTIONS and self._steps < MAX_STEPS:
            seat = self.match.acting()[0]
            usual = self._bots[seat].choose(self.match, seat)
            if seat == LEARNER_SEAT and self.match.reaction(seat) is None:
                usual = self._ask(usual)
            elif (reaction := self.match.reaction(seat)) is None or usual != reaction.pass_option:
                self._script.append(ScriptedAction(seat, str(usual)))
            self.match.play(seat, usual)

    def _ask(self, usual: str) -> str:
        """Add a step for the learner, and return the option that it asks for: a new one, or the `usual` one."""
        options = self.match.options(LEARNER_SEAT)
        new = [option for option in options if _kind(option) not in self.explained]
        new.sort(key=lambda option: option.id != usual)
        option = new[0] if new else next(each for each in options if each.id == usual)
        say = _("Choose “{option}”.", option=option.label)
        if len(self._shown(say)) > MAX_HEADLINE:
            say = _("Choose the marked option.")
        why = self._explanation(option) if new else _("You know this one already.")
        self._script.append(LessonStep(say, why, on=(option.id,)))
        self._steps += 1
        if new:
            self.explained.add(_kind(option))
            self._length = len(self._script)
        return option.id

    def _explanation(self, option: Option) -> str:
        """Return the first sentence about the option that is short enough."""
        for text in self._explanations(option):
            if len(self._shown(text)) <= MAX_WHY:
                return text
        return _("This is one of your options now.")

    def _explanations(self, option: Option) -> Iterator[str]:
        terms = self.game.glossary(self.match.settings)
        for thing in reversed(option.path):
            yield from (term.text for term in terms if matches_pattern(term.name, thing) and term.text)
        if option.note:
            yield option.note if option.note.endswith((".", "!", "?")) else _("It says: {note}.", note=option.note)
        if self.game.hooks.heading is not None and (heading := self.game.hooks.heading(option)[0]):
            yield _("This is one of the options under “{heading}”.", heading=heading)

    def _shown(self, text: str) -> str:
        return text.with_names(self.match.names) if isinstance(text, Text) else text

    def lesson(self) -> Lesson:
        """Return the lesson, up to the last step that explains something new."""
        return replace(self._frame, script=tuple(self._script[: self._length]))


def _fitting_players(game: Game, numbers: list[int]) -> int:
    """Return the first of these numbers of players that fits the game's own settings; raise BadSetting if none does."""
    refused = BadSetting(f"{game.name} can't be played with its own settings.")
    for players in numbers:
        try:
            game.settings_for(players, {})
        except BadSetting as error:
            refused = error
        else:
            return players
    raise refused


def _kind(option: Option) -> tuple[str, ...]:
    """Return what sort of option it is: the keys of its path, and of other things what they are; or the first word of
    its text.
    """
    if option.path:
        sorts = (thing if thing.startswith("key:") else thing.partition(":")[0] for thing in option.path)
        return tuple(dict.fromkeys(sorts))
    return (next((word for word in option.id.split() if re.fullmatch("[a-z-]+", word)), option.id),)
