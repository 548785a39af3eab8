"""The sentences of the log."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from dicehouse.errors import DicehouseError
from dicehouse.kit.dice import Event
from dicehouse.kit.game import Told

from ..physics.bodies import COLOURS
from ..rules import barrels
from ..rules.notation import read_throw
from ..rules.seating import MIDDLE, barrel_name, board_name, colour_of, die_name
from ..rules.state import CENTRE, LETTERS, MAX_PLAYERS, N_BOARDS, NOBODY, Happened, Mode, Nothing
from .numbers import counted

Words = tuple[str, str, dict[str, Any]]
Teller = Callable[[Event, Mapping[str, Any]], Words]
NO_BOARD = -2
NOTHING = {
    Nothing.ON_NO_BOARD: "lies on no board",
    Nothing.CROOKED: "lies crooked",
    Nothing.COVERED: "lies under another one",
}


def tell(event: Event, measured: Mapping[str, Any] | None = None) -> Told:
    """An event record in words, with what the physics measured."""
    kind, text, facts = TELLERS[event.kind](event, measured or {})
    last = "The last throws" if kind == "last-throws" else ""
    return Told(kind, event.seat if event.seat >= 0 else None, text, facts, last=last)


def _die(number: int) -> str:
    return f"the {COLOURS[LETTERS[colour_of(number)]]} die"


def _board(number: int, seat: int = NOBODY) -> str:
    """A board in words, as it is called when `seat` has just been named; NOBODY is the target of all."""
    if number == NOBODY or number >= CENTRE:
        return "the target"
    return "their own board" if number == seat else f"{{{number}}}'s board"


def _shown(e: Event) -> list[int]:
    return [e.faces[i] for i in range(e.n_faces)]


def _seats(mask: int) -> str:
    return " and ".join(f"{{{seat}}}" for seat in range(MAX_PLAYERS) if mask >> seat & 1)


def one(colour: str) -> str:
    """A colour with its article: "a red", "an orange"."""
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
    return "pick", f"{{{e.seat}}} takes {one(colour)} die.", {"colour": colour, "die": die_name(e.amount)}


def _stand(e: Event, _: Mapping[str, Any]) -> Words:
    facts = {"barrel": barrel_name(e.item), "board": board_name(e.amount)}
    return "stand", f"{{{e.seat}}} stands a barrel on {_board(e.amount, e.seat)}.", facts


def _built(e: Event, measured: Mapping[str, Any]) -> Words:
    name = list(barrels.READY)[e.item]
    return "build", f"{{{e.seat}}} builds: {name}.", {"name": name, "flight": _flight(measured)}


def _piece(number: int) -> str:
    if number == NOBODY:
        return "everything"
    return f"barrel {number - N_BOARDS + 1}" if number >= N_BOARDS else f"board {number - CENTRE + 1}"


def _placed(e: Event, measured: Mapping[str, Any]) -> Words:
    return "place", f"{{{e.seat}}} puts {_piece(e.item)} down.", {"flight": _flight(measured)}


def _removed(e: Event, measured: Mapping[str, Any]) -> Words:
    return "remove", f"{{{e.seat}}} takes {_piece(e.item)} away.", {"flight": _flight(measured)}


def _flight(measured: Mapping[str, Any]) -> dict[str, Any] | None:
    """The film of what moved, for the page."""
    flight = measured.get("flight")
    if not isinstance(flight, dict):
        return None
    return {key: flight.get(key) for key in ("seconds", "status", "frames", "touches", "burnt", "lost")}


def _throw(e: Event, measured: Mapping[str, Any]) -> Words:
    target = MIDDLE if e.amount == NOBODY else board_name(e.amount)
    facts = {"die": die_name(e.item), "target": target, "throw": _meant(measured), "flight": _flight(measured)}
    return "throw", f"{{{e.seat}}} throws {_die(e.item)} at {_board(e.amount, e.seat)}.", facts


def _meant(measured: Mapping[str, Any]) -> dict[str, object] | None:
    """The throw as it was meant, where it is known."""
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
    facts["crooked"] = e.other == NO_BOARD and e.amount == Nothing.CROOKED
    if e.other == NO_BOARD:
        why = NOTHING[Nothing(e.amount)] if face or e.amount == Nothing.CROOKED else "shows no clear face"
        return "verdict", f"{_die(e.item).capitalize()} {why}: nothing.", facts
    facts |= {"board": MIDDLE if e.other == NOBODY else board_name(e.other), "points": e.amount, "levels": e.total}
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
    where = "down" if e.amount == NOBODY else f"off {_board(e.amount, e.seat)}"
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
    if e.seat == NOBODY:
        return "round-won", f"Round {e.item} is a tie at {_points(e.amount)}: nobody wins it.", facts
    return "round-won", f"{{{e.seat}}} wins round {e.item} with {_points(e.amount)}.", facts


def _plain(kind: str, text: str, *facts: str) -> Teller:
    """A sentence about a seat; facts name fields of the event."""
    return lambda e, _: (kind, text.format(seat=f"{{{e.seat}}}", amount=e.amount), {f: getattr(e, f) for f in facts})


TELLERS: dict[int, Teller] = {
    Happened.DEAL: _deal,
    Happened.ROLL_OFF: _roll_off,
    Happened.START: _plain("start", "{seat} starts."),
    Happened.ROUND: lambda e, _: ("round", f"Round {e.amount}: {{{e.seat}}} starts.", {"round": e.amount}),
    Happened.PICK: _pick,
    Happened.STAND: _stand,
    Happened.ASIDE: _plain("aside", "{seat} keeps the other barrels aside."),
    Happened.BUILT: _built,
    Happened.PLACED: _placed,
    Happened.REMOVED: _removed,
    Happened.READY: _plain("ready", "{seat} has built the target: it stands."),
    Happened.THROW: _throw,
    Happened.BURNT: _burnt,
    Happened.OFF: lambda e, _: ("off", f"{_die(e.item).capitalize()} leaves the table.", {"die": die_name(e.item)}),
    Happened.VERDICT: _verdict,
    Happened.KNOCKED: _knocked,
    Happened.TAKEN: _taken,
    Happened.BLUE: _blue,
    Happened.PASS: _plain("pass", "{seat} replaces no die."),
    Happened.AGAIN: _again,
    Happened.KEEP: lambda e, _: ("keep", f"{{{e.seat}}} leaves {_die(e.item)} there.", {}),
    Happened.SKIP: _plain("skip", "{seat} skips a turn."),
    Happened.BOARD_POINTS: _board_points,
    Happened.ROUND_WON: _round_won,
    Happened.WIN: _plain("win", "{seat} wins the match!", "amount"),
    Happened.LAST_THROWS: _plain("last-throws", "Nobody has more than one die left; {seat} throws next."),
    Happened.DRAWN: _plain("drawn", "After twenty rounds nobody is ahead: a draw."),
}
