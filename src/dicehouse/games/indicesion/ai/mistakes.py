"""Say why a throw was a mistake, by what its target held and for whom dice score there, and count the habits behind
such mistakes.

Nothing is simulated here, and no chance of a throw is named: those are known from trials alone.
"""

from __future__ import annotations

from collections.abc import Mapping

from dicehouse.i18n import Text, _, join_sentences

from ..presentation.notation import points_text
from ..presentation.options import read_free_throw, throw_verb
from ..rules import action_codes
from ..rules.judge import judge
from ..rules.ready_throws import READY_THROWS, own_target, ready_throw, targets
from ..rules.scoring import has_power, score
from ..rules.state import Colour, Phase, State
from ..rules.table_layout import MIDDLE, board_name, die_name, scene_of
from ..rules.throw_notation import IntendedThrow

AT_RIVALS, NO_SPIN = "at-rivals", "no-spin"
NOTHING = Text("")


def explain_mistake(state: State, seat: int, chosen: int | str, better: int | str, you: bool) -> Text:
    """Return what the target held and for whom dice score there, or what the better throw did with its spin."""
    did, should = _read(state, seat, chosen), _read(state, seat, better)
    if did is None or should is None:
        return NOTHING
    rival = _rival_at(state, seat, did.target)
    if rival is not None and should.target == own_target(state, seat):
        return _at_a_rival(state, seat, did, rival, you)
    if did.target != should.target or throw_verb(did) != throw_verb(should) or did.die != should.die:
        return NOTHING
    return _spin(seat, did, should, you)


def _read(state: State, seat: int, choice: int | str) -> IntendedThrow | None:
    """Return the throw that a choice means; None if it is none."""
    if isinstance(choice, str):
        return read_free_throw(state, choice)
    if choice not in action_codes.READY or state.phase != Phase.THROW:
        return None
    how, die = READY_THROWS[action_codes.READY.way(choice)], die_name(action_codes.READY.die(choice))
    return ready_throw(state, seat, how, die, targets(state)[action_codes.READY.target(choice)])


def _rival_at(state: State, seat: int, target: str) -> int | None:
    """Return the other seat whose board the target is."""
    if target == MIDDLE:
        return None
    return next((each for each in range(state.n_players) if each != seat and target == board_name(each)), None)


def _at_a_rival(state: State, seat: int, did: IntendedThrow, rival: int, you: bool) -> Text:
    """Return what there was to knock off a rival's board, and for whom a die scores that stays there."""
    tops = score(state, judge(scene_of(state)))
    held = sum(top.points for top in tops if top.board == did.target)
    values = {"player": f"{{{seat}}}", "rival": f"{{{rival}}}", "points": points_text(held)}
    if held > 0:
        sentence = (
            _("You threw at {rival}'s board, which held {points}.", **values)
            if you
            else _("{player} threw at {rival}'s board, which held {points}.", **values)
        )
    else:
        sentence = (
            _("You threw at {rival}'s board, which had no points to knock off.", **values)
            if you
            else _("{player} threw at {rival}'s board, which had no points to knock off.", **values)
        )
    if has_power(state, did.die, Colour.GREEN):
        return sentence if held <= 0 else NOTHING
    return join_sentences(sentence, _("A die that stays there scores for {rival}.", **values))


def _spin(seat: int, did: IntendedThrow, should: IntendedThrow, you: bool) -> Text:
    """Compare drops that differ in their spin or in their height."""
    if throw_verb(did) != "drop":
        return NOTHING
    values = {"player": f"{{{seat}}}", "spin": max(map(abs, should.spin))}
    if not any(did.spin) and any(should.spin):
        if you:
            return _("You dropped the die without spin. The better drop spins it at {spin} degrees a second.", **values)
        return _(
            "{player} dropped the die without spin. The better drop spins it at {spin} degrees a second.", **values
        )
    return NOTHING


def decision_themes(state: State, seat: int, chosen: int | str, better: int | str) -> Mapping[str, bool]:
    """Return whether a throw is a case of aiming at a rival's board, or of dropping a die without spin."""
    did = _read(state, seat, chosen)
    if did is None:
        return {}
    should = None if better == -1 else _read(state, seat, better)
    found = {}
    if _rival_at(state, seat, did.target) is not None:
        found[AT_RIVALS] = should is not None and should.target == own_target(state, seat)
    if throw_verb(did) == "drop" and not any(did.spin):
        found[NO_SPIN] = should is not None and any(should.spin)
    return found


def theme_sentence(theme: str, mistakes: int, cases: int) -> Text:
    """Return a sentence about a habit."""
    values = {"mistakes": mistakes, "cases": cases}
    if theme == AT_RIVALS:
        return _(
            "In {mistakes} of {cases} cases, you threw at another board when your own was the better target.", **values
        )
    if theme == NO_SPIN:
        return _("In {mistakes} of {cases} cases, you dropped a die without spin when it needed some.", **values)
    return NOTHING
