"""Nobody is kept out: axe, focus that shows, targets for thumbs, small screens, strong zoom, no motion."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from ..web.server import Server
from .chair import Chair
from .eyes import rest
from .guests import NO_CARD, PHONE, WIDE, Guest, Guests
from .laying import lay
from .patience import becomes

AXE = (Path(__file__).parents[2] / "ui" / "node_modules" / "axe-core" / "axe.min.js").read_text()
RUN_AXE = """async () => {
  // a plain table that waits looks again by itself; its first lines hold the link that stops that
  const rules = document.querySelector('a[href="?still=1"]') ? {"meta-refresh": {enabled: false}} : {};
  const found = await axe.run(document, {resultTypes: ["violations"], rules});
  return found.violations.filter(each => ["serious", "critical"].includes(each.impact))
    .map(each => each.id + ": " + each.nodes.slice(0, 4).map(
      node => node.html.slice(0, 160) + " | " + node.failureSummary.slice(0, 300)).join(" // "));
}"""
LAMP = {"color_scheme": "dark"}
LOOKS = {
    "wide by day": {},
    "wide by lamp": LAMP,
    "phone by day": {"viewport": PHONE, "has_touch": True},
    "phone by lamp": {"viewport": PHONE, "has_touch": True, **LAMP},
}
BOTH = ("wide by day", "phone by lamp")  # each size and each light once; the other two looks take minutes
looks = pytest.mark.parametrize(
    "look", [pytest.param(look, marks=() if look in BOTH else pytest.mark.long) for look in LOOKS]
)


def barriers(page: Page) -> list[str]:
    """What axe calls serious or critical."""
    rest(page)
    page.evaluate(AXE)  # as the debugger does it: the page's own policy lets no script in
    return list(page.evaluate(RUN_AXE))


SMALL = """() => [...document.querySelectorAll('button, a[href], input, select, summary')].filter(each => {
  const style = getComputedStyle(each);
  return each.offsetParent && style.visibility !== 'hidden' && each.getBoundingClientRect().width > 1
    && !each.matches('.skip') && style.display !== 'inline';
}).map(each => {
  const label = each.closest('label'), box = (label ?? each).getBoundingClientRect();
  return [each, box];
})"""
# A target is 44 px high and wide, or no other target begins within 44 px around its middle.
CROWDED = (
    "() => { const all = ("
    + SMALL
    + """)();
  const name = each => (each.ariaLabel || each.innerText || each.outerHTML).trim().slice(0, 40);
  const middle = box => [box.left + box.width / 2, box.top + box.height / 2];
  return all.filter(([one, box]) => {
    if (box.width >= 43.5 && box.height >= 43.5) return false;
    const [x, y] = middle(box);
    const near = at => at.left < x + 22 && at.right > x - 22 && at.top < y + 22 && at.bottom > y - 22;
    return all.some(([other, at]) => other !== one && near(at));
  }).map(([one, box]) => `${name(one)} is ${Math.round(box.width)} x ${Math.round(box.height)}`);
}"""
)


def crowded(page: Page, look: str) -> list[str]:
    """Targets on a phone that are too small for a thumb."""
    return list(page.evaluate(CROWDED)) if "phone" in look else []


# the states of a table -----------------------------------------------------------------------------------------------

CARDS = {"set-opening": "0", "name-0": "Ana", "name-1": "Ben"}


def start(guest: Guest, server: Server) -> Chair:
    table = guest.open_table("person", "person", "person", **CARDS)
    lay(server, table, "112346", totals=[4800, 1200, 0], zombie=1)
    chair = Chair(guest.page(table))
    chair.wait()
    return chair


def keep(guest: Guest, server: Server) -> Chair:
    chair = start(guest, server)
    while not chair.dice():
        chair.go.click()
        chair.wait()
    return chair


def armed(guest: Guest, server: Server) -> Chair:
    chair = keep(guest, server)
    chair.page.keyboard.press("d")
    return chair


def reaction(guest: Guest, server: Server) -> Chair:
    chair = keep(guest, server)
    chair.key("Bank").click()
    chair.wait()
    return chair


def final(guest: Guest, server: Server) -> Chair:
    table = guest.open_table("person", "person", **CARDS)
    lay(server, table, "112346 156234", totals=[9900, 1200], hands=[[], []])
    chair = Chair(guest.page(table))
    for key in ("Roll", "Bank", "Roll"):
        chair.wait()
        chair.key(key).click()
    chair.wait()
    return chair


def over(guest: Guest, server: Server) -> Chair:
    chair = final(guest, server)
    while chair.wait() == "mine":
        chair.key("Bank").click()
    return chair


def waiting(guest: Guest, server: Server) -> Chair:
    page = guest.page(guest.open_table("person", "open", "bot:sensible", "open", **CARDS))
    expect(page.locator(".waiting-room")).to_be_visible()
    return Chair(page)


STATES: dict[str, Callable[[Guest, Server], Chair]] = {
    each.__name__: each for each in (start, keep, armed, reaction, final, over, waiting)
}
PAGES = {
    "front": "/",
    "new table": "/new/dice-ocalypse",
    "rules": "/rules/dice-ocalypse",
    "join": "/join",
    "opponents": "/opponents",
    "your games": "/games",
    "notifications": "/me/turns",
    "name": "/me",
    "no dice yet": "/dice",
}


def test_where_a_reaction_is_asked_a_player_can_say_when_to_be_asked(guest: Guest, server: Server) -> None:
    chair = reaction(guest, server)
    ask = chair.page.get_by_role("button", name="When to ask me for a response")
    ask.click()
    order = chair.page.locator("select#order-1")
    expect(order).to_be_focused()
    order.select_option("never")  # Ben passes at once; then the third player is asked, who has no points for a card
    expect(ask).to_have_count(0)


@looks
def test_axe_finds_nothing_on_the_pages_of_the_house_and_thumbs_find_room(
    guest: Guest, guests: Guests, look: str
) -> None:
    table = guest.open_table("person", "open")
    link = guest.person().invitations(table)[0]
    other = guests(**LOOKS[look])
    playing = other.open_table("person", "person")
    found = {}
    for name, address in {
        **PAGES,
        "invitation": link,
        "plain": f"{playing}/plain",
        "plain, waiting": f"{table}/plain",
    }.items():
        page = other.page(address)
        found[name] = barriers(page) + scrolls_sideways(page) + (crowded(page, look) if name in PAGES else [])
        page.close()
    assert not any(found.values()), found


UNIQUE = """async () => {
  const rules = ["landmark-unique", "label-content-name-mismatch", "scrollable-region-focusable"];
  const found = await axe.run(document, {resultTypes: ["violations"], runOnly: rules});
  return found.violations.flatMap(each => each.nodes.map(node => each.id + ": " + node.html.slice(0, 160)));
}"""


@pytest.mark.parametrize("game", ["dice-ocalypse", "baron-voodoo", "deck-o-dice", "dicetopia", "indicesion"])
def test_landmarks_are_unique_and_names_hold_the_visible_words(guest: Guest, game: str) -> None:
    page = guest.page(guest.open_table("person", "bot:random", game=game))
    expect(page.locator(".dock .do")).to_have_attribute("aria-busy", "false")
    rest(page)
    page.evaluate(AXE)
    assert page.evaluate(UNIQUE) == []
    guest.forgive(*NO_CARD)


@looks
def test_axe_finds_nothing_on_the_table_and_thumbs_find_room(guests: Guests, server: Server, look: str) -> None:
    found = {}
    for name, reach in STATES.items():
        guest = guests(**LOOKS[look])
        page = reach(guest, server).page
        found[name] = barriers(page) + scrolls(page) + crowded(page, look)
        guest.context.close()
    assert not any(found.values()), found


@pytest.mark.parametrize("look", BOTH)
def test_axe_finds_nothing_on_the_sheets(guests: Guests, server: Server, look: str) -> None:
    page = keep(guests(**LOOKS[look]), server).page
    found = {}
    page.mouse.move(1, 1)  # "?" over a thing says what that is
    page.evaluate("document.activeElement.blur()")
    for key in "lsrm?":
        page.keyboard.press(key)
        expect(page.locator(".slide-body > *").first).to_be_visible()
        found[key] = barriers(page) + scrolls(page)
        page.keyboard.press("Escape")
        expect(page.locator(".slide")).to_have_count(0)
    assert not any(found.values()), found


# room ----------------------------------------------------------------------------------------------------------------


def scrolls_sideways(page: Page) -> list[str]:
    over = page.evaluate("() => document.documentElement.scrollWidth - document.documentElement.clientWidth")
    return [f"{over} px too wide"] if over > 0 else []


def scrolls(page: Page) -> list[str]:
    """A table never scrolls."""
    script = """() => { scrollTo(99, 99); return [scrollX, scrollY]; }"""
    moved = page.evaluate(script)
    return [f"scrolls by {moved}"] if any(moved) else []


OUT_OF_REACH = """() => [...document.querySelectorAll(
  '.dock .btn, .felt .die3[data-place], .bar .tool, .hand-card')].filter(each => {
  if (!each.offsetParent) return false;
  each.scrollIntoView({block: 'nearest', inline: 'nearest'});
  const box = each.getBoundingClientRect();
  const top = document.elementFromPoint(box.left + box.width / 2, box.top + box.height / 2);
  return !(top && (each.contains(top) || top.contains(each)));
}).map(each => (each.ariaLabel || each.innerText).slice(0, 50))"""


@pytest.mark.parametrize("size", [(640, 360), (320, 568)])
@pytest.mark.parametrize("state", ["start", "keep", "reaction"])
def test_at_double_zoom_everything_stays_in_reach(
    guests: Guests, server: Server, size: tuple[int, int], state: str
) -> None:
    """Zooming to 200% is the same as half the window; 320 px is the narrowest that reflow must bear."""
    guest = guests(viewport={"width": size[0], "height": size[1]}, device_scale_factor=2)
    page = STATES[state](guest, server).page
    rest(page)
    assert page.evaluate(OUT_OF_REACH) == []
    assert scrolls_sideways(page) == []


# seeing where one is -------------------------------------------------------------------------------------------------

LOOK = """() => {
  const each = document.activeElement, style = getComputedStyle(each);
  const name = each.ariaLabel || each.textContent.trim() || each.name || each.tagName;
  return [name, style.outlineStyle, parseFloat(style.outlineWidth)];
}"""


@pytest.mark.parametrize("look", BOTH)
@pytest.mark.parametrize("state", ["keep", "reaction", "over"])
def test_the_focus_shows_on_every_stop(guests: Guests, server: Server, look: str, state: str) -> None:
    chair = STATES[state](guests(**LOOKS[look]), server)
    page = chair.page
    page.reload()  # so that Tab begins at the top
    chair.wait()
    stops: list[list[Any]] = []
    for _ in range(40):
        page.keyboard.press("Tab")
        stop = page.evaluate(LOOK)
        if stops and page.evaluate("() => document.activeElement === document.body"):
            break  # the focus has gone round and left the page
        stops.append(stop)
    assert len(stops) > 6
    assert [stop for stop in stops if stop[1] == "none" or stop[2] < 2] == []
    assert stops[0][0] == "Text-only table (no JavaScript)", "the first link leads to the plain table"


# without motion -------------------------------------------------------------------------------------------------------

SHOWN = (".seat .total", ".call", ".ledge", ".dock .do", ".logbox .log li")


@pytest.mark.parametrize("state", ["keep", "reaction", "final"])
def test_the_end_is_the_same_without_motion(guests: Guests, server: Server, state: str) -> None:
    looks = ({"viewport": WIDE, "reduced_motion": motion} for motion in ("reduce", "no-preference"))
    still, moving = (STATES[state](guests(**look), server).page for look in looks)
    becomes(moving, lambda: shown(moving), shown(still))


def shown(page: Page) -> list[Any]:
    marks = "all => all.map(die => [die.dataset.face, die.className, die.ariaPressed, die.ariaLabel])"
    texts = [page.locator(where).all_inner_texts() for where in SHOWN]
    return [*texts, page.locator(".felt .die3").evaluate_all(marks)]


def test_these_checks_do_find_barriers(guest: Guest, server: Server) -> None:
    page = keep(guest, server).page
    assert barriers(page) + scrolls(page) == []
    page.evaluate("""() => {
      const room = document.querySelector('.stage');
      room.insertAdjacentHTML('beforeend', '<img src="/static/favicon.svg"><button></button>');
      document.querySelector('#table').style.minHeight = '200vh';
      document.body.style.minHeight = '200vh'; }""")
    found = barriers(page)
    assert any("image-alt" in each for each in found) and any("button-name" in each for each in found)
    assert scrolls(page)
