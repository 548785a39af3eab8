"""The names that never change, in frozen.json: `python -m tests.upgrade.frozen` adds those that are new.

Files, databases, links, cookies and other people's programs hold these names, so none of them may vanish or be renamed:
docs/compatibility.md says which, and test_frozen.py compares the list with the running code. The command takes nothing
off the list. What has to go all the same is moved by hand to `gone`, with the reason as its value.
"""

from __future__ import annotations

import argparse
import ast
import hashlib
import json
import re
import sqlite3
import tempfile
import tomllib
from collections.abc import Iterable, Iterator, Mapping
from importlib import import_module
from pathlib import Path
from typing import Any

import numpy as np

import dicehouse
from dicehouse import Match
from dicehouse.cli import build_parser
from dicehouse.envs.environment_version import environment_version
from dicehouse.games import BUILT_IN, find
from dicehouse.match.layout_migration import layout_hash
from dicehouse.server.archive.dice_counts import COLUMNS as DICE_COLUMNS
from dicehouse.server.archive.guest_statistics import COLUMNS as GAME_COLUMNS
from dicehouse.server.storage.sqlite_store import SQLite
from dicehouse.studies.report.data_tables import TABLE_COLUMNS as STUDY_COLUMNS
from dicehouse.web.api.endpoint_list import ENDPOINTS, OPENAPI_PATH
from dicehouse.web.api.openapi import openapi_json
from dicehouse.web.routes import page_routes

from .november import FOLDER, MATCHES, OVER

ROOT = Path(__file__).parents[2]
SOURCE = ROOT / "src" / "dicehouse"
FILE = Path(__file__).parent / "frozen.json"
GONE = "gone"
COMPILED = [game for game in BUILT_IN if game != "indicesion"]  # whose rules a house rule may change
LOOKS = 4  # positions of a match that are looked at
Frozen = dict[str, Any]


def frozen() -> Frozen:
    """Read the list."""
    found: Frozen = json.loads(FILE.read_text()) if FILE.exists() else {}
    return found


def text_of(*patterns: str, below: Path = SOURCE) -> str:
    """Return the text of all source files of these kinds."""
    files = sorted(file for pattern in patterns for file in below.rglob(pattern) if "static" not in file.parts)
    return "\n".join(file.read_text(encoding="utf-8") for file in files)


# --- of the games ---------------------------------------------------------------------------------------------------


def fields(kind: np.dtype[Any], name: str = "") -> Iterator[str]:
    """List the fields of a record with their types, including those of records inside it."""
    base, shape = kind.subdtype or (kind, ())
    sizes = "".join(f"[{size}]" for size in shape)
    if base.names is None or base.fields is None:
        yield f"{name}{sizes} {base.str}"
        return
    for field in base.names:
        yield from fields(base.fields[field][0], f"{name}{sizes}.{field}".lstrip("."))


def keys(data: Any, at: str = "") -> Iterator[str]:
    """List the keys in plain data as paths. Where keys name things rather than fields, a * stands for all of them."""
    if isinstance(data, Mapping):
        things = len(data) > 1 and all(isinstance(value, Mapping) for value in data.values())
        for key, value in data.items():
            name = "*" if things or re.search(r"\d", str(key)) else key
            yield f"{at}.{name}".lstrip(".")
            yield from keys(value, f"{at}.{name}")
    elif isinstance(data, list | tuple):
        for value in data:
            yield from keys(value, f"{at}[]")


def of_game(name: str) -> Frozen:
    """Collect the names in a game's own code."""
    game = find(name)
    actions = np.array(game.hooks.ACTIONS, "<i2")
    return {
        "layout": [layout_hash(game), *getattr(game.rules, "OLDER", {})],  # those that can be migrated are not lost
        "state": list(fields(game.rules.State.dtype)),
        "options": list(fields(game.rules.Options.dtype)),
        "settings": [
            f"{setting.key}{''.join(f' {value}' for value, _ in setting.choices)}" for setting in game.settings
        ],
        "modes": [mode.id for mode in game.modes],
        "mode settings": [f"{mode.id}: {key} {value}" for mode in game.modes for key, value in mode.settings.items()],
        "planes": [f"{plane.part} {plane.name} {'x'.join(map(str, plane.shape))}" for plane in game.hooks.PLANES],
        "actions": [f"{len(actions)} {hashlib.sha256(actions.tobytes()).hexdigest()[:12]}"] if len(actions) else [],
        "lessons": [lesson.name for lesson in game.hooks.LESSONS],
        "set-up words": [word.key for word in game.hooks.SET_UP],
        "things": [term.name for term in game.hooks.GLOSSARY],
        "bots": sorted(game.hooks.LEVELS),
    }


