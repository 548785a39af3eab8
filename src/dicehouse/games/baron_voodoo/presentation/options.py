"""Describe options as text, as sentences, as objects on the table to click, and under the headings of a long list."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from dicehouse.core.action_codes import Block
from dicehouse.core.option import Option
from dicehouse.i18n import Text, _, join_texts, listing, ngettext
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
    COLOURS,
    ENDS,
    FACES,
    LOA_IDS,
    LOA_NAMES,
    POWER_IDS,
    dice_of,
    die_number,
    die_text,
    line_text,
    owner_text,
    space_text,
    stack_dice,
)
from .refusals import normal, refusal
from .step_bar import steps_left
from .words import (
    COLOUR_NAMES,
    FACE_NAMES,
    POWER_NOTES,
    a_die,
    dice_words,
    die_words,
    face_effect,
    face_name,
    line_push_words,
    offerings_words,
    owner_words,
    points_words,
    the_die,
    your_die,
)

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

    note = _("lands on {space}", space=c)
    if state.board[to]:
        note = _("lands on {die} on {space}", die=a_die(_on_top(state, to)), space=c)
    facts: Facts = {"kind": "jump", "step": "B", "from": a, "over": b, "to": c, "die": die_text(taken)}
    facts |= {"changes": _changes(state, act)}
    return Option(f"{a}x{b}", _jump_label(a, b, taken), note, (f"space:{a}", f"space:{c}"), facts)


def _jump_label(source: str, over: str, die: int) -> Text:
    return _("{source} jumps {over}, takes {die}", source=source, over=over, die=a_die(die))


def _power(state: State, seat: int, action: int) -> Option:
    power = action_codes.POWER.loa(action)
    price = price_of(state, seat, power)
    note = POWER_NOTES[power]
    if price:
        note = _("{power}, for {price}", power=note, price=offerings_words(price))
    facts = _power_facts(state, "power", power, price=price)
    key = f"key:power-{POWER_IDS[power]}"
    return Option(f"power {POWER_IDS[power]}", _("Use the power of {loa}", loa=LOA_NAMES[power]), note, (key,), facts)


def _offering(state: State) -> Option:
    facts = {"kind": "offering", "step": "C1"}
    return Option("offering", _("Take an offering"), _("for a die of your colour"), ("key:offering",), facts)


def _turn_die(state: State, seat: int, action: int) -> Option:
    face = action_codes.TURN_DIE.face(action)
    letter = FACES[face].lower()
    facts = {"kind": "turn", "step": "C2", "face": FACES[face], "price": PRICE_OF_FACE}
    label = _("Turn the captured die to {face}", face=FACE_NAMES[face])
    return Option(f"turn {letter}", label, face_effect(state, face), (f"key:turn-{letter}",), facts)


def _use(state: State) -> Option:
    face = face_of(state.captured)
    facts = {"kind": "use", "step": "C3", "face": FACES[face]}
    return Option("use", _("Use {face}", face=FACE_NAMES[face]), face_effect(state, face), ("key:use",), facts)


def _buy(state: State) -> Option:
    facts = {"kind": "buy", "step": "C4", "price": PRICE_OF_TURN}
    return Option(
        "buy", _("Buy an extra turn"), _("for {price}", price=offerings_words(PRICE_OF_TURN)), ("key:buy",), facts
    )


def _combo(state: State, seat: int, action: int) -> Option:
    dice = dice_of(action)
    texts = [die_text(die) for die in dice]
    points = combo_value(state.options, len(dice))
    if action in action_codes.COLOUR_COMBO:
        kind = "colour"
        label = _("{dice} of one colour", dice=dice_words(len(dice)))
    else:
        kind = "icon"
        label = _("{dice} with {face}", dice=dice_words(len(dice)), face=face_name(dice[0]))
    facts = {"kind": "combo", "step": "C5", "dice": texts, "points": points, "combo": kind}
    path = (*(f"die:{text.lower()}" for text in texts), "key:combo")
    return Option(f"combo {' '.join(texts).lower()}", label, _set_note(points, dice), path, facts)


def _set_note(points: int, dice: Sequence[int]) -> Text:
    return Text("{points}: {dice}", {"points": points_words(points), "dice": join_texts(map(die_words, dice))})


def _loose(state: State, seat: int, action: int) -> Option:
    die = action_codes.LOOSE.die(action)
    text = die_text(die)
    facts = {"kind": "spirit", "step": "C5", "die": text, "points": 0}
    label = _("Move {die} to the Spirit World", die=the_die(die))
    return Option(f"spirit {text.lower()}", label, _("no points"), (f"die:{text.lower()}", "key:spirit"), facts)


def _end(state: State) -> Option:
    steps = steps_left(state)
    note = ngettext("{n} step unused", "{n} steps unused", steps) if steps else _("nothing left to do")
    return Option("end", _("End your turn"), note, ("key:end",), {"kind": "end", "step": "D"})


# --- what the powers ask for


def _power_facts(state: State, kind: str, power: int, **more: Any) -> Facts:
    return {"kind": kind, "step": "A" if before_capture(state) else "D", "power": POWER_IDS[power], **more}


def _line(state: State, seat: int, action: int) -> Option:
    line, end = action_codes.LINE.line(action), action_codes.LINE.end(action)
    where, way = line_text(line), ENDS[line >= SIZE][end]
    changes = _changes(state, lambda after: slide_line(after, line, end))
    facts = _power_facts(state, "line", Loa.MAMY_WATA, line=where, end=way, changes=changes)
    path = (f"line:{where.replace(' ', '-')}-{way}",)
    return Option(f"{where} {way}", _("Push {line}", line=line_push_words(line, end)), "", path, facts)


def _stack(state: State, seat: int, action: int) -> Option:
    space = action_codes.STACK.space(action)
    a, upper = space_text(space), stack_dice(state.board[space])[:0:-1]
    note = _("moves {dice}", dice=listing([a_die(die_number(die)) for die in upper]))
    facts = _power_facts(state, "stack", Loa.GRAN_BWA, space=a)
    return Option(f"spread {a}", _("Spread the stack on {space}", space=a), note, (f"space:{a}",), facts)


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
    label = _("Put {die} on {space}", die=the_die(die), space=a)
    if below:
        label = _("Put {die} under the top die on {space}", die=the_die(die), space=a)
    path = (f"space:{a}", "key:under") if below else (f"space:{a}",)
    note = _("top die: {die}", die=die_words(_on_top(state, to)))
    return Option(f"{word} {'under ' if below else ''}{a}", label, note, path, facts)


def _move(state: State, seat: int, action: int) -> Option:
    a, die = space_text(action_codes.MOVE.space(action)), _on_top(state, action_codes.MOVE.space(action))
    facts = _power_facts(state, "die", Loa.PAPA_LEGBA, space=a, die=die_text(die))
    return Option(f"move {a}", _("Move {die} ({space})", die=the_die(die), space=a), "", (f"space:{a}",), facts)


def _move_to(state: State, seat: int, action: int) -> Option:
    to, die = action_codes.MOVE_TO.space(action), _on_top(state, state.held)
    changes = _changes(state, lambda after: carry_die(after, after.held, to, False))
    a = space_text(to)
    facts = _power_facts(state, "to", Loa.PAPA_LEGBA, space=a, die=die_text(die), changes=changes)
    return Option(f"to {a}", _("Move it to {space}", space=a), die_words(die), (f"space:{a}",), facts)


def _swap(state: State, seat: int, action: int) -> Option:
    a, die = space_text(action_codes.SWAP.space(action)), _on_top(state, action_codes.SWAP.space(action))
    facts = _power_facts(state, "die", Loa.ERZULIE_FREDA, space=a, die=die_text(die))
    return Option(f"swap {a}", _("Swap {die} on {space}", die=the_die(die), space=a), "", (f"space:{a}",), facts)


def _swap_with(state: State, seat: int, action: int) -> Option:
    other = action_codes.SWAP_WITH.space(action)
    a, die = space_text(other), _on_top(state, other)
    changes = _changes(state, lambda after: swap_spaces(after, after.held, other))
    facts = _power_facts(state, "with", Loa.ERZULIE_FREDA, space=a, die=die_text(die), changes=changes)
    label = _("Swap {space} with {space2}", space=space_text(state.held), space2=a)
    return Option(f"with {a}", label, die_words(die), (f"space:{a}",), facts)


# --- what Face, Steal and Exchange ask for


def _new_face(state: State, seat: int, action: int) -> Option:
    die, face = action_codes.NEW_FACE.die(action), action_codes.NEW_FACE.face(action)
    text, letter = die_text(die).lower(), FACES[face].lower()
    facts = {"kind": "face", "step": "C3", "die": die_text(die), "face": FACES[face]}
    label = _("Turn {die} to {face}", die=your_die(die), face=FACE_NAMES[face])
    return Option(f"face {text} {letter}", label, "", (f"die:{text}", f"key:face-{letter}"), facts)


def _steal(state: State, seat: int, action: int) -> Option:
    side, die = action_codes.STEAL.side(action), action_codes.STEAL.die(action)
    text = die_text(die)
    facts = {"kind": "steal", "step": "C3", "die": text, "side": side}
    option, path = f"steal {owner_text(state, side)} {text.lower()}", (f"spirit:{side}:{text.lower()}",)
    return Option(
        option, _("Steal {die}", die=a_die(die)), _("from {owner}", owner=owner_words(state, side)), path, facts
    )


def _exchange(state: State, seat: int, action: int) -> Option:
    side, die = action_codes.EXCHANGE.side(action), action_codes.EXCHANGE.die(action)
    own = side == side_of(state, seat)
    label = _("Swap {die}", die=your_die(die) if own else the_die(die))
    return _of_zone(state, side, die, "exchange", label, own)


def _exchange_with(state: State, seat: int, action: int) -> Option:
    side, die = action_codes.EXCHANGE_WITH.side(action), action_codes.EXCHANGE_WITH.die(action)
    own = side == side_of(state, seat)
    label = _("for {die}", die=your_die(die) if own else the_die(die))
    return _of_zone(state, side, die, "with", label, own)


def _of_zone(state: State, side: int, die: int, word: str, label: Text, own: bool) -> Option:
    text = die_text(die)
    facts = {"kind": word, "step": "C3", "die": text, "side": side}
    note = "" if own else _("from {owner}", owner=owner_words(state, side))
    option, path = f"{word} {owner_text(state, side)} {text.lower()}", (f"zone:{side}:{text.lower()}",)
    return Option(option, label, note, path, facts)


# --- before the first turn


def _loa(state: State, seat: int, action: int) -> Option:
    loa = action_codes.LOA.loa(action)
    return _of_loa(loa, "loa", "loa", LOA_NAMES[loa])


def _baron_loa(state: State, seat: int, action: int) -> Option:
    loa = action_codes.BARON_LOA.loa(action)
    return _of_loa(loa, "baron", "baron-loa", _("The Baron covers {loa}", loa=LOA_NAMES[loa]))


def _of_loa(loa: int, word: str, kind: str, label: str) -> Option:
    facts = {"kind": kind, "loa": LOA_IDS[loa], "die": COLOURS[loa]}
    note = Text("{colour}: {power}", {"colour": COLOUR_NAMES[loa], "power": POWER_NOTES[loa]})
    return Option(f"{word} {LOA_IDS[loa]}", label, note, (f"loa:{LOA_IDS[loa]}",), facts)


def _place(state: State, seat: int, action: int) -> Option:
    die, space = action_codes.PLACE.die(action), action_codes.PLACE.space(action)
    text, to = die_text(die), space_text(space)
    facts = {"kind": "place", "die": text, "space": to, "changes": {to: [text]}}
    path = (f"pool:{text.lower()}", f"space:{to}")
    return Option(
        f"place {text.lower()} {to}", _("Place {die} on {space}", die=the_die(die), space=to), "", path, facts
    )


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
    if kind in IN_STEPS:
        title = Text("{step} · {title}", {"step": facts["step"], "title": title})
    return title, within(facts)


def _die(facts: HeadingFacts) -> str:
    return die_words(die_number(facts["die"]))


def _row(facts: HeadingFacts) -> str:
    return _("Row {row}", row=facts["space"][1])


def _side(facts: HeadingFacts) -> str:
    return _("Capture zone {number}", number=facts["side"] + 1) if "side" in facts else _row(facts)


def _nothing(facts: HeadingFacts) -> str:
    return ""


IN_STEPS = ("power", "jump", "offering", "turn", "use", "buy", "combo", "spirit")
TITLES: dict[str, tuple[Text, Callable[[HeadingFacts], str]]] = {
    "power": (_("Use a power"), _nothing),
    "jump": (_("Capture a die"), lambda facts: _("with the die on {space}", space=facts["from"])),
    "offering": (_("Take an offering for your colour"), _nothing),
    "turn": (_("Turn the captured die for {price}", price=offerings_words(PRICE_OF_FACE)), _nothing),
    "use": (_("Use the face"), _nothing),
    "buy": (_("Buy an extra turn"), _nothing),
    "combo": (_("Score a set"), lambda facts: points_words(facts["points"])),
    "spirit": (_("Move a single die to the Spirit World"), _nothing),
    "line": (_("Push a line"), lambda facts: _("A row") if facts["line"].startswith("row") else _("A file")),
    "stack": (_("Choose a stack"), _row),
    "top": (_("Choose where it goes"), _row),
    "next": (_("Choose where it goes"), _row),
    "die": (_("Choose a die"), _row),
    "to": (_("Choose where it goes"), _row),
    "with": (_("Choose the other die"), _side),
    "exchange": (_("Choose a die"), _side),
    "face": (_("Choose a die and its new face"), _die),
    "steal": (_("Choose a die"), lambda facts: _("Spirit World {number}", number=facts["side"] + 1)),
    "place": (_("Choose a die and its space"), _die),
}
