// What dice are worth: src/dicehouse/games/dice_ocalypse/rules/scoring.py in C.
#ifndef SCORING_H
#define SCORING_H
#include "state.h"

static const int SINGLE[7] = {0, 100, 0, 0, 0, 50, 0};
static const int TRIPLE[7] = {0, 1000, 200, 300, 400, 500, 600};
static const int PRESETS[3][8] = {
    {1000, 2, 4, 8, 1500, 1500, 1, 0},
    {300, 1000, 2000, 3000, 1500, 1500, 1, 2500},
    {1000, 2, 3, 4, 1500, 750, 0, 0},
};
enum { LARGEST_FACTOR = 20, AS_PRESET = -1, MOST_SETS = 1 << N_DICE };

static int choose(int option, int preset) { return option == AS_PRESET ? preset : option; }

static int of_a_kind(int triple, int row) { return row <= LARGEST_FACTOR ? triple * row : row; }

static int best_split(State *state, int face, int number, const int *kind) {
    int best = 0;
    if (SINGLE[face] > 0 && (number == 1 || state->worth[face][number - 1] > 0))
        best = SINGLE[face] + state->worth[face][number - 1];
    for (int size = 3; size <= number; size++) {
        int rest = number - size;
        if (rest == 0 || state->worth[face][rest] > 0) best = max(best, kind[size] + state->worth[face][rest]);
    }
    return best;
}

static void set_scoring(State *state) {
    const int *preset = PRESETS[state->options.scoring];
    Options *options = &state->options;
    for (int face = 1; face < 7; face++) {
        int triple = face == 1 ? choose(options->three_ones, preset[0]) : TRIPLE[face];
        int kind[7] = {0};
        kind[3] = triple;
        kind[4] = of_a_kind(triple, choose(options->four_kind, preset[1]));
        kind[5] = of_a_kind(triple, choose(options->five_kind, preset[2]));
        kind[6] = of_a_kind(triple, choose(options->six_kind, preset[3]));
        for (int number = 1; number < 7; number++) state->worth[face][number] = best_split(state, face, number, kind);
    }
    state->straight = choose(options->straight, preset[4]);
    state->three_pairs = choose(options->three_pairs, preset[5]);
    state->four_plus_pair = choose(options->four_plus_pair, preset[6]) ? state->three_pairs : 0;
    state->two_triplets = choose(options->two_triplets, preset[7]);
    state->no_score_bonus = options->no_score_bonus;
}

static int whole_throw(State *state, const int *count) {
    int ones = 0, pairs = 0, triples = 0, fours = 0;
    for (int face = 1; face < 7; face++) {
        ones += count[face] == 1;
        pairs += count[face] == 2;
        triples += count[face] == 3;
        fours += count[face] == 4;
    }
    if (ones == 6) return state->straight;
    if (pairs == 3) return state->three_pairs;
    if (fours == 1 && pairs == 1) return state->four_plus_pair;
    if (triples == 2) return state->two_triplets;
    return 0;
}

static void count_faces(State *state, int *count) {
    for (int i = 0; i < state->n_dice; i++) count[state->dice[i]]++;
}

static bool nothing_scores(State *state) {
    int count[7] = {0};
    count_faces(state, count);
    if (count[1] > 0 || count[5] > 0) return false;
    for (int face = 2; face < 7; face++)
        if (count[face] >= 3) return false;
    return state->n_dice < N_DICE || whole_throw(state, count) == 0;
}

static int with_whole_throw(State *state, const int *count, int *masks, int *points, int n) {
    if (state->n_dice == N_DICE) {
        int whole = whole_throw(state, count);
        if (n == 1 && whole == 0) whole = state->no_score_bonus;
        if (masks[n - 1] == ALL_DICE) {
            points[n - 1] = max(points[n - 1], whole);
        } else if (whole > 0) {
            masks[n] = ALL_DICE;
            points[n] = whole;
            n++;
        }
    }
    n--;
    masks[0] = masks[n];
    points[0] = points[n];
    return n;
}

static int keeps(State *state, int *masks, int *points) {
    int n = 1, count[7] = {0};
    masks[0] = points[0] = 0;
    count_faces(state, count);
    for (int face = 1; face < 7; face++) {
        if (count[face] == 0) continue;
        int found = n, mask = 0, number = 0;
        for (int i = 0; i < state->n_dice; i++) {
            if (state->dice[i] != face) continue;
            mask |= 1 << i;
            number++;
            int worth = state->worth[face][number];
            if (worth == 0) continue;
            for (int j = 0; j < found; j++) {
                masks[n] = masks[j] | mask;
                points[n] = points[j] + worth;
                n++;
            }
        }
    }
    return with_whole_throw(state, count, masks, points, n);
}

static int bits(unsigned mask) {
    int number = 0;
    while (mask) {
        mask &= mask - 1;
        number++;
    }
    return number;
}

static int points_of(State *state, int mask) {
    int count[7] = {0}, total = 0;
    bool all_score = true;
    for (int i = 0; i < state->n_dice; i++)
        if (mask >> i & 1) count[state->dice[i]]++;
    for (int face = 1; face < 7; face++) {
        int worth = state->worth[face][count[face]];
        total += worth;
        all_score = all_score && (count[face] == 0 || worth > 0);
    }
    if (mask != ALL_DICE) return total;
    int whole = whole_throw(state, count);
    if (!all_score) return whole > 0 ? whole : state->no_score_bonus;
    return max(total, whole);
}

#endif
