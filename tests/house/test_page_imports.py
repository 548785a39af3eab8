"""The page's files know each other in one direction only: who reads one need not read the others first."""

from __future__ import annotations

import re
from collections.abc import Mapping
from pathlib import Path

PAGE = Path(__file__).parents[2] / "ui" / "src"
IMPORT = re.compile(r"""^\s*(?:import|export)\s(?:[^;"']*?\sfrom\s)?["'](\.[^"'?]*)["']""", re.MULTILINE)
ENDINGS = ("", ".ts", ".svelte", "/index.ts")
Graph = Mapping[str, set[str]]


def imports(file: Path) -> set[str]:
    """The files of the page that a file imports, types too; a component that holds itself is no circle."""
    found = set()
    for target in IMPORT.findall(file.read_text(encoding="utf-8")):
        there = (file.parent / target).resolve()
        known = next((path for end in ENDINGS if (path := Path(f"{there}{end}")).is_file()), None)
        assert known, f"{file}: there is no {target}"
        if known != file and known.suffix in {".ts", ".svelte"}:
            found.add(str(known.relative_to(PAGE)))
    return found


def circle(graph: Graph) -> list[str]:
    """Files that import each other in a ring; nothing if there is none."""
    done: set[str] = set()

    def follow(file: str, way: list[str]) -> list[str]:
        if file in way:
            return way[way.index(file) :]
        if file not in done:
            done.add(file)
            for there in sorted(graph.get(file, ())):
                if ring := follow(there, [*way, file]):
                    return ring
        return []

    return next((ring for file in sorted(graph) if (ring := follow(file, []))), [])


def test_the_page_has_no_circles() -> None:
    files = [file for file in PAGE.rglob("*") if file.suffix in {".ts", ".svelte"}]
    graph = {str(file.relative_to(PAGE)): imports(file) for file in files}
    assert sum(map(len, graph.values())) > 500, "the imports are read"
    assert circle(graph) == []


def test_it_sees_a_circle() -> None:
    assert circle({"a": {"b", "d"}, "b": {"c"}, "c": {"a"}, "d": set()}) == ["a", "b", "c"]
    assert circle({"a": {"b", "c"}, "b": {"c"}, "c": set()}) == []
