"""Whole games of Dicetopia in two browsers, with bots, by keyboard, without a script; what interrupts a turn, what is
counted at the end, what nobody else may see; and a city that looks as it is.
"""

from __future__ import annotations

import random
import re
from typing import Any

import numpy as np
import pytest
from playwright.sync_api import Locator, Page, expect

from dicehouse.core import Seeded
from dicehouse.games.dicetopia.presentation import position_setup
from dicehouse.match.match import Match

from ..web.api.program import Program, make_token
from ..web.server import Server
from .chair import check_sheet, check_whole_log, match_of, plain_choices
from .city import (
    GAME,
    GO,
    MOST,
    Citizen,
    counted,
    friends,
)
from .eyes import BOXES, Eyes
from .guests import PHONE, Guest, Guests, last_state
from .laying import lay, play_ahead
from .patience import all_of, becomes, one_of, texts_of, until
from .test_barriers import barriers, scrolls, scrolls_sideways

COUCH = {"name-0": "Ana", "name-1": "Ben"}
LATE = {"round": 5}  # of seven; a game without a script is whole
BEGUN = 12  # touches after which a game goes on late


def check_ending(page: Page, guest: Guest) -> Match:
    """Sheet, log and the line of the winners are those of the record; a second pair of eyes counts the same stars."""
    match = Match.load(match_of(page))
    assert match.over
    check_sheet(page)
    check_whole_log(page, match, last_state(guest)["seat"], last_state(guest)["me"])
    Citizen(page).check_end(guest)
    rows = match.score_sheet()["rows"]
    for seat, parts in enumerate(counted(match)):
        assert {key: stars for key, stars in rows[seat]["cells"].items() if stars} == {
            key: stars for key, stars in parts.items() if stars
        }
    winners = [seat for seat, share in enumerate(match.returns()) if share]
    me = last_state(guest)["me"]
    if len(me) == 1 and me[0] in winners:
        title = "You win!" if len(winners) == 1 else "^You and .* share the win$"
    else:
        title = ".*".join(re.escape(match.names[seat]) for seat in winners) + " (wins!|share the win)"
    expect(page.locator(".end-title h2")).to_have_text(re.compile(title))
    return match


# --- two browsers


def test_a_whole_game_in_two_browsers_and_one_that_watches(guests: Guests, server: Server) -> None:
    """After every act all three show what was sent, and nobody was sent anybody else's Missions. The rounds in the
    middle are played without them.
    """
    host, friend, stranger = guests(), guests(), guests()
    ana, ben, table = friends(host, friend)
    watching = Citizen(stranger.page(table))
    three = ((host, ana), (friend, ben), (stranger, watching))
    for touch in range(MOST):
        movers = until(ana.page, lambda: able(ana, ben), "nobody may do anything")
        if movers == ["over"]:
            break
        mover = movers[touch % len(movers)]
        assert isinstance(mover, Citizen)
        mover.play()
        if touch % 8 == 0:
            meet(three)
        if touch == 20:
            for _, each in three[:2]:
                each.page.reload()
            able(ana, ben)
            play_ahead(server, table, late)
            meet(three)
    for guest, each in three:
        assert each.turn() == "over"
        check_ending(each.page, guest)
        each.page.reload()
        each.check_end(guest)


def late(match: Match) -> bool:
    return bool(match.view(None)["round"] > LATE["round"])


def able(*two: Citizen) -> list[Citizen | str]:
    states = [each.wait() for each in two]
    if all(state == "over" for state in states):
        return ["over"]
    return [each for each, state in zip(two, states, strict=True) if state == "mine"]


def meet(three: tuple[tuple[Guest, Citizen], ...]) -> None:
    """All that look at the table see the same of it, and of hidden cards only their own."""
    latest = max(last_state(guest)["number"] for guest, _ in three)
    for guest, each in three:
        until(each.page, lambda guest=guest: last_state(guest)["number"] >= latest, "nobody was told")
        each.check(guest)
    for owner, _ in three[:2]:
        for card in last_state(owner)["view"]["hand"]:
            for guest, each in three:
                if guest is not owner and last_state(owner)["view"]["revealed"] is None:
                    check_hidden(card, guest, each.page)


