// The captures of Baron Voodoo in C: finding them, and carrying one out.
//
// Same record, same functions as board.py and turn.py of src/dicehouse/games/baron_voodoo; the rulings are explained there.
#include "twin/kit.h"

enum { SIZE = 7, SPACES = SIZE * SIZE, KINDS = 31, N_FACES = 6, NOBODY = -1, BARON = 1 };
enum { DIE = 31, COMPLETE = 1 << 10, DIRECTIONS = 8, TOLD_CAPTURE = 12, STEPS = 5, STEP_C1 = 2 };

typedef struct {
    int8_t set_up, layout, loas, first, pairing, solo_level, combos, directions, power_lines, legba, stolen_to;
    int8_t offerings, white_tie;
    bool guard_exchange, white_majority, other_powers, guard_ends_extra;
} Options;

typedef struct {
    int16_t vp, offerings;
    int8_t n_zone, zone[48], spirit[KINDS];
} Side;

typedef struct {
    int8_t loa;
    bool guarded;
} Player;

typedef struct {
    int16_t board[SPACES];
    int8_t n_players, n_sides;
    bool solo, teams;
    int8_t low, high, phase, player, first, step, power, held, held_to, held_side, held_die, captured;
    bool power_used, bought, extra;
    int8_t samedi, trigger, why, winner;
    int8_t turn, reserve, threshold;
    int32_t colours[SIZE];
    int8_t pool[KINDS], line[4], final_combo[4];
    Options options;
    Side sides[4];
    Player players[4];
} State;

const Field LAYOUT[] = {
    WHOLE(Options), FIELD(Options, set_up), FIELD(Options, layout), FIELD(Options, loas), FIELD(Options, first),
    FIELD(Options, pairing), FIELD(Options, solo_level), FIELD(Options, combos), FIELD(Options, directions),
    FIELD(Options, power_lines), FIELD(Options, legba), FIELD(Options, stolen_to), FIELD(Options, offerings),
    FIELD(Options, white_tie), FIELD(Options, guard_exchange), FIELD(Options, white_majority),
    FIELD(Options, other_powers), FIELD(Options, guard_ends_extra),
    WHOLE(Side), FIELD(Side, vp), FIELD(Side, offerings), FIELD(Side, n_zone), FIELD(Side, zone), FIELD(Side, spirit),
    WHOLE(Player), FIELD(Player, loa), FIELD(Player, guarded),
    WHOLE(State), FIELD(State, board), FIELD(State, n_players), FIELD(State, n_sides), FIELD(State, solo),
    FIELD(State, teams), FIELD(State, low), FIELD(State, high), FIELD(State, phase), FIELD(State, player),
    FIELD(State, first), FIELD(State, step), FIELD(State, power), FIELD(State, held), FIELD(State, held_to),
    FIELD(State, held_side), FIELD(State, held_die), FIELD(State, captured), FIELD(State, power_used),
    FIELD(State, bought), FIELD(State, extra), FIELD(State, samedi), FIELD(State, trigger), FIELD(State, why),
    FIELD(State, winner), FIELD(State, turn), FIELD(State, reserve), FIELD(State, threshold), FIELD(State, colours),
    FIELD(State, pool), FIELD(State, line), FIELD(State, final_combo),
    FIELD(State, options), FIELD(State, sides), FIELD(State, players),
    {0, 0, 0},
};

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
