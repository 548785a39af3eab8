"""What an author gets wrong is said, a sentence for each mistake, and all of them at once."""

from __future__ import annotations

import functools
import os
import subprocess
import sys
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from types import ModuleType
from typing import Any

import numpy as np
import pytest

import dicehouse
import dicehouse.games
from dicehouse.errors import BadGame, BadSetting, UnknownGame
from dicehouse.games import Shelf, find
from dicehouse.kit import Array, Game, Measure, Option, Setting, array, i8, record, rules
from dicehouse.kit.checking import faults
from dicehouse.kit.engine import engine_of
from dicehouse.kit.hooks import HOOKS
from dicehouse.kit.reading import Word, whole

sys.path.append(str(Path(__file__).parents[2] / "examples" / "pig"))
sys.path.append(str(Path(__file__).parents[2] / "examples" / "liars_dice"))

from liars_dice import game as liars
from pig import game as pig

GONE = object()
dicetopia = find("dicetopia")
TARGET, TWO = pig.settings


def module(source: ModuleType | None, **names: Any) -> ModuleType:
    """A copy of a game's module, with some names changed or GONE."""
    assert source is not None
    copy = ModuleType(source.__name__)
    vars(copy).update({name: value for name, value in (vars(source) | names).items() if value is not GONE})
    return copy


def own(function: Callable[..., Any], place: str) -> Callable[..., Any]:
    """A function as if it stood in that module."""
    function.__module__ = place
    return function


def with_rules(**names: Any) -> Game:
    return replace(pig, rules=module(pig.rules, **names))


def with_options(**names: Any) -> Game:
    return replace(pig, options=module(pig.options, **names))


def with_view(**names: Any) -> Game:
    return replace(pig, view=module(pig.view, **names))


def with_words(**names: Any) -> Game:
    return replace(pig, words=module(pig.words, **names))


def with_hints(**names: Any) -> Game:
    return replace(pig, hints=module(pig.hints, **names))


def with_setting(**fields: Any) -> Game:
    return replace(pig, settings=(replace(TARGET, **fields), TWO))


def with_mode(**fields: Any) -> Game:
    return replace(pig, modes=(replace(pig.modes[1], **fields),))


@record
class Small:
    """Settings whose target fits no byte."""

    target: i8
    two_dice: bool
    five: Array[i8] = array(5)


class Plain:
    """A class, and no record."""


def two(state: Any, seat: int) -> None:
    """Too few arguments for most."""


def refusals(state: Any, seat: int, text: str) -> str:
    """A hook whose name has a letter too many."""
    return ""


@rules
def nobody(state: Any) -> int:
    """No seat acts."""
    return 0


@rules
def strangers(state: Any) -> int:
    """A seat acts that is not there."""
    return 1 << 5


@rules
def nothing(state: Any, seat: int, actions: Any) -> None:
    """No action is legal."""


def own_view(state: Any, seat: int | None, asked: Any, told: Any) -> dict[str, Any]:
    """Each seat sees something else."""
    return {"you": seat}


def broken(*whatever: Any) -> Any:
    """What is never right."""
    raise KeyError("lost")


def later(function: Callable[..., Any], when: Callable[..., bool]) -> Callable[..., Any]:
    """A function that is right until its moment comes."""

    @functools.wraps(function)
    def checked(*given: Any) -> Any:
        return lowst if when(*given) else function(*given)  # type: ignore[name-defined]  # noqa: F821

    return checked


@rules
def fails_to_bank(state: Any, seat: int, action: int, dice: Any) -> None:
    """A name is misspelt where one banks."""
    later(pig.rules.apply, lambda *given: given[2] == pig.rules.BANK)(state, seat, action, dice)


@rules
def fails_to_score(state: Any, out: Any) -> None:
    """A name is misspelt for when there are points."""
    later(pig.rules.scores, lambda *given: any(state.totals))(state, out)


@rules
def stops(state: Any) -> int:
    """Nobody acts once there are points."""
    return 0 if any(state.totals) else 1 << state.player


@rules
def goes_on(state: Any) -> int:
    """The first seat acts even after the end."""
    return 1 if pig.rules.over(state) else 1 << state.player


def nothing_at_all(*whatever: Any) -> None:
    """The return was forgotten."""


def texts(roll: Any, bank: Any) -> Callable[..., Option]:
    """Options whose texts are these."""
    return lambda state, seat, action: Option(roll if action == pig.rules.ROLL else bank, "Go", path=(f"key:{action}",))


