"""An evening of two people at two browsers: whole games of all five, while the network is cut, servers are killed and
replaced, the rules are corrected and pages are loaded anew. They may notice a short pause, and nothing else:

    python -m tests.browser.evening                        one server, in a file
    python -m tests.browser.evening --postgresql           three servers on a PostgreSQL of its own
    python -m tests.browser.evening --games deck-o-dice    some of the games

A game that ends before all troubles have come is played again, by the keys of its page. At the end of each match it is
checked that both see the same end, that what each browser kept and the script of the proof say so too, and that every
action that was acknowledged is in the record, once.
"""

from __future__ import annotations

import argparse
import json
import random
import signal
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, NamedTuple

from playwright.sync_api import Browser, Error, Page, expect, sync_playwright

from dicehouse.server.verify import faults, place_of

from ..cluster import cluster
from ..conftest import QUIET, chromium
from ..web.balancer import Balancer
from ..web.servers import ROOT, Servers
from .foam import FLAT
from .guests import LINE_LOST, Guest, last_state
from .hands import HANDS, Hand
from .patience import PATIENCE, becomes, until

LATER = ("-m", "tests.web.later")
TOUCH = 10_000  # milliseconds for which a person tries to touch a thing before they look again
STUCK = 400.0  # seconds without anything new, after which somebody would go home
BRIEF, AWHILE, LONG = 2.0, 4.0, 12.0  # seconds without a network; pages notice a silent one after eight
# Keeps for how long there was no table on the page, or a notice over it that the line is lost: what a person notices.
WATCH = """(() => {
  if (!location.pathname.startsWith("/t/")) return;
  const place = "evening " + location.pathname;
  setInterval(() => {
    const kept = JSON.parse(localStorage[place] ?? '{"well": 0, "pauses": []}'), now = Date.now();
    if (!document.querySelector(".dock") || document.querySelector(".offline:not(.anew)")) return;
    if (kept.well && now - kept.well > 500) kept.pauses.push([kept.well, now]);
    kept.well = now;
    localStorage[place] = JSON.stringify(kept);
  }, 100);
})()"""
BY_ORDER = "pass"  # is played by the house for who has nothing to answer with
ENDS = (".end-title h2", ".end-stand", ".end-deeds table")


class Trouble(NamedTuple):
    """What befell them, and when: seconds since 1970."""

    what: str
    at: float


class Pause(NamedTuple):
    """Seconds for which somebody had no table, and what had befallen them last."""

    seconds: float
    after: str


def _before(befell: Sequence[Trouble], at: float) -> str:
    return next((trouble.what for trouble in reversed(befell) if trouble.at <= at), "sitting down")


class Person:
    """One of the two: a browser, the network that only they have, and what they do at the table."""

    def __init__(self, browser: Browser, ports: list[int], name: str, seed: int) -> None:
        self.name = name
        self.line = Balancer(ports)
        self.line.start()
        self.guest = Guest(browser, self.line.url)
        self.guest.context.add_init_script(FLAT)
        self.guest.context.add_init_script(WATCH)
        self.chance = random.Random(seed)
        self.page: Page
        self.missed = 0  # touches that came to nothing, because the page was another one by then

    def at(self, hand: Hand) -> str:
        """What the page is at: mine, theirs or over; nothing while something moves, or nothing is there."""
        try:
            newer = self.page.locator(".anew button")
            if newer.count():
                newer.first.click()
                return ""  # what is still there is about to be loaded anew
            return str(self.page.evaluate(hand.calm) or "")
        except Error:  # it is being loaded anew
            return ""

    def touch(self, hand: Hand) -> None:
        """Do one thing, as somebody does who doesn't know what just happened."""
        try:
            hand.touch(self.page, self.chance)
        except (Error, AssertionError, IndexError):
            self.missed += 1

    def pauses(self, befell: Sequence[Trouble]) -> list[Pause]:
        """When this browser had no table, or none with a line to it, and after what."""
        kept = self.page.evaluate("JSON.parse(localStorage['evening ' + location.pathname]).pauses")
        return [Pause((ended - began) / 1000, _before(befell, ended / 1000)) for began, ended in kept]

    def close(self) -> None:
        self.guest.close()
        self.line.close()


# what befalls them --------------------------------------------------------------------------------------------------


