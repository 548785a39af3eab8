"""Sitting at the table page: waiting until it is calm, reading its keys, playing by hand or by keyboard."""

from __future__ import annotations

import json
import random
import re
from collections.abc import Sequence
from itertools import groupby
from typing import Any, ClassVar

from playwright.sync_api import Locator, Page, expect

from dicehouse.match.match import Match

from .patience import texts_of, until

KEYS = ".dock .do .btn"
MINUS = "\N{MINUS SIGN}"
# Nothing is told or on its way, and either a key is lit, or it is not this browser's turn, or the match is over.
CALM = """(wanted, hurry) => {
  const told = document.querySelector(".call .told");
  if (told) { if (hurry) dispatchEvent(new Event("pointerdown")); return false; }
  if (document.querySelector(".dock .do[aria-busy=true]")) return false;
  if (document.querySelector(".end-dock")) return document.querySelector(".end-deeds") ? "over" : false;
  if (document.querySelector(".dock .do .btn.go:not([aria-disabled=true])")) return "mine";
  return wanted === "any" && document.querySelector(".call h2") ? "theirs" : false;
}"""


class Chair:
    """A page at a table, played as a person would."""

    def __init__(self, page: Page, *, hurry: bool = True) -> None:
        self.page = page
        self.hurry = hurry

    def wait(self, wanted: str = "move") -> str:
        """Wait until this browser may move or the match is over ("any": until nothing is told any more)."""
        script = f"([wanted, hurry]) => ({CALM})(wanted, hurry)"
        return str(self.page.wait_for_function(script, arg=[wanted, self.hurry], polling=50).json_value())

    @property
    def go(self) -> Locator:
        """The marigold key."""
        return self.page.locator(f"{KEYS}.go")

    def key(self, words: str) -> Locator:
        """A key by the beginning of its label."""
        return self.page.locator(KEYS).filter(has=self.page.locator("b", has_text=re.compile(f"^{words}")))

    def labels(self) -> list[str]:
        """What the keys that may be pressed say."""
        return self.page.locator(f"{KEYS}:not([aria-disabled=true]) b").all_inner_texts()

    def worth(self) -> int:
        """What the key that banks says it would bank; 0 when it can't be pressed."""
        for label in self.labels():
            if label.startswith("Bank"):
                return int(re.sub(r"\D", "", label) or 0)
        return 0

    def dice(self) -> list[int]:
        """The faces on the felt as the page names them, by place."""
        script = "all => all.map(die => Number(die.dataset.face))"
        return list(self.page.locator(".felt .die3[data-face]").evaluate_all(script))

    def chosen(self) -> list[int]:
        script = "all => all.map(die => Number(die.dataset.place))"
        return list(self.page.locator(".felt .die3[aria-pressed=true]").evaluate_all(script))


def see_end(page: Page) -> None:
    """Dismiss what the table tells until the match has ended."""
    chair = Chair(page)
    until(page, lambda: chair.wait("any") == "over", "the match never ends")


class Seated:
    """A page at a table where a game is played; `CALM` tells what this browser is at as soon as all has been told."""

    CALM: ClassVar[str]

    def __init__(self, page: Page, seed: int = 1) -> None:
        self.page = page
        self.rng = random.Random(seed)

    def wait(self, hurry: bool = True) -> str:
        """What this browser is at when all has been told: mine, cover, theirs or over."""
        return str(self.page.wait_for_function(self.CALM, arg=hurry, polling=40).json_value())

    def turn(self) -> str:
        """Wait until this browser has something to do: mine, cover or over."""

        def state() -> str:
            return now if (now := self.wait()) != "theirs" else ""

        return until(self.page, state, "it is never this browser's turn")


def plain_choices(page: Page) -> Locator | None:
    """On a page without a script: what may be chosen, as soon as there is something; None when the match is over."""
    over, choices = page.get_by_text("The game is over."), page.locator("#choices form[action$='/act'] button")

    def found() -> bool:
        if over.count() or choices.count():
            return True
        page.reload(wait_until="domcontentloaded")
        return False

    until(page, found, "nothing may be chosen")
    return None if over.count() else choices


