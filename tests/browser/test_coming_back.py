"""Nothing is lost: a reload, a server that dies in the middle of a turn, an open page that finds it again."""

from __future__ import annotations

import random
import signal
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Route, expect

from ..web.test_crash import free_port, launch
from ..web.test_socket import play_on
from .chair import Chair
from .guests import LINE_LOST, Guest, Guests
from .patience import becomes, texts_of, until

PLAIN = {"set-special_cards": "off", "set-opening": "0", "set-target": "50000"}


def in_mid_turn(chair: Chair) -> None:
    """Throw until dice lie there, keep some and throw the others, so that a turn is well under way."""
    while chair.wait() == "mine":
        if chair.page.locator(".kept li:not(.ghost)").count() and chair.dice():
            return
        chair.key("Roll").click()


def lying(chair: Chair) -> tuple[object, ...]:
    """All that a player remembers of the table."""
    page = chair.page
    where = (".seat .total", ".kept li", ".sum output", ".call")
    return (chair.dice(), chair.chosen(), chair.labels(), *(page.locator(each).all_text_contents() for each in where))


def test_a_reload_in_mid_turn_shows_the_same_table(guest: Guest) -> None:
    chair = Chair(guest.page(guest.open_table("person", "person", **PLAIN)))
    in_mid_turn(chair)
    before = lying(chair)
    chair.page.reload()
    chair.wait()
    becomes(chair.page, lambda: lying(chair), before)
    chair.key("Roll").click()
    assert chair.wait() == "mine"


@pytest.fixture
def house(tmp_path: Path) -> Iterator[tuple[str, list[subprocess.Popen[bytes]]]]:
    """A server in a process of its own; the list holds the one that runs, and what is put there is ended too."""
    port = free_port()
    running = [launch(tmp_path / "house.db", port)]
    yield f"http://127.0.0.1:{port}", running
    for process in running:
        process.kill()
        process.wait()


def test_a_killed_server_is_found_again_in_mid_turn(
    guests: Guests, house: tuple[str, list[subprocess.Popen[bytes]]], tmp_path: Path
) -> None:
    url, running = house
    guest = guests(url)
    chair = Chair(guest.page(guest.open_table("person", "person", **PLAIN)))
    in_mid_turn(chair)
    before = lying(chair)
    running[0].send_signal(signal.SIGKILL)
    running[0].wait()
    notice = chair.page.locator(".offline")
    expect(notice).to_be_visible()
    assert lying(chair) == before, "the table stays in sight while the line is lost"
    chair.key("Roll").click()  # what is asked for now is done when the line is there again
    running.append(launch(tmp_path / "house.db", int(url.rsplit(":", 1)[1])))
    expect(notice).to_have_count(0)
    assert chair.wait() == "mine"
    until(chair.page, lambda: lying(chair) != before, "the throw was not made")
    told = texts_of(chair.page.locator(".logbox .log li"))
    chair.page.reload()
    chair.wait()
    expect(chair.page.locator(".logbox .log li")).to_have_text(told, use_inner_text=True)
    guest.forgive(*LINE_LOST)


@pytest.mark.parametrize("game", ["dice-ocalypse", "dicetopia"])
def test_a_page_that_is_older_than_the_house_says_so_and_is_loaded_anew(guest: Guest, game: str) -> None:
    """A new release has other names for the parts that a page fetches when they are wanted."""
    page = guest.page(guest.open_table("person", "bot:random", game=game))
    expect(page.locator(".dock .do .btn").first).to_be_visible()
    page.route("**/static/chunks/**", lambda route: route.fulfill(status=404))
    said = page.get_by_role("alert")
    for key in "lr":
        page.keyboard.press(key)
        expect(said).to_contain_text("Your game is safe.")  # once, however many parts are missing
    page.unroute_all()
    guest.context.set_offline(True)
    said.get_by_role("button", name="Reload the page").click()
    again = said.get_by_role("button", name="Try again")
    expect(again).to_be_visible()  # and no page of the browser's own, which would stay
    guest.context.set_offline(False)
    page.route(page.url, lambda route: route.fulfill(status=502, body="Bad gateway"))  # nor one of a proxy
    for _ in range(2):
        with page.expect_response(page.url):
            again.click()
        expect(again).to_be_visible()
    page.unroute_all()
    with page.expect_event("load"):
        again.click()
    expect(page.locator(".dock .do .btn").first).to_be_visible()
    expect(said).to_have_count(0)
    page.keyboard.press("l")
    expect(page.locator(".slide-body > *").first).to_be_visible()
    guest.forgive("Failed to load resource", "dynamically imported module", "Unable to preload CSS")