@dataclass
class Evening:
    """Two people, their servers, and who sees to it that things go wrong, one at a time."""

    servers: Servers
    two: tuple[Person, Person]
    chance: random.Random
    several: ThreadPoolExecutor = field(default_factory=lambda: ThreadPoolExecutor(1))
    under_way: Future[None] | None = None
    kills: int = 0

    @property
    def calm(self) -> bool:
        """Whether nothing is broken just now; what went wrong in breaking it is raised here."""
        if self.under_way is None or not self.under_way.done():
            return self.under_way is None
        self.under_way.result()
        self.under_way = None
        return True

    def befall(self, what: str) -> None:
        if what == "reload":
            self.chance.choice(self.two).page.reload(wait_until="commit")
        elif what == "reload both":
            for each in self.two:
                each.page.reload(wait_until="commit")
        else:
            self.under_way = self.several.submit(self._break, what)

    def _break(self, what: str) -> None:
        line = self.chance.choice(self.two).line
        breaks: dict[str, Callable[[], None]] = {
            "cut": lambda: _without(line, line.cut, BRIEF),
            "hush": lambda: _without(line, line.hush, AWHILE),
            "long hush": lambda: _without(line, line.hush, LONG),
            "kill": lambda: self._replace(signal.SIGKILL),
            "stop": lambda: self._replace(signal.SIGTERM),
            "upgrade": self.servers.upgrade,
        }
        breaks[what]()

    def _replace(self, how: signal.Signals) -> None:
        self.kills += 1
        self.servers.replace(self.kills, how)


def _without(line: Balancer, fails: Callable[[], None], seconds: float) -> None:
    fails()
    time.sleep(seconds)
    line.mend()


TROUBLES = (
    "cut", "kill", "reload", "hush", "kill", "reload both", "stop", "upgrade", "kill", "long hush", "cut", "reload",
)  # fmt: skip
FEW = ("cut", "kill", "reload", "upgrade")


# a whole game -------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Told:
    """What became of one game, in one match or more."""

    game: str
    matches: int
    actions: int
    acknowledged: int
    seconds: float
    befell: list[str]
    pauses: list[Pause]
    missed: int


def play(evening: Evening, game: str, troubles: Sequence[str], settings: dict[str, str], every: int) -> Told:
    """Whole matches of a game until all has befallen it; AssertionError if anybody notices more than a pause."""
    ana, ben = evening.two
    began, hand, left = time.monotonic(), HANDS[game], list(troubles)
    pauses, checked = list[Pause](), list[tuple[int, int]]()
    _forget(evening.two)
    table = _sit(ana, ben, game, settings)
    while True:
        befell = _to_the_end(evening, hand, left, every)
        until(ana.page, lambda: evening.calm, "what was broken is not whole again")
        checked.append(check(evening.two, table, [what for what, _ in befell]))
        pauses += [pause for each in evening.two for pause in each.pauses(befell)]
        if not left:
            break
        table = _again(ana, ben, table)
    acknowledged, actions = map(sum, zip(*checked, strict=True))
    pauses.sort(reverse=True)
    missed, took = ana.missed + ben.missed, time.monotonic() - began
    told = Told(game, len(checked), actions, acknowledged, took, list(troubles), pauses, missed)
    for each in evening.two:
        each.guest.forgive(*LINE_LOST)
        assert not each.guest.complaints, (each.name, each.guest.complaints)
        each.page.close()
        each.missed = 0
    return told


def _forget(two: Sequence[Person]) -> None:
    """What was said at the last table."""
    for each in two:
        each.guest.frames.clear()
        each.guest.sent.clear()


def _sit(ana: Person, ben: Person, game: str, settings: dict[str, str]) -> str:
    table = ana.guest.open_table("person", "open", game=game, **settings)
    ben.page = ben.guest.page(ana.guest.person().invitations(table)[0])
    ben.page.get_by_label("Your name").fill("Ben")
    ben.page.get_by_role("button", name="Join").click()
    ana.page = ana.guest.page(table)
    for each in (ana, ben):
        each.page.set_default_timeout(TOUCH)
        each.page.set_default_navigation_timeout(PATIENCE)
    return table


