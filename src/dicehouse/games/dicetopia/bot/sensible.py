"""How a sensible player plays: it tries what may be done in a sketch of the position (`outlook.py`, `trials.py`) and
takes what leaves it best off against the others, by its stars so far, the areas it may dominate, and what its Missions
can hope for (`hopes.py`).

The most promising placings are looked at with the best Action that may follow. An ability that can be used once is used
where it brings enough, and that is the less the fewer turns are left.
"""

from __future__ import annotations

from dicehouse.kit.actions import Actions
from dicehouse.kit.compiling import rules
from dicehouse.kit.dice import Dice
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
    PLAY_ON,
    TENTACLE_OUT,
    TOKEN,
)
from ..rules.domination import scenario
from ..rules.finale import cloned
from ..rules.scenarios import ACTION
from ..rules.state import AGENT, NOBODY, ROUNDS, SPACES, TENTACLE, THUG, Area, Faction, Phase, State
from ..rules.turn import closed, open_to
from .outlook import lay, survey, worth
from .prospects import USUAL, fight_choice, token_prospect, worst_of_hand
from .sketch import APPEAL, BEST, FIRST, HAND, LEFT, N_TOP, SECOND, TOP, TOP_CODE, Weight
from .trials import NOTHING_YET, forget, laid, note, try_ability, try_action, try_alpha, try_area, try_robin, try_stock

# About how much may follow in an area, for a first look: by its Action, none at the Springs.
FOLLOWS = (3.0, 1.5, 3.0, 2.5, 4.5, 3.5, 3.0, 2.5, 1.0, 0.0)
# Factions by how much they have won: the best first.
STRONGEST = (17, 6, 8, 2, 12, 5, 1, 16, 3, 15, 14, 4, 0, 18, 9, 19, 11, 7, 10, 13)


@rules
def sensible(state: State, seat: int, actions: Actions, memo: Array[float], dice: Dice) -> int:
    """The action that a sensible player takes."""
    action = choose(state, seat, actions, memo)
    return action if offers(actions, action) else actions.item[0]


@rules
def offers(actions: Actions, action: int) -> bool:
    """Whether this action is among the legal ones."""
    for i in range(actions.count):
        if actions.item[i] == action:
            return True
    return False


@rules
def choose(state: State, seat: int, actions: Actions, memo: Array[float]) -> int:
    """By what is asked."""
    phase = state.phase
    if phase <= Phase.SKIP:
        return choose_before(state, seat, actions)
    if phase == Phase.HYPNOSIS or phase == Phase.CANCEL:
        return choose_spite(state, actions, memo)
    survey(state, seat, False, memo)
    forget(memo)
    if phase == Phase.TURN or phase == Phase.PLACE:
        return choose_placing(state, seat, actions, memo)
    if phase == Phase.ACTION:
        return choose_action(state, seat, actions, memo)
    if phase == Phase.END:
        return choose_end(state, seat, actions, memo)
    if phase == Phase.RETURN or phase == Phase.CONNECT or phase == Phase.LEAVE:
        return MISSION.of(int(memo[HAND + worst_of_hand(state, NOBODY, memo)]))
    if phase == Phase.STOCK:
        note(worth(state, memo), ENOUGH, NOBODY, memo)
        try_stock(state, seat, memo)
        return int(memo[FIRST])
    if phase == Phase.ADAPT or phase >= Phase.DRAFT:
        return choose_single(state, seat, actions, memo)
    return choose_inside(state, seat, memo)


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
def choose_spite(state: State, actions: Actions, memo: Array[float]) -> int:
    """Once per game somebody else's turn or Action is spoilt, where that costs them enough."""
    rival = state.player
    survey(state, rival, True, memo)
    forget(memo)
    if state.phase == Phase.CANCEL:
        stars = worth(state, memo)
        try_action(state, rival, state.doing, memo)
        return CANCEL if memo[BEST] - stars >= memo[Weight.CANCEL] * memo[LEFT] / ROUNDS else PASS
    best, least, chosen = NOTHING_YET, -NOTHING_YET, PASS
    for area in range(Area.SPRINGS + 1):
        stars = best_in(state, rival, area, memo)
        best = max(best, stars)
        if stars < least and offers(actions, AREA.of(area)):
            least, chosen = stars, AREA.of(area)
    patience = memo[Weight.HYPNOSIS] * (1.0 + memo[LEFT]) / ROUNDS
    return chosen if best - least >= patience else PASS


