"""Each reader gets pages in their language: the one they chose, or else the one that their browser asks for."""

from __future__ import annotations

import re

import pytest

from .server import Person, Server


def _language(html: str) -> str:
    return re.search(r'<html lang="([^"]+)"', html)[1]


@pytest.mark.parametrize(("asked", "language"), [("de-CH,de;q=0.9,en;q=0.1", "de"), ("fr", "en"), (None, "en")])
def test_the_browser_s_language_is_used(server: Server, asked: str | None, language: str) -> None:
    headers = {} if asked is None else {"Accept-Language": asked}
    answer = Person(server.url).http.get("/", headers=headers)
    assert _language(answer.text) == language
    assert {"Accept-Language", "Cookie"} <= {part.strip() for part in answer.headers["vary"].split(",")}


def test_a_choice_is_kept_and_wins(server: Server) -> None:
    ana = Person(server.url)
    answer = ana.http.post("/language", data={"language": "de", "back": "/rules"})
    assert (answer.status_code, answer.headers["location"]) == (303, "/rules")
    assert _language(ana.http.get("/rules", headers={"Accept-Language": "en"}).text) == "de"
    assert 'value="en" lang="en"' in ana.http.get("/").text
    ana.http.post("/language", data={"language": "en", "back": "/"})
    assert _language(ana.http.get("/", headers={"Accept-Language": "de"}).text) == "en"


@pytest.mark.parametrize("language", ["xx", "", "../de", "de\x00", "<b>"])
def test_an_unknown_language_is_refused(server: Server, language: str) -> None:
    answer = Person(server.url).http.post("/language", data={"language": language, "back": "/"})
    assert answer.status_code >= 400
    assert "set-cookie" not in answer.headers


@pytest.mark.parametrize("back", ["//evil.example", "https://evil.example", "/\\evil", "\n/", "javascript:alert(1)"])
def test_a_choice_leads_nowhere_else(server: Server, back: str) -> None:
    answer = Person(server.url).http.post("/language", data={"language": "de", "back": back})
    assert answer.headers["location"] == "/"


@pytest.mark.parametrize("cookie", ["xx", "de; dicehouse-language=", '"', "de\\", "%00", "e" * 3000])
def test_a_broken_cookie_counts_as_none(server: Server, cookie: str) -> None:
    headers = {"Cookie": f"dicehouse-language={cookie}", "Accept-Language": "en"}
    assert Person(server.url).http.get("/", headers=headers).status_code == 200


def test_the_texts_of_the_rules_are_kept_by_language(server: Server) -> None:
    ana = Person(server.url)
    german = ana.http.get("/rules/dice-ocalypse/texts.json?lang=de").json()
    assert "messages" in german
    assert "messages" not in ana.http.get("/rules/dice-ocalypse/texts.json", headers={"Accept-Language": "fr"}).json()
