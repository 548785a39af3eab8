"""Write the sentences of the log."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from dicehouse.core.dice import Event
from dicehouse.core.log_entry import LogEntry
from dicehouse.errors import DicehouseError
from dicehouse.text_format import number_word

from ..physics.bodies import COLOURS
from ..rules import barrels
from ..rules.state import (
    CENTRE,
    LETTERS,
    MAX_PLAYERS,
    MOST_ROUNDS,
    N_BOARDS,
    NO_PIECE,
    NO_SEAT,
    EventKind,
    Mode,
    NoScoreReason,
)
from ..rules.table_layout import MIDDLE, barrel_name, board_name, colour_of, die_name
from ..rules.throw_notation import read_throw
from .notation import counted

Words = tuple[str, str, dict[str, Any]]
EntryWriter = Callable[[Event, Mapping[str, Any]], Words]
NO_BOARD = -2
NOTHING = {
    NoScoreReason.ON_NO_BOARD: "lies on no board",
    NoScoreReason.CROOKED: "lies crooked",
    NoScoreReason.COVERED: "lies under another one",
}


def log_entry(event: Event, measured: Mapping[str, Any] | None = None) -> LogEntry:
    """Return `event` as a log entry, with what the physics measured."""
    kind, text, facts = ENTRY_WRITERS[event.kind](event, measured or {})
    last = "The last throws" if kind == "last-throws" else ""
    return LogEntry(kind, event.seat if event.seat >= 0 else None, text, facts, last=last)


def _die(number: int) -> str:
    return f"the {COLOURS[LETTERS[colour_of(number)]]} die"


def _board(number: int, seat: int = NO_SEAT) -> str:
    """Name a board in words, after `seat` has been named in the sentence; NO_PIECE is the target in the middle."""
    if number == NO_PIECE or number >= CENTRE:
        return "the target"
    return "their own board" if number == seat else f"{{{number}}}'s board"


def _shown(e: Event) -> list[int]:
    return [e.faces[i] for i in range(e.n_faces)]


def _seats(mask: int) -> str:
    return " and ".join(f"{{{seat}}}" for seat in range(MAX_PLAYERS) if mask >> seat & 1)


def with_article(colour: str) -> str:
    """Return a colour with its article: "a red", "an orange"."""
    return f"{'an' if colour[0] in 'aeiou' else 'a'} {colour}"


def _points(number: int) -> str:
    return counted(number, "point", "points")


def _deal(e: Event, _: Mapping[str, Any]) -> Words:
    game = {Mode.CLASSIC: "Classic", Mode.CENTRAL: "Central Board", Mode.DRAFTING: "Drafting"}[Mode(e.item)]
    return "deal", f"{game}{', with barrels' if e.amount else ''}.", {}


def _roll_off(e: Event, _: Mapping[str, Any]) -> Words:
    dice = _shown(e)
    words = ", ".join(f"{{{seat}}} {face}" for seat, face in enumerate(dice) if face)
    return "roll-off", f"Who starts? {words}.", {"dice": dice}


def _pick(e: Event, _: Mapping[str, Any]) -> Words:
    colour = COLOURS[LETTERS[e.item]]
    return "pick", f"{{{e.seat}}} takes {with_article(colour)} die.", {"colour": colour, "die": die_name(e.amount)}


def _stand(e: Event, _: Mapping[str, Any]) -> Words:
    facts = {"barrel": barrel_name(e.item), "board": board_name(e.amount)}
    return "stand", f"{{{e.seat}}} stands a barrel on {_board(e.amount, e.seat)}.", facts


def _built(e: Event, measured: Mapping[str, Any]) -> Words:
    name = list(barrels.READY_TARGETS)[e.item]
    return "build", f"{{{e.seat}}} builds: {name}.", {"name": name, "flight": _flight(measured)}


def _piece(number: int) -> str:
    if number == NO_PIECE:
        return "everything"
    return f"barrel {number - N_BOARDS + 1}" if number >= N_BOARDS else f"board {number - CENTRE + 1}"


def _placed(e: Event, measured: Mapping[str, Any]) -> Words:
    return "place", f"{{{e.seat}}} puts {_piece(e.item)} down.", {"flight": _flight(measured)}


def _removed(e: Event, measured: Mapping[str, Any]) -> Words:
    return "remove", f"{{{e.seat}}} takes {_piece(e.item)} away.", {"flight": _flight(measured)}


def _flight(measured: Mapping[str, Any]) -> dict[str, Any] | None:
    """Return the animation of the moved bodies, for the page."""
    flight = measured.get("flight")
    if not isinstance(flight, dict):
        return None
    return {key: flight.get(key) for key in ("seconds", "status", "frames", "touches", "burnt", "lost")}


def _throw(e: Event, measured: Mapping[str, Any]) -> Words:
    target = MIDDLE if e.amount == NO_PIECE else board_name(e.amount)
    facts = {"die": die_name(e.item), "target": target, "throw": _meant(measured), "flight": _flight(measured)}
    return "throw", f"{{{e.seat}}} throws {_die(e.item)} at {_board(e.amount, e.seat)}.", facts


def _meant(measured: Mapping[str, Any]) -> dict[str, object] | None:
    """Return the intended throw, or None if it is not recorded."""
    try:
        return read_throw(str(measured["flight"]["meant"])).facts()
    except (DicehouseError, KeyError, TypeError):
        return None


def _burnt(e: Event, _: Mapping[str, Any]) -> Words:
    facts = {"die": die_name(e.item), "by": die_name(e.amount)}
    return "burnt", f"{_die(e.item).capitalize()} touches a red one and burns.", facts


def _verdict(e: Event, _: Mapping[str, Any]) -> Words:
    face = e.faces[0] or None
    facts: dict[str, Any] = {"die": die_name(e.item), "board": None, "points": 0, "face": face, "levels": 0}
    facts["landed"] = [face] if face else []
    facts["crooked"] = e.other == NO_BOARD and e.amount == NoScoreReason.CROOKED
    if e.other == NO_BOARD:
        why = NOTHING[NoScoreReason(e.amount)] if face or e.amount == NoScoreReason.CROOKED else "shows no clear face"
        return "verdict", f"{_die(e.item).capitalize()} {why}: nothing.", facts
    facts |= {"board": MIDDLE if e.other == NO_PIECE else board_name(e.other), "points": e.amount, "levels": e.total}
    towers = _shown(e)[1:]
    tower = f", on top of {'a tower' if len(towers) == 1 else 'towers'} of {' and '.join(map(str, towers))}"
    tower = tower if e.total > 1 else ""
    return "verdict", f"{_die(e.item).capitalize()} on {_board(e.other)}{tower}: {_points(e.amount)}.", facts


def _knocked(e: Event, _: Mapping[str, Any]) -> Words:
    facts = {"die": die_name(e.item), "seats": [seat for seat in range(MAX_PLAYERS) if e.amount >> seat & 1]}
    board = f"{_seats(e.amount)}'s board" if e.amount else "the target"
    return "knocked", f"{_die(e.item).capitalize()} is knocked off {board}.", facts


def _taken(e: Event, _: Mapping[str, Any]) -> Words:
    facts = {"barrel": barrel_name(e.item), "seat": e.seat, "taken": e.total}
    where = "down" if e.amount == NO_PIECE else f"off {_board(e.amount, e.seat)}"
    return "taken", f"{{{e.seat}}} knocks barrel {e.item + 1} {where} and loses a point.", facts


def _blue(e: Event, _: Mapping[str, Any]) -> Words:
    facts = {"die": die_name(e.amount), "lost": die_name(e.item), "face": e.total}
    return "blue", f"{{{e.seat}}} replaces {_die(e.item)} with a blue {e.total}.", facts


def _again(e: Event, _: Mapping[str, Any]) -> Words:
    facts = {"die": die_name(e.item), "pink": die_name(e.amount)}
    return "again", f"{{{e.seat}}} gives up a pink die to throw {_die(e.item)} again.", facts


def _board_points(e: Event, _: Mapping[str, Any]) -> Words:
    less = f" ({e.total} lost to barrels)" if e.total else ""
    return "board-points", f"{{{e.seat}}} has {_points(e.amount)}{less}.", {"points": e.amount, "taken": e.total}


def _round_won(e: Event, _: Mapping[str, Any]) -> Words:
    facts = {"round": e.item, "points": e.amount}
    if e.seat == NO_SEAT:
        return "round-won", f"Round {e.item} is a tie at {_points(e.amount)}: nobody wins it.", facts
    return "round-won", f"{{{e.seat}}} wins round {e.item} with {_points(e.amount)}.", facts


def _plain(kind: str, text: str, *facts: str) -> EntryWriter:
    """Return a writer of one sentence about a seat; `text` names fields of the event."""
    return lambda e, _: (kind, text.format(seat=f"{{{e.seat}}}", amount=e.amount), {f: getattr(e, f) for f in facts})


ENTRY_WRITERS: dict[int, EntryWriter] = {
    EventKind.DEAL: _deal,
    EventKind.ROLL_OFF: _roll_off,
    EventKind.START: _plain("start", "{seat} starts."),
    EventKind.ROUND: lambda e, _: ("round", f"Round {e.amount}: {{{e.seat}}} starts.", {"round": e.amount}),
    EventKind.PICK: _pick,
    EventKind.STAND: _stand,
    EventKind.ASIDE: _plain("aside", "{seat} keeps the other barrels aside."),
    EventKind.BUILT: _built,
    EventKind.PLACED: _placed,
    EventKind.REMOVED: _removed,
    EventKind.READY: _plain("ready", "{seat} has built the target: it stands."),
    EventKind.THROW: _throw,
    EventKind.BURNT: _burnt,
    EventKind.OFF: lambda e, _: ("off", f"{_die(e.item).capitalize()} leaves the table.", {"die": die_name(e.item)}),
    EventKind.VERDICT: _verdict,
    EventKind.KNOCKED: _knocked,
    EventKind.TAKEN: _taken,
    EventKind.BLUE: _blue,
    EventKind.PASS: _plain("pass", "{seat} replaces no die."),
    EventKind.AGAIN: _again,
    EventKind.KEEP: lambda e, _: ("keep", f"{{{e.seat}}} leaves {_die(e.item)} there.", {}),
    EventKind.SKIP: _plain("skip", "{seat} skips a turn."),
    EventKind.BOARD_POINTS: _board_points,
    EventKind.ROUND_WON: _round_won,
    EventKind.WIN: _plain("win", "{seat} wins the match!", "amount"),
    EventKind.LAST_THROWS: _plain("last-throws", "Nobody has more than one die left; {seat} throws next."),
    EventKind.DRAWN: _plain("drawn", f"After {number_word(MOST_ROUNDS)} rounds nobody is ahead: a draw."),
}
