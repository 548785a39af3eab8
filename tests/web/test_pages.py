"""The pages around the tables, and whole games on the plain page: no script, only links and forms."""

from __future__ import annotations

import asyncio
import re
import time
from collections.abc import Callable
from html import unescape
from pathlib import Path

import pytest

from dicehouse.server.seats import Keyring, Refused
from dicehouse.server.storage.sqlite_store import SQLite
from dicehouse.server.table.change import Grace
from dicehouse.web.guest_cookies import GuestCookies

from ..server.room import run_apart
from .server import GAME, Person, Server

PAGES = ["/", f"/new/{GAME}", "/join", f"/rules/{GAME}", "/me", "/healthz", "/verify.py"]


@pytest.mark.parametrize("path", PAGES)
def test_pages_answer_and_carry_the_headers(server: Server, path: str) -> None:
    answer = Person(server.url).http.get(path)
    assert answer.status_code == 200
    assert answer.headers["x-content-type-options"] == "nosniff"
    assert answer.headers["content-security-policy"].startswith("default-src 'self'")
    assert answer.headers["referrer-policy"] == "same-origin"
    assert "set-cookie" not in answer.headers, "a cookie before the first click"


@pytest.mark.parametrize("path", [p for p in PAGES if p not in ("/healthz", "/verify.py")])
def test_pages_hold_no_inline_script_or_style(server: Server, path: str) -> None:
    html = Person(server.url).http.get(path).text
    assert not re.search(r"<style|<script(?![^>]*\ssrc=)|\son[a-z]+=", html)


def test_play_now_is_one_click_and_gives_a_cookie(server: Server) -> None:
    ana = Person(server.url)
    home = ana.http.get("/").text
    form = re.search(rf'<form method="post" action="(/play-now/{GAME})">(.*?)</form>', home, re.DOTALL)
    fields = dict(re.findall(r'name="([^"]+)" value="([^"]*)"', form[2]))
    answer = ana.http.post(form[1], data=fields)
    assert answer.status_code == 303
    cookie = answer.headers["set-cookie"]
    assert "HttpOnly" in cookie
    assert "samesite=lax" in cookie.lower()
    page = ana.http.get(answer.headers["location"]).text
    assert f'data-game="{GAME}"' in page
    assert page.index("/plain") < page.index('id="table"'), "the plain table is the first link"
    with ana.sit(answer.headers["location"]) as sitting:
        state = sitting.read()
    assert [(s["kind"], s["bot"]) for s in state["table"]["seats"]] == [("person", None), ("bot", "pip")]
    assert state["me"] == [0]
    assert state["full"]


def test_the_form_sets_everything(ana: Person) -> None:
    html = ana.http.get(f"/new/{GAME}").text
    names = set(re.findall(r'name="(set-[^"]+)"', html))
    assert {"set-target"} <= names
    table = ana.open_table("person", "bot:greedy", **{"set-target": "5000", "name-0": "Mara"})
    with ana.sit(table) as sitting:
        info = sitting.read()["table"]
    assert {"label": "Target", "value": "5,000", "book": "10,000"} in info["settings"]
    assert info["seats"][0]["name"] == "Mara"
    assert info["seats"][1]["bot"] == "greedy"
    assert "Mara" in ana.http.get("/me").text


def test_a_switch_that_was_shown_and_not_sent_is_off(ana: Person) -> None:
    label = "War cards, Battle Zones, special dice"
    for fields, value in (({}, "on"), ({"switches": "shown"}, "off"), ({"mode": "plain"}, "off")):
        with ana.sit(ana.open_table("person", "person", **fields)) as sitting:
            told = {one["label"]: one["value"] for one in sitting.read()["table"]["settings"]}
            assert told[label] == value


@pytest.mark.parametrize(
    ("fields", "word"),
    [
        ({"set-target": "many"}, "target"),
        ({"set-target": "-1"}, "target"),
        ({"set-nonsense": "1"}, "nonsense"),
        ({"seat-1": "bot:skynet"}, "Seat 2"),
        ({"seat-1": "throne"}, "Seat 2"),
        ({"seat-1": "none"}, "2 to 6"),
        ({"mode": "nowhere"}, "mode"),
        ({"name-0": "\u200b\u202e"}, "name"),
    ],
)
def test_a_wrong_form_is_refused_in_one_sentence(ana: Person, fields: dict[str, str], word: str) -> None:
    seats = {"seat-0": "person", "seat-1": "bot:sensible"} | {f"seat-{n}": "none" for n in range(2, 6)}
    answer = ana.http.post(f"/new/{GAME}", data=seats | fields)
    assert answer.status_code in (400, 409)
    sentence = unescape(re.search(r'role="alert">(.*?)</p>', answer.text)[1])
    assert word in sentence
    assert len(sentence) < 200


