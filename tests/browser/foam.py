"""Sitting at the throwing table of inDICEsion: aiming by ready throws, sliders, keys and drag, and reading what lies on
the boards as it is drawn flat.
"""

from __future__ import annotations

import json
import re
from typing import Any

import numpy as np
import numpy.typing as npt
from playwright.sync_api import Locator, Page, expect

from .chair import Chair
from .deck import settle
from .guests import Guest, last_state

GAME = "indicesion"
MOST = 60  # throws of one browser in one match
FLAT = "try { localStorage.setItem('dicehouse.foam.flat', 'true') } catch { /* an empty page has no store */ }"
# Middles of what is drawn in each place: the corners of a board's edge, the points of a die's largest side.
MIDDLES = """all => all.map(each => {
  const points = each.points ? [...each.points] : [...each.querySelector("polygon:last-of-type").points];
  return points.map(point => [point.x, point.y]);
})"""
Points = npt.NDArray[np.float64]


class Thrower:
    """A guest at the table, who throws as a person would."""

    def __init__(self, guest: Guest, page: Page) -> None:
        self.guest = guest
        self.page = page
        self.chair = Chair(page)

    @property
    def view(self) -> dict[str, Any]:
        """What this browser was told last of the table."""
        return dict(last_state(self.guest)["view"])

    def turn(self) -> str:
        """Wait until this browser may throw or choose, or the match is over."""
        return self.chair.wait()

    def asked(self) -> bool:
        """Whether this browser is to choose something, or the match is over."""
        state = last_state(self.guest)
        return state["seat"] in state["acting"] or state["table"]["phase"] == "over"

    def fine(self, *, drawn: bool = True) -> None:
        """Open the drawer with the sliders, or close it: the tags lie there then."""
        key = self.page.get_by_role("button", name="Tune")
        if (key.get_attribute("aria-expanded") == "true") != drawn:
            key.click()

    def ready(self, how: str, board: int = 1) -> None:
        """Take a ready throw in hand: at one's own board, or at the next one and so on."""
        self.fine(drawn=False)
        for _ in range(board - 1):
            self.page.keyboard.press("t")
        self.way(how).click()

    def way(self, how: str) -> Locator:
        return self.page.locator(".ways .way", has_text=how)

    def slide(self, dial: str, to: int) -> None:
        """Set one of the sliders."""
        self.fine()
        self.page.locator(f"#dial-{dial}").fill(str(to))

    def dial(self, dial: str) -> int:
        self.fine()
        return int(self.page.locator(f"#dial-{dial}").input_value())

    def go(self, *, by_key: bool = False) -> None:
        """Press the lit key, and wait until the table has answered."""
        if by_key:
            return self.press("Enter")
        number = last_state(self.guest)["number"]
        self.chair.go.click()
        return settle(self.guest, self.page, number)

    def press(self, key: str) -> None:
        """Press a key that decides something, and wait until the table has answered."""
        number = last_state(self.guest)["number"]
        self.page.keyboard.press(key)
        settle(self.guest, self.page, number)

    def throws(self) -> dict[int, dict[str, Any]]:
        """All throws this browser was told of, by number."""
        return {
            event["number"]: event["facts"]
            for frame in map(json.loads, self.guest.frames)
            for event in frame.get("events", ())
            if event["kind"] == "throw"
        }

    def heard(self) -> int:
        """Of how many throws this browser was told."""
        return len(self.throws())

    def own_throws(self) -> list[dict[str, Any]]:
        """Those of one's own, where everybody has a colour."""
        colour = self.view["seats"][last_state(self.guest)["seat"]]["colour"]
        return [facts for _, facts in sorted(self.throws().items()) if facts["die"][0] == colour[0]]

    def likely(self) -> str:
        """What the slip beside the key says once the throw in hand was tried out often enough."""
        slip = self.page.locator(".odds:not(.stale)")
        expect(slip.locator(".n")).to_have_text(re.compile(r"\d+ ?%"))
        return " ".join(slip.inner_text().split())

    # the flat drawing

    def dice(self) -> Points:
        """The middles of all dice, in the order they are drawn: the highest last."""
        drawn = self.page.locator("svg.plan .foam").evaluate_all(MIDDLES)
        return np.array([np.mean(points, axis=0) for points in drawn]).reshape(-1, 2)

    def outlines(self) -> dict[str, Points]:
        """The middle of each die and board of the plan, as its outline is drawn."""
        drawn = self.page.locator("svg.plan [data-thing]")
        both = f"all => [all.map(each => each.dataset.thing.split(':')[1]), ({MIDDLES})(all)]"  # of one moment
        names, points = drawn.evaluate_all(both)
        return dict(zip(names, (np.mean(each, axis=0) for each in points), strict=True))

    def corners(self) -> Points:
        """The corners of all boards, as they are drawn."""
        drawn = self.page.locator("svg.plan polygon.edge").evaluate_all(MIDDLES)
        return np.array(drawn).reshape(-1, 2)

    def middle_of(self, seat: int) -> tuple[float, float]:
        """Where on the screen the middle of that player's board is drawn."""
        box = self.page.locator(f"svg.plan g.p{seat} polygon.edge").bounding_box()
        assert box
        return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2

    def lies(self) -> list[str]:
        """What lies where, as the page says it to those who hear it."""
        return self.page.get_by_role("list", name="Dice on the table").locator("li").all_text_contents()


def sit(guest: Guest, *seats: str, **fields: str) -> Thrower:
    """At a new table for one round; drawn flat, since that is quick everywhere."""
    guest.context.add_init_script(FLAT)
    table = guest.open_table(*seats, game=GAME, **{"set-rounds": "1", "name-0": "Ana", "name-1": "Ben", **fields})
    return Thrower(guest, guest.page(table))


def join(host: Guest, friend: Guest, **fields: str) -> tuple[Thrower, Thrower]:
    """Ana, who opened a table, and Ben, who came by her link."""
    ana = sit(host, "person", "open", **fields)
    friend.context.add_init_script(FLAT)
    page = friend.page(host.person().invitations(ana.page.url.removeprefix(host.url))[0])
    page.get_by_label("Your name").fill("Ben")
    page.get_by_role("button", name="Join").click()
    for each in (ana.page, page):
        expect(each.locator("svg.plan polygon.edge")).to_have_count(2)
    return ana, Thrower(friend, page)
