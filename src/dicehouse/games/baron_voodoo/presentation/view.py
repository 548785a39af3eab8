"""Show the position to everybody: no die is rolled, and nothing is hidden."""

from __future__ import annotations

from collections.abc import Sequence
from typing import cast

from dicehouse.core.log_entry import LogEntry

from ..rules import combos, game_end
from ..rules.board import face_of, side_of
from ..rules.sides import colour_count
from ..rules.state import (
    BARON,
    KINDS,
    MAX_PLAYERS,
    N_COLOURS,
    NO_LOA,
    NO_SEAT,
    NO_SPACE,
    SPACES,
    WISHES,
    EndReason,
    Phase,
    State,
)
from .baron_wishes import baron_wishes, next_baron_capture
from .best_combos import Dice, all_combos, best_split, combo_points, zone_of
from .board_picture import picture
from .notation import LOA_COLOURS, POWER_IDS, colour_text, die_number, die_text, space_text, stack_dice
from .power_status import power_statuses
from .step_bar import turn_steps
from .view_types import (
    BaronView,
    ComboKind,
    CountByColour,
    FinalCount,
    FinalSide,
    Group,
    HeldDie,
    HeldSpaces,
    LastJump,
    LoaColour,
    SeatView,
    Side,
    Split,
    Trigger,
    View,
)
from .view_types import Phase as PhaseName

__all__ = ["SAME_FOR_ALL", "picture", "places", "view"]

SAME_FOR_ALL = True

PHASES: dict[int, PhaseName] = {phase: cast(PhaseName, phase.name.lower().replace("_", "-")) for phase in Phase}


def view(state: State, seat: int | None, asked: Sequence[int], log: Sequence[LogEntry]) -> View:
    """Return the position as plain data; `log` is what happened up to now."""
    sides = range(state.n_sides)
    zone = zone_of(state, side_of(state, state.player)) if state.player != NO_SEAT else ()
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
        "area": cast(tuple[int, int], [state.low, state.high]),  # a list, like what a page gets
        "layout": [colour_text(state, s) for s in range(SPACES)],
        "board": {space_text(s): stack_dice(state.board[s]) for s in range(SPACES) if state.board[s]},
        "held": _held(state),
        "held_die": _held_die(state),
        "captured": die_text(state.captured) if state.captured else None,
        "steps": turn_steps(state, log),
        "powers": power_statuses(state),
        "reserve": None if state.options.offerings else state.reserve,
        "samedi": None if state.samedi == NO_SEAT else state.samedi,
        "sides": [_one_side(state, side, log) for side in sides],
        "seats": [_one_seat(state, s) for s in range(1 if state.solo else state.n_players)],
        "baron": _baron(state) if state.solo else None,
        "pool": {die_text(die): state.pool[die] for die in range(1, KINDS) if state.pool[die]},
        "trigger": _trigger(state),
        "to_play": _to_play(state),
        "last": _last(log),
        "combos": [
            {"dice": _texts(dice), "points": combo_points(scale, len(dice)), "kind": _kind(dice)}
            for dice in all_combos(zone, scale)[:40]
        ],
        "best_split": _split(zone, scale),
        "values": [combo_points(scale, size) for size in range(combos.LEAST, combos.MOST + 1)],
        "final": _final(state, log) if state.phase == Phase.OVER else None,
        "winner": None if state.winner == NO_SEAT else state.winner,
    }


def _player(state: State, asked: Sequence[int]) -> int | None:
    return asked[0] if asked else None


def _texts(dice: Sequence[int]) -> list[str]:
    return [die_text(die) for die in dice]


def _kind(dice: Sequence[int]) -> ComboKind:
    return "icon" if len({face_of(die) for die in dice}) == 1 else "colour"


def _split(zone: Dice, scale: int) -> Split | None:
    split = best_split(zone, scale)
    if not split.combos:
        return None
    return {"points": split.points, "combos": [_texts(dice) for dice in split.combos]}


def _held(state: State) -> HeldSpaces | None:
    if state.power == NO_LOA:
        return None
    first = None if state.held_to == NO_SPACE else space_text(state.held_to)
    space = None if state.held == NO_SPACE else space_text(state.held)
    return {"power": POWER_IDS[state.power], "space": space, "first": first}


def _held_die(state: State) -> HeldDie | None:
    if state.phase != Phase.EXCHANGE_WITH:
        return None
    return {"side": state.held_side, "die": die_text(state.held_die)}


def _trigger(state: State) -> Trigger | None:
    if state.trigger == NO_SEAT:
        return None
    seat = None if state.solo and state.trigger == BARON else state.trigger
    return {"seat": seat, "why": "score" if state.why == EndReason.SCORE else "blocked"}


