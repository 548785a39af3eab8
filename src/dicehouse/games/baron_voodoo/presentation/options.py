"""Describe options as text, as sentences, as objects on the table to click, and under the headings of a long list."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from dicehouse.core.action_codes import Block
from dicehouse.core.option import Option
from dicehouse.records.record import copy_record

from ..rules import action_codes
from ..rules.board import DIE, face_of, lift, put, side_of, space_beyond
from ..rules.combos import combo_value
from ..rules.loa_powers import price_of
from ..rules.power_conditions import before_capture
from ..rules.power_erzulie_freda import swap_spaces
from ..rules.power_gran_bwa import carry_die
from ..rules.power_mamy_wata import slide_line
from ..rules.state import SIZE, SPACES, Loa, Phase, State
from ..rules.steps_after_capture import PRICE_OF_FACE, PRICE_OF_TURN
from .notation import (
    COLOUR_NAMES,
    COLOURS,
    EFFECTS,
    ENDS,
    FACE_NAMES,
    FACES,
    LOA_IDS,
    LOA_NAMES,
    POWER_IDS,
    POWER_NOTES,
    capital,
    dice_of,
    die_number,
    die_text,
    die_words,
    face_name,
    line_text,
    owner_text,
    owner_words,
    plural,
    points_words,
    space_text,
    stack_dice,
)
from .refusals import normal, refusal
from .step_bar import steps_left

__all__ = ["describe_action", "final", "normal", "refusal"]

Facts = dict[str, Any]
BEFORE = (Phase.LOA, Phase.BARON_LOA, Phase.DRAFT)  # the first turn


def describe_action(state: State, seat: int, action: int) -> Option:
    """Describe the legal action `action` of `seat` as an option."""
    if action in PLAIN:
        return PLAIN[action](state)
    return next(tell for block, tell in DESCRIBERS if action in block)(state, seat, action)


def final(state: State, seat: int, action: int) -> bool:
    """Return True if the action can't be undone. A turn has no chance in it, so all of it can be undone until it ends;
    choices before the first turn pass to another player.
    """
    return action == action_codes.END or state.phase in BEFORE


def _changes(state: State, act: Callable[[State], object]) -> dict[str, list[str]]:
    """Return the stacks that `act` would change on the board."""
    after = copy_record(state)
    act(after)
    was, now = list(state.board), list(after.board)
    return {space_text(space): stack_dice(now[space]) for space in range(SPACES) if now[space] != was[space]}


def _on_top(state: State, space: int) -> int:
    return state.board[space] & DIE


# --- the turn


def _jump(state: State, seat: int, action: int) -> Option:
    space, direction = action_codes.JUMP.space(action), action_codes.JUMP.direction(action)
    over, to = space_beyond(state, space, direction, 1), space_beyond(state, space, direction, 2)
    a, b, c, taken = space_text(space), space_text(over), space_text(to), _on_top(state, over)

    def act(after: State) -> None:
        put(after, to, lift(after, space))
        lift(after, over)

    note = f"lands on {c}" + (f", on {die_words(_on_top(state, to))}" if state.board[to] else "")
    facts: Facts = {"kind": "jump", "step": "B", "from": a, "over": b, "to": c, "die": die_text(taken)}
    facts |= {"changes": _changes(state, act)}
    return Option(f"{a}x{b}", f"{a} jumps {b}, takes {die_words(taken)}", note, (f"space:{a}", f"space:{c}"), facts)


def _power(state: State, seat: int, action: int) -> Option:
    power = action_codes.POWER.loa(action)
    price = price_of(state, seat, power)
    note = POWER_NOTES[power] + (f", for {plural(price, 'offering')}" if price else "")
    facts = _power_facts(state, "power", power, price=price)
    key = f"key:power-{POWER_IDS[power]}"
    return Option(f"power {POWER_IDS[power]}", f"Power of {LOA_NAMES[power]}", note, (key,), facts)


def _offering(state: State) -> Option:
    facts = {"kind": "offering", "step": "C1"}
    return Option("offering", "Take an offering", "for a die of your own colour", ("key:offering",), facts)


def _turn_die(state: State, seat: int, action: int) -> Option:
    face = action_codes.TURN_DIE.face(action)
    letter = FACES[face].lower()
    facts = {"kind": "turn", "step": "C2", "face": FACES[face], "price": PRICE_OF_FACE}
    label = f"Turn the captured die to {FACE_NAMES[face]}"
    return Option(f"turn {letter}", label, EFFECTS[face], (f"key:turn-{letter}",), facts)


def _use(state: State) -> Option:
    face = face_of(state.captured)
    facts = {"kind": "use", "step": "C3", "face": FACES[face]}
    return Option("use", f"Use {FACE_NAMES[face]}", EFFECTS[face], ("key:use",), facts)


def _buy(state: State) -> Option:
    facts = {"kind": "buy", "step": "C4", "price": PRICE_OF_TURN}
    return Option("buy", "Buy an extra turn", f"for {plural(PRICE_OF_TURN, 'offering')}", ("key:buy",), facts)


def _combo(state: State, seat: int, action: int) -> Option:
    dice = dice_of(action)
    texts = [die_text(die) for die in dice]
    points = combo_value(state.options, len(dice))
    if action in action_codes.COLOUR_COMBO:
        kind, label = "colour", f"{len(dice)} of one colour: {', '.join(face_name(die) for die in dice)}"
    else:
        kind, label = "icon", f"{len(dice)} {face_name(dice[0])}"
    facts = {"kind": "combo", "step": "C5", "dice": texts, "points": points, "combo": kind}
    path = (*(f"die:{text.lower()}" for text in texts), "key:combo")
    return Option(f"combo {' '.join(texts).lower()}", label, f"{points_words(points)}: {_listed(dice)}", path, facts)


def _listed(dice: Sequence[int]) -> str:
    return ", ".join(die_words(die) for die in dice)


def _loose(state: State, seat: int, action: int) -> Option:
    die = action_codes.LOOSE.die(action)
    text = die_text(die)
    facts = {"kind": "spirit", "step": "C5", "die": text, "points": 0}
    label = f"{capital(die_words(die))} to the Spirit World"
    return Option(f"spirit {text.lower()}", label, "no combo", (f"die:{text.lower()}", "key:spirit"), facts)


def _end(state: State) -> Option:
    steps = steps_left(state)
    note = f"leaves {plural(steps, 'step')}" if steps else "all done"
    return Option("end", "End the turn", note, ("key:end",), {"kind": "end", "step": "D"})


# --- what the powers ask for


def _power_facts(state: State, kind: str, power: int, **more: Any) -> Facts:
    return {"kind": kind, "step": "A" if before_capture(state) else "D", "power": POWER_IDS[power], **more}


def _line(state: State, seat: int, action: int) -> Option:
    line, end = action_codes.LINE.line(action), action_codes.LINE.end(action)
    where, way = line_text(line), ENDS[line >= SIZE][end]
    changes = _changes(state, lambda after: slide_line(after, line, end))
    facts = _power_facts(state, "line", Loa.MAMY_WATA, line=where, end=way, changes=changes)
    path = (f"line:{where.replace(' ', '-')}-{way}",)
    return Option(f"{where} {way}", f"Push {where} {way}", "", path, facts)


def _stack(state: State, seat: int, action: int) -> Option:
    space = action_codes.STACK.space(action)
    a, upper = space_text(space), stack_dice(state.board[space])[:0:-1]
    note = "spreads " + " and ".join(die_words(die_number(die)) for die in upper)
    facts = _power_facts(state, "stack", Loa.GRAN_BWA, space=a)
    return Option(f"spread {a}", f"Spread the stack on {a}", note, (f"space:{a}",), facts)


def _top(state: State, seat: int, action: int) -> Option:
    return _spread(state, "top", action_codes.TOP.space(action))


def _next(state: State, seat: int, action: int) -> Option:
    return _spread(state, "next", action_codes.NEXT.space(action), under=False)


def _next_under(state: State, seat: int, action: int) -> Option:
    return _spread(state, "next", action_codes.NEXT_UNDER.space(action), under=True)


def _spread(state: State, word: str, to: int, **under: bool) -> Option:
    below = under.get("under", False)
    a, die = space_text(to), _on_top(state, state.held)
    changes = _changes(state, lambda after: carry_die(after, after.held, to, below))
    facts = _power_facts(state, word, Loa.GRAN_BWA, space=a, die=die_text(die), changes=changes, **under)
    label = f"{capital(die_words(die))} goes {'under the top die of' if below else 'on'} {a}"
    path = (f"space:{a}", "key:under") if below else (f"space:{a}",)
    note = f"there lies {die_words(_on_top(state, to))}"
    return Option(f"{word} {'under ' if below else ''}{a}", label, note, path, facts)


def _move(state: State, seat: int, action: int) -> Option:
    a, die = space_text(action_codes.MOVE.space(action)), _on_top(state, action_codes.MOVE.space(action))
    facts = _power_facts(state, "die", Loa.PAPA_LEGBA, space=a, die=die_text(die))
    return Option(f"move {a}", f"Move the {die_words(die)} of {a}", "", (f"space:{a}",), facts)


def _move_to(state: State, seat: int, action: int) -> Option:
    to, die = action_codes.MOVE_TO.space(action), _on_top(state, state.held)
    changes = _changes(state, lambda after: carry_die(after, after.held, to, False))
    a = space_text(to)
    facts = _power_facts(state, "to", Loa.PAPA_LEGBA, space=a, die=die_text(die), changes=changes)
    return Option(f"to {a}", f"{space_text(state.held)} to {a}", die_words(die), (f"space:{a}",), facts)


def _swap(state: State, seat: int, action: int) -> Option:
    a, die = space_text(action_codes.SWAP.space(action)), _on_top(state, action_codes.SWAP.space(action))
    facts = _power_facts(state, "die", Loa.ERZULIE_FREDA, space=a, die=die_text(die))
    return Option(f"swap {a}", f"Swap the {die_words(die)} of {a}", "", (f"space:{a}",), facts)


def _swap_with(state: State, seat: int, action: int) -> Option:
    other = action_codes.SWAP_WITH.space(action)
    a, die = space_text(other), _on_top(state, other)
    changes = _changes(state, lambda after: swap_spaces(after, after.held, other))
    facts = _power_facts(state, "with", Loa.ERZULIE_FREDA, space=a, die=die_text(die), changes=changes)
    label = f"{space_text(state.held)} and {a} change places"
    return Option(f"with {a}", label, die_words(die), (f"space:{a}",), facts)


# --- what Face, Steal and Exchange ask for


def _new_face(state: State, seat: int, action: int) -> Option:
    die, face = action_codes.NEW_FACE.die(action), action_codes.NEW_FACE.face(action)
    text, letter = die_text(die).lower(), FACES[face].lower()
    facts = {"kind": "face", "step": "C3", "die": die_text(die), "face": FACES[face]}
    label = f"Turn {die_words(die)} to {FACE_NAMES[face]}"
    return Option(f"face {text} {letter}", label, "", (f"die:{text}", f"key:face-{letter}"), facts)


def _steal(state: State, seat: int, action: int) -> Option:
    side, die = action_codes.STEAL.side(action), action_codes.STEAL.die(action)
    text = die_text(die)
    facts = {"kind": "steal", "step": "C3", "die": text, "side": side}
    option, path = f"steal {owner_text(state, side)} {text.lower()}", (f"spirit:{side}:{text.lower()}",)
    return Option(option, f"Steal {die_words(die)}", f"from {owner_words(state, side)}", path, facts)


def _exchange(state: State, seat: int, action: int) -> Option:
    side, die = action_codes.EXCHANGE.side(action), action_codes.EXCHANGE.die(action)
    return _of_zone(state, seat, side, die, "exchange", "Exchange")


def _exchange_with(state: State, seat: int, action: int) -> Option:
    side, die = action_codes.EXCHANGE_WITH.side(action), action_codes.EXCHANGE_WITH.die(action)
    return _of_zone(state, seat, side, die, "with", "For")


def _of_zone(state: State, seat: int, side: int, die: int, word: str, label: str) -> Option:
    text, own = die_text(die), side == side_of(state, seat)
    facts = {"kind": word, "step": "C3", "die": text, "side": side}
    note = "" if own else f"of {owner_words(state, side)}"
    option, path = f"{word} {owner_text(state, side)} {text.lower()}", (f"zone:{side}:{text.lower()}",)
    return Option(option, f"{label} {'your' if own else 'the'} {die_words(die)}", note, path, facts)


# --- before the first turn


def _loa(state: State, seat: int, action: int) -> Option:
    loa = action_codes.LOA.loa(action)
    return _of_loa(loa, "loa", "loa", LOA_NAMES[loa])


def _baron_loa(state: State, seat: int, action: int) -> Option:
    loa = action_codes.BARON_LOA.loa(action)
    return _of_loa(loa, "baron", "baron-loa", f"The Baron covers {LOA_NAMES[loa]}")


def _of_loa(loa: int, word: str, kind: str, label: str) -> Option:
    facts = {"kind": kind, "loa": LOA_IDS[loa], "die": COLOURS[loa]}
    note = f"{COLOUR_NAMES[loa]}; {POWER_NOTES[loa]}"
    return Option(f"{word} {LOA_IDS[loa]}", label, note, (f"loa:{LOA_IDS[loa]}",), facts)


def _place(state: State, seat: int, action: int) -> Option:
    die, space = action_codes.PLACE.die(action), action_codes.PLACE.space(action)
    text, to = die_text(die), space_text(space)
    facts = {"kind": "place", "die": text, "space": to, "changes": {to: [text]}}
    path = (f"pool:{text.lower()}", f"space:{to}")
    return Option(f"place {text.lower()} {to}", f"{capital(die_words(die))} to {to}", "", path, facts)


PLAIN: dict[int, Callable[[State], Option]] = {
    action_codes.OFFERING: _offering,
    action_codes.USE: _use,
    action_codes.BUY: _buy,
    action_codes.END: _end,
}
DESCRIBERS: tuple[tuple[Block, Callable[[State, int, int], Option]], ...] = (
    (action_codes.JUMP, _jump),
    (action_codes.POWER, _power),
    (action_codes.TURN_DIE, _turn_die),
    (action_codes.LOOSE, _loose),
    (action_codes.ICON_COMBO, _combo),
    (action_codes.COLOUR_COMBO, _combo),
    (action_codes.LINE, _line),
    (action_codes.STACK, _stack),
    (action_codes.TOP, _top),
    (action_codes.NEXT, _next),
    (action_codes.NEXT_UNDER, _next_under),
    (action_codes.MOVE, _move),
    (action_codes.MOVE_TO, _move_to),
    (action_codes.SWAP, _swap),
    (action_codes.SWAP_WITH, _swap_with),
    (action_codes.NEW_FACE, _new_face),
    (action_codes.STEAL, _steal),
    (action_codes.EXCHANGE, _exchange),
    (action_codes.EXCHANGE_WITH, _exchange_with),
    (action_codes.PLACE, _place),
    (action_codes.LOA, _loa),
    (action_codes.BARON_LOA, _baron_loa),
)


HeadingFacts = Mapping[str, Any]


def heading(option: Option) -> tuple[str, str]:
    """Return the heading and subheading of an option in a long list; both empty if it needs none."""
    facts = option.facts
    kind = facts["kind"]
    if kind not in TITLES:
        return "", ""
    title, within = TITLES[kind]
    step = f"{facts['step']} · " if kind in IN_STEPS else ""
    return step + title, within(facts)


def _die(facts: HeadingFacts) -> str:
    return capital(die_words(die_number(facts["die"])))


def _row(facts: HeadingFacts) -> str:
    return f"Row {facts['space'][1]}"


def _side(facts: HeadingFacts) -> str:
    return f"Capture zone {facts['side'] + 1}" if "side" in facts else _row(facts)


def _nothing(_: HeadingFacts) -> str:
    return ""


IN_STEPS = ("power", "jump", "offering", "turn", "use", "buy", "combo", "spirit")
TITLES: dict[str, tuple[str, Callable[[HeadingFacts], str]]] = {
    "power": ("Use a power", _nothing),
    "jump": ("Capture a die", lambda facts: f"With the die on {facts['from']}"),
    "offering": ("Your own colour", _nothing),
    "turn": (f"Turn the captured die, for {plural(PRICE_OF_FACE, 'offering')}", _nothing),
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
