"""How long a test waits for what a person would simply wait for, also on a machine that is busy with other things."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Any, TypeVar

from playwright.sync_api import Page

Seen = TypeVar("Seen")
PATIENCE = 60_000  # milliseconds


def until(page: Page, look: Callable[[], Seen], missing: str) -> Seen:
    """Look again and again until something is seen; `missing` says what never came."""
    end = time.monotonic() + PATIENCE / 1000
    while not (seen := look()):
        assert time.monotonic() < end, missing
        page.wait_for_timeout(20)
    return seen


def becomes(page: Page, read: Callable[[], Any], wanted: Any) -> None:
    """Wait until `read` gives what is wanted."""
    end = time.monotonic() + PATIENCE / 1000
    while (found := read()) != wanted and time.monotonic() < end:
        page.wait_for_timeout(20)
    assert found == wanted
