"""A whole small Swiss between three people in three browsers: into a room by its link, round after round to its end."""

from __future__ import annotations

import re

from playwright.sync_api import Page, expect

from ..web.server import Person
from .guests import PHONE, Guest, Guests
from .patience import texts_of, until
from .test_barriers import barriers

SMALL = {"width": 320, "height": 640}


def come_in(guest: Guest, link: str, name: str) -> Page:
    page = guest.page(link)
    page.get_by_label("Your name").fill(name)
    page.get_by_role("button", name="Join the club").click()
    expect(page.get_by_role("heading", name="No tournament yet")).to_be_visible()
    return page


def play(table: str, people: list[Person]) -> None:
    """The two who sit there play to the end, whoever of the people they are."""
    lines = [person.sit(table) for person in people]
    seats = {seat: line for line in lines for seat in line.read()["me"]}
    state = lines[0].state
    while not state["sheet"]:
        number, line = state["number"], seats[state["acting"][0]]
        asked = line.wait_for(lambda one, number=number: one["number"] == number and one["options"])
        options = [option["id"] for option in asked["options"]]
        line.act(asked, next((one for one in options if one.endswith("bank")), options[0]))
        state = lines[0].wait_for(lambda one, number=number: one["number"] > number)
    for line in lines:
        line.socket.close()


def led(pages: dict[str, Page]) -> list[str]:
    """Whose pages lead to a table; nobody until there are two."""
    hers = [name for name, page in pages.items() if page.get_by_role("link", name="Go to your table").is_visible()]
    return hers if len(hers) == 2 else []


def fits(page: Page) -> None:
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), page.viewport_size
    small = "a.btn, button.btn, summary, .look, select, input:not([type=hidden], [type=checkbox], [type=radio])"
    for box in page.locator(f"main :is({small}):visible").all():
        found = box.bounding_box()
        assert found and found["height"] >= 40, box.inner_text()
    assert page.locator("main .btn.go:visible").count() <= 1
    assert barriers(page) == []


def test_three_people_play_a_swiss_in_a_room(guests: Guests) -> None:
    ana, ben = guests(), guests(viewport=PHONE, color_scheme="dark")
    cem = guests(viewport=SMALL, java_script_enabled=False)
    host = ana.page("/")
    host.get_by_role("link", name="Clubs").click()
    expect(host.get_by_label("Club name")).to_be_visible()  # while a page comes in, none is there to measure
    fits(host)
    host.get_by_label("Club name").fill("Friday crowd")
    host.get_by_label("Your name in the club").fill("Ana")
    host.get_by_role("button", name="Create").click()
    expect(host.get_by_text("1 member. You are the host.")).to_be_visible()
    link = host.get_by_label("Link to this club").input_value().removeprefix(ana.url)
    pages = {"Ana": host, "Ben": come_in(ben, link, "Ben"), "Cem": come_in(cem, link, "Cem")}
    fits(pages["Ben"])
    host.reload()
    host.get_by_role("link", name="Dice-ocalypse!").click()
    expect(host.get_by_role("radio", name="Swiss")).to_be_visible()
    fits(host)
    host.get_by_role("radio", name="Swiss").check()
    host.get_by_label("Rounds (Swiss only)").fill("3")
    host.locator("details.more summary").click()
    for key, value in (("target", "1000"), ("opening", "0")):
        host.locator(f"#set-{key}").fill(value)
    host.get_by_role("button", name="Start the tournament").click()
    expect(host.get_by_text("Round 1 of 3. 1 match in progress.")).to_be_visible()
    room, people = host.url.removeprefix(ana.url), [one.person() for one in (ana, ben, cem)]
    tables = host.locator(".pairs .look")  # a round is written down a moment before its table is opened
    for number in (1, 2, 3):
        played = re.compile(rf"Round {number} of 3\. 1 match in progress\.")
        until(host, lambda seen=played: host.reload() and host.get_by_text(seen).is_visible(), f"no round {number}")
        until(host, lambda count=number: tables.count() == count or not host.reload(), f"no table of round {number}")
        table = tables.first.get_attribute("href") or ""
        for page in pages.values():
            page.goto(room)
        hers = until(host, lambda: led(pages), "those who play are led to their table, who sits out is not")
        fits(pages["Ben"])
        play(table, [people[list(pages).index(name)] for name in hers])
    done = "3 rounds, finished."
    until(host, lambda: host.reload() and host.get_by_text(done).is_visible(), "it never ended")
    for page in pages.values():
        page.goto(room)
        points = texts_of(page.locator(".results td b"))
        assert sum(1.0 if one == "1" else 2.0 if one == "2" else 3.0 if one == "3" else 0.0 for one in points) == 6
        expect(page.locator(".pairs")).to_have_count(3)
        expect(page.get_by_text("bye, counts as a win")).to_have_count(3)
    fits(host)
    fits(pages["Ben"])
    expect(pages["Cem"].locator("main .btn.go")).to_have_count(0)
    host.goto(table)
    host.get_by_role("link", name="Back to the club").click()
    expect(host).to_have_url(f"{ana.url}{room}")
    host.goto("/")
    line = host.locator(".played li").first
    expect(line).to_be_visible()
    tops = [line.locator(part).bounding_box()["y"] for part in (".thumb", ".how", ".what", ".when")]  # type: ignore[index]  # they are there
    assert max(tops) - min(tops) < 30, "a finished game is one line on a wide screen"
