"""Liar's Dice on the board of any game: by keys and by touch, in two browsers, and on one couch."""

from __future__ import annotations

import json
import re

import pytest
from playwright.sync_api import Page, expect

from ..web.liars import GAME, at_home
from ..web.server import Server
from .chair import Chair, match_of
from .guests import PHONE, Guest, Guests, by_link, last_state
from .laying import lay
from .patience import becomes, until
from .test_barriers import barriers, scrolls_sideways

__all__ = ["at_home"]

COUCH = {"name-0": "Ana", "name-1": "Ben"}
GO = ".dock .btn.go:not([aria-disabled=true])"
ANA, BEN = [1, 1, 2, 3, 6], [4, 4, 4, 5, 5]
MOST = 400


def dice(page: Page, seat: int) -> list[str]:
    """What lies on the card of a seat."""
    return page.locator(".seat").nth(seat).locator(".d6").all_inner_texts()


def settled(page: Page) -> str:
    """mine, cover, theirs or over, when all has been told."""

    def state() -> str:
        if page.locator(".call .told").count():
            page.evaluate('dispatchEvent(new Event("pointerdown"))')
            return ""
        if page.locator(".do[aria-busy=true]").count():  # what was pressed is still on its way
            return ""
        if page.locator(".end-deeds").count():
            return "over"
        if page.locator(GO, has_text="Play again").count():
            return ""
        if page.locator(".cover .btn.go").count():
            return "cover"
        if page.locator(f".heading, .option, {GO}").count():
            return "mine"
        return "theirs" if page.locator(".call h2").count() else ""

    return until(page, state, "the table never comes to rest")


def asked(page: Page) -> str:
    """mine, cover or over, when the others have played."""

    def state() -> str:
        return now if (now := settled(page)) != "theirs" else ""

    return until(page, state, "nobody here is asked any more")


def bid_or_call(page: Page, keys: bool) -> None:
    """The lowest bid on the last face, or the call when somebody has bid; or the next throw."""
    page.locator(f".heading, .option, {GO}").first.wait_for(state="attached")
    if page.locator(".heading, .option").count():
        liar = page.locator(".option", has_text="Liar!")
        heading, opened = page.locator(".heading").last, page.locator(".heading[aria-expanded=true]")
        if liar.count():
            page.keyboard.press("1") if keys else liar.click()
        else:
            if not opened.count():  # a single one is open from the start, and Enter opens the one that has the focus
                page.keyboard.press(str(page.locator(".heading").count())) if keys else heading.click()
            expect(opened).to_have_count(1)
            page.keyboard.press("1") if keys else page.locator(".within .option").first.click()
        expect(page.locator(".option[aria-pressed=true]")).to_have_count(1)
    page.keyboard.press("Enter") if keys else page.locator(GO).click()


def decide(page: Page, guest: Guest, keys: bool) -> None:
    """Bid or call, again if the question changed under the keys, until the match is a step further."""
    number = last_state(guest)["number"]

    def further() -> bool:
        state = settled(page)
        if last_state(guest)["number"] == number and state == "mine":
            bid_or_call(page, keys)
        return state == "over" or bool(last_state(guest)["number"] != number)  # over: it had ended before the question

    until(page, further, "nothing came of it")


@pytest.mark.parametrize("keys", [True, False], ids=["keys", "touch"])
def test_a_whole_game_against_bots(guests: Guests, keys: bool) -> None:
    guest = guests() if keys else guests(viewport=PHONE, has_touch=True)
    page = guest.page(guest.open_table("person", "bot:sensible", "bot:random", game=GAME, **{"set-dice": "2"}))
    for _ in range(MOST):
        if (state := asked(page)) == "over":
            break
        if state == "mine":
            decide(page, guest, keys)
    assert settled(page) == "over"
    winner = last_state(guest)["view"]["winner"]
    name = last_state(guest)["table"]["seats"][winner]["name"]
    expect(page.locator(".end-title h2")).to_have_text("You win!" if winner == 0 else f"{name} wins!")
    expect(page.locator(".end-title p")).to_have_text(re.compile(r"^Won by \d (die|dice)\.$"))
    becomes(page, lambda: page.evaluate("document.documentElement.scrollWidth <= innerWidth"), True)


