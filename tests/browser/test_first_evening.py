"""The first evening at a table: bots that can be followed, an offer of sound, new messages, and how to leave."""

from __future__ import annotations

import itertools
import re

from playwright.sync_api import expect

from .chair import Chair
from .guests import PHONE, Guest, Guests, by_link, last_state
from .patience import becomes, until

STANDS = 1500  # milliseconds at least
# When each line appeared that tells what happened.
TOLD = """() => {
  window.told = [];
  const look = () => {
    const text = document.querySelector(".call .told")?.textContent ?? "";
    if (text && text !== told.at(-1)?.[0]) told.push([text, performance.now()]);
  };
  new MutationObserver(look).observe(document.body, { childList: true, subtree: true, characterData: true });
}"""


def test_what_a_bot_does_stands_long_enough_in_a_first_game(guests: Guests) -> None:
    guest = guests(first_game=True)
    page = guest.page(guest.open_table("person", "bot:random", game="deck-o-dice"))
    chair = Chair(page, hurry=False)
    page.locator(".tray .pick").first.wait_for()
    page.evaluate(TOLD)
    page.locator(".tray .pick").first.click()
    chair.go.click()
    page.wait_for_function(
        "() => told.some(([text]) => / draws /.test(text)) && !document.querySelector('.call .told')"
    )
    lines = page.evaluate("told")
    bot = last_state(guest)["table"]["seats"][1]["name"]
    for (text, at), (_next, then) in itertools.pairwise(lines):
        assert not text.startswith(bot) or then - at >= STANDS, (text, then - at)
    assert any(text.startswith(bot) for text, _at in lines)


def test_sound_is_offered_once(guests: Guests) -> None:
    guest = guests(first_game=True)
    page = guest.page(guest.open_table("person", "bot:random", **{"set-special_cards": "off"}))
    offer = page.get_by_text("Do you want to hear the dice?")
    Chair(page).wait()
    page.locator(".dock .do .btn.go").click()
    expect(offer).to_be_visible()
    page.get_by_role("button", name="No", exact=True).click()
    expect(offer).to_have_count(0)
    page.reload()
    Chair(page).wait()
    page.locator(".tool[title='Menu (M)']").click()
    expect(page.get_by_label("Sound", exact=True)).not_to_be_checked()
    expect(offer).to_have_count(0)


def test_a_new_message_is_marked_until_the_log_is_opened(guests: Guests) -> None:
    ana, ben = guests(viewport=PHONE), guests()
    page, _there, table = by_link(ana, ben)
    Chair(page).wait("any")
    mark = page.locator(".to-log .unread")
    expect(mark).to_have_count(0)
    with ben.person().sit(table) as sitting:
        sitting.send("chat", text="Hello!")
        expect(mark).to_have_text("1")
        page.locator(".to-log").click()
        expect(page.locator(".slide .said")).to_contain_text("Hello!")
        expect(mark).to_have_count(0)


def test_leaving_asks_once_more_and_a_bot_takes_over(guests: Guests) -> None:
    ana, ben = guests(), guests()
    page, there, _table = by_link(ana, ben)
    Chair(page).wait("any")
    Chair(there).wait("any")
    page.keyboard.press("m")
    page.get_by_role("button", name="Leave the table").click()
    again = page.get_by_role("button", name="Press again to leave")
    expect(again).to_contain_text("A bot plays for you")
    again.click()
    page.wait_for_url(re.compile("/$"))
    becomes(there, lambda: bool(last_state(ben)["table"]["seats"][0]["stand_in"]), True)


def test_a_game_against_bots_waits_for_who_leaves(guest: Guest) -> None:
    table = guest.open_table("person", "bot:random")
    page = guest.page(table)
    Chair(page).wait("any")
    page.keyboard.press("m")
    page.get_by_role("button", name="Leave the table").click()
    page.get_by_role("button", name="Press again to leave").click()
    page.wait_for_url(re.compile("/$"))
    page = guest.page(table)
    until(page, lambda: last_state(guest), "no state came")
    assert not last_state(guest)["table"]["seats"][0]["stand_in"]


def test_what_one_does_while_others_play_is_not_where_the_primary_button_was(guests: Guests) -> None:
    """A second press on the same place does nothing else."""
    for look in ({}, {"viewport": PHONE}):
        ana, ben = guests(**look), guests()
        other = ana.open_table("person", "person")
        page, there, _table = by_link(ana, ben, **{"set-special_cards": "off", "set-opening": "0"})
        for each in (page, there):
            Chair(each).wait("any")
        if 0 not in last_state(ana)["acting"]:
            Chair(there).go.click()
            while Chair(there).wait("any") == "mine":
                there.locator(".dock .do .btn:not([aria-disabled=true])").last.click()
        Chair(page).wait()
        boxes = []
        while Chair(page).wait("any") == "mine":
            boxes.append(page.locator(".dock .do .btn.go").bounding_box())
            page.locator(".dock .do .btn:not([aria-disabled=true])").last.click()
        following = page.get_by_role("link", name="Next table")
        expect(following).to_be_visible()
        box = following.bounding_box()
        assert box
        for one in filter(None, boxes):
            across = box["x"] < one["x"] + one["width"] and one["x"] < box["x"] + box["width"]
            down = box["y"] < one["y"] + one["height"] and one["y"] < box["y"] + box["height"]
            assert not (across and down), (box, one)
        assert other
