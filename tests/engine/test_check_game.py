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
from dicehouse.core import Array, Game, Option, Setting, StudyMeasure, array, i8, record, rules
from dicehouse.core.game_protocol.hook_table import HOOK_TABLE
from dicehouse.core.value_readers import SetupField, whole_number
from dicehouse.engine import engine_of
from dicehouse.engine.check_game import game_faults
from dicehouse.errors import BadGame, BadSetting, UnknownGame
from dicehouse.games import GameRegistry, find

sys.path.append(str(Path(__file__).parents[2] / "examples" / "pig"))
sys.path.append(str(Path(__file__).parents[2] / "examples" / "liars_dice"))

from liars_dice import game as liars
from pig import game as pig

GONE = object()
dicetopia = find("dicetopia")
TARGET, TWO = pig.settings
EVENT_NAMES: Any = pig.hooks.EVENT_NAMES


def module(source: ModuleType | None, **names: Any) -> ModuleType:
    """A copy of a game's module, with some names changed or GONE; None is a new module."""
    copy = ModuleType("pig.extra" if source is None else source.__name__)
    found = names if source is None else vars(source) | names
    vars(copy).update({name: value for name, value in found.items() if value is not GONE})
    return copy


def own(function: Callable[..., Any], place: str) -> Callable[..., Any]:
    """A function as if it stood in that module."""
    function.__module__ = place
    return function


def with_rules(**names: Any) -> Game:
    return replace(pig, rules=module(pig.rules, **names))


def with_presentation(**names: Any) -> Game:
    return presented(pig, **names)


def presented(game: Game, **names: Any) -> Game:
    """Change each name in the module of the presentation that has it; a new name is added to the options."""
    first, *others = game.modules["presentation"]
    there = [module(each, **{name: names[name] for name in names if name in vars(each)}) for each in others]
    elsewhere = {name for each in others for name in vars(each)}
    new = {name: value for name, value in names.items() if name not in elsewhere}
    return replace(game, presentation=(module(first, **new), *there))


def with_policy(**names: Any) -> Game:
    return replace(pig, policy=module(pig.modules["policy"][0], **names))


def with_experiments(**names: Any) -> Game:
    return replace(pig, experiments=module(None, **names))


def with_setup(**names: Any) -> Game:
    return replace(pig, setup=module(pig.modules["setup"][0], **names))


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
    later(pig.rules.points, lambda *given: any(state.totals))(state, out)


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


