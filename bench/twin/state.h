// The position of Dice-ocalypse! in C: the record and the names of src/dicehouse/games/dice_ocalypse/rules/state.py.
#ifndef STATE_H
#define STATE_H
#include "kit.h"

enum { MAX_PLAYERS = 6, N_DICE = 6, ALL_DICE = (1 << N_DICE) - 1, NOBODY = -1, WAITING = -2 };
enum { BATTLE_ZONE = 5000, CARD_MINIMUM = 1000, COLLATERAL_STAKE = 1000, FULL_HAND = 62 };

enum Card { NO_CARD, PROVE_IT, DOUBLE_OR_NOTHING, DO_OR_DIE, BLOODSHED, COLLATERAL };

enum Phase {
    START, LEFT_BEHIND, ZOMBIE, CHOOSE_KEEP, REACT, REACT_END, VOTE_FIRST, USE_IMMUNITY, OVER,
    // From here on, steps that the game takes by itself.
    UPCOMING, BEFORE_TURN, INFECTION, FIRST_THROW, TURN_ENDED, LAST_REACTIONS, PROTECTION, SETTLEMENT, AFTERMATH, NEXT
};

enum Source {
    FROM_TURN, FROM_DOUBLE_NEXT, FROM_DOUBLE, FROM_BATTLE_ZONE,
    FROM_COLLATERAL, FROM_COLLATERAL_LOSS, FROM_BLOODSHED, FROM_DO_OR_DIE
};

enum Happened {
    TOLD_ROLL_OFF, TOLD_FIRST, TOLD_TURN, TOLD_THROW, TOLD_BUST, TOLD_KEEP, TOLD_BANK, TOLD_CARD, TOLD_CARD_BACK,
    TOLD_CARD_VOID, TOLD_VOTE, TOLD_IMMUNITY, TOLD_PROVE, TOLD_DOUBLE, TOLD_DO_OR_DIE, TOLD_COLLATERAL, TOLD_SCORE,
    TOLD_ZOMBIE_GET, TOLD_ZOMBIE, TOLD_LEFT_BEHIND_GET, TOLD_LEFT_BEHIND, TOLD_SKIPPED, TOLD_LOST_TURN,
    TOLD_BATTLE_ZONE, TOLD_BATTLE_ROLL, TOLD_DICE_OCALYPSE, TOLD_DICED, TOLD_TIE, TOLD_TIE_ROLL, TOLD_WIN
};

enum Outcome { NO_OUTCOME, LOSE_TURN, DOUBLE_NEXT, DOUBLE_NOW, VOID_OUTCOME };

typedef struct {
    int32_t target, opening;
    int16_t three_ones, four_kind, five_kind, six_kind, straight, three_pairs, four_plus_pair, two_triplets;
    int16_t no_score_bonus;
    int8_t scoring, keep_rule, hot_dice, reaction_windows, simultaneous;
    bool exact_target, battle_zone_again, battle_zone_in_final, negative_scores, special_cards, piggyback;
} Options;

typedef struct {
    int32_t total;
    int8_t hand;
    bool immunity, opened, bz_done, lose_turn, double_next;
} Player;

typedef struct {
    int32_t turn_points, added, bar, offer_points;
    int16_t worth[7][7];  // [face][number]
    int16_t straight, three_pairs, four_plus_pair, two_triplets, no_score_bonus, turn;
    int8_t phase, n_players, player, n_dice, dice[6], dice_full;
    bool first_throw, bust, doubled, piggyback;
    int8_t offer_dice, card, card_by;
    bool card_used, took_effect, ended;
    int8_t asked, asking, guarded, contenders, reply[6], zombie, left_behind;
    bool left_behind_used;
    int8_t first, to_play, diced, winner;
    Options options;
    Player players[MAX_PLAYERS];
} State;

const Field LAYOUT[] = {
    WHOLE(Event), FIELD(Event, amount), FIELD(Event, total), FIELD(Event, item), FIELD(Event, kind),
    FIELD(Event, seat), FIELD(Event, other), FIELD(Event, n_faces), FIELD(Event, faces),
    WHOLE(Dice), FIELD(Dice, a), FIELD(Dice, b), FIELD(Dice, c), FIELD(Dice, counter), FIELD(Dice, written),
    FIELD(Dice, taped), {"Dice.short", offsetof(Dice, short_), 1}, FIELD(Dice, odd), FIELD(Dice, revealed),
    FIELD(Dice, n_tape), FIELD(Dice, tape_at), FIELD(Dice, n_drawn), FIELD(Dice, n_events), FIELD(Dice, tape),
    FIELD(Dice, drawn), FIELD(Dice, sides), FIELD(Dice, events),
    WHOLE(Actions), FIELD(Actions, count), FIELD(Actions, item),
    WHOLE(Options), FIELD(Options, target), FIELD(Options, opening), FIELD(Options, three_ones),
    FIELD(Options, four_kind), FIELD(Options, five_kind), FIELD(Options, six_kind), FIELD(Options, straight),
    FIELD(Options, three_pairs), FIELD(Options, four_plus_pair), FIELD(Options, two_triplets),
    FIELD(Options, no_score_bonus), FIELD(Options, scoring), FIELD(Options, keep_rule), FIELD(Options, hot_dice),
    FIELD(Options, reaction_windows), FIELD(Options, simultaneous), FIELD(Options, exact_target),
    FIELD(Options, battle_zone_again), FIELD(Options, battle_zone_in_final), FIELD(Options, negative_scores),
    FIELD(Options, special_cards), FIELD(Options, piggyback),
    WHOLE(Player), FIELD(Player, total), FIELD(Player, hand), FIELD(Player, immunity), FIELD(Player, opened),
    FIELD(Player, bz_done), FIELD(Player, lose_turn), FIELD(Player, double_next),
    WHOLE(State), FIELD(State, turn_points), FIELD(State, added), FIELD(State, bar), FIELD(State, offer_points),
    FIELD(State, worth), FIELD(State, straight), FIELD(State, three_pairs), FIELD(State, four_plus_pair),
    FIELD(State, two_triplets), FIELD(State, no_score_bonus), FIELD(State, turn), FIELD(State, phase),
    FIELD(State, n_players), FIELD(State, player), FIELD(State, n_dice), FIELD(State, dice), FIELD(State, dice_full),
    FIELD(State, first_throw), FIELD(State, bust), FIELD(State, doubled), FIELD(State, piggyback),
    FIELD(State, offer_dice), FIELD(State, card), FIELD(State, card_by), FIELD(State, card_used),
    FIELD(State, took_effect), FIELD(State, ended), FIELD(State, asked), FIELD(State, asking), FIELD(State, guarded),
    FIELD(State, contenders), FIELD(State, reply), FIELD(State, zombie), FIELD(State, left_behind),
    FIELD(State, left_behind_used), FIELD(State, first), FIELD(State, to_play), FIELD(State, diced),
    FIELD(State, winner), FIELD(State, options), FIELD(State, players),
    {0, 0, 0},
};

#endif
