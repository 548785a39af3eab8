// A turn from before the first throw to the next player: src/dicehouse/games/dice_ocalypse/rules/turn.py in C.
#ifndef TURN_H
#define TURN_H
#include "finale.h"
#include "special_dice.h"
#include "windows.h"

enum { ALL_SCORING = 1, MUST_ROLL = 1, END_ONLY = 1 };

// --- before the turn

static void come_up(State *state, Dice *dice) {
    Player *player = &state->players[state->player];
    state->turn_points = state->added = 0;
    state->n_dice = 0;
    state->dice_full = N_DICE;
    state->first_throw = true;
    state->bust = state->took_effect = state->ended = state->card_used = state->piggyback = false;
    state->card = NO_CARD;
    state->card_by = NOBODY;
    state->guarded = 0;
    state->doubled = player->double_next;
    if (player->lose_turn) {
        player->lose_turn = false;
        state->offer_points = 0;
        tell(dice, TOLD_LOST_TURN, state->player, NOBODY, 0, 0, 0);
        if (state->first != NOBODY) {
            state->to_play &= ~(1 << state->player);
            final_turn_over(state, state->player, dice);
        }
        state->phase = NEXT;
    } else {
        state->phase = START;
    }
}

static bool may_piggyback(State *state) {
    return state->offer_points > 0 && state->players[state->player].opened && !state->doubled;
}

static void legal_starts(State *state, int seat, Actions *actions) {
    add(actions, ROLL);
    if (cards_allowed(state) && holds(state, seat, BLOODSHED)) add(actions, PLAY + BLOODSHED);
    if (may_piggyback(state)) add(actions, PIGGYBACK);
}

static void start(State *state, int seat, int action, Dice *dice) {
    if (is_play(action))
        play_card(state, seat, BLOODSHED, dice);
    else if (action == PIGGYBACK)
        state->piggyback = true;
    state->phase = BEFORE_TURN;
}

// --- throwing

static void bust(State *state, Dice *dice) {
    tell(dice, TOLD_BUST, state->player, NOBODY, 0, state->turn_points, 0);
    state->bust = true;
    state->turn_points = 0;
    state->phase = TURN_ENDED;
}

static void throw(State *state, int number, Dice *dice) {
    state->n_dice = number;
    tell(dice, TOLD_THROW, state->player, NOBODY, 0, state->turn_points, 0);
    for (int i = 0; i < number; i++) {
        int face = roll(dice);
        state->dice[i] = face;
        show(dice, face);
    }
    if (nothing_scores(state) && !(number == N_DICE && state->no_score_bonus > 0)) {
        bust(state, dice);
        award_zombie(state, dice);
    } else if (state->options.reaction_windows == END_ONLY || !open_window(state, false)) {
        state->phase = CHOOSE_KEEP;
    }
    state->first_throw = false;
}

static void begin_turn(State *state, Dice *dice) {
    state->turn += 1;
    state->left_behind_used = false;
    state->to_play &= ~(1 << state->player);
    int number = state->dice_full;
    if (state->piggyback) {
        state->turn_points = state->offer_points;
        number = min(number, state->offer_dice);
    }
    tell(dice, TOLD_TURN, state->player, state->doubled, number, state->turn_points, state->turn);
    if (number == 0) {
        state->first_throw = false;
        bust(state, dice);
    } else {
        throw(state, number, dice);
    }
}

static void legal_keeps(State *state, int seat, Actions *actions) {
    int masks[MOST_SETS], points[MOST_SETS];
    int n = keeps(state, masks, points);
    int least = 1;
    if (state->options.keep_rule == ALL_SCORING)
        for (int i = 0; i < n; i++) least = max(least, bits(masks[i]));
    bool opened = state->players[seat].opened || state->card == BLOODSHED;
    bool may_double = cards_allowed(state) && holds(state, seat, DOUBLE_OR_NOTHING);
    for (int i = 0; i < n; i++) {
        int number = bits(masks[i]);
        if (number < least) continue;
        bool hot = number == state->n_dice;
        bool may_bank = opened || state->turn_points + points[i] >= state->options.opening;
        if (hot && state->options.hot_dice == MUST_ROLL) may_bank = false;
        for (int twice = 0; twice <= may_double; twice++)
            for (int bank = 0; bank <= may_bank; bank++)
                add(actions, KEEP + masks[i] + twice * DOUBLE + bank * BANK);
    }
}

