"""Nets that the host of a house has put beside its bots: where they are offered, where they sit, and that they play."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import replace
from html import unescape
from pathlib import Path
from typing import Any

import pytest

from dicehouse.bots.nets import Net, NetBot
from dicehouse.cli import main
from dicehouse.errors import DicehouseError
from dicehouse.games import find
from dicehouse.match.match import Match
from dicehouse.server.net_opponents import Nets, read_nets
from dicehouse.server.opponents import levels, rival_among, stronger

from ..bots.test_nets import any_net
from .api.program import Program, make_token, refused
from .server import Person, Server, Sitting

ADA = "net:ada"


@pytest.fixture
def net() -> Net:
    return any_net(find("dice-ocalypse"))


@pytest.fixture
def house(serve: Callable[..., Server], net: Net) -> Server:
    return serve(nets=Nets({ADA: net}))


def test_it_is_offered_for_its_game_alone(house: Server) -> None:
    ana = Person(house.url)
    form = ana.http.get("/new/dice-ocalypse").text
    assert 'value="bot:net:ada"' in form and "<b>Ada.</b> A neural net that learned" in form
    assert "level 6 of 6." in form
    late = re.search(r'<select id="late".*?</select>', form, re.DOTALL)
    assert late and ADA not in late[0], "who is late is played for by a bot that plays anything"
    assert ADA not in ana.http.get("/new/deck-o-dice").text


def test_it_sits_down_with_as_many_as_it_knows(house: Server) -> None:
    ana = Person(house.url)
    table = ana.open_table("person", "bot:net:ada")
    with ana.sit(table) as sitting:
        seat = sitting.read()["table"]["seats"][1]
    assert (seat["name"], seat["word"], seat["face"], seat["bot"]) == ("Ada", "trained", "bot", ADA)
    places = {"seat-0": "person", "seat-1": "bot:net:ada", "seat-2": "bot:pip"}
    told = ana.http.post("/new/dice-ocalypse", data={"name-0": "Ana", **places})
    assert told.status_code == 400
    assert "Ada learned to play with 2 players, not with 3 players." in unescape(told.text)


def play(sitting: Sitting, most: int) -> dict[str, Any]:
    """Bank when it can be done, for so long; the last state."""

    def due(state: dict[str, Any]) -> bool:
        return bool(state["table"]["phase"] == "over" or state["options"])

    while (state := sitting.wait_for(due))["table"]["phase"] != "over" and state["number"] < most:
        ids = [option["id"] for option in state["options"]]
        sitting.act(state, next((option for option in ids if option.endswith("bank")), ids[0]))
        sitting.wait_for(lambda new, old=state: new["number"] > old["number"] or (due(new) and new is not old))
    return state


def test_it_takes_a_free_chair_and_plays_a_whole_game_by_its_weights(house: Server, net: Net) -> None:
    ana = Person(house.url)
    table = ana.open_table("person", "open", **{"set-target": "20000"})  # a short game has few choices to compare
    with ana.sit(table) as sitting:
        waiting = sitting.read()
        assert waiting["table"]["levels"][-1]["bot"] == ADA
        assert f'<option value="{ADA}">Ada (trained)' in ana.http.get(f"{table}/plain").text
        sitting.send("fill", seat=1, bot=ADA)
        assert play(sitting, 10_000)["table"]["phase"] == "over"
    kept = Match.load(ana.http.get(f"{table}/match.json").text)
    own = [number for number, action in enumerate(kept.actions) if action.seat == 1]
    for number in own:
        assert kept.actions[number].option == NetBot(ADA, net).choose(kept.at(number), 1)
    assert len(own) > 40


def test_elsewhere_and_by_its_file_it_is_no_bot(house: Server, tmp_path: Path, net: Net) -> None:
    file = tmp_path / "s"
    net.write(file)
    ana = Person(house.url)
    program = Program(house.url, make_token(ana))
    for word in (f"bot:net:{file}", "bot:net:ada.safetensors", "bot:net:", "bot:net:bea", "bot:net:/etc/passwd"):
        body = {"id": "a", "game": "dice-ocalypse", "seats": ["me", word]}
        assert "A seat must be" in refused(program.http.post("/tables", json=body), 400)["why"]
        answer = ana.http.post("/new/dice-ocalypse", data={"name-0": "Ana", "seat-0": "person", "seat-1": word})
        assert answer.status_code == 400
    refused(program.http.post("/tables", json={"id": "a", "game": "deck-o-dice", "seats": ["me", "bot:net:ada"]}), 400)
    three = ana.open_table("person", "open", "person")
    with ana.sit(three) as sitting:
        assert ADA not in [level["bot"] for level in sitting.read()["table"]["levels"]]
        sitting.send("fill", seat=1, bot=ADA)
        assert "There is no bot with that name" in sitting.read_until("refused")["why"]
    assert ADA in program.get("/games").json()["bots"]
    assert program.open("me", "bot:net:ada")["table"]


def test_where_the_net_is_gone_another_bot_plays_its_seat(serve: Callable[..., Server], net: Net) -> None:
    first = serve(nets=Nets({ADA: net}))
    ana = Person(first.url)
    table = ana.open_table("person", "bot:net:ada")
    first.stop()
    again = Person(serve().url, ana.http.cookies)
    with again.sit(table) as sitting:
        assert play(sitting, 12)["number"] >= 12


def test_a_net_is_on_no_ladder() -> None:
    offered = levels(("random", "pip", "otto", "nox", ADA))
    assert [(level.bot, level.number) for level in offered] == [("pip", 1), ("otto", 2), ("nox", 3), (ADA, 0)]
    assert stronger("nox", 9, ("pip", "nox")) is None
    assert rival_among(("pip", "nox"), ADA) == "pip"


def test_what_the_host_names_is_looked_at_before_anybody_comes(tmp_path: Path, net: Net) -> None:
    file = tmp_path / "ada.safetensors"
    net.write(file)
    assert read_nets([f"ada={file}", f"bea={file}"]).names == (ADA, "net:bea")
    replace(net, game="chess").write(tmp_path / "chess")
    replace(net, version="0").write(tmp_path / "old")
    for words, why in (
        ([str(file)], "must be given as NAME=FILE"),
        ([f"Ada={file}"], "in lower case"),
        ([f"house={file}"], "official Dicehouse name"),
        ([f"ada={file}", f"ada={file}"], "Two nets are called ada"),
        ([f"ada={tmp_path / 'nothing'}"], "can't be read"),
        ([f"ada={tmp_path / 'chess'}"], "plays 'chess', which isn't a game of this server"),
        ([f"ada={tmp_path / 'old'}"], "old learned version 0 of the rules"),
        ([f"{name}={file}" for name in "abcd"], "at most 3 nets for Dice-ocalypse!"),
    ):
        with pytest.raises(DicehouseError, match=why):
            read_nets(words)


def test_serve_says_what_is_wrong_with_a_net(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    command = ["serve", "--no-browser", "--port", "0", "--database", f"{tmp_path / 'h.db'}", "--bot", "ada=nothing"]
    assert main(command) == 2
    assert "The net 'nothing' can't be read" in capsys.readouterr().err
