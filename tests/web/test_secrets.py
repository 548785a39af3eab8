"""Nothing that leaves the house holds what its reader may not know, and finished dice can be checked by anyone."""

from __future__ import annotations

import json
import random
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from dicehouse.core import Keyed
from dicehouse.match.match import Match, new

from .server import Person, Server
from .test_socket import play_on


def secrets_of(server: Server) -> list[str]:
    """What must never be seen while games go on: dice secrets, and the keys of the house."""
    import sqlite3

    with sqlite3.connect(server.database) as db:
        found = [row[0] for row in db.execute("SELECT secret FROM game_table WHERE phase <> 'over'")]
    return [*found, server.database.with_suffix(".key").read_bytes().hex()]


def test_no_secret_leaves_before_the_end(
    serve: Callable[..., Server], capfd: pytest.CaptureFixture[str], caplog: pytest.LogCaptureFixture
) -> None:
    server = serve()
    ana, ben = Person(server.url), Person(server.url)
    table = ana.open_table("person", "open")
    (link,) = ana.invitations(table)
    ben.post(link, name="Ben")
    seen: list[str] = []
    with ana.sit(table) as one, ben.sit(table) as two, Person(server.url).sit(table) as three:
        state = one.wait_for(lambda s: s["view"] is not None)
        chance = random.Random(1)
        while state["number"] < 40:
            number = state["number"]
            for sitting in (one, two):
                mine = sitting.wait_for(lambda s, n=number: s["number"] >= n)
                if mine["options"] and mine["number"] == number:
                    sitting.act(mine, chance.choice(mine["options"])["id"])
                    sitting.act(mine, "keep 9 roll")
                    break
            state = one.wait_for(lambda s, n=number: s["number"] > n)
        three.wait_for(lambda s: s["number"] >= 40)
        seen += [json.dumps(f) for sitting in (one, two, three) for f in sitting.frames]
    for person in (ana, ben, Person(server.url)):
        for path in ("/", table, f"{table}/plain", f"{table}/match.json", f"{table}/nothing"):
            seen.append(person.http.get(path).text)
    token = link.rpartition("/")[2]
    everything = "\n".join([*seen, *capfd.readouterr(), caplog.text])
    assert len(everything) > 50_000
    for secret in secrets_of(server):
        assert secret not in everything
    assert token not in everything, "an invitation in a page of somebody it was not for, or in a log"


def test_a_sealed_reply_is_in_no_record_until_it_is_opened(server: Server) -> None:
    """Whoever replied first in a window: nobody can read in the file what the reply was."""
    chance = random.Random(9)
    assert any(_a_sealed_reply(server, chance) for _ in range(20)), "in no game two seats were asked at once"


def _a_sealed_reply(server: Server, chance: random.Random) -> bool:
    """Play a game until the first of several has replied; False if that never happened."""
    ana = Person(server.url)
    table = ana.open_table("person", "person", "person", **{"set-opening": "0"})
    with ana.sit(table) as sitting:
        for seat in range(3):
            sitting.send("order", seat=seat, mode="ask", points=0)
        state = sitting.wait_for(lambda s: s["table"]["seats"][2]["order"]["mode"] == "ask")
        while state["table"]["phase"] == "playing":
            number = state["number"]
            window = state["view"]["phase"].startswith("react") and len(state["acting"]) > 1
            sitting.act(state, chance.choice(state["options"])["id"])
            state = sitting.wait_for(lambda s, n=number: s["number"] > n)
            if window and not state["events"]:
                actions = Person(server.url).http.get(f"{table}/match.json").json()["actions"]
                assert len(actions) <= number, "the reply is in the file"
                return True
    return False


@pytest.fixture(scope="module")
def ana(server: Server) -> Person:
    return Person(server.url)


@pytest.fixture(scope="module")
def finished(ana: Person) -> dict[str, Any]:
    table = ana.open_table("person", "person", contribution="5" * 32, **{"set-target": "5000", "set-opening": "0"})
    early = ana.http.get(f"{table}/match.json").json()
    assert "secret" not in early["dice"]
    with ana.sit(table) as sitting:
        promised = sitting.read()["table"]["commitment"]
        sitting.act(sitting.state, sitting.state["options"][0]["id"])
        play_on(sitting, random.Random(2), lambda s: s["table"]["phase"] == "over")
    match = ana.http.get(f"{table}/match.json").json()
    assert match["dice"]["commitment"] == promised
    assert match["dice"]["contributions"][0] == "5" * 32
    return match