def check_hidden(card: dict[str, Any], guest: Guest, page: Page) -> None:
    """Neither what was sent nor the document names a card; what this seat once held itself may stand in its log, and
    the glossary, which is the same for all, names every card.
    """
    named = re.compile(rf"\b({re.escape(card['name'])}|{card['id']})\b")
    sent = last_state(guest)  # a setting of the table has a Mission's name too
    assert not named.search(str([sent[part] for part in ("view", "options", "prompt", "sheet")]))
    place = "document.querySelectorAll('.log, .last-line, [role=status]').forEach(one => one.remove())"
    copy = f"() => {{ const copy = document.cloneNode(true); {place.replace('document', 'copy')}; return copy; }}"
    text = page.evaluate(f"() => ({copy})().documentElement.outerHTML")
    assert not named.search(text), card["id"]
    others = [one for one in told(guest) if named.search(one["text"]) and one["seat"] != last_state(guest)["seat"]]
    assert not others


def told(guest: Guest) -> list[dict[str, Any]]:
    return list(last_state(guest)["events"])


# --- against bots, by hand, by keyboard, without a script


def test_a_choice_stays_in_hand_while_what_was_told_is_shown_again(guest: Guest) -> None:
    """From a line of the log: one's own steps are shown with the others'."""
    page = guest.page(guest.open_table("person", "bot:random", game=GAME))
    citizen, line = Citizen(page), page.locator(".logbox .log").get_by_role("button")
    key = page.locator(".dock .do .btn.go")
    while not (line.count() > 1 and page.locator("button.sp.legal").count()):
        assert citizen.turn() == "mine"
        citizen.play()
        citizen.turn()
    page.locator("button.sp.legal").first.click()
    expect(citizen.go).to_have_count(1)
    chosen = key.inner_text()
    line.last.click()
    expect(page.get_by_text(re.compile(r"replay: 1 of \d+"))).to_be_visible()
    page.keyboard.press("Escape")
    expect(key).to_have_text(chosen, use_inner_text=True)
    expect(citizen.go).to_have_count(1)


@pytest.mark.parametrize(
    ("seats", "fields"),
    [
        (4, {"set-faction_deal": "choose", "set-tie_domination": "split"}),
        (6, {"set-magmacorium_owner_option": "off"}),
    ],
    ids=["four", "six"],
)
def test_a_game_with_bots_by_hand(guest: Guest, server: Server, seats: int, fields: dict[str, str]) -> None:
    """Its beginning and its end; in between all choose at random."""
    bots = ["bot:sensible", *["bot:random"] * (seats - 2)]
    table = guest.open_table("person", *bots, game=GAME, **fields)
    citizen = Citizen(guest.page(table), seed=seats)
    for touch in range(MOST):
        if citizen.turn() == "over":
            break
        if touch == BEGUN:
            play_ahead(server, table, late)
            citizen.turn()
        citizen.check(guest)
        citizen.play()
    assert check_ending(citizen.page, guest).players == seats


def test_a_game_by_keyboard_only(guest: Guest, server: Server) -> None:
    table = guest.open_table("person", "bot:random", game=GAME)
    citizen = Citizen(guest.page(table))
    lay(server, table, Seeded(1), **LATE)
    for _ in range(MOST):
        if citizen.turn() == "over":
            break
        citizen.play_by_keys()
    citizen.check_end(guest)


def test_a_whole_game_without_a_script(guests: Guests) -> None:
    guest = guests(java_script_enabled=False)
    page = guest.page(f"{guest.open_table('person', 'bot:random', game=GAME)}/plain?still=1")
    for turn in range(MOST):
        if (choices := plain_choices(page)) is None:
            break
        with page.expect_navigation(wait_until="domcontentloaded"):
            one_of(choices, lambda most, turn=turn: turn % most).dispatch_event("click")  # type: ignore[misc]
    match = Match.load(match_of(page))
    assert match.over
    for name, total in zip(match.names, match.points(), strict=True):
        expect(page.locator("#log")).to_contain_text(re.compile(rf"({re.escape(name)} has|You have) {total} star"))