def match_of(page: Page) -> dict[str, Any]:
    """The match as the house gives it to this browser."""
    answer = page.request.get(f"{table_of(page)}/match.json")
    assert answer.ok, answer.text()
    return dict(json.loads(answer.text()))


def table_of(page: Page) -> str:
    found = re.search(r"/t/[^/?#]+", page.url)
    assert found, page.url
    return found[0]


def check_log(page: Page, reader: int | None = 0) -> None:
    """The log sheet holds every event of the match, newest first, as replaying the match tells them to a seat."""
    match = Match.load(match_of(page))
    events = [event for event in match.log(None) if event.text]  # a line without words repeats another
    told = folded([(event.kind, event.sentence(match.names, reader)) for event in events])
    page.keyboard.press("l")
    lines = page.locator(".slide .log li:not(.said)")
    expect(lines).to_have_text(told[::-1], use_inner_text=True)
    page.keyboard.press("Escape")


def folded(told: Sequence[tuple[str, str]]) -> list[str]:
    """Sentences as the log has them: players who are passed over in a row share a line."""
    lines: list[str] = []
    for kind, group in groupby(told, key=lambda each: each[0]):
        sentences = [sentence for _, sentence in group]
        if kind in ("skipped", "lost-turn") and len(sentences) > 1:
            names = [re.split(" is | loses ", sentence)[0] for sentence in sentences[1:]]
            others = " and ".join(filter(None, [", ".join(names[:-1]), names[-1]]))
            sentences = [f"{sentences[0].removesuffix('.')}; {others}, too."]
        lines += sentences
    return lines


def check_whole_log(page: Page, match: Match, seat: int | None, me: Sequence[int] = (0,)) -> None:
    """The log sheet holds all that happened, with what this seat alone was shown, newest first; it says "You" only to
    whoever holds (`me`) one seat.
    """
    reader = seat if len(me) == 1 else None
    told = [event.sentence(match.names, reader) for event in match.log(seat) if event.text]
    page.keyboard.press("l")
    lines = page.locator(".slide .log li:not(.said)")
    expect(lines).to_have_text(told[::-1], use_inner_text=True)
    page.keyboard.press("Escape")


def check_sheet(page: Page) -> None:
    """What the end says everybody did is the replayed match's: names, totals, and where the points came from."""
    match = Match.load(match_of(page))
    assert match.over
    sheet, story = match.score_sheet(), match.story()
    table = page.locator(".end-deeds table")
    heads = [text.strip() for text in texts_of(table.locator("thead th"))]
    rows = {
        row.locator("th").inner_text(): [number_in(text) for text in row.locator("td").all_inner_texts()]
        for row in table.locator("tbody.sources tr:has(td)").all()
    }
    expect(page.locator(".end-stand output")).to_have_count(len(heads))
    totals = [number_in(text) for text in page.locator(".end-stand output").all_text_contents()]
    lines = {line.name or " & ".join(match.names[seat] for seat in line.seats): line for line in story.lines}
    if "You" in heads and "Guest" in lines:  # a reader without a name
        lines["You"] = lines.pop("Guest")
    assert sorted(heads) == sorted(lines)
    labels = {source["key"]: source["label"] for source in sheet["sources"]}
    for column, name in enumerate(heads):
        line = lines[name]
        assert totals[column] == line.total
        shown = {label: cells[column] for label, cells in rows.items() if cells[column]}
        told = next((r for r in sheet["rows"] if r["seat"] in (line.seats or (None,))), None)
        assert shown == ({labels[key]: value for key, value in told["cells"].items() if value} if told else {})
        assert told is None or not shown or sum(shown.values()) == told["total"] == line.total


def number_in(text: str) -> int:
    """A number as the page writes it (a dot means none); notes below it don't count."""
    found = re.match(rf"{MINUS}?[\d,]+", text.strip())
    return int(found[0].replace(",", "").replace(MINUS, "-")) if found else 0
