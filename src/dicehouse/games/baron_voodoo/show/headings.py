"""Where an option belongs when very many are told in words: a heading, and a smaller one within it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from dicehouse.kit.game import Option

from .names import capital, die_number, die_words, points_words

Facts = Mapping[str, Any]


def heading(option: Option) -> tuple[str, str]:
    """The heading of an option, empty where it stands for itself, and a smaller one for where there are many."""
    facts = option.facts
    kind = facts["kind"]
    if kind not in TITLES:
        return "", ""
    title, within = TITLES[kind]
    step = f"{facts['step']} · " if kind in IN_STEPS else ""
    return step + title, within(facts)


def _die(facts: Facts) -> str:
    return capital(die_words(die_number(facts["die"])))


def _row(facts: Facts) -> str:
    return f"Row {facts['space'][1]}"


def _side(facts: Facts) -> str:
    return f"Capture zone {facts['side'] + 1}" if "side" in facts else _row(facts)


def _nothing(_: Facts) -> str:
    return ""


IN_STEPS = ("power", "jump", "offering", "turn", "use", "buy", "combo", "spirit")
TITLES: dict[str, tuple[str, Callable[[Facts], str]]] = {
    "power": ("Use a power", _nothing),
    "jump": ("Capture a die", lambda facts: f"With the die on {facts['from']}"),
    "offering": ("Your own colour", _nothing),
    "turn": ("Turn the captured die, for 1 offering", _nothing),
    "use": ("Use its face", _nothing),
    "buy": ("Buy an extra turn", _nothing),
    "combo": ("Score a combo", lambda facts: points_words(facts["points"])),
    "spirit": ("A single die to the Spirit World", _nothing),
    "line": ("Push a line", lambda facts: "A row" if facts["line"].startswith("row") else "A file"),
    "stack": ("Which stack?", _row),
    "top": ("Where does it go?", _row),
    "next": ("Where does it go?", _row),
    "die": ("Which die?", _row),
    "to": ("Where to?", _row),
    "with": ("With which die?", _side),
    "exchange": ("Which die?", _side),
    "face": ("Which die to which face?", _die),
    "steal": ("Which die?", lambda facts: f"Spirit World {facts['side'] + 1}"),
    "place": ("Which die where?", _die),
}
