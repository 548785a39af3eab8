"""The names in frozen.json are still in the code; docs/compatibility.md says for how long they stay."""

from __future__ import annotations

import subprocess
import sys
import warnings
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest

from dicehouse.errors import BadRule
from dicehouse.games import find
from dicehouse.games.house_rules.patched_game import patched

from .frozen import COMPILED, GONE, ROOT, collect, frozen, keys, merge, missing, of_matches, rule_names
from .november import BY_LIBRARY, MATCHES, replayed

KEPT = frozen()
BY_OTHERS = ("matches", "files", "house rules", GONE)  # compared below, or by test_november_files.py
DOCUMENT = ROOT / "docs" / "compatibility.md"


@pytest.fixture(scope="module")
def named() -> dict[str, Any]:
    return collect()


def without(*sections: str) -> dict[str, Any]:
    return {name: each for name, each in KEPT.items() if name not in sections}


def lost(kept: Any, found: Any) -> list[str]:
    return [name for name in missing(kept, found) if name not in KEPT[GONE]]


def test_no_name_has_vanished(named: dict[str, Any]) -> None:
    kept = without(*BY_OTHERS)
    kept["for one version"] = {"commands": kept["for one version"]["commands"]}
    assert lost(kept, named) == [], "files, databases and other people's programs hold these names"


def test_every_new_name_is_on_the_list(named: dict[str, Any]) -> None:
    assert [*missing(named, KEPT)] == [], "add them: python -m tests.upgrade.frozen"


@pytest.mark.xdist_group("november")  # with the test that replays the same matches
def test_what_matches_show_is_called_as_ever() -> None:
    """Programs read ids of options, kinds of events, and keys of views, facts and score sheets."""
    found = of_matches((name, replayed(name)) for name in BY_LIBRARY)
    merge(found, of_matches((name, replayed(name)) for name in MATCHES if name.startswith("table/")))
    assert lost(KEPT["matches"], found) == []


def test_what_may_be_imported_is_importable() -> None:
    """Old names work for one version, with a DeprecationWarning."""
    gone = []
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", DeprecationWarning)
        for each in KEPT["for one version"]["python"]:
            module, name = each.split(" ")
            try:
                there = import_module(module)
                if not hasattr(there, name):
                    import_module(f"{module}.{name}")
            except ImportError:
                gone.append(each)
    assert [each for each in gone if f"python: {each}" not in KEPT[GONE]] == []


def test_the_compiler_is_still_called_by_its_old_name() -> None:
    done = subprocess.run([sys.executable, "-m", "dicehouse.warm", "--help"], capture_output=True, check=False)
    assert done.returncode == 0


@pytest.mark.parametrize("game", COMPILED)
def test_a_house_rule_finds_the_names_of_that_day(game: str, tmp_path: Path) -> None:
    """If a name has moved, a house rule still finds it, through a table of old and new names."""
    here = set(rule_names(game))
    moved = [name for name in KEPT["house rules"][game] if name not in here and f"{game}: {name}" not in KEPT[GONE]]
    unknown = [name for name in moved if not knows(game, name, tmp_path / "rule.py")]
    assert unknown == []
    if moved:
        assert imports(game, moved, tmp_path / "imports.py") == ""


def knows(game: str, name: str, file: Path) -> bool:
    """Return True if a house rule may name it: this rule is wrong, and the refusal shows whether the name was found."""
    many = ", ".join(f"a{number}" for number in range(60))
    head = "from dicehouse.games.house_rules import replaces\n\n\n"
    file.write_text(f"{head}@replaces({name!r})\ndef wrong({many}):\n    pass\n")
    with pytest.raises(BadRule) as refused:
        patched(find(game), file, check_invariants=False)
    return " must take (" in str(refused.value) or "isn't a function" in str(refused.value)


def imports(game: str, names: list[str], file: Path) -> str:
    """Return what is wrong with a house rule that imports these names, or nothing."""
    lines = ["from dicehouse.games.house_rules import adds", "from dicehouse.kit.settings import Setting"]
    for number, name in enumerate(names):
        where, _, thing = name.rpartition(".")
        folder = "" if where.partition(".")[0] in ("bot", "show") else "rules"
        module = ".".join(part for part in ("dicehouse.games", game.replace("-", "_"), folder, where) if part)
        lines.append(f"from {module} import {thing} as thing_{number}")
    lines.append('adds(Setting("of_a_test", "Of a test", "switch", False))')
    file.write_text("\n".join(lines) + "\n")
    try:
        patched(find(game), file, check_invariants=False)
    except BadRule as error:
        return str(error)
    return ""


@pytest.mark.parametrize("name", ["turn.bust", "bot.sensible.sensible", "show.words.prompt", "state.BATTLE_ZONE"])
def test_the_check_knows_a_name_from_none(name: str, tmp_path: Path) -> None:
    assert knows("dice-ocalypse", name, tmp_path / "rule.py")
    assert not knows("dice-ocalypse", f"{name}s", tmp_path / "rule.py")
    assert not knows("dice-ocalypse", f"nowhere.{name}", tmp_path / "rule.py")
    assert imports("dice-ocalypse", [name], tmp_path / "imports.py") == ""
    assert "imports.py fails in line 3" in imports("dice-ocalypse", [f"{name}s"], tmp_path / "imports.py")


def test_the_document_speaks_of_every_part_of_the_list() -> None:
    text = DOCUMENT.read_text()
    sections = [name for name in KEPT if name != GONE]
    assert [name for name in sections if f"`{name}`" not in text] == []


def test_keys_are_paths_and_things_are_stars() -> None:
    data = {"seats": [{"name": "Ana", "at": {"a1": 1}}], "areas": {"bank": {"core": 1}, "dome": {"core": 2}}}
    assert sorted({*keys(data)}) == [
        "areas",
        "areas.*",
        "areas.*.core",
        "seats",
        "seats[].at",
        "seats[].at.*",
        "seats[].name",
    ]
