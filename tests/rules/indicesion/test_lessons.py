"""Map every rule to the lesson step that teaches it: a new kind of event or option without a lesson fails here. Play
each lesson, too, with every listed option of its steps.
"""

from __future__ import annotations

import pytest

from dicehouse.core import Block
from dicehouse.core.lesson import Lesson, LessonStep
from dicehouse.core.lesson_progress import LessonProgress, matches_pattern
from dicehouse.engine.check_lessons import script_faults
from dicehouse.games import find
from dicehouse.games.indicesion.presentation.event_names import EVENT_NAMES
from dicehouse.games.indicesion.presentation.lessons import LESSONS
from dicehouse.games.indicesion.presentation.options import TARGETS
from dicehouse.games.indicesion.presentation.words import COLOUR_NAMES
from dicehouse.games.indicesion.rules import action_codes
from dicehouse.games.indicesion.rules.state import EventKind
from dicehouse.match.match import Match

GAME = find("indicesion")
# each with a lesson and words of the step that teaches it
EVENTS = {
    "deal": ("first", "You have 6 dice."),
    "roll-off": ("barrels", "You rolled highest."),
    "start": ("barrels", "the highest roller starts"),
    "round": ("by-hand", "starts the next round"),
    "pick": ("powers", "take turns drafting"),
    "stand": ("barrels", "Put a barrel on"),
    "aside": ("barrels", "you don't have to use them"),
    "build": ("construction", "A ready-made target"),
    "place": ("construction", "tap the table"),
    "remove": ("construction", "You can remove one piece"),
    "ready": ("construction", "Finish the target."),
    "throw": ("first", "Throw your first die"),
    "burnt": ("powers", "Burn: any die that touches it is out"),
    "off": ("first", "A die off the table is out."),
    "verdict": ("first", "Crooked dice and dice off the boards score nothing."),
    "knocked": ("first", "A die knocked off your board scores nothing."),
    "taken": ("barrels", "loses a point in this round"),
    "blue": ("powers", "it can replace a die knocked off your board"),
    "pass": ("powers", "Use it at once or not at all."),
    "again": ("powers", "You give up the pink die"),
    "keep": ("powers", "You could keep the result"),
    "skip": ("powers", "You skipped a turn."),
    "board-points": ("by-hand", "The round has been scored."),
    "round-won": ("by-hand", "The player with the most points wins the round. In a tie, nobody does."),
    "win": ("by-hand", "The first player to win two rounds wins the game."),
    "drawn": ("by-hand", "it is a draw"),
    "last-throws": ("first", "These are the last throws"),
}
OPTIONS = {
    "START": ("barrels", "Choose to start."),
    "DRAFT": ("powers", "Draft a pink die."),
    "STAND": ("barrels", "Put a barrel on"),
    "ASIDE": ("barrels", "Place no more barrels."),
    "BUILD": ("construction", "Build the table."),
    "TAKE": ("construction", "Remove the board again."),
    "CLEAR": ("construction", "clear the table and start again"),
    "DONE": ("construction", "Finish the target."),
    "READY": ("first", "Drop a die from above."),
    "RESPAWN": ("powers", "it can replace a die knocked off your board"),
    "PASS": ("powers", "Use it at once or not at all."),
    "AGAIN": ("powers", "Use the pink die"),
    "KEEP": ("powers", "You could keep the result"),
    "FREE_THROW": ("by-hand", "Throw by hand"),
    "FREE_STAND": ("barrels", "Put a barrel on"),
    "FREE_PUT": ("construction", "Put a board on the table."),
}
COLOURS = {
    "red": ("powers", "Burn:"),
    "orange": ("powers", "Odds:"),
    "yellow": ("powers", "Lightning:"),
    "green": ("powers", "Poison:"),
    "blue": ("powers", "Draft a blue die."),
    "pink": ("powers", "Draft a pink die."),
}
RULES = {  # what no kind of event or option tells apart
    "towers": ("first", "once for each die in the tower"),
    "two towers": ("first", "A die resting on two dice counts for two towers."),
    "two boards": ("first", "A die on two boards scores on both."),
    "two boards of a target": ("construction", "A die on two boards scores only once here."),
    "whose board it is": ("first", "The board nearest you is yours."),
    "the distance": ("first", "You must release a die at least 15 cm"),
    "the hand": ("first", "The dots show where the die may land."),
    "whoever threw it": ("first", "A die that stays there scores for you, no matter who threw it."),
    "a blue die costs a turn": ("powers", "A blue die that you use costs you a turn"),
    "barrels that fall over": ("barrels", "falls over but stays on its board costs nothing"),
    "barrels come back": ("barrels", "all players get their barrels back"),
    "whose tower it is": ("construction", "A tower scores for the player whose die is on top."),
    "barrels of a target": ("construction", "a barrel touching no board"),
    "stability": ("construction", "the target must be stable"),
}


