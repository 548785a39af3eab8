"""Options as text, as sentences, and as things on the table; throws may be written freely too (see `notation`)."""

from __future__ import annotations

from collections.abc import Callable

from dicehouse.kit import Block, Option

from ..physics.bodies import COLOURS, is_barrel, is_board
from ..rules import barrels, codes
from ..rules.barrels import PIECES, READY, SPOTS
from ..rules.choices import stand_text
from ..rules.notation import millimetres, read_placing, read_throw
from ..rules.powers import respawn_place, unused
from ..rules.ready_throws import HOWS, ready_throw, targets, usual_target
from ..rules.seating import board_name, board_number, die_name
from ..rules.shots import allowed, to_throw
from ..rules.state import LETTERS, NOBODY, Colour, Phase, State
from .log import one

COLOUR_NAMES = tuple(COLOURS[letter] for letter in LETTERS)
POWERS = (
    "burns every die that touches it",
    "2 to 5 are worth 4 points, 1 and 6 nothing",
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


def describe(state: State, seat: int, action: int) -> Option:
    """One listed choice as an option."""
    if action in SIMPLE:
        text, label, note = SIMPLE[action]
        die = None if state.thrown == NOBODY else die_name(state.thrown)
        return Option(text, label, note, (f"key:{text}",), {"kind": text, "die": die})
    return next(describer for block, describer in DESCRIBERS if action in block)(state, seat, action)


SIMPLE = {
    codes.ASIDE: ("aside", "Keep the others aside", "no penalty"),
    codes.CLEAR: ("clear", "Take everything away", ""),
    codes.DONE: ("done", "It stands: begin", "every barrel has to touch a board"),
    codes.PASS: ("pass", "Let it go", ""),
    codes.AGAIN: ("again", "Throw it again", "for a pink die and a later turn"),
    codes.KEEP: ("keep", "Leave it there", ""),
}


def final(state: State, seat: int, action: int) -> bool:
    """Whatever is let go falls, and then others throw or place; only an empty table can be had back as it was."""
    return action != codes.CLEAR


def die_words(name: str) -> str:
    """A die in words: "red die"."""
    return f"{COLOURS[name[0]]} die"


def target_words(target: str, seat: int | None = None) -> str:
    """A target in words: "your board", "{1}'s board"."""
    if not is_board(target):
        return "the target"
    number = board_number(target)
    return "your board" if number == seat else f"{{{number}}}'s board"


def _start(state: State, seat: int, action: int) -> Option:
    other = codes.START.seat(action)
    label = "You start" if other == seat else f"{{{other}}} starts"
    return Option(f"start p{other + 1}", label, "", (f"seat:{other}",), {"kind": "start", "seat": other})


def _draft(state: State, seat: int, action: int) -> Option:
    colour = codes.DRAFT.colour(action)
    name = COLOUR_NAMES[colour]
    facts = {"kind": "draft", "colour": name}
    return Option(f"draft {name}", f"Take {one(name)} one", POWERS[colour], (f"pool:{name}",), facts)


def _stand(state: State, seat: int, action: int) -> Option:
    board, spot = codes.STAND.board(action), codes.STAND.spot(action)
    place = list(SPOTS)[spot]
    at = millimetres(barrels.place_of(state, board, spot))
    name = board_name(board)
    facts = {"kind": "stand", "board": name, "place": place, "at": at}
    label = f"A barrel on {target_words(name, seat)}, {place}"
    return Option(stand_text(action), label, "", (f"board:{name}", f"place:{place}"), facts)


def _build(state: State, seat: int, action: int) -> Option:
    which = codes.BUILD.target(action)
    name = list(READY)[which]
    facts = {"kind": "build", "name": name}
    return Option(f"build {name}", name.capitalize(), BUILD_NOTES[which], (f"build:{name}",), facts)


def _take(state: State, seat: int, action: int) -> Option:
    name = PIECES[codes.TAKE.piece(action)]
    what = "barrel" if is_barrel(name) else "board"
    facts = {"kind": "take", "piece": name}
    return Option(f"take {name}", f"Take {what} {name[1]} away", "", (f"piece:{name}", "key:take"), facts)


def _respawn(state: State, seat: int, action: int) -> Option:
    number = codes.RESPAWN.die(action)
    name, face = die_name(number), int(state.losses[number].face)
    blue = die_name(unused(state, seat, Colour.BLUE)[0])
    place = respawn_place(state, seat, number)
    at = millimetres(place) if place else None
    facts = {"kind": "respawn", "die": name, "face": face, "blue": blue, "at": at}
    label = f"A blue {face} for the {die_words(name)}"
    return Option(f"respawn {name}", label, "it costs you a later turn", (f"lost:{name}",), facts)


def _ready(state: State, seat: int, action: int) -> Option:
    how, die = codes.READY.way(action), die_name(codes.READY.die(action))
    target = targets(state)[codes.READY.target(action)]
    meant = ready_throw(state, seat, HOWS[how], die, target)
    usual = HOWS[how] == "drop" and target == usual_target(state, seat, die)
    facts = {"kind": "ready", "how": HOWS[how], "die": die, "target": target, "throw": meant.facts(), "usual": usual}
    label = f"{HOW_WORDS[how]}: the {die_words(die)}, {target_words(target, seat)}"
    path = (f"die:{die}", f"target:{target}", f"key:{HOWS[how]}")
    return Option(f"{HOWS[how]} {die} {target}", label, HOW_NOTES[how], path, facts)


DESCRIBERS: tuple[tuple[Block, Callable[[State, int, int], Option]], ...] = (
    (codes.START, _start),
    (codes.DRAFT, _draft),
    (codes.STAND, _stand),
    (codes.BUILD, _build),
    (codes.TAKE, _take),
    (codes.RESPAWN, _respawn),
    (codes.READY, _ready),
)


# --- what is not listed


def free(state: State, seat: int, text: str) -> tuple[str, int] | None:
    """A throw, a placing or a building as it is written, with its number; BadThrow says what can't be read."""
    word = text.split(" ", 1)[0]
    if word == "throw" and state.phase == Phase.THROW:
        return allowed(state, seat, read_throw(text)).text(), codes.FREE_THROW
    if word in HOWS and state.phase == Phase.THROW:
        return _ready_free(state, seat, text)
    if word == "stand" and state.phase == Phase.BARRELS and barrels.barrels_in_hand(state, seat):
        return text, codes.FREE_STAND
    if word == "put" and state.phase == Phase.BUILD:
        read_placing(text)
        return text, codes.FREE_PUT
    return None


def _ready_free(state: State, seat: int, text: str) -> tuple[str, int] | None:
    """A ready throw of a die that is not listed, since another one of its colour is; BadThrow if there is no room."""
    words = text.split(" ")
    if len(words) != 3 or words[1] not in map(die_name, to_throw(state, seat)) or words[2] not in targets(state):
        return None
    how, die, target = words
    return ready_throw(state, seat, how, die, target).text(), codes.FREE_THROW


def refusal(state: State, seat: int, text: str) -> str:
    """Why a seat can't have an option."""
    word = text.split(" ", 1)[0]
    if word in HOWS and state.phase == Phase.THROW:
        dice = ", ".join(die_name(number) for number in to_throw(state, seat))
        return f"dice to throw are {dice}, targets {', '.join(targets(state))}"
    if word == "done" and state.phase == Phase.BUILD:
        return barrels.lacking(state)
    if word == "draft" and state.phase == Phase.DRAFT:
        return _none_left(state, text)
    phase, when = ASKED.get("ready" if word in HOWS else word, (state.phase, ""))
    return when if state.phase != phase else ""


ASKED = {  # by what an option begins with: when it is asked, and what is said at any other time
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
