"""Options as text, as sentences, and as things on the table that a hand would touch.

A die is written by its colour and its icon, "yo" for a yellow Offering; a space by file and rank, "a1" at the lower
left; a jump by the die that jumps and the one that it takes, "c3xd3".
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import suppress
from typing import Any

from dicehouse.kit.game import Option

from ..rules import board, combos, powers
from ..rules.dealing import BARON_LOA, LOA, PLACE
from ..rules.effects import BUY, END, LOOSE, NEW_FACE, OFFERING, PRICE_OF_FACE, PRICE_OF_TURN, TAKE, TURN_DIE, USE
from ..rules.state import BARON, N_FACES, SIZE, SPACES, Loa, Phase, Step

COLOURS = "YTRPW"
FACES = "OVFGSX"
COLOUR_NAMES = ("yellow", "turquoise", "red", "purple", "white")
FACE_NAMES = ("Offering", "Victory", "Face", "Guard", "Steal", "Exchange")
LOA_NAMES = ("Mamy Wata", "Gran Bwa", "Papa Legba", "Erzulie Freda")
LOA_IDS = ("mamy-wata", "gran-bwa", "papa-legba", "erzulie-freda")
POWER_IDS = ("wata", "bwa", "legba", "erzulie")
POWER_NOTES = (
    "push a row or file together",
    "spread a stack over other dice",
    "move a die along its line",
    "swap two single dice",
)
EFFECTS = (
    "take 1 offering",
    "1 point",
    "turn any die of your Capture zone",
    "your colour and your zones are safe until your next turn",
    "take a die out of a Spirit World",
    "swap dice between two Capture zones",
)
ENDS = (("left", "right"), ("up", "down"))
STEP_IDS = ("A", "B", "C1", "C2", "C3", "C4", "C5", "D")


# --- names of things


def die_text(die: int) -> str:
    """A die by its two letters, "YO"."""
    return COLOURS[(die - 1) // N_FACES] + FACES[(die - 1) % N_FACES]


def die_words(die: int) -> str:
    """A die in words: "yellow Offering"."""
    return f"{COLOUR_NAMES[(die - 1) // N_FACES]} {FACE_NAMES[(die - 1) % N_FACES]}"


def die_number(text: str) -> int:
    """The number of a die written with two letters; ValueError if they are none."""
    colour, face = tuple(text.upper())
    return 1 + N_FACES * COLOURS.index(colour) + FACES.index(face)


def space_text(space: int) -> str:
    """A space by file and rank: "a7" is the first."""
    return "abcdefg"[space % SIZE] + str(SIZE - space // SIZE)


def space_number(text: str) -> int:
    """The number of a space; ValueError if there is none of that name."""
    file, rank = tuple(text)
    return SIZE * (SIZE - "1234567".index(rank) - 1) + "abcdefg".index(file)


def colour_text(state: Any, space: int) -> str:
    """The letter of the colour painted on a space, "." where there is none."""
    colour: int = board.painted(state, space)
    return COLOURS[colour] if colour >= 0 else "."


def stack_dice(stack: int) -> list[str]:
    """The dice of a stack from bottom to top."""
    dice: list[str] = []
    while stack:
        dice.insert(0, die_text(stack & board.DIE))
        stack >>= 5
    return dice


def line_text(line: int) -> str:
    """A line to push: "row 3" or "file c"."""
    return f"row {SIZE - line}" if line < SIZE else f"file {'abcdefg'[line - SIZE]}"


def combo_dice(combo: int) -> list[int]:
    """The dice of a combo in canonical order."""
    dice = [0] * N_FACES
    return dice[: combos.combo_dice(combo, dice)]


def capital(text: str) -> str:
    """The text as a sentence begins."""
    return text[:1].upper() + text[1:]


def plural(count: int, word: str) -> str:
    """1 offering, 2 offerings."""
    return f"{count} {word}" if count == 1 else f"{count} {word}s"


def points_words(points: int) -> str:
    """1 point, 3 points."""
    return plural(points, "point")


def _side_text(state: Any, side: int) -> str:
    return "baron" if state.solo and side == BARON else f"p{side + 1}"


def _whose(state: Any, side: int) -> str:
    if state.solo and side == BARON:
        return "the Baron"
    return f"team {side + 1}" if state.teams else f"player {side + 1}"


# --- what an action would change on the board


def _changes(state: Any, moves: Callable[[list[int]], None]) -> dict[str, list[str]]:
    before = [state.board[space] for space in range(SPACES)]
    after = list(before)
    moves(after)
    return {space_text(s): stack_dice(after[s]) for s in range(SPACES) if after[s] != before[s]}


def _move(source: int, to: int) -> Callable[[list[int]], None]:
    def moves(stacks: list[int]) -> None:
        stacks[to] = stacks[to] << 5 | stacks[source] & board.DIE
        stacks[source] >>= 5

    return moves


def _move_under(source: int, to: int) -> Callable[[list[int]], None]:
    def moves(stacks: list[int]) -> None:
        upper = stacks[to] & board.DIE
        stacks[to] = (stacks[to] >> 5 << 5 | stacks[source] & board.DIE) << 5 | upper
        stacks[source] >>= 5

    return moves


# --- options


def describe(state: Any, seat: int, action: int) -> Option:
    """One legal action of `seat` as an option."""
    phase = state.phase
    if phase in (Phase.TURN, Phase.CAPTURE) and action < END:
        return _jump(state, action)
    if phase in DESCRIBERS:
        return DESCRIBERS[phase](state, seat, action)
    return _step(state, seat, action)


def _jump(state: Any, action: int) -> Option:
    space, direction = divmod(action, board.DIRECTIONS)
    over, to = board.beyond(state, space, direction, 1), board.beyond(state, space, direction, 2)
    taken = state.board[over] & board.DIE
    a, b, c = space_text(space), space_text(over), space_text(to)

    def moves(stacks: list[int]) -> None:
        _move(space, to)(stacks)
        stacks[over] >>= 5

    note = f"lands on {c}" + (f", on {die_words(state.board[to] & board.DIE)}" if state.board[to] else "")
    facts = {
        "kind": "jump",
        "step": "B",
        "from": a,
        "over": b,
        "to": c,
        "die": die_text(taken),
        "changes": _changes(state, moves),
    }
    return Option(f"{a}x{b}", f"{a} jumps {b}, takes {die_words(taken)}", note, (f"space:{a}", f"space:{c}"), facts)


def _power(state: Any, seat: int, power: int) -> Option:
    price = powers.price_of(state, seat, power)
    note = POWER_NOTES[power] + (f", for {plural(price, 'offering')}" if price else "")
    facts = {
        "kind": "power",
        "step": "A" if state.step <= Step.B else "D",
        "power": POWER_IDS[power],
        "price": price,
    }
    key = f"key:power-{POWER_IDS[power]}"
    return Option(f"power {POWER_IDS[power]}", f"Power of {LOA_NAMES[power]}", note, (key,), facts)


def _step(state: Any, seat: int, action: int) -> Option:
    if powers.POWER <= action < powers.POWER + 4:
        return _power(state, seat, action - powers.POWER)
    if action >= combos.ICON:
        return _combo(state, action)
    if action >= LOOSE:
        die = action - LOOSE
        text = die_text(die)
        facts: dict[str, Any] = {"kind": "spirit", "step": "C5", "die": text, "points": 0}
        path = (f"die:{text.lower()}", "key:spirit")
        return Option(
            f"spirit {text.lower()}", f"{capital(die_words(die))} to the Spirit World", "no combo", path, facts
        )
    if action >= TURN_DIE:
        face = action - TURN_DIE
        facts = {"kind": "turn", "step": "C2", "face": FACES[face], "price": PRICE_OF_FACE}
        key = f"turn-{FACES[face].lower()}"
        label = f"Turn the captured die to {FACE_NAMES[face]}"
        return Option(f"turn {FACES[face].lower()}", label, EFFECTS[face], (f"key:{key}",), facts)
    return _plain_step(state, action)


def _plain_step(state: Any, action: int) -> Option:
    face = (state.captured - 1) % N_FACES
    if action == OFFERING:
        return Option("offering", "Take an offering", "for a die of your own colour", ("key:offering",), _kind("C1"))
    if action == USE:
        facts = {**_kind("C3"), "face": FACES[face]}
        return Option("use", f"Use {FACE_NAMES[face]}", EFFECTS[face], ("key:use",), facts)
    if action == BUY:
        facts = {**_kind("C4"), "price": PRICE_OF_TURN}
        return Option("buy", "Buy an extra turn", f"for {plural(PRICE_OF_TURN, 'offering')}", ("key:buy",), facts)
    return Option("end", "End the turn", "", ("key:end",), {"kind": "end", "step": "D"})


def _kind(step: str) -> dict[str, Any]:
    return {"kind": {"C1": "offering", "C3": "use", "C4": "buy"}[step], "step": step}


def _combo(state: Any, combo: int) -> Option:
    dice = combo_dice(combo)
    texts = [die_text(die) for die in dice]
    points = combos.VALUES[state.options.combos][len(dice)]
    if combo >= combos.COLOUR:
        label = f"{len(dice)} of one colour: {', '.join(FACE_NAMES[(die - 1) % N_FACES] for die in dice)}"
    else:
        label = f"{len(dice)} {FACE_NAMES[(dice[0] - 1) % N_FACES]}"
    kind = "colour" if combo >= combos.COLOUR else "icon"
    facts = {"kind": "combo", "step": "C5", "dice": texts, "points": points, "combo": kind}
    path = (*(f"die:{text.lower()}" for text in texts), "key:combo")
    return Option(f"combo {' '.join(texts).lower()}", label, f"{points_words(points)}: {_listed(dice)}", path, facts)


def _listed(dice: Sequence[int]) -> str:
    return ", ".join(die_words(die) for die in dice)


# --- choices that a power or an effect asks for


def _loa(state: Any, seat: int, action: int) -> Option:
    baron = state.phase == Phase.BARON_LOA
    loa = action - (BARON_LOA if baron else LOA)
    word = "baron" if baron else "loa"
    facts = {"kind": "baron-loa" if baron else "loa", "loa": LOA_IDS[loa], "die": COLOURS[loa]}
    label = f"The Baron covers {LOA_NAMES[loa]}" if baron else LOA_NAMES[loa]
    note = f"{COLOUR_NAMES[loa]}; {POWER_NOTES[loa]}"
    return Option(f"{word} {LOA_IDS[loa]}", label, note, (f"loa:{LOA_IDS[loa]}",), facts)


def _place(state: Any, seat: int, action: int) -> Option:
    die, space = divmod(action - PLACE, SPACES)
    text, to = die_text(die), space_text(space)
    facts = {"kind": "place", "die": text, "space": to, "changes": {to: [text]}}
    path = (f"pool:{text.lower()}", f"space:{to}")
    return Option(f"place {text.lower()} {to}", f"{capital(die_words(die))} to {to}", "", path, facts)


def _facts(state: Any, kind: str, power: int, **more: Any) -> dict[str, Any]:
    step = "A" if state.step <= Step.B else "D"
    return {"kind": kind, "step": step, "power": POWER_IDS[power], **more}


def _wata(state: Any, seat: int, action: int) -> Option:
    line, end = divmod(action - powers.LINE, 2)
    where, way = line_text(line), ENDS[line >= SIZE][end]
    spaces = [SIZE * line + i if line < SIZE else SIZE * i + line - SIZE for i in range(state.low, state.high + 1)]

    def moves(stacks: list[int]) -> None:
        standing = [stacks[s] for s in spaces if stacks[s]]
        gaps = [0] * (len(spaces) - len(standing))
        for space, stack in zip(spaces, gaps + standing if end else standing + gaps, strict=True):
            stacks[space] = stack

    facts = _facts(state, "line", Loa.MAMY_WATA, line=where, end=way, changes=_changes(state, moves))
    path = (f"line:{where.replace(' ', '-')}-{way}",)
    return Option(f"{where} {way}", f"Push {where} {way}", "", path, facts)


def _space(state: Any, seat: int, action: int) -> Option:
    return SPACE_DESCRIBERS[state.phase](state, action - powers.SPACE)


def _bwa(state: Any, space: int) -> Option:
    a = space_text(space)
    dice = stack_dice(state.board[space])
    note = "spreads " + " and ".join(die_words(die_number(die)) for die in dice[:0:-1])
    facts = _facts(state, "stack", Loa.GRAN_BWA, space=a)
    return Option(f"spread {a}", f"Spread the stack on {a}", note, (f"space:{a}",), facts)


def _bwa_top(state: Any, space: int) -> Option:
    a, die = space_text(space), state.board[state.held] & board.DIE
    changes = _changes(state, _move(state.held, space))
    facts = _facts(state, "top", Loa.GRAN_BWA, space=a, die=die_text(die), changes=changes)
    return Option(f"top {a}", f"{capital(die_words(die))} goes on {a}", _lies_on(state, space), (f"space:{a}",), facts)


def _bwa_next(state: Any, space: int) -> Option:
    under = space >= powers.UNDER - powers.SPACE
    space -= (powers.UNDER - powers.SPACE) if under else 0
    a, die = space_text(space), state.board[state.held] & board.DIE
    changes = _changes(state, (_move_under if under else _move)(state.held, space))
    facts = _facts(state, "next", Loa.GRAN_BWA, space=a, die=die_text(die), under=under, changes=changes)
    path = (f"space:{a}", "key:under") if under else (f"space:{a}",)
    label = f"{capital(die_words(die))} goes {'under the top die of' if under else 'on'} {a}"
    return Option(f"next {'under ' if under else ''}{a}", label, _lies_on(state, space), path, facts)


def _lies_on(state: Any, space: int) -> str:
    return f"there lies {die_words(state.board[space] & board.DIE)}"


def _legba(state: Any, space: int) -> Option:
    a, die = space_text(space), state.board[space] & board.DIE
    facts = _facts(state, "die", Loa.PAPA_LEGBA, space=a, die=die_text(die))
    return Option(f"move {a}", f"Move the {die_words(die)} of {a}", "", (f"space:{a}",), facts)


def _legba_to(state: Any, space: int) -> Option:
    a, die = space_text(space), state.board[state.held] & board.DIE
    changes = _changes(state, _move(state.held, space))
    facts = _facts(state, "to", Loa.PAPA_LEGBA, space=a, die=die_text(die), changes=changes)
    return Option(f"to {a}", f"{space_text(state.held)} to {a}", die_words(die), (f"space:{a}",), facts)


def _erzulie(state: Any, space: int) -> Option:
    a, die = space_text(space), state.board[space] & board.DIE
    facts = _facts(state, "die", Loa.ERZULIE_FREDA, space=a, die=die_text(die))
    return Option(f"swap {a}", f"Swap the {die_words(die)} of {a}", "", (f"space:{a}",), facts)


def _erzulie_with(state: Any, space: int) -> Option:
    a, die, held = space_text(space), state.board[space] & board.DIE, state.held

    def moves(stacks: list[int]) -> None:
        stacks[space], stacks[held] = stacks[held], stacks[space]

    facts = _facts(state, "with", Loa.ERZULIE_FREDA, space=a, die=die_text(die), changes=_changes(state, moves))
    return Option(f"with {a}", f"{space_text(held)} and {a} change places", die_words(die), (f"space:{a}",), facts)


def _face(state: Any, seat: int, action: int) -> Option:
    die, face = divmod(action - NEW_FACE, N_FACES)
    text, letter = die_text(die).lower(), FACES[face]
    facts = {"kind": "face", "step": "C3", "die": die_text(die), "face": letter}
    label = f"Turn {die_words(die)} to {FACE_NAMES[face]}"
    return Option(f"face {text} {letter.lower()}", label, "", (f"die:{text}", f"key:face-{letter.lower()}"), facts)


def _take(state: Any, seat: int, action: int) -> Option:
    side, die = divmod(action - TAKE, 32)
    text, whose, owner = die_text(die), _side_text(state, side), _whose(state, side)
    facts = {"kind": "steal", "step": "C3", "die": text, "side": side}
    if state.phase == Phase.STEAL:
        label, path = f"Steal {die_words(die)}", (f"spirit:{side}:{text.lower()}",)
        return Option(f"steal {whose} {text.lower()}", label, f"from {owner}", path, facts)
    facts["kind"] = "exchange" if state.phase == Phase.EXCHANGE else "with"
    word = "exchange" if state.phase == Phase.EXCHANGE else "with"
    own = side == seat % state.n_sides
    label = f"{'Exchange' if word == 'exchange' else 'For'} {'your' if own else 'the'} {die_words(die)}"
    note = "" if own else f"of {owner}"
    return Option(f"{word} {whose} {text.lower()}", label, note, (f"zone:{side}:{text.lower()}",), facts)


DESCRIBERS: dict[int, Callable[[Any, int, int], Option]] = {
    Phase.LOA: _loa,
    Phase.BARON_LOA: _loa,
    Phase.DRAFT: _place,
    Phase.WATA: _wata,
    Phase.BWA: _space,
    Phase.BWA_TOP: _space,
    Phase.BWA_NEXT: _space,
    Phase.LEGBA: _space,
    Phase.LEGBA_TO: _space,
    Phase.ERZULIE: _space,
    Phase.ERZULIE_WITH: _space,
    Phase.FACE: _face,
    Phase.STEAL: _take,
    Phase.EXCHANGE: _take,
    Phase.EXCHANGE_WITH: _take,
}
SPACE_DESCRIBERS: dict[int, Callable[[Any, int], Option]] = {
    Phase.BWA: _bwa,
    Phase.BWA_TOP: _bwa_top,
    Phase.BWA_NEXT: _bwa_next,
    Phase.LEGBA: _legba,
    Phase.LEGBA_TO: _legba_to,
    Phase.ERZULIE: _erzulie,
    Phase.ERZULIE_WITH: _erzulie_with,
}


# --- reading what people write


def normal(text: str) -> str:
    """The text of an option in its one proper form: lower case, single spaces, the dice of a combo in order."""
    words = text.lower().split()
    if words[:1] == ["combo"]:
        with suppress(ValueError):
            words[1:] = [die_text(die).lower() for die in sorted(die_number(word) for word in words[1:])]
    return " ".join(words)


def refusal(state: Any, seat: int, text: str) -> str:
    """Why an option is not to be had now, if the notation tells more than that; else an empty text."""
    words = text.split()
    if len(words) == 1 and len(text) == 5 and text[2] == "x":
        return _no_jump(state, seat, text)
    if words[:1] == ["combo"]:
        return _no_combo(state, seat, words[1:])
    return ""


def _no_jump(state: Any, seat: int, text: str) -> str:
    try:
        space, over = space_number(text[:2]), space_number(text[3:])
    except ValueError:
        return "there is no such space"
    if state.phase not in (Phase.TURN, Phase.CAPTURE):
        return "this is not the time to jump"
    die, taken, own = state.board[space] & board.DIE, state.board[over] & board.DIE, state.players[seat].loa
    if not die or (die - 1) // N_FACES != own:
        return f"no {COLOUR_NAMES[own]} die lies on top of {text[:2]}"
    if not taken:
        return f"{text[3:]} is empty"
    down, across = over // SIZE - space // SIZE, over % SIZE - space % SIZE
    if max(abs(down), abs(across)) != 1 or (state.options.directions == 4 and down and across):
        return f"{text[3:]} is not next to {text[:2]}"
    row, column = over // SIZE + down, over % SIZE + across
    if not (state.low <= row <= state.high and state.low <= column <= state.high):
        return "the board ends behind it"
    if state.board[SIZE * row + column] >= board.COMPLETE:
        return f"the stack on {space_text(SIZE * row + column)} is complete"
    return f"{COLOUR_NAMES[(taken - 1) // N_FACES]} is under Protection"


def _no_combo(state: Any, seat: int, words: list[str]) -> str:
    try:
        dice = [die_number(word) for word in words]
    except ValueError:
        return "a die is two letters, its colour (y t r p w) and its icon (o v f g s x)"
    if state.phase != Phase.STEPS:
        return "this is not the time for combos"
    side = state.sides[seat % state.n_sides]
    zone = [side.zone[i] for i in range(side.n_zone)]
    for die in dice:
        if zone.count(die) < dice.count(die):
            return f"there is no {die_words(die)} in your Capture zone" + (" left" if die in zone else "")
    return "that is no combo: one icon in different colours, or one colour with different icons, three dice or more"
