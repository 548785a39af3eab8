"""Explain an action in a sentence. Nothing is hidden in this game, so everything may be told.

The value of a die is what the sets of the zone gain in points now, without what a set may become.
"""

from __future__ import annotations

import numpy as np

from dicehouse.core.action_list import Actions
from dicehouse.i18n import Text, _, join_sentences, ngettext
from dicehouse.records.record import copy_record, dtype, strict

from ..presentation.words import (
    COLOUR_NAMES,
    a_die,
    owner_words,
    player_mark,
    points_words,
)
from ..rules.action_codes import (
    BUY,
    COLOUR_COMBO,
    EXCHANGE_WITH,
    ICON_COMBO,
    JUMP,
    LINE,
    MOVE_TO,
    NEW_FACE,
    NEXT,
    NEXT_UNDER,
    POWER,
    STEAL,
    SWAP_WITH,
    TOP,
    TURN_DIE,
    USE,
)
from ..rules.board import DIE, colour_of, die_of, face_of, legal_jumps, side_of, space_beyond
from ..rules.combos import LEAST, combo_dice, combo_value
from ..rules.face_effects import may_steal_from
from ..rules.power_conditions import before_capture
from ..rules.power_erzulie_freda import swap_spaces
from ..rules.power_gran_bwa import carry_die
from ..rules.power_mamy_wata import slide_line
from ..rules.sides import UNLIMITED, may_take_offering
from ..rules.state import BARON, N_FACES, NO_SEAT, Face, State
from .set_values import LAYERS, add_die, largest_set, layer_zone, set_size, take_dice, zone_worth

MOST = 104  # most characters of a reason
OWN_DIE = 1  # points that an offering counts for in the comparison of captures
NOTHING = Text("")


def explain_action(state: State, seat: int, action: int) -> Text:
    """Return why `seat` does this; empty if it is obvious, or if it gains nothing that can be counted yet."""
    if action in JUMP:
        return _jump(state, seat, action)
    if action in ICON_COMBO or action in COLOUR_COMBO:
        return _combo(state, seat, action)
    if action == USE:
        return _use(state, seat)
    if action in TURN_DIE:
        return _turned(state, seat, TURN_DIE.face(action))
    if action == BUY:
        return _bought(state, seat)
    if action in NEW_FACE:
        was, face = NEW_FACE.die(action), NEW_FACE.face(action)
        return _gain(state, side_of(state, seat), was, die_of(colour_of(was), face))
    if action in STEAL:
        return _stolen(state, seat, STEAL.side(action), STEAL.die(action))
    if action in EXCHANGE_WITH:
        return _exchanged(state, seat, EXCHANGE_WITH.side(action), EXCHANGE_WITH.die(action))
    if action in POWER:
        return _begun_power(state, seat)
    return _power(state, seat, action)


def _said(*sentences: Text) -> Text:
    """Return the first two sentences that say something; only the first if both are too long."""
    found = [sentence for sentence in sentences if sentence]
    for many in (2, 1):
        text = join_sentences(*found[:many])
        if text and len(text) <= MOST:
            return text
    return NOTHING


# --- captures


def _jump(state: State, seat: int, action: int) -> Text:
    space, direction = JUMP.space(action), JUMP.direction(action)
    die = state.board[space_beyond(state, space, direction, 1)] & DIE
    own = colour_of(die) == state.players[seat].loa and may_take_offering(state)
    twice = own and face_of(die) == Face.OFFERING and _has_two_offerings(state)
    return _said(
        _gain(state, side_of(state, seat), 0, die),
        _("Its Victory scores a point.") if face_of(die) == Face.VICTORY else NOTHING,
        _denied(state, seat, die),
        _("The colour and the face each give an offering.") if twice else NOTHING,
        _("A die of the Loa's own colour gives an offering.") if own and not twice else NOTHING,
        _begun(state, seat, die),
        NOTHING if twice else _effect(state, seat, die),
    )


