"""Two browsers at a table with days a turn: whose clock runs, the next table, and what happened meanwhile."""

from __future__ import annotations

import re

from playwright.sync_api import expect

from ..web.server import Server
from .guests import Guests


def test_the_clock_the_next_table_and_what_happened_while_one_was_away(guests: Guests, server: Server) -> None:
    ana, ben = guests(), guests()
    tables = [ana.open_table("person", "open", game="baron-voodoo", time="172800", late="otto") for _ in range(2)]
    by_hand = ben.person()
    for table in tables:
        link = ana.person().invitations(table)[0]
        assert by_hand.post(link, name="Ben").status_code == 303
    ben.adopt(by_hand)
    people = {"Ana": ana, "Ben": ben}
    table = tables[0]
    page = ana.page(table)
    clock = page.locator("[data-clock] .time-left")
    expect(clock).to_have_text(re.compile("1 d 23 h"))
    first = "Ana" if "you" in (clock.get_attribute("class") or "").split() else "Ben"
    second = "Ben" if first == "Ana" else "Ana"
    icon = page.locator('link[rel="icon"]')
    expect(icon).to_have_attribute("href", re.compile("^data:" if first == "Ana" else "favicon"))
    page.close()
    away = people[second].page(table)  # has seen how it began
    expect(away.locator("[data-clock] .time-left")).to_be_visible()
    away.close()
    with people[first].person().sit(table) as sitting:
        sitting.read_until("state")  # until the house has heard that the other page is closed
        state = sitting.wait_for(lambda one: sum(seat["online"] for seat in one["table"]["seats"]) == 1)
        while state["options"]:
            option = next((one["id"] for one in state["options"] if one["id"] == "end"), state["options"][0]["id"])
            sitting.act(state, option)
            number = state["number"]
            state = sitting.wait_for(lambda one, number=number: one["number"] > number)
    page = people[second].page(table)
    told = page.get_by_role("button", name=re.compile("You missed [0-9]+ move"))
    told.click()
    expect(page.get_by_text(re.compile("replay: 1 of"))).to_be_visible()
    page.keyboard.press("Escape")
    expect(told).to_have_count(0)
    page.reload()
    expect(page.get_by_role("button", name="Replay the last turn")).to_be_visible()
    expect(told).to_have_count(0)
    page.close()
    other = people[first].page(table)  # the other table may wait for whoever acted here
    waits = people[first].person().http.get(f"/turns.json?from={table.removeprefix('/t/')}").json()["count"]
    expect(other.get_by_role("link", name=re.compile("^Next table"))).to_have_count(min(waits, 1), timeout=10_000)