def test_a_game_on_a_phone_never_scrolls_sideways(guests: Guests, server: Server) -> None:
    guest = guests(viewport=PHONE, has_touch=True)
    table = guest.open_table("person", "bot:random", game=GAME)
    citizen = Citizen(guest.page(table))
    assert citizen.turn() == "mine" and scrolls_sideways(citizen.page) == [], "while one chooses Missions"
    lay(server, table, Seeded(1), **LATE)
    for _ in range(MOST):
        if citizen.turn() == "over":
            break
        assert scrolls_sideways(citizen.page) == []
        citizen.play()
    citizen.check_end(guest)
    assert scrolls_sideways(citizen.page) == []


# --- one couch


def test_two_on_one_couch_read_their_missions_behind_a_cover(guest: Guest) -> None:
    """Neither the cards nor the log tell one what the other was dealt."""
    citizen = Citizen(guest.page(guest.open_table("person", "person", game=GAME, **COUCH)))
    page, hands = citizen.page, []
    citizen.turn()
    factions = [seat["faction"] for seat in last_state(guest)["view"]["seats"]]
    for name, faction in zip(("Ana", "Ben"), factions, strict=True):
        if faction == "centauri-bureau":  # keeps all three, and is not asked
            hands.append([])
            continue
        assert citizen.turn() == "cover"
        expect(page.locator(".cover h2")).to_have_text(f"Pass to {name}")
        assert not last_state(guest)["view"]["hand"], "not even sent"
        read = page.locator("body").inner_text()
        assert not [card for hand in hands for card in hand if card in read]
        page.locator(".cover .btn.go").click()
        expect(page.locator(".dealt-card")).to_have_count(3)
        hands.append([card["name"] for card in last_state(guest)["view"]["hand"]])
        page.locator(".dealt-card").first.click()
        citizen.go.click()
    assert pass_on(citizen)
    first = re.compile("Send an Agent|Hypnotise")  # whoever was dealt the Perceptioneers is asked before the turn
    expect(page.locator(".call h2")).to_contain_text(first)
    read, other = page.locator("body").inner_text(), hands[1 - last_state(guest)["seat"]]
    assert not [card for card in other if card in read]


def pass_on(citizen: Citizen) -> bool:
    """Whoever is asked takes the shared device."""
    while (state := citizen.turn()) == "cover":
        citizen.page.locator(".cover .btn.go").click()
        expect(citizen.page.locator(".cover")).to_have_count(0)
    return state == "mine"


# --- positions


CITY = {
    "agency": "t4 p2 w3 t1 p5",
    "gugu": "w6 t2 p1 agent:1 w2",
    "waste": "p3 p3 t5 w4 w1",
    "congress": "t6 w5 p4 t2 t3",
    "bank": "w2 p6 t1 t4 w5",
    "nethal": "p2 w4 t3 p1 w6",
    "springs": "m5 m2 - - - -",
}


def laid(server: Server, host: Guest, friend: Guest, **position: Any) -> tuple[Citizen, Citizen]:
    """Ana, whose turn begins, and Ben."""
    ana, ben, table = friends(host, friend)
    quiet = ["slacker high-stakes-gambling", "copycat special-agents"]  # that change no number on the page
    lay(server, table, "", areas=CITY, **{"boards": ["p4 w2", "t1"], "missions": quiet, **position})
    for guest, each in ((host, ana), (friend, ben)):
        until(each.page, lambda guest=guest: last_state(guest)["view"]["phase"] != "missions", "nothing was laid")
        each.wait()
    return ana, ben


def test_a_choice_of_two_is_shown_before_it_is_done_and_can_be_taken_back(guests: Guests, server: Server) -> None:
    host = guests()
    ana, ben = laid(server, host, guests(), factions="haterz pagans")
    before, page = ana.plan(), ana.page
    agree = ben.page.get_by_role("region", name="Undo request").get_by_role("button", name="Agree", exact=True)
    ana.place("bank-2").click()
    expect(ana.go).to_contain_text("Take purple 6")
    expect(page.locator(".tile.bank_ .dom")).to_contain_text("17")  # 5, and 2 + 1 + 4 + 5 lie there
    expect(ana.place("p1-3")).to_have_accessible_name(re.compile("would become purple 6"))
    ana.go.click()
    becomes(page, lambda: ana.wait() and ana.plan()["bank-2"], "your Agent")
    ana.place("p1-2").click()
    becomes(page, lambda: ana.place("p1-2").get_attribute("aria-pressed"), "true")
    ana.place("congress-1").click()
    expect(page.locator("svg.swap .way")).to_be_attached()
    expect(ana.go).to_contain_text("+4 for you")
    ana.go.click()
    becomes(page, lambda: (ana.wait(), ana.plan()["p1-2"], ana.plan()["congress-1"])[1:], ("teal 6", "white 2"))
    for _ in range(9):  # an undo while one is on its way is no undo
        if ana.wait() and ana.plan() == before:
            break
        number = last_state(host)["number"]
        page.keyboard.press("u")
        if last_state(host)["acting"] != [0]:  # Ben was asked meanwhile, so it is for him to say
            agree.click()
        until(page, lambda number=number: last_state(host)["number"] < number, "nothing was taken back")
    assert ana.plan() == before


