"""Check the repository itself: locks without addresses, style sheets with a rule on each line, no heavy file."""

from __future__ import annotations

import json
import re
import subprocess
import tomllib
from pathlib import Path

ROOT = Path(__file__).parents[2]
TRACKED = [
    ROOT / name for name in subprocess.check_output(["git", "ls-files", "-z"], cwd=ROOT, text=True).split("\0") if name
]
LOCKS = [ROOT / "requirements.lock", ROOT / "requirements-dev.lock"]


def pins(lock: Path) -> dict[str, str]:
    lines = lock.read_text().splitlines()
    names = [line.split(" ")[0].partition("==") for line in lines if line and line[0].isalnum()]
    return {name: version for name, _, version in names}


def test_the_python_locks_hold_hashes_and_no_address() -> None:
    for lock in LOCKS:
        text = lock.read_text()
        entries = [entry for entry in re.split(r"\n(?=\S)", text) if not entry.startswith("#")]
        assert entries, lock.name
        assert "://" not in text, lock.name
        assert [entry for entry in entries if "--hash=sha256:" not in entry] == [], lock.name


def test_both_locks_agree() -> None:
    play, everything = map(pins, LOCKS)
    assert play.items() <= everything.items()


def test_the_lock_holds_exactly_what_a_build_uses() -> None:
    wanted = tomllib.loads((ROOT / "pyproject.toml").read_text())["build-system"]["requires"]
    locked = pins(ROOT / "requirements.lock")
    assert [f"{name}=={locked[name]}" for name in (pin.split("==")[0] for pin in wanted)] == wanted


def test_the_page_lock_holds_hashes_and_no_address() -> None:
    packages = json.loads((ROOT / "ui" / "package-lock.json").read_text())["packages"]
    fetched = {name: entry for name, entry in packages.items() if name}
    assert fetched
    assert [name for name, entry in fetched.items() if "resolved" in entry] == []
    assert [name for name, entry in fetched.items() if not entry.get("integrity") and not entry.get("inBundle")] == []


def test_no_lock_that_records_addresses_is_tracked() -> None:
    recording = {"uv.lock", "pylock.toml", "yarn.lock", "pnpm-lock.yaml"}
    assert [str(file) for file in TRACKED if file.name in recording] == []


def test_a_style_sheet_has_one_rule_a_line() -> None:
    sheets = [file for file in TRACKED if file.suffix == ".css" and file.is_file()]
    assert sheets
    lines = [(str(file.relative_to(ROOT)), line) for file in sheets for line in file.read_text("utf-8").splitlines()]
    assert [(file, line) for file, line in lines if line.count("}") > 1 or len(line) > 160] == []


def test_no_tracked_file_is_heavy() -> None:
    assert [str(file) for file in TRACKED if file.is_file() and file.stat().st_size > 1_000_000] == []
