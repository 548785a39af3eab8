"""A finished match looked at again on the page: by keys, slider and log, from any seat's eyes, with its flights."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator
from typing import Any

import httpx
import pytest
from playwright.sync_api import Locator, Page, Route, expect

from dicehouse import games
from dicehouse.server.seat_plan import Chair as Place
from dicehouse.server.table_registry import TableRegistry

from ..server.give import act
from ..server.room import ANA, KEY, open_house, run_apart
from ..web.server import Server, start
from .chair import Chair
from .foam import FLAT
from .guests import PHONE, Guest, Guests
from .patience import becomes, until
from .test_barriers import barriers
from .test_suspense import STEADY
from .translator import both, check_same, check_translated

SHORT: dict[str, dict[str, Any]] = {"deck-o-dice": {}, "indicesion": {"rounds": 1}}
House_ = tuple[Server, dict[str, str]]


async def played(house: TableRegistry, game: str) -> str:
    """A match of random choices; its table."""
    found, chance = games.find(game), random.Random(6)
    chairs = [Place("person", "Ana"), Place("person", "Ben")]
    table = await house.open(found, found.modes[0].id, SHORT[game], chairs, ANA, house.keyring.dice_secret(), None)
    while not (match := table.state.playing()).over:
        seat = chance.choice(match.acting())
        await act(table, ANA, seat, match.number, chance.choice(match.options(seat)).id)
    return f"/t/{table.id}"


@pytest.fixture(scope="module")
def over(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House_]:
    """A house with a finished match of each of the two."""
    folder = tmp_path_factory.mktemp("over")

    async def story() -> dict[str, str]:
        async with open_house(folder) as house:
            return {game: await played(house, game) for game in SHORT}

    tables = run_apart(story())
    running = start(folder / "house.db", secret_key=KEY)
    yield running, tables
    running.stop()


def record(over: House_, game: str, **asked: Any) -> dict[str, Any]:
    found: dict[str, Any] = httpx.get(f"{over[0].url}{over[1][game]}/replay.json", params=asked).json()
    return found


def slider(page: Page) -> Locator:
    return page.get_by_role("slider", name="Moment of the game")


def shows(page: Page, moment: int) -> None:
    expect(slider(page)).to_have_value(str(moment))


def test_keys_wait_for_the_recording(guests: Guests, over: House_) -> None:
    """A key pressed before the recording is there does nothing; two keys in a row are two steps."""
    page = guests(over[0].url).page()
    held: list[Route] = []
    page.route("**/replay.json*", lambda route: held.append(route), times=1)
    page.goto(f"{over[1]['deck-o-dice']}/replay?at=5")
    until(page, lambda: bool(held), "the recording was never requested")
    for key in ("ArrowLeft", "ArrowRight", "Home", "End", "Shift+ArrowRight"):
        page.keyboard.press(key)
    held[0].continue_()
    shows(page, 5)
    page.evaluate("""for (const key of ["ArrowRight", "ArrowRight", "ArrowRight", "ArrowLeft"])
        document.body.dispatchEvent(new KeyboardEvent("keydown", {key, bubbles: true}))""")
    shows(page, 7)


def sealed_at(over: House_) -> tuple[int, int]:
    """A moment at which one seat has chosen and the other has not, and that seat."""
    for frame in record(over, "deck-o-dice", part=0)["frames"]:
        for seat, side in enumerate(frame["view"]["sides"]):
            if frame["view"]["phase"] == "choose" and side["minion"]:
                return frame["number"], seat
    raise AssertionError("nobody chose first")


def test_a_duel_is_gone_through_by_keys_slider_and_log(guests: Guests, over: House_) -> None:
    begun = record(over, "deck-o-dice")
    last, turns = begun["last"], [turn["number"] for turn in begun["turns"]]
    page = guests(over[0].url).page(f"{over[1]['deck-o-dice']}/replay")
    shows(page, 0)
    expect(page.locator(".go")).to_have_count(1)  # one key is marigold, and nothing on the table
    for key, moment in (("ArrowRight", 1), ("ArrowRight", 2), ("ArrowLeft", 1), ("Shift+ArrowRight", turns[1])):
        page.keyboard.press(key)
        shows(page, moment)
    page.keyboard.press("End")
    shows(page, last)
    expect(page).to_have_url(re.compile(rf"\?at={last}$"))
    page.keyboard.press("Home")
    shows(page, 0)
    slider(page).fill("9")
    shows(page, 9)
    slider(page).press("ArrowRight")
    shows(page, 10)
    expect(slider(page)).to_have_attribute("aria-valuetext", re.compile(r"^combat \d+: .+"))
    expect(page).to_have_url(re.compile(r"\?at=10$"))
    page.reload()
    shows(page, 10)
    line = page.locator(".replay-log li").filter(has_text="The second half begins").get_by_role("button")
    line.click()
    there = next(event["number"] for event in begun["log"] if event["text"].startswith("The second half begins"))
    shows(page, there)
    expect(page.locator(".replay-log [aria-current=step]")).to_be_visible()
    page.go_back()
    shows(page, 10)
    page.keyboard.press("Space")
    becomes(page, lambda: int(slider(page).input_value()) > 12, True)
    page.keyboard.press("Space")
    expect(page.get_by_role("button", name="Play", exact=True)).to_be_visible()


def test_eyes_see_what_they_knew_and_all_open_shows_the_rest(guests: Guests, over: House_) -> None:
    moment, seat = sealed_at(over)
    page = guests(over[0].url).page(f"{over[1]['deck-o-dice']}/replay?at={moment}&as={1 - seat}")
    shows(page, moment)
    card = page.locator(f".fighter.p{seat + 1} .front, .fighter.p{seat + 1} .mc")
    minion = page.locator(f".fighter.p{seat + 1} > .sr")
    expect(page.locator(f".fighter.p{seat + 1} .seal")).to_be_visible()
    assert minion.count() == 0 and card.count() >= 0
    page.locator(".eyes select").select_option("all")
    expect(minion).to_have_text(re.compile(r"(Ana|Ben): \w+"))
    expect(page).to_have_url(re.compile(rf"\?at={moment}$"))
    page.go_back()
    expect(page.locator(".eyes select")).to_have_value(str(1 - seat))
    expect(minion).to_have_count(0)


@pytest.mark.parametrize("size", [None, PHONE])
def test_axe_finds_nothing_in_a_replay(guests: Guests, over: House_, size: dict[str, int] | None) -> None:
    guest = guests(over[0].url, **({"viewport": size} if size else {}))
    page = guest.page(f"{over[1]['deck-o-dice']}/replay?at=12")
    shows(page, 12)
    assert barriers(page) == []
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    page.keyboard.press("?")
    expect(page.get_by_role("dialog", name="Keyboard")).to_contain_text("previous turn, next turn")
    assert barriers(page) == []


def test_a_flight_is_seen_again(guests: Guests, over: House_) -> None:
    """Stepped to, a throw flies as it flew: the drawing moves for many frames before the moment is told."""
    frames = record(over, "indicesion", part=0)["frames"]
    flown = next(f["number"] for f in frames if any(event["facts"].get("flight") for event in f["events"]))
    guest: Guest = guests(over[0].url, reduced_motion="no-preference")
    guest.context.add_init_script(FLAT)
    guest.context.add_init_script(STEADY)
    page = guest.page(f"{over[1]['indicesion']}/replay?at={flown - 1}")
    shows(page, flown - 1)
    page.evaluate(
        """() => {
          window.seen = new Set();
          const look = () => {
            const drawn = [...document.querySelectorAll("main svg polygon")];
            window.seen.add(drawn.map(each => each.getAttribute("points")).join());
            requestAnimationFrame(look);
          };
          look();
        }"""
    )
    page.get_by_role("button", name="Next step").click()
    shows(page, flown)
    becomes(page, lambda: page.evaluate("window.seen.size") > 8, True)


def test_a_match_is_played_on_from_any_moment_of_its_replay(guests: Guests, over: House_) -> None:
    """As whoever was asked; from a seat's eyes as that seat, if it was; when all is over as nobody."""
    moment, seat = sealed_at(over)
    guest = guests(over[0].url, viewport=PHONE)
    page = guest.page(f"{over[1]['deck-o-dice']}/replay?at={moment}&as={1 - seat}")
    shows(page, moment)
    key = page.get_by_role("button", name="Play from here")
    expect(key).to_contain_text(f"as {('Ana', 'Ben')[1 - seat]}")
    for width, height in ((375, 553), (320, 640), (390, 664)):
        page.set_viewport_size({"width": width, "height": height})
        expect(key).to_be_in_viewport(ratio=1)  # without scrolling
    last = record(over, "deck-o-dice")["last"]
    slider(page).fill(str(last))
    expect(key).to_have_attribute("aria-disabled", "true")
    key.click(force=True)
    shows(page, last)
    slider(page).fill(str(moment))
    expect(key).to_contain_text(f"as {('Ana', 'Ben')[1 - seat]}")
    page.keyboard.press("p")
    expect(page).to_have_title(re.compile("^What if"))
    expect(page.locator(".dock .do")).to_be_visible()
    assert page.url.split("/t/")[1] not in over[1]["deck-o-dice"]


