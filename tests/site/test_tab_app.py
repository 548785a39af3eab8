"""The application as a tab runs it, here without a browser: its requests, sockets and storage, and what it refuses."""

from __future__ import annotations

import asyncio
import contextlib
import json
import re
import time
from collections.abc import Awaitable, Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

import dicehouse
from dicehouse.bots.hint_search import HintSearch
from dicehouse.bots.named_opponents import search_budget
from dicehouse.bots.search_bot import SearchBot
from dicehouse.core.policy import NAMED_BOTS
from dicehouse.engine.thought import Call, Parts, Thought, Work, parts_of
from dicehouse.games import all_games, find
from dicehouse.review.review_match import review, review_in_parts
from dicehouse.review.review_result import Review
from dicehouse.server.driver import in_parts
from dicehouse.server.storage.data_files import CantOpen
from dicehouse.server.storage.store import StoreFailed
from dicehouse.site import tab_rules
from dicehouse.site.tab_app import PLAYABLE, TabApp, start
from dicehouse.site.tab_store import TabStore

from ..server.room import run_apart

KEY = bytes(range(32))
FORM = {"content-type": "application/x-www-form-urlencoded"}


class Disk:
    """What the browser has stored."""

    def __init__(self) -> None:
        self.copies: list[bytes] = []

    async def keep(self, data: bytes) -> None:
        await asyncio.sleep(0)
        self.copies.append(data)


def in_a_tab(story: Callable[[TabApp, Disk], Awaitable[None]]) -> None:
    """Tell a story in a new tab."""

    async def told() -> None:
        disk = Disk()
        tab = await start(None, KEY, "", disk.keep, bot_delay=0)
        await story(tab, disk)
        await tab.end()

    run_apart(told())


def frames_into(frames: list[dict[str, Any]]) -> Callable[[str], None]:
    return lambda text: frames.append(json.loads(text))


def ended(code: int) -> None:
    raise AssertionError(f"the socket was closed with {code}")


async def until(seen: Callable[[], Any]) -> Any:
    """Wait for something that other tasks bring about."""
    async with asyncio.timeout(60):
        while not (found := seen()):
            await asyncio.sleep(0.01)
    return found


async def open_table(tab: TabApp, game: str) -> str:
    answer = await tab.request("POST", f"/play-now/{game}", FORM, b"contribution=")
    assert (answer.status, answer.place[:3]) == (303, "/t/")
    return answer.place


@pytest.mark.parametrize("game", sorted(PLAYABLE))
def test_a_match_goes_on_in_the_next_tab(game: str) -> None:
    async def story(tab: TabApp, disk: Disk) -> None:
        table, frames = await open_table(tab, game), list[dict[str, Any]]()
        socket = tab.open_socket(f"{table}/ws", {}, frames_into(frames), ended)

        def mine() -> Any:
            return frames[-1] if frames and frames[-1].get("options") else None

        frame = await until(mine)
        option = frame["options"][0]["id"]
        frames.clear()
        act = {"t": "act", "id": "1", "seat": frame["me"][0], "option": option, "number": frame["number"]}
        socket.send(json.dumps(act))
        assert await until(lambda: [each for each in frames if each["t"] == "ack"])
        socket.close()
        later = await start(disk.copies[-1], KEY, tab.cookies, disk.keep, bot_delay=0)
        again = list[dict[str, Any]]()
        later.open_socket(f"{table}/ws", {}, frames_into(again), ended)
        assert (await until(lambda: again[0] if again else None))["number"] >= frame["number"]
        home = (await later.request("GET", "/", {"accept-language": "en"})).body.decode()
        assert "Where you left off" in home
        await later.end()

    in_a_tab(story)


def test_pages_offer_only_what_the_tab_can_do() -> None:
    async def story(tab: TabApp, disk: Disk) -> None:
        home = (await tab.request("GET", "/", {"accept-language": "en"})).body.decode()
        assert home.count("This game needs a server.") == len(all_games()) - len(PLAYABLE)
        assert {*re.findall(r'action="/play-now/([\w-]+)"', home)} == PLAYABLE
        for address in ("/", "/rules/indicesion", "/rules/dicetopia", "/new/dicetopia", "/games"):
            page = (await tab.request("GET", address, {})).body.decode()
            for link in {*re.findall(r'(?:href|action)="(/[^"#?]*)', page)}:
                if not link.startswith("/static/"):
                    assert (await tab.request("GET", link, {})).status in (200, 405), (address, link)
        assert 'value="open"' not in (await tab.request("GET", "/new/dicetopia", {})).body.decode()
        german = (await tab.request("GET", "/", {"accept-language": "de"})).body.decode()
        assert "Dieses Spiel braucht einen Server." in german

    in_a_tab(story)