def test_hypnosis_asks_before_the_turn_and_binds_it(guests: Guests, server: Server) -> None:
    ana, ben = laid(server, guests(), guests(), factions="haterz perceptioneers")
    assert (ana.wait(), ben.turn()) == ("theirs", "mine")
    expect(ben.page.locator(".call h2")).to_have_text("Hypnotise Ana?")
    ben.page.locator(".list").get_by_text("Waste Management").click()
    ben.go.click()
    assert ana.turn() == "mine"
    legal = [*(f"waste-{i}" for i in range(1, 6)), "thug-0"]  # one's own Thug may break out first
    lit = ana.page.locator("button.sp.legal")
    becomes(ana.page, lambda: lit.evaluate_all("all => all.map(one => one.dataset.place)"), legal)
    assert ben.wait() == "theirs"


def test_hypnosis_can_be_kept_for_later(guests: Guests, server: Server) -> None:
    ana, ben = laid(server, guests(), guests(), factions="haterz perceptioneers")
    assert ben.turn() == "mine"
    ben.page.keyboard.press("p")
    assert ana.turn() == "mine"
    lit, areas = ana.page.locator("button.sp.legal"), {"agency", "nethal", "market", "ravin", "springs"}
    script = "all => all.map(one => one.dataset.place.split('-')[0])"
    until(ana.page, lambda: areas <= set(lit.evaluate_all(script)), "not all that may be done is lit")


def test_adaptation_answers_a_swap(guests: Guests, server: Server) -> None:
    ana, ben = laid(server, guests(), guests(), factions="haterz hollows")
    for place in ("nethal-1", "p1-1", "p2-1"):
        ana.wait()
        ana.place(place).click()
        if place != "p1-1":  # half a swap leads on by itself
            ana.go.click()
    assert ben.turn() == "mine"
    expect(ben.page.locator(".call h2")).to_have_text("Use Adaptation?")
    becomes(ben.page, lambda: ben.plan()["p2-1"], "purple 4")
    ben.page.locator(".list").get_by_text("Raise").click()
    ben.go.click()
    for each in (ana, ben):
        becomes(each.page, lambda each=each: each.wait() and each.plan()["p2-1"], "purple 5")


# --- the end


