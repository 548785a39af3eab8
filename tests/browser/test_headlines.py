"""The line under the headline: while others play it tells what was done last, not whose turn it is or which round."""

from __future__ import annotations

import random

import pytest

from .guests import Guests, by_link
from .patience import becomes

# What the line says; what is told before is tapped away.
READ = """() => {
  if (document.querySelector(".call .told")) dispatchEvent(new Event("pointerdown"));
  return document.querySelector(".call p")?.textContent.replace(/\\s+/g, " ").trim();
}"""
NOTICES = ("turn", "round", "combat")


@pytest.mark.parametrize("game", ["baron-voodoo", "dicetopia", "deck-o-dice"])
def test_who_waits_reads_what_was_done(guests: Guests, game: str) -> None:
    host, friend, chance = guests(), guests(), random.Random(4)
    page, _, table = by_link(host, friend, game=game)
    people, names, checked = [host.person(), friend.person()], ["Ana", "Ben"], 0
    with people[0].sit(table) as ana, people[1].sit(table) as ben:
        lines = [ana, ben]
        state = ana.wait_for(lambda state: state["view"] is not None)
        while checked < 3:
            seat = chance.choice(state["acting"])
            asked = lines[seat].wait_for(lambda shown: shown["number"] >= state["number"])  # noqa: B023  # called at once
            lines[seat].act(asked, chance.choice(asked["options"])["id"])
            state = ana.wait_for(lambda shown: shown["number"] > asked["number"])  # noqa: B023  # called at once
            if 0 in state["acting"]:
                continue
            with people[0].sit(table) as again:
                told = [event for event in again.read()["events"] if event["text"]]
            done = [event for event in told if event["kind"] not in NOTICES]
            if not done or (told[-1] is done[-1] and game != "deck-o-dice"):
                continue
            words = done[-1].get("own", {}).get("0", done[-1]["text"])
            for at, name in enumerate(names):
                words = words.replace(f"{{{at}}}", name)
            becomes(page, lambda: page.evaluate(READ), words)
            checked += 1
