"""Looking at every frame that a page draws: what moves on it, and what it says at that moment to eyes and to ears."""

from __future__ import annotations

import json
from dataclasses import dataclass

from playwright.sync_api import Page

from .guests import Guest

# What tumbles, flies or turns; and all words of the page: text, names for those who listen, hints and the title.
FILM = """() => {
  const film = window.film = [], last = new Map();
  const parts = () => [...document.body.children].filter((one) => one.tagName !== 'SCRIPT');
  const shown = () => parts().map((one) => one.textContent);
  const words = () => [document.title, ...shown(),
    ...[...document.querySelectorAll("[aria-label], [title]")].flatMap(
      each => [each.getAttribute("aria-label"), each.title])].join(" ").replace(/\\s+/g, " ");
  const poses = {
    ".die3-cube": each => each.style.transform,
    ".moment.list .waits .thrown": each => each.innerHTML,
    ".flight": each => each.style.transform,
    ".flip-in": each => getComputedStyle(each).rotate,
    ".flat .foam": each => each.innerHTML,
    ".sp.tumbles .dd": each => each.closest(".sp").innerHTML,
  };
  const look = () => {
    let moves = false;
    for (const [what, pose] of Object.entries(poses))
      for (const each of document.querySelectorAll(what)) {
        const now = pose(each);
        if (last.has(each) && last.get(each) !== now) moves = true;
        last.set(each, now);
      }
    film.push([moves, words()]);
    window.filming = requestAnimationFrame(look);
  };
  look();
}"""


@dataclass(frozen=True)
class Frame:
    """One picture of the page: whether something moved since the one before, and all its words."""

    moves: bool
    words: str


def film(page: Page) -> None:
    """Look at every frame from now on."""
    page.evaluate(FILM)


def cut(page: Page) -> list[Frame]:
    """The frames since `film`."""
    frames = page.evaluate("() => { cancelAnimationFrame(window.filming); return window.film; }")
    return [Frame(*each) for each in frames]


def sentences(guest: Guest, *kinds: str) -> list[str]:
    """What this browser was told of these kinds of events, in turn, as people read it."""
    told: dict[tuple[int, str], None] = {}  # a log that is sent whole brings some of them again
    for frame in map(json.loads, guest.frames):
        if frame["t"] == "state":
            names = [seat["name"] for seat in frame["table"]["seats"]]
            events = [event for event in frame["events"] if event["kind"] in kinds]
            own = str(frame["me"][0]) if len(frame["me"]) == 1 else ""  # on a shared device everybody goes by name
            told |= dict.fromkeys(
                (event["number"], event.get("own", {}).get(own, event["text"]).format(*names)) for event in events
            )
    return [sentence for _, sentence in told]


def named_too_soon(frames: list[Frame], told: list[str]) -> list[str]:
    """The sentences that some frame held before anything had moved for them since the sentence before."""
    early, since = [], 0
    for sentence in told:
        named = next((at for at, frame in enumerate(frames) if sentence in frame.words), None)
        assert named is not None, f"{sentence!r} was never told"
        if not any(frame.moves for frame in frames[since:named]):
            early.append(sentence)
        since = named
    return early
