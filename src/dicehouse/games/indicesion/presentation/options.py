"""Describe options as text, as sentences, and as things on the table; throws may be written freely too (see
`throw_notation`).
"""

from __future__ import annotations

from collections.abc import Callable

from dicehouse.core import Block, Option
from dicehouse.errors import BadThrow

from ..physics.bodies import COLOURS, is_barrel, is_board
from ..rules import action_codes, barrels
from ..rules.barrels import PIECES, READY_TARGETS, SPOTS
from ..rules.phases import stand_text
from ..rules.power_dice import respawn_place, unused_dice
from ..rules.ready_throws import READY_THROWS, ready_throw, targets, usual_target
from ..rules.scoring import ODDS
from ..rules.state import LETTERS, NO_DIE, Colour, Phase, State
from ..rules.table_layout import board_name, board_number, die_name
from ..rules.throw_notation import IntendedThrow, millimetres, read_placing, read_throw
from ..rules.throws import check_allowed_throw, throwable_dice
from .log_entries import with_article

SOFT = 150  # millimetres a second: a die released more slowly is dropped
FLAT = 20  # degrees: a throw that climbs more steeply is lobbed
COLOUR_NAMES = tuple(COLOURS[letter] for letter in LETTERS)
POWERS = (
    "burns every die that touches it",
    f"2 to 5 are worth {ODDS} points, 1 and 6 nothing",
    "one point more for every die on its board",
    "takes its points away from the board",
    "unused: replaces a die knocked off your board",
    "unused: given up, it lets you throw again",
)
HOW_WORDS = ("Drop it", "Lob it", "Knock")
HOW_NOTES = ("from above, its best face up", "in an arc from your side", "hard and flat at what lies there")
BUILD_NOTES = (
    "two boards edge to edge",
    "a board on four barrels",
    "three boards, three barrels between each two",
    "a board across two others",
    "a table with two ramps",
)


def describe_action(state: State, seat: int, action: int) -> Option:
    """Describe the listed choice `action` of `seat` as an option."""
    if action in SIMPLE:
        text, label, note = SIMPLE[action]
        die = None if state.thrown == NO_DIE else die_name(state.thrown)
        return Option(text, label, note, (f"key:{text}",), {"kind": text, "die": die})
    return next(describer for block, describer in DESCRIBERS if action in block)(state, seat, action)


SIMPLE = {
    action_codes.ASIDE: ("aside", "Keep the others aside", "no penalty"),
    action_codes.CLEAR: ("clear", "Take everything away", ""),
    action_codes.DONE: ("done", "It stands: begin", "every barrel has to touch a board"),
    action_codes.PASS: ("pass", "Let it go", ""),
    action_codes.AGAIN: ("again", "Throw it again", "for a pink die and a later turn"),
    action_codes.KEEP: ("keep", "Leave it there", ""),
}


def final(state: State, seat: int, action: int) -> bool:
    """Return True if the choice can't be undone: a released body falls, and then others throw or place; only clearing
    the table can be undone.
    """
    return action != action_codes.CLEAR


def die_words(name: str) -> str:
    """Return a die in words: "red die"."""
    return f"{COLOURS[name[0]]} die"


def target_words(target: str, seat: int | None = None) -> str:
    """Return a target in words: "your board", "{1}'s board"."""
    if not is_board(target):
        return "the target"
    number = board_number(target)
    return "your board" if number == seat else f"{{{number}}}'s board"


def _start(state: State, seat: int, action: int) -> Option:
    other = action_codes.START.seat(action)
    label = "You start" if other == seat else f"{{{other}}} starts"
    return Option(f"start p{other + 1}", label, "", (f"seat:{other}",), {"kind": "start", "seat": other})


def _draft(state: State, seat: int, action: int) -> Option:
    colour = action_codes.DRAFT.colour(action)
    name = COLOUR_NAMES[colour]
    facts = {"kind": "draft", "colour": name}
    return Option(f"draft {name}", f"Take {with_article(name)} one", POWERS[colour], (f"pool:{name}",), facts)


