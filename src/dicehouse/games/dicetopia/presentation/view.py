"""Show a seat what it may see: everything but the Missions of others and the order of the deck."""

from __future__ import annotations

from collections.abc import Sequence
from typing import cast

from dicehouse.core.log_entry import LogEntry

from ..rules import blood_dome, deck, game_end
from ..rules import scoring as payouts
from ..rules.missions import IDS, NAMES
from ..rules.scenarios import DOME, ROWS, SCENARIOS
from ..rules.state import (
    N_AREAS,
    N_COLOURS,
    N_MISSIONS,
    NO_AREA,
    NO_FACTION,
    NO_MISSION,
    NO_PLACE,
    NO_SEAT,
    ROUNDS,
    TRACK,
    MissionSource,
    Phase,
    Player,
    State,
    Window,
)
from .mission_texts import mission_text, pays_each, printed_stars
from .notation import PERMANENT, area_id, die_text, faction_of, place_text
from .option_effects import area_facts, count_stars, missions_now
from .scenario_texts import scenario_text
from .view_types import (
    Ability,
    AreaId,
    CountByColour,
    Dome,
    FinalTotals,
    Mission,
    Revealed,
    Scenario,
    Seat,
    StarTotals,
    Stock,
    View,
)
from .view_types import MissionSource as SourceName
from .view_types import Phase as PhaseName
from .view_types import Window as WindowName

PHASES: dict[int, PhaseName] = {phase: cast(PhaseName, phase.name.lower().replace("_", "-")) for phase in Phase}
WINDOWS: dict[int, WindowName] = {Window.START: "start", Window.PLACED: "placed", Window.END: "end"}
VIAS: dict[MissionSource, SourceName | None] = {
    MissionSource.ITSELF: None,
    MissionSource.DRAWN: "drawn",
    MissionSource.COPIED: "copied",
    MissionSource.DRAWN_AND_COPIED: "drawn and copied",
}
BEFORE_TURNS = (Phase.FACTION, Phase.MISSIONS)


def view(state: State, seat: int | None, asked: Sequence[int], log: Sequence[LogEntry]) -> View:
    """Return the position as `seat` sees it (None: a spectator)."""
    over = state.phase == Phase.OVER
    begun = state.phase not in BEFORE_TURNS
    scoring = state.phase in (Phase.DRAFT, Phase.CLONE, Phase.BLOCKADE, Phase.LEAVE, Phase.OVER)
    return {
        "game": "dicetopia",
        "phase": PHASES[state.phase],
        "round": state.round,
        "rounds": ROUNDS,
        "turn": state.turn,
        "saved": None if state.saved == NO_SEAT or state.last else state.saved,
        "player": None if over or not begun else state.player,
        "began": state.first,
        "marker": state.marker,
        "asked": list(asked),
        "scenario": _scenario(state),
        "text": "rebalanced" if state.options.neighbourhood_text else "traditional",
        "window": WINDOWS[state.window] if begun and not scoring else None,
        "doing": _area_id(state.doing) if state.window == Window.PLACED else None,
        "entered": _area_id(state.entered),
        "hypnosis": _area_id(state.hypnosis),
        "held": {"place": place_text(state.held)} if state.held != NO_PLACE else None,
        "areas": [area_facts(state, area) for area in range(N_AREAS)],
        "stock": _stock(state),
        "prison": {
            "thugs": [each for each in range(state.n_players) if state.players[each].thug],
            "dice": [die_text(state.prison[i]) for i in range(state.n_prison)],
        },
        "dome": _dome(state, seat),
        "tokens": state.tokens,
        "magmacorium": state.magmacorium,
        "deck": deck.deck_size(state),
        "seats": [_seat(state, each) for each in range(state.n_players)],
        "hand": [] if seat is None else _hand(state, seat),
        "known": {"top": _known_top(state, seat)},
        "revealed": [_revealed(state, each) for each in range(state.n_players)] if over else None,
        "final": [_final(state, each) for each in range(state.n_players)] if over else None,
        "winner": [each for each in range(state.n_players) if state.winners >> each & 1] if over else None,
    }


def _area_id(area: int) -> AreaId | None:
    return None if area == NO_AREA else area_id(area)


def _scenario(state: State) -> Scenario | None:
    if state.options.scenario == 0:
        return None
    scenario = SCENARIOS[state.options.scenario]
    return {"id": scenario.id, "name": scenario.name, "ours": scenario.ours, "text": scenario_text(scenario)}


