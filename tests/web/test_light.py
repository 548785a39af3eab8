"""What goes over the line: small and kept where it may be, never so that its length tells a secret."""

from __future__ import annotations

import gzip
import re
from html import unescape
from pathlib import Path

import httpx
import pytest

from dicehouse.games import BUILT_IN as GAMES
from dicehouse.web.compression import accepted_encodings
from dicehouse.web.page_renderer import STATIC_FOLDER, static_url, table_script_urls

from .server import GAME, Person

PACKED = sorted(str(path.relative_to(STATIC_FOLDER))[:-3] for path in STATIC_FOLDER.rglob("*.gz"))
FORMS = {"identity": "", "gzip": ".gz", "br": ".br"}
OFFERS = [("identity", "identity"), ("gzip", "gzip, deflate"), ("br", "gzip, deflate, br, zstd"),
          ("gzip", "gzip;q=0.5, br;q=0"), ("identity", "gzip;q=0, br;q=0.0"), ("identity", "")]  # fmt: skip


def raw(person: Person, path: str, offer: str, **headers: str) -> tuple[httpx.Response, bytes]:
    """An answer and its bytes as they came."""
    with person.http.stream("GET", path, headers={"Accept-Encoding": offer, **headers}) as answer:
        return answer, b"".join(answer.iter_raw())


@pytest.mark.parametrize(("form", "offer"), OFFERS)
def test_a_built_file_comes_in_the_smallest_form_that_is_accepted(ana: Person, form: str, offer: str) -> None:
    assert "table.js" in PACKED, "the page was not built"
    answer, body = raw(ana, static_url("table.js"), offer)
    assert answer.headers.get("content-encoding", "identity") == form
    assert answer.headers["vary"] == "Accept-Encoding"
    assert answer.headers["content-type"].startswith("text/javascript")
    assert body == (STATIC_FOLDER / f"table.js{FORMS[form]}").read_bytes()
    assert int(answer.headers["content-length"]) == len(body)


def test_the_forms_of_a_file_hold_the_same(ana: Person) -> None:
    for name in PACKED:
        packed, plain = (STATIC_FOLDER / f"{name}.gz").read_bytes(), (STATIC_FOLDER / name).read_bytes()
        assert gzip.decompress(packed) == plain
        assert len(packed) < len(plain)
        smaller = STATIC_FOLDER / f"{name}.br"
        assert not smaller.exists() or smaller.stat().st_size < len(packed), name


def test_each_form_has_a_tag_of_its_own(ana: Person) -> None:
    """A browser that kept one form is never told that it is another."""
    tags = {form: raw(ana, "/static/table.css", form)[0].headers["etag"] for form in FORMS}
    assert len(set(tags.values())) == 3
    for form in FORMS:
        for kept, tag in tags.items():
            answer, body = raw(ana, "/static/table.css", form, **{"If-None-Match": tag})
            assert (answer.status_code, not body) == ((304, True) if kept == form else (200, False))
            assert answer.headers["vary"] == "Accept-Encoding"
            assert answer.headers["cache-control"] == "no-cache"


@pytest.mark.parametrize("page", ["/", f"/new/{GAME}", "/rules", "TABLE", "TABLE/plain"])
def test_all_that_a_page_names_is_kept_for_ever(ana: Person, page: str) -> None:
    html = ana.http.get(page.replace("TABLE", ana.play_now())).text
    named = {unescape(address) for address in re.findall(r'"(/static/[^"#]*)', html)}
    assert named
    for address in named:
        assert "immutable" in ana.http.get(address).headers["cache-control"], address


