"""The shared page in a language that adds accents, brackets and 40% to every message (en-XA): whatever still looks like
English was not extracted, and nothing overflows on a small phone. Also that a reader of German gets German.
"""

from __future__ import annotations

import json
import os
import random
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page

from dicehouse import games
from dicehouse.server.seat_plan import Chair as Place

from ..server.give import act
from ..server.room import ANA, KEY, open_house, run_apart
from ..web.server import Server, start
from .guests import NO_CARD, Guest, Guests, last_state
from .hands import HANDS
from .patience import PATIENCE, becomes, until

COOKIE = "dicehouse-language"
FINISHED = "dicetopia"
SIZES = [(390, 664), (320, 640), (1280, 720)]
SHEETS = {"l": "log", "s": "scores", "m": "menu", "?": "help"}
SKIP = ".skip, .rules-summary"
# what games draw themselves: their own tests read it
GAME_PARTS = {
    "dice-ocalypse": f"{SKIP}, .tray, .hand, .below, .ticker, .goal, aside > :not(.logbox, .coach), .wide-out, .odds,"
    " .do .btn, .seat .state, .keys-help",
    "dicetopia": f"{SKIP}, .city-room, .dock .hand, .dock .me, .mine6, .do .btn, .goal, .ticker",
}
PICTURES = os.environ.get("DICEHOUSE_PICTURES", "")  # a folder: a picture of each page goes there

# Every text and label that is shown or told to a screen reader, outside of what `spared` selects.
TEXTS = """spared => {
  const found = [], shown = (element) => element.checkVisibility() && !element.closest(spared);
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) {
    const element = walker.currentNode.parentElement;
    if (shown(element) && !element.closest("script, style, template, code, kbd, [translate=no]"))
      found.push(walker.currentNode.data);
  }
  for (const element of document.querySelectorAll("[aria-label], [title], [alt], [placeholder]"))
    if (shown(element))
      for (const name of ["aria-label", "title", "alt", "placeholder"]) found.push(element.getAttribute(name) ?? "");
  return [document.title, ...found].map((text) => text.trim()).filter(Boolean);
}"""

# What is wider than the window, and which words leave their button or their sheet sideways.
OVERFLOWS = """spared => {
  const found = [];
  if (document.documentElement.scrollWidth > innerWidth) found.push(`page: ${document.documentElement.scrollWidth}`);
  for (const box of document.querySelectorAll("button, .btn, .slide-head, .slide-body, .coach, .call, .seat, .bar")) {
    if (!box.checkVisibility() || box.closest(spared)) continue;
    const { left, right } = box.getBoundingClientRect(),
      walker = document.createTreeWalker(box, NodeFilter.SHOW_TEXT);
    while (walker.nextNode()) {
      const holder = walker.currentNode.parentElement;
      if (!walker.currentNode.data.trim() || holder.closest(".sr, option, .scroll-x, .scroll, .phrases"))
        continue;
      if (holder.closest(spared)) continue;
      if (box.matches(".slide-body, .bar") && holder.closest("button, .btn")) continue;
      let clip = holder;  // a line may be cut on purpose, with three dots
      while (clip !== box && getComputedStyle(clip).overflowX === "visible") clip = clip.parentElement;
      if (clip !== box || getComputedStyle(box).textOverflow === "ellipsis") continue;
      const range = document.createRange();
      range.selectNodeContents(walker.currentNode);
      if ([...range.getClientRects()].some((words) => words.left < left - 2 || words.right > right + 2))
        found.push(`${box.className}: ${walker.currentNode.data}`);
    }
  }
  return [...new Set(found)];
}"""


@pytest.fixture(scope="module")
def over(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Server, str]]:
    """A house with a finished match, and the address of its table."""
    folder = tmp_path_factory.mktemp("over")

    async def story() -> str:
        async with open_house(folder) as house:
            found, chance = games.find(FINISHED), random.Random(6)
            chairs = [Place("person", "Ana"), Place("person", "Ben")]
            table = await house.open(found, found.modes[0].id, {}, chairs, ANA, house.keyring.dice_secret(), None)
            while not (match := table.state.playing()).over:
                seat = chance.choice(match.acting())
                await act(table, ANA, seat, match.number, chance.choice(match.options(seat)).id)
            return f"/t/{table.id}"

    address = run_apart(story())
    running = start(folder / "house.db", secret_key=KEY)
    yield running, address
    running.stop()


@pytest.fixture(params=SIZES, ids=lambda size: f"{size[0]}x{size[1]}")
def size(request: pytest.FixtureRequest) -> tuple[int, int]:
    return tuple(request.param)


@pytest.fixture
def reader(guests: Guests, size: tuple[int, int]) -> Iterator[Guest]:
    """A guest in a window of each size, whose pages speak the pseudo-language."""
    guest = reader_at(guests, size)
    yield guest
    guest.forgive(*NO_CARD)


def reader_at(guests: Guests, size: tuple[int, int], *url: str) -> Guest:
    guest = guests(*url, viewport={"width": size[0], "height": size[1]})
    speak(guest, os.environ.get("DICEHOUSE_PICTURE_LANGUAGE", "en-XA"))
    return guest


def speak(guest: Guest, language: str) -> None:
    guest.context.add_cookies([{"name": COOKIE, "value": language, "url": guest.url}])


