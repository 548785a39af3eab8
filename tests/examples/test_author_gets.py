"""What a game gets that defines only its rules, options, view and texts: Pig and Liar's Dice, stripped to that."""

from __future__ import annotations

import sys
from dataclasses import replace
from pathlib import Path
from types import ModuleType

import numpy as np
import pytest

import dicehouse
from dicehouse import bots
from dicehouse.bots.guided_lesson import NAME, find_lesson, guided_lesson, lesson_titles
from dicehouse.bots.hint_search import hint
from dicehouse.core import Game, GlossaryTerm, Seeded
from dicehouse.core.default_presentation import default_story
from dicehouse.core.game_protocol.hook_table import HOOK_TABLE
from dicehouse.core.lesson import ScriptedAction
from dicehouse.core.story import PointsHistory
from dicehouse.engine.check_lessons import lesson_faults
from dicehouse.envs import Batch
from dicehouse.games import all_games, find
from dicehouse.i18n import Text, in_language
from dicehouse.match.match import Match

from .learners import plays_in_gymnasium, plays_in_pettingzoo

EXAMPLES = Path(__file__).parents[2] / "examples"
sys.path.append(str(EXAMPLES / "pig"))
sys.path.append(str(EXAMPLES / "liars_dice"))

import liars_dice  # noqa: E402  # where it is found is said just above
import pig  # noqa: E402

pytestmark = pytest.mark.xdist_group("author_gets")  # what one test compiles, the others use
NEEDED = {hook.name for hook in HOOK_TABLE if hook.needed} | {"ACTIONS", "resample_hidden"}


def stripped(game: Game) -> Game:
    """The game without anything that it could leave out; what may be needed to play at all stays."""
    groups = {}
    for group in ("rules", "presentation"):
        module = groups[group] = ModuleType(game.modules[group][0].__name__)
        module.__file__ = game.modules[group][0].__file__
        for source in game.modules[group][::-1]:
            names = {hook.name for hook in HOOK_TABLE if hook.group == group} - NEEDED
            vars(module).update({name: value for name, value in vars(source).items() if name not in names})
    return replace(game, id=f"bare-{game.id}", policy=None, experiments=None, setup=None, **groups)


BARE = {game.id: stripped(game) for game in (pig.game, liars_dice.game)}


