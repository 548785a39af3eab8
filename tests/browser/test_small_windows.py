"""The board on a phone: nothing lies over what is to be seen or touched at that moment."""

from __future__ import annotations

import pytest
from playwright.sync_api import Locator, Page, expect

from ..web.server import Server
from .chair import Chair
from .deck import friends as duel
from .eyes import rest
from .foam import FLAT
from .guests import NO_CARD, PHONE, Guest, Guests
from .hands import HANDS
from .laying import lay
from .patience import all_of, becomes
from .souls import GAME, Board

# Whether the thing itself, or a part of it, is what one sees at the middle of each of its sides.
SEEN = """thing => {
  const box = thing.getBoundingClientRect(), inset = 3, x = (box.left + box.right) / 2, y = (box.top + box.bottom) / 2;
  const points = [[x, box.top + inset], [x, box.bottom - inset], [box.left + inset, y], [box.right - inset, y]];
  return points.every(([across, down]) => thing.contains(document.elementFromPoint(across, down)));
}"""


def lies_open(thing: Locator) -> None:
    """Nothing covers it, and nothing cuts it off."""
    expect(thing).to_be_visible()
    thing.page.wait_for_function(SEEN, arg=thing.element_handle())


def test_captured_dice_lie_open_also_beside_the_list_of_what_can_be_banked(guests: Guests) -> None:
    fields = {"set-pairing": "yt-rp", "set-loas": "order", "set-first": "host"}
    guest = guests(viewport=PHONE)
    page = guest.page(guest.open_table("person", *["bot:random"] * 3, game=GAME, **fields))
    board = Board(page)
    board.wait()
    page.keyboard.press("1")
    page.keyboard.press("Enter")
    captured = page.locator(".near .zone.capture .pick")
    expect(captured).to_have_count(1)
    board.wait()
    lies_open(captured)
    page.keyboard.press("c")
    expect(page.locator(".tell .list[data-tool=bank] .item")).to_have_count(1)
    lies_open(captured)


def test_four_powers_lie_open_below_seven_captured_dice(guests: Guests, server: Server) -> None:
    guest = guests()
    table = guest.open_table("person", "bot:random", game=GAME, **{"set-first": "host"})
    zones = ["YV TV WV PO PS RX RO", "WG WS TX PX"]
    lay(
        server,
        table,
        "",
        board={"a1": "YO", "a4": "PX", "c3": "TV YX RO", "g5": "TX", "d3": "WV"},
        loas="YT",
        zones=zones,
    )
    page = guest.page(table)
    Board(page).wait()
    powers = page.locator(".tell .list[data-tool=power] ul:not(.missing) .item")
    expect(powers).to_have_count(4)
    for power in all_of(powers):
        lies_open(power)


@pytest.mark.parametrize("size", [(390, 664), (320, 640)])
def test_on_the_board_every_line_is_pushed_by_its_arrow(guests: Guests, server: Server, size: tuple[int, int]) -> None:
    """The list of lines is not shown there: Mamy Wata's arrows are the only way, for a hand that tries things too."""
    guest = guests(viewport=dict(zip(("width", "height"), size, strict=True)))
    table = guest.open_table("person", "bot:random", game=GAME, **{"set-first": "host"})
    stacks = {"a1": "YO", "a4": "PX", "c3": "TV YX", "g7": "TO", "g5": "TX"}
    lay(server, table, "", board=stacks, loas="YT", offerings=(3, 3))
    page = guest.page(table)
    board = Board(page)
    board.wait()
    page.keyboard.press("1")
    arrows = page.locator(".field .push")
    expect(arrows.first).to_be_visible()
    for arrow in all_of(arrows):
        lies_open(arrow)
    board.play()
    page.locator(".dock .btn.go:not([aria-disabled=true])").click()
    expect(page.locator(".call h2")).to_have_text("Jump with a yellow die")


# How many points of the prompt's words something else lies on.
COVERED = """() => [...document.querySelectorAll(".call h2, .call p")].flatMap(line => {
  const words = document.createRange();
  words.selectNodeContents(line);
  return [...words.getClientRects()].flatMap(box =>
    Array.from({ length: Math.ceil(box.width / 6) }, (_, i) => [box.left + 6 * i + 1, (box.top + box.bottom) / 2]));
}).filter(([x, y]) => !document.elementFromPoint(x, y)?.closest(".call")).length"""


def prompt_lies_open(page: Page) -> None:
    becomes(page, lambda: page.evaluate(COVERED), 0)


