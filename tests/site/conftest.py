"""The static site in a folder, and a plain file server that has it below a path."""

from __future__ import annotations

import subprocess
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pytest

from dicehouse.site.build import PYODIDE_FILES, WHEEL

ROOT = Path(__file__).parents[2]
RUNTIME = ROOT / "build" / "runtime"
BELOW = "some/games"  # the path of the site on its host


class QuietHandler(SimpleHTTPRequestHandler):
    """Serve files and log nothing."""

    def log_message(self, format: str, *args: object) -> None:
        """Say nothing."""


@pytest.fixture(scope="session")
def runtime() -> Path:
    """The folder with Pyodide's files and the wheel of msgspec."""
    if not all((RUNTIME / name).is_file() for name in PYODIDE_FILES) or not [*RUNTIME.glob(WHEEL)]:
        pytest.skip("Python for a browser is not here: `make runtime` brings it in.")
    return RUNTIME


@pytest.fixture(scope="session")
def site(runtime: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of the site, in the folder of its host."""
    folder = tmp_path_factory.mktemp("host") / BELOW
    command = [sys.executable, "-m", "dicehouse", "site", str(folder), "--runtime", str(runtime)]
    said = subprocess.run(command, capture_output=True, encoding="utf-8", check=False)
    assert said.returncode == 0, said.stdout + said.stderr
    assert "MB" in said.stdout
    return folder


@pytest.fixture(scope="session")
def host(site: Path) -> Iterator[str]:
    """The address of the site on a host of static files."""
    with serve_files(site.parents[1]) as address:
        yield f"{address}{BELOW}/"


@contextmanager
def serve_files(folder: Path) -> Iterator[str]:
    """Serve the files of `folder`, and yield the address."""
    handler = partial(QuietHandler, directory=str(folder))
    with ThreadingHTTPServer(("127.0.0.1", 0), handler) as server:
        thread = threading.Thread(target=server.serve_forever, daemon=True)
        thread.start()
        yield f"http://127.0.0.1:{server.server_port}/"
        server.shutdown()
        thread.join()
