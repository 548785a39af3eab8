"""Each reader gets pages in their language: the one they chose, or else the one that their browser asks for."""

from __future__ import annotations

import re
from html import unescape

import pytest
from starlette.routing import Route

from dicehouse.web.routes import page_routes

from .server import GAME, Person, Server


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


def _back(html: str) -> str:
    """Return where the language button of a page leads."""
    return unescape(re.search(r'<input type="hidden" name="back" value="([^"]*)">', html)[1])


def test_the_language_of_an_answer_to_any_form_can_be_chosen(server: Server) -> None:
    """Also where the form's own address can't be opened."""
    seen = set()
    for route in page_routes():
        if not isinstance(route, Route) or "POST" not in (route.methods or ()) or "/api/" in route.path:
            continue
        ana = Person(server.url)  # each time another one, because some forms delete what there is
        names = {"game": GAME, "token": "1"}
        if "{table}" in route.path:
            names["table"] = ana.play_now().removeprefix("/t/")
        if "{club}" in route.path:
            names["club"] = ana.post("/clubs", name="Ana", title="Dice").headers["location"].removeprefix("/clubs/")
        where = re.sub(r"\{(\w+)\}", lambda found, names=names: names[found[1]], route.path)
        answer = ana.post(where)
        if '<form class="language"' in answer.text:
            back = _back(answer.text)
            seen.add(route.path)
            assert ana.http.get(back).status_code not in (404, 405), f"{where} leads to {back}"
    assert len(seen) > 30 and {"/me/turns/mail", "/t/{table}/what-if", "/games/open"} <= seen


@pytest.mark.parametrize(
    ("method", "where", "referer", "back"),
    [
        ("POST", "/me/turns/mail", None, "/me/turns"),
        ("POST", "/me/turns/mail", "/me/turns", "/me/turns"),
        ("POST", "/play-now/no-game", None, "/"),
        ("POST", "/games/open", "/games?game=dicetopia", "/games?game=dicetopia"),
        ("POST", "/games/open", "/games/open", "/games"),
        ("POST", "/games/open", "//evil.example/games", "/games"),
        ("POST", "/games/open", "/games.csv", "/games"),
        ("POST", "/language", "/rules", "/rules"),
        ("POST", "/t/no-table/what-if", "/t/no-table", "/"),
        ("POST", "/admin/sign-in", "/admin", "/"),
        ("GET", "/games/open", None, "/games"),
        ("GET", "/rules", "/me", "/rules"),
        ("GET", "/no-page", "/me", "/no-page"),
    ],
)
def test_a_choice_leads_to_a_page(server: Server, method: str, where: str, referer: str | None, back: str) -> None:
    headers = {} if referer is None else {"Referer": server.url + referer}
    assert _back(Person(server.url).http.request(method, where, headers=headers).text) == back


@pytest.mark.parametrize("referer", ["https://evil.example/me", "http://[broken", "", "about:blank"])
def test_another_site_s_address_leads_nowhere(server: Server, referer: str) -> None:
    assert _back(Person(server.url).http.post("/games/open", headers={"Referer": referer}).text) == "/games"


@pytest.mark.parametrize("cookie", ["xx", "de; dicehouse-language=", '"', "de\\", "%00", "e" * 3000])
def test_a_broken_cookie_counts_as_none(server: Server, cookie: str) -> None:
    headers = {"Cookie": f"dicehouse-language={cookie}", "Accept-Language": "en"}
    assert Person(server.url).http.get("/", headers=headers).status_code == 200


def test_the_texts_of_the_rules_are_kept_by_language(server: Server) -> None:
    ana = Person(server.url)
    german = ana.http.get("/rules/dice-ocalypse/texts.json?lang=de").json()
    assert "messages" in german
    assert "messages" not in ana.http.get("/rules/dice-ocalypse/texts.json", headers={"Accept-Language": "fr"}).json()
