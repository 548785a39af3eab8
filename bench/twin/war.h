// Act of War cards and Immunity: src/dicehouse/games/dice_ocalypse/rules/war.py in C.
#ifndef WAR_H
#define WAR_H
#include "scoring.h"

enum { PASS = 256, IMMUNITY, DECLINE, ABSTAIN, VOTE, PLAY = 266, ROLL_OFF = 1 };

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

static bool may_react(State *state, int seat, int card) {
    return holds(state, seat, card) && !(card == PROVE_IT && state->bust);
}

static bool has_reaction(State *state, int seat) {
    if (seat == state->player) return false;
    return may_react(state, seat, PROVE_IT) || may_react(state, seat, DO_OR_DIE) || may_react(state, seat, COLLATERAL);
}

static void play_card(State *state, int seat, int card, Dice *dice) {
    state->players[seat].hand &= ~(1 << card);
    state->card = card;
    state->card_by = seat;
    state->card_used = true;
    tell(dice, TOLD_CARD, seat, state->player, card, 0, 0);
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
    for (int card = PROVE_IT; card <= COLLATERAL; card += 2)
        if (may_react(state, seat, card)) add(actions, PLAY + card);
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
    for (int seat = 0; seat < state->n_players; seat++) state->reply[seat] = 0;
    state->phase = state->ended ? PROTECTION : KEEP;
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
        if ((state->asked >> seat & 1) && state->reply[seat] > 0) state->contenders |= 1 << seat;
    int number = bits(state->contenders);
    if (number == 1)
        win_window(state, lowest(state->contenders), dice);
    else if (number == 0)
        after_window(state);
    else if (state->options.simultaneous == ROLL_OFF)
        win_window(state, roll_off(state, state->contenders, 1, dice), dice);
    else
        open_vote(state);
}

static void close_vote(State *state, Dice *dice) {
    reveal(dice);
    int votes[6] = {0};
    for (int seat = 0; seat < state->n_players; seat++) {
        if ((state->asked >> seat & 1) == 0) continue;
        int choice = state->reply[seat];
        if (choice > 0) votes[choice - 1]++;
        tell(dice, TOLD_VOTE, seat, choice - 1, 0, 0, 0);
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
    if (tied) winner = roll_off(state, state->contenders, 1, dice);
    win_window(state, winner, dice);
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

static void prove_it(State *state, Dice *dice) {
    int face = roll(dice);
    bool stands = face >= 4;
    tell(dice, TOLD_PROVE, state->player, state->card_by, stands, 0, 0);
    show(dice, face);
    state->took_effect = true;
    if (!stands) state->turn_points = 0;
}

static int double_or_nothing(State *state, Dice *dice) {
    if (state->bust) return 0;
    int face = roll(dice);
    bool won = face >= 4;
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
    int own = 0, theirs = 0, faces[6];
    for (int i = 0; i < 6; i++) {
        faces[i] = roll(dice);
        if (i < 3)
            own += faces[i];
        else
            theirs += faces[i];
    }
    bool hit = own <= theirs;
    tell(dice, TOLD_COLLATERAL, state->player, state->card_by, hit, own, theirs);
    for (int i = 0; i < 6; i++) show(dice, faces[i]);
    state->took_effect = true;
    if (hit) {
        change_total(state, state->player, -COLLATERAL_STAKE, FROM_COLLATERAL_LOSS, dice);
        change_total(state, state->card_by, COLLATERAL_STAKE, FROM_COLLATERAL, dice);
    }
}

#endif
