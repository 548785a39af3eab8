"""Several people at one table: invited friends, spectators, two on one couch, replies that stay sealed."""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from dicehouse.server.features import commit_reveal

from ..web.server import Server
from .chair import Chair, table_of
from .guests import Guest, Guests, last_state
from .laying import lay
from .patience import becomes, until

Invited = tuple[Page, Page, str]
PLAIN = {"set-special_cards": "off", "set-opening": "0", "set-target": "50000"}


@pytest.fixture
def two(guests: Guests, server: Server) -> Invited:
    """Ana, who opened the table, and Ben, who came by her link; both look at the dice of the first turn."""
    ana, ben = guests(), guests()
    page = ana.page(ana.open_table("person", "open", **PLAIN))
    expect(page.locator("h2").first).to_have_text("1 seat is still free")
    link = page.get_by_label("Invitation to seat 2").input_value()
    assert link.startswith(f"{server.url}/join/")
    other = ben.page(link)
    other.get_by_label("Your name").fill("Ben")
    other.get_by_role("button", name="Join").click()
    for each in (page, other):
        Chair(each).wait("any")
    return page, other, link


def test_two_browsers_see_each_others_throws(two: Invited, server: Server) -> None:
    ana, ben, _ = two
    assert table_of(ana) == table_of(ben)
    lay(server, table_of(ana), "156234 224466")
    for mover, watcher, faces in ((ana, ben, [1, 5, 6, 2, 3, 4]), (ben, ana, [2, 2, 4, 4, 6, 6])):
        assert Chair(mover).wait() == "mine"
        expect(watcher.locator(".dock .btn.go")).to_have_count(0)
        Chair(mover).go.click()
        for page in (mover, watcher):
            becomes(page, Chair(page).dice, faces)
        Chair(mover).wait()
        Chair(mover).key("Bank").click()
    expect(ana.locator(".seat .total").first).to_have_text("1,500 points")
    expect(ben.locator(".seat .total").first).to_have_text("1,500 points")


def test_an_invitation_seats_one_person_once(two: Invited, guests: Guests) -> None:
    ana, _, link = two
    late = guests()
    answer = late.context.request.get(link)
    assert answer.status == 409
    assert "used" in answer.text()
    posted = late.context.request.post(link, form={"name": "Mallory"}, headers={"Origin": late.url})
    assert posted.status == 409
    expect(ana.locator(".seat .name")).to_have_text(["Ana", "Ben"])


PATIENT = 16_000  # milliseconds after which a player who is away counts as gone


def test_a_bot_plays_for_who_went_away_until_that_one_is_back(two: Invited, server: Server) -> None:
    """Who only loads the page again is not away: the key comes after a while."""
    ana, ben, _ = two
    lay(server, table_of(ana), "2463" * 40, player=1)
    assert Chair(ben).wait() == "mine"
    expect(ana.locator(".dock .btn")).to_have_count(0)
    ana.clock.install()
    ben.goto("about:blank")
    expect(ana.locator(".seat .state").nth(1)).to_contain_text("away")
    expect(ana.locator(".dock .btn")).to_have_count(0)
    ana.clock.run_for(PATIENT)
    expect(ana.locator(".dock .btn")).to_contain_text("Let a bot play")
    ana.locator(".dock .btn").click()
    expect(ana.locator(".seat .state").nth(1)).to_contain_text("a bot plays")
    assert Chair(ana).wait() == "mine"  # Ben's bot has played its turn
    ben.goto(table_of(ana))
    expect(ben.locator(".dock .btn.go")).to_contain_text("Resume playing")
    ben.keyboard.press("Enter")
    expect(ben.locator(".dock .btn.go")).to_have_count(0)
    expect(ana.locator(".seat .state").nth(1)).not_to_contain_text("bot")


def test_a_bot_may_play_on_for_oneself(two: Invited) -> None:
    ana, _, _ = two
    ana.keyboard.press("m")
    ana.get_by_label("A bot plays for me").check()
    expect(ana.locator(".dock .btn.go")).to_contain_text("Resume playing")
    ana.get_by_label("A bot plays for me").uncheck()
    expect(ana.get_by_text("Resume playing")).to_have_count(0)