@rules
def best_in(state: State, rival: int, area: int, memo: Array[float]) -> float:
    """About what somebody's best placing in an area would bring; a great deal if nobody may go there."""
    best = NOTHING_YET
    for space in range(SPACES):
        if area_of(space) == area and accepts(state, space) and not closed(state, area):
            best = max(best, placed(state, rival, AGENT, space, memo))
    return best + follows(state, area)


# --- T1 and T2: the piece


@rules
def choose_placing(state: State, seat: int, actions: Actions, memo: Array[float]) -> int:
    """The placing that is best with what may follow it."""
    if offers(actions, LAST_RESORT) and wants_last_word(state, seat):
        return LAST_RESORT
    for i in range(N_TOP):
        memo[TOP + i] = NOTHING_YET
    player = state.players[seat]
    asked = state.phase == Phase.PLACE
    if state.piece == THUG if asked else player.thug:
        rank_placings(state, seat, THUG, memo)
    if state.piece == TENTACLE if asked else player.tentacle:
        rank_placings(state, seat, TENTACLE, memo)
    if player.agents > 0 and not asked:
        rank_placings(state, seat, AGENT, memo)
    best, chosen = NOTHING_YET, 0
    for i in range(N_TOP):
        if memo[TOP + i] > NOTHING_YET:
            stars = looked_ahead(state, seat, int(memo[TOP_CODE + i]), memo)
            if stars > best:
                best, chosen = stars, int(memo[TOP_CODE + i])
    piece, space = chosen // SPACES * 8, chosen % SPACES
    if piece == AGENT or asked:
        return space
    return BREAK_OUT if piece == THUG else TENTACLE_OUT


