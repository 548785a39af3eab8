"""Check the log against the position: every place, die and star that an event names."""

from __future__ import annotations

from collections import Counter
from typing import Any

from dicehouse.match.match import Event, Match

from .missions import COPYCAT, HIGH_STAKES
from .position import Position

Places = dict[str, str | None]
STEPS = ("draft", "stock-stars", "clone", "dice-stars", "blockade", "domination", "leave", "mission", "final", "win")


def places(position: Position) -> Places:
    """Return everything that can be touched, by its name in events."""
    found: Places = {}
    for area, things in position.spaces.items():
        found |= {f"{area}-{number}": thing for number, thing in enumerate(things, 1)}
    for seat, dice in enumerate(position.boards, 1):
        found |= {f"p{seat}-{slot}": die for slot, die in enumerate(dice, 1)}
    found |= {f"card-{number}": die for number, die in enumerate(position.card, 1)}
    return found


def moved(event: Event, before: Places, after: Places) -> None:
    """Check two things that swapped places, or one that turned."""
    facts: dict[str, Any] = dict(event.facts)
    if event.kind in ("move", "slip"):
        facts = {"a": facts["from"], "die_a": facts["piece"], "b": facts["to"], "die_b": facts["die"]}
    if event.kind in ("move", "slip", "swap"):
        assert (before[facts["a"]], before[facts["b"]]) == (facts["die_a"], facts["die_b"])
        assert (after[facts["a"]], after[facts["b"]]) == (facts["die_b"], facts["die_a"])
    elif "was" in facts:
        place = f"card-{facts['card']}" if event.kind == "card-reroll" else facts["place"]
        assert (before[place], after[place]) == (facts["was"], facts["die"])


def placed(event: Event, before: Places, after: Places, position: Position) -> None:
    """Check what arrives on a space or a board, or leaves it."""
    facts, seat = event.facts, 0 if event.seat is None else event.seat
    if event.kind == "send":
        assert before[facts["place"]] == facts["die"]
        assert after[facts["place"]] == facts["piece"]
        assert facts["place"].rsplit("-", 1)[0] == facts["area"]
        assert (facts["slot"] is None) == facts["piece"].startswith("thug")
    elif event.kind == "cell":
        assert position.prison[-1] == facts["die"]
    elif event.kind == "exterminate":
        assert (before[facts["place"]], after[facts["place"]]) == (facts["die"], "x")
    elif event.kind == "sacrifice":
        assert (before[facts["from"]], after[facts["from"]]) == (facts["piece"], None)
    if facts.get("slot") is not None:
        assert after[f"p{seat + 1}-{facts['slot']}"] == facts["die"]


def kept(event: Event, position: Position) -> None:
    """Check stock, marker, tokens and the Blood Dome."""
    facts, kind = event.facts, event.kind
    if kind == "stock":
        assert position.at[facts["colour"]] == facts["at"]
        assert position.track[facts["at"]] == facts["value"]
    elif kind == "flag":
        assert position.marker == facts["to"]
    elif kind == "match":
        assert facts["points"] == position.rewards[facts["matches"]]
    elif kind in ("protect", "token", "unprotect"):
        board, slot = facts["to" if kind == "token" else "place"].split("-")
        assert (int(slot) in position.protected[int(board[1:]) - 1]) == (kind != "unprotect")


def check(events: list[Event], before: Places, position: Position) -> None:
    after = places(position)
    for event in events:
        moved(event, before, after)
        placed(event, before, after, position)
        kept(event, position)


def drawn(events: list[Event]) -> str | None:
    """Return the card that HIGH STAKES GAMBLING has turned up."""
    for event in events:
        if event.kind == "mission" and event.facts["mission"] == HIGH_STAKES:
            return COPYCAT if event.facts["from"] == "drawn and copied" else str(event.facts["as"])
    return None


def check_count(match: Match, sheets: list[dict[str, int]]) -> None:
    """Check that the final scoring in the log adds up to the score sheets."""
    log = [event for event in match.log() if event.kind in STEPS]
    order = [STEPS.index(event.kind) for event in log]
    assert order == sorted(order), "the steps come in the order of the rules"
    told: Counter[tuple[int, str]] = Counter()
    for event in log:
        facts = event.facts
        part = {"stock-stars": "stock", "dice-stars": "dice", "domination": "domination"}.get(event.kind)
        if part:
            for seat, stars in enumerate(facts["by"]):
                told[seat, part] += stars
        elif event.kind == "mission":
            assert event.seat is not None
            told[event.seat, "missions"] += facts["stars"]
        elif event.kind == "final":
            assert event.seat is not None
            assert facts["total"] == sheets[event.seat]["total"]
        elif event.kind == "win":
            best = max(sheet["total"] for sheet in sheets)
            assert facts["seats"] == [seat for seat, sheet in enumerate(sheets) if sheet["total"] == best]
    for seat, sheet in enumerate(sheets):
        assert {part: told[seat, part] for part in sheet if part not in ("blood", "total")} == {
            part: stars for part, stars in sheet.items() if part not in ("blood", "total")
        }
    assert sum(event.kind == "domination" for event in log) == 10
    via = [str(event.facts["from"]) for event in log if event.kind == "mission"]
    copying = ["copied" in each for each in via]
    assert copying == sorted(copying), "what copies comes last"
    assert "drawn" not in via[1:], "a gamble comes first"