LENGTH = StudyMeasure("length", "length", "turns", lambda states, n_players: states.totals.max(1))
MISTAKES: dict[str, tuple[Game, str]] = {
    "id": (
        replace(pig, id="Pig Game"),
        "The id must be lower-case words joined by hyphens, such as liars-dice; not 'Pig Game'.",
    ),
    "name": (replace(pig, name=" "), "The game has no name."),
    "number of players": (
        replace(pig, players=(2, 9)),
        "players must be the lowest and the highest number, from 1 to 6; not (2, 9).",
    ),
    "usual": (replace(pig, usual=7), "usual must be a number of players from 2 to 6, not 7."),
    "State missing": (with_rules(State=GONE), "rules lacks `State`."),
    "State no record": (with_rules(State=Plain), "rules.State must be a class with @record."),
    "rule missing": (with_rules(over=GONE), "rules lacks `over(state)`."),
    "rule misspelt": (
        with_rules(legal=GONE, leagl=own(lambda state, seat, actions: None, "pig.rules")),
        "rules lacks `legal(state, seat, actions)`; it has `leagl`.",
    ),
    "no @rules": (with_rules(over=lambda state: True), "rules.over lacks @rules."),
    "rule's signature": (
        with_rules(legal=rules(two)),
        "rules.legal must take (state, seat, actions), not (state, seat).",
    ),
    "not a function": (
        with_presentation(describe_action=3),
        "presentation.describe_action must be a function, `describe_action(state, seat, action)`; not 3.",
    ),
    "optional misspelt": (
        with_presentation(refusals=own(refusals, "pig.options")),
        "presentation has `refusals`, which nothing calls; did you mean `refusal(state, seat, text)`?",
    ),
    "view missing": (with_presentation(view=GONE), "presentation lacks `view(state, seat, asked, log)`."),
    "view's signature": (
        with_presentation(view=two),
        "presentation.view must take (state, seat, asked, log), not (state, seat).",
    ),
    "constant": (with_presentation(SAME_FOR_ALL="yes"), "presentation.SAME_FOR_ALL must be True or False, not 'yes'."),
    "two modules define one name": (
        replace(pig, presentation=(*pig.modules["presentation"], module(None, view=own_view))),
        "presentation.view is in view and extra; only one of them may define it.",
    ),
    "a name of another group": (
        with_policy(picture=own(lambda view: "", "pig.policy")),
        "policy has `picture(view)`, which belongs to presentation: "
        "move it to a module that Game gets as `presentation=`.",
    ),
    "an event without a name": (
        with_presentation(EVENT_NAMES={kind: name for kind, name in EVENT_NAMES.items() if kind.name != "WIN"}),
        "presentation.EVENT_NAMES lacks WIN of Happened.",
    ),
    "an event by number without a name": (
        with_presentation(EVENT_NAMES={int(kind): name for kind, name in EVENT_NAMES.items() if kind.name != "THROW"}),
        "presentation.EVENT_NAMES lacks event 1, the 'throw' of the log.",
    ),
    "names of events as texts": (
        with_presentation(EVENT_NAMES={1: "throw"}),
        "presentation.EVENT_NAMES must hold an EventName for each kind of event.",
    ),
    "an explanation that is no term": (
        with_presentation(FIRST_TIME={"throw": "die:six"}),
        "presentation.FIRST_TIME: throw needs a sentence or the name of a term of GLOSSARY, not 'die:six'.",
    ),
    "setting without a field": (
        with_setting(key="targets"),
        "Setting targets: rules.Options has no field of that name; did you mean target?",
    ),
    "setting's kind": (
        with_setting(kind="slider"),
        "Setting target: its kind must be one of choice, number, switch; not 'slider'.",
    ),
    "setting twice": (replace(pig, settings=(TARGET, TARGET, TWO)), "There are two settings called target."),
    "default": (
        with_setting(default=2000),
        "Setting target: its default is wrong: target must be 10 to 1,000 in steps of 10, not 2,000.",
    ),
    "limits": (
        with_setting(low=20, high=10),
        "Setting target: it must go from `low` up to `high` in steps of at least 1.",
    ),
    "choices": (
        with_setting(kind="choice"),
        "Setting target: a choice needs `choices`, pairs of a value and its label.",
    ),
    "field too small": (
        with_rules(Options=Small),
        "Setting target: its field holds -128 to 127, but the setting goes from 10 to 1,000.",
    ),
    "bool for a number": (
        replace(pig, settings=(TARGET, Setting("two_dice", "Two", "number", 1, high=2)), modes=pig.modes[:1]),
        "Setting two_dice: its field is a bool, which only a switch can have.",
    ),
    "an action twice": (
        with_rules(ACTIONS=(0, 1, 1)),
        "rules.ACTIONS must hold whole numbers from 0 to 32,767, each once and in order.",
    ),
    "planes of its own making": (
        with_rules(PLANES=("dice",)),
        "rules.PLANES must hold planes made by `PlaneLayout`.",
    ),
    "parts of planes in no order": (
        replace(liars, rules=module(liars.rules, PLANES=liars.rules.PLANES[::-1])),
        "rules.PLANES must have each name once, and its parts in the order seen, recall, secret.",
    ),
    "planes that nobody writes": (
        with_rules(PLANES=liars.rules.PLANES[:1]),
        "rules.PLANES has planes of the part seen, but no rule `observe` that writes them.",
    ),
    "a rule without planes": (
        replace(liars, rules=module(liars.rules, PLANES=liars.rules._seen.planes)),
        "rules.PLANES has no planes of the part secret, but there is a rule `hidden_state`.",
    ),
    "planes that stay, and no rule for them": (
        replace(liars, rules=module(liars.rules, LASTING=5)),
        "rules.LASTING and the rule `observe_next` need each other.",
    ),
    "planes that stay from the middle of one": (
        replace(dicetopia, rules=module(dicetopia.rules, LASTING=dicetopia.rules.LASTING + 1)),
        "rules.LASTING must be the first index of one of the planes of the part seen.",
    ),
    "planes that stay and are divided": (
        replace(dicetopia, rules=module(dicetopia.rules, LASTING=dicetopia.rules.observation.AGENTS)),
        "The planes from rules.LASTING on need scale=1, because unchanged numbers must not be divided again.",
    ),
    "no mode": (replace(pig, modes=()), "`modes` is empty. Leave it out, or name at least one mode."),
    "mode twice": (replace(pig, modes=(pig.modes[0],) * 2), "There are two modes called standard."),
    "mode's id": (with_mode(id="Two dice"), "Mode 'Two dice': an id must be lower-case words joined by hyphens."),
    "mode's key": (
        with_mode(settings={"two_die": True}),
        "Mode two-dice: there is no setting two_die; did you mean two_dice?",
    ),
    "mode's value": (
        with_mode(settings={"target": 5}),
        "Mode two-dice: target must be 10 to 1,000 in steps of 10, not 5.",
    ),
    "mode's players": (
        with_mode(players=(1, 2)),
        "Mode two-dice: players must be the lowest and the highest number within (2, 6), not (1, 2).",
    ),
    "check": (
        replace(pig, modes=pig.modes[:1], check=never_agrees),
        "Mode standard: it can't be played with 2 players: two_dice is off on Mondays.",
    ),
    "a measure that is none": (
        with_experiments(MEASURES=("length",)),
        "experiments.MEASURES must hold measures whose ids are lower-case words joined by hyphens.",
    ),
    "a face that nobody knows": (
        with_policy(LEVELS={"pipp": "sensible"}),
        "policy.LEVELS: there is no bot 'pipp'; the bots are: pip, dot, kofi, otto, vera, nox.",
    ),
    "a level that is no bot": (
        with_policy(LEVELS={"kofi": "serach:5"}),
        "policy.LEVELS: kofi must be BotTraits, random, greedy, sensible, or a search such as 'search:40', "
        "not 'serach:5'.",
    ),
    "a level that thinks for too long": (
        with_policy(LEVELS={"nox": "search:2000000"}),
        "policy.LEVELS: nox: A search uses at most 1,000,000 simulations a decision, not 2,000,000.",
    ),
    "two measures of one id": (
        with_experiments(MEASURES=(LENGTH, LENGTH)),
        "experiments.MEASURES has two measures with the same id.",
    ),
    "a measure of another form": (
        with_experiments(MEASURES=(StudyMeasure("length", "", "", lambda states, n_players: 1.5),)),
        "experiments.MEASURES: The measure 'length' returns one whole number for each game, of at most 1,000,000.",
    ),
    "a measure that fails": (
        with_experiments(MEASURES=(StudyMeasure("length", "", "", lambda states, n_players: states.length),)),
        "experiments.MEASURES: length fails: AttributeError: recarray has no attribute length.",
    ),
    "SET_UP": (
        with_setup(
            SET_UP=(
                SetupField("totals", whole_number(0, 9), "points"),
                SetupField("turn", whole_number(0, 9), "points"),
            )
        ),
        "setup: SET_UP has turn, which `set_up` doesn't take; "
        "`set_up` takes player, which SET_UP doesn't have; `set_up` takes turn_points, which SET_UP doesn't have.",
    ),
    "SET_UP missing": (
        with_setup(SET_UP=GONE),
        "setup has `set_up`, but no SET_UP that lists its words.",
    ),
    "set_up missing": (
        with_setup(set_up=GONE),
        "setup has SET_UP, but no `set_up` that takes these words.",
    ),
    "nobody acts": (
        with_rules(acting=nobody),
        "rules.acting names no seat after the deal; it is a mask of the seats 0 to 1.",
    ),
    "a stranger acts": (
        with_rules(acting=strangers),
        "rules.acting names seat 5 after the deal; it is a mask of the seats 0 to 1.",
    ),
    "nothing legal": (with_rules(legal=nothing), "rules.legal adds nothing for seat 1, which may act after the deal."),
    "describe_action fails": (
        with_presentation(describe_action=broken),
        "presentation.describe_action fails at the first position: KeyError: 'lost'.",
    ),
    "log_entry fails": (
        with_presentation(log_entry=broken),
        "presentation.log_entry fails at event 0: KeyError: 'lost'.",
    ),
    "log_entry fails later": (
        with_presentation(log_entry=later(pig.hooks.log_entry, lambda event: event.kind == 1)),
        "presentation.log_entry fails at event 1: NameError: name 'lowst' is not defined.",
    ),
    "log_entry without return": (
        with_presentation(log_entry=nothing_at_all),
        "presentation.log_entry returns nothing, but should return a LogEntry.",
    ),
    "apply fails": (
        with_rules(apply=fails_to_bank),
        "rules.apply fails at 'bank': NameError: name 'lowst' is not defined.",
    ),
    "a rule fails later": (
        with_rules(points=fails_to_score),
        "rules.points fails after 'bank': NameError: name 'lowst' is not defined.",
    ),
    "the end fails": (
        with_presentation(prompt=later(pig.hooks.prompt, lambda state, seat, asked, names: not asked)),
        "presentation.prompt fails after 'bank': NameError: name 'lowst' is not defined.",
    ),
    "nobody acts later": (
        with_rules(acting=stops),
        "rules.acting names no seat after 'bank', but rules.over says that the game goes on.",
    ),
    "somebody acts after the end": (
        with_rules(acting=goes_on),
        "rules.acting names seat 0 after 'bank', but rules.over says that the game is over.",
    ),
    "describe_action without return": (
        with_presentation(describe_action=nothing_at_all),
        "presentation.describe_action returns nothing, but should return an Option.",
    ),
    "one text twice": (
        with_presentation(describe_action=texts("go", "go")),
        "presentation.describe_action gives two options the text 'go'.",
    ),
    "no text": (
        with_presentation(describe_action=texts(3, 4)),
        "presentation.describe_action gives 3 as the text of an option.",
    ),
    "capitals": (
        with_presentation(describe_action=texts("roll", "bank All")),
        "presentation.describe_action gives 'bank All', which no typed text can match: "
        "texts must be in lower case with single spaces.",
    ),
    "normal of one's own": (
        with_presentation(normal=lambda text: text.strip().upper()),
        "presentation.describe_action gives 'roll', which no typed text can match: "
        "presentation.normal makes 'ROLL' of it.",
    ),
    "a set": (
        with_presentation(view=shows({"seats": [{"cup": {3, 4}}]})),
        "presentation.view returns a set at 'seats[0].cup': plain data has only dict, list, text, numbers, bool and "
        "None.",
    ),
    "a NumPy number": (
        with_presentation(view=shows({"total": np.int64(3)})),
        "presentation.view returns an int64 at 'total': plain data has only dict, list, text, numbers, bool and None.",
    ),
    "keys": (
        with_presentation(view=shows({"cups": {(0, 1): 2}})),
        "presentation.view returns a dict at 'cups' with the key (0, 1): keys must be texts.",
    ),
    "no dict": (with_presentation(view=shows([])), "presentation.view returns [], but should return a dict."),
    "resample_hidden missing": (
        with_presentation(view=own_view),
        "The view differs by seat, so the rules need `resample_hidden(state, seat, dice)`.",
    ),
    "SAME_FOR_ALL untrue": (
        presented(liars, SAME_FOR_ALL=True),
        "presentation says SAME_FOR_ALL, but the view differs by seat.",
    ),
}


