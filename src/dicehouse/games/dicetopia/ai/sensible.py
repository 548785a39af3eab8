"""Choose actions sensibly: try each in an estimate of the position and take the one that leaves the seat best off
against the others, by its stars, its chances to dominate areas, and its expected Missions.

The most promising placings are valued with the best Action that may follow. An ability that can be used once is used
where its gain is large enough; the threshold falls with the turns left.
"""

from __future__ import annotations

from dicehouse.compiler.rule_compiler import rules
from dicehouse.core.action_list import Actions
from dicehouse.core.dice import Dice
from dicehouse.records.record import Array

from ..rules.action_codes import (
    ABILITY,
    ADAPT,
    AREA,
    BREAK_OUT,
    CANCEL,
    CELL,
    CLONE_COLOUR,
    CLONE_VALUE,
    END,
    ENOUGH,
    FACTION,
    FIRST_TOKEN,
    INSTEAD,
    LAST_RESORT,
    MISSION,
    NO_ACTION,
    PASS,
    PLACE,
    PLAY_ON,
    TENTACLE_OUT,
    TOKEN,
)
from ..rules.board import accepts, area_of, on_board
from ..rules.domination import scenario_value
from ..rules.game_end import cloned_die, in_scoring
from ..rules.scenarios import ACTION
from ..rules.state import (
    AGENT,
    NO_AREA,
    NO_CHOICE,
    NO_PLACE,
    ROUNDS,
    SPACES,
    TENTACLE,
    THUG,
    Area,
    Faction,
    Phase,
    State,
)
from ..rules.turn import area_closed, open_to
from . import heuristic_weights
from .action_values import (
    NOTHING_YET,
    forget_best,
    note_best,
    try_ability,
    try_action,
    try_alpha,
    try_area,
    try_robin,
    try_stock,
    value_with_thing,
)
from .off_board_values import USUAL, fight_choice, token_prospect, worst_of_hand
from .position_features import FEATURES, N_TOP, PositionFeatures, blank_features
from .position_value import lay_thing, position_value, survey_position

# About the value of what may follow in an area, for a first estimate: by its Action; none at the Springs.
FOLLOWS = (3.0, 1.5, 3.0, 2.5, 4.5, 3.5, 3.0, 2.5, 1.0, 0.0)
# Factions by how often they have won, the best first.
STRONGEST = (17, 6, 8, 2, 12, 5, 1, 16, 3, 15, 14, 4, 0, 18, 9, 19, 11, 7, 10, 13)


@rules
def sensible(state: State, seat: int, actions: Actions, memo: Array[float], dice: Dice) -> int:
    """Return the action that a sensible player takes."""
    action = choose_action_for_phase(state, seat, actions, blank_features(FEATURES))
    return action if is_offered(actions, action) else NO_CHOICE


@rules
def is_offered(actions: Actions, action: int) -> bool:
    """Return True if this action is among the legal ones."""
    for i in range(actions.count):
        if actions.item[i] == action:
            return True
    return False


@rules
def choose_action_for_phase(state: State, seat: int, actions: Actions, estimate: PositionFeatures) -> int:
    """Choose by the phase."""
    phase = state.phase
    if phase == Phase.FACTION or phase == Phase.MISSIONS or phase == Phase.SKIP:
        return choose_before(state, seat, actions)
    if phase == Phase.HYPNOSIS or phase == Phase.CANCEL:
        return choose_spite(state, actions, estimate)
    survey_position(state, seat, False, estimate)
    forget_best(estimate)
    if phase == Phase.TURN or phase == Phase.PLACE:
        return choose_placing(state, seat, actions, estimate)
    if phase == Phase.ACTION:
        return choose_action(state, seat, actions, estimate)
    if phase == Phase.END:
        return choose_end(state, seat, actions, estimate)
    if phase == Phase.RETURN or phase == Phase.CONNECT or phase == Phase.LEAVE:
        return MISSION.of(estimate.hand[worst_of_hand(state, NO_CHOICE, estimate)])
    if phase == Phase.STOCK:
        note_best(position_value(state, estimate), ENOUGH, NO_CHOICE, estimate)
        try_stock(state, seat, estimate)
        return estimate.first
    if phase == Phase.ADAPT or in_scoring(state):
        return choose_single(state, seat, actions, estimate)
    return choose_inside(state, seat, estimate)


# --- before the game, and before a turn