def _again(ana: Person, ben: Person, table: str) -> str:
    """The same people play once more: Ana asks for it, Ben follows; returns the new table."""
    _forget((ana, ben))
    ana.page.get_by_role("button", name="Play again").click()
    ana.page.wait_for_url(lambda at: table not in at)
    ben.page.get_by_role("link", name="Go to the new table").click()
    ben.page.wait_for_url(lambda at: table not in at)
    for each in (ana, ben):
        until(each.page, lambda each=each: _begun(each, table), "the next match did not begin")  # type: ignore[misc]
    return "/t/" + ana.page.url.rpartition("/")[2]


def _begun(person: Person, before: str) -> bool:
    """Whether somebody was shown the next match."""
    states = [frame for frame in map(json.loads, person.guest.frames) if frame["t"] == "state"]
    return bool(states) and states[-1]["table"]["id"] not in before and states[-1]["table"]["phase"] == "playing"


def _to_the_end(evening: Evening, hand: Hand, troubles: list[str], every: int) -> list[Trouble]:
    """Both play until both see the end; after every so many touches the next of the troubles that are left, if the last
    one is over.
    """
    befell: list[Trouble] = []
    touches, next_one, moved, number = 0, every, time.monotonic(), -1
    while True:
        calm, states = evening.calm, [each.at(hand) for each in evening.two]
        if states == ["over", "over"]:
            return befell
        movers = [each for each, state in zip(evening.two, states, strict=True) if state == "mine"]
        if movers:
            mover = evening.chance.choice(movers)
            mover.touch(hand)
            touches += 1
            if touches >= next_one and troubles and calm:
                befell.append(Trouble(troubles.pop(0), time.time()))
                evening.befall(befell[-1].what)
                next_one = touches + every
        else:
            evening.two[0].page.wait_for_timeout(30)
        now = max(last_state(each.guest)["number"] for each in evening.two)
        if now > number:
            number, moved = now, time.monotonic()
        assert time.monotonic() < moved + STUCK, _stuck(evening, states, befell)


def _stuck(evening: Evening, states: list[str], befell: list[Trouble]) -> str:
    said = [each.page.locator("body").inner_text()[:1500] for each in evening.two]
    return f"Nothing is new for {STUCK} seconds: {states}, after {befell}:\n" + "\n----\n".join(said)


# what has to be true at the end -------------------------------------------------------------------------------------