@pytest.fixture(scope="module")
def script(server: Server, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The script as a stranger downloads it."""
    path = tmp_path_factory.mktemp("stranger") / "verify.py"
    path.write_text(Person(server.url).http.get("/verify.py").text)
    return path


def verify(script: Path, match: object) -> subprocess.CompletedProcess[str]:
    path = script.with_name("match.json")
    path.write_text(match if isinstance(match, str) else json.dumps(match))
    # -I -S: no site packages, so that only the standard library can be meant
    return subprocess.run([sys.executable, "-I", "-S", script, path], capture_output=True, text=True, check=False)


def test_a_stranger_can_check_the_dice(finished: dict[str, Any], script: Path) -> None:
    result = verify(script, finished)
    assert result.returncode == 0, result.stdout + result.stderr
    assert "match the commitment" in result.stdout
    assert "browsers of seats 1;" in result.stdout  # the other text is the house's own, and follows from the secret
    assert len(script.read_text().splitlines()) <= 400  # it can be read in one go
    assert Match.load(finished).over


def _first_draw(match: dict[str, Any]) -> list[Any]:
    return next(a["draws"][0] for a in match["actions"] if a["draws"])


def tampered(match: dict[str, Any], how: str) -> dict[str, Any]:
    bad = json.loads(json.dumps(match))
    draw = _first_draw(bad)
    match how:
        case "a die":
            draw[0] = draw[0] % 6 + 1
        case "the sides":
            for action in bad["actions"]:
                action["draws"] = [[result, 8] for result, _ in action["draws"]]
        case "an action less":
            bad["actions"] = [a for a in bad["actions"] if a["draws"]][1:]
        case "the secret":
            bad["dice"]["secret"] = "00" * 32
        case "the commitment":
            bad["dice"]["commitment"] = "00" * 32
        case "a contribution":
            bad["dice"]["contributions"][0] = "6" * 32
        case "the match":
            bad["dice"]["match"] = "another"
        case "the deal":
            bad["deal"][0] = [bad["deal"][0][0] % 6 + 1, 6]
    return bad


@pytest.mark.parametrize(
    "how",
    ["a die", "the sides", "an action less", "the secret", "the commitment", "a contribution", "the match", "the deal"],
)
def test_a_tampered_match_is_caught(finished: dict[str, Any], script: Path, how: str) -> None:
    result = verify(script, tampered(finished, how))
    assert result.returncode == 1, result.stdout + result.stderr


def test_a_table_whose_name_was_chosen_is_caught(script: Path) -> None:
    """All dice fit, but a house that knew the texts could have tried names until it liked the dice."""
    match = new("dice-ocalypse", players=2, dice=Keyed(b"s" * 32, "liked", ["5" * 32, "6" * 32]), match_id="liked")
    chance = random.Random(1)
    while not match.over:
        seat = match.acting()[0]
        match.play(seat, chance.choice(match.options(seat)).id)
    result = verify(script, match.save(secret=True))
    assert result.returncode == 1
    assert result.stdout == "The table's ID doesn't match its commitment.\n"


def test_playing_again_the_next_secret_is_promised_before_a_browser_adds_its_text(
    ana: Person, finished: dict[str, Any]
) -> None:
    with ana.sit(f"/t/{finished['id']}") as sitting:
        promised = sitting.read()["table"]["next"]
        sitting.send("again", contribution="7" * 32)
        again = sitting.wait_for(lambda s: s["again"])["again"]
    with ana.sit(again) as sitting:
        info = sitting.read()["table"]
    assert info["commitment"] == promised
    assert info["next"] is None
    assert [text["from"] for text in info["texts"]] == ["browser", "house"]
    assert info["texts"][0]["text"] == "7" * 32


@pytest.mark.parametrize("text", ["", "{}", "[]", "null", '{"dice":{"kind":"keyed"}}', "[" * 100_000])
def test_what_is_no_match_is_told(script: Path, text: str) -> None:
    assert verify(script, text).returncode in (1, 2)


def test_the_commitment_is_shown_before_anyone_sits(server: Server) -> None:
    """The form promises the very secret under which its table is opened."""
    import re

    ana = Person(server.url)
    html = ana.http.get("/new/dice-ocalypse").text
    nonce = re.search(r'name="nonce" value="([^"]+)"', html)[1]
    promised = re.search(r"<code[^>]*>([0-9a-f]{64})</code>", html)[1]
    table = ana.open_table("person", "person", nonce=nonce)
    with ana.sit(table) as sitting:
        assert sitting.read()["table"]["commitment"] == promised
