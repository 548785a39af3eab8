"""What `dicehouse new-game` writes is a game: it passes `dicehouse check`, its own tests and the style checks."""

from __future__ import annotations

import importlib
import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

import dicehouse
from dicehouse import bots
from dicehouse.bots.guided_lesson import find_lesson
from dicehouse.bots.hint_search import hint
from dicehouse.cli import main
from dicehouse.cli.new_game_package import ENDING, FILES
from dicehouse.core import Game, Seeded
from dicehouse.games import BUILT_IN, all_games
from dicehouse.match.match import Match
from dicehouse.web.page_renderer import STATIC_FOLDER, game_picture, static_url
from dicehouse.web.static_files import BuiltStaticFiles

from ..examples.learners import plays_in_gymnasium, plays_in_pettingzoo

ROOT = Path(__file__).parents[2]
NAME = "cup_race"
TOOLS = Path(sys.executable).parent


def run(folder: Path, *command: str | Path) -> str:
    source = str(ROOT / "src")
    environment = os.environ | {"PYTHONPATH": source, "MYPYPATH": source}
    done = subprocess.run(
        [*map(str, command)], cwd=folder, env=environment, capture_output=True, text=True, timeout=600, check=False
    )
    assert done.returncode == 0, f"{command}\n{done.stdout}\n{done.stderr}"
    return done.stdout


