"""Nothing is lost: a reload, a server that dies in the middle of a turn, an open page that finds it again."""

from __future__ import annotations

import signal
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import expect

from ..web.test_crash import free_port, launch
from .chair import Chair
from .guests import LINE_LOST, Guest, Guests

PLAIN = {"set-special_cards": "off", "set-opening": "0", "set-target": "50000"}


def in_mid_turn(chair: Chair) -> None:
    """Throw until dice lie there, keep some and throw the others, so that a turn is well under way."""
    while chair.wait() == "mine":
        if chair.page.locator(".kept li:not(.ghost)").count() and chair.dice():
            return
        chair.key("Throw").click()


def lying(chair: Chair) -> tuple[object, ...]:
    """All that a player remembers of the table."""
    page = chair.page
    texts = (page.locator(where).all_text_contents() for where in (".seat .total", ".kept li", ".sum output", ".call"))
    return chair.dice(), chair.chosen(), chair.labels(), *texts


def test_a_reload_in_mid_turn_shows_the_same_table(guest: Guest) -> None:
    chair = Chair(guest.page(guest.open_table("person", "person", **PLAIN)))
    in_mid_turn(chair)
    before = lying(chair)
    chair.page.reload()
    chair.wait()
    assert lying(chair) == before
    chair.key("Throw").click()
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
    chair.key("Throw").click()  # what is asked for now is done when the line is there again
    running.append(launch(tmp_path / "house.db", int(url.rsplit(":", 1)[1])))
    expect(notice).to_have_count(0)
    assert chair.wait() == "mine"
    told = chair.page.locator(".logbox .log li").all_inner_texts()
    assert lying(chair) != before, "the throw was made, once"
    chair.page.reload()
    chair.wait()
    assert chair.page.locator(".logbox .log li").all_inner_texts() == told
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
        expect(said).to_contain_text("The match is safe.")  # once, however many parts are missing
    page.unroute_all()
    said.get_by_role("button", name="Reload the page").click()
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
    page.on("load", lambda: loaded.append(page.url))
    page.reload()
    said = page.get_by_role("alert")
    expect(said).to_contain_text("The house has a newer page. The match is safe.")
    assert len(loaded) == 2, "the first time it was loaded anew, the second time it said why"
    page.evaluate("localStorage.removeItem('older')")
    said.get_by_role("button", name="Reload the page").click()
    expect(page.locator(".dock .do .btn").first).to_be_visible()
    expect(said).to_have_count(0)
