"""A first game that teaches: what is said, what lies in the light, and which touches go on.

A lesson is a real match. Its dice are chosen, the others play what the script says, and whoever learns sits in seat 0
and is asked for one thing at a time; anything else they touch is answered in a sentence and changes nothing. A game
lists its lessons as `LESSONS` in the module `lessons`; `check_game` plays each of them to its end (`teaching`).
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Protocol

from .settings import Value
from .sources import Chosen
from .telling import Option, Reaction

LEARNER = 0  # the seat of whoever learns
LATER = "That comes later."  # the answer to a touch of which a step says nothing


@dataclass(frozen=True)
class Play:
    """Something that a seat does by itself: an option's text. The learner's seat may do so, too."""

    seat: int
    option: str


def plays(seat: int, *options: str) -> tuple[Play, ...]:
    """Several in a row, to be unpacked into a lesson's script: `*plays(1, "roll", "keep 1 bank")`."""
    return tuple(Play(seat, option) for option in options)


@dataclass(frozen=True)
class Step:
    """One thing that the learner is asked to do, or only to read.

    `say` is the headline: one thing to touch or to look at, verb first; `why` is one sentence. Both may name seats as
    {0}..{5}.

    `on` are the options that go on, as texts in which `*` stands for anything; a learner may play any of them, so
    what follows must fit them all. Without `on` there is nothing to do but to read and to go on.

    `look` names what lies in the light, as `Option.path` and the page's `data-thing` do; the hand points at the first
    of them that is there. Left out, it is the path of the first option that goes on.

    `key` is what the key of the dock says while it sleeps: a label and a small line below it ("Tap the 1 first",
    "then roll on"); in a step for reading it is what the key that goes on says.

    `wrong` answers touches that don't go on, the first that fits: a thing's name or an option's text, again with `*`,
    and a sentence or two, the rule first ("A lone 3 scores nothing. Tap the 1, in the light."). `now` are those rows of
    `Lesson.shows` that lie on the table now.
    """

    say: str
    why: str = ""
    on: tuple[str, ...] = ()
    look: tuple[str, ...] = ()
    key: tuple[str, str] = ("", "")
    wrong: tuple[tuple[str, str], ...] = ()
    now: tuple[str, ...] = ()


@dataclass(frozen=True)
class Lesson:
    """One lesson of a game: four minutes at most.

    `name` is a word for addresses, `title` what people read ("Plain dice"), `theme` one line that sets the scene.
    `script` is what happens: what plays by itself before the first step is done at once, so that a lesson can begin
    in the middle of a game. Where an optional reaction is asked of anybody and the script says nothing of it, it is
    let pass. The match need not end where the script does: whoever likes plays on.

    `dice` are the results that fall first, as a `Tape` has them; those after them come from `seed`. `settings` are
    those that differ from the game's own. `shows` is what scores: faces as digits and what they bring ("111", "1,000").
    `well` is said at the end, and `tip` is one thing to remember.
    """

    name: str
    title: str
    theme: str
    script: tuple[Step | Play, ...]
    well: str
    tip: str
    rivals: tuple[str, ...] = ("Otto",)
    settings: Mapping[str, Value] = field(default_factory=dict)
    dice: str | tuple[int, ...] = ""
    seed: int | str = 0
    shows: tuple[tuple[str, str], ...] = ()

    @property
    def players(self) -> int:
        """How many play: the learner and the rivals."""
        return 1 + len(self.rivals)

    @property
    def steps(self) -> tuple[Step, ...]:
        """What the learner does or reads."""
        return tuple(item for item in self.script if isinstance(item, Step))

    def source(self) -> Chosen:
        """The dice of a match of this lesson."""
        return Chosen(self.dice, self.seed)


class Sitting(Protocol):
    """A match, as far as a lesson looks at it."""

    def acting(self) -> tuple[int, ...]: ...
    def options(self, seat: int) -> Sequence[Option]: ...
    def reaction(self, seat: int) -> Reaction | None: ...
    def describes_freely(self, seat: int, text: str) -> bool: ...


def fits(pattern: str, text: str) -> bool:
    """Whether a text is what a pattern says, in which `*` stands for anything."""
    return re.fullmatch(".*".join(map(re.escape, pattern.split("*"))), text) is not None


@dataclass(frozen=True)
class Course:
    """How far somebody is in a lesson: `at` counts what is done of its script."""

    lesson: Lesson
    at: int = 0

    @property
    def done(self) -> bool:
        """Whether all of it was done and read."""
        return self.at >= len(self.lesson.script)

    @property
    def step(self) -> Step | None:
        """What the learner is asked now; None while something plays by itself, and at the end."""
        item = None if self.done else self.lesson.script[self.at]
        return item if isinstance(item, Step) else None

    @property
    def reads(self) -> bool:
        """Whether there is nothing to do now but to read."""
        return self.step is not None and not self.step.on

    @property
    def number(self) -> int:
        """The number of the step now or next, from 1; one more than there are at the end."""
        return 1 + sum(isinstance(item, Step) for item in self.lesson.script[: self.at])

    def further(self) -> Course:
        """One thing more is done."""
        return Course(self.lesson, self.at + 1)

    def ways(self, match: Sitting) -> list[Option]:
        """The listed options that go on now."""
        step = self.step
        if step is None or LEARNER not in match.acting():
            return []
        return [option for option in match.options(LEARNER) if goes_on(step, option.id)]

    def waits(self, match: Sitting) -> bool:
        """Whether the learner has something to do or to read now."""
        step = self.step
        if step is None or self.reads:
            return step is not None
        if LEARNER not in match.acting():
            return False
        return bool(self.ways(match)) or any(match.describes_freely(LEARNER, text) for text in step.on)

    def due(self, match: Sitting) -> tuple[int, str, bool] | None:
        """What plays by itself now: a seat, its option, and whether the script says so; None if nothing does."""
        if self.done or self.waits(match):
            return None
        item = self.lesson.script[self.at]
        if isinstance(item, Play) and item.seat in match.acting() and _can(match, item):
            return item.seat, item.option, True
        for seat in match.acting():
            reaction = match.reaction(seat)
            if reaction is not None:
                return seat, reaction.pass_option, False
        return None

    def lost(self, match: Sitting) -> bool:
        """Whether the script can't go on from here: it was written for other rules."""
        return not self.done and not self.waits(match) and self.due(match) is None

    def answer(self, touched: str) -> str:
        """Why a thing or an option does not go on now, in a sentence or two."""
        step = self.step
        if step is None:
            return "It is not your turn. Watch what the others do."
        return next((text for pattern, text in step.wrong if fits(pattern, touched)), LATER)


def goes_on(step: Step, option: str) -> bool:
    """Whether an option is one that a step waits for."""
    return any(fits(pattern, option) for pattern in step.on)


def _can(match: Sitting, play: Play) -> bool:
    listed: Any = any(option.id == play.option for option in match.options(play.seat))
    return listed or match.describes_freely(play.seat, play.option)