@pytest.mark.parametrize("size", [(390, 664), (320, 640)])
def test_in_the_duel_no_card_covers_the_prompt(guests: Guests, server: Server, size: tuple[int, int]) -> None:
    small = {"viewport": dict(zip(("width", "height"), size, strict=True))}
    ana, ben, table = duel(guests(**small), guests(**small))
    lay(server, table, "", order=[8, 16, 20, 12, 5, 3, 24, 7, 1, 2, 4, 6], combat=7)
    for one in (ana, ben):
        expect(one.page.locator(".bar .goal")).to_contain_text("combat 7 of")
        one.wait()
        prompt_lies_open(one.page)
    ana.choose("cubera")
    ben.choose("diante")
    ben.wait()
    prompt_lies_open(ben.page)
    ben.go()
    expect(ben.page.locator(".tray.two-of .pick")).to_have_count(2)
    ben.wait()
    prompt_lies_open(ben.page)
    ben.page.keyboard.press("1")
    ben.go()
    ana.wait()
    expect(ana.page.locator(".dock .btn.go small")).to_have_text("ties for certain")
    prompt_lies_open(ana.page)


# Words at these places on which something else lies, and what.
UNDER = """places => [...document.querySelectorAll(places)].flatMap(line => {
  const words = document.createRange();
  words.selectNodeContents(line);
  const points = [...words.getClientRects()].flatMap(box =>
    Array.from({ length: Math.ceil(box.width / 6) }, (_, i) => [box.left + 6 * i + 1, (box.top + box.bottom) / 2]));
  const tops = points.map(([x, y]) => document.elementFromPoint(x, y));
  // .mid holds the numbers and shows nothing itself
  const over = tops.find(top => !line.contains(top) && !top?.matches(".mid"));
  return over ? [`${line.innerText} under ${over.closest("[class]").className}`] : [];
})"""


def lie_open(page: Page, places: str) -> None:
    becomes(page, lambda: page.evaluate(UNDER, places), [])


@pytest.mark.parametrize("size", [(390, 664), (320, 640), (667, 375), (568, 320)])
def test_in_the_duel_nothing_covers_how_many_were_used(guests: Guests, server: Server, size: tuple[int, int]) -> None:
    small = {"viewport": dict(zip(("width", "height"), size, strict=True))}
    ana, ben, table = duel(guests(**small), guests(**small))
    lay(server, table, "", order=[8, 16, 20, 12, 5, 3], combat=10, used=("quad sparten twent", "dwelve diante quad"))
    for one in (ana, ben):
        expect(one.page.locator(".bar .goal")).to_contain_text("combat 10 of")
        one.wait()
    ana.choose("cubera")
    expect(ana.page.locator(".fighter .seal")).to_have_count(1)
    ana.wait()
    lie_open(ana.page, ".rivals figcaption, .saying b")
    ben.choose("cubera")
    ben.wait()
    ben.go()  # draws again
    expect(ana.page.locator(".val .pop")).to_have_count(2)
    ana.wait()
    lie_open(ana.page, ".rivals figcaption")


def test_the_prompt_lies_open_on_a_phone_s_side(guests: Guests) -> None:
    guest = guests(viewport={"width": 667, "height": 375})
    page = guest.page(guest.open_table("person", "bot:random", game=GAME, **{"set-first": "host"}))
    board = Board(page)
    for _ in range(2):  # before a jump, and after it, when a move can be shown again
        board.wait()
        lie_open(page, ".call h2, .call p")
        page.keyboard.press("1")
        page.keyboard.press("Enter")


# What one chooses from in each game, and what of it the action bar hides before one has scrolled.
MOST_BEFORE = 20  # touches before a turn
ACTED_ON = {
    "dice-ocalypse": ".felt .die3[data-place]",
    "deck-o-dice": ".tray .pick",
    "dicetopia": ".town .opener, .lens .sp",
    "indicesion": "svg.plan polygon.edge",
    GAME: ".field .well",
}
UNDER_THE_BAR = """things => {
  const bar = document.querySelector(".dock").getBoundingClientRect().top + 4;
  return [...document.querySelectorAll(things)].map(one => [one, one.getBoundingClientRect()])
    .filter(([, box]) => box.height && box.bottom > bar)
    .map(([one, box]) => `${one.ariaLabel ?? one.className.baseVal}: ${Math.round(box.bottom - bar)} px`);
}"""