def lesson(name: str) -> Lesson:
    return next(each for each in LESSONS if each.name == name)


def words_of(step: LessonStep) -> str:
    return " ".join([step.say, step.why, *(text for _pattern, text in step.wrong)])


def test_every_kind_of_event_has_a_step() -> None:
    assert {name.kind for name in EVENT_NAMES.values()} == set(EVENTS)
    assert set(EVENT_NAMES) == set(EventKind)


def test_every_kind_of_option_has_a_step() -> None:
    codes = {name for name, code in vars(action_codes).items() if name.isupper() and not name.startswith(("N_", "MAX"))}
    assert {name for name in codes if isinstance(getattr(action_codes, name), (int, Block))} - SIZES == set(OPTIONS)


SIZES = {"EACH"}  # numbers of things, which the module imports


def test_every_colour_has_a_step() -> None:
    assert set(COLOUR_NAMES) == set(COLOURS)
    assert "table" in TARGETS, "the lesson builds it"


@pytest.mark.parametrize(
    ("name", "words"), sorted({*EVENTS.values(), *OPTIONS.values(), *COLOURS.values(), *RULES.values()})
)
def test_the_step_is_in_its_lesson(name: str, words: str) -> None:
    assert any(words in words_of(step) for step in lesson(name).steps)


@pytest.mark.parametrize("taught", LESSONS, ids=lambda taught: taught.name)
def test_a_lesson_can_be_played_with_every_listed_option(taught: Lesson) -> None:
    settings = GAME.settings_for(taught.players, taught.settings)
    found = script_faults(
        taught, lambda: Match(GAME, taught.players, settings, taught.source(), names=("Ana", *taught.rivals))
    )
    assert list(found) == []


def test_a_throw_by_hand_is_asked_for() -> None:
    """Quick throws are answered, but not accepted."""
    by_hand = [step for step in lesson("by-hand").steps if step.on]
    assert len(by_hand) == 2
    for step in by_hand:
        for ready in ("drop r5 p1", "lob r5 p1", "knock r6 p2"):
            assert not any(matches_pattern(pattern, ready) for pattern in step.on)
            assert any(matches_pattern(pattern, ready) for pattern, _answer in step.wrong)


def test_the_first_lesson_is_still_found_by_its_old_name_and_step() -> None:
    """Databases of earlier versions hold the name, and how many items of the script were finished."""
    assert LESSONS[0].name == "first"
    assert (len(lesson("first").script), len(lesson("first").steps)) == (16, 10)


def test_what_the_script_cannot_foresee_is_passed() -> None:
    """After a throw that knocked one of his dice off, Otto is asked for his blue die, and for his pink one."""
    taught = lesson("powers")
    settings = GAME.settings_for(2, taught.settings)
    match = Match(GAME, 2, settings, taught.source(), names=("Ana", "Otto"))
    progress = LessonProgress(taught)
    asked = set()
    while not progress.is_done:
        due = progress.next_scripted_action(match)
        if due is not None:
            asked |= {due[1]} if not due[2] else set()
            match.play(due[0], due[1])
            progress = progress.advance() if due[2] else progress
        else:
            ways = [option.id for option in progress.accepted_options(match)]
            if ways:
                match.play(0, next((way for way in ways if way.startswith("knock")), ways[0]))
            progress = progress.advance()
    assert "keep" in asked
