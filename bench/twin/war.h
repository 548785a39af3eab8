// Act of War cards and Immunity: src/dicehouse/games/dice_ocalypse/rules/war.py in C.
#ifndef WAR_H
#define WAR_H
#include "codes.h"
#include "scoring.h"

enum { LUCKY = 4, COLLATERAL_DICE = N_DICE / 2 };

static void change_total(State *state, int seat, int points, int source, Dice *dice) {
    Player *player = &state->players[seat];
    if (!state->options.negative_scores && player->total + points < 0) points = -player->total;
    player->total += points;
    if (points != 0) tell(dice, TOLD_SCORE, seat, NOBODY, source, points, player->total);
}

static bool cards_allowed(State *state) {
    return state->options.special_cards && state->first == NOBODY && !state->doubled && !state->card_used;
}

static bool holds(State *state, int seat, int card) {
    Player *player = &state->players[seat];
    return (player->hand >> card & 1) && player->total >= CARD_MINIMUM;
}

static void play_card(State *state, int seat, int card, Dice *dice) {
    state->players[seat].hand &= ~(1 << card);
    state->card = card;
    state->card_by = seat;
    state->card_used = true;
    tell(dice, TOLD_CARD, seat, state->player, card, 0, 0);
}

static void legal_immunity(Actions *actions) {
    add(actions, DECLINE);
    add(actions, IMMUNITY);
}

static bool asks_for_immunity(State *state, int seat) {
    return state->players[seat].immunity && (state->asked >> seat & 1) == 0;
}

static bool would_lose(State *state, int seat) {
    return state->options.negative_scores || state->players[seat].total > 0;
}

static int pending_points(State *state) { return state->bust ? 0 : state->turn_points; }

static int next_to_protect(State *state) {
    if (state->card == BLOODSHED) {
        if (state->bust) return NOBODY;
        for (int step = 1; step < state->n_players; step++) {
            int seat = (state->player + step) % state->n_players;
            if (asks_for_immunity(state, seat) && would_lose(state, seat)) return seat;
        }
        return NOBODY;
    }
    if (state->card == NO_CARD || state->card == DOUBLE_OR_NOTHING || !asks_for_immunity(state, state->player))
        return NOBODY;
    if (state->card == DO_OR_DIE && state->players[state->player].total + pending_points(state) <= 0) return NOBODY;
    return state->player;
}

static void use_immunity(State *state, int seat, Dice *dice) {
    state->players[seat].immunity = false;
    state->guarded |= 1 << seat;
    tell(dice, TOLD_IMMUNITY, seat, state->card_by, state->card, 0, 0);
    if (state->card != BLOODSHED) state->card = NO_CARD;
}

static void answer_immunity(State *state, int seat, int action, Dice *dice) {
    state->asked |= 1 << seat;
    if (action == IMMUNITY) use_immunity(state, seat, dice);
    state->phase = PROTECTION;
}

static void prove_it(State *state, Dice *dice) {
    int face = roll(dice);
    bool stands = face >= LUCKY;
    tell(dice, TOLD_PROVE, state->player, state->card_by, stands, 0, 0);
    show(dice, face);
    state->took_effect = true;
    if (!stands) state->turn_points = 0;
}

static int double_or_nothing(State *state, Dice *dice) {
    if (state->bust) return 0;
    int face = roll(dice);
    bool won = face >= LUCKY;
    tell(dice, TOLD_DOUBLE, state->player, NOBODY, won, 0, 0);
    show(dice, face);
    state->took_effect = true;
    if (!won) state->turn_points = 0;
    return state->turn_points;
}

static void bloodshed(State *state, Dice *dice) {
    for (int step = 1; step < state->n_players; step++) {
        int seat = (state->player + step) % state->n_players;
        if ((state->guarded >> seat & 1) == 0 && state->turn_points > 0) {
            if (would_lose(state, seat)) state->took_effect = true;
            change_total(state, seat, -state->turn_points, FROM_BLOODSHED, dice);
        }
    }
}

static void do_or_die(State *state, Dice *dice) {
    int face = roll(dice);
    tell(dice, TOLD_DO_OR_DIE, state->player, state->card_by, face == 1, 0, 0);
    show(dice, face);
    state->took_effect = true;
    if (face == 1)
        change_total(state, state->player, -max(0, state->players[state->player].total), FROM_DO_OR_DIE, dice);
}

static void collateral_damage(State *state, Dice *dice) {
    int own = 0, theirs = 0, faces[N_DICE];
    for (int i = 0; i < N_DICE; i++) {
        faces[i] = roll(dice);
        if (i < COLLATERAL_DICE)
            own += faces[i];
        else
            theirs += faces[i];
    }
    bool hit = own <= theirs;
    tell(dice, TOLD_COLLATERAL, state->player, state->card_by, hit, own, theirs);
    for (int i = 0; i < N_DICE; i++) show(dice, faces[i]);
    state->took_effect = true;
    if (hit) {
        change_total(state, state->player, -COLLATERAL_STAKE, FROM_COLLATERAL_LOSS, dice);
        change_total(state, state->card_by, COLLATERAL_STAKE, FROM_COLLATERAL, dice);
    }
}

#endif