def check(two: Sequence[Person], table: str, befell: Sequence[str]) -> tuple[int, int]:
    """Both saw the same match to the same end, and it is the one in the record; acknowledged actions, and all."""
    for each in two:
        for place in ENDS[:2]:  # a page may be loaded anew by what befell it last
            expect(each.page.locator(place).first).to_be_attached()
    becomes(two[0].page, lambda: all(all(_end(each)[:2]) for each in two), True)
    becomes(two[1].page, lambda: _end(two[1]), _end(two[0]))
    match: dict[str, Any] = two[0].guest.person().http.get(f"{table}/match.json").json()
    assert match["over"] is not False
    for key in ("number", "mark"):
        becomes(two[1].page, lambda key=key: last_state(two[1].guest)[key], last_state(two[0].guest)[key])  # type: ignore[misc]
    assert len(match["actions"]) == last_state(two[0].guest)["number"]
    corrected = any(act["option"].startswith("rules ") for act in match["actions"])
    if corrected or "upgrade" in befell[:-1]:  # when it came last, the match may have been over before
        assert corrected and "upgrade" in befell, befell
    assert not (found := faults(match)), found
    for each in two:
        kept = until(each.page, lambda each=each: _kept(each, table, match), "the browser kept another hash")  # type: ignore[misc]
        assert faults(match, kept[len(kept) // 2][1]) == []
        assert place_of(kept[-1][1], [match["course"]["hash"]]) == 0
        key = each.page.locator(".proof-key").filter(visible=True).first
        expect(key).to_contain_text("checked by this browser")
    return _check_acknowledged(two, match), len(match["actions"])


def _end(person: Person) -> list[list[str]]:
    """The end as it is written to others: how it is laid out may come a moment later to a page that was loaded anew."""
    return [
        [text.replace("You win", f"{person.name} wins") for text in person.page.locator(place).all_text_contents()]
        for place in ENDS
    ]


def _kept(person: Person, table: str, match: dict[str, Any]) -> list[Any]:
    """The marks that a browser keeps of a table, when the last of them is the end of this match."""
    marks: list[Any] = person.page.evaluate(
        f"JSON.parse(localStorage['dicehouse.saw.{table[3:]}'] ?? '{{}}').marks ?? []"
    )
    return marks if len(marks) > 2 and marks[-1][1] == match["course"]["hash"] else []


def _check_acknowledged(two: Sequence[Person], match: dict[str, Any]) -> int:
    """What was acknowledged stands where the answer said, and nothing stands more often than it was asked for."""
    asked: dict[str, tuple[int, str]] = {}
    answered: dict[str, int] = {}
    for each in two:
        for frame in map(json.loads, each.guest.sent):
            if frame["t"] == "act":
                asked[frame["id"]] = frame["seat"], frame["option"]
        for frame in map(json.loads, each.guest.frames):
            if frame["t"] == "ack":
                assert answered.setdefault(frame["id"], frame["number"]) == frame["number"], "answered in two ways"
    done = [(act["seat"], act["option"]) for act in match["actions"]]
    for action, number in answered.items():
        assert done[number - 1] == asked[action], f"{asked[action]} was acknowledged as {number} and is not there"
    assert len({*answered.values()}) == len(answered), "two actions were acknowledged as one"
    more = Counter(act for act in done if act[0] in (0, 1) and act[1] != BY_ORDER) - Counter(asked.values())
    assert not more, f"played more often than anybody asked for it: {more}"
    return len(answered)


# all of it ----------------------------------------------------------------------------------------------------------


@contextmanager
def evening_of_two(browser: Browser, place: str, servers: int, seed: int) -> Iterator[Evening]:
    """A house with so many servers, and two people with a network each before it."""
    with ExitStack() as after:
        running = Servers(place, servers, *LATER)
        after.callback(running.close)
        people = [Person(browser, running.ports, name, seed + at) for at, name in enumerate(("Ana", "Ben"))]
        for each in people:
            after.callback(each.close)
        evening = Evening(running, (people[0], people[1]), random.Random(seed))
        after.callback(evening.several.shutdown)
        yield evening


def audit(servers: Servers) -> None:
    """The last version looks the whole archive through, when all servers have ended."""
    servers.stop()
    command = [sys.executable, *LATER, servers.place, "audit", str(servers.version)]
    looked = subprocess.run(command, cwd=ROOT, capture_output=True, text=True)
    assert looked.returncode == 0, looked.stdout + looked.stderr


def say(told: Told) -> None:
    longest = ", ".join(f"{pause.seconds:.1f} ({pause.after})" for pause in told.pauses[:6])
    matches = "1 match" if told.matches == 1 else f"{told.matches} matches"
    print(f"{told.game}: {matches}, {told.actions} actions in {told.seconds:.0f} s,", end=" ")
    print(f"{told.acknowledged} acknowledged.", end=" ")
    print(f"Befell: {', '.join(told.befell)}.")
    print(f"  {len(told.pauses)} pauses of more than half a second; seconds: {longest}.", end=" ")
    print(f"{told.missed} touches came to nothing.", flush=True)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--postgresql", action="store_true", help="three servers on a PostgreSQL of its own")
    parser.add_argument("--games", default=",".join(HANDS), help="which, with commas; all five without it")
    parser.add_argument("--seed", type=int, default=1)
    asked = parser.parse_args()
    with ExitStack() as after:
        folder = Path(after.enter_context(tempfile.TemporaryDirectory()))
        place = str(folder / "house.db")
        if asked.postgresql:
            place = after.enter_context(cluster()).fresh().uri
        playwright = after.enter_context(sync_playwright())
        browser = playwright.chromium.launch(executable_path=chromium(), args=QUIET)
        after.callback(browser.close)
        evening = after.enter_context(evening_of_two(browser, place, 3 if asked.postgresql else 1, asked.seed))
        all_told = []
        for game in asked.games.split(","):
            all_told.append(play(evening, game, TROUBLES, {}, HANDS[game].every))
            say(all_told[-1])
        audit(evening.servers)
    longest = max((pause.seconds for told in all_told for pause in told.pauses), default=0.0)
    print(f"Nobody noticed anything but pauses, the longest of them {longest:.1f} seconds.")


if __name__ == "__main__":
    main()
