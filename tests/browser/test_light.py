"""What a browser fetches to sit down at the first table: measured on the line, headers and all."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

import pytest
from playwright.sync_api import Page

from dicehouse.games import BUILT_IN

from .guests import FETCHED, Guest

# bytes; some 98,000 of them are fonts
MOST = dict.fromkeys(BUILT_IN, 200_000) | {"dicetopia": 216_000, "indicesion": 330_000}
# bytes that are fetched when there is nothing else to do, so that a lost line takes nothing away
LATER = dict.fromkeys(BUILT_IN, 150_000) | {"indicesion": 260_000}
AGAIN = 10_000  # the page itself; all that it names is kept


@dataclass
class Meter:
    """Counts what comes over the line for a page."""

    page: Page
    addresses: dict[str, str] = field(default_factory=dict)
    sizes: dict[str, float] = field(default_factory=dict)
    later: set[str] = field(default_factory=set)  # what no part of the page has asked for yet

    def __post_init__(self) -> None:
        line = self.page.context.new_cdp_session(self.page)
        line.on("Network.requestWillBeSent", self._sent)
        line.on("Network.loadingFinished", self._came)
        line.send("Network.enable")

    def _sent(self, told: dict[str, Any]) -> None:
        self.addresses[told["requestId"]] = told["request"]["url"]
        if told["request"]["initialPriority"] == "VeryLow":  # so a browser sees a prefetch
            self.later.add(told["requestId"])

    def _came(self, told: dict[str, Any]) -> None:
        self.sizes[told["requestId"]] = told["encodedDataLength"]

    def total(self, *, later: bool = False) -> float:
        return sum(size for request, size in self.sizes.items() if (request in self.later) == later)

    def twice(self) -> set[str]:
        """The files that came over the line more than once; what was fetched ahead is taken from where it is kept."""
        files = [
            self.addresses[request].partition("?")[0].partition("#")[0]
            for request, size in self.sizes.items()
            if size > 0 and "/static/" in self.addresses[request]
        ]
        return {file for file in files if files.count(file) > 1}


def seated(page: Page, table: str) -> Meter:
    meter = Meter(page)
    page.goto(table)
    page.locator("main, .room").first.wait_for()
    page.wait_for_load_state("networkidle")
    page.wait_for_function(FETCHED)
    return meter


@pytest.mark.parametrize("game", BUILT_IN)
def test_the_first_table_is_light_and_the_second_weighs_nothing(guest: Guest, game: str) -> None:
    table = guest.open_table("person", "bot:random", game=game)
    meter = seated(guest.context.new_page(), table)
    print(f"{game}: {meter.total():,.0f} bytes, and {meter.total(later=True):,.0f} later; {len(meter.sizes)} answers")
    assert 30_000 < meter.total() <= MOST[game]
    assert 30_000 < meter.total(later=True) <= LATER[game]
    assert not meter.twice()
    again = seated(guest.context.new_page(), guest.open_table("person", "bot:random", game=game))
    print(f"{game}, again: {again.total():,.0f} bytes")
    assert again.total() + again.total(later=True) <= AGAIN
    guest.forgive("ReadPixels")  # of a machine that draws without a graphics card