@pytest.mark.parametrize("mistake", MISTAKES)
def test_a_mistake_is_one_sentence(mistake: str) -> None:
    game, sentence = MISTAKES[mistake]
    assert game_faults(game) == [sentence]


def test_all_mistakes_are_said_at_once() -> None:
    game = replace(
        with_rules(over=GONE, legal=rules(two)),
        presentation=with_presentation(view=GONE).presentation,
        id="PIG",
        settings=(replace(TARGET, default=5), TWO),
    )
    with pytest.raises(BadGame) as refused:
        dicehouse.check_game(game)
    assert str(refused.value).splitlines() == [
        "The id must be lower-case words joined by hyphens, such as liars-dice; not 'PIG'.",
        "rules.legal must take (state, seat, actions), not (state, seat).",
        "rules lacks `over(state)`.",
        "presentation lacks `view(state, seat, asked, log)`.",
        "Setting target: its default is wrong: target must be 10 to 1,000 in steps of 10, not 5.",
    ]


@pytest.mark.parametrize("name", [hook.name for hook in HOOK_TABLE if hook.needed and not hook.own_engine])
def test_every_name_that_is_needed_is_missed(name: str) -> None:
    group = next(hook.group for hook in HOOK_TABLE if hook.name == name)
    game = with_rules(**{name: GONE}) if group == "rules" else with_presentation(**{name: GONE})
    assert any(fault.startswith(f"{group} lacks `{name}") for fault in game_faults(game))