@rules
def choose_before(state: State, seat: int, actions: Actions) -> int:
    """Choose a faction, a Mission to give back, or whether to save the turn."""
    if state.phase == Phase.SKIP:
        return LAST_RESORT if wants_last_word(state, seat) else PLAY_ON
    least, chosen = 1e9, actions.item[0]
    for i in range(actions.count):
        action = actions.item[i]
        stars = float(USUAL[MISSION.mission(action)]) if action in MISSION else float(rank_of(FACTION.faction(action)))
        if stars < least:
            least, chosen = stars, action
    return chosen


@rules
def rank_of(faction: int) -> int:
    """Return how many factions are stronger."""
    for rank in range(len(STRONGEST)):
        if STRONGEST[rank] == faction:
            return rank
    return len(STRONGEST)


@rules
def wants_last_word(state: State, seat: int) -> bool:
    """Return True if the Roamers should save their last turn: they do unless it is the last of all anyway."""
    return state.round == ROUNDS and (seat + 1) % state.n_players != state.first


# --- T0 and T2b, for others: Hypnosis, Embargo


@rules
def choose_spite(state: State, actions: Actions, estimate: PositionFeatures) -> int:
    """Choose whether to spoil a rival's turn or Action, once per game, where that costs them enough."""
    rival = state.player
    survey_position(state, rival, True, estimate)
    forget_best(estimate)
    if state.phase == Phase.CANCEL:
        stars = position_value(state, estimate)
        try_action(state, rival, state.doing, estimate)
        return CANCEL if estimate.best - stars >= heuristic_weights.CANCEL * estimate.left / ROUNDS else PASS
    best, least, chosen = NOTHING_YET, -NOTHING_YET, PASS
    for area in range(Area.SPRINGS + 1):
        stars = best_placing_in(state, rival, area, estimate)
        best = max(best, stars)
        if stars < least and is_offered(actions, AREA.of(area)):
            least, chosen = stars, AREA.of(area)
    patience = heuristic_weights.HYPNOSIS * (1.0 + estimate.left) / ROUNDS
    return chosen if best - least >= patience else PASS


@rules
def best_placing_in(state: State, rival: int, area: int, estimate: PositionFeatures) -> float:
    """Return about the value of a rival's best placing in an area; very little if nobody may go there."""
    best = NOTHING_YET
    for space in range(SPACES):
        if area_of(space) == area and accepts(state, space) and not area_closed(state, area):
            best = max(best, placing_value(state, rival, AGENT, space, estimate))
    return best + following_action_value(state, area)


# --- T1 and T2: the piece


@rules
def choose_placing(state: State, seat: int, actions: Actions, estimate: PositionFeatures) -> int:
    """Return the placing that is best together with what may follow it."""
    if is_offered(actions, LAST_RESORT) and wants_last_word(state, seat):
        return LAST_RESORT
    weigh_placings(state, seat, estimate)
    best, piece, space = NOTHING_YET, AGENT, 0
    for i in range(N_TOP):
        if estimate.top[i] > best:
            best, piece, space = estimate.top[i], estimate.top_piece[i], estimate.top_space[i]
    return action_of(state.phase, piece, space)


@rules
def weigh_placings(state: State, seat: int, estimate: PositionFeatures) -> None:
    """Find the most promising placings, and the value of each with the best Action that may follow."""
    for i in range(N_TOP):
        estimate.top[i] = NOTHING_YET
    player = state.players[seat]
    asked = state.phase == Phase.PLACE
    if state.piece == THUG if asked else player.thug:
        rank_placings(state, seat, THUG, estimate)
    if state.piece == TENTACLE if asked else player.tentacle:
        rank_placings(state, seat, TENTACLE, estimate)
    if player.agents > 0 and not asked:
        rank_placings(state, seat, AGENT, estimate)
    for i in range(N_TOP):
        if estimate.top[i] > NOTHING_YET:
            estimate.top[i] = placing_value_with_action(
                state, seat, estimate.top_piece[i], estimate.top_space[i], estimate
            )


