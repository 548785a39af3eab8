"""Sitting at the board of Baron Voodoo: waiting until it is one's turn, and choosing as a hand or a keyboard does."""

from __future__ import annotations

import random
import re

from playwright.sync_api import Page

from dicehouse.games.baron_voodoo.presentation.notation import die_number
from dicehouse.games.baron_voodoo.presentation.words import die_words
from dicehouse.match.match import Match

from .chair import match_of
from .patience import becomes, one_of

GAME = "baron-voodoo"
# Nothing is told or on its way, and there is something to choose, or it is somebody else's turn.
CALM = """([wanted, hurry]) => {
  const told = document.querySelector(".call .told");
  if (told) { if (hurry) dispatchEvent(new Event("pointerdown")); return false; }
  if (document.querySelector(".dock .do[aria-busy=true]")) return false;
  if (document.querySelector(".end-dock")) return document.querySelector(".end-deeds") ? "over" : false;
  const things = ".list button:not(:disabled):not([aria-disabled=true]), .loa-card.legal";
  if (document.querySelector(".dock .do .btn.go:not([aria-disabled=true]), " + things)) return "mine";
  return wanted === "any" && document.querySelector(".call h2") ? "theirs" : false;
}"""
GO = ".dock .do .btn.go:not([aria-disabled=true])"
THINGS = (
    ".field .well.legal, .field .well.land, .field .push, "
    ".list button:not(:disabled):not([aria-disabled=true]), .loa-card.legal"
)


class Board:
    """A page at the board, played as a person would who tries what lies before them."""

    def __init__(self, page: Page, seed: int = 1) -> None:
        self.page = page
        self.rng = random.Random(seed)

    def wait(self, wanted: str = "move") -> str:
        found = self.page.wait_for_function(CALM, arg=[wanted, True], polling=50)
        return str(found.json_value())

    def play(self) -> None:
        """One touch: the marigold key if it is lit, more often than not, else anything that may be chosen."""
        go, things = self.page.locator(GO), self.page.locator(THINGS).filter(visible=True)
        if go.count() and (not things.count() or self.rng.random() < 0.75):
            go.click()
        elif things.count():  # else somebody was quicker
            one_of(things, self.rng.randrange).click(force=True)

    def spaces(self) -> dict[str, str]:
        """What the page says of every space."""
        script = "all => all.map(well => [well.dataset.space, well.getAttribute('aria-label')])"
        wells = self.page.locator(".field .well")
        wells.first.wait_for(state="attached")
        return dict(wells.evaluate_all(script))


def replayed(page: Page) -> Match:
    """The match of this page as its record tells it."""
    return Match.load(match_of(page))


def stack_words(stack: list[str]) -> str:
    """A stack, bottom to top, as the page says it."""
    top, *lower = [die_words(die_number(die)) for die in reversed(stack)]
    return f"stack: {top} on {' on '.join(lower)}" if lower else top


def check_board(page: Page, match: Match) -> None:
    """The board on the page is the one of the match."""
    board: dict[str, list[str]] = match.view(None)["board"]

    def wrong() -> list[tuple[str, str]]:
        """What the page says of a space, and what it should say."""
        found = []
        for space, said in Board(page).spaces().items():
            wanted = stack_words(board[space]) if space in board else "empty"
            if not re.match(rf"{space}: {wanted}(,|$)", said):
                found.append((said, wanted))
        return found

    becomes(page, wrong, [])
