// The Zombie die and the Left Behind die: src/dicehouse/games/dice_ocalypse/rules/special_dice.py in C.
#ifndef SPECIAL_DICE_H
#define SPECIAL_DICE_H
#include "codes.h"

enum { FEWEST_PLAYERS = 3 };

static bool dice_in_game(State *state) { return state->options.special_cards && state->n_players >= FEWEST_PLAYERS; }

static bool dice_barred(State *state) {
    for (int seat = 0; seat < state->n_players; seat++)
        if (state->players[seat].lose_turn || state->players[seat].double_next) return true;
    return state->card != NO_CARD || state->first != NOBODY;
}

static void offer_left_behind(State *state) {
    bool usable = state->left_behind != NOBODY && !state->left_behind_used;
    state->phase = usable && !dice_barred(state) ? LEFT_BEHIND : INFECTION;
}

static void offer_zombie(State *state) {
    bool usable = state->zombie != NOBODY && state->zombie != state->player;
    state->phase = usable && !dice_barred(state) ? ZOMBIE : FIRST_THROW;
}

static void leave_behind(State *state, Dice *dice) {
    int holder = state->left_behind, target = state->player;
    int face = roll(dice);
    tell(dice, TOLD_LEFT_BEHIND, holder, target, 0, 0, 0);
    show(dice, face);
    for (int step = 0; step < face; step++)
        tell(dice, TOLD_SKIPPED, (target + step) % state->n_players, NOBODY, 0, 0, 0);
    state->left_behind = target;
    state->left_behind_used = true;
    state->player = (target + face) % state->n_players;
    state->offer_points = 0;
    state->phase = UPCOMING;
}

static void infect(State *state, Dice *dice) {
    int holder = state->zombie;
    int face = roll(dice);
    state->dice_full = N_DICE - face;
    tell(dice, TOLD_ZOMBIE, holder, state->player, state->dice_full, 0, 0);
    show(dice, face);
    state->zombie = state->player;
    state->phase = FIRST_THROW;
}

static void legal_left_behind(Actions *actions) {
    add(actions, PASS);
    add(actions, THROW_LEFT_BEHIND);
}

static void answer_left_behind(State *state, int action, Dice *dice) {
    if (action == THROW_LEFT_BEHIND)
        leave_behind(state, dice);
    else
        state->phase = INFECTION;
}

static void legal_zombie(Actions *actions) {
    add(actions, PASS);
    add(actions, THROW_ZOMBIE);
}

static void answer_zombie(State *state, int action, Dice *dice) {
    if (action == THROW_ZOMBIE)
        infect(state, dice);
    else
        state->phase = FIRST_THROW;
}

static void award_zombie(State *state, Dice *dice) {
    if (state->first_throw && state->zombie == NOBODY && state->first == NOBODY && dice_in_game(state)) {
        state->zombie = state->player;
        tell(dice, TOLD_ZOMBIE_GET, state->player, NOBODY, 0, 0, 0);
    }
}

static void award_left_behind(State *state, Dice *dice) {
    if (state->left_behind != NOBODY || !dice_in_game(state)) return;
    int last = NOBODY, number = 0;
    for (int seat = 0; seat < state->n_players; seat++) {
        if (!state->players[seat].opened) {
            last = seat;
            number++;
        }
    }
    if (number == 1) {
        state->left_behind = last;
        tell(dice, TOLD_LEFT_BEHIND_GET, last, NOBODY, 0, 0, 0);
    }
}

#endif
