"""The examples as their readers have them: Pig installed beside the house, scripts in their folder."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
UV = Path(sys.executable).with_name("uv")


@pytest.fixture(scope="session")
def pig(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder that holds the installed package and nothing else."""
    folder = tmp_path_factory.mktemp("guest") / "site"
    command = [UV, "pip", "install", "--quiet", "--python", sys.executable, "--no-deps", "--no-build-isolation"]
    run([*command, "--target", folder, ROOT / "examples" / "pig"], {})
    return folder


@pytest.fixture(scope="session")
def beside(pig: Path) -> dict[str, str]:
    """The environment of a process that has Pig installed."""
    return {"PYTHONPATH": str(pig)}


@pytest.fixture(scope="session")
def python(beside: dict[str, str]) -> Callable[..., str]:
    """Run Python, with these arguments, beside Pig; what it printed."""
    return lambda *arguments: run([sys.executable, *arguments], beside)


@pytest.fixture(scope="module")
def learning() -> Iterator[None]:
    """The folder of the scripts, as Python finds it when one of them is started."""
    sys.path.insert(0, str(ROOT / "examples" / "learning"))
    yield
    sys.path.remove(str(ROOT / "examples" / "learning"))
    for name in ("ppo", "picture", "fictitious_play", "td"):
        sys.modules.pop(name, None)


def run(command: list[str | Path], environment: dict[str, str]) -> str:
    ended = subprocess.run(
        [*map(str, command)],
        env=os.environ | environment,
        cwd=ROOT,
        capture_output=True,
        text=True,
        timeout=900,
        check=False,
    )
    assert ended.returncode == 0, f"{ended.stdout}\n{ended.stderr}"
    return ended.stdout
