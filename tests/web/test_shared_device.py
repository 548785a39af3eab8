"""A shared device on the wire and on the plain page: what is one's own comes after "I am ...", and goes at the turn."""

from __future__ import annotations

import re
from html import unescape

from .liars import GAME, at_home
from .server import Person

__all__ = ["at_home"]

COUCH = {"name-0": "Ana", "name-1": "Ben"}


def test_the_socket_sends_ones_own_things_to_who_has_the_device(ana: Person) -> None:
    table = ana.open_table("person", "person", game=GAME, **COUCH)
    with ana.sit(table) as page:
        state = page.wait_for(lambda frame: frame["cover"] is not None)
        seat = state["cover"]
        assert not any("looks" in event["text"] for event in state["events"])
        page.send("hold", seat=seat)
        own = page.wait_for(lambda frame: frame["seat"] == seat)
        assert own["full"], "another log"
        assert [event["seat"] for event in own["events"] if event["private"]] == [seat]
        assert 0 not in own["view"]["seats"][seat]["dice"]
        page.act(own, "2 fives")
        passed = page.wait_for(lambda frame: frame["number"] == 1)
        assert (passed["seat"], passed["cover"], passed["full"]) == (None, 1 - seat, True)
        assert not any(event["private"] for event in passed["events"])
    with ana.sit(table, "?since=3") as again:
        back = again.wait_for(lambda frame: frame["number"] == 1)
        assert (back["cover"], back["full"]) == (1 - seat, True), "whoever comes back says again who they are"


def test_nobody_holds_a_seat_that_is_not_theirs(ana: Person, ben: Person) -> None:
    table = ana.open_table("person", "person", game=GAME, **COUCH)
    with ben.sit(table) as page:
        page.wait_for(lambda frame: frame["view"])
        page.send("hold", seat=0)
        assert "isn't your seat" in page.read_until("refused")["why"]
        assert page.state["seat"] is None


def test_why_not_is_told_only_to_who_has_the_device(ana: Person) -> None:
    """A reason may tell what somebody holds; so nobody asks for another seat of the same device."""
    table = ana.open_table("person", "person", game="dicetopia", **COUCH)
    with ana.sit(table) as page:
        seat = page.wait_for(lambda frame: frame["cover"] is not None)["cover"]
        for held in (False, True):
            for asked, told in ((seat, held), (1 - seat, False)):
                page.send("why", id="q", seat=asked, option="touch agency 1")
                why = page.read_until("refused")["why"]
                assert (why == "First confirm that you have the device.") != told
            page.send("hold", seat=seat)
            page.wait_for(lambda frame: frame["seat"] == seat)


def text_of(html: str) -> str:
    return unescape(re.sub(r"<[^>]*>", " ", html))


def test_the_plain_page_asks_who_it_is(ana: Person) -> None:
    table = ana.open_table("person", "person", game=GAME, **COUCH)
    for bid in (2, 3):
        covered = ana.http.get(f"{table}/plain").text
        name = re.search(r"<h1>Pass the device to (\w+)</h1>", covered)
        assert name
        assert "looks under" not in covered and 'name="option"' not in covered
        assert covered.count('class="d6 shut"') == 10
        link = re.search(r'<a class="btn go" href="(\?seat=\d)"><b>I am (\w+)</b>', covered)
        assert link and link[2] == name[1]
        own = ana.http.get(f"{table}/plain{link[1]}").text
        assert bid == 2 or re.search(
            r"<small>doubts <b class=\"name p\d\"[^>]*>(Ana|Ben)</b>&#39;s 2 ones</small>", own
        )
        assert f"{name[1]} looks under the cup" in " ".join(text_of(own).split())
        assert own.count('class="d6 shut"') == 5
        form = re.search(rf'<form method="post" action="{table}/act">(.*?)</form>', own, re.DOTALL)
        assert form
        fields = dict(re.findall(r'name="(\w+)" value="([^"]*)"', form[1]))
        answer = ana.http.post(f"{table}/act", data={**fields, "option": f"{bid} ones"})
        assert answer.headers["location"] == f"{table}/plain{link[1]}", "who acted has the device in hand"
        other = ana.http.get(answer.headers["location"]).text
        assert f"<h1>Pass the device to {name[1]}</h1>" not in other and "<h1>Pass the device to" in other
