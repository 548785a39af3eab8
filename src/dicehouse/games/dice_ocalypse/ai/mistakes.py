"""Say why keeping, banking or rolling was a mistake, by points and odds that anybody can check on the table, and count
the habits behind such mistakes.

Averages are those of one more roll after which everything that scores is kept and banked; a bust counts as 0.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from itertools import combinations_with_replacement
from math import factorial

from dicehouse.core.bit_sets import count_bits
from dicehouse.i18n import Percent, Text, _, join_sentences, ngettext

from ..presentation.throw_points import bust_chances, most_points_of, points_of, scoring_key
from ..rules.action_codes import DECLINE, IMMUNITY, KEEP
from ..rules.game_end import is_over_target
from ..rules.state import NO_SEAT, Card, Phase, State
from ..rules.turn import MUST_ROLL
from .reasons import card_reason

MANY_DICE = 4  # with so many dice or more, a bust is rare
FEW_DICE = 2  # with so many dice or fewer, it is frequent
TOO_EARLY, TOO_LATE, TOO_FEW_POINTS = "banked-early", "rolled-few", "left-points"
NOTHING = Text("")


@dataclass(frozen=True)
class Keep:
    """Hold a way to keep dice: the points of the turn with them, and the dice that are rolled then."""

    banks: bool
    doubles: bool
    faces: str  # of the kept dice: "1 5 5"
    kept: int  # points of these dice
    points: int  # of the turn
    dice: int
    bust: float


def explain_mistake(state: State, seat: int, chosen: int | str, better: int | str, you: bool) -> Text:
    """Return why `better` was better than `chosen`; nothing if points and odds don't show it."""
    if not isinstance(chosen, int) or not isinstance(better, int):
        return NOTHING
    if state.phase == Phase.IMMUNITY and (chosen, better) == (DECLINE, IMMUNITY):
        return _kept_immunity(state, seat, you)
    if state.phase != Phase.KEEP or chosen not in KEEP or better not in KEEP:
        return NOTHING
    did, should = _read_keep(state, chosen), _read_keep(state, better)
    if did.doubles or should.doubles or state.doubled or state.card == Card.BLOODSHED:
        return NOTHING
    if did.banks:
        return _banked(state, seat, did, should, you)
    return _rolled(state, seat, did, should, you)


def _read_keep(state: State, action: int) -> Keep:
    mask, key = KEEP.dice(action), scoring_key(state)
    faces = tuple(sorted(int(state.dice[i]) for i in range(state.n_dice) if mask >> i & 1))
    kept = points_of(key, faces)
    dice = int(state.n_dice) - count_bits(mask) or int(state.dice_full)
    points = int(state.turn_points) + kept
    bust = bust_chances(key)[dice - 1]
    shown = " ".join(map(str, faces))
    return Keep(bool(KEEP.bank(action)), bool(KEEP.double(action)), shown, kept, points, dice, bust)


def _kept_immunity(state: State, seat: int, you: bool) -> Text:
    why = card_reason(state, seat, IMMUNITY)
    if not why:
        return NOTHING
    kept = _("You kept your Immunity card.") if you else _("{player} kept the Immunity card.", player=f"{{{seat}}}")
    return join_sentences(kept, why)


@lru_cache(maxsize=512)
def roll_mean(key: bytes, dice: int, points: int) -> float:
    """Return the average points of a turn with `points` that rolls once more and banks all that scores."""
    total = 0.0
    for faces in combinations_with_replacement(range(1, 7), dice):
        most = most_points_of(key, faces)
        if most > 0:
            ways = factorial(dice)
            for face in set(faces):
                ways //= factorial(faces.count(face))
            total += ways * (points + most)
    return total / float(6**dice)


def _may_bank_next(state: State, seat: int, keep: Keep) -> bool:
    """Return True if every roll that scores after this keep may be banked."""
    opened = state.players[seat].opened or keep.points >= state.options.opening
    return bool(opened and state.options.hot_dice != MUST_ROLL)


# --- a bank that was a mistake


def _banked(state: State, seat: int, did: Keep, should: Keep, you: bool) -> Text:
    values = {"points": did.points, "player": f"{{{seat}}}"}
    if should.banks:
        if should.points <= did.points:
            return NOTHING
        more = {"dice": should.faces, "more": should.points}
        if you:
            return _("You banked {points}. Keeping {dice} would have made it {more}.", **values, **more)
        return _("{player} banked {points}. Keeping {dice} would have made it {more}.", **values, **more)
    sentence = _("You banked {points}.", **values) if you else _("{player} banked {points}.", **values)
    short = _final_shortfall(state, seat, did)
    if short:
        risk = ngettext(
            "Rolling {n} die busts {bust} of the time.",
            "Rolling {n} dice busts {bust} of the time.",
            should.dice,
            bust=Percent(should.bust),
        )
        return join_sentences(sentence, short, risk)
    mean = roll_mean(scoring_key(state), should.dice, should.points)
    if not _may_bank_next(state, seat, should) or round(mean) <= did.points:
        return NOTHING
    return join_sentences(sentence, _one_more_roll(should, mean))


def _final_shortfall(state: State, seat: int, did: Keep) -> Text:
    """Return how far a bank in the final round is from the total to reach; empty if it reaches that."""
    if state.first == NO_SEAT:
        return NOTHING
    missing = int(state.bar) - int(state.players[seat].total) - did.points
    return _("That was {missing} short of the total needed.", missing=missing) if missing > 0 else NOTHING


