"""Whole duels of Deck-O-Dice in two browsers, whole games against Dicey, by hand, by keyboard, without a script, two on
one couch; and a clash that looks as it is.
"""

from __future__ import annotations

import json
import random
import re
from collections.abc import Sequence

import numpy as np
import numpy.typing as npt
import pytest
from playwright.sync_api import Locator, Page, expect

from dicehouse.match.match import Match

from ..web.server import Server
from .chair import check_sheet, check_whole_log, match_of, plain_choices
from .deck import (
    ATTESTED,
    GAME,
    GO,
    MINIONS,
    MOST,
    OPEN,
    PICKS,
    Duelist,
    check_public,
    friends,
    settle,
    whose_turn,
)
from .eyes import BOXES, Eyes, Picture
from .guests import PHONE, Guest, Guests, last_state
from .laying import lay, play_ahead
from .patience import one_of, until

LAST = 11  # of twelve combats: from there on a duel is played to its end
NAMED = re.compile("|".join(MINIONS), re.IGNORECASE)


def check_ending(page: Page, guest: Guest) -> Match:
    """Sheet, log and the line of the winner are those of the record, and all is open now."""
    match = Match.load(match_of(page))
    assert match.over
    check_sheet(page)
    check_whole_log(page, match, last_state(guest)["seat"], last_state(guest)["me"])
    view = match.view(None)
    winner = view["sides"][view["winner"]]
    name = match.names[winner["seat"]] if winner["seat"] is not None else "Dicey"
    me = last_state(guest)["me"]
    own = "|You win!|You win with the 20!" if me == [winner["seat"]] else ""
    expect(page.locator(".end-title h2")).to_have_text(
        re.compile(f"^({re.escape(name)}( wins!| wins with the 20!){own})$")
    )
    return match


# --- two browsers


@pytest.mark.parametrize(
    "fields", [{}, pytest.param(OPEN | ATTESTED, marks=pytest.mark.long)], ids=["memory-proposed", "open-attested"]
)
def test_a_whole_duel_in_two_browsers_and_one_that_watches(
    guests: Guests, server: Server, fields: dict[str, str]
) -> None:
    """After every act all three show what the frame of the one who watches says: nothing else is public. The combats in
    the middle are played without them.
    """
    host, friend, stranger = guests(), guests(), guests()
    *two, table = friends(host, friend, **fields)
    watching = Duelist(stranger.page(table))
    watching.wait()
    chance = random.Random(len(fields))
    for turn in range(MOST):
        if (mover := whose_turn(two, chance)) is None:
            break
        number = last_state(stranger)["number"]
        mover.play()
        settle(stranger, watching.page, number)
        view = last_state(stranger)["view"]
        for each in (*two, watching):
            check_public(each, view)
        keys = 0 if view["winner"] is None else 4  # front page, replay, the board, and to play oneself
        expect(watching.page.locator(f"{PICKS}, .dock .do .btn:not(.undo)")).to_have_count(keys)
        if turn == 9:
            reload_in_mid_combat(two, stranger)
            play_ahead(server, table, lambda match: match.view(None)["combat"] >= LAST)
            for each, guest in zip((*two, watching), (host, friend, stranger), strict=True):
                until(each.page, lambda guest=guest: last_state(guest)["view"]["combat"] >= LAST, "nobody was told")
    for each, guest in zip((*two, watching), (host, friend, stranger), strict=True):
        assert each.wait() == "over"
        check_ending(each.page, guest)


def reload_in_mid_combat(two: Sequence[Duelist], stranger: Guest) -> None:
    for each in two:
        each.wait()
        mine = each.page.locator(PICKS).count()
        each.page.reload()
        check_public(each, last_state(stranger)["view"])
        expect(each.page.locator(PICKS)).to_have_count(mine)


# --- against Dicey


@pytest.mark.parametrize(
    ("abilities", "memory"), [({}, {}), (ATTESTED, OPEN)], ids=["proposed-memory", "attested-open"]
)
def test_a_whole_game_against_dicey_by_hand(guest: Guest, abilities: dict[str, str], memory: dict[str, str]) -> None:
    duelist = Duelist(guest.page(guest.open_table("person", game=GAME, **abilities, **memory)), seed=len(memory))
    for _ in range(MOST):
        if duelist.turn() == "over":
            break
        state = last_state(guest)
        check_public(duelist, state["view"])
        words = duelist.page.locator(".slide .log, .logbox .log").first.inner_text()
        if memory == {} and state["number"] and state["view"]["phase"] == "choose":
            assert "sends" not in words and "You send" not in words
        number = state["number"]
        duelist.play()
        settle(guest, duelist.page, number)
    house = duelist.page.locator("body").inner_text()
    assert "(house rule)" not in house or not abilities, "no invented ability shows where there is none"
    check_ending(duelist.page, guest)


def test_a_whole_game_by_keyboard_only(guest: Guest) -> None:
    page = guest.page(guest.open_table("person", "bot:random", game=GAME))
    duelist = Duelist(page)
    for turn in range(MOST):
        if duelist.turn() == "over":
            break
        number = last_state(guest)["number"]
        for digit in range(6):
            if page.locator(GO).count():
                break
            page.keyboard.press(str(1 + (turn + digit) % 6))
        page.keyboard.press("Enter")
        settle(guest, page, number)
    check_ending(page, guest)