def of_match(match: Match) -> Frozen:
    """Collect what a match shows: ids of options (# for numbers), kinds of events, keys of views and facts."""
    found: dict[str, set[str]] = {each: set() for each in ("option ids", "event kinds", "view", "sheet", "facts")}
    found["option ids"] |= {re.sub(r"\d+", "#", action.option) for action in match.actions}
    for event in match.log(None):
        found["event kinds"].add(event.kind)
        found["facts"] |= {f"event {event.kind}: {key}" for key in keys(event.facts) if ".frames." not in key}
    for number in range(0, match.number + 1, max(1, match.number // LOOKS)):
        then = match.at(number)
        found["view"] |= {key for reader in (None, 0) for key in keys(then.view(reader))}
        found["sheet"] |= set(keys(then.score_sheet(None)))
        for option in (option for seat in then.acting() for option in then.options(seat)):
            found["facts"] |= {f"option: {key}" for key in keys(option.facts)}
    return {name: sorted(each) for name, each in found.items()}


def of_matches(matches: Iterable[tuple[str, Match]]) -> Frozen:
    """Collect these names from many matches, by game."""
    found: Frozen = {}
    for _, match in matches:
        merge(found.setdefault(match.game.id, {}), of_match(match))
    return found


def rule_names(game: str) -> list[str]:
    """List the names that a house rule may hold: modules of the rules without their folder, other modules with it."""
    folder, found = SOURCE / "games" / game.replace("-", "_"), []
    for file in sorted(folder.rglob("*.py")):
        module = [*file.relative_to(folder).with_suffix("").parts]
        if module[0] not in ("rules", "bot", "show"):
            continue
        parts = [part for part in module[module[0] == "rules" :] if part != "__init__"]
        found += [".".join([*parts, name]) for name in definitions(file) if not name.startswith("_")]
    return found


def definitions(file: Path) -> list[str]:
    """List the names that a module defines."""
    found: list[str] = []
    for node in ast.parse(file.read_bytes()).body:
        if isinstance(node, ast.FunctionDef | ast.ClassDef):
            found.append(node.name)
        targets = node.targets if isinstance(node, ast.Assign) else [getattr(node, "target", None)]
        found += [each.id for target in targets if target for each in ast.walk(target) if isinstance(each, ast.Name)]
    return found


# --- of the house ---------------------------------------------------------------------------------------------------


def sql() -> Frozen:
    """Collect the tables of a new database: columns with types, and the words that a column may hold."""
    with tempfile.TemporaryDirectory() as folder:
        place = Path(folder) / "house.db"
        SQLite(place).close()
        db = sqlite3.connect(place)
        made = dict(db.execute("SELECT name, sql FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite%'"))
        found: Frozen = {}
        for table, text in sorted(made.items()):
            found[table] = [f"{name} {kind}" for _, name, kind, *_ in db.execute(f"PRAGMA table_info({table})")]
            for column, words in re.findall(r"CHECK \((\w+) IN \(([^)]*)\)", text):
                found[table] += [f"{column} = {word}" for word in words.split(", ")]
        db.close()
    return found


def routes() -> list[str]:
    """List every URL with its methods."""
    found = []
    for route in page_routes():
        methods = sorted((getattr(route, "methods", None) or {"GET"}) - {"HEAD"})
        kind = "WebSocket" if "WebSocket" in type(route).__name__ else " ".join(methods)
        found.append(f"{kind} {route.path}")
    return sorted(found)


def api() -> Frozen:
    """Collect the addresses and parameters of the API, and the keys of every type."""
    told = json.loads(openapi_json(ENDPOINTS, OPENAPI_PATH))
    found: Frozen = {"addresses": [], "keys": []}
    for path, methods in told["paths"].items():
        for method, one in methods.items():
            named = "".join(f" {each['name']}" for each in one["parameters"] if each["in"] == "query")
            found["addresses"].append(f"{method.upper()} {path}{named}")
    for name, schema in told["components"]["schemas"].items():
        for key, kind in schema.get("properties", {}).items():
            found["keys"].append(f"{name}.{key}")
            found["keys"] += [f"{name}.{key} = {word}" for word in kind.get("enum", ())]
    return found


def browser() -> Frozen:
    """Collect the names that browsers keep: the cookie, and those in their storage."""
    page = text_of("*.ts", "*.svelte", "*.js", below=ROOT / "ui" / "src")
    cookie = re.findall(r'^COOKIE = "(\w+)"', text_of("*.py"), re.MULTILINE)
    assert cookie and "document.cookie" not in page
    assert set(re.findall(r"(local|session)Storage", page)) == {"local", "session"}
    return {"cookies": cookie, "storage": sorted(set(re.findall(r'"(dicehouse\.[\w.]+)"', page)))}


def formats() -> list[str]:
    """List the names of formats and of schemes that are part of a hash, in Python and on the page."""
    text = text_of("*.py") + text_of("*.ts", "*.svelte", below=ROOT / "ui" / "src")
    named = re.findall(r"dicehouse-[a-z]+/\d+|dicehouse net \d+|dicehouse saved game \d+", text)
    purposes = re.findall(r"""\bderive\(["']([a-z ]+)["']""", text)
    assert "dicehouse-course/2" in named and "guest" in purposes
    files = re.findall(r"dicehouse-[a-z]+\.(?:csv|json|parquet)", text)
    return sorted({*named, *files, *(f"key for {purpose}" for purpose in purposes)})


def environment() -> list[str]:
    """List the environment variables that Dicehouse reads."""
    text = text_of("*.py") + (ROOT / "hatch_build.py").read_text()
    found = re.findall(r"""environ(?:\.get|\.setdefault)?[\[(]["']([A-Z_]+)["']""", text)
    return sorted(set(found) - {"PATH"} - {each for each in found if each.startswith("RAY_")})


def entry_points() -> list[str]:
    """List the program, and the group by which other packages add games."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    groups = re.findall(r'^ENTRY_POINT_GROUP = "([\w.]+)"', text_of("*.py"), re.MULTILINE)
    assert groups
    return [*(f"program {name}" for name in project["scripts"]), *(f"group {name}" for name in groups)]


def learners() -> list[str]:
    """List what Gymnasium calls the games."""
    return [
        f"dicehouse/{''.join(part.capitalize() for part in game.split('-'))}-v{version}"
        for game in BUILT_IN
        for version in range(environment_version(find(game)) + 1)
    ]


def metrics() -> list[str]:
    """List the names of the metrics."""
    made = r'(?:Histogram|Counter|Gauge|MetricFamily)\(\s*"(dicehouse_[a-z_]+)"'
    return sorted(set(re.findall(made, text_of("*.py"))))


def columns() -> Frozen:
    """Collect the columns of CSV and Parquet files."""
    studies = {f"study {table}": list(each) for table, each in STUDY_COLUMNS.items()}
    return {"games": list(GAME_COLUMNS), "dice": list(DICE_COLUMNS), **studies}


def of_files() -> Frozen:
    """Collect the keys in the files of 27 November 2026; test_november_files.py compares them."""
    named = {name.removesuffix(".json"): name for name in ("arena.json", "study.json", "tune.json", "findings.json")}
    found = {name: set(keys(json.loads((FOLDER / file).read_text()))) for name, file in named.items()}
    found["net"] = of_net((FOLDER / "net.safetensors").read_bytes())
    found["game of a batch"] = set(keys(json.loads((FOLDER / "batch.saved").read_bytes()[23:].split(b"\n")[0])))
    found["archive"] = set(keys(json.loads((FOLDER / "selfplay" / "archive.json").read_text())))
    found["match"] = {key for match in MATCHES.values() for key in keys(match) if key_of_match(key)}
    found["match of a table"] = {key for match in OVER.values() for key in keys(match) if key_of_match(key)}
    return {name: sorted(each) for name, each in found.items()}


def of_net(data: bytes) -> set[str]:
    """Collect the names of texts and arrays in a safetensors file."""
    header = json.loads(data[8 : 8 + int.from_bytes(data[:8], "little")])
    return {*(f"text {name}" for name in header.pop("__metadata__")), *(f"array {name}" for name in header)}


def key_of_match(key: str) -> bool:
    """Return True unless a key of a saved match belongs to a flight or a setting, which are listed with the games."""
    return not re.match(r"actions\[\]\.outcome\.|settings\.", key)


# --- of programs: for one version, with a warning -------------------------------------------------------------------


def commands() -> Frozen:
    """Collect the commands and their options."""
    (group,) = [each for each in build_parser()._actions if isinstance(each, argparse._SubParsersAction)]
    return {
        name: [option for action in sub._actions for option in action.option_strings or [action.metavar or action.dest]]
        for name, sub in group.choices.items()
    }


def python_names() -> list[str]:
    """List the names that may be imported: those of `dicehouse` and the kit, and what docs and examples import."""
    found = {f"dicehouse {name}" for name in dicehouse.__all__}
    found |= {f"dicehouse.games.house_rules {word}" for word in ("adds", "changes", "remembers", "replaces")}
    for file in sorted((SOURCE / "kit").glob("*.py")):
        module = "dicehouse.kit" if file.stem == "__init__" else f"dicehouse.kit.{file.stem}"
        public = import_module(module).__all__ if file.stem == "__init__" else definitions(file)
        found |= {f"{module} {name}" for name in public if not name.startswith("_")}
    shown = [*(ROOT / "docs").rglob("*.md"), *(ROOT / "examples").rglob("*.py"), *(ROOT / "examples").rglob("*.md")]
    for file in (*shown, ROOT / "README.md", *SOURCE.rglob("README.md")):
        for module, names in re.findall(
            r"^(?:>>> |\.\.\. )?\s*from (dicehouse[\w.]*) import (\([^)]*\)|.*)$", file.read_text(), re.MULTILINE
        ):
            listed = re.sub(r"#.*", "", names).strip("()").split(",")
            found |= {f"{module} {name.split(' as ')[0].strip()}" for name in listed if name.strip()}
    return sorted(found)


# --- the list -------------------------------------------------------------------------------------------------------


def collect() -> Frozen:
    """Collect all names that are in the code itself."""
    return {
        "games": {game: of_game(game) for game in BUILT_IN},
        "sql": sql(),
        "routes": routes(),
        "api": api(),
        "browser": browser(),
        "formats": formats(),
        "environment": environment(),
        "entry points": entry_points(),
        "learners": learners(),
        "metrics": metrics(),
        "columns": columns(),
        "for one version": {"commands": commands()},
    }


def merge(into: Frozen, found: Mapping[str, Any]) -> None:
    """Add what is new, and keep what is there."""
    for name, value in found.items():
        if isinstance(value, Mapping):
            merge(into.setdefault(name, {}), value)
        else:
            into[name] = sorted({*into.get(name, ()), *value})


def missing(kept: Any, found: Any, at: str = "") -> Iterator[str]:
    """Yield the names in `kept` that `found` lacks."""
    for name, value in kept.items():
        here, there = f"{at}/{name}".lstrip("/"), found.get(name, {} if isinstance(value, dict) else [])
        if isinstance(value, dict):
            yield from missing(value, there, here)
        else:
            yield from (f"{here}: {each}" for each in value if each not in there)


def main() -> None:
    """Add new names to the list, and print them."""
    kept = frozen()
    before = json.loads(json.dumps(kept))
    of_code = collect()
    merge(kept, of_code)
    named = ((name, Match.load(match)) for name, match in MATCHES.items() if match["game"] in BUILT_IN)
    merge(kept, {"matches": of_matches(named)})
    merge(kept, {"files": of_files(), "house rules": {game: rule_names(game) for game in COMPILED}})
    merge(kept, {"for one version": {"python": python_names()}})
    kept.setdefault(GONE, {})
    FILE.write_text(json.dumps(kept, indent=1, ensure_ascii=False) + "\n")
    new = [name for name in missing(kept, before) if not name.startswith(GONE)]
    print(f"{len(new):,} names are new.", *new[:40], sep="\n")


if __name__ == "__main__":
    main()