@rules
def prior_logits(state: State, seat: int, actions: Actions, memo: Array[float], out: Array[float]) -> bool:
    """Write a prior value of each placing into `out`, for a search; return False if the phase has none."""
    phase = state.phase
    if phase != Phase.TURN and phase != Phase.PLACE:
        return False
    estimate = blank_features(FEATURES)
    survey_position(state, seat, False, estimate)
    forget_best(estimate)
    weigh_placings(state, seat, estimate)
    least = -NOTHING_YET
    for i in range(N_TOP):
        if estimate.top[i] > NOTHING_YET:
            least = min(least, estimate.top[i])
    if least == -NOTHING_YET:
        return False
    for i in range(actions.count):
        stars = least - 1.0
        for k in range(N_TOP):
            if estimate.top[k] > NOTHING_YET and actions.item[i] == action_of(
                phase, estimate.top_piece[k], estimate.top_space[k]
            ):
                stars = max(stars, estimate.top[k])
        out[i] = (stars - least) / heuristic_weights.CALM
    return True


@rules
def action_of(phase: int, piece: int, space: int) -> int:
    """Return the action that sends a piece to a space; for a piece held back, first the action that takes it."""
    if piece == AGENT or phase == Phase.PLACE:
        return PLACE.of(space)
    return BREAK_OUT if piece == THUG else TENTACLE_OUT


@rules
def rank_placings(state: State, seat: int, piece: int, estimate: PositionFeatures) -> None:
    """Keep the placings with the best first estimate."""
    for space in range(SPACES):
        if open_to(state, space):
            stars = placing_value(state, seat, piece, space, estimate) + following_action_value(state, area_of(space))
            if stars > estimate.top[N_TOP - 1]:
                enter_ranking(stars, piece, space, estimate)


@rules
def enter_ranking(stars: float, piece: int, space: int, estimate: PositionFeatures) -> None:
    """Insert a placing into the ranking."""
    place = N_TOP - 1
    while place > 0 and estimate.top[place - 1] < stars:
        estimate.top[place] = estimate.top[place - 1]
        estimate.top_piece[place] = estimate.top_piece[place - 1]
        estimate.top_space[place] = estimate.top_space[place - 1]
        place -= 1
    estimate.top[place], estimate.top_piece[place], estimate.top_space[place] = stars, piece, space


@rules
def following_action_value(state: State, area: int) -> float:
    """Return about the value of the Action of an area."""
    action = scenario_value(state, ACTION + area)
    return 0.0 if action == NO_AREA else FOLLOWS[action]


@rules
def placing_value(state: State, seat: int, piece: int, space: int, estimate: PositionFeatures) -> float:
    """Return the value of the position after sending a piece to a space."""
    die, place = state.spaces[space], on_board(seat, state.players[seat].n_dice)
    lay_thing(space, piece + seat, estimate)
    stars = position_value(state, estimate) if piece == THUG else value_with_thing(state, place, die, estimate)
    lay_thing(space, die, estimate)
    return stars


@rules
def placing_value_with_action(state: State, seat: int, piece: int, space: int, estimate: PositionFeatures) -> float:
    """Return the value of sending a piece to a space with the best Action that may follow: the piece is placed, then
    removed again.
    """
    player = state.players[seat]
    die, slot = int(state.spaces[space]), int(player.n_dice)
    state.spaces[space] = piece + seat
    lay_thing(space, piece + seat, estimate)
    if piece != THUG:
        player.dice[slot] = die
        player.n_dice = slot + 1
        lay_thing(on_board(seat, slot), die, estimate)
    forget_best(estimate)
    try_action(state, seat, scenario_value(state, ACTION + area_of(space)), estimate)
    if piece != THUG:
        lay_thing(on_board(seat, slot), 0, estimate)
        player.dice[slot] = 0
        player.n_dice = slot
    lay_thing(space, die, estimate)
    state.spaces[space] = die
    return estimate.best


# --- T3: the Action


@rules
def ability_threshold(estimate: PositionFeatures) -> float:
    """Return the least gain for which an ability that can be used once is used now."""
    return heuristic_weights.SPENT * estimate.left + heuristic_weights.ENOUGH


@rules
def choose_action(state: State, seat: int, actions: Actions, estimate: PositionFeatures) -> int:
    """Choose the Action of the area, the Stock Exchange, or an ability in its place."""
    if state.transcending:
        try_area(state, seat, state.doing, NO_PLACE, estimate)
        return estimate.first
    if state.cancelled:
        note_best(position_value(state, estimate), NO_ACTION, NO_CHOICE, estimate)
    else:
        try_action(state, seat, state.doing, estimate)
    plain, action = estimate.best, estimate.first
    if is_offered(actions, INSTEAD.of(Faction.ZAI)):
        forget_best(estimate)
        try_alpha(state, NO_PLACE, estimate)
        if estimate.best >= plain + ability_threshold(estimate):
            return INSTEAD.of(Faction.ZAI)
    elif is_offered(actions, INSTEAD.of(Faction.EWO)):
        best_area(state, seat, estimate)
        if estimate.best >= plain + ability_threshold(estimate):
            return INSTEAD.of(Faction.EWO)
    return action