@pytest.fixture(scope="module")
def written(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder in which an author has given the command."""
    folder = tmp_path_factory.mktemp("author")
    shown = run(folder, sys.executable, "-m", "dicehouse", "new-game", NAME)
    assert f"dicehouse check ./{NAME}" in shown and "dicehouse play cup-race" in shown
    return folder


def test_it_passes_the_check_at_once(written: Path) -> None:
    shown = run(written, sys.executable, "-m", "dicehouse", "check", f"./{NAME}")
    assert shown.startswith("Cup Race\nIt keeps all ")


def test_its_own_tests_pass(written: Path) -> None:
    shown = run(written / NAME, sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider")
    assert " passed" in shown and "failed" not in shown


def test_it_is_written_as_this_project_is(written: Path, tmp_path: Path) -> None:
    settings = ("--config", str(ROOT / "pyproject.toml"), "--no-cache")
    run(written / NAME, TOOLS / "ruff", "check", "--ignore", "S101,S314", *settings, ".")
    run(written / NAME, TOOLS / "ruff", "format", "--check", "--no-cache", ".")
    strict = ("--strict", "--follow-imports=silent", "--cache-dir", str(tmp_path))
    run(written / NAME, TOOLS / "mypy", *strict, NAME, "tests")


def test_every_file_has_its_name_and_no_other(written: Path) -> None:
    files = [file for file in (written / NAME).rglob("*") if file.is_file() and "__pycache__" not in file.parts]
    assert len(files) >= len(list(FILES.rglob(f"*{ENDING}"))) >= 12
    for file in files:
        text = f"{file.relative_to(written)}\n{file.read_text(encoding='utf-8')}"
        assert not [word for word in ("my_game", "my-game", "My Game", ENDING) if word in text], file


@pytest.fixture
def game(written: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Game]:
    """The written game, as if its package were installed."""
    monkeypatch.syspath_prepend(written / NAME)
    found: Game = importlib.import_module(NAME).game
    monkeypatch.setitem(all_games(), found.id, found)
    yield found
    for module in [module for module in sys.modules if module.partition(".")[0] == NAME]:
        del sys.modules[module]


def test_the_home_page_shows_its_picture(game: Game) -> None:
    assert game_picture(game) == "art/cup-race.svg"
    files, own = BuiltStaticFiles(directory=STATIC_FOLDER, check_dir=False), game.folder / "art" / "cup-race.svg"
    path, status = files.lookup_path("art/cup-race.svg")
    assert Path(path) == own and status is not None
    scope = {"type": "http", "method": "GET", "headers": [], "query_string": b""}
    query = static_url("art/cup-race.svg").partition("?")[2].encode()
    for asked, kept in ((b"", "no-cache"), (query, "immutable")):
        answer = files.file_response(path, status, scope | {"query_string": asked})
        assert answer.media_type == "image/svg+xml" and kept in answer.headers["cache-control"]
    for other in ("art/cup-race-2.svg", "art/cup-race.py", "art/cup-race/../../rules.py", "art/cup-race.svg/x"):
        assert files.lookup_path(other)[1] is None


@pytest.mark.slow
def test_it_has_all_that_a_game_gets(game: Game) -> None:
    """A guided first game, bots, hints, a review, a study and environments, without code of its author's for them."""
    lesson = find_lesson(game, "guided")
    assert len(lesson.steps) > 1 and all(step.say and step.why for step in lesson.steps if step.on)
    match = Match(game, 2, {}, Seeded(3))
    names = bots.names(game.id)
    while not match.over:
        seat = match.acting()[0]
        name = names[match.number % len(names)] if match.number < 2 * len(names) else "sensible"
        match.play(seat, bots.make(name, game, 1).choose(match, seat))
        if match.number == 3 and not match.over:
            asked = match.acting()[0]
            assert hint(match, asked, "search:20", 1).option in [option.id for option in match.options(asked)]
    found = dicehouse.review(match, simulations=100, seed=1)
    assert sum(found.outcome) == 1 and found.rows and found.says
    assert match.story().turns
    assert len(dicehouse.Study(game.id, games=20, seed=1).run(jobs=1).cells) == 1
    plays_in_gymnasium(game)
    plays_in_pettingzoo(game)


REFUSED = {
    "Cup": "lower-case",
    "cup race": "lower-case",
    "cup-race": "lower-case",
    "": "lower-case",
    "9lives": "lower-case",
    "café": "lower-case",
    "cup__race": "lower-case",
    "_cup": "lower-case",
    "cup_": "lower-case",
    "../cup": "lower-case",
    "games/cup": "lower-case",
    "/tmp/cup": "lower-case",  # noqa: S108  # it is a name that is refused
    "cup.race": "lower-case",
    "class": "reserved word in Python",
    "match": "reserved word in Python",
    "aux": "device on Windows",
    "com1": "device on Windows",
    "random": "standard library",
    "statistics": "standard library",
    "numpy": "already a Python package called numpy",
    "dicehouse": "already a Python package called dicehouse",
    "tests": "already a Python package called tests",
    "cups_with_hats": "house rule",
    "x" * 33: "at most 32 characters",
    **{game_id.replace("-", "_"): f"already a game called {game_id}" for game_id in BUILT_IN},
}


@pytest.mark.parametrize("name", REFUSED)
def test_a_name_that_cannot_be_one_is_refused(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    assert main(["new-game", name]) == 2
    said = capsys.readouterr()
    assert REFUSED[name] in said.err and said.err.count("\n") == 1 and said.out == ""
    assert list(tmp_path.iterdir()) == []


def test_a_folder_that_exists_stays_as_it_is(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / NAME).mkdir()
    assert main(["new-game", NAME, "--in", str(tmp_path)]) == 2
    assert "already exists" in capsys.readouterr().err
    assert list((tmp_path / NAME).iterdir()) == []
    assert main(["new-game", NAME, "--in", str(tmp_path / "nowhere")]) == 2
    assert "there is no such folder" in capsys.readouterr().err


def test_a_folder_that_holds_no_game_is_refused(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for project, said in (
        (None, "no readable pyproject.toml"),
        ("[project]\nname = 'x'", "names no game"),
        ("not toml", "no readable pyproject.toml"),
        ('[project.entry-points."dicehouse.games"]\nx = "no_such_package_here:game"', "can't be loaded"),
        ('[project.entry-points."dicehouse.games"]\nx = "json:loads"', "must be a Game"),
    ):
        shutil.rmtree(tmp_path / "x", ignore_errors=True)
        (tmp_path / "x").mkdir()
        if project is not None:
            (tmp_path / "x" / "pyproject.toml").write_text(project)
        assert main(["check", str(tmp_path / "x")]) == 2
        assert said in capsys.readouterr().err
        sys.path[:] = [place for place in sys.path if place != str(tmp_path / "x")]
