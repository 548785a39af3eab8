"""Define the position of Dice-ocalypse!, and the names of its values."""

from __future__ import annotations

from enum import IntEnum

from dicehouse.compiler.rule_compiler import rules
from dicehouse.old_names import old_name_getter
from dicehouse.records.record import Array, array, i8, i16, i32, record

MAX_PLAYERS = 6
N_DICE = 6
ALL_DICE = (1 << N_DICE) - 1
NO_SEAT = -1
WAITING = -2  # an answer not given yet
BATTLE_ZONE = 5_000
CARD_MINIMUM = 1_000
COLLATERAL_STAKE = 1_000


class Card(IntEnum):
    """Number the five Act of War cards; a hand is a mask of `1 << card`."""

    NONE = 0
    PROVE_IT = 1
    DOUBLE = 2
    DO_OR_DIE = 3
    BLOODSHED = 4
    COLLATERAL = 5


FULL_HAND = 0b111110
REACTIONS = (Card.PROVE_IT, Card.DO_OR_DIE, Card.COLLATERAL)  # played on somebody else's turn


class Phase(IntEnum):
    """Number the phases of a turn; from UPCOMING on, the game takes the next step by itself."""

    START = 0
    LEFT_BEHIND = 1
    ZOMBIE = 2
    KEEP = 3
    REACT = 4
    REACT_END = 5
    VOTE = 6
    IMMUNITY = 7
    OVER = 8
    UPCOMING = 9
    BEFORE_TURN = 10
    INFECTION = 11
    FIRST_THROW = 12
    TURN_ENDED = 13
    LAST_REACTIONS = 14
    PROTECTION = 15
    SETTLEMENT = 16
    AFTERMATH = 17
    NEXT = 18


class ScoreSource(IntEnum):
    """Number the reasons why a total changes."""

    TURN = 0
    DOUBLE_NEXT = 1
    DOUBLE = 2
    BATTLE_ZONE = 3
    COLLATERAL = 4
    COLLATERAL_LOSS = 5
    BLOODSHED = 6
    DO_OR_DIE = 7


class EventKind(IntEnum):
    """Number the kinds of events."""

    ROLL_OFF = 0
    FIRST = 1
    TURN = 2
    THROW = 3
    BUST = 4
    KEEP = 5
    BANK = 6
    CARD = 7
    CARD_BACK = 8
    CARD_VOID = 9
    VOTE = 10
    IMMUNITY = 11
    PROVE = 12
    DOUBLE = 13
    DO_OR_DIE = 14
    COLLATERAL = 15
    SCORE = 16
    ZOMBIE_GET = 17
    ZOMBIE = 18
    LEFT_BEHIND_GET = 19
    LEFT_BEHIND = 20
    SKIPPED = 21
    LOST_TURN = 22
    BATTLE_ZONE = 23
    BATTLE_ROLL = 24
    DICE_OCALYPSE = 25
    DICED = 26
    TIE = 27
    TIE_ROLL = 28
    WIN = 29


class BattleOutcome(IntEnum):
    """Number the results of a Battle Zone roll."""

    NONE = 0
    LOSE_TURN = 1
    DOUBLE_NEXT = 2
    DOUBLE_NOW = 3
    VOID = 4


@record
class Options:
    """Hold the settings as numbers; -1 in a scoring row stands for the value of the preset."""

    target: i32
    opening: i32
    three_ones: i16
    four_kind: i16
    five_kind: i16
    six_kind: i16
    straight: i16
    three_pairs: i16
    four_plus_pair: i16
    two_triplets: i16
    no_score_bonus: i16
    scoring: i8
    keep_rule: i8
    hot_dice: i8
    reaction_windows: i8
    simultaneous: i8
    exact_target: bool
    battle_zone_again: bool
    battle_zone_in_final: bool
    negative_scores: bool
    special_cards: bool
    piggyback: bool


@record
class Player:
    """Hold one player's score, cards and dice."""

    total: i32
    hand: i8
    immunity: bool
    opened: bool  # has had a scored turn
    bz_done: bool  # has caused a Battle Zone
    lose_turn: bool
    double_next: bool


@record
class State:
    """Hold the whole position."""

    turn_points: i32  # set aside this turn
    added: i32  # what this turn brought its player (doubled by a Battle Zone)
    bar: i32  # the total to reach in the dice-ocalypse
    offer_points: i32  # what the next player may piggyback on
    worth: Array[i16] = array(7, 7)  # [face, number]: points of this number of equal dice, 0 if they can't all score
    straight: i16
    three_pairs: i16
    four_plus_pair: i16  # 0: no bonus; so with the next two
    two_triplets: i16
    no_score_bonus: i16
    turn: i16
    phase: i8
    n_players: i8
    player: i8  # whose turn it is, or comes up
    n_dice: i8  # dice of the throw that lies on the table
    dice: Array[i8] = array(6)  # their faces, as they fell
    dice_full: i8  # dice that a full throw has this turn
    first_throw: bool
    bust: bool
    doubled: bool  # the turn is taken under a Double Next Score card
    piggyback: bool
    offer_dice: i8
    card: i8  # the Act of War pending on this turn
    card_by: i8
    card_used: bool  # this turn has had its one card
    took_effect: bool
    ended: bool  # the throwing is over: a window is the last one
    asked: i8  # mask of seats asked in a window, and of those asked for Immunity so far
    asking: i8  # the seat that may use Immunity now
    guarded: i8  # mask of seats whose Immunity holds against this turn's card
    contenders: i8  # mask of seats that played a card at once
    reply: Array[i8] = array(6)  # sealed answers: a card or Card.NONE, in a vote a seat or NOBODY
    zombie: i8  # holder
    left_behind: i8
    left_behind_used: bool
    first: i8  # who started the dice-ocalypse
    to_play: i8  # mask of seats that still have their final turn
    diced: i8  # mask
    winner: i8
    options: Options
    players: Array[Player] = array(6)


# --- phases that belong together


@rules
def in_window(state: State) -> bool:
    """Return True while opponents are asked for a card."""
    return state.phase == Phase.REACT or state.phase == Phase.REACT_END


@rules
def answers_are_sealed(state: State) -> bool:
    """Return True while several seats may answer, and no answer is revealed before the last one is in."""
    return in_window(state) or state.phase == Phase.VOTE


@rules
def before_turn(state: State) -> bool:
    """Return True if the next turn has not begun: its player chooses how, or a holder may throw a special die."""
    return state.phase == Phase.START or state.phase == Phase.LEFT_BEHIND or state.phase == Phase.ZOMBIE


@rules
def is_automatic(state: State) -> bool:
    """Return True if the game takes its next step by itself."""
    return state.phase >= Phase.UPCOMING


__getattr__ = old_name_getter(__name__)  # names of the version before
