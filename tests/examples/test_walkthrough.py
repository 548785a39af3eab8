"""The walk-through shows the game that is there, and what it promises happens."""

from __future__ import annotations

import ast
import os
import re
import shutil
import subprocess
import sys
import sysconfig
import textwrap
from dataclasses import dataclass
from pathlib import Path
from types import ModuleType

import pytest

from dicehouse import core, errors, i18n
from dicehouse.core import exact_solution, policy, short_rules, story, value_readers
from dicehouse.core.game_protocol.hook_table import HOOK_TABLE

from .conftest import UV, run

ROOT = Path(__file__).parents[2]
WALK = ROOT / "docs" / "adding-a-game.md"
GAMES = [ROOT / "examples", ROOT / "src" / "dicehouse" / "games"]
SHOWN = "\n".join(file.read_text() for folder in GAMES for file in sorted(folder.rglob("*.py")))

TRY = """
import doctest, sys
source = sys.argv[1]
test = doctest.DocTestParser().get_doctest(source, {}, "walk", None, 0)
result = doctest.DocTestRunner().run(test)
sys.exit(bool(result.failed) or not result.attempted)
"""


def shell_of(folder: Path) -> dict[str, str]:
    """A folder as a fresh checkout is after `make setup`: an environment with all that is locked, and no added game."""
    here = Path(sys.executable).parent
    run([UV, "venv", "--quiet", "--python", sys.executable, folder / ".venv"], {})
    site = next((folder / ".venv" / "lib").glob("python*/site-packages"))
    for entry in Path(sysconfig.get_path("purelib")).iterdir():
        if entry.suffix == ".dist-info":
            shutil.copytree(entry, site / entry.name)  # uv looks through no link
        elif not (site / entry.name).exists():
            (site / entry.name).symlink_to(entry)
    for installed in site.glob("dicehouse_*.dist-info"):  # an added game of one's own
        shutil.rmtree(installed)
    start = folder / ".venv" / "bin" / "dicehouse"
    start.write_text(f"#!{folder}/.venv/bin/python\nfrom dicehouse.cli import main\nraise SystemExit(main())\n")
    start.chmod(0o755)
    (folder / ".venv" / "bin" / "uv").symlink_to(here / "uv")
    shutil.copytree(ROOT / "examples", folder / "examples", ignore=shutil.ignore_patterns("__pycache__"))
    mine = {"HOME": str(folder), "UV_OFFLINE": "1", "UV_CACHE_DIR": str(folder / "cache")}
    return mine | {"PATH": os.environ["PATH"], "PYTHONPATH": str(ROOT / "src")}


@dataclass(frozen=True)
class Block:
    """Hold one block of the page: its language and its text."""

    language: str
    text: str

    @property
    def file(self) -> str:
        """Return the file that the first line names; an empty text if it names none."""
        found = re.match(r"# (\S+\.(?:py|toml))\n", self.text)
        return found[1] if found else ""


BLOCKS = [Block(*found) for found in re.findall(r"^```(\w+)\n(.*?)^```", WALK.read_text(), re.MULTILINE | re.DOTALL)]


def written_files() -> dict[str, str]:
    """Return what a reader has written in the end, by file: the blocks that name it, with two empty lines between."""
    files: dict[str, list[str]] = {}
    for block in BLOCKS:
        if block.file:
            files.setdefault(block.file, []).append(block.text.partition("\n")[2].strip("\n"))
    return {file: "\n\n\n".join(texts) + "\n" for file, texts in files.items()}


def test_the_files_that_a_reader_writes_are_those_of_the_example() -> None:
    example = ROOT / "examples" / "pig"
    files = {str(file.relative_to(example)): file.read_text() for file in example.rglob("*.py")}
    files["pyproject.toml"] = (example / "pyproject.toml").read_text()
    assert {name: _without_empty_lines(text) for name, text in written_files().items()} == {
        name: _without_empty_lines(text) for name, text in files.items()
    }


def _without_empty_lines(text: str) -> list[str]:
    return [line for line in text.splitlines() if line]


