"""Write the prompts, the score sheet, the printed board, and the position in words."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from dicehouse.core.option import Prompt
from dicehouse.i18n import Text, _, join_sentences, join_texts, listing, ngettext, pgettext

from ..rules.board import any_jump, face_of, side_of
from ..rules.face_effects import has_effect
from ..rules.loa_powers import power_usable
from ..rules.state import BARON, KINDS, N_LOAS, NO_SEAT, Face, Phase, State, TurnStep
from .event_names import EVENT_NAMES
from .first_time import FIRST_TIME
from .glossary import GLOSSARY
from .log_entries import log_entry
from .notation import COLOURS, LOA_NAMES, die_number
from .options import heading
from .score_sheet import BARON_NAME, score_sheet, text_board
from .short_rules import short_rules
from .step_bar import NO_EFFECT, steps_left
from .story import story
from .words import (
    COLOUR_NAMES,
    FACE_NAMES,
    a_die,
    die_words,
    face_effect,
    offerings_words,
    points_words,
    stack_words,
    the_die,
)

__all__ = [
    "EVENT_NAMES",
    "FIRST_TIME",
    "GLOSSARY",
    "facts",
    "heading",
    "log_entry",
    "prompt",
    "score_sheet",
    "short_rules",
    "story",
    "text_board",
]


ASKED: dict[int, tuple[Text, Text]] = {
    Phase.WATA: (_("Mamy Wata: push a line"), _("Choose a row or a file, and one of its ends.")),
    Phase.BWA: (_("Gran Bwa: choose a stack"), _("Its upper dice move to other dice.")),
    Phase.BWA_TOP: (_("Gran Bwa: place the top die"), _("Put it on any other die or stack that isn't full.")),
    Phase.BWA_NEXT: (_("Gran Bwa: place the next die"), _("Put it on any other die or stack that isn't full.")),
    Phase.LEGBA: (_("Papa Legba: choose a die"), _("It moves along its line.")),
    Phase.LEGBA_TO: (_("Papa Legba: choose a space"), _("The die moves to an empty space in its line.")),
    Phase.ERZULIE: (_("Erzulie Freda: choose a die"), _("Two single dice swap places.")),
    Phase.ERZULIE_WITH: (_("Erzulie Freda: choose the other die"), _("Choose any other single die.")),
    Phase.FACE: (_("Face: turn a die"), _("Turn any die in your Capture zone to another face.")),
    Phase.STEAL: (_("Steal: choose a die"), _("Take it from an opponent's Spirit World.")),
    Phase.EXCHANGE: (_("Exchange: choose a die"), _("Choose it from any Capture zone.")),
    Phase.LOA: (
        _("Choose your Loa"),
        _("You jump with dice of its colour and keep the dice you jump over. Its power is free for you."),
    ),
    Phase.BARON_LOA: (
        _("Choose the Baron's Loa"),
        _("The Baron gains an offering for each die of his colour that he takes."),
    ),
}
WAITS: dict[int, Callable[[str], Text]] = {
    Phase.LOA: lambda player: _("{player} is choosing a Loa", player=player),
    Phase.BARON_LOA: lambda player: _("{player} is choosing the Baron's Loa", player=player),
    Phase.DRAFT: lambda player: _("{player} is placing a die", player=player),
    Phase.TURN: lambda player: _("{player} is about to jump", player=player),
    Phase.CAPTURE: lambda player: _("{player} is about to jump", player=player),
    Phase.STEPS: lambda player: _("{player} has captured a die", player=player),
    Phase.FACE: lambda player: _("{player} is turning a die", player=player),
    Phase.STEAL: lambda player: _("{player} is stealing a die", player=player),
    Phase.EXCHANGE: lambda player: _("{player} is swapping dice", player=player),
    Phase.EXCHANGE_WITH: lambda player: _("{player} is swapping dice", player=player),
}


def prompt(state: State, seat: int | None, asked: Sequence[int], names: Sequence[str]) -> Prompt:
    """Return what `seat` is asked to do, or waits for (None: a spectator)."""
    if state.phase == Phase.OVER:
        return _ended(state, seat, names)
    if seat is None or seat not in asked:
        return _waiting(state, asked, names)
    if state.phase == Phase.EXCHANGE_WITH:
        return Prompt(_("Exchange: choose the other die"), _("You swap it for {die}.", die=the_die(state.held_die)))
    if state.phase in ASKED:
        return Prompt(*ASKED[state.phase])
    if state.phase == Phase.DRAFT:
        left = sum(state.pool[die] for die in range(1, KINDS))
        where = _("Put it on any free space of its colour.")
        return Prompt(_("Place a die"), join_sentences(where, ngettext("{n} die left.", "{n} dice left.", left)))
    if state.phase == Phase.STEPS:
        return _after_capture(state, seat)
    return _before_capture(state, seat)


def _before_capture(state: State, seat: int) -> Prompt:
    title = _("Jump with a {colour} die", colour=COLOUR_NAMES[state.players[seat].loa])
    if state.phase == Phase.CAPTURE:
        return Prompt(title, _("You have used a power. Now capture a die."))
    when: Text | str = ""
    if state.extra:
        when = _("This is your extra turn.")
    elif state.trigger != NO_SEAT:
        when = _("This is your last turn.")
    if not any_jump(state, seat):
        title = _("No {colour} die can jump", colour=COLOUR_NAMES[state.players[seat].loa])
        return Prompt(title, join_sentences(when, _("Use a power that makes a jump possible.")))
    usable = any(power_usable(state, seat, power) for power in range(N_LOAS))
    return Prompt(title, join_sentences(when, _("You can use a power first.") if usable else ""))


def _after_capture(state: State, seat: int) -> Prompt:
    if not state.captured:
        return Prompt(_("End your turn"), "")
    title = _("You took {die}", die=a_die(state.captured))
    if state.step <= TurnStep.C3:
        face = face_of(state.captured)
        if has_effect(state, seat):
            effect = face_effect(state, face)
            return Prompt(title, Text("{face}: {effect}.", {"face": FACE_NAMES[face], "effect": effect}))
        return Prompt(title, NO_EFFECT[Face(face)])
    if steps_left(state):
        return Prompt(title, _("Take the steps you have left, or end your turn."))
    return Prompt(title, _("You have no steps left."))


def _ended(state: State, seat: int | None, names: Sequence[str]) -> Prompt:
    if state.winner == NO_SEAT:
        score = _("{points} to {points2}", points=state.sides[BARON].vp, points2=state.sides[0].vp)
        return Prompt(_("The Baron wins"), score)
    if seat is not None and side_of(state, seat) == state.winner:
        return Prompt(_("You win!"), _how_won(state, you=True))
    winners = [names[s] for s in range(len(names)) if side_of(state, s) == state.winner]
    if len(winners) > 1:
        return Prompt(_("{players} win", players=listing(winners)), _how_won(state))
    return Prompt(_("{player} wins", player=winners[0]), _how_won(state))


def _tied(state: State) -> bool:
    """Return True if others have as many points as the winner."""
    points = [state.sides[side].vp for side in range(state.n_sides)]
    return points.count(max(points)) > 1


def _how_won(state: State, *, you: bool = False) -> Text:
    if not _tied(state):
        if state.teams:
            return _("You are the new Loas of the Dead.") if you else _("They are the new Loas of the Dead.")
        return _("You are the new Loa of the Dead.") if you else _("The new Loa of the Dead.")
    if state.teams:
        return _("The teams tied. The team that triggered the final round wins.")
    if side_of(state, state.trigger) == state.winner:
        return _("It was a tie. The player who triggered the final round wins.")
    return _("It was a tie. The next tied player after the one who triggered the final round wins.")


def _waiting(state: State, asked: Sequence[int], names: Sequence[str]) -> Prompt:
    player = names[asked[0]] if asked else ""
    waits = WAITS.get(state.phase)
    title = waits(player) if waits else _("{player} is using a power", player=player)
    return Prompt(title, _("Captured: {die}.", die=die_words(state.captured)) if state.captured else "")


# --- the position in words, for pages without a board


def facts(view: Mapping[str, Any], names: Sequence[str]) -> list[tuple[str, str]]:
    """Return the position as labels and words."""
    spaces = [
        Text("{space}: {dice}", {"space": space, "dice": stack_words(dice)}) for space, dice in view["board"].items()
    ]
    steps = [*map(_step, view["steps"])] if any(one["short"] for one in view["steps"]) else []
    rows: list[tuple[str, str]] = [
        (_("Captured"), _words(view["captured"]) if view["captured"] else ""),
        (_("Steps"), join_texts(steps, "; ")),
        (_("Powers"), _powers(view)),
        (_("Offerings in the reserve"), "" if view["reserve"] is None else str(view["reserve"])),
        (_("Baron Samedi token"), _samedi(view, names)),
        (_("The Baron's wishes, in order"), _wishes(view["baron"])),
        (_("End of the game"), _end(view, names)),
    ]
    for side in view["sides"]:
        whose = listing([names[seat] for seat in side["seats"]]) if side["seats"] else BARON_NAME
        score = join_texts([side["vp"], offerings_words(side["offerings"])])
        counts = [
            Text("{colour} {n}", {"colour": COLOUR_NAMES[COLOURS.index(c)], "n": n})
            for c, n in side["counts"].items()
            if n
        ]
        rows += [
            (_("{player}: points", player=whose), score),
            (_("{player}: Capture zone", player=whose), _dice(side["zone"])),
            (_("{player}: Spirit World", player=whose), join_texts(counts)),
        ]
    for seat, one in enumerate(view["seats"]):
        if one["loa"]:
            loa: str = LOA_NAMES[COLOURS.index(one["loa"])]
            rows.append(
                (_("{player}: Loa", player=names[seat]), _("{loa}, protected", loa=loa) if one["guarded"] else loa)
            )
    return [(label, words) for label, words in (*rows, (_("Board"), join_texts(spaces, "; "))) if words]


def _step(step: Mapping[str, Any]) -> Text:
    stands = {"done": pgettext("step", "done"), "passed": pgettext("step", "not used")}.get(
        step["state"], step["short"]
    )
    return Text("{step}: {state}", {"step": step["name"], "state": stands})


def _powers(view: Mapping[str, Any]) -> Text:
    """Say why some powers can't be used; the others are options."""
    missing = [one for one in view["powers"] if one["why"]]
    return join_sentences(
        *(Text("{loa}: {why}", {"loa": LOA_NAMES[COLOURS.index(one["colour"])], "why": one["why"]}) for one in missing)
    )


def _wishes(baron: Mapping[str, Any] | None) -> Text:
    if not baron:
        return Text("")
    wishes = [Text("{die} ({now})", {"die": one["words"], "now": one["now"]}) for one in baron["wishes"]]
    return join_texts(wishes, "; ") if wishes else _dice(baron["line"])


def _words(die: str) -> Text:
    return die_words(die_number(die))


def _dice(dice: Sequence[str]) -> Text:
    return join_texts(map(_words, dice))


def _samedi(view: Mapping[str, Any], names: Sequence[str]) -> str:
    if view["samedi"] is None:
        return ""
    side = view["sides"][view["samedi"]]
    return listing([names[seat] for seat in side["seats"]]) if side["seats"] else BARON_NAME


def _end(view: Mapping[str, Any], names: Sequence[str]) -> Text:
    if view["trigger"] is None:
        points = points_words(view["threshold"])
        return _("after the round in which a player reaches {points} or is blocked", points=points)
    left = [names[seat] for seat in view["to_play"]]
    if left:
        return _("after this round; still to play: {players}", players=listing(left))
    return _("after this round")