def shows(view: Any) -> Callable[..., Any]:
    """The same view for all."""
    return lambda state, seat, asked, told: view


def never_agrees(players: int, settings: Any) -> None:
    """No settings go together."""
    raise BadSetting("two_dice is off on Mondays.")


LENGTH = Measure("length", "length", "turns", lambda states, n_players: states.totals.max(1))
MISTAKES: dict[str, tuple[Game, str]] = {
    "id": (
        replace(pig, id="Pig Game"),
        "The id is lower-case words joined by hyphens, such as liars-dice; not 'Pig Game'.",
    ),
    "name": (replace(pig, name=" "), "The game has no name."),
    "number of players": (replace(pig, players=(2, 9)), "players is the fewest and the most, from 1 to 6; not (2, 9)."),
    "usual": (replace(pig, usual=7), "usual is a number of players from 2 to 6, not 7."),
    "State missing": (with_rules(State=GONE), "rules.py lacks `State`."),
    "State no record": (with_rules(State=Plain), "rules.State is a class that carries @record."),
    "rule missing": (with_rules(over=GONE), "rules.py lacks `over(state)`."),
    "rule misspelt": (
        with_rules(legal=GONE, leagl=own(lambda state, seat, actions: None, "pig.rules")),
        "rules.py lacks `legal(state, seat, actions)`; it has `leagl`.",
    ),
    "no @rules": (with_rules(over=lambda state: True), "rules.over lacks @rules."),
    "rule's signature": (with_rules(legal=rules(two)), "rules.legal takes (state, seat, actions), not (state, seat)."),
    "not a function": (
        with_options(describe=3),
        "options.describe is a function, `describe(state, seat, action)`; not 3.",
    ),
    "optional misspelt": (
        with_options(refusals=own(refusals, "pig.options")),
        "options.py has `refusals`, which nothing calls; did you mean `refusal(state, seat, text)`?",
    ),
    "view missing": (with_view(view=GONE), "view.py lacks `view(state, seat, asked, told)`."),
    "view's signature": (with_view(view=two), "view.view takes (state, seat, asked, told), not (state, seat)."),
    "constant": (with_view(SAME_FOR_ALL="yes"), "view.SAME_FOR_ALL is True or False, not 'yes'."),
    "setting without a field": (
        with_setting(key="targets"),
        "Setting targets: rules.Options has no field of that name; did you mean target?",
    ),
    "setting's kind": (
        with_setting(kind="slider"),
        "Setting target: its kind is one of choice, number, switch; not 'slider'.",
    ),
    "setting twice": (replace(pig, settings=(TARGET, TARGET, TWO)), "There are two settings called target."),
    "default": (
        with_setting(default=2000),
        "Setting target: its default won't do: target goes from 10 to 1000 in steps of 10; not 2000.",
    ),
    "limits": (
        with_setting(low=20, high=10),
        "Setting target: it goes from `low` up to `high` in steps of at least 1.",
    ),
    "choices": (
        with_setting(kind="choice"),
        "Setting target: a choice needs `choices`, pairs of a value and its label.",
    ),
    "field too small": (
        with_rules(Options=Small),
        "Setting target: its field holds -128 to 127, and it goes from 10 to 1,000.",
    ),
    "bool for a number": (
        replace(pig, settings=(TARGET, Setting("two_dice", "Two", "number", 1, high=2)), modes=pig.modes[:1]),
        "Setting two_dice: its field is a bool, which is for a switch.",
    ),
    "an action twice": (
        with_rules(ACTIONS=(0, 1, 1)),
        "rules.ACTIONS holds whole numbers from 0 to 32,767, each once and in order.",
    ),
    "planes of its own making": (with_rules(PLANES=("dice",)), "rules.PLANES holds planes, as `Layout` makes them."),
    "parts of planes in no order": (
        replace(liars, rules=module(liars.rules, PLANES=liars.rules.PLANES[::-1])),
        "rules.PLANES has each name once, and its parts in the order seen, recall, secret.",
    ),
    "planes that nobody writes": (
        with_rules(PLANES=liars.rules.PLANES[:1]),
        "rules.PLANES has planes of the part seen, but no rule `observe` that writes them.",
    ),
    "a rule without planes": (
        replace(liars, rules=module(liars.rules, PLANES=liars.rules._seen.planes)),
        "rules.PLANES has no planes of the part secret, but there is a rule `secrets`.",
    ),
    "planes that stay, and no rule for them": (
        replace(liars, rules=module(liars.rules, LASTING=5)),
        "rules.LASTING and the rule `observe_next` need each other.",
    ),
    "planes that stay from the middle of one": (
        replace(dicetopia, rules=module(dicetopia.rules, LASTING=dicetopia.rules.LASTING + 1)),
        "rules.LASTING is the first place of one of the planes of the part seen.",
    ),
    "planes that stay and are divided": (
        replace(dicetopia, rules=module(dicetopia.rules, LASTING=dicetopia.rules.observing.AGENTS)),
        "The planes from rules.LASTING on need scale=1: what stays as it is must not be divided again.",
    ),
    "no mode": (replace(pig, modes=()), "There is no mode; leave `modes` out, or name at least one."),
    "mode twice": (replace(pig, modes=(pig.modes[0],) * 2), "There are two modes called standard."),
    "mode's id": (with_mode(id="Two dice"), "Mode 'Two dice': an id is lower-case words joined by hyphens."),
    "mode's key": (
        with_mode(settings={"two_die": True}),
        "Mode two-dice: there is no setting two_die; did you mean two_dice?",
    ),
    "mode's value": (
        with_mode(settings={"target": 5}),
        "Mode two-dice: target goes from 10 to 1000 in steps of 10; not 5.",
    ),
    "mode's players": (
        with_mode(players=(1, 2)),
        "Mode two-dice: players is the fewest and the most within (2, 6), not (1, 2).",
    ),
    "check": (
        replace(pig, modes=pig.modes[:1], check=never_agrees),
        "Mode standard: it can't be played with 2: two_dice is off on Mondays.",
    ),
    "a measure that is none": (
        with_hints(MEASURES=("length",)),
        "hints.MEASURES holds measures, whose ids are lower-case words joined by hyphens.",
    ),
    "a face that nobody knows": (
        with_hints(LEVELS={"pipp": "sensible"}),
        "hints.LEVELS: there is no face 'pipp'; there are: pip, dot, kofi, otto, vera, nox.",
    ),
    "a level that is no bot": (
        with_hints(LEVELS={"kofi": "serach:5"}),
        "hints.LEVELS: kofi is a Mind, random, greedy, sensible, or a search as 'search:40', not 'serach:5'.",
    ),
    "a level that thinks for too long": (
        with_hints(LEVELS={"nox": "search:2000000"}),
        "hints.LEVELS: nox: A search takes at most 1,000,000 simulations a decision, not 2,000,000.",
    ),
    "two measures of one id": (with_hints(MEASURES=(LENGTH, LENGTH)), "hints.MEASURES has two measures of one id."),
    "a measure of another form": (
        with_hints(MEASURES=(Measure("length", "", "", lambda states, n_players: 1.5),)),
        "hints.MEASURES: The measure 'length' returns one whole number for each game, of at most 1,000,000.",
    ),
    "a measure that fails": (
        with_hints(MEASURES=(Measure("length", "", "", lambda states, n_players: states.length),)),
        "hints.MEASURES: length fails: AttributeError: recarray has no attribute length.",
    ),
    "SET_UP": (
        with_hints(SET_UP=(Word("totals", whole(0, 9), "points"), Word("turn", whole(0, 9), "points"))),
        "hints.py: SET_UP has turn, which `set_up` does not take; "
        "`set_up` takes player, which SET_UP does not have; `set_up` takes turn_points, which SET_UP does not have.",
    ),
    "SET_UP missing": (
        with_hints(SET_UP=GONE),
        "hints.py has `set_up`, but no SET_UP that says which words it takes.",
    ),
    "set_up missing": (
        with_hints(set_up=GONE),
        "hints.py has SET_UP, but no `set_up` that takes these words.",
    ),
    "nobody acts": (
        with_rules(acting=nobody),
        "rules.acting names nobody after the deal; it is a mask of the seats 0 to 1.",
    ),
    "a stranger acts": (
        with_rules(acting=strangers),
        "rules.acting names seat 5 after the deal; it is a mask of the seats 0 to 1.",
    ),
    "nothing legal": (with_rules(legal=nothing), "rules.legal adds nothing for seat 1, which may act after the deal."),
    "describe fails": (
        with_options(describe=broken),
        "options.describe fails at the first position: KeyError: 'lost'.",
    ),
    "tell fails": (with_words(tell=broken), "words.tell fails at event 0: KeyError: 'lost'."),
    "tell fails later": (
        with_words(tell=later(pig.words.tell, lambda event: event.kind == 1)),
        "words.tell fails at event 1: NameError: name 'lowst' is not defined.",
    ),
    "tell without return": (with_words(tell=nothing_at_all), "words.tell gives nothing, and should give a Told."),
    "apply fails": (
        with_rules(apply=fails_to_bank),
        "rules.apply fails at 'bank': NameError: name 'lowst' is not defined.",
    ),
    "a rule fails later": (
        with_rules(scores=fails_to_score),
        "rules.scores fails after 'bank': NameError: name 'lowst' is not defined.",
    ),
    "the end fails": (
        with_words(prompt=later(pig.words.prompt, lambda state, seat, asked, names: not asked)),
        "words.prompt fails after 'bank': NameError: name 'lowst' is not defined.",
    ),
    "nobody acts later": (
        with_rules(acting=stops),
        "rules.acting names nobody after 'bank', and rules.over says that the game goes on.",
    ),
    "somebody acts after the end": (
        with_rules(acting=goes_on),
        "rules.acting names seat 0 after 'bank', and rules.over says that all is over.",
    ),
    "describe without return": (
        with_options(describe=nothing_at_all),
        "options.describe gives nothing, and should give an Option.",
    ),
    "one text twice": (
        with_options(describe=texts("go", "go")),
        "options.describe gives two options the text 'go'.",
    ),
    "no text": (with_options(describe=texts(3, 4)), "options.describe gives 3 as the text of an option."),
    "capitals": (
        with_options(describe=texts("roll", "bank All")),
        "options.describe gives 'bank All', which no typed text can match: texts are lower case with single spaces.",
    ),
    "normal of one's own": (
        with_options(normal=lambda text: text.strip().upper()),
        "options.describe gives 'roll', which no typed text can match: options.normal makes 'ROLL' of it.",
    ),
    "a set": (
        with_view(view=shows({"seats": [{"cup": {3, 4}}]})),
        "view.view gives a set at 'seats[0].cup': plain data is dict, list, text, numbers, bool and None.",
    ),
    "a NumPy number": (
        with_view(view=shows({"total": np.int64(3)})),
        "view.view gives an int64 at 'total': plain data is dict, list, text, numbers, bool and None.",
    ),
    "keys": (
        with_view(view=shows({"cups": {(0, 1): 2}})),
        "view.view gives a dict at 'cups' with the key (0, 1): keys are texts.",
    ),
    "no dict": (with_view(view=shows([])), "view.view gives [], and should give a dict."),
    "redeal missing": (
        with_view(view=own_view),
        "What the view shows differs by seat, so rules.py needs `redeal(state, seat, dice)`.",
    ),
    "SAME_FOR_ALL untrue": (
        replace(liars, view=module(liars.view, SAME_FOR_ALL=True)),
        "view.py says SAME_FOR_ALL, but what it shows differs by seat.",
    ),
}