def test_a_game_that_measures_is_only_dealt(monkeypatch: pytest.MonkeyPatch) -> None:
    measures = dicehouse.games.find("indicesion")
    monkeypatch.setattr(type(engine_of(measures)), "apply", broken)
    assert game_faults(measures) == []


@pytest.mark.parametrize("game", [pig, liars], ids=lambda game: game.id)
def test_the_examples_have_no_faults(game: Game) -> None:
    dicehouse.check_game(game)


@pytest.mark.parametrize("game_id", dicehouse.games.BUILT_IN)
def test_the_games_of_the_house_have_no_faults(game_id: str) -> None:
    dicehouse.check_game(dicehouse.games.find(game_id))


# --- on the shelf


class Point:
    """An entry point that loads what it is given, or fails as an author's package may."""

    group, value = dicehouse.games.ENTRY_POINT_GROUP, "somebodys:game"

    def __init__(self, name: str, game: object) -> None:
        self.name, self.game = name, game

    def load(self) -> object:
        if isinstance(self.game, Exception):
            raise self.game
        return self.game


def shelf(monkeypatch: pytest.MonkeyPatch, *points: Point) -> GameRegistry:
    monkeypatch.setattr(dicehouse.games.game_registry, "entry_points", lambda group: points)
    found = GameRegistry()
    monkeypatch.setattr(dicehouse.games.game_registry, "all_games", lambda: found)
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
        "lacking": "rules lacks `over(state)`.",
        "nothing": "somebodys:game must be a Game.",
        "taken": "There is already a game called dicetopia.",
    }
    assert [line.getMessage() for line in caplog.records].count(
        "The game lacking was left out.\nrules lacks `over(state)`."
    ) == 1, "it is said once, however often one asks"


