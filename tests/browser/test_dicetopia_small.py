"""Dicetopia on small screens: what is to be read lies there whole."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from ..web.server import Server
from .city import GAME, Citizen
from .guests import PHONE, Guests, last_state
from .laying import lay
from .measures import LEAST_CELL
from .patience import until
from .test_barriers import scrolls_sideways
from .test_dicetopia import CITY
from .test_small_windows import lies_open

CUT = "all => all.filter(one => one.scrollWidth > one.clientWidth).map(one => one.innerText)"


@pytest.mark.parametrize(
    "size", [(320, 640), (390, 664), (390, 844), (667, 375)], ids=lambda size: f"{size[0]}x{size[1]}"
)
def test_the_cards_of_a_choice_lie_there_whole(guests: Guests, size: tuple[int, int]) -> None:
    """The longest of sixty: nothing is cut off, nothing has to be scrolled to, and no word leaves its card."""
    guest = guests(viewport={"width": size[0], "height": size[1]})
    while True:
        page = guest.page(guest.open_table("person", "bot:sensible", game=GAME))
        assert Citizen(page).turn() == "mine"
        if last_state(guest)["view"]["seats"][0]["faction"] != "centauri-bureau":  # keeps all three, and is not asked
            break
    cards = page.locator(".dealt-card")
    expect(cards).to_have_count(3)
    for card in cards.all():
        card.locator("b").evaluate("name => { name.textContent = 'Contaminated Goods'; }")
        card.locator("> span").last.evaluate(
            "text => { text.textContent = 'Each Neighbourhood with three of your Agents.'; }"
        )
    assert page.locator(".dealt").evaluate("box => box.scrollHeight <= box.clientHeight + 1")
    if size[0] > size[1]:
        assert page.locator(".tell .words").evaluate("it => it.scrollHeight <= it.clientHeight + 1"), "what is asked"
    parts = page.locator(".dealt-card > *")
    assert parts.evaluate_all("all => all.every(part => part.scrollWidth <= part.clientWidth + 1)")
    room = page.locator(".dealt").bounding_box()
    for box in (cards.nth(n).bounding_box() for n in range(3)):
        assert room and box and room["y"] <= box["y"] and box["y"] + box["height"] <= room["y"] + room["height"] + 1


@pytest.mark.parametrize("height", [664, 844])
def test_who_watches_six_on_a_phone_reads_their_totals(guests: Guests, height: int) -> None:
    """And who begins the next round; there is no dock to fill the page with."""
    table = guests().open_table("person", *["bot:random"] * 5, game=GAME)
    guest = guests(viewport=PHONE | {"height": height}, has_touch=True)
    page = guest.page(table)
    until(page, lambda: page.locator(".right .seat").count() == 6, "six chips are not there")
    totals = [str(seat["total"]) for seat in last_state(guest)["view"]["seats"]]
    shown = page.locator(".right .seat .total > span:first-child")
    expect(shown).to_have_text(totals)
    for each in shown.all():
        expect(each).to_be_visible()
    assert page.locator(".right .name > span:first-child").evaluate_all(CUT) == []
    expect(page.locator(".dock")).to_be_hidden()
    assert scrolls_sideways(page) == []


@pytest.mark.parametrize("size", [(320, 640), (568, 320)])
def test_missions_lie_under_no_dice_and_no_name_leaves_its_card(
    guests: Guests, server: Server, size: tuple[int, int]
) -> None:
    guest = guests(viewport={"width": size[0], "height": size[1]})
    table = guest.open_table("person", "bot:random", game=GAME)
    citizen, hands = Citizen(guest.page(table)), ["undercover infiltration", "slacker boom"]
    lay(server, table, "", areas=CITY, boards=["p4 w2", "t1"], factions="haterz pagans", missions=hands)
    until(citizen.page, lambda: citizen.wait() and last_state(guest)["view"]["phase"] == "turn", "nothing was laid")
    missions = citizen.page.locator(".hand .mis")
    expect(missions).to_have_count(2)
    for mission in missions.all():
        lies_open(mission)
    assert missions.locator("b").evaluate_all(CUT) == []


@pytest.mark.parametrize("size", [(320, 640), (375, 553), (390, 844)])
def test_all_seven_places_of_an_opponent_can_be_tapped(guests: Guests, server: Server, size: tuple[int, int]) -> None:
    """The Pagans have one place more than others."""
    guest = guests(viewport={"width": size[0], "height": size[1]})
    table = guest.open_table("person", "bot:random", game=GAME)
    citizen, hands = Citizen(guest.page(table)), ["undercover infiltration", "slacker boom"]
    lay(server, table, "", areas=CITY, boards=["p4 w2", "t1 t2 t3"], factions="haterz pagans", missions=hands)
    until(citizen.page, lambda: citizen.wait() and last_state(guest)["view"]["phase"] == "turn", "nothing was laid")
    citizen.page.locator(".right .seat .unfold").first.click()
    places = citizen.page.locator(".lens .row6 .sp")
    expect(places).to_have_count(7)
    boxes = [place.bounding_box() for place in places.all()]
    for box in boxes:
        assert box and min(box["width"], box["height"]) >= LEAST_CELL
        assert box["x"] >= 0 and box["x"] + box["width"] <= size[0]