@pytest.mark.parametrize("mistake", MISTAKES)
def test_a_mistake_is_one_sentence(mistake: str) -> None:
    game, sentence = MISTAKES[mistake]
    assert faults(game) == [sentence]


def test_all_mistakes_are_said_at_once() -> None:
    game = replace(
        with_rules(over=GONE, legal=rules(two)),
        view=module(pig.view, view=GONE),
        id="PIG",
        settings=(replace(TARGET, default=5), TWO),
    )
    with pytest.raises(BadGame) as refused:
        dicehouse.check_game(game)
    assert str(refused.value).splitlines() == [
        "The id is lower-case words joined by hyphens, such as liars-dice; not 'PIG'.",
        "rules.legal takes (state, seat, actions), not (state, seat).",
        "rules.py lacks `over(state)`.",
        "view.py lacks `view(state, seat, asked, told)`.",
        "Setting target: its default won't do: target goes from 10 to 1000 in steps of 10; not 5.",
    ]


@pytest.mark.parametrize("name", [hook.name for hook in HOOKS if hook.needed and not hook.measured])
def test_every_name_that_is_needed_is_missed(name: str) -> None:
    part = next(hook.part for hook in HOOKS if hook.name == name)
    game = replace(pig, **{part: module(getattr(pig, part), **{name: GONE})})
    assert any(fault.startswith(f"{part}.py lacks `{name}") for fault in faults(game))


