"""Pig joins an unchanged house: its entry point is all that the match, the bots, the server and the page need."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from html import unescape
from pathlib import Path

import httpx
import pytest
from playwright.sync_api import Browser, Page, expect

from ..browser.chair import Chair
from ..browser.patience import PATIENCE as REVEAL_WITHIN
from ..web.server import PATIENT, hold
from ..web.servers import COMES
from .conftest import ROOT

pytestmark = pytest.mark.xdist_group("joins")  # one installation, and one server
SERVE = """
import sys
from pathlib import Path
from dicehouse.web.app import make_app
from dicehouse.web.serving import make_server
make_server(make_app(Path(sys.argv[1]), bot_delay=0), "127.0.0.1", int(sys.argv[2])).run()
"""
WHOLE_GAMES = """
import dicehouse, json
from dicehouse import bots
for players in range(2, 7):
    match = dicehouse.new("pig", players=players, seed=players, options={"two_dice": players % 2 == 0})
    chairs = [bots.make(name, "pig", seed) for seed, name in enumerate([*bots.names("pig")] * 2)]
    while not match.over:
        seat = match.acting()[0]
        match.play(seat, chairs[seat].choose(match, seat))
    again = dicehouse.Match.load(json.dumps(match.save()))
    assert again.position() == match.position() and max(match.points()) >= 100
print("played")
"""
CONTEST = """
from dicehouse import bots
from dicehouse.games import find
from dicehouse.engine.playouts import play_games
batch = play_games(find("pig"), 200, players=3, seed=1)
print(batch.finished)
"""


def test_it_is_installed_under_its_entry_point(pig: Path, python: Callable[..., str]) -> None:
    assert {entry.name for entry in pig.iterdir() if not entry.name.startswith(("__", "."))} == {
        "pig",
        "dicehouse_pig-1.0.dist-info",
    }
    assert (pig / "pig" / "README.md").is_file()
    shown = python("-c", "import dicehouse.games as g, pig; print(g.find('pig') is pig.game, list(g.all_games())[-1])")
    assert shown == "True pig\n", "beside the games of the house, behind them"


def test_whole_games_of_all_bots_are_played_saved_and_replayed(python: Callable[..., str]) -> None:
    assert python("-c", WHOLE_GAMES) == "played\n"


def test_it_runs_compiled(python: Callable[..., str]) -> None:
    assert python("-c", CONTEST) == "200\n"


def test_a_whole_game_is_played_in_the_terminal(beside: dict[str, str]) -> None:
    command = [
        sys.executable,
        "-m",
        "dicehouse",
        "play",
        "pig",
        "--option",
        "target=30",
        "--seed",
        "1",
        "--name",
        "Ana",
    ]
    typed = "roll\nRoll\n2\n" * 300
    evening = subprocess.run(
        command, env=os.environ | beside, input=typed, capture_output=True, text=True, timeout=300, check=False
    )
    assert evening.returncode == 0, evening.stderr
    assert re.search(r"(Ana|Sensible 2) wins with \d+", evening.stdout)


def test_its_sensible_bot_makes_sense(python: Callable[..., str]) -> None:
    options = ["--players", "2", "--games", "400", "--bots", "sensible,random", "--seed", "1", "--json"]
    told = json.loads(python("-m", "dicehouse", "simulate", "pig", *options))
    assert (told["games"], sum(told["wins"])) == (400, 400)
    assert told["by_bot"][0]["bot"] == "sensible"
    assert told["by_bot"][0]["share"] > 0.8


@pytest.mark.long  # `tests/invariants` try Pig as well, as it lies in its folder
def test_it_keeps_every_law(python: Callable[..., str]) -> None:
    told = python("-m", "pytest", "-q", "-p", "no:cacheprovider", "tests/invariants", "-k", "[pig")
    passed = re.search(r"(\d+) passed", told)
    assert passed and int(passed[1]) > 20
    assert "failed" not in told and "skipped" not in told


# --- on a real server


@pytest.fixture(scope="module")
def house(beside: dict[str, str], tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The address of a server that runs beside Pig."""
    with hold() as held:
        port = held.getsockname()[1]
        url = f"http://127.0.0.1:{port}"
        database = tmp_path_factory.mktemp("house") / "tables.sqlite3"
        command = [sys.executable, "-c", SERVE, str(database), str(port)]
        server = subprocess.Popen(command, env=os.environ | beside, cwd=ROOT)
        try:
            wait_for(f"{url}/healthz", server)
            yield url
        finally:
            server.terminate()
            server.wait(timeout=60)