def test_an_invitation_is_looked_at_freely_and_used_once(server: Server, ana: Person, ben: Person) -> None:
    table = ana.open_table("person", "open")
    (link,) = ana.invitations(table)
    assert ben.invitations(table) == [], "only the host sees links"
    for _ in range(3):
        assert "re invited</h1>" in ben.http.get(link).text
    assert ben.http.get("/join", params={"code": server.url + link}).headers["location"] == link
    with ben.sit(table) as sitting:
        assert sitting.read()["table"]["phase"] == "waiting"
        assert ben.post(link, name="Ben").status_code == 303
        state = sitting.wait_for(lambda s: s["table"]["phase"] == "playing")
    assert [s["name"] for s in state["table"]["seats"]] == ["Ana", "Ben"]
    cleo = Person(server.url)
    assert cleo.http.get(link).status_code == 409
    assert cleo.post(link, name="Cleo").status_code == 409


def test_the_host_can_seat_a_bot_instead(ana: Person, ben: Person) -> None:
    table = ana.open_table("person", "open")
    assert ben.post(f"{table}/fill", seat=1, bot="sensible").status_code == 409
    assert ana.post(f"{table}/fill", seat=1, bot="skynet").status_code == 409
    assert ana.post(f"{table}/fill", seat=1, bot="sensible").status_code == 303
    with ana.sit(table) as sitting:
        assert sitting.read()["table"]["phase"] == "playing"


def test_a_new_link_replaces_the_old_one(ana: Person, ben: Person) -> None:
    table = ana.open_table("person", "open")
    (old,) = ana.invitations(table)
    assert ben.post(f"{table}/renew", seat=1).status_code == 409
    assert ana.post(f"{table}/renew", seat=1).status_code == 303
    (new,) = ana.invitations(table)
    assert ben.http.get(old).status_code == 404
    assert ben.post(old, name="Ben").status_code == 404
    with ana.sit(table) as sitting:
        assert sitting.read()["table"]["seats"][1]["invite"].endswith(new)
        sitting.send("renew", seat=1)
        state = sitting.wait_for(lambda s: not s["table"]["seats"][1]["invite"].endswith(new))
    newest = state["table"]["seats"][1]["invite"].removeprefix(ana.url)
    assert ben.post(newest, name="Ben").status_code == 303


def test_a_bot_stands_in_by_a_form_and_by_the_socket(ana: Person, ben: Person) -> None:
    table = ana.open_table("person", "open")
    assert ben.post(ana.invitations(table)[0], name="Ben").status_code == 303
    with ana.sit(table) as sitting:
        state = sitting.read()
        assert [seat["replaceable"] for seat in state["table"]["seats"]] == [True, True]
        with ben.sit(table) as theirs:
            seen = theirs.read()["table"]["seats"]
            assert [seat["replaceable"] for seat in seen] == [False, True]
            state = sitting.wait_for(lambda s: s["table"]["seats"][1]["online"])
            assert not state["table"]["seats"][1]["replaceable"]
        assert ana.post(f"{table}/stand-in", seat=1, bot="skynet").status_code == 409
        assert "Let a bot play for Ben" in ana.http.get(f"{table}/plain").text
        assert ana.post(f"{table}/stand-in", seat=1, bot="random").status_code == 303
        state = sitting.wait_for(lambda s: s["table"]["seats"][1]["stand_in"] == "random")
        assert "Ben (a bot plays)" in ana.http.get(f"{table}/plain").text
        with ben.sit(table) as theirs:
            theirs.read()
            theirs.send("stand_in", seat=1)
            sitting.wait_for(lambda s: s["table"]["seats"][1]["stand_in"] is None)


def test_on_the_plain_page_one_is_here_and_is_asked_first(serve: Callable[..., Server]) -> None:
    """The opponent sees Ben at the table; no bot sits down at once, and the house asks in a voice of its own."""
    server = serve(grace=Grace())
    ana, ben = Person(server.url), Person(server.url)
    table = ana.open_table("person", "open")
    ben.post(ana.invitations(table)[0], name="Ben")
    assert ben.http.get(f"{table}/plain").status_code == 200
    with ana.sit(table) as sitting:
        assert [s["online"] for s in sitting.read()["table"]["seats"]] == [True, True]
        sitting.send("stand_in", seat=1, bot="random")
        (said,) = sitting.wait_for(lambda s: s["chat"])["chat"]
        assert said["from"] is None and said["text"].startswith("Ben, are you still here?")
        seat = sitting.state["table"]["seats"][1]
        assert (seat["stand_in"], seat["asked"]) == (None, True)
        assert ben.http.get(f"{table}/plain").status_code == 200
        sitting.wait_for(lambda s: not s["table"]["seats"][1]["asked"])
    assert re.search(r'<li class="notice">.*Are you still here', ben.http.get(f"{table}/plain").text)


