"""Hold the version of the package, and name the version that wrote a file."""

from __future__ import annotations

import re

VERSION = "0.2.0"
# Saves of arenas, studies and searches did not say who wrote them until the packages were renamed after this commit.
BEFORE_THE_RENAME = "Dicehouse 0.1.0 of 27 November 2026 (commit aee874b)"


def writer_of(version: object) -> str:
    """Name the Dicehouse that wrote a file, as the end of a sentence.

    `version` is what the file says of its writer, None if it says nothing.
    """
    if version is None or version == "0.1.0" != VERSION:
        return BEFORE_THE_RENAME
    if version == VERSION:
        return f"the copy of Dicehouse {VERSION} that made it"
    known = isinstance(version, str) and re.fullmatch(r"[0-9][0-9a-z.+-]{0,29}", version)
    return f"Dicehouse {version}" if known else "the Dicehouse that made it"
