"""Dicetopia: the face of the rules towards the kit.

Numbers in brackets name sections and rulings of this folder's README: (3.5), (R-17), (M-04).
"""

from __future__ import annotations

from dicehouse.kit.actions import Actions, add
from dicehouse.kit.bits import bits
from dicehouse.kit.compiling import rules
from dicehouse.kit.dice import Dice, tell
from dicehouse.kit.record import Array

from .abilities import begin_ability, choose, choose_value, legal_choice, move_token
from .actions import begin_action, fight, finish_swap, legal_fight, legal_second
from .codes import (
    AREA,
    BREAK_OUT,
    CELL,
    END,
    ENOUGH,
    EXTERMINATE,
    FACTION,
    LAST_RESORT,
    MISSION,
    NO_ACTION,
    ROBIN_HOOD,
    SACRIFICE,
    STOCK,
    TENTACLE_OUT,
    TOKEN,
    TRANSCENDENCE,
    UNPROTECT,
    VALUE,
)
from .dealing import choose_faction, choosing, deal_factions, give, legal_factions, legal_gifts, set_table
from .deck import put_under, redeal_missions
from .finale import (
    blockade,
    clone,
    crown,
    draft,
    end_game,
    final_total,
    go_on_drafting,
    leave,
    legal_blockades,
    legal_clones,
    legal_draft,
    pay_dice,
    pay_domination,
    score_missions,
)
from .stars import public_stars
from .state import AGENT, MAX_PLAYERS, NOBODY, TENTACLE, THUG, Happened, Options, Phase, State
from .turn import (
    acted,
    adapt,
    alpha,
    before_turn,
    begin_replacing,
    begin_round,
    begin_turn,
    cancel,
    hypnotise,
    legal_actions,
    legal_adapting,
    legal_alpha,
    legal_end,
    legal_hypnosis,
    legal_places,
    legal_questions,
    legal_robin,
    legal_stock,
    legal_transcending,
    legal_turn,
    move_cube,
    next_turn,
    robin,
    send,
    skip,
    transcend,
    wind_up,
)

__all__ = ["MAX_PLAYERS", "Options", "State"]


@rules
def deal(state: State, options: Options, n_players: int, dice: Dice) -> None:
    """Set up for 2 to 6 players (section 1.4)."""
    set_table(state, options, n_players, dice)
    deal_factions(state, dice)


@rules
def acting(state: State) -> int:
    """Mask of the seats that may decide now: all while Missions are chosen, else one."""
    if state.phase == Phase.OVER:
        return 0
    if state.phase == Phase.MISSIONS:
        return choosing(state)
    return 1 << (state.player if state.asked == NOBODY else state.asked)


# --- what may be done


@rules
def legal(state: State, seat: int, actions: Actions) -> None:
    """What `seat`, one of those acting, may do."""
    phase = state.phase
    if phase == Phase.TURN:
        legal_turn(state, seat, actions)
    elif phase == Phase.ACTION:
        legal_actions(state, seat, actions)
    elif phase == Phase.END:
        legal_end(state, seat, actions)
    elif phase < Phase.TURN or phase == Phase.CANCEL or phase >= Phase.ADAPT:
        legal_beside(state, seat, actions)
    elif phase >= Phase.EXTERMINATE:
        legal_choice(state, seat, actions)
    else:
        legal_inside(state, seat, actions)


@rules
def legal_inside(state: State, seat: int, actions: Actions) -> None:
    """Choices in the middle of a placing or an Action."""
    phase = state.phase
    if phase == Phase.PLACE:
        legal_places(state, actions)
    elif phase == Phase.SECOND:
        legal_second(state, seat, actions)
    elif phase == Phase.VALUE:
        for value in range(1, 7):
            add(actions, VALUE + value)
    elif phase == Phase.RETURN:
        legal_gifts(state, seat, actions)
    elif phase == Phase.DOME:
        legal_fight(state, actions)
    elif phase == Phase.STOCK:
        legal_stock(state, actions)
        add(actions, ENOUGH)
    elif phase == Phase.TRANSCEND:
        legal_transcending(state, seat, actions)
    elif phase <= Phase.ALPHA_WITH:
        legal_alpha(state, actions)
    else:
        legal_robin(state, seat, actions)


@rules
def legal_beside(state: State, seat: int, actions: Actions) -> None:
    """Choices before the first turn, between turns, out of turn, and in the scoring."""
    phase = state.phase
    if phase == Phase.FACTION:
        legal_factions(state, seat, actions)
    elif phase == Phase.MISSIONS or phase == Phase.LEAVE:
        legal_gifts(state, seat, actions)
    elif phase == Phase.HYPNOSIS:
        legal_hypnosis(state, actions)
    elif phase == Phase.ADAPT:
        legal_adapting(state, seat, actions)
    elif phase == Phase.DRAFT:
        legal_draft(state, actions)
    elif phase == Phase.CLONE:
        legal_clones(state, seat, actions)
    elif phase == Phase.BLOCKADE:
        legal_blockades(actions)
    else:
        legal_questions(state, actions)


# --- doing it


@rules
def apply(state: State, seat: int, action: int, dice: Dice) -> None:
    """Carry out a legal action of `seat`, and all that follows until the next decision."""
    phase = state.phase
    if phase == Phase.TURN or phase == Phase.ACTION or phase == Phase.END:
        act(state, seat, action, dice)
    elif phase < Phase.TURN or phase == Phase.CANCEL or phase >= Phase.ADAPT:
        act_beside(state, seat, action, dice)
    elif phase >= Phase.EXTERMINATE:
        choose(state, seat, action, dice)
    else:
        act_inside(state, seat, action, dice)
    advance(state, dice)