def test_a_whole_game_without_a_script(guests: Guests) -> None:
    guest = guests(java_script_enabled=False)
    page = guest.page(f"{guest.open_table('person', 'bot:random', game=GAME)}/plain?still=1")
    for turn in range(MOST):
        if (choices := plain_choices(page)) is None:
            break
        with page.expect_navigation(wait_until="domcontentloaded"):
            one_of(choices, lambda most, turn=turn: turn % most).dispatch_event("click")  # type: ignore[misc]
        expect(page.locator("#board")).to_contain_text("of 12")
    assert Match.load(match_of(page)).over
    assert len(NAMED.findall(page.locator("#log").inner_text())) > 20, "now all may be read"


# --- one couch


def test_two_on_one_couch_choose_behind_a_cover(guest: Guest) -> None:
    """While one hands over to the other, nothing on the page names what was chosen; nor does the document hold it."""
    table = guest.open_table("person", "person", game=GAME, **{"name-0": "Ana", "name-1": "Ben"})
    duelist = Duelist(guest.page(table))
    page, covers, secrets, sealed = duelist.page, 0, 0, ""
    for _ in range(3 * MOST):
        state = duelist.turn()
        if state == "over":
            break
        if state == "cover":
            covers += 1
            if sealed and (view := last_state(guest)["view"])["phase"] == "choose":
                secrets += 1
                assert [side["minion"] for side in view["sides"]] == [None, None], "not even sent"
                assert f"k-{sealed}" not in page.content()
            page.locator(".cover .btn.go").click()
            expect(page.locator(".cover")).to_have_count(0)
            continue
        number = last_state(guest)["number"]
        sealed = duelist.play()
        settle(guest, duelist.page, number)
    assert covers >= secrets == 12, "who chose last chooses first in the next combat"
    match = check_ending(page, guest)
    assert match.names == ["Ana", "Ben"]


# --- seen by eyes

Gray = npt.NDArray[np.float64]


def cut(picture: Picture, place: Locator) -> Gray:
    """An element as it lies on the screen, in 24 by 24 shades."""
    left, top, width, height = place.evaluate_all(BOXES)[0]
    part = picture[top : top + height, left : left + width].mean(axis=-1)
    rows = np.linspace(0, part.shape[0] - 1, 24).round().astype(int)
    columns = np.linspace(0, part.shape[1] - 1, 24).round().astype(int)
    shades = part[np.ix_(rows, columns)]
    spread = shades.std()
    return np.asarray((shades - shades.mean()) / (spread if spread > 1 else 1.0))


@pytest.mark.parametrize("options", [{}, {"viewport": PHONE}], ids=["wide", "phone"])
def test_the_clash_is_drawn_as_it_is(guests: Guests, server: Server, options: dict[str, dict[str, int]]) -> None:
    """Read from pixels, since labels are right on empty cards too: who fights looks like the one on the tray, and the
    numbers stand where they count.
    """
    host, friend = guests(**options), guests(**options)
    ana, ben, table = friends(host, friend)
    lay(server, table, "", order=[16, 20, 12, 5, 3, 24, 7, 1], combat=9, used=("quad sparten", "dwelve diante"))
    eyes = Eyes(host.context)
    for each in (ana, ben):
        expect(each.page.locator(PICKS)).to_have_count(4)
    looks = [tray_looks(eyes, each) for each in (ana, ben)]
    ana.choose("cubera")
    ben.choose("twent")
    for each in (ana, ben):
        expect(each.page.locator(".val .pop")).to_have_count(2)
        each.wait()
    view = last_state(host)["view"]
    assert (view["phase"], [side["minion"] for side in view["sides"]]) == ("cubera", ["cubera", "twent"])
    for each in (ana, ben):
        picture = eyes.see(each.page)
        for at, minion in enumerate(("cubera", "twent")):
            place = each.page.locator(f".fighter.p{at + 1} .flip-face .who")
            assert likest(cut(picture, place), looks[at]) == minion
        check_numbers(eyes, each.page)


def tray_looks(eyes: Eyes, duelist: Duelist) -> dict[str, Gray]:
    """How the minions that are left look on one's own tray."""
    picture = eyes.see(duelist.page)
    tray = duelist.page.locator(".tray")
    left = [minion for minion in MINIONS if tray.locator(f".pick .k-{minion}").count()]
    return {minion: cut(picture, tray.locator(f".pick .k-{minion} .who")) for minion in left}


def likest(look: Gray, looks: dict[str, Gray]) -> str:
    return max(looks, key=lambda minion: float((look * looks[minion]).mean()))


def check_numbers(eyes: Eyes, page: Page) -> None:
    """Each number covers a good part of its die: without its text the die looks different."""
    page.locator(".val .pop text").first.wait_for(state="attached")
    whole, boxes = eyes.see(page), page.locator(".val .pop text").evaluate_all(BOXES)
    page.locator(".val .pop text").evaluate_all("all => all.forEach(text => text.remove())")
    bare = eyes.see(page)
    for left, top, width, height in boxes:
        assert width > 8 and height > 8
        box = np.s_[top : top + height, left : left + width]
        changed = np.abs(whole[box].astype(int) - bare[box]).max(axis=-1) > 60
        assert changed.mean() > 0.1


def test_what_a_bot_said_of_a_combat_fades_with_it(guest: Guest) -> None:
    """Its reason names the card and tells which minion was out; when all is over it may be read again."""
    page = guest.page(guest.open_table("person", "bot:otto", game=GAME))
    duelist, reasons = Duelist(page, seed=2), page.locator(".logbox .log li.said")
    while duelist.turn() == "mine":
        if last_state(guest)["view"]["phase"] == "choose":  # a new combat
            expect(reasons).to_have_count(0)
        duelist.play()
    said = [line for frame in guest.frames for line in json.loads(frame).get("chat", ()) if line["seat"] == 1]
    assert said
    page.keyboard.press("l")
    expect(page.locator(".slide .log li.said")).to_have_count(len(said))
