"""Rows written to a file, CSV or Parquet by its name."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path

from dicehouse.table.past import tabular

from .common import Usage, short


def save(place: Path, columns: Mapping[str, type], rows: Sequence[tabular.Row]) -> None:
    """Write rows to a file that ends in .csv or .parquet; an existing one is replaced."""
    if place.suffix not in (".csv", ".parquet"):
        raise Usage(f"{short(str(place))} ends in neither .csv nor .parquet, so it is unclear what to write.")
    if place.suffix == ".parquet":
        data = tabular.parquet(columns, rows)
    else:
        data = (tabular.header(list(columns)) + tabular.lines(list(columns), rows)).encode()
    try:
        place.write_bytes(data)
    except (OSError, ValueError) as error:
        raise Usage(f"{short(str(place))} can't be written: {getattr(error, 'strerror', None) or error}.") from None