def test_bids_stand_under_headings_that_open(guest: Guest, server: Server) -> None:
    page = guest.page(table := guest.open_table("person", "bot:sensible", game=GAME))
    lay(server, table, "", cups=[ANA, BEN], bid=(3, 5), bidder=1)
    expect(page.locator(".heading b")).to_have_text([f"Bid {face}" for face in FACES])
    expect(page.locator(".option")).to_have_count(1)
    expect(page.locator(".option small")).to_have_text(re.compile(r"^doubts \w+'s 3 fives$"))
    page.locator(".heading").nth(3).click()
    expect(page.locator(".within .option b")).to_have_text([f"Bid {count} fours" for count in range(4, 11)])
    page.locator(".heading").nth(5).click()
    expect(page.locator(".within .option b").first).to_have_text("Bid 3 sixes")
    expect(page.locator(".heading[aria-expanded=true]")).to_have_count(1)
    page.keyboard.press("2")
    expect(page.locator(GO)).to_contain_text("Bid 4 sixes")
    page.keyboard.press("Escape")
    page.keyboard.press("Escape")
    expect(page.locator(".within")).to_have_count(0)
    page.locator(".option").focus()
    page.keyboard.press("ArrowDown")
    page.keyboard.press("Enter")
    expect(page.locator(".heading").first).to_have_attribute("aria-expanded", "true")
    page.keyboard.press("ArrowDown")
    page.keyboard.press("Enter")
    expect(page.locator(GO)).to_contain_text("Bid 4 ones")
    page.keyboard.press("Enter")
    expect(page.locator(".log li").filter(has_text="Ana bids 4 ones.")).to_have_count(1)


FACES = ("ones", "twos", "threes", "fours", "fives", "sixes")


def test_two_browsers_see_their_own_dice_and_all_when_the_cups_are_lifted(guests: Guests, server: Server) -> None:
    ana, ben = guests(), guests()
    page, there, table = by_link(ana, ben, game=GAME)
    expect(there.locator(".seat .d6")).to_have_count(10)
    lay(server, table, "", cups=[ANA, BEN], bid=(4, 4), bidder=1)
    shut = ["hidden"] * 5
    until(page, lambda: dice(page, 0) == [str(face) for face in ANA], "Ana does not see her dice")
    assert dice(page, 1) == shut
    until(there, lambda: dice(there, 1) == [str(face) for face in BEN], "Ben does not see his dice")
    assert dice(there, 0) == shut
    page.locator(".option", has_text="Liar!").click()
    page.locator(GO).click()
    for each in (page, there):
        until(
            each,
            lambda each=each: dice(each, 0) + dice(each, 1) == [str(face) for face in ANA + BEN],
            "no cup is lifted",
        )
        expect(each.locator(".log")).to_contain_text("The count: 5 fours.")
    expect(page.locator(".seat .total").first).to_have_text("4 dice")


# --- one couch


def page_holds(page: Page) -> str:
    """All that a person, or a reader of the screen, could find on the page."""
    return page.content() + json.dumps(page.context.new_cdp_session(page).send("Accessibility.getFullAXTree"))


def test_on_a_couch_nobody_sees_the_others_dice(guest: Guest, server: Server) -> None:
    """From the deal on: neither on the page, nor in its accessibility tree, nor in what was sent to it."""
    page = guest.page(guest.open_table("person", "person", game=GAME, **COUCH))
    turns = 0
    for _ in range(MOST):
        state = asked(page)
        if state == "over" or turns > 14:
            break
        view = last_state(guest)["view"]
        looks = re.findall(r"(\w+)</b> looks under the cup", page.content())
        if state == "cover":
            to = last_state(guest)["cover"]
            expect(page.locator(".cover h2")).to_have_text(f"Pass to {('Ana', 'Ben')[to]}")
            assert looks == [] and "looks under" not in page_holds(page)
            assert all(set(seat["dice"]) <= {0} for seat in view["seats"]), "nothing was sent before"
            expect(page.locator(".d6")).to_have_count(0)
            page.keyboard.press("Enter")
            expect(page.locator(".cover")).to_have_count(0)
            continue
        turns += 1
        seat = last_state(guest)["seat"]
        assert set(looks) <= {("Ana", "Ben")[seat]}
        if view["bid"] is None or last_state(guest)["options"][0]["id"] != "throw":
            assert set(view["seats"][1 - seat]["dice"]) == {0}
            assert set(dice(page, 1 - seat)) == {"hidden"}
        decide(page, guest, keys=True)
    assert turns > 14 or state == "over"