def test_a_game_that_measures_is_only_dealt(monkeypatch: pytest.MonkeyPatch) -> None:
    measures = dicehouse.games.find("indicesion")
    monkeypatch.setattr(type(engine_of(measures)), "apply", broken)
    assert faults(measures) == []


@pytest.mark.parametrize("game", [pig, liars], ids=lambda game: game.id)
def test_the_examples_have_no_faults(game: Game) -> None:
    dicehouse.check_game(game)


@pytest.mark.parametrize("game_id", dicehouse.games.BUILT_IN)
def test_the_games_of_the_house_have_no_faults(game_id: str) -> None:
    dicehouse.check_game(dicehouse.games.find(game_id))


# --- on the shelf


class Point:
    """An entry point that loads what it is given, or fails as an author's package may."""

    group, value = dicehouse.games.GROUP, "somebodys:game"

    def __init__(self, name: str, game: object) -> None:
        self.name, self.game = name, game

    def load(self) -> object:
        if isinstance(self.game, Exception):
            raise self.game
        return self.game


def shelf(monkeypatch: pytest.MonkeyPatch, *points: Point) -> Shelf:
    monkeypatch.setattr(dicehouse.games, "entry_points", lambda group: points)
    found = Shelf()
    monkeypatch.setattr(dicehouse.games, "all_games", lambda: found)
    return found


