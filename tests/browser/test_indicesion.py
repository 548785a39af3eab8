"""Throwing foam dice at the page: by ready throws, sliders, keys and drag, in one browser and in two, without a script,
on a phone; and a table that looks as it lies.
"""

from __future__ import annotations

import re

import numpy as np
import pytest
from playwright.sync_api import FloatRect, Locator, Page, expect

from dicehouse.match.match import Match

from ..web.server import Server
from .chair import check_whole_log, match_of, number_in, plain_choices
from .eyes import MASKS, Eyes
from .foam import GAME, MOST, Thrower, join, sit
from .guests import NO_CARD, PHONE, Guest, Guests, last_state
from .laying import lay
from .patience import becomes, one_of, texts_of, until
from .test_barriers import barriers, scrolls, scrolls_sideways

APOSTROPHE = "'"
# A tower on Ana's board, a die over the edge of Ben's, one that leans and one on the cloth.
TOWER = {
    "hands": ["r3 r4", "o3 o4"],
    "lying": {
        "r1": (0, -200, 22.3, 2, 10),
        "r2": (3, -198, 60.4, 5, 30),
        "o1": (-135, 200, 22.3, 6, 0),
        "o2": (300, 0, 19.1, 4, 45),
    },
}
# A yellow die that hardly holds on to the far edge of Ana's board.
AT_THE_EDGE = {"hands": ["o2 g1 k1 b1", "o3 o4"], "lying": {"y1": (0, -97, 22.3, 4, 0)}}
TWO_AT_THE_EDGE = {
    "hands": ["o2 k1 b1 b2 b3", "o3 o4 r3"],
    "lying": {"y1": (-40, -97, 22.3, 4, 0), "g1": (0, -97, 22.3, 5, 0), "k3": (41, -97, 22.3, 6, 0)},
}
# The red, green and blue of what lies behind the sign of each player.
COLOURS = """all => all.map(each => getComputedStyle(each).getPropertyValue("--p").trim().match(/[0-9a-f]{2}/g)
  .map(part => parseInt(part, 16)))"""
# Dice behind each other on Ana's board: alone, crooked against the one before it, on one another.
CROWD = {
    "hands": ["o3 k1", "o4 k2"],
    "lying": {
        "y1": (-60, -270, 22.3, 4, 0),
        "y2": (-60, -226, 22.3, 5, 0),
        "g1": (-60, -182, 22.3, 2, 0),
        "o1": (20, -250, 22.3, 4, 0),
        "g2": (20, -206, 22.3, 1, 0),
        "b1": (20, -206, 60.4, 6, 0),
        "b2": (70, -228, 22.3, 3, 0),
    },
}


def check_ending(thrower: Thrower) -> Match:
    """Sheet, log and the line of the winner are those of the record."""
    match = Match.load(match_of(thrower.page))
    view = match.view(None)
    assert match.over
    table = thrower.page.locator(".end-deeds")
    names = [text.strip() for text in texts_of(table.locator("thead th"))]
    seats = [match.names.index(name) for name in names]
    rows, wins = table.locator(".sources tr:has(td)"), thrower.page.locator(".end-stand output")
    expect(rows).to_have_count(len(view["rounds"]))
    for row, played in zip(rows.all(), view["rounds"], strict=True):
        cells = row.locator("td")
        wanted = [played["points"][seat] for seat in seats]
        becomes(thrower.page, lambda cells=cells: [number_in(text) for text in cells.all_inner_texts()], wanted)
    wanted = [view["seats"][seat]["wins"] for seat in seats]
    becomes(thrower.page, lambda: [number_in(text) for text in wins.all_inner_texts()], wanted)
    title = "You win!" if view["winner"] == 0 else f"{match.names[view['winner']]} wins!"
    expect(thrower.page.locator(".end-title h2")).to_have_text(title)
    check_whole_log(thrower.page, match, 0)
    return match


# --- one browser


def test_a_whole_match_by_hand(guest: Guest) -> None:
    """Aimed by sliders, by drag and by ready throws; what was seen in the hand is what was thrown."""
    ana = sit(guest, "person", "bot:random")
    ana.turn()
    aim_by_sliders(ana)
    ana.turn()
    aim_by_drag(ana)
    for turn in range(MOST):
        if ana.turn() == "over":
            break
        ana.ready(("Drop", "Lob", "Knock")[turn % 3], board=1 + turn % 2)
        ana.go()
    match = check_ending(ana)
    assert len(ana.own_throws()) == 6 * len(match.view(None)["rounds"])


