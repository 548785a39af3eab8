"""Find identifiers that use a word to avoid: `python -m tests.house.vocabulary` rewrites the allow-list.

docs/glossary.md says which word to write instead. The allow-list names what is left, package by package, and why it has
to stay; it may only shrink, so the command refuses to add to it.
"""

from __future__ import annotations

import ast
import json
import re
import sys
from collections.abc import Iterator
from pathlib import Path

SOURCE = Path(__file__).parents[2] / "src" / "dicehouse"
ALLOWED = Path(__file__).with_name("vocabulary.json")
AVOID = {
    "anew": "again",
    "audience": "spectators, readers",
    "carried": "restored, migrated",
    "carrying": "restore, migrate",
    "cellar": "layer",
    "course": "history, win_curve, lesson_progress",
    "curiosity": "c_puct",
    "deaf": "muted",
    "dock": "action_bar",
    "doubt": "standard_error",
    "duty": "forced_action",
    "epoch": "revision",
    "evening": "tournament",
    "felt": "tray",
    "findings": "result",
    "happened": "event_kind",
    "heed": "prior_temperature",
    "house": "server",
    "keeping": "retention",
    "laws": "invariants",
    "manners": "moderation",
    "marigold": "primary_button",
    "nobody": "NO_SEAT",
    "onward": "fork",
    "overtaken": "stale",
    "promise": "commitment",
    "promises": "prior",
    "redeal": "resample_hidden",
    "resumed": "restored",
    "room": "club, package",
    "roster": "revision",
    "seal": "commitment",
    "sealed": "committed",
    "shares": "returns",
    "shelf": "home_page",
    "sight": "snapshot, observation",
    "sights": "observations",
    "somebody": "player, guest",
    "soon": "debounce",
    "standing": "heuristic_value",
    "storey": "layer",
    "telling": "text, commentary",
    "told": "log_entry",
    "tries": "attempts",
    "untold": "NO_VALUE",
    "warm": "precompile",
    "whoever": "player, guest",
}
COMPOUNDS = {  # terms of the glossary that begin with a word to avoid
    ("house", "rule"),
    ("house", "rules"),
    ("standing", "order"),
    ("standing", "orders"),
}
Found = dict[str, dict[str, list[str]]]  # by package and word
Allowed = dict[str, dict[str, dict[str, str]]]  # by package, word and name: why the name has to stay


def words_of(identifier: str) -> list[str]:
    """Return the words of an identifier in lower case: `n_playersLeft` is n, players, left."""
    return [word.lower() for word in re.findall(r"[A-Z]+(?![a-z])|[A-Z]?[a-z]+", identifier)]


def words_to_avoid(identifier: str) -> set[str]:
    """Return the words to avoid in an identifier; "house" in "house rule" is none."""
    words = words_of(identifier)
    pairs = zip(words, [*words[1:], ""], strict=False)
    return {word for word, following in pairs if word in AVOID and (word, following) not in COMPOUNDS}


def identifiers(tree: ast.AST) -> Iterator[str]:
    """Yield the names that the code defines: classes, functions, parameters, variables and attributes.

    Names of the version before, which `old_attribute` keeps, are not listed.
    """
    nodes = [*ast.walk(tree)]
    kept = {target for node in nodes if isinstance(node, ast.Assign) and _is_old(node.value) for target in node.targets}
    for node in nodes:
        if node in kept:
            continue
        if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)):
            yield node.name
        elif isinstance(node, ast.arg):
            yield node.arg
        elif isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store):
            yield node.id
        elif isinstance(node, ast.Attribute) and isinstance(node.ctx, ast.Store):
            yield node.attr


def _is_old(value: ast.expr) -> bool:
    return isinstance(value, ast.Call) and isinstance(value.func, ast.Name) and value.func.id == "old_attribute"


def package_of(file: Path) -> str:
    """Return the package of a file; for a game its folder, too."""
    parts = file.relative_to(SOURCE).with_suffix("").parts
    return "/".join(parts[:2]) if parts[0] == "games" and len(parts) > 2 else parts[0]


def find_words_to_avoid() -> Found:
    """Return the identifiers that use a word to avoid, by package and word."""
    found: Found = {}
    for file in sorted(SOURCE.rglob("*.py")):
        package = package_of(file)
        names = {
            *identifiers(ast.parse(file.read_text(encoding="utf-8"))),
            *file.relative_to(SOURCE).with_suffix("").parts,
        }
        for name in names:
            for word in words_to_avoid(name):
                listed = found.setdefault(package, {}).setdefault(word, [])
                if name not in listed:
                    listed.append(name)
    return {package: {word: sorted(names) for word, names in sorted(words.items())} for package, words in found.items()}


def read_allowed() -> Allowed:
    """Return the allow-list."""
    allowed: Allowed = json.loads(ALLOWED.read_text(encoding="utf-8"))
    return allowed


def differences(found: Found, allowed: Allowed) -> tuple[list[str], list[str]]:
    """Return what is new, with the word to write instead, and what is allowed but gone."""

    def flat(table: Found | Allowed) -> set[tuple[str, str, str]]:
        return {(package, word, name) for package, words in table.items() for word in words for name in words[word]}

    new = [f"{p}: {name} uses {w!r}; write {AVOID[w]}" for p, w, name in sorted(flat(found) - flat(allowed))]
    gone = [f"{p}: {name} ({w})" for p, w, name in sorted(flat(allowed) - flat(found))]
    return new, gone


def main() -> int:
    """Take what is gone out of the allow-list; refuse to add to it."""
    found, allowed = find_words_to_avoid(), read_allowed()
    new, _ = differences(found, allowed)
    if new:
        print(*new, sep="\n", file=sys.stderr)
        return 1
    left = {
        package: {word: {name: allowed[package][word][name] for name in names} for word, names in words.items()}
        for package, words in found.items()
    }
    ALLOWED.write_text(json.dumps(left, indent=1, sort_keys=True, ensure_ascii=False) + "\n", encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
