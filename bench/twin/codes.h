// Actions as numbers: src/dicehouse/games/dice_ocalypse/rules/codes.py in C.
#ifndef CODES_H
#define CODES_H
#include "state.h"

// To keep dice is the mask of their places, and BANK or DOUBLE or both.
enum { KEEP, BANK = 1 << N_DICE, DOUBLE = 2 * BANK, PASS = 2 * DOUBLE, IMMUNITY, DECLINE, ABSTAIN, VOTE };
enum { PLAY = VOTE + MAX_PLAYERS, ROLL = PLAY + COLLATERAL + 1, PIGGYBACK, THROW_LEFT_BEHIND, THROW_ZOMBIE };

static bool is_vote(int action) { return action >= VOTE && action < PLAY; }

static bool is_play(int action) { return action >= PLAY && action < ROLL; }

#endif
