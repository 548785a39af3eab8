"""A pause by consent: by the page's socket and by the plain page."""

from __future__ import annotations

from .server import Person, Server


def test_two_agree_on_a_pause_by_two_pages(server: Server) -> None:
    ana, ben = Person(server.url), Person(server.url)
    table = ana.open_table("person", "open")
    ben.post(ana.invitations(table)[0], name="Ben")
    with ana.sit(table) as sitting:
        state = sitting.wait_for(lambda s: s["table"]["phase"] == "playing")
        assert state["table"]["pause"] == {"on": False, "agreed": []}
        sitting.send("pause", on=True)
        sitting.wait_for(lambda s: s["table"]["pause"] == {"on": False, "agreed": [0]})
        assert "Agreed so far: Ana." in ben.http.get(f"{table}/plain").text
        assert ben.post(f"{table}/pause", on="yes").status_code == 303
        paused = sitting.wait_for(lambda s: s["table"]["pause"]["on"])
        assert paused["prompt"]["title"] == "The game is paused" and paused["options"] == []
        page = ben.http.get(f"{table}/plain").text
        assert "no clock runs and nobody can move" in page and "<b>Resume the game</b>" in page
        sitting.act(paused, "roll")
        assert sitting.read_until("refused")["why"] == "The game is paused. Resume it first."
        assert ben.post(f"{table}/pause", on="no").status_code == 303
        again = sitting.wait_for(lambda s: not s["table"]["pause"]["on"])
        assert again["table"]["pause"] == {"on": False, "agreed": []}
        assert again["prompt"]["title"] != "The game is paused"
