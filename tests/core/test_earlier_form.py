"""Check that a game in the form of the version before works for one version, with warnings."""

from __future__ import annotations

import sys
import warnings
from dataclasses import replace
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

from dicehouse.compiler.game_type import game_type_of, resolve_name
from dicehouse.core import Game
from dicehouse.core.game_protocol.earlier_form import OLD_HOOKS, OTHER_NAMES
from dicehouse.core.game_protocol.hook_table import HOOK_TABLE
from dicehouse.engine import Engine, Position, engine_of

sys.path.append(str(Path(__file__).parents[2] / "examples" / "pig"))

from pig import game as pig

NEW_TO_OLD = {new: (group, old) for group, names in OLD_HOOKS.items() for old, (_, new) in names.items()}
OLD_PARTS = ("options", "view", "words", "lessons")


def renamed(source: ModuleType, **added: Any) -> ModuleType:
    """Return a copy of a module in which each hook has its old name."""
    copy = ModuleType(f"earlier.{source.__name__}")
    sys.modules[copy.__name__] = copy  # where compiled code looks for it
    for name, value in (vars(source) | added).items():
        if not name.startswith("__"):
            setattr(copy, NEW_TO_OLD[name][1] if name in NEW_TO_OLD else name, value)
    return copy


def earlier_pig() -> Game:
    """Return Pig as its author wrote it for the version before, with a warning for all that has changed."""

    def turns_begun(state: Any) -> int:
        return 7

    hints = renamed(pig.modules["policy"][0], turns_begun=turns_begun, **vars(pig.modules["setup"][0]))
    hints.reaction = lambda state, seat: None  # type: ignore[attr-defined]
    fields = {name: getattr(pig, name) for name in ("id", "name", "tagline", "players", "minutes", "settings", "modes")}
    parts = [each for each in pig.modules["presentation"] if not each.__name__.endswith("glossary")]
    shown = dict(zip(OLD_PARTS, map(renamed, parts), strict=True))
    make: Any = Game
    game: Game = make(**fields, rules=renamed(pig.rules), **shown, hints=hints)
    return game


def test_an_earlier_game_has_all_its_hooks_and_is_warned_of_each_old_name() -> None:
    with pytest.warns(DeprecationWarning, match="is now") as warned:
        game = earlier_pig()
    said = "\n".join(str(each.message) for each in warned)
    assert "Game(options=, view=, words=, lessons=, hints=) is now Game(presentation=, policy=" in said
    for old, new in (
        ("scores", "points"),
        ("shares", "returns"),
        ("describe", "describe_action"),
        ("tell", "log_entry"),
    ):
        assert f".{old} is now called {new};" in said
    assert ".turns is now called turns_begun, in the group rules;" in said
    assert all(each.filename == __file__ for each in warned), "they show the line that makes the game"
    assert game.hooks.own == pig.hooks.own - {"GLOSSARY"} | {"turns_begun", "reaction"}
    assert game.hooks.turns_begun(None) == 7
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        assert replace(game, id="again").hooks.own == game.hooks.own, "it is said once"


def test_compiled_code_finds_a_rule_by_its_new_name() -> None:
    with pytest.warns(DeprecationWarning, match="is now"):
        game = earlier_pig()
    assert resolve_name(game_type_of(game), "returns") is game.rules.shares
    assert resolve_name(game_type_of(game), "sensible") is pig.hooks.sensible


def test_redeal_is_another_right_name() -> None:
    assert OTHER_NAMES == {"redeal": "resample_hidden"}
    rules = renamed(pig.rules, points=pig.rules.points)
    for name in ("points", "returns", "redeal"):
        setattr(rules, name, pig.hooks.over)
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        for old in ("scores", "shares"):
            delattr(rules, old)
        assert replace(pig, rules=rules).hooks.resample_hidden is pig.hooks.over  # type: ignore[comparison-overlap]


def test_one_module_of_the_form_before_is_replaced() -> None:
    words = ModuleType("words")
    words.prompt = lambda state, seat, asked, names: "?"  # type: ignore[attr-defined]
    changes: Any = {"words": words}
    with pytest.warns(DeprecationWarning, match="words="):
        game = replace(pig, **changes)
    assert game.hooks.prompt is words.prompt and game.hooks.view is pig.hooks.view


def test_old_names_of_a_game_its_hooks_and_its_settings() -> None:
    game: Any = pig
    with pytest.warns(DeprecationWarning, match="Game.agree is now Game.settings_for"):
        assert game.agree(2, {}) == pig.settings_for(2, {})
    with pytest.warns(DeprecationWarning, match="Game.words is now Game.hooks"):
        words = game.words
    with pytest.warns(DeprecationWarning, match="`tell` is now `log_entry`"):
        assert words.tell is pig.hooks.log_entry
    with pytest.warns(DeprecationWarning, match="Setting.code is now Setting.encode"):
        assert game.settings[1].code(True) == 1
    with pytest.raises(AttributeError, match="'Game' object has no attribute 'wrods'"):
        _ = game.wrods
    with pytest.raises(AttributeError, match="'GameHooks' object has no attribute 'promise'"):
        _ = game.hooks.promise


def test_each_old_name_stands_for_a_hook_of_today() -> None:
    today = {(hook.group, hook.name) for hook in HOOK_TABLE}
    assert {current for names in OLD_HOOKS.values() for current in names.values()} <= today
    assert not {old for names in OLD_HOOKS.values() for old, (_, new) in names.items() if old != new} & {
        name for _, name in today
    }


def test_an_engine_may_override_and_call_the_old_names() -> None:
    with pytest.warns(DeprecationWarning, match="Counts.shares is now called returns"):

        class Counts(Engine):
            def shares(self, position: Position) -> list[float]:
                inherited: list[float] = super().shares(position)  # type: ignore[misc]
                return [*inherited, 5.0]

    position = Position(pig)
    own: Any = Counts(pig, compiled=False)
    engine_of(pig, False).returns(position)
    with pytest.warns(DeprecationWarning, match="Engine.shares is now Engine.returns"):
        assert own.returns(position) == [*engine_of(pig, False).returns(position), 5.0]
    other: Any = engine_of(pig, False)
    with pytest.warns(DeprecationWarning, match="Engine.scores is now Engine.points"):
        assert other.scores(position) == other.points(position)