@pytest.mark.parametrize("line", ["{}", "Dicehouse: {}", "</li><li class=notice><em>{}</em>", "\u2028{}"])
def test_nothing_that_people_write_looks_like_the_house(ana: Person, line: str) -> None:
    table = ana.open_table("person", "person")
    ana.post(f"{table}/chat", text=line.format("A bot (sensible) plays for Ana."))
    html = ana.http.get(f"{table}/plain").text
    assert 'class="notice"' not in html
    with ana.sit(table) as sitting:
        assert sitting.read()["chat"][0]["from"] == "Ana"
    for name in ("Dicehouse", "D1CEHOUSE", "the house"):
        answer = ana.post("/me", name=name)
        assert answer.status_code == 409 and "looks like an official Dicehouse name" in answer.text


def test_one_goes_on_on_another_device(server: Server, ana: Person) -> None:
    """The link is looked at freely, works once, and makes the other browser the same person."""
    table = ana.open_table("person", "bot:random")
    said = ana.http.post("/me/pass").text
    link = unescape(re.search(r'value="(http[^"]*/me/here/[^"]*)"', said)[1]).removeprefix(server.url)
    phone, thief = Person(server.url), Person(server.url)
    for _ in range(2):
        assert "Continue here as Ana?" in phone.http.get(link).text
    assert "Where you left off" not in phone.http.get("/").text
    assert phone.post(link).headers["location"] == "/"
    assert f'href="{table}"' in phone.http.get("/").text
    with phone.sit(table) as sitting:
        assert sitting.read()["me"] == [0]
    for answer in (thief.http.get(link), thief.post(link)):
        assert answer.status_code == 409
        assert "already used" in answer.text
    assert not thief.http.cookies


