"""What the documents say is true: their Python runs, and the commands, files, names and links in them exist."""

from __future__ import annotations

import doctest
import importlib
import pkgutil
import re
import shlex
import subprocess
import sys
import warnings
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
DOCUMENTS = [
    ROOT / "README.md",
    ROOT / "CONTRIBUTING.md",
    ROOT / "CHANGELOG.md",
    *sorted((ROOT / "docs").rglob("*.md")),
]
CURRENT = [  # they describe what is there: not what was there, and not what is planned
    document
    for document in DOCUMENTS
    if document.name != "CHANGELOG.md" and "not built yet" not in document.read_text(encoding="utf-8")
]
MODULES = [
    ".".join(file.relative_to(ROOT / "src").with_suffix("").parts).removesuffix(".__init__")
    for file in sorted((ROOT / "src").rglob("*.py"))
    if ">>> " in file.read_text(encoding="utf-8")
]
# They compile rules, or search for seconds: `make check`, which has to be quick after any edit, leaves them out.
COMPILED = {"README.md"} | {
    f"docs/{name}.md"
    for name in (
        "arena",
        "environments",
        "exact",
        "laboratory",
        "learning",
        "openspiel",
        "pettingzoo",
        "review",
        "selfplay",
    )
}
SEARCHING = {"dicehouse.review", "dicehouse.solver", "dicehouse.studies.study_run"}
PATH = re.compile(r"[\w.-]+(/[\w.-]+)+/?|[\w-]+\.(py|md|ts|svelte|json|toml|html|css|svg|cff)")
FORMAT = re.compile(r".*(/\d|-v\d)")  # a file format or an environment of Gymnasium, which looks like a path
NAME = re.compile(r"[A-Za-z_]\w*(\.[A-Za-z_]\w*)*(?=$|\()")
FOREIGN = {
    "confseq",
    "handle_path",
    "importNode",
    "proxy_pass",
    "python_tic_tac_toe",
    "removeChild",
    "set_text",
    "undoable",
    "Node",
    "SubprocVecEnv",
    "prototype",
}  # names in other people's code
TARGETS = set(re.findall(r"^([a-z-]+):", (ROOT / "Makefile").read_text(), re.MULTILINE))


def blocks(document: Path, language: str) -> list[str]:
    return re.findall(rf"^```{language}\n(.*?)^```", document.read_text(encoding="utf-8"), re.MULTILINE | re.DOTALL)


def commands(name: str) -> list[tuple[Path, str]]:
    lines = [
        (document, line) for document in DOCUMENTS for block in blocks(document, "sh") for line in block.split("\n")
    ]
    return [(document, line) for document, line in lines if line.removeprefix(".venv/bin/").startswith(f"{name} ")]


def code_in(document: Path) -> list[str]:
    """Return what a document sets in backticks within its sentences and tables."""
    text = re.sub(r"^```.*?^```", "", document.read_text(encoding="utf-8"), flags=re.MULTILINE | re.DOTALL)
    return re.findall(r"(?<!`)`([^`\n]+)`(?!`)", text)


def tracked_files() -> list[str]:
    return subprocess.check_output(["git", "ls-files"], cwd=ROOT, text=True).splitlines()


def heavy(names: list[str], slow: set[str]) -> list[object]:
    """Each of these names as a parameter; those in `slow` are marked so."""
    assert slow <= set(names)
    return [pytest.param(name, marks=[pytest.mark.slow] * (name in slow)) for name in names]


WITH_PYTHON = {
    str(document.relative_to(ROOT)): document
    for document in DOCUMENTS
    if any(">>>" in block for block in blocks(document, "python"))
}


@pytest.mark.parametrize("name", heavy([*WITH_PYTHON], COMPILED))
def test_the_python_of_a_document_runs(name: str) -> None:
    document = WITH_PYTHON[name]
    source = "\n".join(block for block in blocks(document, "python") if ">>>" in block)
    test = doctest.DocTestParser().get_doctest(source, {}, document.name, str(document), 0)
    report: list[str] = []
    result = doctest.DocTestRunner(optionflags=doctest.ELLIPSIS).run(test, out=report.append)
    assert result.failed == 0, "".join(report)


def test_the_readme_shows_python() -> None:
    assert "README.md" in WITH_PYTHON


@pytest.mark.parametrize("module", heavy(MODULES, SEARCHING))
def test_the_examples_of_a_module_are_true(module: str) -> None:
    result = doctest.testmod(importlib.import_module(module), optionflags=doctest.ELLIPSIS)
    assert result.attempted > 0
    assert result.failed == 0


def test_every_make_target_exists() -> None:
    lines = commands("make")
    assert lines
    unknown = [
        f"{document.name}: {line}"
        for document, line in lines
        if not TARGETS.issuperset(shlex.split(line, comments=True)[1:])
    ]
    assert unknown == []