def aim_by_sliders(ana: Thrower) -> None:
    for dial, to in (("climb", 60), ("aim", -12), ("power", 1800), ("spin", 360)):
        ana.slide(dial, to)
    ana.page.get_by_role("button", name="Hand", exact=True).click()
    ana.slide("up", 4)
    ana.go()
    meant = ana.own_throws()[-1]["throw"]
    heading = ana.view["seats"][0]["throws"]["heading"]
    assert meant["push"] == [1800, round(heading + 12) % 360, 60]
    assert np.hypot(*meant["spin"][:2]) == pytest.approx(360, abs=2)
    assert meant["up"][0] == 4


def aim_by_drag(ana: Thrower) -> None:
    """The die comes down where the finger lets go: on the other board."""
    bot = last_state(ana.guest)["table"]["seats"][1]["name"]
    middle, field = ana.middle_of(2), ana.page.locator(".field").bounding_box()
    assert field
    ana.page.mouse.move(field["x"] + 8, field["y"] + field["height"] / 2)
    ana.page.mouse.down()
    ana.page.mouse.move(*middle, steps=4)
    ana.page.mouse.up()
    assert f"stays on {bot}{APOSTROPHE}s board" in ana.likely()
    ana.go()
    assert ana.own_throws()[-1]["target"] == "p2"


def test_a_die_is_pulled_back_from_its_ring(guest: Guest) -> None:
    """It flies the other way, so hard as it was pulled; the throw can be kept, and no drawer makes the dock grow."""
    ana = sit(guest, "person", "bot:random")
    ana.turn()
    place = ana.view["seats"][0]["throws"]
    ring, dock = ana.page.locator(".hand-ring").last.bounding_box(), ana.page.locator(".dock")
    assert ring
    high = dock.evaluate("each => each.offsetHeight")
    x, y = ring["x"] + ring["width"] / 2, ring["y"] + ring["height"] / 2
    ana.page.mouse.move(x, y)
    ana.page.mouse.down()
    ana.page.mouse.move(x, y + 50, steps=4)
    ana.page.mouse.up()
    assert "%" in ana.likely()
    ana.fine(drawn=False)
    ana.page.keyboard.press("h")
    expect(ana.way("my lob")).to_have_attribute("aria-pressed", "true")
    ana.fine()
    assert dock.evaluate("each => each.offsetHeight") == high
    ana.go()
    meant = ana.own_throws()[-1]["throw"]
    assert meant["from"] == place["from"]
    assert meant["push"][0] > 1000
    assert abs((meant["push"][1] - place["heading"] + 180) % 360 - 180) < 5


def test_a_throw_by_keyboard(guest: Guest) -> None:
    ana = sit(guest, "person", "bot:random")
    for keys in (["g", "g"], ["ArrowLeft", "ArrowLeft", "ArrowUp", "w", "e", "3"]):
        ana.turn()
        before = {dial: ana.dial(dial) for dial in ("aim", "power")}
        for key in keys:
            ana.page.keyboard.press(key)
        if "w" in keys:
            assert ana.dial("aim") == before["aim"] - 2
            assert ana.dial("power") > 0
        ana.go(by_key=True)
    assert [facts["die"] for facts in ana.own_throws()] == ["r1", "r4"]


def test_what_is_in_hand_is_kept_by_h_and_stays_while_others_are_shown_again(guest: Guest) -> None:
    ana = sit(guest, "person", "bot:random")
    ana.turn()
    ana.go()
    ana.turn()
    for key in ("ArrowLeft", "ArrowLeft", "ArrowUp", "w", "e"):
        ana.page.keyboard.press(key)
    meant = {dial: ana.dial(dial) for dial in ("aim", "power")}
    again = ana.page.get_by_role("button", name="Replay the last turn")
    expect(again).to_be_visible()
    ana.fine(drawn=False)
    ana.page.keyboard.press("h")
    expect(ana.page.get_by_role("button", name="Forget", exact=True)).to_be_visible()
    said, slowly = ana.page.locator(".verdict p"), ana.page.get_by_role("button", name="Slow replay")
    expect(slowly).to_be_visible()
    told = texts_of(said)
    assert told != ["Tap a die to see what it scores."]
    again.click()
    expect(ana.page.get_by_text("replay: 1 of")).to_be_visible()
    ana.page.keyboard.press("Escape")
    ana.turn()
    expect(said).to_have_text(told, use_inner_text=True)
    expect(slowly).to_be_visible()
    assert {dial: ana.dial(dial) for dial in meant} == meant