def strings(value: Any) -> Iterator[str]:
    """Every string in data that the server sent."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict):
        for each in value.values():
            yield from strings(each)
    elif isinstance(value, list):
        for each in value:
            yield from strings(each)


def sent_texts(guest: Guest) -> list[str]:
    """Return what the server said in frames, the longest first: other tests read that. Words alone are left out."""
    found = {text for frame in guest.frames for text in strings(json.loads(frame))}
    parts = {part for text in found for part in re.split(r"\{\d\}", text)}
    words = {part.strip(" .:") for part in parts} | parts
    return sorted(
        (word for word in words if len(word) > 2 and (" " in word or not word.islower()) and not {*"⟦⟧"} & {*word}),
        key=len,
        reverse=True,
    )


def english_in(text: str, sent: list[str]) -> str:
    """Return what remains of a text without the messages of the pseudo-language, names, and what the server said."""
    for word in sent:
        text = text.replace(word, "")
    before = ""
    while before != text:
        before, text = text, re.sub("⟦[^⟦⟧]*⟧", "", text)
    text = re.sub(r"Dicehouse|Ana|Ben|Esc|Bones|\b[A-Z]\d?\b|\W|\d|[_½]", " ", text)
    return " ".join(text.split())


def check(guest: Guest, page: Page, name: str, spared: str = SKIP) -> None:
    """Check a page as it is now."""
    width = (page.viewport_size or {"width": 0})["width"]
    if PICTURES:
        page.wait_for_timeout(400)
        page.screenshot(path=str(Path(PICTURES) / f"{name}-{width}.png"))
    sent = sent_texts(guest)

    def faults() -> list[str]:
        texts = [text for text in page.evaluate(TEXTS, spared) if english_in(text, sent)]
        return [*(f"not extracted: {text}" for text in texts), *page.evaluate(OVERFLOWS, spared)]

    if PICTURES:
        print(name, width, *faults(), sep="\n  ")
    else:
        becomes(page, faults, [])


def calm(page: Page, game: str) -> str:
    return str(until(page, lambda: page.evaluate(HANDS[game].calm), "it is never this browser's turn"))


def open_sheets(guest: Guest, page: Page, name: str, spared: str) -> None:
    for key, sheet in SHEETS.items():
        page.mouse.move(0, 0)
        page.keyboard.press(key)
        page.locator(f".slide.{sheet} .slide-body > *").first.wait_for()
        check(guest, page, f"{name}-{sheet}", spared)
        page.keyboard.press("Escape")
        page.locator(".slide").wait_for(state="detached")


@pytest.mark.parametrize("game", ["dice-ocalypse", "dicetopia"])
def test_the_table_and_its_sheets(reader: Guest, game: str) -> None:
    page = reader.page(reader.open_table("person", "bot:sensible", game=game))
    page.set_default_timeout(PATIENCE)
    until(page, lambda: calm(page, game) == "mine", "it is never this browser's turn")
    check(reader, page, game, GAME_PARTS[game])
    open_sheets(reader, page, game, GAME_PARTS[game])


def test_the_waiting_room(reader: Guest) -> None:
    page = reader.page(reader.open_table("person", "open", "open", "bot:sensible"))
    page.locator(".waiting-room .invite").wait_for()
    check(reader, page, "waiting")
    page.keyboard.press("m")
    page.locator(".slide.menu .links").wait_for()
    check(reader, page, "waiting-menu")


def test_a_lesson(reader: Guest) -> None:
    person = reader.person()
    table = str(person.post("/learn/dice-ocalypse", lesson="first").headers["location"])
    reader.adopt(person)
    page = reader.page(table)
    page.locator(".coach .n").wait_for()
    calm(page, "dice-ocalypse")
    check(reader, page, "lesson", f"{GAME_PARTS['dice-ocalypse']}, .call")
    page.locator(".coach .foot .quiet").click()
    page.locator(".coach .picks").wait_for()
    check(reader, page, "lesson-left", f"{GAME_PARTS['dice-ocalypse']}, .call")


def test_the_end_its_proof_and_the_replay(guests: Guests, over: tuple[Server, str], size: tuple[int, int]) -> None:
    reader = reader_at(guests, size, over[0].url)
    table = over[1]
    page = reader.page(table)
    page.locator(".end-deeds").wait_for()
    page.locator(".proof-key [role=status] + .ico").first.wait_for(state="attached")
    check(reader, page, "end")
    page.locator(".end-curve .tool").click()
    page.locator(".proof-key").locator("visible=true").first.click()
    page.locator(".slide.proof .proof-sheet > .btn").wait_for()
    check(reader, page, "end-proof")
    replay = reader.page(f"{table}/replay?at=3")
    replay.locator(".replay-dock .eyes select option").nth(1).wait_for(state="attached")
    check(reader, replay, "replay", f"{GAME_PARTS[FINISHED]}, .reel-plot")


@pytest.mark.parametrize(
    ("language", "words"),
    [
        ("en", ["Rules", "Scores", "Players, clockwise"]),
        ("de", ["Regeln", "Punkte", "Spieler im Uhrzeigersinn"]),
    ],
)
def test_a_reader_gets_their_language(guest: Guest, language: str, words: list[str]) -> None:
    speak(guest, language)
    page = guest.page(guest.open_table("person", "bot:random", game="dice-ocalypse"))
    page.locator(".seats").wait_for()
    until(
        page, lambda: calm(page, "dice-ocalypse") == "mine", "it is never this browser's turn"
    )  # keys count from then on
    texts = page.evaluate(TEXTS, "nothing")
    assert [word for word in words if word not in texts] == []
    page.keyboard.press("m")
    page.locator(".slide.menu h2").wait_for()
    assert page.locator(".slide.menu h2").inner_text() == {"en": "This table", "de": "Dieser Tisch"}[language]
    assert last_state(guest)["table"]["game"] == "dice-ocalypse"