def test_the_device_stays_with_who_is_asked_again_and_is_passed_after_an_undo(guest: Guest, server: Server) -> None:
    page = guest.page(table := guest.open_table("person", "person", game=GAME, **COUCH))
    lay(server, table, "", cups=[ANA, BEN])
    expect(page.locator(".cover h2")).to_have_text("Pass to Ana")
    page.reload()
    page.locator(".cover .btn.go").click()
    until(page, lambda: dice(page, 0) == [str(face) for face in ANA], "Ana does not see her dice")
    bid_or_call(page, keys=False)
    expect(page.locator(".cover h2")).to_have_text("Pass to Ben")
    expect(page.locator(".dock .undo")).to_have_attribute("aria-disabled", "false")
    page.keyboard.press("u")
    expect(page.locator(".cover h2")).to_have_text("Pass to Ana"), "Ben has the device now"
    page.reload()
    expect(page.locator(".cover h2")).to_have_text("Pass to Ana")


def test_open_cups_need_no_cover(guest: Guest, server: Server) -> None:
    table = guest.open_table("person", "person", game=GAME, **COUCH)
    lay(server, table, "", cups=[ANA, BEN], bid=(9, 6), bidder=1)
    page = guest.page(table)
    page.locator(".cover .btn.go").click()
    page.locator(".option", has_text="Liar!").click()
    page.locator(GO).click()
    expect(page.locator(GO)).to_contain_text("Throw again")
    expect(page.locator(".call h2")).to_have_text("Ben: Throw again")
    becomes(page, lambda: dice(page, 0) + dice(page, 1), [str(face) for face in ANA + BEN])


def test_a_game_without_secrets_needs_no_cover(guest: Guest) -> None:
    chair = Chair(guest.page(guest.open_table("person", "person", **COUCH, **{"set-opening": "0"})))
    assert chair.wait() == "mine"
    expect(chair.page.locator(".cover")).to_have_count(0)


def test_the_log_of_a_finished_game_is_open_to_all(guest: Guest) -> None:
    page = guest.page(guest.open_table("person", "person", game=GAME, **COUCH, **{"set-dice": "1"}))
    for _ in range(MOST):
        if (state := asked(page)) == "over":
            break
        if state == "cover":
            page.keyboard.press("Enter")
            expect(page.locator(".cover")).to_have_count(0)
        else:
            bid_or_call(page, keys=True)
    expect(page.locator(".end-title p")).to_have_text("Won by 1 die.")
    assert match_of(page)["over"]


def test_no_barriers(guest: Guest, server: Server) -> None:
    """At the cover, among the bids, when the cups are lifted, and on the plain page axe finds nothing, day and lamp."""
    table = guest.open_table("person", "person", game=GAME, **COUCH)
    lay(server, table, "", cups=[ANA, BEN], bid=(9, 6), bidder=1)
    page = guest.page(table)
    found = {}

    def look_at(what: str) -> None:
        for scheme in ("light", "dark"):
            page.emulate_media(color_scheme=scheme)  # type: ignore[arg-type]  # one of the two
            found[f"{what}, {scheme}"] = barriers(page) + scrolls_sideways(page)

    expect(page.locator(".cover h2")).to_have_text("Pass to Ana")
    look_at("cover")
    page.locator(".cover .btn.go").click()
    page.locator(".heading").nth(1).click()
    look_at("bids")
    page.locator(".option", has_text="Liar!").click()
    page.locator(GO).click()
    expect(page.locator(GO)).to_contain_text("Throw again")
    look_at("lifted")
    page.goto(f"{table}/plain?seat=0&still=1")
    look_at("plain")
    assert {what: said for what, said in found.items() if said} == {}