def _has_two_offerings(state: State) -> bool:
    return state.reserve > 1 or state.options.offerings == UNLIMITED


def _gain(state: State, side: int, out: int, put: int) -> Text:
    """Say what the sets of a zone gain by the die `put`, with `out` given away (0 for none); empty if nothing."""
    before, after = _sets(state, side), _sets(state, side, out, put)
    if after <= before:
        return NOTHING
    if before == 0:
        return _(
            "That makes a set of {size}, worth {points}.", size=_size(state, side, out, put), points=points_words(after)
        )
    return _("That raises the sets from {before} to {after} points.", before=before, after=after)


def _sets(state: State, side: int, out: int = 0, put: int = 0) -> int:
    """Return the points of a zone's sets with the die `out` removed and `put` added, 0 for none."""
    return round(zone_worth(state.options, _zone(state, side, out, put), 0.0))


def _size(state: State, side: int, out: int, put: int) -> int:
    """Return the number of dice in the largest set."""
    return set_size(largest_set(state.options, _zone(state, side, out, put)))


def _zone(state: State, side: int, out: int, put: int) -> list[int]:
    layers = [0] * LAYERS
    layer_zone(state, side, layers)
    if out:
        take_dice(layers, 1 << out)
    if put:
        add_die(layers, put)
    return layers


def _begun(state: State, seat: int, die: int) -> Text:
    """Say that a die begins a set if it makes a pair."""
    side = side_of(state, seat)
    if _size(state, side, 0, 0) < 2 <= _size(state, side, 0, die) and state.sides[side].n_zone:
        points = points_words(combo_value(state.options, LEAST))
        return _("It makes a pair. One more makes a set worth {points}.", points=points)
    return NOTHING


def _denied(state: State, seat: int, die: int) -> Text:
    """Say which side would have gained most by the die if it could have taken it next."""
    most, who = 0, NO_SEAT
    for other in range(state.n_players):
        side = side_of(state, other)
        if side != side_of(state, seat) and die in captures_of(state, other):
            gained = _sets(state, side, 0, die) - _sets(state, side)
            if gained > most:
                most, who = gained, side
    if not most:
        return NOTHING
    return _("It would be worth {points} to {player}.", points=points_words(most), player=owner_words(state, who))


def captures_of(state: State, seat: int) -> list[int]:
    """Return the dice that a seat could capture on the current board."""
    if state.solo and seat == BARON:
        return []
    actions = strict(Actions, np.zeros(dtype(Actions).itemsize, np.uint8))
    legal_jumps(state, seat, actions)
    jumps = [actions.item[i] for i in range(actions.count)]
    return [state.board[space_beyond(state, JUMP.space(each), JUMP.direction(each), 1)] & DIE for each in jumps]


def _effect(state: State, seat: int, die: int) -> Text:
    if face_of(die) == Face.OFFERING and may_take_offering(state):
        return _("Its face gives an offering.")
    if face_of(die) == Face.GUARD and not state.players[seat].guarded:
        return _("Its Guard protects dice.")
    return NOTHING


# --- the steps after a capture


def _combo(state: State, seat: int, action: int) -> Text:
    here = state.sides[side_of(state, seat)]
    points = combo_value(state.options, combo_dice(action, [0] * N_FACES))
    then = here.vp + points
    best = max(state.sides[side].vp for side in range(state.n_sides) if side != side_of(state, seat))
    if state.trigger != NO_SEAT:
        return _("Only one more set per Capture zone scores at the end.")
    if then >= state.threshold:
        return join_sentences(
            _("That makes {total} and triggers the final round.", total=points_words(then)), _ahead(then, best)
        )
    if here.vp <= best < then:
        left = state.threshold - then
        return join_sentences(
            _("That makes {total} and takes the lead.", total=points_words(then)),
            ngettext("{n} more point triggers the final round.", "{n} more points trigger the final round.", left),
        )
    return join_sentences(
        _("That makes {total} of {threshold} points.", total=then, threshold=state.threshold),
        _("Nobody can swap these dice any more."),
    )