def _one_more_roll(keep: Keep, mean: float) -> Text:
    return ngettext(
        "{n} die busts {bust} of the time, and banking after one more roll averages {mean}.",
        "{n} dice bust only {bust} of the time, and banking after one more roll averages {mean}.",
        keep.dice,
        bust=Percent(keep.bust),
        mean=round(mean),
    )


# --- a roll that was a mistake


def _rolled(state: State, seat: int, did: Keep, should: Keep, you: bool) -> Text:
    if should.banks:
        return _rolled_on(state, seat, did, should, you)
    sentence = _rolled_words(seat, did, you)
    if should.bust < did.bust:
        if should.points > did.points:
            better = ngettext(
                "Keeping {points} points instead leaves {n} die, which busts {bust} of the time.",
                "Keeping {points} points instead gives {n} dice to roll, which bust only {bust} of the time.",
                should.dice,
                points=should.kept,
                bust=Percent(should.bust),
            )
        else:
            better = ngettext(
                "With {n} die it is {bust}.",
                "With {n} dice it is only {bust}.",
                should.dice,
                bust=Percent(should.bust),
            )
        return join_sentences(sentence, better)
    if should.points > did.points and should.dice >= did.dice:
        if you:
            return _("You could have kept {more} more points.", more=should.points - did.points)
        return _("{player} could have kept {more} more points.", player=f"{{{seat}}}", more=should.points - did.points)
    key = scoring_key(state)
    means = [roll_mean(key, each.dice, each.points) for each in (did, should)]
    if all(_may_bank_next(state, seat, each) for each in (did, should)) and round(means[1]) > round(means[0]):
        better = _(
            "Keeping {points} points instead and rolling once more averages {mean}, not {less}.",
            points=should.kept,
            mean=round(means[1]),
            less=round(means[0]),
        )
        return join_sentences(sentence, better)
    return NOTHING


def _rolled_words(seat: int, did: Keep, you: bool) -> Text:
    values = {"bust": Percent(did.bust), "player": f"{{{seat}}}"}
    if you:
        return ngettext(
            "You rolled {n} die, which busts {bust} of the time.",
            "You rolled {n} dice, which bust {bust} of the time.",
            did.dice,
            **values,
        )
    return ngettext(
        "{player} rolled {n} die, which busts {bust} of the time.",
        "{player} rolled {n} dice, which bust {bust} of the time.",
        did.dice,
        **values,
    )


def _rolled_on(state: State, seat: int, did: Keep, should: Keep, you: bool) -> Text:
    """Compare a roll with a bank of the same turn."""
    total, values = int(state.players[seat].total) + should.points, {"points": should.points}
    others = max(int(state.players[other].total) for other in range(state.n_players) if other != seat)
    mean = round(roll_mean(scoring_key(state), did.dice, did.points))
    if state.first != NO_SEAT:
        if total < state.bar or total <= others:
            return NOTHING
        better = _("Banking {points} gives a total of {total}, more than anyone else has.", **values, total=total)
    elif is_over_target(state, total):
        better = _("Banking {points} gives a total of {total}, past the target.", **values, total=total)
    elif not state.players[seat].opened:
        better = _("{points} points were enough for the first score.", **values)
    elif _may_bank_next(state, seat, did) and mean < should.points:
        better = _(
            "Banking after one more roll averages {mean}, but {points} points were ready to bank.", **values, mean=mean
        )
    elif should.points > did.points:
        better = _("{points} points were ready to bank.", **values)
    else:
        return NOTHING
    return join_sentences(_rolled_words(seat, did, you), better)


# --- habits


def decision_themes(state: State, seat: int, chosen: int | str, better: int | str) -> Mapping[str, bool]:
    """Return whether a decision to bank or roll is a case of banking early, of rolling few dice, or of leaving
    points.
    """
    if state.phase != Phase.KEEP or not isinstance(chosen, int) or chosen not in KEEP:
        return {}
    did = _read_keep(state, chosen)
    should = _read_keep(state, better) if isinstance(better, int) and better in KEEP else None
    found = {}
    if did.banks and did.dice >= MANY_DICE:
        found[TOO_EARLY] = should is not None and not should.banks
    if not did.banks and did.dice <= FEW_DICE:
        found[TOO_LATE] = should is not None and should.banks
    if did.banks and did.kept < most_points_of(scoring_key(state), tuple(sorted(list(state.dice)[: state.n_dice]))):
        found[TOO_FEW_POINTS] = should is not None and should.banks and should.points > did.points
    return found


def theme_sentence(theme: str, mistakes: int, cases: int) -> Text:
    """Return a sentence about a habit."""
    values = {"mistakes": mistakes, "cases": cases, "many": MANY_DICE, "few": FEW_DICE}
    if theme == TOO_EARLY:
        return _("In {mistakes} of {cases} cases, you banked too early with {many} or more dice to roll.", **values)
    if theme == TOO_LATE:
        return _(
            "In {mistakes} of {cases} cases, you rolled {few} dice or fewer when you should have banked.", **values
        )
    if theme == TOO_FEW_POINTS:
        return _("In {mistakes} of {cases} cases, you banked and left points on the table.", **values)
    return NOTHING
