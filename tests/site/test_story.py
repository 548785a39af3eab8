"""Chromium plays a game to its end in the static site: without a server, and soon without a network."""

from __future__ import annotations

import json
import random
import re
import shutil
from pathlib import Path

import pytest
from playwright.sync_api import Browser, BrowserContext, Frame, Page, expect

from ..browser.guests import NO_CARD, PHONE
from ..browser.hands import HANDS
from ..browser.patience import PATIENCE, until
from .conftest import serve_files

pytestmark = pytest.mark.xdist_group("site")  # so that the site is written once
# Bots don't wait, and nothing explains what the player sees for the first time.
PLAYED_BEFORE = """try {
  localStorage["dicehouse.prefs"] ??= JSON.stringify({ firstGame: false, soundOffered: true, pace: "at once" });
} catch { /* an empty page has no store */ }"""
PLAY_NOW = {
    "deck-o-dice": "Deck-O-Dice",
    "dice-ocalypse": "Dice-ocalypse!",
    "dicetopia": "Dicetopia 2.0",
    "baron-voodoo": "Baron Voodoo",
}
STORED = "navigator.serviceWorker.ready.then(() => true)"
HOST_GONE = "Failed to load resource"


def frame_of(page: Page) -> Frame:
    """The frame in which the site shows its page."""
    return until(page, lambda: page.frames[-1] if len(page.frames) == 2 else None, "the site shows no page")


def play(page: Page, game: str) -> None:
    """Play at the shown table until the game is over."""
    hand, chance, touches = HANDS[game], random.Random(7), 0
    while (now := until(page, lambda: frame_of(page).evaluate(hand.calm), "the page never becomes calm")) != "over":
        if now == "mine":
            hand.touch(frame_of(page), chance)  # type: ignore[arg-type]  # what it uses of a page, a frame has, too
            touches += 1
    assert touches > 5


def visitor(browser: Browser, **options: object) -> tuple[BrowserContext, Page, list[str]]:
    """A browser at a phone-sized screen, and what its pages complain of."""
    context = browser.new_context(viewport=PHONE, reduced_motion="reduce", **options)  # type: ignore[arg-type]
    context.set_default_timeout(PATIENCE)
    context.add_init_script(PLAYED_BEFORE)
    page, complaints = context.new_page(), list[str]()
    page.on("pageerror", lambda error: complaints.append(str(error)))
    page.on("console", lambda said: complaints.append(said.text) if said.type == "error" else None)
    return context, page, complaints


def test_a_game_is_played_without_a_network(browser: Browser, host: str, tmp_path: Path) -> None:
    context, page, complaints = visitor(browser, locale="de-DE")
    page.goto(host)
    view = page.frame_locator("iframe").last
    expect(view.locator("html")).to_have_attribute("lang", "de")
    expect(view.get_by_text("Dieses Spiel braucht einen Server.")).to_have_count(1)
    view.get_by_role("button", name="EN: English").click()
    view.get_by_role("button", name="Play now: Deck-O-Dice").click()
    expect(page).to_have_url(re.compile("#/t/"))
    assert page.evaluate(STORED)
    context.set_offline(True)
    table = page.url
    page.reload()
    play(page, "deck-o-dice")
    assert page.url == table
    view.get_by_role("link", name="Replay").first.click()
    expect(view.locator(".replay-dock")).to_be_visible()
    page.go_back()
    expect(view.locator(".end-deeds")).to_be_visible()
    page.goto(f"{host}#/games")
    expect(view.get_by_text("1 finished")).to_be_visible()
    with page.expect_download() as download:
        view.get_by_role("link", name="Download").click()
    download.value.save_as(tmp_path / "match.json")
    view.get_by_label("A game from a file").set_input_files(tmp_path / "match.json")
    view.get_by_role("button", name="Open").click()
    expect(page).to_have_url(re.compile("#/t/.*/replay$"))
    assert f"#/t/{table.rpartition('/')[2]}/" not in page.url
    expect(view.locator(".replay-dock")).to_be_visible()
    page.goto(f"{host}#/new/deck-o-dice")
    expect(view.locator("#by-the-book")).not_to_have_attribute("hidden", "")
    assert [said for said in complaints if not said.startswith((*NO_CARD, HOST_GONE))] == []
    context.close()


