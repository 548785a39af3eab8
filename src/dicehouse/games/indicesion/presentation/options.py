"""Describe options as text, as sentences, and as things on the table; throws may be written freely too (see
`throw_notation`).
"""

from __future__ import annotations

from collections.abc import Callable

from dicehouse.core import Block, Option
from dicehouse.errors import BadThrow
from dicehouse.i18n import Text, _, pgettext

from ..rules import action_codes, barrels
from ..rules.barrels import PIECES, READY_TARGETS, SPOTS, piece_number
from ..rules.phases import stand_text
from ..rules.power_dice import respawn_place, unused_dice
from ..rules.ready_throws import READY_THROWS, ready_throw, targets, usual_target
from ..rules.scoring import ODDS
from ..rules.state import NO_DIE, Colour, Phase, State
from ..rules.table_layout import board_name, die_name
from ..rules.throw_notation import IntendedThrow, millimetres, read_placing, read_throw
from ..rules.throws import check_allowed_throw, throwable_dice
from .log_entries import piece_text
from .words import COLOUR_NAMES, KNOWN_DIE, SOME_DIE, at_board, colour_of_die, number_of, onto_board

SOFT = 150  # millimetres a second: a die released more slowly is dropped
FLAT = 20  # degrees: a throw that climbs more steeply is lobbed
POWERS = (
    _("burns all dice that touch it"),
    _("scores {points} on 2 to 5, otherwise nothing", points=ODDS),
    _("+1 to each die that scores on its board"),
    _("takes its points off its board"),
    _("unused: replaces a die knocked off your board"),
    _("unused: lets you throw a die again"),
)
HOW_NOTES = (_("from above"), _("in an arc"), _("hard and flat, at the nearest die or barrel"))
PLACES = {  # on a board, as its player sees it
    "middle": pgettext("on a board", "middle"),
    "left": pgettext("on a board", "left"),
    "right": pgettext("on a board", "right"),
    "near": pgettext("on a board", "near"),
    "far": pgettext("on a board", "far"),
}
TARGETS = {
    "flat": (pgettext("target", "Flat"), _("two boards edge to edge")),
    "table": (pgettext("target", "Table"), _("a board on four barrels")),
    "storeys": (pgettext("target", "Storeys"), _("three boards with barrels between them")),
    "bridge": (pgettext("target", "Bridge"), _("a board across two others")),
    "ramps": (pgettext("target", "Ramps"), _("a table with two ramps")),
}


def describe_action(state: State, seat: int, action: int) -> Option:
    """Describe the listed choice `action` of `seat` as an option."""
    if action in SIMPLE:
        text, label, note = SIMPLE[action]
        die = None if state.thrown == NO_DIE else die_name(state.thrown)
        return Option(text, label, note, (f"key:{text}",), {"kind": text, "die": die})
    return next(describer for block, describer in DESCRIBERS if action in block)(state, seat, action)


SIMPLE = {
    action_codes.ASIDE: ("aside", _("Place no more barrels"), ""),
    action_codes.CLEAR: ("clear", _("Clear the table"), ""),
    action_codes.DONE: ("done", _("Finish the target"), ""),
    action_codes.PASS: ("pass", _("Don't replace it"), ""),
    action_codes.AGAIN: ("again", _("Throw it again"), _("costs a pink die and a turn")),
    action_codes.KEEP: ("keep", _("Don't throw again"), ""),
}


def final(state: State, seat: int, action: int) -> bool:
    """Return True if the choice can't be undone: a released body falls, and then others throw or place; only clearing
    the table can be undone.
    """
    return action != action_codes.CLEAR


def _start(state: State, seat: int, action: int) -> Option:
    other = action_codes.START.seat(action)
    label = _("You start") if other == seat else _("{player} starts", player=f"{{{other}}}")
    return Option(f"start p{other + 1}", label, "", (f"seat:{other}",), {"kind": "start", "seat": other})


def _draft(state: State, seat: int, action: int) -> Option:
    colour = action_codes.DRAFT.colour(action)
    name = COLOUR_NAMES[colour]
    facts = {"kind": "draft", "colour": name}
    return Option(f"draft {name}", _("Draft {die}", die=SOME_DIE[name]), POWERS[colour], (f"pool:{name}",), facts)


