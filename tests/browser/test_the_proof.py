"""A browser keeps what it saw of a match, and knows another one when it is shown it."""

from __future__ import annotations

import hashlib
import json
import random
from collections.abc import Callable
from html import unescape
from typing import Any

import pytest
from playwright.sync_api import Page, Route, expect

from dicehouse.server import verify
from dicehouse.server.features import commit_reveal

from ..web.server import Server, Sitting
from ..web.test_socket import play_on
from .chair import see_end
from .guests import PHONE, Guest, Guests, last_state
from .patience import until

SHORT = {"set-target": "1500", "set-opening": "0", "set-special_cards": "no"}


def over(state: dict[str, Any]) -> bool:
    return bool(state["table"]["phase"] == "over")


def forged(record: dict[str, Any], match: dict[str, Any], place: int) -> dict[str, Any]:
    """Another option at one place, and every hash worked out again from there on: nothing in it is wrong by itself."""
    running = json.loads(json.dumps(record["running"]))
    link = json.loads(running["links"][place])
    link[4] += " otherwise"
    running["links"][place] = verify.canonical(link)
    running["hash"] = verify.first_hash(verify.CHAIN_SCHEME_2, running["header"])
    for text in running["links"]:
        running["hash"] = verify.next_hash(verify.key_of(bytes.fromhex(match["dice"]["secret"])), running["hash"], text)
    return {**record, "running": running}


def marks_in(page: Page, table: str) -> list[Any]:
    """What this browser keeps of a match so far: after how many links it was shown which hash."""
    kept: list[Any] = page.evaluate(f"JSON.parse(localStorage['dicehouse.saw.{table[3:]}'] ?? '{{}}').marks ?? []")
    return kept


def sheet_of(page: Page) -> Any:
    return page.locator(".proof-sheet")


def test_a_browser_that_saw_the_match_knows_another(guest: Guest, server: Server) -> None:
    table = guest.open_table("person", "person", **SHORT)
    page = guest.page(table)
    expect(page.locator(".dock")).to_be_visible()
    until(page, lambda: marks_in(page, table), "it keeps no mark of the beginning")
    with guest.person().sit(table) as line:
        play_on(line, random.Random(1), lambda state: state["number"] >= 3 or over(state))  # by chance it is short
        expect(page.locator("#main")).to_be_visible()
        until(page, lambda: len(marks_in(page, table)) > 1, "it keeps no mark of what was played")
        page.reload()
        play_on(line, random.Random(2), over)
        see_end(page)
    key = page.locator(".dock .proof-key")
    match = guest.person().http.get(f"{table}/match.json").json()
    said = verify.spoken(match["course"]["hash"]).replace("-", " ")
    expect(key).to_contain_text(said)
    page.reload()
    expect(key).to_contain_text("checked by this browser")
    key.click()
    expect(sheet_of(page)).to_contain_text("This is the game you saw.")
    expect(sheet_of(page)).to_contain_text(match["course"]["hash"])
    record = guest.person().http.get(f"{table}/dice.json").json()
    links = len(record["running"]["links"])
    until(page, lambda: [at for at, _ in marks_in(page, table)][-1:] == [links], "it keeps no mark of the end")
    kept = [at for at, _ in marks_in(page, table)]
    assert kept[0] <= 1 and len(kept) >= 3

    other = forged(record, match, kept[-1] - 2)
    page.route("**/dice.json", lambda route: answer(route, other))
    page.get_by_role("button", name="Check again").click()
    expect(key).to_contain_text("Not the game you saw")
    expect(sheet_of(page).get_by_role("alert")).to_contain_text("This is not the game you saw.")
    page.unroute("**/dice.json")
    page.evaluate("localStorage.clear()")
    page.reload()  # nothing was kept: now it can't say, and says so
    key.click()
    expect(sheet_of(page)).to_contain_text("This browser joined after the end, so it can")


def answer(route: Route, record: dict[str, Any]) -> None:
    route.fulfill(content_type="application/json", body=json.dumps(record))