def test_a_replay_is_reached_from_the_end_of_the_match(guests: Guests, over: House_) -> None:
    page = guests(over[0].url).page(over[1]["deck-o-dice"])
    page.locator(".end-dock").get_by_role("link", name="Replay").click()
    shows(page, 0)
    key = page.get_by_role("button", name=re.compile("Link to this moment|Copied"))

    def copied() -> int:  # it says so for two seconds only
        key.click()
        return page.get_by_role("button", name="Copied").count()

    until(page, copied, "nothing was copied")


def test_what_was_told_is_shown_again_from_a_line_of_the_log(guest: Guest) -> None:
    """At a table that is played, without a word to the server; then the table is as it was."""
    page = guest.page(guest.open_table("person", "bot:random", **{"set-opening": "0"}))
    chair, line = Chair(page), page.locator(".logbox .log").get_by_role("button")
    chair.wait()
    while not line.count():
        page.locator(".dock .go").click()
        chair.wait()
    keys, told = page.locator(".dock .go b").inner_text(), len(guest.frames)
    line.last.click()
    expect(page.get_by_text(re.compile(r"replay: 1 of \d+"))).to_be_visible()
    page.keyboard.press("Escape")
    expect(page.locator(".dock .go b")).to_have_text(keys)
    assert not [frame for frame in guest.frames[told:] if '"state"' in frame], "the house heard nothing of it"


def test_a_translated_replay_and_its_sheets_show_what_is_true(guests: Guests, over: House_) -> None:
    page, original = both(guests(over[0].url), f"{over[1]['deck-o-dice']}/replay?at=0")
    for each in (page, original):
        shows(each, 0)
    for key in ["ArrowRight"] * 5 + ["ArrowLeft", "s", "Escape", "l", "Escape", "r", "Escape", "m", "Escape", "End"]:
        for each in (page, original):
            each.keyboard.press(key)
        check_same(page, original)
    check_translated(page)
