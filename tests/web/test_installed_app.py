"""The page as an app of a device: its manifest, what its service worker may keep, and signing out."""

from __future__ import annotations

import base64
import json
import re
import struct
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from .server import Person, Server, get

TOKENS = Path(__file__).parents[2] / "ui" / "src" / "shared" / "styles" / "tokens.css"
KEYS = {name: base64.urlsafe_b64encode(key).decode() for name, key in (("p256dh", b"\4" * 65), ("auth", b"a" * 16))}


def manifest(server: Server, **headers: str) -> dict[str, Any]:
    answer = Person(server.url).http.get("/manifest.webmanifest", headers=headers)
    assert answer.headers["content-type"] == "application/manifest+json" and "set-cookie" not in answer.headers
    found: dict[str, Any] = answer.json()
    return found


def kept(person: Person) -> list[str]:
    """The list of the service worker."""
    found = re.search(r"new Set\((\[.*?\])\.map", person.http.get("/sw.js").text)
    assert found is not None
    files: list[str] = json.loads(found[1])
    return files


def test_the_manifest_names_the_app_and_icons_of_their_sizes(server: Server) -> None:
    found = manifest(server)
    assert (found["name"], found["display"], found["start_url"], found["scope"]) == (
        "Dicehouse",
        "standalone",
        "./",
        "./",
    )
    assert {(icon["sizes"], icon["purpose"]) for icon in found["icons"]} >= {
        ("192x192", "any"),
        ("512x512", "any"),
        ("512x512", "maskable"),
    }
    for icon in found["icons"]:
        answer = Person(server.url).http.get(f"/{icon['src']}")
        assert (
            answer.headers["content-type"] == icon["type"] == "image/png"
            and "immutable" in answer.headers["cache-control"]
        )
        assert "{}x{}".format(*struct.unpack(">II", answer.content[16:24])) == icon["sizes"]
    assert manifest(server, **{"Accept-Language": "de"})["description"] == "Würfelspiele mit Freunden und Bots"


def test_every_page_names_the_manifest_the_icon_and_the_colours_of_the_walls(server: Server) -> None:
    ana = Person(server.url)
    table = ana.play_now()
    walls = re.search(r"--wall: light-dark\((#\w+), (#\w+)\)", TOKENS.read_text(encoding="utf-8"))
    assert walls is not None and manifest(server)["theme_color"] == walls[1]
    for path in ("/", "/me", table):
        page = ana.http.get(path).text
        assert '<link rel="manifest" href="/manifest.webmanifest">' in page
        icon = re.search(r'<link rel="apple-touch-icon" href="([^"]+)">', page)
        assert icon is not None
        assert struct.unpack(">II", ana.http.get(icon[1]).content[16:24]) == (180, 180)
        colours = re.findall(r'<meta name="theme-color" content="(#\w+)"', page)
        assert tuple(colours) == walls.groups()


@pytest.mark.parametrize("language", ["en", "de"])
def test_the_worker_keeps_built_files_and_one_page_that_is_the_same_for_everybody(
    server: Server, language: str
) -> None:
    ana, stranger = Person(server.url), Person(server.url)
    ana.post("/me", name="Anastasia")
    ana.post("/language", language=language, back="/")
    offline, *files = kept(ana)
    assert offline == f"offline/{language}" and len(files) > 4
    for file in files:
        assert re.fullmatch(r"static/[\w./-]+(\?v=\w+)?", file)
        answer = ana.http.get(f"/{file}")
        assert answer.status_code == 200 and "immutable" in answer.headers["cache-control"]
        assert "set-cookie" not in answer.headers
    mine, theirs = ana.http.get(f"/{offline}"), stranger.http.get(f"/{offline}")
    assert mine.text == theirs.text and "Anastasia" not in mine.text and "<script" not in mine.text
    assert "set-cookie" not in mine.headers
    assert ("No connection" in mine.text) == (language == "en")
    assert Person(server.url).http.get("/offline/xx").status_code == 404


