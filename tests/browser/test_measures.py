"""Every table in windows of all sizes: letters that can be read, targets that a thumb hits, labels that are whole, and
dice that stay where they are when something is said beside them.
"""

from __future__ import annotations

import random
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from ..web.server import Server
from . import city, deck, foam, souls
from .chair import Chair
from .eyes import rest
from .guests import NO_CARD, PHONE, WIDE, Guests
from .hands import HANDS
from .laying import lay
from .measures import cut_labels, small_targets, small_texts
from .patience import PATIENCE, becomes, until
from .test_barriers import scrolls_sideways
from .test_dicetopia import CITY

SMALL = [(390, 844), (375, 553), (320, 640), (667, 331)]
SIZES = {game: [*SMALL, (1280, 720)] for game in HANDS} | {city.GAME: [*SMALL, (820, 1180), (1280, 720)]}
LABELS = (
    ".bar h1, .seat .name, .seat .state, .seat .total, .chip, .call h2, .call p, .words, .btn b, .btn small, .ticker,"
    ".react b, .react p, .step b, .step small, .face-key small, .item span, .zone-head span, .saying b, .mc .in > span,"
    ".way b, .finekey, .odds p, .tile .title b, .tile .title small, .tile .nm, .tile .foot, .mis b,"
    ".dealt-card > *, .lists small"
)
# A badge and the enlarged stack repeat the letters on the edges of a stack; a card of the Dome is read, not pressed.
REPEATED = ("span.edges", "Card, die")
# Many dice on all sides: the first decision of a game has none.
LAID: dict[str, dict[str, Any]] = {
    souls.GAME: {
        "board": {"a1": "YO", "a4": "PX", "c3": "TV YX RO", "g7": "TO", "g5": "TX", "d3": "WV"},
        "loas": "YT",
        "offerings": (3, 3),
        "zones": ["YV TV WV PO PS RX RO", "WG WS TX PX"],
        "spirits": ["WO RV", "TO TV TS"],
        "vp": (12, 8),
    },
    city.GAME: {
        "areas": CITY,
        "boards": ["p4 w2", "t1"],
        "factions": "haterz pagans",
        "missions": ["undercover infiltration", "slacker boom"],
    },
}
SETTLES = PATIENCE // 200  # looks at a window that has just got another size


def calm(page: Page, game: str) -> str:
    """Wait until this browser may do something."""
    return str(until(page, lambda: _mine(page, game), "it is never this browser's turn"))


def _mine(page: Page, game: str) -> str | None:
    found = page.evaluate(HANDS[game].calm)
    return found if found in ("mine", "over") else None


def measure(page: Page, sizes: list[tuple[int, int]]) -> dict[str, list[str]]:
    """What is too small or cut in which window, as soon as the page has taken its size."""
    found = {}
    for width, height in sizes:
        page.set_viewport_size({"width": width, "height": height})
        for _ in range(SETTLES):
            if not (wrong := _wrong(page)):
                break
            page.wait_for_timeout(20)
        if wrong:
            found[f"{width} x {height}"] = wrong
    return found


def _wrong(page: Page) -> list[str]:
    seen = [*small_texts(page), *small_targets(page), *cut_labels(page, LABELS)]
    return [each for each in seen if not any(mark in each for mark in REPEATED)]


@pytest.mark.parametrize("game", HANDS)
def test_all_can_be_read_and_hit_at_every_size(guests: Guests, server: Server, game: str) -> None:
    guest = guests(viewport=WIDE, has_touch=True)
    table = guest.open_table("person", "bot:random", game=game, **HANDS[game].settings)
    if game in LAID:
        lay(server, table, "", **LAID[game])
    page = guest.page(table)
    calm(page, game)
    found = measure(page, SIZES[game])
    guest.forgive(*NO_CARD)
    assert found == {}


# Where dice and cards lie in the page, and a button in the window.
PLACES = """([things, buttons]) => [
  ...[...document.querySelectorAll(things)].map(one => [one.getBoundingClientRect(), scrollX, scrollY]),
  ...[...document.querySelectorAll(buttons)].map(one => [one.getBoundingClientRect(), 0, 0]),
].map(([box, x, y]) => [box.left + x, box.top + y, box.width, box.height].map(Math.round))"""
THINGS = ".felt .die3[data-place]"
BUTTONS = ".hand-card:not(.up), .dock .do .btn"


def places(page: Page) -> list[list[int]]:
    rest(page)
    return list(page.evaluate(PLACES, [THINGS, BUTTONS]))


def test_no_die_moves_when_something_is_said(guests: Guests, server: Server) -> None:
    """Not when a touch is explained, a card is read, all dice score, or a card is played against the reader."""
    guest = guests(viewport=PHONE, has_touch=True)
    table = guest.open_table("person", "person", "person", **{"set-opening": "0", "name-0": "Ana", "name-1": "Ben"})
    lay(server, table, "112346", totals=[4800, 1200, 0], zombie=1)
    page = guest.page(table)
    chair = Chair(page)
    chair.wait()
    while not chair.dice():  # the others may play a card first
        chair.go.click()
        chair.wait()
    page.mouse.move(1, 1)
    dice = page.locator(".felt .die3[data-place]")
    for width, height in [*SMALL, (1280, 720)]:
        page.set_viewport_size({"width": width, "height": height})
        expect(dice.first).to_be_visible()
        page.evaluate("document.activeElement.blur()")
        expect(page.locator(".call p strong")).to_have_count(0)
        before = places(page)
        assert _wrong(page) == [], (width, height)
        page.locator(".felt .die3.dull").first.tap(force=True)  # explains why not
        assert places(page) == before, (width, height)
        for card in page.locator(".hand-card:not(.legal)").all():
            card.tap(force=True)
            expect(page.locator(".dock .ticker")).not_to_be_empty()
            assert places(page) == before, (width, height, card.get_attribute("aria-label"))


