"""A person at a real browser: pages that must stay silent, and the same cookie for requests without a page."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

from playwright.sync_api import Browser, BrowserContext, ConsoleMessage, Page, WebSocket

from ..web.server import GAME, Person
from .patience import PATIENCE, until

WIDE = {"width": 1280, "height": 720}
PHONE = {"width": 390, "height": 844}
LINE_LOST = ("WebSocket", "ERR_CONNECTION", "ERR_EMPTY_RESPONSE", "Failed to load resource")
NO_CARD = ("WebGL", "GL Driver", "GPU stall")  # complaints of drawing without a graphics card

# whether all came that a page fetches while it is idle
FETCHED = """() => {
  const wanted = [...document.querySelectorAll("link[rel=prefetch]")].map((link) => link.href);
  const came = new Set(performance.getEntriesByType("resource").filter((it) => it.responseEnd).map((it) => it.name));
  return wanted.length > 0 && wanted.every((address) => came.has(address));
}"""


# A browser in which games were played: lines of bots need not stand, and sound was offered.
PLAYED_BEFORE = """try {
  localStorage["dicehouse.prefs"] ??= JSON.stringify({ firstGame: false, soundOffered: true });
} catch { /* an empty page has no store */ }"""

# A browser that takes no service worker, as many a private window: its fetches would be unseen by tests, and cost time.
NO_WORKER = """if (navigator.serviceWorker)
  navigator.serviceWorker.register = () => Promise.reject(new DOMException("no worker here", "SecurityError"));"""


class Guest:
    """One browser with its own cookies. Whatever a page complains of is kept in `complaints`."""

    def __init__(
        self, browser: Browser, url: str, *, first_game: bool = False, worker: bool = False, **options: Any
    ) -> None:
        self.url = url
        self.complaints: list[str] = []
        self.frames: list[str] = []  # all that came in through sockets, in order
        self.sent: list[str] = []  # and all that went out
        self.context: BrowserContext = browser.new_context(
            **{"base_url": url, "viewport": WIDE, "reduced_motion": "reduce", **options}
        )
        self.context.set_default_timeout(PATIENCE)
        if not first_game:
            self.context.add_init_script(PLAYED_BEFORE)
        if not worker:
            self.context.add_init_script(NO_WORKER)
        self.context.on("page", self._listen)

    def _listen(self, page: Page) -> None:
        page.on("console", self._heard)
        page.on("pageerror", lambda error: self.complaints.append(f"error: {error}"))
        page.on("dialog", lambda dialog: (self.complaints.append(f"dialog: {dialog.message}"), dialog.dismiss()))
        page.on("websocket", self._overhear)

    def _overhear(self, line: WebSocket) -> None:
        line.on("framereceived", lambda frame: self.frames.append(str(frame)))
        line.on("framesent", lambda frame: self.sent.append(str(frame)))

    def _heard(self, message: ConsoleMessage) -> None:
        if message.type in ("error", "warning"):
            self.complaints.append(f"{message.type}: {message.text}")

    def page(self, address: str = "/", **options: Any) -> Page:
        """A new page that shows an address of the house."""
        page = self.context.new_page()
        page.goto(address, **options)
        return page

    def person(self) -> Person:
        """The same guest without a page; a guest who has no cookie yet gets one here."""
        person = Person(self.url)
        for cookie in self.context.cookies():
            person.http.cookies.set(cookie["name"], cookie["value"])
        return person

    def open_table(self, *seats: str, game: str = GAME, **fields: Any) -> str:
        """Open a table by HTTP, quicker than by its form; this browser is its host."""
        person = self.person()
        table = person.open_table(*seats, game=game, **fields)
        self.adopt(person)
        return table

    def adopt(self, person: Person) -> None:
        """Take over the cookie of somebody without a page."""
        cookies = [{"name": name, "value": value, "url": self.url} for name, value in person.http.cookies.items()]
        self.context.add_cookies(cookies)  # type: ignore[arg-type]  # a plain dict of the right shape

    def forgive(self, *words: str) -> None:
        """Forget complaints that hold one of these words: what the test itself caused."""
        self.complaints = [said for said in self.complaints if not any(word in said for word in words)]

    def close(self) -> None:
        self.context.close()


Guests = Callable[..., Guest]


def by_link(host: Guest, friend: Guest, **fields: str) -> tuple[Page, Page, str]:
    """A table of two: the page of its host, that of Ben, who came by the host's link, and its address."""
    table = host.open_table("person", "open", **fields)
    there = friend.page(host.person().invitations(table)[0])
    there.get_by_label("Your name").fill("Ben")
    there.get_by_role("button", name="Join").click()
    page = host.page(table)
    return page, there, table


def last_state(guest: Guest) -> dict[str, Any]:
    """What the socket of this browser said last; the first is waited for."""
    return until(guest.context.pages[-1], lambda: _last_state(guest), "no state has come")


def _last_state(guest: Guest) -> dict[str, Any]:
    for frame in reversed(guest.frames):
        state: dict[str, Any] = json.loads(frame)  # pongs and acks lie between
        if state["t"] == "state":
            return state
    return {}