def _to_play(state: State) -> list[int]:
    if state.trigger == NO_SEAT or state.player == NO_SEAT:
        return []
    left = (state.first - state.player) % state.n_players or state.n_players
    seats = [(state.player + i) % state.n_players for i in range(left)]
    return [s for s in seats if not (state.solo and s == BARON)]


def _last(log: Sequence[LogEntry]) -> LastJump | None:
    for event in reversed(log):
        if event.kind == "capture":
            return cast(LastJump, {"seat": event.seat, **event.facts})
    return None


def _one_seat(state: State, seat: int) -> SeatView:
    it = state.players[seat]
    side = side_of(state, seat)
    return {
        "loa": _loa(it.loa),
        "guarded": it.guarded,
        "side": side,
        "total": state.sides[side].vp,
        "place": places(state)[seat] if state.phase == Phase.OVER else None,
    }


def _loa(loa: int) -> LoaColour | None:
    return None if loa == NO_LOA else LOA_COLOURS[loa]


def _baron(state: State) -> BaronView:
    it = state.players[BARON]
    return {
        "loa": _loa(it.loa),
        "guarded": it.guarded,
        "level": state.options.solo_level,
        "line": [die_text(state.line[i]) for i in range(WISHES) if state.line[i]],
        "wishes": baron_wishes(state),
        "next": next_baron_capture(state),
    }


def places(state: State) -> list[int]:
    """Return the final places of the seats from 1; partners share theirs, and the Baron takes one too."""

    def rank(side: int) -> tuple[bool, int]:
        return side == state.winner or (state.solo and side == BARON and state.winner == NO_SEAT), state.sides[side].vp

    ranks = [rank(side) for side in range(state.n_sides)]
    seats = range(1 if state.solo else state.n_players)
    return [1 + sum(other > ranks[side_of(state, seat)] for other in ranks) for seat in seats]


# --- sides


def _one_side(state: State, side: int, log: Sequence[LogEntry]) -> Side:
    here, baron = state.sides[side], state.solo and side == BARON
    seats = [] if baron else [s for s in range(1 if state.solo else state.n_players) if side_of(state, s) == side]
    loas = [state.players[s].loa for s in ([BARON] if baron else seats)]
    zone = zone_of(state, side)
    best = all_combos(zone, state.options.combos)
    return {
        "seats": seats,
        "name": "Baron" if baron else None,
        "loas": [LOA_COLOURS[loa] for loa in loas if loa != NO_LOA],
        "vp": here.vp,
        "offerings": here.offerings,
        "zone": _texts(zone),
        "spirit": _groups(state, side, log),
        "counts": _by_colour([colour_count(state, side, i) for i in range(N_COLOURS)]),
        "best_final": combo_points(state.options.combos, len(best[0])) if best else 0,
    }


def _groups(state: State, side: int, log: Sequence[LogEntry]) -> list[Group]:
    """Return the Spirit World in the order it was filled: combos together, then loose dice, without stolen ones."""
    here = state.sides[side]
    left = [here.spirit[die] for die in range(KINDS)]
    groups: list[Group] = []
    for event in log:
        if event.kind in ("combo", "final-combo") and event.facts["side"] == side and event.facts["dice"]:
            groups.append({"dice": list(event.facts["dice"]), "points": event.facts["points"]})
    for group in reversed(groups):
        group["dice"] = [die for die in group["dice"] if _take(left, die)]
    loose: list[Group] = [{"dice": [die_text(die)], "points": 0} for die in range(1, KINDS) for _ in range(left[die])]
    return [group for group in groups if group["dice"]] + loose


def _take(left: list[int], die: str) -> bool:
    number = die_number(die)
    left[number] -= 1
    if left[number] < 0:
        left[number] = 0
        return False
    return True


def _by_colour(numbers: Sequence[int]) -> CountByColour:
    yellow, turquoise, red, purple, white = numbers
    return {"Y": yellow, "T": turquoise, "R": red, "P": purple, "W": white}


def majorities(state: State, side: int) -> list[int]:
    """Return what the majority of each colour brought a side, once they are counted."""
    found = [0] * N_COLOURS
    if state.phase == Phase.OVER:
        for colour in range(N_COLOURS):
            points = [0] * MAX_PLAYERS
            game_end.majority_points(state, colour, points)
            found[colour] = points[side]
    return found


def _final(state: State, log: Sequence[LogEntry]) -> FinalCount:
    dice = {event.facts["side"]: event.facts["dice"] for event in log if event.kind == "final-combo"}
    sides: list[FinalSide] = []
    for side in range(state.n_sides):
        points, total, most = state.final_combo[side], state.sides[side].vp, majorities(state, side)
        combo: Group | None = {"dice": list(dice.get(side, ())), "points": points} if points else None
        before = total - points - sum(most)
        sides.append({"before": before, "combo": combo, "majorities": _by_colour(most), "total": total})
    return {"sides": sides}