@rules
def rank_placings(state: State, seat: int, piece: int, memo: Array[float]) -> None:
    """Keep those that promise most at a first look."""
    for space in range(SPACES):
        if open_to(state, space):
            stars = placed(state, seat, piece, space, memo) + follows(state, area_of(space))
            if stars > memo[TOP + N_TOP - 1]:
                enter(stars, piece // 8 * SPACES + space, memo)


@rules
def enter(stars: float, code: int, memo: Array[float]) -> None:
    """Into the ranking."""
    place = N_TOP - 1
    while place > 0 and memo[TOP + place - 1] < stars:
        memo[TOP + place], memo[TOP_CODE + place] = memo[TOP + place - 1], memo[TOP_CODE + place - 1]
        place -= 1
    memo[TOP + place], memo[TOP_CODE + place] = stars, code


@rules
def follows(state: State, area: int) -> float:
    """About how much the Action of an area brings."""
    action = scenario(state, ACTION + area)
    return 0.0 if action == NOBODY else FOLLOWS[action]


@rules
def placed(state: State, seat: int, piece: int, space: int, memo: Array[float]) -> float:
    """What it would be worth to have sent a piece there."""
    die, place = state.spaces[space], on_board(seat, state.players[seat].n_dice)
    lay(space, piece + seat, memo)
    stars = worth(state, memo) if piece == THUG else laid(state, place, die, memo)
    lay(space, die, memo)
    return stars


@rules
def looked_ahead(state: State, seat: int, code: int, memo: Array[float]) -> float:
    """The same with the best Action that may follow: the piece is placed, and taken back."""
    piece, space, player = code // SPACES * 8, code % SPACES, state.players[seat]
    die, slot = int(state.spaces[space]), int(player.n_dice)
    state.spaces[space] = piece + seat
    lay(space, piece + seat, memo)
    if piece != THUG:
        player.dice[slot] = die
        player.n_dice = slot + 1
        lay(on_board(seat, slot), die, memo)
    forget(memo)
    try_action(state, seat, scenario(state, ACTION + area_of(space)), memo)
    if piece != THUG:
        lay(on_board(seat, slot), 0, memo)
        player.dice[slot] = 0
        player.n_dice = slot
    lay(space, die, memo)
    state.spaces[space] = die
    return memo[BEST]


# --- T3: the Action


@rules
def patience(memo: Array[float]) -> float:
    """What an ability that can be used once must bring now."""
    return memo[Weight.SPENT] * memo[LEFT] + memo[Weight.ENOUGH]


@rules
def choose_action(state: State, seat: int, actions: Actions, memo: Array[float]) -> int:
    """The Action of the area, the Stock Exchange, or an ability instead."""
    if state.transcending:
        try_area(state, seat, state.doing, NOBODY, memo)
        return int(memo[FIRST])
    if state.cancelled:
        note(worth(state, memo), NO_ACTION, NOBODY, memo)
    else:
        try_action(state, seat, state.doing, memo)
    plain, action = memo[BEST], int(memo[FIRST])
    if offers(actions, INSTEAD.of(Faction.ZAI)):
        forget(memo)
        try_alpha(state, NOBODY, memo)
        if memo[BEST] >= plain + patience(memo):
            return INSTEAD.of(Faction.ZAI)
    elif offers(actions, INSTEAD.of(Faction.EWO)):
        best_area(state, seat, memo)
        if memo[BEST] >= plain + patience(memo):
            return INSTEAD.of(Faction.EWO)
    return action


@rules
def best_area(state: State, seat: int, memo: Array[float]) -> int:
    """Transcendence: the area whose Action is best; what it brings is noted."""
    best, chosen = NOTHING_YET, 0
    for area in range(Area.SPRINGS):
        forget(memo)
        try_area(state, seat, area, NOBODY, memo)
        if memo[BEST] > best:
            best, chosen = memo[BEST], area
    memo[BEST] = best
    return chosen


@rules
def choose_inside(state: State, seat: int, memo: Array[float]) -> int:
    """The further choices of an Action or ability: as they were thought of when it was begun."""
    phase, held = state.phase, state.held
    if phase == Phase.DOME:
        return fight_choice(state, seat)
    if phase == Phase.TRANSCEND:
        return AREA.of(best_area(state, seat, memo))
    if phase == Phase.SECOND or (phase == Phase.VALUE and state.back == Phase.ACTED):
        try_area(state, seat, state.doing, held, memo)
    elif phase <= Phase.ALPHA_WITH and phase >= Phase.ALPHA:
        try_alpha(state, held, memo)
    elif phase == Phase.ROBIN or phase == Phase.ROBIN_OWN:
        try_robin(state, seat, held, memo)
    else:
        if phase == Phase.INTERVENE_AGAIN:
            note(worth(state, memo), ENOUGH, NOBODY, memo)
        try_ability(state, seat, int(state.players[seat].faction), held, memo)
    return int(memo[FIRST] if held == NOBODY else memo[SECOND])


# --- T5: abilities and tokens


@rules
def choose_end(state: State, seat: int, actions: Actions, memo: Array[float]) -> int:
    """An ability that brings enough now, a token on a better die, or the end of the turn."""
    faction = int(state.players[seat].faction)
    key = ABILITY.of(faction)
    if offers(actions, key):
        if faction == Faction.RETORIUM:
            if memo[LEFT] <= memo[Weight.CONNECTIONS]:
                return key
        else:
            stars = worth(state, memo)
            try_ability(state, seat, faction, NOBODY, memo)
            if memo[BEST] - stars >= patience(memo):
                return key
    return choose_token(state, seat, actions, memo)


@rules
def choose_token(state: State, seat: int, actions: Actions, memo: Array[float]) -> int:
    """The token that had better lie on another die."""
    best, chosen = memo[Weight.ENOUGH], END
    for i in range(actions.count):
        action = actions.item[i]
        gain = 0.0
        if action in FIRST_TOKEN:
            gain = token_prospect(state, seat, FIRST_TOKEN.to(action), memo)
        elif action in TOKEN:
            gain = token_prospect(state, seat, TOKEN.to(action), memo)
            gain -= token_prospect(state, seat, TOKEN.slot(action), memo)
        if gain > best:
            best, chosen = gain, action
    return chosen


# --- choices whose outcome is sure


@rules
def choose_single(state: State, seat: int, actions: Actions, memo: Array[float]) -> int:
    """Adaptation, the draft, Cloning, the Blockade."""
    best, chosen = NOTHING_YET, actions.item[0]
    for i in range(actions.count):
        stars = outcome(state, seat, actions.item[i], memo)
        if stars > best:
            best, chosen = stars, actions.item[i]
    return chosen


@rules
def outcome(state: State, seat: int, action: int, memo: Array[float]) -> float:
    """What such a choice leaves."""
    player = state.players[seat]
    if action == PASS:
        return worth(state, memo)
    if action in CELL:
        return laid(state, on_board(seat, player.n_dice), state.prison[CELL.cell(action)], memo)
    if action in AREA:
        return worth(state, memo) - memo[APPEAL + AREA.area(action)]
    if action in ADAPT:
        slot = ADAPT.slot(action)
        return laid(state, on_board(seat, slot), player.dice[slot] + 2 * ADAPT.up(action) - 1, memo)
    slot = CLONE_COLOUR.slot(action) if action in CLONE_COLOUR else CLONE_VALUE.slot(action)
    return laid(state, on_board(seat, slot), cloned(player.dice[slot], action), memo)
