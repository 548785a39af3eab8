// A straight C twin of the rules of Dice-ocalypse!, to say how far the compiled Python is from C.
//
// Same records, same functions, same order of draws as src/dicehouse/games/dice_ocalypse, a header for each of its
// modules; the rulings are explained there. What no playout does is left out: drawing sealed replies anew.
#include "twin/turn.h"

void deal(State *state, const Options *options, int n_players, Dice *dice) {
    state->options = *options;
    state->n_players = n_players;
    set_scoring(state);
    state->zombie = state->left_behind = state->first = state->winner = state->card_by = NOBODY;
    for (int seat = 0; seat < n_players; seat++) {
        if (options->special_cards) {
            state->players[seat].hand = FULL_HAND;
            state->players[seat].immunity = true;
        }
    }
    state->player = roll_off(state, (1 << n_players) - 1, BEGINNER, dice);
    tell(dice, TOLD_FIRST, state->player, NOBODY, 0, 0, 0);
    state->phase = UPCOMING;
    advance(state, dice);
}

int acting(State *state) {
    int phase = state->phase;
    if (phase == START || phase == CHOOSE_KEEP) return 1 << state->player;
    if (phase == REACT || phase == REACT_END || phase == VOTE_FIRST) return unanswered(state);
    if (phase == USE_IMMUNITY) return 1 << state->asking;
    if (phase == LEFT_BEHIND) return 1 << state->left_behind;
    if (phase == ZOMBIE) return 1 << state->zombie;
    return 0;
}

void legal(State *state, int seat, Actions *actions) {
    switch (state->phase) {
        case CHOOSE_KEEP: legal_keeps(state, seat, actions); break;
        case REACT:
        case REACT_END: legal_reactions(state, seat, actions); break;
        case START: legal_starts(state, seat, actions); break;
        case USE_IMMUNITY: legal_immunity(actions); break;
        case VOTE_FIRST: legal_votes(state, actions); break;
        case LEFT_BEHIND: legal_left_behind(actions); break;
        case ZOMBIE: legal_zombie(actions);
    }
}

void apply(State *state, int seat, int action, Dice *dice) {
    switch (state->phase) {
        case CHOOSE_KEEP: keep(state, seat, action, dice); break;
        case REACT:
        case REACT_END: answer(state, seat, action, dice); break;
        case START: start(state, seat, action, dice); break;
        case USE_IMMUNITY: answer_immunity(state, seat, action, dice); break;
        case VOTE_FIRST: vote(state, seat, action, dice); break;
        case LEFT_BEHIND: answer_left_behind(state, action, dice); break;
        case ZOMBIE: answer_zombie(state, action, dice);
    }
    advance(state, dice);
}

bool over(State *state) { return state->phase == OVER; }

// --- random games: the loop of src/dicehouse/engine/playouts.py

static int first_seat(int mask) {
    int seat = 0;
    while ((mask >> seat & 1) == 0) seat++;
    return seat;
}

int64_t play_games(State *states, int64_t count, const Options *options, int n_players, int64_t seed, int64_t first,
                   int64_t cap, int64_t *decisions) {
    Dice dice = {0};
    Actions actions;
    int64_t total = 0;
    for (int64_t i = 0; i < count; i++) {
        State *state = &states[i];
        start_stream(&dice, seed, seed >> 32, first + i);
        deal(state, options, n_players, &dice);
        int64_t n = 0;
        while (n < cap && !over(state)) {
            int seat = first_seat(acting(state));
            actions.count = 0;
            legal(state, seat, &actions);
            apply(state, seat, actions.item[unbiased(&dice, actions.count)], &dice);
            n++;
        }
        decisions[i] = n;
        total += n;
    }
    return total;
}