@pytest.fixture(params=BARE)
def game(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> Game:
    found = BARE[request.param]
    monkeypatch.setitem(all_games(), found.id, found)
    return found


def finished(game: Game, seed: int) -> Match:
    match = Match(game, 2, {game.settings[0].key: game.settings[0].low}, Seeded(seed))
    chairs = [bots.make("sensible", game, seat) for seat in range(2)]
    for _ in range(3000):
        if match.over:
            break
        seat = match.acting()[0]
        options = match.options(seat)
        greedy = chairs[seat].choose(match, seat)
        match.play(seat, greedy if match.number % 3 else options[match.number % len(options)].id)
    return match


def test_it_is_complete(game: Game) -> None:
    dicehouse.check_game(game)
    assert not game.hooks.own & {"sensible", "LESSONS", "observe", "GLOSSARY", "heading", "FIRST_TIME"}


def test_a_guided_first_game_explains_each_option_when_it_first_appears(game: Game) -> None:
    assert [name for name, _ in lesson_titles(game)] == [NAME]
    lesson = find_lesson(game, NAME)
    asked = {option for step in lesson.steps for option in step.on}
    wanted = {"pig": {"roll", "bank"}, "liars-dice": {"liar", "throw"}}[game.id.removeprefix("bare-")]
    assert asked >= wanted and (game.id != "bare-liars-dice" or len(asked) > 2)
    match = Match(game, lesson.players, {}, lesson.source())
    for item in lesson.script:
        seat, option = (item.seat, item.option) if isinstance(item, ScriptedAction) else (0, item.on[0])
        match.play(seat, option)
    module = ModuleType("lessons")
    module.LESSONS = (lesson,)  # type: ignore[attr-defined]
    taught = replace(game, presentation=(*game.modules["presentation"], module))
    assert list(lesson_faults(taught)) == []
    for text in (lesson.title, lesson.theme, lesson.well, lesson.tip, *(step.say for step in lesson.steps)):
        assert isinstance(text, Text) and in_language(text, "de") != str(text)


def test_the_guided_game_quotes_the_glossary_and_else_the_note() -> None:
    lesson = guided_lesson(BARE["pig"])
    assert lesson is not None and "It says: 0 → 4." in [step.why for step in lesson.steps]
    module = ModuleType("glossary")
    bank = "Your points are safe, and the next player rolls."
    module.GLOSSARY = (GlossaryTerm("key:bank", "Bank", bank), GlossaryTerm("key:*", "A key", "Press it."))  # type: ignore[attr-defined]
    explained = replace(BARE["pig"], id="told-pig", presentation=(*BARE["pig"].modules["presentation"], module))
    lesson = guided_lesson(explained)
    assert lesson is not None
    assert {step.on[0]: step.why for step in lesson.steps} == {"roll": "Press it.", "bank": bank}


def test_terms_of_the_glossary_explain_events_of_their_kind() -> None:
    module = ModuleType("glossary")
    module.GLOSSARY = (GlossaryTerm("event:lost", "A 1", "The points of the turn are gone."),)  # type: ignore[attr-defined]
    others = [each for each in pig.game.modules["presentation"] if not hasattr(each, "GLOSSARY")]
    game = replace(pig.game, id="told-pig", presentation=(*others, module))
    assert game.first_time(game.complete({})) == {"lost": "A 1: The points of the turn are gone."}
    assert find("dice-ocalypse").first_time(find("dice-ocalypse").complete({})).keys() == set(
        find("dice-ocalypse").hooks.FIRST_TIME
    )


def test_a_game_with_lessons_keeps_them() -> None:
    assert lesson_titles(pig.game) == (("first", "Throw or bank"),)
    assert find_lesson(pig.game, "first") is pig.game.hooks.LESSONS[0]
    assert lesson_titles(replace(pig.game, id="pig-with-hats", presentation=BARE["pig"].presentation)) == ()
    assert lesson_titles(find("indicesion")) == tuple((x.name, x.title) for x in find("indicesion").hooks.LESSONS)


@pytest.mark.slow
def test_bots_of_every_level_play_it_and_give_hints(game: Game) -> None:
    match = Match(game, 2, {}, Seeded(1))
    for name in bots.names(game.id):
        for _ in range(2):
            seat = match.acting()[0]
            match.play(seat, bots.make(name, game, 1).choose(match, seat))
    seat = match.acting()[0]
    found = hint(match, seat, "search:40", 1)
    assert found.option in [option.id for option in match.options(seat)]


@pytest.mark.slow
def test_a_finished_match_is_reviewed(game: Game) -> None:
    match = finished(game, 2)
    assert match.over
    found = dicehouse.review(match, simulations=200, seed=1)
    assert sum(found.outcome) == 1 and found.rows and found.says
    assert match.story().turns


@pytest.mark.slow
def test_a_study_measures_it(game: Game) -> None:
    key = game.settings[0].key
    found = dicehouse.Study(game.id, vary={key: [2, 4] if key == "dice" else [20, 40]}, games=40, seed=1).run(jobs=1)
    assert len(found.cells) == 2


@pytest.mark.slow
def test_learners_play_it(game: Game) -> None:
    batch = Batch(game.id, 4, players=2, seed=1)
    rng = np.random.default_rng(1)
    for _ in range(60):
        batch.step(np.array([rng.choice(np.flatnonzero(row)) for row in batch.masks]))
    assert np.isfinite(batch.observations).all() and batch.observations.any()


@pytest.mark.slow
def test_gymnasium_and_pettingzoo_take_it(game: Game) -> None:
    plays_in_gymnasium(game)
    plays_in_pettingzoo(game)


# --- the story of a game without one


def test_a_recap_quotes_the_cause_and_not_what_followed() -> None:
    game = replace(pig.game, id="story-pig")
    match = Match(game, 2, {"target": 20, "two_dice": True}, dicehouse.Tape("1 66 65 11 54"), ["Ana", "Ben"])
    for option in ("roll", "bank", "roll", "bank", "roll", "roll", "bank"):
        match.play(match.acting()[0], option)
    quoted = {moment.lead: moment.text for moment in match.story().turns}
    assert quoted["{0} loses 12 points."] == "{0} throws 1 and 1.", "not what followed: all is lost"
    ending = match.story().decided
    assert ending is not None and "banks" in ending.text, "not: wins"


def test_a_recap_of_a_lie_quotes_who_called_it() -> None:
    match = Match(liars_dice.game, 2, {"dice": 1}, dicehouse.Tape("1 2 3"), ["Ana", "Ben"])
    match.play(0, "2 sixes")
    match.play(1, "liar")
    ending = match.story().decided
    assert match.over and ending is not None and ending.text == "{1} calls {0} a liar."


def test_a_change_without_an_event_has_no_sentence() -> None:
    story = default_story((), PointsHistory([[0, 0], [1, 0]], [1.0, 0.0], ("point", "points")))
    assert [moment.text for moment in story.turns] == [""]
