"""Write the sentences of the log."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any

from dicehouse.core.dice import Event
from dicehouse.core.log_entry import LogEntry
from dicehouse.errors import DicehouseError
from dicehouse.i18n import Text, _, join_texts, ngettext, pgettext

from ..physics.bodies import COLOURS
from ..rules import barrels
from ..rules.action_events import dice_counts, thing_count
from ..rules.state import (
    CENTRE,
    LETTERS,
    MAX_PLAYERS,
    MOST_ROUNDS,
    N_BOARDS,
    NO_PIECE,
    EventKind,
    Mode,
    NoScoreReason,
)
from ..rules.table_layout import MIDDLE, barrel_name, board_name, colour_of, die_name
from ..rules.throw_notation import read_throw
from .notation import points_text
from .words import (
    KNOWN_DIE,
    MODE_NAMES,
    SOME_DIE,
    THE_DIE,
    at_board,
    off_board,
    off_boards,
    on_board,
    onto_board,
    seats_of,
    some_dice,
)

Words = tuple[str, Text, Mapping[int, Text], dict[str, Any]]  # the kind, the text, `own`, and facts
EntryWriter = Callable[[Event, Mapping[str, Any]], Words]
NO_BOARD = -2
SILENT = Text("")


def log_entry(event: Event, measured: Mapping[str, Any] | None = None) -> LogEntry:
    """Return `event` as a log entry, with what the physics measured."""
    kind, text, own, facts = ENTRY_WRITERS[event.kind](event, measured or {})
    last = _("The last throws") if kind == "last-throws" else ""
    return LogEntry(kind, event.seat if event.seat >= 0 else None, text, facts, last=last, own=own)


def _for_readers(write: Callable[[int | None], Text], seats: Iterable[int]) -> tuple[Text, dict[int, Text]]:
    """Return what `write` says to everybody, and to the readers in `seats`."""
    readers = [seat for seat in dict.fromkeys(seats) if 0 <= seat < MAX_PLAYERS]
    return write(None), {seat: write(seat) for seat in readers}


def _entry_for(
    kind: str, write: Callable[[int | None], Text], seats: Iterable[int], facts: dict[str, Any] | None = None
) -> Words:
    return kind, *_for_readers(write, seats), facts or {}


def _about_seat(kind: str, e: Event, others: Text, own: Text, facts: dict[str, Any] | None = None) -> Words:
    """Return a sentence about the seat of an event; `own` is what that seat reads."""
    return kind, others, {int(e.seat): own} if e.seat >= 0 else {}, facts or {}


def _mark(seat: int) -> str:
    return f"{{{seat}}}"


def _colour(number: int) -> str:
    return COLOURS[LETTERS[colour_of(number)]]


def _owners(board: int) -> list[int]:
    """Return the seat that owns a board, or nothing for the target in the middle."""
    return [board] if 0 <= board < CENTRE else []


def _shown(e: Event) -> list[int]:
    return [e.faces[i] for i in range(e.n_faces)]


# --- before the throws


def _deal(e: Event, measured: Mapping[str, Any]) -> Words:
    return "deal", _("New game: {mode}.", mode=MODE_NAMES[Mode(e.item), bool(e.amount)]), {}, {}


def _roll_off(e: Event, measured: Mapping[str, Any]) -> Words:
    dice = _shown(e)
    rolled = {seat: face for seat, face in enumerate(dice) if face}

    def write(reader: int | None) -> Text:
        rolls = [
            _("you {face}", face=face)
            if seat == reader
            else Text("{player} {face}", {"player": _mark(seat), "face": face})
            for seat, face in rolled.items()
        ]
        return _("Roll for the first turn: {rolls}.", rolls=join_texts(rolls))

    return _entry_for("roll-off", write, rolled, {"dice": dice})


def _start(e: Event, measured: Mapping[str, Any]) -> Words:
    return _about_seat("start", e, _("{player} starts the game.", player=_mark(e.seat)), _("You start the game."))


def _round(e: Event, measured: Mapping[str, Any]) -> Words:
    """The first round follows the sentence that says who starts."""
    facts = {"round": e.amount}
    if e.amount == 1:
        return "round", _("Round {round} begins.", round=e.amount), {}, facts
    others = _("Round {round}: {player} starts.", round=e.amount, player=_mark(e.seat))
    return _about_seat("round", e, others, _("Round {round}: you start.", round=e.amount), facts)


def _pick(e: Event, measured: Mapping[str, Any]) -> Words:
    colour = COLOURS[LETTERS[e.item]]
    die = SOME_DIE[colour]
    others, own = _("{player} drafts {die}.", player=_mark(e.seat), die=die), _("You draft {die}.", die=die)
    return _about_seat("pick", e, others, own, {"colour": colour, "die": die_name(e.amount)})


# --- barrels and targets


def _stand(e: Event, measured: Mapping[str, Any]) -> Words:
    def write(reader: int | None) -> Text:
        if reader == e.seat:
            return _("You put a barrel {where}.", where=onto_board(e.amount, reader))
        where = onto_board(e.amount, reader, e.seat)
        return _("{player} puts a barrel {where}.", player=_mark(e.seat), where=where)

    facts = {"barrel": barrel_name(e.item), "board": board_name(e.amount)}
    return _entry_for("stand", write, [e.seat, *_owners(e.amount)], facts)


def _aside(e: Event, measured: Mapping[str, Any]) -> Words:
    others = _("{player} places no more barrels.", player=_mark(e.seat))
    return _about_seat("aside", e, others, _("You place no more barrels."))


BUILT: Mapping[str, Text] = {
    "flat": pgettext("target", "a flat target"),
    "table": pgettext("target", "a table"),
    "storeys": pgettext("target", "three storeys"),
    "bridge": pgettext("target", "a bridge"),
    "ramps": pgettext("target", "a table with ramps"),
}


def _built(e: Event, measured: Mapping[str, Any]) -> Words:
    name = list(barrels.READY_TARGETS)[e.item]
    others = _("{player} builds {target}.", player=_mark(e.seat), target=BUILT[name])
    own = _("You build {target}.", target=BUILT[name])
    return _about_seat("build", e, others, own, {"name": name, "flight": _flight(measured)})


def piece_text(number: int) -> Text:
    """Return a piece of the target: "board 1", "barrel 2"."""
    if number >= N_BOARDS:
        return _("barrel {number}", number=number - N_BOARDS + 1)
    return _("board {number}", number=number - CENTRE + 1)


def _placed(e: Event, measured: Mapping[str, Any]) -> Words:
    piece = piece_text(e.item)
    others = _("{player} adds {piece}.", player=_mark(e.seat), piece=piece)
    return _about_seat("place", e, others, _("You add {piece}.", piece=piece), {"flight": _flight(measured)})


def _removed(e: Event, measured: Mapping[str, Any]) -> Words:
    facts = {"flight": _flight(measured)}
    if e.item == NO_PIECE:
        others = _("{player} clears the table.", player=_mark(e.seat))
        return _about_seat("remove", e, others, _("You clear the table."), facts)
    piece = piece_text(e.item)
    others = _("{player} removes {piece}.", player=_mark(e.seat), piece=piece)
    return _about_seat("remove", e, others, _("You remove {piece}.", piece=piece), facts)


def _ready(e: Event, measured: Mapping[str, Any]) -> Words:
    others = _("{player} finishes the target.", player=_mark(e.seat))
    return _about_seat("ready", e, others, _("You finish the target."))


# --- throws


def _flight(measured: Mapping[str, Any]) -> dict[str, Any] | None:
    """Return the animation of the moved bodies, for the page."""
    flight = measured.get("flight")
    if not isinstance(flight, dict):
        return None
    return {key: flight.get(key) for key in ("seconds", "status", "frames", "touches", "burnt", "lost")}


def _throw(e: Event, measured: Mapping[str, Any]) -> Words:
    die = SOME_DIE[_colour(e.item)]

    def write(reader: int | None) -> Text:
        if reader == e.seat:
            return _("You throw {die} {where}.", die=die, where=at_board(e.amount, reader))
        where = at_board(e.amount, reader, e.seat)
        return _("{player} throws {die} {where}.", player=_mark(e.seat), die=die, where=where)

    target = MIDDLE if e.amount == NO_PIECE else board_name(e.amount)
    facts = {"die": die_name(e.item), "target": target, "throw": _meant(measured), "flight": _flight(measured)}
    return _entry_for("throw", write, [e.seat, *_owners(e.amount)], facts)


def _meant(measured: Mapping[str, Any]) -> dict[str, object] | None:
    """Return the intended throw, or None if it is not recorded."""
    try:
        return read_throw(str(measured["flight"]["meant"])).facts()
    except (DicehouseError, KeyError, TypeError):
        return None


def _burnt(e: Event, measured: Mapping[str, Any]) -> Words:
    facts = {"die": die_name(e.item), "by": die_name(e.amount)}
    counts = dice_counts(e)
    return "burnt", _("Red burns {dice}.", dice=some_dice(counts)) if any(counts) else SILENT, {}, facts


def _off(e: Event, measured: Mapping[str, Any]) -> Words:
    facts, counts = {"die": die_name(e.item)}, dice_counts(e)
    if not any(counts):
        return "off", SILENT, {}, facts
    dice = some_dice(counts)
    others = _("{player} sends {dice} off the table.", player=_mark(e.seat), dice=dice)
    return _about_seat("off", e, others, _("You send {dice} off the table.", dice=dice), facts)


def _verdict(e: Event, measured: Mapping[str, Any]) -> Words:
    face, die = e.faces[0] or None, THE_DIE[_colour(e.item)]
    facts: dict[str, Any] = {"die": die_name(e.item), "board": None, "points": 0, "face": face, "levels": 0}
    facts["landed"] = [face] if face else []
    facts["crooked"] = e.other == NO_BOARD and e.amount == NoScoreReason.CROOKED
    if e.other == NO_BOARD:
        return "verdict", _worthless(die, e.amount, bool(face)), {}, facts
    facts |= {"board": MIDDLE if e.other == NO_PIECE else board_name(e.other), "points": e.amount, "levels": e.total}
    towers = _shown(e)[1:]

    def write(reader: int | None) -> Text:
        where, points = on_board(e.other, reader), points_text(e.amount)
        if len(towers) == 1 and e.total > 1:
            return _(
                "{die} tops a tower of {levels} {where} and scores {points}.",
                die=die,
                levels=e.total,
                where=where,
                points=points,
            )
        if e.total > 1:
            return _(
                "{die} counts {times} times {where} and scores {points}.",
                die=die,
                times=e.total,
                where=where,
                points=points,
            )
        return _("{die} scores {points} {where}.", die=die, points=points, where=where)

    return _entry_for("verdict", write, _owners(e.other), facts)


def _worthless(die: Text, why: int, has_face: bool) -> Text:
    if why == NoScoreReason.CROOKED:
        return _("{die} is crooked and scores nothing.", die=die)
    if not has_face:
        return _("{die} shows no clear face and scores nothing.", die=die)
    if why == NoScoreReason.COVERED:
        return _("{die} is under another die and scores nothing.", die=die)
    return _("{die} is on no board and scores nothing.", die=die)


def _knocked(e: Event, measured: Mapping[str, Any]) -> Words:
    facts, counts = {"die": die_name(e.item), "seats": seats_of(e.amount)}, dice_counts(e)
    if not any(counts):
        return "knocked", SILENT, {}, facts
    dice = some_dice(counts)

    def write(reader: int | None) -> Text:
        if reader == e.seat:
            return _("You knock {dice} {where}.", dice=dice, where=off_boards(e.amount, reader))
        where = off_boards(e.amount, reader, e.seat)
        return _("{player} knocks {dice} {where}.", player=_mark(e.seat), dice=dice, where=where)

    return _entry_for("knocked", write, [e.seat, *seats_of(e.amount)], facts)


def _taken(e: Event, measured: Mapping[str, Any]) -> Words:
    facts, n = {"barrel": barrel_name(e.item), "seat": e.seat, "taken": e.total}, thing_count(e)
    if not n:
        return "taken", SILENT, {}, facts

    def write(reader: int | None) -> Text:
        if reader == e.seat:
            return ngettext(
                "You knock {n} barrel {where} and lose {n} point.",
                "You knock {n} barrels {where} and lose {n} points.",
                n,
                where=off_board(e.amount, reader),
            )
        return ngettext(
            "{player} knocks {n} barrel {where} and loses {n} point.",
            "{player} knocks {n} barrels {where} and loses {n} points.",
            n,
            player=_mark(e.seat),
            where=off_board(e.amount, reader, e.seat),
        )

    return _entry_for("taken", write, [e.seat, *_owners(e.amount)], facts)


# --- powers


def _blue(e: Event, measured: Mapping[str, Any]) -> Words:
    facts = {"die": die_name(e.amount), "lost": die_name(e.item), "face": e.total}
    die, face = KNOWN_DIE[_colour(e.item)], e.total
    others = _("{player} replaces {die} with a blue {face}.", player=_mark(e.seat), die=die, face=face)
    return _about_seat("blue", e, others, _("You replace {die} with a blue {face}.", die=die, face=face), facts)


def _pass(e: Event, measured: Mapping[str, Any]) -> Words:
    return _about_seat(
        "pass", e, _("{player} doesn't replace a die.", player=_mark(e.seat)), _("You don't replace a die.")
    )


def _again(e: Event, measured: Mapping[str, Any]) -> Words:
    facts, die = {"die": die_name(e.item), "pink": die_name(e.amount)}, KNOWN_DIE[_colour(e.item)]
    others = _("{player} gives up a pink die to throw {die} again.", player=_mark(e.seat), die=die)
    return _about_seat("again", e, others, _("You give up a pink die to throw {die} again.", die=die), facts)


def _keep(e: Event, measured: Mapping[str, Any]) -> Words:
    die = KNOWN_DIE[_colour(e.item)]
    others = _("{player} doesn't throw {die} again.", player=_mark(e.seat), die=die)
    return _about_seat("keep", e, others, _("You don't throw {die} again.", die=die))


def _skip(e: Event, measured: Mapping[str, Any]) -> Words:
    return _about_seat("skip", e, _("{player} skips a turn.", player=_mark(e.seat)), _("You skip a turn."))


# --- the end of a round, and of the match


def _board_points(e: Event, measured: Mapping[str, Any]) -> Words:
    facts, points = {"points": e.amount, "taken": e.total}, points_text(e.amount)
    if not e.total:
        others = _("{player} scores {points}.", player=_mark(e.seat), points=points)
        return _about_seat("board-points", e, others, _("You score {points}.", points=points), facts)
    others = ngettext(
        "{player} scores {points}, with {n} point deducted for a barrel.",
        "{player} scores {points}, with {n} points deducted for barrels.",
        e.total,
        player=_mark(e.seat),
        points=points,
    )
    own = ngettext(
        "You score {points}, with {n} point deducted for a barrel.",
        "You score {points}, with {n} points deducted for barrels.",
        e.total,
        points=points,
    )
    return _about_seat("board-points", e, others, own, facts)


def _round_won(e: Event, measured: Mapping[str, Any]) -> Words:
    facts, points = {"round": e.item, "points": e.amount}, points_text(e.amount)
    if e.seat < 0:
        text = _("Round {round} is tied at {points}, so nobody wins it.", round=e.item, points=points)
        return "round-won", text, {}, facts
    others = _("{player} wins round {round} with {points}.", player=_mark(e.seat), round=e.item, points=points)
    return _about_seat(
        "round-won", e, others, _("You win round {round} with {points}.", round=e.item, points=points), facts
    )


def _win(e: Event, measured: Mapping[str, Any]) -> Words:
    others = _("{player} wins the game!", player=_mark(e.seat))
    return _about_seat("win", e, others, _("You win the game!"), {"amount": e.amount})


def _last_throws(e: Event, measured: Mapping[str, Any]) -> Words:
    others = _("No player has more than one die left. {player} throws next.", player=_mark(e.seat))
    return _about_seat("last-throws", e, others, _("No player has more than one die left. You throw next."))


def _drawn(e: Event, measured: Mapping[str, Any]) -> Words:
    return "drawn", _("No player leads after {rounds} rounds, so the game is a draw.", rounds=MOST_ROUNDS), {}, {}


ENTRY_WRITERS: dict[int, EntryWriter] = {
    EventKind.DEAL: _deal,
    EventKind.ROLL_OFF: _roll_off,
    EventKind.START: _start,
    EventKind.ROUND: _round,
    EventKind.PICK: _pick,
    EventKind.STAND: _stand,
    EventKind.ASIDE: _aside,
    EventKind.BUILT: _built,
    EventKind.PLACED: _placed,
    EventKind.REMOVED: _removed,
    EventKind.READY: _ready,
    EventKind.THROW: _throw,
    EventKind.BURNT: _burnt,
    EventKind.OFF: _off,
    EventKind.VERDICT: _verdict,
    EventKind.KNOCKED: _knocked,
    EventKind.TAKEN: _taken,
    EventKind.BLUE: _blue,
    EventKind.PASS: _pass,
    EventKind.AGAIN: _again,
    EventKind.KEEP: _keep,
    EventKind.SKIP: _skip,
    EventKind.BOARD_POINTS: _board_points,
    EventKind.ROUND_WON: _round_won,
    EventKind.WIN: _win,
    EventKind.LAST_THROWS: _last_throws,
    EventKind.DRAWN: _drawn,
}
