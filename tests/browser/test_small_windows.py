"""The board on a phone: nothing lies over what is to be seen or touched at that moment."""

from __future__ import annotations

from playwright.sync_api import Locator, expect

from .guests import PHONE, Guests
from .souls import GAME, Board

# Whether the thing itself, or a part of it, is what one sees at the middle of each of its sides.
SEEN = """thing => {
  const box = thing.getBoundingClientRect(), inset = 3, x = (box.left + box.right) / 2, y = (box.top + box.bottom) / 2;
  const points = [[x, box.top + inset], [x, box.bottom - inset], [box.left + inset, y], [box.right - inset, y]];
  return points.every(([across, down]) => thing.contains(document.elementFromPoint(across, down)));
}"""


def lies_open(thing: Locator) -> None:
    """Nothing covers it, and nothing cuts it off."""
    expect(thing).to_be_visible()
    thing.page.wait_for_function(SEEN, arg=thing.element_handle())


def test_captured_dice_lie_open_also_beside_the_list_of_what_can_be_banked(guests: Guests) -> None:
    fields = {"set-pairing": "yt-rp", "set-loas": "order", "set-first": "host"}
    guest = guests(viewport=PHONE)
    page = guest.page(guest.open_table("person", *["bot:random"] * 3, game=GAME, **fields))
    board = Board(page)
    board.wait()
    page.keyboard.press("1")
    page.keyboard.press("Enter")
    captured = page.locator(".near .zone.capture .pick")
    expect(captured).to_have_count(1)
    board.wait()
    lies_open(captured)
    page.keyboard.press("c")
    expect(page.locator(".tell .list[data-tool=bank] .item")).to_have_count(1)
    lies_open(captured)