# --- by keyboard alone


def test_a_whole_match_by_keyboard(guest: Guest) -> None:
    """Dice are drafted and thrown, powers are used or not, and the end is looked at, without a mouse."""
    ana = sit(guest, "person", "bot:random", **{"set-game": "drafting"})
    press = ana.page.keyboard.press
    expect(ana.page.locator(".foam-room")).to_be_visible()
    for turn in range(MOST):
        until(ana.page, ana.asked, "nobody is asked")
        if ana.chair.wait("any") == "over":
            break
        phase = ana.view["phase"]
        keys = {"throw": ("1", "g", "ArrowLeft", "w", "t")[: turn % 6], "draft": ("1",)}
        for key in keys.get(phase, ()):
            press(key)
        ana.turn()
        ana.press({"blue": "y", "pink": "y"}.get(phase, "Enter"))
    match = check_ending(ana)
    assert {"pick", "throw"} <= {event.kind for event in match.log(None) if event.seat == 0}
    for name, shown in (("View the board", 0), ("Result", 1)):
        tab_to(ana.page, name)
        press("Enter")
        expect(ana.page.locator(".end-room")).to_have_count(shown)


def tab_to(page: Page, name: str) -> None:
    """Tab until the focus is on that button."""
    button = page.get_by_role("button", name=name)
    for _ in range(40):
        page.keyboard.press("Tab")
        if button.evaluate("each => each === document.activeElement"):
            return
    raise AssertionError(f"Tab does not lead to {name}")


# --- powers


@pytest.mark.parametrize("look", [{}, {"viewport": PHONE}], ids=["keys", "taps on a phone"])
def test_lost_and_bad_dice_by_hand(guests: Guests, server: Server, look: dict[str, object]) -> None:
    """A die is knocked off: what a blue and a pink one would do is said and drawn, and done or left."""
    ana = sit(guests(**look), "person", "person", **{"set-game": "drafting"})
    lay(server, ana.page.url.removeprefix(server.url), "7" * 900, **AT_THE_EDGE)
    uses = not look
    expect(ana.page.locator(".worth")).to_have_count(1)
    ana.turn()
    ana.ready("Knock")
    ana.go()
    ana.turn()
    expect(ana.page.locator(".call h2")).to_contain_text("Replace the lost die with a blue one?")
    expect(ana.page.locator(".die-ghost:not(.dark)")).to_have_count(1)
    answer(ana, "The outline", "y" if uses else "Don't replace it")
    ana.turn()
    expect(ana.page.locator(".call h2")).to_contain_text("Throw the die again?")
    answer(ana, "You can take this die back", "y" if uses else "Don't throw again")
    until(ana.page, lambda: ana.view["phase"] == "throw", "the windows stay open")
    dice = {name: body for name, body in ana.view["bodies"].items() if body["kind"] == "die"}
    assert ("b1" in dice) == ("o2" not in dice) == uses
    assert ana.view["seats"][0]["skips"] == 2 * uses
    assert barriers(ana.page) + scrolls_sideways(ana.page) == []
    if uses:
        check_same_die(ana)


def test_two_dice_are_lost_at_once_on_a_phone(guests: Guests, server: Server) -> None:
    """Each has its outline and its key with room for words; both are replaced, and two turns owed."""
    ana = sit(guests(viewport=PHONE), "person", "person", **{"set-game": "drafting"})
    lay(server, ana.page.url.removeprefix(server.url), "7" * 900, **TWO_AT_THE_EDGE)
    expect(ana.page.locator(".worth")).to_have_count(3)
    ana.turn()
    ana.ready("Knock")
    ana.go()
    for left in (2, 1):
        ana.turn()
        expect(ana.page.locator(".die-ghost:not(.dark)")).to_have_count(left)
        check_keys(ana, left + 1)
        ana.go()
    assert {"b1", "b2"} <= ana.view["bodies"].keys()
    assert ana.view["seats"][0]["skips"] == 2