def test_on_the_page_without_a_script_all_can_be_read_and_hit(guests: Guests) -> None:
    """The picture of Baron Voodoo's board has the smallest letters; it scrolls in its own frame, and not the page."""
    guest = guests(viewport=PHONE, has_touch=True, java_script_enabled=False)
    page = guest.page(guest.open_table("person", "bot:random", game=souls.GAME) + "/plain?still=1")
    expect(page.locator(".plain-picture svg")).to_be_visible()
    for width, height in ((390, 844), (320, 640), (1280, 720)):
        page.set_viewport_size({"width": width, "height": height})
        assert _wrong(page) == [], (width, height)
        assert scrolls_sideways(page) == []


# Words on the cloth of the duel itself, which changes its colour below them.
BARE = """() => {
  const walker = document.createTreeWalker(document.querySelector("#table"), NodeFilter.SHOW_TEXT), found = [];
  while (walker.nextNode()) {
    const text = walker.currentNode, one = text.parentElement;
    if (!text.data.trim() || one.closest(".sr, svg, .skip")) continue;
    if (!one.checkVisibility({ checkVisibilityCSS: true })) continue;
    const words = document.createRange();
    words.selectNodeContents(text);
    if (![...words.getClientRects()].some(box => box.width > 1)) continue;
    let at = one;
    for (; at && at.id !== "table"; at = at.parentElement) {
      const style = getComputedStyle(at), alpha = /^rgba\\(.*, ([\\d.]+)\\)$/.exec(style.backgroundColor);
      if (style.backgroundImage !== "none" || !alpha || Number(alpha[1]) > 0.8) break;
    }
    if (!at || at.id === "table") found.push(text.data.trim());
  }
  return found;
}"""


@pytest.mark.parametrize("light", ["light", "dark"])
def test_no_word_of_the_duel_lies_on_the_diagonal(guests: Guests, light: str) -> None:
    guest = guests(viewport=WIDE, has_touch=True, color_scheme=light)
    page = guest.page(guest.open_table("person", "bot:random", game=deck.GAME))
    for touch in range(2):
        calm(page, deck.GAME)
        for width, height in ((1280, 720), (820, 1180), (390, 844), (320, 640), (667, 331)):
            page.set_viewport_size({"width": width, "height": height})
            becomes(page, lambda: page.evaluate(BARE), [])
        if touch == 0:
            HANDS[deck.GAME].touch(page, random.Random(2))


# What can be pressed or is chosen and shows no edge.
EDGELESS = """() => [
  ...document.querySelectorAll(".btn, .step, .way, .slot, [aria-pressed=true]:not(.die3)"),
].filter(one => {
  const style = getComputedStyle(one), wide = side => parseFloat(side) || 0;
  if (!one.checkVisibility({ checkVisibilityCSS: true }) || one.matches(".well, .sp, .pick *")) return false;
  const chosen = one.ariaPressed === "true" && !(style.outlineStyle !== "none" && wide(style.outlineWidth) >= 3);
  const edge = style.borderTopStyle !== "none" && wide(style.borderTopWidth) >= 1;
  return chosen || !edge || style.color === style.backgroundColor;
}).map(one => `${one.className}: ${one.innerText.trim().slice(0, 30)}`)"""


def test_with_forced_colours_steps_choices_and_buttons_have_edges(guests: Guests) -> None:
    guest = guests(viewport=PHONE, has_touch=True, forced_colors="active")
    for game in ("dice-ocalypse", souls.GAME, foam.GAME):
        page = guest.page(guest.open_table("person", "bot:random", game=game, **HANDS[game].settings))
        calm(page, game)
        assert page.evaluate(EDGELESS) == [], game
        page.close()
    for address in ("/", "/new/dicetopia"):
        page = guest.page(address)
        assert page.evaluate(EDGELESS) == [], address
    guest.forgive(*NO_CARD)


LONG_NAMES = ["Maximiliane Wunderlich", "Bartholomew Featherstone", "Christopher-Alexander", "Wilhelmina Oppenheimer"]
LONG_NAMES += ["Konstantinopolis Meier", "Anna-Magdalena Schmidt"]
NAMES = ".seat .name, .call h2, .waiting-do .btn b"
CUT_NAMES = """places => [...document.querySelectorAll(places)].filter(one => one.checkVisibility()
  && (one.scrollWidth > one.clientWidth + 1 || one.scrollHeight > one.clientHeight + 4)).map(one => one.innerText)"""


@pytest.mark.parametrize("game", ["dice-ocalypse", "indicesion", souls.GAME])
def test_long_names_are_read_whole_on_the_narrowest_phone(guests: Guests, game: str) -> None:
    guest = guests(viewport={"width": 320, "height": 640}, has_touch=True)
    names = LONG_NAMES[:4] if game == souls.GAME else LONG_NAMES
    fields = {f"name-{seat}": name for seat, name in enumerate(names)}
    page = guest.page(guest.open_table(*["person"] * len(names), game=game, **HANDS[game].settings, **fields))
    calm(page, game)
    becomes(page, lambda: page.evaluate(CUT_NAMES, NAMES), [])
    assert scrolls_sideways(page) == []
    guest.forgive(*NO_CARD)
