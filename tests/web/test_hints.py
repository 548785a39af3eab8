"""Hints over the wire: they come when asked, to one seat only, and tell it nothing that it may not know."""

from __future__ import annotations

import json
from collections.abc import Callable

from dicehouse.web.rate_limits import Rate, RateLimits

from .server import Person, Server

DUEL = "deck-o-dice"


def test_a_hint_is_shown_to_its_seat_and_is_there_after_a_reload(ana: Person) -> None:
    table = ana.open_table("person", "bot:sensible", game=DUEL)
    with ana.sit(table) as sitting:
        state = sitting.wait_for(lambda s: s["options"])
        assert state["hint"] is None
        assert state["table"]["hints"] == {"on": True, "alone": True, "agreed": []}
        sitting.send("hint", id="1", seat=0)
        hint = sitting.wait_for(lambda s: s["hint"])["hint"]
        assert hint["option"] in [option["id"] for option in state["options"]]
    with ana.sit(table) as again:
        assert again.wait_for(lambda s: True)["hint"] == hint
    page = ana.http.get(f"{table}/plain").text
    assert f"Hint: {hint['label']}" in page


def test_no_other_reader_gets_a_byte_of_it(ana: Person, ben: Person) -> None:
    table = ana.open_table("person", "open", game=DUEL)
    ben.post(ana.invitations(table)[0], name="Ben")
    looker = Person(ana.url)
    with ana.sit(table) as one, ben.sit(table) as two, looker.sit(table) as eyes:
        one.wait_for(lambda s: s["options"])
        one.send("hint", id="early", seat=0)
        assert "agree" in one.read_until("refused")["why"]
        one.send("hints", on=True)
        two.send("hints", on=True)
        one.wait_for(lambda s: s["table"]["hints"]["on"])
        one.send("hint", id="other", seat=1)
        assert one.read_until("refused")["id"] == "other"
        one.send("hint", id="own", seat=0)
        one.wait_for(lambda s: s["hint"])
        for sitting in (two, eyes):
            sitting.wait_for(lambda s: s["hint"] is not None or "asked for a hint" in json.dumps(s["chat"]))
            frames = [frame for frame in sitting.frames if frame["t"] == "state"]
            assert all(frame["hint"] is None for frame in frames)
            assert not any(frame["t"] == "hinted" for frame in sitting.frames)
        for reader in (ben, looker):
            assert "Hint:" not in reader.http.get(f"{table}/plain").text


def test_the_plain_page_gives_hints_without_a_script(ana: Person) -> None:
    table = ana.open_table("person", "bot:sensible", game=DUEL)
    page = ana.http.get(f"{table}/plain").text
    assert f'action="{table}/hint"' in page
    answer = ana.post(f"{table}/hint", seat="0", number="0", id="x")
    assert answer.status_code == 303
    assert answer.headers["location"].endswith("/plain#hint")
    page = ana.http.get(f"{table}/plain").text
    assert "Hint:" in page
    assert f'action="{table}/hint"' not in page


def test_asking_too_often_is_refused(serve: Callable[..., Server]) -> None:
    server = serve(limits=RateLimits(hints=Rate(0.001, 1)))
    ana = Person(server.url)
    table = ana.open_table("person", "bot:sensible", game=DUEL)
    with ana.sit(table) as sitting:
        sitting.wait_for(lambda s: s["options"])
        sitting.send("hint", id="1", seat=0)
        sitting.wait_for(lambda s: s["hint"])
        sitting.send("hint", id="2", seat=0)
        assert "Too fast" in sitting.read_until("refused")["why"]