def test_what_the_built_page_names_is_kept_for_ever(ana: Person) -> None:
    """Its names hold hashes; an address with another version than the file's is asked for again."""
    for folder in ("chunks", "fonts"):
        for path in (STATIC_FOLDER / folder).iterdir():
            if path.suffix in (".js", ".css", ".svg", ".woff2"):
                assert re.search(r"-[\w-]{8}\.\w+$", path.name), path
                answer = ana.http.head(f"/static/{folder}/{path.name}")
                assert "immutable" in answer.headers["cache-control"]
    for query in ("", "?v=", "?v=0123456789", "?w=chunks"):
        assert ana.http.get(f"/static/table.js{query}").headers["cache-control"] == "no-cache"


@pytest.mark.parametrize("game", GAMES)
def test_a_table_fetches_no_board_of_another_game(ana: Person, game: str) -> None:
    """Its page starts with one board, and brings in while idle what its sheets and that board may open."""
    begun, later = table_script_urls(game)
    page = ana.http.get(ana.open_table("person", "bot:random", game=game)).text
    assert re.findall(r'<link rel="modulepreload" href="([^"]+)"', page) == begun
    assert re.findall(r'<link rel="prefetch" href="([^"]+)"', page) == later
    assert len({*begun, *later}) == len(begun) + len(later)
    assert any(f"/{game}-" in part for part in begun)
    names = {re.sub(r"-[\w-]{8}\.\w+$", "", Path(part).name) for part in later}
    assert {"keyboard-help", "KeyboardHelp", "Menu", "EndPage"} <= names
    for other in GAMES:
        own = set(table_script_urls(other)[1]) - {*begun, *later}  # boards may share a part
        assert bool(own) == (other != game)
        assert not any(part in page for part in own)


def test_a_replay_waits_for_no_later_parts(ana: Person) -> None:
    assert 'rel="prefetch"' not in ana.http.get(f"{ana.play_now()}/replay").text


@pytest.mark.parametrize("path", ["/rules/dicetopia", f"/new/{GAME}", "/verify.py"])
def test_what_is_the_same_for_all_is_compressed(ana: Person, path: str) -> None:
    ana.play_now()
    answer, body = raw(ana, path, "gzip")
    _, plain = raw(ana, path, "identity")
    assert answer.headers["content-encoding"] == "gzip"
    assert len(body) < 0.5 * len(plain)
    text, same = gzip.decompress(body), plain
    if "nonce" in text.decode():  # another promise each time
        dice_secret = rb'nonce" value="\w+"|data-seals="\w+"|<code[^>]*>\w+</code>'
        text, same = (re.sub(dice_secret, b"", each) for each in (text, same))
    assert text == same


def test_what_is_for_one_reader_is_not(ana: Person, ben: Person) -> None:
    """Its length must not tell what the words of others in it have in common with what is hidden."""
    table = ana.open_table("person", "open")
    ben.post("/me", name="Ben")
    link = ana.http.post("/me/pass")
    assert "content-encoding" not in link.headers
    for person, path in ((ana, f"{table}/plain"), (ana, "/"), (ben, f"{table}/plain"), (ana, "/me")):
        assert "content-encoding" not in raw(person, path, "gzip")[0].headers
    assert raw(Person(ana.url), "/", "gzip")[0].headers["content-encoding"] == "gzip"


def test_the_record_of_a_match_is_compressed(ana: Person) -> None:
    table = ana.open_table("person", "person")
    with ana.sit(table) as sitting:
        state = sitting.read()
        for _ in range(8):
            sitting.act(state, state["options"][0]["id"])
            state = sitting.wait_for(lambda s, n=state["number"]: s["number"] > n)
    answer, body = raw(ana, f"{table}/match.json", "gzip, br")
    assert answer.headers["content-encoding"] == "gzip"
    assert gzip.decompress(body) == raw(ana, f"{table}/match.json", "identity")[1]


def test_what_a_browser_takes_is_read_with_its_weights() -> None:
    assert accepted_encodings("gzip, deflate;q=0.5 , BR ; q=1.0, zstd;q=0,x; q=0.000") == {"gzip", "deflate", "br"}
    assert accepted_encodings("") - {""} == frozenset()
    assert len(accepted_encodings("a," * 10_000)) <= 20
