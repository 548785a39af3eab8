"""Map each phase to the functions that list and carry out its actions, and take the automatic steps between
decisions.
"""

from __future__ import annotations

from dicehouse.compiler.rule_compiler import rules
from dicehouse.core.dice import Dice
from dicehouse.core.stages import stages

from .abilities import (
    choose_sacrifice,
    choose_slipping,
    choose_turf,
    choose_value,
    exterminate,
    give_back_mission,
    intervene,
    intervene_again,
    legal_exits,
    legal_more_targets,
    legal_returns,
    legal_spaces,
    legal_targets,
    legal_turf,
    slip_agent,
)
from .action_replacements import (
    choose_alpha,
    choose_lowering,
    finish_alpha,
    finish_robin_hood,
    legal_actions,
    legal_alpha,
    legal_lowering,
    legal_raising,
    legal_second_cube,
    legal_transcending,
    move_cube,
    take_action,
    transcend,
)
from .area_actions import fight_dome, finish_swap, legal_fight, legal_second, legal_values, return_mission
from .deal import choose_faction, give_up_mission, legal_factions, legal_missions
from .game_end import (
    blockade_area,
    clone_die,
    decide_winner,
    draft_die,
    end_game,
    go_on_drafting,
    leave_out_mission,
    legal_blockades,
    legal_clones,
    legal_draft,
    pay_dice,
    pay_domination,
    score_missions,
)
from .state import Phase, State
from .turn import (
    adapt_die,
    begin_round,
    begin_turn,
    cancel_action,
    decide_saved_turn,
    end_turn,
    finish_action,
    hypnotise,
    legal_adapting,
    legal_cancelling,
    legal_end,
    legal_hypnosis,
    legal_places,
    legal_skip,
    legal_turn,
    next_turn,
    open_end_window,
    place_piece,
    take_turn,
)

legal, carry_out = stages(
    {
        # before the first turn
        Phase.FACTION: (legal_factions, choose_faction),
        Phase.MISSIONS: (legal_missions, give_up_mission),
        # T0
        Phase.SKIP: (legal_skip, decide_saved_turn),
        Phase.HYPNOSIS: (legal_hypnosis, hypnotise),
        # T1, T2: the piece
        Phase.TURN: (legal_turn, take_turn),
        Phase.PLACE: (legal_places, place_piece),
        # T2b, T3: the Action
        Phase.CANCEL: (legal_cancelling, cancel_action),
        Phase.ACTION: (legal_actions, take_action),
        Phase.SECOND: (legal_second, finish_swap),
        Phase.VALUE: (legal_values, choose_value),
        Phase.RETURN: (legal_missions, return_mission),
        Phase.DOME: (legal_fight, fight_dome),
        # or a replacement of it
        Phase.STOCK: (legal_second_cube, move_cube),
        Phase.TRANSCEND: (legal_transcending, transcend),
        Phase.ALPHA: (legal_alpha, choose_alpha),
        Phase.ALPHA_WITH: (legal_alpha, finish_alpha),
        Phase.ROBIN: (legal_lowering, choose_lowering),
        Phase.ROBIN_OWN: (legal_raising, finish_robin_hood),
        # abilities in addition to it
        Phase.EXTERMINATE: (legal_spaces, exterminate),
        Phase.INTERVENE: (legal_targets, intervene),
        Phase.INTERVENE_AGAIN: (legal_more_targets, intervene_again),
        Phase.SLIP: (legal_spaces, choose_slipping),
        Phase.SLIP_TO: (legal_exits, slip_agent),
        Phase.TURF: (legal_turf, choose_turf),
        Phase.CONNECT: (legal_returns, give_back_mission),
        Phase.SACRIFICE: (legal_spaces, choose_sacrifice),
        # T4, T5
        Phase.ADAPT: (legal_adapting, adapt_die),
        Phase.END: (legal_end, end_turn),
        # the scoring
        Phase.DRAFT: (legal_draft, draft_die),
        Phase.CLONE: (legal_clones, clone_die),
        Phase.BLOCKADE: (legal_blockades, blockade_area),
        Phase.LEAVE: (legal_missions, leave_out_mission),
    }
)


@rules
def advance(state: State, dice: Dice) -> None:
    """Continue until somebody has to decide or the game is over."""
    while take_automatic_step(state, dice):
        pass


@rules
def take_automatic_step(state: State, dice: Dice) -> bool:
    """Take the next automatic step; return False if somebody has to decide."""
    phase = state.phase
    if phase == Phase.UPCOMING:
        begin_round(state, dice)
        begin_turn(state, dice)
    elif phase == Phase.ACTED:
        finish_action(state)
    elif phase == Phase.WINDING_UP:
        open_end_window(state)
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
        decide_winner(state, dice)
    else:
        return False
    return True