@rules
def act(state: State, seat: int, action: int, dice: Dice) -> None:
    """T1, T2b and T3, T5: a piece, the Action or what replaces it, an ability, a token, the end."""
    if action == LAST_RESORT:
        skip(state, seat, dice)
        return
    state.fresh = False
    if EXTERMINATE <= action <= SACRIFICE:
        begin_ability(state, seat, action, dice)
    elif TOKEN <= action < UNPROTECT:
        move_token(state, seat, action - TOKEN, dice)
    elif action == END:
        state.phase = Phase.TURN_ENDED
    elif state.phase == Phase.TURN:
        take_piece(state, seat, action, dice)
    elif action == NO_ACTION:
        tell(dice, Happened.NO_ACTION, seat, item=state.doing)
        state.phase = Phase.ACTED
    elif ROBIN_HOOD <= action <= TRANSCENDENCE:
        begin_replacing(state, seat, action)
    elif STOCK <= action <= VALUE:
        move_cube(state, seat, action, dice)
    else:
        begin_action(state, seat, action, dice)


@rules
def take_piece(state: State, seat: int, action: int, dice: Dice) -> None:
    """T2: an Agent goes at once; for another piece the place is asked."""
    if action in (BREAK_OUT, TENTACLE_OUT):
        state.piece = THUG if action == BREAK_OUT else TENTACLE
        state.phase = Phase.PLACE
    else:
        send(state, seat, AGENT, action, dice)


@rules
def act_inside(state: State, seat: int, action: int, dice: Dice) -> None:
    """The further choices of a placing or an Action."""
    phase = state.phase
    if phase == Phase.PLACE:
        send(state, seat, state.piece, action, dice)
    elif phase == Phase.SECOND:
        finish_swap(state, seat, action, dice)
    elif phase == Phase.VALUE:
        choose_value(state, seat, action, dice)
    elif phase == Phase.RETURN:
        put_under(state, seat, action - MISSION)
        tell(dice, Happened.RETURN, seat)
        tell(dice, Happened.RETURNED, seat, item=action - MISSION)
        state.phase = Phase.ACTED
    elif phase == Phase.DOME:
        fight(state, seat, action, dice)
    elif phase == Phase.STOCK:
        move_cube(state, seat, action, dice)
    elif phase == Phase.TRANSCEND:
        transcend(state, seat, action - AREA, dice)
    elif phase <= Phase.ALPHA_WITH:
        alpha(state, seat, action, dice)
    else:
        robin(state, seat, action, dice)


@rules
def act_beside(state: State, seat: int, action: int, dice: Dice) -> None:
    """Choices before the first turn, between turns, out of turn, and in the scoring."""
    phase = state.phase
    if phase == Phase.FACTION:
        choose_faction(state, seat, action - FACTION, dice)
    elif phase == Phase.MISSIONS:
        give(state, seat, action - MISSION, dice)
    elif phase == Phase.SKIP:
        if action == LAST_RESORT:
            skip(state, seat, dice)
        else:
            before_turn(state)
    elif phase == Phase.HYPNOSIS:
        hypnotise(state, seat, action, dice)
    elif phase == Phase.CANCEL:
        cancel(state, seat, action, dice)
    elif phase == Phase.ADAPT:
        adapt(state, seat, action, dice)
    elif phase == Phase.DRAFT:
        draft(state, seat, action - CELL, dice)
    elif phase == Phase.CLONE:
        clone(state, seat, action, dice)
    elif phase == Phase.BLOCKADE:
        blockade(state, seat, action, dice)
    else:
        leave(state, seat, action - MISSION, dice)


@rules
def advance(state: State, dice: Dice) -> None:
    """Go on until somebody has to decide or the game is over."""
    while state.phase > Phase.OVER:
        if state.phase == Phase.UPCOMING:
            begin_round(state, dice)
            begin_turn(state, dice)
        elif state.phase == Phase.ACTED:
            acted(state)
        elif state.phase == Phase.WINDING_UP:
            wind_up(state)
        elif state.phase == Phase.TURN_ENDED:
            next_turn(state)
        else:
            go_on_scoring(state, dice)


@rules
def go_on_scoring(state: State, dice: Dice) -> None:
    """The steps of section 7 in their order."""
    if state.phase == Phase.GAME_ENDS:
        end_game(state, dice)
    elif state.phase == Phase.DRAFTED:
        go_on_drafting(state, dice)
    elif state.phase == Phase.CLONED:
        pay_dice(state, dice)
    elif state.phase == Phase.SCORING:
        pay_domination(state, dice)
    else:
        score_missions(state, dice)
        crown(state, dice)


# --- results


@rules
def over(state: State) -> bool:
    """Whether all stars are counted."""
    return state.phase == Phase.OVER


@rules
def scores(state: State, out: Array[float]) -> None:
    """Stars; before the end those that there would be if it ended now, Missions aside."""
    for seat in range(state.n_players):
        out[seat] = final_total(state, seat) if state.phase == Phase.OVER else public_stars(state, seat)


@rules
def shares(state: State, out: Array[float]) -> None:
    """The win, shared by those with most stars."""
    for seat in range(state.n_players):
        won = state.phase == Phase.OVER and state.winners >> seat & 1 == 1
        out[seat] = 1.0 / bits(state.winners) if won else 0.0


@rules
def redeal(state: State, seat: int, dice: Dice) -> None:
    """Draw anew what a seat can't know: the Missions of others, and the order of the deck."""
    redeal_missions(state, seat, dice)