def _ahead(own: int, best: int) -> Text:
    if own == best:
        return _("The scores are level.")
    if own > best:
        return ngettext("That is a lead of {n} point.", "That is a lead of {n} points.", own - best)
    return ngettext("That is {n} point short of the lead.", "That is {n} points short of the lead.", best - own)


def _use(state: State, seat: int) -> Text:
    face, here = face_of(state.captured), state.sides[side_of(state, seat)]
    if face == Face.VICTORY:
        then = here.vp + 1
        if state.trigger != NO_SEAT:
            return _("That makes {points}.", points=points_words(then))
        if then >= state.threshold:
            return _("That makes {total} and triggers the final round.", total=points_words(then))
        return _("That makes {total} of {threshold} points.", total=then, threshold=state.threshold)
    if face == Face.OFFERING:
        return ngettext(
            "That makes {n} offering to pay for powers, faces and extra turns.",
            "That makes {n} offerings to pay for powers, faces and extra turns.",
            here.offerings + 1,
        )
    if face == Face.GUARD:
        return _guarded(state, seat)
    if face == Face.STEAL:
        there = sum(sum(state.sides[side].spirit) for side in range(state.n_sides) if may_steal_from(state, seat, side))
        return ngettext("There is {n} die to steal.", "There are {n} dice to steal.", there)
    return NOTHING


def _guarded(state: State, seat: int) -> Text:
    colour = state.players[seat].loa
    taking = sum(
        any(colour_of(die) == colour for die in captures_of(state, other))
        for other in range(state.n_players)
        if side_of(state, other) != side_of(state, seat)
    )
    zone = _sets(state, side_of(state, seat)) if state.options.guard_exchange else 0
    keeps = _("It keeps sets worth {points} safe from Exchange.", points=points_words(zone)) if zone else NOTHING
    stops = NOTHING
    if taking:
        stops = ngettext(
            "{n} player could take {colour} dice.",
            "{n} players could take {colour} dice.",
            taking,
            colour=COLOUR_NAMES[colour],
        )
    return _said(keeps, stops)


def _turned(state: State, seat: int, face: int) -> Text:
    was = state.captured
    gain = _gain(state, side_of(state, seat), was, die_of(colour_of(was), face))
    return _said(gain, _("Victory scores a point at once.") if face == Face.VICTORY else NOTHING)


def _bought(state: State, seat: int) -> Text:
    best = _best(state, seat)
    if best is None:
        return NOTHING
    why = _gain(state, side_of(state, seat), 0, best)
    if not why and face_of(best) == Face.VICTORY:
        why = _("Its Victory scores a point.")
    return _said(_("The extra turn can take {die}.", die=a_die(best)), why)


def _available(die: int) -> Text:
    return _("That makes {die} available.", die=a_die(die))


# --- other players' dice


def _stolen(state: State, seat: int, side: int, die: int) -> Text:
    own = side_of(state, seat)
    return _said(_gain(state, own, 0, die), _majority(state, own, side, die))


def _majority(state: State, own: int, side: int, die: int) -> Text:
    """Compare the dice of a colour in the two Spirit Worlds, if the numbers are close."""
    colour = colour_of(die)
    mine, theirs = (sum(state.sides[each].spirit[die_of(colour, f)] for f in range(N_FACES)) for each in (own, side))
    if not theirs - 1 <= mine + 1 or mine > theirs:
        return NOTHING
    owner = owner_words(state, side)
    if theirs == 1:
        return _("It leaves {owner} no {colour} dice.", owner=owner, colour=COLOUR_NAMES[colour])
    return ngettext(
        "It leaves {owner} {n} {colour} die.",
        "It leaves {owner} {n} {colour} dice.",
        theirs - 1,
        owner=owner,
        colour=COLOUR_NAMES[colour],
    )