def test_every_command_line_is_understood(capsys: pytest.CaptureFixture[str]) -> None:
    from dicehouse.cli import build_parser

    lines, refused = commands("dicehouse"), []
    assert len(lines) > 100, "the lines are read"
    for document, line in lines:
        _, *arguments = shlex.split(line, comments=True)
        try:
            build_parser().parse_args(arguments)
        except SystemExit:
            refused.append(f"{document.name}: {line}\n{capsys.readouterr().err}")
    assert refused == []


def test_every_file_that_a_document_names_exists() -> None:
    """A path may begin at the root, in the package, in a game's folder, in the tests, or beside the document."""
    games = sorted((ROOT / "src" / "dicehouse" / "games").iterdir())
    found, lost = 0, []
    for document in CURRENT:
        starts = [ROOT, ROOT / "src" / "dicehouse", *games, ROOT / "tests", document.parent]
        for path in {word.strip(",;:()") for code in code_in(document) for word in code.split()}:
            if "/" in path and PATH.fullmatch(path) and not FORMAT.fullmatch(path):
                found += 1
                lost += [f"{document.name}: {path}"] * (not any((start / path).exists() for start in starts))
    assert found > 100
    assert lost == []


def test_every_name_that_a_document_mentions_is_in_the_code() -> None:
    folders = ("src/", "ui/src/", "tests/", "bench/", "examples/", "deploy/")
    sources = [
        ROOT / file for file in tracked_files() if file.startswith(folders) and not file.endswith((".xz", ".md"))
    ]
    texts = [file.read_bytes().decode("utf-8", "ignore") for file in sources if file.is_file()]
    texts += [(ROOT / file).read_text(encoding="utf-8") for file in ("Makefile", "pyproject.toml", "hatch_build.py")]
    known = {word for text in texts for word in re.findall(r"[A-Za-z_]\w*", text)} | FOREIGN
    found, lost = 0, []
    for document in CURRENT:
        for code in {*code_in(document)}:
            name = NAME.match(code)
            if name is None or (ROOT / code).exists():
                continue
            found += 1
            parts = name[0].removesuffix("_total").split(".")  # Prometheus adds this ending to a counter
            lost += [f"{document.name}: {code}"] * (not known.issuperset(parts))
    assert found > 1000
    assert lost == []


def test_every_name_of_the_package_that_a_document_gives_in_full_can_be_imported() -> None:
    names = {
        (document.name, found[0])
        for document in CURRENT
        for code in code_in(document)
        if (found := re.match(r"dicehouse(?!\.(db|key|service)\b)(\.[A-Za-z_]\w*)+", code))
    }
    assert len(names) > 20
    lost = []
    with warnings.catch_warnings():  # a document may name what still works for one version
        warnings.simplefilter("ignore", DeprecationWarning)
        for document, name in sorted(names):
            try:
                pkgutil.resolve_name(name)
            except (ImportError, AttributeError):
                lost.append(f"{document}: {name}")
    assert lost == []


def test_every_module_that_a_document_runs_exists() -> None:
    found, lost = 0, []
    for document in DOCUMENTS:
        text = document.read_text(encoding="utf-8")
        for module in re.findall(r"(?:-m |`)((?:tests|bench)(?:\.\w+)+)", text):
            path = ROOT.joinpath(*module.split("."))
            found += 1
            lost += [f"{document.name}: {module}"] * (not path.with_suffix(".py").is_file() and not path.is_dir())
    assert found > 10
    assert lost == []


def test_every_search_that_contributing_suggests_finds_something() -> None:
    searches = re.findall(r"`grep -rn (\S+) (\S+)`", (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8"))
    assert searches
    for word, folder in searches:
        files = [file for file in (ROOT / folder).rglob("*") if file.suffix in (".py", ".md")]
        assert any(word in file.read_text(encoding="utf-8") for file in files), f"grep -rn {word} {folder}"


def test_links_between_documents_lead_somewhere() -> None:
    lost = []
    for document in DOCUMENTS:
        links = re.findall(r"\]\(([^)#\s]+)(?:#[^)]*)?\)", document.read_text(encoding="utf-8"))
        here = [link for link in links if "://" not in link]
        lost += [f"{document.name}: {link}" for link in here if not (document.parent / link).exists()]
    assert lost == []


def test_the_documents_build_as_pages(tmp_path: Path) -> None:
    command = [Path(sys.executable).with_name("mkdocs"), "build", "--strict", "--quiet", "--site-dir", tmp_path]
    ended = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert ended.returncode == 0, ended.stderr
    assert (tmp_path / "index.html").is_file()
