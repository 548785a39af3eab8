// A straight C twin of the rules of Dice-ocalypse!, to say how far the compiled Python is from C.
//
// Same records, same functions, same order of draws as src/dicehouse/games/dice_ocalypse, a header for each of its
// modules; the rulings are explained there. What no playout does is left out: drawing sealed replies anew.
#include "twin/turn.h"

enum { ROLL = 280, PIGGYBACK, THROW_LEFT_BEHIND, THROW_ZOMBIE };

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
    state->player = roll_off(state, (1 << n_players) - 1, 0, dice);
    tell(dice, TOLD_FIRST, state->player, NOBODY, 0, 0, 0);
    state->phase = UPCOMING;
    advance(state, dice);
}

int acting(State *state) {
    int phase = state->phase;
    if (phase == START || phase == KEEP) return 1 << state->player;
    if (phase == REACT || phase == REACT_END || phase == VOTE_FIRST) return unanswered(state);
    if (phase == USE_IMMUNITY) return 1 << state->asking;
    if (phase == LEFT_BEHIND) return 1 << state->left_behind;
    if (phase == ZOMBIE) return 1 << state->zombie;
    return 0;
}

void legal(State *state, int seat, Actions *actions) {
    int phase = state->phase;
    if (phase == KEEP) {
        legal_keeps(state, actions);
    } else if (phase == REACT || phase == REACT_END) {
        legal_reactions(state, seat, actions);
    } else if (phase == START) {
        add(actions, ROLL);
        if (cards_allowed(state) && holds(state, seat, BLOODSHED)) add(actions, PLAY + BLOODSHED);
        if (may_piggyback(state)) add(actions, PIGGYBACK);
    } else if (phase == USE_IMMUNITY) {
        add(actions, DECLINE);
        add(actions, IMMUNITY);
    } else if (phase == VOTE_FIRST) {
        legal_votes(state, actions);
    } else {
        add(actions, PASS);
        add(actions, phase == LEFT_BEHIND ? THROW_LEFT_BEHIND : THROW_ZOMBIE);
    }
}

static void start(State *state, int action, Dice *dice) {
    if (action == PLAY + BLOODSHED)
        play_card(state, state->player, BLOODSHED, dice);
    else if (action == PIGGYBACK)
        state->piggyback = true;
    state->phase = BEFORE_TURN;
}

void apply(State *state, int seat, int action, Dice *dice) {
    int phase = state->phase;
    if (phase == KEEP) {
        keep(state, action, dice);
    } else if (phase == REACT || phase == REACT_END) {
        state->reply[seat] = action > PLAY ? action - PLAY : 0;
        if (unanswered(state) == 0) close_window(state, dice);
    } else if (phase == START) {
        start(state, action, dice);
    } else if (phase == USE_IMMUNITY) {
        state->asked |= 1 << seat;
        if (action == IMMUNITY) use_immunity(state, seat, dice);
        state->phase = PROTECTION;
    } else if (phase == VOTE_FIRST) {
        state->reply[seat] = action == ABSTAIN ? 0 : action - VOTE + 1;
        if (unanswered(state) == 0) close_vote(state, dice);
    } else if (phase == LEFT_BEHIND) {
        if (action == THROW_LEFT_BEHIND)
            leave_behind(state, dice);
        else
            state->phase = INFECTION;
    } else if (action == THROW_ZOMBIE) {
        infect(state, dice);
    } else {
        state->phase = FIRST_THROW;
    }
    advance(state, dice);
}

bool over(State *state) { return state->phase == OVER; }

// --- random games: the loop of src/dicehouse/kit/playout.py

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
