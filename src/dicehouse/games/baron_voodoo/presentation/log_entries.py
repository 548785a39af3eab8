"""Write the sentences of the log. An event without a seat is the Baron's, in solo."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from dicehouse.core.dice import Event
from dicehouse.core.log_entry import LogEntry

from ..rules.board import DIE
from ..rules.face_effects import TO_SPIRIT
from ..rules.state import BARON, NO_SEAT, SIZE, SPACES, EndReason, EventKind, TurnStep
from ..rules.steps_after_capture import PRICE_OF_FACE, PRICE_OF_TURN
from .notation import (
    COLOUR_NAMES,
    COLOURS,
    ENDS,
    LOA_IDS,
    LOA_NAMES,
    POWER_IDS,
    a_die,
    capital,
    die_text,
    die_words,
    face_name,
    line_text,
    plural,
    points_words,
    space_text,
)

SET_UPS = ("quick", "draft", "balanced", "chaos")
LAID = (
    "The dice are thrown and laid on the board.",
    "The dice are thrown; one by one they are placed.",
    "The dice are laid out, the same for every Loa.",
    "The dice are laid out: nothing but Steal and Exchange.",
)

Words = tuple[str, str, dict[str, Any]]
EntryWriter = Callable[[Event], Words]


def log_entry(event: Event) -> LogEntry:
    """Return `event` as a log entry."""
    kind, text, facts = ENTRY_WRITERS[event.kind](event)
    last = "The last round" if kind == "trigger" else ""
    return LogEntry(kind, event.seat if event.seat >= 0 else None, text, facts, last=last)


def _who(seat: int) -> str:
    return f"{{{seat}}}" if seat >= 0 else "The Baron"


def _whom(seat: int) -> str:
    return f"{{{seat}}}" if seat >= 0 else "the Baron"


def _team(side: int, teams: bool) -> str:
    return f"{{{side}}} and {{{side + 2}}}" if teams else _whom(side)


def _faces(e: Event) -> list[int]:
    return [e.faces[i] for i in range(e.n_faces)]


def _texts(e: Event) -> list[str]:
    return [die_text(die) for die in _faces(e)]


def _list(dice: Sequence[int]) -> str:
    words = [a_die(die) for die in dice]
    return f"{', '.join(words[:-1])} and {words[-1]}"


def _their(seat: int) -> str:
    return "their" if seat >= 0 else "his"


# --- the beginning


def _loa(e: Event) -> Words:
    return "loa", f"{_who(e.seat)} plays {LOA_NAMES[e.item]}, {COLOUR_NAMES[e.item]}.", {"loa": LOA_IDS[e.item]}


def _baron_loa(e: Event) -> Words:
    text = f"The Baron covers {LOA_NAMES[e.item]}, {COLOUR_NAMES[e.item]}."
    return "baron-loa", text, {"loa": LOA_IDS[e.item], "baron": True}


def _line(e: Event) -> Words:
    return "line", f"The Baron's wishes, in order: {_list(_faces(e))}.", {"dice": _texts(e)}


def _place(e: Event) -> Words:
    facts = {"die": die_text(e.item), "space": space_text(e.amount)}
    return "place", f"{_who(e.seat)} places {a_die(e.item)} on {space_text(e.amount)}.", facts


def _turn(e: Event) -> Words:
    text = f"{_who(e.seat)} takes the extra turn." if e.item else f"{_who(e.seat)} begins turn {e.amount}."
    return "turn", text, {"turn": e.amount, "extra": bool(e.item), "baron": e.seat == NO_SEAT}


# --- powers


def _power(e: Event) -> Words:
    price = f" for {plural(e.amount, 'offering')}, {e.total} left" if e.amount else ""
    facts = {"power": POWER_IDS[e.item], "price": e.amount}
    return "power", f"{_who(e.seat)} calls on {LOA_NAMES[e.item]}{price}.", facts


def _wata(e: Event) -> Words:
    line, end = line_text(e.item), ENDS[e.item >= SIZE][e.amount]
    return "wata", f"{_who(e.seat)} pushes {line} {end}.", {"line": line, "end": end}


def _spread(e: Event) -> Words:
    source, to = space_text(e.other), space_text(e.amount)
    where = "under the top die of" if e.total else "on"
    facts = {"from": source, "to": to, "die": die_text(e.item), "under": bool(e.total)}
    return "spread", f"{_who(e.seat)} puts {a_die(e.item)} from {source} {where} {to}.", facts


def _move(e: Event) -> Words:
    source, to = space_text(e.other), space_text(e.amount)
    facts = {"from": source, "to": to, "die": die_text(e.item)}
    return "move", f"{_who(e.seat)} moves {a_die(e.item)} from {source} to {to}.", facts


def _swap(e: Event) -> Words:
    a, b = space_text(e.other), space_text(e.amount)
    facts = {"a": a, "b": b, "die_a": die_text(e.item), "die_b": die_text(e.total)}
    text = f"{_who(e.seat)} swaps {a_die(e.item)} on {a} and {a_die(e.total)} on {b}."
    return "swap", text, facts


# --- the capture and the steps


def _capture(e: Event) -> Words:
    over, jumper = divmod(e.total, SPACES)
    assert 0 < jumper <= DIE
    source, to = space_text(e.amount), space_text(e.other)
    facts = {
        "from": source,
        "over": space_text(over),
        "to": to,
        "die": die_text(e.item),
        "jumper": die_text(jumper),
        "baron": e.seat == NO_SEAT,
    }
    text = f"{_who(e.seat)} jumps from {source} over {space_text(over)} to {to} and takes {a_die(e.item)}."
    return "capture", text, facts


def _offering(e: Event) -> Words:
    own = e.item == TurnStep.C1
    why = f"for a die of {_their(e.seat)} own colour" if own else "for the Offering face"
    facts = {"why": "colour" if own else "face", "offerings": e.total}
    return "offering", f"{_who(e.seat)} takes 1 offering {why}, {e.total} now.", facts


def _turn_die(e: Event) -> Words:
    facts = {"was": die_text(e.amount), "die": die_text(e.item), "offerings": e.total}
    text = (
        f"{_who(e.seat)} pays {plural(PRICE_OF_FACE, 'offering')}, {e.total} left, and turns the {die_words(e.amount)} "
        f"to {face_name(e.item)}."
    )
    return "turn-die", text, facts


def _turned(e: Event) -> Words:
    facts = {"was": die_text(e.amount), "die": die_text(e.item)}
    return "face", f"{_who(e.seat)} turns {a_die(e.amount)} to {face_name(e.item)}.", facts


def _guard(e: Event) -> Words:
    theirs = "the team's" if e.amount else _their(e.seat)
    kept = [f"capture {COLOUR_NAMES[e.item]} dice", f"steal from {theirs} Spirit World"]
    kept += [f"exchange dice of {theirs} Capture zone"] if e.total else []
    text = (
        f"{_who(e.seat)} is under Protection until {_their(e.seat)} next turn:"
        f" no opponent can {', '.join(kept[:-1])} or {kept[-1]}."
    )
    return "guard", text, {"loa": COLOURS[e.item]}


def _guard_ends(e: Event) -> Words:
    return "guard-ends", f"The Protection of {_whom(e.seat)} ends.", {"loa": COLOURS[e.item]}


def _steal(e: Event) -> Words:
    side, teams = e.other if e.other >= 0 else BARON, bool(e.amount)
    whom, theirs = _team(e.other, teams), "the team's" if teams else _their(e.seat)
    to = "Spirit World" if e.total == TO_SPIRIT else "Capture zone"
    text = (
        f"{_who(e.seat)} steals {a_die(e.item)} from the Spirit World of {whom} for {theirs} {to};"
        f" {whom} {'keep' if teams else 'keeps'} any points that it brought."
    )
    return "steal", text, {"side": side, "die": die_text(e.item)}


def _exchange(e: Event) -> Words:
    other, teams = e.faces[0], bool(e.faces[1])
    facts = {
        "a": e.other if e.other >= 0 else BARON,
        "die_a": die_text(e.item),
        "b": other if other >= 0 else BARON,
        "die_b": die_text(e.total),
    }
    (one, die), (another, for_die) = (e.other, e.item), (other, e.total)
    own = e.seat % 2 if teams else e.seat
    if another == own:
        (one, die), (another, for_die) = (another, for_die), (one, die)
    whose = "" if one == own else f" from the Capture zone of {_team(one, teams)}"
    text = (
        f"{_who(e.seat)} exchanges {a_die(die)}{whose}"
        f" for {a_die(for_die)} from the Capture zone of {_team(another, teams)}."
    )
    return "exchange", text, facts


def _combo(e: Event) -> Words:
    facts = {
        "dice": _texts(e),
        "points": e.amount,
        "kind": "colour" if e.item else "icon",
        "total": e.total,
        "side": e.other,
    }
    text = f"{_who(e.seat)} scores {points_words(e.amount)}, {e.total} in all, for {_list(_faces(e))}."
    return "combo", text, facts


def _samedi(e: Event) -> Words:
    side = None if e.seat == NO_SEAT else e.seat
    text = "The Baron Samedi token goes back to the reserve: nobody has most white dice."
    if side is not None:
        text = f"{_who(e.seat)} takes the Baron Samedi token for most white dice: every power is free now."
    return "samedi", text, {"side": side}


# --- the end


def _blocked(e: Event) -> Words:
    return "blocked", f"{_who(e.seat)} can't capture anything and passes.", {"baron": e.seat == NO_SEAT}


def _trigger(e: Event) -> Words:
    rest = "this round is the last."
    if e.item == EndReason.SCORE:
        return "trigger", f"{_who(e.seat)} has the points that end the game: {rest}", {"why": "score"}
    return "trigger", f"{_who(e.seat)} is blocked, which ends the game: {rest}", {"why": "blocked"}


def _final_combo(e: Event) -> Words:
    teams, *combo = _faces(e)
    who = capital(_team(e.other if e.seat >= 0 else NO_SEAT, bool(teams)))
    facts = {"side": e.other, "dice": [die_text(die) for die in combo], "points": e.amount, "total": e.total}
    if not e.item:
        return "final-combo", f"{who} {'have' if teams else 'has'} no dice left to carry over.", facts
    dice = "the last die" if e.item == 1 else f"the last {e.item} dice"
    sentence = f"{who} {'carry' if teams else 'carries'} {dice} over to the Spirit World"
    if not e.amount:
        return "final-combo", f"{sentence}; no combo is among them." if e.item > 1 else f"{sentence}.", facts
    scored = f"{'score' if teams else 'scores'} {points_words(e.amount)}, {e.total} in all, for {_list(combo)}"
    return "final-combo", f"{sentence} and {scored}.", facts


def _majority(e: Event) -> Words:
    sides, teams, solo = e.amount, bool(e.other > 0), bool(e.total)
    numbers = _faces(e)
    counts, points = numbers[:sides], numbers[sides:]
    facts = {"colour": COLOURS[e.item], "counts": counts, "points": points}
    names = [_team(NO_SEAT if solo and side == BARON else side, teams) for side in range(sides)]
    best = [f"{names[side]} {plural(points[side], 'point')}" for side in range(sides) if points[side]]
    said = ", ".join(f"{names[side]} {counts[side]}" for side in range(sides))
    text = f"Most {COLOUR_NAMES[e.item]} dice ({said}): {' and '.join(best) or 'nothing'}."
    return "majority", text, facts


def _final(e: Event) -> Words:
    totals = _faces(e)
    names = [_team(NO_SEAT if e.total and side == BARON else side, bool(e.item)) for side in range(len(totals))]
    said = ", ".join(f"{name} {total}" for name, total in zip(names, totals, strict=True))
    tied = totals.count(max(totals)) > 1 and not e.total
    why = " In a tie, whoever began the end wins, else the first after them." if tied else ""
    return "final", f"Final score: {said}.{why}", {"totals": totals}


def _win(e: Event) -> Words:
    who = _team(e.seat, bool(e.amount))
    verb, title = ("win", "the new Loas of the Dead!") if e.amount else ("wins", "the new Loa of the Dead!")
    return "win", f"{who} {verb} with {points_words(e.total)}: {title}", {"total": e.total}


ENTRY_WRITERS: dict[int, EntryWriter] = {
    EventKind.LOA: _loa,
    EventKind.BARON_LOA: _baron_loa,
    EventKind.LAID: lambda e: ("laid", LAID[e.item], {"set_up": SET_UPS[e.item]}),
    EventKind.LINE: _line,
    EventKind.FIRST: lambda e: ("first", f"{_who(e.seat)} begins.", {}),
    EventKind.PLACE: _place,
    EventKind.TURN: _turn,
    EventKind.POWER: _power,
    EventKind.WATA: _wata,
    EventKind.SPREAD: _spread,
    EventKind.MOVE: _move,
    EventKind.SWAP: _swap,
    EventKind.CAPTURE: _capture,
    EventKind.OFFERING: _offering,
    EventKind.TURN_DIE: _turn_die,
    EventKind.VICTORY: lambda e: (
        "victory",
        f"{_who(e.seat)} scores {points_words(e.amount)} for Victory, {e.total} in all.",
        {"points": e.amount, "total": e.total},
    ),
    EventKind.FACE: _turned,
    EventKind.GUARD: _guard,
    EventKind.GUARD_ENDS: _guard_ends,
    EventKind.STEAL: _steal,
    EventKind.EXCHANGE: _exchange,
    EventKind.BUY: lambda e: (
        "buy",
        f"{_who(e.seat)} pays {plural(PRICE_OF_TURN, 'offering')}, {e.total} left, for an extra turn.",
        {"offerings": e.total},
    ),
    EventKind.COMBO: _combo,
    EventKind.SPIRIT: lambda e: (
        "spirit",
        f"{_who(e.seat)} carries {a_die(e.item)} over to the Spirit World, for no points.",
        {"die": die_text(e.item)},
    ),
    EventKind.SAMEDI: _samedi,
    EventKind.BLOCKED: _blocked,
    EventKind.TRIGGER: _trigger,
    EventKind.FINAL_COMBO: _final_combo,
    EventKind.MAJORITY: _majority,
    EventKind.FINAL: _final,
    EventKind.WIN: _win,
    EventKind.LOST: lambda e: (
        "lost",
        f"The Baron wins: he has {e.total}, {{0}} has {points_words(e.amount)}.",
        {"total": e.amount, "baron": e.total},
    ),
}
