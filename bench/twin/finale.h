// Battle Zones, the dice-ocalypse and the winner: src/dicehouse/games/dice_ocalypse/rules/finale.py in C.
#ifndef FINALE_H
#define FINALE_H
#include "war.h"

static int outcome_of(State *state, int starter, int seat, int one, int two) {
    if (one != two) return one == 1 || two == 1 ? LOSE_TURN : NO_OUTCOME;
    if (seat != starter || seat != state->player) return DOUBLE_NEXT;
    if (state->took_effect || state->doubled) return VOID_OUTCOME;
    return DOUBLE_NOW;
}

static void battle_zone(State *state, int starter, Dice *dice) {
    state->players[starter].bz_done = true;
    tell(dice, TOLD_BATTLE_ZONE, starter, NOBODY, 0, 0, 0);
    for (int step = 0; step < state->n_players; step++) {
        int seat = (starter + step) % state->n_players;
        int one = roll(dice);
        int two = roll(dice);
        int outcome = outcome_of(state, starter, seat, one, two);
        tell(dice, TOLD_BATTLE_ROLL, seat, starter, outcome, 0, 0);
        show(dice, one);
        show(dice, two);
        if (outcome == LOSE_TURN)
            state->players[seat].lose_turn = true;
        else if (outcome == DOUBLE_NEXT)
            state->players[seat].double_next = true;
        else if (outcome == DOUBLE_NOW)
            change_total(state, seat, state->added, FROM_BATTLE_ZONE, dice);
    }
}

static void battle_zones(State *state, Dice *dice) {
    if (!state->options.special_cards) return;
    if (state->first != NOBODY && !state->options.battle_zone_in_final) return;
    int starters = 0;
    for (int seat = 0; seat < state->n_players; seat++) {
        Player *player = &state->players[seat];
        if (state->options.battle_zone_again && player->total < BATTLE_ZONE) player->bz_done = false;
        if (player->total >= BATTLE_ZONE && !player->bz_done) starters |= 1 << seat;
    }
    for (int step = 0; step < state->n_players; step++) {
        int seat = (state->player + step) % state->n_players;
        if (starters >> seat & 1) battle_zone(state, seat, dice);
    }
}

static bool is_over_target(State *state, int total) {
    return total > state->options.target || (state->options.exact_target && total == state->options.target);
}

static void start_dice_ocalypse(State *state, int seat) {
    state->first = seat;
    state->to_play = ((1 << state->n_players) - 1) & ~(1 << seat);
}

static void check_target(State *state) {
    for (int step = 0; step < state->n_players; step++) {
        int seat = (state->player + step) % state->n_players;
        if (state->first == NOBODY && is_over_target(state, state->players[seat].total))
            start_dice_ocalypse(state, seat);
    }
}

static void set_bar(State *state, Dice *dice) {
    if (state->first != NOBODY && state->bar == 0) {
        state->bar = state->players[state->first].total;
        tell(dice, TOLD_DICE_OCALYPSE, state->first, NOBODY, 0, state->bar, 0);
    }
}

static void final_turn_over(State *state, int seat, Dice *dice) {
    if (state->players[seat].total < state->bar) {
        state->diced |= 1 << seat;
        tell(dice, TOLD_DICED, seat, NOBODY, 0, 0, state->players[seat].total);
    }
}

static int throw_for_the_win(State *state, int leaders, Dice *dice) {
    int best = 0, highest = 0;
    tell(dice, TOLD_TIE, NOBODY, NOBODY, leaders, 0, 0);
    for (int seat = 0; seat < state->n_players; seat++) {
        if ((leaders >> seat & 1) == 0) continue;
        tell(dice, TOLD_TIE_ROLL, seat, NOBODY, 0, 0, 0);
        int total = 0;
        for (int i = 0; i < N_DICE; i++) {
            int face = roll(dice);
            show(dice, face);
            total += face;
        }
        if (total > best) {
            best = total;
            highest = 0;
        }
        if (total == best) highest |= 1 << seat;
    }
    return highest;
}

static void finish(State *state, Dice *dice) {
    int best = 0, leaders = 0, number = 0;
    for (int seat = 0; seat < state->n_players; seat++) {
        if (state->diced >> seat & 1) continue;
        int total = state->players[seat].total;
        if (leaders == 0 || total > best) {
            best = total;
            leaders = number = 0;
        }
        if (total == best) {
            leaders |= 1 << seat;
            number++;
        }
    }
    while (number > 1) {
        leaders = throw_for_the_win(state, leaders, dice);
        number = 0;
        for (int seat = 0; seat < state->n_players; seat++) number += leaders >> seat & 1;
    }
    for (int seat = 0; seat < state->n_players; seat++)
        if (leaders >> seat & 1) state->winner = seat;
    tell(dice, TOLD_WIN, state->winner, NOBODY, 0, 0, best);
    state->phase = OVER;
}

#endif
