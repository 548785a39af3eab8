"""Write prompts, the score sheet and the table as text; the sentences of the log are in `log_entries`."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from dicehouse.core.option import Option, Prompt
from dicehouse.i18n import Text, _, join_sentences, join_texts, ngettext

from ..rules.barrels import barrels_in_hand
from ..rules.power_dice import replaceable
from ..rules.rounds import in_hand
from ..rules.state import CENTRE, EACH, N_BARRELS, N_BOARDS, NO_SEAT, Mode, Phase, Release, State
from .event_names import EVENT_NAMES
from .first_time import FIRST_TIME
from .glossary import GLOSSARY, glossary
from .log_entries import log_entry
from .notation import RELEASE_CM, points_text
from .score_sheet import score_sheet, text_board
from .short_rules import short_rules
from .story import story
from .words import COLOUR_NAMES, MODE_NAMES, THE_DIE, colour_of_die, on_board, places, some_dice

__all__ = [
    "EVENT_NAMES",
    "FIRST_TIME",
    "GLOSSARY",
    "facts",
    "glossary",
    "heading",
    "log_entry",
    "prompt",
    "score_sheet",
    "short_rules",
    "story",
    "text_board",
]

DOING: Mapping[Phase, Callable[[str], Text]] = {
    Phase.STARTER: lambda player: _("{player} decides who starts", player=player),
    Phase.DRAFT: lambda player: _("{player} is drafting", player=player),
    Phase.BARRELS: lambda player: _("{player} is placing barrels", player=player),
    Phase.BUILD: lambda player: _("{player} is building the target", player=player),
    Phase.THROW: lambda player: _("{player} is throwing", player=player),
    Phase.BLUE: lambda player: _("{player} may replace a die", player=player),
    Phase.PINK: lambda player: _("{player} may throw again", player=player),
}


def prompt(state: State, seat: int | None, asked: Sequence[int], names: Sequence[str]) -> Prompt:
    """Return what `seat` is asked to do, or waits for (None: a spectator)."""
    if state.phase == Phase.OVER:
        return _ended(state, seat, names)
    if seat is None or seat not in asked:
        title = DOING[Phase(state.phase)](names[asked[0]])
        return Prompt(title, _("Round {round}.", round=state.round) if state.round else "")
    return ASKED[Phase(state.phase)](state, seat)


def _starter(state: State, seat: int) -> Prompt:
    return Prompt(_("Who starts?"), _("You rolled highest, so you decide."))


def _draft(state: State, seat: int) -> Prompt:
    detail = _("You have {n} of {all} dice. The colours have different powers.", n=len(in_hand(state, seat)), all=EACH)
    return Prompt(_("Draft a die"), detail)


def _barrels(state: State, seat: int) -> Prompt:
    left = ngettext("You have {n} barrel left.", "You have {n} barrels left.", len(barrels_in_hand(state, seat)))
    cost = _("A player who knocks a barrel off its board loses a point.")
    return Prompt(_("Put a barrel on a board"), join_sentences(left, cost))


def _build(state: State, seat: int) -> Prompt:
    detail = _(
        "Use up to {boards} boards and {barrels} barrels. Every barrel must touch a board.",
        boards=N_BOARDS - CENTRE,
        barrels=N_BARRELS,
    )
    return Prompt(_("Build the target"), detail)


def _throw(state: State, seat: int) -> Prompt:
    left = len(in_hand(state, seat))
    if state.again:
        title = _("Throw the die again")
    else:
        title = _("Throw a die ({n} left)", n=left) if left > 1 else _("Throw your last die")
    if state.options.release == Release.EVERY:
        return Prompt(title, _("Release it at least {cm} cm from every board.", cm=RELEASE_CM))
    if state.options.game == Mode.CENTRAL:
        return Prompt(title, _("Release it at least {cm} cm from the target.", cm=RELEASE_CM))
    return Prompt(title, _("Release it at least {cm} cm from the board you aim at.", cm=RELEASE_CM))


def _blue(state: State, seat: int) -> Prompt:
    lost = len(replaceable(state, seat))
    title = _("Replace the lost die with a blue one?") if lost == 1 else _("Replace a lost die with a blue one?")
    return Prompt(title, _("The blue die shows the same number. It costs you a turn."))


def _pink(state: State, seat: int) -> Prompt:
    return Prompt(_("Throw the die again?"), _("It costs you a pink die and a turn."))


ASKED: Mapping[Phase, Callable[[State, int], Prompt]] = {
    Phase.STARTER: _starter,
    Phase.DRAFT: _draft,
    Phase.BARRELS: _barrels,
    Phase.BUILD: _build,
    Phase.THROW: _throw,
    Phase.BLUE: _blue,
    Phase.PINK: _pink,
}


def _ended(state: State, seat: int | None, names: Sequence[str]) -> Prompt:
    won = [Text("{player} {n}", {"player": name, "n": state.wins[each]}) for each, name in enumerate(names)]
    detail = _("Rounds won: {counts}.", counts=join_texts(won))
    if state.winner == NO_SEAT:
        return Prompt(_("The game is a draw"), detail)
    return Prompt(_("You win!") if seat == state.winner else _("{player} wins", player=names[state.winner]), detail)


def heading(option: Option) -> tuple[str, str]:
    """Return the headings of an option on the no-JavaScript page: a throw is listed under its die."""
    if option.facts["kind"] == "ready":
        return _("Quick throws"), THE_DIE[colour_of_die(option.facts["die"])]
    return "", ""


def facts(view: Mapping[str, Any], names: Sequence[str]) -> list[tuple[str, str]]:
    """Return the position as labels and words."""
    mode = MODE_NAMES[Mode[view["mode"].upper()], bool(view["barrels"])]
    rows: list[tuple[str, str]] = [(_("Game"), mode), (_("Round"), Text("{n}", {"n": view["round"]}))]
    if view["pool"]:
        rows.append((_("In the middle"), some_dice([view["pool"][colour] for colour in COLOUR_NAMES])))
    for name, die in sorted(view["judged"].items()):
        rows.append((_die_name(name), _ruling(die, names)))
    for name, body in sorted(view["bodies"].items()):
        if body["kind"] == "barrel":
            x, y, _z = body["at"]
            rows.append((_("Barrel {number}", number=int(name[1])), _place_text(x, y)))
    for seat, each in enumerate(view["seats"]):
        won = ngettext("{n} round won", "{n} rounds won", each["wins"])
        points = _("{points} in this round", points=points_text(each["points"]))
        hand = _("in hand: {dice}", dice=" ".join(each["hand"])) if each["hand"] else _("no die in hand")
        rows.append((names[seat], join_texts([won, points, hand], "; ")))
    return rows


def _die_name(name: str) -> Text:
    return Text("{die} {number}", {"die": THE_DIE[colour_of_die(name)], "number": name[1]})


def _place_text(x: float, y: float) -> Text:
    """Return where a body is, as seen from the near side."""
    aside, away = round(abs(x) / 10), round(abs(y) / 10)
    if x < 0:
        near = _("{aside} cm left of the middle of the table, {away} cm nearer", aside=aside, away=away)
        return (
            near
            if y < 0
            else _("{aside} cm left of the middle of the table, {away} cm farther away", aside=aside, away=away)
        )
    near = _("{aside} cm right of the middle of the table, {away} cm nearer", aside=aside, away=away)
    return (
        near
        if y < 0
        else _("{aside} cm right of the middle of the table, {away} cm farther away", aside=aside, away=away)
    )


def _ruling(die: Mapping[str, Any], names: Sequence[str]) -> Text:
    """Return what a die shows, where it is, and what it scores."""
    face = str(die["face"]) if die["face"] is not None else _("no clear face")
    where = places(die["boards"], on_board, None).with_names(names) if die["boards"] else _("on no board")
    parts: list[object] = [face, where]
    if die["crooked"]:
        parts.append(_("crooked"))
    elif die["covered"]:
        parts.append(_("under another die"))
    return join_texts([*parts, points_text(die["points"])] if die["boards"] else parts)
