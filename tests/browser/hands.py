"""How a person plays at each of the five pages, one touch at a time, whatever has just become of the line."""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import dataclass, field

from playwright.sync_api import Page

from . import chair, city, deck, foam, souls
from .patience import one_of

Touch = Callable[[Page, random.Random], None]
ENOUGH = 350  # points that are banked in Dice-ocalypse!


@dataclass(frozen=True)
class Hand:
    """The person at a game: `calm` tells what the page is at, `touch` does one thing there."""

    calm: str
    touch: Touch
    settings: dict[str, str] = field(default_factory=dict)
    every: int = 10  # touches from one trouble to the next, so that a whole game has all of them


def _dice(page: Page, chance: random.Random) -> None:
    seat = chair.Chair(page)
    bank = seat.key("Bank")
    (bank if seat.worth() >= ENOUGH else seat.go).click()


def _souls(page: Page, chance: random.Random) -> None:
    board = souls.Board(page)
    board.rng = chance
    board.play()


def _duel(page: Page, chance: random.Random) -> None:
    duelist = deck.Duelist(page)
    duelist.rng = chance
    duelist.play()


def _city(page: Page, chance: random.Random) -> None:
    citizen = city.Citizen(page)
    citizen.rng = chance
    citizen.play()


def _foam(page: Page, chance: random.Random) -> None:
    ways = page.locator(".ways .way")
    if ways.count():
        if chance.random() < 0.5:
            page.keyboard.press("t")
        one_of(ways, chance.randrange).click()
    page.locator(".dock .do .btn.go:not([aria-disabled=true])").click()


def _calm(script: str, argument: str) -> str:
    return f"() => ({script})({argument})"


HANDS = {
    "dice-ocalypse": Hand(_calm(chair.CALM, "'any', true"), _dice, every=6),
    souls.GAME: Hand(_calm(souls.CALM, "['any', true]"), _souls, every=12),
    deck.GAME: Hand(_calm(deck.CALM, "true"), _duel, every=3),
    city.GAME: Hand(_calm(city.CALM, "true"), _city, every=12),
    foam.GAME: Hand(_calm(chair.CALM, "'any', true"), _foam, every=2),
}