def _stock(state: State) -> Stock:
    return {
        "track": [payouts.step_value(state, step) for step in range(TRACK)],
        "at": _by_colour([state.stock[each] for each in range(N_COLOURS)]),
        "value": _by_colour([payouts.step_value(state, state.stock[each]) for each in range(N_COLOURS)]),
    }


def _by_colour(numbers: Sequence[int]) -> CountByColour:
    teal, purple, white = numbers
    return {"teal": teal, "purple": purple, "white": white}


def _dome(state: State, seat: int | None) -> Dome:
    row = ROWS[state.options.scenario]
    return {
        "card": [die_text(die) for die in state.card],
        "rerolled": [bool(state.rerolled >> i & 1) for i in range(3)],
        "bag": _by_colour([state.bag[each] for each in range(N_COLOURS)]),
        "points": list(row[DOME : DOME + 4]),
        "matches": None if seat is None else blood_dome.matches(state, seat),
    }


def _ability(player: Player) -> Ability | None:
    if player.faction == NO_FACTION:
        return None
    return "always" if player.faction in PERMANENT else "used" if player.used else "unused"


def _seat(state: State, seat: int) -> Seat:
    player, parts = state.players[seat], _parts(state, seat)
    over = state.phase == Phase.OVER
    return {
        "faction": faction_of(player),
        "ability": _ability(player),
        "dice": [die_text(player.dice[slot]) for slot in range(player.n_dice)],
        "protected": [slot + 1 for slot in range(player.n_dice) if player.protected >> slot & 1],
        "tokens": player.spare,
        "agents": player.agents,
        "tentacle": player.tentacle,
        "thug": player.thug,
        "missions": player.hand.bit_count(),
        "gave": player.gave != NO_MISSION,
        "total": game_end.final_total(state, seat) if over else _sum(parts),
        "parts": parts,
        "place": _place(state, seat) if over else None,
    }


def _sum(parts: StarTotals) -> int:
    return parts["blood"] + parts["stock"] + parts["dice"] + parts["domination"]


def _parts(state: State, seat: int) -> StarTotals:
    """Return the stars of a seat by part, without Missions."""
    player = state.players[seat]
    if state.phase == Phase.OVER:
        return {"blood": player.blood, "stock": player.stock, "dice": player.values, "domination": player.domination}
    now = count_stars(state)
    paid = state.phase in (Phase.CLONE, Phase.BLOCKADE, Phase.LEAVE)
    return {
        "blood": player.blood,
        "stock": player.stock if paid else now.stock[seat],
        "dice": now.dice[seat],
        "domination": sum(area[seat] for area in now.domination),
    }


def _place(state: State, seat: int) -> int:
    totals = [int(game_end.final_total(state, each)) for each in range(state.n_players)]
    return 1 + sum(total > totals[seat] for total in totals)


def _hand(state: State, seat: int) -> list[Mission]:
    hand, now = state.players[seat].hand, missions_now(state, seat)
    if state.phase == Phase.MISSIONS and state.players[seat].gave != NO_MISSION:
        hand &= ~(1 << state.players[seat].gave)
    return [
        {
            "id": IDS[mission],
            "name": NAMES[mission],
            "stars": printed_stars(mission),
            "each": pays_each(mission),
            "text": mission_text(mission, state.options),
            "now": now.get(mission),
        }
        for mission in range(N_MISSIONS)
        if hand >> mission & 1
    ]


def _known_top(state: State, seat: int | None) -> list[str]:
    if seat is None or state.top_seat != seat:
        return []
    return [IDS[state.top[i]] for i in reversed(range(state.n_top))]


def _revealed(state: State, seat: int) -> list[Revealed]:
    player = state.players[seat]
    shown: list[Revealed] = [
        {
            "id": IDS[player.scored[card]],
            "stars": player.stars[card],
            "from": VIAS[MissionSource(player.via[card])],
            "of": None if player.copied[card] == NO_SEAT else player.copied[card],
            "as": IDS[player.counts_as[card]] if player.via[card] else None,
            "left": False,
        }
        for card in range(2)
    ]
    if player.left != NO_MISSION:
        shown.append({"id": IDS[player.left], "stars": 0, "from": None, "of": None, "as": None, "left": True})
    return shown


def _final(state: State, seat: int) -> FinalTotals:
    return {**_parts(state, seat), "missions": state.players[seat].missions, "total": game_end.final_total(state, seat)}