def _stand(state: State, seat: int, action: int) -> Option:
    board, spot = action_codes.STAND.board(action), action_codes.STAND.spot(action)
    place = list(SPOTS)[spot]
    at = millimetres(barrels.place_of(state, board, spot))
    name = board_name(board)
    facts = {"kind": "stand", "board": name, "place": place, "at": at}
    label = _("Put a barrel {where}: {place}", where=onto_board(board, seat), place=PLACES[place])
    return Option(stand_text(action), label, "", (f"board:{name}", f"place:{place}"), facts)


def _build(state: State, seat: int, action: int) -> Option:
    which = action_codes.BUILD.target(action)
    name = list(READY_TARGETS)[which]
    facts = {"kind": "build", "name": name}
    label, note = TARGETS[name]
    return Option(f"build {name}", label, note, (f"build:{name}",), facts)


def _take(state: State, seat: int, action: int) -> Option:
    name = PIECES[action_codes.TAKE.piece(action)]
    facts = {"kind": "take", "piece": name}
    label = _("Remove {piece}", piece=piece_text(piece_number(name)))
    return Option(f"take {name}", label, "", (f"piece:{name}", "key:take"), facts)


def _respawn(state: State, seat: int, action: int) -> Option:
    number = action_codes.RESPAWN.die(action)
    name, face = die_name(number), int(state.losses[number].face)
    blue = die_name(unused_dice(state, seat, Colour.BLUE)[0])
    place = respawn_place(state, seat, number)
    at = millimetres(place) if place else None
    facts = {"kind": "respawn", "die": name, "face": face, "blue": blue, "at": at}
    label = _("Replace {die} with a blue {face}", die=KNOWN_DIE[colour_of_die(name)], face=face)
    return Option(f"respawn {name}", label, _("costs a turn"), (f"lost:{name}",), facts)


def _ready(state: State, seat: int, action: int) -> Option:
    how, die = action_codes.READY.way(action), die_name(action_codes.READY.die(action))
    target = targets(state)[action_codes.READY.target(action)]
    meant = ready_throw(state, seat, READY_THROWS[how], die, target)
    usual = READY_THROWS[how] == "drop" and target == usual_target(state, seat, die)
    facts = {
        "kind": "ready",
        "how": READY_THROWS[how],
        "die": die,
        "target": target,
        "throw": meant.facts(),
        "usual": usual,
    }
    label = throw_label(READY_THROWS[how], die, target, seat)
    path = (f"die:{die}", f"target:{target}", f"key:{READY_THROWS[how]}")
    return Option(f"{READY_THROWS[how]} {die} {target}", label, HOW_NOTES[how], path, facts)


DESCRIBERS: tuple[tuple[Block, Callable[[State, int, int], Option]], ...] = (
    (action_codes.START, _start),
    (action_codes.DRAFT, _draft),
    (action_codes.STAND, _stand),
    (action_codes.BUILD, _build),
    (action_codes.TAKE, _take),
    (action_codes.RESPAWN, _respawn),
    (action_codes.READY, _ready),
)


# --- what is not listed


def free(state: State, seat: int, text: str) -> tuple[str, int] | None:
    """Read a throw, a placing or a building and return its text and number. BadThrow says what can't be read."""
    word = text.split(" ", 1)[0]
    if word == "throw" and state.phase == Phase.THROW:
        return check_allowed_throw(state, seat, read_throw(text)).text(), action_codes.FREE_THROW
    if word in READY_THROWS and state.phase == Phase.THROW:
        return _ready_free(state, seat, text)
    if word == "stand" and state.phase == Phase.BARRELS and barrels.barrels_in_hand(state, seat):
        return text, action_codes.FREE_STAND
    if word == "put" and state.phase == Phase.BUILD:
        read_placing(text)
        return text, action_codes.FREE_PUT
    return None


def describe_free(state: State, seat: int, text: str) -> Option | None:
    """Describe the throw `text` in words: which die, how, and at what."""
    meant = read_free_throw(state, text)
    if meant is None:
        return None
    label = throw_label(throw_verb(meant) if throw_verb(meant) != "knock" else "throw", meant.die, meant.target, seat)
    facts = {"kind": "throw", "die": meant.die, "target": meant.target, "throw": meant.facts()}
    return Option(text, label, "", (f"die:{meant.die}", f"target:{meant.target}"), facts)


