"""What a study found as rows: for data frames, CSV and Parquet."""

from __future__ import annotations

import importlib.util
from collections.abc import Mapping
from typing import Any

from dicehouse.errors import BadSetting

from ..findings import Cell, Findings

Rows = list[dict[str, Any]]
CELL: dict[str, type] = {"cell": int, "variant": str, "players": int, "rule": str}
COLUMNS: Mapping[str, Mapping[str, type]] = {
    "measures": {
        **CELL, "measure": str, "words": str, "unit": str, "kind": str,
        "value": float, "low": float, "high": float, "sd": float, "n": int,
    },
    "comparisons": {
        **CELL, "base": int, "measure": str, "difference": float, "low": float, "high": float, "relative": float,
        "relative_low": float, "relative_high": float, "unpaired_low": float, "unpaired_high": float,
        "clear": bool, "r": float, "n": int,
    },
    "distributions": {**CELL, "measure": str, "begin": float, "end": float, "count": float},
    "curves": {**CELL, "curve": str, "part": float, "value": float, "low": float, "high": float},
    "events": {
        **CELL, "group": str, "name": str, "games": float, "low": float, "high": float, "each": float,
        "wins": float, "wins_low": float, "wins_high": float, "n": int,
    },
    "worth": {
        **CELL, "group": str, "name": str, "experiment": str,
        "difference": float, "low": float, "high": float, "wide_low": float, "wide_high": float, "clear": bool,
        "r": float, "n": int,
    },
}  # fmt: skip
TABLES = tuple(COLUMNS)
SETTING = "setting."  # before the names of the settings that a study varied


def columns(found: Findings, table: str) -> dict[str, type]:
    """The columns of a table with the type of each; those of the settings that vary stand beside the variant."""
    if table not in COLUMNS:
        raise BadSetting(f"A study has the tables {', '.join(TABLES)}; not {table[:60]!a}.")
    own = dict(COLUMNS[table])
    varied = dict.fromkeys(key for cell in found.cells for key in cell.changed)
    return {**CELL, **{f"{SETTING}{key}": str for key in varied}, **{k: v for k, v in own.items() if k not in CELL}}


def rows(found: Findings, table: str) -> Rows:
    """The rows of a table; what is not known is None."""
    wanted = columns(found, table)
    return [{name: row.get(name) for name in wanted} for row in _rows(found, table)]


def _rows(found: Findings, table: str) -> Rows:
    if table == "comparisons":
        return [{**_cell(found, row.cell), **_plain(row), "cell": row.cell} for row in found.comparisons]
    made: Rows = []
    for number, cell in enumerate(found.cells):
        head = _cell(found, number)
        made += [{**head, **row} for row in _of_cell(cell, table)]
    return made


def _of_cell(cell: Cell, table: str) -> Rows:
    if table == "measures":
        return [{**_plain(m), "measure": m.name} for m in cell.measures]
    if table == "events":
        return [_plain(event) for event in cell.events]
    if table == "worth":
        return [_plain(row) for row in cell.worth]
    if table == "curves":
        return [
            {"curve": name, **dict(zip(("part", "value", "low", "high"), point, strict=False))}
            for name, points in cell.curves.items()
            for point in points
        ]
    return [
        {"measure": name, "begin": spread.edges[at], "end": spread.edges[at + 1], "count": count}
        for name, spread in cell.distributions.items()
        for at, count in enumerate(spread.counts)
    ]


def _plain(row: Any) -> dict[str, Any]:
    import msgspec

    plain: dict[str, Any] = msgspec.to_builtins(row)
    return plain


def _cell(found: Findings, number: int) -> dict[str, Any]:
    cell = found.cells[number]
    keys = dict.fromkeys(key for each in found.cells for key in each.changed)
    settings = {f"{SETTING}{key}": _text(cell.changed.get(key, cell.settings.get(key))) for key in keys}
    return {"cell": number, "variant": cell.name, "players": cell.players, "rule": cell.rule, **settings}


def _text(value: object) -> str | None:
    return None if value is None else str(value)


class NoFrames(list[dict[str, Any]]):
    """Rows where no library of data frames is installed; a list, which says so when it is shown."""

    def __repr__(self) -> str:
        return (
            f"{len(self):,} rows as a list of dicts. With pandas or polars installed (`pip install pandas`) this would"
            " be a DataFrame."
        )


def frame(found: Findings, table: str = "measures") -> Any:
    """A table as a pandas DataFrame; without pandas as one of polars; without either as a list of rows."""
    data, kinds = rows(found, table), columns(found, table)
    if importlib.util.find_spec("pandas") is not None:
        import pandas

        return pandas.DataFrame(data, columns=list(kinds))
    if importlib.util.find_spec("polars") is not None:
        import polars

        known = {int: polars.Int64, float: polars.Float64, str: polars.String}
        return polars.DataFrame(data, schema={name: known[kind] for name, kind in kinds.items()})
    return NoFrames(data)
