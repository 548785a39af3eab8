"""Sitting at a duel of Deck-O-Dice: waiting until it is one's turn, choosing by hand or by keyboard, and reading what
everybody may see.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import Any

from playwright.sync_api import Page, expect

from .chair import Seated
from .guests import Guest, by_link, last_state
from .patience import becomes, one_of, until

GAME = "deck-o-dice"
MINIONS = ("quad", "cubera", "diante", "sparten", "dwelve", "twent")
OPEN, ATTESTED = {"set-memory": "off"}, {"set-abilities": "attested"}
GO = ".dock .do .btn.go:not([aria-disabled=true])"
PICKS = ".tray .pick"
# Nothing is told or on its way, and this browser has to choose or to hand over, or waits, or the match is over.
CALM = """hurry => {
  if (document.querySelector(".call .told")) { if (hurry) dispatchEvent(new Event("pointerdown")); return false; }
  if (document.querySelector(".dock .do[aria-busy=true]")) return false;
  if (document.querySelector(".end-dock")) return document.querySelector(".end-deeds") ? "over" : false;
  if (document.querySelector(".cover")) return "cover";
  if (document.querySelector(".tray .pick, .dock .do .btn.go:not([aria-disabled=true])")) return "mine";
  return document.querySelector(".call h2") ? "theirs" : false;
}"""
PUBLIC = """() => {
  const text = (place, what) => [...document.querySelectorAll(place)].map(what);
  const after = word => (word ?? "").replace(/^[^:]*: /, ""), first = all => all[0] ?? null;
  const side = at => ({
    points: first(text(`.duelist.p${at + 1} .total`, one => parseInt(one.firstChild.textContent))),
    minion: first(text(`.fighter.p${at + 1} .sr`, one => after(one.textContent).split(",")[0].toLowerCase())),
    role: first(text(`.fighter.p${at + 1} .tagrole`, one => /attack/i.test(one.textContent))),
    card: first(text(`[data-place=roll-${at}] > .roll`, one => one.getAttribute("aria-label"))),
    value: first(text(`.val.p${at + 1} .pop`, one => parseInt(after(one.getAttribute("aria-label"))))),
  });
  return {
    deck: parseInt(document.querySelector(".deckzone output").textContent),
    results: text(".combats li:not(.on)", one => one.className.replace(/svelte-\\S+/, "").trim()).filter(word => word),
    sides: [side(0), side(1)],
  };
}"""
MOST = 90  # decisions of both sides in one game; twelve combats with every power used take fewer
FACES = (4, 6, 8, 10, 12, 20)


class Duelist(Seated):
    """A page at the duel, played as a person would who tries what lies there."""

    CALM = CALM

    def choose(self, minion: str) -> None:
        """Take this minion in hand and lock it."""
        self.page.locator(f"{PICKS}:has(.k-{minion})").click()
        self.go()

    def go(self) -> None:
        self.page.locator(GO).click()

    def play(self) -> str:
        """One decision by hand: a card of those that may be taken and the lit key, or any of the keys. The minion, if
        one was chosen.
        """
        picks, keys = self.page.locator(PICKS), self.page.locator(".dock .do .btn:not([aria-disabled=true])")
        picks.or_(keys).first.wait_for(state="attached")
        if picks.count():
            pick = one_of(picks, self.rng.randrange)
            minion = str(pick.evaluate("one => /\\bk-(\\w+)/.exec(one.outerHTML)?.[1] ?? ''"))
            pick.click()
            self.go()
            return minion
        one_of(keys, self.rng.randrange).click()
        return ""

    def public(self) -> dict[str, Any]:
        """What everybody sees on the table."""
        return dict(self.page.evaluate(PUBLIC))


def whose_turn(two: Sequence[Duelist], chance: random.Random) -> Duelist | None:
    """One of those who may decide; None when the match is over."""

    def able() -> list[Duelist | None]:
        states = [each.wait() for each in two]
        over = all(state == "over" for state in states)
        return [None] if over else [each for each, state in zip(two, states, strict=True) if state == "mine"]

    return chance.choice(until(two[0].page, able, "nobody may do anything"))


def settle(guest: Guest, page: Page, number: int) -> None:
    """Wait until this browser was told of what follows after `number`."""
    until(page, lambda: last_state(guest)["number"] > number, "nobody was told of that")


def check_public(duelist: Duelist, view: dict[str, Any]) -> None:
    """The table on the page is the one of this view, at the latest when all has been told."""
    wanted = expected(view)
    becomes(duelist.page, lambda: wanted if duelist.wait() == "over" else duelist.public(), wanted)


def friends(host: Guest, friend: Guest, **fields: str) -> tuple[Duelist, Duelist, str]:
    """Ana, who opened the table, and Ben, who came by her link."""
    page, there, table = by_link(host, friend, game=GAME, **fields)
    for each in (page, there):
        expect(each.locator(PICKS)).to_have_count(6)
    return Duelist(page, 1), Duelist(there, 2), table


def expected(view: dict[str, Any]) -> dict[str, Any]:
    """What everybody should see on the table, from a view that somebody was sent."""
    sealed = view["phase"] == "choose" and view["mode"] == "duel"
    return {
        "deck": view["deck"],
        "results": ["tie" if r["winner"] is None else f"p{r['winner'] + 1}" for r in view["results"]],
        "sides": [_side(view, at, sealed) for at in range(2)],
    }


def _side(view: dict[str, Any], at: int, sealed: bool) -> dict[str, Any]:
    side = view["sides"][at]
    minion = None if sealed else side["minion"]
    role = None if minion is None or view["attacker"] is None else view["attacker"] == at
    card = side["card"] and card_words(view["cards"][str(side["card"])], side["minion"])
    return {"points": side["points"], "minion": minion, "role": role, "card": card, "value": side["value"]}


def card_words(cells: list[int | str], minion: str | None) -> str:
    """A card, read out."""
    words = ", ".join(f"d{f} {'R*' if c == 'R' else c}" for f, c in zip(FACES, cells, strict=True))
    return f"{words}. The d{FACES[MINIONS.index(minion)]} counts" if minion else words
