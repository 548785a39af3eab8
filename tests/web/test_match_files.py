"""People take finished games with them: a file of one server opens on another, and nothing else does."""

from __future__ import annotations

import html
import json
import re
import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import Any

import httpx
import pytest

from dicehouse.server.archive.match_export import export
from dicehouse.server.archive.match_upload import MAX_ACTIONS, MAX_BYTES
from dicehouse.server.audit import audit

from ..server.finished import played, played_at_random
from ..server.room import ANA, open_house, run_apart
from .server import Person, Server

KEYED = {"kind": "keyed", "secret": "00" * 32, "match": "m", "commitment": "0", "contributions": []}
OTHER_TEXTS = {
    "empty": b"",
    "binary": b"\xff\xfe",
    "list": b"[]",
    "null": b"null",
    "cut": b"{",
    "deep": b"[" * 100_000,
    "bare": b'{"format": "dicehouse-match/1"}',
    "page": b"<script>",
    "number": b"1" * 5000,
}
GAMES = ("dice-ocalypse", "baron-voodoo", "deck-o-dice", "dicetopia")


def finished(folder: Path, game: str | None = None) -> dict[str, Any]:
    """The file of a finished game: a short match of Dice-ocalypse!, or any match of `game`."""
    found = dict[str, Any]()

    async def story() -> None:
        async with open_house(folder) as house:
            table = await (played_at_random(house, game, ANA) if game else played(house, ANA))
            found.update(json.loads(json.dumps(dict(export(table)))))

    run_apart(story())
    return found


def send(person: Person, text: str | bytes) -> httpx.Response:
    """Send a file as the form of the page does."""
    return person.http.post("/games/open", files={"match": ("match.json", text, "application/json")})


@pytest.fixture(scope="module")
def file(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Any]:
    return finished(tmp_path_factory.mktemp("elsewhere"))


@pytest.fixture
def person(server: Server) -> Person:
    return Person(server.url)


@pytest.mark.parametrize("game", GAMES)
def test_a_game_of_another_server_can_be_looked_at(
    game: str, tmp_path: Path, serve: Callable[..., Server], tmp_path_factory: pytest.TempPathFactory
) -> None:
    saved = finished(tmp_path_factory.mktemp("elsewhere"), game)
    server = serve()
    person = Person(server.url)
    opened = send(person, json.dumps(saved))
    assert opened.status_code == 303, opened.text
    replay = opened.headers["location"]
    table = replay.removesuffix("/replay")
    assert person.http.get(f"{table}/replay/plain").status_code == 200
    plain = person.http.get(f"{table}/plain").text
    assert "This game comes from a file." in plain
    assert "Was it luck?" in plain  # it can have a review
    shown = person.http.get(f"{table}/match.json").json()
    assert [shown[key] for key in ("id", "actions", "scores", "names")] == [
        saved[key] for key in ("id", "actions", "scores", "names")
    ]
    assert person.http.get(f"{table}/dice.json").status_code == 409
    server.stop()
    again = serve()  # it is restored like any other table
    assert Person(again.url).http.get(f"{table}/replay/plain").status_code == 200
    with closing(sqlite3.connect(tmp_path / "house.db")) as db:
        db.row_factory = sqlite3.Row
        assert [found.faults for found in audit(db)] == [[]]


def test_it_counts_nowhere(file: dict[str, Any], person: Person) -> None:
    dice = person.http.get("/dice").text
    assert send(person, json.dumps(file)).status_code == 303
    assert "No games yet" in person.http.get("/games").text
    assert person.http.get("/dice").text == dice


def test_the_same_file_can_be_opened_twice(file: dict[str, Any], person: Person) -> None:
    one, other = (send(person, json.dumps(file)).headers["location"] for _ in range(2))
    assert one != other


def test_a_page_in_a_tab_sends_it_as_a_field(file: dict[str, Any], person: Person) -> None:
    assert person.post("/games/open", match=json.dumps(file)).status_code == 303


@pytest.mark.parametrize(
    ("change", "why"),
    [
        ({"format": "x"}, "can't be opened"),
        ({"game": "../../etc"}, "can't be opened"),
        ({"game": "pig+rule"}, "can't be opened"),
        ({"version": "99"}, "version"),
        ({"players": 99}, "can't be opened"),
        ({"players": 10**30}, "can't be opened"),
        ({"names": ["Ana", 7]}, "can't be opened"),
        ({"names": ["Ana"]}, "can't be opened"),
        ({"names": ["Ana", "Dicehouse"]}, "official"),
        ({"names": ["Ana", "\u200b"]}, "visible"),
        ({"settings": {"target": "x"}}, "can't be opened"),
        ({"settings": {"target": 10**400}}, "can't be opened"),
        ({"dice": KEYED}, "commitment"),
        ({"dice": {"kind": "seeded", "seed": None}}, "can't be opened"),
        ({"dice": []}, "dice"),
        ({"scores": [1, 2]}, "points"),
        ({"actions": []}, "can't be opened|isn't over"),
        ({"actions": [{"seat": 0, "option": "roll", "draws": []}] * (MAX_ACTIONS + 1)}, "too much"),
        ({"id": "x" * 65}, "id"),
        ({"names": ["Ana"] * 100_000}, "too much"),
        ({"names": ["Ana", "\ud800"]}, "visible"),
        ({"game": "\ud800"}, "can't be opened"),
        ({"settings": {"\ud800": "\ud800"}}, "can't be opened"),
        ({"actions": [{"seat": 0, "option": "\ud800", "draws": []}]}, "can't be opened"),
    ],
    ids=lambda value: next(iter(value)) if isinstance(value, dict) else "",
)
def test_a_changed_file_is_refused_in_a_sentence(
    change: dict[str, Any], why: str, file: dict[str, Any], person: Person
) -> None:
    answer = send(person, json.dumps({**file, **change}))
    assert answer.status_code in (400, 409), answer.text
    assert re.search(why, html.unescape(answer.text)), answer.text


@pytest.mark.parametrize("text", OTHER_TEXTS.values(), ids=OTHER_TEXTS)
def test_what_is_no_game_is_refused_in_a_sentence(text: bytes, person: Person) -> None:
    assert send(person, text).status_code in (400, 409)


def test_a_changed_action_is_refused(file: dict[str, Any], person: Person) -> None:
    actions = [dict(action) for action in file["actions"]]
    actions[1]["seat"] = 1 - actions[1]["seat"]
    assert send(person, json.dumps({**file, "actions": actions})).status_code in (400, 409)
    cut = send(person, json.dumps({**file, "actions": file["actions"][:-1], "scores": None}))
    assert "isn't over" in cut.text.replace("&#39;", "'")


def test_a_file_that_is_too_large_is_not_read(person: Person) -> None:
    assert send(person, b" " * (MAX_BYTES + 10_000)).status_code == 413


def test_another_site_can_not_send_a_file(file: dict[str, Any], person: Person) -> None:
    answer = person.http.post(
        "/games/open", files={"match": ("m.json", json.dumps(file))}, headers={"Origin": "https://evil.example"}
    )
    assert answer.status_code == 403