def _stand(state: State, seat: int, action: int) -> Option:
    board, spot = action_codes.STAND.board(action), action_codes.STAND.spot(action)
    place = list(SPOTS)[spot]
    at = millimetres(barrels.place_of(state, board, spot))
    name = board_name(board)
    facts = {"kind": "stand", "board": name, "place": place, "at": at}
    label = f"A barrel on {target_words(name, seat)}, {place}"
    return Option(stand_text(action), label, "", (f"board:{name}", f"place:{place}"), facts)


def _build(state: State, seat: int, action: int) -> Option:
    which = action_codes.BUILD.target(action)
    name = list(READY_TARGETS)[which]
    facts = {"kind": "build", "name": name}
    return Option(f"build {name}", name.capitalize(), BUILD_NOTES[which], (f"build:{name}",), facts)


def _take(state: State, seat: int, action: int) -> Option:
    name = PIECES[action_codes.TAKE.piece(action)]
    what = "barrel" if is_barrel(name) else "board"
    facts = {"kind": "take", "piece": name}
    return Option(f"take {name}", f"Take {what} {name[1]} away", "", (f"piece:{name}", "key:take"), facts)


def _respawn(state: State, seat: int, action: int) -> Option:
    number = action_codes.RESPAWN.die(action)
    name, face = die_name(number), int(state.losses[number].face)
    blue = die_name(unused_dice(state, seat, Colour.BLUE)[0])
    place = respawn_place(state, seat, number)
    at = millimetres(place) if place else None
    facts = {"kind": "respawn", "die": name, "face": face, "blue": blue, "at": at}
    label = f"A blue {face} for the {die_words(name)}"
    return Option(f"respawn {name}", label, "it costs you a later turn", (f"lost:{name}",), facts)


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
    label = f"{HOW_WORDS[how]}: the {die_words(die)}, {target_words(target, seat)}"
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
    label = f"{throw_verb(meant).capitalize()} the {die_words(meant.die)}: {target_words(meant.target, seat)}"
    facts = {"kind": "throw", "die": meant.die, "target": meant.target, "throw": meant.facts()}
    return Option(text, label, "", (f"die:{meant.die}", f"target:{meant.target}"), facts)


def read_free_throw(state: State, text: str) -> IntendedThrow | None:
    """Read `text` as a throw; return None if it is none, or if nothing is thrown now."""
    try:
        return read_throw(text) if state.phase == Phase.THROW else None
    except BadThrow:
        return None


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
        return f"dice to throw are {dice}, targets {', '.join(targets(state))}"
    if word == "done" and state.phase == Phase.BUILD:
        return barrels.missing_for_target(state)
    if word == "draft" and state.phase == Phase.DRAFT:
        return _none_left(state, text)
    phase, when = ASKED.get("ready" if word in READY_THROWS else word, (state.phase, ""))
    return when if state.phase != phase else ""


ASKED = {  # by the first word of an option: in which phase it is asked, and what to say in other phases
    "ready": (Phase.THROW, "nothing is thrown now"),
    "throw": (Phase.THROW, "nothing is thrown now"),
    "draft": (Phase.DRAFT, "dice are drafted before the first throw of a match"),
    "stand": (Phase.BARRELS, "barrels are stood on the boards before the first throw of a round"),
    "build": (Phase.BUILD, "the target stands; nothing is built any more"),
    "take": (Phase.BUILD, "the target stands; nothing is taken away any more"),
    "put": (Phase.BUILD, "the target stands; nothing is put there any more"),
    "respawn": (Phase.BLUE, "a blue die comes in when a die of its owner was knocked off the board"),
    "again": (Phase.PINK, "a die is thrown again right after its throw, by whoever has a pink one left"),
    "keep": (Phase.PINK, "a die is thrown again right after its throw, by whoever has a pink one left"),
    "start": (Phase.STARTER, "who starts was decided"),
}


def _none_left(state: State, text: str) -> str:
    colour = text.partition(" ")[2]
    return f"no {colour} die is left in the middle" if colour in COLOUR_NAMES else f"{colour[:10]!r} is no colour"