@pytest.mark.parametrize(
    ("game", "seats"),
    [
        *((game, 2) for game in ACTED_ON),
        ("dice-ocalypse", 6),
        ("dicetopia", 4),
        *((GAME, seats) for seats in (1, 3, 4)),
    ],
)
def test_what_one_acts_on_lies_above_the_action_bar(guests: Guests, game: str, seats: int) -> None:
    guest = guests(viewport={"width": 375, "height": 553}, has_touch=True)
    if game == "indicesion":
        guest.context.add_init_script(FLAT)
    page = guest.page(guest.open_table(*["person"] * seats, game=game, **HANDS[game].settings))
    things = page.locator(ACTED_ON[game])
    for _ in range(MOST_BEFORE):  # cards that may be played before, or the cover for the next player
        page.wait_for_function(HANDS[game].calm, polling=50)
        if things.count() and not page.locator(".laid").count():
            break
        key = page.locator(".cover .btn, .dock .do .btn.go, .laid .btn").filter(visible=True)
        key.first.click(force=True)
    expect(things.first).to_be_visible()
    for width, height in ((375, 553), (390, 664)):
        page.set_viewport_size({"width": width, "height": height})
        page.evaluate("scrollTo(0, 0)")
        becomes(page, lambda: page.evaluate(UNDER_THE_BAR, ACTED_ON[game]), [])
    guest.forgive(*NO_CARD)


# Where everybody's head lies, and what is in it.
HEADS = """() => [...document.querySelectorAll(".seat .who, .seat .who > *")].map(one => {
  const box = one.getBoundingClientRect();
  return [box.left, box.top, box.height].map(Math.round);
})"""


def test_who_waited_on_the_page_sees_the_table_as_who_opens_it_later(guests: Guests) -> None:
    """What the waiting room looks like is its own: it stays loaded while the game is played."""
    host, friend = guests(), guests()
    table = host.open_table("person", "open")
    page = host.page(table)
    expect(page.locator(".waiting-room")).to_be_visible()
    assert friend.person().post(host.person().invitations(table)[0], name="Ben").status_code == 303
    chair = Chair(page)
    chair.wait("any")
    later = host.page(table)
    Chair(later).wait("any")

    def unlike() -> list[list[list[int]]]:
        both = [page.evaluate(HEADS), later.evaluate(HEADS)]
        return both if both[0] != both[1] else []

    becomes(page, unlike, [])


# What of the felt and of the tabs lies on something else there, or is cut off.
CROWDED = """() => {
  const box = one => {
    const words = document.createRange();
    words.selectNodeContents(one);
    return one.matches("b, .num") ? words.getBoundingClientRect() : one.getBoundingClientRect();
  };
  const things = [...document.querySelectorAll(".tent, .num, .tabs b, .tabs .badge")].map(one => [one, box(one)])
    .filter(([, at]) => at.width);
  const over = (a, b) => Math.min(a.right, b.right) - Math.max(a.left, b.left) > 1
    && Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) > 1;
  return [
    ...things.filter(([, at]) => at.left < 0 || at.right > innerWidth).map(([one]) => `cut: ${one.textContent}`),
    ...things.flatMap(([one, at], i) => things.slice(i + 1).filter(([, other]) => over(at, other))
      .map(([other]) => `${one.textContent} on ${other.textContent}`))
      .filter(said => said.trim()),
  ];
}"""


SIZES = [(1280, 720), (1024, 768), (844, 390), (768, 1024), (390, 844), (320, 640)]


def nothing_is_crowded(page: Page) -> None:
    """On windows of all sizes."""
    for width, height in SIZES:
        page.set_viewport_size({"width": width, "height": height})
        becomes(page, lambda width=width: (width, page.evaluate(CROWDED)), (width, []))


@pytest.mark.parametrize("seats", [2, 3, 4, 5, 6])
def test_nothing_lies_over_anything_in_the_waiting_room(guests: Guests, seats: int) -> None:
    host = guests()
    page = host.page(host.open_table("person", *["open"] * (seats - 1)))
    expect(page.locator(".round.low .tent")).to_have_count(seats)
    nothing_is_crowded(page)


def test_nothing_lies_over_anything_at_a_new_table(guest: Guest) -> None:
    nothing_is_crowded(guest.page("/new/dice-ocalypse"))


@pytest.mark.parametrize("size", [(568, 320), (667, 375)])
def test_on_a_phone_s_side_a_list_lies_over_no_step(guests: Guests, size: tuple[int, int]) -> None:
    guest = guests(viewport={"width": size[0], "height": size[1]})
    page = guest.page(guest.open_table("person", "person", game=GAME))
    Board(page).wait()
    expect(page.locator(".tell .list")).to_be_hidden()
    step = page.locator('.steps [data-thing="step:a"] .step')
    step.click()
    powers = page.locator(".tell .list[data-tool=power] ul:not(.missing) .item")
    lies_open(step)
    lies_open(page.locator(".dock .btn.go"))
    for power in all_of(powers):
        lies_open(power)
    step.click()
    expect(powers).to_have_count(0)
    lies_open(page.locator(".steps .last .step"))