def test_a_target_is_built_on_a_phone(guests: Guests) -> None:
    """What was built is seen above the keys that take it away or begin."""
    ana = sit(guests(viewport=PHONE), "person", "person", **{"set-game": "central", "set-barrels": "on"})
    ana.chair.wait("any")
    ana.page.locator(".choices .item", has_text="Storeys").click()
    ana.go()
    ana.turn()
    check_keys(ana, 2)
    ana.page.locator(".choices .item", has_text="Bridge").click()
    check_keys(ana, 3)
    field = ana.page.locator(".field").bounding_box()
    assert field and field["height"] >= 200
    ana.chair.key("Finish the target").click()
    until(ana.page, lambda: ana.view["phase"] == "throw", "nothing is thrown")


def check_keys(ana: Thrower, count: int) -> None:
    """So many keys, each as wide as its words need."""
    keys = ana.page.locator(".do .btn")
    expect(keys).to_have_count(count)
    for key in keys.all():
        box = key.bounding_box()
        assert box and box["width"] > 120 and box["height"] < 90, box


def check_same_die(ana: Thrower) -> None:
    """What is thrown again is the die that was thrown; no other one can be taken for it."""
    ana.turn()
    ana.page.keyboard.press("2")
    expect(ana.page.locator(".mydice .slot[aria-pressed=true]")).to_have_text(re.compile("^ *Odds"))
    ana.ready("Drop")
    ana.go()
    assert [facts["die"] for _, facts in sorted(ana.throws().items())] == ["o2", "o2"]


def answer(ana: Thrower, says: str, how: str) -> None:
    """By a key or by the button of that name, which says what it costs."""
    expect(ana.page.locator(".window")).to_contain_text(says)
    expect(ana.chair.go).to_contain_text("a turn")
    number = ana.view["turn"], ana.view["phase"]
    if len(how) == 1:
        ana.page.keyboard.press(how)
    else:
        ana.chair.key(how).click()
    until(ana.page, lambda: (ana.view["turn"], ana.view["phase"]) != number, "nothing came of it")


@pytest.mark.parametrize("seats", [3, 6])
def test_all_dice_are_in_sight(guests: Guests, server: Server, seats: int) -> None:
    """Six dice with the names of their powers, and what the one in the hand does, wide and on a phone."""
    for look in ({}, {"viewport": PHONE}):
        ana = sit(guests(**look), *["person"] * seats, **{"set-game": "drafting"})
        lay(server, ana.page.url.removeprefix(server.url), "", hands=["r1 o1 y1 g1 b1 k1"])
        tray, names = ana.page.locator(".mydice"), ana.page.locator(".mydice .slot b")
        expect(names).to_have_text(["Burn", "Odds", "Lightning", "Poison", "Respawn", "Re-roll"])
        for each in names.all():
            assert inside(each, tray), each
        expect(ana.page.get_by_text("dice that touch it are out").locator("visible=true")).to_be_visible()
        assert tray.evaluate("each => each.scrollHeight - each.clientHeight") <= 1
        expect(ana.page.locator(".foam-seats [class*=of-]")).to_have_count(0)  # here colours mean powers
        expect(ana.page.locator(".foam-seats .seat.neutral")).to_have_count(seats)
        expect(ana.page.locator("svg.plan g.neutral polygon.edge")).to_have_count(seats)
        greys = ana.page.locator(".foam-seats .badge").evaluate_all(COLOURS)
        assert len({tuple(each) for each in greys}) == seats
        assert all(max(each) - min(each) < 48 for each in greys), greys


def inside(part: Locator, whole: Locator) -> bool:
    small, large = part.bounding_box(), whole.bounding_box()
    assert small and large
    return (
        large["x"] <= small["x"]
        and large["y"] <= small["y"]
        and small["x"] + small["width"] <= large["x"] + large["width"]
        and small["y"] + small["height"] <= large["y"] + large["height"]
    )


# --- two browsers


