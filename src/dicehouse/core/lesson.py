"""Describe a lesson: a match with chosen dice in which a learner does one thing at a time.

The other seats play by the script, and the learner sits in seat 0. Any touch that the step does not accept is answered
in a sentence and changes nothing. A game lists its lessons as `LESSONS` in the module `lessons`; `check_game` plays
each of them to its end.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from ..i18n import _
from .dice_sources import LessonDice
from .settings import SettingValue

LEARNER_SEAT = 0  # the learner's seat
TEACHER = "Tumble"  # who speaks in all lessons; no bot has this name, because bots sit at the same table
NOT_YET_TEXT = _("That comes later.")  # the answer to a touch that a step has no answer for


@dataclass(frozen=True)
class ScriptedAction:
    """Let a seat play an option, given by its text, by itself. The learner's seat may do so, too."""

    seat: int
    option: str


def scripted_actions(seat: int, *options: str) -> tuple[ScriptedAction, ...]:
    """Return several options of `seat` in a row, to be unpacked into a lesson's script: `*scripted_actions(1, "roll",
    "keep 1 bank")`.
    """
    return tuple(ScriptedAction(seat, option) for option in options)


@dataclass(frozen=True)
class LessonStep:
    """Ask the learner to do one thing, or only to read.

    `say` is the headline: one thing to touch or to look at, verb first; `why` is one sentence. Both may name seats as
    {0}..{5}.

    `on` lists the options that the step accepts, as texts in which `*` stands for anything; a learner may play any of
    them, so the following steps must fit them all. Without `on` the learner only reads and continues.

    `look` names the highlighted things, as `Option.path` and the page's `data-thing` do; the hand points at the first
    of them that is on the page. By default it is the path of the first accepted option.

    `key` is the text of the primary button while it is disabled: a label and a small line below it ("Tap the 1 first",
    "then roll on"). In a step for reading it is the text of the button that continues.

    `wrong` answers touches that the step does not accept, the first pattern that fits: a thing's name or an option's
    text, again with `*`, and a sentence or two, the rule first ("A lone 3 scores nothing. Tap the 1, in the light.").
    `now` lists the rows of `Lesson.shows` that are on the table now. `dice` are faces that stay on the table while a
    step for reading explains them, though the game has gone on ("234466" after a bust).
    """

    say: str
    why: str = ""
    on: tuple[str, ...] = ()
    look: tuple[str, ...] = ()
    key: tuple[str, str] = ("", "")
    wrong: tuple[tuple[str, str], ...] = ()
    now: tuple[str, ...] = ()
    dice: str = ""


@dataclass(frozen=True)
class Lesson:
    """Hold one lesson of a game, of four minutes at most.

    `name` is a word for addresses, `title` the heading ("Plain dice"), `theme` one line that sets the scene. `script`
    lists the steps and the scripted actions; actions before the first step are played at once, so that a lesson can
    begin in the middle of a game. Where an optional reaction is asked of a seat and the script has none, the seat
    passes. The match need not end with the script: a learner may keep playing.

    `dice` are the first results, as a `Tape` takes them; later ones come from `seed`. `settings` are those that differ
    from the game's own. `shows` lists what scores: faces as digits and their points ("111", "1,000"). `well` is the
    text at the end, and `tip` is one thing to remember. `passes` are options that a seat plays by itself where it is
    asked something that the script could not foresee, such as whether to use a power after a throw.
    """

    name: str
    title: str
    theme: str
    script: tuple[LessonStep | ScriptedAction, ...]
    well: str
    tip: str
    rivals: tuple[str, ...] = ("Otto",)
    settings: Mapping[str, SettingValue] = field(default_factory=dict)
    dice: str | tuple[int, ...] = ""
    seed: int | str = 0
    shows: tuple[tuple[str, str], ...] = ()
    passes: tuple[str, ...] = ()

    @property
    def players(self) -> int:
        """Return the number of players: the learner and the rivals."""
        return 1 + len(self.rivals)

    @property
    def steps(self) -> tuple[LessonStep, ...]:
        """Return the steps of the script, without the scripted actions."""
        return tuple(item for item in self.script if isinstance(item, LessonStep))

    def source(self) -> LessonDice:
        """Return the dice of a match of this lesson."""
        return LessonDice(self.dice, self.seed)
