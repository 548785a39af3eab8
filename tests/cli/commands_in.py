"""Run several commands in one process of its own, in an environment that a test chooses."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from .test_commands import ROOT

PROGRAM = """
import contextlib, io, json, sys, traceback
ended = []
for arguments, given in json.load(open(sys.argv[1], encoding="utf-8")):
    sys.stdin = io.TextIOWrapper(io.BytesIO(given.encode()), encoding="utf-8")
    with contextlib.redirect_stdout(io.StringIO()) as out, contextlib.redirect_stderr(io.StringIO()) as err:
        try:
            from dicehouse.cli import main
            code = main(arguments)
        except SystemExit as stop:
            code = stop.code or 0
        except BaseException:
            code = -1
            traceback.print_exc()
    ended.append((code, out.getvalue(), err.getvalue()))
json.dump(ended, sys.stdout)
"""


@dataclass(frozen=True)
class Ended:
    """Hold how a command ended."""

    arguments: Sequence[str]
    code: int
    out: str
    error: str

    def check(self, code: int, *words: str) -> None:
        """Check the exit code, that `words` are said, and that a refusal is one sentence."""
        said = f"{' '.join(self.arguments)}: {self.code}, {self.error or self.out}"
        assert self.code == code, said
        assert "Traceback" not in self.error, said
        assert len(self.error.splitlines()) <= (code == 2), said
        assert all(word in self.out + self.error for word in words), said


def run_commands(
    folder: Path,
    commands: Sequence[Sequence[str]],
    environment: Mapping[str, str],
    *,
    given: str = "",
    wrapped: Sequence[str] = (),
    inherit: bool = True,
    before: str = "",
) -> list[Ended]:
    """Run `commands` one after the other in a process with the variables of `environment` beside our own, or without
    our own if `inherit` is False. Each command reads `given` from standard input. `wrapped` is a command that starts
    the process, and `before` is Python that it runs first.
    """
    asked = folder / "commands.json"
    asked.write_text(json.dumps([[list(arguments), given] for arguments in commands]), encoding="utf-8")
    ours = os.environ if inherit else {"PATH": os.environ["PATH"]}
    done = subprocess.run(
        [*wrapped, sys.executable, "-c", before + PROGRAM, str(asked)],
        capture_output=True,
        text=True,
        env={**ours, "PYTHONPATH": str(ROOT / "src"), **environment},
        cwd=folder,
        timeout=600,
    )
    assert done.returncode == 0 and "Traceback" not in done.stderr, done.stderr
    return [Ended(arguments, *each) for arguments, each in zip(commands, json.loads(done.stdout), strict=True)]