def test_who_asks_for_a_game_that_is_left_out_hears_why(monkeypatch: pytest.MonkeyPatch) -> None:
    shelf(monkeypatch, Point("lacking", with_rules(over=GONE)))
    with pytest.raises(UnknownGame, match=r"lacking was left out: rules lacks `over\(state\)`"):
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
    assert (ended.returncode, ended.stderr) == (0, "The game lacking was left out.\nlacking:game must be a Game.\n")
    assert "inDICEsion" in ended.stdout


# --- what a game leaves out


def test_what_a_game_leaves_out_is_filled_in_and_its_modules_stay_as_they_are() -> None:
    before = {group: [dict(vars(each)) for each in modules] for group, modules in pig.modules.items()}
    hooks = replace(pig, id="another").hooks
    assert "resample_hidden" not in hooks.own and hooks.resample_hidden(None, 0, None) is None  # type: ignore[arg-type]
    assert hooks.normal("  Roll   ON ") == "roll on"
    assert (hooks.refusal(None, 0, ""), hooks.reaction(None, 0), hooks.forced_action(None, 0)) == ("", None, -1)
    assert (hooks.picture, hooks.score_sheet, hooks.facts, hooks.SAME_FOR_ALL, hooks.MEMO) == (
        None,
        None,
        None,
        False,
        1,
    )
    assert {"deal", "describe_action", "sensible"} <= hooks.own
    assert before == {group: [dict(vars(each)) for each in modules] for group, modules in pig.modules.items()}


def test_a_hook_is_what_the_table_says_it_is() -> None:
    assert len({hook.name for hook in HOOK_TABLE}) == len(HOOK_TABLE) > 25
    for hook in HOOK_TABLE:
        assert hook.needed == (not hook.without), hook.name
        assert hook.purpose and (hook.returns or hook.kind in ("record", "constant"))