static void keep(State *state, int seat, int action, Dice *dice) {
    int mask = action & (BANK - 1);
    int points = points_of(state, mask);
    int left = state->n_dice - bits(mask);
    state->turn_points += points;
    tell(dice, TOLD_KEEP, seat, left == 0, mask, points, state->turn_points);
    for (int i = 0; i < state->n_dice; i++)
        if (mask >> i & 1) show(dice, state->dice[i]);
    if (left == 0) left = state->dice_full;
    if (action & DOUBLE) play_card(state, seat, DOUBLE_OR_NOTHING, dice);
    if (action & BANK) {
        tell(dice, TOLD_BANK, seat, NOBODY, 0, state->turn_points, 0);
        state->offer_dice = left;
        state->phase = TURN_ENDED;
    } else {
        throw(state, left, dice);
    }
}

// --- the end of a turn, in its order

static void add_score(State *state, int extra, Dice *dice) {
    Player *player = &state->players[state->player];
    if (state->turn_points > 0) {
        player->opened = true;
        change_total(state, state->player, state->turn_points, FROM_TURN, dice);
    }
    if (state->doubled) {
        player->double_next = false;
        change_total(state, state->player, state->turn_points, FROM_DOUBLE_NEXT, dice);
    }
    change_total(state, state->player, extra, FROM_DOUBLE, dice);
    state->added = state->turn_points * (state->doubled ? 2 : 1) + extra;
}

static void end_turn(State *state, Dice *dice) {
    Player *player = &state->players[state->player];
    int raw = state->turn_points * (state->doubled ? 2 : 1);
    bool crosses = is_over_target(state, player->total + raw) && raw > 0;
    if (state->first == NOBODY && state->card != BLOODSHED && crosses) {
        if (state->card != NO_CARD) {
            tell(dice, TOLD_CARD_VOID, state->card_by, NOBODY, state->card, 0, 0);
            state->card = NO_CARD;
        }
        add_score(state, 0, dice);
        start_dice_ocalypse(state, state->player);
        state->phase = AFTERMATH;
    } else {
        state->phase = LAST_REACTIONS;
    }
}

static void last_reactions(State *state, Dice *dice) {
    state->phase = PROTECTION;
    if (state->bust && state->card == PROVE_IT) {
        state->players[state->card_by].hand |= 1 << PROVE_IT;
        tell(dice, TOLD_CARD_BACK, state->card_by, NOBODY, PROVE_IT, 0, 0);
        state->card = NO_CARD;
    } else if (!open_window(state, true)) {
        state->ended = true;
    }
}

static void protect(State *state) {
    state->asking = next_to_protect(state);
    state->phase = state->asking == NOBODY ? SETTLEMENT : USE_IMMUNITY;
}

static void settle(State *state, Dice *dice) {
    state->asked = 0;
    int extra = 0;
    if (state->card == PROVE_IT)
        prove_it(state, dice);
    else if (state->card == DOUBLE_OR_NOTHING)
        extra = double_or_nothing(state, dice);
    if (state->card == BLOODSHED)
        bloodshed(state, dice);
    else
        add_score(state, extra, dice);
    if (state->card == DO_OR_DIE)
        do_or_die(state, dice);
    else if (state->card == COLLATERAL)
        collateral_damage(state, dice);
    state->card = NO_CARD;
    if (state->first == NOBODY) check_target(state);
    state->phase = AFTERMATH;
}

static void aftermath(State *state, Dice *dice) {
    award_left_behind(state, dice);
    bool was_final = state->bar > 0;
    battle_zones(state, dice);
    if (state->first == NOBODY) check_target(state);
    set_bar(state, dice);
    if (was_final) final_turn_over(state, state->player, dice);
    bool clean = !state->bust && !state->took_effect && !state->doubled && state->added == state->turn_points;
    state->offer_points = state->options.piggyback && clean ? state->turn_points : 0;
    state->phase = NEXT;
}

static void next_player(State *state, Dice *dice) {
    state->n_dice = 0;
    if (state->first != NOBODY && state->to_play == 0) {
        finish(state, dice);
        return;
    }
    state->player = (state->player + 1) % state->n_players;
    while (state->first != NOBODY && (state->to_play >> state->player & 1) == 0)
        state->player = (state->player + 1) % state->n_players;
    state->phase = UPCOMING;
}

static void advance(State *state, Dice *dice) {
    while (state->phase > OVER) {
        switch (state->phase) {
            case UPCOMING: come_up(state, dice); break;
            case BEFORE_TURN: offer_left_behind(state); break;
            case INFECTION: offer_zombie(state); break;
            case FIRST_THROW: begin_turn(state, dice); break;
            case TURN_ENDED: end_turn(state, dice); break;
            case LAST_REACTIONS: last_reactions(state, dice); break;
            case PROTECTION: protect(state); break;
            case SETTLEMENT: settle(state, dice); break;
            case AFTERMATH: aftermath(state, dice); break;
            default: next_player(state, dice);
        }
    }
}

#endif
