"""What a table owes its players: a hand may drag, a mistake may be taken back, nothing is forced on eyes or ears."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from ..web.server import Server
from .chair import Chair
from .eyes import rest
from .guests import PHONE, Guest, Guests
from .laying import lay
from .patience import becomes

CARDS = {"set-opening": "0", "name-0": "Ana", "name-1": "Ben"}
EARS = """window.heard = 0;
const Made = window.AudioContext;
window.AudioContext = class extends Made { constructor() { super(); window.heard++; } };"""


def thrown(guest: Guest, server: Server) -> Chair:
    """Ana has thrown 1 1 2 3 4 6; both ones are chosen."""
    table = guest.open_table("person", "person", **CARDS)
    lay(server, table, "112346", totals=[2000, 2000])
    chair = Chair(guest.page(table))
    chair.wait()
    chair.go.click()
    chair.wait()
    becomes(chair.page, chair.chosen, [0, 1])
    return chair


def test_a_die_is_kept_by_dragging_it_to_the_ledge_and_back(guest: Guest, server: Server) -> None:
    chair = thrown(guest, server)
    page, die = chair.page, chair.page.locator(".felt .die3").first
    rest(page)
    box, ledge = die.bounding_box(), page.locator(".ledge").bounding_box()
    assert box and ledge
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    page.keyboard.press("1")
    becomes(page, chair.chosen, [1])
    page.mouse.move(x, y)
    page.mouse.down()
    page.mouse.move(x + 40, ledge["y"] + 20, steps=4)
    page.mouse.up()
    becomes(page, chair.chosen, [0, 1])
    page.mouse.move(x, y)
    page.mouse.down()
    page.mouse.move(x + 60, y - 20, steps=4)
    page.mouse.up()
    becomes(page, chair.chosen, [1])


def test_a_tap_on_a_phone_chooses(guests: Guests, server: Server) -> None:
    chair = thrown(guests(viewport=PHONE, has_touch=True), server)
    chair.page.locator(".felt .die3").nth(1).tap()
    becomes(chair.page, chair.chosen, [0])
    expect(chair.page.locator(".ghost")).to_contain_text("+100")
    expect(chair.key("Bank")).to_contain_text("Bank 100")


def test_a_bank_can_be_taken_back(guest: Guest, server: Server) -> None:
    chair = thrown(guest, server)
    chair.key("Bank").click()
    chair.wait()
    expect(chair.page.locator(".call h2")).to_have_text("Ben: Ana banks 200")
    chair.page.keyboard.press("u")
    expect(chair.page.locator(".call h2")).to_contain_text("Ana: Keep")
    chair.wait()
    becomes(chair.page, chair.dice, [1, 1, 2, 3, 4, 6])
    becomes(chair.page, chair.labels, ["Roll 4 dice", "Bank 200"])


def test_the_odds_can_be_switched_off_for_good(guest: Guest, server: Server) -> None:
    chair = thrown(guest, server)
    page = chair.page
    expect(page.locator(".odds")).to_be_visible()
    expect(chair.key("Roll")).to_contain_text("16%")
    page.keyboard.press("m")
    page.get_by_text("Show the odds").click()
    page.keyboard.press("Escape")
    for _ in range(2):
        expect(page.locator(".odds")).to_have_count(0)
        expect(chair.key("Roll")).not_to_contain_text("%")
        page.reload()
        chair.wait()


def test_no_sound_is_made_until_somebody_asks_for_it(guests: Guests, server: Server) -> None:
    guest = guests(reduced_motion="no-preference")
    guest.context.add_init_script(EARS)
    chair = thrown(guest, server)
    chair.page.keyboard.press("1")
    assert chair.page.evaluate("() => window.heard") == 0
    chair.page.keyboard.press("m")
    chair.page.get_by_text("Sound", exact=True).click()
    chair.page.keyboard.press("Escape")
    chair.page.keyboard.press("1")
    chair.page.wait_for_function("() => window.heard === 1")


def test_who_only_listens_hears_what_happened_and_what_may_be_done(guest: Guest, server: Server) -> None:
    chair = thrown(guest, server)
    told = chair.page.locator(".sr[role=status] > :is(:has(~ [data-newest]), [data-newest])")
    expect(told.filter(has_text="You keep")).to_have_text("You keep 1, 1: 200 points.")
    lines = ["Ana rolls 1, 1, 2, 3, 4, 6.", "You keep 1, 1: 200 points.", "Roll 4 dice, or bank 200."]
    becomes(chair.page, lambda: [line.strip() for line in told.all_inner_texts()][-3:], lines)
    first, third = (chair.page.locator(".felt .die3").nth(place) for place in (0, 2))
    expect(first).to_have_accessible_name("Die 1 shows 1, kept")
    expect(third).to_have_accessible_name("Die 3 shows 2, scores nothing in this roll")
    expect(third).to_have_attribute("aria-disabled", "true")


def test_a_refusal_is_spoken_too(guest: Guest) -> None:
    page = guest.page(guest.open_table("person", "open"))
    name = page.locator("#own-name")
    name.fill("Dicehouse")
    name.press("Enter")
    expect(page.locator(".sr[role=status]")).to_contain_text("Dicehouse")


@pytest.mark.parametrize("where", ["", "/plain"])
def test_an_invitation_is_copied_on_a_home_network_too(guest: Guest, where: str) -> None:
    """There the page is not secure, and has no clipboard of its own."""
    guest.context.add_init_script("delete Navigator.prototype.clipboard")
    table = guest.open_table("person", "open")
    page = guest.page(table + where)
    link = page.locator("input[readonly]").input_value()
    page.get_by_role("button", name="Copy", exact=True).click()
    expect(page.get_by_role("button", name="Copied", exact=True)).to_be_visible()
    page.goto("/join")
    page.get_by_label("Your code or link").focus()
    page.keyboard.press("Control+v")
    expect(page.get_by_label("Your code or link")).to_have_value(link)


SCREEN = """window.awake = 0;
const lock = () => {
  const made = new EventTarget();
  Object.assign(made, { released: false, release: async () => { awake -= !made.released; made.released = true; } });
  awake++;
  return made;
};
Object.defineProperty(navigator, "wakeLock", { value: { request: async () => lock() } });"""


def test_the_screen_stays_on_in_a_live_game_and_not_where_a_turn_takes_days(guest: Guest) -> None:
    guest.context.add_init_script(SCREEN)
    page = guest.page(guest.open_table("person", "bot:random"))
    becomes(page, lambda: page.evaluate("awake"), 1)
    page.goto(guest.url + guest.open_table("person", "person", time="172800", late="otto"))
    expect(page.locator("[data-clock] .time-left").first).to_be_visible()
    assert page.evaluate("awake") == 0