def test_the_walkthrough_runs_as_it_is_printed(tmp_path: Path) -> None:
    """A reader begins with a fresh checkout, and does what the page says from its first block to the last."""
    environment, shown, done = shell_of(tmp_path), "", []
    (tmp_path / "src").symlink_to(ROOT / "src")
    (tmp_path / "tests").symlink_to(ROOT / "tests")
    (tmp_path / "pyproject.toml").symlink_to(ROOT / "pyproject.toml")
    for block in BLOCKS:
        if block.language == "sh":
            for line in block.text.splitlines():
                shown = follow(line, tmp_path, environment)
                done.append(line)
        elif block.language == "text":
            assert f"\n{block.text}" in f"\n{shown}", f"{done[-1]} prints {shown}"
        elif block.language == "pycon":
            follow([tmp_path / ".venv" / "bin" / "python", "-c", TRY, block.text], tmp_path, environment)
        elif block.file:
            place = tmp_path / "my-pig" / block.file
            text = block.text.partition("\n")[2].strip("\n") + "\n"
            place.write_text(f"{place.read_text()}\n\n{text}" if place.exists() else text)
    assert ".venv/bin/dicehouse check pig" in done
    edited = tmp_path / "my-pig" / "pig" / "__init__.py"
    edited.write_text(edited.read_text().replace('name="Pig"', 'name="Swine"'))
    listed = follow(".venv/bin/dicehouse games", tmp_path, environment)
    assert "Swine  (pig)" in listed, "what is edited is what runs"


def follow(line: str | list[str | Path], folder: Path, environment: dict[str, str]) -> str:
    """Run a command as a reader does, and return what it prints.

    What would not end or takes long is only begun: the set-up (`shell_of` has done it), the server, and the tests.
    """
    command = ["bash", "-c", line] if isinstance(line, str) else line
    if line == "make setup":
        return ""
    if line == ".venv/bin/dicehouse serve":
        command = ["bash", "-c", f"{line} --help"]
    if isinstance(line, str) and "-m pytest" in line:
        command = ["bash", "-c", f"{line} --collect-only -q -p no:cacheprovider"]
    ended = subprocess.run(
        command, env=environment, cwd=folder, capture_output=True, text=True, timeout=600, check=False
    )
    assert ended.returncode == 0, f"{line}\n{ended.stdout}\n{ended.stderr}"
    return ended.stdout


@pytest.mark.parametrize(
    "block",
    [block.text for block in BLOCKS if block.language == "python" and not block.file],
    ids=lambda text: text.strip().splitlines()[-1].strip()[:30],
)
def test_code_of_another_game_is_code_that_runs(block: str) -> None:
    assert block in SHOWN


def test_every_hook_is_explained() -> None:
    text = WALK.read_text()
    assert [hook.name for hook in HOOK_TABLE if not re.search(rf"`{hook.name}\b", text)] == []


def test_the_rules_are_a_short_read() -> None:
    rules = (ROOT / "examples" / "pig" / "pig" / "rules.py").read_text()
    code = re.sub(r'""".*?"""', "", rules.partition("@rules")[2], flags=re.DOTALL)
    lines = [line for line in code.splitlines() if line.strip() and not line.startswith("@")]
    assert len(lines) <= 55


def test_every_name_that_a_block_uses_is_imported_somewhere_on_the_page() -> None:
    """A reader who copies a block finds where each name of Dicehouse comes from."""
    modules = [core, errors, i18n, exact_solution, policy, short_rules, story, value_readers]
    ours = {
        name
        for module in modules
        for name, value in vars(module).items()
        if not isinstance(value, ModuleType) and getattr(value, "__module__", "").startswith("dicehouse")
    }
    text = "\n".join(re.sub("^>>> ", "", block.text, flags=re.MULTILINE) for block in BLOCKS)
    imported = {
        name.strip()
        for names in re.findall(r"^from dicehouse[\w.]* import (\([^)]*\)|.*)$", text, re.MULTILINE)
        for name in names.strip("()").split(",")
    }
    code = [ast.parse(textwrap.dedent(block.text)) for block in BLOCKS if block.language in ("python", "py")]
    nodes = [node for tree in code for node in ast.walk(tree)]
    used = {node.id for node in nodes if isinstance(node, ast.Name)}
    used -= {node.arg for node in nodes if isinstance(node, ast.arg)}
    assert len(used & ours) > 30
    assert sorted((used & ours) - imported) == []


def test_what_improves_a_thing_is_a_hook() -> None:
    table = WALK.read_text().partition("## What you get")[2].partition("```")[0]
    rows = [row.strip("|").split("|") for row in table.splitlines() if row.startswith("| ")][1:]
    assert len(rows) >= 9
    known = {hook.name for hook in HOOK_TABLE}
    named = [name for row in rows for cell in row for name in re.findall(r"`(\w+)`", cell)]
    assert [name for name in named if name not in known] == []
    assert {"sensible", "GLOSSARY", "story", "observe", "value_estimate"} <= set(named)
