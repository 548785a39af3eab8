"""Peers, each in a folder of its own: installed once, then asked in a process of its own."""

from __future__ import annotations

import json
import subprocess
import sys
import venv
from collections.abc import Callable
from pathlib import Path
from typing import Any, Self


def python_with(folder: Path, *packages: str) -> Path | None:
    """The Python of an environment that has these packages; None, which is said, if they could not be installed."""
    python = folder / "bin" / "python"

    def install() -> None:
        venv.create(folder, with_pip=True, clear=True)
        subprocess.run([python, "-m", "pip", "install", "--quiet", *packages], check=True)
        (folder / "installed").touch()

    return python if installed(folder / "installed", install, " and ".join(packages)) else None


def installed(there: Path, install: Callable[[], None], what: str) -> bool:
    """Whether a peer is there, or could be fetched; if not, that is said."""
    try:
        if not there.exists():
            install()
    except (OSError, subprocess.CalledProcessError) as fault:
        print(f"{what} could not be installed, so it is left out: {fault}", file=sys.stderr)
    return there.exists()


def told(command: list[object]) -> dict[str, Any]:
    """What a peer's process printed."""
    ended = subprocess.run([str(part) for part in command], check=True, capture_output=True, text=True)
    found: dict[str, Any] = json.loads(ended.stdout.splitlines()[-1])
    return found


class Asked:
    """A peer's process that answers every line with a round of its own, for what takes long to begin."""

    def __init__(self, command: list[object]) -> None:
        self._process = subprocess.Popen(
            [str(part) for part in command], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
        )

    def rate(self) -> dict[str, Any]:
        """One round."""
        process = self._process
        assert process.stdin is not None and process.stdout is not None
        process.stdin.write("\n")
        process.stdin.flush()
        while line := process.stdout.readline():
            if line.startswith("{"):
                found: dict[str, Any] = json.loads(line)
                return found
        raise SystemExit(f"{process.args!r} ended before it had measured anything.")

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._process.communicate()