# How large the smallest cell of the board is, and how many of the points between two cells belong to neither.
CELLS = """() => {
  const boxes = [...document.querySelectorAll(".field .well")].map(well => well.getBoundingClientRect());
  const gaps = [...document.querySelectorAll(".field .line")].flatMap(line => {
    const wells = [...line.querySelectorAll(".well")].map(well => well.getBoundingClientRect());
    return wells.slice(1).map((box, i) => [(wells[i].right + box.left) / 2, (box.top + box.bottom) / 2]);
  }).filter(([x, y]) => document.elementFromPoint(x, y)?.matches(".field"));
  return { least: Math.floor(Math.min(...boxes.flatMap(box => [box.width, box.height]))), gaps: gaps.length };
}"""
BOARD_SIZES = [(390, 844), (390, 664), (360, 612), (375, 553), (320, 640), (320, 454), (320, 256)]


def test_every_space_of_the_board_can_be_tapped_in_a_small_window(guests: Guests) -> None:
    guest = guests(viewport=PHONE)
    page = guest.page(guest.open_table("person", "bot:random", game=GAME, **{"set-first": "host"}))
    Board(page).wait()
    for width, height in BOARD_SIZES:
        page.set_viewport_size({"width": width, "height": height})
        page.locator(".field").scroll_into_view_if_needed()
        found = page.evaluate(CELLS)
        assert found["least"] >= 36, (width, height, found)
        assert found["gaps"] == 0, (width, height, found)
        if height >= 553:
            page.evaluate("scrollTo(0, 0)")
            lies_open(page.locator(".dock .do").first)


# The labels of the header's buttons that lie whole in the window, and those that don't.
HEADER = """() => {
  const tools = [...document.querySelectorAll(".bar .tool")].filter(one => one.checkVisibility());
  const label = one => [...one.querySelectorAll("span:not(.badge, .sr)"), one]
    .find(each => each.checkVisibility() && each.innerText.trim());
  const whole = one => {
    const box = one.getBoundingClientRect(), words = label(one);
    if (!words || box.width < 43.5 || box.height < 43.5 || box.left < 0 || box.right > innerWidth) return false;
    const range = document.createRange();
    range.selectNodeContents(words);
    return [...range.getClientRects()].every(each => each.left >= box.left - 1 && each.right <= box.right + 1
      && each.top >= box.top && each.bottom <= box.bottom + 1);
  };
  const said = one => (label(one)?.innerText ?? one.ariaLabel ?? one.outerHTML).replace(/\\s+/g, " ");
  return [tools.filter(whole).map(said), tools.filter(one => !whole(one)).map(said)];
}"""


@pytest.mark.parametrize("locale", ["en-US", "de-DE"])
def test_the_header_of_a_phone_leads_everywhere_and_names_its_icons(guests: Guests, locale: str) -> None:
    guest = guests(viewport=PHONE, has_touch=True, locale=locale)
    table = guest.open_table("person", "bot:random")
    german = locale == "de-DE"
    everywhere = ["Deine Partien", "Die Würfel", "Regeln"] if german else ["Your games", "The dice", "Rules"]
    at_a_table = ["Regeln", "Verlauf", "Licht", "Menü"] if german else ["Rules", "Log", "Light", "Menu"]
    for address in ("/", table) if german else ("/", "/games", "/dice", "/me", "/new/dicetopia", table):
        page = guest.page(address)
        wanted = at_a_table if address == table else everywhere
        expect(page.locator(".bar .tool").filter(visible=True)).not_to_have_count(0)
        for width, height in ((390, 844), (375, 553), (320, 640)):
            page.set_viewport_size({"width": width, "height": height})
            rest(page)
            whole, cut = page.evaluate(HEADER)
            assert cut == [], (address, width)
            assert [each for each in whole if each in wanted] == wanted, (address, width)
        page.close()
    page = guest.page("/")
    page.locator(".bar").get_by_role("link", name=everywhere[1]).tap()
    expect(page).to_have_url(f"{guest.url}/dice")
    page.locator(".bar").get_by_role("link", name=everywhere[0]).tap()
    expect(page).to_have_url(f"{guest.url}/games")