OLDER = """document.addEventListener("readystatechange", () => {
  if (localStorage.getItem("older")) document.getElementById("table").dataset.built = "older";
})"""


def test_a_page_left_open_over_an_update_is_loaded_anew_by_itself(guest: Guest) -> None:
    """Once; if what comes is still another build than the one that the house serves, that is said."""
    page = guest.page(guest.open_table("person", "person", **PLAIN))
    page.add_init_script(OLDER)
    page.evaluate("localStorage.setItem('older', 'yes')")
    loaded: list[str] = []
    page.on("framenavigated", lambda frame: loaded.append(frame.url))
    page.reload()
    said = page.get_by_role("alert")
    expect(said).to_contain_text("There is a newer version of this page. Your game is safe.")
    assert len(loaded) == 2, "the first time it was loaded anew, the second time it said why"
    page.evaluate("localStorage.removeItem('older')")
    said.get_by_role("button", name="Reload the page").click()
    expect(page.locator(".dock .do .btn").first).to_be_visible()
    expect(said).to_have_count(0)


def test_a_page_that_is_being_loaded_anew_does_not_ask_for_it(guest: Guest) -> None:
    """Every frame says that the house is newer; while the first one is followed the others are no news."""
    page = guest.page(guest.open_table("person", "person", **PLAIN))
    page.add_init_script(OLDER)
    page.evaluate("localStorage.setItem('older', 'yes')")
    held: list[Route] = []

    def hold(route: Route) -> None:
        if route.request.resource_type == "fetch":
            held.append(route)
        else:
            route.continue_()

    page.route(page.url, hold)
    page.reload()
    becomes(page, lambda: len(held), 1)
    chair = Chair(page)
    chair.wait()
    chair.key("Roll").click()
    chair.wait()
    expect(page.get_by_role("alert")).to_have_count(0)
    with page.expect_event("load"):
        held[0].continue_()


def test_a_tab_that_may_keep_nothing_says_that_the_house_is_newer(guest: Guest) -> None:
    page = guest.page(guest.open_table("person", "person", **PLAIN))
    page.add_init_script(OLDER)
    page.add_init_script(
        "delete window.sessionStorage; Object.defineProperty(window, 'sessionStorage', {get() { throw 0; }})"
    )
    page.evaluate("localStorage.setItem('older', 'yes')")
    page.reload()
    expect(page.get_by_role("alert")).to_contain_text("There is a newer version of this page. Your game is safe.")
    expect(page.locator(".dock .do .btn").first).to_be_visible()


def test_a_tab_that_nobody_sees_tells_on(guests: Guests) -> None:
    """It may be hidden in the middle of what is told; from then on it gets no frames to draw in."""
    guest = guests(reduced_motion="no-preference")
    chair = Chair(guest.page(guest.open_table("person", "bot:random", **PLAIN)), hurry=False)
    chair.wait()
    chair.page.evaluate("window.requestAnimationFrame = () => 0")
    chair.key("Roll").click()
    assert chair.wait() == "mine", "the throw was told to its end"


BEAT_LATE = """() => {
  const now = Date.now;
  Date.now = () => now() + 60_000;
  document.dispatchEvent(new Event("visibilitychange"));
  Date.now = now;
}"""


