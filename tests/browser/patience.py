"""How long a test waits for what a person would simply wait for, also on a machine that is busy with other things.

A number or a list that is read once may be read before the page is there, or between two of its states. Whoever acts
on one takes it from here, and whoever compares one waits with `becomes`, or with an `expect` of Playwright's.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Any, TypeVar

from playwright.sync_api import Locator, Page

Seen = TypeVar("Seen")
PATIENCE = 60_000  # milliseconds


def until(page: Page, look: Callable[[], Seen], missing: str) -> Seen:
    """Look again and again until something is seen; `missing` says what never came."""
    end = time.monotonic() + PATIENCE / 1000
    while not (seen := look()):
        assert time.monotonic() < end, missing
        page.wait_for_timeout(20)
    return seen


def one_of(things: Locator, which: Callable[[int], int]) -> Locator:
    """One of these things, as soon as there is any: `which` picks a place among so many, such as `Random.randrange`."""
    things.first.wait_for(state="attached")
    return things.nth(which(max(1, things.count())))  # if they are gone by now, whatever is done with it waits, too


def all_of(things: Locator) -> list[Locator]:
    """All of these things, as soon as there is any."""
    things.first.wait_for(state="attached")
    return things.all()


def texts_of(things: Locator) -> list[str]:
    """What these things say, as soon as there is any."""
    things.first.wait_for(state="attached")
    return things.all_inner_texts()


def becomes(page: Page, read: Callable[[], Any], wanted: Any) -> None:
    """Wait until `read` gives what is wanted."""
    end = time.monotonic() + PATIENCE / 1000
    while (found := read()) != wanted and time.monotonic() < end:
        page.wait_for_timeout(20)
    assert found == wanted