def test_the_worked_example_is_counted_out(guest: Guest, server: Server) -> None:
    """Section 7's three players, three on one couch: 90 stars for the first, told step by step."""
    table = guest.open_table("person", "person", "person", game=GAME, **COUCH, **{"name-2": "Cleo"})
    citizen = Citizen(guest.page(table))
    assert citizen.turn() == "cover"
    lay(server, table, "", factions="haterz navigators zai", **EXAMPLE)
    page = citizen.page
    pass_on(citizen)
    for touch in (page.locator(GO), citizen.place("market-1"), page.locator(GO), citizen.place("p3-1")):
        touch.click()
        citizen.wait()
    page.locator(".list button").nth(1).click()  # the Market turns the 2 into a 2
    citizen.go.click()
    for die in ("white 6", "purple 5", "teal 2"):
        draft = page.locator(".list").get_by_text(f"Draft the {die}")
        until(page, lambda draft=draft: pass_on(citizen) and draft.count(), "nobody may draft")
        draft.click()
        citizen.go.click()
    assert citizen.turn() == "over"
    expect(page.locator(".end-deeds .sources tr:has(td)")).to_have_count(4)
    rows = page.locator(".end-deeds .sources tr:has(td)").evaluate_all(
        "all => all.map(row => [...row.children].map(cell => parseInt(cell.innerText) || cell.innerText.trim()))"
    )
    names = texts_of(page.locator(".end-deeds thead th"))
    ana = 1 + [name.strip() for name in names].index("Ana")
    assert {row[0]: row[ana] for row in rows} == {
        "Stock Exchange": 9,
        "Dice": 32,
        "Domination": 16 + 17,
        "Missions": 12 + 4,
    }
    expect(page.locator(".end-title h2")).to_have_text(re.compile("^(Ana wins|You win)!$"))
    expect(page.locator(".end-stand .won output")).to_have_text("90")
    page.get_by_role("button", name="View the board").click()
    page.get_by_role("button", name="Back to scoring").click()
    for step, sum_ in (("Stock", "+9"), ("Dice", "+32"), ("Missions", "+16")):
        page.locator(".rail button").filter(has_text=step).click()
        expect(page.locator(".count .players > li").first.locator("output")).to_have_text(sum_)
    page.clock.install()  # the count takes its time
    page.locator(".count .again").click()
    telling, stars = page.locator(".count.telling"), page.locator(".race output").first
    until(page, lambda: page.clock.run_for(100) or stars.inner_text() == "90", "the count never comes to 90")
    until(page, lambda: page.clock.run_for(100) or not telling.count(), "the count never ends")


EXAMPLE: dict[str, Any] = {
    "boards": ["t4 t2 p6 p6 w3 m5", "w1 w2 t3 t3 w1 t4", "w2 t1 w1 t1 w1 t1"],
    "prison": "p5 t2",  # and the white 6, when Cleo's Thug has broken out
    "player": 2,
    "round": 7,
    "stock": (1, 3, 0),  # steps of the tracks, worth 1, 2 and nothing
    "areas": {
        "agency": "agent:0 agent:0 agent:1 thug:1 t4",
        "gugu": "agent:0 agent:2 t2 p3 w6",
        "dome": "agent:0 t1 w2 p4 t4 w6",
        "market": "w6 w1 w1 w1 w1 w1",
    },
    "thugs": [2],
    "missions": ["armory forgery", "slacker interest", "clones big-league"],
}


def test_waste_management_asks_for_an_agent(guest: Guest, server: Server) -> None:
    """Only the first of its two choices is a person."""
    table = guest.open_table("person", "bot:random", game=GAME)
    citizen = Citizen(guest.page(table))
    lay(server, table, "", areas=CITY, boards=["p4", "t1"], factions="haterz navigators")
    until(citizen.page, lambda: citizen.wait() and last_state(guest)["view"]["phase"] == "turn", "nothing was laid")
    key = citizen.page.locator(".dock .btn.go")
    expect(key).to_contain_text("Choose a die")
    citizen.place("waste-1").click()
    citizen.go.click()
    citizen.wait()
    expect(key).to_contain_text("Choose an Agent")
    citizen.place("gugu-4").click()
    expect(key).to_contain_text("Choose the other one")


# --- seen by eyes, and by those who do not see

PAINT = {"t": (16, 124, 120), "p": (109, 59, 150), "w": (244, 236, 221), "m": (232, 121, 26)}
FEW_PIPS = {  # six of them leave little of a small die's colour
    "agency": "t3 p2 w3 t1 p1",
    "gugu": "w1 t2 p1 w3 w2",
    "waste": "p3 p2 t3 w2 w1",
    "congress": "t1 w3 p2 t2 t3",
    "bank": "w2 p3 t1 t2 w3",
    "nethal": "p2 w2 t3 p1 w1",
    "springs": "m3 m2 - m1 - -",
}


