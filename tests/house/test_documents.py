"""What the documents say is true: their Python runs, their commands exist, their links lead somewhere."""

from __future__ import annotations

import doctest
import importlib
import re
import shlex
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
DOCUMENTS = [
    ROOT / "README.md",
    ROOT / "CONTRIBUTING.md",
    ROOT / "CHANGELOG.md",
    *sorted((ROOT / "docs").rglob("*.md")),
]
MODULES = [
    ".".join(file.relative_to(ROOT / "src").with_suffix("").parts).removesuffix(".__init__")
    for file in sorted((ROOT / "src").rglob("*.py"))
    if ">>> " in file.read_text(encoding="utf-8")
]
TARGETS = set(re.findall(r"^([a-z]+):", (ROOT / "Makefile").read_text(), re.MULTILINE))


def blocks(document: Path, language: str) -> list[str]:
    return re.findall(rf"^```{language}\n(.*?)^```", document.read_text(encoding="utf-8"), re.MULTILINE | re.DOTALL)


def commands(name: str) -> list[tuple[Path, str]]:
    lines = [
        (document, line) for document in DOCUMENTS for block in blocks(document, "sh") for line in block.split("\n")
    ]
    return [(document, line) for document, line in lines if line.removeprefix(".venv/bin/").startswith(f"{name} ")]


def named(pairs: list[tuple[Path, str]]) -> list[object]:
    return [pytest.param(line, id=f"{document.name}: {line.split('#')[0].strip()}") for document, line in pairs]


@pytest.mark.parametrize("document", DOCUMENTS, ids=lambda document: document.name)
def test_the_python_of_a_document_runs(document: Path) -> None:
    source = "\n".join(block for block in blocks(document, "python") if ">>>" in block)
    test = doctest.DocTestParser().get_doctest(source, {}, document.name, str(document), 0)
    report: list[str] = []
    result = doctest.DocTestRunner(optionflags=doctest.ELLIPSIS).run(test, out=report.append)
    assert result.failed == 0, "".join(report)


def test_the_readme_shows_python() -> None:
    assert any(">>>" in block for block in blocks(ROOT / "README.md", "python"))


@pytest.mark.parametrize("module", MODULES)
def test_the_examples_of_a_module_are_true(module: str) -> None:
    result = doctest.testmod(importlib.import_module(module), optionflags=doctest.ELLIPSIS)
    assert result.attempted > 0
    assert result.failed == 0


@pytest.mark.parametrize("line", named(commands("make")))
def test_a_make_target_exists(line: str) -> None:
    for word in shlex.split(line, comments=True)[1:]:
        assert word in TARGETS


@pytest.mark.parametrize("line", named(commands("dicehouse")))
def test_a_command_line_is_understood(line: str) -> None:
    from dicehouse.cli import parser

    _, *arguments = shlex.split(line, comments=True)
    parser().parse_args(arguments)


@pytest.mark.parametrize("document", DOCUMENTS, ids=lambda document: document.name)
def test_links_between_documents_lead_somewhere(document: Path) -> None:
    links = re.findall(r"\]\(([^)#\s]+)(?:#[^)]*)?\)", document.read_text(encoding="utf-8"))
    here = [link for link in links if "://" not in link]
    assert [link for link in here if not (document.parent / link).exists()] == []


def test_the_documents_build_as_pages(tmp_path: Path) -> None:
    command = [Path(sys.executable).with_name("mkdocs"), "build", "--strict", "--quiet", "--site-dir", tmp_path]
    ended = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert ended.returncode == 0, ended.stderr
    assert (tmp_path / "index.html").is_file()