@pytest.mark.parametrize("kept", ['{"marks": [["x", 1]]}', '{"at": 1, "marks": [[0, "00"]], "other": null}'])
def test_a_house_that_shows_another_course_is_called_out_at_once(guests: Guests, server: Server, kept: str) -> None:
    guest = guests(server.url, viewport=PHONE)
    table = guest.open_table("person", "person")
    place = f"dicehouse.saw.{table.removeprefix('/t/')}"
    guest.context.add_init_script(f"if (origin === '{server.url}') localStorage['{place}'] ??= {json.dumps(kept)}")
    page = guest.page(table)
    expect(page.locator(".dock")).to_be_visible()
    said = page.get_by_role("alert").filter(has_text="a different game from the one")
    if "00" not in kept:  # what can't be read is nothing
        until(page, lambda: '"marks":[[0,' in page.evaluate(f"localStorage['{place}']"), "nothing was kept")
        return expect(said).to_have_count(0)
    expect(said).to_be_visible()
    said.get_by_role("button", name="Close").click()
    return expect(said).to_have_count(0)


# texts for the dice, hashed first ------------------------------------------------------------------------------------

TEXT, OTHERS = "5" * 32, "7" * 32
NOT_SETTLED = "is not the one it committed to."


def seal(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()


def _texts_swapped(record: dict[str, Any], settled: dict[str, Any]) -> None:
    record["dice"]["contributions"].reverse()


def _seals_swapped(record: dict[str, Any], settled: dict[str, Any]) -> None:
    settled["texts"].reverse()


def _another_text(record: dict[str, Any], settled: dict[str, Any]) -> None:
    record["dice"]["contributions"][0] = OTHERS


def _sealed_later(record: dict[str, Any], settled: dict[str, Any]) -> None:
    _another_text(record, settled)
    settled["texts"][0] = seal(OTHERS)


def _lay_open(record: dict[str, Any], settled: dict[str, Any]) -> None:
    settled["texts"][0] = record["dice"]["contributions"][0]


SEALS: list[tuple[Callable[[dict[str, Any], dict[str, Any]], None], str]] = [
    (_texts_swapped, f"The text of seat 1 {NOT_SETTLED}"),
    (_another_text, f"The text of seat 1 {NOT_SETTLED}"),
    (_seals_swapped, f"The text of seat 2 {NOT_SETTLED}"),
    (_sealed_later, "This is not the game you saw."),
    (_lay_open, "The text of seat 1 was shown before all others were committed."),
]


def with_texts(record: dict[str, Any], secret: str, doctor: Callable[..., None]) -> dict[str, Any]:
    """Texts or seals are others, and every hash is worked out again from there on."""
    bad = json.loads(json.dumps(record))
    running, settled = bad["running"], json.loads(bad["running"]["header"])
    doctor(bad, settled)
    running["header"] = verify.canonical(settled)
    running["hash"] = verify.first_hash(verify.CHAIN_SCHEME_2, running["header"])
    for text in running["links"]:
        running["hash"] = verify.next_hash(verify.key_of(bytes.fromhex(secret)), running["hash"], text)
    return bad


def shown_instead(page: Page, record: dict[str, Any]) -> None:
    page.route("**/dice.json", lambda route: answer(route, record))


def play_both(ana: Sitting, ben: Sitting) -> None:
    """Random options for whoever is asked, to the end."""
    chance = random.Random(1)
    state = ana.wait_for(lambda s: s["view"] is not None)
    while not over(state):
        number = state["number"]
        seat = state["acting"][0]
        seen = (ana, ben)[seat].wait_for(lambda s, n=number: s["number"] >= n)
        (ana, ben)[seat].act(seen, chance.choice(seen["options"])["id"])
        state = ana.wait_for(lambda s, n=number: s["number"] > n)


def test_a_browser_that_sealed_its_text_knows_another(
    guests: Guests, server: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(commit_reveal, "REVEAL_WITHIN", 600.0)  # however slow this machine is, nobody goes without
    ana, ben = guests(), guests()
    table = ana.open_table("person", "open", contribution=seal(TEXT), **SHORT)
    kept = json.dumps({"at": 1, "parts": [[seal(TEXT), TEXT]]})
    place = f"localStorage['dicehouse.part.{table[3:]}']"
    ana.context.add_init_script(f"if (origin === '{server.url}') {place} ??= {json.dumps(kept)}")
    there = ben.page(ana.person().invitations(table)[0])
    there.get_by_label("Your name").fill("Ben")
    there.get_by_role("button", name="Join").click()
    expect(there.locator(".who h2")).to_have_text("Everyone is here")
    page = ana.page(table)
    expect(page.locator(".dock")).to_be_visible()
    with ana.person().sit(table) as one, ben.person().sit(table) as two:
        play_both(one, two)
        see_end(page)
    first = until(page, lambda: marks_in(page, table), "nothing was kept")[0]
    match = ana.person().http.get(f"{table}/match.json").json()
    assert first == [0, verify.hashes(match)[0]] and match["dice"]["contributions"][0] == TEXT
    key = page.locator(".dock .proof-key")
    expect(key).to_contain_text("checked by this browser")
    key.click()
    expect(sheet_of(page)).to_contain_text("This is the game you saw.")
    expect(sheet_of(page)).to_contain_text("which committed it before any text was shown")
    record = ana.person().http.get(f"{table}/dice.json").json()
    for doctor, said in SEALS:
        bad = with_texts(record, match["dice"]["secret"], doctor)
        shown_instead(page, bad)
        page.get_by_role("button", name="Check again").click()
        expect(sheet_of(page)).to_contain_text(said)
        page.unroute("**/dice.json")
        page.get_by_role("button", name="Check again").click()
        expect(sheet_of(page)).to_contain_text("This is the game you saw.")
    page.evaluate(f"{place} = JSON.stringify({{at: 1, parts: [['{seal(OTHERS)}', '']]}})")
    page.get_by_role("button", name="Check again").click()  # a house that had left it out
    expect(sheet_of(page)).to_contain_text("This browser committed a text for the dice")


def test_a_browser_that_never_shows_its_text_is_not_waited_for_long(
    guests: Guests, server: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(commit_reveal, "REVEAL_WITHIN", 0.5)
    ana, ben = guests(), guests()
    table = ana.open_table("person", "open", contribution=seal(TEXT), **SHORT)
    there = ben.page(ana.person().invitations(table)[0])
    there.get_by_label("Your name").fill("Ben")
    there.get_by_role("button", name="Join").click()
    expect(there.locator(".seats, .dock .btn").first).to_be_visible()
    until(there, lambda: last_state(ben)["table"]["phase"] == "playing", "the match has not begun")
    assert last_state(ben)["table"]["texts"][0]["from"] == "silent"
    plain = unescape(ben.person().http.get(f"{table}/plain").text)
    assert "derived from the secret, because the browser didn't show its own text in time" in plain


def test_all_who_are_here_add_to_the_dice_of_a_rematch(
    guests: Guests, server: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Ana asks for it and goes there; Ben still looks at the old board, and his browser shows its text all the same."""
    monkeypatch.setattr(commit_reveal, "REVEAL_WITHIN", 600.0)  # however slow this machine is, nobody goes without
    ana, ben = guests(), guests()
    table = ana.open_table("person", "open", **SHORT)
    there = ben.page(ana.person().invitations(table)[0])
    there.get_by_label("Your name").fill("Ben")
    there.get_by_role("button", name="Join").click()
    page = ana.page(table)
    expect(page.locator(".dock")).to_be_visible()
    expect(there.locator(".dock")).to_be_visible()
    with ana.person().sit(table) as one, ben.person().sit(table) as two:
        play_both(one, two)
        for each in (page, there):
            see_end(each)
    for who in (ana, ben):
        until(page, lambda who=who: any('"seal"' in sent for sent in who.sent), "no text was sealed")
    page.get_by_role("button", name="Play again").click()
    page.wait_for_url(lambda at: not at.endswith(table))
    again = page.url.removeprefix(server.url)
    expect(page.locator(".dock")).to_be_visible()
    assert there.url.endswith(table)
    expect(there.get_by_role("link", name="Go to the new table")).to_be_visible()
    with ana.person().sit(again) as one, ben.person().sit(again) as two:
        state = one.wait_for(lambda s: s["view"] is not None)
        assert [each["from"] for each in state["table"]["texts"]] == ["shown", "shown"]
        play_both(one, two)
        see_end(page)
    key = page.locator(".dock .proof-key")
    expect(key).to_contain_text("checked by this browser")
    key.click()
    expect(sheet_of(page)).to_contain_text("This is the game you saw.")
    there.get_by_role("link", name="Go to the new table").click()
    there.wait_for_url(lambda at: not at.endswith(table))
    there.locator(".dock .proof-key").click()
    expect(sheet_of(there)).to_contain_text("which committed it before any text was shown")
    assert not ana.complaints and not ben.complaints