def read_free_throw(state: State, text: str) -> IntendedThrow | None:
    """Read `text` as a throw; return None if it is none, or if nothing is thrown now."""
    try:
        return read_throw(text) if state.phase == Phase.THROW else None
    except BadThrow:
        return None


def throw_label(how: str, die: str, target: str, seat: int | None = None) -> Text:
    """Return a throw in words, for a reader in `seat`: "Drop a red die on your board"."""
    some, board = SOME_DIE[colour_of_die(die)], number_of(target)
    if how == "drop":
        return _("Drop {die} {where}", die=some, where=onto_board(board, seat))
    if how == "lob":
        return _("Lob {die} {where}", die=some, where=onto_board(board, seat))
    if how == "knock":
        return _("Throw {die} hard {where}", die=some, where=at_board(board, seat))
    return _("Throw {die} {where}", die=some, where=at_board(board, seat))


def throw_verb(meant: IntendedThrow) -> str:
    """Return how the die is thrown, as a verb."""
    return "drop" if meant.push[0] < SOFT else "lob" if meant.push[2] > FLAT else "knock"


def _ready_free(state: State, seat: int, text: str) -> tuple[str, int] | None:
    """Read a ready throw of a die that is not listed because another one of its colour is. Raise BadThrow if there is
    no room.
    """
    words = text.split(" ")
    if len(words) != 3 or words[1] not in map(die_name, throwable_dice(state, seat)) or words[2] not in targets(state):
        return None
    how, die, target = words
    return ready_throw(state, seat, how, die, target).text(), action_codes.FREE_THROW


def refusal(state: State, seat: int, text: str) -> str:
    """Return why `seat` can't take the option `text`."""
    word = text.split(" ", 1)[0]
    if word in READY_THROWS and state.phase == Phase.THROW:
        dice = ", ".join(die_name(number) for number in throwable_dice(state, seat))
        return _("You can throw {dice} at {targets}.", dice=dice, targets=", ".join(targets(state)))
    if word == "done" and state.phase == Phase.BUILD:
        return barrels.missing_for_target(state)
    if word == "draft" and state.phase == Phase.DRAFT:
        return _none_left(state, text)
    phase, when = ASKED.get("ready" if word in READY_THROWS else word, (state.phase, ""))
    return when if state.phase != phase else ""


NO_THROW = _("You can't throw now.")
NO_BARRELS = _("You can place barrels only before the first throw of a round.")
NO_LOSS = _("You can use a blue die only right after a die was knocked off your board.")
NO_BUILDING = _("You can't build now.")
AGAIN = _("You can throw a die again only right after its throw, if you have an unused pink die.")
ASKED = {  # by the first word of an option: in which phase it is asked, and what to say in other phases
    "ready": (Phase.THROW, NO_THROW),
    "throw": (Phase.THROW, NO_THROW),
    "draft": (Phase.DRAFT, _("You can't draft dice now.")),
    "stand": (Phase.BARRELS, NO_BARRELS),
    "aside": (Phase.BARRELS, NO_BARRELS),
    "build": (Phase.BUILD, NO_BUILDING),
    "take": (Phase.BUILD, NO_BUILDING),
    "put": (Phase.BUILD, NO_BUILDING),
    "clear": (Phase.BUILD, NO_BUILDING),
    "done": (Phase.BUILD, NO_BUILDING),
    "respawn": (Phase.BLUE, NO_LOSS),
    "pass": (Phase.BLUE, NO_LOSS),
    "again": (Phase.PINK, AGAIN),
    "keep": (Phase.PINK, AGAIN),
    "start": (Phase.STARTER, _("It's already decided who starts.")),
}


def _none_left(state: State, text: str) -> str:
    colour = text.partition(" ")[2]
    if colour in COLOUR_NAMES:
        return _("Nobody can draft {die} any more.", die=SOME_DIE[colour])
    return _("There is no colour {colour}.", colour=repr(colour[:10]))
