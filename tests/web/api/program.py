"""A program as the tests write it: a guest's token, requests, a stream read line by line."""

from __future__ import annotations

import json
import re
import uuid
from collections.abc import Iterator
from contextlib import contextmanager
from html import unescape
from typing import Any

import httpx

from ..server import PATIENT, Person

HOME = "/api/v1"


def make_token(person: Person, scope: str = "me", table: str = "", label: str = "bot") -> str:
    """A token of this guest, as the page shows it."""
    answer = person.post("/me/programs", label=label, scope=scope, table=table)
    assert answer.status_code == 200, answer.text
    found = re.search(r'value="(dicehouse_[^"]+)"', answer.text)
    assert found, answer.text
    return unescape(found[1])


class Program:
    """Whoever holds a token; without one, anybody."""

    def __init__(self, url: str, token: str | None) -> None:
        headers = {} if token is None else {"Authorization": f"Bearer {token}"}
        self.http = httpx.Client(base_url=url + HOME, headers=headers, **PATIENT)

    def get(self, path: str, **query: Any) -> httpx.Response:
        return self.http.get(path, params=query or None)

    def state(self, table: str, **query: Any) -> dict[str, Any]:
        answer = self.get(f"/tables/{table}", **query)
        assert answer.status_code == 200, answer.text
        return answer.json()

    def act(self, table: str, state: dict[str, Any], option: str, action: str | None = None) -> httpx.Response:
        body = {"id": action or uuid.uuid4().hex, "seat": state["seat"], "number": state["number"], "option": option}
        return self.http.post(f"/tables/{table}/actions", json=body)

    def open(self, *seats: str, game: str = "dice-ocalypse", **more: Any) -> dict[str, Any]:
        body = {"id": uuid.uuid4().hex, "game": game, "seats": list(seats), **more}
        answer = self.http.post("/tables", json=body)
        assert answer.status_code == 201, answer.text
        return answer.json()

    @contextmanager
    def stream(self, table: str, **query: Any) -> Iterator[Iterator[dict[str, Any]]]:
        """The lines of a table's stream."""
        with self.http.stream("GET", f"/tables/{table}/stream", params=query) as answer:
            assert answer.status_code == 200, answer.read()
            yield map(json.loads, answer.iter_lines())


def refused(answer: httpx.Response, status: int) -> dict[str, Any]:
    """The error that this has to be: one shape, one sentence."""
    assert answer.status_code == status, answer.text
    assert answer.headers["content-type"] == "application/json"
    told = answer.json()
    assert set(told) == {"status", "error", "why"}
    assert told["status"] == status
    assert told["why"].endswith(".")
    assert "\n" not in told["why"]
    return told
