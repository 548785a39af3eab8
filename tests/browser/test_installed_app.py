"""The page as an app: it can be installed, says when there is no connection, and forgets what it should, no more."""

from __future__ import annotations

import json
import re
from pathlib import Path

from playwright.sync_api import Page, expect

from dicehouse.server.accounts.web_push import Pusher

from ..web.letters import PushService
from ..web.server import start
from .guests import LINE_LOST, Guests
from .patience import becomes, until
from .test_your_turn import HOUSE, SUBSCRIBES

NAMES = "() => caches.keys()"
KEPT = """async () => {
  const found = [];
  for (const name of await caches.keys())
    for (const { url } of await (await caches.open(name)).keys()) found.push(url.replace(location.origin + "/", ""));
  return found.sort();
}"""


def listed(page: Page) -> list[str]:
    """What the worker may keep."""
    found = re.search(r"new Set\((\[.*?\])\.map", page.request.get("/sw.js").text())
    assert found is not None
    return sorted(json.loads(found[1]))


def test_an_app_keeps_its_list_alone_and_says_when_there_is_no_connection(guests: Guests, tmp_path: Path) -> None:
    house = start(tmp_path / "house.db")
    ana = guests(house.url, worker=True)
    table = ana.open_table("person", "bot:random")
    page = ana.page("/")
    page.evaluate("() => navigator.serviceWorker.ready.then(() => true)")
    line = ana.context.new_cdp_session(page)
    assert line.send("Page.getAppManifest")["errors"] == []
    found = {each["errorId"] for each in line.send("Page.getInstallabilityErrors")["installabilityErrors"]}
    assert found <= {"in-incognito"}
    for address in ("/me", "/games", f"{table}/plain", "/me/turns", table, "/"):
        page.goto(address)
        assert page.evaluate("() => Boolean(navigator.serviceWorker.controller)")
    becomes(page, lambda: page.evaluate(KEPT), listed(page))
    (name,) = page.evaluate(NAMES)
    assert name.startswith(f"dicehouse-server:{house.url}/:")
    house.stop()
    page.goto(table)
    expect(page.get_by_role("heading", name="No connection")).to_be_visible()
    assert (
        page.evaluate("() => getComputedStyle(document.querySelector('.sheet')).backgroundColor") != "rgba(0, 0, 0, 0)"
    )
    again = start(tmp_path / "house.db", port=int(house.url.rpartition(":")[2]))
    page.get_by_role("link", name="Try again").click()
    expect(page.locator(".call h2")).to_be_visible()
    assert page.evaluate(KEPT) == listed(page)
    again.stop()
    ana.forgive(*LINE_LOST)


def test_signing_out_deletes_what_the_worker_has_and_nothing_else(guests: Guests, tmp_path: Path) -> None:
    service = PushService(tmp_path)
    house = start(
        tmp_path / "house.db", pushes=lambda keyring: Pusher(keyring, HOUSE, private=True, context=service.context)
    )
    ana = guests(house.url, worker=True)
    ana.open_table("person", "open")
    page = ana.context.new_page()
    page.add_init_script(SUBSCRIBES % json.dumps(service.subscription))
    page.goto("/me/turns")
    page.locator("#push button").click()
    expect(page.locator("#push .says")).to_contain_text("This browser notifies you")
    becomes(page, lambda: len(page.evaluate(KEPT)), len(listed(page)))
    page.evaluate("""async () => {
      await (await caches.open("dicehouse-games:1")).put("/saved-game", new Response("mine"));
      await caches.open("dicehouse-server:https://other.example/:1");
      localStorage.saved = "mine";
    }""")
    others = ["dicehouse-games:1", "dicehouse-server:https://other.example/:1"]
    page.goto("/me/sign-out")
    field = page.locator("[data-push-endpoint]")
    until(page, lambda: field.input_value() == service.subscription["endpoint"], "the form names no subscription")
    page.get_by_role("button", name="Sign out").click()
    expect(page.get_by_role("heading", name="You are signed out")).to_be_visible()
    becomes(page, lambda: sorted(page.evaluate(NAMES)), others)
    assert page.evaluate("() => [localStorage.saved, localStorage.subscribed]") == ["mine", None]
    assert page.evaluate("async () => (await (await caches.match('/saved-game')).text())") == "mine"
    assert page.evaluate("async () => (await navigator.serviceWorker.getRegistrations()).length") == 1
    assert not [cookie for cookie in ana.context.cookies() if cookie["name"].startswith("dicehouse-")]
    page.goto("/")
    becomes(page, lambda: len(page.evaluate(KEPT)), len(listed(page)) + 1)
    house.stop()
    service.close()


def test_an_iphone_says_that_only_an_installed_app_gets_messages(guests: Guests) -> None:
    ana = guests()
    ana.open_table("person", "open")
    for standalone, words in ((False, "First add Dicehouse to your Home Screen"), (True, "doesn.t support")):
        page = ana.context.new_page()
        page.add_init_script("delete window.PushManager")
        page.add_init_script(f"Object.defineProperty(navigator, 'standalone', {{ value: {json.dumps(standalone)} }})")
        page.goto("/me/turns")
        expect(page.locator("#push .says")).to_have_text(re.compile(words))


def test_the_colour_of_the_window_follows_the_button(guests: Guests) -> None:
    page = guests(color_scheme="light").page("/")
    shown = """() => [...document.querySelectorAll("meta[name=theme-color]")]
      .filter((meta) => matchMedia(meta.media).matches).map((meta) => meta.dataset.for)"""
    assert page.evaluate(shown) == ["day"]
    for theme in ("lamp", "day"):
        page.locator("#theme").click()
        becomes(page, lambda: page.evaluate(shown), [theme])
    page.locator("#theme").click()
    page.reload()
    becomes(page, lambda: page.evaluate(shown), ["lamp"])
