"""Every page speaks its reader's language: all of it, with the right `lang`, and whatever a catalogue says."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from html.parser import HTMLParser

import httpx
import pytest

from dicehouse.games import all_games
from dicehouse.i18n import catalogues
from dicehouse.web.reader_language import LANGUAGE_COOKIE

from ..server.finished import fill
from ..server.room import ANA, KEY, run_apart
from .server import GAME, Person, Server, start
from .test_reviewed import cookies_of

SHORT = {"set-target": "1000", "set-opening": "0", "switches": "shown"}
LINK = r'value="(http[^"]*/{}/[^"]*)"'
OPEN, CLOSE = "\N{MATHEMATICAL LEFT WHITE SQUARE BRACKET}", "\N{MATHEMATICAL RIGHT WHITE SQUARE BRACKET}"
NOT_OURS = ("Buchholz", "Dicehouse", "Glicko-2", "OpenAPI", "Parquet", "CSV", "UTC", "SHA-256")
TYPED = ("Friday crowd", "My program", "Ana", "Ben", "Cem", "Berta", "Pip", "Dot", "Kofi", "Otto", "Vera", "Nox", "Liz")
# Addresses, hashes, codes, words of a phrase, days as a form has them: not said, but shown as they are.
SHOWN = re.compile(r"https?://\S*|/\S+|[0-9a-f]{16,}|[\w.+-]+@[\w.-]+|\d{4}-\d\d-\d\d|dicehouse\b.*|curl .*|\{\d\}")


PAGES = (
    "home of a stranger",
    "home",
    "new table",
    "another mode",
    "code",
    "wrong code",
    "no code",
    "invitation",
    "listed table",
    "opponents",
    "clubs",
    "clubs of a stranger",
    "club",
    "club of another",
    "empty club",
    "club to join",
    "club no longer there",
    "tournament",
    "new tournament",
    "games",
    "some games",
    "no such games",
    "old games",
    "games of a stranger",
    "dice",
    "rules",
    "rules of a game",
    "programs",
    "programs of a stranger",
    "me",
    "me as a stranger",
    "another device",
    "recover",
    "passkey",
    "leave",
    "leave as a stranger",
    "privacy",
    "turns",
    "old letter",
    "table",
    "waiting table",
    "waiting table of a stranger",
    "shared table",
    "plain table",
    "plain table of two",
    "plain table of the other",
    "plain table of a stranger",
    "plain lesson",
    "plain end",
    "checked end",
    "replay",
    "plain replay",
    "plain step",
    "plain step of a spectator",
    "nothing",
    "wrong view",
)


class Reading(HTMLParser):
    """Collect what a page says: its text nodes, and the attributes that are read out or shown."""

    SAID = (
        "aria-label",
        "alt",
        "title",
        "placeholder",
        "data-label",
        "data-book",
        "data-mode",
        "data-title",
    )
    SILENT = ("script", "style", "code")

    def __init__(self, html: str) -> None:
        super().__init__(convert_charrefs=True)
        self._depth = 0
        self.language, self.said, self._open = "", list[str](), list[tuple[str, bool]]()
        self.tags, self.attributes = list[str](), set[str]()
        self.feed(html)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = dict(attrs)
        self.tags.append(tag)
        self.attributes.update(given)
        if tag == "html":
            self.language = given.get("lang") or ""
        other = given.get("lang") not in (None, self.language) or given.get("translate") == "no"
        other = other or tag in self.SILENT or given.get("id") == "zone"
        quiet = bool(self._open and self._open[-1][1]) or other
        if not quiet:
            self.said += [value for name in self.SAID if (value := given.get(name))]
        if tag == "meta" and given.get("name") == "description":
            self.said.append(given.get("content") or "")
        if tag not in ("meta", "link", "input", "img", "br", "path", "circle", "rect", "use", "ellipse", "line"):
            self._open.append((tag, quiet))

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append(tag)

    def handle_endtag(self, tag: str) -> None:
        while self._open and self._open.pop()[0] != tag:
            pass

    def handle_data(self, data: str) -> None:
        inside = self._depth  # of a message that holds other elements: its text comes in several nodes
        self._depth += data.count(OPEN) - data.count(CLOSE)
        if not (self._open and self._open[-1][1]) and data.strip() and not inside:
            self.said.append(" ".join(data.split()))


@dataclass
class House:
    """A server with something on every page, the addresses of its pages, and who may see each."""

    server: Server
    pages: Mapping[str, tuple[Person, str]]

    def read(self, page: str, language: str) -> str:
        """The HTML of a page in a language."""
        person, address = self.pages[page]
        cookie = f"{person.cookie}; {LANGUAGE_COOKIE}={language}".removeprefix("; ")
        answer = person.http.get(address, headers={"Cookie": cookie}, follow_redirects=False)
        assert answer.status_code in (200, 404, 409), (page, answer.status_code)
        return answer.text


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    folder = tmp_path_factory.mktemp("languages")
    finished = run_apart(fill(folder, *[ANA] * 11))
    cookies = cookies_of(ANA, folder)
    server = start(folder / "house.db", secret_key=KEY)
    yield House(server, pages_of(server, cookies, finished))
    server.stop()


def pages_of(server: Server, cookies: httpx.Cookies, finished: list[str]) -> Mapping[str, tuple[Person, str]]:
    """Do a little of everything at a server; return the pages to look at."""
    ana, ben, stranger = Person(server.url, cookies), Person(server.url), Person(server.url)
    ana.post("/me", name="Ana")
    ana.post("/me/programs", label="My program", scope="me")
    ana.post("/me/turns/calendar")
    ana.post("/me/rated", on="yes")
    ana.post("/me/turns/hours", zone="UTC", quiet_from="22:00", quiet_to="06:00")
    ben.post("/me", name="Ben")
    waiting = ana.open_table("person", "open", "bot:pip", listed="on", quiet="on", time="172800", **SHORT)
    (invitation,) = ana.invitations(waiting)
    shared = ana.open_table("person", "person", **{"name-1": "Berta", **SHORT})
    against = ana.open_table("person", "bot:pip", **SHORT)
    both = ana.open_table("person", "open", time="172800", **SHORT)
    (second,) = ana.invitations(both)
    ben.post(second, name="Ben")
    ana.post(f"{both}/chat", text="Ana")
    lesson = ana.post(f"/learn/{GAME}").headers["location"]
    club = ana.post("/clubs", title="Friday crowd", name="Ana").headers["location"]
    link = re.search(LINK.format("clubs/join"), ana.http.get(club).text)
    assert link
    joined = link[1].removeprefix(server.url)
    ben.post(joined, name="Ben")
    ana.post(f"{club}/list", on="yes")
    empty = ben.post("/clubs", title="Friday crowd", name="Ben").headers["location"]
    evening = {"kind": "swiss", "rounds": "1", **SHORT, "player-0": "on", "player-1": "on"}
    assert ana.http.post(f"{club}/new/{GAME}", data=evening).status_code == 303
    transfer = re.search(LINK.format("me/here"), ana.post("/me/pass").text)
    assert transfer
    over = f"/t/{finished[-1]}"
    return {
        "home of a stranger": (stranger, "/"),
        "home": (ana, "/"),
        "new table": (ana, f"/new/{GAME}"),
        "another mode": (stranger, f"/new/{GAME}?mode=plain"),
        "code": (stranger, "/join"),
        "wrong code": (stranger, "/join?code=quiet+oak+7"),
        "no code": (stranger, "/join?code=x"),
        "invitation": (stranger, invitation),
        "listed table": (stranger, waiting.replace("/t/", "/sit/")),
        "opponents": (ana, "/opponents"),
        "clubs": (ana, "/clubs"),
        "clubs of a stranger": (stranger, "/clubs"),
        "club": (ana, club),
        "club of another": (ben, club),
        "empty club": (ben, empty),
        "club to join": (stranger, joined),
        "club no longer there": (stranger, "/clubs/none"),
        "tournament": (ana, f"{club}/evenings/0"),
        "new tournament": (ben, f"{empty}/new/{GAME}"),
        "games": (ana, "/games"),
        "some games": (ana, f"/games?game={GAME}&result=won"),
        "no such games": (ana, "/games?from=1999-01-01&to=1999-01-02"),
        "old games": (ana, "/games?page=2"),
        "games of a stranger": (stranger, "/games"),
        "dice": (stranger, "/dice"),
        "rules": (stranger, "/rules"),
        "rules of a game": (stranger, f"/rules/{GAME}"),
        "programs": (ana, "/me/programs"),
        "programs of a stranger": (stranger, "/me/programs"),
        "me": (ana, "/me"),
        "me as a stranger": (stranger, "/me"),
        "another device": (ben, transfer[1].removeprefix(server.url)),
        "recover": (ben, "/me/recover"),
        "passkey": (ben, "/me/passkey"),
        "leave": (ana, "/me/leave"),
        "leave as a stranger": (stranger, "/me/leave"),
        "privacy": (stranger, "/privacy"),
        "turns": (ana, "/me/turns"),
        "old letter": (stranger, "/mail/none"),
        "table": (ana, against),
        "waiting table": (ana, f"{waiting}/plain"),
        "waiting table of a stranger": (stranger, f"{waiting}/plain"),
        "shared table": (ana, f"{shared}/plain"),
        "plain table": (ana, f"{against}/plain"),
        "plain table of two": (ana, f"{both}/plain"),
        "plain table of the other": (ben, f"{both}/plain"),
        "plain table of a stranger": (stranger, f"{both}/plain"),
        "plain lesson": (ana, f"{lesson}/plain"),
        "plain end": (ana, f"{over}/plain"),
        "checked end": (ana, f"{over}/plain?check=1"),
        "replay": (ana, f"{over}/replay"),
        "plain replay": (ana, f"{over}/replay/plain"),
        "plain step": (stranger, f"{over}/replay/plain?at=3&as=0"),
        "plain step of a spectator": (stranger, f"{over}/replay/plain?at=2&as=watcher"),
        "nothing": (stranger, "/nothing"),
        "wrong view": (stranger, f"{over}/replay/plain?as=9"),
    }


def untranslated(said: str) -> bool:
    """True if a text of a page has words in it that no message of a catalogue said."""
    if OPEN in said:
        return False
    rest = SHOWN.sub(" ", said)
    for name in sorted((*NOT_OURS, *TYPED, *_names_of_games()), key=len, reverse=True):
        rest = re.sub(rf"(?<!\w){re.escape(name)}(?!\w)", " ", rest)
    return bool(re.search(r"[^\W\d_]{2,}", rest))


def _names_of_games() -> list[str]:
    return [game.name for game in all_games().values()]


def test_all_pages_are_looked_at(house: House) -> None:
    assert tuple(house.pages) == PAGES


@pytest.mark.parametrize("page", PAGES)
def test_no_text_of_a_page_is_left_in_english(house: House, page: str) -> None:
    found = Reading(house.read(page, "en-XA"))
    assert found.language == "en-XA"
    assert [said for said in found.said if untranslated(said)] == []


@pytest.mark.parametrize("page", PAGES)
def test_every_page_speaks_german(house: House, page: str) -> None:
    english, german = Reading(house.read(page, "en")), Reading(house.read(page, "de"))
    assert (english.language, german.language) == ("en", "de")
    assert german.said != english.said and not any(
        "\N{MATHEMATICAL LEFT WHITE SQUARE BRACKET}" in said for said in german.said
    )


@pytest.mark.parametrize("page", PAGES)
def test_a_hostile_catalogue_harms_no_page(house: House, page: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """A translation can say what it likes: it adds no element and no attribute, and sees nothing inside arguments."""
    safe = Reading(house.read(page, "en"))
    monkeypatch.setitem(catalogues._loaded, "de", Hostile())
    html = house.read(page, "de")
    assert "<script>alert" not in html and "HOSTILE" in html and "onclick" not in Reading(html).attributes
    assert "of module" not in html and "<class" not in html and "&lt;class" not in html
    assert sorted(set(Reading(html).tags)) == sorted(set(safe.tags))


class Hostile(catalogues.Catalogue):
    """A catalogue with markup, quotes and placeholders that ask for more than names in every message."""

    def __init__(self) -> None:
        super().__init__([], "de")
        self.messages = Everything()


class Everything(dict[catalogues.Key, "str | tuple[str, ...]"]):
    def get(self, key: catalogues.Key, default: object = None) -> str:
        known = " ".join(re.findall(r"\{[A-Za-z_]\w*\}", key[1]))
        return "HOSTILE\"' onclick=x><script>alert(1)</script>{0.__class__}{n.__class__}{n!r}{missing}{{}} " + known