def test_a_tab_whose_clocks_are_slowed_keeps_its_line(guest: Guest) -> None:
    """A browser lets the timers of tabs that nobody sees run once a minute: that is no minute of silence."""
    page = guest.context.new_page()
    lines: list[str] = []
    page.on("websocket", lambda line: lines.append(line.url))
    with page.expect_websocket() as opened:
        page.goto(guest.open_table("person", "person", **PLAIN))
    opened.value.wait_for_event("framereceived", lambda frame: "pong" in str(frame))
    with opened.value.expect_event("framereceived", lambda frame: "pong" in str(frame)):
        page.evaluate(BEAT_LATE)
    assert len(lines) == 1


# A phone that slept: its timers stood still, and the line has died without a word.
SLEPT = """silent => {
  const now = Date.now, hide = hidden => {
    Object.defineProperty(document, "hidden", { configurable: true, get: () => hidden });
    document.dispatchEvent(new Event("visibilitychange"));
  };
  hide(true);
  Date.now = () => now() + 60_000;
  if (silent) window.line.send = () => {};
  hide(false);
}"""
SOON = 4_000  # milliseconds: before half of the silence after which any line counts as dead


def test_a_line_that_died_while_a_phone_slept_is_made_anew_at_once(guest: Guest) -> None:
    page = guest.context.new_page()
    page.add_init_script(CUT)
    with page.expect_websocket() as opened:
        page.goto(guest.open_table("person", "person", **PLAIN))
    opened.value.wait_for_event("framereceived", lambda frame: "pong" in str(frame))
    with page.expect_websocket(timeout=SOON):
        page.evaluate(SLEPT, True)
    expect(page.locator(".offline")).to_have_count(0)


def test_a_line_that_outlived_the_sleep_is_kept(guest: Guest) -> None:
    page = guest.context.new_page()
    page.add_init_script(CUT)
    lines: list[str] = []
    page.on("websocket", lambda line: lines.append(line.url))
    with page.expect_websocket() as opened:
        page.goto(guest.open_table("person", "person", **PLAIN))
    for _ in range(2):
        opened.value.wait_for_event("framereceived", lambda frame: "pong" in str(frame))
    page.evaluate(SLEPT, False)
    page.wait_for_timeout(SOON)
    assert len(lines) == 1


CUT = """
const Line = window.WebSocket;
window.WebSocket = class extends Line {
  constructor(where) {
    super(window.cut ? String(where).replace("/ws", "/nothing") : where);
    window.line = this;
  }
};"""


def test_what_was_taken_back_while_a_line_was_cut_is_gone_from_the_log(guests: Guests) -> None:
    """By the number of events alone nobody could tell: others came in their place."""
    guest, onlooker = guests(), guests()
    table = guest.open_table("person", "person", **PLAIN)
    page = onlooker.context.new_page()
    page.add_init_script(CUT)
    page.goto(table)
    with guest.person().sit(table) as sitting:
        for seat in (0, 1):
            sitting.send("order", seat=seat, mode="ask", points=0)
        state = play_on(sitting, random.Random(4), lambda state: state["undo"] and state["number"] > 3)
        log = page.locator(".logbox .log")
        expect(log).to_contain_text("banks")
        page.evaluate("window.cut = true; window.line.close()")
        expect(page.locator(".offline")).to_be_visible()
        number = state["number"]
        sitting.send("undo", id="u", seat=state["seat"], number=number)
        sitting.wait_for(lambda state: state["number"] < number)
        play_on(sitting, random.Random(5), lambda state: state["number"] > number + 2)
    page.evaluate("window.cut = false")
    expect(page.locator(".offline")).to_have_count(0)
    Chair(page).wait("any")
    shown = texts_of(log.locator("li"))
    page.reload()
    Chair(page).wait("any")
    expect(log.locator("li")).to_have_text(shown, use_inner_text=True)
    onlooker.forgive(*LINE_LOST)


def test_a_browser_that_is_too_old_gets_the_plain_page_and_is_told(guest: Guest) -> None:
    table = guest.open_table("person", "bot:random")
    guest.context.add_init_script("CSS.supports = (what) => !String(what).includes(':has(')")
    page = guest.page(table)
    page.wait_for_url("**/plain?old=1")
    expect(page.locator(".old-browser")).to_contain_text("Firefox 121")
    expect(page.locator("#choices button").first).to_be_visible()
