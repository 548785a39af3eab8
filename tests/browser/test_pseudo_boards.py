"""The boards of all games in a language that adds accents, brackets and 40% to every message (en-XA): on small phones
no words leave their place, nothing is cut, and no board is wider than the window.
"""

from __future__ import annotations

import random

import pytest
from playwright.sync_api import Page

from . import chair, foam
from .eyes import rest
from .guests import NO_CARD, Guests
from .hands import HANDS
from .patience import PATIENCE, until
from .test_pseudo_language import reader_at

SIZES = [(390, 664), (320, 640)]
DECISIONS = 4
SETTLES = PATIENCE // 600  # looks at a window that has just got another size

# Words outside the window or outside what clips them. What scrolls, and lines that end in three dots, may be longer.
CUT = """() => {
  const unread = "script, style, noscript, template, .sr, .skip, option, svg, canvas, .kept";  // kept dice are numbers
  const found = new Set(), root = document.documentElement;
  if (root.scrollWidth > innerWidth) found.add(`page: ${root.scrollWidth} px wide`);
  const name = one => [one.localName, ...one.classList].filter(each => !/^svelte-/.test(each)).join(".");
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  words: while (walker.nextNode()) {
    const text = walker.currentNode, one = text.parentElement;
    if (!text.data.trim() || one.closest(unread)) continue;
    if (!one.checkVisibility({ checkOpacity: true, checkVisibilityCSS: true })) continue;
    const range = document.createRange();
    range.selectNodeContents(text);
    for (let at = one; at; at = at.parentElement)  // read aloud only
      if (getComputedStyle(at).clipPath.startsWith("inset(50%") || at.clientWidth === 1) continue words;
    const boxes = [...range.getClientRects()].filter(box => box.width > 1);
    if (!boxes.length) continue;
    if (boxes.length > 4 && one.closest(".ticker"))
      found.add(`${name(one)} is squeezed: ${text.data.trim().slice(0, 60)}`);
    for (let at = one, x = true, y = true; at && at !== root && (x || y); at = at.parentElement) {
      const style = getComputedStyle(at);
      if (style.display === "inline") continue;
      if (style.textOverflow === "ellipsis" || /scroll|auto/.test(style.overflowX)) x = false;
      if (/scroll|auto/.test(style.overflowY) || style.webkitLineClamp !== "none") y = false;
      const { left, right, top, bottom } = at.getBoundingClientRect();
      const slack = b => 2 + b.height * 0.2;  // the room above and below the letters
      const whole = at.matches("button, .btn, .tool, .seat, .call, .chip");  // no words leave these
      const outX = x && (whole || style.overflowX !== "visible"), outY = y && (whole || style.overflowY !== "visible");
      const out = boxes.some(b => (outX && (b.left < left - 2 || b.right > right + 2))
        || (outY && (b.top < top - slack(b) || b.bottom > bottom + slack(b))));
      if (out) found.add(`${name(one)} in ${name(at)}: ${text.data.trim().slice(0, 60)}`);
      if (at.matches("button, .btn") || style.position === "fixed") break;
    }
  }
  return [...found];
}"""


def faults(page: Page) -> list[str]:
    """Return what is cut or overflows now, as soon as the page has taken its size."""
    found: list[str] = []
    for _ in range(SETTLES):
        rest(page)
        if not (found := list(page.evaluate(CUT))):
            break
        page.wait_for_timeout(20)
    return found


def touch(page: Page, game: str, chance: random.Random) -> None:
    if game == "dice-ocalypse":
        chair.Chair(page).go.click()
    else:
        HANDS[game].touch(page, chance)


# Which cards are dealt is chance, so the games with many words on cards are looked at outside the gate.
DEALT = {"deck-o-dice", "dicetopia"}
GAMES = [pytest.param(game, marks=[pytest.mark.long] if game in DEALT else []) for game in HANDS]


@pytest.mark.parametrize("game", GAMES)
def test_no_words_are_cut_on_a_board(guests: Guests, game: str) -> None:
    guest = reader_at(guests, SIZES[0])
    page = guest.page(guest.open_table("person", "bot:random", game=game, **HANDS[game].settings))
    page.set_default_timeout(PATIENCE)
    chance = random.Random(5)
    seen = {}
    for decision in range(DECISIONS if game != foam.GAME else 2):
        until(page, lambda: page.evaluate(HANDS[game].calm) in ("mine", "over"), "it is never this browser's turn")
        for width, height in SIZES:
            page.set_viewport_size({"width": width, "height": height})
            if found := faults(page):
                seen[f"decision {decision + 1}, {width} x {height}"] = found
        touch(page, game, chance)
    guest.forgive(*NO_CARD)
    assert seen == {}