@pytest.mark.parametrize("options", [{}, {"viewport": PHONE}], ids=["wide", "phone"])
def test_the_dice_of_the_city_have_their_colours(guests: Guests, server: Server, options: dict[str, Any]) -> None:
    """Read from pixels: a city of empty canvas has the right labels too."""
    guest = guests(**options)
    table = guest.open_table("person", "bot:random", game=GAME)
    citizen = Citizen(guest.page(table))
    lay(server, table, "", areas=FEW_PIPS, boards=["p4 w2", "t1"])
    until(citizen.page, lambda: citizen.wait() and last_state(guest)["view"]["phase"] == "turn", "nothing was laid")
    picture = Eyes(guest.context).see(citizen.page)
    dice = citizen.page.locator(".tile[data-tile] .sp[data-place]:has(.dd)")
    boxes, places = (dice.evaluate_all(script) for script in (BOXES, "all => all.map(one => one.dataset.place)"))
    things = {f"{a['id']}-{i}": die for a in last_state(guest)["view"]["areas"] for i, die in enumerate(a["spaces"], 1)}
    dices = {place: thing for place, thing in things.items() if thing and len(thing) == 2}
    assert set(dices) <= set(places)
    assert {die[0] for die in dices.values()} == set(PAINT)
    for place, (left, top, width, height) in zip(places, boxes, strict=True):
        if place in dices:
            die = picture[top : top + height, left : left + width].reshape(-1, 3).astype(int)
            near = {hue: (np.abs(die - np.array(rgb)).sum(axis=1) < 60).mean() for hue, rgb in PAINT.items()}
            assert max(near, key=lambda hue: near[hue]) == dices[place][0], (place, near)


THUMBS = """all => all.filter(one => {
  const box = one.getBoundingClientRect(), x = box.left + box.width / 2, y = box.top + box.height / 2;
  return box.width < 40 || box.height < 40 || !one.contains(document.elementFromPoint(x, y));
}).map(one => one.getAttribute("aria-label"))"""
SIZES = "all => all.map(one => Math.round(one.getBoundingClientRect().width))"


@pytest.mark.parametrize(("seats", "height"), [(2, 664), (4, 740), (6, 664), (6, 844)])
def test_on_a_phone_every_place_has_room_for_a_thumb(
    guests: Guests, server: Server, monkeypatch: pytest.MonkeyPatch, seats: int, height: int
) -> None:
    """Also between the bars of a phone's browser; and where there is room one sees which dice the others have."""
    monkeypatch.setattr(position_setup, "check_position", lambda *_: None)  # fuller than any game's city can be
    guest = guests(viewport=PHONE | {"height": height}, has_touch=True)
    table = guest.open_table("person", *["bot:random"] * (seats - 1), game=GAME)
    citizen = Citizen(guest.page(table))
    page, boards = citizen.page, ["p4 w2 t5", "t1 p3 w5 t2 m6 p1 t4", "w1 w2", "t6 t5 t4 t3 t2 t1", "p1", "m5 m4"]
    lay(server, table, "", areas=CITY, boards=boards[:seats])
    until(page, lambda: citizen.wait() and last_state(guest)["view"]["phase"] == "turn", "nothing was laid")
    drawn = page.locator(".town :is(.ring, .six):not(.dome .six) .dd")
    drawn.first.wait_for()
    dice = drawn.evaluate_all(SIZES)
    assert min(dice) >= 15, "pips of the plan can be read"
    for opener in all_of(page.locator(".tile .opener")):
        tile = opener.locator("..")
        opener.click()
        expect(page.locator(".lens .tile")).to_have_attribute(
            "aria-label", f"{tile.get_attribute('aria-label')}, opened"
        )
        assert page.locator(".lens :is(.ring, .six) button.sp").evaluate_all(THUMBS) == []
        assert scrolls_sideways(page) == []
    for seat, unfold in enumerate(all_of(page.locator(".right .unfold")), 1):
        unfold.click()
        expect(page.locator(".lens [data-board]")).to_have_attribute("data-board", str(seat + 1))
        assert page.locator(".lens .row6 button.sp").evaluate_all(THUMBS.replace("box.width < 40", "false")) == []
    if height > 720:
        dice = page.locator(".right .row6 .dd").evaluate_all(SIZES)
        assert len(dice) == sum(len(board.split()) for board in boards[1:seats])
        assert min(dice) >= 14


def sit_before_a_list(guest: Guest) -> tuple[Citizen, Locator]:
    """Play until a list is shown from which one has to choose; a game may end before, so there may be another."""
    for _ in range(10):
        citizen = Citizen(guest.page(guest.open_table("person", "bot:random", game=GAME)))
        listed = citizen.page.locator(".lens .list button[data-stop]").first
        for _ in range(MOST):
            if citizen.turn() != "mine":
                break
            if listed.is_visible():
                if citizen.go.count():  # one of the list is aimed at, or one may stop instead
                    citizen.page.keyboard.press("Escape")
                if not citizen.go.count():
                    return citizen, listed
            citizen.play()
        citizen.page.close()
    raise AssertionError("no list was there to choose from")