def publish(site: Path, version: str) -> None:
    """Change the site in the folder as a new version does: other files, and a service worker that names another one."""
    worker, shell = site / "sw.js", site / "index.html"
    worker.write_text(
        re.sub('"version": "[^"]*"', f'"version": "{version}"', worker.read_text(encoding="utf-8"), count=1)
    )
    text = re.sub(' data-version="[^"]*"', "", shell.read_text(encoding="utf-8"))
    shell.write_text(text.replace("<body", f'<body data-version="{version}"', 1), encoding="utf-8")


def test_a_game_goes_on_in_a_newer_version_of_the_site(browser: Browser, site: Path, tmp_path: Path) -> None:
    shutil.copytree(site, tmp_path / "games")
    publish(tmp_path / "games", "A")
    with serve_files(tmp_path) as address:
        context, page, complaints = visitor(browser)
        body, notice = page.locator("body"), page.locator("#notice")
        page.goto(f"{address}games/")
        page.frame_locator("iframe").last.get_by_role("button", name="Play now: Dicetopia 2.0").click()
        expect(page).to_have_url(re.compile("#/t/"))
        table = page.url
        assert page.evaluate(STORED)
        expect(body).to_have_attribute("data-version", "A")
        publish(tmp_path / "games", "B")
        page.reload()  # the browser looks for another version now, and this page stays as it is
        expect(notice).to_have_text("A new version is ready. Reload this page to use it.")
        expect(body).to_have_attribute("data-version", "A")
        page.reload()
        expect(body).to_have_attribute("data-version", "B")
        play(page, "dicetopia")
        assert page.url == table
        assert page.evaluate("caches.keys()") == ["dicehouse /games/ B"]
        assert [said for said in complaints if not said.startswith(NO_CARD)] == []
        context.close()


def test_without_https_the_site_plays_and_says_what_is_missing(browser: Browser, host: str) -> None:
    context, page, complaints = visitor(browser)
    context.add_init_script(
        "delete Navigator.prototype.serviceWorker; delete Navigator.prototype.locks"
    )  # as over http
    page.goto(host)
    expect(page.locator("#notice")).to_have_text(re.compile("^Without HTTPS"))
    page.frame_locator("iframe").last.get_by_role("button", name="Play now: Deck-O-Dice").click()
    expect(page).to_have_url(re.compile("#/t/"))
    expect(page.locator("#notice")).to_be_hidden()
    assert [said for said in complaints if not said.startswith(NO_CARD)] == []
    context.close()


def test_a_device_can_install_the_site(browser: Browser, host: str) -> None:
    context, page, _ = visitor(browser, locale="de-DE")
    page.goto(host)
    assert page.evaluate(STORED)
    devtools = context.new_cdp_session(page)
    manifest = devtools.send("Page.getAppManifest")
    assert manifest["url"] == f"{host}manifest-de.webmanifest"
    assert manifest["errors"] == []
    assert json.loads(manifest["data"])["start_url"] == "./"
    for icon in json.loads(manifest["data"])["icons"]:
        assert context.request.get(f"{host}{icon['src']}").status == 200
    assert devtools.send("Page.getInstallabilityErrors")["installabilityErrors"] == []
    context.close()


@pytest.mark.long
@pytest.mark.parametrize("game", PLAY_NOW)
def test_every_game_of_the_site_comes_to_its_end(browser: Browser, host: str, game: str) -> None:
    context, page, complaints = visitor(browser)
    page.goto(host)
    page.frame_locator("iframe").last.get_by_role("button", name=f"Play now: {PLAY_NOW[game]}").click()
    expect(page).to_have_url(re.compile("#/t/"))
    play(page, game)
    assert [said for said in complaints if not said.startswith(NO_CARD)] == []
    context.close()


@pytest.mark.long
def test_nox_plays_a_game_to_its_end(browser: Browser, host: str) -> None:
    context, page, complaints = visitor(browser)
    page.goto(f"{host}#/new/deck-o-dice")
    view = page.frame_locator("iframe").last
    view.locator("label", has=view.locator('[name="seat-1"][value="bot:nox"]')).click()
    view.get_by_role("button", name="Open the table").click()
    expect(page).to_have_url(re.compile("#/t/"))
    expect(view.get_by_text("Nox").first).to_be_attached()
    play(page, "deck-o-dice")
    assert [said for said in complaints if not said.startswith(NO_CARD)] == []
    context.close()
