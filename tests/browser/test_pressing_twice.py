"""Three ways to confirm: one press plays, what can't be undone waits for a second press, or everything does."""

from __future__ import annotations

from playwright.sync_api import Locator, Page, expect

from .guests import PHONE, Guest, Guests, last_state
from .patience import until
from .souls import GAME, Board

SECOND = "Press again"
FINAL, LEAVE = "press twice if it can't be undone", "Cancel"


def sit(guest: Guest, way: str) -> Board:
    """A page of somebody who has chosen how to be asked, and has come back since."""
    page = guest.page(guest.open_table("person", "bot:random", game=GAME, **{"set-loas": "random"}))
    Board(page).wait()
    page.keyboard.press("m")
    field = page.get_by_label("Your moves")
    expect(field).to_have_value("fast")
    expect(page.get_by_label("One tap")).to_be_visible()
    field.select_option(label=way)
    expect(page.get_by_label("One tap")).to_have_count(0)
    page.reload()
    board = Board(page)
    board.wait()
    return board


def number(guest: Guest) -> int:
    return int(last_state(guest)["number"])


def goes_on(page: Page, guest: Guest, before: int) -> None:
    until(page, lambda: number(guest) > before, "it was not played")


def key(page: Page, name: str) -> Locator:
    return page.locator(".dock .do .btn").filter(has_text=name)


def aim(page: Page) -> Locator:
    """A capture lies under the key: as it is at the start of any turn."""
    page.keyboard.press("1")
    go = page.locator(".dock .do .btn.go:not([aria-disabled=true])")
    expect(go).to_have_count(1)
    return go


def end_turn(page: Page) -> Locator:
    """The key by which the turn ends waits for its second press; where steps would be lost, E only aims at first."""
    again = key(page, SECOND)
    for _ in range(2):
        if not again.count():
            page.keyboard.press("e")
    expect(again).to_contain_text("may be final")
    return again


def test_only_what_can_not_be_undone_is_asked_again(guests: Guests) -> None:
    guest = guests()
    board = sit(guest, FINAL)
    page, before = board.page, number(guest)
    aim(page)
    page.keyboard.press("Enter")
    goes_on(page, guest, before)
    board.wait()
    before = number(guest)
    assert [each["id"] for each in last_state(guest)["options"] if each["final"]] == ["end"]
    again = end_turn(page)
    expect(page.locator(".dock .do .btn.go")).to_have_count(1)
    expect(page.locator(".sr[role=status]")).to_contain_text("Press again: ")
    page.keyboard.press("Escape")
    expect(again).to_have_count(0)
    expect(page.locator(".sr[role=status] > [data-newest]")).to_have_text("Cancelled.")
    assert number(guest) == before
    end_turn(page).click()
    goes_on(page, guest, before)


def test_everything_is_asked_again_on_a_phone_and_undo_leaves_it(guests: Guests) -> None:
    guest = guests(viewport=PHONE, has_touch=True)
    board = sit(guest, "always press twice")
    page, before = board.page, number(guest)
    aim(page).tap()
    again = key(page, SECOND)
    expect(again).not_to_contain_text("undo")
    page.get_by_role("button", name=LEAVE).tap()
    expect(again).to_have_count(0)
    page.evaluate("document.activeElement.blur()")
    for _ in range(3):  # a key that is held down is one press
        page.keyboard.down("Enter")
    page.keyboard.up("Enter")
    expect(again).to_have_count(1)
    assert number(guest) == before
    again.tap()
    goes_on(page, guest, before)


def changed(guest: Guest) -> Board:
    """Another choice is made while the first waits for its second press: the key looks as if nothing waited."""
    board = sit(guest, "always press twice")
    page = board.page
    aim(page)
    page.keyboard.press("Enter")
    expect(key(page, SECOND)).to_have_count(1)
    first, *jumps = [each["facts"] for each in last_state(guest)["options"] if each["facts"]["kind"] == "jump"]
    there = next(each["from"] for each in jumps if each["from"] not in (first["from"], first["to"], first["over"]))
    page.locator(f".field .well[data-space={there}]").click(force=True)
    expect(key(page, SECOND)).to_have_count(0)
    return board


def test_another_choice_is_asked_for_by_itself(guest: Guest) -> None:
    page = changed(guest).page
    before, again = number(guest), key(page, SECOND)
    aim(page).click()
    expect(again).to_have_count(1)
    assert number(guest) == before
    again.click()
    goes_on(page, guest, before)


def test_after_a_change_escape_leaves_what_one_sees(guest: Guest) -> None:
    page = changed(guest).page
    picked = page.locator(".field .well.picked")
    expect(picked).to_have_count(1)
    page.keyboard.press("Escape")
    expect(picked).to_have_count(0)


def test_after_a_change_undo_is_asked_for_at_once(guest: Guest) -> None:
    board = sit(guest, FINAL)
    page, before = board.page, number(guest)
    aim(page)
    page.keyboard.press("Enter")
    goes_on(page, guest, before)
    board.wait()
    before = number(guest)
    again = end_turn(page)
    page.keyboard.press("c")
    expect(page.locator(".list[data-tool=bank]")).to_be_visible()
    expect(again).to_have_count(0)
    page.keyboard.press("u")
    until(page, lambda: number(guest) < before, "nothing was taken back")