def test_on_a_phone_the_list_is_found_again_after_a_look_at_somebody(guests: Guests) -> None:
    """What is opened lies where the list lay from which one has to choose."""
    guest = guests(viewport=PHONE, has_touch=True)
    citizen, listed = sit_before_a_list(guest)
    page, key = citizen.page, citizen.page.locator(".dock .btn.go")
    page.locator(".right .unfold").first.click()
    expect(listed).to_be_hidden()
    expect(key).to_contain_text("Back to the list")
    key.click()
    expect(listed).to_be_visible()


@pytest.mark.parametrize(
    "look", [{}, {"viewport": PHONE, "color_scheme": "dark"}], ids=["wide by day", "phone by lamp"]
)
def test_axe_finds_nothing_in_the_city(guests: Guests, server: Server, look: dict[str, Any]) -> None:
    guest = guests(**look)
    table = guest.open_table("person", "person", game=GAME, **COUCH)
    citizen = Citizen(guest.page(table))
    page, found = citizen.page, {}

    def look_at(what: str) -> None:
        citizen.wait()
        found[what] = barriers(page) + scrolls(page) + scrolls_sideways(page)

    assert citizen.turn() == "cover"
    look_at("cover")
    page.locator(".cover .btn.go").click()
    expect(page.locator(".dealt-card")).to_have_count(3)
    look_at("missions")
    lay(server, table, "", areas=CITY, boards=["p4 w2", "t1"], factions="zai skelletas")
    until(page, lambda: last_state(guest)["view"]["phase"] == "turn", "nothing was laid")
    if citizen.turn() == "cover":  # Ben was asked first, by chance
        page.locator(".cover .btn.go").click()
    look_at("turn")
    page.keyboard.press("b")
    page.keyboard.press("2")
    expect(citizen.go).to_contain_text("Take purple 6")
    look_at("aimed")
    page.keyboard.press("r")
    expect(page.locator(".slide-body > *").first).to_be_visible()
    look_at("rules")
    page.keyboard.press("Escape")
    done: dict[str, Any] = {"boards": ["p4 w2", "t1"], "agents": [0, 0], "thugs": [], "prison": "w4"}
    lay(
        server,
        table,
        "",
        score=True,
        areas=CITY,
        factions="zai skelletas",
        missions=["slacker boom", "snitch clones"],
        **done,
    )
    until(page, lambda: last_state(guest)["view"]["phase"] == "draft", "nothing was laid")
    expect(page.locator(".list").get_by_text("Draft").first).to_be_visible()
    page.keyboard.press("1")
    expect(citizen.go).to_contain_text("Draft")
    citizen.go.click()
    assert citizen.turn() == "over"
    look_at("end")
    assert not any(found.values()), found


def test_who_waits_goes_on_reading_while_others_speak(guests: Guests) -> None:
    ana, ben = guests(), guests(viewport=PHONE, has_touch=True)
    table = ana.open_table("person", "open", game=GAME)
    friend = ben.person()
    friend.post(ana.person().invitations(table)[0], name="Ben")
    ben.adopt(friend)
    programs = [Program(ana.url, make_token(one.person())) for one in (ana, ben)]
    chance = random.Random(3)
    while (state := programs[0].state(table[3:]))["number"] <= 12 or state["acting"] != [0]:
        seat = state["acting"][0]
        own = programs[seat].state(table[3:])
        assert programs[seat].act(table[3:], own, chance.choice(own["options"])["id"]).is_success
    page = ben.page(table)
    city = page.get_by_role("button", name=re.compile("^Ana, .*: open the Faction Board"))
    city.tap()
    expect(city).to_have_attribute("aria-expanded", "true")
    with ana.person().sit(table) as sitting:
        sitting.send("chat", text="One moment.")
    until(page, lambda: any("One moment." in frame for frame in ben.frames), "it was not heard")
    page.evaluate("new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))")
    expect(city).to_have_attribute("aria-expanded", "true")
