"""What each phase lists and does, and the steps between decisions that nobody takes."""

from __future__ import annotations

from dicehouse.kit.compiling import rules
from dicehouse.kit.dice import Dice
from dicehouse.kit.stages import stages

from .abilities import (
    choose_sacrifice,
    choose_slipping,
    choose_turf,
    choose_value,
    exterminate,
    give_back,
    intervene,
    intervene_again,
    legal_exits,
    legal_more_targets,
    legal_returns,
    legal_spaces,
    legal_targets,
    legal_turf,
    slip,
)
from .actions import fight, finish_swap, legal_fight, legal_second, legal_values, return_mission
from .dealing import choose_faction, give, legal_factions, legal_missions
from .finale import (
    blockade,
    clone,
    crown,
    draft,
    end_game,
    go_on_drafting,
    leave,
    legal_blockades,
    legal_clones,
    legal_draft,
    pay_dice,
    pay_domination,
    score_missions,
)
from .instead import (
    act,
    alpha,
    choose_alpha,
    choose_lowering,
    legal_actions,
    legal_alpha,
    legal_lowering,
    legal_raising,
    legal_second_cube,
    legal_transcending,
    move_cube,
    robin,
    transcend,
)
from .state import Phase, State
from .turn import (
    acted,
    adapt,
    begin_round,
    begin_turn,
    cancel,
    decide_skip,
    end_turn,
    hypnotise,
    legal_adapting,
    legal_cancelling,
    legal_end,
    legal_hypnosis,
    legal_places,
    legal_skip,
    legal_turn,
    next_turn,
    place_piece,
    take_turn,
    wind_up,
)

legal, carry_out = stages(
    {
        # before the first turn
        Phase.FACTION: (legal_factions, choose_faction),
        Phase.MISSIONS: (legal_missions, give),
        # T0
        Phase.SKIP: (legal_skip, decide_skip),
        Phase.HYPNOSIS: (legal_hypnosis, hypnotise),
        # T1, T2: the piece
        Phase.TURN: (legal_turn, take_turn),
        Phase.PLACE: (legal_places, place_piece),
        # T2b, T3: the Action
        Phase.CANCEL: (legal_cancelling, cancel),
        Phase.ACTION: (legal_actions, act),
        Phase.SECOND: (legal_second, finish_swap),
        Phase.VALUE: (legal_values, choose_value),
        Phase.RETURN: (legal_missions, return_mission),
        Phase.DOME: (legal_fight, fight),
        # or something else instead of it
        Phase.STOCK: (legal_second_cube, move_cube),
        Phase.TRANSCEND: (legal_transcending, transcend),
        Phase.ALPHA: (legal_alpha, choose_alpha),
        Phase.ALPHA_WITH: (legal_alpha, alpha),
        Phase.ROBIN: (legal_lowering, choose_lowering),
        Phase.ROBIN_OWN: (legal_raising, robin),
        # abilities beside it
        Phase.EXTERMINATE: (legal_spaces, exterminate),
        Phase.INTERVENE: (legal_targets, intervene),
        Phase.INTERVENE_AGAIN: (legal_more_targets, intervene_again),
        Phase.SLIP: (legal_spaces, choose_slipping),
        Phase.SLIP_TO: (legal_exits, slip),
        Phase.TURF: (legal_turf, choose_turf),
        Phase.CONNECT: (legal_returns, give_back),
        Phase.SACRIFICE: (legal_spaces, choose_sacrifice),
        # T4, T5
        Phase.ADAPT: (legal_adapting, adapt),
        Phase.END: (legal_end, end_turn),
        # the scoring
        Phase.DRAFT: (legal_draft, draft),
        Phase.CLONE: (legal_clones, clone),
        Phase.BLOCKADE: (legal_blockades, blockade),
        Phase.LEAVE: (legal_missions, leave),
    }
)


@rules
def advance(state: State, dice: Dice) -> None:
    """Go on until somebody has to decide or the game is over."""
    while step_taken(state, dice):
        pass


@rules
def step_taken(state: State, dice: Dice) -> bool:
    """Take the step that comes next if nobody decides it."""
    phase = state.phase
    if phase == Phase.UPCOMING:
        begin_round(state, dice)
        begin_turn(state, dice)
    elif phase == Phase.ACTED:
        acted(state)
    elif phase == Phase.WINDING_UP:
        wind_up(state)
    elif phase == Phase.TURN_ENDED:
        next_turn(state)
    elif phase == Phase.GAME_ENDS:
        end_game(state, dice)
    elif phase == Phase.DRAFTED:
        go_on_drafting(state, dice)
    elif phase == Phase.CLONED:
        pay_dice(state, dice)
    elif phase == Phase.SCORING:
        pay_domination(state, dice)
    elif phase == Phase.REVEAL:
        score_missions(state, dice)
        crown(state, dice)
    else:
        return False
    return True
