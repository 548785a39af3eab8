"""Sitting at the city of Dicetopia: waiting until it is one's turn, tapping what is lit, reading the plan, and counting
a finished game with pencil and paper.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Any

from playwright.sync_api import Locator, Page, expect

from dicehouse.match.match import Match

from ..rules.dicetopia.scoring import AREAS, seen
from .chair import Seated
from .guests import Guest, by_link, last_state
from .patience import becomes, one_of, until

GAME = "dicetopia"
GO = ".dock .do .btn.go:not([aria-disabled=true])"
QUIET = ".dock .do .btn:not(.go):not(.undo):not([aria-disabled=true])"
LIT = (
    "button.sp.legal, .list button[data-stop], .dealt-card:not([aria-disabled=true]), .else button, "
    "button.head.legal, .choose-seat, button.step.legal, .opener.legal"
)
FOLDED = ".unfold, .seal"  # on a phone: boards of the others, and what else may be done
# Nothing is told or on its way, and this browser has to choose or to hand over, or waits, or the match is over.
CALM = """hurry => {
  if (document.querySelector(".call .told")) { if (hurry) dispatchEvent(new Event("pointerdown")); return false; }
  if (document.querySelector(".dock .do[aria-busy=true]")) return false;
  if (document.querySelector(".end-dock")) return document.querySelector(".end-deeds") ? "over" : false;
  if (document.querySelector(".cover")) return "cover";
  if (document.querySelector(".dock .do .btn:not(.undo)")) return "mine";
  return document.querySelector(".call h2") ? "theirs" : false;
}"""
PLAN = """() => Object.fromEntries([...document.querySelectorAll("button.sp[data-place]:not([data-place^=thug])")]
  .filter(one => !one.closest(".lens"))
  .map(one => [one.dataset.place, one.getAttribute("aria-label").replace(/^[^:]*: /, "").split(",")[0]]))"""
SMALL = """() => Object.fromEntries([...document.querySelectorAll(".tile[data-tile] .opener")].flatMap(one => {
  const [, things] = one.getAttribute("aria-label").split(": ");
  return (things?.split(", ") ?? []).map((thing, i) => [`${one.parentElement.dataset.tile}-${i + 1}`, thing]);
}))"""
OWNS = "'s"
READY = """() => document.activeElement === document.body
  || document.activeElement.matches("[aria-pressed=true]:not([aria-disabled=true]), .dock .btn.go")"""
HUES = {"t": "teal", "p": "purple", "w": "white", "m": "Magmacorium"}
LETTERS = dict(zip("agwcbnkdvj", AREAS, strict=True))
MOST = 900  # touches of all browsers in one game


class Citizen(Seated):
    """A page at the city, played as a person would who tries what is lit; `bold` is how often they look further."""

    CALM = CALM

    def __init__(self, page: Page, seed: int = 1, bold: float = 0.25) -> None:
        super().__init__(page, seed)
        self.bold = bold

    @property
    def lit(self) -> Locator:
        return self.page.locator(LIT).filter(visible=True)

    @property
    def go(self) -> Locator:
        """The marigold key, when it may be pressed."""
        return self.page.locator(GO)

    def play(self) -> None:
        """One touch: the marigold key if it is lit, more often than not, else anything that may be chosen."""
        keys, quiet, lit, folded = self.go, self.page.locator(QUIET), self.lit, self.page.locator(FOLDED)
        things = lit.count()
        if keys.count() and (not things or self.rng.random() > self.bold):
            keys.click()
        elif things:
            one_of(lit, self.rng.randrange).click()
        elif quiet.count():
            quiet.first.click()
        elif folded.count():  # else somebody was quicker
            one_of(folded, self.rng.randrange).click()

    def play_by_keys(self) -> None:
        """One decision by keys alone: what a digit or a letter and a digit reach, then Enter."""
        for keys in self._ways():
            if self.go.count():
                break
            for key in keys:
                self.page.keyboard.press(key)
        for _ in range(99):  # Enter belongs to the button that has the focus
            if self.page.evaluate(READY):
                break
            self.page.keyboard.press("Tab")
        self.page.keyboard.press("Enter")

    def _ways(self) -> Iterator[str]:
        """The list, the plan, the own dice, those of the others, the Stock Exchange, the Thug."""
        yield "1"
        letters = list(LETTERS)
        self.rng.shuffle(letters)
        for letter in letters:
            for digit in "123456":
                yield letter + digit
        yield from (f"o{digit}" for digit in "1234567")
        yield from ("f ", "x ", "t")

    def plan(self) -> dict[str, str]:
        """What the page says of every place on which dice and people may be."""
        return dict(self.page.evaluate(PLAN))

    def place(self, place: str) -> Locator:
        """A place of the plan or of a faction board, not its larger twin on a phone."""
        return self.page.locator(f'button.sp[data-place="{place}"]')

    def check(self, guest: Guest) -> None:
        """The plan and the boards become those of the state that was sent last, as long as the city is there."""

        def same() -> bool:
            self.wait()
            state = last_state(guest)  # a choice may still have been on its way
            if state["view"]["phase"] == "over":  # the count stands where the city was: see `check_end`
                return True
            return self.plan() == expected(state)

        until(self.page, same, "the page shows something else than it was sent")

    def check_end(self, guest: Guest) -> None:
        """The match is over: the city can still be looked at, by hand and by key, and the count comes back."""
        assert self.turn() == "over"
        wanted = expected(last_state(guest))
        areas = {place: thing for place, thing in wanted.items() if place.split("-")[0] in AREAS}
        key, back, end = (
            self.page.get_by_role("button", name=name, exact=True)
            for name in ("View the board", "Back to scoring", "Result")
        )
        key.click()
        expect(back).to_be_focused()
        if self.page.locator(".opener").count():  # a phone
            becomes(self.page, lambda: self.page.evaluate(SMALL), areas)
            self.page.locator('.tile[data-tile="bank"] .opener').click()
            seen = self.page.locator(".lens button.sp").first
            expect(seen).to_have_accessible_name(re.compile(re.escape(f"space 1: {wanted['bank-1']}")))
        else:
            becomes(self.page, self.plan, wanted)
        back.click()
        for there in (1, 0):
            self.page.keyboard.press("e")
            expect(back).to_have_count(there)
        end.click()
        assert self.wait() == "over"


def expected(state: dict[str, Any]) -> dict[str, str]:
    """What the page should say of every place."""
    view, names = state["view"], [seat["name"] for seat in state["table"]["seats"]]
    found = {f"{area['id']}-{i}": thing for area in view["areas"] for i, thing in enumerate(area["spaces"], 1)}
    for at, seat in enumerate(view["seats"]):
        board = [*seat["dice"], *[f"agent:{at}"] * seat["agents"], *[f"tentacle:{at}"] * seat["tentacle"]]
        found |= {f"p{at + 1}-{i}": thing for i, thing in enumerate(board, 1)}
    found |= {f"cell-{i}": die for i, die in enumerate(view["prison"]["dice"], 1)}
    found |= {f"card-{i}": die for i, die in enumerate(view["dome"]["card"], 1)}
    return {place: words(thing, names, state["seat"]) for place, thing in found.items()}


def words(thing: str | None, names: Sequence[str], reader: int | None) -> str:
    """What lies or stands on a place, as the page says it to a reader in a seat."""
    if thing is None or thing == "x":
        return "destroyed" if thing else "empty"
    kind, _, seat = thing.partition(":")
    if not seat:
        return f"{HUES[kind[0]]} {kind[1]}"
    whose = "your" if int(seat) == reader else f"{names[int(seat)]}{OWNS}"
    return f"{whose} {'Agent' if kind == 'agent' else 'Thug (1½)'}"


def friends(host: Guest, friend: Guest, **fields: str) -> tuple[Citizen, Citizen, str]:
    """Ana, who opened the table, and Ben, who came by her link."""
    page, there, table = by_link(host, friend, game=GAME, **fields)
    for each in (page, there):
        expect(each.locator(".tile")).to_have_count(12)
    return Citizen(page, 1), Citizen(there, 2), table


def counted(match: Match) -> list[dict[str, int]]:
    """What everybody has at the end by section 7 of the rules, counted slowly by a second pair of eyes."""
    view = match.view(None)
    count = seen(view, match.settings)
    hands = [[card["id"] for card in cards if not card["left"]] for cards in view["revealed"]]
    drawn = next((card["as"] for cards in view["revealed"] for card in cards if "drawn" in str(card["from"])), None)
    paid = count.missions(hands, drawn)
    parts = [count.parts(seat) | {"missions": sum(paid[seat].values())} for seat in count.seats]
    for event in match.log(None):
        if event.kind == "clone":  # the Stock Exchange had paid before
            seat, slot = (int(part.lstrip("p")) - 1 for part in event.facts["place"].split("-"))
            count.boards[seat][slot] = event.facts["was"]
            parts[seat]["stock"] = count.stock_stars(seat)
    return parts
