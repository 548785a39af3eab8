"""Check that the machines on which Dicehouse can be installed are named, and all others get a sentence at once."""

from __future__ import annotations

import importlib.util
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).parents[2]
NOW, GLIBC = (3, 12), "glibc 2.36"


def loaded() -> Any:
    spec = importlib.util.spec_from_file_location("check_machine", ROOT / "check_machine.py")
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


MACHINE = loaded()


@pytest.mark.parametrize(
    ("system", "machine", "libc", "macos"),
    [
        ("Linux", "x86_64", "glibc 2.28", ""),
        ("Linux", "aarch64", "glibc 2.41", ""),
        ("Darwin", "arm64", "", "13.0"),
        ("Darwin", "arm64", "", "26.1"),
        ("Windows", "AMD64", "", ""),
    ],
)
def test_machines_with_wheels_are_taken(system: str, machine: str, libc: str, macos: str) -> None:
    assert MACHINE.why_not(system, machine, 64, libc, macos, NOW, "cpython") == ""


@pytest.mark.parametrize(
    ("system", "machine", "bits", "libc", "macos", "words"),
    [
        ("Darwin", "x86_64", 64, "", "13.6", "macOS on x86_64"),
        ("Darwin", "arm64", 64, "", "12.7", "macOS 12.7"),
        ("Linux", "x86_64", 64, "", "", "other than glibc"),
        ("Linux", "aarch64", 64, "musl 1.2", "", "other than glibc"),
        ("Linux", "x86_64", 64, "glibc 2.17", "", "glibc 2.17"),
        ("Linux", "armv7l", 32, GLIBC, "", "32-bit"),
        ("Linux", "x86_64", 32, GLIBC, "", "32-bit"),
        ("Linux", "riscv64", 64, GLIBC, "", "Linux on riscv64"),
        ("Linux", "ppc64le", 64, GLIBC, "", "Linux on ppc64le"),
        ("Windows", "ARM64", 64, "", "", "Windows on arm64"),
        ("Windows", "x86", 32, "", "", "32-bit"),
        ("FreeBSD", "amd64", 64, "", "", "FreeBSD on amd64"),
        ("", "", 64, "", "", "an unknown system"),
    ],
)
def test_other_machines_get_a_sentence(system: str, machine: str, bits: int, libc: str, macos: str, words: str) -> None:
    said = MACHINE.why_not(system, machine, bits, libc, macos, NOW, "cpython")
    assert words in said and MACHINE.SUPPORTED in said and "\n" not in said and said.endswith(".")


@pytest.mark.parametrize("python", [(2, 7), (3, 6), (3, 10)])
def test_an_old_python_is_told_which_is_needed(python: tuple[int, int]) -> None:
    assert "Python 3.11 or newer" in MACHINE.why_not("Linux", "x86_64", 64, GLIBC, "", python, "cpython")


def test_another_python_is_told_which_is_needed() -> None:
    assert "newer than 3.15" in MACHINE.why_not("Linux", "x86_64", 64, GLIBC, "", (3, 16), "cpython")
    assert "CPython" in MACHINE.why_not("Linux", "x86_64", 64, GLIBC, "", NOW, "pypy")


def test_this_machine_is_taken_and_make_asks_before_it_installs() -> None:
    done = subprocess.run([sys.executable, ROOT / "check_machine.py"], capture_output=True, text=True)
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")
    made = (ROOT / "Makefile").read_text()
    first = made.partition("$(HAS_UV):\n")[2].splitlines()[0]
    assert first.strip() == "@$(PYTHON) check_machine.py"


def test_the_wheels_that_were_looked_up_are_those_of_the_lock() -> None:
    lock = (ROOT / "requirements.lock").read_text()
    for name, version in MACHINE.LOOKED_UP.items():
        assert re.search(rf"^{name}==(\S+)", lock, re.MULTILINE)[1] == version  # type: ignore[index]  # it is there
    assert re.search(r"^tzdata==", lock, re.MULTILINE)


def test_the_readme_names_the_machines() -> None:
    readme = " ".join((ROOT / "README.md").read_text().split())
    for words in (
        "glibc 2.28",
        "x86-64 or ARM64",
        "macOS 13 or newer on Apple silicon",
        "Windows on x86-64",
        "Intel Mac",
        "musl",
    ):
        assert words in readme, words


def test_readme_build_and_page_name_the_same_browsers() -> None:
    build = (ROOT / "ui" / "vite.config.ts").read_text()
    found = re.search(r'target: \["chrome([\d.]+)", "firefox([\d.]+)", "safari([\d.]+)"\]', build)
    assert found, "the build names no browsers"
    names = "Chrome {}, Firefox {}".format(*found.groups()), f"Safari {found[3]}"
    base = (ROOT / "src" / "dicehouse" / "web" / "templates" / "base.html").read_text()
    for text in ((ROOT / "README.md").read_text(), base, (ROOT / "ui" / "public" / "old-browser.js").read_text()):
        assert all(name in " ".join(text.split()) for name in names)
