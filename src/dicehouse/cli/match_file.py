"""Read the file of a saved match."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from dicehouse.errors import explain_os_error

from .exit_codes import UsageError, quote_input


def read_match_file(place: Path) -> dict[str, Any]:
    """Return the data of a match file. Raise UsageError if the file is no saved match."""
    from dicehouse.match.serialization import FORMAT, MAX_BYTES

    try:
        with place.open("rb") as file:
            text = file.read(MAX_BYTES + 1)
    except OSError as error:
        raise UsageError(f"{quote_input(str(place))} can't be read: {explain_os_error(error)}.") from error
    except ValueError as error:  # the name contains a null byte
        raise UsageError(f"{quote_input(str(place))} is not a file name.") from error
    if len(text) > MAX_BYTES:
        raise UsageError(f"{quote_input(str(place))} is too large to be a match.")
    try:
        saved = json.loads(text)
    except (ValueError, RecursionError) as error:
        raise UsageError(f"{quote_input(str(place))} is not JSON.") from error
    if not isinstance(saved, dict) or saved.get("format") != FORMAT:
        raise UsageError(f"{quote_input(str(place))} isn't a match in the format {FORMAT}.")
    return saved
