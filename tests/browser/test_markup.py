"""Names and talk are text wherever they are shown."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, expect

from .chair import Chair, table_of
from .guests import Guest, Guests
from .patience import becomes

NAMES = ("<img src=x onerror=a()>", "<b>{1}</b>&amp;{{0}}")
SAYING = "<script>alert(1)</script><img src=x onerror=alert(2)> {0} &lt;"
STRANGE = "main img, .sheet script, .log script, .log img, [onerror], .name b, .who img"


def opened(guest: Guest) -> str:
    fields = {"name-0": NAMES[0], "name-1": NAMES[1]}
    return guest.open_table(
        "person", "person", **fields, **{"set-special_cards": "off", "set-target": "1000", "set-opening": "0"}
    )


def talk(guest: Guest, table: str) -> None:
    assert guest.person().post(f"{table}/chat", text=SAYING).status_code == 303


def is_text(page: Page) -> None:
    expect(page.locator(STRANGE)).to_have_count(0)
    assert page.evaluate("() => typeof a") == "undefined"


def test_on_the_table_in_the_log_and_on_the_score_sheet(guest: Guest) -> None:
    table = opened(guest)
    talk(guest, table)
    page = guest.page(table)
    chair = Chair(page)
    chair.wait()
    expect(page.locator(".seat .name")).to_have_text(list(NAMES), use_inner_text=True)
    page.keyboard.press("l")
    expect(page.locator(".slide .said").first).to_have_text(f"{NAMES[0]} {SAYING}")
    is_text(page)
    page.keyboard.press("Escape")
    while chair.wait() == "mine":
        chair.go.click()
    expect(page.locator(".end-title h2")).to_have_text(re.compile(r"(?: wins|You win)!$"))
    becomes(page, lambda: set(page.locator(".end-deeds thead th").all_inner_texts()), set(NAMES))
    for key in "lsrm":
        page.keyboard.press(key)
        expect(page.locator(".slide-body > *").first).to_be_visible()
        is_text(page)
        page.keyboard.press("Escape")


@pytest.mark.parametrize("script", [True, False])
def test_on_the_plain_page_and_the_front_page(guests: Guests, script: bool) -> None:
    guest = guests(java_script_enabled=script)
    table = opened(guest)
    talk(guest, table)
    page = guest.page(f"{table}/plain")
    for words in (*NAMES, SAYING):
        assert words in page.locator("main").inner_text()
    for where in (f"{table_of(page)}/plain", "/", "/me"):
        page.goto(where)
        expect(page.locator("main [onerror], main script, main b b")).to_have_count(0)
        expect(page.locator("main img[src=x]")).to_have_count(0)