def test_games_that_need_a_server_are_refused() -> None:
    async def story(tab: TabApp, disk: Disk) -> None:
        for address in ("/play-now/indicesion", "/learn/indicesion"):
            answer = await tab.request("POST", address, {**FORM, "accept-language": "en"}, b"contribution=")
            assert answer.status == 409
            assert "This game needs a server." in answer.body.decode()

    in_a_tab(story)


@pytest.fixture
def without_rules(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A site whose modules with compiled rules are missing."""
    monkeypatch.setattr(tab_rules, "RULES", tmp_path)


async def offered_bots(tab: TabApp, game: str) -> set[str]:
    page = (await tab.request("GET", f"/new/{game}", {})).body.decode()
    return {*re.findall(r'value="bot:(\w+)"', page)}


async def ask_for_a_hint(tab: TabApp, game: str) -> tuple[dict[str, Any], list[dict[str, Any]]]:
    """The first frame of a new table, and what follows a request for a hint."""
    table, frames = await open_table(tab, game), list[dict[str, Any]]()
    socket = tab.open_socket(f"{table}/ws", {"accept-language": "en"}, frames_into(frames), ended)
    frame = await until(lambda: next((each for each in frames if each.get("options")), None))
    assert frame["table"]["local"] is True
    frames.clear()
    socket.send(json.dumps({"t": "hint", "id": "7", "seat": frame["me"][0]}))
    await until(lambda: [each for each in frames if each["t"] in ("hinted", "refused")])
    return frame, frames


def test_all_bots_are_offered() -> None:
    async def story(tab: TabApp, disk: Disk) -> None:
        for game in PLAYABLE:
            assert await offered_bots(tab, game) == {*NAMED_BOTS}
        answer = await tab.request("POST", "/play-now/dicetopia", FORM, b"contribution=&bot=nox")
        assert answer.status == 303

    in_a_tab(story)


def test_a_hint_is_given() -> None:
    async def story(tab: TabApp, disk: Disk) -> None:
        frame, after = await ask_for_a_hint(tab, "deck-o-dice")
        assert "hints" in frame["table"]
        assert "hinted" in {each["t"] for each in after}

    in_a_tab(story)


@pytest.mark.usefixtures("without_rules")
def test_without_compiled_rules_bots_that_search_are_not_offered() -> None:
    async def story(tab: TabApp, disk: Disk) -> None:
        for game in PLAYABLE:
            offered = await offered_bots(tab, game)
            assert offered == {bot for bot in NAMED_BOTS if not search_budget(find(game), bot)}
            assert "pip" in offered
        answer = await tab.request("POST", "/play-now/dicetopia", FORM, b"contribution=&bot=nox")
        assert answer.status == 409
        frame, after = await ask_for_a_hint(tab, "deck-o-dice")
        assert "hints" not in frame["table"]
        assert [each["why"] for each in after if each["t"] == "refused"] == ["Hints need a server."]

    in_a_tab(story)


def test_the_store_writes_all_or_nothing() -> None:
    async def story() -> None:
        disk = Disk()
        store = TabStore(None, disk.keep)
        good = ("INSERT INTO guest_language (guest, language) VALUES (?, ?)", ("a", "de"))
        bad = ("INSERT INTO guest_language (guest, language) VALUES (?, ?)", ("b", None))
        with pytest.raises(StoreFailed):
            await store.write(good, bad)
        assert await store.read(lambda db: db.execute("SELECT * FROM guest_language").fetchall()) == []
        first, second = store.write(good), store.write(bad)
        await first
        with pytest.raises(StoreFailed):
            await second
        again = TabStore(disk.copies[-1], disk.keep)
        assert await again.read(lambda db: db.execute("SELECT language FROM guest_language").fetchone()[0]) == "de"
        assert store.figures().failed == 2
        store.close()
        with pytest.raises(StoreFailed):
            await store.write(good)

    run_apart(story())


def test_a_copy_of_something_else_is_refused() -> None:
    with pytest.raises(CantOpen, match="The saved games can't be read"):
        TabStore(b"this is no database at all" * 100, Disk().keep)


def test_a_lesson_begins_and_the_bots_play_their_part() -> None:
    async def story(tab: TabApp, disk: Disk) -> None:
        for game in sorted(PLAYABLE):
            answer = await tab.request("POST", f"/learn/{game}", FORM, b"")
            frames = list[dict[str, Any]]()
            tab.open_socket(f"{answer.place}/ws", {}, frames_into(frames), ended)
            assert await until(lambda frames=frames: any(each.get("lesson") for each in frames)), game

    in_a_tab(story)


def test_two_people_share_the_device() -> None:
    async def story(tab: TabApp, disk: Disk) -> None:
        fields = "seat-0=person&name-0=Ana&seat-1=person&name-1=Ben&mode=standard&contribution="
        answer = await tab.request("POST", "/new/deck-o-dice", {**FORM, "accept-language": "en"}, fields.encode())
        assert answer.status == 303, answer.body
        frames = list[dict[str, Any]]()
        tab.open_socket(f"{answer.place}/ws", {}, frames_into(frames), ended)
        frame = await until(lambda: frames[0] if frames else None)
        assert [seat["name"] for seat in frame["table"]["seats"]] == ["Ana", "Ben"]
        assert frame["me"] == [0, 1]

    in_a_tab(story)


def test_tables_answer_while_bots_think_one_after_the_other() -> None:
    async def story(tab: TabApp, disk: Disk) -> None:
        thinkers, told = tab.app.state.site.registry.thinkers, list[str]()

        def thought(name: str, *awaited: str) -> Thought[str]:
            def parts(part: float) -> Parts[str]:
                told.append(f"{name} begins")
                end = time.monotonic() + 60
                while not {*awaited} <= {*told}:
                    assert time.monotonic() < end, "nobody else gets a turn"
                    yield
                told.append(f"{name} ends")
                return name

            return Thought(parts)

        async def ask() -> None:
            assert (await tab.request("GET", "/games", {})).status == 200
            told.append("answered")

        thoughts = thinkers.work(thought("first", "answered")), thinkers.work(thought("second"))
        assert list(await asyncio.gather(*thoughts, ask()))[:2] == ["first", "second"]
        assert told == ["first begins", "answered", "first ends", "second begins", "second ends"]

    in_a_tab(story)


def test_a_race_of_options_and_a_hint_are_made_in_parts() -> None:
    for game, bot in (("dice-ocalypse", SearchBot("search:48")), ("deck-o-dice", HintSearch("search:48"))):
        match = dicehouse.new(game, seed=7)
        while len(match.options(match.acting()[0])) < 2:
            match.play(match.acting()[0], match.options(match.acting()[0])[0].id)
        seat = match.acting()[0]
        thought = bot.prepare_hint(match, seat) if isinstance(bot, HintSearch) else bot.consider(match, seat)
        parts, calls = parts_of(thought, 1.0), list[Work | None]()
        with contextlib.suppress(StopIteration):
            answer = None
            while True:
                calls.append(parts.send(answer))
                answer = calls[-1] and calls[-1]()
        assert len(calls) > 1 and all(isinstance(call, Call) for call in calls), game


def test_a_review_is_made_in_parts_and_is_the_same() -> None:
    match = dicehouse.new("deck-o-dice", seed=7)
    while not match.over:
        seat = match.acting()[0]
        match.play(seat, match.options(seat)[-1].id)
    reviews, calls = list[Review](), list[Work]()

    async def count(work: Work) -> Any:
        calls.append(work)
        return work()

    async def made() -> None:
        reviews.append(await in_parts(review_in_parts(match, simulations=400, seed=1), count))

    run_apart(made())
    assert len(calls) > 10 and all(isinstance(call, Call) for call in calls)
    assert replace(reviews[0], seconds=0.0) == replace(review(match, simulations=400, seed=1), seconds=0.0)
