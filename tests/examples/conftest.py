"""Pig as its author would ship it: installed beside the house, found through its entry point."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable
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


def run(command: list[str | Path], environment: dict[str, str]) -> str:
    ended = subprocess.run(
        [*map(str, command)],
        env=os.environ | environment,
        cwd=ROOT,
        capture_output=True,
        text=True,
        timeout=300,
        check=False,
    )
    assert ended.returncode == 0, f"{ended.stdout}\n{ended.stderr}"
    return ended.stdout
