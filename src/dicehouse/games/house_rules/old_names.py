"""Keep the names of earlier versions working in house-rule files, for good and without a warning.

A saved match is bound to the text of its rule file, so nobody can edit the file when a module or a function is renamed.
`old_names.json` therefore lists every name that a rule file could use in an earlier version. Each key is a module of
that version. Its value has up to five parts:

- `module`: the module that has its content today,
- `same`: the names that this module still defines,
- `renamed`: the names that changed ("new") or moved to another module ("module:new"),
- `imported`: the names that the old module imported, by the old module that defined them,
- `others`: whatever else it imported, as "module:name"; a name that stands for a module is "old module:".

When something is renamed or moved again, edit what an old name means; never remove an old name.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import TypedDict

PACKAGE = Path(__file__).parents[2]  # the folder of dicehouse


class OldModule(TypedDict, total=False):
    """Hold the entry of one module in old_names.json."""

    module: str
    same: str
    renamed: dict[str, str]
    others: dict[str, str]
    imported: dict[str, str]


@cache
def read_old_names() -> dict[str, OldModule]:
    """Return the table: every module of an earlier version, by its dotted name then."""
    table: dict[str, OldModule] = json.loads(Path(__file__).with_suffix(".json").read_text(encoding="utf-8"))
    return table


def current_module(module: str) -> str:
    """Return the module that has the content of `module` today: `module` itself if it is there or was never renamed."""
    entry = read_old_names().get(module)
    return module if entry is None or module_exists(module) else entry["module"]


@cache
def module_exists(module: str) -> bool:
    """Return True if `module`, a dotted name below dicehouse, has a file today."""
    place = PACKAGE.joinpath(*module.split(".")[1:])
    return place.with_suffix(".py").is_file() or (place / "__init__.py").is_file()


def find_current_name(module: str, name: str) -> tuple[str, str] | None:
    """Return the module and the name by which `name` of the old `module` goes today; None if it never had that name.

    If `name` stood for a module, return the old name of that module, and an empty name.
    """
    entry = read_old_names().get(module)
    if entry is None:
        return None
    if name in entry.get("same", "").split():
        return entry["module"], name
    if found := entry.get("renamed", {}).get(name) or entry.get("others", {}).get(name):
        place, _, new_name = found.rpartition(":")
        return place or entry["module"], new_name
    for home, names in entry.get("imported", {}).items():
        if name in names.split():
            return find_current_name(home, name)
    return None


def is_definition(module: str, name: str) -> bool:
    """Return True if the old `module` defined `name` itself, False if it imported it or never had it."""
    entry = read_old_names().get(module, OldModule())
    return name in entry.get("same", "").split() or name in entry.get("renamed", {})


def list_old_names(module: str) -> Iterator[str]:
    """Yield every name that a rule file could import from the old `module`."""
    entry = read_old_names().get(module, OldModule())
    yield from entry.get("same", "").split()
    yield from entry.get("renamed", {})
    yield from entry.get("others", {})
    for names in entry.get("imported", {}).values():
        yield from names.split()
