"""What everybody may see, which is everything: no die is rolled, and nothing is hidden."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from dicehouse.kit.game import Told

from ..rules import combos, effects, finale, powers
from ..rules.state import BARON, KINDS, MAX_PLAYERS, N_FACES, NOBODY, SPACES, Phase, Step, Why
from .options import (
    COLOURS,
    FACE_NAMES,
    LOA_IDS,
    POWER_IDS,
    STEP_IDS,
    colour_text,
    die_number,
    die_text,
    plural,
    space_text,
    stack_dice,
)
from .picture import picture
from .splits import all_combos, best_split, combo_points

__all__ = ["SAME_FOR_ALL", "picture", "places", "view"]

SAME_FOR_ALL = True

PHASES = {phase: phase.name.lower().replace("_", "-") for phase in Phase}
BEFORE_CAPTURE = (Phase.TURN, Phase.CAPTURE)
STEP_OF = {
    "capture": Step.B,
    "turn-die": Step.C2,
    "victory": Step.C3,
    "face": Step.C3,
    "guard": Step.C3,
    "steal": Step.C3,
    "exchange": Step.C3,
    "buy": Step.C4,
    "combo": Step.C5,
    "spirit": Step.C5,
}
PLAYED = (Phase.LOA, Phase.BARON_LOA, Phase.DRAFT)


def view(state: Any, seat: int | None, asked: Sequence[int], told: Sequence[Told]) -> dict[str, Any]:
    """The position as plain data; `told` is the log so far."""
    sides = range(state.n_sides)
    zone = _zone(state, _side(state)) if state.player != NOBODY else ()
    scale = state.options.combos
    return {
        "game": "baron-voodoo",
        "mode": "solo" if state.solo else "teams" if state.teams else "free",
        "phase": PHASES[state.phase],
        "turn": state.turn,
        "round": max(state.turn - 1, 0) // state.n_players + 1,
        "player": _player(state, asked),
        "extra": state.extra,
        "bought": state.bought,
        "threshold": state.threshold,
        "first": state.first,
        "area": [state.low, state.high],
        "layout": [colour_text(state, s) for s in range(SPACES)],
        "board": {space_text(s): stack_dice(state.board[s]) for s in range(SPACES) if state.board[s]},
        "held": _held(state),
        "held_die": _held_die(state),
        "captured": die_text(state.captured) if state.captured else None,
        "steps": _steps(state, told),
        "reserve": None if state.options.offerings else state.reserve,
        "samedi": None if state.samedi == NOBODY else state.samedi,
        "sides": [_one_side(state, side, told) for side in sides],
        "seats": [_one_seat(state, s) for s in range(1 if state.solo else state.n_players)],
        "baron": _baron(state) if state.solo else None,
        "pool": {die_text(die): state.pool[die] for die in range(1, KINDS) if state.pool[die]},
        "trigger": _trigger(state),
        "to_play": _to_play(state),
        "last": _last(told),
        "combos": [
            {"dice": _texts(dice), "points": combo_points(scale, len(dice)), "kind": _kind(dice)}
            for dice in all_combos(tuple(sorted(zone)), scale)[:40]
        ],
        "best_split": _split(zone, scale),
        "values": [combos.VALUES[scale][size] for size in range(combos.LEAST, combos.MOST + 1)],
        "final": _final(state, told) if state.phase == Phase.OVER else None,
        "winner": None if state.winner == NOBODY else state.winner,
    }


def _side(state: Any) -> int:
    return int(state.player % state.n_sides)


def _player(state: Any, asked: Sequence[int]) -> int | None:
    return asked[0] if asked else None


def _zone(state: Any, side: int) -> tuple[int, ...]:
    here = state.sides[side]
    return tuple(here.zone[i] for i in range(here.n_zone))


def _texts(dice: Sequence[int]) -> list[str]:
    return [die_text(die) for die in dice]


def _kind(dice: Sequence[int]) -> str:
    return "icon" if len({(die - 1) % N_FACES for die in dice}) == 1 else "colour"


def _split(zone: Sequence[int], scale: int) -> dict[str, Any] | None:
    split = best_split(tuple(sorted(zone)), scale)
    if not split.combos:
        return None
    return {"points": split.points, "combos": [_texts(dice) for dice in split.combos]}


def _held(state: Any) -> dict[str, Any] | None:
    if state.power == NOBODY:
        return None
    first = None if state.held_to == NOBODY else space_text(state.held_to)
    space = None if state.held == NOBODY else space_text(state.held)
    return {"power": POWER_IDS[state.power], "space": space, "first": first}


def _held_die(state: Any) -> dict[str, Any] | None:
    if state.phase != Phase.EXCHANGE_WITH:
        return None
    return {"side": state.held_side, "die": die_text(state.held_die)}


def _trigger(state: Any) -> dict[str, Any] | None:
    if state.trigger == NOBODY:
        return None
    seat = None if state.solo and state.trigger == BARON else state.trigger
    return {"seat": seat, "why": "score" if state.why == Why.SCORE else "blocked"}


def _to_play(state: Any) -> list[int]:
    if state.trigger == NOBODY or state.player == NOBODY:
        return []
    left = (state.first - state.player) % state.n_players or state.n_players
    seats = [(state.player + i) % state.n_players for i in range(left)]
    return [s for s in seats if not (state.solo and s == BARON)]


def _last(told: Sequence[Told]) -> dict[str, Any] | None:
    for event in reversed(told):
        if event.kind == "capture":
            return {"seat": event.seat, **event.facts}
    return None


def _one_seat(state: Any, seat: int) -> dict[str, Any]:
    it = state.players[seat]
    side = seat % state.n_sides
    return {
        "loa": None if it.loa == NOBODY else COLOURS[it.loa],
        "guarded": it.guarded,
        "side": side,
        "total": state.sides[side].vp,
        "place": places(state)[seat] if state.phase == Phase.OVER else None,
    }


def _baron(state: Any) -> dict[str, Any]:
    it = state.players[BARON]
    return {
        "loa": None if it.loa == NOBODY else COLOURS[it.loa],
        "guarded": it.guarded,
        "level": state.options.solo_level,
        "line": [die_text(state.line[i]) for i in range(4) if state.line[i]],
    }


def places(state: Any) -> list[int]:
    """Final places of the seats from 1; partners share theirs, the Baron takes one too."""

    def rank(side: int) -> tuple[bool, int]:
        return side == state.winner or (state.solo and side == BARON and state.winner == NOBODY), state.sides[side].vp

    ranks = [rank(side) for side in range(state.n_sides)]
    seats = range(1 if state.solo else state.n_players)
    return [1 + sum(other > ranks[seat % state.n_sides] for other in ranks) for seat in seats]


# --- sides


def _one_side(state: Any, side: int, told: Sequence[Told]) -> dict[str, Any]:
    here, baron = state.sides[side], state.solo and side == BARON
    seats = [] if baron else [s for s in range(1 if state.solo else state.n_players) if s % state.n_sides == side]
    loas = [state.players[s].loa for s in ([BARON] if baron else seats)]
    zone = _zone(state, side)
    best = all_combos(tuple(sorted(zone)), state.options.combos)
    return {
        "seats": seats,
        "name": "Baron" if baron else None,
        "loas": [COLOURS[loa] for loa in loas if loa != NOBODY],
        "vp": here.vp,
        "offerings": here.offerings,
        "zone": _texts(zone),
        "spirit": _groups(state, side, told),
        "counts": {
            colour: sum(here.spirit[1 + N_FACES * i + face] for face in range(N_FACES))
            for i, colour in enumerate(COLOURS)
        },
        "best_final": combo_points(state.options.combos, len(best[0])) if best else 0,
    }


def _groups(state: Any, side: int, told: Sequence[Told]) -> list[dict[str, Any]]:
    """The Spirit World as it was filled: combos together, then loose dice; what was stolen is gone."""
    here = state.sides[side]
    left = [here.spirit[die] for die in range(KINDS)]
    groups = []
    for event in told:
        if event.kind in ("combo", "final-combo") and event.facts["side"] == side and event.facts["dice"]:
            groups.append({"dice": list(event.facts["dice"]), "points": event.facts["points"]})
    for group in reversed(groups):
        group["dice"] = [die for die in group["dice"] if _take(left, die)]
    loose = [{"dice": [die_text(die)], "points": 0} for die in range(1, KINDS) for _ in range(left[die])]
    return [group for group in groups if group["dice"]] + loose


def _take(left: list[int], die: str) -> bool:
    number = die_number(die)
    left[number] -= 1
    if left[number] < 0:
        left[number] = 0
        return False
    return True


def majorities(state: Any, side: int) -> dict[str, int]:
    """What the majority of each colour brought a side, as soon as they are counted."""
    found = dict.fromkeys(COLOURS, 0)
    if state.phase == Phase.OVER:
        for i, colour in enumerate(COLOURS):
            points = [0] * MAX_PLAYERS
            finale.majority_points(state, i, points)
            found[colour] = points[side]
    return found


def _final(state: Any, told: Sequence[Told]) -> dict[str, Any]:
    dice = {event.facts["side"]: event.facts["dice"] for event in told if event.kind == "final-combo"}
    sides = []
    for side in range(state.n_sides):
        points, total, most = state.final_combo[side], state.sides[side].vp, majorities(state, side)
        combo = {"dice": list(dice.get(side, ())), "points": points} if points else None
        before = total - points - sum(most.values())
        sides.append({"before": before, "combo": combo, "majorities": most, "total": total})
    return {"sides": sides}


# --- the steps of the turn


def _steps(state: Any, told: Sequence[Told]) -> list[dict[str, str]]:
    """Each step of the turn going on: done, passed, now, open or closed."""
    steps = [{"id": step, "state": "closed", "note": ""} for step in STEP_IDS]
    if state.phase in (*PLAYED, Phase.OVER):
        return steps
    at = state.step
    for i, one in enumerate(steps):
        if i < at:
            one["state"] = "passed"
        elif _possible(state, i):
            one["state"] = "open"
        one["note"] = _note(state, i)
    _mark_done(state, steps, told)
    current = next((one for one in steps if one["state"] == "open"), None)
    if current is not None and state.phase in (*BEFORE_CAPTURE, Phase.STEPS):
        current["state"] = "now"
    return steps


def _mark_done(state: Any, steps: list[dict[str, str]], told: Sequence[Told]) -> None:
    captured = False
    for event in _of_this_turn(told):
        captured = captured or event.kind == "capture"
        step = STEP_OF.get(event.kind)
        if event.kind == "power":
            step = Step.D if captured else Step.A
        elif event.kind == "offering":
            step = Step.C1 if event.facts["why"] == "colour" else Step.C3
        if step is not None:
            steps[step]["state"] = "done"
    if state.power != NOBODY:
        steps[Step.A if state.step <= Step.B else Step.D]["state"] = "now"
    if state.phase in (Phase.FACE, Phase.STEAL, Phase.EXCHANGE, Phase.EXCHANGE_WITH):
        steps[Step.C3]["state"] = "now"


def _of_this_turn(told: Sequence[Told]) -> list[Told]:
    last = next((i for i in range(len(told) - 1, -1, -1) if told[i].kind == "turn"), -1)
    return list(told[last + 1 :])


def _possible(state: Any, step: int) -> bool:
    seat = state.player
    if step == Step.A:
        return any(bool(powers.usable(state, seat, power)) for power in range(4))
    if step == Step.B:
        return not state.captured
    if step == Step.D:
        return not state.power_used
    if not state.captured:
        return step in (Step.C3, Step.C5)
    if step == Step.C1:
        return bool(effects.may_take_own(state, seat))
    if step == Step.C2:
        return bool(state.sides[_side(state)].offerings >= effects.PRICE_OF_FACE)
    if step == Step.C3:
        return bool(effects.has_effect(state, seat))
    if step == Step.C4:
        return bool(effects.may_buy(state, seat))
    return bool(state.sides[_side(state)].n_zone > 0)


def _note(state: Any, step: int) -> str:
    """What a step would do, in a few words."""
    if step == Step.C2:
        return plural(effects.PRICE_OF_FACE, "offering")
    if step == Step.C3 and state.captured:
        return FACE_NAMES[(state.captured - 1) % N_FACES]
    if step == Step.C4:
        return plural(effects.PRICE_OF_TURN, "offering")
    if step == Step.C5 and (split := _split(_zone(state, _side(state)), state.options.combos)):
        return f"+{split['points']}"
    if step in (Step.A, Step.D) and state.player != NOBODY:
        return LOA_IDS[state.players[state.player].loa]
    return ""
