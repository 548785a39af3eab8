"""Give what a study found as rows: for data frames, CSV and Parquet."""

from __future__ import annotations

import importlib.util
from collections.abc import Mapping
from typing import Any

from dicehouse.errors import BadSetting
from dicehouse.i18n.text import plain_text

from ..result_types import CellResult, ResultFields

TableRows = list[dict[str, Any]]
CELL_COLUMNS: dict[str, type] = {"cell": int, "variant": str, "players": int, "rule": str}
TABLE_COLUMNS: Mapping[str, Mapping[str, type]] = {
    "measures": {
        **CELL_COLUMNS, "measure": str, "words": str, "unit": str, "kind": str,
        "value": float, "low": float, "high": float, "sd": float, "n": int,
    },
    "comparisons": {
        **CELL_COLUMNS, "base": int,
        "measure": str, "difference": float, "low": float, "high": float, "relative": float,
        "relative_low": float, "relative_high": float, "unpaired_low": float, "unpaired_high": float,
        "clear": bool, "r": float, "n": int,
    },
    "distributions": {**CELL_COLUMNS, "measure": str, "begin": float, "end": float, "count": float},
    "curves": {**CELL_COLUMNS, "curve": str, "part": float, "value": float, "low": float, "high": float},
    "events": {
        **CELL_COLUMNS, "group": str, "name": str, "games": float, "low": float, "high": float, "each": float,
        "wins": float, "wins_low": float, "wins_high": float, "n": int,
    },
    "worth": {
        **CELL_COLUMNS, "group": str, "name": str, "experiment": str,
        "difference": float, "low": float, "high": float, "wide_low": float, "wide_high": float, "clear": bool,
        "r": float, "n": int,
    },
}  # fmt: skip
TABLE_NAMES = tuple(TABLE_COLUMNS)
KIND_COLUMN = "players_kind"  # the kind of player, if the study compares several
SETTING_PREFIX = "setting."  # before the names of the settings that a study varied


def table_columns(found: ResultFields, table: str) -> dict[str, type]:
    """Return the columns of a table with the type of each; the settings that vary follow the variant.

    Raise BadSetting if there is no such table.
    """
    if table not in TABLE_COLUMNS:
        raise BadSetting(f"A study has the tables {', '.join(TABLE_NAMES)}; not {table[:60]!a}.")
    own = dict(TABLE_COLUMNS[table])
    varied = dict.fromkeys(key for cell in found.cells for key in cell.changed)
    return {
        **CELL_COLUMNS,
        **{f"{SETTING_PREFIX}{key}": str for key in varied},
        **{k: v for k, v in own.items() if k not in CELL_COLUMNS},
        KIND_COLUMN: str,
    }


def table_rows(found: ResultFields, table: str) -> TableRows:
    """Return the rows of a table; what is not known is None."""
    wanted = table_columns(found, table)
    return [{name: row.get(name) for name in wanted} for row in _comparison_or_cell_rows(found, table)]


def _comparison_or_cell_rows(found: ResultFields, table: str) -> TableRows:
    if table == "comparisons":
        return [{**_cell_columns(found, row.cell), **_row_as_dict(row), "cell": row.cell} for row in found.comparisons]
    made: TableRows = []
    for number, cell in enumerate(found.cells):
        head = _cell_columns(found, number)
        made += [{**head, **row} for row in _cell_rows(cell, table)]
    return made


def _cell_rows(cell: CellResult, table: str) -> TableRows:
    if table == "measures":
        return [{**_row_as_dict(m), "measure": m.name} for m in cell.measures]
    if table == "events":
        return [_row_as_dict(event) for event in cell.events]
    if table == "worth":
        return [_row_as_dict(row) for row in cell.worth]
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


def _row_as_dict(row: Any) -> dict[str, Any]:
    import msgspec

    plain: dict[str, Any] = msgspec.to_builtins(row, enc_hook=plain_text)
    return plain


def _cell_columns(found: ResultFields, number: int) -> dict[str, Any]:
    cell = found.cells[number]
    keys = dict.fromkeys(key for each in found.cells for key in each.changed)
    settings = {f"{SETTING_PREFIX}{key}": _text(cell.changed.get(key, cell.settings.get(key))) for key in keys}
    head = {"cell": number, "variant": cell.name, "players": cell.players, "rule": cell.rule}
    return {**head, **settings, KIND_COLUMN: cell.kind}


def _text(value: object) -> str | None:
    return None if value is None else str(value)


class PlainRows(list[dict[str, Any]]):
    """Hold rows where no library of data frames is installed; a list that says so in its repr."""

    def __repr__(self) -> str:
        return (
            f"{len(self):,} rows as a list of dicts. With pandas or polars installed (`pip install pandas`) this would"
            " be a DataFrame."
        )


def data_frame(found: ResultFields, table: str = "measures") -> Any:
    """Return a table as a pandas DataFrame; without pandas as one of polars; without either as a list of rows."""
    data, kinds = table_rows(found, table), table_columns(found, table)
    if importlib.util.find_spec("pandas") is not None:
        import pandas

        return pandas.DataFrame(data, columns=list(kinds))
    if importlib.util.find_spec("polars") is not None:
        import polars

        known = {int: polars.Int64, float: polars.Float64, str: polars.String}
        return polars.DataFrame(data, schema={name: known[kind] for name, kind in kinds.items()})
    return PlainRows(data)
