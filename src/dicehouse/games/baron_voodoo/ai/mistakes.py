"""Count what a choice can gain in Baron Voodoo, for reviews, and the habits behind mistakes."""

from __future__ import annotations

from collections.abc import Mapping

from dicehouse.engine import DiceBox
from dicehouse.i18n import Text, _, ngettext
from dicehouse.records.record import copy_record
from dicehouse.records.sentinels import NO_ACTION

from ..presentation.words import player_mark
from ..rules import apply
from ..rules.action_codes import END, JUMP
from ..rules.board import colour_of, face_of, side_of
from ..rules.combos import LEAST
from ..rules.game_end import finish_game
from ..rules.sides import may_take_offering
from ..rules.state import NO_SEAT, Face, State
from .reasons import captures_of
from .set_values import LAYERS, add_die, largest_set, layer_zone, set_size

ENDED_EARLY, WRONG_CAPTURE = "ended-early", "wrong-capture"
FINAL, OFFERINGS, GROUP = "final", "offerings", "group"
NOTHING = Text("")


def visible_counts(state: State, seat: int) -> Mapping[str, int]:
    """Return the points that a seat would have if the game ended now, with sets and majorities, its offerings, and
    the dice of the largest group in its Capture zone that goes together."""
    side, end = side_of(state, seat), copy_record(state)
    finish_game(end, DiceBox(written=False).dice)
    return {
        FINAL: int(end.sides[side].vp),
        OFFERINGS: int(state.sides[side].offerings),
        GROUP: _largest_group(state, side),
    }


def count_words(count: str, amount: int) -> Text:
    """Return an amount in words."""
    if count == FINAL:
        if amount == 0:
            return _("no points")
        return ngettext("{n} point (sets and majorities counted)", "{n} points (sets and majorities counted)", amount)
    if count == OFFERINGS:
        if amount == 0:
            return _("no offerings")
        return ngettext("{n} offering", "{n} offerings", amount)
    if count == GROUP:
        if amount == 0:
            return _("no dice toward a set")
        return ngettext("{n} die toward a set", "{n} dice toward a set", amount)
    return NOTHING


def explain_mistake(state: State, seat: int, chosen: int | str, better: int | str, you: bool) -> Text:
    """Return how many useful captures the choice left to the next rival, if the better one left fewer, or to the seat
    itself, if the better one left more.

    Captures are those without a power. They are useful if they score a Victory, make the largest set of the Capture
    zone larger, or give an offering.
    """
    if not isinstance(chosen, int) or not isinstance(better, int):
        return NOTHING
    did, should = _after(state, seat, chosen), _after(state, seat, better)
    rival = _next_rival(state, seat)
    if rival == NO_SEAT or did.winner != NO_SEAT or should.winner != NO_SEAT:
        return NOTHING
    most, least = _useful_captures(did, rival), _useful_captures(should, rival)
    if most <= least:
        return _own_captures(_useful_captures(did, seat), _useful_captures(should, seat), seat, you)
    values = {"rival": player_mark(rival), "player": player_mark(seat), "least": least}
    if you:
        return ngettext(
            "Your choice left {rival} {n} capture that gives points or offerings; the better one "
            "would have left {least}.",
            "Your choice left {rival} {n} captures that give points or offerings; the better one "
            "would have left {least}.",
            most,
            **values,
        )
    return ngettext(
        "{player}'s choice left {rival} {n} capture that gives points or offerings; the better one would have left "
        "{least}.",
        "{player}'s choice left {rival} {n} captures that give points or offerings; the better one would have left "
        "{least}.",
        most,
        **values,
    )


def _own_captures(did: int, should: int, seat: int, you: bool) -> Text:
    """Return how many useful captures the choice left to the seat itself, if the better one left more."""
    if did >= should:
        return NOTHING
    if you:
        return ngettext(
            "The better choice would have left you {n} capture that gives points or offerings; your "
            "choice left {least}.",
            "The better choice would have left you {n} captures that give points or offerings; your "
            "choice left {least}.",
            should,
            least=did,
        )
    return ngettext(
        "The better choice would have left {player} {n} capture that gives points or offerings; this one left {least}.",
        "The better choice would have left {player} {n} captures that give points or offerings; this one left {least}.",
        should,
        least=did,
        player=player_mark(seat),
    )


def _after(state: State, seat: int, action: int) -> State:
    after = copy_record(state)
    apply(after, seat, action, DiceBox(written=False).dice)
    return after


def _next_rival(state: State, seat: int) -> int:
    """Return the next seat of another side; NO_SEAT in solo, where the Baron follows rules of his own."""
    order = ((seat + step) % state.n_players for step in range(1, state.n_players))
    return (
        NO_SEAT
        if state.solo
        else next((each for each in order if side_of(state, each) != side_of(state, seat)), NO_SEAT)
    )


def _useful_captures(state: State, seat: int) -> int:
    """Return how many kinds of dice a seat could capture that give points or an offering at once."""
    return sum(_is_useful(state, seat, die) for die in set(captures_of(state, seat)))


def _is_useful(state: State, seat: int, die: int) -> bool:
    if face_of(die) == Face.VICTORY:
        return True
    if (face_of(die) == Face.OFFERING or colour_of(die) == state.players[seat].loa) and may_take_offering(state):
        return True
    layers = [0] * LAYERS
    layer_zone(state, side_of(state, seat), layers)
    before = set_size(largest_set(state.options, layers))
    add_die(layers, die)
    return bool(max(before, LEAST - 1) < set_size(largest_set(state.options, layers)))


def _largest_group(state: State, side: int) -> int:
    """Return the number of dice in the largest group of a Capture zone that goes together."""
    layers = [0] * LAYERS
    layer_zone(state, side, layers)
    return int(set_size(largest_set(state.options, layers)))


# --- habits


def decision_themes(state: State, seat: int, chosen: int | str, better: int | str) -> Mapping[str, bool]:
    """Return whether a decision is a case of ending a turn early, or of a capture that leaves a better one."""
    found = {}
    if chosen == END:
        found[ENDED_EARLY] = isinstance(better, int) and better not in (END, NO_ACTION)
    if isinstance(chosen, int) and chosen in JUMP:
        found[WRONG_CAPTURE] = isinstance(better, int) and better in JUMP
    return found


def theme_sentence(theme: str, mistakes: int, cases: int) -> Text:
    """Return a sentence about a habit."""
    if theme == ENDED_EARLY:
        return _(
            "In {mistakes} of {cases} cases, you ended your turn when you had a better option.",
            mistakes=mistakes,
            cases=cases,
        )
    if theme == WRONG_CAPTURE:
        return _("In {mistakes} of {cases} cases, capturing another die was better.", mistakes=mistakes, cases=cases)
    return NOTHING