@rules
def best_area(state: State, seat: int, estimate: PositionFeatures) -> int:
    """Transcendence: return the area whose Action is best; its value is noted."""
    best, chosen = NOTHING_YET, 0
    for area in range(Area.SPRINGS):
        forget_best(estimate)
        try_area(state, seat, area, NO_PLACE, estimate)
        if estimate.best > best:
            best, chosen = estimate.best, area
    estimate.best = best
    return chosen


@rules
def choose_inside(state: State, seat: int, estimate: PositionFeatures) -> int:
    """Return the further choices of an Action or ability, as planned when it was begun."""
    phase, held = state.phase, state.held
    if phase == Phase.DOME:
        return fight_choice(state, seat)
    if phase == Phase.TRANSCEND:
        return AREA.of(best_area(state, seat, estimate))
    if phase == Phase.SECOND or (phase == Phase.VALUE and state.back == Phase.ACTED):
        try_area(state, seat, state.doing, held, estimate)
    elif phase == Phase.ALPHA or phase == Phase.ALPHA_WITH:
        try_alpha(state, held, estimate)
    elif phase == Phase.ROBIN or phase == Phase.ROBIN_OWN:
        try_robin(state, seat, held, estimate)
    else:
        if phase == Phase.INTERVENE_AGAIN:
            note_best(position_value(state, estimate), ENOUGH, NO_CHOICE, estimate)
        try_ability(state, seat, int(state.players[seat].faction), held, estimate)
    return int(estimate.first if held == NO_PLACE else estimate.second)


# --- T5: abilities and tokens


@rules
def choose_end(state: State, seat: int, actions: Actions, estimate: PositionFeatures) -> int:
    """Choose an ability with enough gain, a token for a better die, or the end of the turn."""
    faction = int(state.players[seat].faction)
    key = ABILITY.of(faction)
    if is_offered(actions, key):
        if faction == Faction.RETORIUM:
            if estimate.left <= heuristic_weights.CONNECTIONS:
                return key
        else:
            stars = position_value(state, estimate)
            try_ability(state, seat, faction, NO_PLACE, estimate)
            if estimate.best - stars >= ability_threshold(estimate):
                return key
    return choose_token(state, seat, actions, estimate)


@rules
def choose_token(state: State, seat: int, actions: Actions, estimate: PositionFeatures) -> int:
    """Choose a token that should move to another die."""
    best, chosen = heuristic_weights.ENOUGH, END
    for i in range(actions.count):
        action = actions.item[i]
        gain = 0.0
        if action in FIRST_TOKEN:
            gain = token_prospect(state, seat, FIRST_TOKEN.to(action), estimate)
        elif action in TOKEN:
            gain = token_prospect(state, seat, TOKEN.to(action), estimate)
            gain -= token_prospect(state, seat, TOKEN.slot(action), estimate)
        if gain > best:
            best, chosen = gain, action
    return chosen


# --- choices with a certain result


@rules
def choose_single(state: State, seat: int, actions: Actions, estimate: PositionFeatures) -> int:
    """Choose in Adaptation, the draft, Cloning and the Blockade."""
    best, chosen = NOTHING_YET, actions.item[0]
    for i in range(actions.count):
        stars = choice_value(state, seat, actions.item[i], estimate)
        if stars > best:
            best, chosen = stars, actions.item[i]
    return chosen


@rules
def choice_value(state: State, seat: int, action: int, estimate: PositionFeatures) -> float:
    """Return the value of the position after such a choice."""
    player = state.players[seat]
    if action == PASS:
        return position_value(state, estimate)
    if action in CELL:
        return value_with_thing(state, on_board(seat, player.n_dice), state.prison[CELL.cell(action)], estimate)
    if action in AREA:
        return position_value(state, estimate) - estimate.appeal[AREA.area(action)]
    if action in ADAPT:
        slot = ADAPT.slot(action)
        return value_with_thing(state, on_board(seat, slot), player.dice[slot] + 2 * ADAPT.up(action) - 1, estimate)
    slot = CLONE_COLOUR.slot(action) if action in CLONE_COLOUR else CLONE_VALUE.slot(action)
    return value_with_thing(state, on_board(seat, slot), cloned_die(player.dice[slot], action), estimate)