def test_the_worker_changes_with_what_it_keeps(server: Server, monkeypatch: pytest.MonkeyPatch) -> None:
    from dicehouse.web.pages import installed_app

    ana = Person(server.url)
    before = ana.http.get("/sw.js").text
    assert before == Person(server.url).http.get("/sw.js").text
    monkeypatch.setattr(installed_app, "KEPT", installed_app.KEPT[1:])
    after = ana.http.get("/sw.js").text
    version = re.compile(r'\$\{"(\w{10})"\}')
    assert version.findall(before) != version.findall(after) and len(version.findall(after)) == 1


def test_signing_out_forgets_one_browser_and_keeps_the_data(server: Server) -> None:
    ana = Person(server.url)
    table = ana.play_now()
    for path in ("one", "another"):
        assert ana.post("/me/turns/push", endpoint=f"https://push.example.org/{path}", **KEYS).status_code == 200
    elsewhere = Person(server.url, ana.http.cookies)
    page = ana.http.get("/me/sign-out").text
    assert "no passkey and no recovery phrase" in page and "data-push-endpoint" in page
    assert "data-signed-out" not in page and ana.cookie, "looking signs nobody out"
    assert ana.http.post("/me/sign-out", headers={"Origin": "https://evil.example"}).status_code == 403
    done = ana.post("/me/sign-out", endpoint="https://push.example.org/one")
    assert done.status_code == 200 and "data-signed-out" in done.text and not ana.cookie
    assert "Nobody is signed in here" in ana.http.get("/me/sign-out").text
    assert ana.post("/me/sign-out").status_code == 409
    export = elsewhere.http.get("/me/everything.json").json()
    assert export["told of turns"]["browsers"] == ["https://push.example.org/another"]
    assert [each["table"] for each in export["tables"]] == [table.removeprefix("/t/")]
    stranger = Person(server.url)
    stranger.post("/me", name="Ben")
    stranger.post("/me/sign-out", endpoint="https://push.example.org/another")
    assert elsewhere.http.get("/me/everything.json").json()["told of turns"]["browsers"], (
        "nobody ends another's messages"
    )
    elsewhere.post("/me/phrase")
    assert "use your passkey or recovery phrase" in elsewhere.http.get("/me/sign-out").text


def test_a_browser_that_becomes_another_guest_gets_no_messages_for_the_first(server: Server) -> None:
    ana, ben = Person(server.url), Person(server.url)
    ana.post("/me", name="Ana")
    ben.post("/me", name="Ben")
    device = Person(server.url, ana.http.cookies)
    for path in ("here", "elsewhere"):
        device.post("/me/turns/push", endpoint=f"https://push.example.org/{path}", **KEYS)
    link = re.search(r'value="[^"]*(/me/here/[^"]+)"', ben.post("/me/pass").text)
    assert link is not None
    assert "data-push-endpoint" in device.http.get(link[1]).text
    assert device.post(link[1], endpoint="https://push.example.org/here").status_code == 303
    told = ana.http.get("/me/everything.json").json()["told of turns"]["browsers"]
    assert told == ["https://push.example.org/elsewhere"]
    assert "data-push-endpoint" in device.http.get("/me/recover").text


def test_whoever_deletes_their_data_is_signed_out_in_their_browser(server: Server) -> None:
    ana = Person(server.url)
    ana.post("/me", name="Ana")
    assert "data-signed-out" in ana.post("/me/leave", sure="yes").text


def test_a_host_can_offer_the_static_site_for_times_without_a_connection(serve: Callable[..., Server]) -> None:
    without = serve()
    old_worker, old_page = (get(f"{without.url}{path}").text for path in ("/sw.js", "/offline/en"))
    assert "Play offline" not in old_page + get(without.url).text
    without.stop()
    offering = serve(tab_site="https://games.example.org/dice")
    for path in ("/", "/offline/en"):
        assert 'href="https://games.example.org/dice/"' in get(f"{offering.url}{path}").text
    assert get(f"{offering.url}/sw.js").text != old_worker, "a browser that keeps the old page fetches the new one"
