"""The walk-through shows the game that is there, and what it promises happens."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
import sysconfig
from collections.abc import Callable
from pathlib import Path

import pytest

from dicehouse.kit.hooks import HOOKS

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


def blocks(language: str) -> list[str]:
    return re.findall(rf"^```{language}\n(.*?)^```", WALK.read_text(), re.MULTILINE | re.DOTALL)


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
    return {"PATH": os.environ["PATH"], "HOME": str(folder), "UV_OFFLINE": "1", "UV_CACHE_DIR": str(folder / "cache")}


def test_the_first_commands_work_as_they_are_printed(tmp_path: Path) -> None:
    lines = blocks("sh")[0].splitlines()
    assert (lines[0], lines[-1]) == ("make setup", ".venv/bin/dicehouse serve")
    shown = ""
    environment = shell_of(tmp_path)
    for line in lines[1:-1]:
        ended = subprocess.run(
            ["bash", "-c", line],
            env=environment,
            cwd=tmp_path,
            capture_output=True,
            text=True,
            timeout=300,
            check=False,
        )
        assert ended.returncode == 0, ended.stderr
        shown += ended.stdout
    assert "Pig  (pig)" in shown
    edited = tmp_path / "examples" / "pig" / "pig" / "__init__.py"
    edited.write_text(edited.read_text().replace('name="Pig"', 'name="Swine"'))
    listed = subprocess.check_output([".venv/bin/dicehouse", "games"], env=environment, cwd=tmp_path, text=True)
    assert "Swine  (pig)" in listed, "what is edited is what runs"


@pytest.mark.parametrize("block", blocks("python"), ids=lambda block: block.strip().splitlines()[-1].strip()[:30])
def test_the_code_shown_is_the_code_that_runs(block: str) -> None:
    assert block in SHOWN


def test_the_entry_point_shown_is_the_one_that_joins() -> None:
    [block] = blocks("toml")
    assert block in (ROOT / "examples" / "pig" / "pyproject.toml").read_text()


def test_the_session_shown_is_what_one_sees(python: Callable[..., str]) -> None:
    python("-c", TRY, "\n".join(blocks("pycon")))


def test_every_rule_that_the_kit_calls_is_explained() -> None:
    text = WALK.read_text()
    assert [hook.name for hook in HOOKS if not re.search(rf"`{hook.name}\b", text)] == []


def test_the_rules_are_a_short_read() -> None:
    rules = (ROOT / "examples" / "pig" / "pig" / "rules.py").read_text()
    code = re.sub(r'""".*?"""', "", rules.partition("@rules")[2], flags=re.DOTALL)
    lines = [line for line in code.splitlines() if line.strip() and not line.startswith("@")]
    assert len(lines) <= 55
