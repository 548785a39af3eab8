"""Whole games, as people play them: by hand, by keyboard only, and without a script."""

from __future__ import annotations

import itertools
import re

from playwright.sync_api import Page, expect

from dicehouse.match.match import Match

from ..web.server import Server
from .chair import Chair, check_log, check_sheet, match_of, plain_choices, table_of
from .guests import Guest, Guests
from .laying import play_ahead
from .patience import becomes, texts_of, until

BEGUN = 20  # touches on the plain page after which a game goes on late


def test_a_game_is_played_by_clicks_from_the_form_to_the_next_table(guest: Guest) -> None:
    page = guest.page("/")
    page.get_by_role("link", name="New table: Dice-ocalypse!").click()
    page.get_by_role("radio", name=re.compile("Seat 1")).check()
    page.get_by_label("Name in seat 1").fill("Mara")
    page.get_by_role("radio", name=re.compile("Seat 3")).check()
    page.get_by_role("radio", name="Nobody").check()
    expect(page.get_by_role("radio", name=re.compile("Seat"))).to_have_count(6)
    page.get_by_text("Change", exact=True).click()
    page.get_by_label("Target", exact=True).fill("2000")
    page.get_by_label("First score", exact=True).fill("300")
    page.get_by_role("button", name="Open the table").click()
    chair = Chair(page)
    clicked = 0
    while chair.wait() == "mine":
        clicked += choose_by_click(chair)
        play_by_click(chair)
    assert clicked
    check_end(page)
    again_by_click(page)


def choose_by_click(chair: Chair) -> int:
    """Take a lit die off the ledge or onto it; what is lit must answer."""
    page = chair.page
    lit = page.locator(".felt .die3.legal")
    if not lit.count():
        return 0
    before = chair.chosen()
    lit.last.click()
    until(page, lambda: chair.chosen() != before, "a touch of a lit die changed nothing")
    if not chair.chosen():
        lit.last.click()
        until(page, chair.chosen, "a touch of a lit die took nothing")
    return 1


def play_by_click(chair: Chair, enough: int = 350) -> None:
    bank = chair.key("Bank")
    (bank if chair.worth() >= enough else chair.go).click()


def check_end(page: Page) -> None:
    check_sheet(page)
    check_log(page)
    winner = match_of(page)["names"]
    expect(page.locator(".end-title h2")).to_have_text(re.compile(rf"^({'|'.join(winner)}) wins!$|^You win!$"))


def again_by_click(page: Page) -> None:
    old = table_of(page)
    page.get_by_role("button", name="Play again").click()
    page.wait_for_url(lambda url: "/t/" in url and old not in url)
    assert Chair(page).wait("any") in ("mine", "theirs")
    expect(page.locator(".seat .name").first).to_have_text("Mara")


def test_a_game_is_played_by_keyboard_only(guest: Guest, server: Server) -> None:
    """No call of the mouse from the front page to the next table; in between all choose at random."""
    page = guest.page("/")
    tab_to(page, "Play now: Dice-ocalypse!")
    page.keyboard.press("Enter")
    page.wait_for_url(re.compile(r"/t/"))
    chair = Chair(page)
    seen: set[str] = set()
    begun = False
    while chair.wait() == "mine":
        if {"t", "b", "1"} <= seen and not begun:
            begun = True
            play_ahead(server, table_of(page), late)
            continue
        play_by_keys(chair, seen)
    assert begun
    check_end(page)
    old = table_of(page)
    page.keyboard.press("Escape")
    tab_to(page, "Play again")
    page.keyboard.press("Enter")
    page.wait_for_url(lambda url: "/t/" in url and old not in url)


def late(match: Match) -> bool:
    """Somebody comes near the end of a game to 10,000."""
    return max(match.points()) >= 7_000


def play_by_keys(chair: Chair, seen: set[str], enough: int = 450) -> None:
    """Every key of the help sheet in turn: digits choose, T throws, B banks, Enter takes the marigold key."""
    keys = chair.page.keyboard
    chosen = chair.chosen()
    if chosen and "1" not in seen:
        keys.press(str(chosen[0] + 1))
        until(chair.page, lambda: chosen[0] not in chair.chosen(), "the digit gave nothing back")
        keys.press(str(chosen[0] + 1))
        seen.add("1")
        return
    throws = "t" not in seen and any(label.startswith("Roll") for label in chair.labels())
    banks = chair.worth() >= (enough if "b" in seen else 1)  # by chance no throw may be worth more
    name = "b" if banks else "t" if throws else "Enter"
    seen.add(name)
    keys.press(name)


def tab_to(page: Page, name: str) -> None:
    """Move the focus to what is called so, by Tab alone."""
    script = "() => document.activeElement.ariaLabel || document.activeElement.innerText || ''"
    for _ in range(60):
        page.keyboard.press("Tab")
        if str(page.evaluate(script)).startswith(name):
            return
    raise AssertionError(f"Tab does not lead to {name!r}")


def test_a_game_is_played_on_the_plain_page_without_script(guests: Guests, server: Server) -> None:
    guest = guests(java_script_enabled=False)
    page = guest.page("/")
    page.get_by_role("button", name="Play now: Dice-ocalypse!").click()
    page.wait_for_url(re.compile(r"/t/[^/]+/plain"))
    for touch in itertools.count():
        if touch == BEGUN:
            play_ahead(server, table_of(page), late)
            page.reload(wait_until="domcontentloaded")
        if (choices := plain_choices(page)) is None:
            break
        bank = page.locator("#choices button[value$=' bank']")
        with page.expect_navigation(wait_until="domcontentloaded"):
            (bank if bank.count() else choices).first.dispatch_event("click")
    match = Match.load(match_of(page))
    assert match.over
    winner = match.view(None)["winner"]
    expect(page.locator("h1")).to_contain_text("You win!" if winner == 0 else f"{match.names[winner]} wins")
    told = [(f"{event.last}. " if event.last else "") + event.sentence(match.names, 0) for event in match.log(None)]
    lines = [" ".join(line.split()) for line in texts_of(page.locator("#log li"))]
    assert lines == told[::-1][: len(lines)] and len(lines) > 20
    old = table_of(page)
    page.get_by_role("button", name="Play again").click()
    page.wait_for_url(lambda url: "/t/" in url and old not in url)
    guest.forgive("409 (Conflict)")  # a choice that came just after a bot's is refused and offered anew


def test_a_few_turns_at_full_motion_end_as_without_it(guests: Guests) -> None:
    """Nobody hurries here: every throw tumbles, and nothing is lit before it lies."""
    moving, still = guests(reduced_motion="no-preference"), guests()
    table = moving.open_table("person", "bot:sensible", **{"set-opening": "0", "set-special_cards": "off"})
    still.context.add_cookies(moving.context.cookies())  # type: ignore[arg-type]  # what cookies() gave
    page, watcher = moving.page(table), still.page(table)
    chair = Chair(page, hurry=False)
    for _ in range(3):
        if chair.wait() == "over":
            break
        play_by_click(chair, enough=200)
    chair.wait()
    Chair(watcher).wait("any")
    # a page opened within a bot's turn puts the reasons so far after the events so far: each has its own order
    for what in (".seat .total", ".felt .die3", ".ledge .sum output", ".log li:not(.said)", ".log li.said"):
        expect(watcher.locator(what)).to_have_text(page.locator(what).all_text_contents())
    becomes(watcher, Chair(watcher).dice, chair.dice())
