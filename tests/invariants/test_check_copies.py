"""`dicehouse check` of written copies of Pig: fields of every type compile, and a second process finds what is kept."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
FIELDS = {
    "rules.py": {
        "class State:": '''class Corner:
    """Hold what a record of the record has."""

    busted: bool
    lots: Array[bool] = array(3)
    part: f64


@record
class State:''',
        "    totals: Array[i16] = array(6)": """    totals: Array[i16] = array(6)
    busted: Array[bool] = array(6)
    rows: Array[bool] = array(2, 3)
    small: Array[u8] = array(2)
    large: Array[i64] = array(2)
    middle: Array[i32] = array(2)
    parts: Array[f64] = array(2, 2)
    corners: Array[Corner] = array(2)
    flag: bool""",
        "    i8,\n": "    f64,\n    i8,\n",
        "    i16,\n": "    i16,\n    i32,\n    i64,\n",
        "    rules,\n": "    rules,\n    u8,\n",
        "        throw(state, seat, dice)": """        state.busted[seat] = not state.busted[seat]
        state.rows[1, seat % 3] = state.turn_points > 3
        state.flag = state.busted[seat] and state.rows[1, seat % 3]
        for other in range(state.n_players):
            state.small[1] = (state.small[1] + state.busted[other]) % 100
        if state.rows[1, seat % 3]:
            state.large[0] = state.small[1] - 5
            state.middle[1] += 1
            state.parts[1, 0] = state.middle[1] / 2
            state.corners[1].lots[2] = True
            state.corners[0].busted = state.corners[1].lots[2] or state.flag
            state.corners[0].part = state.parts[1, 0] * 3
        throw(state, seat, dice)""",
    }
}
KEPT = {
    "options.py": {
        "def describe_action(": """KNOWN: dict[tuple[int, int], Option] = {}


def describe_action(state: State, seat: int, action: int) -> Option:
    return KNOWN.setdefault((seat, action), describe(state, seat, action))


def describe("""
    }
}
# So many words that two processes have them in one order only once in 3.6 million.
UNORDERED = {"options.py": {'"both dice"': '" or ".join({f"die {n}" for n in range(10)})', "two_dice": "target"}}


def check(folder: Path, changes: Mapping[str, Mapping[str, str]], seeds: int) -> str:
    """Return what `dicehouse check` says of a copy of Pig with other words in its files."""
    shutil.copytree(ROOT / "examples" / "pig", folder, ignore=shutil.ignore_patterns("__pycache__"))
    for name, words in changes.items():
        file = folder / "pig" / name
        text = file.read_text(encoding="utf-8")
        for old, new in words.items():
            assert old in text
            text = text.replace(old, new)
        file.write_text(text, encoding="utf-8")
    done = subprocess.run(
        [sys.executable, "-m", "dicehouse", "check", str(folder), "--seeds", str(seeds)],
        env=os.environ | {"PYTHONPATH": str(ROOT / "src"), "PYTHONHASHSEED": "0"},
        capture_output=True,
        text=True,
        timeout=600,
        check=False,
    )
    return done.stdout + done.stderr


def test_fields_of_every_type_compile(tmp_path: Path) -> None:
    assert check(tmp_path / "pig", FIELDS, 1).startswith("Pig\nIt keeps all ")


@pytest.mark.parametrize("changes", [KEPT, UNORDERED], ids=["kept between calls", "from a set"])
def test_what_another_process_shows_otherwise_is_found(
    tmp_path: Path, changes: Mapping[str, Mapping[str, str]]
) -> None:
    assert "“what is shown depends only on the match”: in another process, options differ" in check(
        tmp_path / "pig", changes, 2
    )