def wait_for(address: str, server: subprocess.Popen[bytes]) -> None:
    until = time.monotonic() + COMES
    while time.monotonic() < until:
        assert server.poll() is None, "the server did not start"
        try:
            if httpx.get(address, timeout=60).status_code == 200:
                return
        except httpx.TransportError:
            time.sleep(0.1)
    raise AssertionError(f"no answer within {COMES} seconds")


def forms(page: str, action: str) -> list[dict[str, str]]:
    """The fields of every form that posts to an address ending so, buttons included."""
    found = re.findall(rf'<form[^>]*action="[^"]*/{action}"[^>]*>(.*?)</form>', page, re.DOTALL)
    return [
        {name: unescape(value) for name, value in re.findall(r'name="([^"]*)" value="([^"]*)"', form)} for form in found
    ]


def test_it_stands_on_the_shelf_and_tells_its_rules(house: str) -> None:
    shelf = httpx.get(house, timeout=60).text
    assert "Pig" in shelf and "Throw once more, or bank?" in shelf
    assert "Whoever first banks" in httpx.get(f"{house}/rules/pig", timeout=60).text
    assert "Two dice" in httpx.get(f"{house}/new/pig", timeout=60).text


def test_a_whole_game_for_two_is_played_on_the_plain_page(house: str) -> None:
    with httpx.Client(base_url=house, headers={"Origin": house}, follow_redirects=True, **PATIENT) as couch:
        seats = {"seat-0": "person", "seat-1": "person", "name-0": "Ana", "name-1": "Ben"}
        opened = couch.post("/new/pig", data={**seats, "set-target": "20"})
        assert opened.status_code == 200, opened.text
        table = str(opened.url.path)
        for _ in range(500):
            page = couch.get(f"{table}/plain").text
            if "The game is over." in page:
                break
            choices = forms(page, "act")
            assert {choice["option"] for choice in choices} <= {"roll", "bank"}
            couch.post(f"{table}/act", data=choices[-1])
        assert "The game is over." in page
        match = couch.get(f"{table}/match.json").json()
        assert match["over"] and max(match["scores"]) >= 20
        assert re.search(r"(Ana|Ben) wins with \d+", unescape(re.sub(r"<[^>]*>", "", page)))


@pytest.fixture(params=[(1280, 800), (390, 844)], ids=["desk", "phone"])
def page(browser: Browser, house: str, request: pytest.FixtureRequest) -> Iterator[Page]:
    width, height = request.param
    context = browser.new_context(viewport={"width": width, "height": height}, base_url=house, reduced_motion="reduce")
    context.set_default_timeout(REVEAL_WITHIN)
    page = context.new_page()
    page.errors = []  # type: ignore[attr-defined]  # ours, to be looked at in the end
    page.on("pageerror", lambda error: page.errors.append(str(error)))  # type: ignore[attr-defined]
    yield page
    assert page.errors == []  # type: ignore[attr-defined]
    context.close()


def test_a_whole_game_is_played_on_the_generic_board(page: Page) -> None:
    seats = {"seat-0": "person", "seat-1": "person", "name-0": "Ana", "name-1": "Ben"}
    opened = page.request.post("/new/pig", form={**seats, "set-target": "10"}, headers={"Origin": page_origin(page)})
    page.goto(opened.url)
    board, chair = page.locator(".generic"), Chair(page)
    expect(board).to_contain_text(re.compile("turn points", re.IGNORECASE))
    over = page.get_by_text(re.compile(r"(Ana|Ben) wins|You win")).first
    able = page.locator(".dock button:not([aria-disabled=true])")  # while an answer is awaited, none is
    bank, throw = able.filter(has_text=re.compile("^Bank")), able.filter(has_text="Throw the die")
    for _ in range(300):
        expect(throw.or_(over).first).to_be_visible()
        if over.is_visible():
            break
        (bank if bank.count() else throw).first.click()
        chair.wait("any")
    expect(over).to_be_visible()
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), "the page scrolls sideways"


def page_origin(page: Page) -> str:
    page.goto("/")
    return str(page.evaluate("location.origin"))
