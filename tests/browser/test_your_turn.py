"""Whose turn it is, and for how long: the key that nudges, the clock, and messages to a browser."""

from __future__ import annotations

import json
import re
from pathlib import Path

from playwright.sync_api import Page, expect

from dicehouse.server.accounts.web_push import Pusher

from ..web.letters import PushService
from ..web.server import start
from .chair import Chair
from .guests import Guest, Guests, by_link, last_state
from .patience import becomes, until

HOUSE = "https://dice.example.org"
LONG = {"set-special_cards": "off", "set-opening": "0", "set-target": "50000"}
LATE = 20_000  # milliseconds, after which somebody counts as late


def test_the_key_that_nudges_stays_while_others_speak(guests: Guests) -> None:
    ana, ben = guests(), guests()
    page, there, table = by_link(ana, ben, game="baron-voodoo")
    for each in (page, there):
        expect(each.locator(".call h2")).to_be_visible()
    waiting, asked = (there, ana) if 0 in last_state(ana)["acting"] else (page, ben)
    waiting.clock.install()
    waiting.reload()
    expect(waiting.locator(".call h2")).to_be_visible()
    nudge = waiting.get_by_role("button", name="Nudge")
    expect(nudge).to_have_count(0)
    waiting.clock.fast_forward(LATE)
    expect(nudge).to_be_visible()
    with asked.person().sit(table) as sitting:
        sitting.send("chat", text="One moment.")
    expect(waiting.get_by_text("One moment.")).to_be_visible()
    expect(nudge).to_be_visible()


def go_by(page: Page, guest: Guest, milliseconds: int) -> None:
    """Put the page's clock on, step by step: where a ping waits for eight seconds, the line counts as lost."""
    sent, heard = len(guest.sent), len(guest.frames)

    def answered() -> bool:
        pings = sum('"ping"' in frame for frame in guest.sent[sent:])
        return pings <= sum('"pong"' in frame for frame in guest.frames[heard:])

    for _ in range(4):
        page.clock.fast_forward(milliseconds // 4)
        until(page, answered, "a ping had no answer")


def test_a_clock_goes_on_while_something_is_shown_again(guest: Guest) -> None:
    page = guest.page(guest.open_table("person", "bot:random", **LONG, time="60", late="otto"))
    chair = Chair(page)
    page.clock.install()
    page.reload()
    again = page.get_by_role("button", name="Replay the last turn")
    assert chair.wait() == "mine"
    while not again.count():
        chair.go.click()
        assert chair.wait() == "mine"
    left = page.locator("[data-clock] .time-left.you")
    expect(left).to_be_visible()
    go_by(page, guest, LATE)
    again.click()
    expect(page.get_by_text("replay: 1 of")).to_be_visible()
    page.keyboard.press("Escape")
    assert chair.wait() == "mine"
    assert int(left.inner_text()[-2:]) <= 60 - LATE / 1000


def test_what_is_chosen_stays_so_while_something_is_shown_again(guest: Guest) -> None:
    page = guest.page(guest.open_table("person", "bot:random", **LONG))
    chair = Chair(page)
    again = page.get_by_role("button", name="Replay the last turn")
    assert chair.wait() == "mine"
    while not (again.count() and chair.chosen()):
        chair.go.click()
        assert chair.wait() == "mine"
    best = chair.chosen()
    page.keyboard.press(str(best[0] + 1))
    until(page, lambda: chair.chosen() != best, "the digit gave nothing back")
    left = chair.chosen()  # with it may go others that score nothing without it
    page.keyboard.press("h")
    expect(page.get_by_text("replay: 1 of")).to_be_visible()
    page.keyboard.press("Escape")
    expect(page.get_by_text("replay: 1 of")).to_have_count(0)
    becomes(page, chair.chosen, left)


def test_the_goal_says_whether_the_target_itself_is_enough(guest: Guest) -> None:
    fields = {"set-target": "5000", "set-special_cards": "off"}
    for exact, words in (("on", "target: 5,000 or more"), ("off", "target: more than 5,000")):
        page = guest.page(guest.open_table("person", "person", **fields, **{"set-exact_target": exact}))
        expect(page.get_by_text(words)).to_be_visible()
        page.keyboard.press("1")
        expect(page.get_by_text("Already played")).to_have_count(0)


# No browser here reaches a push service of its own: what it would be given there is put in its place.
SUBSCRIBES = """(() => {
  const given = %s,
    plain = (text) => atob(text.replaceAll("-", "+").replaceAll("_", "/")),
    bytes = (text) => Uint8Array.from(plain(text), (sign) => sign.charCodeAt(0));
  const made = {
    endpoint: given.endpoint,
    getKey: (name) => bytes(given[name]),
    unsubscribe: async () => delete localStorage.subscribed,
  };
  PushManager.prototype.getSubscription = async () => (localStorage.subscribed ? made : null);
  PushManager.prototype.subscribe = async () => {
    if (localStorage.subscribed === "with another key") throw new DOMException("another key", "InvalidStateError");
    localStorage.subscribed = "yes";
    return made;
  };
})()"""


def test_a_browser_promises_messages_only_when_the_house_knows_of_it(guests: Guests, tmp_path: Path) -> None:
    service = PushService(tmp_path)
    house = start(
        tmp_path / "house.db", pushes=lambda keyring: Pusher(keyring, HOUSE, private=True, context=service.context)
    )
    guest = guests(house.url, worker=True)
    guest.open_table("person", "open")
    page = guest.context.new_page()
    page.add_init_script(SUBSCRIBES % json.dumps(service.subscription))
    page.goto("/me/turns")
    says, key = page.locator("#push .says"), page.locator("#push button")
    page.route("**/me/turns/push", lambda route: route.abort())
    key.click()
    expect(says).to_have_text(re.compile("That didn.t work|blocks notifications"))
    page.reload()
    expect(says).to_contain_text("can notify you")
    page.unroute_all()
    key.click()
    expect(says).to_contain_text("This browser notifies you")
    page.reload()
    expect(says).to_contain_text("This browser notifies you")
    expect(key).to_have_text("Don't notify me here")
    key.click()
    expect(says).to_contain_text("can notify you")
    page.evaluate("localStorage.subscribed = 'with another key'")  # by a house that stood at this address before
    page.reload()
    expect(says).to_contain_text("can notify you")
    key.click()
    expect(says).to_contain_text("This browser notifies you")
    guest.forgive("Failed to load resource")
    house.stop()
    service.close()
