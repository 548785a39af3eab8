"""How a sensible player plays: it tries what may be done in an estimate of the position and takes what leaves it best
off against the others, by its stars so far, the areas it may dominate, and what its Missions may pay.

The most promising placings are looked at with the best Action that may follow. An ability that can be used once is used
where it brings enough, and that is the less the fewer turns are left.
"""

from __future__ import annotations

from dicehouse.kit.actions import Actions
from dicehouse.kit.compiling import rules
from dicehouse.kit.dice import Dice
from dicehouse.kit.hooks import FREE
from dicehouse.kit.record import Array

from ..rules.board import accepts, area_of, on_board
from ..rules.codes import (
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
from ..rules.domination import scenario
from ..rules.finale import cloned, in_scoring
from ..rules.scenarios import ACTION
from ..rules.state import AGENT, NOBODY, ROUNDS, SPACES, TENTACLE, THUG, Area, Faction, Phase, State
from ..rules.turn import closed, open_to
from . import weights
from .action_values import (
    NOTHING_YET,
    forget,
    laid,
    note,
    try_ability,
    try_action,
    try_alpha,
    try_area,
    try_robin,
    try_stock,
)
from .estimate import ESTIMATE, N_TOP, Estimate, blank
from .expectations import USUAL, fight_choice, token_prospect, worst_of_hand
from .worth import lay, survey, worth

# About how much may follow in an area, for a first look: by its Action, none at the Springs.
FOLLOWS = (3.0, 1.5, 3.0, 2.5, 4.5, 3.5, 3.0, 2.5, 1.0, 0.0)
# Factions by how much they have won: the best first.
STRONGEST = (17, 6, 8, 2, 12, 5, 1, 16, 3, 15, 14, 4, 0, 18, 9, 19, 11, 7, 10, 13)


@rules
def sensible(state: State, seat: int, actions: Actions, memo: Array[float], dice: Dice) -> int:
    """The action that a sensible player takes."""
    action = choose(state, seat, actions, blank(ESTIMATE))
    return action if offers(actions, action) else FREE


@rules
def offers(actions: Actions, action: int) -> bool:
    """Whether this action is among the legal ones."""
    for i in range(actions.count):
        if actions.item[i] == action:
            return True
    return False


@rules
def choose(state: State, seat: int, actions: Actions, estimate: Estimate) -> int:
    """By what is asked."""
    phase = state.phase
    if phase == Phase.FACTION or phase == Phase.MISSIONS or phase == Phase.SKIP:
        return choose_before(state, seat, actions)
    if phase == Phase.HYPNOSIS or phase == Phase.CANCEL:
        return choose_spite(state, actions, estimate)
    survey(state, seat, False, estimate)
    forget(estimate)
    if phase == Phase.TURN or phase == Phase.PLACE:
        return choose_placing(state, seat, actions, estimate)
    if phase == Phase.ACTION:
        return choose_action(state, seat, actions, estimate)
    if phase == Phase.END:
        return choose_end(state, seat, actions, estimate)
    if phase == Phase.RETURN or phase == Phase.CONNECT or phase == Phase.LEAVE:
        return MISSION.of(estimate.hand[worst_of_hand(state, NOBODY, estimate)])
    if phase == Phase.STOCK:
        note(worth(state, estimate), ENOUGH, NOBODY, estimate)
        try_stock(state, seat, estimate)
        return estimate.first
    if phase == Phase.ADAPT or in_scoring(state):
        return choose_single(state, seat, actions, estimate)
    return choose_inside(state, seat, estimate)


# --- before the game, and before a turn


@rules
def choose_before(state: State, seat: int, actions: Actions) -> int:
    """A faction, a Mission to give back, whether to save the turn."""
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
    """How many factions are stronger."""
    for rank in range(len(STRONGEST)):
        if STRONGEST[rank] == faction:
            return rank
    return len(STRONGEST)


@rules
def wants_last_word(state: State, seat: int) -> bool:
    """The Roamers save their last turn, unless it is the last of all anyway."""
    return state.round == ROUNDS and (seat + 1) % state.n_players != state.first


# --- T0 and T2b, for others: Hypnosis, Embargo


@rules
def choose_spite(state: State, actions: Actions, estimate: Estimate) -> int:
    """Spoil a rival's turn or Action, once per game, where that costs them enough."""
    rival = state.player
    survey(state, rival, True, estimate)
    forget(estimate)
    if state.phase == Phase.CANCEL:
        stars = worth(state, estimate)
        try_action(state, rival, state.doing, estimate)
        return CANCEL if estimate.best - stars >= weights.CANCEL * estimate.left / ROUNDS else PASS
    best, least, chosen = NOTHING_YET, -NOTHING_YET, PASS
    for area in range(Area.SPRINGS + 1):
        stars = best_in(state, rival, area, estimate)
        best = max(best, stars)
        if stars < least and offers(actions, AREA.of(area)):
            least, chosen = stars, AREA.of(area)
    patience = weights.HYPNOSIS * (1.0 + estimate.left) / ROUNDS
    return chosen if best - least >= patience else PASS


@rules
def best_in(state: State, rival: int, area: int, estimate: Estimate) -> float:
    """About what a rival's best placing in an area would bring; very little if nobody may go there."""
    best = NOTHING_YET
    for space in range(SPACES):
        if area_of(space) == area and accepts(state, space) and not closed(state, area):
            best = max(best, placed(state, rival, AGENT, space, estimate))
    return best + follows(state, area)


# --- T1 and T2: the piece


@rules
def choose_placing(state: State, seat: int, actions: Actions, estimate: Estimate) -> int:
    """The placing that is best with what may follow it."""
    if offers(actions, LAST_RESORT) and wants_last_word(state, seat):
        return LAST_RESORT
    weigh_placings(state, seat, estimate)
    best, piece, space = NOTHING_YET, AGENT, 0
    for i in range(N_TOP):
        if estimate.top[i] > best:
            best, piece, space = estimate.top[i], estimate.top_piece[i], estimate.top_space[i]
    return action_of(state.phase, piece, space)


@rules
def weigh_placings(state: State, seat: int, estimate: Estimate) -> None:
    """The most promising placings, and what each is worth with the best Action that may follow."""
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
            estimate.top[i] = looked_ahead(state, seat, estimate.top_piece[i], estimate.top_space[i], estimate)


@rules
def promises(state: State, seat: int, actions: Actions, memo: Array[float], out: Array[float]) -> bool:
    """For a search: how good each placing looks."""
    phase = state.phase
    if phase != Phase.TURN and phase != Phase.PLACE:
        return False
    estimate = blank(ESTIMATE)
    survey(state, seat, False, estimate)
    forget(estimate)
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
        out[i] = (stars - least) / weights.CALM
    return True


@rules
def action_of(phase: int, piece: int, space: int) -> int:
    """What sends a piece to a space: for a piece that is held, first that it leaves."""
    if piece == AGENT or phase == Phase.PLACE:
        return PLACE.of(space)
    return BREAK_OUT if piece == THUG else TENTACLE_OUT


@rules
def rank_placings(state: State, seat: int, piece: int, estimate: Estimate) -> None:
    """Keep those that promise most at a first look."""
    for space in range(SPACES):
        if open_to(state, space):
            stars = placed(state, seat, piece, space, estimate) + follows(state, area_of(space))
            if stars > estimate.top[N_TOP - 1]:
                enter(stars, piece, space, estimate)


@rules
def enter(stars: float, piece: int, space: int, estimate: Estimate) -> None:
    """Into the ranking."""
    place = N_TOP - 1
    while place > 0 and estimate.top[place - 1] < stars:
        estimate.top[place] = estimate.top[place - 1]
        estimate.top_piece[place] = estimate.top_piece[place - 1]
        estimate.top_space[place] = estimate.top_space[place - 1]
        place -= 1
    estimate.top[place], estimate.top_piece[place], estimate.top_space[place] = stars, piece, space


@rules
def follows(state: State, area: int) -> float:
    """About how much the Action of an area brings."""
    action = scenario(state, ACTION + area)
    return 0.0 if action == NOBODY else FOLLOWS[action]


@rules
def placed(state: State, seat: int, piece: int, space: int, estimate: Estimate) -> float:
    """What it would be worth to have sent a piece there."""
    die, place = state.spaces[space], on_board(seat, state.players[seat].n_dice)
    lay(space, piece + seat, estimate)
    stars = worth(state, estimate) if piece == THUG else laid(state, place, die, estimate)
    lay(space, die, estimate)
    return stars


@rules
def looked_ahead(state: State, seat: int, piece: int, space: int, estimate: Estimate) -> float:
    """The same with the best Action that may follow: the piece is placed, and taken back."""
    player = state.players[seat]
    die, slot = int(state.spaces[space]), int(player.n_dice)
    state.spaces[space] = piece + seat
    lay(space, piece + seat, estimate)
    if piece != THUG:
        player.dice[slot] = die
        player.n_dice = slot + 1
        lay(on_board(seat, slot), die, estimate)
    forget(estimate)
    try_action(state, seat, scenario(state, ACTION + area_of(space)), estimate)
    if piece != THUG:
        lay(on_board(seat, slot), 0, estimate)
        player.dice[slot] = 0
        player.n_dice = slot
    lay(space, die, estimate)
    state.spaces[space] = die
    return estimate.best


# --- T3: the Action


@rules
def patience(estimate: Estimate) -> float:
    """What an ability that can be used once must bring now."""
    return weights.SPENT * estimate.left + weights.ENOUGH


@rules
def choose_action(state: State, seat: int, actions: Actions, estimate: Estimate) -> int:
    """The Action of the area, the Stock Exchange, or an ability instead."""
    if state.transcending:
        try_area(state, seat, state.doing, NOBODY, estimate)
        return estimate.first
    if state.cancelled:
        note(worth(state, estimate), NO_ACTION, NOBODY, estimate)
    else:
        try_action(state, seat, state.doing, estimate)
    plain, action = estimate.best, estimate.first
    if offers(actions, INSTEAD.of(Faction.ZAI)):
        forget(estimate)
        try_alpha(state, NOBODY, estimate)
        if estimate.best >= plain + patience(estimate):
            return INSTEAD.of(Faction.ZAI)
    elif offers(actions, INSTEAD.of(Faction.EWO)):
        best_area(state, seat, estimate)
        if estimate.best >= plain + patience(estimate):
            return INSTEAD.of(Faction.EWO)
    return action


@rules
def best_area(state: State, seat: int, estimate: Estimate) -> int:
    """Transcendence: the area whose Action is best; what it brings is noted."""
    best, chosen = NOTHING_YET, 0
    for area in range(Area.SPRINGS):
        forget(estimate)
        try_area(state, seat, area, NOBODY, estimate)
        if estimate.best > best:
            best, chosen = estimate.best, area
    estimate.best = best
    return chosen


@rules
def choose_inside(state: State, seat: int, estimate: Estimate) -> int:
    """The further choices of an Action or ability: as they were thought of when it was begun."""
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
            note(worth(state, estimate), ENOUGH, NOBODY, estimate)
        try_ability(state, seat, int(state.players[seat].faction), held, estimate)
    return int(estimate.first if held == NOBODY else estimate.second)


# --- T5: abilities and tokens


@rules
def choose_end(state: State, seat: int, actions: Actions, estimate: Estimate) -> int:
    """An ability that brings enough now, a token on a better die, or the end of the turn."""
    faction = int(state.players[seat].faction)
    key = ABILITY.of(faction)
    if offers(actions, key):
        if faction == Faction.RETORIUM:
            if estimate.left <= weights.CONNECTIONS:
                return key
        else:
            stars = worth(state, estimate)
            try_ability(state, seat, faction, NOBODY, estimate)
            if estimate.best - stars >= patience(estimate):
                return key
    return choose_token(state, seat, actions, estimate)


@rules
def choose_token(state: State, seat: int, actions: Actions, estimate: Estimate) -> int:
    """The token that had better lie on another die."""
    best, chosen = weights.ENOUGH, END
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


# --- choices whose outcome is sure


@rules
def choose_single(state: State, seat: int, actions: Actions, estimate: Estimate) -> int:
    """Adaptation, the draft, Cloning, the Blockade."""
    best, chosen = NOTHING_YET, actions.item[0]
    for i in range(actions.count):
        stars = outcome(state, seat, actions.item[i], estimate)
        if stars > best:
            best, chosen = stars, actions.item[i]
    return chosen


@rules
def outcome(state: State, seat: int, action: int, estimate: Estimate) -> float:
    """What such a choice leaves."""
    player = state.players[seat]
    if action == PASS:
        return worth(state, estimate)
    if action in CELL:
        return laid(state, on_board(seat, player.n_dice), state.prison[CELL.cell(action)], estimate)
    if action in AREA:
        return worth(state, estimate) - estimate.appeal[AREA.area(action)]
    if action in ADAPT:
        slot = ADAPT.slot(action)
        return laid(state, on_board(seat, slot), player.dice[slot] + 2 * ADAPT.up(action) - 1, estimate)
    slot = CLONE_COLOUR.slot(action) if action in CLONE_COLOUR else CLONE_VALUE.slot(action)
    return laid(state, on_board(seat, slot), cloned(player.dice[slot], action), estimate)
