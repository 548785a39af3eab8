"""The duel on the page: a choice stays shut until both are in, a shared device is handed over, the log forgets and in
the end tells all.
"""

from __future__ import annotations

import re

from playwright.sync_api import Page, expect

from .deck import MOST, Duelist, settle
from .guests import Guest, Guests, last_state
from .patience import until

DUEL = "deck-o-dice"
MINIONS = re.compile("Quad|Cubera|Diante|Sparten|Dwelve|Twent")
CALM = "() => !document.querySelector('.call .told') || dispatchEvent(new Event('pointerdown')) && false"


def calm(page: Page) -> None:
    """Wait until nothing is told any more."""
    page.wait_for_function(CALM, polling=40)


def lock(page: Page, minion: str) -> None:
    page.locator(".tray .pick").filter(has_text=minion).click()
    page.locator(".dock .btn.go").filter(has_text=minion).click()


def decide(page: Page) -> None:
    """Whatever is asked: some card that may be chosen, the lit key."""
    for digit in "123456" if page.locator(".tray .pick").count() else "":
        page.keyboard.press(digit)
    keys = page.locator(".dock .btn.go:not([aria-disabled=true])")
    if keys.count():
        page.keyboard.press("Enter")


def fight_on(page: Page) -> None:
    """Play until the end at one device that sits on both chairs, or until the next secret choice."""

    def ended() -> bool:
        calm(page)
        if page.locator(".cover").count():
            page.locator(".cover .btn.go").click()
            expect(page.locator(".cover")).to_have_count(0)
        if page.locator(".tray .pick, .end-room").count():
            return True
        decide(page)
        return False

    until(page, ended, "the combat does not end")


def two_pages(guests: Guests) -> tuple[Page, Page]:
    """Ana at her own table, and Ben, who came by her link."""
    one, other = guests(), guests()
    page = one.page(one.open_table("person", "open", game=DUEL))
    there = other.page(page.locator(".invite input").first.input_value())
    there.locator("input[name=name]").fill("Ben")
    there.locator("form .btn.go").click()
    return page, there


def test_a_choice_stays_shut_until_both_are_in(guests: Guests) -> None:
    page, there = two_pages(guests)
    lock(page, "Twent")
    expect(there.locator(".seat.p1 .state")).to_contain_text("has chosen")
    expect(there.locator(".far .fighter .seal")).to_be_visible()
    assert not there.locator(".far .fighter").inner_html().count("dod-twent")
    lock(there, "Quad")
    expect(there.locator(".far .fighter .k-twent")).to_be_attached()
    expect(page.locator(".far .fighter .k-quad")).to_be_attached()


# Presses these keys in the very moment in which something begins to be told, and keeps what was told.
WHILE_TOLD = """keys => { new MutationObserver((_, watch) => {
  const told = document.querySelector(".call .told");
  if (!told) return;
  watch.disconnect();
  window.told = told.textContent;
  for (const key of keys) dispatchEvent(new KeyboardEvent("keydown", {key}));
}).observe(document.body, {childList: true, subtree: true}); }"""


def test_keys_count_while_it_is_told_that_the_other_one_has_chosen(guests: Guests) -> None:
    page, there = two_pages(guests)
    expect(page.locator(".tray .pick")).to_have_count(6)
    page.evaluate(WHILE_TOLD, ["6", "Enter"])
    lock(there, "Quad")
    expect(there.locator(".far .fighter .k-twent")).to_be_attached()
    assert page.evaluate("told") == "Ben has chosen."


def test_a_shared_device_is_handed_over_and_shows_no_cards_before(guest: Guest) -> None:
    page = guest.page(guest.open_table("person", "person", game=DUEL, **{"name-1": "Ben"}))
    for name in ("Ana", "Ben"):
        expect(page.locator(".cover h2")).to_have_text(f"Pass to {name}")
        assert not page.locator(".tray, .row-of").count()
        page.keyboard.press("1")  # touches nothing
        page.get_by_role("button", name=f"I'm {name}").click()
        expect(page.locator(".tray .pick")).to_have_count(6)
        lock(page, "Sparten")
    fight_on(page)
    expect(page.locator(".halves li.on")).to_have_text("2")


def test_the_log_forgets_what_is_over_and_tells_all_at_the_end(guest: Guest) -> None:
    page = guest.page(guest.open_table("person", "bot:random", game=DUEL))
    duelist, read, reloaded = Duelist(page), 0, False
    for _ in range(MOST):
        if duelist.turn() == "over":
            break
        combat = page.locator(".halves li.on").inner_text()
        if page.locator(".tray.hand-of").count() and combat != "1":
            assert not MINIONS.search(page.locator(".log").inner_text())
            read += 1
        if combat == "5" and not reloaded:
            reloaded = True
            page.reload()  # what has faded must come back all the same
            continue
        number = last_state(guest)["number"]
        decide(page)
        settle(guest, page, number)
    assert reloaded and read > 9
    page.keyboard.press("l")
    expect(page.locator(".slide .log li").filter(has_text=re.compile(r"sends? \w+, and \w+ sends"))).to_have_count(12)