def _exchanged(state: State, seat: int, side: int, die: int) -> Text:
    own = side_of(state, seat)
    mine, theirs, other = (die, state.held_die, state.held_side) if side == own else (state.held_die, die, side)
    if own not in (side, state.held_side):
        return NOTHING
    gain = _gain(state, own, mine, theirs)
    lost = _sets(state, other) - _sets(state, other, theirs, mine)
    loses = NOTHING
    if lost > 0:
        loses = _("It takes {points} from {player}.", points=points_words(lost), player=owner_words(state, other))
    return _said(gain, loses)


# --- powers


def _power(state: State, seat: int, action: int) -> Text:
    """Say what a power enables for one's own capture, or after the capture prevents for the others."""
    after = copy_record(state)
    if action in LINE:
        slide_line(after, LINE.line(action), LINE.end(action))
    elif action in MOVE_TO:
        carry_die(after, state.held, MOVE_TO.space(action), False)
    elif action in SWAP_WITH:
        swap_spaces(after, state.held, SWAP_WITH.space(action))
    elif action in TOP or action in NEXT or action in NEXT_UNDER:
        block = TOP if action in TOP else NEXT if action in NEXT else NEXT_UNDER
        carry_die(after, state.held, block.space(action), action in NEXT_UNDER)
    else:
        return NOTHING
    return _opened(state, after, seat) if before_capture(state) else _closed(state, after, seat)


def _begun_power(state: State, seat: int) -> Text:
    """Explain a power before the capture if captures alone gain nothing that can be counted."""
    best = _best(state, seat) if before_capture(state) else None
    if best is None or _worth(state, seat, best) > 0:
        return NOTHING
    if any(face_of(die) == Face.OFFERING for die in captures_of(state, seat)):
        return NOTHING
    return _("Without a power, no capture gives a point or an offering now.")


def _opened(state: State, after: State, seat: int) -> Text:
    before, best = _best(state, seat), _best(after, seat)
    if best is None or (before is not None and _worth(state, seat, before) >= _worth(state, seat, best)):
        return NOTHING
    gain = _gain(state, side_of(state, seat), 0, best)
    if not gain and face_of(best) == Face.VICTORY:
        gain = _("Its Victory scores a point.")
    if not gain and colour_of(best) == state.players[seat].loa and may_take_offering(state):
        gain = _("A die of the Loa's own colour gives an offering.")
    return _said(_available(best), gain)


def _closed(state: State, after: State, seat: int) -> Text:
    """Name the rival who loses most by the power."""
    most, said = 0, NOTHING
    for other in range(state.n_players):
        if side_of(state, other) == side_of(state, seat) or (state.solo and other == BARON):
            continue
        before, best = _best(state, other), _best(after, other)
        if before is None:
            continue
        lost = _worth(state, other, before) - (0 if best is None else _worth(state, other, best))
        if lost > most:
            most = lost
            side = side_of(state, other)
            points = _sets(state, side, 0, before) - _sets(state, side)
            values = {"player": player_mark(other), "die": a_die(before)}
            said = _("{player} can no longer take {die}.", **values)
            if points > 0:
                said = _("{player} can no longer take {die} for {points}.", points=points_words(points), **values)
    return _said(said)


def _best(state: State, seat: int) -> int | None:
    """Return the die that a seat would capture, by what counts at once, or None."""
    return max(set(captures_of(state, seat)), key=lambda die: (_worth(state, seat, die), die), default=None)


def _worth(state: State, seat: int, die: int) -> int:
    """Return the points of a capture: what the sets gain, a Victory, an offering."""
    side = side_of(state, seat)
    gained = 2 * (_sets(state, side, 0, die) - _sets(state, side))
    return gained + 2 * (face_of(die) == Face.VICTORY) + OWN_DIE * (colour_of(die) == state.players[seat].loa)
