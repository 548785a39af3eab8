"""Score dice: the scoring table of a match, and the sets that may be kept from a throw (section 4 of the rulings)."""

from __future__ import annotations

from dicehouse.compiler.rule_compiler import local_array, rules

from .state import ALL_DICE, N_DICE, State

SINGLE = (0, 100, 0, 0, 0, 50, 0)  # by face
TRIPLE = (0, 1000, 200, 300, 400, 500, 600)
# Per preset: three 1s; four, five, six of a kind (up to 20: times the triple, above: flat); straight; three pairs;
# whether four and a pair count as three pairs; two triplets.
PRESETS = (
    (1000, 2, 4, 8, 1500, 1500, 1, 0),
    (300, 1000, 2000, 3000, 1500, 1500, 1, 2500),
    (1000, 2, 3, 4, 1500, 750, 0, 0),
)
LARGEST_FACTOR = 20
AS_PRESET = -1
MOST_SETS = 1 << N_DICE  # sets of dice in a throw, the empty one too


@rules
def row_value(option: int, preset: int) -> int:
    """Return the value of a scoring row: that of `option`, or of `preset` if the option leaves it open."""
    return preset if option == AS_PRESET else option


@rules
def of_a_kind(triple: int, row: int) -> int:
    """Return the points of more than three of a kind, from a factor or a flat value."""
    return triple * row if row <= LARGEST_FACTOR else row


@rules
def set_scoring(state: State) -> None:
    """Work out the scoring table from the preset and the settings (R1)."""
    preset = PRESETS[state.options.scoring]
    options = state.options
    for face in range(1, 7):
        triple = row_value(options.three_ones, preset[0]) if face == 1 else TRIPLE[face]
        kind = local_array(7)
        kind[3] = triple
        kind[4] = of_a_kind(triple, row_value(options.four_kind, preset[1]))
        kind[5] = of_a_kind(triple, row_value(options.five_kind, preset[2]))
        kind[6] = of_a_kind(triple, row_value(options.six_kind, preset[3]))
        for number in range(1, 7):
            state.worth[face, number] = best_split(state, face, number, kind)
    state.straight = row_value(options.straight, preset[4])
    state.three_pairs = row_value(options.three_pairs, preset[5])
    pair_counts = row_value(options.four_plus_pair, preset[6])
    state.four_plus_pair = state.three_pairs if pair_counts else 0
    state.two_triplets = row_value(options.two_triplets, preset[7])
    state.no_score_bonus = options.no_score_bonus


@rules
def best_split(state: State, face: int, number: int, kind: list[int]) -> int:
    """Return the largest sum of singles and n-of-a-kinds that uses all `number` equal dice; 0 if none does (A9)."""
    best = 0
    if SINGLE[face] > 0 and (number == 1 or state.worth[face, number - 1] > 0):
        best = SINGLE[face] + state.worth[face, number - 1]
    for size in range(3, number + 1):
        rest = number - size
        if rest == 0 or state.worth[face, rest] > 0:
            best = max(best, kind[size] + state.worth[face, rest])
    return best


@rules
def whole_throw(state: State, count: list[int]) -> int:
    """Return the points of six dice as a straight, three pairs or two triplets; 0 if they are none of these (A9)."""
    ones = pairs = triples = fours = 0
    for face in range(1, 7):
        ones += count[face] == 1
        pairs += count[face] == 2
        triples += count[face] == 3
        fours += count[face] == 4
    if ones == 6:
        return state.straight
    if pairs == 3:
        return state.three_pairs
    if fours == 1 and pairs == 1:
        return state.four_plus_pair
    if triples == 2:
        return state.two_triplets
    return 0


@rules
def count_faces(state: State, count: list[int]) -> None:
    """Fill `count` with how often each face is on the table."""
    for i in range(state.n_dice):
        count[state.dice[i]] += 1


@rules
def nothing_scores(state: State) -> bool:
    """Return True if the throw has no scoring die."""
    count = local_array(7)
    count_faces(state, count)
    if count[1] > 0 or count[5] > 0:
        return False
    for face in range(2, 7):
        if count[face] >= 3:
            return False
    return state.n_dice < N_DICE or whole_throw(state, count) == 0


@rules
def list_keeps(state: State, masks: list[int], points: list[int]) -> int:
    """Fill in every set that may be kept, each once, with its points; return how many there are.

    Equal dice are interchangeable, so a set takes the first of them. Each face adds its possible numbers to the sets
    found before it.
    """
    n = 1
    masks[0] = points[0] = 0
    count, where = local_array(7), local_array(7)
    for i in range(state.n_dice):
        count[state.dice[i]] += 1
        where[state.dice[i]] |= 1 << i
    for face in range(1, 7):
        found, left, number = n, where[face], 0
        while left:
            left &= left - 1
            number += 1
            worth = state.worth[face, number]
            if worth > 0:
                for j in range(found):
                    masks[n] = masks[j] | (where[face] ^ left)
                    points[n] = points[j] + worth
                    n += 1
    return with_whole_throw(state, count, masks, points, n)


@rules
def with_whole_throw(state: State, count: list[int], masks: list[int], points: list[int], n: int) -> int:
    """Add the six-dice combinations to the sets, remove the empty set, and return how many there are."""
    if state.n_dice == N_DICE:
        whole = whole_throw(state, count)
        if n == 1 and whole == 0:
            whole = state.no_score_bonus
        if masks[n - 1] == ALL_DICE:  # the last set found holds all dice if any does
            points[n - 1] = max(points[n - 1], whole)
        elif whole > 0:
            masks[n] = ALL_DICE
            points[n] = whole
            n += 1
    n -= 1
    masks[0] = masks[n]
    points[0] = points[n]
    return n


@rules
def points_of(state: State, mask: int) -> int:
    """Return the points of the dice in a legal keep."""
    count = local_array(7)
    for i in range(state.n_dice):
        if mask >> i & 1:
            count[state.dice[i]] += 1
    total, all_score = 0, True
    for face in range(1, 7):
        total += state.worth[face, count[face]]
        all_score = all_score and (count[face] == 0 or state.worth[face, count[face]] > 0)
    if mask != ALL_DICE:
        return total
    whole = whole_throw(state, count)
    if not all_score:
        return whole if whole > 0 else state.no_score_bonus
    return max(total, whole)