def test_a_pass_is_of_this_house_and_young(server: Server, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def story() -> None:
        store = SQLite(tmp_path / "a.db")
        guests = GuestCookies(Keyring(b"k" * 32), store)
        token = guests.make_pass("a" * 32)
        assert await guests.read_pass(token) == "a" * 32
        for wrong in ("", "-", "---", token[:-1], "b" + token[1:], token + "-", token.replace("-", ""), "é-1-1-1"):
            with pytest.raises(Refused, match="older than ten minutes"):
                await guests.read_pass(wrong)
        late = time.time() + 601
        monkeypatch.setattr("dicehouse.web.guest_cookies.time.time", lambda: late)
        with pytest.raises(Refused, match="older than ten minutes"):
            await guests.use_transfer_token(token)
        store.close()

    run_apart(story())
    assert Person(server.url).http.post("/me/pass").status_code == 409
    assert Person(server.url).post("/me/here/nonsense").status_code == 409


def test_a_pass_is_used_once_by_many_and_after_a_restart(tmp_path: Path) -> None:
    """Ten who open it at the same moment: one of them has it, and nobody after the server comes back."""

    async def story() -> None:
        store = SQLite(tmp_path / "a.db")
        guests = GuestCookies(Keyring(b"k" * 32), store)
        token = guests.make_pass("a" * 32)
        tries = await asyncio.gather(*(guests.use_transfer_token(token) for _ in range(10)), return_exceptions=True)
        assert [t for t in tries if not isinstance(t, Refused)] == ["a" * 32]
        store.close()
        store = SQLite(tmp_path / "a.db")
        with pytest.raises(Refused, match="already used"):
            await GuestCookies(Keyring(b"k" * 32), store).use_transfer_token(token)
        store.close()

    run_apart(story())


def test_where_one_left_off(ana: Person) -> None:
    assert "Where you left off" not in ana.http.get("/").text
    table = ana.open_table("person", "person")
    home = ana.http.get("/").text
    assert "Where you left off" in home
    assert f'href="{table}"' in home
    assert "Your turn in Dice-ocalypse!" in home
    assert ">Continue<" in home


def test_a_host_without_a_seat_finds_the_table_again(ana: Person, ben: Person) -> None:
    table = ana.open_table("open", "open")
    home = ana.http.get("/").text
    assert f'href="{table}"' in home
    assert "Watch" in home and ">Continue<" not in home
    assert table not in ben.http.get("/").text


class PlainPlayer:
    """Plays with nothing but what a page without a script offers."""

    def __init__(self, person: Person, table: str) -> None:
        self.person, self.table = person, table
        self.html = ""

    def look(self) -> str:
        self.html = self.person.http.get(f"{self.table}/plain").text
        return self.html

    def forms(self, what: str) -> list[dict[str, str]]:
        pattern = rf'<form method="post" action="{self.table}/{what}">(.*?)</form>'
        forms = re.findall(pattern, self.html, re.DOTALL)
        return [{k: unescape(v) for k, v in re.findall(r'name="([^"]+)" value="([^"]*)"', form)} for form in forms]

    def act(self, choose: int = 0) -> bool:
        """Press one of the buttons; False if there is none."""
        forms = self.forms("act")
        if not forms:
            return False
        answer = self.person.http.post(f"{self.table}/act", data=forms[choose % len(forms)])
        assert answer.status_code == 303, answer.text
        assert answer.headers["location"] == f"{self.table}/plain"
        return True


def test_a_whole_game_on_the_plain_page(ana: Person) -> None:
    """Two people on one couch, to a low target, by forms only; then they play again."""
    table = ana.open_table("person", "person", **{"set-target": "5000", "set-opening": "0"})
    player = PlainPlayer(ana, table)
    for turn in range(3000):
        html = player.look()
        if "The game is over." in html:
            break
        assert player.act(choose=turn // 7), "nobody can act and the game is not over"
    assert "Where the points came from" in player.html
    assert "Dice secret" in player.html
    again = ana.post(f"{table}/again")
    assert again.status_code == 303
    assert again.headers["location"] != f"{table}/plain"
    assert "Roll the dice" in PlainPlayer(ana, again.headers["location"].removesuffix("/plain")).look()


def test_the_plain_page_refreshes_only_while_it_waits(ana: Person, ben: Person) -> None:
    table = ana.open_table("person", "person")
    assert 'http-equiv="refresh"' not in ana.http.get(f"{table}/plain").text
    assert 'http-equiv="refresh"' in ben.http.get(f"{table}/plain").text
    assert 'http-equiv="refresh"' not in ben.http.get(f"{table}/plain?still=1").text


def test_a_refusal_while_others_play_leads_back_to_the_table(ana: Person, ben: Person) -> None:
    """By itself after a while, and by a link: the address of the form itself can't be loaded again."""
    table = ana.open_table("person", "person")
    late = {"option": "roll", "seat": "0", "number": "0", "action": "a" * 16, "generation": "0"}
    page = ben.http.post(f"{table}/act", data=late)
    assert page.status_code == 409 and 'role="alert"' in page.text
    assert re.search(rf'http-equiv="refresh" content="\d+; url={table}/plain"', page.text)
    assert f'href="{table}/plain?still=1"' in page.text
    assert ben.http.get(f"{table}/plain?still=1").status_code == 200


def test_words_of_a_button_are_apart_without_styles(ana: Person) -> None:
    """As a text browser shows them."""
    table = ana.open_table("person", "person")
    for address in ("/", "/new/dice-ocalypse", f"{table}/plain", "/me", "/games"):
        page = ana.http.get(address).text
        for button in re.findall(r"<button[^>]*>(.*?)</button>", page, re.DOTALL):
            assert "</b><small>" not in button, button


def test_a_late_form_is_refused_with_the_new_choices(ana: Person) -> None:
    table = ana.open_table("person", "person")
    player = PlainPlayer(ana, table)
    player.look()
    late = player.forms("act")[0]
    player.act()
    late["id"] = "another"
    answer = ana.http.post(f"{table}/act", data=late)
    assert answer.status_code == 409
    assert "moved on" in answer.text
    player.html = answer.text
    assert player.forms("act")[0]["number"] != late["number"]


def test_talk_orders_and_names_without_a_script(ana: Person, ben: Person) -> None:
    table = ana.open_table("person", "open")
    assert ana.post(f"{table}/name", name="Anastasia").status_code == 303
    assert ana.post(f"{table}/chat", text="<b>hello</b>").status_code == 303
    html = ana.http.get(f"{table}/plain").text
    assert "Anastasia" in html
    assert "&lt;b&gt;hello&lt;/b&gt;" in html
    (link,) = ana.invitations(table)
    ben.post(link, name="Ben")
    assert ben.post(f"{table}/order", seat=1, mode="big", points=450).status_code == 303
    html = ben.http.get(f"{table}/plain").text
    assert re.search(r'value="big" checked', html)
    assert 'value="450"' in html
    assert ana.post(f"{table}/order", seat=1, mode="ask", points=0).status_code == 409


def test_rules_say_the_rulings(ana: Person) -> None:
    html = ana.http.get(f"/rules/{GAME}").text
    assert "prose" in html
    assert html.count("<h2") >= 3


def test_built_files_may_be_kept_for_ever(ana: Person) -> None:
    html = ana.http.get("/").text
    style = re.search(r'href="(/static/house\.css\?v=[0-9a-f]+)"', html)
    assert style, "the page was not built"
    answer = ana.http.get(style[1])
    assert answer.status_code == 200
    assert "immutable" in answer.headers["cache-control"]
