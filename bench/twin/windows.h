// Who plays a card, and who was first: src/dicehouse/games/dice_ocalypse/rules/windows.py in C.
#ifndef WINDOWS_H
#define WINDOWS_H
#include "war.h"

enum { BEGINNER, FIRST_CARD, ROLL_OFF = 1 };

static const int REACTIONS[3] = {PROVE_IT, DO_OR_DIE, COLLATERAL};

static bool may_react(State *state, int seat, int card) {
    return holds(state, seat, card) && !(card == PROVE_IT && state->bust);
}

static bool has_reaction(State *state, int seat) {
    if (seat == state->player) return false;
    for (int i = 0; i < 3; i++)
        if (may_react(state, seat, REACTIONS[i])) return true;
    return false;
}

static bool open_window(State *state, bool ended) {
    state->asked = 0;
    if (!cards_allowed(state)) return false;
    for (int seat = 0; seat < state->n_players; seat++) {
        if (has_reaction(state, seat)) {
            state->asked |= 1 << seat;
            state->reply[seat] = WAITING;
        }
    }
    state->ended = ended;
    if (state->asked != 0) state->phase = ended ? REACT_END : REACT;
    return state->asked != 0;
}

static int unanswered(State *state) {
    int mask = 0;
    for (int seat = 0; seat < state->n_players; seat++)
        if ((state->asked >> seat & 1) && state->reply[seat] == WAITING) mask |= 1 << seat;
    return mask;
}

static void legal_reactions(State *state, int seat, Actions *actions) {
    add(actions, PASS);
    for (int i = 0; i < 3; i++)
        if (may_react(state, seat, REACTIONS[i])) add(actions, PLAY + REACTIONS[i]);
}

static void legal_votes(State *state, Actions *actions) {
    add(actions, ABSTAIN);
    for (int seat = 0; seat < state->n_players; seat++)
        if (state->contenders >> seat & 1) add(actions, VOTE + seat);
}

static int lowest(int mask) {
    int seat = 0;
    while ((mask >> seat & 1) == 0) seat++;
    return seat;
}

static int roll_off(State *state, int mask, int purpose, Dice *dice) {
    while (bits(mask) > 1) {
        int best = 0, leaders = 0;
        for (int seat = 0; seat < state->n_players; seat++) {
            if ((mask >> seat & 1) == 0) continue;
            int face = roll(dice);
            tell(dice, TOLD_ROLL_OFF, seat, NOBODY, purpose, 0, 0);
            show(dice, face);
            if (face > best) {
                best = face;
                leaders = 0;
            }
            if (face == best) leaders |= 1 << seat;
        }
        mask = leaders;
    }
    return lowest(mask);
}

static void after_window(State *state) {
    state->contenders = 0;
    state->asked = 0;
    for (int seat = 0; seat < state->n_players; seat++) state->reply[seat] = NO_CARD;
    state->phase = state->ended ? PROTECTION : CHOOSE_KEEP;
}

static void win_window(State *state, int seat, Dice *dice) {
    for (int other = 0; other < state->n_players; other++)
        if (other != seat && (state->contenders >> other & 1))
            tell(dice, TOLD_CARD_BACK, other, NOBODY, state->reply[other], 0, 0);
    play_card(state, seat, state->reply[seat], dice);
    after_window(state);
}

static void open_vote(State *state) {
    state->phase = VOTE_FIRST;
    state->asked = ((1 << state->n_players) - 1) & ~state->contenders;
    for (int seat = 0; seat < state->n_players; seat++)
        if (state->asked >> seat & 1) state->reply[seat] = WAITING;
}

static void close_window(State *state, Dice *dice) {
    if (bits(state->asked) > 1) reveal(dice);
    state->contenders = 0;
    for (int seat = 0; seat < state->n_players; seat++)
        if ((state->asked >> seat & 1) && state->reply[seat] != NO_CARD) state->contenders |= 1 << seat;
    int number = bits(state->contenders);
    if (number == 1)
        win_window(state, lowest(state->contenders), dice);
    else if (number == 0)
        after_window(state);
    else if (state->options.simultaneous == ROLL_OFF)
        win_window(state, roll_off(state, state->contenders, FIRST_CARD, dice), dice);
    else
        open_vote(state);
}

static void close_vote(State *state, Dice *dice) {
    reveal(dice);
    int votes[MAX_PLAYERS] = {0};
    for (int seat = 0; seat < state->n_players; seat++) {
        if ((state->asked >> seat & 1) == 0) continue;
        int choice = state->reply[seat];
        if (choice != NOBODY) votes[choice]++;
        tell(dice, TOLD_VOTE, seat, choice, 0, 0, 0);
    }
    int best = 0, winner = NOBODY;
    bool tied = true;
    for (int seat = 0; seat < state->n_players; seat++) {
        if (votes[seat] > best) {
            best = votes[seat];
            winner = seat;
            tied = false;
        } else if (votes[seat] == best) {
            tied = true;
        }
    }
    if (tied) winner = roll_off(state, state->contenders, FIRST_CARD, dice);
    win_window(state, winner, dice);
}

static void answer(State *state, int seat, int action, Dice *dice) {
    state->reply[seat] = is_play(action) ? action - PLAY : NO_CARD;
    if (unanswered(state) == 0) close_window(state, dice);
}

static void vote(State *state, int seat, int action, Dice *dice) {
    state->reply[seat] = is_vote(action) ? action - VOTE : NOBODY;
    if (unanswered(state) == 0) close_vote(state, dice);
}

#endif