def test_two_browsers_see_the_same_throws(guests: Guests) -> None:
    """Practice is seen by who asks alone; a throw that counts lies in the same place for both, seen from two sides."""
    ana, ben = join(guests(), guests())
    two = {0: ana, 1: ben}
    mover = two[until(ana.page, lambda: ana.view, "nothing came")["player"]]
    practise(mover, ben if mover is ana else ana)
    for turn in range(4):
        mover = two[ana.view["player"]]
        mover.turn()
        mover.ready("Drop" if turn % 2 else "Lob", board=1 + turn // 2)
        mover.go()
        for each in (ana, ben):
            becomes(each.page, each.heard, turn + 1)
            each.chair.wait("any")
        assert ana.throws() == ben.throws()
        becomes(ana.page, lambda: ana.lies() == ben.lies(), True)
        check_same_places(ana, ben)
    until(ana.page, lambda: any("die" in line for line in ana.lies()), "no die lies anywhere")


def test_a_phone_that_waited_for_a_friend_begins(guests: Guests) -> None:
    """The dice stand in the dock of both as soon as the second has sat down, and no page complains."""
    for each in join(guests(viewport=PHONE), guests(viewport=PHONE)):
        expect(each.page.locator(".mydice .slot")).to_have_count(6)
        each.chair.wait("any")


def practise(mover: Thrower, other: Thrower) -> None:
    mover.turn()
    mover.ready("Drop")
    asked = len(other.guest.frames)
    mover.page.get_by_role("button", name="Practice").click()
    expect(mover.page.locator(".slow-tag")).to_have_text("practice")
    becomes(mover.page, lambda: len(mover.dice()), 1)
    expect(mover.page.locator(".slow-tag")).to_have_count(0)
    expect(mover.page.locator(".odds")).to_contain_text("on your board")
    expect(mover.page.locator(".odds")).to_contain_text("Practice:")
    assert not any('"tried"' in frame for frame in other.guest.frames[asked:])
    assert len(other.dice()) == 0
    assert mover.view["turn"] == other.view["turn"] == 1


def check_same_places(ana: Thrower, ben: Thrower) -> None:
    """Each drawing shows every die where the table says it lies: one plan for all, with heights lifted."""
    for each in (ana, ben):
        drawn, bodies = each.outlines(), each.view["bodies"]
        names = [name for name, body in bodies.items() if body["kind"] in ("die", "board")]
        places = np.array([[*bodies[name]["at"], 1.0] for name in names])
        seen = np.array([drawn[name] for name in names])
        plan = np.linalg.lstsq(places, seen, rcond=None)[0]
        assert np.abs(places @ plan - seen).max() < 2


# --- without a script


def test_a_round_without_a_script(guests: Guests) -> None:
    guest = guests(java_script_enabled=False)
    table = guest.open_table("person", "bot:random", game=GAME, **{"set-rounds": "1"})
    page = guest.page(f"{table}/plain?still=1")
    for turn in range(MOST):
        if (choices := plain_choices(page)) is None:
            break
        with page.expect_navigation(wait_until="domcontentloaded"):
            one_of(choices, lambda most, turn=turn: turn % most).dispatch_event("click")  # type: ignore[misc]
    match = Match.load(match_of(page))
    assert match.over
    assert page.locator("#log").inner_text().count("throw") >= 12


# --- for everybody


@pytest.mark.parametrize("look", [{}, {"viewport": PHONE, "color_scheme": "dark"}], ids=["wide", "phone by lamp"])
def test_nobody_is_kept_out(guests: Guests, server: Server, look: dict[str, object]) -> None:
    """A tower, a die over an edge and one on the cloth are named with their points, and axe finds nothing."""
    ana = sit(guests(**look), "person", "person")
    lay(server, ana.page.url.removeprefix(server.url), "", **TOWER)
    expect(ana.page.locator(".worth")).to_have_text([re.compile("^10"), "6"])
    expect(ana.page.locator(".seat .total").first).to_have_text(re.compile("^ *10"))
    tower = ("Ana", "It shows a 5, tops a tower of 2 and scores 10 points")
    until(ana.page, lambda: any(all(part in line for part in tower) for line in ana.lies()), "no tower is named")
    assert barriers(ana.page) + scrolls(ana.page) + scrolls_sideways(ana.page) == []


@pytest.mark.parametrize("look", [{}, {"viewport": PHONE}], ids=["wide", "phone"])
def test_what_a_die_is_worth_covers_no_other_die(guests: Guests, server: Server, look: dict[str, object]) -> None:
    """Dice in a row, one behind the other, a crooked one and a tower among them: every sign stands beside its own."""
    ana = sit(guests(**look), "person", "person", **{"set-game": "drafting"})
    lay(server, ana.page.url.removeprefix(server.url), "", **CROWD)
    signs = ana.page.locator(".worth")
    expect(signs).to_have_count(6)
    boxes = [each.bounding_box() for each in signs.all()]
    until(ana.page, lambda: len(ana.dice()) >= len(boxes), "the dice are not drawn")
    for x, y in ana.dice():
        assert not [box for box in boxes if box and shows(box, x, y)]


def shows(box: FloatRect, x: float, y: float) -> bool:
    """Whether a sign covers the middle of a die's upper face, or comes within 5 pixels of it."""
    return abs(box["x"] + box["width"] / 2 - x) < box["width"] / 2 + 5 and (
        abs(box["y"] + box["height"] / 2 - y) < box["height"] / 2 + 5
    )


def test_the_table_in_depth_shows_the_dice(guests: Guests, server: Server) -> None:
    """Red dice are red on the canvas where there is WebGL, and in the flat drawing where there is none."""
    guest = guests()
    table = guest.open_table("person", "person", game=GAME)
    lay(server, table, "", **TOWER)
    page, eyes = guest.page(table), Eyes(guest.context)
    expect(page.locator(".worth")).to_have_count(2)
    check_drawn(page, eyes)
    guest.forgive(*NO_CARD)


def test_a_whole_round_in_depth(guests: Guests) -> None:
    """Drawn in depth, where there is WebGL, from the first throw to how it lies at the end; also without room for the
    referee's close look.
    """
    guest = guests(viewport={"width": 800, "height": 620})
    table = guest.open_table("person", "bot:greedy", game=GAME, **{"set-rounds": "1", "name-0": "Ana"})
    ana, eyes = Thrower(guest, guest.page(table)), Eyes(guest.context)
    for turn in range(MOST):
        if ana.turn() == "over":
            break
        ana.ready(("Lob", "Drop", "Knock")[turn % 3])
        ana.go()
    check_ending(ana)
    hues = ["of-red", "of-orange"]
    for seat, hue in enumerate(hues):
        heads = ana.page.locator(f".end-stand .p{seat + 1} .badge, .end-deeds th.p{seat + 1}")
        found = heads.evaluate_all("all => all.map(each => each.closest('.p1, .p2').className)")
        assert found and all(hue in each for each in found)
    ana.page.get_by_role("button", name="View the board").click()
    check_drawn(ana.page, eyes)
    guest.forgive(*NO_CARD)


SLOW_PICTURES = "window.requestAnimationFrame = (draw) => setTimeout(() => draw(performance.now()), 130)"


def test_where_pictures_come_slowly_the_view_becomes_flat(guests: Guests) -> None:
    """Eight pictures a second are too few; the flat view is kept for the next time, and nothing is said then."""
    guest = guests(reduced_motion="no-preference")
    guest.context.add_init_script(SLOW_PICTURES)
    table = guest.open_table("person", "bot:greedy", game=GAME, **{"set-rounds": "1", "name-0": "Ana"})
    ana = Thrower(guest, guest.page(table))
    told = ana.page.locator(".why-flat")
    if not ana.page.evaluate("!!document.createElement('canvas').getContext('webgl2')"):
        expect(told).to_contain_text("no WebGL")
        guest.forgive(*NO_CARD)
        return
    expect(ana.page.locator("canvas.deep")).to_be_attached()
    while not told.count() and ana.turn() != "over":
        ana.ready("Lob")
        ana.go()
    expect(told).to_contain_text("so you see the flat view")
    expect(ana.page.locator("svg.plan")).to_be_attached()
    ana.page.reload()
    expect(ana.page.locator("svg.plan")).to_be_attached()
    expect(told).to_have_count(0)
    guest.forgive(*NO_CARD)


def check_drawn(page: Page, eyes: Eyes) -> None:
    """What is red comes from the drawing of the table."""
    until(page, lambda: red(eyes, page) > 0.001, "the dice are not drawn")
    bright = red(eyes, page)
    page.locator("canvas.deep, svg.flat").evaluate_all("all => all.forEach(each => each.remove())")
    assert red(eyes, page) < bright / 2


def red(eyes: Eyes, page: Page) -> float:
    """How much of the middle of the screen is as red as the dice."""
    return float(MASKS["red"](eyes.see(page)[150:560, 290:1000]).mean())
