"""An invitation counts as opened when its page has been visible for two seconds without a break."""

from __future__ import annotations

from playwright.sync_api import Page

from ..web.server import Server
from .guests import Guests
from .patience import until

# what a test sets: if the page is visible; and what it reads: if the page watches that already
VISIBILITY = """
  window.shown = false;
  Object.defineProperty(document, "visibilityState", { get: () => (window.shown ? "visible" : "hidden") });
  const listen = document.addEventListener.bind(document);
  document.addEventListener = (kind, ...rest) => {
    if (kind === "visibilitychange") window.watched = true;
    listen(kind, ...rest);
  };
"""


def show(page: Page, shown: bool) -> None:
    page.evaluate("(now) => { window.shown = now; document.dispatchEvent(new Event('visibilitychange')); }", shown)


def test_only_a_page_that_stays_visible_reports_the_invitation(guests: Guests, server: Server) -> None:
    ana, ben = guests(), guests()
    table = ana.open_table("person", "open")
    (link,) = ana.person().invitations(table)
    page = ben.context.new_page()
    sent: list[str] = []
    page.on("request", lambda request: sent.append(request.url) if request.method == "POST" else None)
    page.add_init_script(VISIBILITY)
    page.clock.install(time=0)
    page.goto(link)
    until(page, lambda: page.evaluate("window.watched"), "the page does not watch if it is visible")
    page.clock.pause_at(600_000)
    page.clock.run_for(60_000)
    for _ in range(3):  # looks that are too short, as when somebody changes tabs
        show(page, True)
        page.clock.run_for(1_999)
        show(page, False)
        page.clock.run_for(60_000)
    assert not sent, "a page that nobody sees reports nothing"
    with ana.person().sit(table) as sitting:
        assert not sitting.read()["table"]["seats"][1]["opened"]
        show(page, True)
        page.clock.run_for(1_999)
        assert not sent
        page.clock.run_for(1)
        sitting.wait_for(lambda state: state["table"]["seats"][1]["opened"])
    show(page, False)
    show(page, True)
    page.clock.run_for(60_000)
    assert sent == [f"{server.url}{link}/opened"], "once is enough"


def test_the_page_that_a_person_opens_reports_it(guests: Guests, server: Server) -> None:
    """With the real clock, up to what the host sees."""
    ana, ben = guests(), guests()
    table = ana.open_table("person", "open")
    page = ana.page(table)
    ben.page(ana.person().invitations(table)[0])
    until(
        page,
        lambda: page.get_by_text("1 invitation has been opened").count() > 0,
        "the host is not told that the link was opened",
    )


def test_without_a_script_only_the_button_counts(guests: Guests, server: Server) -> None:
    ana, ben = guests(), guests(java_script_enabled=False)
    table = ana.open_table("person", "open", "open")
    page = ben.page(ana.person().invitations(table)[0])
    with ana.person().sit(table) as sitting:
        assert not sitting.read()["table"]["seats"][1]["opened"]
        page.get_by_label("Your name").fill("Ben")
        page.get_by_role("button", name="Join").click()
        sitting.wait_for(lambda state: state["table"]["seats"][1]["name"] == "Ben")
