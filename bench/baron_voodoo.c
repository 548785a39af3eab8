// The captures of Baron Voodoo in C: finding them, and carrying one out.
//
// Same record, same functions as board.py and turn.py of src/dicehouse/games/baron_voodoo; the rulings are explained there.
#include "twin/kit.h"

enum { SIZE = 7, SPACES = SIZE * SIZE, KINDS = 31, N_FACES = 6, NOBODY = -1, BARON = 1 };
enum { DIE = 31, COMPLETE = 1 << 10, DIRECTIONS = 8, TOLD_CAPTURE = 12, STEPS = 5, STEP_C1 = 2 };

// --- finding them

static const int DOWN[] = {-1, 0, 1, 0, -1, 1, 1, -1}, ACROSS[] = {0, 1, 0, -1, 1, 1, -1, -1};

static uint32_t kinds_of(int colour) { return 63u << (1 + N_FACES * colour); }

static int side_of(const State *state, int seat) { return seat % state->n_sides; }

static int beyond(const State *state, int space, int direction, int steps) {
    int row = space / SIZE + steps * DOWN[direction], column = space % SIZE + steps * ACROSS[direction];
    if (row < state->low || row > state->high || column < state->low || column > state->high) return NOBODY;
    return SIZE * row + column;
}

static uint32_t shield(const State *state, int seat) {
    uint32_t mask = 1;
    for (int other = 0; other < state->n_players; other++)
        if (state->players[other].guarded && side_of(state, other) != side_of(state, seat))
            mask |= kinds_of(state->players[other].loa);
    return mask;
}

static bool may_jump(const State *state, int space, int direction, uint32_t shielded) {
    int to = beyond(state, space, direction, 2);
    if (to == NOBODY || state->board[to] >= COMPLETE) return false;
    return (shielded >> (state->board[(space + to) / 2] & DIE) & 1) == 0;
}

// One space after the other: without vector instructions that is quicker than the masks of board.py.
void legal_jumps(const State *state, int seat, Actions *actions) {
    uint32_t shielded = shield(state, seat), mine = kinds_of(state->players[seat].loa);
    for (int space = 0; space < SPACES; space++)
        if (mine >> (state->board[space] & DIE) & 1)
            for (int direction = 0; direction < state->options.directions; direction++)
                if (may_jump(state, space, direction, shielded)) add(actions, DIRECTIONS * space + direction);
}

// --- carrying one out

static int lift(State *state, int space) {
    int stack = state->board[space];
    state->board[space] = stack >> 5;
    return stack & DIE;
}

static void put(State *state, int space, int die) { state->board[space] = state->board[space] << 5 | die; }

static int jump(State *state, int space, int direction, int seat, Dice *dice) {
    int over = beyond(state, space, direction, 1), to = beyond(state, space, direction, 2);
    int die = lift(state, space);
    put(state, to, die);
    int captured = lift(state, over);
    tell(dice, TOLD_CAPTURE, seat, to, captured, space, SPACES * over + die);
    return captured;
}

void capture(State *state, int seat, int action, Dice *dice) {
    int named = state->solo && seat == BARON ? NOBODY : seat;
    state->captured = jump(state, action / DIRECTIONS, action % DIRECTIONS, named, dice);
    Side *side = &state->sides[side_of(state, seat)];
    side->zone[side->n_zone++] = state->captured;
    state->step = STEP_C1;
    state->phase = STEPS;
}

// --- what is timed: the loops of bench/captures.py

int64_t list_captures(const State *states, int64_t count, int64_t rounds, Actions *actions) {
    int64_t total = 0;
    for (int64_t round = 0; round < rounds; round++) {
        for (int64_t i = 0; i < count; i++) {
            actions->count = 0;
            legal_jumps(&states[i], states[i].player, actions);
            total += actions->count;
        }
    }
    return total;
}

int64_t carry_out(const State *states, int64_t count, int64_t rounds, Actions *actions, State *after, Dice *dice) {
    int64_t total = 0;
    for (int64_t round = 0; round < rounds; round++) {
        for (int64_t i = 0; i < count; i++) {
            actions->count = 0;
            legal_jumps(&states[i], states[i].player, actions);
            for (int k = 0; k < actions->count; k++) {
                after[k] = states[i];
                capture(&after[k], states[i].player, actions->item[k], dice);
                total += after[k].captured;
            }
        }
    }
    return total;
}
