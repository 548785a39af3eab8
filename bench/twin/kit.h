// The kit's dice and list of actions in C: the functions of src/dicehouse/core/dice.py and core/action_list.py.
#ifndef KIT_H
#define KIT_H
#include "records.h"  // bench/c_twin.py makes it from the Python records

enum { MAX_DRAWS = 512, MAX_EVENTS = 192, MAX_FACES = 12, MAX_ACTIONS = 4094 };

static inline uint32_t next32(Dice *dice) {
    uint32_t a = dice->a, b = dice->b, c = dice->c, counter = dice->counter;
    uint32_t out = a + b + counter;
    dice->counter = (uint32_t)(counter + 1);
    dice->a = b ^ (b >> 9);
    dice->b = (uint32_t)(c + (c << 3));
    dice->c = (uint32_t)(((c << 21) | (c >> 11)) + out);
    return out;
}

static inline void start_stream(Dice *dice, uint32_t a, uint32_t b, uint32_t c) {
    dice->a = a;
    dice->b = b;
    dice->c = c;
    dice->counter = 1;
    for (int i = 0; i < 12; i++) next32(dice);
}

static inline int unbiased(Dice *dice, uint32_t n) {
    uint64_t product = (uint64_t)next32(dice) * n;
    if ((uint32_t)product < n) {
        uint32_t threshold = -n % n;
        while ((uint32_t)product < threshold) product = (uint64_t)next32(dice) * n;
    }
    return product >> 32;
}

// `below`, from the tape if there is one, and written down.
static int drawn_below(Dice *dice, int n) {
    int value = -1;
    if (dice->taped) {
        if (dice->tape_at < dice->n_tape) {
            value = dice->tape[dice->tape_at++] - 1;
            if (value < 0 || value >= n) {
                dice->odd = true;
                value = -1;
            }
        } else {
            dice->short_ = true;
        }
    }
    if (value < 0) value = unbiased(dice, n);
    if (dice->n_drawn < MAX_DRAWS) {
        dice->drawn[dice->n_drawn] = value + 1;
        dice->sides[dice->n_drawn] = n;
        dice->n_drawn++;
    }
    return value;
}

static inline int below(Dice *dice, int n) { return dice->written ? drawn_below(dice, n) : unbiased(dice, n); }

static inline int roll(Dice *dice) { return 1 + below(dice, 6); }

static inline void tell(Dice *dice, int kind, int seat, int other, int item, int amount, int total) {
    if (dice->written && dice->n_events < MAX_EVENTS) {
        Event *event = &dice->events[dice->n_events++];
        event->kind = kind;
        event->seat = seat;
        event->other = other;
        event->item = item;
        event->amount = amount;
        event->total = total;
        event->n_faces = 0;
    }
}

static inline void reveal(Dice *dice) { dice->revealed = true; }

static inline void show(Dice *dice, int face) {
    if (dice->written && dice->n_events > 0) {
        Event *event = &dice->events[dice->n_events - 1];
        if (event->n_faces < MAX_FACES) event->faces[event->n_faces++] = face;
    }
}

static inline void add(Actions *actions, int action) { actions->item[actions->count++] = action; }

static inline int max(int a, int b) { return a > b ? a : b; }
static inline int min(int a, int b) { return a < b ? a : b; }

#endif
