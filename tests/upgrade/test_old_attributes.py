"""Check that attributes, methods and keywords go by their names of the version before, with a DeprecationWarning."""

from __future__ import annotations

import ast
import warnings
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import dicehouse
from dicehouse import bots, envs
from dicehouse.arena import contest
from dicehouse.bots.nets import Net
from dicehouse.core import LogEntry
from dicehouse.core.lesson_progress import LessonProgress
from dicehouse.core.story import PointsHistory
from dicehouse.engine import Engine, Position, engine_of
from dicehouse.engine.observation_encoder import ObservationEncoder, action_space
from dicehouse.engine.playouts import Stepper
from dicehouse.envs.gymnasium import DicehouseEnv
from dicehouse.envs.selfplay import Archive, ArchiveManifest, record_games
from dicehouse.envs.single_game import SingleGame
from dicehouse.games import find
from dicehouse.match.events import Event
from dicehouse.old_names import accept_old_keywords, old_attribute

SOURCE = Path(dicehouse.__file__).parent
DICE, DECK = find("dice-ocalypse"), find("deck-o-dice")


def renamed_attributes() -> Iterator[tuple[str, str, str]]:
    """Yield the class, the old name and the new name of every `old_attribute` in the source."""
    for file in SOURCE.rglob("*.py"):
        for node in ast.walk(ast.parse(file.read_text("utf-8"))):
            for line in node.body if isinstance(node, ast.ClassDef) else ():
                match line:
                    case ast.Assign(
                        targets=[ast.Name(id=old)],
                        value=ast.Call(func=ast.Name(id="old_attribute"), args=[ast.Constant(value=new)]),
                    ):
                        yield node.name, old, new


def a_net() -> Net:
    width, actions = ObservationEncoder(DECK).width, len(action_space(DECK).numbers)
    return Net.for_game(DECK, (2,), [(np.zeros((actions, width)), np.zeros(actions))])


@pytest.fixture(scope="module")
def objects(tmp_path_factory: pytest.TempPathFactory) -> dict[str, object]:
    """One object of each class that has such a name, by the name of the class."""
    match = dicehouse.new("deck-o-dice", players=2, seed=1)
    folder = tmp_path_factory.mktemp("archive")
    manifest = ArchiveManifest.for_game(DECK, 2, {}, ["random"], 1, 2)
    record_games(manifest, 1, folder)
    made = [
        match,
        LogEntry("kind", None, "text"),
        Event("kind", None, "text"),
        PointsHistory([[0, 0]], [0.0, 0.0], ("point", "points")),
        DECK,
        DICE.settings[0],
        engine_of(DECK, False),
        ObservationEncoder(DECK),
        LessonProgress(DICE.hooks.LESSONS[0], 0),
        Stepper(DECK, players=2, seed=1),
        envs.Batch("deck-o-dice", 2, seed=1),
        SingleGame("deck-o-dice"),
        DicehouseEnv("deck-o-dice", against="random"),
        manifest,
        Archive(folder),
        a_net(),
        bots.hint(match, 0, "search:8", seed=1),
        bots.arena(DECK, ["random", "greedy"], games=4, seed=1),
        contest(DECK, ["random", "greedy"], 2, seed=1),
        dicehouse.Study("deck-o-dice", games=2),
    ]
    return {type(each).__name__: each for each in made}


def test_every_old_name_of_an_attribute_warns_and_gives_what_the_new_one_gives(objects: dict[str, object]) -> None:
    listed = [*renamed_attributes()]
    assert len(listed) > 50
    assert {name for name, *_ in listed} == objects.keys()
    for name, old, new in listed:
        thing = objects[name]
        with pytest.warns(DeprecationWarning, match=rf"^{name}\.{old} is now {name}\.{new}; ") as caught:
            found = getattr(thing, old)
        assert caught[0].filename == __file__, "the warning names the line that uses the old name"
        assert same(found, getattr(thing, new)), (name, old)


def same(one: Any, other: Any) -> bool:
    return bool(np.array_equal(one, other)) if isinstance(one, np.ndarray) else bool(one is other or one == other)


def test_an_old_name_may_be_set_and_works_on_the_class() -> None:
    class Thing:
        new = 1
        old = old_attribute("new")

    thing = Thing()
    with pytest.warns(DeprecationWarning, match=r"Thing\.old is now Thing\.new"):
        thing.old = 2
    assert thing.new == 2
    with pytest.warns(DeprecationWarning, match=r"Thing\.old is now Thing\.new"):
        assert Thing.old == 1
    with pytest.warns(DeprecationWarning, match=r"Net\.of is now Net\.for_game"):
        assert Net.of == Net.for_game


def test_old_keywords_warn_and_mean_the_new_ones() -> None:
    match = dicehouse.new("deck-o-dice", players=2, seed=1)
    with pytest.warns(DeprecationWarning, match="`openly` is now `show_remembered`"):
        assert match.at(0, openly=True).position() == match.at(0, show_remembered=True).position()
    with pytest.warns(DeprecationWarning, match="`places` is now `keep_places`"):
        assert match.log(None, places=True) == match.log(None, keep_places=True)
    with pytest.warns(DeprecationWarning, match="`audience` is now `readers`"):
        assert LogEntry("kind", 0, "text", audience=(0,)) == LogEntry("kind", 0, "text", readers=(0,))
    with pytest.warns(DeprecationWarning, match="`(scores|shares)` is now `(points|returns)`"):
        old = PointsHistory(scores=[[1]], shares=[1.0], unit=("point", "points"))
    assert old == PointsHistory([[1]], [1.0], ("point", "points"))
    with pytest.warns(DeprecationWarning, match="`most` is now `max_decisions`"):
        assert envs.Batch("deck-o-dice", 1, seed=1, most=3)._max_decisions == 3


def test_other_keywords_are_refused_and_new_ones_do_not_warn() -> None:
    @accept_old_keywords(old="new")
    def function(new: int = 0) -> int:
        return new

    with warnings.catch_warnings():
        warnings.simplefilter("error")
        assert function(1) == function(new=1) == 1
        with pytest.raises(TypeError):
            function(older=1)


def test_an_engine_of_the_version_before_overrides_methods_by_their_old_names() -> None:
    with pytest.warns(DeprecationWarning, match=r"Own\.scores is now called points"):

        class Own(Engine):
            def scores(self, position: Position) -> list[float]:
                return [7.0, *super().scores(position)[1:]]

    with pytest.warns(DeprecationWarning, match=r"Engine\.scores is now Engine\.points"):
        assert Own(DECK, compiled=False).points(Position(DECK)) == [7.0, 0.0]
