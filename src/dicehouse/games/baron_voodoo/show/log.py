"""The sentences of the log. An event without a seat is the Baron's, in solo."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from dicehouse.kit.dice import Event
from dicehouse.kit.game import Told

from ..rules.board import DIE
from ..rules.state import BARON, N_FACES, NOBODY, SIZE, SPACES, Happened, Step, Why
from .names import (
    COLOUR_NAMES,
    COLOURS,
    ENDS,
    FACE_NAMES,
    LOA_IDS,
    LOA_NAMES,
    POWER_IDS,
    die_text,
    die_words,
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
Teller = Callable[[Event], Words]


def tell(event: Event) -> Told:
    """An event record in words."""
    kind, text, facts = TELLERS[event.kind](event)
    return Told(kind, event.seat if event.seat >= 0 else None, text, facts)


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
    words = [die_words(die) for die in dice]
    return words[0] if len(words) == 1 else f"{', '.join(words[:-1])} and {words[-1]}"


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
    return "place", f"{_who(e.seat)} places {die_words(e.item)} on {space_text(e.amount)}.", facts


def _turn(e: Event) -> Words:
    text = f"{_who(e.seat)} takes the extra turn." if e.item else f"{_who(e.seat)} begins turn {e.amount}."
    return "turn", text, {"turn": e.amount, "extra": bool(e.item), "baron": e.seat == NOBODY}


# --- powers


def _power(e: Event) -> Words:
    price = f" for {plural(e.amount, 'offering')}" if e.amount else ""
    facts = {"power": POWER_IDS[e.item], "price": e.amount}
    return "power", f"{_who(e.seat)} calls on {LOA_NAMES[e.item]}{price}.", facts


def _wata(e: Event) -> Words:
    line, end = line_text(e.item), ENDS[e.item >= SIZE][e.amount]
    return "wata", f"{_who(e.seat)} pushes {line} {end}.", {"line": line, "end": end}


def _spread(e: Event) -> Words:
    source, to = space_text(e.other), space_text(e.amount)
    where = "under the top die of" if e.total else "on"
    facts = {"from": source, "to": to, "die": die_text(e.item), "under": bool(e.total)}
    return "spread", f"{_who(e.seat)} puts {die_words(e.item)} from {source} {where} {to}.", facts


def _move(e: Event) -> Words:
    source, to = space_text(e.other), space_text(e.amount)
    facts = {"from": source, "to": to, "die": die_text(e.item)}
    return "move", f"{_who(e.seat)} moves {die_words(e.item)} from {source} to {to}.", facts


def _swap(e: Event) -> Words:
    a, b = space_text(e.other), space_text(e.amount)
    facts = {"a": a, "b": b, "die_a": die_text(e.item), "die_b": die_text(e.total)}
    text = f"{_who(e.seat)} swaps {die_words(e.item)} on {a} and {die_words(e.total)} on {b}."
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
        "baron": e.seat == NOBODY,
    }
    text = f"{_who(e.seat)} jumps from {source} over {space_text(over)} to {to} and takes {die_words(e.item)}."
    return "capture", text, facts


def _offering(e: Event) -> Words:
    own = e.item == Step.C1
    why = "for a die of their own colour" if own else "from the die's face"
    if e.seat == NOBODY and own:
        why = "for a die of his own colour"
    facts = {"why": "colour" if own else "face", "offerings": e.total}
    return "offering", f"{_who(e.seat)} takes an offering {why}.", facts


def _turn_die(e: Event) -> Words:
    facts = {"was": die_text(e.amount), "die": die_text(e.item), "offerings": e.total}
    return "turn-die", f"{_who(e.seat)} pays 1 offering: {die_words(e.amount)} becomes {_face(e.item)}.", facts


def _face(die: int) -> str:
    return FACE_NAMES[(die - 1) % N_FACES]


def _turned(e: Event) -> Words:
    facts = {"was": die_text(e.amount), "die": die_text(e.item)}
    return "face", f"{_who(e.seat)} turns {die_words(e.amount)} to {_face(e.item)}.", facts


def _guard(e: Event) -> Words:
    text = f"{_who(e.seat)} is under Protection: {COLOUR_NAMES[e.item]} dice can't be taken."
    return "guard", text, {"loa": COLOURS[e.item]}


def _guard_ends(e: Event) -> Words:
    return "guard-ends", f"The Protection of {_whom(e.seat)} ends.", {"loa": COLOURS[e.item]}


def _steal(e: Event) -> Words:
    side = e.other if e.other >= 0 else BARON
    text = f"{_who(e.seat)} steals {die_words(e.item)} from {_team(e.other, bool(e.amount))}."
    return "steal", text, {"side": side, "die": die_text(e.item)}


def _exchange(e: Event) -> Words:
    other, teams = e.faces[0], bool(e.faces[1])
    facts = {
        "a": e.other if e.other >= 0 else BARON,
        "die_a": die_text(e.item),
        "b": other if other >= 0 else BARON,
        "die_b": die_text(e.total),
    }
    text = (
        f"{_who(e.seat)} exchanges {die_words(e.item)} of {_team(e.other, teams)}"
        f" for {die_words(e.total)} of {_team(other, teams)}."
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
    return "combo", f"{_who(e.seat)} scores {points_words(e.amount)}: {_list(_faces(e))}.", facts


def _samedi(e: Event) -> Words:
    side = None if e.seat == NOBODY else e.seat
    text = "The Baron Samedi token goes back to the reserve."
    if side is not None:
        text = f"{_who(e.seat)} takes the Baron Samedi token: every power is free now."
    return "samedi", text, {"side": side}


# --- the end


def _blocked(e: Event) -> Words:
    return "blocked", f"{_who(e.seat)} can't capture anything and passes.", {"baron": e.seat == NOBODY}


def _trigger(e: Event) -> Words:
    rest = "this round is the last."
    if e.item == Why.SCORE:
        return "trigger", f"{_who(e.seat)} has reached the points that end the game: {rest}", {"why": "score"}
    return "trigger", f"{_who(e.seat)} is blocked, and that ends the game: {rest}", {"why": "blocked"}


def _final_combo(e: Event) -> Words:
    whose = _team(e.other if e.seat >= 0 else NOBODY, bool(e.item))
    whose = whose[:1].upper() + whose[1:]
    facts = {"side": e.other, "dice": _texts(e), "points": e.amount, "total": e.total}
    if not e.amount:
        return "final-combo", f"{whose}: no last combo.", facts
    return "final-combo", f"{whose}: a last combo of {points_words(e.amount)}, {_list(_faces(e))}.", facts


def _majority(e: Event) -> Words:
    sides, teams, solo = e.amount, bool(e.other > 0), bool(e.total)
    numbers = _faces(e)
    counts, points = numbers[:sides], numbers[sides:]
    facts = {"colour": COLOURS[e.item], "counts": counts, "points": points}
    names = [_team(NOBODY if solo and side == BARON else side, teams) for side in range(sides)]
    best = [f"{names[side]} {plural(points[side], 'point')}" for side in range(sides) if points[side]]
    said = ", ".join(f"{names[side]} {counts[side]}" for side in range(sides))
    text = f"Most {COLOUR_NAMES[e.item]} dice ({said}): {' and '.join(best) or 'nothing'}."
    return "majority", text, facts


def _final(e: Event) -> Words:
    totals = _faces(e)
    names = [_team(NOBODY if e.total and side == BARON else side, bool(e.item)) for side in range(len(totals))]
    said = ", ".join(f"{name} {total}" for name, total in zip(names, totals, strict=True))
    tied = totals.count(max(totals)) > 1 and not e.total
    why = " In a tie who started the end wins, else the first after them." if tied else ""
    return "final", f"Final score: {said}.{why}", {"totals": totals}


def _win(e: Event) -> Words:
    who = _team(e.seat, bool(e.amount))
    verb, title = ("win", "the new Loas of the Dead!") if e.amount else ("wins", "the new Loa of the Dead!")
    return "win", f"{who} {verb} with {points_words(e.total)}: {title}", {"total": e.total}


TELLERS: dict[int, Teller] = {
    Happened.LOA: _loa,
    Happened.BARON_LOA: _baron_loa,
    Happened.LAID: lambda e: ("laid", LAID[e.item], {"set_up": SET_UPS[e.item]}),
    Happened.LINE: _line,
    Happened.FIRST: lambda e: ("first", f"{_who(e.seat)} begins.", {}),
    Happened.PLACE: _place,
    Happened.TURN: _turn,
    Happened.POWER: _power,
    Happened.WATA: _wata,
    Happened.SPREAD: _spread,
    Happened.MOVE: _move,
    Happened.SWAP: _swap,
    Happened.CAPTURE: _capture,
    Happened.OFFERING: _offering,
    Happened.TURN_DIE: _turn_die,
    Happened.VICTORY: lambda e: (
        "victory",
        f"{_who(e.seat)} scores 1 point for Victory.",
        {"points": 1, "total": e.total},
    ),
    Happened.FACE: _turned,
    Happened.GUARD: _guard,
    Happened.GUARD_ENDS: _guard_ends,
    Happened.STEAL: _steal,
    Happened.EXCHANGE: _exchange,
    Happened.BUY: lambda e: (
        "buy",
        f"{_who(e.seat)} pays 2 offerings for an extra turn.",
        {"offerings": e.total},
    ),
    Happened.COMBO: _combo,
    Happened.SPIRIT: lambda e: (
        "spirit",
        f"{_who(e.seat)} moves {die_words(e.item)} to the Spirit World.",
        {"die": die_text(e.item)},
    ),
    Happened.SAMEDI: _samedi,
    Happened.BLOCKED: _blocked,
    Happened.TRIGGER: _trigger,
    Happened.FINAL_COMBO: _final_combo,
    Happened.MAJORITY: _majority,
    Happened.FINAL: _final,
    Happened.WIN: _win,
    Happened.LOST: lambda e: (
        "lost",
        f"{{0}} has {points_words(e.amount)}, the Baron {e.total}: the Baron wins.",
        {"total": e.amount, "baron": e.total},
    ),
}