def test_a_broken_game_is_left_out_and_the_others_go_on(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    lacking = with_rules(over=GONE)
    taken = replace(pig, id="dicetopia")
    found = shelf(
        monkeypatch,
        Point("a-typo", SyntaxError("invalid syntax")),
        Point("lacking", lacking),
        Point("nothing", 3),
        Point("pig", pig),
        Point("taken", taken),
    )
    assert list(found) == [*dicehouse.games.BUILT_IN, "pig"]
    assert found["pig"] is pig and found["dicetopia"] is not taken
    assert found.left_out == {
        "a-typo": "SyntaxError: invalid syntax",
        "lacking": "rules.py lacks `over(state)`.",
        "nothing": "somebodys:game is no Game.",
        "taken": "There is a game called dicetopia already.",
    }
    assert [line.getMessage() for line in caplog.records].count(
        "The game lacking is left out.\nrules.py lacks `over(state)`."
    ) == 1, "it is said once, however often one asks"


def test_who_asks_for_a_game_that_is_left_out_hears_why(monkeypatch: pytest.MonkeyPatch) -> None:
    shelf(monkeypatch, Point("lacking", with_rules(over=GONE)))
    with pytest.raises(UnknownGame, match=r"lacking is left out: rules.py lacks `over\(state\)`"):
        dicehouse.games.find("lacking")


def test_the_command_that_lists_games_says_once_what_is_left_out(tmp_path: Path) -> None:
    """As a package stands beside the house: a module, and an entry point that names what is no game."""
    (tmp_path / "lacking.py").write_text("game = 3\n")
    (tmp_path / "lacking-1.0.dist-info").mkdir()
    (tmp_path / "lacking-1.0.dist-info" / "METADATA").write_text("Metadata-Version: 2.1\nName: lacking\nVersion: 1.0\n")
    points = "[dicehouse.games]\nlacking = lacking:game\n"
    (tmp_path / "lacking-1.0.dist-info" / "entry_points.txt").write_text(points)
    beside = os.environ | {"PYTHONPATH": os.pathsep.join([os.environ.get("PYTHONPATH", ""), str(tmp_path)])}
    command = [sys.executable, "-m", "dicehouse", "games"]
    ended = subprocess.run(command, env=beside, capture_output=True, text=True, check=False)
    assert (ended.returncode, ended.stderr) == (0, "The game lacking is left out.\nlacking:game is no Game.\n")
    assert "inDICEsion" in ended.stdout


# --- what a game leaves out


def test_what_a_game_leaves_out_is_filled_in_and_its_modules_stay_as_they_are() -> None:
    before = {name: dict(vars(getattr(pig, name))) for name in ("rules", "options", "view", "words", "hints")}
    hooks = replace(pig, id="another").hooks
    assert "redeal" not in hooks.own and hooks.redeal(None, 0, None) is None  # type: ignore[arg-type]
    assert hooks.normal("  Roll   ON ") == "roll on"
    assert (hooks.refusal(None, 0, ""), hooks.reaction(None, 0), hooks.bot_duty(None, 0)) == ("", None, -1)
    assert (hooks.picture, hooks.sheet, hooks.facts, hooks.SAME_FOR_ALL, hooks.MEMO) == (None, None, None, False, 1)
    assert {"deal", "describe", "sensible"} <= hooks.own
    assert before == {name: dict(vars(getattr(pig, name))) for name in before}


def test_a_hook_is_what_the_table_says_it_is() -> None:
    assert len({hook.name for hook in HOOKS}) == len(HOOKS) > 25
    for hook in HOOKS:
        assert hook.needed == (not hook.without), hook.name
        assert hook.purpose and (hook.returns or hook.kind in ("record", "constant"))