def test_every_browser_adds_its_text_to_the_dice_and_seals_it_first(
    guests: Guests, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(commit_reveal, "REVEAL_WITHIN", 600.0)  # however slow this machine is, nobody goes without
    ana, ben = guests(), guests()
    page = ana.page("/new/dice-ocalypse")
    page.get_by_role("radio", name="Friend by link").check()
    page.get_by_role("button", name="Open the table").click()
    link = page.get_by_label("Invitation to seat 2").input_value()
    sealed = last_state(ana)["table"]["texts"][0]
    assert sealed["from"] == "sealed"
    other = ben.page(link)
    other.get_by_label("Your name").fill("Ben")
    other.get_by_role("button", name="Join").click()
    Chair(other).wait("any")
    texts = last_state(ben)["table"]["texts"][:2]
    assert [text["from"] for text in texts] == ["shown", "shown"]
    assert texts[0]["text"] != texts[1]["text"]
    assert hashlib.sha256(texts[0]["text"].encode()).hexdigest() == sealed["text"]


def test_a_seat_belongs_to_its_cookie(two: Invited, guests: Guests, server: Server) -> None:
    """The same cookie in another browser is the same person; without it one only watches, and can do nothing."""
    ana, ben, _ = two
    table = table_of(ana)
    lay(server, table, "156234", player=1)
    elsewhere, stranger = guests(), guests()
    elsewhere.context.add_cookies(ben.context.cookies())  # type: ignore[arg-type]  # what cookies() gave
    page, watching = elsewhere.page(table), stranger.page(table)
    assert Chair(page).wait() == "mine"
    Chair(watching).wait("any")
    expect(watching.locator(".dock .btn")).to_have_count(0)
    expect(watching.locator(".hand-card")).to_have_count(0)
    watching.keyboard.press("t")
    watching.keyboard.press("Enter")
    for seat in (0, 1):
        form = {"seat": str(seat), "number": "0", "option": "roll", "id": f"steal{seat}"}
        assert watching.request.post(f"{table}/act", form=form, headers={"Origin": stranger.url}).status == 409
    expect(ana.locator(".watching")).to_contain_text("1")
    Chair(page).go.click()
    for each in (page, ben, ana, watching):
        expect(each.locator(".felt .die3[data-face]")).to_have_count(6)


def test_a_spectator_sees_the_game_and_may_talk_but_not_play(guests: Guests, server: Server) -> None:
    host, stranger = guests(), guests()
    table = host.open_table("person", "person", **PLAIN)
    lay(server, table, "156234")
    page, watching = host.page(table), stranger.page(table)
    Chair(page).wait()
    Chair(page).go.click()
    expect(watching.locator(".felt .die3[data-face]")).to_have_count(6)
    expect(watching.locator(".felt .die3.legal")).to_have_count(0)
    Chair(watching).wait("any")
    watching.keyboard.press("l")
    watching.get_by_label("Message to the table").fill("good throw")
    watching.keyboard.press("Enter")
    Chair(page).wait()
    page.keyboard.press("l")
    expect(page.locator(".slide .log .said")).to_contain_text("good throw")


# sealed replies -----------------------------------------------------------------------------------------------------


def states(guest: Guest, start: int) -> list[dict[str, Any]]:
    """The state frames that came in after the first `start` frames; laying a position counts as an undo."""
    frames = [json.loads(frame) for frame in guest.frames[start:]]
    return [{**frame, "generation": 0} for frame in frames if frame["t"] == "state"]


def test_a_sealed_reply_is_in_no_frame_before_the_window_closes(guests: Guests, server: Server) -> None:
    """Whether Cleo plays a card or passes, the frames of the two others are the same until Ben has answered too."""
    ana, ben, cleo = guests(), guests(), guests()
    page = three_pages(ana, ben, cleo)[0]
    seen = [window(server, (ana, ben, cleo), page, choice) for choice in ("pass", "do-or-die")]
    assert seen[0] == seen[1]
    assert seen[0][0], "the others do learn that somebody has answered, or at least that they themselves are asked"
    assert not any("plays Do or Die" in json.dumps(frame) for frame in seen[1])
    for guest in (ana, ben, cleo):  # then it is played, and everybody knows
        until(page, lambda guest=guest: any("plays Do or Die" in frame for frame in guest.frames), "it was not played")


def three_pages(ana: Guest, ben: Guest, cleo: Guest) -> tuple[Page, Page, Page]:
    """Ana, who opened the table, and two who came by her links."""
    table = ana.open_table("person", "open", "open")
    bens, cleos = (guest.page(link) for guest, link in zip((ben, cleo), ana.person().invitations(table), strict=True))
    for page, name in ((bens, "Ben"), (cleos, "Cleo")):
        page.get_by_label("Your name").fill(name)
        page.get_by_role("button", name="Join").click()
    return ana.page(table), bens, cleos


def ask_two(server: Server, page: Page, bens: Page, cleos: Page) -> None:
    """Ana banks, and the others may answer."""
    position = {"totals": [2000] * 3, "hands": [[], ["prove-it"], ["do-or-die"]], "immunity": [False] * 3}
    lay(server, table_of(page), "112346 5", **position)
    chair = Chair(page)
    chair.wait()
    chair.go.click()
    chair.wait()
    chair.key("Bank").click()
    for other in (bens, cleos):
        expect(Chair(other).key("Pass")).to_be_visible()
    chair.wait("any")  # Ana's page was told, too


def window(server: Server, three: tuple[Guest, Guest, Guest], page: Page, choice: str) -> tuple[list[Any], list[Any]]:
    """Ana banks, Cleo answers with `choice`; what Ana and Ben were told before Ben passes."""
    ana, ben, cleo = three
    table = table_of(page)
    bens, cleos = (guest.context.pages[0] for guest in (ben, cleo))
    ask_two(server, page, bens, cleos)
    marks = len(ana.frames), len(ben.frames)
    if choice != "pass":
        cleos.keyboard.press("3")
        expect(Chair(cleos).go).to_contain_text("Do or Die")
    Chair(cleos).go.click()
    expect(cleos.locator(".dock .btn.go")).to_have_count(0)
    for guest in (ana, ben):  # a chat line behind it shows that all that was to come has come
        guest.person().post(f"{table}/chat", text=f"{choice} {marks}")
    expect(bens.locator(".logbox .said", has_text=f"{choice} {marks}")).to_have_count(2)
    expect(page.locator(".logbox .said", has_text=f"{choice} {marks}")).to_have_count(2)
    told = tuple([bare(state) for state in states(guest, mark)] for guest, mark in zip((ana, ben), marks, strict=True))
    Chair(bens).go.click()
    expect(page.locator(".logbox .log li", has_text=re.compile("now ha(s|ve) ")).first).to_be_visible()
    return told[0], told[1]


def test_what_is_in_hand_stays_there_while_others_answer(guests: Guests, server: Server) -> None:
    """Cleo is about to play a card when Ben lets it stand: her key must not turn into his under her finger."""
    ana, ben, cleo = guests(), guests(), guests()
    page, bens, cleos = three_pages(ana, ben, cleo)
    ask_two(server, page, bens, cleos)
    cleos.keyboard.press("3")
    expect(Chair(cleos).go).to_contain_text("Do or Die")
    frames = len(cleo.frames)
    Chair(bens).go.click()
    until(cleos, lambda: states(cleo, frames), "Cleo's page was told nothing of it")
    cleos.keyboard.press("Enter")
    expect(page.locator(".logbox .log li", has_text="Cleo plays Do or Die").first).to_be_visible()


def bare(state: dict[str, Any]) -> dict[str, Any]:
    """A frame without the talk that the test itself caused, and without the running hash, which a secret seals."""
    return {key: value for key, value in state.items() if key not in ("chat", "mark")}


# one couch ----------------------------------------------------------------------------------------------------------


def test_two_on_one_couch_play_and_react(guest: Guest, server: Server) -> None:
    """The keys go to whoever has to decide, and the prompt says who that is."""
    table = guest.open_table("person", "person", **{"name-0": "Ana", "name-1": "Ben", "set-opening": "0"})
    lay(server, table, "112346 6 115346", totals=[1500, 1200], immunity=[False, False])
    chair = Chair(guest.page(table))
    heading = chair.page.locator(".call h2")

    def turn_of(name: str, step: Callable[[], None]) -> None:
        assert chair.wait() == "mine"
        expect(heading).to_have_text(re.compile(f"^{name}: "))
        step()

    turn_of("Ana", chair.go.click)
    turn_of("Ana", chair.key("Bank").click)
    turn_of("Ben", lambda: chair.page.get_by_role("button", name=re.compile("^Prove It")).click())
    expect(chair.go).to_contain_text("Prove It")
    turn_of("Ben", chair.go.click)
    turn_of("Ben", chair.go.click)
    expect(chair.page.locator(".seat .total").first).to_have_text("1,700 points")
    assert chair.wait() == "mine"
    becomes(chair.page, chair.dice, [1, 1, 5, 3, 4, 6])
    expect(chair.page.locator(".logbox .log")).to_contain_text("Prove It")
